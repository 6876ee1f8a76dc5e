//! The equations of motion as integrators see them: rates of a few speeds, and the twist that moves the pose.

use skidpad_math::Real;

use super::actuators::{Actuators, Inputs};
use super::car::RaceCar;
use super::derivatives::differentiate;
use super::forces::{self, CombinedLaw, LOCK_SPRAD, Law};
use super::parameters::Tyre;
use super::state::{Ground, PerWheel};

/// No accuracy asks for less than this fraction of the fastest time constant.
const ACCURATE_SHARE: f64 = 0.05;
/// Stability of an explicit step with a good margin (RK4 allows 2.78, explicit Euler 2).
const STABLE_SHARE: f64 = 0.8;
/// Error in speed that steps may leave where slips settle \[m/s\], an upper bound.
const SLIP_ERROR_MPS: f64 = 3.2e-6;
/// Slips that settle slower than this belong to a car so fast that errors of its heading count \[1/s\].
const HEADING_RATE: f64 = 36.0;
/// Weight of the parts of a jerk that cancel each other, at the limit of grip.
const CANCELLED_WEIGHT: f64 = 20.0;
/// Transients shorter than this are not resolved, only kept stable \[s\].
const RESOLVED_S: f64 = 5e-4;
/// Steps never get shorter than this; tyre forces are bounded, so what remains is noise below 1 mm/s \[s\].
const SHORTEST_S: f64 = 1e-5;
/// Error in speed that one step may make where torques settle \[m/s\].
const TORQUE_ERROR_MPS: f64 = 2e-8;

/// A right-hand side: `N` speeds that influence each other, and a pose that only follows them.
///
/// Keeping the pose apart lets an implicit integrator solve for the speeds alone.
pub trait Motion<R: Real, const N: usize> {
    /// Where the actuators are at a time after the start of the step \[s\].
    fn inputs(&self, time_s: R) -> Inputs<R>;
    /// Rates of the speeds.
    fn rates(&self, inputs: &Inputs<R>, speeds: &[R; N]) -> [R; N];
    /// Body twist (v_x, v_y, ω) at those speeds.
    fn twist(&self, inputs: &Inputs<R>, speeds: &[R; N]) -> [R; 3];
    /// The longest step that an explicit method should take from here, where the speeds have these rates \[s\].
    fn longest_step_s(&self, inputs: &Inputs<R>, speeds: &[R; N], rates: &[R; N]) -> R;
    /// The one time at which the motion is not smooth; steps end there \[s\].
    fn kink_s(&self) -> R;
}

/// Speeds that change places in the mirror, left and right: of seven speeds the last four are those of the wheels.
///
/// The number of speeds decides it, so that the integrator, which is compiled for that number, knows it too.
pub(super) const fn mirrored_pairs(speed_count: usize) -> &'static [(usize, usize)] {
    match speed_count {
        7 => &[(3, 4), (5, 6)],
        _ => &[],
    }
}

/// A right-hand side that knows its derivatives, for implicit methods.
pub trait Differentiable<const N: usize>: Motion<f64, N> + Sized {
    /// The same motion in numbers of another kind, for several times at once.
    type In<R: Real>: Motion<R, N>;
    /// The same motion in numbers of another kind; it has the same bits.
    fn lift<R: Real>(&self) -> Self::In<R>;
    /// The same motion, seen from a later time.
    fn later(&self, by_s: f64) -> Self;
    /// ∂rate_i/∂speed_j.
    fn jacobian(&self, inputs: &Inputs<f64>, speeds: &[f64; N]) -> [[f64; N]; N];
}

/// Pose and speeds on their way through a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving<R, const N: usize> {
    /// X, Y \[m\] and φ \[rad\].
    pub pose: [R; 3],
    /// The speeds of the motion.
    pub speeds: [R; N],
}

/// What all motions of one step share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drive<'a, R> {
    pub(super) car: &'a RaceCar,
    pub(super) actuators: Actuators<R>,
    pub(super) ground: Ground<R>,
    /// When the motion begins, counted from where the actuators started \[s\].
    pub(super) begins_s: f64,
}

/// Four tyres on wheels that roll: speeds v_x, v_y, ω.
pub(super) struct Rolling<'a, L, R>(pub(super) Drive<'a, R>, pub(super) L);
/// Four tyres on wheels that spin: speeds v_x, v_y, ω and the spin of each wheel.
pub(super) struct Spinning<'a, R>(pub(super) Drive<'a, R>);
/// A bicycle without slip: speed v_x.
pub(super) struct Kinematic<'a, R>(pub(super) Drive<'a, R>);

/// The longest step for a process that settles in this time \[s\].
#[inline(always)]
fn step_for_time<R: Real>(settles_s: R) -> R {
    let stable = R::from(STABLE_SHARE) * settles_s;
    (R::from(ACCURATE_SHARE) * settles_s).max(stable.min(R::from(RESOLVED_S)))
}

impl<'a> Drive<'a, f64> {
    #[inline(always)]
    fn lift<R: Real>(&self) -> Drive<'a, R> {
        let (actuators, ground) = (self.actuators.lift(), self.ground.lift());
        Drive { car: self.car, actuators, ground, begins_s: self.begins_s }
    }

    fn later(&self, by_s: f64) -> Self {
        Drive { begins_s: self.begins_s + by_s, ..*self }
    }
}

impl<R: Real> Drive<'_, R> {
    #[inline(always)]
    fn inputs(&self, time_s: R) -> Inputs<R> {
        self.actuators.at(R::from(self.begins_s) + time_s)
    }

    #[inline(always)]
    fn kink_s(&self) -> R {
        self.actuators.kink_s() - R::from(self.begins_s)
    }

    /// RK4 sees a settling torque through Simpson's rule, whose error in speed is a t (h/t)⁵/2880 for an
    /// acceleration a that decays with t: the longest h for the error allowed.
    #[inline(always)]
    fn step_for_torque(&self, inputs: &Inputs<R>) -> R {
        let car = self.car.parameters();
        let lag_s = car.torque_lag_s;
        let change = inputs.torque_gap_nm * R::from(4.0 * car.drive_per_m * lag_s / car.mass_kg);
        let ratio = R::from(2880.0 * TORQUE_ERROR_MPS) / change.max(R::from(1e-30));
        R::from(lag_s) * ratio.sqrt().sqrt()
    }

    /// Resistance and brakes turn at standstill: approach it in steps that shrink with the speed.
    #[inline(always)]
    fn step_for_stop(&self, inputs: &Inputs<R>, v_x: R) -> R {
        let car = self.car.parameters();
        let zero = R::from(0.0);
        let [a, b, c, d] = inputs.torque_nm;
        let brake_nm = ((-a).max(zero) + (-b).max(zero)) + ((-c).max(zero) + (-d).max(zero));
        let mut push = if car.reverse { zero } else { brake_nm * R::from(car.drive_per_m) };
        if let Some([a, b, c, d]) = self.ground.brake_nm {
            push += ((a + b) + (c + d)) * R::from(car.drive_per_m);
        }
        if let Some([a, b, c, d]) = self.ground.rolling_resistance {
            let load_n = R::from(car.mass_kg) * self.ground.gravity_into_ground_mps2;
            push += ((a + b) + (c + d)) * load_n;
        }
        let against_n = push + R::from(car.resistance_n + 1e-9);
        R::from(0.1 * car.mass_kg) * (v_x.abs() + R::from(0.1)) / against_n
    }

    /// Sideslip and yaw settle at rates of BCD F_z/(m v) and BCD F_z l_F l_R/(I_z v), where v is the speed
    /// of the slowest wheel: α changes with the side speed by u/(u² + w²).
    ///
    /// What one step leaves of its error fades at these rates too. In a steady turn there is none, and
    /// stability alone limits the step.
    #[inline(always)]
    fn step_for_slip(&self, inputs: &Inputs<R>, twist: &[R; 3], rates: &[R; 3]) -> R {
        let car = self.car.parameters();
        let mut slowest = R::from(f64::MAX);
        for wheel in self.car.wheel_motion(inputs, twist) {
            let u = wheel.rolling_mps.abs().max(R::from(car.slip_cutoff_mps));
            slowest = slowest.min(u + wheel.sideways_mps * wheel.sideways_mps / u);
        }
        let down = R::from(0.5 * car.downforce_ns2pm2 / car.mass_kg) * twist[0] * twist[0];
        let push = self.ground.gravity_into_ground_mps2 + down;
        let over_speed = push / slowest;
        let side_rate = R::from(self.car.side_stiffness()) * over_speed;
        let yaw_rate = R::from(self.car.yaw_stiffness()) * over_speed;
        let rate = side_rate.max(yaw_rate);
        let slow = (rate * R::from(1.0 / HEADING_RATE)).min(R::from(1.0));
        let allowed = R::from(SLIP_ERROR_MPS) * rate * (slow * slow);
        let error = self.slip_error(push * inputs.steer_rate_radps, twist, rates, side_rate, yaw_rate);
        let accurate = (allowed / error.max(R::from(1e-30))).sqrt().sqrt();
        let settles_s = R::from(1.0) / rate;
        step_for_time(settles_s).max(accurate.min(R::from(STABLE_SHARE) * settles_s))
    }

    /// The error that RK4 leaves in the side speed, per time and h⁴.
    ///
    /// Of speeds with ẏ = A y + f(t) and an f that fades like e^(−μt) it is, in one step,
    /// h⁵/120 (A³ ÿ + (A²/4 + Aμ/6 + μ²/24) μ ḟ): the exact solution less the four stages, both as series
    /// in h. Here ḟ is what the steering does, 1/μ its lag, and A has the rates on its diagonal and −v_x
    /// between yaw rate and side speed.
    ///
    /// The parts of ÿ cancel where the car follows a slow steering; near the limit of grip, where slips do
    /// not settle like that, they count one by one.
    #[inline(always)]
    fn slip_error(&self, steered: R, twist: &[R; 3], rates: &[R; 3], side_rate: R, yaw_rate: R) -> R {
        let car = self.car.parameters();
        let [v_x, _, omega] = *twist;
        let grip_use = (rates[1] + v_x * omega) * R::from(1.0 / (car.lateral.d * car.gravity_mps2));
        let square = grip_use * grip_use;
        let weight = R::from(CANCELLED_WEIGHT) * square * square;
        let length = car.wheelbase_m();
        let steered_side = steered * R::from(self.car.side_stiffness() * car.rear_axle_m / length);
        let steered_yaw = steered * R::from(self.car.yaw_stiffness() / length);
        let side = [steered_side, -(side_rate * rates[1]), -(v_x * rates[2])];
        let yaw = [steered_yaw, -(yaw_rate * rates[2])];
        let side_jerk =
            (side[0] + side[1] + side[2]).abs() + weight * (side[0].abs() + side[1].abs() + side[2].abs());
        let yaw_jerk = (yaw[0] + yaw[1]).abs() + weight * (yaw[0].abs() + yaw[1].abs());

        let (rate, fade) = (side_rate.max(yaw_rate), R::from(1.0 / car.steer_lag_s));
        let lever = R::from(car.front_axle_m.max(car.rear_axle_m));
        let (speed, by_yaw) = (v_x.abs(), steered_yaw.abs());
        let settling =
            ((side_jerk + lever * yaw_jerk) * rate + R::from(3.0) * speed * yaw_jerk) * rate * rate;
        let bent =
            (rate * R::from(0.25) - fade * R::from(1.0 / 6.0)) * rate + fade * fade * R::from(1.0 / 24.0);
        let steering =
            ((steered_side.abs() + lever * by_yaw) * bent + R::from(0.5) * speed * by_yaw * rate) * fade;
        (settling + steering) * R::from(1.0 / 120.0)
    }
}

impl<L: Law, R: Real> Motion<R, 3> for Rolling<'_, L, R> {
    #[inline(always)]
    fn inputs(&self, time_s: R) -> Inputs<R> {
        self.0.inputs(time_s)
    }

    #[inline(always)]
    fn rates(&self, inputs: &Inputs<R>, speeds: &[R; 3]) -> [R; 3] {
        rolling_rates(self.1, self.0.car, inputs, &self.0.ground, speeds)
    }

    #[inline(always)]
    fn twist(&self, _inputs: &Inputs<R>, speeds: &[R; 3]) -> [R; 3] {
        *speeds
    }

    #[inline(always)]
    fn longest_step_s(&self, inputs: &Inputs<R>, speeds: &[R; 3], rates: &[R; 3]) -> R {
        let slip = self.0.step_for_slip(inputs, speeds, rates);
        let stop = self.0.step_for_stop(inputs, speeds[0]);
        slip.min(stop).min(self.0.step_for_torque(inputs)).max(R::from(SHORTEST_S))
    }

    #[inline(always)]
    fn kink_s(&self) -> R {
        self.0.kink_s()
    }
}

impl<'a, L: Law> Differentiable<3> for Rolling<'a, L, f64> {
    type In<R: Real> = Rolling<'a, L, R>;

    #[inline(always)]
    fn lift<R: Real>(&self) -> Self::In<R> {
        Rolling(self.0.lift(), self.1)
    }

    fn later(&self, by_s: f64) -> Self {
        Rolling(self.0.later(by_s), self.1)
    }

    fn jacobian(&self, inputs: &Inputs<f64>, speeds: &[f64; 3]) -> [[f64; 3]; 3] {
        let (inputs, ground) = (inputs.lift(), self.0.ground.lift());
        let rates = |speeds: &_| rolling_rates(self.1, self.0.car, &inputs, &ground, speeds);
        differentiate(speeds, rates).jacobian
    }
}

#[inline(always)]
pub(super) fn rolling_rates<L: Law, R: Real>(
    law: L,
    car: &RaceCar,
    inputs: &Inputs<R>,
    ground: &Ground<R>,
    twist: &[R; 3],
) -> [R; 3] {
    let forces = car.balance(law, inputs, ground, twist, &[R::from(0.0); 4]);
    let [v_x, v_y, omega] = *twist;
    [forces.a_x_mps2 + v_y * omega, forces.a_y_mps2 - v_x * omega, forces.yaw_acceleration_radps2]
}

impl<R: Real> Motion<R, 7> for Spinning<'_, R> {
    #[inline(always)]
    fn inputs(&self, time_s: R) -> Inputs<R> {
        self.0.inputs(time_s)
    }

    #[inline(always)]
    fn rates(&self, inputs: &Inputs<R>, speeds: &[R; 7]) -> [R; 7] {
        spinning_rates(self.0.car, inputs, &self.0.ground, speeds)
    }

    #[inline(always)]
    fn twist(&self, _inputs: &Inputs<R>, speeds: &[R; 7]) -> [R; 3] {
        [speeds[0], speeds[1], speeds[2]]
    }

    /// A wheel's spin settles at R² BCD_s F_z/(I_w v); a braked one is stopped by steps that shrink with it.
    #[inline(always)]
    fn longest_step_s(&self, inputs: &Inputs<R>, speeds: &[R; 7], rates: &[R; 7]) -> R {
        let car = self.0.car.parameters();
        let twist = [speeds[0], speeds[1], speeds[2]];
        let wheels = self.0.car.wheel_motion(inputs, &twist);
        let down = R::from(0.5 * car.downforce_ns2pm2 / car.mass_kg) * twist[0] * twist[0];
        // Half of the weight on one wheel is more than any wheel keeps for long.
        let load = R::from(0.5 * car.mass_kg) * (self.0.ground.gravity_into_ground_mps2 + down);
        let stiffness = self.0.car.slip_stiffness() * car.wheel_radius_m * car.wheel_radius_m;
        let spin_rate = R::from(stiffness / car.wheel_inertia_kgm2) * load;
        let slip = self.0.step_for_slip(inputs, &twist, &[rates[0], rates[1], rates[2]]);
        let mut longest = slip.min(self.0.step_for_torque(inputs));
        for i in 0..4 {
            let ahead = wheels[i].rolling_mps.abs().max(R::from(car.ratio_cutoff_mps));
            longest = longest.min(step_for_time(ahead / spin_rate));
            if !car.reverse || self.0.ground.brake_nm.is_some() {
                let mut brake_nm =
                    if car.reverse { R::from(1e-9) } else { (-inputs.torque_nm[i]).max(R::from(1e-9)) };
                if let Some(pressed_nm) = &self.0.ground.brake_nm {
                    brake_nm += pressed_nm[i];
                }
                let brake = brake_nm / R::from(car.wheel_inertia_kgm2);
                longest =
                    longest.min(R::from(0.5) * (speeds[3 + i].abs() + R::from(1.0 / LOCK_SPRAD)) / brake);
            }
        }
        longest.min(self.0.step_for_stop(inputs, speeds[0])).max(R::from(SHORTEST_S))
    }

    #[inline(always)]
    fn kink_s(&self) -> R {
        self.0.kink_s()
    }
}

impl<'a> Differentiable<7> for Spinning<'a, f64> {
    type In<R: Real> = Spinning<'a, R>;

    #[inline(always)]
    fn lift<R: Real>(&self) -> Self::In<R> {
        Spinning(self.0.lift())
    }

    fn later(&self, by_s: f64) -> Self {
        Spinning(self.0.later(by_s))
    }

    fn jacobian(&self, inputs: &Inputs<f64>, speeds: &[f64; 7]) -> [[f64; 7]; 7] {
        let (inputs, ground) = (inputs.lift(), self.0.ground.lift());
        differentiate(speeds, |speeds| spinning_rates(self.0.car, &inputs, &ground, speeds)).jacobian
    }
}

#[inline(always)]
pub(super) fn spinning_rates<R: Real>(
    car: &RaceCar,
    inputs: &Inputs<R>,
    ground: &Ground<R>,
    speeds: &[R; 7],
) -> [R; 7] {
    let [v_x, v_y, omega, s0, s1, s2, s3] = *speeds;
    let spins = [s0, s1, s2, s3];
    let forces = car.balance(CombinedLaw, inputs, ground, &[v_x, v_y, omega], &spins);
    let p = car.parameters();
    let mut rates = *speeds;
    rates[0] = forces.a_x_mps2 + v_y * omega;
    rates[1] = forces.a_y_mps2 - v_x * omega;
    rates[2] = forces.yaw_acceleration_radps2;
    for i in 0..4 {
        let torque = inputs.torque_nm[i];
        let mut acting = torque * forces::brake_share(p, torque, spins[i], LOCK_SPRAD);
        if let Some(brake_nm) = &ground.brake_nm {
            acting += forces::brake_torque(brake_nm[i], spins[i]);
        }
        rates[3 + i] =
            (acting - R::from(p.wheel_radius_m) * forces.forward_n[i]) / R::from(p.wheel_inertia_kgm2);
    }
    rates
}

impl<R: Real> Motion<R, 1> for Kinematic<'_, R> {
    #[inline(always)]
    fn inputs(&self, time_s: R) -> Inputs<R> {
        self.0.inputs(time_s)
    }

    #[inline(always)]
    fn rates(&self, inputs: &Inputs<R>, speeds: &[R; 1]) -> [R; 1] {
        [kinematic_rate(self.0.car, inputs, &self.0.ground, speeds[0])]
    }

    #[inline(always)]
    fn twist(&self, inputs: &Inputs<R>, speeds: &[R; 1]) -> [R; 3] {
        self.0.car.rolling_twist(inputs, speeds[0])
    }

    #[inline(always)]
    fn longest_step_s(&self, inputs: &Inputs<R>, speeds: &[R; 1], _rates: &[R; 1]) -> R {
        let stop = self.0.step_for_stop(inputs, speeds[0]);
        stop.min(self.0.step_for_torque(inputs)).max(R::from(SHORTEST_S))
    }

    #[inline(always)]
    fn kink_s(&self) -> R {
        self.0.kink_s()
    }
}

impl<'a> Differentiable<1> for Kinematic<'a, f64> {
    type In<R: Real> = Kinematic<'a, R>;

    #[inline(always)]
    fn lift<R: Real>(&self) -> Self::In<R> {
        Kinematic(self.0.lift())
    }

    fn later(&self, by_s: f64) -> Self {
        Kinematic(self.0.later(by_s))
    }

    fn jacobian(&self, inputs: &Inputs<f64>, speeds: &[f64; 1]) -> [[f64; 1]; 1] {
        let (inputs, ground) = (inputs.lift(), self.0.ground.lift());
        differentiate(speeds, |&[speed]| [kinematic_rate(self.0.car, &inputs, &ground, speed)]).jacobian
    }
}

/// v̇_x of ideal rolling by the balance of power, side forces doing no work:
///
/// M v̇_x = F_R + F_F/cos δ − J tan δ (1 + tan² δ) δ̇ v_x, M = m + J tan² δ, J = (m l_R² + I_z)/L².
/// Gravity works on the velocity (v_x, v_x (l_R/L) tan δ).
#[inline(always)]
pub(super) fn kinematic_rate<R: Real>(car: &RaceCar, inputs: &Inputs<R>, ground: &Ground<R>, v_x: R) -> R {
    let p = car.parameters();
    let length = p.wheelbase_m();
    let tan = inputs.sin / inputs.cos;
    let [f0, f1, f2, f3] = rolling_forces(car, inputs, ground, v_x);
    let inertia =
        R::from((p.mass_kg * p.rear_axle_m * p.rear_axle_m + p.yaw_inertia_kgm2) / (length * length));
    let mass = R::from(p.mass_kg) + inertia * tan * tan;
    let front = f0 + f1;
    let rear = f2 + f3 + forces::resistance(p, v_x);
    let weight = R::from(p.mass_kg)
        * (ground.gravity_x_mps2 + ground.gravity_y_mps2 * R::from(p.rear_axle_m / length) * tan);
    let turning = inertia * tan * (R::from(1.0) + tan * tan) * inputs.steer_rate_radps * v_x;
    (rear + front / inputs.cos + weight - turning) / mass
}

/// Drive forces of the rolling wheels \[N\]; the `combined` tyre gives no more than its peak.
#[inline(always)]
pub(super) fn rolling_forces<R: Real>(
    car: &RaceCar,
    inputs: &Inputs<R>,
    ground: &Ground<R>,
    v_x: R,
) -> PerWheel<R> {
    let p = car.parameters();
    let half_weight = R::from(0.5 * p.mass_kg / p.wheelbase_m()) * ground.gravity_into_ground_mps2;
    let mut force_n = inputs.torque_nm;
    for (i, force) in force_n.iter_mut().enumerate() {
        *force = forces::drive_force(p, *force, v_x);
        if let Some(brake_nm) = &ground.brake_nm {
            *force += forces::brake_force(p, brake_nm[i], v_x);
        }
        let lever = if i < 2 { p.rear_axle_m } else { p.front_axle_m };
        if p.tyre == Tyre::Combined {
            let most =
                R::from(car.combined_of(i).longitudinal_peak_force() * lever) * half_weight * ground.grip[i];
            *force = force.clamp(-most, most);
        }
        if let Some(coefficients) = &ground.rolling_resistance {
            *force += forces::rolling_force(coefficients[i] * R::from(lever) * half_weight, v_x);
        }
    }
    force_n
}

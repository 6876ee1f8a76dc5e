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

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::*;

    const TORQUE_NM: PerWheel<f64> = [40.0, 30.0, -20.0, 10.0];

    fn inputs(steer_rad: f64, steer_rate_radps: f64) -> Inputs<f64> {
        let (sin, cos) = skidpad_math::sin_cos(steer_rad);
        Inputs { steer_rad, sin, cos, steer_rate_radps, torque_nm: TORQUE_NM, torque_gap_nm: 0.0 }
    }

    /// Ground that pulls both ways, resists rolling, and brakes that are pressed.
    fn rough(car: &RaceCar) -> Ground<f64> {
        Ground {
            gravity_x_mps2: 0.7,
            gravity_y_mps2: -0.4,
            rolling_resistance: Some([0.01, 0.02, 0.03, 0.04]),
            brake_nm: Some([5.0, 6.0, 7.0, 8.0]),
            ..car.level_ground()
        }
    }

    /// Side forces do no work: energy grows by what drive, resistance and gravity give, also while the wheel turns.
    #[test]
    fn rolling_without_slip_keeps_the_balance_of_power() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let (p, ground) = (car.parameters(), rough(&car));
        for v_x in [0.05, 3.0, -2.0] {
            let now = inputs(0.3, 0.8);
            let rate = kinematic_rate(&car, &now, &ground, v_x);
            let energy_j = |time_s: f64| {
                let [x, y, omega] = car.rolling_twist(&inputs(0.3 + 0.8 * time_s, 0.8), v_x + rate * time_s);
                0.5 * p.mass_kg * (x * x + y * y) + 0.5 * p.yaw_inertia_kgm2 * omega * omega
            };
            let gained_w = (energy_j(1e-5) - energy_j(-1e-5)) / 2e-5;
            let [a, b, c, d] = rolling_forces(&car, &now, &ground, v_x);
            let [_, v_y, _] = car.rolling_twist(&now, v_x);
            let given_w = (a + b) * v_x / now.cos
                + (c + d + forces::resistance(p, v_x)) * v_x
                + p.mass_kg * (0.7 * v_x - 0.4 * v_y);
            assert!(
                (gained_w - given_w).abs() < 1e-6 * given_w.abs().max(1.0),
                "{v_x}: {gained_w} {given_w}"
            );
        }
    }

    /// The accelerations of a rolling car are those of its centre of gravity, seen from the turning body.
    #[test]
    fn a_rolling_car_feels_the_acceleration_of_its_path() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let (ground, v_x, rate) = (rough(&car), 3.0, 0.8);
        let now = inputs(0.3, rate);
        let change = kinematic_rate(&car, &now, &ground, v_x);
        let seen = car.observe_kinematic(&now, &ground, v_x);
        let twist =
            |time_s: f64| car.rolling_twist(&inputs(0.3 + rate * time_s, rate), v_x + change * time_s);
        let ([_, v_y, omega], [_, y_0, turn_0], [_, y_1, turn_1]) = (twist(0.0), twist(-1e-6), twist(1e-6));
        assert!((seen.a_x_mps2 - (change - v_y * omega)).abs() < 1e-12);
        assert!((seen.a_y_mps2 - ((y_1 - y_0) / 2e-6 + v_x * omega)).abs() < 1e-6);
        assert!((seen.yaw_acceleration_radps2 - (turn_1 - turn_0) / 2e-6).abs() < 1e-6);
        // They press the wheels into the ground: the whole weight, and its moments about both axes.
        let p = car.parameters();
        let [fl, fr, rl, rr] = seen.load_n;
        let weight_n = p.mass_kg * p.gravity_mps2 + 0.5 * p.downforce_ns2pm2 * v_x * v_x;
        assert!((fl + fr + rl + rr - weight_n).abs() < 1e-9);
        let rolled_nm = 0.5 * p.track_m * (fr + rr - fl - rl);
        assert!((rolled_nm - p.mass_kg * p.cg_height_m * (seen.a_y_mps2 + 0.4)).abs() < 1e-9);
    }

    /// Torque gives C_m0·τ and brakes fade at standstill; each axle carries its share of the weight, which resists.
    #[test]
    fn rolling_wheels_push_by_their_torques() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let (p, ground) = (car.parameters(), rough(&car));
        let v_x = 0.03;
        let fade = skidpad_math::tanh(10.0 * v_x);
        let found = rolling_forces(&car, &inputs(0.0, 0.0), &ground, v_x);
        for i in 0..4 {
            let torque = TORQUE_NM[i] * if TORQUE_NM[i] < 0.0 { fade } else { 1.0 };
            let brake_nm = 5.0 + i as f64;
            let lever = if i < 2 { p.rear_axle_m } else { p.front_axle_m };
            let load_n = 0.5 * p.mass_kg * p.gravity_mps2 * lever / p.wheelbase_m();
            let rolling_n = 0.01 * (i as f64 + 1.0) * load_n;
            let expected = p.drive_per_m * (torque - brake_nm * fade) - rolling_n * fade;
            assert!((found[i] - expected).abs() < 1e-9, "{i}: {found:?} {expected}");
        }
    }

    /// Wheels that may spin give no more than their peak at the load of the standing car.
    #[test]
    fn rolling_wheels_give_no_more_than_the_peak() {
        let parameters = Parameters { tyre: Tyre::Combined, ..Parameters::ariane_rear() };
        let car = RaceCar::new(parameters).unwrap();
        let p = car.parameters();
        let ground = Ground { grip: [0.5, 1.0, 0.7, 1.0], ..car.level_ground() };
        let strong = Inputs { torque_nm: [1e5, -1e5, 1e5, -1e5], ..inputs(0.0, 0.0) };
        let found = rolling_forces(&car, &strong, &ground, 50.0);
        for (i, side) in [1.0, -1.0, 1.0, -1.0].into_iter().enumerate() {
            let lever = if i < 2 { p.rear_axle_m } else { p.front_axle_m };
            let load_n = 0.5 * p.mass_kg * p.gravity_mps2 * lever / p.wheelbase_m();
            let peak = if i < 2 { p.longitudinal.d } else { p.rear_longitudinal().d };
            let expected = side * peak * load_n * ground.grip[i];
            assert!((found[i] - expected).abs() < 1e-9, "{i}: {found:?} {expected}");
        }
    }

    fn drive(car: &RaceCar, ground: Ground<f64>) -> Drive<'_, f64> {
        use super::super::state::{Controls, State};
        car.drive(&State::at_rest(), &Controls::released(), &ground)
    }

    /// a·t·(h/t)⁵/2880 is the error allowed.
    #[test]
    fn a_settling_torque_sets_the_step_by_its_error() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let p = car.parameters();
        let settling = Inputs { torque_gap_nm: 37.0, ..inputs(0.0, 0.0) };
        let step_s = drive(&car, car.level_ground()).step_for_torque(&settling);
        let ratio = step_s / p.torque_lag_s;
        let speed_mps = 4.0 * 37.0 * p.drive_per_m / p.mass_kg * p.torque_lag_s;
        assert!((speed_mps * ratio * ratio * ratio * ratio / 2880.0 - TORQUE_ERROR_MPS).abs() < 1e-20);
    }

    /// A tenth of the time in which all that brakes would stop the car, with a tenth of a metre per second to spare.
    #[test]
    fn a_stop_is_approached_in_tenths() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let p = car.parameters();
        let pushed = |brake_nm: f64, rolling: f64| {
            brake_nm * p.drive_per_m + rolling * p.mass_kg * p.gravity_mps2 + p.resistance_n + 1e-9
        };
        let step = |car: &RaceCar, ground: Ground<f64>, v_x: f64| {
            let braking = Inputs { torque_nm: [-3.0, -2.0, -9.0, -6.0], ..inputs(0.1, 0.0) };
            drive(car, ground).step_for_stop(&braking, v_x)
        };
        let check =
            |got: f64, expected: f64| assert!((got / expected - 1.0).abs() < 1e-12, "{got} {expected}");
        for v_x in [2.0, -2.0] {
            check(step(&car, car.level_ground(), v_x), 0.1 * p.mass_kg * 2.1 / pushed(20.0, 0.0));
            let ground = rough(&car);
            check(step(&car, ground, v_x), 0.1 * p.mass_kg * 2.1 / pushed(20.0 + 26.0, 0.1));
        }
        let reversing = RaceCar::new(Parameters { reverse: true, ..Parameters::ariane() }).unwrap();
        check(step(&reversing, car.level_ground(), 2.0), 0.1 * p.mass_kg * 2.1 / pushed(0.0, 0.0));
    }

    /// Processes are followed by a twentieth of their time; short ones are only kept stable, at half a millisecond.
    #[test]
    fn steps_follow_slow_processes_and_leave_fast_ones() {
        assert_eq!(step_for_time(1.0), 0.05);
        assert_eq!(step_for_time(0.001), 0.0005);
        assert_eq!(step_for_time(0.0005), 0.8 * 0.0005);
    }

    /// A motion that begins later sees the actuators where they are then, and what is left to the kink.
    #[test]
    fn a_later_motion_is_the_same_seen_later() {
        use super::super::forces::ConstantLaw;
        use super::super::state::{Controls, State};
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let state = State::at_rest();
        let drive = car.drive(&state, &Controls::even(0.3, 50.0), &car.level_ground());
        let motion = Rolling(drive, ConstantLaw);
        let later = motion.later(0.02).later(0.03);
        assert!(
            (Motion::inputs(&later, 0.07).steer_rad - Motion::inputs(&motion, 0.12).steer_rad).abs() < 1e-15
        );
        assert!(
            (Motion::inputs(&later, 0.07).torque_nm[0] - Motion::inputs(&motion, 0.12).torque_nm[0]).abs()
                < 1e-12
        );
        assert!((Motion::kink_s(&motion) - Motion::kink_s(&later) - 0.05).abs() < 1e-15);
    }

    /// (A³·ÿ + (A²/4 + A·μ/6 + μ²/24)·μ·ḟ)/120, its parts one by one as far as grip is used.
    #[test]
    fn the_error_of_slips_is_that_of_their_series() {
        let car = RaceCar::new(Parameters::ariane_rear()).unwrap();
        let (p, length) = (car.parameters(), car.parameters().wheelbase_m());
        for (v_x, steered, side_rate, yaw_rate) in [
            (10.0, 1.3, 12.0, 8.0),
            (-10.0, 1.3, 8.0, 12.0),
            (15.0, -0.7, 60.0, 40.0),
            (10.0, 0.0, 12.0, 8.0),
        ] {
            let (rates, omega): ([f64; 3], f64) = ([0.3, 0.7, -0.9], 0.5);
            let found = drive(&car, car.level_ground()).slip_error(
                steered,
                &[v_x, 0.4, omega],
                &rates,
                side_rate,
                yaw_rate,
            );
            let grip = (rates[1] + v_x * omega) / (p.lateral.d * p.gravity_mps2);
            let weight = 20.0 * grip * grip * grip * grip;
            let of_side: f64 = steered * car.side_stiffness() * p.rear_axle_m / length;
            let of_yaw: f64 = steered * car.yaw_stiffness() / length;
            let jerk = |parts: &[f64]| {
                let sum: f64 = parts.iter().sum();
                sum.abs() + weight * parts.iter().map(|part| part.abs()).sum::<f64>()
            };
            let side = jerk(&[of_side, -side_rate * rates[1], -v_x * rates[2]]);
            let yaw = jerk(&[of_yaw, -yaw_rate * rates[2]]);
            let (a, mu): (f64, f64) = (-side_rate.max(yaw_rate), 1.0 / p.steer_lag_s);
            let lever = p.front_axle_m.max(p.rear_axle_m);
            let settling = -a * a * a * (side + lever * yaw) + 3.0 * a * a * v_x.abs() * yaw;
            let bent = a * a / 4.0 + a * mu / 6.0 + mu * mu / 24.0;
            let steering =
                mu * ((of_side.abs() + lever * of_yaw.abs()) * bent - 0.5 * a * v_x.abs() * of_yaw.abs());
            let expected = (settling + steering) / 120.0;
            assert!((found / expected - 1.0).abs() < 1e-12, "{v_x} {steered}: {found} {expected}");
        }
    }

    /// In a steady turn stability alone limits the step; else the error allowed, but for no less than a twentieth of
    /// the time in which slips settle at the slowest wheel.
    #[test]
    fn slips_are_followed_to_the_error_allowed() {
        let usual = Parameters { downforce_ns2pm2: 4.0, ..Parameters::ariane_rear() };
        for parameters in [usual.clone(), Parameters { yaw_inertia_kgm2: 60.0, ..usual }] {
            let car = RaceCar::new(parameters).unwrap();
            let p = car.parameters();
            let (mut accurate_count, mut least_count) = (0, 0);
            for v_x in [8.0, -8.0, 25.0] {
                let (now, twist) = (inputs(0.2, 0.0), [v_x, 0.7, 0.4]);
                let slowest = car
                    .wheel_motion(&now, &twist)
                    .map(|wheel| (wheel.rolling_mps.abs(), wheel.sideways_mps))
                    .into_iter()
                    .map(|(u, w)| (u * u + w * w) / u)
                    .fold(f64::MAX, f64::min);
                let push = p.gravity_mps2 + 0.5 * 4.0 / p.mass_kg * v_x * v_x;
                let (side, yaw) =
                    (car.side_stiffness() * push / slowest, car.yaw_stiffness() * push / slowest);
                let rate = side.max(yaw);
                let drive = drive(&car, car.level_ground());
                let steady = drive.step_for_slip(&now, &twist, &[0.0; 3]);
                assert!((steady * rate / 0.8 - 1.0).abs() < 1e-12, "{steady} {rate}");
                for power in -12..4 {
                    let scale = skidpad_math::exp(f64::from(power));
                    let steering = Inputs { steer_rate_radps: 0.1 * scale, ..now };
                    let rates = [0.0, 0.7 * scale, -0.9 * scale];
                    let error = drive.slip_error(push * 0.1 * scale, &twist, &rates, side, yaw);
                    let slow = (rate / 36.0).min(1.0);
                    let accurate = (3.2e-6 * rate * slow * slow / error).sqrt().sqrt();
                    let least = step_for_time(1.0 / rate);
                    let expected = least.max(accurate.min(0.8 / rate));
                    accurate_count += u32::from(accurate > least && accurate < 0.8 / rate);
                    least_count += u32::from(accurate < least);
                    let found = drive.step_for_slip(&steering, &twist, &rates);
                    assert!((found / expected - 1.0).abs() < 1e-12, "{v_x} {scale}: {found} {expected}");
                }
            }
            assert!(accurate_count > 5 && least_count > 0, "{accurate_count} {least_count}");
        }
    }

    /// A wheel's spin settles at R²·BCD_s·F_z/(I_w·u), and half of the way to its lock is the longest step of a braked
    /// one; the shortest of all rules counts.
    #[test]
    fn spinning_wheels_shorten_the_step() {
        let mut shortest = [0; 5];
        for (reverse, pressed) in [(false, false), (false, true), (true, false), (true, true)] {
            for (inertia, gap_nm, brake_nm) in [
                (0.1, 0.0, 20.0),
                (50.0, 0.0, 20.0),
                (50.0, 1e4, 20.0),
                (5.0, 0.0, 4_000.0),
                (0.1, 0.0, 4_000.0),
            ] {
                for v_x in [0.2, 8.0, -8.0] {
                    let car = RaceCar::new(Parameters {
                        tyre: Tyre::Combined,
                        reverse,
                        wheel_inertia_kgm2: inertia,
                        torque_lag_s: 0.01,
                        ..Parameters::ariane_rear()
                    })
                    .unwrap();
                    let p = car.parameters();
                    let brakes = [brake_nm, 2.0 * brake_nm, 0.5 * brake_nm, brake_nm];
                    let ground = Ground { brake_nm: pressed.then_some(brakes), ..car.level_ground() };
                    let drive = drive(&car, ground);
                    let torque_nm = [40.0, -brake_nm, 10.0, -0.1 * brake_nm];
                    let now = Inputs { torque_gap_nm: gap_nm, torque_nm, ..inputs(0.1, 0.0) };
                    let speeds = [v_x, 0.1, 0.2, v_x / 0.2, -v_x / 0.2, v_x / 0.2, 0.01];
                    let rates = [0.0, 0.01, 0.01, 0.0, 0.0, 0.0, 0.0];
                    let twist = [v_x, 0.1, 0.2];
                    let push = p.gravity_mps2 + 0.5 * p.downforce_ns2pm2 / p.mass_kg * v_x * v_x;
                    let stiffness = p.longitudinal.stiffness() * 0.5 * p.mass_kg * push;
                    let spin_rate = stiffness * p.wheel_radius_m * p.wheel_radius_m / inertia;
                    let mut spins = f64::MAX;
                    let mut locks = f64::MAX;
                    for (i, wheel) in car.wheel_motion(&now, &twist).iter().enumerate() {
                        let ahead = wheel.rolling_mps.abs().max(p.ratio_cutoff_mps);
                        spins = spins.min(step_for_time(ahead / spin_rate));
                        let own_nm = if reverse { 1e-9 } else { (-torque_nm[i]).max(1e-9) };
                        let pedal_nm = if pressed { brakes[i] } else { 0.0 };
                        if !reverse || pressed {
                            let way = 0.5 * (speeds[3 + i].abs() + 0.2);
                            locks = locks.min(way * inertia / (own_nm + pedal_nm));
                        }
                    }
                    let rules = [
                        drive.step_for_slip(&now, &twist, &[0.0, 0.01, 0.01]),
                        drive.step_for_torque(&now),
                        drive.step_for_stop(&now, v_x),
                        spins,
                        locks,
                    ];
                    let least = rules.into_iter().fold(f64::MAX, f64::min);
                    shortest[rules.iter().position(|rule| *rule == least).expect("one of them")] += 1;
                    let expected = least.max(SHORTEST_S);
                    let found = Spinning(drive).longest_step_s(&now, &speeds, &rates);
                    assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected} of {rules:?}");
                }
            }
        }
        assert!(shortest[0] > 0 && shortest[1] > 0 && shortest[3] > 0 && shortest[4] > 0, "{shortest:?}");
    }

    /// I_w·dω/dt = τ − R·F_x, where brakes fade with the spin that they stop; the body turns under its velocity.
    #[test]
    fn spinning_wheels_follow_torque_and_ground() {
        let car = RaceCar::new(Parameters { tyre: Tyre::Combined, ..Parameters::ariane_rear() }).unwrap();
        let (p, ground) = (car.parameters(), rough(&car));
        let now = inputs(0.2, 0.0);
        let spins = [26.0, -0.05, 0.07, 24.0];
        let speeds = [5.0, 0.6, 0.8, spins[0], spins[1], spins[2], spins[3]];
        let found = spinning_rates(&car, &now, &ground, &speeds);
        let forces = car.balance(CombinedLaw, &now, &ground, &[5.0, 0.6, 0.8], &spins);
        assert!((found[0] - forces.a_x_mps2 - 0.6 * 0.8).abs() < 1e-12);
        assert!((found[1] - forces.a_y_mps2 + 5.0 * 0.8).abs() < 1e-12);
        assert_eq!(found[2], forces.yaw_acceleration_radps2);
        for i in 0..4 {
            let fade = skidpad_math::tanh(5.0 * spins[i]);
            let drive_nm = TORQUE_NM[i] * if TORQUE_NM[i] < 0.0 { fade } else { 1.0 };
            let torque_nm = drive_nm - (5.0 + i as f64) * fade;
            let expected = (torque_nm - p.wheel_radius_m * forces.forward_n[i]) / p.wheel_inertia_kgm2;
            assert!((found[3 + i] - expected).abs() < 1e-9, "{i}: {found:?} {expected}");
        }
    }
}

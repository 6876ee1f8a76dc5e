//! Forces on the car: resistance, wheel motion, tyres, wheel loads and the balance that couples them.

use skidpad_math::Real;

use super::actuators::Inputs;
use super::car::RaceCar;
use super::magic_formula::MagicFormula;
use super::parameters::Parameters;
#[cfg(doc)]
use super::parameters::Tyre;
use super::state::{Ground, PerWheel, WHEEL_COUNT};

/// How fast resistance and brakes fade near standstill: tanh(10 v) \[s/m\].
const STANDSTILL_SPM: f64 = 10.0;
/// How fast the brake of a spinning wheel fades near its lock: tanh(5 ω) \[s/rad\].
pub(super) const LOCK_SPRAD: f64 = 5.0;
/// Where a wheel lifts, its load is handed on and the balance solved again, at most this often.
const LIFT_PASSES: usize = 8;
/// Newton passes of a load-dependent tyre; three are usual.
const LOAD_PASSES: usize = 10;

/// Velocity of the ground under a wheel, in the wheel's own frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct WheelMotion<R> {
    /// Along the rolling direction \[m/s\].
    pub(super) rolling_mps: R,
    /// To the left \[m/s\].
    pub(super) sideways_mps: R,
}

/// Which tyre a balance is made for, as a type: only its own formulas are compiled into its equations.
pub(super) trait Law: Copy {
    /// Do the wheels roll (drive force C_m0 τ), or have they a spin of their own?
    const ROLLS: bool;
    /// Do the coefficients follow the load?
    const FOLLOWS_LOAD: bool;
    /// Is the side force in proportion to the slip angle?
    const IS_LINEAR: bool = false;
}

/// [`Tyre::Constant`].
#[derive(Clone, Copy)]
pub(super) struct ConstantLaw;
/// [`Tyre::Load`].
#[derive(Clone, Copy)]
pub(super) struct LoadLaw;
/// [`Tyre::Combined`].
#[derive(Clone, Copy)]
pub(super) struct CombinedLaw;

/// [`Tyre::Linear`].
#[derive(Clone, Copy)]
pub(super) struct LinearLaw;

impl Law for LinearLaw {
    const ROLLS: bool = true;
    const FOLLOWS_LOAD: bool = false;
    const IS_LINEAR: bool = true;
}
impl Law for ConstantLaw {
    const ROLLS: bool = true;
    const FOLLOWS_LOAD: bool = false;
}
impl Law for LoadLaw {
    const ROLLS: bool = true;
    const FOLLOWS_LOAD: bool = true;
}
impl Law for CombinedLaw {
    const ROLLS: bool = false;
    const FOLLOWS_LOAD: bool = false;
}

/// Force of one tyre in the wheel's frame, as a part that the load does not change and one that it does.
#[derive(Clone, Copy, Debug)]
struct TyreForce<R> {
    /// Forward per unit load \[-\].
    forward: R,
    /// Leftward per unit load \[-\].
    leftward: R,
    /// Derivative of the leftward force by the load \[-\]; that of the forward force is `forward`.
    leftward_by_load: R,
}

/// What the forces do to the car at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Balance<R> {
    /// a_x, acceleration of the centre of gravity along the body's x axis \[m/s²\].
    pub a_x_mps2: R,
    /// a_y, acceleration of the centre of gravity along the body's y axis \[m/s²\].
    pub a_y_mps2: R,
    /// ω̇ \[rad/s²\].
    pub yaw_acceleration_radps2: R,
    /// F_z of each wheel \[N\].
    pub load_n: PerWheel<R>,
    /// α of each wheel; positive pushes left \[rad\].
    pub slip_angle_rad: PerWheel<R>,
    /// κ of each wheel, zero unless wheels spin \[-\].
    pub slip_ratio: PerWheel<R>,
    /// Force of each wheel along its rolling direction \[N\].
    pub forward_n: PerWheel<R>,
    /// Force of each wheel to its left \[N\].
    pub leftward_n: PerWheel<R>,
}

/// Resistance along the body's x axis, against the motion \[N\]:
/// F = −(C_r0 + C_r1 |v| + C_r2 v²) tanh(10 v).
#[inline(always)]
pub(super) fn resistance<R: Real>(car: &Parameters, v_x_mps: R) -> R {
    let speed = v_x_mps.abs();
    let size = R::from(car.resistance_n)
        + speed * (R::from(car.resistance_nspm) + speed * R::from(car.resistance_ns2pm2));
    -size * fading(v_x_mps * R::from(STANDSTILL_SPM))
}

/// tanh x, without the work where it is ±1 to the bit in every lane.
#[inline(always)]
fn fading<R: Real>(x: R) -> R {
    if R::any(x.abs().lt(R::from(20.0))) { x.tanh() } else { R::from(1.0).copysign(x) }
}

/// Share of a torque that acts: a negative one only brakes, so it fades with the speed it brakes,
/// unless the car may reverse.
#[inline(always)]
pub(super) fn brake_share<R: Real>(car: &Parameters, torque_nm: R, speed: R, sharpness: f64) -> R {
    let brakes = torque_nm.lt(R::from(0.0));
    if car.reverse || !R::any(brakes) {
        return R::from(1.0);
    }
    R::select(brakes, fading(speed * R::from(sharpness)), R::from(1.0))
}

/// Force of a wheel that rolls without slip: C_m0 τ \[N\].
#[inline(always)]
pub(super) fn drive_force<R: Real>(car: &Parameters, torque_nm: R, rolling_mps: R) -> R {
    R::from(car.drive_per_m) * torque_nm * brake_share(car, torque_nm, rolling_mps, STANDSTILL_SPM)
}

/// Force of the brake of a wheel that rolls without slip: −C_m0 T tanh(10 v) \[N\].
#[inline(always)]
pub(super) fn brake_force<R: Real>(car: &Parameters, brake_nm: R, rolling_mps: R) -> R {
    -(R::from(car.drive_per_m) * brake_nm * fading(rolling_mps * R::from(STANDSTILL_SPM)))
}

/// Torque of the brake of a wheel that spins: −T tanh(5 ω) \[N m\].
#[inline(always)]
pub(super) fn brake_torque<R: Real>(brake_nm: R, spin_radps: R) -> R {
    -(brake_nm * fading(spin_radps * R::from(LOCK_SPRAD)))
}

/// Sum over the wheels in an order that gives the same bits for the mirrored car.
#[inline(always)]
fn sum<R: Real>(wheels: PerWheel<R>) -> R {
    (wheels[0] + wheels[1]) + (wheels[2] + wheels[3])
}

impl RaceCar {
    /// How the wheels move over the ground: v + ω × r, turned by the steering in front.
    #[inline(always)]
    pub(super) fn wheel_motion<R: Real>(
        &self,
        inputs: &Inputs<R>,
        twist: &[R; 3],
    ) -> PerWheel<WheelMotion<R>> {
        let car = self.parameters();
        let [v_x, v_y, omega] = *twist;
        let side = R::from(0.5 * car.track_m) * omega;
        let (left, right) = (v_x - side, v_x + side);
        let front = v_y + R::from(car.front_axle_m) * omega;
        let rear = v_y - R::from(car.rear_axle_m) * omega;
        let (ahead, aside) = (front * inputs.sin, front * inputs.cos);
        [
            WheelMotion { rolling_mps: left * inputs.cos + ahead, sideways_mps: aside - left * inputs.sin },
            WheelMotion { rolling_mps: right * inputs.cos + ahead, sideways_mps: aside - right * inputs.sin },
            WheelMotion { rolling_mps: left, sideways_mps: rear },
            WheelMotion { rolling_mps: right, sideways_mps: rear },
        ]
    }

    /// Loads of the axles at rest and with the downforce \[N\].
    #[inline(always)]
    fn axle_loads<R: Real>(&self, ground: &Ground<R>, v_x: R) -> (R, R) {
        let car = self.parameters();
        let down = R::from(0.5 * car.downforce_ns2pm2) * v_x * v_x;
        let weight = R::from(car.mass_kg) * ground.gravity_into_ground_mps2;
        let front_share = R::from(car.downforce_front_share());
        let length = car.wheelbase_m();
        let front = weight * R::from(car.rear_axle_m / length) + down * front_share;
        let rear = weight * R::from(car.front_axle_m / length) + down * (R::from(1.0) - front_share);
        (front, rear)
    }

    /// Wheel loads under a specific force, before any wheel lifts \[N\]:
    /// F_z = N_axle/2 ∓ (m z/L) f_x/2 ∓ λ (m z/W) f_y.
    #[inline(always)]
    fn free_loads<R: Real>(&self, axles_n: (R, R), f_x: R, f_y: R) -> PerWheel<R> {
        let car = self.parameters();
        let half = R::from(0.5);
        let forward = R::from(car.mass_kg * car.cg_height_m / car.wheelbase_m()) * f_x;
        let sideways = R::from(car.mass_kg * car.cg_height_m / car.track_m) * f_y;
        let front = (axles_n.0 - forward) * half;
        let rear = (axles_n.1 + forward) * half;
        let front_roll = R::from(car.roll_front_share) * sideways;
        let rear_roll = R::from(1.0 - car.roll_front_share) * sideways;
        [front - front_roll, front + front_roll, rear - rear_roll, rear + rear_roll]
    }

    /// Wheel loads that belong to an acceleration \[N\].
    pub(super) fn loads<R: Real>(&self, ground: &Ground<R>, v_x: R, a_x: R, a_y: R) -> PerWheel<R> {
        let axles_n = self.axle_loads(ground, v_x);
        let f_x = a_x - ground.gravity_x_mps2;
        let f_y = a_y - ground.gravity_y_mps2;
        self.standing(axles_n, f_x, f_y).load_n
    }

    /// How the car stands under a specific force.
    #[inline(always)]
    fn standing<R: Real>(&self, axles_n: (R, R), f_x: R, f_y: R) -> Standing<R> {
        let free_n = self.free_loads(axles_n, f_x, f_y);
        let [a, b, c, d] = free_n;
        let lifts = a.min(b).min(c.min(d)).le(R::from(0.0));
        if !R::any(lifts) {
            return Standing { load_n: free_n, lifts };
        }
        let mut load_n = self.handed_on(axles_n, f_x, f_y).load_n;
        for i in 0..WHEEL_COUNT {
            load_n[i] = R::select(lifts, load_n[i], free_n[i]).max(R::from(0.0));
        }
        Standing { load_n, lifts }
    }

    /// Wheel loads where a wheel would lift, none of them negative, whose sum is always weight and downforce.
    ///
    /// A wheel that would lift hands its load on. First an axle: it keeps what the other does not take of the
    /// whole. Then a wheel: its axle's load is on the other wheel, and what its axle cannot carry of the roll
    /// moment goes to the other axle, F_z = N_axle/2 ∓ q with |q| ≤ N_axle/2. Where no axle can carry more, the
    /// car tips: the moment is not balanced, the loads are on one side.
    #[inline(always)]
    fn handed_on<R: Real>(&self, axles_n: (R, R), f_x: R, f_y: R) -> HandedOn<R> {
        let zero = R::from(0.0);
        let car = self.parameters();
        let half = R::from(0.5);
        let (k_x, k_y) =
            (car.mass_kg * car.cg_height_m / car.wheelbase_m(), car.mass_kg * car.cg_height_m / car.track_m);
        let total = axles_n.0 + axles_n.1;
        let wanted_front = axles_n.0 - R::from(k_x) * f_x;
        let front = wanted_front.clamp(zero, total);
        let rear = total - front;
        let pitches = wanted_front.gt(zero) & wanted_front.lt(total);
        let front_by_x = R::select(pitches, R::from(-k_x), zero);

        let roll = R::from(k_y) * f_y;
        let front_wants = R::from(car.roll_front_share) * roll;
        let (front_most, rear_most) = (front * half, rear * half);
        let front_has = front_wants.clamp(-front_most, front_most);
        let rear_wants = roll - front_has;
        let q_rear = rear_wants.clamp(-rear_most, rear_most);
        let front_gets = roll - q_rear;
        let q_front = front_gets.clamp(-front_most, front_most);

        // Derivatives: a wheel at its limit follows its axle, the other axle takes what is left of the roll.
        let front_full = front_gets.abs().ge(front_most);
        let rear_full = rear_wants.abs().ge(rear_most);
        let (front_edge, rear_edge) =
            (half.copysign(front_gets) * front_by_x, half.copysign(rear_wants) * -front_by_x);
        let shared_y = R::from(k_y * car.roll_front_share);
        let front_x = R::select(front_full, front_edge, R::select(rear_full, -rear_edge, zero));
        let rear_x = R::select(rear_full, rear_edge, R::select(front_full, -front_edge, zero));
        let all_y = R::from(k_y);
        let front_y = R::select(front_full, zero, R::select(rear_full, all_y, shared_y));
        let rear_y = R::select(rear_full, zero, R::select(front_full, all_y, all_y - shared_y));
        let by_x = front_by_x * half;
        HandedOn {
            load_n: [front_most - q_front, front_most + q_front, rear_most - q_rear, rear_most + q_rear],
            by_x: [by_x - front_x, by_x + front_x, -by_x - rear_x, -by_x + rear_x],
            by_y: [-front_y, front_y, -rear_y, rear_y],
        }
    }

    /// Slip angles α = −atan2(w′, max(|u′|, cut-off)); positive pushes left \[rad\].
    #[inline(always)]
    fn slip_angles<R: Real>(&self, wheels: &PerWheel<WheelMotion<R>>) -> PerWheel<R> {
        let (mut aside, mut ahead) = ([R::from(0.0); WHEEL_COUNT], [R::from(0.0); WHEEL_COUNT]);
        for (i, wheel) in wheels.iter().enumerate() {
            aside[i] = wheel.sideways_mps;
            ahead[i] = wheel.rolling_mps.abs().max(R::from(self.parameters().slip_cutoff_mps));
        }
        let mut angles = R::atan2_each(aside, ahead);
        for angle in &mut angles {
            *angle = -*angle;
        }
        angles
    }

    /// Forces and accelerations of the car at a body twist (v_x, v_y, ω); `spins` are the wheel speeds,
    /// at which only [`CombinedLaw`] looks.
    ///
    /// The wheel loads depend on the accelerations and the accelerations on the loads. With tyre forces
    /// proportional to load this is linear in the specific force f = a − g:
    /// m f = H + Σ p_i F_z,i(f), two equations in two unknowns. A wheel that would lift has F_z = 0 and hands
    /// its load to the others, which bends the lines: a Newton iteration then, as a load-dependent tyre needs too.
    #[inline(always)]
    pub(super) fn balance<L: Law, R: Real>(
        &self,
        _law: L,
        inputs: &Inputs<R>,
        ground: &Ground<R>,
        twist: &[R; 3],
        spins: &PerWheel<R>,
    ) -> Balance<R> {
        if R::IS_WIDE {
            self.balance_in_place::<L, R>(inputs, ground, twist, spins)
        } else {
            self.balance_apart::<L, R>(inputs, ground, twist, spins)
        }
    }

    /// The balance as a function of its own.
    #[inline(never)]
    fn balance_apart<L: Law, R: Real>(
        &self,
        inputs: &Inputs<R>,
        ground: &Ground<R>,
        twist: &[R; 3],
        spins: &PerWheel<R>,
    ) -> Balance<R> {
        self.balance_in_place::<L, R>(inputs, ground, twist, spins)
    }

    #[inline(always)]
    fn balance_in_place<L: Law, R: Real>(
        &self,
        inputs: &Inputs<R>,
        ground: &Ground<R>,
        twist: &[R; 3],
        spins: &PerWheel<R>,
    ) -> Balance<R> {
        let car = self.parameters();
        let zero = R::from(0.0);
        let wheels = self.wheel_motion(inputs, twist);
        let slip_angle_rad = self.slip_angles(&wheels);
        let (mut slip_ratio, mut held_n) = ([zero; WHEEL_COUNT], [zero; WHEEL_COUNT]);
        for i in 0..WHEEL_COUNT {
            let rolling_mps = wheels[i].rolling_mps;
            if L::ROLLS {
                held_n[i] = drive_force(car, inputs.torque_nm[i], rolling_mps);
            } else {
                slip_ratio[i] = self.slip_ratio(rolling_mps, spins[i]);
            }
        }
        if let Some(brake_nm) = &ground.brake_nm
            && L::ROLLS
        {
            for i in 0..WHEEL_COUNT {
                held_n[i] += brake_force(car, brake_nm[i], wheels[i].rolling_mps);
            }
        }
        let drag_n = resistance(car, twist[0]);
        let axles_n = self.axle_loads(ground, twist[0]);
        let rolling = rolling_drag(ground, &wheels);
        let (mut f_x, mut f_y) = (zero, zero);
        let mut stands = self.standing(axles_n, f_x, f_y);
        let mut tyres = self.tyres::<L, R>(&slip_ratio, &slip_angle_rad, ground, &stands.load_n);
        let passes = if L::FOLLOWS_LOAD { LOAD_PASSES } else { LIFT_PASSES + 1 };
        // A lane that is done stays as it is while others go on, so that it has the bits it would have alone.
        let mut goes_on = R::mask(true);
        for _ in 0..passes {
            let (mut forward_n, leftward_n) = wheel_forces(&held_n, &tyres, &stands.load_n);
            resist(&mut forward_n, &rolling, &stands.load_n);
            let force = turn_front(inputs, &forward_n, &leftward_n);
            let lack_x = sum(force.0) + drag_n - R::from(car.mass_kg) * f_x;
            let lack_y = sum(force.1) - R::from(car.mass_kg) * f_y;
            let coupling = Coupling { lifts: stands.lifts, axles_n, f: (f_x, f_y), lack: (lack_x, lack_y) };
            let step = self.solve_coupling(inputs, &tyres, &rolling, &coupling);
            let (step_x, step_y) = (R::select(goes_on, step.0, zero), R::select(goes_on, step.1, zero));
            f_x += step_x;
            f_y += step_y;
            let lifted = stands.lifts;
            stands = self.standing(axles_n, f_x, f_y);
            let mut moved = (step_x.abs() + step_y.abs()).gt(R::from(1e-9));
            if L::FOLLOWS_LOAD {
                tyres = self.tyres::<L, R>(&slip_ratio, &slip_angle_rad, ground, &stands.load_n);
            } else {
                // The first solution is exact while every wheel stands.
                let has_lifted = stands.lifts | lifted;
                if !R::any(has_lifted) {
                    break;
                }
                moved = moved & has_lifted;
            }
            goes_on = goes_on & moved;
            if !R::any(goes_on) {
                break;
            }
        }

        let load_n = stands.load_n;
        let (forward_n, leftward_n) = wheel_forces(&held_n, &tyres, &load_n);
        let mut pulled_n = forward_n;
        resist(&mut pulled_n, &rolling, &load_n);
        let (body_x, body_y) = turn_front(inputs, &pulled_n, &leftward_n);
        let half_track = R::from(0.5 * car.track_m);
        let yaw_nm = R::from(car.front_axle_m) * (body_y[0] + body_y[1])
            - R::from(car.rear_axle_m) * (body_y[2] + body_y[3])
            + half_track * ((body_x[1] - body_x[0]) + (body_x[3] - body_x[2]));
        let per_mass = R::from(1.0 / car.mass_kg);
        Balance {
            a_x_mps2: (sum(body_x) + drag_n) * per_mass + ground.gravity_x_mps2,
            a_y_mps2: sum(body_y) * per_mass + ground.gravity_y_mps2,
            yaw_acceleration_radps2: yaw_nm * R::from(1.0 / car.yaw_inertia_kgm2),
            load_n,
            slip_angle_rad,
            slip_ratio,
            forward_n,
            leftward_n,
        }
    }

    /// What the tyres give at these slips and loads.
    #[inline(always)]
    fn tyres<L: Law, R: Real>(
        &self,
        ratio: &PerWheel<R>,
        angle_rad: &PerWheel<R>,
        ground: &Ground<R>,
        load_n: &PerWheel<R>,
    ) -> PerWheel<TyreForce<R>> {
        let zero = R::from(0.0);
        let mut tyres = [TyreForce { forward: zero, leftward: zero, leftward_by_load: zero }; WHEEL_COUNT];
        if L::ROLLS && !L::FOLLOWS_LOAD {
            let front = &self.parameters().lateral;
            let mut leftward = side_forces::<L, R>(front, angle_rad);
            if let Some(rear) = self.other_rear_lateral() {
                let behind = side_forces::<L, R>(rear, angle_rad);
                (leftward[2], leftward[3]) = (behind[2], behind[3]);
            }
            for i in 0..WHEEL_COUNT {
                let leftward = leftward[i] * ground.grip[i];
                tyres[i] = TyreForce { forward: zero, leftward, leftward_by_load: leftward };
            }
            return tyres;
        }
        for i in 0..WHEEL_COUNT {
            tyres[i] = self.tyre_force::<L, R>(i, ratio[i], angle_rad[i], ground.grip[i], load_n[i]);
        }
        tyres
    }

    /// κ = (R ω − u′)/max(|u′|, cut-off) of a wheel.
    #[inline(always)]
    fn slip_ratio<R: Real>(&self, rolling_mps: R, spin_radps: R) -> R {
        let car = self.parameters();
        let ahead = rolling_mps.abs().max(R::from(car.ratio_cutoff_mps));
        (R::from(car.wheel_radius_m) * spin_radps - rolling_mps) / ahead
    }

    /// The force of one tyre whose law needs more than its slip angle.
    #[inline(always)]
    fn tyre_force<L: Law, R: Real>(
        &self,
        wheel: usize,
        ratio: R,
        angle_rad: R,
        grip: R,
        load_n: R,
    ) -> TyreForce<R> {
        let car = self.parameters();
        let zero = R::from(0.0);
        if !L::ROLLS {
            let (forward, leftward) = self.combined_of(wheel).force_per_load(ratio, angle_rad);
            let (forward, leftward) = (forward * grip, leftward * grip);
            TyreForce { forward, leftward, leftward_by_load: leftward }
        } else {
            let force = car.lateral_by_load.loaded_force(angle_rad, load_n);
            let leftward = force.force_per_load * grip;
            TyreForce { forward: zero, leftward, leftward_by_load: force.force_by_load * grip }
        }
    }

    /// Solves (m 1 − Σ p_i ⊗ dF_z,i/df) Δf = lack for the specific force.
    #[inline(always)]
    fn solve_coupling<R: Real>(
        &self,
        inputs: &Inputs<R>,
        tyres: &PerWheel<TyreForce<R>>,
        rolling: &Option<PerWheel<R>>,
        coupling: &Coupling<R>,
    ) -> (R, R) {
        let car = self.parameters();
        let mass = R::from(car.mass_kg);
        let half_k_x = R::from(0.5 * car.mass_kg * car.cg_height_m / car.wheelbase_m());
        let k_y = car.mass_kg * car.cg_height_m / car.track_m;
        let k_front = R::from(k_y * car.roll_front_share);
        let k_rear = R::from(k_y * (1.0 - car.roll_front_share));
        let (mut forward, mut leftward) = ([R::from(0.0); WHEEL_COUNT], [R::from(0.0); WHEEL_COUNT]);
        for i in 0..WHEEL_COUNT {
            forward[i] = tyres[i].forward;
            leftward[i] = tyres[i].leftward_by_load;
        }
        if let Some(rolling) = rolling {
            for i in 0..WHEEL_COUNT {
                forward[i] += rolling[i];
            }
        }
        let (x, y) = turn_front(inputs, &forward, &leftward);
        let mut m_xx = mass + half_k_x * ((x[0] + x[1]) - (x[2] + x[3]));
        let mut m_xy = -(k_front * (x[1] - x[0]) + k_rear * (x[3] - x[2]));
        let mut m_yx = half_k_x * ((y[0] + y[1]) - (y[2] + y[3]));
        let mut m_yy = mass - (k_front * (y[1] - y[0]) + k_rear * (y[3] - y[2]));
        let &Coupling { lifts, axles_n, f: (f_x, f_y), lack: (lack_x, lack_y) } = coupling;
        if R::any(lifts) {
            let loads = self.handed_on(axles_n, f_x, f_y);
            let along =
                |p: &PerWheel<R>, d: &PerWheel<R>| (p[0] * d[0] + p[1] * d[1]) + (p[2] * d[2] + p[3] * d[3]);
            m_xx = R::select(lifts, mass - along(&x, &loads.by_x), m_xx);
            m_xy = R::select(lifts, -along(&x, &loads.by_y), m_xy);
            m_yx = R::select(lifts, -along(&y, &loads.by_x), m_yx);
            m_yy = R::select(lifts, mass - along(&y, &loads.by_y), m_yy);
        }
        // Positive for cars that stay on their wheels; the floor keeps a car about to tip finite.
        let determinant = (m_xx * m_yy - m_xy * m_yx).max(R::from(0.02 * car.mass_kg * car.mass_kg));
        let inverse = R::from(1.0) / determinant;
        ((m_yy * lack_x - m_xy * lack_y) * inverse, (m_xx * lack_y - m_yx * lack_x) * inverse)
    }
}

/// How the car stands under a specific force.
#[derive(Clone, Copy)]
struct Standing<R: Real> {
    /// F_z of each wheel \[N\].
    load_n: PerWheel<R>,
    /// Where a wheel has lifted.
    lifts: R::Mask,
}

/// Where the iteration for the specific force stands.
struct Coupling<R: Real> {
    /// Where a wheel has lifted.
    lifts: R::Mask,
    /// Loads of the front and the rear axle \[N\].
    axles_n: (R, R),
    /// The specific force reached \[m/s²\].
    f: (R, R),
    /// The force that is lacking \[N\].
    lack: (R, R),
}

/// Wheel loads of a car with a lifted wheel, and how they change with the specific force.
struct HandedOn<R> {
    /// F_z of each wheel \[N\].
    load_n: PerWheel<R>,
    /// Derivatives by the specific force along x \[kg\].
    by_x: PerWheel<R>,
    /// Derivatives by the specific force along y \[kg\].
    by_y: PerWheel<R>,
}

/// Whether both wheels of a side or of an axle have left the ground.
pub(super) fn is_tipping([fl, fr, rl, rr]: &PerWheel<f64>) -> bool {
    [[fl, rl], [fr, rr], [fl, fr], [rl, rr]].iter().any(|pair| pair.iter().all(|load_n| **load_n <= 0.0))
}

/// A resistance against the motion: −F tanh(10 v) \[N\].
#[inline(always)]
pub(super) fn rolling_force<R: Real>(size_n: R, rolling_mps: R) -> R {
    -(size_n * fading(rolling_mps * R::from(STANDSTILL_SPM)))
}

/// Rolling resistance of the surface under each wheel per load, against its rolling: −C_rr tanh(10 v) \[-\].
#[inline(always)]
fn rolling_drag<R: Real>(ground: &Ground<R>, wheels: &PerWheel<WheelMotion<R>>) -> Option<PerWheel<R>> {
    let mut drag = match &ground.rolling_resistance {
        Some(coefficients) => *coefficients,
        None => return None,
    };
    for (drag, wheel) in drag.iter_mut().zip(wheels) {
        *drag = -(*drag * fading(wheel.rolling_mps * R::from(STANDSTILL_SPM)));
    }
    Some(drag)
}

/// Takes what rolling over the surface costs off the forces along the wheels.
#[inline(always)]
fn resist<R: Real>(forward_n: &mut PerWheel<R>, rolling: &Option<PerWheel<R>>, load_n: &PerWheel<R>) {
    if let Some(rolling) = rolling {
        for i in 0..WHEEL_COUNT {
            forward_n[i] += rolling[i] * load_n[i];
        }
    }
}

/// Side forces per load of four wheels with one formula, of the law's kind.
#[inline(always)]
fn side_forces<L: Law, R: Real>(tyre: &MagicFormula<f64>, angle_rad: &PerWheel<R>) -> PerWheel<R> {
    if L::IS_LINEAR {
        let mut forces = *angle_rad;
        for force in &mut forces {
            *force *= R::from(tyre.stiffness());
        }
        return forces;
    }
    tyre.lift::<R>().force_per_load_each(*angle_rad)
}

/// Wheel forces, forward and to the left of each wheel \[N\].
#[inline(always)]
fn wheel_forces<R: Real>(
    held_n: &PerWheel<R>,
    tyres: &PerWheel<TyreForce<R>>,
    load_n: &PerWheel<R>,
) -> (PerWheel<R>, PerWheel<R>) {
    let (mut forward_n, mut leftward_n) = (*held_n, *load_n);
    for i in 0..WHEEL_COUNT {
        forward_n[i] += tyres[i].forward * load_n[i];
        leftward_n[i] *= tyres[i].leftward;
    }
    (forward_n, leftward_n)
}

/// Wheel-frame pairs (forward, leftward) in the body frame: the front pair is turned by the steering.
#[inline(always)]
fn turn_front<R: Real>(
    inputs: &Inputs<R>,
    forward: &PerWheel<R>,
    leftward: &PerWheel<R>,
) -> (PerWheel<R>, PerWheel<R>) {
    let (mut x, mut y) = (*forward, *leftward);
    for i in 0..2 {
        x[i] = forward[i] * inputs.cos - leftward[i] * inputs.sin;
        y[i] = forward[i] * inputs.sin + leftward[i] * inputs.cos;
    }
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Tyre;
    use super::super::state::{Controls, State};
    use super::super::test_numbers::Numbers;
    use super::*;

    fn car(tyre: Tyre) -> RaceCar {
        // High enough that wheels lift before the car slides.
        RaceCar::new(Parameters { tyre, cg_height_m: 0.55, ..Parameters::ariane_rear() }).unwrap()
    }

    /// How loads of a car with lifted wheels change with the specific force, against differences of the loads.
    #[test]
    fn derivatives_of_loads_are_their_differences() {
        let car = car(Tyre::Constant);
        let mut numbers = Numbers::new(21);
        let (axles_n, step) = ((1_050.0, 1_250.0), 1e-4);
        let mut checked = 0;
        for _ in 0..20_000 {
            let (f_x, f_y) = (numbers.between(-25.0, 25.0), numbers.between(-25.0, 25.0));
            let at = |x: f64, y: f64| car.handed_on(axles_n, f_x + x, f_y + y);
            let (here, ahead, back) = (at(0.0, 0.0), at(step, 0.0), at(-step, 0.0));
            let (left, right) = (at(0.0, step), at(0.0, -step));
            // A front wheel alone in the air is at its limit but for rounding, which decides on the derivative.
            let [front_n, rear_n] = [here.load_n[0].min(here.load_n[1]), here.load_n[2].min(here.load_n[3])];
            if front_n < 1e-6 && rear_n > 1e-6 {
                continue;
            }
            for i in 0..WHEEL_COUNT {
                let [forward, backward] = [ahead.load_n[i] - here.load_n[i], here.load_n[i] - back.load_n[i]];
                let [leftward, rightward] =
                    [left.load_n[i] - here.load_n[i], here.load_n[i] - right.load_n[i]];
                // Beside a kink the difference to one side is another.
                if (forward - backward).abs() > 1e-9 || (leftward - rightward).abs() > 1e-9 {
                    continue;
                }
                checked += 1;
                assert!((here.by_x[i] - forward / step).abs() < 1e-6, "{f_x} {f_y}: {:?}", here.by_x);
                assert!((here.by_y[i] - leftward / step).abs() < 1e-6, "{f_x} {f_y}: {:?}", here.by_y);
            }
        }
        assert!(checked > 40_000, "{checked}");
    }

    /// The loads of the balance are those of its accelerations, on every tyre and with lifted wheels.
    #[test]
    fn loads_and_accelerations_belong_together() {
        for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined] {
            let car = car(tyre);
            let mut numbers = Numbers::new(22);
            let mut lifted = 0;
            // Newton's iteration of the load-dependent tyre does not always end where one wheel alone drags so hard.
            let rolling = if tyre == Tyre::Load { [0.02; WHEEL_COUNT] } else { [0.01, 0.03, 0.02, 0.3] };
            for _ in 0..3_000 {
                let state = State {
                    v_x_mps: numbers.between(2.0, 25.0),
                    v_y_mps: numbers.between(-2.0, 2.0),
                    yaw_rate_radps: numbers.between(-2.0, 2.0),
                    steer_rad: numbers.between(-0.4, 0.4),
                    torque_nm: [numbers.between(-200.0, 200.0); WHEEL_COUNT],
                    is_dynamic: 1.0,
                    ..State::at_rest()
                };
                let state = car.with_rolling_wheels(&state);
                let ground = Ground {
                    gravity_x_mps2: numbers.between(-2.0, 2.0),
                    gravity_y_mps2: numbers.between(-2.0, 2.0),
                    rolling_resistance: Some(rolling),
                    ..car.level_ground()
                };
                let forces = car.observe(&state, &Controls::released(), &ground);
                let loads_n = car.loads(&ground, state.v_x_mps, forces.a_x_mps2, forces.a_y_mps2);
                if RaceCar::is_tipping(&forces.load_n) {
                    continue;
                }
                lifted += u32::from(forces.load_n.contains(&0.0));
                for (a, b) in loads_n.iter().zip(forces.load_n) {
                    assert!(
                        (a - b).abs() < 1e-6 * (1.0 + b),
                        "{tyre:?} {state:?}: {loads_n:?} {:?}",
                        forces.load_n
                    );
                }
            }
            assert!(lifted > 30, "{tyre:?}: {lifted}");
        }
    }

    /// κ = (R·ω − u)/|u|, and over the cut-off speed where the wheel hardly rolls.
    #[test]
    fn the_slip_ratio_counts_from_the_rolling_speed() {
        let car = car(Tyre::Combined);
        let radius_m = car.parameters().wheel_radius_m;
        assert!((car.slip_ratio(5.0, 6.0 / radius_m) - 0.2).abs() < 1e-14);
        assert!((car.slip_ratio(-5.0, -4.0 / radius_m) - 0.2).abs() < 1e-14);
        let cutoff = car.parameters().ratio_cutoff_mps;
        assert!((car.slip_ratio(0.0, cutoff / radius_m) - 1.0).abs() < 1e-14);
    }

    /// Resistance is (C_r0 + C_r1·|v| + C_r2·v²)·tanh(10·v) against the motion.
    #[test]
    fn resistance_is_a_parabola_that_fades_at_standstill() {
        let car = Parameters {
            resistance_n: 70.0,
            resistance_nspm: 3.0,
            resistance_ns2pm2: 0.5,
            ..Parameters::ariane()
        };
        for v in [0.01, 0.2, 4.0] {
            let expected = (70.0 + 3.0 * v + 0.5 * v * v) * skidpad_math::tanh(10.0 * v);
            assert!((resistance(&car, v) + expected).abs() < 1e-12);
            assert!((resistance(&car, -v) - expected).abs() < 1e-12);
        }
        assert!((rolling_force(3.0, 0.02) + 3.0 * skidpad_math::tanh(0.2)).abs() < 1e-15);
        assert!((brake_torque(3.0, 0.02) + 3.0 * skidpad_math::tanh(0.1)).abs() < 1e-15);
    }

    /// Half the grip is half the force, and half of what the force gains with the load.
    #[test]
    fn grip_scales_the_force_of_every_tyre() {
        let combined = car(Tyre::Combined);
        let by_load = car(Tyre::Load);
        for wheel in [0, 3] {
            let at = |grip: f64| {
                let spinning = combined.tyre_force::<CombinedLaw, f64>(wheel, 0.05, 0.08, grip, 500.0);
                let rolling = by_load.tyre_force::<LoadLaw, f64>(wheel, 0.0, 0.08, grip, 500.0);
                [
                    spinning.forward,
                    spinning.leftward,
                    spinning.leftward_by_load,
                    rolling.leftward,
                    rolling.leftward_by_load,
                ]
            };
            for (half, whole) in at(0.5).into_iter().zip(at(1.0)) {
                assert!(whole > 0.1 && (half - 0.5 * whole).abs() < 1e-15, "{half} {whole}");
            }
        }
    }

    /// A side force that grows with the load as fast as the car rolls has no equilibrium: the car is about to tip, and
    /// a step of the iteration is as long as for a fiftieth of its stiffness.
    #[test]
    fn a_car_about_to_tip_takes_steps_of_a_limited_length() {
        let car = car(Tyre::Constant);
        let p = car.parameters();
        let pull = 0.5 * p.track_m / p.cg_height_m;
        let tyre = |leftward_by_load: f64| TyreForce { forward: 0.0, leftward: 0.0, leftward_by_load };
        let tyres = [tyre(-pull), tyre(pull), tyre(-pull), tyre(pull)];
        let inputs = super::super::car::resting_inputs(&State::<f64>::at_rest());
        let coupling =
            Coupling { lifts: false, axles_n: (1_100.0, 1_100.0), f: (0.0, 0.0), lack: (0.0, 90.0) };
        let (x, y) = car.solve_coupling(&inputs, &tyres, &None, &coupling);
        assert!(x.abs() < 1e-12 && (y - 50.0 * 90.0 / p.mass_kg).abs() < 1e-9, "{x} {y}");
    }

    /// C_rr·tanh(10·v) against the rolling of each wheel.
    #[test]
    fn the_surface_resists_by_the_speed_of_each_wheel() {
        let car = car(Tyre::Constant);
        let ground = Ground { rolling_resistance: Some([0.1, 0.2, 0.3, 0.4]), ..car.level_ground() };
        let wheels =
            [0.02, -0.03, 5.0, 0.0].map(|rolling_mps| WheelMotion { rolling_mps, sideways_mps: 0.0 });
        let drag = rolling_drag(&ground, &wheels).expect("a surface that resists");
        let expected = [-0.1 * skidpad_math::tanh(0.2), 0.2 * skidpad_math::tanh(0.3), -0.3, 0.0];
        for (got, expected) in drag.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-15, "{drag:?}");
        }
    }

    /// A car that may reverse is pushed by a negative torque at standstill too; any other is only braked.
    #[test]
    fn a_negative_torque_fades_unless_the_car_may_reverse() {
        let brakes = Parameters::ariane();
        let reverses = Parameters { reverse: true, ..Parameters::ariane() };
        for (car, torque_nm, share) in [
            (&brakes, 50.0, 1.0),
            (&brakes, -50.0, skidpad_math::tanh(0.3)),
            (&reverses, 50.0, 1.0),
            (&reverses, -50.0, 1.0),
        ] {
            assert_eq!(brake_share(car, torque_nm, 0.03, STANDSTILL_SPM), share, "{torque_nm}");
        }
    }

    /// α = −atan(w/|u|): a car that rolls backward slips as one that rolls forward.
    #[test]
    fn slip_angles_are_the_same_backward() {
        let car = car(Tyre::Constant);
        let wheel = |rolling_mps: f64, sideways_mps: f64| WheelMotion { rolling_mps, sideways_mps };
        let found = car.slip_angles(&[wheel(5.0, 1.0), wheel(-5.0, 1.0), wheel(-5.0, -1.0), wheel(0.0, 0.5)]);
        let angle_rad = skidpad_math::atan(0.2);
        let steep_rad = skidpad_math::atan2(0.5, car.parameters().slip_cutoff_mps);
        for (got, expected) in found.iter().zip([-angle_rad, -angle_rad, angle_rad, -steep_rad]) {
            assert!((got - expected).abs() < 1e-15, "{found:?}");
        }
    }
}

//! Forces on the car: resistance, wheel motion, tyres, wheel loads and the balance that couples them.

use skidpad_math::Real;

use super::actuators::Inputs;
use super::car::RaceCar;
use super::parameters::Parameters;
#[cfg(doc)]
use super::parameters::Tyre;
use super::state::{Ground, PerWheel, WHEEL_COUNT};

/// How fast resistance and brakes fade near standstill: tanh(10 v) \[s/m\].
const STANDSTILL_SPM: f64 = 10.0;
/// How fast the brake of a spinning wheel fades near its lock: tanh(5 ω) \[s/rad\].
pub(super) const LOCK_SPRAD: f64 = 5.0;
/// A wheel that lifts is taken out of the balance and the rest solved again, at most this often.
const LIFT_PASSES: usize = 4;
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

    /// Wheel loads that belong to an acceleration, lifted wheels at zero \[N\].
    pub(super) fn loads<R: Real>(&self, ground: &Ground<R>, v_x: R, a_x: R, a_y: R) -> PerWheel<R> {
        let axles_n = self.axle_loads(ground, v_x);
        let f_x = a_x - ground.gravity_x_mps2;
        let f_y = a_y - ground.gravity_y_mps2;
        self.free_loads(axles_n, f_x, f_y).map(|load| load.max(R::from(0.0)))
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
    /// m f = H + Σ p_i F_z,i(f), two equations in two unknowns. A wheel that would lift has F_z = 0 and
    /// drops out; a load-dependent tyre makes it a Newton iteration with the same matrix.
    /// The load of a lifted wheel is not handed to the others.
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
        let drag_n = resistance(car, twist[0]);
        let axles_n = self.axle_loads(ground, twist[0]);
        let total_n = axles_n.0 + axles_n.1;
        let (mut f_x, mut f_y) = (zero, zero);
        let mut free_n = self.free_loads(axles_n, f_x, f_y);
        let (mut load_n, mut stands) = standing(&free_n, total_n);
        let mut tyres = self.tyres::<L, R>(&slip_ratio, &slip_angle_rad, ground, &load_n);
        let passes = if L::FOLLOWS_LOAD { LOAD_PASSES } else { LIFT_PASSES + 1 };
        // A lane that is done stays as it is while others go on, so that it has the bits it would have alone.
        let mut goes_on = R::mask(true);
        for _ in 0..passes {
            let (forward_n, leftward_n) = wheel_forces(&held_n, &tyres, &load_n);
            let force = turn_front(inputs, &forward_n, &leftward_n);
            let lack_x = sum(force.0) + drag_n - R::from(car.mass_kg) * f_x;
            let lack_y = sum(force.1) - R::from(car.mass_kg) * f_y;
            let step = self.solve_coupling(inputs, &tyres, &stands, lack_x, lack_y);
            let (step_x, step_y) = (R::select(goes_on, step.0, zero), R::select(goes_on, step.1, zero));
            f_x += step_x;
            f_y += step_y;
            free_n = self.free_loads(axles_n, f_x, f_y);
            let stand_now;
            (load_n, stand_now) = standing(&free_n, total_n);
            let moved = if L::FOLLOWS_LOAD {
                tyres = self.tyres::<L, R>(&slip_ratio, &slip_angle_rad, ground, &load_n);
                (step_x.abs() + step_y.abs()).gt(R::from(1e-9))
            } else {
                let mut changed = zero;
                for (now, before) in stand_now.iter().zip(stands) {
                    changed += (*now - before).abs();
                }
                changed.gt(R::from(0.5))
            };
            stands = stand_now;
            goes_on = goes_on & moved;
            if !R::any(goes_on) {
                break;
            }
        }

        let (forward_n, leftward_n) = wheel_forces(&held_n, &tyres, &load_n);
        let (body_x, body_y) = turn_front(inputs, &forward_n, &leftward_n);
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
            let leftward = self.parameters().lateral.lift::<R>().force_per_load_each(*angle_rad);
            for i in 0..WHEEL_COUNT {
                let leftward = leftward[i] * ground.grip[i];
                tyres[i] = TyreForce { forward: zero, leftward, leftward_by_load: leftward };
            }
            return tyres;
        }
        for i in 0..WHEEL_COUNT {
            tyres[i] = self.tyre_force::<L, R>(ratio[i], angle_rad[i], ground.grip[i], load_n[i]);
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
    fn tyre_force<L: Law, R: Real>(&self, ratio: R, angle_rad: R, grip: R, load_n: R) -> TyreForce<R> {
        let car = self.parameters();
        let zero = R::from(0.0);
        if !L::ROLLS {
            let (forward, leftward) = self.combined().force_per_load(ratio, angle_rad);
            let (forward, leftward) = (forward * grip, leftward * grip);
            TyreForce { forward, leftward, leftward_by_load: leftward }
        } else {
            let force = car.lateral_by_load.loaded_force(angle_rad, load_n);
            let leftward = force.force_per_load * grip;
            TyreForce { forward: zero, leftward, leftward_by_load: force.force_by_load * grip }
        }
    }

    /// Solves (m 1 − Σ p_i ⊗ dF_z,i/df) Δf = lack for the specific force, with lifted wheels left out.
    #[inline(always)]
    fn solve_coupling<R: Real>(
        &self,
        inputs: &Inputs<R>,
        tyres: &PerWheel<TyreForce<R>>,
        stands: &PerWheel<R>,
        lack_x: R,
        lack_y: R,
    ) -> (R, R) {
        let car = self.parameters();
        let mass = R::from(car.mass_kg);
        let half_k_x = R::from(0.5 * car.mass_kg * car.cg_height_m / car.wheelbase_m());
        let k_y = car.mass_kg * car.cg_height_m / car.track_m;
        let k_front = R::from(k_y * car.roll_front_share);
        let k_rear = R::from(k_y * (1.0 - car.roll_front_share));
        let (mut forward, mut leftward) = (*stands, *stands);
        for i in 0..WHEEL_COUNT {
            forward[i] *= tyres[i].forward;
            leftward[i] *= tyres[i].leftward_by_load;
        }
        let (x, y) = turn_front(inputs, &forward, &leftward);
        let m_xx = mass + half_k_x * ((x[0] + x[1]) - (x[2] + x[3]));
        let m_xy = -(k_front * (x[1] - x[0]) + k_rear * (x[3] - x[2]));
        let m_yx = half_k_x * ((y[0] + y[1]) - (y[2] + y[3]));
        let m_yy = mass - (k_front * (y[1] - y[0]) + k_rear * (y[3] - y[2]));
        // Positive for cars that stay on their wheels; the floor keeps a car about to tip finite.
        let determinant = (m_xx * m_yy - m_xy * m_yx).max(R::from(0.02 * car.mass_kg * car.mass_kg));
        let inverse = R::from(1.0) / determinant;
        let f_x = (m_yy * lack_x - m_xy * lack_y) * inverse;
        let f_y = (m_xx * lack_y - m_yx * lack_x) * inverse;
        (f_x, f_y)
    }
}

/// Loads that the ground can give, and for each wheel 1 where it stands on the ground, 0 where it lifts.
#[inline(always)]
fn standing<R: Real>(free_n: &PerWheel<R>, total_n: R) -> (PerWheel<R>, PerWheel<R>) {
    let zero = R::from(0.0);
    let (mut load_n, mut stands) = (*free_n, *free_n);
    for i in 0..WHEEL_COUNT {
        load_n[i] = free_n[i].clamp(zero, total_n);
        stands[i] = R::select(free_n[i].gt(zero), R::from(1.0), zero);
    }
    (load_n, stands)
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

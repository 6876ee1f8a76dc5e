//! A whole vehicle: controller, wheels and body put together into one step.
//!
//! [`VehicleModel`] never changes while stepping; [`VehicleState`] is all that a snapshot saves. One step of
//! free motion is [`VehicleModel::step`]; a simulation with contacts calls its parts itself:
//!
//! ```text
//! step_forces ─► forces ─► push ─► velocities ─► (contacts) ─► body.advance ─► finish
//! ```
//!
//! # What keeps the step stable
//!
//! Each wheel asks for the force that cancels its own slip within the step. That is exact for one wheel and
//! too much for several on a short body: together they would turn it back by ΣM·x²/I_z of its rate. Where
//! that ratio exceeds one, side demands are scaled by its inverse (x is a wheel's lever from the centre of
//! mass along its rolling direction). What remains of the same effect, with flywheels or a centre of mass far
//! from the wheels, is found once when the vehicle is built and scales every demand.
//! With both, no step without motors raises the energy on level ground. Ordinary vehicles have shares of 1.
//!
//! Where the step is too long for a speed controller, or for wheels that drag each other sideways, controller,
//! wheels and velocities advance in equal parts of it (`substeps.rs`); the forces of the step are their mean.

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose2, Real, Twist2, Vec2, sin_cos};

use crate::MAX_WHEELS;
use crate::body::{BodyForce, BodyState, LocalTwist};
use crate::caster;
use crate::controllers::ackermann::{self, SteeredWheel};
use crate::controllers::{Controller, Setpoint, SpeedChannel, SpeedControl, differential, ideal};
use crate::friction::{Contact, Hold};
use crate::loads::LoadShares;
use crate::odometry::{WheelTwist, twist_from_wheels};
use crate::slip_share::slip_share;
use crate::slope::Slope;
use crate::steering::Steering;
use crate::substeps::StepDivision;
use crate::vehicle_parts::check;
use crate::wheel::{WheelModel, WheelState};

pub use crate::vehicle_parts::{Drive, VehicleParts, VehicleProblem};

/// Wheels slower than this stand \[m/s\].
const STANDING_MPS: f64 = 0.05;

/// A vehicle that can be stepped: checked parts, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct VehicleModel {
    parts: VehicleParts,
    loads: LoadShares,
    /// Sine and cosine of each wheel's mounting direction.
    mounted: [(f64, f64); MAX_WHEELS],
    slip_share: f64,
    /// Share of their speed that held wheels may cancel per step: min(1, I_z/ΣM·r²).
    hold_share: f64,
    mean_radius_m: f64,
    division: StepDivision,
}

/// All that changes while a vehicle moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct VehicleState<R = f64> {
    /// Pose and velocity.
    pub body: BodyState<R>,
    /// The wheels; those that the vehicle does not have stay at zero.
    pub wheels: [WheelState<R>; MAX_WHEELS],
    /// Memory of the speed controllers (left, right; an engine uses the first).
    pub channels: [SpeedChannel<R>; 2],
    /// The command in force.
    pub setpoint: Setpoint<R>,
    /// Acceleration that the tyres gave in the last step, forward and left \[m/s²\].
    pub tyre_acceleration_mps2: (R, R),
}

/// What is around a vehicle during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surroundings<R = f64> {
    /// Step \[s\].
    pub dt_s: f64,
    /// Gravity g \[m/s²\].
    pub gravity_mps2: f64,
    /// How the ground is tilted; `None` on level ground.
    pub slope: Option<Slope<R>>,
    /// What the ground under each wheel overrides.
    pub ground: [GroundPatch; MAX_WHEELS],
    /// Largest torque of each wheel's brake during the step, where brakes are pressed \[N·m\].
    pub brake_nm: Option<[f64; MAX_WHEELS]>,
    /// Whether there is energy for the motors; without, they only brake.
    pub may_drive: bool,
}

/// Properties of the ground under a wheel, where they differ from the friction model's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroundPatch {
    /// Friction coefficient μ \[-\].
    pub mu: Option<f64>,
    /// Rolling-resistance coefficient C_rr \[-\].
    pub rolling_resistance: Option<f64>,
    /// Velocity of the ground in the vehicle's axes, where it can move: a lift, a conveyor \[m/s\].
    pub surface_mps: Option<Vec2>,
}

/// What happened at a wheel during a step, in the vehicle's axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelForces<R = f64> {
    /// Driving torque, positive forward \[N·m\].
    pub torque_nm: R,
    /// Force of the ground, with what holds a slope, without the slope's pull \[N\].
    pub fx_n: R,
    /// Force of the ground \[N\].
    pub fy_n: R,
    /// Velocity of the wheel's centre \[m/s\].
    pub vx_mps: R,
    /// Velocity of the wheel's centre \[m/s\].
    pub vy_mps: R,
    /// Weight on the ground \[N\].
    pub load_n: R,
}

/// What a step of the wheels does to the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VehicleForces<R = f64> {
    /// Each wheel; those that the vehicle does not have stay at zero.
    pub wheels: [WheelForces<R>; MAX_WHEELS],
    /// Sum of the ground's forces and the slope's pull.
    pub body: BodyForce<R>,
    /// Sine and cosine of the heading at the start of the step.
    pub heading: (R, R),
}

impl Surroundings {
    /// Level ground without patches.
    pub fn level(dt_s: f64, gravity_mps2: f64) -> Self {
        let ground = [GroundPatch::default(); MAX_WHEELS];
        Self { dt_s, gravity_mps2, slope: None, ground, brake_nm: None, may_drive: true }
    }
}

impl VehicleModel {
    /// Checks the parts and puts them together.
    pub fn build(parts: VehicleParts) -> Result<Self, VehicleProblem> {
        check(&parts)?;
        let wheels = &parts.wheels;
        let mut mounted = [(0.0, 1.0); MAX_WHEELS];
        for (direction, wheel) in mounted.iter_mut().zip(wheels) {
            *direction = sin_cos(wheel.yaw_rad);
        }
        let mean_radius_m = wheels.iter().map(|wheel| wheel.radius_m).sum::<f64>() / wheels.len() as f64;
        let loads = LoadShares::new(
            &parts.loads,
            parts.chassis_mass_kg,
            parts.chassis_centre_m,
            parts.body.mass_kg,
            wheels,
        );
        let carried_kg =
            std::array::from_fn(|i| wheels.get(i).map_or(0.0, |wheel| loads.chassis_kg[i] + wheel.mass_kg));
        let slip_share = slip_share(&parts.body, wheels, &carried_kg, parts.drive.steering());
        let turning_kgm2: f64 = wheels
            .iter()
            .zip(carried_kg)
            .map(|(wheel, mass_kg)| {
                let lever = wheel.position_m - parts.body.centre_of_mass_m;
                mass_kg * lever.dot(lever)
            })
            .sum();
        let hold_share = (parts.body.inertia_kgm2 / turning_kgm2).min(1.0);
        let division = StepDivision::new(&parts, &carried_kg);
        Ok(Self { loads, mounted, slip_share, hold_share, mean_radius_m, division, parts })
    }

    /// What the vehicle is made of.
    pub const fn parts(&self) -> &VehicleParts {
        &self.parts
    }

    /// The vehicle at a pose, its reference point moving by a twist (in the vehicle's axes), wheels not
    /// turning, nothing commanded.
    pub fn state_at(&self, pose: Pose2, twist: Twist2) -> VehicleState {
        let mut state = VehicleState {
            body: BodyState::at(pose),
            wheels: [WheelState::default(); MAX_WHEELS],
            channels: [SpeedChannel::default(); 2],
            setpoint: self.idle_setpoint(),
            tyre_acceleration_mps2: (0.0, 0.0),
        };
        for (wheel, model) in state.wheels.iter_mut().zip(&self.parts.wheels) {
            *wheel = model.at_rest();
        }
        self.parts.body.set_twist(&mut state.body, twist);
        state
    }

    /// Lets every wheel spin as the ground under it moves.
    pub fn roll_wheels(&self, state: &mut VehicleState) {
        let heading = sin_cos(state.body.yaw_rad);
        let twist = self.parts.body.local_twist(&state.body, heading);
        self.roll_with(state, &twist);
    }

    /// The command of the controller's kind that does nothing.
    pub fn idle_setpoint(&self) -> Setpoint {
        match (&self.parts.controller, &self.parts.drive) {
            (Controller::TwistPid(_) | Controller::TwistIdeal, _) => Setpoint::twist(0.0, 0.0),
            (Controller::SteerPid(_), _) => Setpoint::Steer { speed_mps: 0.0, steer_rad: 0.0 },
            (Controller::Raw, Drive::Drivetrain { .. }) => {
                Setpoint::Engine { torque_nm: 0.0, steer_rad: 0.0 }
            }
            (Controller::Raw, _) => Setpoint::Torques { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.0 },
        }
    }

    /// Whether a parking brake holds the vehicle where it stands.
    #[inline(always)]
    pub(crate) fn holds(&self) -> bool {
        self.parts.friction.axle().hold == Hold::Standing
    }

    /// Whether the controller has speed channels.
    #[inline(always)]
    pub(crate) fn controls_speeds(&self) -> bool {
        matches!(self.parts.controller, Controller::TwistPid(_) | Controller::SteerPid(_))
    }

    /// Whether the controller understands a command of this kind. Others do nothing.
    pub fn accepts<R: Real>(&self, setpoint: &Setpoint<R>) -> bool {
        let kind = |setpoint| std::mem::discriminant::<Setpoint<f64>>(setpoint);
        let zero = match setpoint {
            Setpoint::Twist { .. } => Setpoint::twist(0.0, 0.0),
            Setpoint::Steer { .. } => Setpoint::Steer { speed_mps: 0.0, steer_rad: 0.0 },
            Setpoint::Torques { .. } => Setpoint::Torques { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.0 },
            Setpoint::Engine { .. } => Setpoint::Engine { torque_nm: 0.0, steer_rad: 0.0 },
        };
        kind(&zero) == kind(&self.idle_setpoint())
    }

    /// One whole step of free motion: forces, velocities, pose, wheel angles.
    #[inline(always)]
    pub fn step<R: Real>(&self, state: &mut VehicleState<R>, around: &Surroundings<R>) -> VehicleForces<R> {
        let forces = self.step_forces(state, around);
        self.push(state, &forces, around.dt_s);
        self.parts.body.advance_turned(&mut state.body, forces.heading, around.dt_s);
        self.finish(state, around.dt_s);
        forces
    }

    /// Runs the controller and the wheels: their spins and steering move on, and the forces on the body are
    /// returned.
    #[inline(always)]
    pub fn step_forces<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
    ) -> VehicleForces<R> {
        let heading = state.body.yaw_rad.sin_cos();
        if let Some(commanded) = self.ideal_twist(state) {
            return self.follow_ideally(state, &commanded, heading, around);
        }
        let scrub_s = self.division.scrub_s(&self.parts.friction, around.gravity_mps2);
        let count = self.division.count(around, scrub_s);
        let divided;
        let around = if count == 1 {
            around
        } else {
            divided = Surroundings { dt_s: around.dt_s / f64::from(count), ..*around };
            &divided
        };
        let before = state.body;
        let mut sum: Option<VehicleForces<R>> = None;
        let mut left = count;
        loop {
            let twist = match &around.slope {
                None => self.parts.body.local_twist(&state.body, heading),
                Some(slope) => self.parts.body.twist_on_slope(&state.body, heading, slope),
            };
            let (torques_nm, mut directions) = self.run_controller(state, around);
            if let Some(trail_m) = self.parts.caster_trail_m {
                let pivot_mps = self.parts.wheels[2].velocity(&twist);
                let wheel = &mut state.wheels[2];
                wheel.yaw_rad =
                    caster::follow(wheel.yaw_rad, pivot_mps, twist.yaw_rate_radps, trail_m, around.dt_s);
                directions[2] = wheel.yaw_rad.sin_cos();
            }
            let asked = (&torques_nm, &directions);
            let forces = match &self.parts.motor {
                None => self.roll_on_ground(state, around, &twist, heading, asked, scrub_s),
                Some(motor) => self.roll_with_motor(motor, state, around, &twist, heading, asked, scrub_s),
            };
            if count == 1 {
                return forces;
            }
            self.parts.body.push_turned(&mut state.body, &forces.body, heading, around.dt_s);
            let mut mean = match sum {
                None => VehicleForces::none(heading),
                Some(sum) => sum,
            };
            mean.add(&forces, 1.0 / f64::from(count));
            left -= 1;
            if left == 0 {
                // The caller moves the body by the mean of the forces.
                state.body = before;
                return mean;
            }
            sum = Some(mean);
        }
    }

    /// Velocities after the forces of a step (or as an ideal controller wants them).
    #[inline(always)]
    pub fn push<R: Real>(&self, state: &mut VehicleState<R>, forces: &VehicleForces<R>, dt_s: f64) {
        match self.ideal_twist(state) {
            Some(commanded) => ideal::impose_twist(&self.parts.body, &mut state.body, &commanded, dt_s),
            None => self.parts.body.push_turned(&mut state.body, &forces.body, forces.heading, dt_s),
        }
    }

    /// After the body has its new pose: wheel angles, and the velocity that an ideal controller reports.
    #[inline(always)]
    pub fn finish<R: Real>(&self, state: &mut VehicleState<R>, dt_s: f64) {
        for wheel in state.wheels.iter_mut().take(self.parts.wheels.len()) {
            wheel.roll(dt_s);
        }
        if let Some(commanded) = self.ideal_twist(state) {
            ideal::set_velocity(&self.parts.body, &mut state.body, &commanded);
        }
    }

    /// The twist that the wheels tell, for odometry.
    pub fn wheel_twist(&self, state: &VehicleState) -> WheelTwist {
        twist_from_wheels(&self.parts.wheels, &state.wheels)
    }

    /// Torque that a speed controller feeds forward against the slope, per motor [N·m]; 0 where it does not.
    pub fn slope_feedforward_nm(&self, around: &Surroundings) -> f64 {
        match &self.parts.controller {
            Controller::TwistPid(control) | Controller::SteerPid(control) => {
                self.slope_torque(control, around)
            }
            Controller::Raw | Controller::TwistIdeal => 0.0,
        }
    }

    /// Energy of motion of body and wheels \[J\].
    pub fn kinetic_energy_j(&self, state: &VehicleState) -> f64 {
        let spin = |(wheel, state): (&WheelModel, &WheelState)| {
            0.5 * wheel.inertia_kgm2 * state.spin_radps * state.spin_radps
        };
        let spins: f64 = self.parts.wheels.iter().zip(&state.wheels).map(spin).sum();
        self.parts.body.kinetic_energy_j(&state.body) + spins
    }

    #[inline(always)]
    fn ideal_twist<R: Real>(&self, state: &VehicleState<R>) -> Option<LocalTwist<R>> {
        match (&self.parts.controller, state.setpoint) {
            (Controller::TwistIdeal, Setpoint::Twist { vx_mps, vy_mps, yaw_rate_radps }) => {
                Some(LocalTwist { vx_mps, vy_mps, yaw_rate_radps })
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn follow_ideally<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        commanded: &LocalTwist<R>,
        heading: (R, R),
        around: &Surroundings<R>,
    ) -> VehicleForces<R> {
        if let Some(steering) = self.parts.drive.steering() {
            let (left, right) = steering.wheel_angles(ideal::steering_angle(steering, commanded));
            (state.wheels[2].yaw_rad, state.wheels[3].yaw_rad) = (left, right);
        }
        // An ideal controller moves the vehicle as commanded, seen from above; wheels roll along the ground.
        let rolling = match &around.slope {
            None => *commanded,
            Some(slope) => {
                let (vx_mps, vy_mps) = slope.along_ground((commanded.vx_mps, commanded.vy_mps));
                LocalTwist { vx_mps, vy_mps, yaw_rate_radps: commanded.yaw_rate_radps / slope.turn() }
            }
        };
        self.roll_with(state, &rolling);
        let mut forces = VehicleForces::none(heading);
        for (force, wheel) in forces.wheels.iter_mut().zip(&self.parts.wheels) {
            (force.vx_mps, force.vy_mps) = wheel.velocity(commanded);
        }
        forces
    }

    #[inline(always)]
    fn roll_with<R: Real>(&self, state: &mut VehicleState<R>, twist: &LocalTwist<R>) {
        for (wheel, model) in state.wheels.iter_mut().zip(&self.parts.wheels) {
            let (sin, cos) = wheel.yaw_rad.sin_cos();
            let (vx, vy) = model.velocity(twist);
            wheel.spin_radps = (cos * vx + sin * vy) * R::from(1.0 / model.radius_m);
        }
    }

    /// Torques of this step, and the direction (sin, cos) of each wheel; steering is applied at once.
    #[inline(always)]
    fn run_controller<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
    ) -> ([R; MAX_WHEELS], [(R, R); MAX_WHEELS]) {
        let mut directions = [(R::from(0.0), R::from(1.0)); MAX_WHEELS];
        for (direction, (sin, cos)) in directions.iter_mut().zip(self.mounted) {
            *direction = (R::from(sin), R::from(cos));
        }
        let zero = R::from(0.0);
        let torques_nm = match &self.parts.drive {
            Drive::Differential => self.differential_torques(state, around),
            Drive::Ackermann { steering, drive } => {
                let command = self.car_command(steering, state);
                let before = [state.wheels[2].yaw_rad, state.wheels[3].yaw_rad];
                steer(steering, state, &mut directions, command.steer_rad);
                match command.motion {
                    CarMotion::Torques(torques) => drive.wheel_torques(torques),
                    CarMotion::Speed(control, twist) => {
                        let measured = twist_from_wheels(&self.parts.wheels, &state.wheels);
                        let [left, right] = drive.controlled_wheels();
                        // Where the last step left them; rear wheels do not turn.
                        let directions_before = if left < 2 {
                            [directions[left], directions[right]]
                        } else {
                            [before[0].sin_cos(), before[1].sin_cos()]
                        };
                        let wheels = [
                            SteeredWheel {
                                model: &self.parts.wheels[left],
                                direction_before: directions_before[0],
                                direction: directions[left],
                            },
                            SteeredWheel {
                                model: &self.parts.wheels[right],
                                direction_before: directions_before[1],
                                direction: directions[right],
                            },
                        ];
                        let feedforward = self.slope_torque(control, around);
                        drive.wheel_torques(ackermann::twist_pid(
                            control,
                            &mut state.channels,
                            &twist,
                            &measured,
                            &wheels,
                            feedforward,
                            around.dt_s,
                        ))
                    }
                    CarMotion::Nothing => [zero; MAX_WHEELS],
                }
            }
            Drive::Drivetrain { steering, axles } => {
                let command = self.car_command(steering, state);
                steer(steering, state, &mut directions, command.steer_rad);
                let engine_nm = match command.motion {
                    CarMotion::Torques((engine_nm, _)) => engine_nm,
                    CarMotion::Speed(control, twist) => {
                        let measured = twist_from_wheels(&self.parts.wheels, &state.wheels);
                        let feedforward = self.slope_torque(control, around);
                        let mut channel = [state.channels[0]];
                        let [torque] = control.step(
                            &mut channel,
                            [twist.vx_mps],
                            [measured.vx_mps],
                            feedforward,
                            around.dt_s,
                        );
                        [state.channels[0]] = channel;
                        torque
                    }
                    CarMotion::Nothing => zero,
                };
                let [a, b, c, d] = &state.wheels;
                axles.wheel_torques(engine_nm, &[a.spin_radps, b.spin_radps, c.spin_radps, d.spin_radps])
            }
        };
        (torques_nm, directions)
    }

    #[inline(always)]
    fn differential_torques<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
    ) -> [R; MAX_WHEELS] {
        let wheels = &self.parts.wheels;
        let sides = match (&self.parts.controller, state.setpoint) {
            (Controller::Raw, Setpoint::Torques { left_nm, right_nm, .. }) => (left_nm, right_nm),
            (Controller::TwistPid(control), Setpoint::Twist { vx_mps, yaw_rate_radps, .. }) => {
                let measured = twist_from_wheels(wheels, &state.wheels);
                let track_m = wheels[0].position_m.y - wheels[1].position_m.y;
                differential::twist_pid(
                    control,
                    &mut state.channels,
                    &WheelTwist { vx_mps, yaw_rate_radps },
                    &measured,
                    track_m,
                    self.slope_torque(control, around),
                    around.dt_s,
                )
            }
            _ => (R::from(0.0), R::from(0.0)),
        };
        differential::wheel_torques(sides, wheels.len())
    }

    /// What a car's controller wants: a steering angle, and torques or a twist to track.
    #[inline(always)]
    fn car_command<R: Real>(&self, steering: &Steering, state: &VehicleState<R>) -> CarCommand<'_, R> {
        match (&self.parts.controller, state.setpoint) {
            (Controller::Raw, Setpoint::Torques { left_nm, right_nm, steer_rad }) => {
                CarCommand { steer_rad, motion: CarMotion::Torques((left_nm, right_nm)) }
            }
            (Controller::Raw, Setpoint::Engine { torque_nm, steer_rad }) => {
                CarCommand { steer_rad, motion: CarMotion::Torques((torque_nm, torque_nm)) }
            }
            (Controller::TwistPid(control), Setpoint::Twist { vx_mps, yaw_rate_radps, .. }) => {
                let steer_rad = steering.angle_for_twist(vx_mps, yaw_rate_radps);
                // Beyond the lock the car turns as far as it can, at the speed asked for.
                let limited_rad = steering.limited(steer_rad);
                let is_beyond = limited_rad.abs().lt(steer_rad.abs());
                let reachable = steering.yaw_rate(vx_mps, limited_rad);
                let yaw_rate_radps = R::select(is_beyond, reachable, yaw_rate_radps);
                CarCommand {
                    steer_rad,
                    motion: CarMotion::Speed(control, WheelTwist { vx_mps, yaw_rate_radps }),
                }
            }
            (Controller::SteerPid(control), Setpoint::Steer { speed_mps, steer_rad }) => {
                let yaw_rate_radps = steering.yaw_rate(speed_mps, steer_rad);
                let twist = WheelTwist { vx_mps: speed_mps, yaw_rate_radps };
                CarCommand { steer_rad, motion: CarMotion::Speed(control, twist) }
            }
            _ => CarCommand { steer_rad: R::from(0.0), motion: CarMotion::Nothing },
        }
    }

    /// Torque per driven wheel that carries the vehicle's weight up the slope, m·g·sin θ·R/n; none where
    /// friction cancels the slope (`hold="always"`).
    #[inline(always)]
    fn slope_torque<R: Real>(&self, control: &SpeedControl, around: &Surroundings<R>) -> R {
        let driven = match &self.parts.drive {
            Drive::Differential if self.parts.wheels.len() == 4 => 4,
            Drive::Differential => 2,
            Drive::Ackermann { drive, .. } => drive.wheel_count(),
            Drive::Drivetrain { .. } => 1,
        };
        match (control.slope_feedforward, around.slope) {
            (Some(gain), Some(slope)) if self.parts.friction.axle().hold != Hold::Always => {
                let slope_x = slope.down.0;
                let weight_n = self.parts.body.mass_kg * around.gravity_mps2;
                slope_x * R::from(-gain * weight_n * self.mean_radius_m / driven as f64)
            }
            _ => R::from(0.0),
        }
    }

    #[inline(always)]
    pub(crate) fn roll_on_ground<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
        twist: &LocalTwist<R>,
        heading: (R, R),
        (torques_nm, directions): (&[R; MAX_WHEELS], &[(R, R); MAX_WHEELS]),
        scrub_s: Option<f64>,
    ) -> VehicleForces<R> {
        let wheels = &self.parts.wheels;
        let side_s = scrub_s.map_or(around.dt_s, |scrub_s| scrub_s.max(around.dt_s));
        let masses_kg = self.loads.masses_kg(wheels, state.tyre_acceleration_mps2, around.gravity_mps2);
        let lateral_share = self.lateral_share(&masses_kg, directions);
        let idle = self.is_idle(state);
        // The air meets the centre of mass.
        let centre_m = self.parts.body.centre_of_mass_m;
        let air_mps = (
            twist.vx_mps - twist.yaw_rate_radps * R::from(centre_m.y),
            twist.vy_mps + twist.yaw_rate_radps * R::from(centre_m.x),
        );
        let downforce_n = match &self.parts.aero {
            None => R::from(0.0),
            Some(aero) => aero.downforce(air_mps) * R::from(1.0 / wheels.len() as f64),
        };
        let mut forces = VehicleForces::none(heading);
        let (mut tyre_x, mut tyre_y) = (R::from(0.0), R::from(0.0));
        for (i, wheel) in wheels.iter().enumerate() {
            let (sin, cos) = directions[i];
            let (vx, vy) = wheel.velocity(twist);
            let weight_n = masses_kg[i] * R::from(around.gravity_mps2);
            let (load_n, slope_n) = match &around.slope {
                None => (weight_n + downforce_n, None),
                Some(slope) => (
                    weight_n * slope.normal + downforce_n,
                    Some((slope.down.0 * weight_n, slope.down.1 * weight_n)),
                ),
            };
            #[allow(clippy::manual_map, reason = "a closure would not be inlined into wide instructions")]
            let slope_in_wheel_n = match slope_n {
                None => None,
                // A caster takes no side force.
                Some((x, y)) if i == 2 && self.parts.caster_trail_m.is_some() => {
                    Some((cos * x + sin * y, R::from(0.0)))
                }
                Some((x, y)) => Some((cos * x + sin * y, cos * y - sin * x)),
            };
            let surface_mps = around.ground[i].surface_mps;
            let (over_x, over_y) = match surface_mps {
                None => (vx, vy),
                Some(ground) => (vx - R::from(ground.x), vy - R::from(ground.y)),
            };
            // Where the ground can move, a wheel stands that does not turn.
            #[allow(clippy::manual_map, reason = "a closure would not be inlined into wide instructions")]
            let rim_mps = match surface_mps {
                None => None,
                Some(_) => Some(state.wheels[i].spin_radps * R::from(wheel.radius_m)),
            };
            let swivels = i == 2 && self.parts.caster_trail_m.is_some();
            let undriven = idle & torques_nm[i].abs().le(R::from(0.0)) & R::mask(!swivels);
            let held = self.update_held(&mut state.wheels[i], around, undriven, (over_x, over_y), rim_mps);
            let (held, brake_nm) = self.brake_of(i, around, held);
            let contact = Contact {
                vx_mps: cos * over_x + sin * over_y,
                vy_mps: cos * over_y - sin * over_x,
                spin_radps: state.wheels[i].spin_radps,
                torque_nm: torques_nm[i],
                slope_n: slope_in_wheel_n,
                mass_kg: masses_kg[i],
                load_n,
                lateral_share,
                side_s: if swivels { f64::INFINITY } else { side_s },
                spin_share: self.slip_share,
                held,
                hold_share: self.hold_share * self.slip_share,
                brake_nm,
                ground_mu: around.ground[i].mu,
                ground_rolling_resistance: around.ground[i].rolling_resistance,
                dt_s: around.dt_s,
            };
            let ground = self.parts.friction.force(wheel, &contact);
            state.wheels[i].spin_radps = ground.spin_radps;
            let fx_n = cos * ground.fx_n - sin * ground.fy_n;
            let fy_n = sin * ground.fx_n + cos * ground.fy_n;
            forces.wheels[i] =
                WheelForces { torque_nm: torques_nm[i], fx_n, fy_n, vx_mps: vx, vy_mps: vy, load_n };
            tyre_x += fx_n;
            tyre_y += fy_n;
            let (pull_x, pull_y) = match slope_n {
                None => (fx_n, fy_n),
                Some((x, y)) => (fx_n + x, fy_n + y),
            };
            let lever = wheel.position_m - self.parts.body.centre_of_mass_m;
            forces.body.fx_n += pull_x;
            forces.body.fy_n += pull_y;
            forces.body.moment_nm += R::from(lever.x) * pull_y - R::from(lever.y) * pull_x;
        }
        if let Some(aero) = &self.parts.aero {
            let (drag_x, drag_y) = aero.drag(air_mps, self.parts.body.mass_kg, around.dt_s);
            forces.body.fx_n += drag_x;
            forces.body.fy_n += drag_y;
        }
        if let Some(slope) = &around.slope {
            (forces.body.fx_n, forces.body.fy_n) = slope.from_above((forces.body.fx_n, forces.body.fy_n));
            forces.body.moment_nm *= slope.turn();
        }
        let per_mass = R::from(1.0 / self.parts.body.mass_kg);
        state.tyre_acceleration_mps2 = (tyre_x * per_mass, tyre_y * per_mass);
        forces
    }

    /// Where nothing is commanded: torques of exactly zero, or a set speed of zero.
    #[inline(always)]
    fn is_idle<R: Real>(&self, state: &VehicleState<R>) -> R::Mask {
        let zero = R::from(0.0);
        let below = match &self.parts.controller {
            Controller::TwistPid(control) | Controller::SteerPid(control) => control.zero_threshold_mps,
            Controller::Raw | Controller::TwistIdeal => 0.0,
        };
        let size = match state.setpoint {
            Setpoint::Twist { vx_mps, yaw_rate_radps, .. } => vx_mps.abs().max(yaw_rate_radps.abs()),
            Setpoint::Steer { speed_mps, .. } => speed_mps.abs(),
            Setpoint::Torques { left_nm, right_nm, .. } => left_nm.abs().max(right_nm.abs()),
            Setpoint::Engine { torque_nm, .. } => torque_nm.abs(),
        };
        size.le(R::from(below).max(zero))
    }

    /// Whether the parking brake holds a wheel during this step.
    ///
    /// It takes hold on a slope, where the wheel stands and nothing drives it, and lets go when the wheel is
    /// driven: a wheel that slides stays locked. Standing means slower than the controller's threshold, or than
    /// what the slope gives within a step, so that no step misses the moment. Ground that can move is held on to
    /// by a wheel that does not turn. On level ground that cannot there is nothing to hold, and wheels roll freely.
    #[inline(always)]
    fn update_held<R: Real>(
        &self,
        wheel: &mut WheelState<R>,
        around: &Surroundings<R>,
        undriven: R::Mask,
        (vx, vy): (R, R),
        rim_mps: Option<R>,
    ) -> R::Mask {
        let was_held = wheel.held.gt(R::from(0.5));
        if !self.holds() || (around.slope.is_none() && rim_mps.is_none() && !R::any(was_held)) {
            return R::mask(false);
        }
        let stop_mps = match &self.parts.controller {
            Controller::TwistPid(control) | Controller::SteerPid(control) => {
                control.stop_threshold_mps.max(STANDING_MPS)
            }
            Controller::Raw | Controller::TwistIdeal => STANDING_MPS,
        };
        let turns_not = match rim_mps {
            None => R::mask(false),
            Some(rim_mps) => rim_mps.abs().le(R::from(stop_mps)),
        };
        let stands = match &around.slope {
            None => R::mask(false),
            Some(slope) => {
                let pull = (slope.down.0 * slope.down.0 + slope.down.1 * slope.down.1).sqrt();
                let slow = R::from(stop_mps) + pull * R::from(around.gravity_mps2 * around.dt_s);
                (vx * vx + vy * vy).le(slow * slow)
            }
        };
        let held = undriven & (was_held | stands | turns_not);
        wheel.held = R::select(held, R::from(1.0), R::from(0.0));
        held
    }

    /// Where a wheel is held whatever it takes, and the torque of its brake: that of the pedal or the lever, and
    /// where the vehicle is parked that of the parking brake. A vehicle without brakes is parked by friction
    /// alone.
    #[inline(always)]
    fn brake_of<R: Real>(
        &self,
        wheel: usize,
        around: &Surroundings<R>,
        held: R::Mask,
    ) -> (R::Mask, Option<R>) {
        match (&self.parts.brakes, around.brake_nm) {
            (None, None) => (held, None),
            (None, Some(pressed_nm)) => (held, Some(R::from(pressed_nm[wheel]))),
            (Some(_), None) if !R::any(held) => (held, None),
            (Some(brakes), pressed_nm) => {
                let pressed_nm = pressed_nm.map_or(0.0, |torques_nm| torques_nm[wheel]);
                let parked = R::from(pressed_nm.max(brakes.parking_nm[wheel]));
                (R::mask(false), Some(R::select(held, parked, R::from(pressed_nm))))
            }
        }
    }

    /// min(1, I_z/ΣM·x²) of the slip share, see the head of this file.
    #[inline(always)]
    fn lateral_share<R: Real>(&self, masses_kg: &[R; MAX_WHEELS], directions: &[(R, R); MAX_WHEELS]) -> R {
        let mut turning_kgm2 = R::from(0.0);
        for (i, wheel) in self.parts.wheels.iter().enumerate() {
            let lever = wheel.position_m - self.parts.body.centre_of_mass_m;
            let (sin, cos) = directions[i];
            let x = cos * R::from(lever.x) + sin * R::from(lever.y);
            turning_kgm2 += masses_kg[i] * x * x;
        }
        let inertia = R::from(self.parts.body.inertia_kgm2);
        let too_much = turning_kgm2.gt(inertia);
        let share = inertia / R::select(too_much, turning_kgm2, R::from(1.0));
        R::select(too_much, share, R::from(1.0)) * R::from(self.slip_share)
    }
}

struct CarCommand<'a, R> {
    steer_rad: R,
    motion: CarMotion<'a, R>,
}

enum CarMotion<'a, R> {
    Torques((R, R)),
    Speed(&'a SpeedControl, WheelTwist<R>),
    Nothing,
}

/// Points the front wheels.
#[inline(always)]
fn steer<R: Real>(
    steering: &Steering,
    state: &mut VehicleState<R>,
    directions: &mut [(R, R); MAX_WHEELS],
    steer_rad: R,
) {
    let (left, right) = steering.wheel_angles(steer_rad);
    (state.wheels[2].yaw_rad, state.wheels[3].yaw_rad) = (left, right);
    (directions[2], directions[3]) = (left.sin_cos(), right.sin_cos());
}

impl<R: Real> VehicleForces<R> {
    /// No forces at all.
    #[inline(always)]
    fn none(heading: (R, R)) -> Self {
        let zero = R::from(0.0);
        let still =
            WheelForces { torque_nm: zero, fx_n: zero, fy_n: zero, vx_mps: zero, vy_mps: zero, load_n: zero };
        Self {
            wheels: [still; MAX_WHEELS],
            body: BodyForce { fx_n: zero, fy_n: zero, moment_nm: zero },
            heading,
        }
    }

    /// Adds a share of other forces.
    #[inline(always)]
    fn add(&mut self, other: &Self, share: f64) {
        let share = R::from(share);
        for (wheel, other) in self.wheels.iter_mut().zip(&other.wheels) {
            wheel.torque_nm += other.torque_nm * share;
            wheel.fx_n += other.fx_n * share;
            wheel.fy_n += other.fy_n * share;
            wheel.vx_mps += other.vx_mps * share;
            wheel.vy_mps += other.vy_mps * share;
            wheel.load_n += other.load_n * share;
        }
        self.body.fx_n += other.body.fx_n * share;
        self.body.fy_n += other.body.fy_n * share;
        self.body.moment_nm += other.body.moment_nm * share;
    }
}

//! What drives a vehicle: set points in, velocities out. One door for wheeled vehicles, race cars and dynamics of a
//! program's own.

use crate::extension::{ExtensionMemory, OwnState};
use crate::model::Model;
use crate::moving_ground::MovingGround;
use crate::own_drive::{OwnDriveModel, OwnDriveState};
use crate::planar::BodyMotion;
use crate::property_region::PropertyRegions;
use crate::race_car::{RaceCarModel, RaceCarState};
use crate::wheeled::{WheeledModel, WheeledState};
use serde::{Deserialize, Serialize};
use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::body::{BodyModel, BodyState};
use skidpad_dynamics::odometry::WheelTwist;
use skidpad_dynamics::slope::Slope;
use skidpad_math::{Pose2, Twist2, Vec2};
use skidpad_messages::{Drive, VehicleObservation};
use skidpad_world::description::Compat;

/// What a step is like for every vehicle.
pub(crate) struct StepContext<'a> {
    /// Length of the step [s].
    pub(crate) dt_s: f64,
    /// Time at its start [s].
    pub(crate) time_s: f64,
    /// Gravity [m/s²].
    pub(crate) gravity_mps2: f64,
    /// Whose laws hold on slopes.
    pub(crate) compat: Compat,
    /// Regions with other grip.
    pub(crate) regions: &'a PropertyRegions,
    /// Ground that moves.
    pub(crate) moving: &'a MovingGround,
    /// What the world is made of.
    pub(crate) model: &'a Model,
    /// Sine and cosine of the heading of the vehicle at hand.
    pub(crate) heading: (f64, f64),
    /// Pitch and roll of the vehicle at hand [rad].
    pub(crate) attitude_rad: [f64; 2],
    /// What elements of a program's own remember.
    pub(crate) elements: &'a [ExtensionMemory],
    /// Number of the step.
    pub(crate) step: u64,
}

/// What brakes and battery do to a vehicle in a step.
pub(crate) struct Pedals {
    /// Largest torque of each wheel's brake, where any is pressed [N·m].
    pub(crate) brake_nm: Option<[f64; MAX_WHEELS]>,
    /// Whether there is energy for the motors.
    pub(crate) may_drive: bool,
}

/// What drives a vehicle, as far as stepping does not change it.
#[derive(Debug, Clone)]
pub enum DriveModel {
    /// Differential, Ackermann, drivetrain.
    Wheeled(Box<WheeledModel>),
    /// The four-wheel race car.
    RaceCar(Box<RaceCarModel>),
    /// Dynamics of a program's own.
    Own(Box<OwnDriveModel>),
}

/// What a drive remembers between steps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum DriveState {
    /// Of a wheeled vehicle.
    Wheeled(WheeledState),
    /// Of a race car.
    RaceCar(RaceCarState),
    /// Of dynamics of a program's own.
    Own(OwnDriveState),
}

/// Call the same method on whichever drive it is. A state always belongs to its own model: both come from
/// the same vehicle.
macro_rules! dispatch {
    ($model:expr, $state:expr, |$m:ident, $s:ident| $call:expr, $otherwise:expr) => {
        match ($model, $state) {
            (DriveModel::Wheeled($m), DriveState::Wheeled($s)) => $call,
            (DriveModel::RaceCar($m), DriveState::RaceCar($s)) => $call,
            (DriveModel::Own($m), DriveState::Own($s)) => $call,
            _ => $otherwise,
        }
    };
}

impl DriveModel {
    /// Mass, centre of mass and damping.
    pub fn body(&self) -> &BodyModel {
        match self {
            DriveModel::Wheeled(model) => model.body(),
            DriveModel::RaceCar(model) => model.body(),
            DriveModel::Own(model) => &model.body,
        }
    }

    /// A drive at rest.
    pub(crate) fn at_rest(&self, pose: Pose2) -> DriveState {
        match self {
            DriveModel::Wheeled(model) => DriveState::Wheeled(model.at_rest(pose)),
            DriveModel::RaceCar(model) => DriveState::RaceCar(model.at_rest(pose)),
            DriveModel::Own(model) => DriveState::Own(model.at_rest()),
        }
    }

    /// What a model of a program's own remembers at the start, where there is one.
    pub(crate) fn own_at_rest(&self) -> Option<Box<OwnState>> {
        match self {
            DriveModel::Wheeled(model) => model.own_controller.as_ref().map(|own| Box::new(own.at_rest())),
            DriveModel::RaceCar(_) => None,
            DriveModel::Own(model) => Some(Box::new(model.dynamics.at_rest())),
        }
    }

    /// Whether a model of a program's own takes a command.
    pub(crate) fn own_accepts(&self, drive: &Drive) -> bool {
        match self {
            DriveModel::Wheeled(model) => model.own_controller.as_ref().is_some_and(|own| own.accepts(drive)),
            DriveModel::RaceCar(_) => false,
            DriveModel::Own(model) => model.dynamics.accepts(drive),
        }
    }

    /// A drive at the start of a run. A race car starts rolling; other wheels start at rest, as in MVSim.
    pub(crate) fn at_start(&self, pose: Pose2, motion: &BodyMotion) -> DriveState {
        let mut state = self.at_rest(pose);
        if let DriveModel::RaceCar(_) = self {
            self.roll_wheels(&mut state, motion);
        }
        state
    }

    /// Take a new set point; false if the controller takes another kind.
    pub(crate) fn take(&self, state: &mut DriveState, drive: &Drive) -> bool {
        match (self, state) {
            (DriveModel::Wheeled(model), DriveState::Wheeled(state)) => model.take(state, drive),
            (DriveModel::RaceCar(model), DriveState::RaceCar(state)) => model.take(state, drive),
            // Its command is kept with its memory.
            _ => false,
        }
    }

    /// Tell the controller to stop.
    pub(crate) fn stop(&self, state: &mut DriveState) {
        match (self, state) {
            (DriveModel::Wheeled(model), DriveState::Wheeled(state)) => model.stop(state),
            (DriveModel::RaceCar(model), DriveState::RaceCar(state)) => model.stop(state),
            _ => {}
        }
    }

    /// Let every wheel spin as the ground under it moves.
    pub(crate) fn roll_wheels(&self, state: &mut DriveState, motion: &BodyMotion) {
        dispatch!(self, state, |model, state| model.roll_wheels(state, motion), ());
    }

    /// Controller, wheels, ground: the body's velocity after the forces of a step.
    pub(crate) fn push(
        &self,
        context: &StepContext,
        state: &mut DriveState,
        own: Option<&mut OwnState>,
        pedals: &Pedals,
        motion: &mut BodyMotion,
        seen: &mut VehicleObservation,
    ) {
        match (self, state) {
            (DriveModel::Wheeled(model), DriveState::Wheeled(state)) => {
                model.push(context, state, own, pedals, motion, seen);
            }
            (DriveModel::RaceCar(model), DriveState::RaceCar(state)) => {
                model.push(context, state, pedals, motion, seen);
            }
            (DriveModel::Own(model), DriveState::Own(state)) => {
                if let Some(own) = own {
                    model.push(context, state, own, pedals, motion, seen);
                }
            }
            _ => {}
        }
    }

    /// After the plane has moved the body.
    pub(crate) fn finish(
        &self,
        state: &mut DriveState,
        sent: &BodyMotion,
        turned: Option<&Turned>,
        motion: &mut BodyMotion,
        dt_s: f64,
    ) {
        dispatch!(self, state, |model, state| model.finish(state, sent, turned, motion, dt_s), ());
    }

    /// The heading that a vehicle has after [`DriveModel::finish`] [rad].
    pub(crate) fn heading_after_rad(
        &self,
        state: &DriveState,
        sent: &BodyMotion,
        motion: &BodyMotion,
    ) -> f64 {
        match state {
            DriveState::RaceCar(state) => state.heading_after_rad(sent, motion),
            DriveState::Wheeled(_) | DriveState::Own(_) => motion.yaw_rad,
        }
    }

    /// The lap that ended during a step, if one did: its number and its time [s].
    pub(crate) fn time_lap(
        &self,
        state: &mut DriveState,
        before: (f64, Vec2),
        after: (f64, Vec2),
    ) -> Option<(u32, f64)> {
        match (self, state) {
            (DriveModel::RaceCar(model), DriveState::RaceCar(state)) => model.time_lap(state, before, after),
            _ => None,
        }
    }

    /// Energy of motion of body and wheels [J].
    pub(crate) fn kinetic_energy_j(
        &self,
        state: &DriveState,
        motion: &BodyMotion,
        slope: Option<&Slope>,
    ) -> f64 {
        dispatch!(self, state, |model, state| model.kinetic_energy_j(state, motion, slope), 0.0)
    }

    /// The twist that the wheels tell.
    pub(crate) fn wheel_twist(&self, state: &DriveState) -> WheelTwist {
        let nothing = WheelTwist { vx_mps: 0.0, yaw_rate_radps: 0.0 };
        match (self, state) {
            (DriveModel::Wheeled(model), DriveState::Wheeled(state)) => model.wheel_twist(state),
            (DriveModel::RaceCar(model), DriveState::RaceCar(state)) => model.wheel_twist(state),
            (DriveModel::Own(_), DriveState::Own(state)) => state.wheel_twist(),
            _ => nothing,
        }
    }

    /// What can be seen of the wheels after a step, or before any.
    pub(crate) fn observe_still(&self, state: &DriveState, seen: &mut VehicleObservation) {
        dispatch!(self, state, |model, state| model.observe_still(state, seen), ());
        let twist = self.wheel_twist(state);
        seen.odometry_twist = Twist2::new(twist.vx_mps, 0.0, twist.yaw_rate_radps);
    }

    /// Whether the wheels' directions ever change.
    pub(crate) fn is_steered(&self) -> bool {
        match self {
            DriveModel::Wheeled(model) => model.is_steered(),
            DriveModel::RaceCar(_) | DriveModel::Own(_) => true,
        }
    }
}

impl DriveState {
    /// Direction of a wheel in the vehicle [rad].
    pub(crate) fn wheel_yaw_rad(&self, wheel: usize) -> f64 {
        match self {
            DriveState::Wheeled(state) => state.wheel_yaw_rad(wheel),
            DriveState::RaceCar(state) => state.wheel_yaw_rad(wheel),
            DriveState::Own(state) => state.steer_rad[wheel],
        }
    }

    /// Spins of its wheels [rad/s], zero where there is none.
    pub(crate) fn spins_radps(&self) -> [f64; MAX_WHEELS] {
        match self {
            DriveState::Wheeled(state) => state.wheeled.wheels.map(|wheel| wheel.spin_radps),
            DriveState::RaceCar(state) => state.car.spin_radps,
            DriveState::Own(state) => state.spin_radps,
        }
    }

    /// Whether it is a car that tips over.
    pub(crate) fn is_tipping(&self) -> bool {
        matches!(self, DriveState::RaceCar(state) if state.is_tipping)
    }

    /// Whether every number is one.
    #[inline]
    pub(crate) fn is_finite(&self) -> bool {
        match self {
            DriveState::Wheeled(state) => state.is_finite(),
            DriveState::RaceCar(state) => state.is_finite(),
            DriveState::Own(state) => state.is_finite(),
        }
    }
}

/// The ground under a vehicle whose heading has turned on it.
pub(crate) struct Turned {
    /// Its tilt as the new heading sees it.
    pub(crate) slope: Slope,
    /// What the yaw rate is multiplied by, so that the turning rate about the ground's normal stays.
    pub(crate) yaw_rate_factor: f64,
}

/// How the ground tilts a vehicle with this pitch and roll; none on level ground.
pub(crate) fn slope_of([pitch_rad, roll_rad]: [f64; 2], compat: Compat) -> Option<Slope> {
    match compat {
        _ if pitch_rad == 0.0 && roll_rad == 0.0 => None,
        Compat::None => Some(Slope::new(pitch_rad, roll_rad)),
        Compat::Mvsim => Some(Slope::of_mvsim(pitch_rad, roll_rad)),
    }
}

/// Whether the plane changed the velocity that a body was sent with.
pub(crate) fn is_touched(sent: &BodyMotion, motion: &BodyMotion) -> bool {
    sent.vx_mps.to_bits() != motion.vx_mps.to_bits()
        || sent.vy_mps.to_bits() != motion.vy_mps.to_bits()
        || sent.yaw_rate_radps.to_bits() != motion.yaw_rate_radps.to_bits()
}

pub(crate) fn body_state(motion: &BodyMotion) -> BodyState {
    BodyState {
        x_m: motion.x_m,
        y_m: motion.y_m,
        yaw_rad: motion.yaw_rad,
        vx_mps: motion.vx_mps,
        vy_mps: motion.vy_mps,
        yaw_rate_radps: motion.yaw_rate_radps,
    }
}

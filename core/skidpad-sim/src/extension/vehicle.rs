//! Controllers, dynamics and tyres of a program's own.

use super::guard::{guarded, note_failure, refuse_non_finite};
use crate::build::{MakeController, MakeDynamics, MakeFriction, PlannedController};
use serde::{Deserialize, Serialize};
use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::friction::{Friction, Grip, OwnFriction, Slip, TyreModel};
use skidpad_dynamics::vehicle::GroundPatch;
use skidpad_dynamics::wheel::WheelModel;
use skidpad_math::{NoiseAddress, Pose2, Twist2, Vec2};
use skidpad_messages::Drive;
use skidpad_world::Param;
use skidpad_world::description::{Controller, Dynamics, ExtensionUse, FrictionModel, Values};
use std::fmt;
use std::sync::Arc;

/// What a vehicle with a controller or dynamics of a program's own remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OwnState {
    /// The command in force.
    pub command: Drive,
    /// The numbers of the model.
    pub numbers: Vec<f64>,
}

impl OwnState {
    pub(crate) fn new(numbers: &[f64]) -> OwnState {
        OwnState { command: Drive::Twist(Twist2::default()), numbers: numbers.to_vec() }
    }

    /// Tell it to stop: what steers stays.
    pub(crate) fn stop(&mut self) {
        self.command = match self.command {
            Drive::Twist(_) => Drive::Twist(Twist2::default()),
            Drive::Torques { .. } => Drive::Torques { left_nm: 0.0, right_nm: 0.0 },
            Drive::TorquesAndSteer { steer_rad, .. } => {
                Drive::TorquesAndSteer { left_nm: 0.0, right_nm: 0.0, steer_rad }
            }
            Drive::EngineAndSteer { steer_rad, .. } => Drive::EngineAndSteer { torque_nm: 0.0, steer_rad },
            Drive::SpeedAndSteer { steer_rad, .. } => Drive::SpeedAndSteer { speed_mps: 0.0, steer_rad },
            Drive::WheelTorquesAndSteer { steer_rad, .. } => {
                Drive::WheelTorquesAndSteer { torques_nm: [0.0; 4], steer_rad }
            }
        };
    }
}

/// A wheel, as a model of a program's own sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WheelView {
    /// Its place, size, mass and inertia.
    pub wheel: WheelModel,
    /// Spin [rad/s].
    pub spin_radps: f64,
    /// Direction in the vehicle [rad].
    pub steer_rad: f64,
}

/// What a controller or a vehicle may know when a step begins.
#[derive(Debug, Clone, Copy)]
pub struct DriveView<'a> {
    /// Simulated time [s].
    pub time_s: f64,
    /// Length of the step [s].
    pub dt_s: f64,
    /// Gravity [m/s²].
    pub gravity_mps2: f64,
    /// The command in force.
    pub command: Drive,
    /// Where the vehicle is: ground truth.
    pub pose_in_world: Pose2,
    /// How its reference point moves, in its own axes: ground truth.
    pub twist: Twist2,
    /// Pitch and roll [rad].
    pub attitude_rad: [f64; 2],
    /// Mass of the whole vehicle [kg].
    pub mass_kg: f64,
    /// Moment of inertia about the centre of mass [kg·m²].
    pub inertia_kgm2: f64,
    /// Centre of mass, seen from the reference point [m].
    pub centre_of_mass_m: Vec2,
    /// Its wheels, in the order of the world file.
    pub wheels: &'a [WheelView],
    /// What the ground under each wheel is like, where it is different.
    pub ground: [GroundPatch; MAX_WHEELS],
    /// Largest torque of each wheel's brake, where any is pressed [N·m].
    pub brake_nm: Option<[f64; MAX_WHEELS]>,
    /// Whether there is energy for the motors.
    pub may_drive: bool,
    /// Its random numbers of this step.
    pub noise: NoiseAddress,
}

/// What turns commands into torques and steering, on a vehicle of a built-in class.
///
/// ```
/// use skidpad_messages::Drive;
/// use skidpad_sim::extension::{Control, ControllerClass, ControllerModel, DriveView, Extensions};
/// use skidpad_world::Param;
///
/// /// Holds a speed; its memory is the integral of the error.
/// struct Cruise {
///     gain: f64,
/// }
///
/// impl ControllerModel for Cruise {
///     fn memory(&self) -> Vec<f64> {
///         vec![0.0]
///     }
///
///     fn control(&self, at: &DriveView<'_>, memory: &mut [f64]) -> Control {
///         let Drive::Twist(wanted) = at.command else { return Control::default() };
///         let error_mps = wanted.vx_mps - at.twist.vx_mps;
///         memory[0] += error_mps * at.dt_s;
///         let torque_nm = self.gain * (error_mps + memory[0]);
///         Control { left_nm: torque_nm, right_nm: torque_nm, steer_rad: 0.0 }
///     }
/// }
///
/// const ROWS: &[Param] = &[Param::number("gain", "N·m·s/m").default("20").positive().doc("Torque per m/s.")];
/// let cruise = ControllerClass::new("Holds a speed.", ROWS, |values| Ok(Cruise { gain: values.number("gain") }));
/// let extensions = Extensions::new().controller("cruise", cruise);
/// ```
pub trait ControllerModel: Send + Sync + 'static {
    /// Torques and steering of this step.
    fn control(&self, at: &DriveView<'_>, memory: &mut [f64]) -> Control;

    /// Which commands it takes; others are refused.
    fn accepts(&self, command: &Drive) -> bool {
        matches!(command, Drive::Twist(_))
    }

    /// What it remembers at the start.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// What a controller gives.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Control {
    /// Torque of the left motor, or of the left driven wheel; a vehicle with an engine takes the sum of both [N·m].
    pub left_nm: f64,
    /// Torque of the right one [N·m]; positive drives forward.
    pub right_nm: f64,
    /// Steering angle, where the vehicle steers [rad].
    pub steer_rad: f64,
}

/// How a vehicle moves.
///
/// It gives forces, or a velocity that is held exactly; the world moves the body, stops it at obstacles and puts it on the
/// ground.
///
/// ```
/// use skidpad_messages::Drive;
/// use skidpad_sim::extension::{DriveMotion, DriveStep, DriveView, DynamicsClass, DynamicsModel, Extensions, WheelStep};
///
/// /// Follows its command exactly, sideways too.
/// struct Platform;
///
/// impl DynamicsModel for Platform {
///     fn step(&self, at: &DriveView<'_>, _: &mut [f64]) -> DriveStep {
///         // Other commands are refused before they come here: see `accepts`.
///         let Drive::Twist(wanted) = at.command else { unreachable!("a twist") };
///         let spin_radps = |index: usize| at.wheels.get(index).map_or(0.0, |it| wanted.vx_mps / it.wheel.radius_m);
///         let wheels = std::array::from_fn(|index| WheelStep {
///             spin_radps: spin_radps(index),
///             ..WheelStep::default()
///         });
///         DriveStep { motion: DriveMotion::Twist(wanted), wheels, odometry: None }
///     }
/// }
///
/// let platform = DynamicsClass::new("Follows its command exactly.", &[], |_| Ok(Platform));
/// let extensions = Extensions::new().dynamics("platform", platform);
/// ```
pub trait DynamicsModel: Send + Sync + 'static {
    /// What a step does to the vehicle.
    fn step(&self, at: &DriveView<'_>, memory: &mut [f64]) -> DriveStep;

    /// Which commands it takes; others are refused.
    fn accepts(&self, command: &Drive) -> bool {
        matches!(command, Drive::Twist(_))
    }

    /// What it remembers at the start.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// What a step does to a vehicle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DriveStep {
    /// How it moves.
    pub motion: DriveMotion,
    /// Its wheels after the step; those that it does not have do not matter.
    pub wheels: [WheelStep; MAX_WHEELS],
    /// Speed and yaw rate that its encoders tell; the truth if it does not say.
    pub odometry: Option<Twist2>,
}

/// How a vehicle moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DriveMotion {
    /// By forces in its own axes and their moment about the centre of mass. The pull of a slope comes by itself.
    Forces {
        /// Forward [N].
        fx_n: f64,
        /// To the left [N].
        fy_n: f64,
        /// Moment [N·m].
        moment_nm: f64,
    },
    /// Exactly with this velocity of its reference point, unless something is in the way.
    Twist(Twist2),
}

/// A wheel after a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WheelStep {
    /// Spin [rad/s].
    pub spin_radps: f64,
    /// Direction in the vehicle [rad].
    pub steer_rad: f64,
    /// Driving torque [N·m].
    pub torque_nm: f64,
    /// Force of the ground, in the vehicle's axes [N].
    pub force_n: Vec2,
    /// Weight on the ground [N].
    pub load_n: f64,
}

macro_rules! class {
    ($(#[$doc:meta])* $name:ident, $make:ident, $model:ident) => {
        type $make = dyn Fn(&Values) -> Result<Box<dyn $model>, String> + Send + Sync;

        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {
            pub(super) doc: String,
            pub(super) parameters: Vec<Param>,
            make: Arc<$make>,
        }

        impl $name {
            /// A class with a sentence about it, its parameters, and what makes a model of their values.
            pub fn new<M: $model + 'static>(
                doc: &str,
                parameters: &[Param],
                make: impl Fn(&Values) -> Result<M, String> + Send + Sync + 'static,
            ) -> $name {
                let make = move |values: &Values| make(values).map(|model| Box::new(model) as Box<dyn $model>);
                $name { doc: doc.to_owned(), parameters: parameters.to_vec(), make: Arc::new(make) }
            }

            pub(super) fn model(&self, values: &Values) -> Result<Arc<dyn $model>, String> {
                guarded(|| (self.make)(values)).and_then(|made| made).map(Arc::from)
            }
        }
    };
}
pub(super) use class;

class!(
    /// A class of controllers.
    ControllerClass, MakeControllerModel, ControllerModel
);
class!(
    /// A class of vehicles.
    DynamicsClass, MakeDynamicsModel, DynamicsModel
);
class!(
    /// A class of tyres.
    FrictionClass, MakeTyreModel, TyreModel
);

/// A controller of a program's own, as far as stepping does not change it.
#[derive(Clone)]
pub struct OwnController {
    class: String,
    model: Arc<dyn ControllerModel>,
    memory: Vec<f64>,
}

/// Dynamics of a program's own, as far as stepping does not change them.
#[derive(Clone)]
pub struct OwnDynamics {
    class: String,
    model: Arc<dyn DynamicsModel>,
    memory: Vec<f64>,
}

impl fmt::Debug for OwnController {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnController").field(&self.class).finish()
    }
}

impl fmt::Debug for OwnDynamics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnDynamics").field(&self.class).finish()
    }
}

impl ControllerClass {
    /// What makes controllers of this class.
    pub(super) fn maker(self) -> Arc<MakeController> {
        Arc::new(move |described| {
            let Controller::Extension(used) = described else { return Err(not_own("controller")) };
            let model = self.model(&used.values)?;
            let memory = guarded(|| model.memory())?;
            refuse_non_finite("memory", &memory)?;
            Ok(PlannedController::own(OwnController { class: used.class.clone(), model, memory }))
        })
    }
}

impl DynamicsClass {
    /// Dynamics with these values.
    pub(crate) fn build(&self, used: &ExtensionUse) -> Result<OwnDynamics, String> {
        let model = self.model(&used.values)?;
        let memory = guarded(|| model.memory())?;
        refuse_non_finite("memory", &memory)?;
        Ok(OwnDynamics { class: used.class.clone(), model, memory })
    }

    /// What makes vehicles of this class.
    pub(super) fn maker(self) -> Arc<MakeDynamics> {
        Arc::new(move |builder, plan| match &plan.vehicle.dynamics {
            Dynamics::Extension(used) => builder.plan_own_drive(&self, plan, used),
            _ => None,
        })
    }
}

impl FrictionClass {
    /// What makes tyres of this class.
    pub(super) fn maker(self) -> Arc<MakeFriction> {
        Arc::new(move |plan| {
            let FrictionModel::Extension(used) = plan.model else { return Err(not_own("friction")) };
            let tyre = self.model(&used.values)?;
            let tyre: Arc<dyn TyreModel> = Arc::new(GuardedTyre { class: used.class.clone(), tyre });
            Ok(Friction::Own(OwnFriction { tyre: Some(tyre), axle: plan.axle }))
        })
    }
}

/// Why a class of a program's own makes nothing of the parameters of another.
pub(super) fn not_own(what: &str) -> String {
    format!("the parameters of its {what} are those of another class")
}

impl OwnController {
    pub(crate) fn at_rest(&self) -> OwnState {
        OwnState::new(&self.memory)
    }

    pub(crate) fn accepts(&self, command: &Drive) -> bool {
        guarded(|| self.model.accepts(command)).unwrap_or(false)
    }

    /// Torques and steering of this step; not numbers if it fails, so that its vehicle is stopped.
    pub(crate) fn control(&self, at: &DriveView<'_>, memory: &mut [f64]) -> Control {
        let outcome = guarded(|| self.model.control(at, memory)).and_then(|control| {
            refuse_non_finite("torque or steering", &[control.left_nm, control.right_nm, control.steer_rad])?;
            refuse_non_finite("memory", memory)?;
            Ok(control)
        });
        outcome.unwrap_or_else(|because| {
            note_failure(format!("controller {}", self.class), because);
            memory.iter_mut().zip(&self.memory).for_each(|(number, start)| *number = *start);
            Control { left_nm: f64::NAN, right_nm: f64::NAN, steer_rad: 0.0 }
        })
    }
}

impl OwnDynamics {
    pub(crate) fn at_rest(&self) -> OwnState {
        OwnState::new(&self.memory)
    }

    pub(crate) fn accepts(&self, command: &Drive) -> bool {
        guarded(|| self.model.accepts(command)).unwrap_or(false)
    }

    /// What a step does; not a number if it fails, so that its vehicle is stopped.
    pub(crate) fn step(&self, at: &DriveView<'_>, memory: &mut [f64]) -> DriveStep {
        let wheel_count = at.wheels.len();
        let outcome = guarded(|| self.model.step(at, memory)).and_then(|step| {
            let motion = match step.motion {
                DriveMotion::Forces { fx_n, fy_n, moment_nm } => [fx_n, fy_n, moment_nm],
                DriveMotion::Twist(twist) => [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps],
            };
            refuse_non_finite("motion", &motion)?;
            for wheel in &step.wheels[..wheel_count] {
                let WheelStep { spin_radps, steer_rad, torque_nm, force_n, load_n } = *wheel;
                refuse_non_finite(
                    "wheel",
                    &[spin_radps, steer_rad, torque_nm, force_n.x, force_n.y, load_n],
                )?;
            }
            if let Some(odometry) = step.odometry {
                refuse_non_finite("odometry", &[odometry.vx_mps, odometry.yaw_rate_radps])?;
            }
            refuse_non_finite("memory", memory)?;
            Ok(step)
        });
        outcome.unwrap_or_else(|because| {
            note_failure(format!("dynamics {}", self.class), because);
            memory.iter_mut().zip(&self.memory).for_each(|(number, start)| *number = *start);
            let motion = DriveMotion::Forces { fx_n: f64::NAN, fy_n: 0.0, moment_nm: 0.0 };
            DriveStep { motion, wheels: [WheelStep::default(); MAX_WHEELS], odometry: None }
        })
    }
}

/// A tyre whose failures stop its vehicle.
struct GuardedTyre {
    class: String,
    tyre: Arc<dyn TyreModel>,
}

impl TyreModel for GuardedTyre {
    fn grip(&self, slip: &Slip) -> Grip {
        let outcome = guarded(|| self.tyre.grip(slip)).and_then(|grip| {
            let numbers = match grip {
                Grip::Limits { along_n, across_n } if along_n < 0.0 || across_n < 0.0 => {
                    return Err("its limit is less than 0".to_owned());
                }
                Grip::Limits { along_n, across_n } => [along_n, across_n],
                Grip::Force { fx_n, fy_n } => [fx_n, fy_n],
            };
            refuse_non_finite("force", &numbers).map(|()| grip)
        });
        outcome.unwrap_or_else(|because| {
            note_failure(format!("friction {}", self.class), because);
            Grip::Force { fx_n: f64::NAN, fy_n: f64::NAN }
        })
    }
}

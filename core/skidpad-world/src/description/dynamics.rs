//! What drives and steers a vehicle: its class, its controller, its drivetrain.

use super::ExtensionUse;
use skidpad_math::{Twist2, Vec2};
use std::collections::BTreeMap;

/// The class of a vehicle, with its controller.
#[derive(Debug, Clone, PartialEq)]
pub enum Dynamics {
    /// Left and right wheels driven apart; no steering.
    Differential(Differential),
    /// Steered front wheels, each driven wheel with its own torque.
    Ackermann {
        /// Largest steering angle [rad].
        max_steer_rad: f64,
        /// Which wheels a controller drives.
        drive: Drive,
        /// The controller.
        controller: Controller,
    },
    /// Steered front wheels, one engine, differentials.
    AckermannDrivetrain {
        /// Largest steering angle [rad].
        max_steer_rad: f64,
        /// How the engine's torque reaches the wheels.
        drivetrain: Drivetrain,
        /// The controller.
        controller: Controller,
    },
    /// The four-wheel race car.
    RaceCar(RaceCar),
    /// A class of a program's own. It takes commands by itself.
    Extension(ExtensionUse),
}

/// A differential vehicle with 2, 3 or 4 wheels.
#[derive(Debug, Clone, PartialEq)]
pub struct Differential {
    /// The controller.
    pub controller: Controller,
}

/// Which wheels of a plain Ackermann vehicle are driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Drive {
    /// The front wheels, as in MVSim.
    #[default]
    Front,
    /// The rear wheels.
    Rear,
    /// All wheels.
    All,
}

/// What turns commands into torques and steering, with the set point that holds until the first command.
///
/// Every class of vehicle has these; they differ in the torques that `Raw` takes.
#[derive(Debug, Clone, PartialEq)]
pub enum Controller {
    /// Torques, and steering where the vehicle steers, as commanded.
    Raw(RawTorques),
    /// Speed and yaw rate by PID controllers: on each side, on each driven wheel, or on the engine.
    TwistPid {
        /// The controller's gains and options.
        control: SpeedControl,
        /// Set point until the first command.
        twist: Twist2,
    },
    /// Speed by the same controllers, and a steering angle.
    SteerPid {
        /// The controller's gains and options.
        control: SpeedControl,
        /// Speed until the first command [m/s].
        speed_mps: f64,
        /// Steering angle until the first command [rad].
        steer_rad: f64,
    },
    /// The commanded twist, exactly.
    TwistIdeal {
        /// Set point until the first command.
        twist: Twist2,
    },
    /// Wheels as joints of ros2_control.
    Joints {
        /// What joints are commanded with.
        interface: JointInterface,
        /// Gains and options of the controllers of speed; the limit is also that of commanded torques.
        control: SpeedControl,
        /// Whether the ROS node describes the robot.
        has_description: bool,
    },
    /// A way with times, followed exactly.
    Trajectory(Trajectory),
    /// A class of a program's own.
    Extension(ExtensionUse),
}

/// What joints are commanded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointInterface {
    /// A spin [rad/s].
    Velocity,
    /// A torque [N·m].
    Effort,
}

/// Pure pursuit along waypoints with times.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    /// Waypoints, sorted by time; at least two.
    pub waypoints: Vec<TimedPoint>,
    /// Whether it starts again after the last one.
    pub is_loop: bool,
    /// How far ahead on the way the vehicle steers to [m].
    pub lookahead_m: f64,
    /// Largest yaw rate [rad/s]; none for no limit.
    pub max_yaw_rate_radps: Option<f64>,
    /// Height at which it is drawn [m].
    pub drawn_at_m: f64,
}

/// A place with a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimedPoint {
    /// When [s].
    pub time_s: f64,
    /// Where, in the world [m].
    pub point_m: Vec2,
}

/// Torques of a raw controller [N·m]; positive drives forward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RawTorques {
    /// Of the two motors of a differential vehicle.
    Sides {
        /// Left torque.
        left_nm: f64,
        /// Right torque.
        right_nm: f64,
    },
    /// Of the two driven wheels of a plain Ackermann vehicle.
    Wheels {
        /// Torque of the left driven wheel.
        left_nm: f64,
        /// Torque of the right driven wheel.
        right_nm: f64,
        /// Steering angle [rad].
        steer_rad: f64,
    },
    /// Of the engine in front of a drivetrain.
    Engine {
        /// Engine torque.
        torque_nm: f64,
        /// Steering angle [rad].
        steer_rad: f64,
    },
}

impl Controller {
    /// Gains and options, where it controls speeds.
    pub const fn speed_control(&self) -> Option<&SpeedControl> {
        match self {
            Controller::TwistPid { control, .. }
            | Controller::SteerPid { control, .. }
            | Controller::Joints { control, .. } => Some(control),
            Controller::Raw(_)
            | Controller::TwistIdeal { .. }
            | Controller::Trajectory(_)
            | Controller::Extension(_) => None,
        }
    }
}

impl Dynamics {
    /// The controller; a race car has a driver instead, and a class of a program's own takes commands by itself.
    pub const fn controller(&self) -> Option<&Controller> {
        match self {
            Dynamics::Differential(Differential { controller })
            | Dynamics::Ackermann { controller, .. }
            | Dynamics::AckermannDrivetrain { controller, .. } => Some(controller),
            Dynamics::RaceCar(_) | Dynamics::Extension(_) => None,
        }
    }

    /// The controller, to be changed.
    pub const fn controller_mut(&mut self) -> Option<&mut Controller> {
        match self {
            Dynamics::Differential(Differential { controller })
            | Dynamics::Ackermann { controller, .. }
            | Dynamics::AckermannDrivetrain { controller, .. } => Some(controller),
            Dynamics::RaceCar(_) | Dynamics::Extension(_) => None,
        }
    }

    /// The class of a vehicle with so many wheels, as a world writes it.
    pub fn class(&self, wheel_count: usize) -> &str {
        match (self, wheel_count) {
            (Dynamics::Differential(_), 3) => "differential_3_wheels",
            (Dynamics::Differential(_), 4) => "differential_4_wheels",
            (Dynamics::Differential(_), _) => "differential",
            (Dynamics::Ackermann { .. }, _) => "ackermann",
            (Dynamics::AckermannDrivetrain { .. }, _) => "ackermann_drivetrain",
            (Dynamics::RaceCar(_), _) => "race_car",
            (Dynamics::Extension(used), _) => &used.class,
        }
    }

    /// The class of its controller, as a world writes it.
    pub fn controller_class(&self) -> Option<&str> {
        let controller = self.controller()?;
        Some(match (controller, self) {
            (Controller::Raw(_), _) => "raw",
            (Controller::TwistPid { .. }, Dynamics::Differential(_)) => "twist_pid",
            (Controller::TwistPid { .. }, _) => "twist_front_steer_pid",
            (Controller::SteerPid { .. }, _) => "front_steer_pid",
            (Controller::TwistIdeal { .. }, _) => "twist_ideal",
            (Controller::Joints { .. }, _) => "ros2_control",
            (Controller::Trajectory(_), _) => "trajectory",
            (Controller::Extension(used), _) => &used.class,
        })
    }
}

/// Gains and options of a speed controller.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpeedControl {
    /// Proportional gain [N·m·s/m].
    pub kp: f64,
    /// Integral gain [N·m/m].
    pub ki: f64,
    /// Derivative gain [N·m·s²/m].
    pub kd: f64,
    /// Bandwidth of the derivative filter [rad/s]; 0 for none.
    pub derivative_filter_radps: f64,
    /// Limit of ∫e dt; `None` for none.
    pub integral_limit: Option<f64>,
    /// Largest torque [N·m]; 0 for no limit.
    pub max_torque_nm: f64,
    /// Whether the integrator is held back while the output saturates.
    pub enable_antiwindup: bool,
    /// Whether the slope's pull is fed forward.
    pub enable_feedforward: bool,
    /// Gain of that feed-forward.
    pub feedforward_gain: f64,
    /// Whether set points are filtered.
    pub enable_reference_filter: bool,
    /// Time constant of that filter [s].
    pub reference_filter_tau_s: f64,
    /// Order of that filter, 1 or 2.
    pub reference_filter_order: u32,
    /// Set points below this count as zero [m/s].
    pub zero_threshold_mps: f64,
    /// Speeds below this count as stopped [m/s].
    pub stop_threshold_mps: f64,
}

/// How the engine's torque reaches the wheels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drivetrain {
    /// Which axles are driven.
    pub driven: Driven,
    /// Between front and rear axle.
    pub center: TwoWayDifferential,
    /// Between front left and front right.
    pub front: TwoWayDifferential,
    /// Between rear left and rear right.
    pub rear: TwoWayDifferential,
}

/// Which axles an engine drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Driven {
    /// Front axle.
    Front,
    /// Rear axle.
    Rear,
    /// Both.
    Both,
}

/// A differential with two outputs: left and right, or front and rear.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoWayDifferential {
    /// Whether it is a Torsen (limited slip) differential; open otherwise.
    pub is_torsen: bool,
    /// Whether its bias is a torque bias ratio, and not MVSim's ratio of speeds.
    pub has_bias_ratio: bool,
    /// Share of the first output [-].
    pub split: f64,
    /// Bias of a Torsen [-].
    pub bias: f64,
}

/// The four-wheel race car.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceCar {
    /// Parameter set that others are changes of: `ariane`, `ariane_rear`.
    pub preset: String,
    /// `rk4`, `radau` or `euler`.
    pub integrator: String,
    /// `constant`, `load`, `combined` or `linear`.
    pub tyre: String,
    /// Whether negative torque may drive backwards.
    pub reverse: bool,
    /// Parameters that differ from the preset, by name, in the units of the parameter table.
    pub parameters: BTreeMap<String, f64>,
    /// Who drives it.
    pub driver: RaceDriver,
}

/// Who drives a race car until a command comes.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceDriver {
    /// Speed, or the fastest one on a track [m/s].
    pub speed_mps: f64,
    /// Steering angle [rad].
    pub steer_rad: f64,
    /// Whether to follow the track of the world.
    pub follows_track: bool,
    /// Largest lateral acceleration on a track [m/s²].
    pub lateral_mps2: f64,
    /// Largest deceleration before bends [m/s²].
    pub braking_mps2: f64,
    /// Whether torque is split by load and yaw rate.
    pub has_torque_vectoring: bool,
}

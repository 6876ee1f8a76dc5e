//! Vehicles: body, wheels, ground contact, odometry, sensors.

use super::{Brake, Color, Dynamics, ExtensionUse, Motor, Object, Polygon, Sensor};
use crate::check::Implausible;
use crate::place::Place;
use skidpad_math::Pose2;

/// A vehicle.
#[derive(Debug, Clone, PartialEq)]
pub struct Vehicle {
    /// Name, pose, visuals.
    pub object: Object,
    /// What drives and steers it.
    pub dynamics: Dynamics,
    /// Its body.
    pub chassis: Chassis,
    /// Its wheels, in the order of their class.
    pub wheels: Vec<Wheel>,
    /// How its wheels hold on to the ground.
    pub friction: Friction,
    /// Its brakes, if it has any.
    pub brake: Option<Brake>,
    /// What limits its motors, if anything does.
    pub motor: Option<Motor>,
    /// How its weight moves between the wheels; `None` shares it equally.
    pub load_transfer: Option<LoadTransfer>,
    /// What the air does to it.
    pub aero: Option<Aero>,
    /// How its odometry errs.
    pub odometry: Odometry,
    /// Its sensors.
    pub sensors: Vec<Sensor>,
    /// Prefix of its log files.
    pub log_path: String,
    /// Whether logging starts at once.
    pub auto_start_recording: bool,
    /// A command older than this stops the vehicle [s]; `None` falls back on the world's.
    pub command_timeout_s: Option<f64>,
}

/// The body of a vehicle.
#[derive(Debug, Clone, PartialEq)]
pub struct Chassis {
    /// Mass [kg].
    pub mass_kg: f64,
    /// Lower end [m].
    pub z_min_m: f64,
    /// Upper end [m].
    pub z_max_m: f64,
    /// Colour of the default prism.
    pub color: Color,
    /// Linear damping [1/s].
    pub linear_damping_hz: f64,
    /// Angular damping [1/s].
    pub angular_damping_hz: f64,
    /// Its outline.
    pub shape: ChassisShape,
    /// Where this was written.
    pub place: Place,
}

impl Vehicle {
    /// Mass of the whole vehicle [kg]. That of a race car includes its wheels.
    pub fn mass_kg(&self) -> f64 {
        match self.dynamics {
            Dynamics::RaceCar(_) => self.chassis.mass_kg,
            _ => self.chassis.mass_kg + self.wheels.iter().map(|wheel| wheel.mass_kg).sum::<f64>(),
        }
    }
}

/// The outline of a chassis.
#[derive(Debug, Clone, PartialEq)]
pub enum ChassisShape {
    /// Given by its corners [m].
    Polygon(Polygon),
    /// Taken from the visuals, heights included. The polygon is what the file gave besides, if anything.
    FromVisual(Option<Polygon>),
}

/// A wheel.
#[derive(Debug, Clone, PartialEq)]
pub struct Wheel {
    /// Tag it was written with, such as `l_wheel`.
    pub name: String,
    /// Place and direction on the vehicle.
    pub pose_in_vehicle: Pose2,
    /// Mass [kg].
    pub mass_kg: f64,
    /// Width [m].
    pub width_m: f64,
    /// Diameter [m].
    pub diameter_m: f64,
    /// Inertia about the axle [kg·m²]; `None` for a solid disc.
    pub inertia_kgm2: Option<f64>,
    /// Trail of a caster that swivels [m].
    pub swivel_trail_m: Option<f64>,
    /// Largest torque of the brake pedal at this wheel [N·m]; `None` takes that of the vehicle's brake.
    pub brake_torque_nm: Option<f64>,
    /// Colour.
    pub color: Color,
    /// Name of its joint in ros2_control.
    pub joint_name: String,
    /// Name of a visual that turns with the steering; empty for none.
    pub linked_yaw: String,
    /// Added to the angle of that visual [rad].
    pub linked_yaw_offset_rad: f64,
    /// Meshes.
    pub visuals: Vec<super::Visual>,
    /// Where this was written.
    pub place: Place,
}

impl Wheel {
    /// Inertia about the axle [kg·m²]: as given, or that of a solid disc, ½·m·(d/2)².
    pub fn axle_inertia_kgm2(&self) -> f64 {
        self.inertia_kgm2.unwrap_or(0.125 * self.mass_kg * self.diameter_m * self.diameter_m)
    }

    /// Whether an inertia, if it is given, is possible.
    pub(crate) fn check_inertia(given_kgm2: Option<f64>) -> Result<(), Implausible> {
        match given_kgm2 {
            Some(inertia_kgm2) if !(inertia_kgm2 > 0.0 && inertia_kgm2.is_finite()) => {
                Err(Implausible::NoInertia { inertia_kgm2 })
            }
            _ => Ok(()),
        }
    }
}

/// What still air does to a vehicle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aero {
    /// Drag coefficient times frontal area, C_d·A [m²].
    pub drag_area_m2: f64,
    /// Downforce coefficient times area, C_l·A [m²].
    pub downforce_area_m2: f64,
    /// Density of the air [kg/m³].
    pub air_density_kgpm3: f64,
    /// Where it is written.
    pub place: Place,
}

/// How wheels hold on to the ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Friction {
    /// The model.
    pub model: FrictionModel,
    /// Viscous torque on a turning wheel [N·m·s/rad].
    pub damping_nmspr: f64,
    /// Coefficient of rolling resistance [-].
    pub rolling_resistance: f64,
    /// Whether lateral and longitudinal limits are independent or share a circle.
    pub limit: FrictionLimit,
    /// When friction holds the vehicle on a slope, where the world says so.
    pub hold: Option<Hold>,
    /// Side speed of full friction where wheels drag each other sideways, where the world gives it [m/s].
    pub slip_velocity_mps: Option<f64>,
    /// Where this was written.
    pub place: Place,
}

/// When friction holds a vehicle on a slope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// While it stands and nothing drives it.
    Standing,
    /// Never.
    Never,
    /// Always, also in motion.
    Always,
}

/// A model of ground contact.
#[derive(Debug, Clone, PartialEq)]
pub enum FrictionModel {
    /// Coulomb friction along and across the wheel.
    Coulomb {
        /// Friction coefficient [-].
        mu: f64,
    },
    /// Coulomb friction with the rolling resistance of Ward and Iagnemma.
    WardIagnemma {
        /// Friction coefficient [-].
        mu: f64,
        /// Steepness near rest [s/m].
        a_roll: f64,
        /// Constant part [-].
        r1: f64,
        /// Part that grows with speed [s/m].
        r2: f64,
    },
    /// Limits on an ellipse of slip angle and slip ratio.
    Ellipse {
        /// Cornering stiffness coefficient [1/rad].
        c_alpha: f64,
        /// Longitudinal stiffness coefficient [-].
        c_s: f64,
        /// Slip angle of the largest force [rad].
        slip_angle_saturation_rad: f64,
        /// Slip ratio of the largest force [-].
        slip_ratio_saturation: f64,
        /// How much slip ratio takes from lateral force [-].
        c_alpha_s: f64,
        /// How much slip angle takes from longitudinal force [-].
        c_s_alpha: f64,
    },
    /// A class of a program's own.
    Extension(ExtensionUse),
}

impl FrictionModel {
    /// Its class, as a world writes it.
    pub fn class(&self) -> &str {
        match self {
            FrictionModel::Coulomb { .. } => "default",
            FrictionModel::WardIagnemma { .. } => "wardiagnemma",
            FrictionModel::Ellipse { .. } => "ellipse",
            FrictionModel::Extension(used) => &used.class,
        }
    }
}

/// How lateral and longitudinal limits combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FrictionLimit {
    /// Independent, as MVSim has them.
    #[default]
    Square,
    /// The resultant stays within μN.
    Circle,
}

/// How weight moves between wheels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoadTransfer {
    /// Height of the centre of mass [m].
    pub com_height_m: f64,
    /// Distance between left and right wheels [m]; `None` takes it from the wheels.
    pub track_m: Option<f64>,
    /// Distance between front and rear wheels [m]; `None` takes it from the wheels.
    pub wheelbase_m: Option<f64>,
    /// Whether accelerations move weight, or the centre of mass only.
    pub is_dynamic: bool,
}

/// How odometry errs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Odometry {
    /// Scale of forward motion; `None` draws it from N(1, 0.02).
    pub x_multiplier: Option<f64>,
    /// Scale of sideways motion.
    pub y_multiplier: Option<f64>,
    /// Scale of turning.
    pub yaw_multiplier: Option<f64>,
    /// Deviation of forward motion per metre [-].
    pub linear_noise: f64,
    /// Deviation of turning per radian [-].
    pub angular_noise: f64,
    /// What it is computed from.
    pub source: OdometrySource,
}

/// What odometry is computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OdometrySource {
    /// Wheel encoders.
    #[default]
    Encoders,
    /// The true motion, scaled.
    Truth,
}

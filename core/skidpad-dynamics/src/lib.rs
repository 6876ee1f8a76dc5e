//! Wheels, friction, drivetrains and controllers: numbers in, forces out.
//!
//! Every formula is one file with its equation, its source, what it leaves out and a test that states a fact
//! about the physics. [`vehicle`] puts them together; [`fleet`] steps thousands of vehicles, eight at a time,
//! with the same bits as one at a time. Nothing here knows a world file, a solver or a sensor, so the tyre
//! models can be used without the simulator.
//!
//! Units are SI and radians, frames as in [`skidpad_math`]: x forward, y left. Torques are positive forward.
//!
//! ```
//! use skidpad_dynamics::friction::Friction;
//! use skidpad_dynamics::loads::Loads;
//! use skidpad_dynamics::mass::MassProperties;
//! use skidpad_dynamics::vehicle::{Drive, Surroundings, VehicleModel, VehicleParts};
//! use skidpad_dynamics::wheel::WheelModel;
//! use skidpad_dynamics::controllers::{Controller, Setpoint, SpeedControl};
//! use skidpad_math::{Pose2, Twist2, Vec2};
//!
//! let wheel = |y_m| WheelModel {
//!     position_m: Vec2::new(0.0, y_m), yaw_rad: 0.0, radius_m: 0.1, width_m: 0.05,
//!     mass_kg: 1.0, inertia_kgm2: WheelModel::disc_inertia_kgm2(1.0, 0.1),
//! };
//! let chassis = MassProperties::of_rectangle(Pose2::default(), 0.6, 0.5, 15.0);
//! let robot = VehicleModel::build(VehicleParts {
//!     body: chassis.body(0.1, 0.1),
//!     chassis_mass_kg: 15.0,
//!     chassis_centre_m: chassis.centre_m,
//!     wheels: vec![wheel(0.3), wheel(-0.3)],
//!     friction: Friction::default(),
//!     loads: Loads::Uniform,
//!     drive: Drive::Differential,
//!     controller: Controller::TwistPid(SpeedControl::default()),
//!     aero: None,
//!     caster_trail_m: None,
//!     brakes: None,
//!     motor: None,
//! })?;
//! let mut state = robot.state_at(Pose2::default(), Twist2::default());
//! state.setpoint = Setpoint::twist(1.0, 0.0);
//! for _ in 0..1_000 {
//!     robot.step(&mut state, &Surroundings::level(0.005, 9.81));
//! }
//! assert!((state.body.vx_mps - 1.0).abs() < 0.1);
//! # Ok::<(), skidpad_dynamics::vehicle::VehicleProblem>(())
//! ```
#![forbid(unsafe_code)]

pub mod aero;
pub mod attitude;
pub mod body;
pub mod brake;
mod caster;
pub mod controllers;
pub mod drivetrain;
mod eigen;
pub mod fleet;
pub mod friction;
pub mod loads;
pub mod mass;
pub mod motor;
pub mod odometry;
pub mod pid;
pub mod race_car;
pub mod reference_filter;
pub mod rolling_resistance;
mod slip_share;
pub mod slope;
pub mod steering;
mod substeps;
pub mod vehicle;
pub mod wheel;

/// Most wheels that a vehicle can have.
pub const MAX_WHEELS: usize = 4;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

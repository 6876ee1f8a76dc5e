//! The plain data that goes into a simulation (commands) and comes out of it (observations, events, readings),
//! and the [`Step`] that hands all of it to the participants of a run.
//!
//! Recorders, bridges and programs depend on this crate alone: nobody needs the simulation to talk about it.
//! A [`Request`] is what somebody asks for, with any numbers in it; [`Request::check`] turns it into a
//! [`Command`], and only commands reach a simulation.
//!
//! ```
//! use skidpad_messages::{Commands, VehicleId};
//!
//! let robot = VehicleId(0);
//! let drive = Commands::from([robot.drive(1.0, 0.2)]);
//! assert_eq!(drive.len(), 1);
//!
//! let nonsense = Commands::from([robot.drive(f64::NAN, 0.0)]);
//! assert!(nonsense.is_empty());
//! assert_eq!(nonsense.refusals()[0].to_string(), "speed is NaN; it must be within ±10000 m/s");
//! ```
#![forbid(unsafe_code)]

mod collisions;
mod command;
mod event;
mod ids;
mod observation;
mod reading;
mod request;
mod roster;
mod run_status;
mod runtime_object;
mod script;
mod step;
mod trace;

pub use collisions::{CollisionWatch, ONE_COLLISION_NS};
pub use command::{Command, Commands};
pub use event::{Event, Quarantine, RefusedBecause};
pub use ids::{ActorId, BlockId, BodyId, SensorId, VehicleId};
pub use observation::{
    ActorObservation, BlockObservation, Gait, ObjectObservation, Observations, PlaneObservation, SpeedLoop,
    VehicleObservation, WheelObservation,
};
pub use reading::{
    ArraysReading, CameraModel, Cloud, CloudPoint, ColouredPoint, ConeColor, ConeReading, DepthPicture,
    FixQuality, GnssReading, ImuReading, LensModel, NamedArray, Picture, Reading, ReadingData, RgbdReading,
    Scan, SeenCone,
};
pub use request::{Brake, Drive, Insertion, NewBlock, Refusal, Request};
pub use roster::{
    DepthTopics, JointInterface, LightEntry, OdometryNoise, PoseContent, PoseTopic, Roster, SensorEntry,
    SensorKind, VehicleEntry, VehicleJoints, WheelJoint, WheelSide,
};
pub use run_status::{Pace, RunStatus, TimeSpent, Writing, WrittenFiles};
pub use runtime_object::{ObjectPoints, ObjectShape, RuntimeObject};
pub use script::{CommandScript, ScriptAction, ScriptLine, ScriptPlayer, ScriptProblem};
pub use step::Step;
pub use trace::{trace_header, trace_row};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

//! MVSim's network protocol: programs written for MVSim can talk to skidpad, and skidpad's tools to MVSim.
//!
//! A [`Broker`](broker::Broker) keeps the names of nodes, topics and services. Nodes publish and subscribe directly to
//! each other over ZeroMQ, and call each other's services. The simulation is the node [`World`](world::World), which a
//! [`WorldParticipant`] connects to a run. A [`Client`] is any other node.
//!
//! ```
//! use skidpad_mvsim::broker::{Broker, BrokerSettings};
//! use skidpad_mvsim::messages::{Pose, SrvGetPose, SrvGetPoseAnswer};
//! use skidpad_mvsim::{Client, ClientSettings};
//!
//! let broker = Broker::start(&BrokerSettings { port: 0, ..BrokerSettings::default() })?;
//! let named = |name: &str| ClientSettings {
//!     name: name.to_string(),
//!     port: broker.endpoint().port,
//!     ..ClientSettings::default()
//! };
//!
//! let robot = Client::connect(named("robot"))?;
//! robot.advertise_service("get_pose", |request: SrvGetPose| SrvGetPoseAnswer {
//!     success: request.object_id == "r1",
//!     pose: Some(Pose { x: 2.5, ..Pose::default() }),
//!     ..SrvGetPoseAnswer::default()
//! })?;
//!
//! let planner = Client::connect(named("planner"))?;
//! assert_eq!(planner.list_nodes("")?, ["planner", "robot"]);
//! let answer: SrvGetPoseAnswer =
//!     planner.call("get_pose", &SrvGetPose { object_id: "r1".to_string() })?;
//! assert_eq!(answer.pose.map(|pose| pose.x), Some(2.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here is encrypted or authenticated, as in MVSim: everything listens on loopback unless told otherwise.
#![forbid(unsafe_code)]

pub mod broker;
pub mod client;
#[doc(hidden)]
pub mod fuzzing;
pub mod messages;
pub mod mrpt;
pub mod participant;
mod rawlog_files;
pub mod reading;
pub mod world;
pub mod zmtp;

pub use client::{Client, ClientSettings};
pub use participant::{
    CheckPicture, FileAccess, MvsimSettings, ReadInsertion, Report, StartError, WorldParticipant,
};
pub use rawlog_files::{CreateFile, RawlogFiles};

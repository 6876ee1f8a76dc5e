//! A ROS 2 node without ROS: a run's topics, commands, parameters and place in the graph.
//!
//! [`RosNode`] stands on a [`Wire`](skidpad_rtps::Wire) and has the names, hashes, services and graph messages of an
//! ordinary node, so that nodes with rmw_fastrtps and rmw_cyclonedds see one. [`Ros2Participant`] is a run as such a
//! node: it publishes what [`RunTopics`](skidpad_rosmsg::RunTopics) lists and turns messages into checked commands.
//!
//! ```
//! use skidpad_ros2::{Distro, NodeName, RemapRules, RosNode};
//! use skidpad_rosmsg::msg::Twist;
//! use skidpad_rosmsg::{Message, to_cdr};
//! use skidpad_rtps::{MemoryNetwork, Qos, VendorId, Wire};
//! use std::sync::Arc;
//!
//! let network = MemoryNetwork::new();
//! let node = |name: &str| -> Result<RosNode, Box<dyn std::error::Error>> {
//!     let wire = Arc::new(network.participant(VendorId::UNKNOWN, b"enclave=/;")?);
//!     Ok(RosNode::new(wire, NodeName::new("/", name)?, RemapRules::default(), Distro::Auto)?)
//! };
//! let (mut robot, mut teleop) = (node("robot")?, node("teleop")?);
//! let heard = robot.subscription("cmd_vel", Twist::DESCRIPTION, &Qos::reliable(10))?;
//! let writer = teleop.publisher("cmd_vel", Twist::DESCRIPTION, &Qos::reliable(10))?;
//! let body = to_cdr(&Twist::default())[4..].to_vec();
//! teleop.wire().write(writer, body.into(), None, None)?;
//! assert!(heard.try_recv().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod action;
pub mod arguments;
pub mod brains2;
mod bridge;
pub mod doctor;
pub mod environment;
pub mod fuzzing;
pub mod graph;
pub mod names;
mod node;
mod parameter_services;
mod parameters;
mod participant;
mod remap;
mod rosout;
mod service;
mod settings;
mod shared;
mod simulation;
mod type_descriptions;
pub mod world_library;
mod yaml;

pub use action::{ActionEvent, ActionServer, ActionTypes, GoalId, GoalOffer};
pub use arguments::{ArgumentProblem, RosArguments};
pub use names::NodeName;
pub use node::{Distro, RosNode};
pub use parameters::{ParameterProblem, Parameters, Value, brains2_parameter_table, parameter_table};
pub use participant::{ConnectWire, NODE_NAME, Report, Ros2Participant, StartError};
pub use remap::RemapRules;
pub use service::{Caller, ServiceRequest, ServiceServer};
pub use settings::{NodeSettings, Ros2Settings};
pub use skidpad_rtps as rtps;
pub use world_library::WorldLibrary;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

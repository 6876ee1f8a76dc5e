//! ROS 1 without ROS: a node that `rostopic`, `rviz` and `move_base` see, written in Rust alone.
//!
//! A [`Node`] registers with a ROS master, publishes and subscribes over TCPROS, offers services and sets parameters.
//! A [`Ros1Participant`] is a run as such a node: topics, transforms and services as MVSim's node has them.
//!
//! ```
//! use skidpad_link::{Hub, Limits, Participant};
//! use skidpad_messages::Step;
//! use skidpad_ros1::{Ros1Participant, Ros1Settings};
//! use skidpad_rosmsg::Scenery;
//!
//! let (_hub, handle) = Hub::new(Limits::default());
//! // There need not be a master yet.
//! let settings = Ros1Settings::at("http://127.0.0.1:1");
//! let scenery = Scenery { step_ns: 5_000_000, ..Scenery::default() };
//! let (mut node, _events) = Ros1Participant::start(&settings, scenery, &handle)?;
//! assert_eq!(node.name(), "/mvsim");
//! node.after_step(&Step::default())?;
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```
//!
//! Nothing here is encrypted or authenticated, as in ROS 1. A node whose master is on this machine listens on loopback.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod fuzzing;
pub mod names;
pub mod node;
pub mod participant;
pub mod tcpros;
pub mod xmlrpc;

pub use names::{Names, NodeArguments};
pub use node::{Node, NodeError, NodeEvent, NodeSettings, Publication, private_params};
pub use participant::{NodeParams, Ros1Participant, Ros1Settings};
pub use tcpros::{ServiceReply, ServiceType, TopicType};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

//! What a run publishes and hears as ROS: the same for ROS 1, ROS 2 and whatever else sends messages.
//!
//! [`RunTopics`] lists [`Publication`]s and [`Subscription`]s of a world, and turns steps into messages for the
//! publications that somebody wants. Messages are typed; the [`RunSink`] that receives them chooses the bytes.
//!
//! ```
//! use skidpad_rosmsg::{Message, Publication, RosStep, RunSink, RunTopics, Scenery, TopicSettings};
//!
//! struct Count(usize);
//!
//! impl RunSink for Count {
//!     fn wants(&self, publication: &Publication) -> bool {
//!         publication.topic == "/clock"
//!     }
//!
//!     fn send<M: Message>(&mut self, _publication: &Publication, _stamp_ns: u64, _message: &M) {
//!         self.0 += 1;
//!     }
//! }
//!
//! let scenery = Scenery { step_ns: 5_000_000, ..Scenery::default() };
//! let mut topics = RunTopics::new(scenery, TopicSettings::default());
//! let mut count = Count(0);
//! topics.publish(&RosStep::default(), &mut count);
//! assert_eq!(count.0, 1);
//! ```

mod commands;
mod diagnostics;
mod feed;
mod joints;
mod publication;
mod run_topics;
mod runtime_markers;
mod static_frames;
#[cfg(test)]
mod tests;
mod urdf;
mod vehicle_topic;

pub use commands::{CommandMessage, CommandTopic, CommandedPart, DriveRequests, Subscription};
pub use feed::{RosStep, Schedule, StepFeed};
pub use joints::JointCommands;
pub use publication::{Publication, RunSink, TopicClass};
pub use run_topics::RunTopics;
pub use runtime_markers::MarkerTopic;
pub use urdf::robot_description;
pub use vehicle_topic::{VehicleTopic, VehicleView, send_vehicle_topic};

use crate::msg::OccupancyGrid;
use crate::{Naming, OdometryVariances, VehicleShape};
use skidpad_messages::Roster;
use std::sync::Arc;

/// What does not change during a run.
#[derive(Debug, Clone, Default)]
pub struct Scenery {
    /// Names of everything.
    pub roster: Arc<Roster>,
    /// Outlines of the vehicles, in order.
    pub shapes: Vec<VehicleShape>,
    /// Maps of the world.
    pub maps: Vec<OccupancyGrid>,
    /// Length of a step [ns].
    pub step_ns: u64,
}

/// What is published, how often, and under which names.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicSettings {
    /// How topics and frames are named.
    pub naming: Naming,
    /// Time between two messages about a vehicle's pose, odometry and frames [ns].
    pub publish_period_ns: u64,
    /// Time between two messages of `/clock` [ns]; `None` for no clock.
    pub clock_period_ns: Option<u64>,
    /// Whether vehicles and sensors have topics, and vehicles are commanded.
    pub has_vehicle_topics: bool,
    /// Whether vehicles of the controller `ros2_control` have topics of joints instead of odometry and `cmd_vel`.
    pub has_ros2_control: bool,
    /// Whether the simulator localises: `map` → `odom`, `amcl_pose` and `particlecloud`.
    pub has_fake_localization: bool,
    /// Whether `odom` → `base_link` is published.
    pub has_odom_to_base: bool,
    /// Whether frames of sensors are published.
    pub has_sensor_frames: bool,
    /// Whether every column of a vehicle's log is a topic, with a message per step.
    pub has_log_topics: bool,
    /// Time between two messages with the pose of every object [ns]; `None` for none.
    pub objects_period_ns: Option<u64>,
    /// Time between two messages about the run's own health [ns]; `None` for none.
    pub diagnostics_period_ns: Option<u64>,
    /// Variances that odometry reports.
    pub variances: OdometryVariances,
    /// Added to the simulated time of every stamp [ns].
    pub stamp_offset_ns: u64,
}

impl Default for TopicSettings {
    fn default() -> Self {
        TopicSettings {
            naming: Naming::default(),
            publish_period_ns: 20_000_000,
            clock_period_ns: Some(10_000_000),
            has_vehicle_topics: true,
            has_ros2_control: true,
            has_fake_localization: true,
            has_odom_to_base: true,
            has_sensor_frames: true,
            has_log_topics: false,
            objects_period_ns: None,
            diagnostics_period_ns: Some(1_000_000_000),
            variances: OdometryVariances::default(),
            stamp_offset_ns: 0,
        }
    }
}

//! Observations as ROS messages: types, names, hashes, schemas, and the bytes of ROS 2 (CDR) and ROS 1.
//!
//! Message types are plain structs under their standard names ([`msg`]). One list of fields gives
//! the bytes ([`to_cdr`]), the schema text ([`Description::schema`]) and the hash ([`Description::hash`]) of ROS 2, and
//! the bytes ([`to_ros1`]), the definition ([`Description::ros1_definition`]) and the MD5 sum ([`Description::md5`]) of
//! ROS 1, so none of them can disagree with another. No ROS installation is needed.
//!
//! ```
//! use skidpad_rosmsg::msg::{Twist, Vector3};
//! use skidpad_rosmsg::{Message, from_cdr, to_cdr};
//!
//! let twist = Twist { linear: Vector3 { x: 1.0, ..Vector3::default() }, ..Twist::default() };
//! let bytes = to_cdr(&twist);
//! assert_eq!(bytes.len(), 4 + 6 * 8);
//! assert_eq!(from_cdr::<Twist>(&bytes), Ok(twist));
//! assert_eq!(Twist::DESCRIPTION.type_name, "geometry_msgs/msg/Twist");
//! assert!(Twist::DESCRIPTION.schema().starts_with("geometry_msgs/Vector3 linear\n"));
//! assert_eq!(Twist::DESCRIPTION.md5(), "9f195f881246fdfa2798d1d3eebca84a");
//! ```
#![forbid(unsafe_code)]

mod cdr;
mod columns;
mod convert;
mod definition;
mod field;
mod md5;
pub mod msg;
mod names;
mod ros1;
mod topics;

pub use cdr::{CdrProblem, CdrReader, CdrWriter, from_cdr, from_cdr_body, from_ros1, to_cdr, to_ros1};
pub use columns::{POSE_COLUMNS, PoseColumn, WHEEL_COLUMNS, WheelColumn, is_of_speed_loops};
pub use convert::{
    MessageSink, OdometryGrowth, OdometryVariances, ReadingPart, TransformChoice, VehicleShape, ackermann_of,
    chassis_markers, chassis_polygon, clock, collision, cone_observations, ground_truth, joint_states,
    localized_pose, moving_transforms, odometry, particle_cloud, pose_stamped, relative_transforms,
    send_reading, send_reading_part, sensor_frames, sensor_topics, static_transforms, twist_of, vehicle_log,
    world_transforms,
};
pub use field::{
    AtMost, Base, Byte, ConstantDescription, Description, Field, FieldDescription, Kind, Message, Shape,
    TextAtMost,
};
pub use names::{DepthCameraNames, FrameStyle, Naming, VehicleNames, ros_name};
pub use ros1::ServiceDescription;
pub use topics::{
    CommandMessage, CommandTopic, CommandedPart, DriveRequests, JointCommands, MarkerTopic, Publication,
    RosStep, RunSink, RunTopics, Scenery, Schedule, StepFeed, Subscription, TopicClass, TopicSettings,
    VehicleTopic, VehicleView, robot_description, send_vehicle_topic,
};

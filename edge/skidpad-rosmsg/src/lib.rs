//! Observations as ROS 2 messages: types, names, hashes, schemas, CDR bytes.
//!
//! Message types are plain structs under their standard names ([`msg`]). One list of fields gives
//! the bytes ([`to_cdr`]), the schema text ([`Description::schema`]) and the hash ([`Description::hash`]),
//! so none of them can disagree with another. No ROS installation is needed.
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
//! ```
#![forbid(unsafe_code)]

mod cdr;
mod convert;
mod definition;
mod field;
pub mod msg;
mod names;

pub use cdr::{CdrProblem, CdrReader, CdrWriter, from_cdr, to_cdr};
pub use convert::{
    MessageSink, OdometryVariances, VehicleShape, ackermann_of, chassis_markers, chassis_polygon, clock,
    collision, ground_truth, joint_states, localized_pose, moving_transforms, odometry, particle_cloud,
    send_reading, sensor_frames, sensor_topics, static_transforms, twist_of, world_transforms,
};
pub use field::{Base, ConstantDescription, Description, Field, FieldDescription, Kind, Message, Shape};
pub use names::{FrameStyle, Naming, VehicleNames, ros_name};

//! Turns observations and readings into messages.

mod markers;
mod odometry_growth;
mod reading;
mod vehicle;
mod vehicle_log;

pub use markers::{VehicleShape, chassis_markers, chassis_polygon};
pub use odometry_growth::OdometryGrowth;
pub use reading::{
    MessageSink, ReadingPart, cone_observations, send_reading, send_reading_part, sensor_frames,
    sensor_topics,
};
pub(crate) use vehicle::transform;
pub use vehicle::{
    OdometryVariances, TransformChoice, ackermann_of, clock, collision, ground_truth, joint_states,
    localized_pose, moving_transforms, odometry, particle_cloud, pose_stamped, relative_transforms,
    static_transforms, twist_of, world_transforms,
};
pub use vehicle_log::vehicle_log;

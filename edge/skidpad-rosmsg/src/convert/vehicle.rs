//! A vehicle's pose, odometry, wheels and frames as messages.
//!
//! Frames follow REP 105: `map` is the world, `odom` is the origin of odometry, `base_link` is the
//! vehicle. `odom` → `base_link` is the vehicle's own estimate; `map` → `odom` is what a perfect localiser
//! would add, so `map` → `base_link` is the true pose.

use crate::VehicleNames;
use crate::msg::{
    AckermannDrive, AckermannDriveStamped, Bool, Clock, Header, JointState, Odometry, Pose, PoseArray,
    PoseStamped, PoseWithCovariance, PoseWithCovarianceStamped, TFMessage, Time, Transform, TransformStamped,
    Twist, TwistWithCovariance, Vector3,
};
use skidpad_math::{Pose2, Pose3, Twist2};
use skidpad_messages::{Drive, VehicleObservation};

/// The variances that odometry reports.
///
/// A simulator knows the true error of each run, but a real vehicle reports what its maker measured;
/// these are the diagonal entries that it reports.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OdometryVariances {
    /// Along x and y [m²].
    pub position_m2: f64,
    /// Of the yaw angle [rad²].
    pub yaw_rad2: f64,
    /// Of the speed [m²/s²].
    pub speed_m2ps2: f64,
    /// Of the yaw rate [rad²/s²].
    pub yaw_rate_rad2ps2: f64,
    /// Of quantities that a vehicle in the plane does not measure: height, roll, pitch and their rates.
    pub unknown: f64,
    /// Added to the pose's, for x, y and yaw: what has grown along the way.
    pub grown: [[f64; 3]; 3],
}

impl Default for OdometryVariances {
    fn default() -> Self {
        OdometryVariances {
            position_m2: 1e-3,
            yaw_rad2: 1e-3,
            speed_m2ps2: 1e-3,
            yaw_rate_rad2ps2: 1e-3,
            unknown: 1e6,
            grown: [[0.0; 3]; 3],
        }
    }
}

/// A covariance of six values with this diagonal.
fn diagonal(entries: [f64; 6]) -> [f64; 36] {
    let mut covariance = [0.0; 36];
    for (index, entry) in entries.into_iter().enumerate() {
        covariance[7 * index] = entry;
    }
    covariance
}

fn twist(twist: Twist2) -> Twist {
    Twist {
        linear: Vector3 { x: twist.vx_mps, y: twist.vy_mps, z: 0.0 },
        angular: Vector3 { x: 0.0, y: 0.0, z: twist.yaw_rate_radps },
    }
}

/// A pose in the plane.
fn flat(pose: Pose2) -> Pose3 {
    Pose3::new(pose.x_m, pose.y_m, 0.0, pose.yaw_rad, 0.0, 0.0)
}

/// The time.
pub fn clock(time_ns: u64) -> Clock {
    Clock { clock: Time::from_ns(time_ns) }
}

/// The vehicle's own estimate of its pose and twist.
pub fn odometry(
    vehicle: &VehicleObservation,
    time_ns: u64,
    names: &VehicleNames,
    variances: &OdometryVariances,
) -> Odometry {
    let OdometryVariances {
        position_m2: p,
        yaw_rad2: yaw,
        speed_m2ps2: v,
        yaw_rate_rad2ps2: w,
        unknown,
        grown,
    } = *variances;
    let mut covariance = diagonal([p, p, unknown, unknown, unknown, yaw]);
    for (row, values) in [0, 1, 5].into_iter().zip(grown) {
        for (column, value) in [0, 1, 5].into_iter().zip(values) {
            covariance[6 * row + column] += value;
        }
    }
    Odometry {
        header: Header::new(time_ns, &names.odom()),
        child_frame_id: names.base_link(),
        pose: PoseWithCovariance { pose: Pose::from(&flat(vehicle.odometry_in_start)), covariance },
        twist: TwistWithCovariance {
            twist: twist(vehicle.odometry_twist),
            covariance: diagonal([v, v, unknown, unknown, unknown, w]),
        },
    }
}

/// The true pose and twist of the vehicle, without variance.
pub fn ground_truth(vehicle: &VehicleObservation, time_ns: u64, names: &VehicleNames) -> Odometry {
    Odometry {
        header: Header::new(time_ns, &names.map()),
        child_frame_id: names.base_link(),
        pose: PoseWithCovariance { pose: Pose::from(&vehicle.pose_in_world), covariance: [0.0; 36] },
        twist: TwistWithCovariance { twist: twist(vehicle.twist_in_vehicle), covariance: [0.0; 36] },
    }
}

/// Whether the vehicle has touched something.
pub fn collision(has_touched: bool) -> Bool {
    Bool { data: has_touched }
}

/// Angle, spin and torque of every wheel.
pub fn joint_states(vehicle: &VehicleObservation, time_ns: u64, names: &VehicleNames) -> JointState {
    let wheels = &vehicle.wheels;
    JointState {
        header: Header::new(time_ns, &names.base_link()),
        name: (1..=wheels.len()).map(|wheel| names.frame(&format!("wheel_{wheel}"))).collect(),
        position: wheels.iter().map(|wheel| wheel.rotation_rad).collect(),
        velocity: wheels.iter().map(|wheel| wheel.spin_radps).collect(),
        effort: wheels.iter().map(|wheel| wheel.torque_nm).collect(),
    }
}

pub(crate) fn transform(
    time_ns: u64,
    parent: &str,
    child: &str,
    child_in_parent: &Pose3,
) -> TransformStamped {
    TransformStamped {
        header: Header::new(time_ns, parent),
        child_frame_id: child.to_string(),
        transform: Transform::from(child_in_parent),
    }
}

/// Which moving transforms a vehicle publishes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransformChoice<'a> {
    /// `map` → `odom`: what a localiser publishes.
    pub has_map_to_odom: bool,
    /// `odom` → `base_link`: what a driver of wheels publishes.
    pub has_odom_to_base: bool,
    /// Diameter and width of every wheel [m]: frames of wheels are at their centres. Without it they are on the ground.
    pub wheels_m: &'a [[f64; 2]],
}

impl Default for TransformChoice<'_> {
    fn default() -> Self {
        TransformChoice { has_map_to_odom: true, has_odom_to_base: true, wheels_m: &[] }
    }
}

/// `map` → `odom` → `base_link` → wheels.
pub fn moving_transforms(
    vehicle: &VehicleObservation,
    time_ns: u64,
    names: &VehicleNames,
    choice: &TransformChoice<'_>,
) -> TFMessage {
    let base_in_odom = flat(vehicle.odometry_in_start);
    let odom_in_map = vehicle.pose_in_world * base_in_odom.inverse();
    let mut transforms = Vec::with_capacity(2 + vehicle.wheels.len());
    if choice.has_map_to_odom {
        transforms.push(transform(time_ns, &names.map(), &names.odom(), &odom_in_map));
    }
    if choice.has_odom_to_base {
        transforms.push(transform(time_ns, &names.odom(), &names.base_link(), &base_in_odom));
    }
    for (number, wheel) in (1..).zip(&vehicle.wheels) {
        let place = wheel.position_in_vehicle_m;
        let z_m = choice.wheels_m.get(number - 1).map_or(0.0, |[diameter_m, _]| diameter_m / 2.0);
        // Forward rolling turns the wheel about its own y axis: pitch.
        let wheel_in_base = Pose3::new(place.x, place.y, z_m, wheel.steer_rad, wheel.rotation_rad, 0.0);
        let child = names.frame(&format!("wheel_{number}"));
        transforms.push(transform(time_ns, &names.base_link(), &child, &wheel_in_base));
    }
    TFMessage { transforms }
}

/// `base_link` → `base_footprint`, and the frames of the vehicle's sensors.
pub fn static_transforms(time_ns: u64, names: &VehicleNames, sensors: &[(String, Pose3)]) -> TFMessage {
    let base = names.base_link();
    let footprint = transform(time_ns, &base, &names.frame("base_footprint"), &Pose3::default());
    let sensors = sensors
        .iter()
        .map(|(frame, sensor_in_vehicle)| transform(time_ns, &base, &names.frame(frame), sensor_in_vehicle));
    TFMessage { transforms: std::iter::once(footprint).chain(sensors).collect() }
}

/// Frames of sensors without a vehicle.
pub fn world_transforms(time_ns: u64, names: &VehicleNames, sensors: &[(String, Pose3)]) -> TFMessage {
    let map = names.map();
    let placed = sensors
        .iter()
        .map(|(frame, sensor_in_world)| transform(time_ns, &map, &names.frame(frame), sensor_in_world));
    TFMessage { transforms: placed.collect() }
}

/// A pose in a frame.
pub fn pose_stamped(time_ns: u64, frame: &str, pose: &Pose3) -> PoseStamped {
    PoseStamped { header: Header::new(time_ns, frame), pose: Pose::from(pose) }
}

/// Where other objects are, seen from one: their names become frames.
pub fn relative_transforms(time_ns: u64, frame: &str, others: &[(&str, Pose3)]) -> TFMessage {
    let transforms = others.iter().map(|(name, pose)| transform(time_ns, frame, name, pose));
    TFMessage { transforms: transforms.collect() }
}

/// What a perfect localiser would publish.
pub fn localized_pose(
    vehicle: &VehicleObservation,
    time_ns: u64,
    names: &VehicleNames,
) -> PoseWithCovarianceStamped {
    let truth = ground_truth(vehicle, time_ns, names);
    PoseWithCovarianceStamped { header: truth.header, pose: truth.pose }
}

/// The particles of a perfect localiser: one.
pub fn particle_cloud(vehicle: &VehicleObservation, time_ns: u64, names: &VehicleNames) -> PoseArray {
    PoseArray { header: Header::new(time_ns, &names.map()), poses: vec![Pose::from(&vehicle.pose_in_world)] }
}

/// A set point that is a twist.
pub fn twist_of(drive: &Drive) -> Option<Twist> {
    match drive {
        Drive::Twist(set_point) => Some(twist(*set_point)),
        _ => None,
    }
}

/// A set point of speed and steering.
pub fn ackermann_of(drive: &Drive, time_ns: u64, names: &VehicleNames) -> Option<AckermannDriveStamped> {
    match *drive {
        Drive::SpeedAndSteer { speed_mps, steer_rad } => Some(AckermannDriveStamped {
            header: Header::new(time_ns, &names.base_link()),
            drive: AckermannDrive {
                steering_angle: steer_rad as f32,
                speed: speed_mps as f32,
                ..AckermannDrive::default()
            },
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Naming;
    use skidpad_messages::{Roster, VehicleEntry, WheelObservation};

    fn names() -> VehicleNames {
        let entry = VehicleEntry {
            name: "r1".to_string(),
            wheel_count: 1,
            log_path: String::new(),
            auto_start_recording: false,
        };
        Naming::default().of(&Roster { vehicles: vec![entry], ..Roster::default() })[0].clone()
    }

    fn drifted() -> VehicleObservation {
        VehicleObservation {
            pose_in_world: Pose3::new(10.0, 5.0, 0.5, 0.3, 0.1, -0.05),
            odometry_in_start: Pose2::new(9.0, 4.5, 0.25),
            twist_in_vehicle: Twist2::new(2.0, 0.1, 0.4),
            odometry_twist: Twist2::new(1.9, 0.0, 0.38),
            wheels: vec![WheelObservation { rotation_rad: 1.0, ..WheelObservation::default() }],
            ..VehicleObservation::default()
        }
    }

    fn pose_of(transform: &Transform) -> (skidpad_math::Vec3, skidpad_math::Quat) {
        let (t, q) = (&transform.translation, &transform.rotation);
        (skidpad_math::Vec3::new(t.x, t.y, t.z), skidpad_math::Quat { w: q.w, x: q.x, y: q.y, z: q.z })
    }

    #[test]
    fn map_to_odom_to_base_link_is_the_truth() {
        let tf = moving_transforms(&drifted(), 7, &names(), &TransformChoice::default());
        let (odom_at, odom_q) = pose_of(&tf.transforms[0].transform);
        let (base_at, base_q) = pose_of(&tf.transforms[1].transform);
        let base_in_map = odom_q.rotation().rotate(base_at);
        let truth = drifted().pose_in_world;
        for (found, expected) in [
            (odom_at.x + base_in_map.x, truth.x_m),
            (odom_at.y + base_in_map.y, truth.y_m),
            (odom_at.z + base_in_map.z, truth.z_m),
            ((odom_q * base_q).w.abs(), truth.quat().w.abs()),
        ] {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        let frames: Vec<(&str, &str)> =
            tf.transforms.iter().map(|t| (t.header.frame_id.as_str(), t.child_frame_id.as_str())).collect();
        assert_eq!(frames, [("map", "odom"), ("odom", "base_link"), ("base_link", "wheel_1")]);
        let bare =
            TransformChoice { has_map_to_odom: false, has_odom_to_base: false, wheels_m: &[[0.4, 0.1]] };
        let wheels = moving_transforms(&drifted(), 7, &names(), &bare).transforms;
        assert_eq!((wheels.len(), wheels[0].transform.translation.z), (1, 0.2));
    }

    #[test]
    fn odometry_has_a_twist_and_says_how_sure_it_is() {
        let odometry = odometry(&drifted(), 1_500_000_000, &names(), &OdometryVariances::default());
        assert_eq!((odometry.header.stamp.sec, odometry.header.stamp.nanosec), (1, 500_000_000));
        assert_eq!(odometry.twist.twist.linear.x, 1.9);
        assert_eq!(odometry.pose.covariance[0], 1e-3);
        assert_eq!(odometry.pose.covariance[14], 1e6, "a vehicle in the plane does not know its height");
        assert_eq!(odometry.twist.covariance[35], 1e-3);
        let truth = ground_truth(&drifted(), 0, &names());
        assert_eq!((truth.header.frame_id.as_str(), truth.pose.covariance), ("map", [0.0; 36]));
    }
}

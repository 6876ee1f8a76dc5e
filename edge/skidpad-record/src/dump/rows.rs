//! The text files of a dump. Numbers have enough digits to read the same bits back.

use skidpad_math::Pose3;
use skidpad_messages::{
    ArraysReading, BodyId, CameraModel, ConeReading, GnssReading, ImuReading, NamedArray, Roster, Scan,
    SensorEntry, SensorKind, VehicleObservation,
};
use std::fmt::Write as _;
use std::path::Path;

pub(super) const INDEX_HEADER: &str = "stamp_ns,vehicle,sensor,kind,file,x_m,y_m,z_m,qx,qy,qz,qw,in_vehicle_x_m,in_vehicle_y_m,in_vehicle_z_m,in_vehicle_qx,in_vehicle_qy,in_vehicle_qz,in_vehicle_qw\n";
pub(super) const CAMERA_HEADER: &str =
    "sensor,part,width,height,fx_px,fy_px,cx_px,cy_px,k1,k2,p1,p2,k3,depth_unit_m\n";
pub(super) const IMU_HEADER: &str =
    "stamp_ns,wx_radps,wy_radps,wz_radps,ax_mps2,ay_mps2,az_mps2,qx,qy,qz,qw\n";
pub(super) const GNSS_HEADER: &str = "stamp_ns,has_fix,latitude_deg,longitude_deg,altitude_m,var_east_m2,var_north_m2,var_up_m2,satellites,hdop\n";

/// Stamp, vehicle, sensor, file, and the pose of the sensor in the world and on the vehicle.
pub(super) fn index_row(
    stamp_ns: u64,
    vehicle: &str,
    entry: &SensorEntry,
    file: &Path,
    (in_world, in_vehicle): (Pose3, Pose3),
) -> String {
    let mut row = format!(
        "{stamp_ns},{},{},{},{}",
        quoted(vehicle),
        quoted(&entry.name),
        kind_name(entry.kind),
        file.display()
    );
    for pose in [in_world, in_vehicle] {
        let q = pose.quat();
        let _ = write!(row, ",{},{},{},{},{},{},{}", pose.x_m, pose.y_m, pose.z_m, q.x, q.y, q.z, q.w);
    }
    row.push('\n');
    row
}

fn kind_name(kind: SensorKind) -> &'static str {
    match kind {
        SensorKind::Laser => "laser",
        SensorKind::Lidar3d => "lidar3d",
        SensorKind::Camera => "camera",
        SensorKind::Rgbd => "rgbd_camera",
        SensorKind::Imu => "imu",
        SensorKind::Gnss => "gnss",
        SensorKind::ConeDetector => "cone_detector",
        SensorKind::Arrays => "arrays",
    }
}

/// A field of a CSV file (RFC 4180), quoted if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

pub(super) fn camera_row(place: &Path, part: &str, camera: &CameraModel, unit_m: Option<f64>) -> String {
    let unit_m = unit_m.map_or_else(String::new, |unit_m| unit_m.to_string());
    let [k1, k2, p1, p2, k3] = camera.distortion;
    format!(
        "{},{part},{},{},{},{},{},{},{k1},{k2},{p1},{p2},{k3},{unit_m}\n",
        place.display(),
        camera.width,
        camera.height,
        camera.fx_px,
        camera.fy_px,
        camera.cx_px,
        camera.cy_px
    )
}

/// One beam per row. Ranges follow REP 117: `inf` for nothing in range, `-inf` for something too near.
pub(super) fn scan_text(scan: &Scan) -> String {
    let mut text = String::from("angle_rad,range_m,intensity\n");
    for (beam, range_m) in scan.ranges_m.iter().enumerate() {
        let intensity = scan.intensities.get(beam).copied().unwrap_or(0.0);
        let _ = writeln!(text, "{},{range_m},{intensity}", scan.angle_rad(beam));
    }
    text
}

pub(super) fn imu_row(stamp_ns: u64, imu: &ImuReading) -> String {
    let (w, a) = (imu.angular_velocity_radps, imu.linear_acceleration_mps2);
    let mut row = format!("{stamp_ns},{},{},{},{},{},{}", w.x, w.y, w.z, a.x, a.y, a.z);
    match imu.orientation_in_enu {
        Some(q) => {
            let _ = writeln!(row, ",{},{},{},{}", q.x, q.y, q.z, q.w);
        }
        None => row.push_str(",,,,\n"),
    }
    row
}

pub(super) fn gnss_row(stamp_ns: u64, gnss: &GnssReading) -> String {
    let [east, north, up] = gnss.variance_enu_m2;
    let place = if gnss.has_fix {
        format!("{},{},{}", gnss.latitude_deg, gnss.longitude_deg, gnss.altitude_m)
    } else {
        ",,".to_string()
    };
    let GnssReading { satellite_count, hdop, .. } = gnss;
    format!("{stamp_ns},{},{place},{east},{north},{up},{satellite_count},{hdop}\n", u8::from(gnss.has_fix))
}

/// One cone per row, nearest first. The name of the block is the truth; it is empty for a cone that is not there.
pub(super) fn cones_text(cones: &ConeReading, roster: &Roster) -> String {
    let mut text = String::from("range_m,bearing_rad,color,block\n");
    for cone in &cones.cones {
        let block = cone.block.map_or_else(String::new, |block| roster.name_of(BodyId::Block(block)));
        let _ = writeln!(text, "{},{},{},{}", cone.range_m, cone.bearing_rad, cone.color, quoted(&block));
    }
    text
}

/// One column per array, in the order of the sensor; shorter arrays have empty fields at their ends.
pub(super) fn arrays_text(reading: &ArraysReading) -> String {
    let names: Vec<String> = reading.arrays.iter().map(|array| quoted(&array.name)).collect();
    let mut text = names.join(",") + "\n";
    let row_count = reading.arrays.iter().map(|array| array.values.len()).max().unwrap_or(0);
    for row in 0..row_count {
        let field = |array: &NamedArray| array.values.get(row).map_or_else(String::new, f64::to_string);
        let fields: Vec<String> = reading.arrays.iter().map(field).collect();
        let _ = writeln!(text, "{}", fields.join(","));
    }
    text
}

/// What a vehicle can measure itself: its odometry, contacts, and the encoders of its wheels.
pub(super) fn odometry_header(wheel_count: u32) -> String {
    let mut header = String::from("stamp_ns,x_m,y_m,yaw_rad,vx_mps,vy_mps,wz_radps,in_collision");
    for wheel in 1..=wheel_count {
        let _ = write!(header, ",wheel_{wheel}_rad,wheel_{wheel}_radps");
    }
    header.push('\n');
    header
}

pub(super) fn odometry_row(stamp_ns: u64, vehicle: &VehicleObservation, row: &mut String) {
    let (at, twist) = (vehicle.odometry_in_start, vehicle.odometry_twist);
    let _ = write!(
        row,
        "{stamp_ns},{},{},{},{},{},{},{}",
        at.x_m,
        at.y_m,
        at.yaw_rad,
        twist.vx_mps,
        twist.vy_mps,
        twist.yaw_rate_radps,
        u8::from(vehicle.is_in_collision)
    );
    for wheel in &vehicle.wheels {
        let _ = write!(row, ",{},{}", wheel.rotation_rad, wheel.spin_radps);
    }
    row.push('\n');
}

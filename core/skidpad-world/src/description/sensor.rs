//! Sensors and their parameters.

use super::{Color, ExtensionUse, Visual};
use crate::place::Place;
use skidpad_math::{Pose3, Vec3};

/// A sensor, on a vehicle or by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensor {
    /// Its name; unique on its vehicle.
    pub name: String,
    /// Pose on the vehicle, or in the world when it stands by itself.
    pub pose_in_vehicle: Pose3,
    /// Time between two readings [s].
    pub period_s: f64,
    /// Delay of the first reading after one period [s].
    pub phase_s: f64,
    /// Topic of its readings; empty for none.
    pub publish_topic: String,
    /// Whether a viewer opens a preview of its images.
    pub preview_window: bool,
    /// Meshes of its housing.
    pub visuals: Vec<Visual>,
    /// What it is.
    pub kind: SensorKind,
    /// Where this was written.
    pub place: Place,
}

/// What a sensor is.
#[derive(Debug, Clone, PartialEq)]
pub enum SensorKind {
    /// A planar laser scanner.
    Laser(Laser),
    /// A spinning lidar.
    Lidar3d(Lidar3d),
    /// A colour camera.
    Camera(Camera),
    /// A colour and depth camera.
    Rgbd(RgbdCamera),
    /// An inertial measurement unit.
    Imu(Imu),
    /// A satellite receiver.
    Gnss(Gnss),
    /// A finder of the cones of a track.
    ConeDetector(ConeDetector),
    /// A class of a program's own.
    Extension(ExtensionUse),
}

impl SensorKind {
    /// Its class, as a world writes it.
    pub fn class(&self) -> &str {
        match self {
            SensorKind::Laser(_) => "laser",
            SensorKind::Lidar3d(_) => "lidar3d",
            SensorKind::Camera(_) => "camera",
            SensorKind::Rgbd(_) => "rgbd_camera",
            SensorKind::Imu(_) => "imu",
            SensorKind::Gnss(_) => "gnss",
            SensorKind::ConeDetector(_) => "cone_detector",
            SensorKind::Extension(used) => &used.class,
        }
    }
}

/// A planar laser scanner.
#[derive(Debug, Clone, PartialEq)]
pub struct Laser {
    /// Field of view [rad].
    pub field_of_view_rad: f64,
    /// Number of beams.
    pub ray_count: u32,
    /// Deviation of a range [m].
    pub range_noise_m: f64,
    /// Deviation of a bearing [rad].
    pub angle_noise_rad: f64,
    /// Shortest range [m].
    pub min_range_m: f64,
    /// Longest range [m].
    pub max_range_m: f64,
    /// Whether it sees bodies, or grids only.
    pub bodies_visible: bool,
    /// Whether rays follow pitch and roll in three dimensions.
    pub raytrace_3d: bool,
    /// Whether it looks through its own vehicle.
    pub ignore_parent_body: bool,
    /// Whether a viewer draws points; none where the file does not say.
    pub show_points: Option<bool>,
    /// Whether a viewer draws the swept plane.
    pub show_plane: bool,
    /// Whether a viewer draws lines.
    pub show_lines: bool,
    /// Size of drawn points [px].
    pub point_size_px: f64,
    /// Colour of drawn points; none where the file does not give one.
    pub points_color: Option<Color>,
    /// Colour of the drawn plane; none where the file does not give one.
    pub plane_color: Option<Color>,
}

/// A spinning lidar.
#[derive(Debug, Clone, PartialEq)]
pub struct Lidar3d {
    /// Deviation of a range [m].
    pub range_noise_m: f64,
    /// Shortest range [m].
    pub min_range_m: f64,
    /// Longest range [m].
    pub max_range_m: f64,
    /// Elevation of each ring [rad], lowest first.
    pub ring_elevations_rad: Vec<f64>,
    /// Columns in a full turn.
    pub column_count: u32,
    /// Oversampling along a ring, kept for compatibility.
    pub horizontal_resolution_factor: f64,
    /// Oversampling across rings, kept for compatibility.
    pub vertical_resolution_factor: f64,
    /// Kept for compatibility: depth step up to which MVSim interpolates across rings.
    pub max_vertical_relative_depth: f64,
    /// Kept for compatibility: depth step up to which MVSim interpolates along a ring.
    pub max_horizontal_relative_depth: f64,
    /// Whether points carry intensity.
    pub generate_intensity: bool,
    /// Whether it looks through its own vehicle.
    pub ignore_parent_body: bool,
    /// Whether columns are taken one after the other while the vehicle moves.
    pub motion_distortion: bool,
    /// Whether a second return is reported.
    pub dual_return: bool,
    /// Size of drawn points [px].
    pub point_size_px: f64,
}

/// Picture size and projection of a camera.
#[derive(Debug, Clone, PartialEq)]
pub struct CameraIntrinsics {
    /// Columns [px].
    pub column_count: u32,
    /// Rows [px].
    pub row_count: u32,
    /// Principal point [px].
    pub cx_px: f64,
    /// Principal point [px].
    pub cy_px: f64,
    /// Focal length [px].
    pub fx_px: f64,
    /// Focal length [px].
    pub fy_px: f64,
    /// Near clipping distance [m].
    pub clip_near_m: f64,
    /// Far clipping distance [m].
    pub clip_far_m: f64,
    /// The formula of the lens.
    pub lens: Lens,
    /// k1, k2, p1, p2, k3 of a Brown–Conrady lens; k1, k2, k3, k4 and 0 of a fisheye.
    pub distortion: [f64; 5],
}

/// The formula of a lens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lens {
    /// Brown–Conrady, `plumb_bob`.
    #[default]
    BrownConrady,
    /// Kannala–Brandt, for fisheyes.
    KannalaBrandt,
}

/// A colour camera; its z axis looks forward.
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    /// Picture size and projection.
    pub intrinsics: CameraIntrinsics,
    /// Rays per pixel side.
    pub antialias: u32,
    /// Deviation of a colour value, of 255.
    pub image_noise: f64,
    /// Time from the first row to the last [s].
    pub readout_time_s: f64,
}

/// A colour and depth camera; the x axis of its pose looks forward.
#[derive(Debug, Clone, PartialEq)]
pub struct RgbdCamera {
    /// Whether it gives depth.
    pub sense_depth: bool,
    /// Whether it gives colour.
    pub sense_rgb: bool,
    /// Pose of the colour camera in the frame of the depth camera.
    pub rgb_in_depth: Pose3,
    /// Depth picture.
    pub depth: CameraIntrinsics,
    /// Colour picture.
    pub rgb: CameraIntrinsics,
    /// Metres per unit of the depth image [m].
    pub depth_resolution_m: f64,
    /// Deviation of a depth [m].
    pub depth_noise_m: f64,
    /// Growth of the deviation with the square of the depth [1/m].
    pub depth_noise_growth_per_m: f64,
    /// Deviation of a colour value, of 255.
    pub image_noise: f64,
    /// Time from the first row to the last [s].
    pub readout_time_s: f64,
    /// Whether the published depth image has metres in 32 bits; none where the file does not say.
    pub has_float_depth: Option<bool>,
    /// Whether a preview shows the depth.
    pub preview_depth: bool,
    /// Whether a viewer draws the points.
    pub show_3d_pointcloud: bool,
    /// Whether the depth image is published.
    pub publish_depth_image: bool,
    /// Whether a coloured cloud is published.
    pub publish_colored_pointcloud: bool,
}

/// An inertial measurement unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Imu {
    /// Whether it reports its orientation.
    pub measure_orientation: bool,
    /// Deviation of the orientation [rad].
    pub orientation_noise_rad: f64,
    /// White noise of the gyroscope [rad/s].
    pub gyro_noise_radps: f64,
    /// White noise of the accelerometer [m/s²].
    pub accel_noise_mps2: f64,
    /// Random walk of the gyroscope's bias [rad/s/√s].
    pub gyro_random_walk: f64,
    /// Random walk of the accelerometer's bias [m/s²/√s].
    pub accel_random_walk: f64,
    /// Largest rate it can report [rad/s]; infinite unless given.
    pub gyro_saturation_radps: f64,
    /// Largest acceleration it can report [m/s²]; infinite unless given.
    pub accel_saturation_mps2: f64,
}

/// A satellite receiver.
#[derive(Debug, Clone, PartialEq)]
pub struct Gnss {
    /// Quality that it reports.
    pub fix_type: FixType,
    /// Times in which it is different.
    pub events: Vec<GnssEvent>,
    /// Horizontal deviation [m].
    pub horizontal_noise_m: f64,
    /// Vertical deviation [m].
    pub vertical_noise_m: f64,
}

/// A finder of the cones of a track.
#[derive(Debug, Clone, PartialEq)]
pub struct ConeDetector {
    /// Field of view [rad].
    pub field_of_view_rad: f64,
    /// Shortest range [m].
    pub min_range_m: f64,
    /// Longest range [m].
    pub max_range_m: f64,
    /// Deviation of a range [m].
    pub range_noise_m: f64,
    /// Deviation of a bearing [rad].
    pub bearing_noise_rad: f64,
    /// Probability that a cone in view is not reported.
    pub miss_rate: f64,
    /// Probability that a cone is reported with another colour.
    pub color_error_rate: f64,
    /// Mean number of cones per reading that are not there.
    pub false_positive_rate: f64,
}

/// Quality of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FixType {
    /// No position.
    NoFix,
    /// Plain.
    #[default]
    Gps,
    /// With corrections of a station.
    Dgps,
    /// With corrections of a satellite.
    Sbas,
    /// By carrier phase, ambiguities not resolved.
    RtkFloat,
    /// By carrier phase, ambiguities resolved.
    RtkFixed,
}

/// A time in which a receiver is different.
#[derive(Debug, Clone, PartialEq)]
pub struct GnssEvent {
    /// When it starts [s].
    pub start_s: f64,
    /// When it ends [s]; infinite for never.
    pub end_s: f64,
    /// Quality that is reported.
    pub fix_type: Option<FixType>,
    /// Horizontal deviation [m].
    pub horizontal_noise_m: Option<f64>,
    /// Vertical deviation [m].
    pub vertical_noise_m: Option<f64>,
    /// Whether there is no position.
    pub is_outage: bool,
    /// Error of the position: east, north, up [m].
    pub offset_enu_m: Vec3,
}

//! The arrays of readings, copied into memory of the caller.

use crate::border::{copy, put};
use crate::handles::{SkidpadSimulation, with};
use crate::readings::last_reading;
use crate::status::{Failure, SkidpadStatus};
use skidpad::messages::{
    CameraModel, Cloud, CloudPoint, ConeReading, LensModel, Picture, Reading, ReadingData, RgbdReading, Scan,
};
use std::ffi::c_void;

/// An array of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum SkidpadArray {
    /// Distance along each beam of a scan [m]: +inf where nothing was met, -inf where something is too near. float, 1 × beams.
    RangesM = 1,
    /// Strength of each return of a scan or a cloud, 0 to 1. float, rings × columns.
    Intensities = 2,
    /// Points of a cloud or a depth camera in the sensor's frame [m], NaN without a return. float, rows × columns × 3.
    PointsM = 3,
    /// When each point of a cloud was taken, counted from the stamp [s]. float, rings × columns.
    TimesS = 4,
    /// Colours: red, green, blue. unsigned char, rows × columns × 3.
    Rgb = 5,
    /// What kind of thing each pixel shows, 0 for the sky: ground truth. unsigned char, rows × columns.
    Labels = 6,
    /// Which thing each pixel shows, 0 for none: ground truth. uint32_t, rows × columns.
    Instances = 7,
    /// Distance along the optical axis [m], NaN where there is none. float, rows × columns.
    DepthM = 8,
    /// Cones: range [m], bearing [rad], colour (0 blue, 1 yellow, 2 orange). double, cones × 3.
    Cones = 9,
    /// Last returns of a cloud, like the points, where the sensor reports two. float, rings × columns × 3.
    LastPointsM = 10,
}

/// The size of an array. Rows come one after another, without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct SkidpadShape {
    /// Rows: rings of a lidar, rows of a picture, cones; 1 for a scan.
    pub rows: usize,
    /// Columns: beams of a scan, directions of a lidar, columns of a picture.
    pub columns: usize,
    /// Numbers for each place.
    pub channels: usize,
    /// Bytes of all.
    pub bytes: usize,
}

/// How a camera maps directions to pixels: z forward, x right, y down.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadCamera {
    /// Columns [px].
    pub width: u32,
    /// Rows [px].
    pub height: u32,
    /// Focal length along x [px].
    pub fx_px: f64,
    /// Focal length along y [px].
    pub fy_px: f64,
    /// Principal point, x [px].
    pub cx_px: f64,
    /// Principal point, y [px].
    pub cy_px: f64,
    /// k1, k2, p1, p2, k3 as in OpenCV; k1, k2, k3, k4 and 0 of a fisheye.
    pub distortion: [f64; 5],
    /// True for a fisheye lens.
    pub is_fisheye: bool,
}

/// Numbers of one type, in rows and columns.
enum Numbers<'a> {
    Float(Vec<f32>),
    Given(&'a [f32]),
    Double(Vec<f64>),
    Byte(&'a [u8]),
    Whole(&'a [u32]),
}

impl Numbers<'_> {
    fn bytes(&self) -> usize {
        match self {
            Numbers::Float(it) => size_of_val(&it[..]),
            Numbers::Given(it) => size_of_val(*it),
            Numbers::Double(it) => size_of_val(&it[..]),
            Numbers::Byte(it) => it.len(),
            Numbers::Whole(it) => size_of_val(*it),
        }
    }
}

/// An array with its rows, columns and channels.
struct Found<'a> {
    size: [usize; 3],
    numbers: Numbers<'a>,
}

impl Found<'_> {
    fn shape(&self) -> SkidpadShape {
        let [rows, columns, channels] = self.size;
        SkidpadShape { rows, columns, channels, bytes: self.numbers.bytes() }
    }
}

/// The shape of an array of the last reading of a sensor. `array` is one of SkidpadArray.
///
/// # Safety
/// `shape` points to a shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_array_shape(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    array: i32,
    shape: *mut SkidpadShape,
) -> SkidpadStatus {
    with(simulation, |session| {
        let found = find(last_reading(session, sensor)?, array)?;
        // SAFETY: the caller's promise, passed on.
        unsafe { put(shape, found.shape(), "shape") }
    })
}

/// Copy an array of the last reading of a sensor. `array` is one of SkidpadArray, which says the type of its numbers.
///
/// # Safety
/// `to` points to `capacity_bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_array(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    array: i32,
    to: *mut c_void,
    capacity_bytes: usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        let found = find(last_reading(session, sensor)?, array)?;
        // SAFETY: the caller's promise, passed on.
        unsafe {
            match found.numbers {
                Numbers::Float(it) => copy(&it, to, capacity_bytes),
                Numbers::Given(it) => copy(it, to, capacity_bytes),
                Numbers::Double(it) => copy(&it, to, capacity_bytes),
                Numbers::Byte(it) => copy(it, to, capacity_bytes),
                Numbers::Whole(it) => copy(it, to, capacity_bytes),
            }
        }
    })
}

/// The camera of a picture: of the colours for SKIDPAD_ARRAY_RGB, of the depths for SKIDPAD_ARRAY_DEPTH_M.
///
/// # Safety
/// `camera` points to a camera.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_camera(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    array: i32,
    camera: *mut SkidpadCamera,
) -> SkidpadStatus {
    with(simulation, |session| {
        let is_depth = array_of(array)? == SkidpadArray::DepthM;
        let model = match &last_reading(session, sensor)?.data {
            ReadingData::Image(it) if !is_depth => Some(&it.camera),
            ReadingData::Rgbd(it) if is_depth => it.depth.as_ref().map(|it| &it.camera),
            ReadingData::Rgbd(it) => it.colour.as_ref().map(|it| &it.camera),
            _ => None,
        };
        let model = model.ok_or_else(missing)?;
        let CameraModel { width, height, fx_px, fy_px, cx_px, cy_px, distortion, lens } = *model;
        let is_fisheye = lens == LensModel::KannalaBrandt;
        let known = SkidpadCamera { width, height, fx_px, fy_px, cx_px, cy_px, distortion, is_fisheye };
        // SAFETY: the caller's promise, passed on.
        unsafe { put(camera, known, "camera") }
    })
}

fn missing() -> Failure {
    Failure::new(SkidpadStatus::NoSuchArray, "the reading has no such array")
}

/// The array that a number stands for.
fn array_of(number: i32) -> Result<SkidpadArray, Failure> {
    use SkidpadArray::*;
    let all = [RangesM, Intensities, PointsM, TimesS, Rgb, Labels, Instances, DepthM, Cones, LastPointsM];
    let found = all.into_iter().find(|array| *array as i32 == number);
    found.ok_or_else(|| Failure::argument(format!("there is no array {number}")))
}

fn find(reading: &Reading, array: i32) -> Result<Found<'_>, Failure> {
    let array = array_of(array)?;
    let found = match &reading.data {
        ReadingData::Scan(scan) => of_scan(scan, array),
        ReadingData::Cloud(cloud) => of_cloud(cloud, array),
        ReadingData::Image(picture) => of_picture(picture, array),
        ReadingData::Rgbd(rgbd) => of_rgbd(rgbd, array),
        ReadingData::Cones(cones) => of_cones(cones, array),
        ReadingData::Imu(_) | ReadingData::Gnss(_) | ReadingData::Arrays(_) => None,
    };
    found.ok_or_else(missing)
}

fn of_scan(scan: &Scan, array: SkidpadArray) -> Option<Found<'_>> {
    let numbers = match array {
        SkidpadArray::RangesM => &scan.ranges_m,
        SkidpadArray::Intensities => &scan.intensities,
        _ => return None,
    };
    Some(Found { size: [1, numbers.len(), 1], numbers: Numbers::Given(numbers) })
}

fn of_cloud(cloud: &Cloud, array: SkidpadArray) -> Option<Found<'_>> {
    let (rows, columns) = (cloud.ring_count as usize, cloud.column_count as usize);
    let places = |points: &[CloudPoint]| {
        let numbers = points.iter().flat_map(|point| [point.x_m, point.y_m, point.z_m]).collect();
        Some(Found { size: [rows, columns, 3], numbers: Numbers::Float(numbers) })
    };
    let plane = |of: fn(&CloudPoint) -> f32| {
        let numbers = Numbers::Float(cloud.points.iter().map(of).collect());
        Some(Found { size: [rows, columns, 1], numbers })
    };
    match array {
        SkidpadArray::PointsM => places(&cloud.points),
        SkidpadArray::LastPointsM if !cloud.last_returns.is_empty() => places(&cloud.last_returns),
        SkidpadArray::Intensities => plane(|point| point.intensity),
        SkidpadArray::TimesS => plane(|point| point.time_s),
        _ => None,
    }
}

/// Rows and columns of a picture.
fn size_of_picture(camera: &CameraModel, channels: usize) -> [usize; 3] {
    [camera.height as usize, camera.width as usize, channels]
}

fn of_picture(picture: &Picture, array: SkidpadArray) -> Option<Found<'_>> {
    let (channels, numbers) = match array {
        SkidpadArray::Rgb => (3, Numbers::Byte(&picture.rgb)),
        SkidpadArray::Labels => (1, Numbers::Byte(&picture.labels)),
        SkidpadArray::Instances => (1, Numbers::Whole(&picture.instances)),
        _ => return None,
    };
    Some(Found { size: size_of_picture(&picture.camera, channels), numbers })
}

fn of_rgbd(rgbd: &RgbdReading, array: SkidpadArray) -> Option<Found<'_>> {
    match array {
        SkidpadArray::DepthM => {
            let depth = rgbd.depth.as_ref()?;
            let metres = |index| depth.depth_m(index).map_or(f32::NAN, |depth_m| depth_m as f32);
            let numbers = Numbers::Float((0..depth.depth.len()).map(metres).collect());
            Some(Found { size: size_of_picture(&depth.camera, 1), numbers })
        }
        SkidpadArray::PointsM => {
            let camera = rgbd.depth.as_ref()?.camera;
            let points = rgbd.points();
            let numbers = points.iter().flat_map(|point| [point.x_m, point.y_m, point.z_m]).collect();
            Some(Found { size: size_of_picture(&camera, 3), numbers: Numbers::Float(numbers) })
        }
        _ => of_picture(rgbd.colour.as_ref()?, array),
    }
}

fn of_cones(reading: &ConeReading, array: SkidpadArray) -> Option<Found<'_>> {
    if array != SkidpadArray::Cones {
        return None;
    }
    let cones = reading.cones.iter();
    let numbers = cones.flat_map(|it| [it.range_m, it.bearing_rad, f64::from(it.color.number())]).collect();
    Some(Found { size: [reading.cones.len(), 1, 3], numbers: Numbers::Double(numbers) })
}

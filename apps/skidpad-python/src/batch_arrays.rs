//! What the arrays of a batch show of its worlds.

use crate::errors::value_error;
use crate::pose::numbers_of;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use skidpad::math::Twist2;
use skidpad::messages::{Observations, ReadingData, VehicleObservation};

/// What an array shows of every vehicle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    Pose,
    Twist,
    Odometry,
    OdometryTwist,
    Acceleration,
    InCollision,
    HadCollision,
    Present,
    Time,
}

/// Every quantity and its name.
pub(crate) const QUANTITIES: [(&str, Quantity); 9] = [
    ("pose", Quantity::Pose),
    ("twist", Quantity::Twist),
    ("odometry", Quantity::Odometry),
    ("odometry_twist", Quantity::OdometryTwist),
    ("acceleration", Quantity::Acceleration),
    ("is_in_collision", Quantity::InCollision),
    ("had_collision", Quantity::HadCollision),
    ("is_present", Quantity::Present),
    ("time_s", Quantity::Time),
];

impl Quantity {
    /// Numbers per vehicle, or per world for those of the world.
    pub(crate) fn width(self) -> usize {
        match self {
            Quantity::Pose => 6,
            Quantity::Twist | Quantity::Odometry | Quantity::OdometryTwist => 3,
            Quantity::Acceleration => 2,
            Quantity::InCollision | Quantity::HadCollision | Quantity::Present | Quantity::Time => 1,
        }
    }

    pub(crate) fn shape(self, world_count: usize, vehicle_count: usize) -> Vec<usize> {
        match self {
            Quantity::Time => vec![world_count],
            Quantity::InCollision | Quantity::HadCollision | Quantity::Present => {
                vec![world_count, vehicle_count]
            }
            _ => vec![world_count, vehicle_count, self.width()],
        }
    }

    /// Writes what a world shows into its part of an array. What a world does not have stays as it is.
    pub(crate) fn write(self, seen: &Observations, numbers: &mut [f64]) {
        if self == Quantity::Time {
            numbers.iter_mut().for_each(|number| *number = seen.time_s());
            return;
        }
        for (slots, vehicle) in numbers.chunks_exact_mut(self.width()).zip(&seen.vehicles) {
            self.write_vehicle(vehicle, slots);
        }
    }

    fn write_vehicle(self, seen: &VehicleObservation, slots: &mut [f64]) {
        let twist = |it: Twist2| [it.vx_mps, it.vy_mps, it.yaw_rate_radps];
        match self {
            Quantity::Pose => slots.copy_from_slice(&numbers_of(&seen.pose_in_world)),
            Quantity::Twist => slots.copy_from_slice(&twist(seen.twist_in_vehicle)),
            Quantity::Odometry => {
                let pose = seen.odometry_in_start;
                slots.copy_from_slice(&[pose.x_m, pose.y_m, pose.yaw_rad]);
            }
            Quantity::OdometryTwist => slots.copy_from_slice(&twist(seen.odometry_twist)),
            Quantity::Acceleration => {
                let it = seen.acceleration_in_world_mps2;
                slots.copy_from_slice(&[it.x, it.y]);
            }
            Quantity::InCollision => slots[0] = f64::from(u8::from(seen.is_in_collision)),
            Quantity::HadCollision => slots[0] = f64::from(u8::from(seen.had_collision)),
            Quantity::Present => slots[0] = f64::from(u8::from(seen.is_present)),
            Quantity::Time => {}
        }
    }
}

/// Readings of one sensor in many worlds as one array.
pub(crate) fn stacked(py: Python<'_>, readings: &[ReadingData]) -> PyResult<Py<PyAny>> {
    match readings.first() {
        Some(ReadingData::Scan(first)) => {
            joined(py, readings, &[first.ranges_m.len()], |reading, all: &mut Vec<f32>| {
                if let ReadingData::Scan(scan) = reading {
                    all.extend_from_slice(&scan.ranges_m);
                }
            })
        }
        Some(ReadingData::Image(first)) => {
            let shape = [first.camera.height as usize, first.camera.width as usize, 3];
            joined(py, readings, &shape, |reading, all: &mut Vec<u8>| {
                if let ReadingData::Image(picture) = reading {
                    all.extend_from_slice(&picture.rgb);
                }
            })
        }
        Some(ReadingData::Cloud(first)) => {
            let shape = [first.ring_count as usize, first.column_count as usize, 3];
            joined(py, readings, &shape, |reading, all: &mut Vec<f32>| {
                if let ReadingData::Cloud(cloud) = reading {
                    all.extend(cloud.points.iter().flat_map(|point| [point.x_m, point.y_m, point.z_m]));
                }
            })
        }
        Some(ReadingData::Rgbd(first)) => {
            let Some(depth) = &first.depth else {
                return Err(value_error(&"this camera has no depth; read it in one world"));
            };
            let shape = [depth.camera.height as usize, depth.camera.width as usize];
            let metre = |depth_m: Option<f64>| depth_m.map_or(f32::NAN, |depth_m| depth_m as f32);
            joined(py, readings, &shape, |reading, all: &mut Vec<f32>| {
                if let ReadingData::Rgbd(rgbd) = reading {
                    let depth = rgbd.depth.iter();
                    all.extend(depth.flat_map(|it| (0..it.depth.len()).map(|at| metre(it.depth_m(at)))));
                }
            })
        }
        Some(ReadingData::Imu(_)) => joined(py, readings, &[6], |reading, all: &mut Vec<f64>| {
            if let ReadingData::Imu(imu) = reading {
                let (rate, force) = (imu.angular_velocity_radps, imu.linear_acceleration_mps2);
                all.extend([rate.x, rate.y, rate.z, force.x, force.y, force.z]);
            }
        }),
        Some(ReadingData::Gnss(_)) => joined(py, readings, &[3], |reading, all: &mut Vec<f64>| {
            if let ReadingData::Gnss(gnss) = reading {
                all.extend([gnss.latitude_deg, gnss.longitude_deg, gnss.altitude_m]);
            }
        }),
        Some(ReadingData::Cones(_)) => {
            Err(value_error(&"worlds see different numbers of cones; read them in one world"))
        }
        Some(ReadingData::Arrays(_)) => {
            Err(value_error(&"arrays of a program's own sensor may have any length; read them in one world"))
        }
        None => Err(value_error(&"there is no world to read")),
    }
}

/// The numbers of all readings one after the other, in an array with a first axis of worlds.
fn joined<T: Element>(
    py: Python<'_>,
    readings: &[ReadingData],
    shape: &[usize],
    add: impl Fn(&ReadingData, &mut Vec<T>),
) -> PyResult<Py<PyAny>> {
    let mut all = Vec::with_capacity(readings.len() * shape.iter().product::<usize>());
    readings.iter().for_each(|reading| add(reading, &mut all));
    let whole: Vec<usize> = std::iter::once(readings.len()).chain(shape.iter().copied()).collect();
    Ok(PyArray1::from_vec(py, all).reshape(whole)?.into_any().unbind())
}

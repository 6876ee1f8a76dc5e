//! Sensors as functions: a scene, the state of a body and a noise address in, readings out.
//!
//! Geometry is exact first, noise comes after and by address: no generator to save, no dependence on the
//! order of threads, and a sensor that is added changes no other.
//!
//! ```
//! use skidpad_math::{NoiseAddress, Vec3};
//! use skidpad_sensors::geodesy::Geodetic;
//! use skidpad_sensors::gnss::{Georeference, GnssModel};
//!
//! let origin = Geodetic { latitude_rad: 0.8, longitude_rad: 0.1, height_m: 400.0 };
//! let world = Georeference { origin, world_to_enu_rad: 0.0, is_utm: false };
//! let receiver = GnssModel { horizontal_noise_m: 1.0, vertical_noise_m: 2.0, ..GnssModel::default() };
//! let noise = NoiseAddress { seed: 7, stream: 0, step: 12 };
//! let fix = receiver.sense(0.0, Vec3::new(10.0, 0.0, 0.5), Some(&world), true, noise);
//! assert!(fix.has_fix && (fix.altitude_m - 400.5).abs() < 20.0);
//! ```
#![forbid(unsafe_code)]

pub mod camera;
pub mod cone_detector;
pub mod geodesy;
pub mod gnss;
mod image_noise;
pub mod imu;
mod lamp_light;
pub mod laser;
pub mod lidar3d;
mod patches;
pub mod range;
pub mod rgbd;
pub mod schedule;

pub use image_noise::add_image_noise;
pub use patches::Workers;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

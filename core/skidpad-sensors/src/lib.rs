//! Sensors as functions: a scene, the state of a body and a noise address in, readings out.
//!
//! Geometry is exact first, noise comes after and by address: no generator to save, no dependence on the
//! order of threads, and a sensor that is added changes no other.
#![forbid(unsafe_code)]

pub mod geodesy;
pub mod gnss;
pub mod imu;
pub mod schedule;

//! Numbers and poses: the [`Real`] trait, deterministic elementary functions, poses, addressed noise.
//!
//! # Frames
//!
//! All of skidpad uses right-handed frames, metres, seconds and radians (ISO 8855, REP 103).
//! The world has x east, y north, z up. A vehicle has x forward, y left, z up; its origin is the
//! reference point of the world file, on the ground. A wheel has the same axes, turned by its steering.
//!
//! ```text
//!    y (north)              x forward
//!    ^                     ^
//!    |              ┌──────┼──────┐        yaw: counter-clockwise seen from above,
//!    |            [l]      |      [r]           0 when the vehicle points along world x
//!    |              │      |      │        pitch: positive nose down
//!    |     y left <─┼──────o      │        roll: positive left side up
//!    |              └─────────────┘
//!    o────────────────────────> x (east)     z up, out of the page
//! ```
//!
//! A pose is named `thing_in_frame`, and neighbours cancel when read aloud:
//!
//! ```
//! use skidpad_math::{Pose2, Vec2};
//! let chassis_in_world = Pose2::new(10.0, 5.0, std::f64::consts::FRAC_PI_2);
//! let wheel_in_chassis = Pose2::new(1.0, 0.5, 0.0);
//! let wheel_in_world = chassis_in_world * wheel_in_chassis;
//! assert!((wheel_in_world.x_m - 9.5).abs() < 1e-12);
//! assert!((wheel_in_world.y_m - 6.0).abs() < 1e-12);
//! let hub_in_world = wheel_in_world.transform(Vec2::new(0.0, 0.0));
//! assert_eq!(hub_in_world, wheel_in_world.position());
//! ```
//!
//! # Same bits
//!
//! Nothing here depends on the platform's mathematics library, on a clock or on a shared random
//! generator: [`sin_cos`] and its neighbours are ours, and a random number is looked up by its
//! [`NoiseAddress`].
#![forbid(unsafe_code)]

mod angle;
mod dual;
mod elementary;
mod lanes;
mod noise;
mod pose2;
mod pose3;
mod primitive;
mod quad;
mod random;
mod real;
mod registers;
mod rotation3;
pub mod sha256;
mod state_hash;
mod vector;

pub use angle::{angle_between, wrap_angle};
pub use dual::Dual;
pub use elementary::{acos, asin, atan, atan2, cos, exp, hypot, ln, sin, sin_cos, tan, tanh};
pub use noise::{NoiseAddress, stream_of};
pub use pose2::{Pose2, Twist2};
pub use pose3::Pose3;
pub use primitive::Primitive;
pub use random::SplitMix64;
pub use real::Real;
pub use registers::{Register4, Register8, RegisterMask4, RegisterMask8};
pub use rotation3::{Quat, Rotation3};
pub use skidpad_lanes::{
    FourLanes, LANE_COUNT, Lane64Work, LaneMask, LaneMaskOf, LaneWork, Lanes, Lanes64, LanesOf, dispatch,
    dispatch_baseline, dispatch64, instruction_set,
};
pub use state_hash::StateHash;
pub use vector::{Vec2, Vec3};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

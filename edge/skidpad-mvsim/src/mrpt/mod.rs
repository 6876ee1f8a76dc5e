//! Observations as MRPT serialises them: the bytes inside [`GenericObservation`](crate::messages::GenericObservation)
//! and of `.rawlog` files.
//!
//! An object is framed by its class name, a version and an end flag; its payload has no length, so every field has to
//! be right. The default versions are those that every MRPT from 2.5 to 3.1 reads.
//!
//! ```
//! use skidpad_mvsim::mrpt::{MrptObject, Odometry, Timestamp};
//!
//! let odometry = Odometry {
//!     timestamp: Timestamp::from_unix_ns(1_700_000_000_500_000_000),
//!     x_m: 1.5,
//!     ..Odometry::default()
//! };
//! let bytes = odometry.to_bytes();
//! assert_eq!(&bytes[1..33], b"mrpt::obs::CObservationOdometry\x02");
//! ```

mod camera;
mod cloud;
mod gnss;
mod imu;
mod odometry;
mod pose;
mod range_image;
mod rawlog;
mod scan;
mod writer;

pub use camera::{CameraImage, CameraParameters, DistortionModel, Image};
pub use cloud::{CloudFormat, InsertionOptions, PointCloud, Points};
pub use gnss::{Gga, Gnss, GnssVersion};
pub use imu::Imu;
pub use odometry::Odometry;
pub use pose::Pose3D;
pub use range_image::{RangeImage, Rgbd};
pub use rawlog::RawlogWriter;
pub use scan::{Scan2D, ScanVersion};
pub use writer::{MrptObject, ObjectHeader, Timestamp};

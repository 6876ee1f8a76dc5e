//! Odometry, as it stands in `.rawlog` files.

use super::writer::{MrptObject, Put, Timestamp, put_object};

/// Where a vehicle believes it is: `mrpt::obs::CObservationOdometry` v2.
#[derive(Clone, Debug, PartialEq)]
pub struct Odometry<'a> {
    /// Time of the estimate.
    pub timestamp: Timestamp,
    /// x [m].
    pub x_m: f64,
    /// y [m].
    pub y_m: f64,
    /// Heading [rad].
    pub yaw_rad: f64,
    /// Velocity in the frame of the vehicle, if known: vx [m/s], vy [m/s], ω [rad/s].
    pub velocity: Option<[f64; 3]>,
    /// Name of the sensor.
    pub label: &'a str,
}

impl Default for Odometry<'_> {
    fn default() -> Self {
        let timestamp = Timestamp::default();
        Odometry { timestamp, x_m: 0.0, y_m: 0.0, yaw_rad: 0.0, velocity: None, label: "odom" }
    }
}

impl MrptObject for Odometry<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        put_object(out, "mrpt::obs::CObservationOdometry", 2, |out| {
            put_object(out, "mrpt::poses::CPose2D", 1, |out| {
                out.put_f64s(&[self.x_m, self.y_m, self.yaw_rad]);
            });
            out.put_text(self.label);
            out.put_u64(self.timestamp.ticks);
            let has_encoder_ticks = false;
            out.put_bool(has_encoder_ticks);
            out.put_bool(self.velocity.is_some());
            if let Some(velocity) = self.velocity {
                out.put_f64s(&velocity);
            }
        });
    }
}

//! Inertial measurements.

use super::Pose3D;
use super::writer::{MrptObject, Put, Timestamp, put_object};

/// Number of quantities that MRPT's class has.
const QUANTITY_COUNT: usize = 31;

/// What an inertial measurement unit measured: `mrpt::obs::CObservationIMU` v4.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imu<'a> {
    /// Pose of the sensor on its vehicle.
    pub sensor_pose: Pose3D,
    /// Time of the measurement.
    pub timestamp: Timestamp,
    /// Specific force along x, y, z [m/s²].
    pub acceleration_mps2: [f64; 3],
    /// Turn rate about x, y, z [rad/s].
    pub angular_velocity_radps: [f64; 3],
    /// Orientation, if measured: quaternion x, y, z, w.
    pub orientation_xyzw: Option<[f64; 4]>,
    /// Name of the sensor.
    pub label: &'a str,
}

impl MrptObject for Imu<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        let mut values = [None; QUANTITY_COUNT];
        let [x, y, z] = self.angular_velocity_radps;
        for (index, value) in self.acceleration_mps2.iter().enumerate() {
            values[index] = Some(*value);
        }
        // MRPT orders turn rates as yaw, pitch, roll.
        for (index, value) in [z, y, x].iter().enumerate() {
            values[3 + index] = Some(*value);
        }
        for (index, value) in self.orientation_xyzw.iter().flatten().enumerate() {
            values[21 + index] = Some(*value);
        }
        put_object(out, "mrpt::obs::CObservationIMU", 4, |out| {
            self.sensor_pose.write(out);
            out.extend(values.iter().map(|value| u8::from(value.is_some())));
            out.put_u64(self.timestamp.ticks);
            out.put_f64s(&values.map(|value| value.unwrap_or(0.0)));
            out.put_text(self.label);
        });
    }
}

//! Poses.

use super::writer::{MrptObject, Put, put_object};
use std::f64::consts::{PI, TAU};

/// Position and rotation matrix: `mrpt::poses::CPose3D`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose3D {
    /// x, y, z [m].
    pub position_m: [f64; 3],
    /// Rotation matrix, row by row.
    pub rotation: [f64; 9],
}

impl Default for Pose3D {
    fn default() -> Self {
        Pose3D::from_yaw_pitch_roll([0.0; 3], 0.0, 0.0, 0.0)
    }
}

impl Pose3D {
    /// From position [m] and angles [rad]: R = Rz(yaw)·Ry(pitch)·Rx(roll), with the same roundings as MRPT.
    pub fn from_yaw_pitch_roll(position_m: [f64; 3], yaw: f64, pitch: f64, roll: f64) -> Self {
        let (sy, cy) = wrapped(yaw).sin_cos();
        let (sp, cp) = wrapped(pitch).sin_cos();
        let (sr, cr) = wrapped(roll).sin_cos();
        let rotation = [
            cy * cp,
            cy * sp * sr - sy * cr,
            cy * sp * cr + sy * sr,
            sy * cp,
            sy * sp * sr + cy * cr,
            sy * sp * cr - cy * sr,
            -sp,
            cp * sr,
            cp * cr,
        ];
        Pose3D { position_m, rotation }
    }
}

/// An angle between −π and π, as MRPT computes it.
fn wrapped(angle: f64) -> f64 {
    let shifted = (angle + PI) % TAU;
    if angle + PI < 0.0 { shifted + TAU - PI } else { shifted - PI }
}

impl MrptObject for Pose3D {
    fn write(&self, out: &mut Vec<u8>) {
        put_object(out, "mrpt::poses::CPose3D", 3, |out| {
            out.put_f64s(&self.position_m);
            out.put_f64s(&self.rotation);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_framed_pose_has_119_bytes_and_minus_zero_for_no_pitch() {
        let pose = Pose3D::default();
        assert_eq!(pose.to_bytes().len(), 119);
        assert!(pose.rotation[6] == 0.0 && pose.rotation[6].is_sign_negative());
    }
}

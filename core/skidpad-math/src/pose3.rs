//! Poses in space.

use std::ops::Mul;

use serde::{Deserialize, Serialize};

use crate::{Pose2, Quat, Rotation3, Vec3};

/// Where a thing is in a frame of space: SE(3), with R = Rz(yaw)·Ry(pitch)·Rx(roll).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose3 {
    /// Position along x \[m\].
    pub x_m: f64,
    /// Position along y \[m\].
    pub y_m: f64,
    /// Position along z \[m\].
    pub z_m: f64,
    /// Turn about z, counter-clockwise seen from above \[rad\].
    pub yaw_rad: f64,
    /// Turn about y, positive nose down \[rad\].
    pub pitch_rad: f64,
    /// Turn about x, positive left side up \[rad\].
    pub roll_rad: f64,
}

impl Pose3 {
    /// The pose at a position with an orientation.
    pub const fn new(x_m: f64, y_m: f64, z_m: f64, yaw_rad: f64, pitch_rad: f64, roll_rad: f64) -> Self {
        Self { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad }
    }

    /// The pose with a rotation matrix.
    pub fn from_parts(position: Vec3, rotation: &Rotation3) -> Self {
        let (yaw_rad, pitch_rad, roll_rad) = rotation.yaw_pitch_roll();
        Self::new(position.x, position.y, position.z, yaw_rad, pitch_rad, roll_rad)
    }

    /// Position of the origin of the thing.
    pub const fn position(&self) -> Vec3 {
        Vec3::new(self.x_m, self.y_m, self.z_m)
    }

    /// Orientation as a matrix. Transforming many points? Take this once and use it.
    pub fn rotation(&self) -> Rotation3 {
        Rotation3::from_yaw_pitch_roll(self.yaw_rad, self.pitch_rad, self.roll_rad)
    }

    /// Orientation as a quaternion.
    pub fn quat(&self) -> Quat {
        Quat::from_yaw_pitch_roll(self.yaw_rad, self.pitch_rad, self.roll_rad)
    }

    /// Seen from above.
    pub const fn pose2(&self) -> Pose2 {
        Pose2::new(self.x_m, self.y_m, self.yaw_rad)
    }

    /// `frame_in_thing` from `thing_in_frame`.
    pub fn inverse(&self) -> Self {
        let back = self.rotation().transpose();
        Self::from_parts(back.rotate(-self.position()), &back)
    }

    /// `point_in_frame` from `point_in_thing`.
    pub fn transform(&self, point_in_thing: Vec3) -> Vec3 {
        self.position() + self.rotation().rotate(point_in_thing)
    }

    /// `point_in_thing` from `point_in_frame`.
    pub fn inverse_transform(&self, point_in_frame: Vec3) -> Vec3 {
        self.rotation().transpose().rotate(point_in_frame - self.position())
    }
}

impl From<Pose2> for Pose3 {
    fn from(flat: Pose2) -> Self {
        Self::new(flat.x_m, flat.y_m, 0.0, flat.yaw_rad, 0.0, 0.0)
    }
}

/// `b_in_world = a_in_world * b_in_a`.
impl Mul for Pose3 {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        let rotation = self.rotation();
        Self::from_parts(self.position() + rotation.rotate(inner.position()), &(rotation * inner.rotation()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoiseAddress;

    fn random_pose(k: u64) -> Pose3 {
        let noise = NoiseAddress { seed: 9, stream: 1, step: k };
        let n = |i| noise.normal(i);
        Pose3::new(9.0 * n(0), 9.0 * n(1), n(2), n(3), 0.3 * n(4), 0.3 * n(5))
    }

    fn apart(a: &Pose3, b: &Pose3) -> f64 {
        let corner = Vec3::new(1.0, 1.0, 1.0);
        (a.transform(corner) - b.transform(corner)).norm() + (a.position() - b.position()).norm()
    }

    #[test]
    fn a_pose_times_its_inverse_is_the_origin() {
        for k in 0..1_000 {
            let pose = random_pose(k);
            assert!(apart(&(pose * pose.inverse()), &Pose3::default()) < 1e-12);
            assert!(apart(&(pose.inverse() * pose), &Pose3::default()) < 1e-12);
        }
    }

    #[test]
    fn composition_is_associative_and_moves_points() {
        for k in 0..1_000 {
            let (a, b, c) = (random_pose(3 * k), random_pose(3 * k + 1), random_pose(3 * k + 2));
            assert!(apart(&((a * b) * c), &(a * (b * c))) < 1e-11);
            let through = a.transform(b.transform(c.position()));
            assert!((through - (a * b * c).position()).norm() < 1e-11);
            assert!((a.inverse_transform(a.transform(through)) - through).norm() < 1e-11);
        }
    }

    #[test]
    fn a_flat_pose_agrees_with_the_plane() {
        let (a, b) = (Pose2::new(1.0, 2.0, 0.5), Pose2::new(-0.3, 4.0, -2.0));
        assert!(apart(&(Pose3::from(a) * Pose3::from(b)), &Pose3::from(a * b)) < 1e-14);
    }
}

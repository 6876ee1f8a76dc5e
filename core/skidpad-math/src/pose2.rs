//! Poses and velocities in the plane.

use std::ops::Mul;

use serde::{Deserialize, Serialize};

use crate::{Vec2, sin_cos, wrap_angle};

/// Where a thing is in a frame of the plane: SE(2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose2 {
    /// Position along x \[m\].
    pub x_m: f64,
    /// Position along y \[m\].
    pub y_m: f64,
    /// Heading, counter-clockwise from x \[rad\].
    pub yaw_rad: f64,
}

/// How a thing moves in the plane, in the axes of the frame that its holder names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Twist2 {
    /// Velocity along x \[m/s\].
    pub vx_mps: f64,
    /// Velocity along y \[m/s\].
    pub vy_mps: f64,
    /// Turning rate, counter-clockwise \[rad/s\].
    pub yaw_rate_radps: f64,
}

impl Pose2 {
    /// The pose at (`x_m`, `y_m`) with heading `yaw_rad`.
    pub const fn new(x_m: f64, y_m: f64, yaw_rad: f64) -> Self {
        Self { x_m, y_m, yaw_rad }
    }

    /// Position of the origin of the thing.
    pub const fn position(self) -> Vec2 {
        Vec2::new(self.x_m, self.y_m)
    }

    /// `frame_in_thing` from `thing_in_frame`.
    pub fn inverse(self) -> Self {
        let back = (-self.position()).rotated(-self.yaw_rad);
        Self::new(back.x, back.y, wrap_angle(-self.yaw_rad))
    }

    /// `point_in_frame` from `point_in_thing`.
    pub fn transform(self, point_in_thing: Vec2) -> Vec2 {
        self.position() + self.rotate(point_in_thing)
    }

    /// A direction given in the thing's axes, in the frame's axes.
    pub fn rotate(self, direction_in_thing: Vec2) -> Vec2 {
        let (sin, cos) = sin_cos(self.yaw_rad);
        Vec2::new(
            cos * direction_in_thing.x - sin * direction_in_thing.y,
            sin * direction_in_thing.x + cos * direction_in_thing.y,
        )
    }

    /// `point_in_thing` from `point_in_frame`.
    pub fn inverse_transform(self, point_in_frame: Vec2) -> Vec2 {
        self.inverse_rotate(point_in_frame - self.position())
    }

    /// A direction given in the frame's axes, in the thing's axes.
    pub fn inverse_rotate(self, direction_in_frame: Vec2) -> Vec2 {
        let (sin, cos) = sin_cos(self.yaw_rad);
        Vec2::new(
            cos * direction_in_frame.x + sin * direction_in_frame.y,
            -sin * direction_in_frame.x + cos * direction_in_frame.y,
        )
    }
}

/// `b_in_world = a_in_world * b_in_a`; the heading is wrapped.
impl Mul for Pose2 {
    type Output = Self;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "headings add when poses compose")]
    fn mul(self, inner: Self) -> Self {
        let position = self.transform(inner.position());
        Self::new(position.x, position.y, wrap_angle(self.yaw_rad + inner.yaw_rad))
    }
}

impl Twist2 {
    /// The twist with these components.
    pub const fn new(vx_mps: f64, vy_mps: f64, yaw_rate_radps: f64) -> Self {
        Self { vx_mps, vy_mps, yaw_rate_radps }
    }

    /// The linear part.
    pub const fn velocity(self) -> Vec2 {
        Vec2::new(self.vx_mps, self.vy_mps)
    }

    /// Velocity of the point at `offset` from the reference, in the same axes: v + ω × offset.
    pub fn velocity_at(self, offset: Vec2) -> Vec2 {
        self.velocity() + offset.perpendicular() * self.yaw_rate_radps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoiseAddress;

    fn random_pose(k: u64) -> Pose2 {
        let noise = NoiseAddress { seed: 1, stream: 1, step: k };
        Pose2::new(10.0 * noise.normal(0), 10.0 * noise.normal(1), 2.0 * noise.normal(2))
    }

    fn assert_close(a: Pose2, b: Pose2) {
        let apart = (a.position() - b.position()).norm() + wrap_angle(a.yaw_rad - b.yaw_rad).abs();
        assert!(apart < 1e-12, "{a:?} {b:?}");
    }

    #[test]
    fn a_pose_times_its_inverse_is_the_origin() {
        for k in 0..1_000 {
            let pose = random_pose(k);
            assert_close(pose * pose.inverse(), Pose2::default());
            assert_close(pose.inverse() * pose, Pose2::default());
        }
    }

    #[test]
    fn composition_is_associative_and_moves_points() {
        for k in 0..1_000 {
            let (a, b, c) = (random_pose(3 * k), random_pose(3 * k + 1), random_pose(3 * k + 2));
            assert_close((a * b) * c, a * (b * c));
            let through = a.transform(b.transform(c.position()));
            assert!((through - (a * b * c).position()).norm() < 1e-12);
            assert!((a.inverse_transform(a.transform(through)) - through).norm() < 1e-12);
        }
    }

    #[test]
    fn the_right_wheel_leads_in_a_left_turn() {
        let turning = Twist2::new(1.0, 0.0, 0.5);
        assert_eq!(turning.velocity_at(Vec2::new(0.0, -0.4)), Vec2::new(1.2, 0.0));
    }
}

//! Rotations in space, as matrices and as quaternions.

use std::ops::Mul;

use serde::{Deserialize, Serialize};

use crate::{Vec3, acos, atan2, sin, sin_cos};

/// A rotation matrix: its columns are the axes of the turned thing, seen in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rotation3 {
    /// The matrix, row by row.
    pub rows: [[f64; 3]; 3],
}

/// A rotation as a unit quaternion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quat {
    /// Real part, cos(angle/2).
    pub w: f64,
    /// First imaginary part.
    pub x: f64,
    /// Second imaginary part.
    pub y: f64,
    /// Third imaginary part.
    pub z: f64,
}

impl Default for Rotation3 {
    fn default() -> Self {
        Self { rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }
}

impl Default for Quat {
    fn default() -> Self {
        Self { w: 1.0, x: 0.0, y: 0.0, z: 0.0 }
    }
}

impl Rotation3 {
    /// R = Rz(yaw)·Ry(pitch)·Rx(roll).
    pub fn from_yaw_pitch_roll(yaw_rad: f64, pitch_rad: f64, roll_rad: f64) -> Self {
        let (sy, cy) = sin_cos(yaw_rad);
        let (sp, cp) = sin_cos(pitch_rad);
        let (sr, cr) = sin_cos(roll_rad);
        Self {
            rows: [
                [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
                [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                [-sp, cp * sr, cp * cr],
            ],
        }
    }

    /// (yaw, pitch, roll) of [`Rotation3::from_yaw_pitch_roll`], pitch in [−π/2, π/2].
    pub fn yaw_pitch_roll(&self) -> (f64, f64, f64) {
        let r = &self.rows;
        let horizontal = crate::hypot(r[0][0], r[1][0]);
        let pitch_rad = atan2(-r[2][0], horizontal);
        if horizontal > 1e-9 {
            (atan2(r[1][0], r[0][0]), pitch_rad, atan2(r[2][1], r[2][2]))
        } else {
            // Nose straight up or down: yaw and roll turn about the same axis; call it all yaw.
            (atan2(-r[0][1], r[1][1]), pitch_rad, 0.0)
        }
    }

    /// The inverse rotation.
    pub fn transpose(&self) -> Self {
        let r = &self.rows;
        Self { rows: std::array::from_fn(|i| std::array::from_fn(|j| r[j][i])) }
    }

    /// A vector given in the turned thing's axes, in the frame's axes.
    pub fn rotate(&self, v: Vec3) -> Vec3 {
        let along = |row: &[f64; 3]| row[0] * v.x + row[1] * v.y + row[2] * v.z;
        Vec3::new(along(&self.rows[0]), along(&self.rows[1]), along(&self.rows[2]))
    }
}

impl Mul for Rotation3 {
    type Output = Self;
    fn mul(self, inner: Self) -> Self {
        let (a, b) = (&self.rows, &inner.rows);
        let entry = |i: usize, j: usize| a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
        Self { rows: std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))) }
    }
}

impl Quat {
    /// The rotation Rz(yaw)·Ry(pitch)·Rx(roll).
    pub fn from_yaw_pitch_roll(yaw_rad: f64, pitch_rad: f64, roll_rad: f64) -> Self {
        let (sy, cy) = sin_cos(0.5 * yaw_rad);
        let (sp, cp) = sin_cos(0.5 * pitch_rad);
        let (sr, cr) = sin_cos(0.5 * roll_rad);
        Self {
            w: cr * cp * cy + sr * sp * sy,
            x: sr * cp * cy - cr * sp * sy,
            y: cr * sp * cy + sr * cp * sy,
            z: cr * cp * sy - sr * sp * cy,
        }
    }

    /// The same rotation with length one; the identity for a zero quaternion.
    pub fn normalized(self) -> Self {
        let norm = (self.w * self.w + self.x * self.x + self.y * self.y + self.z * self.z).sqrt();
        if norm > 0.0 {
            Self { w: self.w / norm, x: self.x / norm, y: self.y / norm, z: self.z / norm }
        } else {
            Self::default()
        }
    }

    /// Part of the shortest turn from this orientation to another, at an even rate (Shoemake 1985).
    pub fn slerp(self, to: Self, share: f64) -> Self {
        let dot = self.w * to.w + self.x * to.x + self.y * to.y + self.z * to.z;
        let sign = if dot < 0.0 { -1.0 } else { 1.0 };
        let angle_rad = acos((sign * dot).min(1.0));
        // Near zero the chord is the arc.
        let (a, b) = if angle_rad < 1e-9 {
            (1.0 - share, share)
        } else {
            let sin_angle = sin(angle_rad);
            (sin((1.0 - share) * angle_rad) / sin_angle, sin(share * angle_rad) / sin_angle)
        };
        let b = sign * b;
        Self {
            w: a * self.w + b * to.w,
            x: a * self.x + b * to.x,
            y: a * self.y + b * to.y,
            z: a * self.z + b * to.z,
        }
        .normalized()
    }

    /// The inverse rotation.
    pub fn conjugate(self) -> Self {
        Self { w: self.w, x: -self.x, y: -self.y, z: -self.z }
    }

    /// The rotation as a matrix.
    pub fn rotation(self) -> Rotation3 {
        let Self { w, x, y, z } = self;
        Rotation3 {
            rows: [
                [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
                [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
                [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
            ],
        }
    }
}

impl Mul for Quat {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self {
            w: self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
            x: self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
            y: self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
            z: self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoiseAddress;

    fn random_angles(k: u64) -> (f64, f64, f64) {
        let noise = NoiseAddress { seed: 2, stream: 3, step: k };
        let angle = |index, most: f64| most * (2.0 * noise.uniform(index) - 1.0);
        (angle(0, 3.1), angle(1, 1.5), angle(2, 3.1))
    }

    fn assert_close(a: &Rotation3, b: &Rotation3) {
        for (x, y) in a.rows.iter().flatten().zip(b.rows.iter().flatten()) {
            assert!((x - y).abs() < 1e-14, "{a:?} {b:?}");
        }
    }

    #[test]
    fn angles_survive_the_way_through_a_matrix_and_a_quaternion() {
        for k in 0..1_000 {
            let (yaw, pitch, roll) = random_angles(k);
            let matrix = Rotation3::from_yaw_pitch_roll(yaw, pitch, roll);
            assert_close(&matrix, &Quat::from_yaw_pitch_roll(yaw, pitch, roll).rotation());
            let (yaw2, pitch2, roll2) = matrix.yaw_pitch_roll();
            assert!((yaw - yaw2).abs() + (pitch - pitch2).abs() + (roll - roll2).abs() < 1e-12);
            assert_close(&(matrix * matrix.transpose()), &Rotation3::default());
        }
    }

    #[test]
    fn quaternion_products_are_matrix_products() {
        for k in 0..1_000 {
            let ((a, b, c), (d, e, f)) = (random_angles(2 * k), random_angles(2 * k + 1));
            let product = Quat::from_yaw_pitch_roll(a, b, c) * Quat::from_yaw_pitch_roll(d, e, f);
            let matrices = Rotation3::from_yaw_pitch_roll(a, b, c) * Rotation3::from_yaw_pitch_roll(d, e, f);
            assert_close(&product.rotation(), &matrices);
            assert_close(&(product * product.conjugate()).rotation(), &Rotation3::default());
        }
    }

    #[test]
    fn positive_pitch_is_nose_down() {
        let nose = Rotation3::from_yaw_pitch_roll(0.0, 0.1, 0.0).rotate(Vec3::new(1.0, 0.0, 0.0));
        assert!(nose.z < 0.0);
    }

    #[test]
    fn a_vertical_nose_still_has_angles() {
        let up = Rotation3::from_yaw_pitch_roll(0.4, -std::f64::consts::FRAC_PI_2, 0.0);
        let (yaw, pitch, roll) = up.yaw_pitch_roll();
        assert_close(&Rotation3::from_yaw_pitch_roll(yaw, pitch, roll), &up);
    }
}

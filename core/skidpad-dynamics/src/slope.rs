//! A vehicle on tilted ground: what gravity does to it, and how motion along the ground looks from above.

use skidpad_math::{Real, sin_cos};

/// The tilt of the ground under a vehicle.
///
/// The body moves in the horizontal plane, its wheels roll along the ground. With pitch p and roll r the
/// vehicle's axes, seen from above in its heading, are (cos p, 0) and (sin p·sin r, cos r). A velocity b along
/// the ground is therefore, from above,
///
/// u_x = b_x·cos p + b_y·sin p·sin r,  u_y = b_y·cos r
///
/// and a turning rate ω about the ground's normal is the yaw rate ω·cos r/cos p (Euler angles in the order
/// yaw, pitch, roll; J. Diebel, *Representing Attitude*, 2006, §5.6). Forces along the ground give
/// accelerations along the ground, so they are seen from above by the same map. The ground carries
/// m·g·cos θ with cos θ = cos p·cos r.
///
/// Leaves out: curvature of the ground (its centripetal load), turning of the attitude itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope<R = f64> {
    /// The world's direction "down", (0, 0, −1), in the vehicle's axes: its x and y.
    pub down: (R, R),
    /// Share of the weight that presses on the ground, cos θ.
    pub normal: R,
    /// cos p.
    pub forward: R,
    /// sin p·sin r.
    pub aslant: R,
    /// cos r.
    pub leftward: R,
}

impl Slope {
    /// The tilt of a vehicle with this pitch and roll.
    pub fn new(pitch_rad: f64, roll_rad: f64) -> Self {
        let ((sin_p, cos_p), (sin_r, cos_r)) = (sin_cos(pitch_rad), sin_cos(roll_rad));
        Self {
            down: (sin_p, -cos_p * sin_r),
            normal: cos_p * cos_r,
            forward: cos_p,
            aslant: sin_p * sin_r,
            leftward: cos_r,
        }
    }

    /// The tilt as MVSim counts it: the slope pulls, but the whole weight presses on the ground and wheels roll
    /// as on a level plane.
    pub fn of_mvsim(pitch_rad: f64, roll_rad: f64) -> Self {
        let down = Self::new(pitch_rad, roll_rad).down;
        Self { down, normal: 1.0, forward: 1.0, aslant: 0.0, leftward: 1.0 }
    }
}

impl<R: Real> Slope<R> {
    /// A velocity or force along the ground, seen from above.
    #[inline(always)]
    pub fn from_above(&self, (x, y): (R, R)) -> (R, R) {
        (x * self.forward + y * self.aslant, y * self.leftward)
    }

    /// A velocity seen from above, along the ground.
    #[inline(always)]
    pub fn along_ground(&self, (x, y): (R, R)) -> (R, R) {
        let y = y / self.leftward;
        ((x - y * self.aslant) / self.forward, y)
    }

    /// Yaw rate per turning rate about the ground's normal.
    #[inline(always)]
    pub fn turn(&self) -> R {
        self.leftward / self.forward
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::{NoiseAddress, Rotation3, Vec3};

    /// A velocity along the ground is that of the vehicle's axes, turned into the world and seen from above.
    #[test]
    fn seen_from_above_means_without_height() {
        for k in 0..1_000 {
            let noise = NoiseAddress { seed: 4, stream: 1, step: k };
            let (pitch, roll) = (0.5 * noise.normal(0), 0.5 * noise.normal(1));
            let slope = Slope::new(pitch, roll);
            let rotation = Rotation3::from_yaw_pitch_roll(0.0, pitch, roll);
            let velocity = (noise.normal(2), noise.normal(3));
            let in_world = rotation.rotate(Vec3::new(velocity.0, velocity.1, 0.0));
            let (x, y) = slope.from_above(velocity);
            assert!((x - in_world.x).abs() < 1e-14 && (y - in_world.y).abs() < 1e-14);
            let (x, y) = slope.along_ground((x, y));
            assert!((x - velocity.0).abs() < 1e-12 && (y - velocity.1).abs() < 1e-12);
            let down = rotation.transpose().rotate(Vec3::new(0.0, 0.0, -1.0));
            assert!((slope.down.0 - down.x).abs() < 1e-15 && (slope.down.1 - down.y).abs() < 1e-15);
            assert!((slope.normal + down.z).abs() < 1e-15);
        }
    }

    #[test]
    fn level_ground_changes_nothing() {
        let level = Slope::new(0.0, 0.0);
        assert_eq!(level.from_above((1.5, -2.5)), (1.5, -2.5));
        assert_eq!((level.down.0, level.normal, level.turn()), (0.0, 1.0, 1.0));
    }
}

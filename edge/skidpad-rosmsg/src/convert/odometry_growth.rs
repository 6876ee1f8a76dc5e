//! How the uncertainty of odometry grows along the way.

use skidpad_math::{Pose2, sin_cos};
use skidpad_messages::OdometryNoise;

/// x, y, heading, and the scales of distances and turns, which stay what they are.
const STATES: usize = 5;

/// The covariance of a vehicle's odometry since its start.
///
/// Linear propagation P' = F P Fᵀ + Q of the errors of position, heading and the two scales; the scales are unknown
/// constants, so that after a straight way s the variance along it is (σ_k s)² + σ² s.
/// Leaves out: the scale of sideways motion, which is taken to be that of forward motion.
#[derive(Debug, Clone, PartialEq)]
pub struct OdometryGrowth {
    noise: OdometryNoise,
    last: Option<(u64, Pose2)>,
    covariance: [[f64; STATES]; STATES],
}

impl OdometryGrowth {
    /// At the start of a vehicle with this noise.
    pub fn new(noise: OdometryNoise) -> Self {
        let mut covariance = [[0.0; STATES]; STATES];
        covariance[3][3] = noise.distance_scale * noise.distance_scale;
        covariance[4][4] = noise.turn_scale * noise.turn_scale;
        OdometryGrowth { noise, last: None, covariance }
    }

    /// Follow the vehicle to where its odometry is now. Odometry starts again where time goes back.
    pub fn follow(&mut self, time_ns: u64, odometry: Pose2) {
        let Some((last_ns, last)) = self.last else {
            self.last = Some((time_ns, odometry));
            return;
        };
        if time_ns < last_ns {
            *self = OdometryGrowth::new(self.noise);
            self.last = Some((time_ns, odometry));
            return;
        }
        self.last = Some((time_ns, odometry));
        let moved = last.inverse() * odometry;
        let (dx_m, dy_m) = (odometry.x_m - last.x_m, odometry.y_m - last.y_m);
        let mut f = [[0.0; STATES]; STATES];
        (0..STATES).for_each(|k| f[k][k] = 1.0);
        (f[0][2], f[0][3]) = (-dy_m, dx_m);
        (f[1][2], f[1][3]) = (dx_m, dy_m);
        f[2][4] = moved.yaw_rad;
        let p = &self.covariance;
        let product = |a: &[[f64; STATES]; STATES], b: &[[f64; STATES]; STATES], is_turned: bool| {
            let mut out = [[0.0; STATES]; STATES];
            for (i, row) in out.iter_mut().enumerate() {
                for (j, value) in row.iter_mut().enumerate() {
                    *value = (0..STATES).map(|k| a[i][k] * if is_turned { b[j][k] } else { b[k][j] }).sum();
                }
            }
            out
        };
        let mut next = product(&product(&f, p, false), &f, true);
        let (sin, cos) = sin_cos(last.yaw_rad);
        let along_m2 = self.noise.per_sqrt_m * self.noise.per_sqrt_m * dx_m.hypot(dy_m);
        next[0][0] += along_m2 * cos * cos;
        next[0][1] += along_m2 * cos * sin;
        next[1][0] += along_m2 * cos * sin;
        next[1][1] += along_m2 * sin * sin;
        next[2][2] += self.noise.per_sqrt_rad * self.noise.per_sqrt_rad * moved.yaw_rad.abs();
        self.covariance = next;
    }

    /// Covariance of x, y and heading [m², m·rad, rad²], in the frame in which odometry started.
    pub fn pose_covariance(&self) -> [[f64; 3]; 3] {
        let p = &self.covariance;
        std::array::from_fn(|i| std::array::from_fn(|j| p[i][j]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_straight_way_has_the_closed_form() {
        let noise =
            OdometryNoise { distance_scale: 0.02, turn_scale: 0.02, per_sqrt_m: 0.01, per_sqrt_rad: 0.0 };
        let mut growth = OdometryGrowth::new(noise);
        for step in 0..=1000_u32 {
            growth.follow(u64::from(step), Pose2::new(f64::from(step) * 0.1, 0.0, 0.0));
        }
        let covariance = growth.pose_covariance();
        assert!((covariance[0][0] - (2.0_f64.powi(2) + 0.1_f64.powi(2))).abs() < 1e-9, "{covariance:?}");
        assert_eq!((covariance[1][1], covariance[2][2]), (0.0, 0.0));
    }

    /// On a closed circle the error of the scale vanishes, and the heading is off by the scale of turns.
    #[test]
    fn a_circle_forgets_the_scale_of_distances() {
        let noise = OdometryNoise { distance_scale: 0.02, turn_scale: 0.01, ..OdometryNoise::default() };
        let mut growth = OdometryGrowth::new(noise);
        let count = 3600_u32;
        for step in 0..=count {
            let angle = 2.0 * PI * f64::from(step) / f64::from(count);
            let (sin, cos) = sin_cos(angle);
            growth.follow(u64::from(step), Pose2::new(5.0 * sin, 5.0 * (1.0 - cos), angle));
        }
        let covariance = growth.pose_covariance();
        assert!((covariance[2][2] - (0.01 * 2.0 * PI).powi(2)).abs() < 1e-6, "{covariance:?}");
        // The heading's error grows with the angle: it moves the end by 2πR·k along x, and nothing along y.
        assert!((covariance[0][0] - (0.01 * 2.0 * PI * 5.0).powi(2)).abs() < 1e-3, "{covariance:?}");
        assert!(covariance[1][1] < 1e-3, "{covariance:?}");
        growth.follow(0, Pose2::default());
        assert_eq!(growth.pose_covariance(), [[0.0; 3]; 3], "a reset starts again");
    }
}

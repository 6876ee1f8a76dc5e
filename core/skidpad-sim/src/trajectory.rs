//! A given path in space and time: poses at times, joined so smoothly that an inertial sensor can ride on it.
//!
//! Position is a cubic spline through the poses. Orientation is a cubic spline through the four numbers of the
//! quaternions, brought back to length one: q = p/|p|. Its turn rate in the body's axes is ω = 2·vec(p*·ṗ)/|p|², and
//! the change of that α = 2·vec(p*·p̈)/|p|² − 2·ω·(p·ṗ)/|p|² (the radial part of ṗ turns nothing).
//! Splines: de Boor, *A Practical Guide to Splines*, ch. IV; the curvature of the first and last piece is constant.
//! Leaves out: smoothing. What the poses have of noise, the second derivative has more of.

use skidpad_math::{Pose3, Quat, Vec3};

/// Poses at rising times.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    /// Time of the first pose, as it was given [s].
    start_time_s: f64,
    /// Times, from 0 on [s].
    times_s: Vec<f64>,
    /// x, y, z [m] and the quaternion w, x, y, z, at these times.
    values: Vec<[f64; 7]>,
    /// Second derivatives of these.
    curvatures: Vec<[f64; 7]>,
}

/// A pose of a trajectory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimedPose {
    /// Time [s].
    pub time_s: f64,
    /// Position [m].
    pub position_m: Vec3,
    /// Orientation.
    pub orientation: Quat,
}

/// How a body on a trajectory moves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SpatialMotion {
    /// Where it is.
    pub pose_in_world: Pose3,
    /// Velocity, along the world's axes [m/s].
    pub velocity_in_world_mps: Vec3,
    /// Acceleration, along the world's axes [m/s²].
    pub acceleration_in_world_mps2: Vec3,
    /// Turn rate, in the body's axes [rad/s].
    pub rate_in_body_radps: Vec3,
    /// Change of the turn rate, in the body's axes [rad/s²].
    pub angular_acceleration_in_body_radps2: Vec3,
}

/// Why poses are not a trajectory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotATrajectory {
    /// There are fewer than two.
    TooFew,
    /// Times do not rise at this pose, counted from 0.
    TimesDoNotRise(usize),
    /// A number of this pose, counted from 0, is not finite, or its quaternion has no length.
    NotANumber(usize),
}

impl Trajectory {
    /// The trajectory through some poses. Time counts from the first one.
    pub fn through(poses: &[TimedPose]) -> Result<Trajectory, NotATrajectory> {
        if poses.len() < 2 {
            return Err(NotATrajectory::TooFew);
        }
        let mut values: Vec<[f64; 7]> = Vec::with_capacity(poses.len());
        for (index, pose) in poses.iter().enumerate() {
            let Vec3 { x, y, z } = pose.position_m;
            let q = pose.orientation;
            let length = (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).sqrt();
            let is_sound = [pose.time_s, x, y, z].iter().all(|value| value.is_finite());
            if !is_sound || !length.is_finite() || length < 1e-6 {
                return Err(NotATrajectory::NotANumber(index));
            }
            if index > 0 && pose.time_s <= poses[index - 1].time_s {
                return Err(NotATrajectory::TimesDoNotRise(index));
            }
            let mut quat = [q.w, q.x, q.y, q.z].map(|part| part / length);
            // A quaternion and its negative are the same turn; the nearer one is the way there.
            if let Some(last) = values.last()
                && (0..4).map(|part| quat[part] * last[3 + part]).sum::<f64>() < 0.0
            {
                quat = quat.map(|part| -part);
            }
            values.push([x, y, z, quat[0], quat[1], quat[2], quat[3]]);
        }
        let times_s: Vec<f64> = poses.iter().map(|pose| pose.time_s - poses[0].time_s).collect();
        let curvatures = curvatures(&times_s, &values);
        Ok(Trajectory { start_time_s: poses[0].time_s, times_s, values, curvatures })
    }

    /// Time from the first to the last pose [s].
    pub fn duration_s(&self) -> f64 {
        self.times_s.last().copied().unwrap_or(0.0)
    }

    /// Time of the first pose, as it was given [s].
    pub fn start_time_s(&self) -> f64 {
        self.start_time_s
    }

    /// Number of poses.
    pub fn pose_count(&self) -> usize {
        self.times_s.len()
    }

    /// The motion at a time [s]. Before the first pose and after the last one a body stands there.
    pub fn motion_at(&self, time_s: f64) -> SpatialMotion {
        let (value, slope, curve) = self.spline_at(time_s.clamp(0.0, self.duration_s()));
        let is_outside = time_s < 0.0 || time_s > self.duration_s();
        let [p, p1, p2] = [value, slope, curve].map(|v| Quat { w: v[3], x: v[4], y: v[5], z: v[6] });
        let square = p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z;
        let turn = |by: Quat| {
            let product = p.conjugate() * by;
            Vec3::new(product.x, product.y, product.z) * (2.0 / square)
        };
        let rate = turn(p1);
        let radial = (p.w * p1.w + p.x * p1.x + p.y * p1.y + p.z * p1.z) / square;
        let position = Vec3::new(value[0], value[1], value[2]);
        let pose_in_world = Pose3::from_parts(position, &p.normalized().rotation());
        if is_outside {
            return SpatialMotion { pose_in_world, ..SpatialMotion::default() };
        }
        SpatialMotion {
            pose_in_world,
            velocity_in_world_mps: Vec3::new(slope[0], slope[1], slope[2]),
            acceleration_in_world_mps2: Vec3::new(curve[0], curve[1], curve[2]),
            rate_in_body_radps: rate,
            angular_acceleration_in_body_radps2: turn(p2) - rate * (2.0 * radial),
        }
    }

    /// Values, first and second derivatives of the seven splines.
    fn spline_at(&self, time_s: f64) -> ([f64; 7], [f64; 7], [f64; 7]) {
        let after = self.times_s.partition_point(|&time| time <= time_s).clamp(1, self.times_s.len() - 1);
        let (from, to) = (after - 1, after);
        let width = self.times_s[to] - self.times_s[from];
        let b = (time_s - self.times_s[from]) / width;
        let a = 1.0 - b;
        let mut result = ([0.0; 7], [0.0; 7], [0.0; 7]);
        for index in 0..7 {
            let (y0, y1) = (self.values[from][index], self.values[to][index]);
            let (m0, m1) = (self.curvatures[from][index], self.curvatures[to][index]);
            let sixth = width * width / 6.0;
            result.0[index] = a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * sixth;
            result.1[index] =
                (y1 - y0) / width + ((3.0 * b * b - 1.0) * m1 - (3.0 * a * a - 1.0) * m0) * width / 6.0;
            result.2[index] = a * m0 + b * m1;
        }
        result
    }
}

/// Second derivatives of cubic splines through values: a tridiagonal system, solved by elimination.
fn curvatures(times_s: &[f64], values: &[[f64; 7]]) -> Vec<[f64; 7]> {
    let count = times_s.len();
    let mut result = vec![[0.0; 7]; count];
    if count < 3 {
        return result;
    }
    let width = |index: usize| times_s[index + 1] - times_s[index];
    // Inner rows: h₋·m₋ + 2(h₋ + h₊)·m + h₊·m₊ = 6·(slope₊ − slope₋); the ends have the curvature of their neighbour.
    let mut above = vec![0.0; count];
    let mut right = vec![[0.0; 7]; count];
    for row in 1..count - 1 {
        let (before, after) = (width(row - 1), width(row));
        let mut middle = 2.0 * (before + after);
        if row == 1 {
            middle += before;
        }
        if row == count - 2 {
            middle += after;
        }
        let left = if row == 1 { 0.0 } else { before };
        let pivot = middle - left * above[row - 1];
        above[row] = if row == count - 2 { 0.0 } else { after / pivot };
        for index in 0..7 {
            let slope = |from: usize| (values[from + 1][index] - values[from][index]) / width(from);
            let force = 6.0 * (slope(row) - slope(row - 1));
            right[row][index] = (force - left * right[row - 1][index]) / pivot;
        }
    }
    for row in (1..count - 1).rev() {
        for index in 0..7 {
            result[row][index] = right[row][index] - above[row] * result[row + 1][index];
        }
    }
    result[0] = result[1];
    result[count - 1] = result[count - 2];
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::sin_cos;

    fn pose(time_s: f64, position_m: Vec3, [yaw, pitch, roll]: [f64; 3]) -> TimedPose {
        TimedPose { time_s, position_m, orientation: Quat::from_yaw_pitch_roll(yaw, pitch, roll) }
    }

    /// A circle of radius r at turn rate w: centripetal acceleration r·w², toward the middle.
    #[test]
    fn a_circle_is_followed_with_its_acceleration_and_turn_rate() {
        let (r, w) = (3.0, 0.7);
        let poses: Vec<TimedPose> = (0..200)
            .map(|i| {
                let t = 10.0 + 0.05 * f64::from(i);
                let (sin, cos) = sin_cos(w * t);
                pose(t, Vec3::new(r * cos, r * sin, 1.0), [w * t + std::f64::consts::FRAC_PI_2, 0.0, 0.0])
            })
            .collect();
        let trajectory = Trajectory::through(&poses).unwrap();
        assert!((trajectory.duration_s() - 9.95).abs() < 1e-9);
        let mut worst: f64 = 0.0;
        for i in 100..800 {
            let t = 0.01 * f64::from(i);
            let motion = trajectory.motion_at(t);
            let (sin, cos) = sin_cos(w * (10.0 + t));
            let inward = Vec3::new(-cos, -sin, 0.0) * (r * w * w);
            worst = worst.max((motion.acceleration_in_world_mps2 - inward).norm());
            worst = worst.max((motion.rate_in_body_radps - Vec3::new(0.0, 0.0, w)).norm());
            worst = worst.max(motion.angular_acceleration_in_body_radps2.norm());
            worst = worst.max((motion.velocity_in_world_mps.norm() - r * w).abs());
        }
        assert!(worst < 2e-3, "{worst}");
    }

    /// Pitch that swings: the rate is its derivative, about the body's y.
    #[test]
    fn a_swinging_pitch_turns_about_y() {
        let swing = |t: f64| 0.4 * sin_cos(1.3 * t).0;
        let poses: Vec<TimedPose> = (0..400)
            .map(|i| 0.02 * f64::from(i))
            .map(|t| pose(t, Vec3::default(), [0.5, swing(t), 0.0]))
            .collect();
        let trajectory = Trajectory::through(&poses).unwrap();
        for i in 50..750 {
            let t = 0.01 * f64::from(i);
            let (sin, cos) = sin_cos(1.3 * t);
            let motion = trajectory.motion_at(t);
            let (rate, change) = (0.4 * 1.3 * cos, -0.4 * 1.69 * sin);
            assert!((motion.rate_in_body_radps - Vec3::new(0.0, rate, 0.0)).norm() < 1e-5, "{t}");
            let off = motion.angular_acceleration_in_body_radps2 - Vec3::new(0.0, change, 0.0);
            assert!(off.norm() < 1e-3, "{t}: {off:?}");
            assert!((motion.pose_in_world.pitch_rad - swing(t)).abs() < 1e-7);
        }
    }

    #[test]
    fn it_passes_through_its_poses_and_stands_beyond_them() {
        let poses = [
            pose(0.0, Vec3::new(0.0, 0.0, 0.0), [3.0, 0.0, 0.0]),
            pose(1.0, Vec3::new(1.0, 2.0, 0.5), [-3.0, 0.1, 0.2]),
            pose(2.5, Vec3::new(3.0, 1.0, 0.0), [-2.5, 0.0, 0.0]),
        ];
        let trajectory = Trajectory::through(&poses).unwrap();
        for it in &poses {
            let at = trajectory.motion_at(it.time_s).pose_in_world;
            assert!((at.position() - it.position_m).norm() < 1e-12);
        }
        let beyond = trajectory.motion_at(9.0);
        assert_eq!(beyond.velocity_in_world_mps, Vec3::default());
        assert!((beyond.pose_in_world.x_m - 3.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_trajectory_is_refused() {
        let at = |t: f64| pose(t, Vec3::default(), [0.0; 3]);
        assert_eq!(Trajectory::through(&[at(0.0)]), Err(NotATrajectory::TooFew));
        assert_eq!(Trajectory::through(&[at(0.0), at(0.0)]), Err(NotATrajectory::TimesDoNotRise(1)));
        assert_eq!(Trajectory::through(&[at(0.0), at(f64::NAN)]), Err(NotATrajectory::NotANumber(1)));
        let flat = TimedPose { orientation: Quat { w: 0.0, x: 0.0, y: 0.0, z: 0.0 }, ..at(1.0) };
        assert_eq!(Trajectory::through(&[at(0.0), flat]), Err(NotATrajectory::NotANumber(1)));
    }
}

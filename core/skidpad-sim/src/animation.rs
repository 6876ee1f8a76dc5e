//! Motion along keyframes: lifts, sliding doors, obstacles on rails.

use skidpad_math::{Pose3, Vec3};
use skidpad_world::description::Keyframe;

/// Keyframes that repeat for ever, relative to a start.
#[derive(Debug, Clone, PartialEq)]
pub struct Animation {
    start_in_world: Pose3,
    keyframes: Vec<Keyframe>,
    period_ns: u64,
}

impl Animation {
    /// Motion from `start_in_world` along `keyframes`; none if there is no keyframe.
    pub fn new(start_in_world: Pose3, keyframes: &[Keyframe]) -> Option<Self> {
        let last_s = keyframes.iter().map(|keyframe| keyframe.time_s).fold(0.0, f64::max);
        let mut keyframes = keyframes.to_vec();
        keyframes.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
        (!keyframes.is_empty()).then_some(Animation {
            start_in_world,
            keyframes,
            period_ns: (last_s * 1e9).round() as u64,
        })
    }

    /// Where the thing is at a time: start ⊕ keyframes at (t mod last time), straight in position,
    /// by the shortest turn in orientation.
    pub fn pose_at(&self, time_ns: u64) -> Pose3 {
        let time_s = time_ns.checked_rem(self.period_ns).unwrap_or(0) as f64 * 1e-9;
        self.start_in_world * self.interpolated(time_s)
    }

    fn interpolated(&self, time_s: f64) -> Pose3 {
        let next = self.keyframes.iter().position(|keyframe| keyframe.time_s > time_s);
        let (a, b) = match next {
            Some(0) => return self.keyframes[0].pose_in_start,
            Some(next) => (&self.keyframes[next - 1], &self.keyframes[next]),
            None => return self.keyframes[self.keyframes.len() - 1].pose_in_start,
        };
        let share = (time_s - a.time_s) / (b.time_s - a.time_s);
        let (from, to) = (a.pose_in_start.position(), b.pose_in_start.position());
        let position: Vec3 = from + (to - from) * share;
        let turned = a.pose_in_start.quat().slerp(b.pose_in_start.quat(), share);
        Pose3::from_parts(position, &turned.rotation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lift() -> Animation {
        let frame = |time_s, z_m, yaw_rad| Keyframe {
            time_s,
            pose_in_start: Pose3 { z_m, yaw_rad, ..Pose3::default() },
        };
        let start = Pose3 { x_m: 5.0, ..Pose3::default() };
        Animation::new(start, &[frame(0.0, 0.0, 3.0), frame(2.0, 4.0, -3.0), frame(4.0, 0.0, 3.0)]).unwrap()
    }

    #[test]
    fn moves_straight_between_keyframes_and_repeats() {
        let lift = lift();
        for (time_ns, z_m) in [(0, 0.0), (1_000_000_000, 2.0), (3_500_000_000, 1.0), (9_000_000_000, 2.0)] {
            let pose = lift.pose_at(time_ns);
            assert!((pose.z_m - z_m).abs() < 1e-9 && (pose.x_m - 5.0).abs() < 1e-12, "{time_ns}: {pose:?}");
        }
    }

    #[test]
    fn turns_the_short_way() {
        // From 3 to -3 rad the short way crosses the back, not the front.
        let yaw_rad = lift().pose_at(1_000_000_000).yaw_rad;
        assert!((yaw_rad.abs() - std::f64::consts::PI).abs() < 1e-9, "{yaw_rad}");
    }

    #[test]
    fn one_keyframe_is_a_place() {
        let frame = Keyframe { time_s: 0.0, pose_in_start: Pose3 { y_m: 1.0, ..Pose3::default() } };
        let still = Animation::new(Pose3::default(), &[frame]).unwrap();
        assert_eq!(still.pose_at(7).y_m, 1.0);
        assert_eq!(Animation::new(Pose3::default(), &[]), None);
    }
}

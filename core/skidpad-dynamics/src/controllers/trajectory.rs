//! Pure pursuit along a polyline with times: MVSim's `trajectory` controller.

use skidpad_math::{Pose2, Twist2, Vec2, sin_cos};

/// A way with times, and how a vehicle follows it.
///
/// The vehicle steers towards the point that lies `lookahead_m` ahead of where it should be, with the curvature
/// κ = 2·y/d² of the circle that leads there (Coulter, *Implementation of the Pure Pursuit Path Tracking Algorithm*,
/// 1992). Its speed is that of the polyline plus what it is behind, per second; without this, a vehicle that the limit
/// of its yaw rate slows down would never arrive.
/// Leaves out: reversing, and turning on the spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    waypoints: Vec<Waypoint>,
    is_loop: bool,
    lookahead_m: f64,
    max_yaw_rate_radps: Option<f64>,
    /// Speed of the fastest piece [m/s].
    fastest_mps: f64,
}

/// A corner of the polyline.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Waypoint {
    time_s: f64,
    point_m: Vec2,
    /// Length of the way up to here [m].
    way_m: f64,
}

/// Share of what it is behind that a vehicle makes up for per second [1/s].
const CATCH_UP_HZ: f64 = 1.0;

impl Trajectory {
    /// A way through points with rising times [s, m]; at least two.
    pub fn new(
        points: &[(f64, Vec2)],
        is_loop: bool,
        lookahead_m: f64,
        max_yaw_rate_radps: Option<f64>,
    ) -> Option<Self> {
        if points.len() < 2 || points.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return None;
        }
        let (mut waypoints, mut way_m, mut fastest_mps) = (Vec::new(), 0.0, 0.0_f64);
        for (index, &(time_s, point_m)) in points.iter().enumerate() {
            if index > 0 {
                let (before_s, before_m) = points[index - 1];
                let length_m = (point_m - before_m).norm();
                way_m += length_m;
                fastest_mps = fastest_mps.max(length_m / (time_s - before_s));
            }
            waypoints.push(Waypoint { time_s, point_m, way_m });
        }
        Some(Trajectory { waypoints, is_loop, lookahead_m, max_yaw_rate_radps, fastest_mps })
    }

    /// The twist for a vehicle that is here at this time.
    pub fn twist(&self, time_s: f64, pose: Pose2) -> Twist2 {
        let (way_m, pace_mps) = self.progress(time_s);
        let in_vehicle = |point_m: Vec2| {
            let (sin, cos) = sin_cos(pose.yaw_rad);
            let (dx, dy) = (point_m.x - pose.x_m, point_m.y - pose.y_m);
            Vec2::new(cos * dx + sin * dy, cos * dy - sin * dx)
        };
        let behind_m = in_vehicle(self.point(way_m)).x;
        // A vehicle that is far behind does not race.
        let speed_mps = (pace_mps + CATCH_UP_HZ * behind_m).clamp(0.0, 2.0 * self.fastest_mps);
        let ahead = in_vehicle(self.point(way_m + self.lookahead_m));
        let distance2_m2 = ahead.x * ahead.x + ahead.y * ahead.y;
        let curvature_per_m = if distance2_m2 > 1e-12 { 2.0 * ahead.y / distance2_m2 } else { 0.0 };
        let yaw_rate_radps = speed_mps * curvature_per_m;
        match self.max_yaw_rate_radps {
            Some(most_radps) if yaw_rate_radps.abs() > most_radps => {
                let slower_mps = most_radps / curvature_per_m.abs();
                Twist2::new(slower_mps, 0.0, most_radps.copysign(curvature_per_m))
            }
            _ => Twist2::new(speed_mps, 0.0, yaw_rate_radps),
        }
    }

    /// How far along the way a vehicle should be [m], and how fast it should go [m/s].
    fn progress(&self, time_s: f64) -> (f64, f64) {
        let (first, last) = (self.waypoints[0], self.waypoints[self.waypoints.len() - 1]);
        let (time_s, round_m) = if self.is_loop && time_s > last.time_s {
            let round_s = last.time_s - first.time_s;
            let rounds = ((time_s - first.time_s) / round_s).floor();
            (time_s - rounds * round_s, rounds * last.way_m)
        } else {
            (time_s, 0.0)
        };
        if time_s <= first.time_s {
            return (round_m, 0.0);
        }
        let next = self.waypoints.partition_point(|waypoint| waypoint.time_s <= time_s);
        let Some(to) = self.waypoints.get(next) else { return (round_m + last.way_m, 0.0) };
        let from = self.waypoints[next - 1];
        let pace_mps = (to.way_m - from.way_m) / (to.time_s - from.time_s);
        (round_m + from.way_m + pace_mps * (time_s - from.time_s), pace_mps)
    }

    /// The point this far along the way [m]. Beyond the end, the last piece goes straight on, or the way starts again.
    fn point(&self, way_m: f64) -> Vec2 {
        let last = self.waypoints[self.waypoints.len() - 1];
        let way_m = if self.is_loop && last.way_m > 0.0 {
            way_m - (way_m / last.way_m).floor() * last.way_m
        } else {
            way_m
        };
        let next = self.waypoints.partition_point(|waypoint| waypoint.way_m <= way_m);
        // A pause has no length; the piece that leads on from it has.
        let piece = self.waypoints.get(next).map(|to| (self.waypoints[next.max(1) - 1], *to));
        let last_piece = || {
            let from = self.waypoints.iter().rev().find(|waypoint| waypoint.way_m < last.way_m);
            from.map(|from| (*from, last))
        };
        let Some((from, to)) = piece.or_else(last_piece) else { return last.point_m };
        let share = (way_m - from.way_m) / (to.way_m - from.way_m);
        Vec2::new(
            from.point_m.x + share * (to.point_m.x - from.point_m.x),
            from.point_m.y + share * (to.point_m.y - from.point_m.y),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::hypot;

    const DT_S: f64 = 0.005;

    /// Drives exactly as told, and returns the poses by step.
    fn drive(way: &Trajectory, start: Pose2, duration_s: f64) -> Vec<Pose2> {
        let mut poses = vec![start];
        let mut pose = start;
        for step in 0..(duration_s / DT_S).round() as u32 {
            let twist = way.twist(f64::from(step) * DT_S, pose);
            let (sin, cos) = sin_cos(pose.yaw_rad);
            pose.x_m += DT_S * twist.vx_mps * cos;
            pose.y_m += DT_S * twist.vx_mps * sin;
            pose.yaw_rad += DT_S * twist.yaw_rate_radps;
            poses.push(pose);
        }
        poses
    }

    fn way(points: &[(f64, f64, f64)], is_loop: bool) -> Trajectory {
        let points: Vec<(f64, Vec2)> = points.iter().map(|&(t, x, y)| (t, Vec2::new(x, y))).collect();
        Trajectory::new(&points, is_loop, 0.5, Some(2.0)).unwrap()
    }

    #[test]
    fn a_straight_way_is_driven_in_its_time_and_ends_with_a_stop() {
        let way = way(&[(0.0, 0.0, 0.0), (10.0, 5.0, 0.0)], false);
        let poses = drive(&way, Pose2::default(), 15.0);
        assert!((poses[1000].x_m - 2.5).abs() < 0.01, "{:?}", poses[1000]);
        let end = poses[poses.len() - 1];
        assert!((end.x_m - 5.0).abs() < 0.02 && end.y_m.abs() < 1e-9, "{end:?}");
    }

    #[test]
    fn a_pause_is_kept() {
        let way = way(&[(0.0, 0.0, 0.0), (2.0, 2.0, 0.0), (5.0, 2.0, 0.0), (7.0, 2.0, 2.0)], false);
        let poses = drive(&way, Pose2::default(), 10.0);
        let (early, late) = (poses[800], poses[1000]);
        assert!(hypot(early.x_m - late.x_m, early.y_m - late.y_m) < 0.01, "it stands: {early:?} {late:?}");
        // It cuts the corner, as pure pursuit does.
        assert!(hypot(late.x_m - 2.0, late.y_m) < 0.2, "{late:?}");
        let end = poses[poses.len() - 1];
        assert!(hypot(end.x_m - 2.0, end.y_m - 2.0) < 0.3, "{end:?}");
    }

    #[test]
    fn a_loop_is_driven_again_and_again() {
        let square =
            [(0.0, 0.0, 0.0), (10.0, 8.0, 0.0), (20.0, 8.0, 8.0), (30.0, 0.0, 8.0), (40.0, 0.0, 0.0)];
        let way = way(&square, true);
        let poses = drive(&way, Pose2::default(), 120.0);
        let (first, third) = (poses[8000 / 8 * 3], poses[16_000 + 8000 / 8 * 3]);
        assert!(hypot(first.x_m - third.x_m, first.y_m - third.y_m) < 0.1, "{first:?} {third:?}");
        let off = |pose: &Pose2| {
            let inside = [pose.x_m, 8.0 - pose.x_m, pose.y_m, 8.0 - pose.y_m];
            inside.into_iter().fold(f64::MAX, f64::min).abs()
        };
        assert!(poses.iter().all(|pose| off(pose) < 0.25), "it stays near the square");
    }

    #[test]
    fn the_limit_of_the_yaw_rate_slows_it_down() {
        let way = way(&[(0.0, 0.0, 0.0), (1.0, 3.0, 0.0), (2.0, 3.0, 3.0)], false);
        let poses = drive(&way, Pose2::default(), 20.0);
        let fastest = poses.windows(2).map(|pair| (pair[1].yaw_rad - pair[0].yaw_rad).abs() / DT_S);
        assert!(fastest.fold(0.0, f64::max) <= 2.0 + 1e-9);
        let end = poses[poses.len() - 1];
        assert!(hypot(end.x_m - 3.0, end.y_m - 3.0) < 0.4, "{end:?}");
    }

    #[test]
    fn ways_without_two_times_are_refused() {
        let at = |time_s: f64| (time_s, Vec2::default());
        assert!(Trajectory::new(&[at(0.0)], false, 0.5, None).is_none());
        assert!(Trajectory::new(&[at(1.0), at(1.0)], false, 0.5, None).is_none());
    }

    /// κ = 2·y/d² towards the point ahead, seen from the vehicle; the speed is the pace and what it is behind.
    #[test]
    fn the_twist_is_that_of_the_circle_to_the_point_ahead() {
        let points = [(1.0, Vec2::new(1.0, 2.0)), (6.0, Vec2::new(5.0, 5.0)), (8.0, Vec2::new(9.0, 5.0))];
        let way = Trajectory::new(&points, false, 0.5, None).unwrap();
        // At 3 s it should be 2 m along the first piece (3-4-5), where a metre takes a second.
        let pose = Pose2::new(2.3, 3.4, 0.4);
        let (sin, cos) = sin_cos(0.4);
        let seen = |x: f64, y: f64| (cos * (x - 2.3) + sin * (y - 3.4), cos * (y - 3.4) - sin * (x - 2.3));
        let (behind, _) = seen(1.0 + 0.8 * 2.0, 2.0 + 0.6 * 2.0);
        let (ahead, aside) = seen(1.0 + 0.8 * 2.5, 2.0 + 0.6 * 2.5);
        let speed = 1.0 + behind;
        let curvature = 2.0 * aside / (ahead * ahead + aside * aside);
        let twist = way.twist(3.0, pose);
        assert!((twist.vx_mps - speed).abs() < 1e-14 && twist.vy_mps == 0.0, "{twist:?} {speed}");
        assert!((twist.yaw_rate_radps - speed * curvature).abs() < 1e-14, "{twist:?}");
        // Far behind it goes twice as fast as the fastest piece, 2 m/s; far ahead it waits.
        assert_eq!(way.twist(3.0, Pose2::new(-50.0, 3.4, 0.0)).vx_mps, 4.0);
        assert_eq!(way.twist(3.0, Pose2::new(50.0, 3.4, 0.0)).vx_mps, 0.0);
        // A limit of the yaw rate keeps the circle and takes the speed.
        let limited = Trajectory::new(&points, false, 0.5, Some(0.1)).unwrap().twist(3.0, pose);
        assert!((limited.yaw_rate_radps - 0.1f64.copysign(curvature)).abs() < 1e-15);
        assert!((limited.vx_mps * curvature - limited.yaw_rate_radps).abs() < 1e-15);
    }

    /// Before its beginning a way waits at its first point, after its end at its last; a loop goes on.
    #[test]
    fn a_way_has_a_place_for_every_time() {
        let points = [(1.0, 0.0, 0.0), (3.0, 4.0, 0.0), (4.0, 4.0, 3.0), (6.0, 0.0, 0.0)];
        let once = way(&points, false);
        for (time_s, way_m, pace_mps) in [
            (0.0, 0.0, 0.0),
            (1.0, 0.0, 0.0),
            (2.0, 2.0, 2.0),
            (3.0, 4.0, 3.0),
            (3.5, 5.5, 3.0),
            (5.0, 9.5, 2.5),
            (7.0, 12.0, 0.0),
        ] {
            assert_eq!(once.progress(time_s), (way_m, pace_mps), "{time_s} s");
        }
        let round = way(&points, true);
        for (time_s, way_m, pace_mps) in
            [(6.5, 13.0, 2.0), (8.5, 17.5, 3.0), (10.5, 22.75, 2.5), (13.5, 29.5, 3.0)]
        {
            let (got_m, got_mps) = round.progress(time_s);
            assert!((got_m - way_m).abs() < 1e-12 && (got_mps - pace_mps).abs() < 1e-12, "{time_s}: {got_m}");
        }
        assert_eq!(once.point(5.0), Vec2::new(4.0, 1.0));
        let near = |a: Vec2, b: Vec2| (a - b).norm() < 1e-12;
        assert!(near(once.point(13.0), Vec2::new(-0.8, -0.6)), "straight on: {:?}", once.point(13.0));
        assert!(near(round.point(29.0), Vec2::new(4.0, 1.0)), "{:?}", round.point(29.0));
    }

    #[test]
    fn a_loop_without_length_is_a_place() {
        let way = way(&[(0.0, 2.0, 1.0), (1.0, 2.0, 1.0)], true);
        let twist = way.twist(0.5, Pose2::default());
        assert_eq!((twist.vx_mps, twist.yaw_rate_radps), (0.0, 0.0));
        assert_eq!(way.point(3.0), Vec2::new(2.0, 1.0));
    }
}

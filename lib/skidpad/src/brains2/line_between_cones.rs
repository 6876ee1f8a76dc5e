//! A centre line for tracks that come without one.

use skidpad_dynamics::race_car::{Cone, ConeColor, Pace, RacingLine, Track};
use skidpad_messages::ConeColor as Color;
use skidpad_ros2::brains2::{CenterLine, CenterPoint, TrackCone};
use std::f64::consts::{PI, TAU};

/// The line between the cones of a closed track; `None` where they make no round.
pub(super) fn center_line(cones: &[TrackCone]) -> Option<CenterLine> {
    let cone = |it: &TrackCone| Cone {
        color: match it.color {
            Color::Blue => ConeColor::Blue,
            Color::Yellow => ConeColor::Yellow,
            Color::Orange => ConeColor::Orange,
        },
        x_m: it.place_m[0],
        y_m: it.place_m[1],
    };
    let track = Track::of_cones(cones.iter().map(cone).collect()).ok()?;
    // Only the places matter here, not the speeds.
    let line = RacingLine::new(&track, &Pace { speed_mps: 1.0, lateral_mps2: 1.0, braking_mps2: 1.0 })?;
    CenterLine::of_round(&points(line.points_m(), cones)).ok()
}

/// Way, direction and curvature of a closed line, by differences to the neighbours.
fn points(places_m: &[(f64, f64)], cones: &[TrackCone]) -> Vec<CenterPoint> {
    let count = places_m.len();
    let place = |index: usize| places_m[index % count];
    let apart_m = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
    let cone_at = |cone: &TrackCone| (cone.place_m[0], cone.place_m[1]);
    // The narrowest place: nearer to the line than to any cone is free everywhere.
    let half_width_m = places_m
        .iter()
        .flat_map(|at| cones.iter().map(move |cone| apart_m(*at, cone_at(cone))))
        .fold(f64::INFINITY, f64::min);
    let mut s_m = 0.0;
    let mut points = Vec::with_capacity(count);
    for index in 0..count {
        let (before, at, after) = (place(index + count - 1), place(index), place(index + 1));
        let direction = |a: (f64, f64), b: (f64, f64)| (b.1 - a.1).atan2(b.0 - a.0);
        let turn_rad = (direction(at, after) - direction(before, at) + PI).rem_euclid(TAU) - PI;
        points.push(CenterPoint {
            s_m,
            x_m: at.0,
            y_m: at.1,
            phi_rad: direction(before, after),
            kappa_per_m: 2.0 * turn_rad / (apart_m(before, at) + apart_m(at, after)),
            half_width_m,
        });
        s_m += apart_m(at, after);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_ros2::brains2::parse_cones;

    /// The line of brains2's track, which its authors made, and ours from the same cones.
    #[test]
    fn the_line_is_where_that_of_brains2_is() {
        let text =
            |name: &str| std::fs::read_to_string(format!("../../testdata/brains2/{name}")).expect(name);
        let cones = parse_cones(&text("alpha.csv")).expect("a track");
        let theirs = CenterLine::parse(&text("alpha_center_line.csv")).expect("its line");
        let ours = center_line(&cones).expect("a round");
        let all = |line: &CenterLine| {
            let mut at = None;
            line.around([0.0, 0.0], &mut at, 1.0, 1000.0).to_vec()
        };
        let (theirs, ours) = (all(&theirs), all(&ours));
        let mut farthest_m: f64 = 0.0;
        for point in &theirs {
            let apart_m = |it: &CenterPoint| (it.x_m - point.x_m).hypot(it.y_m - point.y_m);
            let nearest = ours.iter().min_by(|a, b| apart_m(a).total_cmp(&apart_m(b))).expect("points");
            farthest_m = farthest_m.max(apart_m(nearest));
            let turn_rad = (nearest.phi_rad - point.phi_rad + PI).rem_euclid(TAU) - PI;
            assert!(turn_rad.abs() < 0.3, "{point:?} {nearest:?}");
        }
        assert!(farthest_m < 0.6, "{farthest_m} m apart");
        assert!((1.0..2.5).contains(&ours[0].half_width_m), "{}", ours[0].half_width_m);
    }
}

//! A line to drive between the cones of a track, how fast, and how to steer along it.

use skidpad_math::{atan, hypot, sin_cos};

use super::parameters::Parameters;
use super::state::State;
use super::track::{ConeColor, Point, Track};

/// Points of the line are this far apart, about \[m\].
const SPACING_M: f64 = 0.5;
/// A line with more points than this, of some hundred kilometres, is not for a track.
const MOST_POINTS: usize = 1_000_000;
/// A gate of cones is wider than nothing and no wider than this \[m\].
const WIDEST_GATE_M: f64 = 12.0;

/// How a line is driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Fastest speed \[m/s\].
    pub speed_mps: f64,
    /// Largest lateral acceleration in bends \[m/s²\].
    pub lateral_mps2: f64,
    /// Largest deceleration before bends \[m/s²\].
    pub braking_mps2: f64,
}

/// A closed line through the middle of a track, with a speed at every point.
///
/// The middles between left and right cones that are each other's nearest, in the order in which they follow
/// each other from the finish, joined by cubic curves. Tracks that cross themselves are not for it.
#[derive(Clone, Debug, PartialEq)]
pub struct RacingLine {
    points_m: Vec<Point>,
    speeds_mps: Vec<f64>,
}

impl RacingLine {
    /// The line of a track; `None` where the cones make no round of at least four gates.
    pub fn new(track: &Track, pace: &Pace) -> Option<Self> {
        let gates_m = gates_in_order(track)?;
        let points_m = rounded(&gates_m)?;
        let speeds_mps = speeds(&points_m, pace);
        Some(Self { points_m, speeds_mps })
    }

    /// How many distances between cones are compared until the line of a track is known.
    pub fn comparisons(track: &Track) -> u64 {
        let of = |color: ConeColor| track.cones.iter().filter(|cone| cone.color == color).count() as u64;
        let (left, right) = (of(ConeColor::Blue), of(ConeColor::Yellow));
        4 * left.saturating_mul(right.max(left)).saturating_add(left)
    }

    /// Points of the line \[m\].
    pub fn points_m(&self) -> &[Point] {
        &self.points_m
    }

    /// Speed and steering angle for a car: the speed of the nearest point of the line, and the arc that
    /// leads to a point ahead (pure pursuit): δ = atan(2 L sin θ/d), where θ is the direction of the point
    /// at the distance d, seen from the rear axle.
    ///
    /// R. C. Coulter, *Implementation of the pure pursuit path tracking algorithm*, CMU-RI-TR-92-01.
    pub fn aim(&self, car: &Parameters, state: &State<f64>) -> (f64, f64) {
        let (sin, cos) = sin_cos(state.yaw_rad);
        let rear = (state.x_m - cos * car.rear_axle_m, state.y_m - sin * car.rear_axle_m);
        let nearest = self.nearest((state.x_m, state.y_m), (cos, sin));
        let reach_m = (0.35 * state.v_x_mps).max(1.5 * car.wheelbase_m());
        let mut index = nearest;
        for _ in 0..self.points_m.len() {
            if distance_m(rear, self.points_m[index]) >= reach_m {
                break;
            }
            index = (index + 1) % self.points_m.len();
        }
        let target = self.points_m[index];
        let (ahead, aside) = (target.0 - rear.0, target.1 - rear.1);
        let leftward_m = cos * aside - sin * ahead;
        let square_m2 = (ahead * ahead + aside * aside).max(1e-6);
        let steer_rad = atan(2.0 * car.wheelbase_m() * leftward_m / square_m2);
        (self.speeds_mps[nearest], steer_rad.clamp(-car.steer_max_rad, car.steer_max_rad))
    }

    /// The nearest point whose direction is not against the car's.
    fn nearest(&self, place: Point, heading: Point) -> usize {
        let count = self.points_m.len();
        let mut best = (f64::INFINITY, 0);
        for index in 0..count {
            let (here, next) = (self.points_m[index], self.points_m[(index + 1) % count]);
            let goes_along = (next.0 - here.0) * heading.0 + (next.1 - here.1) * heading.1 > 0.0;
            let far_m = distance_m(place, here) + if goes_along { 0.0 } else { 5.0 };
            if far_m < best.0 {
                best = (far_m, index);
            }
        }
        best.1
    }
}

/// Middles of the gates, beginning behind the finish, in the direction that has blue cones on its left.
fn gates_in_order(track: &Track) -> Option<Vec<Point>> {
    let of = |color: ConeColor| -> Vec<Point> {
        let cones = track.cones.iter().filter(|cone| cone.color == color);
        cones.map(|cone| (cone.x_m, cone.y_m)).collect()
    };
    let (left, right) = (of(ConeColor::Blue), of(ConeColor::Yellow));
    let closest = |to: Point, among: &[Point]| {
        among.iter().copied().min_by(|a, b| distance_m(to, *a).total_cmp(&distance_m(to, *b)))
    };
    let mut gates: Vec<Point> = left
        .iter()
        .filter_map(|&cone| Some((cone, closest(cone, &right)?)))
        .filter(|(a, b)| distance_m(*a, *b) <= WIDEST_GATE_M && closest(*b, &left) == Some(*a))
        .map(|(a, b)| middle(a, b))
        .collect();
    // The finish is a gate; its left end is the one that is closer to a blue cone.
    let (a, b) = track.finish;
    let from_blue_m = |cone: Point| closest(cone, &left).map(|blue| distance_m(cone, blue));
    let (port, starboard) = if from_blue_m(a)? <= from_blue_m(b)? { (a, b) } else { (b, a) };
    let mut direction = (port.1 - starboard.1, starboard.0 - port.0);
    let mut here = middle(port, starboard);
    let mut ordered = vec![here];
    gates.retain(|gate| distance_m(*gate, here) > SPACING_M);
    while !gates.is_empty() {
        // Gates behind count twice as far.
        let cost = |gate: &Point| {
            let (x, y) = (gate.0 - here.0, gate.1 - here.1);
            let is_behind = x * direction.0 + y * direction.1 < 0.0;
            hypot(x, y) * if is_behind { 2.0 } else { 1.0 }
        };
        let next = (0..gates.len()).min_by(|&i, &j| cost(&gates[i]).total_cmp(&cost(&gates[j])))?;
        let gate = gates.swap_remove(next);
        if distance_m(gate, here) > SPACING_M {
            direction = (gate.0 - here.0, gate.1 - here.1);
            here = gate;
            ordered.push(gate);
        }
    }
    (ordered.len() >= 4).then_some(ordered)
}

/// The closed curve through points, as points close to each other: cubic between two points, in each of
/// them along the parabola through it and its neighbours (Bessel's tangents).
fn rounded(gates_m: &[Point]) -> Option<Vec<Point>> {
    let count = gates_m.len();
    let gate = |index: usize| gates_m[index % count];
    let tangent = |index: usize| {
        let (before, here, after) = (gate(index + count - 1), gate(index), gate(index + 1));
        let (came_m, goes_m) = (distance_m(before, here), distance_m(here, after));
        let mix =
            |came: f64, goes: f64| (goes_m * came / came_m + came_m * goes / goes_m) / (came_m + goes_m);
        (mix(here.0 - before.0, after.0 - here.0), mix(here.1 - before.1, after.1 - here.1))
    };
    let mut points_m = Vec::new();
    for index in 0..count {
        let (from, to) = (gate(index), gate(index + 1));
        let (leaves, arrives) = (tangent(index), tangent(index + 1));
        let way_m = distance_m(from, to);
        let pieces = (way_m / SPACING_M).ceil().max(1.0);
        if points_m.len() as f64 + pieces > MOST_POINTS as f64 {
            return None;
        }
        for piece in 0..pieces as u32 {
            let t = f64::from(piece) / pieces;
            let curve = |from: f64, to: f64, leaves: f64, arrives: f64| {
                let bend = 3.0 * (to - from) - way_m * (2.0 * leaves + arrives);
                let twist = way_m * (leaves + arrives) - 2.0 * (to - from);
                from + t * (way_m * leaves + t * (bend + t * twist))
            };
            points_m
                .push((curve(from.0, to.0, leaves.0, arrives.0), curve(from.1, to.1, leaves.1, arrives.1)));
        }
    }
    Some(points_m)
}

/// The speed at every point: what the bend allows, and what can still be braked to the bends ahead.
fn speeds(points_m: &[Point], pace: &Pace) -> Vec<f64> {
    let count = points_m.len();
    let reach = 3.min(count / 4).max(1);
    let mut speeds_mps: Vec<f64> = (0..count)
        .map(|index| {
            let [a, b, c] = [count - reach, 0, reach].map(|ahead| points_m[(index + ahead) % count]);
            let area = ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).abs();
            let curvature = 2.0 * area / (distance_m(a, b) * distance_m(b, c) * distance_m(c, a)).max(1e-9);
            pace.speed_mps.min((pace.lateral_mps2 / curvature.max(1e-6)).sqrt())
        })
        .collect();
    // Twice round, so that the end of the line brakes for its beginning.
    for index in (0..2 * count).rev() {
        let (here, next) = (index % count, (index + 1) % count);
        let way_m = distance_m(points_m[here], points_m[next]);
        let most = speeds_mps[next] * speeds_mps[next] + 2.0 * pace.braking_mps2 * way_m;
        speeds_mps[here] = speeds_mps[here].min(most.sqrt());
    }
    speeds_mps
}

fn middle(a: Point, b: Point) -> Point {
    (0.5 * (a.0 + b.0), 0.5 * (a.1 + b.1))
}

fn distance_m(a: Point, b: Point) -> f64 {
    hypot(a.0 - b.0, a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use super::super::car::{Integrator, RaceCar};
    use super::super::driver::Driver;
    use super::super::replay::row_at;
    use super::super::state::Controls;
    use super::super::track::{Cone, LapTimer};
    use super::*;

    /// A ring to the left around the origin, its finish at the bottom.
    fn ring(radius_m: f64, half_width_m: f64, count: u32) -> Track {
        let mut cones = Vec::new();
        for index in 0..count {
            let angle_rad = std::f64::consts::TAU * (f64::from(index) + 0.5) / f64::from(count);
            let (sin, cos) = sin_cos(angle_rad);
            for (color, r) in
                [(ConeColor::Blue, radius_m - half_width_m), (ConeColor::Yellow, radius_m + half_width_m)]
            {
                cones.push(Cone { color, x_m: r * cos, y_m: r * sin });
            }
        }
        for r in [radius_m - half_width_m, radius_m + half_width_m] {
            cones.push(Cone { color: ConeColor::Orange, x_m: 0.0, y_m: -r });
        }
        Track::of_cones(cones).unwrap()
    }

    #[test]
    fn a_round_of_a_thousand_kilometres_is_no_track() {
        assert!(RacingLine::new(&ring(30_000.0, 1.5, 1_000), &PACE).is_some());
        assert!(RacingLine::new(&ring(300_000.0, 1.5, 1_000), &PACE).is_none());
    }

    const PACE: Pace = Pace { speed_mps: 15.0, lateral_mps2: 8.0, braking_mps2: 6.0 };

    #[test]
    fn the_line_of_a_ring_is_its_circle_and_goes_round_to_the_left() {
        let line = RacingLine::new(&ring(9.125, 1.5, 16), &PACE).unwrap();
        for point in line.points_m() {
            assert!((hypot(point.0, point.1) - 9.125).abs() < 0.02, "{point:?}");
        }
        let (first, second) = (line.points_m()[0], line.points_m()[1]);
        assert!(second.0 > first.0, "from the bottom to the right: {first:?} {second:?}");
        let expected_mps = (8.0_f64 * 9.125).sqrt();
        assert!(line.speeds_mps.iter().all(|speed| (speed / expected_mps - 1.0).abs() < 0.05));
    }

    #[test]
    fn cones_without_partners_make_no_line() {
        let track = ring(9.0, 1.5, 16);
        let blue = track.cones.iter().copied().filter(|cone| cone.color != ConeColor::Yellow).collect();
        assert_eq!(RacingLine::new(&Track::of_cones(blue).unwrap(), &PACE), None);
    }

    #[test]
    fn a_car_that_follows_the_line_laps_in_the_time_of_its_speed() {
        let track = ring(20.0, 2.0, 24);
        let line = RacingLine::new(&track, &PACE).unwrap();
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let (ground, driver) = (car.level_ground(), Driver::default());
        let mut state = State { x_m: -1.0, y_m: -20.0, ..State::at_rest() };
        let mut laps = LapTimer::default();
        let mut worst_m: f64 = 0.0;
        for step in 0..4_000 {
            let row = row_at(&car, 0.0, &state, &Controls::released(), &ground);
            let (speed_mps, steer_rad) = line.aim(car.parameters(), &row.state);
            let loads = &row.forces.load_n;
            let controls = driver.hold(car.parameters(), &row.state, loads, &ground, speed_mps, steer_rad);
            let next = car.step(Integrator::Rk4, &state, &controls, &ground, 0.01).unwrap();
            let (before, after) = ((state.x_m, state.y_m), (next.x_m, next.y_m));
            let time_s = f64::from(step) * 0.01;
            laps.observe(&track, (time_s, before), (time_s + 0.01, after), next.v_x_mps);
            worst_m = worst_m.max((hypot(next.x_m, next.y_m) - 20.0).abs());
            state = next;
        }
        let expected_s = std::f64::consts::TAU * 20.0 / (8.0_f64 * 20.0).sqrt();
        assert!(laps.lap_count() >= 3);
        assert!((laps.best_s().unwrap() / expected_s - 1.0).abs() < 0.03, "{laps:?}, {expected_s}");
        assert!(worst_m < 0.3, "{worst_m} m off the line");
    }

    const UNEVEN: [Point; 6] = [(0.0, 0.0), (7.0, -1.0), (12.0, 2.0), (11.0, 8.0), (4.0, 9.0), (-2.0, 5.0)];

    /// A line does not know in which direction it was drawn, passes its gates and leaves each as it came.
    #[test]
    fn a_rounded_line_is_smooth_and_the_same_backwards() {
        let forward = rounded(&UNEVEN).expect("a line");
        let mut gates = UNEVEN;
        gates[1..].reverse();
        let mut backward = rounded(&gates).expect("a line");
        backward[1..].reverse();
        assert_eq!(forward.len(), backward.len());
        for (a, b) in forward.iter().zip(&backward) {
            assert!(distance_m(*a, *b) < 1e-12, "{a:?} {b:?}");
        }
        let count = forward.len();
        for gate in UNEVEN {
            assert!(forward.iter().any(|point| distance_m(*point, gate) < 1e-12), "{gate:?}");
        }
        for index in 0..count {
            let [a, b, c] = [0, 1, 2].map(|ahead| forward[(index + ahead) % count]);
            assert!(distance_m(a, b) < 1.3 * SPACING_M, "{a:?} {b:?}");
            let turn = (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0);
            // Half a metre on, no bend of a curve through these gates turns by more than half a radian.
            assert!(turn.abs() < 0.5 * distance_m(a, b) * distance_m(b, c), "{a:?} {b:?} {c:?}");
        }
        // In a gate the line runs along the parabola through it and its neighbours.
        let (came, goes) = (distance_m(UNEVEN[0], UNEVEN[1]), distance_m(UNEVEN[1], UNEVEN[2]));
        let way = |t: f64| {
            // Lagrange's polynomial at −came, 0 and goes.
            let (p, q) = (t / (came + goes), t / goes);
            let x = |i: usize| if i == 0 { UNEVEN[0] } else { UNEVEN[i] };
            let (l0, l2) = (p * (t - goes) / came, q * (t + came) / (came + goes));
            (
                l0 * x(0).0 + (1.0 - l0 - l2) * x(1).0 + l2 * x(2).0,
                l0 * x(0).1 + (1.0 - l0 - l2) * x(1).1 + l2 * x(2).1,
            )
        };
        let at = forward.iter().position(|point| distance_m(*point, UNEVEN[1]) < 1e-12).expect("the gate");
        let ((x0, y0), (x1, y1)) = (way(-1e-4), way(1e-4));
        let ((a0, b0), (a1, b1)) = (forward[at - 1], forward[at + 1]);
        let angle = |x: f64, y: f64| skidpad_math::atan2(y, x);
        assert!((angle(x1 - x0, y1 - y0) - angle(a1 - a0, b1 - b0)).abs() < 0.01);
    }

    /// √(a·r) in a bend, v² + 2·b·s before it, and the fastest speed where both allow it.
    #[test]
    fn speeds_are_braked_in_time_for_the_bend() {
        // A stadium: straights of 60 m, bends of 10 m.
        let mut points_m = Vec::new();
        for (centre, from) in [(30.0, -0.25), (-30.0, 0.25)] {
            points_m.extend((0..=63).map(|k| {
                let (sin, cos) = sin_cos((from + f64::from(k) / 126.0) * std::f64::consts::TAU);
                (centre + 10.0 * cos, 10.0 * sin)
            }));
            let side = 10.0 * f64::signum(centre);
            points_m.extend((1..120).map(|k| (centre - 0.5 * f64::from(k) * f64::signum(centre), side)));
        }
        let pace = Pace { speed_mps: 20.0, lateral_mps2: 8.0, braking_mps2: 6.0 };
        let found = speeds(&points_m, &pace);
        let bend_mps = 80f64.sqrt();
        assert!((found[31] - bend_mps).abs() < 0.01 && (found[63 + 120 + 31] - bend_mps).abs() < 0.01);
        let count = points_m.len();
        let mut braked = 0;
        for here in 0..count {
            let next = (here + 1) % count;
            let way_m = distance_m(points_m[here], points_m[next]);
            let most = (found[next] * found[next] + 12.0 * way_m).sqrt();
            assert!(found[here] <= most + 1e-12 && found[here] <= 20.0);
            braked += u32::from((found[here] - most).abs() < 1e-12);
        }
        // From 20 m/s to the bend: (400 − 80)/12 = 26.7 m of each straight.
        assert!((100..=108).contains(&braked), "{braked}");
        assert!(found.iter().filter(|&&speed| speed == 20.0).count() > 110);
    }

    /// δ = atan(2·L·sin θ/d) to the first point that is far enough from the rear axle.
    #[test]
    fn aim_leads_on_a_circle_to_the_point_ahead() {
        let car = Parameters::ariane();
        let points_m: Vec<Point> = (0..40).map(|k| (0.5 * f64::from(k), 0.02 * f64::from(k * k))).collect();
        let speeds_mps: Vec<f64> = (0..40).map(|k| 5.0 + f64::from(k)).collect();
        let line = RacingLine { points_m: points_m.clone(), speeds_mps };
        for v_x_mps in [1.0, 10.0] {
            let state = State { x_m: 2.1, y_m: 0.5, yaw_rad: 0.2, v_x_mps, ..State::at_rest() };
            let (sin, cos) = sin_cos(0.2);
            let rear = (2.1 - cos * car.rear_axle_m, 0.5 - sin * car.rear_axle_m);
            let reach_m = if v_x_mps > 5.0 { 3.5 } else { 1.5 * car.wheelbase_m() };
            let ahead =
                points_m.iter().position(|point| point.0 > 2.1 && distance_m(rear, *point) >= reach_m);
            let target = points_m[ahead.expect("a point that far")];
            let angle_rad = skidpad_math::atan2(target.1 - rear.1, target.0 - rear.0) - 0.2;
            let expected =
                atan(2.0 * car.wheelbase_m() * skidpad_math::sin(angle_rad) / distance_m(rear, target));
            let (speed_mps, steer_rad) = line.aim(&car, &state);
            assert_eq!(speed_mps, 9.0, "(2, 0.32) is nearest");
            assert!((steer_rad - expected).abs() < 1e-14, "{steer_rad} {expected}");
        }
    }

    /// Where a track comes back beside itself, the piece that leads the same way is the nearest.
    #[test]
    fn the_nearest_point_leads_the_way_of_the_car() {
        let out = (0..10).map(|k| (f64::from(k), 0.0));
        let back = (0..10).map(|k| (9.0 - f64::from(k), 8.0));
        let line = RacingLine { points_m: out.chain(back).collect(), speeds_mps: vec![1.0; 20] };
        assert_eq!(line.nearest((4.1, 2.0), (1.0, 0.0)), 4);
        assert_eq!(line.nearest((4.1, 5.0), (0.6, 0.8)), 4);
        assert_eq!(line.nearest((4.1, 5.0), (-0.6, 0.8)), 15);
        // What leads the other way has to be five metres nearer.
        assert_eq!(line.nearest((4.1, 6.4), (1.0, 0.0)), 4);
        assert_eq!(line.nearest((4.1, 6.6), (1.0, 0.0)), 15);
    }

    /// A line that comes back aslant: the direction counts with both of its parts.
    #[test]
    fn a_piece_leads_the_way_if_it_goes_more_with_the_car_than_against_it() {
        let out = (0..10).map(|k| (f64::from(k), -f64::from(k)));
        let back = (0..10).map(|k| (14.0 - f64::from(k), -4.0 + f64::from(k)));
        let line = RacingLine { points_m: out.chain(back).collect(), speeds_mps: vec![1.0; 20] };
        // (5, −5) and (9, 1) lead in opposite directions, seven metres apart.
        for (place, heading, index) in [
            ((6.6, -3.0), (0.1, -0.995), 5),
            ((6.6, -3.0), (0.995, -0.1), 5),
            ((6.6, -3.0), (0.3, 0.954), 15),
            ((6.6, -3.0), (-0.954, -0.3), 15),
        ] {
            let found = line.nearest(place, heading);
            assert!(found.abs_diff(index) <= 1, "{heading:?}: {found}");
        }
    }

    /// Gates of a hairpin whose lanes are closer to each other than its gates: those behind do not count as next.
    #[test]
    fn gates_are_taken_in_the_direction_of_the_line() {
        let there = [0.0, 5.0, 10.0, 15.0, 20.0].map(|x| ((x, 0.0), 1.0));
        let back = [19.0, 14.0, 9.0, 4.0].map(|x| ((x, 4.5), -1.0));
        let gates: Vec<(Point, f64)> = there.into_iter().chain(back).collect();
        for turn_rad in [0.0, 1.0, 2.5, 4.0] {
            for shift in [(0.0, 0.0), (-100.0, 0.0), (100.0, 70.0), (0.0, -80.0)] {
                let (sin, cos) = sin_cos(turn_rad);
                let place = |x: f64, y: f64| (cos * x - sin * y + shift.0, sin * x + cos * y + shift.1);
                let mut cones = Vec::new();
                for (index, &((x, y), left)) in gates.iter().enumerate() {
                    let colors = [(ConeColor::Blue, left), (ConeColor::Yellow, -left)];
                    for (color, side) in colors {
                        let color = if index == 0 { ConeColor::Orange } else { color };
                        let (x_m, y_m) = place(x, y + side);
                        cones.push(Cone { color, x_m, y_m });
                    }
                }
                let found = gates_in_order(&Track::of_cones(cones).unwrap()).expect("nine gates");
                assert_eq!(found.len(), gates.len());
                for (got, &((x, y), _)) in found.iter().zip(&gates) {
                    assert!(distance_m(*got, place(x, y)) < 1e-9, "{turn_rad} {shift:?}: {found:?}");
                }
            }
        }
    }

    /// √(a·R) of the circle through a point and those three before and after it, whichever way it bends.
    #[test]
    fn bends_are_seen_over_three_points_or_a_quarter_of_the_line() {
        let pace = Pace { speed_mps: 1e3, lateral_mps2: 8.0, braking_mps2: 1e9 };
        for (count, reach) in [(40, 3), (10, 2), (8, 2), (5, 1), (3, 1)] {
            for side in [1.0, -1.0] {
                let points_m: Vec<Point> = (0..count)
                    .map(|k| {
                        let (sin, cos) = sin_cos(f64::from(k) * std::f64::consts::TAU / f64::from(count));
                        (9.0 * cos, side * 4.0 * sin)
                    })
                    .collect();
                let found = speeds(&points_m, &pace);
                let at = |k: i32| points_m[k.rem_euclid(count) as usize];
                for k in 0..count {
                    // R = a·b·c/4A, with Heron's area.
                    let (a, b, c) = (at(k - reach), at(k), at(k + reach));
                    let [p, q, r] = [distance_m(a, b), distance_m(b, c), distance_m(c, a)];
                    let s = 0.5 * (p + q + r);
                    let area = (s * (s - p) * (s - q) * (s - r)).sqrt();
                    let expected = (8.0 * p * q * r / (4.0 * area)).sqrt();
                    assert!(
                        (found[k as usize] / expected - 1.0).abs() < 1e-6,
                        "{count} {k}: {found:?} {expected}"
                    );
                }
            }
        }
    }
}

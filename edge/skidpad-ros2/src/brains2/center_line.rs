//! The centre line of a closed track, and the part of it around a car.

use super::table::{number, rows};

/// A point of a centre line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CenterPoint {
    /// Way along the line [m].
    pub s_m: f64,
    /// Place [m].
    pub x_m: f64,
    /// Place [m].
    pub y_m: f64,
    /// Direction [rad].
    pub phi_rad: f64,
    /// Curvature [1/m], positive to the left.
    pub kappa_per_m: f64,
    /// Half of the track's width [m].
    pub half_width_m: f64,
}

/// The centre line of a closed track, three rounds of it: the one before the start, the first one from s = 0, and the
/// next. So the part around a car never has a gap at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct CenterLine {
    points: Vec<CenterPoint>,
    lap_m: f64,
}

/// How far along the line a car is looked for, from where it was [m].
const SEARCH_M: f64 = 30.0;

/// A car farther from the line than this is looked for everywhere [m].
const LOST_M: f64 = 10.0;

impl CenterLine {
    /// The line of one round, from s = 0, whose last point is followed by its first.
    pub fn of_round(round: &[CenterPoint]) -> Result<CenterLine, String> {
        let ([first, .., last], true) = (round, round.len() >= 3) else {
            return Err("a centre line needs three points".to_string());
        };
        if round.windows(2).any(|pair| pair[1].s_m <= pair[0].s_m) {
            return Err("s must grow from line to line".to_string());
        }
        let lap_m = last.s_m - first.s_m + (first.x_m - last.x_m).hypot(first.y_m - last.y_m);
        let of_lap = |number: f64| {
            round
                .iter()
                .map(move |point| CenterPoint { s_m: point.s_m - first.s_m + number * lap_m, ..*point })
        };
        Ok(CenterLine { points: [-1.0, 0.0, 1.0].into_iter().flat_map(of_lap).collect(), lap_m })
    }

    /// Read a `…_center_line.csv`: columns `s`, `X`, `Y`, `phi`, `kappa` and `w`, one round from s = 0, or three rounds
    /// as brains2 writes them. Problems begin with their line.
    pub fn parse(text: &str) -> Result<CenterLine, String> {
        let mut points = Vec::new();
        for (line, cells) in rows(text, ["s", "X", "Y", "phi", "kappa", "w"])? {
            let mut values = [0.0; 6];
            for (value, cell) in values.iter_mut().zip(cells) {
                *value = number(line, cell)?;
            }
            let [s_m, x_m, y_m, phi_rad, kappa_per_m, half_width_m] = values;
            points.push(CenterPoint { s_m, x_m, y_m, phi_rad, kappa_per_m, half_width_m });
        }
        // Three rounds begin one round before zero.
        let lap_m = points.first().map_or(0.0, |first| -first.s_m);
        if lap_m > 0.0 {
            // Sums of many steps do not end exactly at the start.
            let slack_m = 1e-6 * lap_m;
            points.retain(|point| (-slack_m..lap_m - slack_m).contains(&point.s_m));
        }
        CenterLine::of_round(&points)
    }

    /// The points from `back_m` behind to `front_m` ahead of a place. `at_s_m` is where the car was on the first
    /// round, and becomes where it is.
    pub fn around(
        &self,
        place_m: [f64; 2],
        at_s_m: &mut Option<f64>,
        back_m: f64,
        front_m: f64,
    ) -> &[CenterPoint] {
        let s_m = at_s_m
            .and_then(|near_m| self.nearest(place_m, Some(near_m)))
            .or_else(|| self.nearest(place_m, None))
            .unwrap_or(0.0);
        *at_s_m = Some(s_m);
        let first = self.points.partition_point(|point| point.s_m < s_m - back_m);
        let end = self.points.partition_point(|point| point.s_m <= s_m + front_m);
        &self.points[first..end]
    }

    /// The nearest point of the first round; near a way along the line, if one is given and the point is not far.
    fn nearest(&self, [x_m, y_m]: [f64; 2], near_m: Option<f64>) -> Option<f64> {
        let is_near = |s_m: f64| {
            near_m.is_none_or(|near_m| {
                let apart_m = (s_m - near_m).rem_euclid(self.lap_m);
                apart_m.min(self.lap_m - apart_m) <= SEARCH_M
            })
        };
        let first_round = self.points.iter().filter(|point| (0.0..self.lap_m).contains(&point.s_m));
        let apart_m = |point: &CenterPoint| (point.x_m - x_m).hypot(point.y_m - y_m);
        let found =
            first_round.filter(|point| is_near(point.s_m)).min_by(|a, b| apart_m(a).total_cmp(&apart_m(b)));
        found.filter(|point| near_m.is_none() || apart_m(point) <= LOST_M).map(|point| point.s_m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// A circle of radius 10 m about the origin, driven to the left, from (10, 0).
    fn circle() -> Vec<CenterPoint> {
        let point = |number: u32| {
            let angle_rad = TAU * f64::from(number) / 100.0;
            CenterPoint {
                s_m: 10.0 * angle_rad,
                x_m: 10.0 * angle_rad.cos(),
                y_m: 10.0 * angle_rad.sin(),
                phi_rad: angle_rad + TAU / 4.0,
                kappa_per_m: 0.1,
                half_width_m: 1.5,
            }
        };
        (0..100).map(point).collect()
    }

    #[test]
    fn the_part_around_a_car_has_no_gap_at_the_start() {
        let line = CenterLine::of_round(&circle()).expect("a round");
        let mut at = None;
        let part = line.around([10.0, 0.0], &mut at, 5.0, 10.0);
        assert_eq!(at, Some(0.0));
        assert!((part[0].s_m + 5.0).abs() < 0.7 && (part[part.len() - 1].s_m - 10.0).abs() < 0.7);
        assert!(part.windows(2).all(|pair| {
            let step_m = (pair[1].x_m - pair[0].x_m).hypot(pair[1].y_m - pair[0].y_m);
            pair[1].s_m > pair[0].s_m && step_m < 0.7
        }));
        // Just before the start, the way goes on into the next round.
        let part = line.around([10.0 * (-0.1f64).cos(), 10.0 * (-0.1f64).sin()], &mut at, 5.0, 10.0);
        let s_m = at.expect("it was found");
        assert!((s_m - (TAU - 0.1) * 10.0).abs() < 0.7, "{s_m}");
        assert!(part[part.len() - 1].s_m > TAU * 10.0);
    }

    #[test]
    fn a_car_is_looked_for_where_it_was_and_everywhere_if_it_jumped() {
        // A hairpin whose two straights are 2 m apart.
        let mut round = Vec::new();
        for number in 0..100 {
            round.push((f64::from(number), 0.0));
        }
        for number in 0..100 {
            round.push((99.0 - f64::from(number), 2.0));
        }
        let mut s_m = 0.0;
        let mut points = Vec::new();
        for (place, &(x_m, y_m)) in round.iter().enumerate() {
            if let Some(&(px, py)) = place.checked_sub(1).map(|before| &round[before]) {
                s_m += (x_m - px).hypot(y_m - py);
            }
            points.push(CenterPoint { s_m, x_m, y_m, phi_rad: 0.0, kappa_per_m: 0.0, half_width_m: 1.0 });
        }
        let line = CenterLine::of_round(&points).expect("a round");
        let mut at = Some(50.0);
        line.around([50.0, 1.2], &mut at, 1.0, 1.0);
        assert_eq!(at, Some(50.0), "nearer to the other straight, but that is far along the way");
        line.around([20.0, 2.0], &mut at, 1.0, 1.0);
        assert_eq!(at, Some(20.0 + 0.0), "the straight where it was is within reach");
        let mut lost = Some(95.0);
        line.around([5.0, 2.0], &mut lost, 1.0, 1.0);
        assert!(lost.is_some_and(|s_m| s_m > 190.0), "{lost:?}");
    }

    #[test]
    fn three_rounds_of_a_file_are_one_round_again() {
        let line = CenterLine::of_round(&circle()).expect("a round");
        let mut text = String::from("s,X,Y,phi,kappa,w\n");
        for it in &line.points {
            text.push_str(&format!(
                "{},{},{},{},{},{}\n",
                it.s_m, it.x_m, it.y_m, it.phi_rad, it.kappa_per_m, it.half_width_m
            ));
        }
        let read = CenterLine::parse(&text).expect("three rounds");
        assert_eq!(read.points.len(), line.points.len());
        assert!((read.lap_m - line.lap_m).abs() < 1e-9);
        let one: String =
            text.lines().take(1).chain(text.lines().skip(101).take(100)).collect::<Vec<_>>().join("\n");
        assert_eq!(CenterLine::parse(&one).expect("one round"), read);
        assert_eq!(CenterLine::parse("s,X,Y,phi,kappa").expect_err("no w"), "1: there is no column w");
        assert_eq!(
            CenterLine::parse("s,X,Y,phi,kappa,w\n0,0,0,0,0,x").expect_err("x"),
            "2: \"x\" is not a number"
        );
        assert!(CenterLine::parse("s,X,Y,phi,kappa,w\n").is_err());
    }
}

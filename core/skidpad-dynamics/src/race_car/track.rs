//! Cone tracks and the lap timer between their orange cones.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Colour of a cone: blue on the left, yellow on the right, orange at start and finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConeColor {
    /// Left border.
    Blue,
    /// Right border.
    Yellow,
    /// Start and finish.
    Orange,
}

/// A cone on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Its colour.
    pub color: ConeColor,
    /// X \[m\].
    pub x_m: f64,
    /// Y \[m\].
    pub y_m: f64,
}

/// A point on the ground: X, Y \[m\].
pub type Point = (f64, f64);

/// The cones of a track, and the line to cross.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// All cones, in the order of the file.
    pub cones: Vec<Cone>,
    /// Ends of the finish line: the two orange cones of smallest Y.
    pub finish: (Point, Point),
}

/// A file with more cones than this is not a track.
const MOST_CONES: usize = 100_000;

impl Track {
    /// Reads `color,X,Y` lines under a header of that name.
    ///
    /// # Errors
    /// The line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, TrackProblem> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let header = lines.next().map(|(_, line)| line.trim()).unwrap_or_default();
        if header != "color,X,Y" {
            return Err(TrackProblem::Header);
        }
        let mut cones = Vec::new();
        for (index, line) in lines {
            let cone = parse_cone(line)
                .ok_or_else(|| TrackProblem::Cone { line: index + 1, text: line.to_owned() })?;
            if cones.len() == MOST_CONES {
                return Err(TrackProblem::TooMany);
            }
            cones.push(cone);
        }
        Self::of_cones(cones)
    }

    /// The track of these cones.
    ///
    /// # Errors
    /// If fewer than two of them are orange.
    pub fn of_cones(cones: Vec<Cone>) -> Result<Self, TrackProblem> {
        let mut orange: Vec<Point> = cones
            .iter()
            .filter(|cone| cone.color == ConeColor::Orange)
            .map(|cone| (cone.x_m, cone.y_m))
            .collect();
        orange.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        let [first, second, ..] = orange[..] else { return Err(TrackProblem::NoFinish) };
        Ok(Self { cones, finish: (first, second) })
    }
}

fn parse_cone(line: &str) -> Option<Cone> {
    let mut cells = line.split(',').map(str::trim);
    let color = match cells.next()? {
        "blue" => ConeColor::Blue,
        "yellow" => ConeColor::Yellow,
        "orange" => ConeColor::Orange,
        _ => return None,
    };
    let mut number = || cells.next()?.parse().ok().filter(|value: &f64| value.is_finite());
    let (x_m, y_m) = (number()?, number()?);
    cells.next().is_none().then_some(Cone { color, x_m, y_m })
}

/// Why a text is not a track.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrackProblem {
    /// The first line is another.
    Header,
    /// A line is no cone.
    Cone {
        /// Line in the text, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// Fewer than two orange cones.
    NoFinish,
    /// More cones than a track has.
    TooMany,
}

impl fmt::Display for TrackProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("line 1: a track begins with color,X,Y"),
            Self::Cone { line, text } => {
                write!(f, "line {line}: \"{text}\" is no cone; write blue, yellow or orange, X, Y in metres")
            }
            Self::NoFinish => f.write_str("a track needs two orange cones for its finish line"),
            Self::TooMany => write!(f, "a track has at most {MOST_CONES} cones"),
        }
    }
}

impl std::error::Error for TrackProblem {}

/// Times laps: the first forward crossing of the finish starts the clock, each further one ends a lap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LapTimer {
    started_s: Option<f64>,
    last_s: Option<f64>,
    best_s: Option<f64>,
    count: u32,
}

impl LapTimer {
    /// Looks at one step of the car, from `before` to `after`; gives the lap time \[s\] if one ended in it.
    /// The time of the crossing is interpolated inside the step.
    pub fn observe(
        &mut self,
        track: &Track,
        before: (f64, Point),
        after: (f64, Point),
        v_x_mps: f64,
    ) -> Option<f64> {
        if v_x_mps <= 0.0 {
            return None;
        }
        let share = crossing(before.1, after.1, track.finish)?;
        let now_s = before.0 + share * (after.0 - before.0);
        let lap_s = self.started_s.replace(now_s).map(|started_s| now_s - started_s)?;
        self.last_s = Some(lap_s);
        self.best_s = Some(self.best_s.map_or(lap_s, |best_s| best_s.min(lap_s)));
        self.count += 1;
        Some(lap_s)
    }

    /// Time of the last lap \[s\].
    pub fn last_s(&self) -> Option<f64> {
        self.last_s
    }

    /// Time of the best lap \[s\].
    pub fn best_s(&self) -> Option<f64> {
        self.best_s
    }

    /// How many laps are complete.
    pub fn lap_count(&self) -> u32 {
        self.count
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

/// Where on the way from `from` to `to`, in [0, 1), the line is crossed; touching it at the end is for the
/// next step to count.
fn crossing(from: Point, to: Point, line: (Point, Point)) -> Option<f64> {
    let way = (to.0 - from.0, to.1 - from.1);
    let along = (line.1.0 - line.0.0, line.1.1 - line.0.1);
    let gap = (line.0.0 - from.0, line.0.1 - from.1);
    let cross = |a: Point, b: Point| a.0 * b.1 - a.1 * b.0;
    let determinant = cross(way, along);
    if determinant == 0.0 {
        return None;
    }
    let (share, place) = (cross(gap, along) / determinant, cross(gap, way) / determinant);
    ((0.0..1.0).contains(&share) && (0.0..=1.0).contains(&place)).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "color,X,Y\nblue,-1.5,3\nyellow,1.5,3\norange,1.5,0.5\norange,-1.5,0\norange,1.5,0\n";

    #[test]
    fn the_finish_lies_between_the_lowest_orange_cones() {
        let track = Track::parse(TEXT).unwrap();
        assert_eq!(track.cones.len(), 5);
        assert_eq!(track.finish, ((-1.5, 0.0), (1.5, 0.0)));
    }

    #[test]
    fn problems_name_their_line() {
        let message = |text: &str| Track::parse(text).unwrap_err().to_string();
        assert_eq!(message("X,Y\n"), "line 1: a track begins with color,X,Y");
        assert_eq!(
            message("color,X,Y\n\nred,1,2\n"),
            "line 3: \"red,1,2\" is no cone; write blue, yellow or orange, X, Y in metres"
        );
        assert_eq!(message("color,X,Y\norange,1,2\n"), "a track needs two orange cones for its finish line");
        assert!(Track::parse("color,X,Y\nblue,inf,0\n").is_err());
    }

    #[test]
    fn laps_run_from_crossing_to_crossing() {
        let track = Track::parse(TEXT).unwrap();
        let mut timer = LapTimer::default();
        let mut cross = |at_s: f64, x: f64, v_x: f64| {
            timer.observe(&track, (at_s, (x, -0.25)), (at_s + 0.01, (x, 0.75)), v_x)
        };
        assert_eq!(cross(1.0, 0.0, 5.0), None, "the first crossing starts the clock");
        assert_eq!(cross(5.0, 2.0, 5.0), None, "beside the line");
        assert_eq!(cross(6.0, 0.0, -5.0), None, "backwards");
        assert!((cross(11.0, 0.0, 5.0).unwrap() - 10.0).abs() < 1e-12);
        assert!((cross(20.0, 0.0, 5.0).unwrap() - 9.0).abs() < 1e-12);
        assert!((cross(31.0, 0.0, 5.0).unwrap() - 11.0).abs() < 1e-12);
        assert_eq!(timer.lap_count(), 3);
        assert!((timer.best_s().unwrap() - 9.0).abs() < 1e-12);
        assert!((timer.last_s().unwrap() - 11.0).abs() < 1e-12);
        timer.reset();
        assert_eq!(timer, LapTimer::default());
    }

    #[test]
    fn a_step_that_ends_on_the_line_counts_once() {
        let track = Track::parse(TEXT).unwrap();
        let mut timer = LapTimer::default();
        timer.observe(&track, (0.0, (0.0, -1.0)), (1.0, (0.0, 0.0)), 1.0);
        timer.observe(&track, (1.0, (0.0, 0.0)), (2.0, (0.0, 1.0)), 1.0);
        assert_eq!((timer.lap_count(), timer.last_s()), (0, None));
    }

    /// The clock stops where the line is crossed, not where a step begins or ends.
    #[test]
    fn crossings_are_timed_within_their_steps() {
        let track = Track::parse(TEXT).unwrap();
        let mut timer = LapTimer::default();
        assert_eq!(timer.observe(&track, (1.0, (1.0, -0.25)), (2.0, (1.0, 0.75)), 1.0), None);
        let lap_s = timer.observe(&track, (5.0, (-1.0, -0.75)), (6.0, (-1.0, 0.25)), 1.0);
        assert_eq!(lap_s, Some(5.75 - 1.25));
    }

    /// A line that lies anywhere is crossed between its ends alone, at the share of the way that leads to it.
    #[test]
    fn a_way_crosses_a_line_between_its_ends() {
        let line = ((4.0, 1.0), (6.0, 5.0));
        // The line through (4, 1) and (6, 5): x = 4 + (y − 1)/2.
        for (from, to, share) in [
            ((3.0, 3.0), (7.0, 3.0), Some(0.5)),
            ((4.0, 3.0), (5.5, 3.0), Some(2.0 / 3.0)),
            ((7.0, 3.0), (3.0, 3.0), Some(0.5)),
            ((5.5, 3.0), (7.0, 3.0), None),
            ((3.0, 0.5), (7.0, 0.5), None),
            ((3.0, 5.5), (9.0, 5.5), None),
            ((3.0, 1.0), (4.0, 3.0), None),
        ] {
            let found = crossing(from, to, line);
            assert_eq!(found.is_some(), share.is_some(), "{from:?} {to:?}: {found:?}");
            assert!(found.zip(share).is_none_or(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    }
}

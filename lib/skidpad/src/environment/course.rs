//! A closed course: where vehicles are on it, and how it goes on.

use skidpad_math::{Pose2, atan2, hypot, sin, sin_cos, wrap_angle};

/// Distance between points of a course [m], about.
const STEP_M: f64 = 0.25;
/// Side of a cell in which points are looked up [m].
const CELL_M: f64 = 1.0;
/// How far the cells reach beyond the course [m].
const MARGIN_M: f64 = 3.0;

/// A closed centre line, driven in the order of its points.
#[derive(Debug, Clone)]
pub struct Course {
    points: Vec<CoursePoint>,
    length_m: f64,
    step_m: f64,
    cells: Cells,
}

/// A point of a course.
#[derive(Debug, Clone, Copy, PartialEq)]
struct CoursePoint {
    x_m: f64,
    y_m: f64,
    heading_rad: f64,
    sin: f64,
    cos: f64,
    /// Positive to the left [1/m].
    curvature_per_m: f64,
}

/// Where something is on a course.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoursePlace {
    /// Along the line [m].
    pub along_m: f64,
    /// To its left [m].
    pub left_m: f64,
    /// Turned from it [rad].
    pub turned_rad: f64,
}

impl Course {
    /// The course through points [m]; none of fewer than three, or where they are not finite.
    pub fn new(points_m: &[[f64; 2]]) -> Option<Course> {
        if points_m.len() < 3 || points_m.iter().flatten().any(|number| !number.is_finite()) {
            return None;
        }
        let next = |index: usize| points_m[(index + 1) % points_m.len()];
        let mut ends_m = vec![0.0];
        for (index, point) in points_m.iter().enumerate() {
            let along_m = hypot(next(index)[0] - point[0], next(index)[1] - point[1]);
            ends_m.push(ends_m[index] + along_m);
        }
        let length_m = ends_m[points_m.len()];
        if length_m <= 0.0 {
            return None;
        }
        // Equal steps make the number of a point its place along the line.
        let count = ((length_m / STEP_M) as usize).max(8);
        let step_m = length_m / count as f64;
        let mut places_m = Vec::with_capacity(count);
        let mut segment = 0;
        for index in 0..count {
            let along_m = index as f64 * step_m;
            while segment + 1 < points_m.len() && ends_m[segment + 1] <= along_m {
                segment += 1;
            }
            let [from, to] = [points_m[segment], next(segment)];
            let size_m = ends_m[segment + 1] - ends_m[segment];
            let share = if size_m > 0.0 { (along_m - ends_m[segment]) / size_m } else { 0.0 };
            places_m.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
        }
        let around = |index: usize| [(index + count - 1) % count, (index + 1) % count];
        let heading = |index: usize| {
            let [before, after] = around(index).map(|index: usize| places_m[index]);
            atan2(after[1] - before[1], after[0] - before[0])
        };
        let headings_rad: Vec<f64> = (0..count).map(heading).collect();
        let point = |index: usize| {
            let [before, after] = around(index).map(|index: usize| headings_rad[index]);
            let (sin, cos) = sin_cos(headings_rad[index]);
            let curvature_per_m = wrap_angle(after - before) / (2.0 * step_m);
            let [x_m, y_m] = places_m[index];
            CoursePoint { x_m, y_m, heading_rad: headings_rad[index], sin, cos, curvature_per_m }
        };
        let points: Vec<CoursePoint> = (0..count).map(point).collect();
        let cells = Cells::new(&points);
        Some(Course { points, length_m, step_m, cells })
    }

    /// Length of a lap [m].
    pub fn length_m(&self) -> f64 {
        self.length_m
    }

    /// Distance between two points [m].
    pub fn step_m(&self) -> f64 {
        self.step_m
    }

    /// Its points in equal steps [m].
    pub fn points_m(&self) -> impl ExactSizeIterator<Item = [f64; 2]> + '_ {
        self.points.iter().map(|point| [point.x_m, point.y_m])
    }

    /// Heading at each point [rad].
    pub fn headings_rad(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.points.iter().map(|point| point.heading_rad)
    }

    /// Curvature at each point [1/m], positive to the left.
    pub fn curvatures_per_m(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.points.iter().map(|point| point.curvature_per_m)
    }

    /// Where a pose is.
    pub fn locate(&self, pose: Pose2) -> CoursePlace {
        let nearest = self.cells.nearest(&self.points, [pose.x_m, pose.y_m]);
        let point = &self.points[nearest];
        let (dx, dy) = (pose.x_m - point.x_m, pose.y_m - point.y_m);
        CoursePlace {
            along_m: nearest as f64 * self.step_m + point.cos * dx + point.sin * dy,
            left_m: point.cos * dy - point.sin * dx,
            turned_rad: wrap_angle(pose.yaw_rad - point.heading_rad),
        }
    }

    /// How far along the line a place is from where an episode started [m]; one metre may be lost before it is a lap.
    pub fn progress_m(&self, along_m: f64, start_m: f64) -> f64 {
        (along_m - start_m + 1.0).rem_euclid(self.length_m) - 1.0
    }

    /// A pose on the course.
    pub fn pose_at(&self, place: CoursePlace) -> Pose2 {
        let point = self.point_at(place.along_m);
        Pose2 {
            x_m: point.x_m - place.left_m * point.sin,
            y_m: point.y_m + place.left_m * point.cos,
            yaw_rad: wrap_angle(point.heading_rad + place.turned_rad),
        }
    }

    /// Curvature at a place [1/m].
    pub fn curvature_at(&self, along_m: f64) -> f64 {
        self.point_at(along_m).curvature_per_m
    }

    /// The yaw rate [rad/s] that leads a vehicle to the line at this distance ahead (pure pursuit; Coulter,
    /// *Implementation of the Pure Pursuit Path Tracking Algorithm*, 1992).
    pub fn pursuit_radps(&self, pose: Pose2, speed_mps: f64, ahead_m: f64) -> f64 {
        let target = self.point_at(self.locate(pose).along_m + ahead_m);
        let bearing_rad = atan2(target.y_m - pose.y_m, target.x_m - pose.x_m) - pose.yaw_rad;
        2.0 * speed_mps * sin(bearing_rad) / ahead_m
    }

    fn point_at(&self, along_m: f64) -> &CoursePoint {
        let step = (along_m / self.step_m).round_ties_even().rem_euclid(self.points.len() as f64);
        &self.points[step as usize]
    }
}

/// For each cell of a grid, the points that can be the nearest to a place in it.
#[derive(Debug, Clone)]
struct Cells {
    corner_m: [f64; 2],
    size: [usize; 2],
    /// Where the points of each cell begin; one more at the end.
    starts: Vec<u32>,
    points: Vec<u32>,
}

impl Cells {
    fn new(points: &[CoursePoint]) -> Cells {
        let extent = |of: fn(&CoursePoint) -> f64| {
            let low = points.iter().map(of).fold(f64::INFINITY, f64::min) - MARGIN_M;
            let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + MARGIN_M;
            (low, ((high - low) / CELL_M).ceil() as usize)
        };
        let ((x_m, columns), (y_m, rows)) = (extent(|point| point.x_m), extent(|point| point.y_m));
        let mut cells =
            Cells { corner_m: [x_m, y_m], size: [columns, rows], starts: vec![0], points: vec![] };
        for cell in 0..columns * rows {
            let low = [x_m + CELL_M * (cell % columns) as f64, y_m + CELL_M * (cell / columns) as f64];
            // Whatever the place in the cell, the nearest point is not farther than this.
            let farthest_m = points.iter().map(|point| range_m(point, low)[1]).fold(f64::INFINITY, f64::min);
            let can_be = |(_, point): &(u32, &CoursePoint)| range_m(point, low)[0] <= farthest_m;
            cells.points.extend((0..).zip(points).filter(can_be).map(|(index, _)| index));
            cells.starts.push(cells.points.len() as u32);
        }
        cells
    }

    /// The number of the nearest point; the first of equally near ones.
    fn nearest(&self, points: &[CoursePoint], [x_m, y_m]: [f64; 2]) -> usize {
        let square = |point: &CoursePoint| {
            let (dx, dy) = (x_m - point.x_m, y_m - point.y_m);
            dx * dx + dy * dy
        };
        let nearer = |best: (f64, usize), index: usize| {
            let square = square(&points[index]);
            if square < best.0 { (square, index) } else { best }
        };
        let [column, row] = [(x_m - self.corner_m[0]) / CELL_M, (y_m - self.corner_m[1]) / CELL_M];
        let is_inside =
            column >= 0.0 && row >= 0.0 && column < self.size[0] as f64 && row < self.size[1] as f64;
        if !is_inside {
            return (0..points.len()).fold((f64::INFINITY, 0), nearer).1;
        }
        let cell = row as usize * self.size[0] + column as usize;
        let candidates = &self.points[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        candidates.iter().map(|&index| index as usize).fold((f64::INFINITY, 0), nearer).1
    }
}

/// Shortest and longest distance of a point from the places of a cell [m].
fn range_m(point: &CoursePoint, low: [f64; 2]) -> [f64; 2] {
    let apart = |at: f64, low: f64| {
        let high = low + CELL_M;
        [(low - at).max(at - high).max(0.0), (at - low).max(high - at)]
    };
    let (x, y) = (apart(point.x_m, low[0]), apart(point.y_m, low[1]));
    // A little more than the cell, against rounding at its edges.
    [hypot(x[0], y[0]) - 1e-9, hypot(x[1], y[1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::SplitMix64;
    use std::f64::consts::{FRAC_PI_2, PI, TAU};

    fn circle() -> Course {
        let corner = |k: usize| {
            let (sin, cos) = sin_cos(TAU * k as f64 / 200.0);
            [10.0 * cos, 10.0 * sin]
        };
        Course::new(&(0..200).map(corner).collect::<Vec<_>>()).expect("a circle is a course")
    }

    #[test]
    fn a_circle_has_its_length_curvature_and_places() {
        let course = circle();
        assert!((course.length_m() - 20.0 * PI).abs() < 0.1);
        assert!(course.curvatures_per_m().all(|curvature| (curvature - 0.1).abs() < 0.015));
        let place = course.locate(Pose2::new(0.0, 9.0, PI));
        assert!((place.along_m - 5.0 * PI).abs() < 0.2 && (place.left_m - 1.0).abs() < 0.05);
        assert!(place.turned_rad.abs() < 0.05);
        let back = course.pose_at(place);
        assert!((back.x_m.abs() < 0.2) && (back.y_m - 9.0).abs() < 0.1);
        assert!((course.progress_m(2.0, course.length_m() - 1.0) - 3.0).abs() < 1e-9);
        assert!((course.progress_m(0.0, 0.5) + 0.5).abs() < 1e-9, "a little back is not a lap");
    }

    #[test]
    fn a_pursuer_comes_round() {
        let course = circle();
        let mut pose = Pose2::new(10.5, 0.0, FRAC_PI_2);
        for _ in 0..4000 {
            let rate = course.pursuit_radps(pose, 1.5, 1.0);
            let (sin, cos) = sin_cos(pose.yaw_rad);
            pose = Pose2::new(pose.x_m + 0.015 * cos, pose.y_m + 0.015 * sin, pose.yaw_rad + 0.01 * rate);
        }
        assert!(course.locate(pose).left_m.abs() < 0.1);
    }

    /// Every point is compared, for places inside and outside the cells.
    #[test]
    fn the_nearest_point_is_the_nearest_of_all() {
        let course = circle();
        let mut random = SplitMix64::new(1);
        for _ in 0..20_000 {
            let place = [random.between(-16.0, 16.0), random.between(-16.0, 16.0)];
            let square =
                |point: &CoursePoint| (place[0] - point.x_m).powi(2) + (place[1] - point.y_m).powi(2);
            let first = (0..course.points.len()).fold(0, |best, index| {
                if square(&course.points[index]) < square(&course.points[best]) { index } else { best }
            });
            assert_eq!(course.cells.nearest(&course.points, place), first);
        }
    }

    #[test]
    fn too_few_points_are_no_course() {
        assert!(Course::new(&[[0.0, 0.0], [1.0, 0.0]]).is_none());
        assert!(Course::new(&[[0.0, 0.0]; 5]).is_none());
        assert!(Course::new(&[[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]]).is_none());
    }
}

//! Boxes that stand: rows of walls, and vertical planes between their doors.

use skidpad_math::Vec2;
use skidpad_world::description::wall_length_m;
use std::collections::BTreeMap;

/// A box that stands in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct StandingBox {
    /// Corners [m], counter-clockwise.
    pub(crate) corners_m: [[f64; 2]; 4],
    /// Lower end [m].
    pub(crate) z_min_m: f64,
    /// Upper end [m].
    pub(crate) z_max_m: f64,
}

/// A segment in the plane [m].
pub(crate) type Segment = [[f64; 2]; 2];

/// One box per wall.
///
/// An end within 1.01 thicknesses of an end of an earlier wall is drawn out by half a thickness, so that corners
/// close (MVSim's rule). Walls without length are left out; their numbers come back beside.
pub(crate) fn wall_boxes(
    segments: &[Segment],
    thickness_m: f64,
    height_m: f64,
) -> (Vec<StandingBox>, Vec<usize>) {
    let mut boxes = Vec::new();
    let mut without_length = Vec::new();
    let mut ends = Ends::new(1.01 * thickness_m);
    for (index, &[start, end]) in segments.iter().enumerate() {
        let Some(direction) = direction_of([start, end]) else {
            without_length.push(index);
            ends.add([start, end]);
            continue;
        };
        let drawn = |point: [f64; 2], sign: f64| {
            let by = if ends.is_near(point) { sign * 0.5 * thickness_m } else { 0.0 };
            [point[0] + by * direction[0], point[1] + by * direction[1]]
        };
        boxes.push(StandingBox {
            corners_m: around([drawn(start, -1.0), drawn(end, 1.0)], direction, thickness_m),
            z_min_m: 0.0,
            z_max_m: height_m,
        });
        ends.add([start, end]);
    }
    (boxes, without_length)
}

/// The ends of walls, by the squares of a grid in which they lie.
struct Ends {
    radius_m: f64,
    squares: BTreeMap<[i64; 2], Vec<[f64; 2]>>,
}

/// Ends kept per square. Further ones in so crowded a place are left out, so that no wall is compared with thousands.
const MOST_IN_SQUARE: usize = 64;

impl Ends {
    fn new(radius_m: f64) -> Ends {
        Ends { radius_m, squares: BTreeMap::new() }
    }

    fn square(&self, point: [f64; 2]) -> [i64; 2] {
        point.map(|coordinate| (coordinate / self.radius_m).floor() as i64)
    }

    fn add(&mut self, ends: [[f64; 2]; 2]) {
        for end in ends {
            let square = self.squares.entry(self.square(end)).or_default();
            if square.len() < MOST_IN_SQUARE {
                square.push(end);
            }
        }
    }

    /// True if an end lies within the radius of a point.
    fn is_near(&self, point: [f64; 2]) -> bool {
        let [x, y] = self.square(point);
        let around = (-1..=1)
            .flat_map(|dx: i64| (-1..=1).map(move |dy: i64| [x.saturating_add(dx), y.saturating_add(dy)]));
        around
            .filter_map(|square| self.squares.get(&square))
            .flatten()
            .any(|&other| distance(point, other) < self.radius_m)
    }
}

/// A door as a part of a wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Doorway {
    /// Middle along the wall, 0 to 1.
    pub(crate) position: f64,
    /// Width [m].
    pub(crate) width_m: f64,
    /// Lower and upper edge [m].
    pub(crate) z_m: [f64; 2],
}

/// The boxes of a wall with doors: full height between doors, and what a door leaves above and below it.
/// None if the wall has no length.
pub(crate) fn plane_boxes(
    [start, end]: Segment,
    thickness_m: f64,
    z_m: [f64; 2],
    doors: &[Doorway],
) -> Option<Vec<StandingBox>> {
    let direction = direction_of([start, end])?;
    let length_m = distance(start, end);
    let along = |s: f64| [start[0] + s * direction[0], start[1] + s * direction[1]];
    let part = |from: f64, to: f64, [z_min_m, z_max_m]: [f64; 2]| StandingBox {
        corners_m: around([along(from), along(to)], direction, thickness_m),
        z_min_m,
        z_max_m,
    };

    let mut openings: Vec<(f64, f64, [f64; 2])> = doors
        .iter()
        .filter(|door| door.width_m > 0.0)
        .map(|door| {
            let middle = door.position.clamp(0.0, 1.0) * length_m;
            let half = 0.5 * door.width_m;
            ((middle - half).max(0.0), (middle + half).min(length_m), door.z_m)
        })
        .filter(|(from, to, _)| from < to)
        .collect();
    openings.sort_by(|a, b| a.0.total_cmp(&b.0));

    let mut boxes = Vec::new();
    let mut reached = 0.0;
    for &(from, to, door_z_m) in &openings {
        if from > reached {
            boxes.push(part(reached, from, z_m));
        }
        // Where doors overlap, both heights are open; the wall around them is that of the one that came first.
        let from = from.max(reached);
        if from < to {
            if door_z_m[1] < z_m[1] {
                boxes.push(part(from, to, [door_z_m[1].max(z_m[0]), z_m[1]]));
            }
            if door_z_m[0] > z_m[0] {
                boxes.push(part(from, to, [z_m[0], door_z_m[0].min(z_m[1])]));
            }
        }
        reached = f64::max(reached, to);
    }
    if reached < length_m {
        boxes.push(part(reached, length_m, z_m));
    }
    Some(boxes)
}

fn direction_of([start, end]: Segment) -> Option<[f64; 2]> {
    let length = wall_length_m(Vec2::new(start[0], start[1]), Vec2::new(end[0], end[1]))?;
    Some([(end[0] - start[0]) / length, (end[1] - start[1]) / length])
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    (dx * dx + dy * dy).sqrt()
}

fn around([start, end]: Segment, direction: [f64; 2], thickness_m: f64) -> [[f64; 2]; 4] {
    let half = 0.5 * thickness_m;
    let side = [-half * direction[1], half * direction[0]];
    [
        [start[0] - side[0], start[1] - side[1]],
        [end[0] - side[0], end[1] - side[1]],
        [end[0] + side[0], end[1] + side[1]],
        [start[0] + side[0], start[1] + side[1]],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x_range(it: &StandingBox) -> [f64; 2] {
        let xs = it.corners_m.map(|corner| corner[0]);
        [xs.into_iter().fold(f64::INFINITY, f64::min), xs.into_iter().fold(f64::NEG_INFINITY, f64::max)]
    }

    #[test]
    fn an_end_that_meets_an_earlier_wall_is_drawn_out() {
        let walls = [[[0.0, -5.0], [0.0, 0.0]], [[0.0, 0.0], [4.0, 0.0]], [[9.0, 9.0], [9.0, 9.0]]];
        let (boxes, without_length) = wall_boxes(&walls, 0.2, 2.0);
        assert_eq!(without_length, [2]);
        assert_eq!(x_range(&boxes[0]), [-0.1, 0.1], "the first wall keeps its length");
        assert_eq!(x_range(&boxes[1]), [-0.1, 4.0]);
        assert_eq!((boxes[1].z_min_m, boxes[1].z_max_m), (0.0, 2.0));
    }

    #[test]
    fn a_door_leaves_the_wall_beside_and_above_it() {
        let door = Doorway { position: 0.5, width_m: 1.0, z_m: [0.0, 2.1] };
        let boxes = plane_boxes([[0.0, 0.0], [10.0, 0.0]], 0.2, [0.0, 3.0], &[door]).unwrap();
        let seen: Vec<_> = boxes.iter().map(|it| (x_range(it), it.z_min_m, it.z_max_m)).collect();
        assert_eq!(seen, [([0.0, 4.5], 0.0, 3.0), ([4.5, 5.5], 2.1, 3.0), ([5.5, 10.0], 0.0, 3.0)]);
    }

    #[test]
    fn doors_that_overlap_or_leave_the_wall_are_cut() {
        let door = |position, width_m| Doorway { position, width_m, z_m: [0.0, 9.0] };
        let boxes = plane_boxes(
            [[0.0, 0.0], [10.0, 0.0]],
            0.2,
            [0.0, 3.0],
            &[door(0.3, 2.0), door(0.25, 2.0), door(0.0, 1.0), door(1.0, -1.0)],
        )
        .unwrap();
        let seen: Vec<_> = boxes.iter().map(x_range).collect();
        assert_eq!(seen, [[0.5, 1.5], [4.0, 10.0]]);
        assert_eq!(plane_boxes([[1.0, 1.0], [1.0, 1.0]], 0.2, [0.0, 3.0], &[]), None);
    }
}

//! Outlines of bodies: what a caller describes, and the convex pieces the solver collides.
//!
//! A concave outline is cut into triangles (ear clipping) that are merged again as long as they stay convex
//! (Hertel and Mehlhorn, *Fast triangulation of simple polygons*, 1983).
//! The cut depends on the vertices alone, so the same outline always gives the same pieces.

use serde::{Deserialize, Serialize};
use skidpad_math::Pose2;
use skidpad_scene::ear_clipping::{Corner, EarRules, Ring};
use std::collections::{BTreeMap, BTreeSet};

/// Vertices closer than this are one vertex; thinner triangles are no triangles [m].
const MERGE_DISTANCE_M: f64 = 1e-6;

/// A vertex or a vector in the plane [m].
pub type Point = [f64; 2];

/// The outline of a shape, in the shape's own frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outline {
    /// A rectangle centred on the frame, `length_m` along x and `width_m` along y.
    Rectangle {
        /// Extent along x.
        length_m: f64,
        /// Extent along y.
        width_m: f64,
    },
    /// A simple polygon, convex or not, in either direction, with any number of vertices.
    Polygon(Vec<Point>),
}

/// One shape of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// The outline before it is rounded.
    pub outline: Outline,
    /// Where the shape's frame is in the body.
    pub placement_in_body: Pose2,
    /// The outline grows by this radius; see [`border`] for the radii of MVSim's fixtures.
    pub border_radius_m: f64,
    /// Coulomb coefficient; two touching shapes use the geometric mean.
    pub friction: f64,
    /// Coefficient of restitution; two touching shapes use the larger one, above 1 m/s of approach.
    pub restitution: f64,
    /// Lower and upper end, relative to the body's `z_m`. Shapes collide only where their intervals overlap.
    pub z_interval_m: [f64; 2],
    /// A shape that is switched off touches nothing until [`super::Planar::place_shape`] switches it on.
    pub is_on: bool,
}

/// Border radii of MVSim's fixtures (spec: Box2D's polygon skins).
pub mod border {
    /// Chassis and blocks [m].
    pub const BODY_M: f64 = 0.0025;
    /// Wheels, walls and vertical planes [m].
    pub const DEFAULT_M: f64 = 0.01;
    /// Squares of occupancy grids and terrain steps [m].
    pub const CELL_M: f64 = 0.001;
}

/// A convex piece of a shape, in the shape's frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    /// A rectangle centred on the frame, by its half extents.
    Rectangle(Point),
    /// A convex polygon, counter-clockwise.
    Polygon(Vec<Point>),
}

impl Piece {
    /// The corners of the piece, without its border.
    pub(super) fn corners(&self) -> Vec<Point> {
        match self {
            Piece::Rectangle([x, y]) => vec![[-x, -y], [*x, -y], [*x, *y], [-x, *y]],
            Piece::Polygon(corners) => corners.clone(),
        }
    }
}

impl Outline {
    /// The convex pieces of the outline, or `None` if it encloses no area or holds a number that is not finite.
    pub(super) fn pieces(&self) -> Option<Vec<Piece>> {
        match self {
            Outline::Rectangle { length_m, width_m } => {
                let is_solid =
                    length_m.is_finite() && width_m.is_finite() && *length_m > 0.0 && *width_m > 0.0;
                is_solid.then(|| vec![Piece::Rectangle([length_m / 2.0, width_m / 2.0])])
            }
            Outline::Polygon(vertices) => {
                let pieces = convex_pieces(vertices)?;
                Some(pieces.into_iter().map(Piece::Polygon).collect())
            }
        }
    }
}

/// Cut a simple polygon into convex, counter-clockwise polygons.
///
/// An outline that crosses itself has no inside; its convex hull is taken instead.
/// `None` if nothing of positive area remains.
pub fn convex_pieces(vertices: &[Point]) -> Option<Vec<Vec<Point>>> {
    if vertices.iter().flatten().any(|coordinate| !coordinate.is_finite()) {
        return None;
    }
    let mut outline = without_repeats(vertices);
    if outline.len() < 3 {
        return None;
    }
    if twice_area(&outline) < 0.0 {
        outline.reverse();
    }
    let pieces = match triangulate(&outline) {
        Some(triangles) => merge_convex(triangles),
        None => vec![convex_hull(&outline)],
    };
    let solid: Vec<_> =
        pieces.into_iter().filter(|piece| twice_area(piece) > MERGE_DISTANCE_M * MERGE_DISTANCE_M).collect();
    (!solid.is_empty()).then_some(solid)
}

/// Neighbouring vertices at one place become one; the last is a neighbour of the first.
fn without_repeats(vertices: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(vertices.len());
    for &vertex in vertices {
        if kept.last().is_none_or(|&last| !coincide(last, vertex)) {
            kept.push(vertex);
        }
    }
    while kept.len() > 1 && coincide(kept[0], kept[kept.len() - 1]) {
        kept.pop();
    }
    kept
}

fn coincide(a: Point, b: Point) -> bool {
    (a[0] - b[0]).abs() <= MERGE_DISTANCE_M && (a[1] - b[1]).abs() <= MERGE_DISTANCE_M
}

/// Twice the area of the triangle a, b, c: positive if it turns left.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Twice the signed area of a polygon.
fn twice_area(polygon: &[Point]) -> f64 {
    let origin = polygon[0];
    polygon.windows(2).map(|edge| turn(origin, edge[0], edge[1])).sum()
}

/// Ear clipping of a counter-clockwise outline. `None` if no ear is left.
fn triangulate(outline: &[Point]) -> Option<Vec<Vec<Point>>> {
    let mut ring = Ring::new(outline.len(), Ears { outline });
    let mut triangles = Vec::with_capacity(outline.len() - 2);
    while ring.count() > 3 {
        let ear = ring.first_ear()?;
        let triangle = ring.corner(ear).map(|index| outline[index]);
        if turn(triangle[0], triangle[1], triangle[2]) > 0.0 {
            triangles.push(triangle.to_vec());
        }
        ring.cut(ear);
    }
    let last: Vec<Point> = ring.left().map(|index| outline[index]).collect();
    match turn(last[0], last[1], last[2]) {
        area if area > 0.0 => triangles.push(last),
        area if area < 0.0 => return None,
        _ => {}
    }
    Some(triangles)
}

/// A vertex may be cut off if its corner is not reflex and no other vertex lies inside the cut triangle.
/// A straight corner is always an ear: cutting it changes nothing.
struct Ears<'a> {
    outline: &'a [Point],
}

impl EarRules for Ears<'_> {
    fn corner(&self, corner: [usize; 3]) -> Corner {
        let [a, b, c] = corner.map(|index| self.outline[index]);
        match turn(a, b, c) {
            area if area > 0.0 => Corner::Unblocked,
            0.0 => Corner::Always,
            _ => Corner::Never,
        }
    }

    fn blocks(&self, corner: [usize; 3], vertex: usize) -> bool {
        if corner.contains(&vertex) {
            return false;
        }
        let [a, b, c] = corner.map(|index| self.outline[index]);
        let p = self.outline[vertex];
        let is_outside = turn(a, b, p) < 0.0 || turn(b, c, p) < 0.0 || turn(c, a, p) < 0.0;
        !(is_outside || coincide(p, a) || coincide(p, b) || coincide(p, c))
    }
}

/// Comparisons of edges that merging takes before it leaves the pieces as they are, per square of their number.
/// Outlines that people draw need a hundredth of it.
const MERGE_EFFORT: usize = 8;

/// Remove shared edges as long as both ends stay convex (Hertel–Mehlhorn).
fn merge_convex(pieces: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let mut effort_left = MERGE_EFFORT * (pieces.len() + 1_000) * (pieces.len() + 1_000);
    let mut by_edge: BTreeMap<[u64; 4], Vec<usize>> = BTreeMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        for (start, end) in edges(piece) {
            by_edge.entry(edge_key(start, end)).or_default().push(number);
        }
    }
    let mut pieces: Vec<Option<Vec<Point>>> = pieces.into_iter().map(Some).collect();
    for first in 0..pieces.len() {
        let Some(mut merged) = pieces[first].take() else { continue };
        // Later pieces that share an edge with this one. Whether one fits depends on the corners at the ends of that
        // edge alone: what did not fit is tried again only when one of these has changed.
        let across = |(start, end): (Point, Point)| {
            let numbers = by_edge.get(&edge_key(end, start));
            numbers.into_iter().flatten().copied().filter(move |&number| number > first)
        };
        let mut untried: BTreeSet<usize> = edges(&merged).flat_map(across).collect();
        while let Some(second) = untried.pop_first() {
            let Some(other) = &pieces[second] else { continue };
            let Some(left) = effort_left.checked_sub(merged.len() * other.len()) else { break };
            effort_left = left;
            let Some(union) = union_if_convex(&merged, other) else { continue };
            // The edge went from what is now the last corner of the old piece to the first one.
            let seam = merged.len() - 1;
            pieces[second] = None;
            merged = union;
            let count = merged.len();
            let beside = (seam - 1..=count).map(|k| (merged[k % count], merged[(k + 1) % count]));
            untried.extend(beside.flat_map(across));
        }
        pieces[first] = Some(merged);
    }
    pieces.iter().flatten().map(|piece| without_straight_corners(piece)).collect()
}

fn edges(piece: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    (0..piece.len()).map(|k| (piece[k], piece[(k + 1) % piece.len()]))
}

/// The same for edges whose ends are equal.
fn edge_key(start: Point, end: Point) -> [u64; 4] {
    // Adding zero makes both zeros one.
    [start[0], start[1], end[0], end[1]].map(|coordinate| (coordinate + 0.0).to_bits())
}

/// The union of two convex polygons with a common edge, if it is convex.
fn union_if_convex(a: &[Point], b: &[Point]) -> Option<Vec<Point>> {
    for i in 0..a.len() {
        let (start, end) = (a[i], a[(i + 1) % a.len()]);
        let Some(j) = (0..b.len()).find(|&j| b[j] == end && b[(j + 1) % b.len()] == start) else { continue };
        // Around a from the end of the edge back to its start, then around b without the edge's ends.
        let union: Vec<Point> = (1..=a.len())
            .map(|k| a[(i + k) % a.len()])
            .chain((2..b.len()).map(|k| b[(j + k) % b.len()]))
            .collect();
        let count = union.len();
        let is_convex =
            (0..count).all(|k| turn(union[k], union[(k + 1) % count], union[(k + 2) % count]) >= 0.0);
        return is_convex.then_some(union);
    }
    None
}

fn without_straight_corners(piece: &[Point]) -> Vec<Point> {
    let count = piece.len();
    (0..count)
        .filter(|&k| turn(piece[(k + count - 1) % count], piece[k], piece[(k + 1) % count]) > 0.0)
        .map(|k| piece[k])
        .collect()
}

/// Convex hull, counter-clockwise (Andrew's monotone chain).
fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut hull: Vec<Point> = Vec::new();
        for point in points {
            while hull.len() >= 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], point) <= 0.0 {
                hull.pop();
            }
            hull.push(point);
        }
        hull.pop();
        hull
    };
    let mut hull = chain(&mut sorted.iter().copied());
    hull.extend(chain(&mut sorted.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(polygon: &[Point]) -> f64 {
        twice_area(polygon) / 2.0
    }

    fn is_convex(polygon: &[Point]) -> bool {
        let count = polygon.len();
        (0..count).all(|k| turn(polygon[k], polygon[(k + 1) % count], polygon[(k + 2) % count]) > 0.0)
    }

    /// Pieces are convex, and together cover exactly the outline's area.
    fn check(outline: &[Point], piece_count: usize) {
        let pieces = convex_pieces(outline).unwrap();
        assert_eq!(pieces.len(), piece_count, "{pieces:?}");
        assert!(pieces.iter().all(|piece| is_convex(piece)), "{pieces:?}");
        let total: f64 = pieces.iter().map(|piece| area(piece)).sum();
        assert!((total - area(outline).abs()).abs() < 1e-12, "{total}");
    }

    #[test]
    fn a_convex_outline_stays_whole_in_either_direction() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        check(&square, 1);
        let mut reversed = square;
        reversed.reverse();
        check(&reversed, 1);
    }

    #[test]
    fn an_l_is_two_pieces_and_a_u_is_three() {
        check(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]], 2);
        let u =
            [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [2.0, 2.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
        check(&u, 3);
    }

    #[test]
    fn straight_corners_and_repeated_vertices_do_not_matter() {
        let square = [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];
        check(&square, 1);
    }

    /// A comb with 40 teeth has far more vertices than Box2D's polygons may have.
    #[test]
    fn a_comb_of_many_teeth_is_covered_exactly() {
        let mut comb = vec![[0.0, -1.0], [40.0, -1.0]];
        for tooth in (0..40).rev() {
            let x = f64::from(tooth);
            comb.extend([[x + 1.0, 0.0], [x + 0.5, 3.0]]);
        }
        comb.push([0.0, 0.0]);
        let pieces = convex_pieces(&comb).unwrap();
        let total: f64 = pieces.iter().map(|piece| area(piece)).sum();
        assert!((total - area(&comb)).abs() < 1e-9);
        assert!(pieces.iter().all(|piece| is_convex(piece)));
        assert!(pieces.len() <= 81);
    }

    /// The first ear found by looking at every vertex again after each cut: the judge of the ring.
    fn triangulated_by_looking_everywhere(outline: &[Point]) -> Option<Vec<Vec<Point>>> {
        let rules = Ears { outline };
        let mut ring: Vec<usize> = (0..outline.len()).collect();
        let mut triangles = Vec::new();
        while ring.len() > 3 {
            let count = ring.len();
            let corner = |at: usize| [ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]];
            let is_ear = |at: &usize| match rules.corner(corner(*at)) {
                Corner::Always => true,
                Corner::Never => false,
                Corner::Unblocked => !ring.iter().any(|&vertex| rules.blocks(corner(*at), vertex)),
            };
            let ear = (0..count).find(is_ear)?;
            let triangle = corner(ear).map(|index| outline[index]);
            if turn(triangle[0], triangle[1], triangle[2]) > 0.0 {
                triangles.push(triangle.to_vec());
            }
            ring.remove(ear);
        }
        let last = [outline[ring[0]], outline[ring[1]], outline[ring[2]]];
        match turn(last[0], last[1], last[2]) {
            area if area > 0.0 => triangles.push(last.to_vec()),
            area if area < 0.0 => return None,
            _ => {}
        }
        Some(triangles)
    }

    /// Merging by comparing every piece with every later one.
    fn merged_by_comparing_all(mut pieces: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
        let mut first = 0;
        while first < pieces.len() {
            let merged = (first + 1..pieces.len()).find_map(|second| {
                union_if_convex(&pieces[first], &pieces[second]).map(|union| (second, union))
            });
            match merged {
                Some((second, union)) => {
                    pieces[first] = union;
                    pieces.remove(second);
                }
                None => first += 1,
            }
        }
        pieces.iter().map(|piece| without_straight_corners(piece)).collect()
    }

    /// Stars of random radii, some on a coarse grid so that corners line up, some that cross themselves.
    #[test]
    fn the_pieces_are_those_of_looking_everywhere() {
        let mut random = skidpad_math::SplitMix64::new(24);
        for case in 0..600 {
            let count = 3 + random.below(40);
            let outline: Vec<Point> = (0..count)
                .map(|k| {
                    let angle = std::f64::consts::TAU * k as f64 / count as f64;
                    let (sin, cos) = skidpad_math::sin_cos(angle);
                    let radius = random.between(1.0, 9.0);
                    let p = [radius * cos, radius * sin];
                    match case % 3 {
                        0 => p,
                        1 => p.map(f64::round),
                        _ => [random.between(-5.0, 5.0).round(), random.between(-5.0, 5.0).round()],
                    }
                })
                .collect();
            let outline = without_repeats(&outline);
            if outline.len() < 3 {
                continue;
            }
            let judged = triangulated_by_looking_everywhere(&outline);
            let found = triangulate(&outline);
            assert_eq!(found, judged, "{outline:?}");
            if let Some(triangles) = found {
                assert_eq!(merge_convex(triangles.clone()), merged_by_comparing_all(triangles));
            }
        }
    }

    /// The tips of a star do not fit to what is inside of it; trying them again and again would use up all effort.
    #[test]
    fn a_star_of_a_thousand_corners_is_merged_as_far_as_possible() {
        let corner = |k: u32| {
            let (sin, cos) = skidpad_math::sin_cos(std::f64::consts::TAU * f64::from(k) / 1_000.0);
            let radius = if k.is_multiple_of(2) { 2.0 } else { 1.0 };
            [radius * cos, radius * sin]
        };
        let star: Vec<Point> = (0..1_000).map(corner).collect();
        let pieces = convex_pieces(&star).unwrap();
        // 500 tips and the polygon inside of them, which rounding at its flat corners splits once.
        assert!(pieces.len() <= 502, "{}", pieces.len());
        let total: f64 = pieces.iter().map(|piece| area(piece)).sum();
        assert!((total / area(&star).abs() - 1.0).abs() < 1e-9, "{total}");
    }

    #[test]
    fn a_spiral_of_thousands_of_corners_is_covered() {
        let half = 1_500_u32;
        let point = |k: u32, width: f64| {
            let turns = 12.0 * f64::from(k) / f64::from(half);
            let (sin, cos) = skidpad_math::sin_cos(turns * std::f64::consts::TAU);
            [(1.0 + turns + width) * cos, (1.0 + turns + width) * sin]
        };
        let arms = (0..half).map(|k| point(k, 0.0)).chain((0..half).rev().map(|k| point(k, 0.4)));
        let spiral: Vec<Point> = arms.collect();
        let pieces = convex_pieces(&spiral).unwrap();
        let total: f64 = pieces.iter().map(|piece| area(piece)).sum();
        assert!((total / area(&spiral).abs() - 1.0).abs() < 1e-9, "{total}");
    }

    #[test]
    fn an_outline_that_crosses_itself_becomes_its_hull() {
        let bow_tie = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
        let pieces = convex_pieces(&bow_tie).unwrap();
        let total: f64 = pieces.iter().map(|piece| area(piece)).sum();
        assert!((0.5 - 1e-12..=1.0 + 1e-12).contains(&total), "{total}");
    }

    #[test]
    fn outlines_without_area_are_refused() {
        assert_eq!(convex_pieces(&[[0.0, 0.0], [1.0, 0.0]]), None);
        assert_eq!(convex_pieces(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]), None);
        assert_eq!(convex_pieces(&[[0.0, 0.0], [f64::NAN, 1.0], [2.0, 2.0]]), None);
        assert_eq!(Outline::Rectangle { length_m: 0.0, width_m: 1.0 }.pieces(), None);
    }
}

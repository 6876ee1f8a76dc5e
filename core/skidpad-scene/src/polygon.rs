//! Simple polygons in the plane: area, hull, containment, and simplification that only ever grows.

use crate::ear_clipping::{Corner, EarRules, Ring};

/// A point of the plane [m].
pub type Point = [f64; 2];

/// Twice the signed area of a triangle: positive when a, b, c turn left.
fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn distance(a: Point, b: Point) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    (dx * dx + dy * dy).sqrt()
}

/// Area [m²], positive for a counter-clockwise polygon.
pub fn area_m2(polygon: &[Point]) -> f64 {
    let Some(&last) = polygon.last() else {
        return 0.0;
    };
    let mut before = last;
    let mut twice = 0.0;
    for &p in polygon {
        // Relative to one vertex, so that polygons far from the origin keep their precision.
        twice += (before[0] - last[0]) * (p[1] - last[1]) - (before[1] - last[1]) * (p[0] - last[0]);
        before = p;
    }
    0.5 * twice
}

/// Where the edges of a polygon cross the height `y`, in the order of the edges.
pub(crate) fn crossings(polygon: &[Point], y: f64) -> impl Iterator<Item = f64> {
    let befores = polygon.last().into_iter().chain(polygon);
    befores
        .zip(polygon)
        .filter(move |(before, p)| (p[1] > y) != (before[1] > y))
        .map(move |(before, p)| p[0] + (before[0] - p[0]) * ((y - p[1]) / (before[1] - p[1])))
}

/// True if the point lies inside, by the even–odd rule.
pub fn contains(polygon: &[Point], [x, y]: Point) -> bool {
    crossings(polygon, y).filter(|&crossing| x < crossing).count() % 2 == 1
}

/// The triangles of a simple counter-clockwise polygon, as numbers of its corners (ear clipping).
/// One that crosses itself still gives triangles, though they overlap.
pub fn triangulated(polygon: &[Point]) -> Vec<[u32; 3]> {
    let mut ring = Ring::new(polygon.len(), Ears { polygon });
    let mut triangles = Vec::new();
    while ring.count() > 3 {
        // Without an ear, a corner on a line or of a crossing goes first.
        let flat = || {
            ring.left().find(|&vertex| {
                let [a, b, c] = ring.corner(vertex).map(|index| polygon[index]);
                turn(a, b, c) == 0.0
            })
        };
        let Some(ear) = ring.first_ear().or_else(flat).or_else(|| ring.left().next()) else { break };
        triangles.push(ring.corner(ear).map(|index| index as u32));
        ring.cut(ear);
    }
    let left: Vec<u32> = ring.left().map(|index| index as u32).collect();
    triangles.extend(<[u32; 3]>::try_from(left).ok());
    triangles
}

/// Ears turn left and hold no other vertex.
struct Ears<'a> {
    polygon: &'a [Point],
}

impl EarRules for Ears<'_> {
    fn corner(&self, corner: [usize; 3]) -> Corner {
        let [a, b, c] = corner.map(|index| self.polygon[index]);
        if turn(a, b, c) > 0.0 { Corner::Unblocked } else { Corner::Never }
    }

    fn blocks(&self, corner: [usize; 3], vertex: usize) -> bool {
        let [a, b, c] = corner.map(|index| self.polygon[index]);
        let p = self.polygon[vertex];
        let is_inside = [(a, b), (b, c), (c, a)].iter().all(|&(q, r)| turn(q, r, p) >= 0.0);
        is_inside && p != a && p != b && p != c
    }
}

/// The convex hull, counter-clockwise, without points on its edges (Andrew's monotone chain).
/// Fewer than three points come back when all lie on a line.
pub fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |ordered: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in ordered {
            while let [.., a, b] = chain[..]
                && turn(a, b, p) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut sorted.iter().copied());
    hull.extend(half(&mut sorted.iter().rev().copied()));
    hull
}

/// How far a simplification may go.
#[derive(Clone, Copy, Debug)]
pub struct Simplification {
    /// Drop vertices freely while the outline moves outward by no more than this [m].
    pub tolerance_m: f64,
    /// Then go on, cheapest area first, until no more vertices than this are left.
    pub max_vertices: usize,
}

/// A polygon with fewer vertices that still covers the given one (counter-clockwise, simple).
///
/// Two moves, both of which only add area: a vertex that bends inward is dropped, or an edge
/// between two outward corners is replaced by the point where its neighbours meet. A move that
/// would make the outline touch itself is not taken. Where no move is left, the hull takes over.
pub fn simplified_outward(polygon: &[Point], limits: Simplification) -> Vec<Point> {
    let mut outline = polygon.to_vec();
    // Bends first: a staircase is a line before any of its corners may grow.
    shrink(&mut outline, 3, limits.tolerance_m, cheapest_drop);
    shrink(&mut outline, 3, limits.tolerance_m, cheapest_move);
    let max_vertices = limits.max_vertices.max(3);
    shrink(&mut outline, max_vertices, f64::INFINITY, cheapest_move);
    if outline.len() > max_vertices {
        outline = convex_hull(&outline);
        shrink(&mut outline, max_vertices, f64::INFINITY, cheapest_move);
    }
    outline
}

/// A change at one place of the outline that saves one vertex.
#[derive(Clone, Copy)]
struct Move {
    /// Added area times two.
    cost: f64,
    /// The vertex to drop, or the first vertex of the edge to replace.
    at: usize,
    /// The point that replaces the edge; none for a dropped vertex.
    meeting: Option<Point>,
}

/// Take the cheapest move again and again, down to `max_vertices`, while one is left that moves
/// the outline by at most `max_shift_m`.
fn shrink(
    outline: &mut Vec<Point>,
    max_vertices: usize,
    max_shift_m: f64,
    cheapest: impl Fn(&[Point], usize, f64) -> Option<Move>,
) {
    while outline.len() > max_vertices {
        let mut moves: Vec<Move> =
            (0..outline.len()).filter_map(|at| cheapest(outline, at, max_shift_m)).collect();
        moves.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        // Moves far apart do not disturb each other: take many in one sweep.
        let count = outline.len();
        let batch = (count - max_vertices).min(1 + count / 16);
        let index = (count > LONGEST_COMPARED).then(|| VertexIndex::new(outline));
        let mut is_disturbed = vec![false; count];
        let mut taken: Vec<Move> = Vec::new();
        for candidate in moves {
            if taken.len() == batch {
                break;
            }
            if !is_disturbed[candidate.at] && is_clear(outline, &candidate, index.as_ref()) {
                for step in 0..9 {
                    is_disturbed[(candidate.at + count + step - 4) % count] = true;
                }
                taken.push(candidate);
            }
        }
        if taken.is_empty() {
            return;
        }
        taken.sort_by_key(|one| std::cmp::Reverse(one.at));
        for one in taken {
            apply(outline, &one);
        }
    }
}

fn apply(outline: &mut Vec<Point>, one: &Move) {
    if let Some(meeting) = one.meeting {
        let next = (one.at + 1) % outline.len();
        outline[one.at] = meeting;
        outline.remove(next);
    } else {
        outline.remove(one.at);
    }
}

/// Vertices before, at, after and two after `at`.
fn around(outline: &[Point], at: usize) -> [Point; 4] {
    let n = outline.len();
    [n - 1, 0, 1, 2].map(|step| outline[(at + step) % n])
}

/// Drop the vertex at `at`, if it bends inward or lies on a line.
fn cheapest_drop(outline: &[Point], at: usize, max_shift_m: f64) -> Option<Move> {
    let [a, b, c, _] = around(outline, at);
    let bend = turn(a, b, c);
    let is_small = bend <= 0.0 && -bend <= max_shift_m * distance(a, c);
    is_small.then_some(Move { cost: -bend, at, meeting: None })
}

/// Drop the vertex at `at`, or replace the edge that starts there.
fn cheapest_move(outline: &[Point], at: usize, max_shift_m: f64) -> Option<Move> {
    let [a, b, c, d] = around(outline, at);
    if turn(a, b, c) <= 0.0 {
        return cheapest_drop(outline, at, max_shift_m);
    }
    if outline.len() < 4 || turn(b, c, d) <= 0.0 {
        return None;
    }
    // b + s (b - a) = c + t (c - d)
    let (u, v, w) = ([b[0] - a[0], b[1] - a[1]], [c[0] - d[0], c[1] - d[1]], [c[0] - b[0], c[1] - b[1]]);
    let determinant = u[1] * v[0] - u[0] * v[1];
    let s = (v[0] * w[1] - v[1] * w[0]) / determinant;
    let t = (u[0] * w[1] - u[1] * w[0]) / determinant;
    if !(s > 0.0 && t > 0.0 && s.is_finite() && t.is_finite()) {
        return None;
    }
    let meeting = [b[0] + s * u[0], b[1] + s * u[1]];
    let cost = turn(b, meeting, c).abs();
    let edge = distance(b, c);
    // A needle is never a good corner, however small its area.
    let height = cost / edge;
    let is_small = height <= max_shift_m && height <= 2.0 * edge;
    is_small.then_some(Move { cost, at, meeting: Some(meeting) })
}

/// Up to this many vertices, a move is compared with all others; beyond, with those near it.
pub(crate) const LONGEST_COMPARED: usize = 1_000;

/// True if the area a move adds holds no other part of the outline.
fn is_clear(outline: &[Point], one: &Move, index: Option<&VertexIndex>) -> bool {
    if one.cost == 0.0 {
        return true;
    }
    let n = outline.len();
    let [a, b, c, _] = around(outline, one.at);
    let triangle = match one.meeting {
        Some(meeting) => [b, meeting, c],
        None => [a, c, b],
    };
    let own: &[usize] = if one.meeting.is_some() { &[0, 1] } else { &[n - 1, 0, 1] };
    let is_own = |index: usize| own.iter().any(|step| (one.at + step) % n == index);
    let is_apart = |index: usize| {
        if is_own(index) {
            return true;
        }
        let p = outline[index];
        let next = (index + 1) % n;
        !in_triangle(p, triangle)
            && (one.meeting.is_none() || is_own(next) || !crosses_corner(p, outline[next], triangle))
    };
    match index {
        Some(index) => index.near(triangle).all(is_apart),
        None => (0..n).all(is_apart),
    }
}

/// The edges of an outline by the squares of a grid that they pass.
struct VertexIndex {
    low: Point,
    cell_m: f64,
    width: usize,
    height: usize,
    /// Edges by the number of their first vertex.
    cells: Vec<Vec<u32>>,
    /// Edges that pass many squares.
    long: Vec<u32>,
}

impl VertexIndex {
    /// Squares that an edge may pass before it is looked at always.
    const MOST_CELLS: usize = 64;

    fn new(outline: &[Point]) -> VertexIndex {
        let (low, high) = bounds(outline);
        let size = [high[0] - low[0], high[1] - low[1]];
        let cell_m = (size[0] * size[1] / outline.len() as f64).sqrt().max(1e-3 * size[0].max(size[1]));
        let count = |axis: usize| (size[axis] / cell_m) as usize + 1;
        let (width, height) = (count(0), count(1));
        let mut index = VertexIndex {
            low,
            cell_m,
            width,
            height,
            cells: vec![Vec::new(); width * height],
            long: Vec::new(),
        };
        for k in 0..outline.len() {
            let [columns, rows] = index.span(&[outline[k], outline[(k + 1) % outline.len()]]);
            if columns.len() * rows.len() > Self::MOST_CELLS {
                index.long.push(k as u32);
                continue;
            }
            for row in rows {
                for column in columns.clone() {
                    index.cells[row * width + column].push(k as u32);
                }
            }
        }
        index
    }

    /// Columns and rows of the squares around some points.
    fn span(&self, points: &[Point]) -> [std::ops::Range<usize>; 2] {
        let (low, high) = bounds(points);
        [(0, self.width), (1, self.height)].map(|(axis, count)| {
            let cell =
                |value: f64| (((value - self.low[axis]) / self.cell_m).max(0.0) as usize).min(count - 1);
            cell(low[axis])..cell(high[axis]) + 1
        })
    }

    /// The edges that may pass a triangle; some of them more than once.
    fn near(&self, triangle: [Point; 3]) -> impl Iterator<Item = usize> {
        let [columns, rows] = self.span(&triangle);
        let cells = rows.flat_map(move |row| columns.clone().map(move |column| row * self.width + column));
        cells.flat_map(|cell| &self.cells[cell]).chain(&self.long).map(|&edge| edge as usize)
    }
}

fn bounds(points: &[Point]) -> (Point, Point) {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for p in points {
        for axis in 0..2 {
            low[axis] = low[axis].min(p[axis]);
            high[axis] = high[axis].max(p[axis]);
        }
    }
    (low, high)
}

/// In a counter-clockwise or clockwise triangle, edges included.
fn in_triangle(p: Point, [a, b, c]: [Point; 3]) -> bool {
    let sides = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
    sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
}

/// True if the segment cuts the two sides that meet at the triangle's middle corner.
fn crosses_corner(p: Point, q: Point, [a, b, c]: [Point; 3]) -> bool {
    let cuts =
        |u: Point, v: Point| turn(p, q, u) * turn(p, q, v) <= 0.0 && turn(u, v, p) * turn(u, v, q) <= 0.0;
    cuts(a, b) || cuts(b, c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_of_a_polygon_cover_it_once() {
        let comb = [
            [0.0, 0.0],
            [5.0, 0.0],
            [5.0, 3.0],
            [4.0, 3.0],
            [4.0, 1.0],
            [2.5, 1.0],
            [2.5, 3.0],
            [1.0, 1.0],
            [0.0, 3.0],
        ];
        let triangles = triangulated(&comb);
        assert_eq!(triangles.len(), comb.len() - 2);
        let areas = triangles.iter().map(|t| area_m2(&t.map(|k| comb[k as usize])));
        assert!(areas.clone().all(|area| area >= 0.0));
        assert!((areas.sum::<f64>() - area_m2(&comb)).abs() < 1e-12);
        assert_eq!(triangulated(&comb[..2]).len(), 0);
        let crossed = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
        assert_eq!(triangulated(&crossed).len(), 2);
    }

    const SQUARE: [Point; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];

    #[test]
    fn area_is_signed_and_holds_far_from_the_origin() {
        assert_eq!(area_m2(&SQUARE), 4.0);
        let backwards: Vec<Point> = SQUARE.iter().rev().copied().collect();
        assert_eq!(area_m2(&backwards), -4.0);
        let far = SQUARE.map(|[x, y]| [x + 4e6, y + 5e5]);
        assert_eq!(area_m2(&far), 4.0);
    }

    #[test]
    fn containment_follows_the_notch() {
        let notched = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
        assert!(contains(&notched, [0.5, 2.0]));
        assert!(contains(&notched, [3.5, 2.0]));
        assert!(!contains(&notched, [2.0, 2.0]));
        assert!(!contains(&notched, [5.0, 0.5]));
    }

    #[test]
    fn hull_leaves_out_what_lies_inside_or_on_an_edge() {
        let mut points = SQUARE.to_vec();
        points.extend([[1.0, 0.0], [1.0, 1.0], [2.0, 1.5], [0.0, 0.0]]);
        assert_eq!(convex_hull(&points), SQUARE);
        assert_eq!(convex_hull(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]).len(), 2);
    }

    #[test]
    fn a_staircase_becomes_a_line() {
        let mut stairs = vec![[0.0, 0.0], [10.0, 0.0]];
        for step in 0..10 {
            let at = f64::from(step);
            stairs.push([10.0 - at, at + 1.0]);
            stairs.push([9.0 - at, at + 1.0]);
        }
        let line = simplified_outward(&stairs, Simplification { tolerance_m: 1.0, max_vertices: 99 });
        assert!(line.len() <= 5, "{line:?}");
        assert!(area_m2(&line) <= 50.0 + 11.0);
    }

    #[test]
    fn a_cut_corner_is_filled_when_vertices_are_scarce() {
        let cut = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.9], [1.9, 2.0], [0.0, 2.0]];
        let four = simplified_outward(&cut, Simplification { tolerance_m: 0.0, max_vertices: 4 });
        assert_eq!(four.len(), 4);
        assert!((area_m2(&four) - 4.0).abs() < 1e-12);
        let five = simplified_outward(&cut, Simplification { tolerance_m: 0.0, max_vertices: 5 });
        assert_eq!(five, cut);
    }

    #[test]
    fn a_deep_notch_survives() {
        let notched = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.5, 4.0], [2.0, 1.0], [1.5, 4.0], [0.0, 4.0]];
        let kept = simplified_outward(&notched, Simplification { tolerance_m: 0.1, max_vertices: 12 });
        assert_eq!(kept, notched);
    }
}

//! Edges of outlines, sorted into sectors around one place, nearest first.

use super::{PlanarBody, PlanarHit, PlanarTarget};

/// Sectors around the full circle.
const SECTORS: usize = 512;

/// The edges seen from one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Sectors {
    edges: Vec<Edge>,
    /// Where each sector's list begins in `lists`, and the end of the last one.
    starts: Vec<u32>,
    /// Numbers of edges, sector by sector.
    lists: Vec<u32>,
}

/// An edge relative to the place.
#[derive(Clone, Copy, Debug)]
struct Edge {
    a: [f64; 2],
    b: [f64; 2],
    /// a × b: twice the area that it spans with the place.
    area: f64,
    /// One over its length [1/m]; 0 for an edge without length.
    inverse_length: f64,
    /// Distance to its nearest point, rounded down a little.
    nearest_m: f64,
    body: u32,
    /// Sectors that it reaches, from the first to the last, which may be past the end of the circle.
    first: u16,
    last: u16,
}

impl Sectors {
    pub(super) fn clear(&mut self) {
        self.edges.clear();
    }

    pub(super) fn add(&mut self, body: &PlanarBody<'_>, origin_m: [f64; 2]) {
        let corners = body.corners_m;
        let relative = |p: &[f64; 2]| [p[0] - origin_m[0], p[1] - origin_m[1]];
        let closing = body.is_closed && corners.len() > 2;
        let pairs = corners.windows(2).map(|pair| (pair[0], pair[1]));
        let last = closing.then(|| (corners[corners.len() - 1], corners[0]));
        for (a, b) in pairs.chain(last) {
            self.edges.extend(Edge::new(relative(&a), relative(&b), body.number));
        }
    }

    pub(super) fn sort(&mut self) {
        // Stable: of equals the earlier stays first.
        self.edges.sort_by(|a, b| a.nearest_m.total_cmp(&b.nearest_m));
        self.starts.clear();
        self.starts.resize(SECTORS + 1, 0);
        for edge in &self.edges {
            edge.sectors().for_each(|sector| self.starts[sector + 1] += 1);
        }
        for sector in 0..SECTORS {
            self.starts[sector + 1] += self.starts[sector];
        }
        self.lists.clear();
        self.lists.resize(self.starts[SECTORS] as usize, 0);
        for (number, edge) in self.edges.iter().enumerate().rev() {
            // Filled from the back, so that the starts come to stand where they belong.
            for sector in edge.sectors() {
                self.starts[sector + 1] -= 1;
                self.lists[self.starts[sector + 1] as usize] = number as u32;
            }
        }
        // Now `starts[k + 1]` is the begin of sector k.
        self.starts.remove(0);
        self.starts.push(self.lists.len() as u32);
    }

    /// The nearest edge along a unit direction, not farther than the limit.
    #[inline]
    pub(super) fn cast(&self, direction: [f64; 2], limit_m: f64) -> Option<PlanarHit> {
        // Most beams of a robot between walls end before the nearest edge of all, which comes first.
        if self.edges.first().is_none_or(|edge| edge.nearest_m > limit_m) {
            return None;
        }
        self.cast_far(direction[0], direction[1], limit_m)
    }

    /// The same beyond the nearest edge of all. The direction comes in registers: in memory it would be written in
    /// halves and read as a whole, for which the processor waits as long as for the rest of a beam.
    fn cast_far(&self, x: f64, y: f64, limit_m: f64) -> Option<PlanarHit> {
        let direction = [x, y];
        let sector = sector_of(turn(direction));
        let list = &self.lists[self.starts[sector] as usize..self.starts[sector + 1] as usize];
        let mut best: Option<(f64, &Edge)> = None;
        let mut limit = limit_m;
        for &number in list {
            let edge = &self.edges[number as usize];
            if edge.nearest_m > limit {
                break;
            }
            if let Some(range_m) = edge.meet(direction)
                && range_m <= limit
                && best.is_none_or(|(known, of)| range_m < known || edge.body < of.body)
            {
                best = Some((range_m, edge));
                limit = range_m;
            }
        }
        best.map(|(range_m, edge)| PlanarHit {
            range_m,
            incidence_cos: edge.incidence_cos(direction),
            target: PlanarTarget::Body(edge.body),
        })
    }
}

impl Edge {
    /// None for an edge whose ends are no numbers.
    fn new(a: [f64; 2], b: [f64; 2], body: u32) -> Option<Edge> {
        if !a.iter().chain(&b).all(|value| value.is_finite()) {
            return None;
        }
        let e = [b[0] - a[0], b[1] - a[1]];
        let length2 = e[0] * e[0] + e[1] * e[1];
        let along =
            if length2 > 0.0 { (-(a[0] * e[0] + a[1] * e[1]) / length2).clamp(0.0, 1.0) } else { 0.0 };
        let foot = [a[0] + along * e[0], a[1] + along * e[1]];
        let nearest2 = foot[0] * foot[0] + foot[1] * foot[1];
        let size = a.iter().chain(&b).fold(0.0_f64, |most, value| most.max(value.abs()));
        let area = a[0] * b[1] - a[1] * b[0];
        // Seen from (almost) itself an edge is everywhere.
        let (first, last) = if nearest2 <= 1e-18 * size * size {
            (0, SECTORS - 1)
        } else {
            let (from, to) = if area >= 0.0 { (a, b) } else { (b, a) };
            let (first, last) = (sector_of(turn(from) - 1e-9), sector_of(turn(to) + 1e-9));
            (first, if last < first { last + SECTORS } else { last })
        };
        let nearest_m = nearest2.sqrt() - 1e-9 * size;
        let inverse_length = if length2 > 0.0 { 1.0 / length2.sqrt() } else { 0.0 };
        Some(Edge { a, b, area, inverse_length, nearest_m, body, first: first as u16, last: last as u16 })
    }

    fn sectors(&self) -> impl Iterator<Item = usize> + use<> {
        (usize::from(self.first)..=usize::from(self.last)).map(|sector| sector % SECTORS)
    }

    /// |d × e| / |e|, with the edge e and a unit direction d: the cosine of the angle to its normal.
    fn incidence_cos(&self, d: [f64; 2]) -> f64 {
        let e = [self.b[0] - self.a[0], self.b[1] - self.a[1]];
        ((d[0] * e[1] - d[1] * e[0]) * self.inverse_length).abs().min(1.0)
    }

    /// Distance along a unit direction d: with s = d × p, the side of p, the ray passes between
    /// ends on different sides, at t = (a × b) / (s_b − s_a). Neighbouring edges share an end and
    /// its side, so that nothing slips through between them.
    fn meet(&self, d: [f64; 2]) -> Option<f64> {
        let side_a = d[0] * self.a[1] - d[1] * self.a[0];
        let side_b = d[0] * self.b[1] - d[1] * self.b[0];
        if (side_a > 0.0) == (side_b > 0.0) && side_a * side_b != 0.0 {
            return None;
        }
        if side_a == side_b {
            // Both zero: it lies along the ray.
            let [near, far] = [self.a, self.b].map(|p| d[0] * p[0] + d[1] * p[1]);
            let reaches = near.max(far) >= 0.0;
            return reaches.then(|| if near.min(far) <= 0.0 { 0.0 } else { near.min(far) });
        }
        let t = self.area / (side_b - side_a);
        (t >= 0.0).then_some(t)
    }
}

/// A number that grows with the angle of a direction, from 0 to 4 around the circle; no
/// transcendental function is needed to sort by it.
fn turn([x, y]: [f64; 2]) -> f64 {
    let p = y / (x.abs() + y.abs());
    if x < 0.0 {
        2.0 - p
    } else if y < 0.0 {
        4.0 + p
    } else {
        p
    }
}

fn sector_of(turn: f64) -> usize {
    let turn = if turn < 0.0 { turn + 4.0 } else { turn };
    (turn * (SECTORS / 4) as f64) as usize % SECTORS
}

#[cfg(test)]
mod tests {
    use super::super::PlanarCaster;
    use super::*;
    use skidpad_math::{NoiseAddress, sin_cos};

    /// Bodies of three to six corners; of each the number and the corners.
    fn bodies(case: u64, count: u64) -> Vec<Vec<[f64; 2]>> {
        let noise = NoiseAddress { seed: 8, stream: 1, step: case };
        let body = |k: u64| {
            let centre = [0, 1].map(|axis| 30.0 * noise.uniform(20 * k + axis) - 15.0);
            let corners = 3 + k % 4;
            (0..corners)
                .map(|c| {
                    let (sin, cos) = sin_cos(std::f64::consts::TAU * c as f64 / corners as f64);
                    let radius = 0.2 + noise.uniform(20 * k + 3 + c);
                    [centre[0] + radius * cos, centre[1] + radius * sin]
                })
                .collect()
        };
        (0..count).map(body).collect()
    }

    /// The judge: every edge, by solving for the crossing.
    fn brute_force(bodies: &[Vec<[f64; 2]>], o: [f64; 2], d: [f64; 2]) -> Option<(f64, u32)> {
        let mut best: Option<(f64, u32)> = None;
        for (number, corners) in (0..).zip(bodies) {
            for k in 0..corners.len() {
                let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
                let e = [b[0] - a[0], b[1] - a[1]];
                let determinant = e[0] * d[1] - e[1] * d[0];
                let r = [a[0] - o[0], a[1] - o[1]];
                let t = (e[0] * r[1] - e[1] * r[0]) / determinant;
                let s = (d[0] * r[1] - d[1] * r[0]) / determinant;
                if t >= 0.0 && (0.0..=1.0).contains(&s) && best.is_none_or(|(known, _)| t < known) {
                    best = Some((t, number));
                }
            }
        }
        best
    }

    fn placed(all: &[Vec<[f64; 2]>], origin_m: [f64; 2]) -> PlanarCaster {
        let mut caster = PlanarCaster::default();
        let list = (0..).zip(all).map(|(number, corners)| PlanarBody {
            number,
            corners_m: corners,
            is_closed: true,
            z_min_m: 0.0,
            z_max_m: 1.0,
        });
        caster.place(origin_m, Some(0.5), list);
        caster
    }

    #[test]
    fn sectors_find_what_looking_at_every_edge_finds() {
        let mut hits = 0;
        for case in 0..40 {
            let all = bodies(case, 1 + 7 * case);
            let noise = NoiseAddress { seed: 9, stream: 1, step: case };
            let origin_m = [0, 1].map(|axis| 20.0 * noise.uniform(axis) - 10.0);
            let caster = placed(&all, origin_m);
            for beam in 0..500 {
                let (sin, cos) = sin_cos(f64::from(beam) * 0.0126);
                let found = caster.cast([cos, sin], f64::INFINITY);
                let judged = brute_force(&all, origin_m, [cos, sin]);
                let (Some(found), Some((range_m, body))) = (found, judged) else {
                    assert!(found.is_none() && judged.is_none(), "case {case}, beam {beam}");
                    continue;
                };
                assert!((found.range_m - range_m).abs() < 1e-9, "case {case}, beam {beam}");
                assert_eq!(found.target, PlanarTarget::Body(body));
                hits += 1;
            }
        }
        assert!(hits > 10_000, "{hits}");
    }

    #[test]
    fn no_beam_slips_between_the_edges_of_an_outline() {
        let ring: Vec<[f64; 2]> = (0..37)
            .map(|k| {
                let (sin, cos) = sin_cos(f64::from(k) * std::f64::consts::TAU / 37.0);
                [3.0 * cos, 3.0 * sin]
            })
            .collect();
        let caster = placed(std::slice::from_ref(&ring), [0.1, -0.2]);
        for corner in &ring {
            let d = [corner[0] - 0.1, corner[1] + 0.2];
            let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
            let hit = caster.cast([d[0] / length, d[1] / length], f64::INFINITY).unwrap();
            assert!((hit.range_m - length).abs() < 1e-9);
        }
    }

    #[test]
    fn heights_edges_along_the_beam_and_lone_points() {
        let square = [[2.0, 0.0], [4.0, 0.0], [4.0, 1.0], [2.0, 1.0]];
        let body = |z_min_m, z_max_m| PlanarBody {
            number: 3,
            corners_m: &square,
            is_closed: true,
            z_min_m,
            z_max_m,
        };
        let mut caster = PlanarCaster::default();
        caster.place([0.0, 0.0], Some(0.5), [body(0.6, 2.0), body(0.0, 0.4)]);
        assert_eq!(caster.cast([1.0, 0.0], 10.0), None, "above and below");
        caster.place([0.0, 0.0], Some(0.5), [body(0.5, 2.0)]);
        assert_eq!(caster.cast([1.0, 0.0], 10.0).unwrap().range_m, 2.0, "along its edge");
        assert_eq!(caster.cast([1.0, 0.0], 1.9), None);
        let slanting = caster.cast([0.96, 0.28], 10.0).unwrap();
        assert!((slanting.incidence_cos - 0.96).abs() < 1e-15, "{slanting:?}");
        assert_eq!(caster.cast([-1.0, 0.0], 10.0), None);
        caster.place([3.0, 0.5], None, [body(7.0, 8.0)]);
        assert_eq!(caster.cast([0.0, 1.0], 10.0).unwrap().range_m, 0.5, "from inside, heights ignored");
        let point =
            PlanarBody { number: 1, corners_m: &square[..1], is_closed: true, z_min_m: 0.0, z_max_m: 1.0 };
        caster.place([0.0, 0.0], None, [point]);
        assert_eq!(caster.cast([1.0, 0.0], 10.0), None);
        caster.place([3.0, 0.0], None, [body(0.0, 1.0)]);
        assert_eq!(caster.cast([0.0, -1.0], 10.0).unwrap().range_m, 0.0, "on its edge");
    }
}

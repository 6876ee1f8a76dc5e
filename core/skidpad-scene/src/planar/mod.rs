//! Rays in a horizontal plane, in double precision: the fast path of planar lasers.
//!
//! Occupancy grids are walked cell by cell, leaping over free space; bodies are the edges of their
//! outlines, sorted once per scan into sectors around the laser.

mod grid;
mod sectors;
mod walk;

pub use grid::PlanarGrid;

use sectors::Sectors;
use std::sync::Arc;

/// What a planar laser can see from one place.
///
/// ```
/// use skidpad_scene::{PlanarBody, PlanarCaster, PlanarTarget};
///
/// let mut caster = PlanarCaster::new(Vec::new());
/// let square = [[2.0, -1.0], [4.0, -1.0], [4.0, 1.0], [2.0, 1.0]];
/// let block = PlanarBody { number: 7, corners_m: &square, is_closed: true, z_min_m: 0.0, z_max_m: 1.0 };
/// caster.place([0.0, 0.0], Some(0.5), [block]);
/// let hit = caster.cast([1.0, 0.0], 20.0).unwrap();
/// assert_eq!((hit.range_m, hit.target), (2.0, PlanarTarget::Body(7)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlanarCaster {
    grids: Vec<Arc<PlanarGrid>>,
    origin_m: [f64; 2],
    sectors: Sectors,
}

/// An outline with a height, where it is in the world now.
#[derive(Clone, Copy, Debug)]
pub struct PlanarBody<'a> {
    /// How the caller calls it.
    pub number: u32,
    /// Corners in the world [m].
    pub corners_m: &'a [[f64; 2]],
    /// Does the last corner join the first?
    pub is_closed: bool,
    /// It reaches from here [m] …
    pub z_min_m: f64,
    /// … to here [m].
    pub z_max_m: f64,
}

/// What a beam meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarHit {
    /// Distance from the laser [m].
    pub range_m: f64,
    /// Cosine of the angle between the beam and the surface's normal, 0 to 1; 1 from inside a wall.
    pub incidence_cos: f64,
    /// What it is.
    pub target: PlanarTarget,
}

/// What kind of thing a beam meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanarTarget {
    /// An occupied cell of the grid with this place in the caster's list.
    Grid(u32),
    /// The body that the caller calls so.
    Body(u32),
}

/// Beams that are cast together.
const ROW: usize = PlanarCaster::ROW;

/// Unit vectors in the world, one for each beam of a row.
#[derive(Clone, Copy, Debug)]
pub struct Directions {
    x: [f64; ROW],
    y: [f64; ROW],
}

impl Directions {
    /// Beam `k` takes `direction_of(k)`.
    #[inline(always)]
    pub fn from_fn(mut direction_of: impl FnMut(usize) -> [f64; 2]) -> Directions {
        let mut all = Directions { x: [0.0; ROW], y: [0.0; ROW] };
        for k in 0..ROW {
            [all.x[k], all.y[k]] = direction_of(k);
        }
        all
    }

    /// The direction of one beam.
    #[inline(always)]
    pub fn get(&self, beam: usize) -> [f64; 2] {
        [self.x[beam], self.y[beam]]
    }
}

/// What a row of beams meets, as [`PlanarHit`] says it of one.
#[derive(Clone, Copy, Debug)]
pub struct PlanarRow {
    /// Distance from the laser [m]; infinite where nothing is met.
    pub ranges_m: [f64; ROW],
    /// Cosines of angles of incidence.
    pub incidence_cos: [f64; ROW],
    /// What they meet.
    pub targets: [PlanarTarget; ROW],
}

impl PlanarCaster {
    /// Beams that are cast together.
    pub const ROW: usize = 16;

    /// A caster over these grids, with no bodies yet.
    pub fn new(grids: Vec<Arc<PlanarGrid>>) -> PlanarCaster {
        PlanarCaster { grids, ..PlanarCaster::default() }
    }

    /// Look from a place: take the bodies that reach the height `z_m`, or all of them where it is none.
    /// Memory of earlier scans is used again.
    pub fn place<'a>(
        &mut self,
        origin_m: [f64; 2],
        z_m: Option<f64>,
        bodies: impl IntoIterator<Item = PlanarBody<'a>>,
    ) {
        self.origin_m = origin_m;
        self.sectors.clear();
        for body in bodies {
            if z_m.is_none_or(|z_m| body.z_min_m <= z_m && z_m <= body.z_max_m) {
                self.sectors.add(&body, origin_m);
            }
        }
        self.sectors.sort();
    }

    /// The first thing along a direction of the world, a unit vector, up to a range.
    /// Surfaces are seen from both sides. Of equal ranges grids come first, then earlier bodies.
    pub fn cast(&self, direction: [f64; 2], max_range_m: f64) -> Option<PlanarHit> {
        let met = |grid: &PlanarGrid| grid.meet(self.origin_m, direction, max_range_m);
        let (mut best, mut limit_m) = (None, max_range_m);
        for (number, grid) in (0..).zip(&self.grids) {
            nearer(&mut best, &mut limit_m, met(grid), number);
        }
        self.or_edge(best, direction, limit_m)
    }

    /// The same for a row of directions, of which neighbours should be alike.
    pub fn cast_row(&self, directions: &Directions, max_range_m: f64) -> PlanarRow {
        let mut row = PlanarRow {
            ranges_m: [f64::INFINITY; ROW],
            incidence_cos: [0.0; ROW],
            targets: [PlanarTarget::Grid(0); ROW],
        };
        for (number, grid) in (0..).zip(&self.grids) {
            let met = grid.meet_row(self.origin_m, directions, max_range_m);
            for k in 0..ROW {
                if met.ranges_m[k] < row.ranges_m[k] {
                    row.ranges_m[k] = met.ranges_m[k];
                    row.incidence_cos[k] = met.incidence_cos[k];
                    row.targets[k] = PlanarTarget::Grid(number);
                }
            }
        }
        for k in 0..ROW {
            let known_m = row.ranges_m[k];
            if let Some(hit) = self.sectors.cast(directions.get(k), known_m.min(max_range_m))
                && hit.range_m < known_m
            {
                row.ranges_m[k] = hit.range_m;
                row.incidence_cos[k] = hit.incidence_cos;
                row.targets[k] = hit.target;
            }
        }
        row
    }

    /// The nearest edge of a body, if it is nearer than what is known.
    fn or_edge(&self, best: Option<PlanarHit>, direction: [f64; 2], limit_m: f64) -> Option<PlanarHit> {
        let edge = self.sectors.cast(direction, limit_m);
        edge.filter(|hit| best.is_none() || hit.range_m < limit_m).or(best)
    }
}

/// Take what a beam meets in a grid, if it is nearer than what is known.
fn nearer(best: &mut Option<PlanarHit>, limit_m: &mut f64, met: Option<(f64, f64)>, number: u32) {
    if let Some((range_m, incidence_cos)) = met
        && (best.is_none() || range_m < *limit_m)
    {
        *limit_m = range_m;
        *best = Some(PlanarHit { range_m, incidence_cos, target: PlanarTarget::Grid(number) });
    }
}

//! Rays in a horizontal plane, in double precision: the fast path of planar lasers.
//!
//! Occupancy grids are walked cell by cell, leaping over free space; bodies are the edges of their
//! outlines, sorted once per scan into sectors around the laser.

mod grid;
mod sectors;

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

impl PlanarCaster {
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
        let [hit] = self.cast_row(&[direction], max_range_m);
        hit
    }

    /// The same for several directions, of which neighbours should be alike.
    pub fn cast_row<const N: usize>(
        &self,
        directions: &[[f64; 2]; N],
        max_range_m: f64,
    ) -> [Option<PlanarHit>; N] {
        let mut best = [None; N];
        let mut limits_m = [max_range_m; N];
        for (number, grid) in (0..).zip(&self.grids) {
            let met = grid.meet_row(self.origin_m, directions, max_range_m);
            for ((best, limit_m), met) in best.iter_mut().zip(&mut limits_m).zip(met) {
                if let Some((range_m, incidence_cos)) = met
                    && (best.is_none() || range_m < *limit_m)
                {
                    *limit_m = range_m;
                    *best = Some(PlanarHit { range_m, incidence_cos, target: PlanarTarget::Grid(number) });
                }
            }
        }
        for ((best, limit_m), direction) in best.iter_mut().zip(limits_m).zip(directions) {
            if let Some(hit) = self.sectors.cast(*direction, limit_m)
                && (best.is_none() || hit.range_m < limit_m)
            {
                *best = Some(hit);
            }
        }
        best
    }
}

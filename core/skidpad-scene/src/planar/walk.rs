//! Beams through a grid, four in a register.
//!
//! No closures here: they would be compiled without the registers' instructions.

use super::grid::{PlanarGrid, quadrant};
use super::{Directions, ROW};
use skidpad_lanes::{Lane64Work, Lanes64, Mask64};

/// A row of beams that start inside a grid; lengths, but for the resolution, in cells.
pub(super) struct Walk<'a> {
    pub(super) grid: &'a PlanarGrid,
    pub(super) from: [f64; 2],
    pub(super) cell: [i32; 2],
    pub(super) directions: &'a Directions,
    pub(super) limit: f64,
    pub(super) resolution_m: f64,
}

/// What [`PlanarGrid::meet`] finds for each beam.
pub(super) struct Met {
    /// Distance to the wall [m]; infinite where there is none.
    pub(super) ranges_m: [f64; ROW],
    /// Cosine of the angle of incidence.
    pub(super) incidence_cos: [f64; ROW],
}

/// So many that some work while others wait for their next square.
const REGISTERS: usize = ROW / 4;

/// Four beams. Cells are whole numbers.
#[derive(Clone, Copy)]
struct Beams<V: Lanes64> {
    dx: V,
    dy: V,
    inverse_x: V,
    inverse_y: V,
    x: V,
    y: V,
    is_open: V::Mask,
    /// Was the edge that was passed last one of constant x?
    was_x: V::Mask,
}

impl Lane64Work for Walk<'_> {
    type Output = Met;

    #[inline(always)]
    fn run<V: Lanes64>(self) -> Met {
        let mut met = Met { ranges_m: [f64::INFINITY; ROW], incidence_cos: [0.0; ROW] };
        let mut is_taken = [false; 4];
        for k in 0..ROW {
            is_taken[quadrant(&self.directions.get(k))] = true;
        }
        // A row is seldom in more than one quadrant.
        if is_taken[0] {
            self.walk::<V, 1, 1>(&self.grid.leaps[0], &mut met);
        }
        if is_taken[1] {
            self.walk::<V, -1, 1>(&self.grid.leaps[1], &mut met);
        }
        if is_taken[2] {
            self.walk::<V, 1, -1>(&self.grid.leaps[2], &mut met);
        }
        if is_taken[3] {
            self.walk::<V, -1, -1>(&self.grid.leaps[3], &mut met);
        }
        met
    }
}

impl Walk<'_> {
    /// The beams of one quadrant. `X` and `Y` are the steps from a cell to the next.
    #[inline(always)]
    fn walk<V: Lanes64, const X: i32, const Y: i32>(&self, leaps: &[u8], met: &mut Met) {
        let mut all = [self.start::<V, X, Y>(0); REGISTERS];
        for (register, beams) in all.iter_mut().enumerate() {
            *beams = self.start::<V, X, Y>(register);
        }
        loop {
            let mut is_open = V::Mask::splat(false);
            for beams in &mut all {
                self.leap::<V, X, Y>(beams, leaps);
                is_open = is_open | beams.is_open;
            }
            if !is_open.any() {
                break;
            }
        }
        for (register, beams) in all.iter().enumerate() {
            let ranges_m = &mut met.ranges_m.as_chunks_mut::<4>().0[register];
            let incidence_cos = &mut met.incidence_cos.as_chunks_mut::<4>().0[register];
            let is_here = self.start::<V, X, Y>(register).is_open;
            let (is_wall, t, cos) = self.end::<V, X, Y>(beams, leaps);
            let is_met = is_here & is_wall;
            let range_m = t * V::splat(self.resolution_m);
            *ranges_m = V::select(is_met, range_m, V::from_array(ranges_m)).to_array();
            *incidence_cos = V::select(is_met, cos, V::from_array(incidence_cos)).to_array();
        }
    }

    #[inline(always)]
    fn start<V: Lanes64, const X: i32, const Y: i32>(&self, register: usize) -> Beams<V> {
        let (one, zero) = (V::splat(1.0), V::splat(0.0));
        // Adding zero makes a negative zero positive.
        let dx = V::from_array(&self.directions.x.as_chunks::<4>().0[register]) + zero;
        let dy = V::from_array(&self.directions.y.as_chunks::<4>().0[register]) + zero;
        let is_right = if X > 0 { zero.le(dx) } else { !zero.le(dx) };
        let is_up = if Y > 0 { zero.le(dy) } else { !zero.le(dy) };
        Beams {
            dx,
            dy,
            inverse_x: one / dx,
            inverse_y: one / dy,
            x: V::splat(f64::from(self.cell[0])),
            y: V::splat(f64::from(self.cell[1])),
            is_open: is_right & is_up,
            was_x: V::Mask::splat(false),
        }
    }

    /// To the edge of the next free square. Beams that have ended stay where they are.
    #[inline(always)]
    fn leap<V: Lanes64, const X: i32, const Y: i32>(&self, beams: &mut Beams<V>, leaps: &[u8]) {
        let Beams { dx, dy, x, y, .. } = *beams;
        let (gx, gy) = (V::splat(self.from[0]), V::splat(self.from[1]));
        let (width, height) = (V::splat(f64::from(self.grid.width)), V::splat(f64::from(self.grid.height)));
        let (one, zero) = (V::splat(1.0), V::splat(0.0));
        let leap = self.leap_at(x, y, leaps);
        let is_wall = leap.le(zero);
        // The cell beyond the edge, and the cells along the edge.
        let next_x = if X > 0 { x + leap } else { x - leap };
        let next_y = if Y > 0 { y + leap } else { y - leap };
        let (low_x, high_x) = if X > 0 { (x, next_x - one) } else { (next_x + one, x) };
        let (low_y, high_y) = if Y > 0 { (y, next_y - one) } else { (next_y + one, y) };
        let t_x = ((if X > 0 { next_x } else { low_x }) - gx) * beams.inverse_x;
        let t_y = ((if Y > 0 { next_y } else { low_y }) - gy) * beams.inverse_y;
        let is_x = t_x.le(t_y);
        let t = V::select(is_x, t_x, t_y);
        // The place along the edge may round over a corner of the square; it cannot be there.
        let place = (V::select(is_x, gy, gx) + t * V::select(is_x, dy, dx)).floor();
        let place = place.larger(V::select(is_x, low_y, low_x)).smaller(V::select(is_x, high_y, high_x));
        let new_x = V::select(is_x, next_x, place);
        let new_y = V::select(is_x, place, next_y);
        let holds_x = if X > 0 { new_x.lt(width) } else { zero.le(new_x) };
        let holds_y = if Y > 0 { new_y.lt(height) } else { zero.le(new_y) };
        let is_open = beams.is_open & !is_wall & holds_x & holds_y & t.le(V::splat(self.limit));
        beams.was_x = (is_x & is_open) | (beams.was_x & !is_open);
        beams.is_open = is_open;
        beams.x = V::select(is_open, new_x, x);
        beams.y = V::select(is_open, new_y, y);
    }

    /// Whether beams that have ended are at a wall, the way there, and the cosine of the angle of incidence.
    #[inline(always)]
    fn end<V: Lanes64, const X: i32, const Y: i32>(&self, beams: &Beams<V>, leaps: &[u8]) -> (V::Mask, V, V) {
        let (one, zero) = (V::splat(1.0), V::splat(0.0));
        let is_wall = self.leap_at(beams.x, beams.y, leaps).le(zero);
        let edge_x = if X > 0 { beams.x } else { beams.x + one };
        let edge_y = if Y > 0 { beams.y } else { beams.y + one };
        let t_x = (edge_x - V::splat(self.from[0])) * beams.inverse_x;
        let t_y = (edge_y - V::splat(self.from[1])) * beams.inverse_y;
        let cos = V::select(beams.was_x, beams.dx, beams.dy).abs();
        if leaps[(self.cell[1] * self.grid.width + self.cell[0]) as usize] == 0 {
            return (is_wall, zero, one);
        }
        (is_wall, V::select(beams.was_x, t_x, t_y), cos)
    }

    #[inline(always)]
    fn leap_at<V: Lanes64>(&self, x: V, y: V, leaps: &[u8]) -> V {
        let [a, b, c, d] = (y * V::splat(f64::from(self.grid.width)) + x).to_whole();
        V::from_whole([
            i32::from(leaps[a as usize]),
            i32::from(leaps[b as usize]),
            i32::from(leaps[c as usize]),
            i32::from(leaps[d as usize]),
        ])
    }
}

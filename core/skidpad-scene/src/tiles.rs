//! How the rays of a picture are put together into packets.

use crate::Ray;
use skidpad_lanes::LANE_COUNT;

/// The place of no ray.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// The tiles of a picture: four columns of two rows where neighbours in a row and in a column look
/// about alike, else eight in a row.
pub(crate) struct Tiles {
    ray_count: usize,
    width: usize,
    tall: usize,
    row: usize,
    column: usize,
}

impl Tiles {
    #[inline(always)]
    pub(crate) fn new(rays: &[Ray], width: usize) -> Tiles {
        let ray_count = rays.len();
        let width = width.clamp(1, ray_count.max(1));
        let tall = if are_rows_close(rays, width) { 2 } else { 1 };
        Tiles { ray_count, width, tall, row: 0, column: 0 }
    }

    /// Places of the next rays; the first one is there.
    #[inline(always)]
    pub(crate) fn next_tile(&mut self) -> Option<[u32; LANE_COUNT]> {
        if self.row * self.width + self.column >= self.ray_count {
            return None;
        }
        let wide = LANE_COUNT / self.tall;
        let mut places = [NOWHERE; LANE_COUNT];
        for (lane, place) in places.iter_mut().enumerate() {
            let (row, column) = (self.row + lane / wide, self.column + lane % wide);
            let here = row * self.width + column;
            if column < self.width && here < self.ray_count {
                *place = here as u32;
            }
        }
        self.column += wide;
        if self.column >= self.width {
            (self.column, self.row) = (0, self.row + self.tall);
        }
        Some(places)
    }
}

/// True if the ray below the middle of a picture is nearly as close as the one beside it, or closer,
/// some way along the rays.
fn are_rows_close(rays: &[Ray], width: usize) -> bool {
    const WAY: f32 = 20.0;
    let middle = rays.len() / 2;
    let (Some(here), Some(beside), Some(below)) =
        (rays.get(middle), rays.get(middle + 1), rays.get(middle + width))
    else {
        return false;
    };
    let apart = |other: &Ray| {
        let step =
            |k: usize| other.origin_m[k] - here.origin_m[k] + WAY * (other.direction[k] - here.direction[k]);
        (0..3).map(|k| step(k) * step(k)).sum::<f32>()
    };
    width < LANE_COUNT || apart(below) < 2.0 * apart(beside)
}

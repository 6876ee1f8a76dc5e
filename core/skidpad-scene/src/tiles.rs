//! How the rays of a picture are put together into packets, and packets into bundles.

use crate::ray_list::RaySlice;
use skidpad_lanes::LANE_COUNT;

/// The place of no ray.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// Packets in a bundle.
pub(crate) const PACKETS: usize = 4;

/// The bundles of a picture, smaller where the rays of a column look less alike than those of a row.
pub(crate) struct Tiles {
    ray_count: usize,
    width: usize,
    /// Rows of a packet.
    tall: usize,
    /// Packets of a bundle: side by side, and one below the other.
    across: usize,
    down: usize,
    /// Where the rays of a bundle are, counted from its first.
    offsets: [[u32; LANE_COUNT]; PACKETS],
    row: usize,
    column: usize,
}

/// The rays of a bundle: their places in the list, packet by packet.
pub(crate) struct Tile {
    /// Packets.
    pub(crate) used: usize,
    pub(crate) places: [[u32; LANE_COUNT]; PACKETS],
    /// All rays are there; the second half of a packet follows this long after the first.
    pub(crate) half_step: Option<usize>,
}

impl Tiles {
    #[inline(always)]
    pub(crate) fn new(rays: &RaySlice<'_>, width: usize) -> Tiles {
        let ray_count = rays.len();
        let width = width.clamp(1, ray_count.max(1));
        let (tall, across, down) = shape(rays, width);
        let offsets = [[0; LANE_COUNT]; PACKETS];
        let mut tiles = Tiles { ray_count, width, tall, across, down, offsets, row: 0, column: 0 };
        for (packet, offsets) in tiles.offsets.iter_mut().enumerate() {
            for (lane, offset) in offsets.iter_mut().enumerate() {
                let (row, column) = in_bundle(tall, across, packet, lane);
                *offset = (row * width + column) as u32;
            }
        }
        tiles
    }

    /// The next bundle; its first ray is there.
    #[inline(always)]
    pub(crate) fn next_tile(&mut self) -> Option<Tile> {
        if self.row * self.width + self.column >= self.ray_count {
            return None;
        }
        let wide = LANE_COUNT / self.tall;
        let (columns, rows) = (wide * self.across, self.tall * self.down);
        let last_row = (self.row + rows - 1) * self.width;
        let is_whole =
            self.column + columns <= self.width && last_row + self.column + columns <= self.ray_count;
        let first = self.row * self.width + self.column;
        let mut places = self.offsets;
        for place in places.as_flattened_mut() {
            *place += first as u32;
        }
        if !is_whole {
            self.leave_out_missing(&mut places);
        }
        self.column += columns;
        if self.column >= self.width {
            (self.column, self.row) = (0, self.row + rows);
        }
        let half_step = if self.tall == 2 { self.width } else { LANE_COUNT / 2 };
        Some(Tile { used: self.across * self.down, places, half_step: is_whole.then_some(half_step) })
    }

    /// Beyond the end of the rows, or of the last one, there are no rays.
    fn leave_out_missing(&self, places: &mut [[u32; LANE_COUNT]; PACKETS]) {
        for (packet, places) in places.iter_mut().enumerate() {
            for (lane, place) in places.iter_mut().enumerate() {
                let column = self.column + in_bundle(self.tall, self.across, packet, lane).1;
                if column >= self.width || *place as usize >= self.ray_count {
                    *place = NOWHERE;
                }
            }
        }
    }
}

/// Row and column of a ray in its bundle.
fn in_bundle(tall: usize, across: usize, packet: usize, lane: usize) -> (usize, usize) {
    let wide = LANE_COUNT / tall;
    (packet / across * tall + lane / wide, packet % across * wide + lane % wide)
}

/// Rows of a packet, and packets of a bundle side by side and one below the other. By measurement.
///
/// What counts is how far the ray below the middle of a picture is from it some way along the rays, beside the one
/// next to it. Cameras take two by two packets of four columns and two rows; a lidar whose rings are up to three and
/// a half times as far apart as its columns takes two of these; where rings are farther apart, rays of two rings part
/// too soon, and sixteen of one ring go together. A single row has none below it.
fn shape(rays: &RaySlice<'_>, width: usize) -> (usize, usize, usize) {
    const WAY: f32 = 20.0;
    let rows = rays.len() / width;
    let middle = rows.saturating_sub(1) / 2 * width + width / 2;
    if rows < 2 || middle + width.max(1) >= rays.len() {
        return (1, PACKETS, 1);
    }
    let here = rays.get(middle);
    let apart_squared = |place: usize| {
        let other = rays.get(place);
        let step =
            |k: usize| other.origin_m[k] - here.origin_m[k] + WAY * (other.direction[k] - here.direction[k]);
        (0..3).map(|k| step(k) * step(k)).sum::<f32>()
    };
    let (beside, below) = (apart_squared(middle + 1), apart_squared(middle + width));
    // What never starts says nothing about its neighbours.
    let is_unknown = [middle, middle + 1, middle + width].iter().any(|&place| rays.t_max[place] < 0.0);
    if width < LANE_COUNT || is_unknown || below < 2.0 * beside {
        (2, 2, 2)
    } else if below < 12.0 * beside {
        (2, 2, 1)
    } else {
        (1, 2, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ray, RayList};

    /// Rows this many times as far apart as columns.
    fn picture(width: usize, height: usize, ratio: f32) -> RayList {
        let ray = |place: usize| {
            let direction = [1.0, 0.01 * (place % width) as f32, 0.01 * ratio * (place / width) as f32];
            Ray { origin_m: [0.0; 3], direction, t_max: f32::INFINITY }
        };
        (0..width * height).map(ray).collect::<Vec<_>>().iter().collect()
    }

    #[test]
    fn rows_that_are_far_apart_do_not_go_together() {
        let shape_of = |width, height, ratio| {
            let rays = picture(width, height, ratio);
            shape(&rays.part(0..rays.len()), width)
        };
        assert_eq!(shape_of(640, 48, 1.0), (2, 2, 2), "a camera");
        assert_eq!(shape_of(64, 64, 1.8), (2, 2, 1), "a lidar of 64 rings over 40 degrees");
        assert_eq!(shape_of(256, 16, 10.0), (1, 2, 1), "one of 16 rings");
        assert_eq!(shape_of(1080, 1, 1.0), (1, 4, 1), "a scanner");
        assert_eq!(shape_of(6, 40, 10.0), (2, 2, 2), "too narrow for a row");
    }

    #[test]
    fn every_ray_is_in_one_tile() {
        for (width, height) in [(1, 1), (64, 64), (33, 7), (8, 2), (1023, 3), (5, 1), (9, 16)] {
            for ratio in [1.0, 2.0, 6.0] {
                let rays = picture(width, height, ratio);
                let mut tiles = Tiles::new(&rays.part(0..rays.len()), width);
                let mut seen = vec![0; width * height];
                while let Some(tile) = tiles.next_tile() {
                    for &place in tile.places[..tile.used].iter().flatten().filter(|&&place| place != NOWHERE)
                    {
                        seen[place as usize] += 1;
                    }
                }
                assert!(seen.iter().all(|&count| count == 1), "{width} x {height}, {ratio}");
            }
        }
    }
}

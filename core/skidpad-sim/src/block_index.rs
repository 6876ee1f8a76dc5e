//! Which blocks may lie under a point: a coarse grid over those that stand, a list of those that move.

use crate::model::BlockModel;
use crate::state::{BlockState, Presence};
use std::collections::BTreeMap;

/// Side of a cell [m].
const CELL_M: f64 = 4.0;
/// A block that covers more cells than this is kept in the list of those asked every time.
const MOST_CELLS: f64 = 4096.0;
/// The same for blocks that together cover more: each cell takes memory.
const MOST_CELLS_OF_ALL: f64 = 1_000_000.0;

/// Blocks by place.
#[derive(Debug, Clone, Default)]
pub(crate) struct BlockIndex {
    cells: BTreeMap<(i64, i64), Vec<u32>>,
    /// Blocks that are in cells.
    in_cells: Vec<u32>,
    /// Blocks that may move, or are too large for cells.
    always: Vec<u32>,
}

impl BlockIndex {
    /// Sort the blocks that take part.
    pub(crate) fn new(blocks: &[BlockModel], states: &[BlockState]) -> Self {
        let mut index = BlockIndex::default();
        let mut cells_left = MOST_CELLS_OF_ALL;
        for (number, (block, state)) in (0u32..).zip(blocks.iter().zip(states)) {
            if state.presence == Presence::Removed || !block.is_drivable {
                continue;
            }
            let (pose, radius_m) = (&state.pose_in_world, block.footprint.radius_m);
            let side = 2.0 * radius_m / CELL_M + 1.0;
            let is_small = side * side <= MOST_CELLS.min(cells_left);
            if block.can_move() || !is_small {
                index.always.push(number);
                continue;
            }
            cells_left -= side * side;
            index.in_cells.push(number);
            for cell in cells_around(pose.x_m, pose.y_m, radius_m) {
                index.cells.entry(cell).or_default().push(number);
            }
        }
        index
    }

    /// Collect, in the order of their numbers, the blocks that may reach into a circle.
    pub(crate) fn near(
        &self,
        blocks: &[BlockModel],
        states: &[BlockState],
        [x_m, y_m]: [f64; 2],
        radius_m: f64,
        found: &mut Vec<u32>,
    ) {
        found.clear();
        // A circle of more cells than there are blocks is not looked through.
        let side = 2.0 * radius_m / CELL_M + 1.0;
        if side * side > self.in_cells.len().max(64) as f64 {
            found.extend(&self.in_cells);
        } else {
            for cell in cells_around(x_m, y_m, radius_m) {
                found.extend(self.cells.get(&cell).into_iter().flatten());
            }
        }
        found.extend(&self.always);
        found.sort_unstable();
        found.dedup();
        found.retain(|&number| {
            let (block, state) = (&blocks[number as usize], &states[number as usize]);
            let (dx, dy) = (state.pose_in_world.x_m - x_m, state.pose_in_world.y_m - y_m);
            let reach_m = block.footprint.radius_m + radius_m;
            state.presence != Presence::Removed && dx * dx + dy * dy <= reach_m * reach_m
        });
    }
}

/// The cells that a circle may touch.
fn cells_around(x_m: f64, y_m: f64, radius_m: f64) -> impl Iterator<Item = (i64, i64)> {
    let cell = |coordinate_m: f64| (coordinate_m / CELL_M).floor() as i64;
    let rows = cell(y_m - radius_m)..=cell(y_m + radius_m);
    let columns = cell(x_m - radius_m)..=cell(x_m + radius_m);
    rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Footprint, Top};
    use skidpad_math::Pose3;

    fn block(x_m: f64, half_m: f64, is_movable: bool) -> (BlockModel, BlockState) {
        let corners = vec![[-half_m, -half_m], [half_m, -half_m], [half_m, half_m], [-half_m, half_m]];
        let model = BlockModel {
            body: None,
            z_m: [0.0, 1.0],
            footprint: Footprint::new(corners, Top::Flat { z_m: 1.0 }),
            is_drivable: true,
            is_movable,
            linear_damping_hz: 0.1,
            angular_damping_hz: 0.1,
            com_m: [0.0, 0.0],
            animation: None,
            cone_color: None,
        };
        let state = BlockState {
            presence: Presence::Present,
            pose_in_world: Pose3 { x_m, ..Pose3::default() },
            is_in_collision: false,
            had_collision: false,
        };
        (model, state)
    }

    /// The grid finds what a look at every block finds.
    #[test]
    fn finds_what_asking_every_block_finds() {
        let all: Vec<_> = (0..200u32)
            .map(|i| block(f64::from(i * 37 % 200) - 100.0, 0.2 + f64::from(i % 9), i % 5 == 0))
            .collect();
        let (blocks, states): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let index = BlockIndex::new(&blocks, &states);
        let mut found = Vec::new();
        for x in -110..110 {
            let x_m = f64::from(x);
            index.near(&blocks, &states, [x_m, 0.5], 1.5, &mut found);
            let expected: Vec<u32> = (0u32..)
                .zip(blocks.iter().zip(&states))
                .filter(|(_, (block, state))| {
                    let dx = state.pose_in_world.x_m - x_m;
                    (dx * dx + 0.25).sqrt() <= block.footprint.radius_m + 1.5
                })
                .map(|(number, _)| number)
                .collect();
            assert_eq!(found, expected);
        }
    }
}

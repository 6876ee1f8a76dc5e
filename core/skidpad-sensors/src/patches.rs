//! Work in tiles: on the threads of a pool, or on this one. Which thread does a tile shows in no result.

use rayon::ThreadPool;
use rayon::prelude::*;

/// Items of a tile, about: small enough that threads share the work evenly.
const TILE: usize = 2_048;
/// Rows that rays are bundled from.
const ROWS: usize = 4;

/// Fill the rows of a picture tile by tile: whole rows, four at a time, or parts of a lone row. `fill` gets
/// memory to work in, the number of a tile's first item and the tile.
pub(crate) fn fill_tiles<T: Send, M>(
    out: &mut [T],
    width: usize,
    pool: Option<&ThreadPool>,
    memory: impl Fn() -> M + Send + Sync,
    fill: impl Fn(&mut M, usize, &mut [T]) + Send + Sync,
) {
    let rows = ROWS * width.max(1);
    let tile = if width >= out.len() { TILE } else { (TILE / rows).max(1) * rows };
    match pool.filter(|pool| pool.current_num_threads() > 1 && out.len() > tile) {
        Some(pool) => pool.install(|| {
            let tiles = out.par_chunks_mut(tile).enumerate();
            tiles.for_each_init(memory, |memory, (k, items)| fill(memory, k * tile, items));
        }),
        None => {
            let mut memory = memory();
            out.chunks_mut(tile).enumerate().for_each(|(k, items)| fill(&mut memory, k * tile, items));
        }
    }
}

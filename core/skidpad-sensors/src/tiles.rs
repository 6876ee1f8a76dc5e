//! Work in tiles: on the threads of a pool, or on this one. Which thread does a tile shows in no result.

use rayon::ThreadPool;
use rayon::prelude::*;

/// Items of a tile: a few rows of a picture, small enough that threads share the work evenly.
const TILE: usize = 2_048;

/// Fill `out` tile by tile; `fill` gets the number of a tile's first item and the tile.
pub(crate) fn fill_tiles<T: Send>(
    out: &mut [T],
    pool: Option<&ThreadPool>,
    fill: impl Fn(usize, &mut [T]) + Send + Sync,
) {
    match pool.filter(|pool| pool.current_num_threads() > 1 && out.len() > TILE) {
        Some(pool) => pool.install(|| {
            out.par_chunks_mut(TILE).enumerate().for_each(|(tile, items)| fill(tile * TILE, items));
        }),
        None => out.chunks_mut(TILE).enumerate().for_each(|(tile, items)| fill(tile * TILE, items)),
    }
}

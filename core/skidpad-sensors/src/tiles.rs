//! Work in tiles: on the threads of a pool, or on this one. Which thread does a tile shows in no result.

use rayon::ThreadPool;
use rayon::prelude::*;

/// Items of a tile, about: small enough that threads share the work evenly.
const TILE: usize = 2_048;

/// Fill the rows of a picture tile by tile: whole pairs of rows, or parts of a lone row. `fill` gets the
/// number of a tile's first item and the tile.
pub(crate) fn fill_tiles<T: Send>(
    out: &mut [T],
    width: usize,
    pool: Option<&ThreadPool>,
    fill: impl Fn(usize, &mut [T]) + Send + Sync,
) {
    let pair = 2 * width.max(1);
    let tile = if width >= out.len() { TILE } else { (TILE / pair).max(1) * pair };
    match pool.filter(|pool| pool.current_num_threads() > 1 && out.len() > tile) {
        Some(pool) => pool.install(|| {
            out.par_chunks_mut(tile).enumerate().for_each(|(k, items)| fill(k * tile, items));
        }),
        None => out.chunks_mut(tile).enumerate().for_each(|(k, items)| fill(k * tile, items)),
    }
}

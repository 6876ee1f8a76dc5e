//! Work on a picture patch by patch, on the threads of a pool or on this one. The rays of a patch are close to each
//! other, so what they hit stays in the cache. Results do not depend on patches or threads.

use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Items of a patch, about: small enough that threads share the work evenly.
const ITEMS: usize = 4_096;
/// Most rows of a patch.
const ROWS: usize = 64;
/// Columns of a patch are a multiple of this, because rays are traced together.
const COLUMNS: usize = 8;
/// The last patches of several threads are as much narrower than the others.
const NARROW: usize = 4;

/// The threads that work on a reading, and whether it is still wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Workers<'a> {
    /// The threads that share the work; without a pool, the calling thread does it.
    pub pool: Option<&'a ThreadPool>,
    /// Set when the reading is no longer wanted: the work ends early, and its result must be discarded.
    pub called_off: Option<&'a AtomicBool>,
}

impl Workers<'_> {
    fn are_called_off(&self) -> bool {
        self.called_off.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// A rectangle of a picture, or a part of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patch {
    pub(crate) top: usize,
    pub(crate) left: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Patch {
    /// Number of its items.
    pub(crate) fn len(&self) -> usize {
        self.width * self.height
    }

    /// Itself in parts of this many columns, from left to right.
    fn cut(self, width: usize) -> impl Iterator<Item = Patch> {
        let end = self.left + self.width;
        (self.left..end).step_by(width).map(move |left| Patch { left, width: width.min(end - left), ..self })
    }

    /// Columns of the picture that it covers.
    pub(crate) fn columns(&self) -> Range<usize> {
        self.left..self.left + self.width
    }

    /// Rows of the picture that it covers, each with the places of its items in the patch.
    pub(crate) fn rows(self) -> impl Iterator<Item = (usize, Range<usize>)> {
        (0..self.height).map(move |row| (self.top + row, row * self.width..(row + 1) * self.width))
    }
}

/// Make a picture, row by row. `fill` gets memory to work in, a patch and its items, and writes all of them.
pub(crate) fn fill_patches<T: Send + Copy + Default, M>(
    [width, height]: [usize; 2],
    workers: Workers<'_>,
    memory: impl Fn() -> M + Sync,
    fill: impl Fn(&mut M, &Patch, &mut [T]) + Sync,
) -> Vec<T> {
    let pool = workers.pool.filter(|pool| pool.current_num_threads() > 1);
    let thread_count = pool.map_or(1, ThreadPool::current_num_threads);
    let patches = patches([width, height], thread_count);
    let next = AtomicUsize::new(0);
    let picture = Mutex::new(vec![T::default(); width * height]);
    // What a thread does: one patch after the other, as long as there are any.
    let work = || {
        let mut memory = memory();
        let mut items = Vec::new();
        while let Some(patch) = patches.get(next.fetch_add(1, Ordering::Relaxed))
            && !workers.are_called_off()
        {
            items.resize(patch.len(), T::default());
            fill(&mut memory, patch, &mut items);
            let mut picture = picture.lock().unwrap_or_else(PoisonError::into_inner);
            for (row, places) in patch.rows() {
                let start = row * width + patch.left;
                picture[start..start + patch.width].copy_from_slice(&items[places]);
            }
        }
    };
    match pool {
        Some(pool) if patches.len() > 1 => {
            let count = thread_count.min(patches.len());
            pool.scope(|scope| (0..count).for_each(|_| scope.spawn(|_| work())));
        }
        _ => work(),
    }
    picture.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A picture cut into patches: from left to right, then down. The last ones of several threads are narrow, so that
/// no thread waits long for another.
fn patches([width, height]: [usize; 2], thread_count: usize) -> Vec<Patch> {
    let tall = height.clamp(1, ROWS);
    let wide = (ITEMS / tall).next_multiple_of(COLUMNS);
    let tops = (0..height).step_by(tall);
    let all = tops.map(|top| Patch { top, left: 0, width, height: tall.min(height - top) });
    let mut patches: Vec<Patch> = all.flat_map(|row| row.cut(wide)).collect();
    if thread_count > 1 {
        let last = patches.split_off(patches.len().saturating_sub(2 * thread_count));
        let narrow = (wide / NARROW).next_multiple_of(COLUMNS);
        patches.extend(last.into_iter().flat_map(|patch| patch.cut(narrow)));
    }
    patches
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every item is made once, at its own position in the picture, on whichever thread.
    #[test]
    fn patches_cover_a_picture() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for size in [[1, 1], [7, 5], [5_000, 1], [1, 300], [640, 480], [1_023, 65], [0, 4], [4, 0]] {
            let [width, height] = size;
            let expected: Vec<usize> = (1..=width * height).collect();
            let number = |(): &mut (), patch: &Patch, items: &mut [usize]| {
                for (row, places) in patch.rows() {
                    for (item, column) in items[places].iter_mut().zip(patch.columns()) {
                        *item = row * width + column + 1;
                    }
                }
            };
            for pool in [None, Some(&pool)] {
                let workers = Workers { pool, called_off: None };
                assert_eq!(fill_patches(size, workers, || (), number), expected, "{size:?}");
            }
        }
    }

    #[test]
    fn work_that_is_called_off_ends_soon() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for pool in [None, Some(&pool)] {
            let (flag, made) = (AtomicBool::new(false), AtomicUsize::new(0));
            let work = |(): &mut (), patch: &Patch, _: &mut [u8]| {
                made.fetch_add(patch.len(), Ordering::Relaxed);
                flag.store(true, Ordering::Relaxed);
            };
            let workers = Workers { pool, called_off: Some(&flag) };
            let picture = fill_patches([640, 4_800], workers, || (), work);
            assert_eq!(picture.len(), 640 * 4_800, "its size is right all the same");
            assert!((1..=4 * ITEMS).contains(&made.into_inner()), "what was begun is made, no more");
        }
    }
}

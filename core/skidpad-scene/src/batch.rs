//! Many rays at once: packets of eight, with the widest instructions of the processor, on the threads of the
//! caller's pool.

use crate::RayList;
use crate::packet_walk::{Blocked, FirstHits, Found};
use crate::tracer::{PosedScene, SceneHit};
use rayon::prelude::*;
use skidpad_lanes::{dispatch32, dispatch32_baseline};

/// Rays that one thread takes at once: few, so that both threads end together.
const SHARE: usize = 512;

impl PosedScene<'_> {
    /// What each ray of a list meets first: the same as each alone, but many at once. Neighbours in the
    /// list should start and look alike.
    pub fn first_hits(&self, rays: &RayList, hits: &mut Vec<Option<SceneHit>>) {
        self.first_hits_of_rows(rays, rays.len(), hits);
    }

    /// The same for the rays of a picture, row by row: packets are small tiles of it.
    pub fn first_hits_of_rows(&self, rays: &RayList, width: usize, hits: &mut Vec<Option<SceneHit>>) {
        // Every place is written to.
        hits.resize(rays.len(), None);
        let rays = rays.part(0..rays.len());
        dispatch32(FirstHits { posed: self, rays, width, found: Found::Hits(hits) });
        self.meet_partly_seen(rays, hits);
    }

    /// Distances alone, in lengths of the rays' directions; infinity where nothing is met.
    pub fn distances_of_rows(&self, rays: &RayList, width: usize, distances: &mut Vec<f32>) {
        // Every place is written to.
        distances.resize(rays.len(), 0.0);
        let rays = rays.part(0..rays.len());
        dispatch32(FirstHits { posed: self, rays, width, found: Found::Distances(distances) });
        self.near_partly_seen(rays, distances);
    }

    /// The scalar twin of [`PosedScene::first_hits_of_rows`], by instructions that every processor has.
    pub fn first_hits_baseline(&self, rays: &RayList, width: usize, hits: &mut Vec<Option<SceneHit>>) {
        // Every place is written to.
        hits.resize(rays.len(), None);
        let rays = rays.part(0..rays.len());
        dispatch32_baseline(FirstHits { posed: self, rays, width, found: Found::Hits(hits) });
        self.meet_partly_seen(rays, hits);
    }

    /// The same as [`PosedScene::first_hits_of_rows`], on the threads of a pool.
    pub fn first_hits_in_pool(
        &self,
        pool: &rayon::ThreadPool,
        rays: &RayList,
        width: usize,
        hits: &mut Vec<Option<SceneHit>>,
    ) {
        // Every place is written to.
        hits.resize(rays.len(), None);
        let share = share_of(width, rays.len());
        let parts = hits.par_chunks_mut(share).enumerate();
        pool.install(|| {
            parts.for_each(|(part, hits)| {
                let rays = rays.part(part * share..part * share + hits.len());
                dispatch32(FirstHits { posed: self, rays, width, found: Found::Hits(hits) });
                self.meet_partly_seen(rays, hits);
            });
        });
    }

    /// The share of light that passes along each ray of a list, as [`PosedScene::light_through`] has it.
    pub fn lights_through(&self, rays: &RayList, lights: &mut Vec<f32>) {
        self.lights_through_rows(rays, rays.len(), lights);
    }

    /// The same for the rays of a picture, row by row.
    pub fn lights_through_rows(&self, rays: &RayList, width: usize, lights: &mut Vec<f32>) {
        lights.resize(rays.len(), 0.0);
        self.fill_lights(rays, 0, width, lights);
    }

    /// The same on the threads of a pool.
    pub fn lights_through_in_pool(
        &self,
        pool: &rayon::ThreadPool,
        rays: &RayList,
        width: usize,
        lights: &mut Vec<f32>,
    ) {
        lights.resize(rays.len(), 0.0);
        let share = share_of(width, rays.len());
        let parts = lights.par_chunks_mut(share).enumerate();
        pool.install(|| {
            parts.for_each(|(part, lights)| self.fill_lights(rays, part * share, width, lights));
        });
    }

    fn fill_lights(&self, rays: &RayList, first: usize, width: usize, lights: &mut [f32]) {
        let rays = rays.part(first..first + lights.len());
        dispatch32(Blocked { posed: self, rays, width, lights });
        self.block_partly_seen(rays, lights);
        if self.has_transparency {
            for (place, light) in lights.iter_mut().enumerate().filter(|(_, light)| **light > 0.0) {
                *light = self.light_through_transparent(&rays.get(place));
            }
        }
    }
}

/// Rays per piece of work: whole rows, four at a time, or parts of a lone row.
fn share_of(width: usize, ray_count: usize) -> usize {
    let rows = (4 * width).max(1);
    if width >= ray_count { SHARE } else { (SHARE / rows).max(1) * rows }
}

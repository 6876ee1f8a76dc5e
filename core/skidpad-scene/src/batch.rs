//! Many rays at once: packets of eight, by the widest instructions there are, on as many threads as
//! the caller gives.

use crate::Ray;
use crate::packet_walk::{Blocked, FirstHits};
use crate::tracer::{Moment, SceneHit};
use rayon::prelude::*;
use skidpad_lanes::{dispatch32, dispatch32_baseline};

/// Rays that one thread takes at once: few, so that both threads end together.
const SHARE: usize = 512;

impl Moment<'_> {
    /// What each ray of a list meets first: the same as each alone, but eight at once. Eight
    /// neighbours in the list should start and look alike.
    pub fn first_hits(&self, rays: &[Ray], hits: &mut Vec<Option<SceneHit>>) {
        self.first_hits_of_rows(rays, rays.len(), hits);
    }

    /// The same for the rays of a picture, row by row: packets are small tiles of it.
    pub fn first_hits_of_rows(&self, rays: &[Ray], width: usize, hits: &mut Vec<Option<SceneHit>>) {
        // Every place is written to.
        hits.resize(rays.len(), None);
        dispatch32(FirstHits { moment: self, rays, width, hits });
        self.meet_one_sided(rays, hits);
    }

    /// The scalar twin of [`Moment::first_hits_of_rows`], by instructions that every processor has.
    pub fn first_hits_baseline(&self, rays: &[Ray], width: usize, hits: &mut Vec<Option<SceneHit>>) {
        // Every place is written to.
        hits.resize(rays.len(), None);
        dispatch32_baseline(FirstHits { moment: self, rays, width, hits });
        self.meet_one_sided(rays, hits);
    }

    /// The same as [`Moment::first_hits_of_rows`], on the threads of a pool.
    pub fn first_hits_in_pool(
        &self,
        pool: &rayon::ThreadPool,
        rays: &[Ray],
        width: usize,
        hits: &mut Vec<Option<SceneHit>>,
    ) {
        // Every place is written to.
        hits.resize(rays.len(), None);
        let share = share_of(width, rays.len());
        let parts = rays.par_chunks(share).zip(hits.par_chunks_mut(share));
        pool.install(|| {
            parts.for_each(|(rays, hits)| {
                dispatch32(FirstHits { moment: self, rays, width, hits });
                self.meet_one_sided(rays, hits);
            });
        });
    }

    /// The share of light that passes along each ray of a list, as [`Moment::light_through`] has it.
    pub fn lights_through(&self, rays: &[Ray], lights: &mut Vec<f32>) {
        self.lights_through_rows(rays, rays.len(), lights);
    }

    /// The same for the rays of a picture, row by row.
    pub fn lights_through_rows(&self, rays: &[Ray], width: usize, lights: &mut Vec<f32>) {
        lights.resize(rays.len(), 0.0);
        self.fill_lights(rays, width, lights);
    }

    /// The same on the threads of a pool.
    pub fn lights_through_in_pool(
        &self,
        pool: &rayon::ThreadPool,
        rays: &[Ray],
        width: usize,
        lights: &mut Vec<f32>,
    ) {
        lights.resize(rays.len(), 0.0);
        let share = share_of(width, rays.len());
        let parts = rays.par_chunks(share).zip(lights.par_chunks_mut(share));
        pool.install(|| parts.for_each(|(rays, lights)| self.fill_lights(rays, width, lights)));
    }

    fn fill_lights(&self, rays: &[Ray], width: usize, lights: &mut [f32]) {
        dispatch32(Blocked { moment: self, rays, width, lights });
        self.block_one_sided(rays, lights);
        if self.has_transparency {
            for (light, ray) in lights.iter_mut().zip(rays).filter(|(light, _)| **light > 0.0) {
                *light = self.light_through_transparent(ray);
            }
        }
    }
}

/// Rays per piece of work: whole pairs of rows, or parts of a lone row.
fn share_of(width: usize, ray_count: usize) -> usize {
    let pair = (2 * width).max(1);
    if width >= ray_count { SHARE } else { (SHARE / pair).max(1) * pair }
}

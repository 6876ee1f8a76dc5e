//! What it takes to look: created by who wants readings, never by a world.

use super::plane::PlaneView;
use crate::Simulation;
use rayon::ThreadPool;
use skidpad_math::{Pose3, Vec3};
use skidpad_scene::{Eye, Hidden, Moment, SceneDescription, Tracer, View};
use std::sync::Arc;

/// A ray tracer and memory for looking at worlds. The same eyes may look at many worlds, one after the other;
/// copies of one world share the tracer's trees.
#[derive(Default)]
pub struct Eyes {
    threads: Option<Arc<ThreadPool>>,
    tracer: Option<(Arc<SceneDescription>, Tracer)>,
    frames_in_world: Vec<Pose3>,
    pub(super) plane: PlaneView,
}

impl Eyes {
    /// Eyes that work on the thread that asks.
    pub fn new() -> Eyes {
        Eyes::default()
    }

    /// Eyes that share the work among the threads of a pool. Readings are the same bits.
    pub fn with_threads(pool: Arc<ThreadPool>) -> Eyes {
        Eyes { threads: Some(pool), ..Eyes::default() }
    }

    pub(super) fn pool(&self) -> Option<Arc<ThreadPool>> {
        self.threads.clone()
    }

    /// Build the ray tracer's trees now, where a sensor of the world casts rays in space; otherwise the first reading
    /// does it. Large meshes take a while.
    pub fn prepare(&mut self, world: &Simulation) {
        if world.model.sensors.iter().any(|sensor| sensor.device.casts_rays_in_space()) {
            renewed(&mut self.tracer, world);
        }
    }

    /// The world as it is now, seen from a place.
    pub(super) fn moment(
        &mut self,
        world: &Simulation,
        origin_m: Vec3,
        eye: Eye,
        hidden: Hidden,
    ) -> Moment<'_> {
        world.frames_in_world(&mut self.frames_in_world);
        let view = View { origin_in_world_m: [origin_m.x, origin_m.y, origin_m.z], eye, hidden };
        let Eyes { tracer, frames_in_world, .. } = self;
        renewed(tracer, world).moment(frames_in_world, &view)
    }
}

/// The tracer of a world as it is now.
fn renewed<'t>(kept: &'t mut Option<(Arc<SceneDescription>, Tracer)>, world: &Simulation) -> &'t Tracer {
    let scene = world.scene();
    let is_known = kept.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, &scene));
    let before = kept.take();
    let known = match before {
        Some(known) if is_known => known,
        other => {
            let tracer = Tracer::renewed(&scene, other.as_ref().map(|(_, tracer)| tracer));
            (scene, tracer)
        }
    };
    &kept.insert(known).1
}

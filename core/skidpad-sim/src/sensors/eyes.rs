//! What it takes to look: created by who wants readings, never by a world.

use super::plane::PlaneView;
use rayon::ThreadPool;
use skidpad_scene::{SceneDescription, Tracer};
use std::sync::Arc;

/// A ray tracer and memory for looking at worlds. The same eyes may look at many worlds, one after the other;
/// copies of one world share the tracer's trees.
#[derive(Default)]
pub struct Eyes {
    threads: Option<Arc<ThreadPool>>,
    tracer: Option<(Arc<SceneDescription>, Tracer)>,
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

    /// The tracer of a scene. Trees are built here, the first time that somebody looks.
    pub(super) fn tracer(&mut self, scene: &Arc<SceneDescription>) -> &Tracer {
        let known = match self.tracer.take() {
            Some(known) if Arc::ptr_eq(&known.0, scene) => known,
            other => (scene.clone(), Tracer::renewed(scene, other.as_ref().map(|(_, tracer)| tracer))),
        };
        &self.tracer.insert(known).1
    }
}

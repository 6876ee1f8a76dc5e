//! The ray tracer and scratch memory of readings. The caller owns them; a world never does.

use super::plane::PlaneView;
use rayon::ThreadPool;
use skidpad_scene::{SceneDescription, Tracer};
use std::sync::{Arc, Mutex, PoisonError};

/// A ray tracer and scratch memory for readings. One tracer may serve many worlds, one after the other; clones of
/// one world share its trees.
#[derive(Default)]
pub struct SensorTracer {
    threads: Option<Arc<ThreadPool>>,
    trees: Arc<Mutex<Option<Trees>>>,
    pub(super) plane: PlaneView,
}

/// The tracer of the scene that was traced last.
struct Trees {
    scene: Arc<SceneDescription>,
    tracer: Arc<Tracer>,
}

impl SensorTracer {
    /// A tracer that works on the calling thread.
    pub fn new() -> SensorTracer {
        SensorTracer::default()
    }

    /// A tracer that shares the work among the threads of a pool. Readings have the same bits.
    pub fn with_threads(pool: Arc<ThreadPool>) -> SensorTracer {
        SensorTracer { threads: Some(pool), ..SensorTracer::default() }
    }

    /// Another tracer with the same trees, which works on the calling thread: both may be used at once.
    pub fn beside(&self) -> SensorTracer {
        SensorTracer { trees: Arc::clone(&self.trees), ..SensorTracer::default() }
    }

    /// A tracer with the same threads for another world: nothing of the scene is kept.
    pub fn for_another_world(&self) -> SensorTracer {
        SensorTracer { threads: self.threads.clone(), ..SensorTracer::default() }
    }

    pub(super) fn pool(&self) -> Option<Arc<ThreadPool>> {
        self.threads.clone()
    }

    /// The tracer of a scene. Its trees are built on first use.
    pub(super) fn tracer(&self, scene: &Arc<SceneDescription>) -> Arc<Tracer> {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        let known = match trees.take() {
            Some(known) if Arc::ptr_eq(&known.scene, scene) => known,
            other => {
                let tracer = Tracer::renewed(scene, other.as_ref().map(|other| &*other.tracer));
                Trees { scene: Arc::clone(scene), tracer: Arc::new(tracer) }
            }
        };
        Arc::clone(&trees.insert(known).tracer)
    }
}

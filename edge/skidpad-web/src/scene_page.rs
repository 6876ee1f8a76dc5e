//! What a server shows: the scene, where its frames are, and how to describe it. Prepared once, sent to every client.

use crate::contract::{Body, BodyKind, Capability, SceneFile};
use crate::glb;
use bytes::Bytes;
use skidpad_math::Pose3;
use skidpad_messages::Observations;
use skidpad_scene::SceneDescription;
use std::sync::Arc;

/// Finds the pose of every frame of a scene from observations.
pub type PlaceFrames = Arc<dyn Fn(&Observations, &mut Vec<Pose3>) + Send + Sync>;

/// Finds the coefficient of friction of a vehicle's tyres at a point of the world [m], where there is one.
pub type FindFriction = Arc<dyn Fn(usize, [f64; 3]) -> Option<f64> + Send + Sync>;

/// A world ready to be shown.
pub struct ScenePage {
    pub(crate) file: SceneFile,
    pub(crate) capabilities: Vec<Capability>,
    pub(crate) place_frames: PlaceFrames,
    pub(crate) find_friction: FindFriction,
    pub(crate) scene_json: Bytes,
    pub(crate) scene_glb: Bytes,
}

impl ScenePage {
    /// Write the files of a scene. `file` describes it; `scene` has its meshes and textures.
    pub fn new(
        file: SceneFile,
        capabilities: Vec<Capability>,
        scene: &SceneDescription,
        place_frames: PlaceFrames,
        find_friction: FindFriction,
    ) -> ScenePage {
        let scene_json = serde_json::to_vec(&file).unwrap_or_default().into();
        let scene_glb = glb::write(scene).into();
        ScenePage { file, capabilities, place_frames, find_friction, scene_json, scene_glb }
    }

    /// What the page is told about the world.
    pub fn file(&self) -> &SceneFile {
        &self.file
    }

    /// Bytes of the two files: names and numbers, meshes and textures.
    pub fn scene_bytes(&self) -> (usize, usize) {
        (self.scene_json.len(), self.scene_glb.len())
    }

    /// The bytes of `scene.json`.
    pub fn scene_json(&self) -> &Bytes {
        &self.scene_json
    }

    /// The bytes of `scene.glb`.
    pub fn scene_glb(&self) -> &Bytes {
        &self.scene_glb
    }

    /// Every 32-bit position is relative to this [m].
    pub(crate) fn origin_m(&self) -> [f64; 3] {
        self.file.origin_m
    }

    pub(crate) fn body(&self, kind: BodyKind, index: u32) -> Option<&Body> {
        self.file.bodies.iter().find(|body| body.kind == kind && body.index == index)
    }
}

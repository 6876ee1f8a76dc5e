//! What a server shows: a scene, where its frames are, and words about it. Prepared once, sent to everybody.

use crate::about::About;
use crate::{glb, scene_file};
use axum::body::Bytes;
use skidpad_math::Pose3;
use skidpad_messages::Observations;
use skidpad_scene::SceneDescription;
use std::sync::Arc;

/// Finds where the frames of a scene are, from what was seen of the world: one pose each.
pub type PlaceFrames = Arc<dyn Fn(&Observations, &mut Vec<Pose3>) + Send + Sync>;

/// Finds the coefficient of friction of a vehicle's tyres at a point of the world [m], where there is one.
pub type FindFriction = Arc<dyn Fn(usize, [f64; 3]) -> Option<f64> + Send + Sync>;

/// A world ready to be shown.
pub struct ScenePage {
    /// Words and numbers.
    pub(crate) about: About,
    pub(crate) place_frames: PlaceFrames,
    pub(crate) find_friction: FindFriction,
    /// Every 32-bit position is relative to this [m].
    pub(crate) origin_m: [f64; 3],
    pub(crate) scene_json: Bytes,
    pub(crate) scene_glb: Bytes,
}

impl ScenePage {
    /// Prepare a world, as it is in `first`.
    pub fn new(
        about: About,
        scene: &SceneDescription,
        first: &Observations,
        place_frames: PlaceFrames,
        find_friction: FindFriction,
    ) -> ScenePage {
        let mut frames_in_world = Vec::new();
        place_frames(first, &mut frames_in_world);
        let origin_m = origin_of(&about, &frames_in_world);
        let scene_json = scene_file::write(&about, scene, &frames_in_world, origin_m).into();
        let scene_glb = glb::write(scene).into();
        ScenePage { about, place_frames, find_friction, origin_m, scene_json, scene_glb }
    }

    /// Bytes of the scene as it is sent: names and numbers, meshes and textures.
    pub fn scene_bytes(&self) -> (usize, usize) {
        (self.scene_json.len(), self.scene_glb.len())
    }
}

/// Zero for worlds near their own origin; the first vehicle's neighbourhood for worlds in UTM coordinates.
fn origin_of(about: &About, frames_in_world: &[Pose3]) -> [f64; 3] {
    const NEAR_M: f64 = 5000.0;
    let place = about.vehicles.first().map(|vehicle| vehicle.start).or_else(|| {
        frames_in_world.iter().skip(1).find(|pose| pose.x_m.is_finite() && pose.y_m.is_finite()).copied()
    });
    match place {
        Some(pose) if pose.x_m.abs() > NEAR_M || pose.y_m.abs() > NEAR_M || pose.z_m.abs() > NEAR_M => {
            [pose.x_m, pose.y_m, pose.z_m].map(|value| (value / 1000.0).round() * 1000.0)
        }
        _ => [0.0; 3],
    }
}

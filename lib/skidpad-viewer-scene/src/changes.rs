//! Notices when the scene of a world has changed: bodies, objects that are only seen, lights.

use skidpad_messages::{Event, RuntimeObject};
use skidpad_sim::Simulation;
use skidpad_sim::state::Spawned;

/// What a scene had when it was last written.
#[derive(Debug, Default)]
pub struct SceneChanges {
    /// What had been added.
    known: Vec<Spawned>,
    /// The objects that are only seen, as they were shown, with their poses of that time.
    known_objects: Vec<Option<RuntimeObject>>,
    /// Which groups of lights were on.
    known_lights: Vec<bool>,
    /// Objects were added, changed or removed since; those that only moved need no new scene.
    has_new_objects: bool,
    /// Another state was restored: the same number of additions may be other bodies.
    is_doubtful: bool,
}

impl SceneChanges {
    /// Since the world as it is now.
    pub fn since(sim: &Simulation) -> SceneChanges {
        let mut changes = SceneChanges::default();
        changes.accept(sim);
        changes
    }

    /// Another state was restored; what was added before may be gone.
    pub fn note_restored(&mut self) {
        self.is_doubtful = true;
    }

    /// Call after each step: whether the scene has to be written again. Costs little.
    pub fn found(&mut self, sim: &Simulation) -> bool {
        let (spawned, objects) = (&sim.state().spawned, &sim.state().objects);
        let changes_objects = |event: &Event| matches!(event, Event::ObjectsChanged | Event::Reset);
        if self.is_doubtful || sim.observations().events.iter().any(changes_objects) {
            self.has_new_objects |= !look_alike(objects, &self.known_objects);
        }
        let lights = &sim.state().lights;
        // The first scene has the lights as they are at the start; added ones come with what carries them.
        if lights.len() != self.known_lights.len() {
            self.known_lights.clone_from(lights);
        }
        self.has_new_objects |= *lights != self.known_lights;
        // A plane that is moved again comes last.
        let is_other = spawned.len() != self.known.len() || spawned.last() != self.known.last();
        let has_new_bodies = is_other || (self.is_doubtful && *spawned != self.known);
        let is_found = has_new_bodies || self.has_new_objects;
        self.is_doubtful &= is_found;
        is_found
    }

    /// The scene is written as the world is now.
    pub fn accept(&mut self, sim: &Simulation) {
        self.is_doubtful = false;
        self.has_new_objects = false;
        self.known.clone_from(&sim.state().spawned);
        self.known_objects.clone_from(&sim.state().objects);
        self.known_lights.clone_from(&sim.state().lights);
    }
}

/// Whether objects differ by no more than their poses.
fn look_alike(these: &[Option<RuntimeObject>], those: &[Option<RuntimeObject>]) -> bool {
    let is_alike = |(this, that): (&Option<RuntimeObject>, &Option<RuntimeObject>)| match (this, that) {
        (Some(this), Some(that)) => {
            RuntimeObject { pose_in_world: this.pose_in_world, ..that.clone() } == *this
        }
        (None, None) => true,
        _ => false,
    };
    these.len() == those.len() && these.iter().zip(those).all(is_alike)
}

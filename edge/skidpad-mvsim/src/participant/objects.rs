//! The objects of a world by name, as MVSim's clients know them: vehicles, blocks, actors, and objects that are only
//! seen.

use skidpad_math::{Pose3, Twist2};
use skidpad_messages::{ActorId, BlockId, BodyId, LightEntry, Observations, Roster, Step, VehicleId};
use std::sync::Arc;

/// A world after a step, and the names of what is in it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) observations: Arc<Observations>,
    roster: Arc<Roster>,
}

/// An object with a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'a> {
    pub(super) name: &'a str,
    /// Its body; none of an object that is only seen.
    pub(super) body: Option<BodyId>,
    /// False once it is removed or stopped as non-finite.
    pub(super) is_present: bool,
    pub(super) pose_in_world: Pose3,
    /// Velocity in its own frame; none for actors and objects that are only seen.
    pub(super) twist: Option<Twist2>,
    pub(super) is_in_collision: bool,
}

impl Seen {
    pub(super) fn of(step: &Step) -> Self {
        Seen { observations: Arc::clone(&step.observations), roster: Arc::clone(&step.roster) }
    }

    /// All objects: vehicles, blocks, actors, objects that are only seen.
    pub(super) fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        let vehicles = (0..).zip(self.roster.vehicles.iter().zip(&self.observations.vehicles));
        let blocks = (0..).zip(self.roster.blocks.iter().zip(&self.observations.blocks));
        let actors = (0..).zip(self.roster.actors.iter().zip(&self.observations.actors));
        let vehicles = vehicles.map(|(index, (entry, it))| Object {
            name: &entry.name,
            body: Some(BodyId::Vehicle(VehicleId(index))),
            is_present: it.is_present,
            pose_in_world: it.pose_in_world,
            twist: Some(it.twist_in_vehicle),
            is_in_collision: it.is_in_collision,
        });
        let blocks = blocks.map(|(index, (name, it))| Object {
            name,
            body: Some(BodyId::Block(BlockId(index))),
            is_present: it.is_present,
            pose_in_world: it.pose_in_world,
            twist: Some(it.twist_in_block),
            is_in_collision: it.is_in_collision,
        });
        let actors = actors.map(|(index, (name, it))| Object {
            name,
            body: Some(BodyId::Actor(ActorId(index))),
            is_present: true,
            pose_in_world: it.pose_in_world,
            twist: None,
            is_in_collision: false,
        });
        let seen_only = self.roster.objects.iter().zip(&self.observations.objects);
        let seen_only = seen_only.map(|(name, it)| Object {
            name,
            body: None,
            is_present: it.is_present,
            pose_in_world: it.pose_in_world,
            twist: None,
            is_in_collision: false,
        });
        vehicles.chain(blocks).chain(actors).chain(seen_only)
    }

    /// The first object of this name; one that is present comes before one that is not.
    pub(super) fn object(&self, name: &str) -> Option<Object<'_>> {
        let mut absent = None;
        for object in self.objects().filter(|object| object.name == name) {
            if object.is_present {
                return Some(object);
            }
            absent = absent.or(Some(object));
        }
        absent
    }

    /// Whether a group of lights shines, or why there is none.
    pub(super) fn light(&self, object: &str, group: &str) -> Result<bool, &'static str> {
        let object = self.present(object).ok_or("objectId not found")?;
        let is_it = |entry: &&LightEntry| Some(entry.body) == object.body && entry.group == group;
        let entry = self.roster.lights.iter().find(is_it);
        entry.map(|entry| entry.is_on).ok_or("there is no group of lights of this name")
    }

    /// The object of this name, if it is present.
    pub(super) fn present(&self, name: &str) -> Option<Object<'_>> {
        self.object(name).filter(|object| object.is_present)
    }
}

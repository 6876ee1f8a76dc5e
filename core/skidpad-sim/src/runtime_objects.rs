//! Objects that are added while running: seen by sensors and viewers, never hit.

use crate::settle::ground_below;
use crate::simulation::Simulation;
use crate::state::Presence;
use skidpad_math::Pose3;
use skidpad_messages::{Event, RefusedBecause, RuntimeObject};
use std::collections::BTreeMap;

/// Most objects of a world.
const MOST_OBJECTS: usize = 10_000;

impl Simulation {
    /// Add objects, all or none.
    pub(crate) fn spawn_objects(
        &mut self,
        objects: &[RuntimeObject],
        replaces: bool,
    ) -> Result<(), RefusedBecause> {
        let mut places = BTreeMap::new();
        for (index, object) in self.state.objects.iter().enumerate() {
            places.extend(object.as_ref().map(|object| (object.name.clone(), index)));
        }
        let known_count = places.len();
        let mut free = (0..).filter(|&index| self.state.objects.get(index).is_none_or(Option::is_none));
        let mut targets = Vec::with_capacity(objects.len());
        let mut new_places: BTreeMap<&str, usize> = BTreeMap::new();
        for object in objects {
            let known = places.get(&object.name).copied();
            let is_twice = new_places.contains_key(object.name.as_str());
            if is_twice || known.is_some() && !replaces || self.is_name_of_body(&object.name) {
                return Err(RefusedBecause::NameTaken);
            }
            let place = known.or_else(|| free.next()).unwrap_or_default();
            new_places.insert(&object.name, place);
            targets.push((place, known.is_none()));
        }
        if known_count + targets.iter().filter(|(_, is_new)| *is_new).count() > MOST_OBJECTS {
            return Err(RefusedBecause::TooManyObjects);
        }
        for (object, (place, _)) in objects.iter().zip(targets) {
            let mut object = object.clone();
            object.pose_in_world = self.object_pose(&object, &object.pose_in_world);
            if self.state.objects.len() <= place {
                self.state.objects.resize(place + 1, None);
            }
            self.put_object(place, object);
        }
        self.load_object_pictures();
        self.note_objects();
        Ok(())
    }

    /// Have the pictures that objects show.
    pub(crate) fn load_object_pictures(&mut self) {
        self.scene.know_pictures(&self.state.objects, self.picture_loader.as_deref());
    }

    /// Put an object into its place. What looks the same as before needs no new scene.
    fn put_object(&mut self, place: usize, object: RuntimeObject) {
        let looks_alike = self.state.objects[place].as_ref().is_some_and(|before| {
            let here = RuntimeObject { pose_in_world: object.pose_in_world, ..before.clone() };
            here == object
        });
        if !looks_alike {
            self.scene.forget_objects();
        }
        self.state.objects[place] = Some(object);
    }

    pub(crate) fn move_object(&mut self, name: &str, pose: &Pose3) -> Result<(), RefusedBecause> {
        let is_it = |object: &Option<RuntimeObject>| object.as_ref().is_some_and(|it| it.name == name);
        let place = self.state.objects.iter().position(is_it).ok_or(RefusedBecause::NoSuchObject)?;
        if let Some(object) = self.state.objects[place].clone() {
            let pose_in_world = self.object_pose(&object, pose);
            self.state.objects[place] = Some(RuntimeObject { pose_in_world, ..object });
        }
        self.note_objects();
        Ok(())
    }

    pub(crate) fn remove_objects(&mut self, names: &[String], prefix: Option<&str>) {
        let is_meant = |name: &str| {
            names.iter().any(|it| it == name) || prefix.is_some_and(|prefix| name.starts_with(prefix))
        };
        let mut has_changed = false;
        for object in &mut self.state.objects {
            if object.as_ref().is_some_and(|it| is_meant(&it.name)) {
                *object = None;
                has_changed = true;
            }
        }
        if has_changed {
            let kept = self.state.objects.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            self.state.objects.truncate(kept);
            self.scene.forget_objects();
            self.note_objects();
        }
    }

    /// Where an object stands that is put at a pose.
    fn object_pose(&mut self, object: &RuntimeObject, pose: &Pose3) -> Pose3 {
        if !object.is_on_ground {
            return *pose;
        }
        let at_m = [pose.x_m, pose.y_m, pose.z_m];
        let ground_m = ground_below(&self.model, &self.state, &mut self.scratch.settle, at_m);
        Pose3 { z_m: ground_m + object.shape.depth_m(object.size_m), ..*pose }
    }

    /// Whether a vehicle, block or actor that takes part has this name.
    pub(crate) fn is_name_of_body(&self, name: &str) -> bool {
        let roster = &self.model.roster;
        let vehicles = roster.vehicles.iter().map(|it| &it.name).zip(&self.state.vehicles);
        let blocks = roster.blocks.iter().zip(&self.state.blocks);
        let is_there = |presence: Presence, it: &str| presence != Presence::Removed && it == name;
        vehicles.into_iter().any(|(it, state)| is_there(state.presence, it))
            || blocks.into_iter().any(|(it, state)| is_there(state.presence, it))
            || roster.actors.iter().any(|it| it == name)
    }

    /// The names of objects, as those who take part in the run read them.
    pub(crate) fn name_objects(&mut self) {
        let names = self.state.objects.iter();
        let names = names.map(|object| object.as_ref().map_or_else(String::new, |it| it.name.clone()));
        self.model.roster.objects = names.collect();
    }

    fn note_objects(&mut self) {
        self.name_objects();
        if !self.seen.events.contains(&Event::ObjectsChanged) {
            self.seen.events.push(Event::ObjectsChanged);
        }
    }
}

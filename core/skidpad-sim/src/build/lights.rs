//! Lights that can be switched.

use super::Builder;
use crate::model::{LightModel, Model};
use skidpad_messages::{BodyId, LightEntry};
use skidpad_world::description::Object;

impl Builder<'_> {
    pub(super) fn add_lights(&mut self, body: BodyId, object: &Object) {
        for group in &object.light_groups {
            let (initially_on, lamps) = (group.initially_on, group.lamps.as_slice().into());
            self.state.lights.push(initially_on);
            self.model.lights.push(LightModel { initially_on, lamps });
            let entry = LightEntry { body, group: group.name.clone(), is_on: initially_on };
            self.model.roster.lights.push(entry);
        }
    }
}

/// The lights of a body that is like another, as they are at the start.
pub(crate) fn add_lights_like(model: &mut Model, like: BodyId, body: BodyId) {
    for index in 0..model.lights.len() {
        if model.roster.lights[index].body == like {
            let (light, group) = (model.lights[index].clone(), model.roster.lights[index].group.clone());
            model.roster.lights.push(LightEntry { body, group, is_on: light.initially_on });
            model.lights.push(light);
        }
    }
}

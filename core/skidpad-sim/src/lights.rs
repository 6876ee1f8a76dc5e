//! Switching lights.

use crate::simulation::Simulation;
use skidpad_messages::{BodyId, Event, RefusedBecause};

impl Simulation {
    /// The groups of lights that are off, by their numbers in the roster: the switches of the scene.
    pub fn switches_off(&self) -> Vec<u32> {
        (0..).zip(&self.state.lights).filter(|(_, is_on)| !**is_on).map(|(switch, _)| switch).collect()
    }

    pub(crate) fn switch_lights(
        &mut self,
        body: BodyId,
        group: &str,
        is_on: bool,
    ) -> Result<(), RefusedBecause> {
        let mut is_any = false;
        for (entry, state) in self.model.roster.lights.iter_mut().zip(&mut self.state.lights) {
            if entry.body == body && entry.group == group {
                (entry.is_on, *state, is_any) = (is_on, is_on, true);
            }
        }
        if !is_any {
            return Err(RefusedBecause::NoSuchLight);
        }
        if !self.seen.events.contains(&Event::LightsSwitched) {
            self.seen.events.push(Event::LightsSwitched);
        }
        Ok(())
    }

    /// Groups of lights that have no state yet are as at the start; the roster says what the state says.
    pub(crate) fn note_lights(&mut self) {
        let known = self.state.lights.len();
        self.state.lights.extend(self.model.lights.iter().skip(known).map(|light| light.initially_on));
        for (entry, state) in self.model.roster.lights.iter_mut().zip(&self.state.lights) {
            entry.is_on = *state;
        }
    }
}

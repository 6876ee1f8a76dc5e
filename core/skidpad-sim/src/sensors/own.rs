//! Sensors of a program's own, in the steps of a world.

use super::{Device, SensorState};
use crate::Simulation;
use skidpad_messages::{Event, SensorId};

impl Simulation {
    /// Let the sensors of a program's own take in the step that was just made.
    pub(crate) fn advance_own_sensors(&mut self) {
        for index in 0..self.state.sensors.len() {
            if matches!(self.state.sensors[index], SensorState::Extension(_)) {
                self.advance_own_memory(index);
            }
        }
    }

    fn advance_own_memory(&mut self, memory: usize) {
        let Some(sensor) = self.model.sensors.iter().position(|sensor| sensor.memory == Some(memory)) else {
            return;
        };
        let id = super::sensor_id(sensor);
        let Device::Own(own) = &self.model.sensors[sensor].device else { return };
        if !self.is_there(self.model.sensors[sensor].vehicle) {
            return;
        }
        let at = self.context(id).own_view(&self.seen, self.model.dt_s);
        let SensorState::Extension(state) = &mut self.state.sensors[memory] else { return };
        if let Some(because) = own.advance(&at, state) {
            let name = self.name_of_own_sensor(id);
            self.seen.events.push(Event::ExtensionFailed { name, because });
        }
    }

    fn name_of_own_sensor(&self, id: SensorId) -> String {
        let name = self.model.roster.sensor_name(id);
        match &self.model.sensors[id.index()].device {
            Device::Own(own) => format!("sensor {name} ({})", own.class),
            _ => format!("sensor {name}"),
        }
    }

    /// Report with the present observations that a reading of a sensor failed. The world itself does not change:
    /// whether a sensor is read changes nothing in it.
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn report_failed_reading(&mut self, id: SensorId, because: &str) {
        let name = self.name_of_own_sensor(id);
        self.seen.events.push(Event::ExtensionFailed { name, because: because.to_owned() });
    }
}

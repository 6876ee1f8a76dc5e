//! Elements of a program's own, in the steps of a world.

use crate::extension::guard::{note_failed_element, take_failed_elements};
use crate::extension::{ElementView, ExtensionMemory, GroundMotion, Push, PushedBody};
use crate::model::Model;
use crate::observe::reference_twist;
use crate::planar::BodyId as PlanarId;
use crate::simulation::Simulation;
use crate::state::Presence;
use skidpad_math::NoiseAddress;
use skidpad_messages::{BlockId, BodyId, Event, VehicleId};

/// How the ground moves at a point, if an element of a program's own says so.
pub(crate) fn ground_motion(
    model: &Model,
    memories: &[ExtensionMemory],
    point_m: [f64; 3],
) -> Option<GroundMotion> {
    let working = model.own_elements.iter().zip(memories).enumerate();
    working.filter(|(_, (_, memory))| memory.failure.is_none()).find_map(|(index, (element, memory))| {
        element.ground_motion(point_m, memory).unwrap_or_else(|because| {
            note_failed_element(index, because);
            None
        })
    })
}

impl Simulation {
    /// A step of each element begins.
    pub(crate) fn step_own_elements(&mut self) {
        if self.model.own_elements.is_empty() {
            return;
        }
        let (seed, step) = (self.model.seed, self.state.step);
        for (index, (element, memory)) in
            self.model.own_elements.iter().zip(&mut self.state.elements).enumerate()
        {
            if memory.failure.is_some() {
                continue;
            }
            let at = ElementView {
                time_ns: self.model.time_ns(step),
                dt_s: self.model.dt_s,
                seen: &self.seen,
                noise: NoiseAddress { seed, stream: element.stream, step },
            };
            match element.step(&at, memory) {
                Ok(notes) => {
                    let name = &element.name;
                    let notes = notes.into_iter().map(|text| Event::Note { name: name.clone(), text });
                    self.seen.events.extend(notes);
                }
                Err(because) => note_failed_element(index, because),
            }
        }
        self.report_failed_elements();
    }

    /// Elements push bodies: their velocities change by F·Δt/m.
    pub(crate) fn push_by_own_elements(&mut self) {
        if self.model.own_elements.is_empty() {
            return;
        }
        for index in 0..self.model.vehicles.len() {
            let vehicle = &self.model.vehicles[index];
            if self.state.vehicles[index].presence == Presence::Present && vehicle.animation.is_none() {
                let (id, body) = (VehicleId(crate::build::count(index)), vehicle.body);
                self.push_body(BodyId::Vehicle(id), body, vehicle.com_m());
            }
        }
        for index in 0..self.model.blocks.len() {
            let block = &self.model.blocks[index];
            let is_loose = block.is_movable && block.animation.is_none();
            if let (Some(body), true) =
                (block.body, is_loose && self.state.blocks[index].presence == Presence::Present)
            {
                let (id, com_m) = (BlockId(crate::build::count(index)), block.com_m);
                self.push_body(BodyId::Block(id), body, com_m);
            }
        }
        self.report_failed_elements();
    }

    fn push_body(&mut self, id: BodyId, body: PlanarId, com_m: [f64; 2]) {
        let (per_kg, per_kgm2) = self.planar.inverse_masses(body);
        let pose_in_world = match id {
            BodyId::Vehicle(id) => self.seen.vehicles[id.index()].pose_in_world,
            BodyId::Block(id) => self.seen.blocks[id.index()].pose_in_world,
            _ => return,
        };
        let motion = &mut self.state.bodies[body.index()];
        let pushed = PushedBody {
            body: id,
            pose_in_world,
            twist: reference_twist(motion, com_m),
            mass_kg: 1.0 / per_kg,
        };
        for (index, (element, memory)) in self.model.own_elements.iter().zip(&self.state.elements).enumerate()
        {
            if memory.failure.is_some() {
                continue;
            }
            match element.push(&pushed, memory) {
                Ok(Some(Push { force_n, moment_nm })) => {
                    motion.vx_mps += force_n.x * per_kg * self.model.dt_s;
                    motion.vy_mps += force_n.y * per_kg * self.model.dt_s;
                    motion.yaw_rate_radps += moment_nm * per_kgm2 * self.model.dt_s;
                }
                Ok(None) => {}
                Err(because) => note_failed_element(index, because),
            }
        }
    }

    /// Elements that failed take no further part.
    fn report_failed_elements(&mut self) {
        for (index, because) in take_failed_elements() {
            let (Some(element), Some(memory)) =
                (self.model.own_elements.get(index), self.state.elements.get_mut(index))
            else {
                continue;
            };
            *memory = ExtensionMemory { failure: Some(because.clone()), ..element.fresh_memory() };
            let name = format!("element {} ({})", element.name, element.class);
            self.seen.events.push(Event::ExtensionFailed { name, because });
        }
    }
}

//! Questions about entities, answered from the latest step.

use super::service::Service;
use super::{SimulationServices, not_found};
use crate::parameter_services::body;
use bytes::Bytes;
use skidpad_messages::Step;
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::{CdrProblem, from_cdr_body};

impl SimulationServices {
    /// Which entities there are, and their states.
    pub(super) fn states(&self, service: Service, asked: &[u8]) -> Result<Bytes, CdrProblem> {
        let no_step = Step::default();
        let step = self.latest.as_ref().unwrap_or(&no_step);
        if service == Service::EntityState {
            let asked: GetEntityStateRequest = from_cdr_body(asked)?;
            let state = self.entity(&asked.entity).and_then(|body| self.entities.state(step, body));
            let result = if state.is_some() { Outcome::ok() } else { not_found(&asked.entity) };
            return Ok(body(&GetEntityStateResponse { result, state: state.unwrap_or_default() }));
        }
        let asked: GetEntitiesRequest = from_cdr_body(asked)?;
        let (result, found) = match self.entities.matching(step, &asked.filters) {
            Ok(found) => (Outcome::ok(), found),
            Err(result) => (result, Vec::new()),
        };
        let states = found.iter().filter_map(|(_, body)| self.entities.state(step, *body)).collect();
        let entities = found.into_iter().map(|it| it.0).collect();
        Ok(if service == Service::Entities {
            body(&GetEntitiesResponse { result, entities })
        } else {
            body(&GetEntitiesStatesResponse { result, entities, states })
        })
    }

    /// What an entity is, and how large.
    pub(super) fn about(&self, service: Service, asked: &[u8]) -> Result<Bytes, CdrProblem> {
        let GetEntityInfoRequest { entity: name } = from_cdr_body(asked)?;
        let found = self.entity(&name);
        let result = if found.is_some() { Outcome::ok() } else { not_found(&name) };
        if service == Service::EntityInfo {
            let info = found.map(|body| self.entities.info(&name, body)).unwrap_or_default();
            return Ok(body(&GetEntityInfoResponse { result, info }));
        }
        let bounds = found.and_then(|_| self.entities.bounds(&name));
        let result = match &bounds {
            None if found.is_some() => {
                Outcome::failed(Outcome::OPERATION_FAILED, format!("the size of {name:?} is not known"))
            }
            _ => result,
        };
        Ok(body(&GetEntityBoundsResponse { result, bounds: bounds.unwrap_or_default() }))
    }
}

//! Another world for the run: it is read on a thread of its own while the run goes on, taken over by the run between two
//! steps, and answered when the node's topics are those of that world.

use super::entities::EntityBook;
use super::service::Service;
use super::worlds::world_resource;
use super::{Fate, SimulationServices};
use crate::RosNode;
use crate::parameter_services::body;
use crate::service::Caller;
use crate::world_library::{WorldLibrary, WorldProblem, WorldRequest, WorldSource};
use skidpad_link::{Answer, Client, Control, Outcome as LinkOutcome};
use skidpad_messages::Roster;
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::{CdrProblem, from_cdr_body};
use skidpad_rtps::WireError;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Why what was asked of the world before is not done.
pub(super) const ANOTHER_WORLD: &str = "the run has another world now";

/// A world on its way to the run.
pub(super) struct Loading {
    service: Service,
    caller: Caller,
    state: LoadingState,
}

enum LoadingState {
    /// A thread reads and builds it.
    Reading(Receiver<Result<u64, WorldProblem>>),
    /// The run was asked to take it over; the number of the request.
    Asked(u64),
    /// The run has taken it over, and the topics of the node follow.
    Taken,
    /// The node has the topics of the world. Its first step comes before the answer, so that questions after that are
    /// about this world.
    Changed,
    /// It cannot be loaded.
    Failed(Outcome),
}

impl SimulationServices {
    /// Whether a world is on its way to the run.
    pub(crate) fn is_loading_world(&self) -> bool {
        self.loading.is_some()
    }

    /// Why a service cannot be used now.
    pub(super) fn unusable(&self, service: Service) -> Option<Outcome> {
        let failed = |code, reason: &str| Some(Outcome::failed(code, reason));
        let is_about_world = matches!(service, Service::LoadWorld | Service::UnloadWorld);
        if let Some(reason) = self.library.keeps_world().filter(|_| is_about_world) {
            return failed(Outcome::FEATURE_UNSUPPORTED, &reason);
        }
        if self.is_loading_world() && (service.changes() || is_about_world) {
            return failed(Outcome::INCORRECT_STATE, "a world is being loaded; try again later");
        }
        if service.changes() && self.library.current_world().is_none() {
            return failed(Outcome::INCORRECT_STATE, "no world is loaded; load one first");
        }
        None
    }

    pub(super) fn load_world(&mut self, asked: &[u8], caller: &Caller) -> Result<Fate, CdrProblem> {
        // Both versions have the same bytes.
        let asked: LoadWorldRequest1 = from_cdr_body(asked)?;
        let service = Service::LoadWorld;
        let source = match (asked.uri.is_empty(), asked.resource_string.is_empty()) {
            (false, _) => WorldSource::Uri(asked.uri),
            (true, false) => WorldSource::Text(asked.resource_string),
            (true, true) => {
                let reason = "both the URI and the resource string are empty";
                let result = Outcome::failed(LoadWorldResponse::NO_RESOURCE, reason);
                return Ok(Fate::Answered(service.outcome(result)));
            }
        };
        let request = WorldRequest {
            source,
            refuses_unknown_elements: asked.fail_on_unsupported_element,
            refuses_missing_assets: !asked.ignore_missing_or_unsupported_assets,
        };
        Ok(self.begin_loading(service, request, caller))
    }

    pub(super) fn unload_world(&mut self, caller: &Caller) -> Fate {
        let service = Service::UnloadWorld;
        if self.library.current_world().is_none() {
            let result = Outcome::failed(UnloadWorldResponse::NO_WORLD_LOADED, "no world is loaded");
            return Fate::Answered(service.outcome(result));
        }
        let request = WorldRequest {
            source: WorldSource::Nothing,
            refuses_unknown_elements: false,
            refuses_missing_assets: false,
        };
        self.begin_loading(service, request, caller)
    }

    fn begin_loading(&mut self, service: Service, request: WorldRequest, caller: &Caller) -> Fate {
        let (sender, result) = channel();
        let library = Arc::clone(&self.library);
        let read = move || {
            // The bridge has gone if nobody listens.
            let _ = sender.send(library.read_world(&request));
        };
        if let Err(problem) = std::thread::Builder::new().name("ros2 world".to_string()).spawn(read) {
            let reason = format!("no thread could be started: {problem}");
            let result = Outcome::failed(Outcome::OPERATION_FAILED, reason);
            return Fate::Answered(service.outcome(result));
        }
        self.loading =
            Some(Loading { service, caller: caller.clone(), state: LoadingState::Reading(result) });
        Fate::Later
    }

    /// The run has answered something.
    pub(super) fn hear_of_world(&mut self, answer: &Answer) {
        let Some(loading) = &mut self.loading else { return };
        if !matches!(loading.state, LoadingState::Asked(number) if number == answer.number) {
            return;
        }
        loading.state = match &answer.outcome {
            LinkOutcome::Refused(reason) => {
                LoadingState::Failed(Outcome::failed(Outcome::OPERATION_FAILED, reason.clone()))
            }
            _ => LoadingState::Taken,
        };
    }

    /// Hand a world that was read to the run, and answer what has come to its end.
    pub(super) fn follow_loading(&mut self, node: &RosNode, run: &Client) -> Result<(), WireError> {
        let Some(loading) = &mut self.loading else { return Ok(()) };
        if let LoadingState::Reading(result) = &loading.state {
            let failed =
                |reason: String| LoadingState::Failed(Outcome::failed(Outcome::OPERATION_FAILED, reason));
            loading.state = match result.try_recv() {
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => failed("a bug: the world could not be read".to_string()),
                Ok(Err(problem)) => LoadingState::Failed(outcome(problem)),
                Ok(Ok(number)) => match run.control(Control::NextWorld(number)) {
                    Ok(number) => LoadingState::Asked(number),
                    Err(problem) => failed(problem.to_string()),
                },
            };
        }
        let result = match &loading.state {
            LoadingState::Changed if self.latest.is_some() => Outcome::ok(),
            LoadingState::Failed(result) => result.clone(),
            _ => return Ok(()),
        };
        let Some(Loading { service, caller, .. }) = self.loading.take() else { return Ok(()) };
        let is_loaded = service == Service::LoadWorld && result.result == Outcome::OK;
        let world = self.library.current_world().filter(|_| is_loaded);
        let reply = match world.map(world_resource) {
            Some(world) => body(&LoadWorldResponse { result, world }),
            None => service.outcome(result),
        };
        match self.servers.iter_mut().find(|(it, _)| *it == service) {
            Some((_, server)) => server.reply(node.wire(), caller, reply),
            None => Ok(()),
        }
    }

    /// The run has another world after these steps, and so has the node.
    pub(crate) fn change_world(
        &mut self,
        roster: &Roster,
        world_frame: &str,
        library: Arc<dyn WorldLibrary>,
        first_tick: u64,
        node: &RosNode,
    ) -> Result<(), WireError> {
        self.entities = EntityBook::new(roster, library.boxes(), world_frame);
        self.library = library;
        self.spawning.forget_world();
        self.waiting.iter_mut().for_each(|waiting| waiting.fail(ANOTHER_WORLD));
        self.steps.abort(node.wire(), ANOTHER_WORLD)?;
        (self.latest, self.first_tick) = (None, first_tick);
        (self.is_paused, self.is_stopped) = (false, true);
        if let Some(loading) = &mut self.loading {
            loading.state = LoadingState::Changed;
        }
        Ok(())
    }
}

fn outcome(problem: WorldProblem) -> Outcome {
    match problem {
        WorldProblem::NotFound(reason) => Outcome::failed(Outcome::NOT_FOUND, reason),
        WorldProblem::Format(reason) => Outcome::failed(LoadWorldResponse::UNSUPPORTED_FORMAT, reason),
        WorldProblem::Unreadable(reason) => Outcome::failed(LoadWorldResponse::RESOURCE_PARSE_ERROR, reason),
        WorldProblem::MissingAsset(reason) => Outcome::failed(LoadWorldResponse::MISSING_ASSETS, reason),
        WorldProblem::UnknownElement(reason) => {
            Outcome::failed(LoadWorldResponse::UNSUPPORTED_ELEMENTS, reason)
        }
        WorldProblem::Unbuildable(reason) => Outcome::failed(Outcome::OPERATION_FAILED, reason),
    }
}

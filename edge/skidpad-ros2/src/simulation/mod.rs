//! Services of `simulation_interfaces`: the state of the run, its entities, steps and resets.
//!
//! Questions are answered from the latest step. Changes become checked requests of a client of the run and are
//! answered when the run has carried them out.

use crate::parameter_services::body;
use crate::service::{Caller, ServiceServer};
use crate::{Distro, RosNode};
use bytes::Bytes;
use skidpad_link::{
    Answer, Client, Control, Interest, LinkProblem, Outcome as LinkOutcome, SensorChoice, StepRate,
};
use skidpad_messages::{ActorId, BlockId, BodyId, Request, Step, VehicleId};
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::msg::{Header, Pose, Twist, Vector3};
use skidpad_rosmsg::{CdrProblem, Description, Message, from_cdr_body};
use skidpad_rtps::WireError;
use std::collections::BTreeMap;

/// Requests that wait at a service.
const DEPTH: u32 = 10;

/// Most steps of one request, as a run takes them.
const MOST_STEPS: u64 = 1_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Service {
    Features,
    Entities,
    EntitiesStates,
    EntityState,
    EntityInfo,
    SetEntityState1,
    SetEntityState2,
    DeleteEntity,
    State,
    SetState,
    Step,
    Reset,
}

impl Service {
    fn all(distro: Distro) -> [Service; 11] {
        // The name is the same in both versions; the hash is not.
        let set_entity_state = match distro {
            Distro::LyricalAndLater => Service::SetEntityState2,
            Distro::Auto | Distro::Humble | Distro::IronToKilted => Service::SetEntityState1,
        };
        [
            Service::Features,
            Service::Entities,
            Service::EntitiesStates,
            Service::EntityState,
            Service::EntityInfo,
            set_entity_state,
            Service::DeleteEntity,
            Service::State,
            Service::SetState,
            Service::Step,
            Service::Reset,
        ]
    }

    fn name(self) -> &'static str {
        match self {
            Service::Features => "get_simulator_features",
            Service::Entities => "get_entities",
            Service::EntitiesStates => "get_entities_states",
            Service::EntityState => "get_entity_state",
            Service::EntityInfo => "get_entity_info",
            Service::SetEntityState1 | Service::SetEntityState2 => "set_entity_state",
            Service::DeleteEntity => "delete_entity",
            Service::State => "get_simulation_state",
            Service::SetState => "set_simulation_state",
            Service::Step => "step_simulation",
            Service::Reset => "reset_simulation",
        }
    }

    fn types(self) -> [&'static Description; 2] {
        fn of<Q: Message, A: Message>() -> [&'static Description; 2] {
            [Q::DESCRIPTION, A::DESCRIPTION]
        }
        match self {
            Service::Features => of::<GetSimulatorFeaturesRequest, GetSimulatorFeaturesResponse>(),
            Service::Entities => of::<GetEntitiesRequest, GetEntitiesResponse>(),
            Service::EntitiesStates => of::<GetEntitiesStatesRequest, GetEntitiesStatesResponse>(),
            Service::EntityState => of::<GetEntityStateRequest, GetEntityStateResponse>(),
            Service::EntityInfo => of::<GetEntityInfoRequest, GetEntityInfoResponse>(),
            Service::SetEntityState1 => of::<SetEntityStateRequest1, SetEntityStateResponse>(),
            Service::SetEntityState2 => of::<SetEntityStateRequest2, SetEntityStateResponse>(),
            Service::DeleteEntity => of::<DeleteEntityRequest, DeleteEntityResponse>(),
            Service::State => of::<GetSimulationStateRequest, GetSimulationStateResponse>(),
            Service::SetState => of::<SetSimulationStateRequest, SetSimulationStateResponse>(),
            Service::Step => of::<StepSimulationRequest, StepSimulationResponse>(),
            Service::Reset => of::<ResetSimulationRequest, ResetSimulationResponse>(),
        }
    }

    /// Whether it changes something.
    fn changes(self) -> bool {
        matches!(
            self,
            Service::SetEntityState1
                | Service::SetEntityState2
                | Service::DeleteEntity
                | Service::SetState
                | Service::Step
                | Service::Reset
        )
    }

    /// The answer that has only an outcome.
    fn outcome(self, result: Outcome) -> Bytes {
        match self {
            Service::DeleteEntity => body(&DeleteEntityResponse { result }),
            Service::SetState => body(&SetSimulationStateResponse { result }),
            Service::Step => body(&StepSimulationResponse { result }),
            Service::Reset => body(&ResetSimulationResponse { result }),
            _ => body(&SetEntityStateResponse { result }),
        }
    }
}

/// What becomes of a request.
enum Fate {
    /// It is answered now.
    Answered(Bytes),
    /// It is answered when the run has taken all of these and made so many steps.
    Waits(Vec<u64>, u64),
}

/// An answer that waits for the run.
struct Waiting {
    server: usize,
    caller: Caller,
    numbers: Vec<u64>,
    refusals: Vec<String>,
    /// Steps to be made after the run has taken the request.
    step_count: u64,
    /// The tick of the last of them.
    until_tick: u64,
}

impl Waiting {
    /// The run has taken one of the requests, or refused it.
    fn hear(&mut self, answer: &Answer) {
        if !self.numbers.contains(&answer.number) {
            return;
        }
        self.numbers.retain(|number| *number != answer.number);
        match &answer.outcome {
            LinkOutcome::Refused(reason) => self.refusals.push(reason.clone()),
            // A run that pauses makes no further step to wait for.
            _ if self.step_count > 0 => self.until_tick = answer.tick + self.step_count,
            _ => {}
        }
    }
}

/// The services of a run.
pub(crate) struct SimulationServices {
    servers: Vec<(Service, ServiceServer)>,
    waiting: Vec<Waiting>,
    latest: Option<Step>,
    /// What a client of these services last made of the run.
    is_paused: bool,
    sees_every_step: bool,
    world_frame: String,
}

impl SimulationServices {
    pub(crate) fn offer(node: &mut RosNode, distro: Distro, world_frame: &str) -> Result<Self, WireError> {
        let mut servers = Vec::new();
        for service in Service::all(distro) {
            let [request, response] = service.types();
            servers.push((service, node.service(service.name(), request, response, DEPTH)?));
        }
        let world_frame = world_frame.to_string();
        Ok(SimulationServices {
            servers,
            waiting: Vec::new(),
            latest: None,
            is_paused: false,
            sees_every_step: false,
            world_frame,
        })
    }

    /// A step was made. It comes on two ways, one of which may be later.
    pub(crate) fn note(&mut self, step: &Step) {
        if self.latest.as_ref().is_none_or(|latest| latest.tick < step.tick) {
            self.latest = Some(step.clone());
        }
    }

    /// Answer what was asked.
    pub(crate) fn answer(&mut self, node: &RosNode, run: Option<&Client>) -> Result<(), WireError> {
        for index in 0..self.servers.len() {
            while let Some(request) = self.servers[index].1.take(node.wire()) {
                let service = self.servers[index].0;
                if let Some(run) = run.filter(|_| service.changes()) {
                    self.watch_steps(run, true);
                }
                match self.follow(service, &request.body, run) {
                    Ok(Fate::Answered(reply)) => {
                        self.servers[index].1.reply(node.wire(), request.caller, reply)?;
                    }
                    Ok(Fate::Waits(numbers, step_count)) => {
                        let (caller, refusals) = (request.caller, Vec::new());
                        let waiting =
                            Waiting { server: index, caller, numbers, refusals, step_count, until_tick: 0 };
                        self.waiting.push(waiting);
                    }
                    // What cannot be read cannot be answered either.
                    Err(_) => {}
                }
            }
            self.servers[index].1.send_waiting(node.wire())?;
        }
        Ok(())
    }

    /// See what the run has taken, and answer what it has done.
    pub(crate) fn take_answers(&mut self, node: &RosNode, run: &Client) -> Result<(), WireError> {
        let delivery = run.take();
        for answer in &delivery.answers {
            self.waiting.iter_mut().for_each(|waiting| waiting.hear(answer));
        }
        if let Some(step) = delivery.steps.last() {
            self.note(step);
        }
        let tick = self.latest.as_ref().map_or(0, |step| step.tick);
        let is_done =
            |it: &Waiting| it.numbers.is_empty() && (tick >= it.until_tick || !it.refusals.is_empty());
        let (done, waiting): (Vec<Waiting>, _) =
            std::mem::take(&mut self.waiting).into_iter().partition(is_done);
        self.waiting = waiting;
        for Waiting { server, caller, refusals, .. } in done {
            let result = if refusals.is_empty() {
                Outcome::ok()
            } else {
                Outcome::failed(Outcome::OPERATION_FAILED, refusals.join("; "))
            };
            let (service, server) = &mut self.servers[server];
            server.reply(node.wire(), caller, service.outcome(result))?;
        }
        self.watch_steps(run, !self.waiting.is_empty());
        Ok(())
    }

    /// Look at every step, so that a question after a change is answered with its effect; or no longer.
    fn watch_steps(&mut self, run: &Client, is_watching: bool) {
        if std::mem::replace(&mut self.sees_every_step, is_watching) != is_watching {
            let rate = if is_watching { StepRate::EveryStep } else { StepRate::Never };
            // A run that is over needs no interest.
            let _ = run.set_interest(Interest { rate, sensors: SensorChoice::None });
        }
    }

    fn follow(&mut self, service: Service, body: &[u8], run: Option<&Client>) -> Result<Fate, CdrProblem> {
        Ok(match service {
            Service::Features => Fate::Answered(self::body(&features())),
            Service::Entities => {
                let asked: GetEntitiesRequest = from_cdr_body(body)?;
                let (result, entities) = match self.matching(&asked.filters) {
                    Ok(found) => (Outcome::ok(), found.into_iter().map(|it| it.0).collect()),
                    Err(result) => (result, Vec::new()),
                };
                Fate::Answered(self::body(&GetEntitiesResponse { result, entities }))
            }
            Service::EntitiesStates => {
                let asked: GetEntitiesStatesRequest = from_cdr_body(body)?;
                let (result, found) = match self.matching(&asked.filters) {
                    Ok(found) => (Outcome::ok(), found),
                    Err(result) => (result, Vec::new()),
                };
                let states = found.iter().filter_map(|(_, body)| self.state(*body)).collect();
                let entities = found.into_iter().map(|it| it.0).collect();
                Fate::Answered(self::body(&GetEntitiesStatesResponse { result, entities, states }))
            }
            Service::EntityState => {
                let asked: GetEntityStateRequest = from_cdr_body(body)?;
                let state = self.entity(&asked.entity).and_then(|body| self.state(body));
                let result = if state.is_some() { Outcome::ok() } else { not_found(&asked.entity) };
                let state = state.unwrap_or_default();
                Fate::Answered(self::body(&GetEntityStateResponse { result, state }))
            }
            Service::EntityInfo => {
                let asked: GetEntityInfoRequest = from_cdr_body(body)?;
                let found = self.entity(&asked.entity);
                let result = if found.is_some() { Outcome::ok() } else { not_found(&asked.entity) };
                let category = EntityCategory { category: found.map_or(0, category) };
                let info = EntityInfo { category, ..EntityInfo::default() };
                Fate::Answered(self::body(&GetEntityInfoResponse { result, info }))
            }
            Service::SetEntityState1 | Service::SetEntityState2 => {
                // Version 2 has three truth values more at the end, so that either can be told from the other.
                match from_cdr_body::<SetEntityStateRequest2>(body) {
                    Ok(asked) => {
                        let which = [asked.set_pose, asked.set_twist];
                        self.set_entity(service, &asked.entity, &asked.state, which, run)
                    }
                    Err(_) => {
                        let asked: SetEntityStateRequest1 = from_cdr_body(body)?;
                        self.set_entity(service, &asked.entity, &asked.state, [true, true], run)
                    }
                }
            }
            Service::DeleteEntity => {
                let asked: DeleteEntityRequest = from_cdr_body(body)?;
                match self.entity(&asked.entity) {
                    Some(body) => ask(service, run, [Request::Remove { body }]),
                    None => Fate::Answered(service.outcome(not_found(&asked.entity))),
                }
            }
            Service::State => {
                let state = SimulationState { state: self.run_state() };
                Fate::Answered(self::body(&GetSimulationStateResponse { state, result: Outcome::ok() }))
            }
            Service::SetState => {
                let asked: SetSimulationStateRequest = from_cdr_body(body)?;
                self.set_state(asked.state.state, run)
            }
            Service::Step => {
                let asked: StepSimulationRequest = from_cdr_body(body)?;
                self.step(asked.steps, run)
            }
            Service::Reset => {
                let asked: ResetSimulationRequest = from_cdr_body(body)?;
                match asked.scope {
                    ResetSimulationRequest::DEFAULT | ResetSimulationRequest::ALL => {
                        ask(service, run, [Request::Reset])
                    }
                    _ => {
                        let reason = "only a reset of everything is possible; use the default scope";
                        let result = Outcome::failed(Outcome::FEATURE_UNSUPPORTED, reason);
                        Fate::Answered(service.outcome(result))
                    }
                }
            }
        })
    }

    fn run_state(&self) -> u8 {
        let says_so = self.latest.as_ref().is_some_and(|step| step.status.is_paused);
        if self.is_paused || says_so { SimulationState::PAUSED } else { SimulationState::PLAYING }
    }

    fn set_state(&mut self, wanted: u8, run: Option<&Client>) -> Fate {
        let service = Service::SetState;
        if wanted == self.run_state() {
            let code = SetSimulationStateResponse::ALREADY_IN_TARGET_STATE;
            return Fate::Answered(service.outcome(Outcome::failed(code, "it is already in that state")));
        }
        let asked = match (wanted, run) {
            (SimulationState::PLAYING, Some(run)) => run.control(Control::Resume),
            (SimulationState::PAUSED, Some(run)) => run.control(Control::Pause),
            (SimulationState::QUITTING, Some(run)) => run.control(Control::End),
            (SimulationState::STOPPED, _) => {
                let reason = "a run cannot be stopped and kept; pause it, or reset it";
                let code = SetSimulationStateResponse::INCORRECT_TRANSITION;
                return Fate::Answered(service.outcome(Outcome::failed(code, reason)));
            }
            (_, None) => Err(LinkProblem::Ended),
            _ => {
                let code = Outcome::OPERATION_FAILED;
                return Fate::Answered(service.outcome(Outcome::failed(code, "there is no such state")));
            }
        };
        if asked.is_ok() {
            self.is_paused = wanted == SimulationState::PAUSED;
        }
        fate(service, asked.map(|number| vec![number]), 0)
    }

    fn step(&self, steps: u64, run: Option<&Client>) -> Fate {
        let service = Service::Step;
        if self.run_state() != SimulationState::PAUSED {
            let result = Outcome::failed(Outcome::INCORRECT_STATE, "pause the simulation first");
            return Fate::Answered(service.outcome(result));
        }
        let Some(count) = u32::try_from(steps).ok().filter(|_| (1..=MOST_STEPS).contains(&steps)) else {
            let reason = format!("{steps} steps; it must be from 1 to {MOST_STEPS}");
            return Fate::Answered(service.outcome(Outcome::failed(Outcome::OPERATION_FAILED, reason)));
        };
        let asked = run.ok_or(LinkProblem::Ended).and_then(|run| run.control(Control::Step(count)));
        fate(service, asked.map(|number| vec![number]), steps)
    }

    fn set_entity(
        &self,
        service: Service,
        name: &str,
        state: &EntityState,
        [has_pose, has_twist]: [bool; 2],
        run: Option<&Client>,
    ) -> Fate {
        let Some(body) = self.entity(name) else { return Fate::Answered(service.outcome(not_found(name))) };
        let mut requests = Vec::new();
        if has_pose {
            let Some(pose_in_world) = state.pose.to_pose3() else {
                let reason = "the pose has numbers that are not finite, or no orientation";
                let result = Outcome::failed(SetEntityStateResponse::INVALID_POSE, reason);
                return Fate::Answered(service.outcome(result));
            };
            requests.push(Request::Teleport { body, pose_in_world });
        }
        if has_twist {
            requests.push(Request::SetTwist { body, twist_in_body: state.twist.planar() });
        }
        ask(service, run, requests)
    }

    /// Every vehicle, block and person that is there, by name.
    fn entities(&self) -> BTreeMap<String, BodyId> {
        let Some(step) = &self.latest else { return BTreeMap::new() };
        let seen = &step.observations;
        let vehicles = (0..).zip(&seen.vehicles).filter(|(_, it)| it.is_present);
        let blocks = (0..).zip(&seen.blocks).filter(|(_, it)| it.is_present);
        let actors = (0..).zip(&seen.actors);
        let bodies = vehicles.map(|(id, _)| BodyId::Vehicle(VehicleId(id)));
        let bodies = bodies.chain(blocks.map(|(id, _)| BodyId::Block(BlockId(id))));
        let bodies = bodies.chain(actors.map(|(id, _)| BodyId::Actor(ActorId(id))));
        bodies.map(|body| (step.roster.name_of(body), body)).collect()
    }

    fn entity(&self, name: &str) -> Option<BodyId> {
        self.entities().get(name).copied()
    }

    /// The entities that filters choose. Tags do not exist here; bounds and patterns are not supported.
    fn matching(&self, filters: &EntityFilters) -> Result<Vec<(String, BodyId)>, Outcome> {
        if !filters.tags.tags.is_empty() || filters.bounds.r#type != Bounds::EMPTY {
            let reason = "entities can be chosen by name and category only";
            return Err(Outcome::failed(Outcome::FEATURE_UNSUPPORTED, reason));
        }
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '/');
        if !filters.filter.chars().all(is_plain) {
            let reason = "the filter must be a part of a name; patterns are not supported";
            return Err(Outcome::failed(Outcome::FEATURE_UNSUPPORTED, reason));
        }
        let categories: Vec<u8> = filters.categories.iter().map(|it| it.category).collect();
        let is_meant = |(name, body): &(String, BodyId)| {
            name.contains(&filters.filter) && (categories.is_empty() || categories.contains(&category(*body)))
        };
        Ok(self.entities().into_iter().filter(is_meant).collect())
    }

    fn state(&self, body: BodyId) -> Option<EntityState> {
        let step = self.latest.as_ref()?;
        let seen = &step.observations;
        let (pose, twist) = match body {
            BodyId::Vehicle(id) => {
                let it = seen.vehicles.get(id.index())?;
                let twist = it.twist_in_vehicle;
                (it.pose_in_world, [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps])
            }
            BodyId::Block(id) => {
                let it = seen.blocks.get(id.index())?;
                let twist = it.twist_in_block;
                (it.pose_in_world, [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps])
            }
            BodyId::Actor(id) => {
                let it = seen.actors.get(id.index())?;
                (it.pose_in_world, [it.speed_mps, 0.0, 0.0])
            }
            _ => return None,
        };
        let [x, y, z] = twist;
        Some(EntityState {
            header: Header::new(seen.time_ns, &self.world_frame),
            pose: Pose::from(&pose),
            twist: Twist { linear: Vector3 { x, y, z: 0.0 }, angular: Vector3 { x: 0.0, y: 0.0, z } },
            acceleration: Accel::default(),
        })
    }
}

/// Ask the run for all of these.
fn ask(service: Service, run: Option<&Client>, requests: impl IntoIterator<Item = Request>) -> Fate {
    let asked = run.ok_or(LinkProblem::Ended);
    let asked = asked.and_then(|run| requests.into_iter().map(|request| run.ask(request)).collect());
    // The run answers after the step that has applied a request.
    fate(service, asked, 0)
}

fn fate(service: Service, asked: Result<Vec<u64>, LinkProblem>, step_count: u64) -> Fate {
    match asked {
        Ok(numbers) if numbers.is_empty() => Fate::Answered(service.outcome(Outcome::ok())),
        Ok(numbers) => Fate::Waits(numbers, step_count),
        Err(problem) => {
            let result = Outcome::failed(Outcome::OPERATION_FAILED, problem.to_string());
            Fate::Answered(service.outcome(result))
        }
    }
}

fn not_found(name: &str) -> Outcome {
    Outcome::failed(Outcome::NOT_FOUND, format!("there is no entity {name:?}"))
}

fn category(body: BodyId) -> u8 {
    match body {
        BodyId::Vehicle(_) => EntityCategory::ROBOT,
        BodyId::Actor(_) => EntityCategory::HUMAN,
        _ => EntityCategory::OBJECT,
    }
}

/// What these services can do, and no more.
fn features() -> GetSimulatorFeaturesResponse {
    let features = SimulatorFeatures {
        features: vec![
            SimulatorFeatures::DELETING,
            SimulatorFeatures::ENTITY_CATEGORIES,
            SimulatorFeatures::ENTITY_STATE_GETTING,
            SimulatorFeatures::ENTITY_STATE_SETTING,
            SimulatorFeatures::ENTITY_INFO_GETTING,
            SimulatorFeatures::SIMULATION_RESET,
            SimulatorFeatures::SIMULATION_STATE_GETTING,
            SimulatorFeatures::SIMULATION_STATE_SETTING,
            SimulatorFeatures::SIMULATION_STATE_PAUSE,
            SimulatorFeatures::STEP_SIMULATION_SINGLE,
            SimulatorFeatures::STEP_SIMULATION_MULTIPLE,
        ],
        spawn_formats: Vec::new(),
        custom_info: format!("skidpad {}", env!("CARGO_PKG_VERSION")),
    };
    GetSimulatorFeaturesResponse { features }
}

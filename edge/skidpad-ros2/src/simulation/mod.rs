//! Services and the action of `simulation_interfaces`: the state of the run, its entities, steps, resets and worlds.
//!
//! Questions are answered from the latest step. Changes become checked requests of a client of the run and are
//! answered when the run has carried them out.

mod control;
mod entities;
mod features;
mod loading;
mod questions;
mod service;
mod spawn;
mod steps;
mod worlds;

use self::entities::EntityBook;
use self::features::features;
use self::loading::Loading;
use self::service::{Service, Version};
use self::spawn::Spawning;
use self::steps::SimulateSteps;
use crate::parameter_services::body;
use crate::service::{Caller, ServiceRequest, ServiceServer};
use crate::world_library::WorldLibrary;
use crate::{Distro, RosNode};
use bytes::Bytes;
use skidpad_link::{Answer, Client, Interest, LinkProblem, Outcome as LinkOutcome, SensorChoice, StepRate};
use skidpad_messages::{BodyId, Request, Roster, Step};
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::{CdrProblem, from_cdr_body};
use skidpad_rtps::WireError;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Requests that wait at a service.
const DEPTH: u32 = 10;

/// Most steps of one request, as a run takes them.
const MOST_STEPS: u64 = 1_000_000;

/// What becomes of a request.
enum Fate {
    /// It is answered now.
    Answered(Bytes),
    /// It is answered when the run has taken all of these and made so many steps.
    Waits(Vec<u64>, u64),
    /// It is answered when entities have been read and added, or when a world is loaded.
    Later,
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
    /// What is waited for will not come.
    fn fail(&mut self, reason: &str) {
        self.numbers.clear();
        self.refusals.push(reason.to_string());
    }

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
    version: Version,
    waiting: Vec<Waiting>,
    spawning: Spawning,
    loading: Option<Loading>,
    steps: SimulateSteps,
    entities: EntityBook,
    library: Arc<dyn WorldLibrary>,
    latest: Option<Step>,
    /// How many steps the run had made when it got its world.
    first_tick: u64,
    /// What a client of these services last made of the run.
    is_paused: bool,
    /// Whether the run stands at the beginning of a world that was loaded.
    is_stopped: bool,
    sees_every_step: bool,
}

impl SimulationServices {
    pub(crate) fn offer(
        node: &mut RosNode,
        distro: Distro,
        roster: &Roster,
        world_frame: &str,
        library: Arc<dyn WorldLibrary>,
    ) -> Result<Self, WireError> {
        let version = Version::of(distro);
        let mut servers = Vec::new();
        for service in Service::ALL {
            let [request, response] = service.types(version);
            servers.push((service, node.service(service.name(), request, response, DEPTH)?));
        }
        let boxes = library.boxes();
        Ok(SimulationServices {
            servers,
            version,
            waiting: Vec::new(),
            spawning: Spawning::default(),
            loading: None,
            steps: SimulateSteps::offer(node)?,
            entities: EntityBook::new(roster, boxes, world_frame),
            library,
            latest: None,
            first_tick: 0,
            is_paused: false,
            is_stopped: false,
            sees_every_step: false,
        })
    }

    /// A step was made. It comes on two ways, one of which may be later.
    pub(crate) fn note(&mut self, step: &Step) {
        if self.latest.as_ref().is_none_or(|latest| latest.tick < step.tick) {
            self.latest = Some(step.clone());
        }
    }

    /// The namespaces that vehicles on their way to the run asked for, by name.
    pub(crate) fn namespaces(&self) -> impl Iterator<Item = (&str, &str)> {
        self.spawning.namespaces()
    }

    /// Answer what was asked.
    pub(crate) fn answer(&mut self, node: &RosNode, run: Option<&Client>) -> Result<(), WireError> {
        for index in 0..self.servers.len() {
            while let Some(request) = self.servers[index].1.take(node.wire()) {
                let service = self.servers[index].0;
                if let Some(run) = run.filter(|_| service.changes()) {
                    self.watch_steps(run, true);
                }
                // What cannot be read cannot be answered either.
                let Ok(fate) = self.follow(service, &request, node, run) else { continue };
                match fate {
                    Fate::Answered(reply) => {
                        self.servers[index].1.reply(node.wire(), request.caller, reply)?;
                    }
                    Fate::Waits(numbers, step_count) => {
                        let (caller, refusals) = (request.caller, Vec::new());
                        let waiting =
                            Waiting { server: index, caller, numbers, refusals, step_count, until_tick: 0 };
                        self.waiting.push(waiting);
                    }
                    Fate::Later => {}
                }
            }
            self.servers[index].1.send_waiting(node.wire())?;
        }
        let is_paused = matches!(self.run_state(), SimulationState::PAUSED | SimulationState::STOPPED);
        let time_ns = self.latest.as_ref().map_or(0, Step::time_ns);
        if self.steps.answer(node.wire(), run, is_paused, time_ns)?
            && let Some(run) = run
        {
            self.watch_steps(run, true);
        }
        Ok(())
    }

    /// See what the run has taken, and answer what it has done.
    pub(crate) fn take_answers(&mut self, node: &RosNode, run: &Client) -> Result<(), WireError> {
        let delivery = run.take();
        for answer in &delivery.answers {
            self.waiting.iter_mut().for_each(|waiting| waiting.hear(answer));
            self.steps.hear(node.wire(), answer)?;
            self.hear_of_world(answer);
            if let Some(new) = self.spawning.hear(answer) {
                self.entities.add(&new.name, new.bounds);
            }
        }
        let first_tick = self.first_tick;
        for step in delivery.steps.iter().filter(|step| step.tick > first_tick) {
            self.note(step);
            self.steps.note(node.wire(), step)?;
        }
        self.spawning.ask(run);
        self.follow_loading(node, run)?;
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
        for spawn::SpawnAnswer { service, caller, reply } in self.spawning.take_answers() {
            if let Some((_, server)) = self.servers.iter_mut().find(|(it, _)| *it == service) {
                server.reply(node.wire(), caller, reply)?;
            }
        }
        let is_idle = self.waiting.is_empty() && self.spawning.is_idle() && self.steps.is_idle();
        self.watch_steps(run, !is_idle);
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

    fn follow(
        &mut self,
        service: Service,
        request: &ServiceRequest,
        node: &RosNode,
        run: Option<&Client>,
    ) -> Result<Fate, CdrProblem> {
        let asked = &request.body[..];
        if let Some(result) = self.unusable(service) {
            return Ok(Fate::Answered(service.outcome(result)));
        }
        Ok(match service {
            Service::Features => Fate::Answered(body(&features(self.library.keeps_world().is_none()))),
            Service::Entities | Service::EntitiesStates | Service::EntityState => {
                Fate::Answered(self.states(service, asked)?)
            }
            Service::EntityInfo | Service::EntityBounds => Fate::Answered(self.about(service, asked)?),
            Service::SetEntityInfo => {
                let asked: SetEntityInfoRequest = from_cdr_body(asked)?;
                let result = match self.entity(&asked.entity) {
                    Some(_) => {
                        self.entities.set_info(&asked.entity, asked.info);
                        Outcome::ok()
                    }
                    None => not_found(&asked.entity),
                };
                Fate::Answered(service.outcome(result))
            }
            Service::SetEntityState => {
                // Version 2 has three truth values more at the end, so that either can be told from the other.
                match from_cdr_body::<SetEntityStateRequest2>(asked) {
                    Ok(asked) => {
                        let which = [asked.set_pose, asked.set_twist];
                        self.set_entity(&asked.entity, &asked.state, which, run)
                    }
                    Err(_) => {
                        let asked: SetEntityStateRequest1 = from_cdr_body(asked)?;
                        self.set_entity(&asked.entity, &asked.state, [true, true], run)
                    }
                }
            }
            Service::DeleteEntity => {
                let asked: DeleteEntityRequest = from_cdr_body(asked)?;
                match self.entity(&asked.entity) {
                    Some(body) => ask(service, run, [Request::Remove { body }]),
                    None => Fate::Answered(service.outcome(not_found(&asked.entity))),
                }
            }
            Service::SpawnEntity | Service::SpawnEntities => self.spawn(service, request, node)?,
            Service::State => {
                let state = SimulationState { state: self.run_state() };
                Fate::Answered(body(&GetSimulationStateResponse { state, result: Outcome::ok() }))
            }
            Service::SetState => {
                let asked: SetSimulationStateRequest = from_cdr_body(asked)?;
                self.set_state(asked.state.state, run)
            }
            Service::Step => {
                let asked: StepSimulationRequest = from_cdr_body(asked)?;
                self.step(asked.steps, run)
            }
            Service::Reset => {
                let asked: ResetSimulationRequest = from_cdr_body(asked)?;
                self.reset(asked.scope, run)
            }
            Service::LoadWorld => self.load_world(asked, &request.caller)?,
            Service::UnloadWorld => self.unload_world(&request.caller),
            Service::Spawnables
            | Service::NamedPoses
            | Service::NamedPoseBounds
            | Service::AvailableWorlds
            | Service::CurrentWorld => {
                Fate::Answered(worlds::answer(service, asked, self.version, &*self.library)?)
            }
        })
    }

    fn spawn(
        &mut self,
        service: Service,
        request: &ServiceRequest,
        node: &RosNode,
    ) -> Result<Fate, CdrProblem> {
        let wanted: Vec<SpawnEntity> = if service == Service::SpawnEntities {
            from_cdr_body::<SpawnEntitiesRequest>(&request.body)?.spawn_requests
        } else {
            // Both versions have the same bytes.
            vec![from_cdr_body::<SpawnEntityRequest1>(&request.body)?.into()]
        };
        let no_step = Step::default();
        let step = self.latest.as_ref().unwrap_or(&no_step);
        if wanted.len() > spawn::MOST_ENTITIES {
            let reason = format!("at most {} entities can be spawned at once", spawn::MOST_ENTITIES);
            let result = Outcome::failed(Outcome::OPERATION_FAILED, reason);
            return Ok(Fate::Answered(body(&SpawnEntitiesResponse { result, results: Vec::new() })));
        }
        let mut taken: BTreeSet<String> = self.entities.all(step).into_keys().collect();
        taken.extend(step.roster.objects.iter().cloned());
        let namespaces = wanted.iter().map(|it| it.entity_namespace.clone()).collect();
        let requests = wanted.iter().map(|it| {
            let pose = &it.initial_pose;
            let pose = self.entities.pose_in_world(step, &pose.header.frame_id, &pose.pose);
            spawn::request(it, pose, taken.clone(), node)
        });
        let requests = requests.collect();
        let begun = self.spawning.begin(&self.library, service, &request.caller, requests, namespaces);
        Ok(begun.map_or_else(Fate::Answered, |()| Fate::Later))
    }

    fn entity(&self, name: &str) -> Option<BodyId> {
        self.latest.as_ref().and_then(|step| self.entities.all(step).get(name).copied())
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

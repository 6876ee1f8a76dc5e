//! Spawning: what describes an entity is read on a thread of its own, added by the run, and answered after that.

use super::loading::ANOTHER_WORLD;
use super::service::Service;
use crate::RosNode;
use crate::names;
use crate::parameter_services::body;
use crate::service::Caller;
use crate::world_library::{
    BoundingBox, EntityRequest, EntitySource, PreparedEntity, SpawnProblem, WorldLibrary,
};
use bytes::Bytes;
use skidpad_link::{Answer, Client, Outcome as LinkOutcome};
use skidpad_messages::{RefusedBecause, Request};
use skidpad_rosmsg::msg::simulation::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// Most requests that wait to be read.
const MOST_WAITING: usize = 16;

/// Most entities of one request.
pub(super) const MOST_ENTITIES: usize = 1000;

/// What a reader does: entities are prepared one after the other, each knowing the names before it.
type Work = (u64, Vec<Result<EntityRequest, Outcome>>);
type Done = (u64, Vec<Result<PreparedEntity, Outcome>>);

/// Requests to spawn something, from their arrival to their answer.
#[derive(Default)]
pub(super) struct Spawning {
    reader: Option<(SyncSender<Work>, Receiver<Done>)>,
    jobs: Vec<Job>,
    next_number: u64,
}

/// A request to spawn something.
struct Job {
    number: u64,
    service: Service,
    caller: Caller,
    namespaces: Vec<String>,
    entries: Vec<Entry>,
    is_read: bool,
}

/// One entity of a request.
struct Entry {
    /// The number of the request to the run, while it has not been answered.
    asked: Option<u64>,
    name: String,
    namespace: String,
    bounds: BoundingBox,
    result: Outcome,
}

/// An entity that is part of the run now.
pub(super) struct NewEntity {
    pub(super) name: String,
    pub(super) bounds: BoundingBox,
}

/// A request that is answered.
pub(super) struct SpawnAnswer {
    pub(super) service: Service,
    pub(super) caller: Caller,
    pub(super) reply: Bytes,
}

impl Spawning {
    /// Take on a request. What cannot be taken on comes back as an answer.
    pub(super) fn begin(
        &mut self,
        library: &Arc<dyn WorldLibrary>,
        service: Service,
        caller: &Caller,
        wanted: Vec<Result<EntityRequest, Outcome>>,
        namespaces: Vec<String>,
    ) -> Result<(), Bytes> {
        let number = self.next_number;
        self.next_number += 1;
        let count = wanted.len();
        let all_fail = |reason: &str| {
            let failed = || Entry::failed(Outcome::failed(Outcome::OPERATION_FAILED, reason));
            Err(answer(service, (0..count).map(|_| failed()).collect()))
        };
        let Some((requests, _)) = self.reader(library) else { return all_fail("no thread could be started") };
        if requests.try_send((number, wanted)).is_err() {
            return all_fail("too many requests wait; try again later");
        }
        let caller = caller.clone();
        self.jobs.push(Job { number, service, caller, namespaces, entries: Vec::new(), is_read: false });
        Ok(())
    }

    /// The thread that reads, which starts when it is first needed.
    fn reader(&mut self, library: &Arc<dyn WorldLibrary>) -> Option<&(SyncSender<Work>, Receiver<Done>)> {
        if self.reader.is_none() {
            let (requests, work) = sync_channel::<Work>(MOST_WAITING);
            let (done, results) = channel::<Done>();
            let library = Arc::clone(library);
            let thread = std::thread::Builder::new().name("ros2 spawn".to_string());
            thread.spawn(move || read(&*library, &work, &done)).ok()?;
            self.reader = Some((requests, results));
        }
        self.reader.as_ref()
    }

    /// Hand what was read to the run.
    pub(super) fn ask(&mut self, run: &Client) {
        let Some((_, results)) = &self.reader else { return };
        while let Ok((number, prepared)) = results.try_recv() {
            let Some(job) = self.jobs.iter_mut().find(|job| job.number == number) else { continue };
            let namespaces = std::mem::take(&mut job.namespaces);
            let entry = |(prepared, namespace)| Entry::ask(prepared, namespace, run);
            job.entries = prepared.into_iter().zip(namespaces).map(entry).collect();
            job.is_read = true;
        }
    }

    /// The run has answered something. Returns an entity that is there now.
    pub(super) fn hear(&mut self, heard: &Answer) -> Option<NewEntity> {
        let mut entries = self.jobs.iter_mut().flat_map(|job| &mut job.entries);
        let entry = entries.find(|entry| entry.asked == Some(heard.number))?;
        entry.asked = None;
        match &heard.outcome {
            LinkOutcome::Refused(reason) => {
                let is_taken = *reason == RefusedBecause::NameTaken.to_string();
                let code = if is_taken { SpawnResult::NAME_NOT_UNIQUE } else { Outcome::OPERATION_FAILED };
                entry.result = Outcome::failed(code, reason.clone());
                None
            }
            _ => {
                entry.result = Outcome::ok();
                Some(NewEntity { name: entry.name.clone(), bounds: entry.bounds })
            }
        }
    }

    /// The namespaces that entities on their way to the run asked for, by name.
    pub(super) fn namespaces(&self) -> impl Iterator<Item = (&str, &str)> {
        let entries = self.jobs.iter().flat_map(|job| &job.entries);
        let given = entries.filter(|entry| !entry.namespace.is_empty());
        given.map(|entry| (entry.name.as_str(), entry.namespace.as_str()))
    }

    /// The run has another world: what was to come into the one before fails, and files are read for the new one.
    pub(super) fn forget_world(&mut self) {
        self.reader = None;
        let gone = || Outcome::failed(Outcome::OPERATION_FAILED, ANOTHER_WORLD);
        for job in &mut self.jobs {
            if !job.is_read {
                job.entries = job.namespaces.drain(..).map(|_| Entry::failed(gone())).collect();
                job.is_read = true;
            }
            for entry in job.entries.iter_mut().filter(|entry| entry.asked.is_some()) {
                *entry = Entry::failed(gone());
            }
        }
    }

    /// Requests that are complete.
    pub(super) fn take_answers(&mut self) -> Vec<SpawnAnswer> {
        let is_done = |job: &Job| job.is_read && job.entries.iter().all(|entry| entry.asked.is_none());
        let (done, jobs): (Vec<Job>, _) = std::mem::take(&mut self.jobs).into_iter().partition(is_done);
        self.jobs = jobs;
        let answered = |job: Job| SpawnAnswer {
            service: job.service,
            caller: job.caller,
            reply: answer(job.service, job.entries),
        };
        done.into_iter().map(answered).collect()
    }

    /// Whether nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        self.jobs.is_empty()
    }
}

impl Entry {
    fn failed(result: Outcome) -> Entry {
        Entry {
            asked: None,
            name: String::new(),
            namespace: String::new(),
            bounds: BoundingBox::default(),
            result,
        }
    }

    fn ask(prepared: Result<PreparedEntity, Outcome>, namespace: String, run: &Client) -> Entry {
        let PreparedEntity { insertion, name, bounds } = match prepared {
            Ok(prepared) => prepared,
            Err(result) => return Entry::failed(result),
        };
        match run.ask(Request::Insert(insertion)) {
            Ok(number) => Entry { asked: Some(number), name, namespace, bounds, result: Outcome::default() },
            Err(problem) => Entry::failed(Outcome::failed(Outcome::OPERATION_FAILED, problem.to_string())),
        }
    }
}

/// What a message asks for, or why it cannot be done.
pub(super) fn request(
    asked: &SpawnEntity,
    pose_in_world: Result<skidpad_math::Pose3, Outcome>,
    taken: BTreeSet<String>,
    node: &RosNode,
) -> Result<EntityRequest, Outcome> {
    let Resource { uri, resource_string } = &asked.entity_resource;
    let source = match (uri.is_empty(), resource_string.is_empty()) {
        (false, _) => EntitySource::Uri(uri.clone()),
        (true, false) => EntitySource::Text(resource_string.clone()),
        (true, true) => {
            let reason = "both the URI and the resource string are empty";
            return Err(Outcome::failed(SpawnResult::NO_RESOURCE, reason));
        }
    };
    let namespace = &asked.entity_namespace;
    if !namespace.is_empty() && names::check(&node.resolve(namespace)).is_err() {
        let reason = format!("{namespace:?} is no namespace");
        return Err(Outcome::failed(SpawnResult::NAMESPACE_INVALID, reason));
    }
    Ok(EntityRequest {
        source,
        name: asked.name.clone(),
        may_be_renamed: asked.allow_renaming,
        taken,
        pose_in_world: pose_in_world?,
    })
}

/// The work of the reading thread.
fn read(library: &dyn WorldLibrary, work: &Receiver<Work>, done: &Sender<Done>) {
    while let Ok((number, wanted)) = work.recv() {
        let mut names = BTreeSet::new();
        let prepare = |wanted: Result<EntityRequest, Outcome>| {
            let mut wanted = wanted?;
            wanted.taken.extend(names.iter().cloned());
            let prepared = library.prepare(&wanted).map_err(outcome)?;
            names.insert(prepared.name.clone());
            Ok(prepared)
        };
        let prepared = wanted.into_iter().map(prepare).collect();
        if done.send((number, prepared)).is_err() {
            return;
        }
    }
}

fn outcome(problem: SpawnProblem) -> Outcome {
    match problem {
        SpawnProblem::NameTaken(reason) => Outcome::failed(SpawnResult::NAME_NOT_UNIQUE, reason),
        SpawnProblem::BadName(reason) => Outcome::failed(SpawnResult::NAME_INVALID, reason),
        SpawnProblem::Format(reason) => Outcome::failed(SpawnResult::UNSUPPORTED_FORMAT, reason),
        SpawnProblem::NotFound(reason) => Outcome::failed(Outcome::NOT_FOUND, reason),
        SpawnProblem::Unreadable(reason) => Outcome::failed(SpawnResult::RESOURCE_PARSE_ERROR, reason),
        SpawnProblem::MissingAsset(reason) => Outcome::failed(SpawnResult::MISSING_ASSETS, reason),
    }
}

fn answer(service: Service, entries: Vec<Entry>) -> Bytes {
    let result = |entry: Entry| {
        let is_ok = entry.result.result == Outcome::OK;
        let entity_name = if is_ok { entry.name } else { String::new() };
        SpawnResult { result: entry.result, entity_name }
    };
    let mut results: Vec<SpawnResult> = entries.into_iter().map(result).collect();
    if service == Service::SpawnEntity {
        let SpawnResult { result, entity_name } = results.pop().unwrap_or_default();
        return body(&SpawnEntityResponse { result, entity_name });
    }
    let failed = results.iter().filter(|it| it.result.result != Outcome::OK).count();
    let result = match failed {
        0 => Outcome::ok(),
        _ => {
            let reason = format!("{failed} of {} entities could not be spawned", results.len());
            Outcome::failed(SpawnEntitiesResponse::ENTITIES_SPAWN_FAILED, reason)
        }
    };
    body(&SpawnEntitiesResponse { result, results })
}

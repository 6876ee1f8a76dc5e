//! Takes part in a run as the node `World`, with a broker of its own.
//!
//! Poses are answered at once from the latest step. Requests that change the world become checked requests of the next
//! step and are answered after it, so that they are recorded and replay. A sensor is evaluated only while someone
//! subscribes to it.
//!
//! ```
//! use skidpad_link::{Hub, Limits, Participant};
//! use skidpad_messages::{Roster, Step};
//! use skidpad_mvsim::broker::BrokerSettings;
//! use skidpad_mvsim::{Client, ClientSettings, MvsimSettings, WorldParticipant};
//!
//! let (_hub, handle) = Hub::new(Limits::default());
//! let broker = BrokerSettings { port: 0, ..BrokerSettings::default() };
//! let settings = MvsimSettings { broker, ..MvsimSettings::default() };
//! let report = Box::new(|text| eprintln!("{text}"));
//! let mut world = WorldParticipant::start(&settings, &Roster::default(), &handle, None, report)?;
//! world.after_step(&Step::default())?;
//!
//! let port = world.endpoint().port;
//! let client = Client::connect(ClientSettings { port, ..ClientSettings::default() })?;
//! assert!(client.list_nodes("")?.contains(&"World".to_string()));
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```

mod latest;
mod objects;
mod pose_topics;
mod runtime_object;
mod world_change;

use crate::broker::{Broker, BrokerError, BrokerSettings};
use crate::client::ClientError;
use crate::messages::{
    SrvInsertEntities, SrvInsertEntitiesAnswer, SrvShutdownAnswer, SrvSpawnObjects, SrvSpawnObjectsAnswer,
};
use crate::mrpt::CloudFormat;
use crate::world::{Failure as FailedAnswer, Reply, SensorTopics, ServiceRequest, World, WorldSettings};
use crate::zmtp::Endpoint;
use latest::Latest;
use objects::Seen;
use pose_topics::PoseTopics;
use runtime_object::texture;
use skidpad_link::{
    Client, Control, Failure, Interest, NextStep, Participant, RunEnd, RunHandle, SensorChoice, StepRate,
};
use skidpad_messages::{Insertion, Roster, SensorId, Step};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use world_change::{ChangeRequest, PendingChange, WorldChanges};

/// Reads the text of an `insert_entities`, whose paths count from a folder if one is given: the request to the
/// simulation and the names of what it adds, or why it cannot be inserted.
pub type ReadInsertion = dyn Fn(&str, Option<&str>) -> Result<(Insertion, Vec<String>), String> + Send + Sync;

/// Whether the picture of a runtime object can be read, by its address; or why it cannot.
pub type CheckPicture = dyn Fn(&str) -> Result<(), String> + Send + Sync;

/// How a node reads what its clients name. Both are called on threads beside the run.
#[derive(Clone)]
pub struct FileAccess {
    /// Reads texts of `insert_entities`.
    pub read_text: Arc<ReadInsertion>,
    /// Looks at the textures of `spawn_objects`.
    pub check_picture: Arc<CheckPicture>,
}

/// Called on the stepping thread with what a user should know; must return at once.
pub type Report = dyn Fn(String) + Send;

/// Most requests whose files are read at once.
const FILES_AT_ONCE: usize = 4;

/// Most different reports of a run.
const MOST_REPORTS: usize = 100;

/// Most requests that wait for the next step.
const WAITING_REQUESTS: usize = 256;

/// How a run takes part in MVSim's network.
#[derive(Clone, Debug, Default)]
pub struct MvsimSettings {
    /// Where the broker listens.
    pub broker: BrokerSettings,
    /// How point clouds are written.
    pub cloud_format: CloudFormat,
    /// Subscribers on this machine are told TCP endpoints too, see [`crate::ClientSettings::is_tcp_only`].
    pub is_tcp_only: bool,
}

/// The node `World` of a run, and the broker that it registers with. Dropping it closes every connection.
pub struct WorldParticipant {
    // Topics are dropped before their node, the node before its broker.
    poses: PoseTopics,
    sensors: SensorTopics,
    /// What was last asked of the run's sensors.
    wanted: BTreeSet<SensorId>,
    requests: Receiver<ChangeRequest>,
    pending: Vec<PendingChange>,
    latest: Arc<Latest>,
    /// The roster whose topics are advertised.
    roster: Arc<Roster>,
    report: Box<Report>,
    /// What was reported: everything is, but once.
    reported: BTreeSet<String>,
    world: World,
    broker: Broker,
    /// The wall clock at the start of the run, in nanoseconds since 1970.
    unix_start_ns: u64,
}

impl WorldParticipant {
    /// Start the broker, register the node, offer its services and topics. Without `files`, `insert_entities` and
    /// textures are refused. `report` hears of topics that could not be offered later.
    pub fn start(
        settings: &MvsimSettings,
        roster: &Roster,
        run: &RunHandle,
        files: Option<FileAccess>,
        report: Box<Report>,
    ) -> Result<Self, StartError> {
        let broker = Broker::start(&settings.broker).map_err(StartError::Broker)?;
        let latest = Arc::new(Latest::default());
        let (sender, requests) = sync_channel(WAITING_REQUESTS);
        let router = RequestRouter {
            latest: latest.clone(),
            changes: sender,
            run: run.clone(),
            ender: Mutex::default(),
            files,
            reading_count: Arc::default(),
        };
        let mut world_settings = WorldSettings::at(broker.endpoint());
        world_settings.client.is_tcp_only = settings.is_tcp_only;
        let world = World::start(world_settings, move |request| router.take(request));
        let world = world.map_err(StartError::World)?;
        let mut poses = PoseTopics::default();
        let mut sensors = SensorTopics::new(settings.cloud_format);
        let problems = poses.advertise(&world, roster).into_iter();
        if let Some(problem) = problems.chain(sensors.advertise(&world, roster)).next() {
            return Err(StartError::World(problem));
        }
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(WorldParticipant {
            poses,
            sensors,
            wanted: BTreeSet::new(),
            requests,
            pending: Vec::new(),
            latest,
            roster: Arc::new(roster.clone()),
            report,
            reported: BTreeSet::new(),
            world,
            broker,
            unix_start_ns: u64::try_from(since_1970.as_nanos()).unwrap_or(u64::MAX),
        })
    }

    /// Where the broker listens.
    pub fn endpoint(&self) -> &Endpoint {
        self.broker.endpoint()
    }

    /// Offer the topics of what was added to the world. A client can insert a vehicle whose topic has another type
    /// already; the vehicle is then without this topic, which is reported once.
    fn advertise_new(&mut self, roster: &Arc<Roster>) {
        if Arc::ptr_eq(&self.roster, roster) {
            return;
        }
        self.roster = Arc::clone(roster);
        let problems = self.poses.advertise(&self.world, roster).into_iter();
        for problem in problems.chain(self.sensors.advertise(&self.world, roster)) {
            let text = format!("MVSim's network: a topic of something added is not published: {problem}");
            if self.reported.len() < MOST_REPORTS && self.reported.insert(text.clone()) {
                (self.report)(text);
            }
        }
    }

    /// Ask for the readings of sensors that someone subscribes to.
    fn choose_sensors(&mut self, choice: &mut SensorChoice) {
        let is_same = self.sensors.wanted().eq(self.wanted.iter().copied());
        if !is_same {
            self.wanted = self.sensors.wanted().collect();
            *choice = if self.wanted.is_empty() {
                SensorChoice::None
            } else {
                SensorChoice::These(self.wanted.clone())
            };
        }
    }
}

impl Participant for WorldParticipant {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        self.choose_sensors(next.sensors);
        let Some(seen) = self.latest.take() else { return };
        let mut changes = WorldChanges::new(&seen, next);
        let waiting = self.requests.try_iter().filter(|request| !request.is_abandoned());
        self.pending.extend(waiting.filter_map(|request| changes.begin(request)));
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        for change in self.pending.drain(..) {
            change.answer(step);
        }
        self.advertise_new(&step.roster);
        self.poses.publish(step, self.unix_start_ns);
        for reading in step.readings.iter() {
            self.sensors.publish(reading, self.unix_start_ns);
        }
        self.latest.put(Seen::of(step));
        Ok(())
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        self.requests.try_iter().for_each(|request| request.refuse("the run has ended"));
        Ok(())
    }
}

/// Sorts the requests that arrive on the network's thread.
struct RequestRouter {
    latest: Arc<Latest>,
    changes: SyncSender<ChangeRequest>,
    run: RunHandle,
    files: Option<FileAccess>,
    /// How many requests are being read.
    reading_count: Arc<AtomicUsize>,
    /// Kept until the run has taken its request to end.
    ender: Mutex<Option<Client>>,
}

impl RequestRouter {
    fn take(&self, request: ServiceRequest) {
        match request {
            ServiceRequest::GetPose(..)
            | ServiceRequest::GetAllPoses(..)
            | ServiceRequest::GetLightState(..) => self.latest.answer(request),
            ServiceRequest::SetPose(..)
            | ServiceRequest::SetControllerTwist(..)
            | ServiceRequest::RemoveEntities(..)
            | ServiceRequest::RemoveObjects(..)
            | ServiceRequest::SetLightState(..) => {
                pass_on(&self.changes, ChangeRequest::Service(request));
            }
            ServiceRequest::Shutdown(_, reply) => self.end_run(reply),
            ServiceRequest::InsertEntities(asked, reply) => self.insert(asked, reply),
            ServiceRequest::SpawnObjects(asked, reply) => self.spawn(asked, reply),
        }
    }

    /// Reading a text takes longer than the network's thread may wait, so it has a thread of its own.
    fn insert(&self, asked: SrvInsertEntities, reply: Reply<SrvInsertEntitiesAnswer>) {
        let Some(FileAccess { read_text, .. }) = self.files.clone() else {
            reply.fail("this run takes no world-file text");
            return;
        };
        let changes = self.changes.clone();
        self.beside(reply, move |reply| match read_text(&asked.xml, asked.base_path.as_deref()) {
            Ok((insertion, names)) => {
                pass_on(&changes, ChangeRequest::Insertion { insertion, names, reply });
            }
            Err(reason) => reply.fail(reason),
        });
    }

    /// Textures are looked at before the objects are added; objects without them have nothing to wait for.
    fn spawn(&self, asked: SrvSpawnObjects, reply: Reply<SrvSpawnObjectsAnswer>) {
        let changes = self.changes.clone();
        let textures: BTreeSet<String> = asked.objects.iter().filter_map(texture).collect();
        let add = move |reply| {
            pass_on(&changes, ChangeRequest::Service(ServiceRequest::SpawnObjects(asked, reply)));
        };
        if textures.is_empty() {
            return add(reply);
        }
        let Some(FileAccess { check_picture, .. }) = self.files.clone() else {
            reply.fail("this run reads no textures");
            return;
        };
        self.beside(reply, move |reply| match textures.iter().try_for_each(|uri| check_picture(uri)) {
            Ok(()) => add(reply),
            Err(reason) => reply.fail(format!("texture {reason}")),
        });
    }

    /// Do something on a thread of its own, unless too much is being done there.
    fn beside<A: FailedAnswer>(&self, reply: Reply<A>, work: impl FnOnce(Reply<A>) + Send + 'static) {
        if self.reading_count.fetch_add(1, Ordering::AcqRel) >= FILES_AT_ONCE {
            self.reading_count.fetch_sub(1, Ordering::AcqRel);
            reply.fail("too many files are being read already");
            return;
        }
        let reading_count = Arc::clone(&self.reading_count);
        std::thread::spawn(move || {
            work(reply);
            reading_count.fetch_sub(1, Ordering::AcqRel);
        });
    }

    fn end_run(&self, reply: Reply<SrvShutdownAnswer>) {
        let silent = Interest { rate: StepRate::Never, sensors: SensorChoice::None };
        let ender = self.run.connect("mvsim shutdown", silent).ok();
        let accepted = ender.as_ref().is_some_and(|client| client.control(Control::End).is_ok());
        if accepted {
            *self.ender.lock().unwrap_or_else(PoisonError::into_inner) = ender;
        }
        reply.send(SrvShutdownAnswer { accepted });
    }
}

/// Queue a change for the next step.
fn pass_on(changes: &SyncSender<ChangeRequest>, request: ChangeRequest) {
    match changes.try_send(request) {
        Ok(()) => {}
        Err(TrySendError::Full(request)) => request.refuse("too many requests wait already"),
        Err(TrySendError::Disconnected(request)) => request.refuse("the run has ended"),
    }
}

/// Why a run cannot take part in MVSim's network.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The broker did not start.
    Broker(BrokerError),
    /// The node `World` could not register, or offer a topic or a service.
    World(ClientError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Broker(error) => error.fmt(f),
            StartError::World(error) => write!(f, "the node `World` did not start: {error}"),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StartError::Broker(error) => Some(error),
            StartError::World(error) => Some(error),
        }
    }
}

//! A run that does nothing but count steps, its bridge on a network in memory, and clients of services.

use bytes::Bytes;
use skidpad_link::{
    Control, Hub, Limits, NextStep, Outcome as LinkOutcome, Participant, RunHandle, RunRequest, SensorChoice,
};
use skidpad_math::Pose3;
use skidpad_messages::{
    Commands, DepthTopics, Insertion, Observations, Request, Roster, SensorEntry, SensorKind, Step,
    VehicleEntry, VehicleId, VehicleObservation,
};
use skidpad_ros2::world_library::{
    BoundingBox, EntityRequest, EntitySource, NamedPlace, PreparedEntity, ResourceEntry, SpawnProblem,
    WorldProblem, WorldRequest, WorldSource,
};
use skidpad_ros2::{
    Distro, NodeName, NodeSettings, RemapRules, Ros2Participant, RosArguments, RosNode, WorldLibrary,
};
use skidpad_rosmsg::{Field, Message, Scenery, from_cdr_body, to_cdr};
use skidpad_rtps::{MemoryNetwork, Qos, Receiver, Sample, SampleId, VendorId, Wire, WireError, WriterId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub(super) const PATIENCE: Duration = Duration::from_secs(30);

fn scenery() -> Scenery {
    let vehicle = VehicleEntry {
        name: "r1".to_string(),
        wheel_count: 0,
        log_path: String::new(),
        auto_start_recording: false,
    };
    let imu = SensorEntry {
        name: "imu".to_string(),
        vehicle: Some(VehicleId(0)),
        kind: SensorKind::Imu,
        period_ns: 10_000_000,
        phase_ns: 0,
        publish_topic: String::new(),
        sensor_in_vehicle: Pose3::default(),
        depth_topics: DepthTopics::default(),
    };
    let roster = Roster { vehicles: vec![vehicle], sensors: vec![imu], ..Roster::default() };
    Scenery { roster: Arc::new(roster), step_ns: 5_000_000, ..Scenery::default() }
}

/// A run that does nothing but count steps, and its bridge.
pub(super) struct SmallRun {
    pub(super) network: MemoryNetwork,
    pub(super) bridge: Ros2Participant,
    pub(super) roster: Arc<Roster>,
    pub(super) tick: u64,
    pub(super) sensors: SensorChoice,
    pub(super) reports: Arc<Mutex<Vec<String>>>,
    pub(super) hub: Hub,
    /// What clients of the run asked for.
    pub(super) asked: Vec<RunRequest>,
    /// Steps that are made; otherwise the run goes on by itself.
    pub(super) granted_count: Option<u32>,
    /// The vehicles of the world that is ready.
    next_world: Arc<Mutex<String>>,
}

/// A library of one world without files. Others can be loaded by the names of their vehicles.
struct FakeLibrary {
    keeps_world: bool,
    next: Arc<Mutex<String>>,
}

impl WorldLibrary for FakeLibrary {
    fn prepare(&self, asked: &EntityRequest) -> Result<PreparedEntity, SpawnProblem> {
        match &asked.source {
            EntitySource::Uri(uri) => Err(SpawnProblem::NotFound(format!("{uri}: there is no such file"))),
            EntitySource::Text(text) => Ok(PreparedEntity {
                insertion: Insertion { path: "inserted.world.xml".to_string(), text: text.clone() },
                name: asked.name.clone(),
                bounds: BoundingBox { low_m: [-1.0, -0.5, 0.0], high_m: [1.0, 0.5, 0.4] },
            }),
        }
    }

    fn spawnables(&self, _sources: &[String]) -> Result<Vec<ResourceEntry>, String> {
        Ok(vec![ResourceEntry { uri: "definitions/jackal.vehicle.xml".to_string(), ..Default::default() }])
    }

    fn worlds(&self, sources: &[String]) -> (Vec<ResourceEntry>, Vec<String>) {
        (self.current_world().into_iter().collect(), sources.to_vec())
    }

    fn current_world(&self) -> Option<ResourceEntry> {
        Some(ResourceEntry { name: "yard".to_string(), ..Default::default() })
    }

    fn keeps_world(&self) -> Option<String> {
        self.keeps_world.then(|| "there is one world".to_string())
    }

    fn read_world(&self, asked: &WorldRequest) -> Result<u64, WorldProblem> {
        let WorldSource::Uri(uri) = &asked.source else { panic!("only URIs are asked for") };
        if uri == "broken" {
            return Err(WorldProblem::Unreadable("broken:1:2: error: it is broken".to_string()));
        }
        *self.next.lock().expect("no panic here") = uri.clone();
        Ok(7)
    }

    fn named_poses(&self) -> Vec<NamedPlace> {
        let place = |name: &str, tag: &str| NamedPlace {
            name: name.to_string(),
            description: String::new(),
            tags: vec![tag.to_string()],
            pose_in_world: Pose3::new(1.0, 2.0, 0.0, 0.0, 0.0, 0.0),
            radius_m: 0.5,
        };
        vec![place("dock", "charging"), place("gate", "way")]
    }

    fn boxes(&self) -> BTreeMap<String, BoundingBox> {
        [("r1".to_string(), BoundingBox { low_m: [-0.3; 3], high_m: [0.3; 3] })].into()
    }
}

impl SmallRun {
    pub(super) fn start(arguments: &str) -> SmallRun {
        let network = MemoryNetwork::new();
        let of_bridge = network.clone();
        let connect = move || -> Result<Arc<dyn Wire>, WireError> {
            Ok(Arc::new(of_bridge.participant(VendorId::UNKNOWN, b"enclave=/;")?))
        };
        SmallRun::start_with(network, arguments, Box::new(connect))
    }

    pub(super) fn start_with(
        network: MemoryNetwork,
        arguments: &str,
        connect: skidpad_ros2::ConnectWire,
    ) -> SmallRun {
        let (hub, handle): (Hub, RunHandle) = Hub::new(Limits::default());
        let words: Vec<String> = arguments.split_whitespace().map(str::to_string).collect();
        let arguments = RosArguments::parse(&words).expect("good arguments");
        let settings = NodeSettings { arguments, ..NodeSettings::default() };
        let reports = Arc::new(Mutex::new(Vec::new()));
        let of_bridge = Arc::clone(&reports);
        let report = Box::new(move |text| of_bridge.lock().expect("no panic here").push(text));
        let scenery = scenery();
        let roster = Arc::clone(&scenery.roster);
        let next_world = Arc::default();
        let library = Arc::new(FakeLibrary { keeps_world: true, next: Arc::clone(&next_world) });
        let bridge = Ros2Participant::start(settings, scenery, library, &handle, connect, report);
        SmallRun {
            network,
            bridge: bridge.expect("it starts"),
            roster,
            tick: 0,
            sensors: SensorChoice::None,
            reports,
            hub,
            asked: Vec::new(),
            granted_count: None,
            next_world,
        }
    }

    /// Go on with a world of these vehicles.
    pub(super) fn change_world(&mut self, vehicles: &[&str], may_change_again: bool) {
        let mut new = scenery();
        let mut roster = (*new.roster).clone();
        let entry = |name: &&str| VehicleEntry { name: name.to_string(), ..roster.vehicles[0].clone() };
        roster.vehicles = vehicles.iter().map(entry).collect();
        new.roster = Arc::new(roster);
        self.roster = Arc::clone(&new.roster);
        let library = FakeLibrary { keeps_world: !may_change_again, next: Arc::clone(&self.next_world) };
        self.bridge.change_world(new, Arc::new(library), self.tick);
    }

    /// Do what clients of the run ask for.
    fn attend(&mut self) {
        let mut envelopes = Vec::new();
        self.hub.collect(&mut envelopes);
        for envelope in envelopes {
            match &envelope.request {
                RunRequest::Control(Control::Pause) => self.granted_count = Some(0),
                RunRequest::Control(Control::Resume) => self.granted_count = None,
                RunRequest::Control(Control::Step(count)) => self.granted_count = Some(*count),
                RunRequest::Control(Control::NextWorld(7)) => {
                    let vehicles = self.next_world.lock().expect("no panic here").clone();
                    self.change_world(&vehicles.split_whitespace().collect::<Vec<_>>(), true);
                }
                _ => {}
            }
            self.hub.answer(envelope.client, envelope.number, self.tick, LinkOutcome::Done);
            self.asked.push(envelope.request);
        }
    }

    /// One step, if the run is not paused; returns the requests that came with it.
    pub(super) fn step(&mut self) -> Vec<Request> {
        self.attend();
        match &mut self.granted_count {
            Some(0) => {
                std::thread::sleep(Duration::from_millis(1));
                return Vec::new();
            }
            Some(count) => *count -= 1,
            None => {}
        }
        let (mut commands, mut wants_hash) = (Commands::NONE, false);
        self.bridge.before_step(&mut NextStep {
            tick: self.tick,
            time_ns: self.tick * 5_000_000,
            commands: &mut commands,
            sensors: &mut self.sensors,
            wants_hash: &mut wants_hash,
            restored: None,
        });
        self.tick += 1;
        let vehicle = VehicleObservation {
            is_present: true,
            pose_in_world: Pose3::new(self.tick as f64, 0.0, 0.0, 0.0, 0.0, 0.0),
            ..VehicleObservation::default()
        };
        let observations = Observations {
            step: self.tick,
            time_ns: self.tick * 5_000_000,
            vehicles: vec![vehicle; self.roster.vehicles.len()],
            ..Observations::default()
        };
        let step = Step {
            tick: self.tick,
            observations: Arc::new(observations),
            roster: Arc::clone(&self.roster),
            ..Step::default()
        };
        self.bridge.after_step(&step).expect("a bridge never fails a run");
        self.hub.send(&step);
        std::thread::sleep(Duration::from_millis(1));
        commands.iter().map(|command| command.request().clone()).collect()
    }

    /// Step until something is there.
    pub(super) fn step_until<T>(&mut self, mut find: impl FnMut(&mut SmallRun) -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            self.step();
            if let Some(found) = find(self) {
                return found;
            }
            assert!(began.elapsed() < PATIENCE, "it did not come; reports: {:?}", self.reports.lock());
        }
    }

    pub(super) fn node(&self, name: &str, vendor: VendorId) -> RosNode {
        let wire = Arc::new(self.network.participant(vendor, b"enclave=/;").expect("a participant"));
        let name = NodeName::new("/", name).expect("a name");
        RosNode::new(wire, name, RemapRules::default(), Distro::IronToKilted).expect("a node")
    }
}

pub(super) fn subscribe<M: Message>(node: &mut RosNode, topic: &str) -> Receiver {
    node.subscription(topic, M::DESCRIPTION, &Qos::reliable(10)).expect("a reader")
}

pub(super) fn received<M: Message>(receiver: &Receiver) -> Option<M> {
    receiver.try_recv().map(|sample| from_cdr_body(&sample.body).expect("a message of this type"))
}

pub(super) fn body(message: &impl Field) -> Bytes {
    Bytes::from(to_cdr(message)).slice(4..)
}

/// A client of a service in one of the two forms.
pub(super) struct ServiceClient {
    wire: Arc<dyn Wire>,
    requests: WriterId,
    replies: Receiver,
    is_fast: bool,
}

impl ServiceClient {
    pub(super) fn new(run: &SmallRun, service: &str, types: [&str; 2], vendor: VendorId) -> ServiceClient {
        let wire: Arc<dyn Wire> =
            Arc::new(run.network.participant(vendor, b"enclave=/;").expect("a participant"));
        let client = b"clientid= 1.2.3;";
        let requests = wire.writer(&format!("rq{service}Request"), types[0], &Qos::reliable(10), client);
        let replies = wire.reader(&format!("rr{service}Reply"), types[1], &Qos::reliable(10), client);
        let is_fast = vendor == VendorId::FAST_DDS;
        ServiceClient {
            wire,
            requests: requests.expect("a writer"),
            replies: replies.expect("a reader"),
            is_fast,
        }
    }

    pub(super) fn call<A: Message>(&self, run: &mut SmallRun, request: &impl Field) -> A {
        let header = [7u8, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0];
        let (body, related) = if self.is_fast {
            let related = SampleId { guid: self.replies.guid(), sequence: SampleId::UNKNOWN_SEQUENCE };
            (body(request), Some(related))
        } else {
            ([&header[..], &body(request)[..]].concat().into(), None)
        };
        let sequence = self.wire.write(self.requests, body, related, None).expect("written");
        let reply: Sample = run.step_until(|_| self.replies.try_recv());
        if self.is_fast {
            assert_eq!(reply.related, Some(SampleId { guid: self.replies.guid(), sequence }));
            return from_cdr_body(&reply.body).expect("an answer");
        }
        assert_eq!((reply.related, &reply.body[..16]), (None, &header[..]));
        from_cdr_body(&reply.body[16..]).expect("an answer")
    }
}

//! A run as a node, on a network in memory: what other nodes see of it, and what they can do to it.

use bytes::Bytes;
use skidpad_link::{Hub, Limits, NextStep, Participant, RunHandle, SensorChoice};
use skidpad_math::Pose3;
use skidpad_messages::{
    Commands, DepthTopics, Observations, Request, Roster, SensorEntry, SensorId, SensorKind, Step,
    VehicleEntry, VehicleId, VehicleObservation,
};
use skidpad_ros2::graph::{GRAPH_TOPIC, GRAPH_TYPE, GidSize, ParticipantNodes};
use skidpad_ros2::{Distro, NodeName, NodeSettings, RemapRules, Ros2Participant, RosArguments, RosNode};
use skidpad_rosmsg::msg::{
    Clock, GetParametersRequest, GetParametersResponse, Imu, Odometry, Parameter, ParameterValue,
    SetParametersRequest, SetParametersResponse, TFMessage, Twist, TwistStamped, Vector3,
};
use skidpad_rosmsg::{Field, Message, Scenery, from_cdr_body, to_cdr};
use skidpad_rtps::{
    Endpoint, Guid, MemoryNetwork, Peer, Qos, Receiver, Sample, SampleId, VendorId, Wire, WireError, WriterId,
};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);

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
struct SmallRun {
    network: MemoryNetwork,
    bridge: Ros2Participant,
    roster: Arc<Roster>,
    tick: u64,
    sensors: SensorChoice,
    reports: Arc<Mutex<Vec<String>>>,
    _hub: Hub,
}

impl SmallRun {
    fn start(arguments: &str) -> SmallRun {
        let network = MemoryNetwork::new();
        let of_bridge = network.clone();
        let connect = move || -> Result<Arc<dyn Wire>, WireError> {
            Ok(Arc::new(of_bridge.participant(VendorId::UNKNOWN, b"enclave=/;")?))
        };
        SmallRun::start_with(network, arguments, Box::new(connect))
    }

    fn start_with(network: MemoryNetwork, arguments: &str, connect: skidpad_ros2::ConnectWire) -> SmallRun {
        let (hub, handle): (Hub, RunHandle) = Hub::new(Limits::default());
        let words: Vec<String> = arguments.split_whitespace().map(str::to_string).collect();
        let arguments = RosArguments::parse(&words).expect("good arguments");
        let settings = NodeSettings { arguments, ..NodeSettings::default() };
        let reports = Arc::new(Mutex::new(Vec::new()));
        let of_bridge = Arc::clone(&reports);
        let report = Box::new(move |text| of_bridge.lock().expect("no panic here").push(text));
        let scenery = scenery();
        let roster = Arc::clone(&scenery.roster);
        let bridge = Ros2Participant::start(settings, scenery, &handle, connect, report).expect("it starts");
        SmallRun { network, bridge, roster, tick: 0, sensors: SensorChoice::None, reports, _hub: hub }
    }

    /// One step; returns the requests that came with it.
    fn step(&mut self) -> Vec<Request> {
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
            vehicles: vec![vehicle],
            ..Observations::default()
        };
        let step = Step {
            tick: self.tick,
            observations: Arc::new(observations),
            roster: Arc::clone(&self.roster),
            ..Step::default()
        };
        self.bridge.after_step(&step).expect("a bridge never fails a run");
        std::thread::sleep(Duration::from_millis(1));
        commands.iter().map(|command| command.request().clone()).collect()
    }

    /// Step until something is there.
    fn step_until<T>(&mut self, mut find: impl FnMut(&mut SmallRun) -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            self.step();
            if let Some(found) = find(self) {
                return found;
            }
            assert!(began.elapsed() < PATIENCE, "it did not come; reports: {:?}", self.reports.lock());
        }
    }

    fn node(&self, name: &str, vendor: VendorId) -> RosNode {
        let wire = Arc::new(self.network.participant(vendor, b"enclave=/;").expect("a participant"));
        let name = NodeName::new("/", name).expect("a name");
        RosNode::new(wire, name, RemapRules::default(), Distro::IronToKilted).expect("a node")
    }
}

fn subscribe<M: Message>(node: &mut RosNode, topic: &str) -> Receiver {
    node.subscription(topic, M::DESCRIPTION, &Qos::reliable(10)).expect("a reader")
}

fn received<M: Message>(receiver: &Receiver) -> Option<M> {
    receiver.try_recv().map(|sample| from_cdr_body(&sample.body).expect("a message of this type"))
}

fn body(message: &impl Field) -> Bytes {
    Bytes::from(to_cdr(message)).slice(4..)
}

#[test]
fn another_node_sees_the_run_and_drives_it() {
    let mut run = SmallRun::start("");
    let mut peer = run.node("nav", VendorId::CYCLONE_DDS);
    let odom = subscribe::<Odometry>(&mut peer, "/odom");
    let clock = subscribe::<Clock>(&mut peer, "/clock");
    let seen: Odometry = run.step_until(|_| received(&odom));
    assert_eq!((seen.header.frame_id.as_str(), seen.child_frame_id.as_str()), ("odom", "base_link"));
    assert!(run.step_until(|_| received::<Clock>(&clock)).clock.nanosec > 0);

    let cmd_vel = peer.publisher("/cmd_vel", Twist::DESCRIPTION, &Qos::reliable(10)).expect("a writer");
    let twist = |x: f64| Twist { linear: Vector3 { x, ..Vector3::default() }, ..Twist::default() };
    // Rubbish and numbers that are none do nothing.
    for body in [Bytes::from_static(b"rubbish"), body(&twist(f64::NAN)), body(&twist(0.5))] {
        peer.wire().write(cmd_vel, body, None, None).expect("written");
    }
    let began = Instant::now();
    let requests = loop {
        let requests = run.step();
        if !requests.is_empty() {
            break requests;
        }
        assert!(began.elapsed() < PATIENCE);
    };
    let vehicle = VehicleId(0);
    let expected = [Request::SetTimeout { vehicle, timeout_s: Some(1.0) }, vehicle.drive(0.5, 0.0)];
    assert_eq!(requests, expected);

    // Stamped twists are heard as soon as somebody offers them.
    let stamped =
        peer.publisher("/cmd_vel", TwistStamped::DESCRIPTION, &Qos::reliable(10)).expect("a writer");
    let began = Instant::now();
    let requests = loop {
        let message = TwistStamped { twist: twist(0.25), ..TwistStamped::default() };
        peer.wire().write(stamped, body(&message), None, None).expect("written");
        let requests = run.step();
        if !requests.is_empty() {
            break requests;
        }
        assert!(began.elapsed() < PATIENCE);
    };
    assert_eq!(requests, [vehicle.drive(0.25, 0.0)]);
}

#[test]
fn sensors_are_read_only_for_those_who_subscribe() {
    let mut run = SmallRun::start("");
    for _ in 0..100 {
        run.step();
    }
    assert_eq!(run.sensors, SensorChoice::None);
    let mut peer = run.node("slam", VendorId::FAST_DDS);
    let imu = subscribe::<Imu>(&mut peer, "/imu");
    let wanted = SensorChoice::These([SensorId(0)].into());
    run.step_until(|run| (run.sensors == wanted).then_some(()));
    drop(imu);
    run.step_until(|run| (run.sensors == SensorChoice::None).then_some(()));
}

#[test]
fn those_who_come_late_get_what_does_not_change() {
    let mut run = SmallRun::start("-r __ns:=/sim -r tf_static:=/tf_static");
    for _ in 0..50 {
        run.step();
    }
    let mut peer = run.node("rviz", VendorId::CYCLONE_DDS);
    let frames = peer.subscription("/tf_static", TFMessage::DESCRIPTION, &Qos::latched(1)).expect("a reader");
    let frames: TFMessage = run.step_until(|_| received(&frames));
    let names: Vec<_> = frames.transforms.iter().map(|it| it.child_frame_id.as_str()).collect();
    assert_eq!(names, ["base_footprint", "imu"]);
    let topics: Vec<String> = peer.wire().endpoints().into_iter().map(|it| it.topic).collect();
    for expected in
        ["rt/clock", "rt/sim/odom", "rt/rosout", "rt/parameter_events", "rq/sim/mvsim/get_parametersRequest"]
    {
        assert!(topics.iter().any(|topic| topic == expected), "{expected} is not in {topics:?}");
    }
    let odom = peer.wire().endpoints().into_iter().find(|it| it.topic == "rt/sim/odom").expect("odom");
    let hash = format!("typehash={};", Odometry::DESCRIPTION.hash());
    assert_eq!(
        (odom.type_name.as_str(), &odom.user_data[..]),
        ("nav_msgs::msg::dds_::Odometry_", hash.as_bytes())
    );
}

#[test]
fn the_graph_names_every_endpoint_in_the_size_that_others_use() {
    let mut run = SmallRun::start("");
    let wire = run.network.participant(VendorId::FAST_DDS, b"enclave=/;").expect("a participant");
    let graph = wire.reader(GRAPH_TOPIC, GRAPH_TYPE, &Qos::latched(1), b"").expect("a reader");
    let first = run.step_until(|_| graph.try_recv());
    let (size, nodes) = ParticipantNodes::decode_any(&first.body).expect("a graph");
    assert_eq!((size, nodes.nodes[0].node.full().as_str()), (GidSize::Sixteen, "/mvsim"));
    let listed: std::collections::BTreeSet<Guid> =
        nodes.nodes[0].readers.iter().chain(&nodes.nodes[0].writers).copied().collect();
    for endpoint in wire.endpoints().iter().filter(|it| it.topic != GRAPH_TOPIC) {
        assert!(listed.contains(&endpoint.guid), "{} is not in the graph", endpoint.topic);
    }
    // A node of Humble appears.
    let ours = wire.writer(GRAPH_TOPIC, GRAPH_TYPE, &Qos::latched(1), b"").expect("a writer");
    let none = ParticipantNodes { guid: wire.guid(), nodes: nodes.nodes.clone() };
    wire.write(ours, none.encode(GidSize::TwentyFour).into(), None, None).expect("written");
    let again = run.step_until(|_| graph.try_recv());
    assert_eq!(ParticipantNodes::decode_any(&again.body).map(|it| it.0), Some(GidSize::TwentyFour));
}

/// A client of a service in one of the two forms.
struct ServiceClient {
    wire: Arc<dyn Wire>,
    requests: WriterId,
    replies: Receiver,
    is_fast: bool,
}

impl ServiceClient {
    fn new(run: &SmallRun, service: &str, types: [&str; 2], vendor: VendorId) -> ServiceClient {
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

    fn call<A: Message>(&self, run: &mut SmallRun, request: &impl Field) -> A {
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

#[test]
fn parameters_are_answered_in_both_forms() {
    let mut run = SmallRun::start("-p realtime_factor:=2.0");
    for vendor in [VendorId::FAST_DDS, VendorId::CYCLONE_DDS] {
        let get = [
            "rcl_interfaces::srv::dds_::GetParameters_Request_",
            "rcl_interfaces::srv::dds_::GetParameters_Response_",
        ];
        let get = ServiceClient::new(&run, "/mvsim/get_parameters", get, vendor);
        let names = vec!["realtime_factor".to_string(), "nothing".to_string()];
        let answer: GetParametersResponse = get.call(&mut run, &GetParametersRequest { names });
        let values: Vec<_> = answer.values.iter().map(|it| (it.r#type, it.double_value)).collect();
        assert_eq!(values, [(ParameterValue::DOUBLE, 2.0), (ParameterValue::NOT_SET, 0.0)]);
        let set = [
            "rcl_interfaces::srv::dds_::SetParameters_Request_",
            "rcl_interfaces::srv::dds_::SetParameters_Response_",
        ];
        let set = ServiceClient::new(&run, "/mvsim/set_parameters", set, vendor);
        let value = |double_value| ParameterValue {
            r#type: ParameterValue::DOUBLE,
            double_value,
            ..ParameterValue::default()
        };
        let parameter =
            |double_value| Parameter { name: "realtime_factor".to_string(), value: value(double_value) };
        let parameters = vec![parameter(-1.0), parameter(2.0)];
        let answer: SetParametersResponse = set.call(&mut run, &SetParametersRequest { parameters });
        assert_eq!(answer.results.iter().map(|it| it.successful).collect::<Vec<_>>(), [false, true]);
    }
}

/// A wire whose writes panic when told to.
struct Fragile {
    inside: Arc<dyn Wire>,
    must_panic: Arc<AtomicBool>,
}

impl Wire for Fragile {
    fn guid(&self) -> Guid {
        self.inside.guid()
    }

    fn writer(&self, topic: &str, type_name: &str, qos: &Qos, data: &[u8]) -> Result<WriterId, WireError> {
        self.inside.writer(topic, type_name, qos, data)
    }

    fn reader(&self, topic: &str, type_name: &str, qos: &Qos, data: &[u8]) -> Result<Receiver, WireError> {
        self.inside.reader(topic, type_name, qos, data)
    }

    fn write(
        &self,
        writer: WriterId,
        body: Bytes,
        related: Option<SampleId>,
        only: Option<Guid>,
    ) -> Result<i64, WireError> {
        assert!(!self.must_panic.swap(false, Ordering::SeqCst), "injected");
        self.inside.write(writer, body, related, only)
    }

    fn remove(&self, endpoint: Guid) -> Result<(), WireError> {
        self.inside.remove(endpoint)
    }

    fn endpoints(&self) -> Vec<Endpoint> {
        self.inside.endpoints()
    }

    fn peers(&self) -> Vec<Peer> {
        self.inside.peers()
    }

    fn matched(&self, endpoint: Guid) -> Vec<Guid> {
        self.inside.matched(endpoint)
    }

    fn activity(&self) -> u64 {
        self.inside.activity()
    }

    fn wait_for_activity(&self, seen: u64, timeout: Duration) -> u64 {
        self.inside.wait_for_activity(seen, timeout)
    }

    fn take_error(&self) -> Option<WireError> {
        self.inside.take_error()
    }
}

#[test]
fn a_bridge_that_panics_is_reported_and_comes_back() {
    let network = MemoryNetwork::new();
    let (must_panic, connected) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let (of_bridge, flag, count) = (network.clone(), Arc::clone(&must_panic), Arc::clone(&connected));
    let connect = move || -> Result<Arc<dyn Wire>, WireError> {
        count.fetch_add(1, Ordering::SeqCst);
        let inside = Arc::new(of_bridge.participant(VendorId::UNKNOWN, b"enclave=/;")?);
        Ok(Arc::new(Fragile { inside, must_panic: Arc::clone(&flag) }))
    };
    let mut run = SmallRun::start_with(network, "", Box::new(connect));
    let mut peer = run.node("nav", VendorId::CYCLONE_DDS);
    let odom = subscribe::<Odometry>(&mut peer, "/odom");
    let rounds = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 100 } else { 3 };
    for round in 1..=rounds {
        run.step_until(|_| received::<Odometry>(&odom));
        must_panic.store(true, Ordering::SeqCst);
        run.step_until(|_| (connected.load(Ordering::SeqCst) == round + 1).then_some(()));
        odom.drain();
        run.step_until(|_| received::<Odometry>(&odom));
    }
    let reports = run.reports.lock().expect("no panic here");
    assert_eq!(reports.len(), rounds as usize);
    assert!(
        reports[0].ends_with("the ROS 2 bridge has failed and starts again: a bug: injected"),
        "{}",
        reports[0]
    );
}

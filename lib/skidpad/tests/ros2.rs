//! A run as a ROS 2 node on the loopback interface: peers that send rubbish change nothing, many share a domain, and a
//! run gets other worlds.

use skidpad::messages::Pace;
use skidpad::ros2::rtps::{Participant, ParticipantSettings, Qos, Receiver, SampleId};
use skidpad::ros2::{Distro, NodeName, NodeSettings, RemapRules, Ros2Settings, RosArguments, RosNode};
use skidpad::rosmsg::msg::simulation::*;
use skidpad::rosmsg::msg::{AckermannDriveStamped, Imu, MarkerArray, Odometry, SensorArrays, Twist, Vector3};
use skidpad::rosmsg::{Message, from_cdr_body, to_cdr};
use skidpad::web::Listen;
use skidpad::{Run, RunNote, World, WorldOptions};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[path = "extensions/guide_program.rs"]
#[allow(dead_code, reason = "its main function is a program of its own")]
mod guide_program;

/// Long enough for a loaded machine; what is waited for comes much earlier.
const PATIENCE: Duration = Duration::from_secs(120);

/// A domain that other tests are unlikely to use.
fn domain(offset: u32) -> u16 {
    u16::try_from(120 + (std::process::id() * 7 + offset) % 100).expect("below 232")
}

fn settings(domain: u16, arguments: &str) -> Ros2Settings {
    let words: Vec<String> = arguments.split_whitespace().map(str::to_string).collect();
    let arguments = RosArguments::parse(&words).expect("good arguments");
    Ros2Settings {
        domain,
        interface: Ipv4Addr::LOCALHOST,
        node: NodeSettings { arguments, ..Default::default() },
    }
}

fn peer(domain: u16, name: &str) -> RosNode {
    let settings = ParticipantSettings { domain, user_data: b"enclave=/;".to_vec(), ..Default::default() };
    let wire = Arc::new(Participant::start(&settings).expect("a participant"));
    let name = NodeName::new("/", name).expect("a name");
    RosNode::new(wire, name, RemapRules::default(), Distro::IronToKilted).expect("a node")
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Send changed copies of the run's own packets to its ports.
fn send_mutated_packets(domain: u16, count: u64, sent: &AtomicU64, is_over: &AtomicBool) {
    let base = 7400 + 250 * domain;
    // The run announces itself to the ports of the first twelve participants of the machine; this is one of them.
    let socket = (4..12).rev().find_map(|index| UdpSocket::bind(("127.0.0.1", base + 10 + 2 * index)).ok());
    let socket = socket.expect("a free port");
    socket.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let mut packets = Vec::new();
    let mut buffer = [0; 65_536];
    while packets.len() < 4 && !is_over.load(Ordering::Relaxed) {
        let length = socket.recv(&mut buffer).expect("an announcement");
        packets.push(buffer[..length].to_vec());
    }
    socket.set_nonblocking(true).expect("a socket");
    let mut random = Random(1);
    for number in 0..count {
        if is_over.load(Ordering::Relaxed) || packets.is_empty() {
            return;
        }
        if let Ok(length) = socket.recv(&mut buffer)
            && packets.len() < 64
        {
            packets.push(buffer[..length].to_vec());
        }
        let mut packet = packets[random.below(packets.len())].clone();
        for _ in 0..=random.below(8) {
            let at = random.below(packet.len());
            packet[at] = random.below(256) as u8;
        }
        if random.below(4) == 0 {
            packet.truncate(random.below(packet.len()));
        }
        let port = base + 10 + (number % 8) as u16;
        // A full buffer or a closed port loses the packet, as networks do.
        let _ = socket.send_to(&packet, ("127.0.0.1", port));
        sent.fetch_add(1, Ordering::Relaxed);
    }
}

/// Peers that come, send what no one can use, and go.
fn send_rubbish(domain: u16, is_over: &AtomicBool) -> u64 {
    let mut random = Random(2);
    let mut sent = 0;
    while !is_over.load(Ordering::Relaxed) {
        let mut node = peer(domain, "rude");
        let _odom: Receiver =
            node.subscription("/odom", Odometry::DESCRIPTION, &Qos::reliable(10)).expect("a reader");
        let qos = Qos::reliable(10);
        let twist = node.publisher("/cmd_vel", Twist::DESCRIPTION, &qos).expect("a writer");
        let drive =
            node.publisher("/ackermann_cmd", AckermannDriveStamped::DESCRIPTION, &qos).expect("a writer");
        let markers = node.publisher("/runtime_objects", MarkerArray::DESCRIPTION, &qos).expect("a writer");
        let _wrong_type = node.publisher("/cmd_vel", Imu::DESCRIPTION, &qos).expect("a writer");
        let service = node
            .wire()
            .writer(
                "rq/spawn_entityRequest",
                "simulation_interfaces::srv::dds_::SpawnEntity_Request_",
                &qos,
                b"",
            )
            .expect("a writer");
        let _ = node.update_graph();
        let nan = Twist { linear: Vector3 { x: f64::NAN, y: f64::INFINITY, z: 0.0 }, ..Twist::default() };
        let nan = to_cdr(&nan)[4..].to_vec();
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(400) && !is_over.load(Ordering::Relaxed) {
            for writer in [twist, drive, markers, service] {
                let noise: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
                // A twist of 48 octets could by chance be a good one.
                let noise = if writer == twist { nan.clone() } else { noise };
                sent += u64::from(node.wire().write(writer, noise.into(), None, None).is_ok());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    sent
}

#[test]
fn peers_that_send_rubbish_change_nothing() {
    let run = || Run::new("../../worlds/turtlebot.world.xml").seed(3).step_limit(3000);
    let undisturbed = run().go().expect("a run").state_hash;
    let domain = domain(0);
    let (is_over, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let notes = Arc::new(Mutex::new(Vec::new()));
    let of_run = Arc::clone(&notes);
    let packet_count = 100_000;
    let (hash, rubbish) = std::thread::scope(|scope| {
        scope.spawn(|| send_mutated_packets(domain, packet_count, &sent, &is_over));
        let rubbish = scope.spawn(|| send_rubbish(domain, &is_over));
        let summary = run()
            .pace(Pace::RealTime(1.0))
            .ros2(settings(domain, ""))
            .on_note(move |note| {
                if let RunNote::Bridge { what } = note {
                    of_run.lock().expect("no panic here").push(what.clone());
                }
            })
            .go();
        is_over.store(true, Ordering::Relaxed);
        (summary.expect("a run").state_hash, rubbish.join().expect("no panic"))
    });
    assert_eq!(hash, undisturbed);
    let sent = sent.load(Ordering::Relaxed);
    assert!(sent > 100 && rubbish > 100, "{sent} packets, {rubbish} messages");
    assert!(notes.lock().expect("no panic here").is_empty(), "the bridge never failed: {notes:?}");
    println!("{sent} changed packets and {rubbish} useless messages; the hash is the same");
}

#[test]
fn two_simulators_and_many_robots_share_a_domain() {
    let domain = domain(37);
    let stop = skidpad::runner::StopFlag::default();
    let mut node = peer(domain, "watch");
    let mut waiting: Vec<(String, Receiver)> = (1..=25)
        .map(|number| format!("/many/r{number}/odom"))
        .chain(["/few/r1/odom".to_string(), "/few/r2/odom".to_string()])
        .map(|topic| {
            let heard = node.subscription(&topic, Odometry::DESCRIPTION, &Qos::reliable(10));
            (topic, heard.expect("a reader"))
        })
        .collect();
    std::thread::scope(|scope| {
        for (world, namespace) in [("many_robots", "many"), ("two_robots", "few")] {
            let arguments = format!("-r __ns:=/{namespace} -p period_ms_publish_tf:=100.0");
            let run = Run::new(format!("../../worlds/{world}.world.xml").as_str())
                .pace(Pace::RealTime(0.2))
                .stop(stop.clone())
                .ros2(settings(domain, &arguments));
            scope.spawn(move || run.go().expect("a run"));
        }
        let began = Instant::now();
        while !waiting.is_empty() && began.elapsed() < PATIENCE {
            waiting.retain(|(_, heard)| heard.drain().is_empty());
            std::thread::sleep(Duration::from_millis(20));
        }
        stop.raise();
    });
    let silent: Vec<&String> = waiting.iter().map(|(topic, _)| topic).collect();
    assert!(silent.is_empty(), "no odometry on {silent:?}");
}

/// Call a service in the form of Fast DDS.
fn call<A: Message>(node: &RosNode, service: &str, name: &str, request: &impl Message) -> A {
    let (qos, client) = (Qos::reliable(10), b"clientid= 1.2.3;");
    let kind = |end: &str| format!("simulation_interfaces::srv::dds_::{name}_{end}_");
    let wire = node.wire();
    let asks =
        wire.writer(&format!("rq/{service}Request"), &kind("Request"), &qos, client).expect("a writer");
    let hears =
        wire.reader(&format!("rr/{service}Reply"), &kind("Response"), &qos, client).expect("a reader");
    let began = Instant::now();
    while (wire.matched(asks.guid()).is_empty() || wire.matched(hears.guid()).is_empty())
        && began.elapsed() < PATIENCE
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    let related = SampleId { guid: hears.guid(), sequence: SampleId::UNKNOWN_SEQUENCE };
    wire.write(asks, to_cdr(request)[4..].to_vec().into(), Some(related), None).expect("written");
    while began.elapsed() < PATIENCE {
        if let Some(reply) = hears.try_recv() {
            return from_cdr_body(&reply.body).expect("an answer of this type");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{service} did not answer");
}

fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a server");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// The node, the viewer's server and clients stay; recordings and logs begin anew for each world.
#[test]
fn a_run_gets_other_worlds() {
    let folder = std::env::temp_dir().join(format!("skidpad-worlds-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let domain = domain(71);
    let run = Run::new("../../worlds/two_robots.world.xml")
        .pace(Pace::RealTime(1.0))
        .record(folder.join("run.mcap"))
        .csv(folder.join("logs"))
        .serve(Listen::loopback())
        .mvsim_port(0)
        .ros2(settings(domain, ""));
    let run = run.prepare().expect("a run");
    let (page, stop) = (run.viewer_socket().expect("a server"), run.stop_flag());
    let mvsim = run.mvsim_endpoint().expect("a network").port;
    let every_step = skidpad::link::Interest::every_step();
    let client = run.handle().connect("test", every_step).expect("a client");
    let run = std::thread::spawn(move || run.go());

    let node = peer(domain, "loader");
    let load = |uri: &str| -> LoadWorldResponse {
        let request = LoadWorldRequest1 { uri: uri.to_string(), ..LoadWorldRequest1::default() };
        call(&node, "load_world", "LoadWorld", &request)
    };
    let state = || -> u8 {
        let request = GetSimulationStateRequest::default();
        call::<GetSimulationStateResponse>(&node, "get_simulation_state", "GetSimulationState", &request)
            .state
            .state
    };
    let refused = load("nowhere.world.xml");
    assert_eq!(refused.result.result, Outcome::NOT_FOUND, "{refused:?}");
    assert_eq!(state(), SimulationState::PLAYING);
    assert!(get(page, "/scene.json").contains("two_robots"));

    let loaded = load("gridmap.world.xml");
    assert_eq!((loaded.result.result, loaded.world.name.as_str()), (Outcome::OK, "gridmap"), "{loaded:?}");
    assert_eq!(state(), SimulationState::STOPPED);
    let began = Instant::now();
    while !get(page, "/scene.json").contains("gridmap") {
        assert!(began.elapsed() < PATIENCE, "the viewer shows the world before");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(TcpStream::connect(("127.0.0.1", mvsim)).is_ok(), "MVSim's network is at the same port");
    let playing = SimulationState { state: SimulationState::PLAYING };
    let played: SetSimulationStateResponse = call(
        &node,
        "set_simulation_state",
        "SetSimulationState",
        &SetSimulationStateRequest { state: playing },
    );
    assert_eq!(played.result.result, Outcome::OK);
    client.take();
    let step = client.wait(PATIENCE).steps.pop().expect("steps go on");
    assert_eq!(step.roster.vehicles.len(), 1, "the client sees the new world");
    assert!(step.tick > step.observations.step, "ticks go on, the world's time began anew");

    stop.raise();
    let summary = run.join().expect("no panic");
    assert_eq!(summary.vehicles.len(), 1);
    assert!(summary.is_complete(), "{:?}", summary.notes);
    let changed = |note: &RunNote| matches!(note, RunNote::WorldChanged { world: Some(world) } if world.contains("gridmap"));
    assert!(summary.notes.iter().any(changed), "{:?}", summary.notes);
    let files: Vec<String> = summary.files.iter().map(|file| file.path.display().to_string()).collect();
    for end in ["run.mcap", "run-2.mcap"] {
        assert!(files.iter().any(|file| file.ends_with(end)), "{end} in {files:?}");
    }
    let pose_logs = files.iter().filter(|file| file.ends_with("_pose.csv")).count();
    assert_eq!(pose_logs, 2 + 1, "one of each vehicle of each world: {files:?}");
    let _ = std::fs::remove_dir_all(&folder);
}

/// The sensor of docs/extending.md.
#[test]
fn a_sensor_of_a_programs_own_has_a_topic() {
    let text = "<mvsim_world><vehicle name='r1'><init_pose>0 0 0</init_pose><dynamics class='differential'/>
        <sensor class='altimeter' name='height'><pose_3d>0 0 1.5 0 0 0</pose_3d></sensor></vehicle></mvsim_world>";
    let options =
        WorldOptions { extensions: Arc::new(guide_program::extensions()), ..WorldOptions::default() };
    let world = World::from_text(text, &options).without_errors().expect("a world");
    let domain = domain(89);
    let run = Run::new(world).ros2(settings(domain, "")).pace(Pace::RealTime(1.0));
    let run = run.prepare().expect("a run");
    let stop = run.stop_flag();
    let run = std::thread::spawn(move || run.go());
    let mut node = peer(domain, "listener");
    let heights =
        node.subscription("/height", SensorArrays::DESCRIPTION, &Qos::best_effort(5)).expect("a reader");
    let began = Instant::now();
    let seen: SensorArrays = loop {
        if let Some(sample) = heights.try_recv() {
            break from_cdr_body(&sample.body).expect("arrays");
        }
        assert!(began.elapsed() < PATIENCE, "no reading came");
        std::thread::sleep(Duration::from_millis(5));
    };
    stop.raise();
    run.join().expect("no panic");
    assert_eq!((seen.sensor_class.as_str(), seen.header.frame_id.as_str()), ("altimeter", "height"));
    let array = &seen.arrays[0];
    assert_eq!((array.name.as_str(), array.unit.as_str(), array.values.len()), ("height_m", "m", 1));
    assert!((array.values[0] - 1.5).abs() < 1.0, "{array:?}");
}

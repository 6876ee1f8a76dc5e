//! What do MVSim's clients cost, and how long do they wait? Round trips of `get_pose`, and the share of a core that 25
//! robots with scans of 181 beams at 20 Hz take, with subscribers in other processes, beside what plain TCP takes for
//! the same bytes.
//!
//! `cargo bench -p skidpad-mvsim --bench network`

use skidpad_mvsim::broker::{Broker, BrokerSettings};
use skidpad_mvsim::client::Publication;
use skidpad_mvsim::messages::*;
use skidpad_mvsim::mrpt::{MrptObject, Pose3D, Scan2D, ScanVersion, Timestamp};
use skidpad_mvsim::world::{ServiceRequest, World, WorldSettings};
use skidpad_mvsim::{Client, ClientSettings};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ROBOT_COUNT: usize = 25;
const RATE_HZ: u32 = 20;
const MEASURED: Duration = Duration::from_secs(5);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, word, port, topics] = &arguments[..]
        && word == "subscribe"
    {
        let topics: Vec<&str> = topics.split(',').collect();
        return subscribe(port.parse().expect("a port"), &topics);
    }
    if let [_, word, port] = &arguments[..]
        && word == "drain"
    {
        return drain(port.parse().expect("a port"));
    }
    let broker = Broker::start(&BrokerSettings { port: 0, ..BrokerSettings::default() }).expect("a port");
    let world = World::start(WorldSettings::at(broker.endpoint()), answer).expect("the broker");
    round_trips(&broker);
    idle(&world);
    let topics = scan_topics(&world);
    publish("25 scans at 20 Hz, no subscriber", &broker, &topics, &[]);
    let one_each: Vec<String> = topics.iter().map(|topic| topic.topic().to_string()).collect();
    publish("25 scans at 20 Hz, a subscriber each", &broker, &topics, &one_each);
    let all = vec![one_each.join(","); ROBOT_COUNT];
    publish("25 scans at 20 Hz, 25 subscribers of all", &broker, &topics, &all);
    drop((topics, world));
    let mut settings = WorldSettings::at(broker.endpoint());
    settings.client.is_tcp_only = true;
    let world = World::start(settings, answer).expect("the broker");
    publish("  the same by TCP", &broker, &scan_topics(&world), &all);
    plain_tcp();
}

fn scan_topics(world: &World) -> Vec<Publication<GenericObservation>> {
    let advertise = |robot| world.advertise(&format!("/r{robot}/laser1")).expect("advertised");
    (0..ROBOT_COUNT).map(advertise).collect()
}

fn report(name: &str, value: f64, unit: &str, note: &str) {
    println!("{name:<44} {value:>10.3} {unit:<10} {note}");
}

/// CPU time of this process [s], from the kernel's ticks of 10 ms: our own code, and the kernel for us.
fn process_cpu_s() -> [f64; 2] {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let after_name = stat.rsplit(')').next().expect("a name in brackets");
    let mut ticks =
        after_name.split_whitespace().skip(11).map(|it| it.parse::<f64>().expect("ticks") / 100.0);
    [(); 2].map(|()| ticks.next().expect("user and system time"))
}

/// Shares of a core since then [%]: in all, and in the kernel.
fn shares_since(before: [f64; 2], elapsed: Duration) -> [f64; 2] {
    let now = process_cpu_s();
    let [own, kernel] = [0, 1].map(|k| 100.0 * (now[k] - before[k]) / elapsed.as_secs_f64());
    [own + kernel, kernel]
}

/// Answers as a simulation does that has the latest poses at hand.
fn answer(request: ServiceRequest) {
    match request {
        ServiceRequest::GetPose(_, reply) => reply.send(SrvGetPoseAnswer {
            success: true,
            pose: Some(Pose::default()),
            twist: Some(Twist::default()),
            ..SrvGetPoseAnswer::default()
        }),
        other => other.refuse("only poses here"),
    }
}

fn client(port: u16) -> Client {
    Client::connect(ClientSettings { port, ..ClientSettings::default() }).expect("the broker")
}

fn round_trips(broker: &Broker) {
    let client = client(broker.endpoint().port);
    let request = SrvGetPose { object_id: "r1".to_string() };
    let call = || client.call::<_, SrvGetPoseAnswer>("get_pose", &request).expect("an answer");
    (0..1000).for_each(|_| drop(call()));
    let mut times_ms: Vec<f64> = (0..20_000)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times_ms.sort_by(f64::total_cmp);
    let quantile = |part: f64| times_ms[(part * (times_ms.len() - 1) as f64) as usize];
    report("get_pose round trip, p50", quantile(0.5), "ms", "wanted: at most 0.3");
    report("get_pose round trip, p99", quantile(0.99), "ms", "wanted: at most 2");
}

fn idle(world: &World) {
    let before = process_cpu_s();
    std::thread::sleep(MEASURED);
    let [share, _] = shares_since(before, MEASURED);
    report("broker and World without clients", share, "% of core", "wanted: 0");
    assert_eq!(world.client().name(), "World");
}

fn observation(ranges_m: &[f32], is_valid: &[bool]) -> GenericObservation {
    let timestamp = Timestamp::from_unix_s(1_700_000_000.0);
    let scan = Scan2D {
        version: ScanVersion::default(),
        aperture_rad: std::f32::consts::PI,
        is_right_to_left: true,
        max_range_m: 20.0,
        sensor_pose: Pose3D::default(),
        ranges_m,
        is_valid,
        std_error_m: 0.01,
        timestamp,
        beam_aperture_rad: 0.0,
        label: "laser1",
        delta_pitch_rad: 0.0,
        intensities: None,
    };
    GenericObservation {
        unix_timestamp: timestamp.unix_s(),
        source_object_id: "r1".to_string(),
        mrpt_serialized_observation: scan.to_bytes(),
    }
}

/// Publish for some seconds to subscribers in one other process, each given by its topics.
fn publish(name: &str, broker: &Broker, topics: &[Publication<GenericObservation>], subscribers: &[String]) {
    let port = broker.endpoint().port;
    let subscribed = || topics.iter().map(Publication::subscriber_count).sum::<usize>();
    let mut wanted = 0;
    let mut peers = Vec::new();
    for list in subscribers {
        peers.push(peer(port, list));
        wanted += list.split(',').count();
        while subscribed() != wanted {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    let before = process_cpu_s();
    let start = Instant::now();
    let mut round = 0;
    while start.elapsed() < MEASURED {
        for topic in topics {
            topic.publish_with(|| observation(&[5.0; 181], &[true; 181]));
        }
        round += 1;
        std::thread::sleep((Duration::from_secs(1) / RATE_HZ * round).saturating_sub(start.elapsed()));
    }
    let [share, kernel] = shares_since(before, start.elapsed());
    report(name, share, "% of core", "wanted: at most 10");
    report("  of this in the kernel", kernel, "% of core", "");
    let dropped: u64 = topics.iter().map(Publication::dropped_count).sum();
    report("  messages dropped", dropped as f64, "", "wanted: 0");
    for mut peer in peers {
        peer.kill().expect("it was running");
        peer.wait().expect("it was running");
    }
    while subscribed() != 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What the operating system alone takes for the last case: the same bytes to as many connections of as many
/// processes, written by one thread with nothing around it.
fn plain_tcp() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let peers: Vec<Child> = (0..ROBOT_COUNT).map(|_| child(&["drain", &port.to_string()])).collect();
    let mut connections: Vec<TcpStream> = (0..ROBOT_COUNT * ROBOT_COUNT)
        .map(|_| {
            let (stream, _) = listener.accept().expect("a connection");
            stream.set_nodelay(true).expect("an option of TCP");
            stream
        })
        .collect();
    let frame = encode_frame(&observation(&[5.0; 181], &[true; 181]));
    let before = process_cpu_s();
    let start = Instant::now();
    let mut round = 0;
    while start.elapsed() < MEASURED {
        for connection in &mut connections {
            connection.write_all(&frame).expect("it is read");
        }
        round += 1;
        std::thread::sleep((Duration::from_secs(1) / RATE_HZ * round).saturating_sub(start.elapsed()));
    }
    let [share, _] = shares_since(before, start.elapsed());
    report("  the same bytes by plain TCP", share, "% of core", "what the kernel takes at least");
    for mut peer in peers {
        peer.kill().expect("it was running");
        peer.wait().expect("it was running");
    }
}

/// Connect as often as there are robots, and read.
fn drain(port: u16) {
    std::thread::scope(|scope| {
        for _ in 0..ROBOT_COUNT {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the publisher");
            scope.spawn(move || std::io::copy(&mut stream, &mut std::io::sink()));
        }
    });
}

fn peer(port: u16, topics: &str) -> Child {
    child(&["subscribe", &port.to_string(), topics])
}

fn child(arguments: &[&str]) -> Child {
    let program = std::env::current_exe().expect("this program");
    Command::new(program).args(arguments).stdout(Stdio::null()).spawn().expect("it starts")
}

fn subscribe(port: u16, topics: &[&str]) {
    let client = client(port);
    std::thread::scope(|scope| {
        for topic in topics {
            let mut subscription = client.subscribe(topic).expect("subscribed");
            scope.spawn(move || while subscription.receive(Duration::from_secs(60)).is_ok() {});
        }
    });
}

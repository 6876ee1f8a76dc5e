//! A run as a ROS 1 node: subscribers come and go, commands arrive, and nothing but commands changes the world.

use skidpad::messages::Pace;
use skidpad::ros1::Ros1Settings;
use skidpad::ros1::tcpros::ConnectionHeader;
use skidpad::ros1::xmlrpc::{Value, parse_response, write_call};
use skidpad::rosmsg::from_ros1;
use skidpad::rosmsg::msg::{LaserScan, OccupancyGrid, Odometry, SensorArrays};
use skidpad::{Run, RunNote, World, WorldOptions};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

#[path = "extensions/guide_program.rs"]
#[allow(dead_code, reason = "its main function is a program of its own")]
mod guide_program;

/// Long enough for a loaded machine; what is waited for comes much earlier.
const PATIENCE: Duration = Duration::from_secs(60);

/// No master listens there.
fn settings() -> Ros1Settings {
    Ros1Settings::at("http://127.0.0.1:1")
}

fn call(uri: &str, method: &str, params: &[Value]) -> Value {
    let address = uri.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("the node listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let body = write_call(method, params);
    let head = format!("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    parse_response(&answer[body..]).expect("a value")
}

fn read_block(stream: &mut TcpStream) -> Vec<u8> {
    let mut length = [0; 4];
    stream.read_exact(&mut length).expect("a length");
    let mut block = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut block).expect("a block");
    block
}

fn subscribe(uri: &str, topic: &str) -> TcpStream {
    let protocols = Value::Array(vec![Value::Array(vec!["TCPROS".into()])]);
    let answer = call(uri, "requestTopic", &["/test".into(), topic.into(), protocols]);
    let parts = answer.array().expect("three parts")[2].array().expect("a protocol").to_vec();
    let port = u16::try_from(parts[2].int().expect("a port")).expect("a port");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the node listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let header = ConnectionHeader::new(&[("callerid", "/test"), ("topic", topic), ("md5sum", "*")]);
    stream.write_all(&header.to_bytes()).expect("sent");
    let answer = ConnectionHeader::parse(&read_block(&mut stream)).expect("a header");
    assert_eq!(answer.get("error"), None, "{topic}");
    stream
}

#[test]
fn subscribers_that_come_and_go_do_not_change_the_world() {
    let run = || Run::new("../../worlds/turtlebot.world.xml").seed(3).step_limit(400);
    let undisturbed = run().go().expect("a run").state_hash;
    let prepared = run().ros1(settings()).pace(Pace::RealTime(1.0)).prepare().expect("a run");
    assert_eq!(prepared.ros1_name(), Some("/mvsim"));
    let uri = prepared.ros1_uri().expect("a node").to_string();
    let summary = std::thread::scope(|scope| {
        let running = scope.spawn(move || prepared.go());
        let mut odom = subscribe(&uri, "/odom");
        let first: Odometry = from_ros1(&read_block(&mut odom)).expect("odometry");
        let second: Odometry = from_ros1(&read_block(&mut odom)).expect("odometry");
        assert!(second.header.stamp.as_ns() > first.header.stamp.as_ns());
        assert_eq!((first.header.frame_id.as_str(), first.child_frame_id.as_str()), ("odom", "base_link"));
        drop(odom);
        for topic in laser_topics(&uri) {
            let scan: LaserScan = from_ros1(&read_block(&mut subscribe(&uri, &topic))).expect("a scan");
            assert!(!scan.ranges.is_empty());
        }
        let mut rubbish =
            TcpStream::connect(uri.trim_start_matches("http://").trim_end_matches('/')).expect("a port");
        let _ = rubbish.write_all(&[0xff; 100_000]);
        running.join().expect("the run ends")
    });
    assert_eq!(summary.state_hash, undisturbed);
    assert!(summary.notes.iter().any(|note| matches!(note, RunNote::Ros1 { .. })), "the master is absent");
    assert!(summary.is_complete());
}

fn laser_topics(uri: &str) -> Vec<String> {
    let topics = topics_of(uri, "sensor_msgs/LaserScan");
    assert!(!topics.is_empty());
    topics
}

/// The topics of a type that the node publishes.
fn topics_of(uri: &str, type_name: &str) -> Vec<String> {
    let answer = call(uri, "getPublications", &["/test".into()]);
    let pairs = answer.array().expect("three parts")[2].array().expect("topics").to_vec();
    let pairs = pairs.iter().map(|pair| pair.array().expect("a pair"));
    let found = pairs.filter(|pair| pair[1].text() == Some(type_name));
    found.map(|pair| pair[0].text().expect("a name").to_string()).collect()
}

/// The sensor of docs/extending.md.
#[test]
fn a_sensor_of_a_programs_own_has_a_topic() {
    let text = "<mvsim_world><vehicle name='r1'><init_pose>0 0 0</init_pose><dynamics class='differential'/>
        <sensor class='altimeter' name='height'><pose_3d>0 0 1.5 0 0 0</pose_3d></sensor></vehicle></mvsim_world>";
    let options =
        WorldOptions { extensions: Arc::new(guide_program::extensions()), ..WorldOptions::default() };
    let world = World::from_text(text, &options).without_errors().expect("a world");
    let run = Run::new(world).ros1(settings()).pace(Pace::RealTime(1.0)).duration_s(600.0);
    let prepared = run.prepare().expect("a run");
    let (uri, stop) = (prepared.ros1_uri().expect("a node").to_string(), prepared.stop_flag());
    std::thread::scope(|scope| {
        let running = scope.spawn(move || prepared.go());
        assert_eq!(topics_of(&uri, "skidpad_msgs/SensorArrays"), ["/height"]);
        let seen: SensorArrays = from_ros1(&read_block(&mut subscribe(&uri, "/height"))).expect("arrays");
        assert_eq!((seen.sensor_class.as_str(), seen.header.frame_id.as_str()), ("altimeter", "height"));
        let array = &seen.arrays[0];
        assert_eq!((array.name.as_str(), array.unit.as_str(), array.values.len()), ("height_m", "m", 1));
        assert!((array.values[0] - 1.5).abs() < 1.0, "{array:?}");
        stop.raise();
        running.join().expect("the run ends");
    });
}

#[test]
fn maps_are_kept_for_those_who_come_late() {
    let run = Run::new("../../worlds/ros_map.world.xml").ros1(settings()).duration_s(60.0);
    let prepared = run.prepare().expect("a run");
    let (uri, stop) = (prepared.ros1_uri().expect("a node").to_string(), prepared.stop_flag());
    std::thread::scope(|scope| {
        let running = scope.spawn(move || prepared.go());
        let map: OccupancyGrid = from_ros1(&read_block(&mut subscribe(&uri, "/simul_map"))).expect("a map");
        assert_eq!(map.header.frame_id, "map");
        assert_eq!(map.data.len(), (map.info.width * map.info.height) as usize);
        stop.raise();
        running.join().expect("the run ends");
    });
}

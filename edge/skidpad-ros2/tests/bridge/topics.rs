//! Topics, commands and the graph.

use super::small_run::{PATIENCE, SmallRun, body, received, subscribe};
use bytes::Bytes;
use skidpad_link::{RunRequest, SensorChoice};
use skidpad_math::Pose3;
use skidpad_messages::{Request, SensorId, VehicleId};
use skidpad_ros2::graph::{GRAPH_TOPIC, GRAPH_TYPE, GidSize, ParticipantNodes};
use skidpad_rosmsg::Message;
use skidpad_rosmsg::msg::{
    Clock, Imu, Marker, MarkerArray, Odometry, Pose, TFMessage, Twist, TwistStamped, Vector3,
};
use skidpad_rtps::{Guid, Qos, VendorId, Wire};
use std::time::Instant;

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

#[test]
fn markers_become_objects_of_the_run() {
    let mut run = SmallRun::start("");
    let mut peer = run.node("painter", VendorId::CYCLONE_DDS);
    let qos = Qos::reliable(10);
    let writer = peer.publisher("/runtime_objects", MarkerArray::DESCRIPTION, &qos).expect("a writer");
    let cube = Marker {
        ns: "demo".to_string(),
        r#type: Marker::CUBE,
        pose: Pose::from(&Pose3::new(1.0, 0.0, 0.5, 0.0, 0.0, 0.0)),
        scale: Vector3 { x: 1.0, y: 1.0, z: 1.0 },
        ..Marker::default()
    };
    let mut nowhere = cube.clone();
    nowhere.pose.position.x = f64::NAN;
    let markers = MarkerArray { markers: vec![nowhere, cube] };
    for body in [Bytes::from_static(b"rubbish"), body(&markers)] {
        peer.wire().write(writer, body, None, None).expect("written");
    }
    let objects = run.step_until(|run| {
        run.asked.iter().find_map(|asked| match asked {
            RunRequest::Command(command) => match command.request() {
                Request::SpawnObjects { objects, .. } => Some(objects.clone()),
                _ => None,
            },
            _ => None,
        })
    });
    let [object] = &objects[..] else { panic!("one object, not {objects:?}") };
    assert_eq!((object.name.as_str(), object.is_seen_by_sensors), ("runtime_objects/demo/0", true));
}

//! A run that MVSim's clients drive.

use skidpad::mvsim::messages::*;
use skidpad::mvsim::{Client, ClientSettings};
use skidpad::record::RunLog;
use skidpad::{PreparedRun, Replay, Run, RunSummary};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Long enough for a loaded machine; what is waited for comes much earlier.
const PATIENCE: Duration = Duration::from_secs(60);

fn run() -> Run {
    Run::new("../../worlds/two_robots.world.xml").seed(7)
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("scratch folder");
    folder
}

fn client(run: &PreparedRun) -> Client {
    let port = run.mvsim_endpoint().expect("the run is on the network").port;
    let settings = ClientSettings { name: "planner".to_string(), port, ..ClientSettings::default() };
    Client::connect(ClientSettings { connect_time: PATIENCE, request_time: PATIENCE, ..settings })
        .expect("the broker answers")
}

/// Make the run on a thread of its own while `drive` is its client; the client ends the run.
fn served(run: Run, drive: impl FnOnce(&Client)) -> RunSummary {
    let run = run.mvsim_port(0).prepare().expect("a world and a port");
    let client = client(&run);
    std::thread::scope(|scope| {
        let running = scope.spawn(move || run.go());
        drive(&client);
        let answer: SrvShutdownAnswer = client.call("shutdown", &SrvShutdown {}).expect("an answer");
        assert!(answer.accepted);
        running.join().expect("the run ends")
    })
}

fn pose_of(client: &Client, name: &str) -> SrvGetPoseAnswer {
    client.call("get_pose", &SrvGetPose { object_id: name.to_string() }).expect("an answer")
}

fn set_pose(client: &Client, name: &str, pose: Pose, is_relative: bool) -> SrvSetPoseAnswer {
    let object_id = name.to_string();
    let request = SrvSetPose { object_id, pose, relative_increment: Some(is_relative) };
    client.call("set_pose", &request).expect("an answer")
}

fn set_twist(client: &Client, name: &str, vx: f64) -> SrvSetControllerTwistAnswer {
    let twist_set_point = Twist { vx, ..Twist::default() };
    let request = SrvSetControllerTwist { object_id: name.to_string(), twist_set_point };
    client.call("set_controller_twist", &request).expect("an answer")
}

#[test]
fn what_clients_change_is_recorded_and_replays() {
    let folder = scratch("mvsim_replay");
    let path = folder.join("run.mcap");
    let paced = run().pace(skidpad::messages::Pace::RealTime(1.0)).record(&path);
    served(paced, |client| {
        assert!(pose_of(client, "r1").success);
        assert_eq!(pose_of(client, "r9").error_message(), "objectId not found");
        let crate_pose = Pose { x: 9.0, y: -9.0, yaw: 0.5, ..Pose::default() };
        assert!(set_pose(client, "crate_a", crate_pose, false).success);
        let found = pose_of(client, "crate_a").pose.expect("a pose");
        assert!((found.x - 9.0).abs() < 0.01 && (found.y + 9.0).abs() < 0.01, "{found:?}");
        let moved = set_pose(client, "crate_a", Pose { x: 1.0, ..Pose::default() }, true);
        let global = moved.object_global_pose.expect("an increment gives the new pose");
        assert!((global.x - 9.0 - 0.5_f64.cos()).abs() < 0.01, "{global:?}");
        assert!(set_twist(client, "r1", 0.5).success);
        assert_eq!(set_twist(client, "crate_a", 0.5).error_message(), "objectId is not of VehicleBase type");
        assert!(set_twist(client, "r1", f64::NAN).error_message().contains("speed"));
        let gone = SrvRemoveEntities { names: vec!["crate_b".to_string(), "nothing".to_string()] };
        let removed: SrvRemoveEntitiesAnswer = client.call("remove_entities", &gone).expect("an answer");
        assert_eq!((removed.success, removed.num_removed), (false, Some(1)));
        assert_eq!(removed.error_message(), "nothing: not found");
        let all: SrvGetAllPosesAnswer =
            client.call("get_all_poses", &SrvGetAllPoses::default()).expect("an answer");
        let names: Vec<&str> = all.objects.iter().map(|object| object.name.as_str()).collect();
        assert!(names.contains(&"crate_a") && names.contains(&"r1") && !names.contains(&"crate_b"));
        let light = SrvGetLightState { object_id: "r1".to_string(), light_group: "x".to_string() };
        let light: SrvGetLightStateAnswer = client.call("get_light_state", &light).expect("an answer");
        assert!(!light.success && light.error_message().contains("no group of lights"));
    });
    let mut replay = Replay::new(RunLog::open(&path).expect("a recording")).expect("a world");
    let mut command_count = 0;
    let verdict = replay.run(None, true, &mut |_, commands, _| command_count += commands.len());
    let verdict = verdict.expect("the recording replays");
    assert_eq!(verdict.difference, None);
    assert!(verdict.hash_count > 0);
    assert_eq!(command_count, 4, "two poses, a twist, a removal");
}

#[test]
fn topics_reach_a_subscriber() {
    served(run().pace(skidpad::messages::Pace::RealTime(1.0)), |client| {
        let topics = client.list_topics("").expect("topics");
        let names: Vec<&str> = topics.iter().map(|topic| topic.topic_name.as_str()).collect();
        for name in ["/r1/laser1", "/r1/laser1_scan", "/r1/pose", "/r1/crates", "/crate_b/pose"] {
            assert!(names.contains(&name), "{name} is not among {names:?}");
        }
        let mut scans = client.subscribe("/r1/laser1_scan").expect("a subscription");
        let mut poses = client.subscribe("/r1/pose").expect("a subscription");
        let mut crates = client.subscribe("/r1/crates").expect("a subscription");
        let scan = scans.receive(PATIENCE).expect("a client").expect("a scan");
        let scan: ObservationLidar2D = scan.decode().expect("a scan");
        assert!(scan.source_object_id == "r1" && scan.scan_ranges.len() > 10);
        let pose = poses.receive(PATIENCE).expect("a client").expect("a pose");
        let pose: TimeStampedPose = pose.decode().expect("a pose");
        assert!(pose.object_id == "r1" && pose.unix_timestamp > 1e9);
        let seen = crates.receive(PATIENCE).expect("a client").expect("a pose");
        let seen: TimeStampedPose = seen.decode().expect("a pose");
        assert_eq!((seen.object_id.as_str(), seen.relative_to_object_id()), ("crate_a", "r1"));
    });
}

fn insert(client: &Client, xml: &str) {
    let request = SrvInsertEntities { xml: xml.to_string(), base_path: None };
    let answer: SrvInsertEntitiesAnswer = client.call("insert_entities", &request).expect("an answer");
    assert!(answer.success, "{}", answer.error_message());
}

#[test]
fn a_topic_that_an_inserted_vehicle_cannot_have_is_reported() {
    let summary = served(run().pace(skidpad::messages::Pace::RealTime(1.0)), |client| {
        insert(
            client,
            "<block name='sign'><init_pose>12 12 0</init_pose>
               <publish><publish_pose_topic>/r1/laser1</publish_pose_topic></publish></block>",
        );
        // The run has noted it by the time it answers the next request.
        assert!(set_twist(client, "r1", 0.1).success);
    });
    let notes: Vec<String> = summary.notes.iter().map(ToString::to_string).collect();
    let told = "`/r1/laser1` is published as mvsim_msgs.GenericObservation";
    assert!(notes.iter().any(|note| note.starts_with("warning: ") && note.contains(told)), "{notes:?}");
}

#[test]
fn a_vehicle_that_is_inserted_has_its_rawlog() {
    let folder = scratch("mvsim_rawlog");
    let world = include_str!("../../../testdata/mvsim/peer.world.xml");
    let world =
        world.replacen("<georeference>", "<save_to_rawlog>x.rawlog</save_to_rawlog><georeference>", 1);
    std::fs::write(folder.join("peer.world.xml"), world).expect("written");
    let outputs = skidpad::Outputs { csv: Some(folder.clone()), ..skidpad::Outputs::default() };
    let run =
        Run::new(folder.join("peer.world.xml")).outputs(outputs).pace(skidpad::messages::Pace::RealTime(1.0));
    served(run, |client| {
        insert(client, "<vehicle name='r 3' class='cart'><init_pose>0 -8 0</init_pose></vehicle>");
        let mut scans = client.subscribe("/r 3/laser1").expect("a subscription");
        // Odometry is written ten times a second; the second scan comes after its first row.
        for _ in 0..2 {
            scans.receive(PATIENCE).expect("a client").expect("a scan");
        }
    });
    for name in ["x.r1.rawlog", "x.r2.rawlog", "x.r_3.rawlog"] {
        let bytes = std::fs::read(folder.join(name)).expect(name);
        assert_eq!(bytes[..2], [0x1f, 0x8b], "{name}");
    }
}

#[test]
fn without_requests_the_state_is_the_same() {
    let alone = run().duration_s(2.0).go().expect("a run");
    let served = run().duration_s(2.0).mvsim_port(0).go().expect("a run");
    assert_eq!(served.state_hash, alone.state_hash);
    assert_eq!(served.observation_hash, alone.observation_hash);
}

#[test]
fn a_port_that_is_taken_is_an_error_or_a_note() {
    let first = run().mvsim_port(0).prepare().expect("any port");
    let port = first.mvsim_endpoint().expect("an endpoint").port;
    let second = run().mvsim_port(port).prepare().err().expect("the port is taken");
    assert!(matches!(second, skidpad::Error::Mvsim(_)));
    assert_eq!(second.to_string(), format!("MVSim's network: port {port} is taken; choose another one"));
    let mut settings = skidpad::mvsim::MvsimSettings::default();
    (settings.broker.port, settings.broker.other_ports) = (port, Vec::new());
    let third = run().mvsim_if_possible(settings).duration_s(0.1).go().expect("a run");
    assert!(third.notes.iter().any(|note| note.to_string().contains("is off")), "{:?}", third.notes);
}

use super::*;
use crate::msg::{
    AckermannDrive, AckermannDriveStamped, Bool, Clock, DiagnosticStatus, Float64, Odometry, TFMessage, Text,
    Twist, Vector3,
};
use crate::{FrameStyle, Message, from_cdr, to_cdr};
use skidpad_math::{Pose3, Vec2};
use skidpad_messages::{
    DepthTopics, Drive, ImuReading, Observations, Pace, Reading, ReadingData, Request, RunStatus,
    SensorEntry, SensorId, SensorKind, Step, TimeSpent, VehicleEntry, VehicleId, VehicleObservation,
    WheelObservation,
};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Keeps the bytes of every message by topic.
#[derive(Default)]
struct Kept {
    only: Option<&'static str>,
    messages: BTreeMap<String, Vec<Vec<u8>>>,
}

impl RunSink for Kept {
    fn wants(&self, publication: &Publication) -> bool {
        self.only.is_none_or(|only| publication.topic == only)
    }

    fn send<M: Message>(&mut self, publication: &Publication, _stamp_ns: u64, message: &M) {
        assert_eq!(publication.description.type_name, M::DESCRIPTION.type_name, "{}", publication.topic);
        self.messages.entry(publication.topic.clone()).or_default().push(to_cdr(message));
    }
}

impl Kept {
    fn only<M: Message>(&self, topic: &str) -> M {
        let all = self.messages.get(topic).unwrap_or_else(|| panic!("nothing on {topic}"));
        assert_eq!(all.len(), 1, "{topic}");
        from_cdr(&all[0]).expect("what was written can be read")
    }
}

fn vehicle_entry(name: &str) -> VehicleEntry {
    VehicleEntry {
        name: name.to_string(),
        wheel_count: 2,
        log_path: String::new(),
        auto_start_recording: false,
    }
}

fn sensor(name: &str, vehicle: Option<u32>, kind: SensorKind) -> SensorEntry {
    SensorEntry {
        name: name.to_string(),
        vehicle: vehicle.map(VehicleId),
        kind,
        period_ns: 100_000_000,
        phase_ns: 0,
        publish_topic: String::new(),
        sensor_in_vehicle: Pose3::new(0.1, 0.0, 0.2, 0.0, 0.0, 0.0),
        depth_topics: DepthTopics::default(),
    }
}

fn scenery(names: &[&str]) -> Scenery {
    let roster = Roster {
        vehicles: names.iter().map(|name| vehicle_entry(name)).collect(),
        blocks: vec!["crate 1".to_string()],
        sensors: vec![
            sensor("imu", Some(0), SensorKind::Imu),
            sensor("cam", Some(0), SensorKind::Rgbd),
            sensor("mast", None, SensorKind::Lidar3d),
        ],
        ..Roster::default()
    };
    let shape = VehicleShape {
        outline_m: [(-0.5, -0.3), (0.5, -0.3), (0.5, 0.3), (-0.5, 0.3)]
            .map(|(x, y)| Vec2::new(x, y))
            .to_vec(),
        z_m: [0.1, 0.5],
        wheels_m: vec![[0.2, 0.05]; 2],
    };
    Scenery {
        roster: Arc::new(roster),
        shapes: vec![shape; names.len()],
        maps: vec![OccupancyGrid::default()],
        step_ns: 5_000_000,
    }
}

/// A step of vehicles that stand apart.
fn step(tick: u64, scenery: &Scenery) -> Step {
    let vehicle = |index: usize| VehicleObservation {
        is_present: true,
        pose_in_world: Pose3::new(10.0 * index as f64, 1.0, 0.0, 0.0, 0.0, 0.0),
        wheels: vec![WheelObservation::default(); 2],
        ..VehicleObservation::default()
    };
    let observations = Observations {
        step: tick,
        time_ns: tick * 5_000_000,
        vehicles: (0..scenery.roster.vehicles.len()).map(vehicle).collect(),
        blocks: vec![skidpad_messages::BlockObservation { is_present: true, ..Default::default() }],
        ..Observations::default()
    };
    Step {
        tick,
        observations: Arc::new(observations),
        roster: Arc::clone(&scenery.roster),
        ..Step::default()
    }
}

fn with_imu(step: Step) -> Step {
    let reading = Reading {
        sensor: SensorId(0),
        stamp_ns: step.time_ns() - 1,
        sensor_in_vehicle: Pose3::default(),
        sensor_in_world: Pose3::default(),
        data: ReadingData::Imu(ImuReading::default()),
    };
    Step { readings: vec![Arc::new(reading)].into(), ..step }
}

fn ros_step(step: Step) -> RosStep {
    RosStep { touched: vec![false; step.observations.vehicles.len()], step }
}

fn topics(names: &[&str], settings: TopicSettings) -> (RunTopics, Scenery) {
    let scenery = scenery(names);
    (RunTopics::new(scenery.clone(), settings), scenery)
}

fn names_of(topics: &RunTopics) -> Vec<&str> {
    topics.publications().iter().map(|publication| publication.topic.as_str()).collect()
}

#[test]
fn one_vehicle_has_the_names_that_mvsim_users_remap() {
    let (topics, _) = topics(&["r1"], TopicSettings::default());
    let names = names_of(&topics);
    for expected in [
        "/clock",
        "/simul_map",
        "/simul_map_metadata",
        "/diagnostics",
        "/tf",
        "/tf_static",
        "/odom",
        "/base_pose_ground_truth",
        "/collision",
        "/joint_states",
        "/amcl_pose",
        "/particlecloud",
        "/chassis_markers",
        "/chassis_polygon",
        "/robot_description",
        "/imu",
        "/cam_rgb/image_raw",
        "/cam_rgb/camera_info",
        "/cam_depth/image_raw",
        "/cam_depth/camera_info",
        "/cam_points",
        "/mast_points",
    ] {
        assert!(names.contains(&expected), "{expected} is not in {names:?}");
    }
    assert_eq!(names.len(), 22, "{names:?}");
    let heard: Vec<_> = topics.subscriptions().iter().map(|it| (it.topic.as_str(), it.kind)).collect();
    assert_eq!(
        heard,
        [
            ("/cmd_vel", CommandTopic::Twist),
            ("/cmd_vel", CommandTopic::TwistStamped),
            ("/ackermann_cmd", CommandTopic::Ackermann)
        ]
    );
}

#[test]
fn a_vehicle_with_brakes_hears_them_too() {
    let (mut topics, scenery) = topics(&["r1"], TopicSettings::default());
    let mut braked = Roster::clone(&scenery.roster);
    braked.vehicles.push(vehicle_entry("braked"));
    braked.brakes = vec![VehicleId(1)];
    assert!(topics.update(&Arc::new(braked)));
    let heard: Vec<_> = topics.subscriptions().iter().skip(3).map(|it| it.topic.as_str()).collect();
    let names = ["cmd_vel", "cmd_vel", "ackermann_cmd", "brake_cmd", "hand_brake_cmd"];
    assert_eq!(heard, names.map(|name| format!("/braked/{name}")));
}

#[test]
fn only_what_is_wanted_is_made_and_once() {
    let (mut topics, scenery) = topics(&["r1"], TopicSettings::default());
    let mut first = Kept { only: Some("/odom"), ..Kept::default() };
    topics.publish(&ros_step(with_imu(step(4, &scenery))), &mut first);
    // Latched ones are sent to those who may come later.
    let sent: Vec<&str> = first.messages.keys().map(String::as_str).collect();
    let latched = [
        "/amcl_pose",
        "/chassis_markers",
        "/chassis_polygon",
        "/odom",
        "/robot_description",
        "/simul_map",
        "/simul_map_metadata",
        "/tf_static",
    ];
    assert_eq!(sent, latched);
    let mut second = Kept { only: Some("/odom"), ..Kept::default() };
    topics.publish(&ros_step(with_imu(step(8, &scenery))), &mut second);
    assert_eq!(second.messages.keys().collect::<Vec<_>>(), ["/odom"]);
    let odometry: Odometry = second.only("/odom");
    assert_eq!((odometry.header.stamp.nanosec, odometry.child_frame_id.as_str()), (40_000_000, "base_link"));
    // Between two periods there are only readings, logs and the clock.
    let mut between = Kept::default();
    topics.publish(&ros_step(with_imu(step(10, &scenery))), &mut between);
    assert_eq!(between.messages.keys().collect::<Vec<_>>(), ["/clock", "/imu"]);
    assert_eq!(between.only::<Clock>("/clock").clock.nanosec, 50_000_000);
    topics.forget_sent();
    let mut again = Kept { only: Some("none"), ..Kept::default() };
    topics.publish(&ros_step(step(11, &scenery)), &mut again);
    assert_eq!(again.messages.len(), 7, "{:?}", again.messages.keys());
}

#[test]
fn prefixed_vehicles_share_one_tree() {
    let naming =
        Naming { frames: FrameStyle::Prefixed, world_frame: "world".to_string(), ..Naming::default() };
    let (mut topics, scenery) = topics(&["a", "b"], TopicSettings { naming, ..TopicSettings::default() });
    let mut kept = Kept::default();
    topics.publish(&ros_step(step(4, &scenery)), &mut kept);
    let frames = |message: TFMessage| -> Vec<String> {
        message
            .transforms
            .into_iter()
            .map(|it| format!("{}>{}", it.header.frame_id, it.child_frame_id))
            .collect()
    };
    assert_eq!(
        frames(kept.only("/tf")),
        [
            "world>a/odom",
            "a/odom>a/base_link",
            "a/base_link>a/wheel_1",
            "a/base_link>a/wheel_2",
            "world>b/odom",
            "b/odom>b/base_link",
            "b/base_link>b/wheel_1",
            "b/base_link>b/wheel_2",
        ]
    );
    assert_eq!(
        frames(kept.only("/tf_static")),
        [
            "a/base_link>a/base_footprint",
            "a/base_link>a/imu",
            "a/base_link>a/cam",
            "a/base_link>a/cam_depth_optical",
            "a/base_link>a/cam_optical",
            "b/base_link>b/base_footprint",
            "world>mast",
        ]
    );
    let nav2 = self::topics(&["a", "b"], TopicSettings::default()).0;
    assert!(names_of(&nav2).contains(&"/b/tf") && names_of(&nav2).contains(&"/tf_static"));
}

#[test]
fn what_is_switched_off_is_not_there() {
    let settings = TopicSettings {
        has_fake_localization: false,
        has_odom_to_base: false,
        has_sensor_frames: false,
        clock_period_ns: None,
        diagnostics_period_ns: None,
        ..TopicSettings::default()
    };
    let (mut topics, scenery) = topics(&["r1"], settings);
    for absent in ["/clock", "/amcl_pose", "/particlecloud", "/diagnostics", "/objects_ground_truth"] {
        assert!(!names_of(&topics).contains(&absent), "{absent}");
    }
    let mut kept = Kept::default();
    topics.publish(&ros_step(step(0, &scenery)), &mut kept);
    assert_eq!(kept.only::<TFMessage>("/tf").transforms.len(), 2, "wheels only");
    assert_eq!(kept.only::<TFMessage>("/tf_static").transforms.len(), 1, "the footprint only");
}

#[test]
fn logs_and_objects_are_there_when_asked_for() {
    let settings = TopicSettings {
        has_log_topics: true,
        objects_period_ns: Some(20_000_000),
        stamp_offset_ns: 3_000_000_000,
        ..TopicSettings::default()
    };
    let (mut topics, scenery) = topics(&["r1"], settings);
    let mut kept = Kept::default();
    topics.publish(&ros_step(step(4, &scenery)), &mut kept);
    assert_eq!(kept.only::<Float64>("/log/pose/q1y").data, 1.0);
    assert!(kept.messages.contains_key("/log/wheel_2/torque"));
    assert!(!kept.messages.contains_key("/log/wheel_2/pid_error_l"), "controllers belong to the vehicle");
    let objects: TFMessage = kept.only("/objects_ground_truth");
    let names: Vec<_> = objects.transforms.iter().map(|it| it.child_frame_id.as_str()).collect();
    assert_eq!(names, ["r1", "crate_x20_1"]);
    assert_eq!(objects.transforms[0].header.stamp.sec, 3);
}

#[test]
fn a_vehicle_that_comes_later_has_a_namespace() {
    let (mut topics, scenery) = topics(&["r1"], TopicSettings::default());
    let before = topics.publications().len();
    let mut roster = (*scenery.roster).clone();
    roster.vehicles.push(vehicle_entry("late"));
    roster.sensors.push(sensor("imu", Some(1), SensorKind::Imu));
    assert!(topics.update(&Arc::new(roster)));
    let names = names_of(&topics);
    assert_eq!(&names[before..before + 2], ["/late/tf", "/late/tf_static"]);
    assert!(names.contains(&"/late/imu") && names.contains(&"/odom"));
    assert!(topics.publications().iter().enumerate().all(|(place, it)| it.id == place));
}

#[test]
fn the_first_of_two_topics_of_one_name_wins_and_the_second_is_reported() {
    let (mut topics, scenery) = topics(&["r1"], TopicSettings::default());
    assert_eq!(topics.take_conflicts(), [""; 0]);
    let mut roster = (*scenery.roster).clone();
    roster.sensors.push(sensor("odom", Some(0), SensorKind::Imu));
    topics.update(&Arc::new(roster));
    let told = "two topics are called /odom; the second one, sensor_msgs/Imu, is not published";
    assert_eq!(topics.take_conflicts(), [told]);
    assert!(topics.take_conflicts().is_empty(), "each is told once");
}

#[test]
fn a_vehicle_takes_over_the_topics_of_a_removed_one_of_its_name() {
    let (mut topics, scenery) = topics(&["r1"], TopicSettings::default());
    let mut roster = (*scenery.roster).clone();
    for number in [1, 2] {
        roster.vehicles.push(vehicle_entry("late"));
        roster.sensors.push(sensor("imu", Some(number), SensorKind::Imu));
        assert!(topics.update(&Arc::new(roster.clone())), "a vehicle is heard, at least");
    }
    assert_eq!(topics.take_conflicts(), [""; 0]);
    let names = names_of(&topics);
    assert_eq!(names.iter().filter(|name| **name == "/late/imu").count(), 1);
    let newest = SensorId(u32::try_from(roster.sensors.len() - 1).expect("few"));
    assert_eq!(topics.wanted_sensors(|it| it.topic == "/late/imu"), BTreeSet::from([newest]));
    assert_eq!(topics.subscriptions().last().map(|it| it.vehicle), Some(VehicleId(2)));
}

#[test]
fn a_robot_description_has_every_frame() {
    let (mut topics, scenery) = topics(&["r \"1\""], TopicSettings::default());
    let mut kept = Kept::default();
    topics.publish(&ros_step(step(0, &scenery)), &mut kept);
    let urdf = kept.only::<Text>("/robot_description").data;
    for part in [
        "<robot name=\"r &quot;1&quot;\">",
        "<box size=\"1 0.6 0.4\"/>",
        "<link name=\"wheel_2\">",
        "<cylinder radius=\"0.1\" length=\"0.05\"/>",
        "<child link=\"imu\"/>",
        "<link name=\"base_footprint\"/>",
    ] {
        assert!(urdf.contains(part), "{part} is not in {urdf}");
    }
}

#[test]
fn contacts_between_two_messages_are_not_lost() {
    let (topics, scenery) =
        topics(&["r1"], TopicSettings { clock_period_ns: None, ..TopicSettings::default() });
    let mut feed = StepFeed::new(topics.schedule());
    let touching = |tick| {
        let mut step = step(tick, &scenery);
        Arc::make_mut(&mut step.observations).vehicles[0].is_in_collision = true;
        step
    };
    assert!(feed.pass_on(&step(0, &scenery)).is_some(), "the first step shows the world as it is");
    assert!(feed.pass_on(&touching(1)).is_none());
    assert!(feed.pass_on(&step(2, &scenery)).is_none());
    // A reading in between does not use up the contact.
    assert_eq!(feed.pass_on(&with_imu(step(3, &scenery))).map(|it| it.touched), Some(vec![true]));
    let due = feed.pass_on(&step(4, &scenery)).expect("a message is due");
    assert_eq!(due.touched, [true]);
    assert_eq!(feed.pass_on(&step(8, &scenery)).map(|it| it.touched), Some(vec![false]));
    let (mut topics, mut kept) = (topics, Kept::default());
    topics.publish(&due, &mut kept);
    assert_eq!(kept.only::<Bool>("/collision"), Bool { data: true });
}

#[test]
fn commands_are_checked_and_their_timeout_is_told_once() {
    let mut requests = DriveRequests::default();
    let vehicle = VehicleId(3);
    let twist =
        |x: f64| CommandMessage::Twist(Twist { linear: Vector3 { x, y: 0.5, z: 9.0 }, ..Twist::default() });
    assert!(requests.take(vehicle, &twist(f64::NAN)).is_err());
    let of = |commands: Vec<skidpad_messages::Command>| -> Vec<Request> {
        commands.iter().map(|command| command.request().clone()).collect()
    };
    let first = of(requests.take(vehicle, &twist(1.0)).expect("finite"));
    let drive = vehicle.twist(skidpad_math::Twist2::new(1.0, 0.5, 0.0));
    assert_eq!(first, [Request::SetTimeout { vehicle, timeout_s: Some(1.0) }, drive.clone()]);
    assert_eq!(of(requests.take(vehicle, &twist(1.0)).expect("finite")), [drive]);
    let steer = CommandMessage::Ackermann(AckermannDriveStamped {
        drive: AckermannDrive { speed: 2.0, steering_angle: 0.25, ..AckermannDrive::default() },
        ..AckermannDriveStamped::default()
    });
    let expected = Drive::SpeedAndSteer { speed_mps: 2.0, steer_rad: 0.25 };
    assert_eq!(steer.request(vehicle), Request::Drive { vehicle, drive: expected });
    // Brakes have no timeout and are checked too.
    let mut fresh = DriveRequests::default();
    let pedal = |data: f64| CommandMessage::Brake(Float64 { data });
    assert_eq!(of(fresh.take(vehicle, &pedal(0.5)).expect("a share")), [vehicle.brake(0.5)]);
    let hand = CommandMessage::HandBrake(Float64 { data: 1.0 });
    assert_eq!(of(fresh.take(vehicle, &hand).expect("a share")), [vehicle.hand_brake(1.0)]);
    assert!(fresh.take(vehicle, &pedal(1.5)).is_err() && fresh.take(vehicle, &pedal(f64::NAN)).is_err());
}

/// The keys of MVSim 1.6; shares are those of the wall time between two reports.
#[test]
fn diagnostics_say_where_the_time_goes() {
    let scenery = scenery(&["r1"]);
    let at = |seconds: u64, milliseconds: [u64; 3]| {
        let [stepping, waiting_for_sensors, sensor] = milliseconds.map(Duration::from_millis);
        let spent = TimeSpent { stepping, waiting_for_sensors, sensors: Arc::new(vec![sensor]) };
        let wall = Duration::from_secs(2 * seconds);
        let status = RunStatus { wall, pace: Pace::RealTime(1.0), spent, ..RunStatus::default() };
        Step { status: Arc::new(status), ..step(200 * seconds, &scenery) }
    };
    let mut window = diagnostics::DiagnosticWindow::default();
    window.report(&at(1, [100, 50, 20]), &scenery.roster, 0);
    for _ in 0..20 {
        window.count(&with_imu(step(1, &scenery)).readings);
    }
    let report = window.report(&at(2, [600, 150, 80]), &scenery.roster, 0);
    let [status] = &report.status[..] else { panic!("one status") };
    let said = |key: &str| {
        let found = status.values.iter().find(|it| it.key == key);
        found.unwrap_or_else(|| panic!("{key} in {status:?}")).value.clone()
    };
    assert_eq!(status.level.0, DiagnosticStatus::WARN, "it has no real-time factor yet");
    assert_eq!([said("window_simul_time"), said("physics_steps")], ["1.000", "200"]);
    assert_eq!([said("physics_time_percent"), said("sensors_wait_time_percent")], ["25.00", "5.00"]);
    assert_eq!([said("r1/imu/time_percent"), said("r1/imu/rate_hz")], ["3.00", "20.00"]);
}

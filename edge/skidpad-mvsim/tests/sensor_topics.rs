//! Sensors of a roster as topics of the node `World`.

use skidpad_messages::{
    Reading, ReadingData, Roster, Scan, SensorEntry, SensorId, SensorKind, VehicleEntry, VehicleId,
};
use skidpad_mvsim::broker::{Broker, BrokerSettings};
use skidpad_mvsim::messages::{GenericObservation, ObservationLidar2D};
use skidpad_mvsim::mrpt::{CloudFormat, ObjectHeader};
use skidpad_mvsim::world::{SensorTopics, World, WorldSettings};
use skidpad_mvsim::{Client, ClientSettings};
use std::time::Duration;

fn sensor(name: &str, kind: SensorKind, publish_topic: &str) -> SensorEntry {
    SensorEntry {
        name: name.to_string(),
        vehicle: Some(VehicleId(0)),
        kind,
        period_ns: 100_000_000,
        phase_ns: 0,
        publish_topic: publish_topic.to_string(),
        sensor_in_vehicle: Default::default(),
        depth_topics: Default::default(),
    }
}

#[test]
fn sensors_with_a_topic_publish_to_whoever_listens() {
    let broker = Broker::start(&BrokerSettings { port: 0, ..BrokerSettings::default() }).expect("a port");
    let world = World::start(WorldSettings::at(broker.endpoint()), |it| it.refuse("none")).expect("a world");
    let vehicle = VehicleEntry {
        name: "r1".to_string(),
        wheel_count: 4,
        log_path: String::new(),
        auto_start_recording: false,
    };
    let sensors = vec![
        sensor("imu", SensorKind::Imu, ""),
        sensor("laser1", SensorKind::Laser, "/r1/laser1"),
        sensor("gps", SensorKind::Gnss, "/r1/gps"),
        // MRPT has no observation for these; a topic on which nothing ever comes would mislead.
        sensor("radar", SensorKind::Arrays, "/r1/radar"),
        sensor("cones", SensorKind::ConeDetector, "/r1/cones"),
    ];
    let roster = Roster { vehicles: vec![vehicle], sensors, ..Roster::default() };
    let mut topics = SensorTopics::new(CloudFormat::default());
    assert!(topics.advertise(&world, &roster).is_empty(), "advertised");
    assert!(topics.advertise(&world, &roster).is_empty(), "once only");
    let names = |topics: Vec<skidpad_mvsim::messages::TopicInfo>| -> Vec<String> {
        topics.into_iter().map(|topic| topic.topic_name).collect()
    };
    let client =
        Client::connect(ClientSettings { port: broker.endpoint().port, ..ClientSettings::default() })
            .expect("the broker");
    assert_eq!(names(client.list_topics("").expect("listed")), ["/r1/gps", "/r1/laser1", "/r1/laser1_scan"]);
    assert_eq!(topics.wanted().count(), 0);

    let mut observations = client.subscribe("/r1/laser1").expect("subscribed");
    let mut scans = client.subscribe("/r1/laser1_scan").expect("subscribed");
    let scan =
        Scan { angle_increment_rad: 0.1, range_max_m: 20.0, ranges_m: vec![1.0; 5], ..Scan::default() };
    let reading = Reading {
        sensor: SensorId(1),
        stamp_ns: 500_000_000,
        sensor_in_vehicle: Default::default(),
        sensor_in_world: Default::default(),
        data: ReadingData::Scan(scan),
    };
    let unix_start_ns = 1_700_000_000_000_000_000;
    // The two subscriptions arrive on connections of their own: publish until both have.
    let (observation, scan) = loop {
        topics.publish(&reading, unix_start_ns);
        let observation = observations.receive(Duration::from_millis(20)).expect("running");
        if let Some(observation) = observation
            && let Some(scan) = scans.receive(Duration::from_millis(20)).expect("running")
        {
            break (observation, scan);
        }
    };
    assert_eq!(topics.wanted().collect::<Vec<_>>(), [SensorId(1)]);
    let observation: GenericObservation = observation.decode().expect("an observation");
    let scan: ObservationLidar2D = scan.decode().expect("a scan");
    assert_eq!((observation.unix_timestamp, scan.unix_timestamp), (1_700_000_000.5, 1_700_000_000.5));
    assert_eq!((observation.source_object_id.as_str(), scan.scan_ranges.len()), ("r1", 5));
    let header = ObjectHeader::parse(&observation.mrpt_serialized_observation).expect("an object");
    assert_eq!(header.class, "mrpt::obs::CObservation2DRangeScan");
    drop((observations, scans));
    while topics.wanted().count() > 0 {
        std::thread::sleep(Duration::from_millis(2));
    }
}

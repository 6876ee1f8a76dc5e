//! Sensors are functions of the state: same bits at any thread count, after a restore, and whatever else is there.

use crate::common::{robot, run, world, world_with, wrap};
use skidpad_math::Pose3;
use skidpad_messages::{BodyId, Commands, Reading, ReadingData, Request, SensorId, VehicleId};
use skidpad_scene::Assets;
use skidpad_sim::{PendingReading, SensorTracer, Simulation, Snapshot};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const STATELESS: &str = "<sensor class='laser' name='laser'><pose_3d>0 0 0.6 0 0 0</pose_3d></sensor>
    <sensor class='laser' name='tilted'><pose_3d>0 0 0.6 0 5 0</pose_3d><raytrace_3d>true</raytrace_3d></sensor>
    <sensor class='camera' name='camera'><pose_3d>0.2 0 0.6 -90 0 -90</pose_3d><ncols>80</ncols><nrows>60</nrows><cx>40</cx><cy>30</cy>
      <fx>60</fx><fy>60</fy></sensor>
    <sensor class='gnss' name='gps'/>";
const STATEFUL: &str = "<sensor class='imu' name='imu'><pose_3d>0.1 0.2 0.3 10 0 0</pose_3d><sensor_period>0.02</sensor_period>
      <angular_velocity_random_walk_std_noise>0.01</angular_velocity_random_walk_std_noise></sensor>
    <sensor class='lidar3d' name='lidar'><pose_3d>0 0 0.8 0 0 0</pose_3d><horz_nrays>720</horz_nrays><motion_distortion>true</motion_distortion>
      </sensor>
    <sensor class='rgbd_camera' name='rgbd'><pose_3d>0.2 0 0.6 0 0 0</pose_3d>
      <relativePoseIntensityWRTDepth>0 0 0 -90 0 -90</relativePoseIntensityWRTDepth>
      <depth_ncols>80</depth_ncols><depth_nrows>60</depth_nrows><rgb_ncols>80</rgb_ncols><rgb_nrows>60</rgb_nrows></sensor>";

fn text(sensors: &str) -> String {
    let things = "<georeference><latitude>46</latitude><longitude>6</longitude></georeference><element class='horizontal_plane'/>
        <block name='a'><zmin>0</zmin><zmax>1</zmax><init_pose>3 0.4 20</init_pose></block>
        <block name='b'><static>true</static><geometry type='sphere' radius='0.7' vertex_count='20'/><shape_from_visual/><zmin>0</zmin>
          <zmax>1</zmax><init_pose>-2 2 0</init_pose></block>
        <actor name='p'><init_pose>1 -3 0</init_pose><path><waypoint>4 -3 0</waypoint><waypoint>1 -3 0</waypoint></path></actor>";
    wrap(&format!("{things}{}{}", robot("r1", "0 0 0", sensors), robot("r2", "-3 -1 0", "")))
}

fn driven(text: &str, step_count: u32) -> Simulation {
    let mut it = world_with(text, &Assets::default(), 7);
    run(&mut it, [VehicleId(0).drive(0.7, 0.3), VehicleId(1).drive(0.5, -0.3)], step_count);
    it
}

fn all(it: &Simulation, tracer: &mut SensorTracer) -> Vec<Reading> {
    (0..it.sensors().len()).map(|k| it.sense(SensorId(k as u32), tracer)).collect()
}

/// Readings as text: NaN is not equal to itself, its name is.
fn bits(readings: &[Reading]) -> String {
    format!("{readings:?}")
}

#[test]
fn readings_are_the_same_on_one_two_and_three_threads() {
    let it = driven(&text(&format!("{STATELESS}{STATEFUL}")), 120);
    let alone = bits(&all(&it, &mut SensorTracer::new()));
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let shared = bits(&all(&it, &mut SensorTracer::with_threads(Arc::new(pool))));
        assert!(alone == shared, "{threads} threads");
    }
}

#[test]
fn a_sensor_changes_neither_the_world_nor_another_sensor() {
    let (bare, with_some, with_all) = (
        driven(&text(""), 150),
        driven(&text(STATELESS), 150),
        driven(&text(&format!("{STATELESS}{STATEFUL}")), 150),
    );
    assert_eq!(bare.state_hash(), with_some.state_hash(), "a laser remembers nothing");
    assert_ne!(bare.state_hash(), with_all.state_hash(), "a walking bias is state");
    assert_eq!(bare.observation_hash(), with_all.observation_hash());
    let (few, many) = (all(&with_some, &mut SensorTracer::new()), all(&with_all, &mut SensorTracer::new()));
    assert_eq!(bits(&few), bits(&many[..few.len()]));
}

#[test]
fn looking_changes_nothing() {
    let it = text(&format!("{STATELESS}{STATEFUL}"));
    let (mut watched, mut alone) = (driven(&it, 1), driven(&it, 1));
    let mut tracer = SensorTracer::new();
    for _ in 0..50 {
        watched.step(&Commands::NONE);
        alone.step(&Commands::NONE);
        for id in watched.due().collect::<Vec<_>>() {
            watched.sense(id, &mut tracer);
        }
    }
    assert_eq!(watched.state_hash(), alone.state_hash());
}

#[test]
fn snapshots_carry_what_sensors_remember() {
    let mut it = driven(&text(&format!("{STATELESS}{STATEFUL}")), 90);
    let bytes = it.snapshot().unwrap().to_bytes().unwrap();
    let before = it.state_hash();
    run(&mut it, [], 60);
    let (hash, readings) = (it.state_hash(), bits(&all(&it, &mut SensorTracer::new())));
    it.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!(it.state_hash(), before);
    run(&mut it, [], 60);
    assert_eq!((it.state_hash(), bits(&all(&it, &mut SensorTracer::new()))), (hash, readings));
    it.reset();
    let fresh = world_with(&text(&format!("{STATELESS}{STATEFUL}")), &Assets::default(), 7);
    assert_eq!(it.state_hash(), fresh.state_hash());
    // A snapshot of the same world with other sensors is of another world.
    let other = world(&text(STATELESS)).snapshot().unwrap();
    assert!(it.restore(&other).is_err());
}

#[test]
fn seeds_change_noise_and_names_do_too() {
    let laser = |name: &str| {
        text(&format!("<sensor class='laser' name='{name}'><pose_3d>0 0 0.6 0 0 0</pose_3d></sensor>"))
    };
    let scan = |text: &str, seed: u64| {
        let mut it = world_with(text, &Assets::default(), seed);
        run(&mut it, [], 30);
        bits(&all(&it, &mut SensorTracer::new()))
    };
    assert_eq!(scan(&laser("a"), 1), scan(&laser("a"), 1));
    assert_ne!(scan(&laser("a"), 1), scan(&laser("a"), 2));
    assert_ne!(scan(&laser("a"), 1), scan(&laser("b"), 1));
}

#[test]
fn sensors_are_due_after_each_period() {
    let sensors = "<sensor class='gnss' name='slow'><sensor_period>0.1</sensor_period></sensor>
        <sensor class='imu' name='late'><sensor_period>0.05</sensor_period><sensor_phase>0.02</sensor_phase></sensor>";
    let mut it = world(&text(sensors));
    let mut stamps: Vec<Vec<u64>> = vec![Vec::new(); 2];
    for _ in 0..45 {
        it.step(&Commands::NONE);
        for id in it.due().collect::<Vec<_>>() {
            stamps[id.index()].push(it.sense(id, &mut SensorTracer::new()).stamp_ns / 1_000_000);
        }
    }
    assert_eq!(stamps, [vec![105, 205], vec![75, 125, 175, 225]]);
}

/// A spawned vehicle brings its own sensors, with their own noise and memory; a removed one takes them away.
#[test]
fn sensors_come_and_go_with_their_vehicles() {
    let mut it = driven(&text(STATEFUL), 10);
    let pose = Pose3 { y_m: 4.0, ..Default::default() };
    run(&mut it, [Request::SpawnVehicle { like: VehicleId(0), name: "r3".into(), pose_in_world: pose }], 60);
    assert_eq!(it.sensors().len(), 6);
    let names: Vec<String> = (0..6).map(|k| it.roster().sensor_name(SensorId(k))).collect();
    assert_eq!(names, ["r1/imu", "r1/lidar", "r1/rgbd", "r3/imu", "r3/lidar", "r3/rgbd"]);
    let readings = all(&it, &mut SensorTracer::new());
    assert_eq!(readings[3].sensor_in_world.y_m.round(), 4.0);
    let ReadingData::Imu(imu) = &readings[3].data else { panic!() };
    assert!((imu.linear_acceleration_mps2.z - 9.81).abs() < 0.2);
    let bytes = it.snapshot().unwrap().to_bytes().unwrap();
    run(&mut it, [Request::Remove { body: BodyId::Vehicle(VehicleId(2)) }], 40);
    assert!(it.due().all(|id| id.0 < 3));
    let hash = it.state_hash();
    it.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    run(&mut it, [Request::Remove { body: BodyId::Vehicle(VehicleId(2)) }], 40);
    assert_eq!(it.state_hash(), hash);
    it.reset();
    assert_eq!(it.sensors().len(), 3);
}

/// A reading that may be called off is the same as any other, or none.
#[test]
fn a_reading_that_is_called_off_is_none() {
    let sim = world(&text(STATELESS));
    let mut tracer = SensorTracer::new();
    for look in (0..4).filter_map(|number| sim.pending_reading(SensorId(number))) {
        let may_go_on = AtomicBool::new(false);
        let expected = sim.sense(look.sensor(), &mut SensorTracer::new());
        assert_eq!(look.reading_unless(&may_go_on, &mut tracer), Some(expected));
        assert_eq!(look.reading_unless(&AtomicBool::new(true), &mut tracer), None);
    }
}

/// What a look gives is of its moment, however far the world has gone.
#[test]
fn a_look_is_of_its_moment() {
    let mut it = driven(&text(STATEFUL), 30);
    let looks: Vec<PendingReading> =
        (0..3).filter_map(|number| it.pending_reading(SensorId(number))).collect();
    assert_eq!(looks.len(), 2, "a lidar and a camera; an IMU casts no rays");
    let now = |it: &Simulation| all(it, &mut SensorTracer::new()).split_off(1);
    let expected = bits(&now(&it));
    let pose = Pose3 { y_m: 4.0, ..Default::default() };
    run(&mut it, [Request::SpawnVehicle { like: VehicleId(0), name: "r3".into(), pose_in_world: pose }], 60);
    assert!(bits(&now(&it)[..2]) != expected, "it has moved");
    let mut tracer = SensorTracer::new();
    let later: Vec<Reading> = looks.iter().map(|look| look.reading(&mut tracer)).collect();
    assert!(bits(&later) == expected);
}

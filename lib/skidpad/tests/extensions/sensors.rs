//! A sensor of a program's own in a world.

use super::{options, radar, world};
use skidpad::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad::messages::{ArraysReading, Commands, NamedArray, ReadingData, SensorKind};
use skidpad::record::{Ending, Entry, read_run};
use skidpad::rosmsg::from_cdr;
use skidpad::rosmsg::msg::SensorArrays;
use skidpad::{Extensions, Param, Run, Simulation, World};
use std::path::Path;

fn arrays(data: ReadingData) -> ArraysReading {
    match data {
        ReadingData::Arrays(arrays) => arrays,
        other => panic!("{other:?}"),
    }
}

fn radar_world() -> World {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/extensions/radar.world.xml");
    World::read(path, &options(radar::extensions()))
        .expect("it is there")
        .without_errors()
        .expect("no errors")
}

#[test]
fn a_radar_measures_doppler() {
    let world = radar_world();
    assert!(world.diagnostics().is_empty(), "{}", world.diagnostics().render(world.sources()));
    let mut sim = Simulation::build(&world).expect("it builds");
    let radar = sim.sensor("car/radar").expect("it is there");
    assert_eq!(sim.roster().sensors[radar.index()].kind, SensorKind::Arrays);
    let (car, truck) = (sim.vehicle("car").unwrap(), sim.vehicle("truck").unwrap());
    sim.run_for_s(1.0, &Commands::from([car.drive(5.0, 0.0), truck.drive(2.0, 0.0)]));
    let reading = arrays(sim.read(radar).data);
    assert_eq!((reading.class.as_str(), &reading.failure), ("radar", &None));
    let array = |name: &str| reading.arrays.iter().find(|array| array.name == name).unwrap().values.clone();
    // The truck is straight ahead: 20 − 1 − 0.6 m at the start, and 3 m/s slower.
    let (range, bearing, speed) = (array("range_m"), array("bearing_rad"), array("speed_mps"));
    let ahead = (0..range.len()).find(|&i| bearing[i].abs() < 0.06 && (range[i] - 15.4).abs() < 0.5);
    let ahead = ahead.unwrap_or_else(|| panic!("{reading:?}"));
    assert!((speed[ahead] + 3.0).abs() < 0.3, "{speed:?}");
    // The crate stands: it comes nearer as fast as the car drives towards it.
    assert!(range.len() >= 2 && speed.iter().any(|speed| (speed + 4.8).abs() < 0.4), "{speed:?}");
}

#[test]
fn the_same_seed_gives_the_same_readings_and_another_seed_others() {
    let read = |seed: u64| {
        let mut world = radar_world();
        world.options.seed = seed;
        let mut sim = Simulation::build(&world).unwrap();
        let radar = sim.sensor("car/radar").unwrap();
        sim.run_for_s(0.5, &Commands::default());
        arrays(sim.read(radar).data)
    };
    assert_eq!(read(1), read(1));
    assert_ne!(read(1), read(2));
}

/// Counts its steps.
struct Counter;

impl SensorModel for Counter {
    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn advance(&self, _: &SensorView<'_>, memory: &mut [f64]) {
        memory[0] += 1.0;
    }

    fn read(&self, _: &SensorView<'_>, _: &Rays<'_>, memory: &[f64]) -> ReadingData {
        let arrays = vec![NamedArray::new("count", "", memory.to_vec())];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }

    fn casts_rays(&self) -> bool {
        false
    }
}

fn counter() -> Extensions {
    Extensions::new().sensor("counter", SensorClass::new("Counts.", &[] as &[Param], |_| Ok(Counter)))
}

#[test]
fn its_memory_is_in_snapshots_and_in_the_hash() {
    let world = world("<sensor class=\"counter\" name=\"c\"/>", counter());
    let mut sim = Simulation::build(&world).expect("it builds");
    let sensor = sim.sensor("r1/c").unwrap();
    let count = |sim: &mut Simulation| arrays(sim.read(sensor).data).arrays[0].values[0];
    sim.run_for_s(0.05, &Commands::default());
    let (snapshot, hash) = (sim.snapshot().unwrap(), sim.state_hash());
    let before = count(&mut sim);
    assert_eq!(before, 10.0);
    sim.step(&Commands::default());
    assert_eq!(count(&mut sim), before + 1.0);
    assert_ne!(sim.state_hash(), hash);
    let bytes = snapshot.to_bytes().unwrap();
    sim.restore(&skidpad::sim::Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!((count(&mut sim), sim.state_hash()), (before, hash));
    sim.reset();
    assert_eq!(count(&mut sim), 0.0);
}

#[test]
fn readings_reach_dumps_and_recordings() {
    let folder = std::env::temp_dir().join(format!("skidpad-extensions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (dump, record) = (folder.join("dump"), folder.join("run.mcap"));
    Run::new(radar_world()).record(&record).dump(&dump).duration_s(0.3).go().expect("the run");
    let index = std::fs::read_to_string(dump.join("index.csv")).unwrap();
    let row =
        index.lines().find(|line| line.contains(",car,radar,arrays,")).unwrap_or_else(|| panic!("{index}"));
    let file = row.split(',').nth(4).unwrap();
    let text = std::fs::read_to_string(dump.join(file)).unwrap();
    assert!(text.starts_with("range_m,bearing_rad,speed_mps,strength\n"), "{text}");
    let bytes = std::fs::read(&record).unwrap();
    let mut recorded = Vec::new();
    let ending = read_run(&bytes[..], &mut |entry| {
        let Entry::Message { channel, data, .. } = entry else { return };
        if channel.topic == "/car/radar" {
            assert_eq!(channel.type_name, "skidpad_msgs/msg/SensorArrays");
            assert!(channel.schema.contains("NamedArray[] arrays"), "{}", channel.schema);
            recorded.push(from_cdr::<SensorArrays>(data).expect("a message of this type"));
        }
    });
    assert_eq!(ending.unwrap(), Ending::Whole);
    assert!(!recorded.is_empty());
    for message in &recorded {
        assert_eq!((message.sensor_class.as_str(), message.header.frame_id.as_str()), ("radar", "radar"));
        let names: Vec<&str> = message.arrays.iter().map(|array| array.name.as_str()).collect();
        assert_eq!(names, ["range_m", "bearing_rad", "speed_mps", "strength"]);
        assert_eq!(message.arrays[2].unit, "m/s");
    }
    // The file of a reading has the numbers of its message.
    let first: f64 = text.lines().nth(1).and_then(|row| row.split(',').next()?.parse().ok()).expect("a row");
    assert_eq!(first, recorded[0].arrays[0].values[0]);
    std::fs::remove_dir_all(&folder).unwrap();
}

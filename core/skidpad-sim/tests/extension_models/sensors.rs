//! Sensors of a program's own.

use super::{allocations_of_steps, array, counting_allocator, load, robot, world};
use skidpad_math::Vec3;
use skidpad_messages::{ArraysReading, Commands, ImuReading, NamedArray, ReadingData, Scan, SensorKind};
use skidpad_sim::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad_sim::{Extensions, SensorTracer, Snapshot};
use skidpad_world::Param;

const PARAMETERS: &[Param] = &[
    Param::number("max_range", "m").default("50").positive().doc("Longest range."),
    Param::number("noise", "m").default("0.01").non_negative().doc("Standard deviation."),
];

/// One beam ahead, and a count of its steps.
struct Beam {
    max_range_m: f64,
    noise_m: f64,
}

impl SensorModel for Beam {
    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn advance(&self, _: &SensorView<'_>, memory: &mut [f64]) {
        memory[0] += 1.0;
    }

    fn read(&self, at: &SensorView<'_>, rays: &Rays<'_>, memory: &[f64]) -> ReadingData {
        let hit = rays.cast(Vec3::new(1.0, 0.0, 0.0), self.max_range_m);
        let all = rays.cast_all(&[Vec3::new(1.0, 0.0, 0.0); 9], self.max_range_m);
        assert!(all.iter().all(|other| other.map(|hit| hit.range_m) == hit.map(|hit| hit.range_m)));
        let range_m = hit.map_or(f64::INFINITY, |hit| hit.range_m + self.noise_m * at.noise.normal(0));
        let closing_mps = hit
            .and_then(|hit| hit.body)
            .map_or(0.0, |body| at.velocity_of(body, at.sensor_in_world.position()).x - at.own_velocity().x);
        let arrays = vec![
            NamedArray::new("range_m", "m", vec![range_m]),
            NamedArray::new("count", "", memory.to_vec()),
            NamedArray::new("closing_mps", "m/s", vec![closing_mps]),
        ];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }
}

fn beam() -> Extensions {
    let class = SensorClass::new("A beam.", PARAMETERS, |values| {
        Ok(Beam { max_range_m: values.number("max_range"), noise_m: values.number("noise") })
    });
    Extensions::new().sensor("beam", class)
}

const WALL: &str = "<block name=\"wall\"><init_pose>10 0 0</init_pose><static>true</static>\
    <zmin>0</zmin><zmax>2</zmax><geometry type=\"box\" lx=\"1\" ly=\"8\" lz=\"2\"/></block>";

fn scene() -> String {
    let sensor =
        "<sensor class=\"beam\" name=\"b\"><pose_3d>0 0 0.5 0 0 0</pose_3d><noise>0</noise></sensor>\n";
    robot(sensor) + WALL
}

#[test]
fn a_typo_in_its_values_is_found_with_its_place() {
    let found = load(&robot("<sensor class=\"beam\">\n<max_rnge>4</max_rnge></sensor>"), &beam());
    let said = found.diagnostics.render(&found.sources);
    let expected = "worlds/test.world.xml:4:1: warning: <sensor class=\"beam\"> has no <max_rnge>; did you mean \"max_range\"?";
    assert!(said.contains(expected), "{said}");
    let found = load(&robot("<sensor class=\"beam\" max_range=\"-1\"/>"), &beam());
    let said = found.diagnostics.render(&found.sources);
    assert!(said.contains("3:33: error") && said.contains("greater than 0"), "{said}");
    let found = load(&robot("<sensor class=\"baem\"/>"), &beam());
    assert!(found.diagnostics.render(&found.sources).contains("did you mean \"beam\"?"));
    assert!(load(&robot("<sensor class=\"beam\"/>"), &Extensions::new()).diagnostics.has_errors());
}

#[test]
fn it_casts_rays_and_sees_velocities() {
    let mut sim = world(&scene(), beam());
    let id = sim.roster().sensor_by_name("r1/b").unwrap();
    assert_eq!(sim.roster().sensors[id.index()].kind, SensorKind::Arrays);
    let drive = Commands::from([sim.vehicle("r1").unwrap().drive(2.0, 0.0)]);
    for _ in 0..200 {
        sim.step(&drive);
    }
    let reading = sim.sense(id, &mut SensorTracer::new());
    assert!((array(&reading.data, "range_m")[0] - 8.0).abs() < 1e-3, "{reading:?}");
    assert_eq!(array(&reading.data, "closing_mps"), [-2.0]);
    assert_eq!(array(&reading.data, "count"), [200.0]);
}

#[test]
fn its_memory_is_in_snapshots_and_in_the_hash() {
    let mut sim = world(&scene(), beam());
    let id = sim.roster().sensor_by_name("r1/b").unwrap();
    let nothing = Commands::default();
    (0..10).for_each(|_| {
        sim.step(&nothing);
    });
    let (bytes, hash) = (sim.snapshot().unwrap().to_bytes().unwrap(), sim.state_hash());
    sim.step(&nothing);
    assert_ne!(sim.state_hash(), hash);
    sim.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!(sim.state_hash(), hash);
    assert_eq!(array(&sim.sense(id, &mut SensorTracer::new()).data, "count"), [10.0]);
    sim.reset();
    assert_eq!(array(&sim.sense(id, &mut SensorTracer::new()).data, "count"), [0.0]);
}

/// A laser scanner of one's own.
struct Blind;

impl SensorModel for Blind {
    fn read(&self, _: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let ranges_m = vec![f32::INFINITY; 3];
        ReadingData::Scan(Scan {
            angle_min_rad: -0.1,
            angle_increment_rad: 0.1,
            scan_time_s: 0.1,
            range_min_m: 0.0,
            range_max_m: 9.0,
            intensities: vec![0.0; 3],
            ranges_m,
        })
    }
}

#[test]
fn it_may_be_of_a_built_in_kind_if_it_says_so() {
    let class = |gives| SensorClass::new("Sees nothing.", &[], |_| Ok(Blind)).gives(gives);
    let extensions =
        Extensions::new().sensor("blind", class(SensorKind::Laser)).sensor("odd", class(SensorKind::Imu));
    let sim =
        world(&robot("<sensor class=\"blind\" name=\"b\"/><sensor class=\"odd\" name=\"o\"/>"), extensions);
    let read =
        |name: &str| sim.sense(sim.roster().sensor_by_name(name).unwrap(), &mut SensorTracer::new()).data;
    assert!(matches!(read("r1/b"), ReadingData::Scan(_)));
    let failure = read("r1/o");
    let expected = "its reading is that of a laser scanner, its class declares an inertial measurement unit";
    assert_eq!(failure.failure(), Some(expected));
}

/// A sensor with a memory is called after every step.
#[test]
fn warm_steps_do_not_allocate() {
    let mut sim = world(&scene(), beam());
    (0..50).for_each(|_| {
        sim.step(&Commands::default());
    });
    assert_eq!(allocations_of_steps(&mut sim, 100), 0);
    let sensor = sim.roster().sensor_by_name("r1/b").unwrap();
    let reading = sim.sense(sensor, &mut SensorTracer::new()).data;
    assert_eq!(array(&reading, "count"), [150.0], "it took in every step");
}

/// What weighs nothing: a reading of a built-in kind, without arrays.
struct Plumb;

impl SensorModel for Plumb {
    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let linear_acceleration_mps2 = Vec3::new(0.0, 0.0, 9.81 + 0.1 * at.noise.normal(0));
        ReadingData::Imu(ImuReading { linear_acceleration_mps2, ..ImuReading::default() })
    }

    fn casts_rays(&self) -> bool {
        false
    }
}

/// The door takes no memory of its own for a reading: there is what the model takes, as with a built-in sensor.
#[test]
fn a_reading_takes_the_memory_that_its_model_takes() {
    let plumb = SensorClass::new("Feels gravity.", &[], |_| Ok(Plumb)).gives(SensorKind::Imu);
    let sensors = "<sensor class=\"imu\" name=\"built_in\"/><sensor class=\"plumb\" name=\"own\"/>";
    let mut sim = world(&robot(sensors), Extensions::new().sensor("plumb", plumb));
    let mut tracer = SensorTracer::new();
    for name in ["r1/built_in", "r1/own"] {
        let sensor = sim.roster().sensor_by_name(name).unwrap();
        sim.step(&Commands::default());
        sim.sense(sensor, &mut tracer);
        let before = counting_allocator::allocation_count();
        for _ in 0..10 {
            let reading = sim.sense(sensor, &mut tracer);
            assert!(matches!(reading.data, ReadingData::Imu(_)), "{name}");
        }
        assert_eq!(counting_allocator::allocation_count() - before, 0, "{name}");
    }
}

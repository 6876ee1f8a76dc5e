//! Vehicles carried along trajectories: what their sensors feel, and datasets of them.

use skidpad::dataset::{Dataset, Shutter};
use skidpad::messages::{Commands, ImuReading, ReadingData, SensorId, VehicleId};
use skidpad::sim::{SensorTracer, Trajectory};
use skidpad::{Simulation, World, WorldOptions};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A robot with an inertial sensor 0.5 m ahead and 0.2 m to the left of its reference point, without noise.
const WORLD: &str = r#"<mvsim_world><simul_timestep>0.01</simul_timestep>
<vehicle name="r"><dynamics class="differential"><l_wheel pos="0 0.2"/><r_wheel pos="0 -0.2"/><chassis/></dynamics>
<friction class="default"/><init_pose>0 0 0</init_pose>
<sensor class="imu" name="imu"><pose_3d>0.5 0.2 0 0 0 0</pose_3d><sensor_period>0.01</sensor_period>
<angular_velocity_white_noise_std_noise>0</angular_velocity_white_noise_std_noise>
<linear_acceleration_white_noise_std_noise>0</linear_acceleration_white_noise_std_noise></sensor></vehicle>
<block name="wall"><init_pose>3 0 0</init_pose><static>true</static><shape><pt>-1 -9</pt><pt>1 -9</pt><pt>1 9</pt><pt>-1 9</pt></shape></block>
</mvsim_world>"#;

/// What the sensor feels at each step, with the time.
fn felt(trajectory: &str) -> Vec<(f64, ImuReading)> {
    let trajectory = Trajectory::parse(trajectory).expect("a trajectory");
    let duration_s = trajectory.duration_s();
    let world = World::from_text(WORLD, &WorldOptions::default());
    let mut sim = Simulation::build(&world).expect("a world").into_core();
    sim.carry(VehicleId(0), Arc::new(trajectory));
    let mut tracer = SensorTracer::default();
    let mut all = Vec::new();
    while sim.time_ns() as f64 * 1e-9 < duration_s - 1e-6 {
        let seen = sim.step(&Commands::NONE);
        assert!(!seen.vehicles[0].is_in_collision, "a carried vehicle touches nothing");
        let ReadingData::Imu(imu) = sim.sense(SensorId(0), &mut tracer).data else { panic!("an IMU") };
        all.push((sim.time_ns() as f64 * 1e-9, imu));
    }
    all
}

fn tum(rate_hz: f64, count: u32, pose: impl Fn(f64) -> [f64; 6]) -> String {
    let row = |index: u32| {
        let t = f64::from(index) / rate_hz;
        let [x, y, z, yaw, pitch, roll] = pose(t);
        format!("{t},{x},{y},{z},{yaw},{pitch},{roll}\n")
    };
    format!("t,x,y,z,yaw,pitch,roll\n{}", (0..count).map(row).collect::<String>())
}

/// On a circle at constant speed: the turn rate, and at the sensor's place the centripetal acceleration of its own
/// distance from the middle.
#[test]
fn an_imu_on_a_circle_feels_the_centripetal_acceleration() {
    let (r, w) = (4.0, 0.5);
    let circle = tum(50.0, 500, |t| {
        [r * (w * t).cos(), r * (w * t).sin(), 0.3, w * t + std::f64::consts::FRAC_PI_2, 0.0, 0.0]
    });
    let readings = felt(&circle);
    assert!(readings.len() > 900);
    let mut worst: f64 = 0.0;
    for (t, imu) in readings.iter().filter(|(t, _)| (1.0..9.0).contains(t)) {
        let _ = t;
        // The middle is r to the left: from the sensor at (0.5, 0.2) it is at (−0.5, r − 0.2).
        let expected = [-w * w * 0.5, w * w * (r - 0.2), 9.81];
        let f = imu.linear_acceleration_mps2;
        let off = [f.x - expected[0], f.y - expected[1], f.z - expected[2]];
        worst = off.iter().fold(worst, |worst, off| worst.max(off.abs()));
        let rate = imu.angular_velocity_radps;
        worst = worst.max(rate.x.abs()).max(rate.y.abs()).max((rate.z - w).abs());
    }
    assert!(worst < 1e-3, "{worst}");
}

/// Up a ramp of 20° with 0.8 m/s² along it: gravity's share and the acceleration add up along the vehicle.
#[test]
fn an_imu_on_a_ramp_feels_gravity_and_acceleration() {
    let (grade, a) = (20.0_f64.to_radians(), 0.8);
    let ramp = tum(20.0, 100, |t| {
        let s = 0.5 * a * t * t;
        // Nose up is a negative pitch.
        [s * grade.cos(), 0.0, s * grade.sin(), 0.0, -grade, 0.0]
    });
    for (t, imu) in felt(&ramp) {
        let (f, rate) = (imu.linear_acceleration_mps2, imu.angular_velocity_radps);
        assert!((f.x - (a + 9.81 * grade.sin())).abs() < 1e-6, "{t}: {f:?}");
        assert!((f.z - 9.81 * grade.cos()).abs() < 1e-6 && f.y.abs() < 1e-6, "{t}: {f:?}");
        assert!(rate.norm() < 1e-9, "{t}: {rate:?}");
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("skidpad-dataset-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// A second and a half of the shipped dataset.
fn write(output: &Path, seed: u64, noise_scale: f64, shutter: Shutter) {
    let options = WorldOptions { seed, with_pictures: true, ..WorldOptions::default() };
    let world = World::read(repository().join("worlds/dataset.world.xml"), &options).expect("a world");
    let text = fs::read_to_string(repository().join("worlds/trajectories/figure_eight.tum")).expect("a file");
    let short: String = text.lines().take(34).map(|line| format!("{line}\n")).collect();
    let trajectory = Arc::new(Trajectory::parse(&short).expect("a trajectory"));
    let dataset = Dataset {
        world,
        trajectory,
        vehicle: None,
        output: output.to_path_buf(),
        noise_scale,
        shutter,
        may_overwrite: false,
        threads: None,
        version: "test".to_owned(),
    };
    let summary = dataset.write(|_| {}).expect("a dataset");
    assert!(summary.run.is_complete());
    let truth = fs::read_to_string(&summary.ground_truth).expect("the truth");
    let pose = Trajectory::parse(&truth).expect("the truth is a trajectory").motion_at(1.0).pose_in_world;
    let given = Trajectory::parse(&short).expect("a trajectory").motion_at(1.0).pose_in_world;
    assert!((pose.position() - given.position()).norm() < 1e-5, "{pose:?} {given:?}");
    assert!((pose.roll_rad - given.roll_rad).abs() < 1e-5);
}

/// Every file below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(at).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").display().to_string();
                all.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    all
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let base = folder("same");
    for name in ["files", "run.mcap", "run.rawlog"] {
        let outputs = ["a", "b", "c"].map(|which| base.join(which));
        for (folder, seed) in outputs.iter().zip([3, 3, 4]) {
            fs::create_dir_all(folder).expect("a folder");
            write(&folder.join(name), seed, 1.0, Shutter::Global);
        }
        let [a, b, c] = outputs.each_ref().map(|folder| files(folder));
        assert!(
            a == b,
            "{name}: {:?}",
            a.iter()
                .filter(|(file, bytes)| b.get(*file) != Some(bytes))
                .map(|(file, _)| file)
                .collect::<Vec<_>>()
        );
        assert!(a != c, "{name}: another seed gives other noise");
        assert!(a.len() >= 2 && a.values().all(|bytes| !bytes.is_empty()), "{:?}", a.keys());
        for folder in outputs {
            fs::remove_dir_all(folder).expect("ours");
        }
    }
    fs::remove_dir_all(base).expect("ours");
}

#[test]
fn without_noise_seeds_do_not_matter_and_a_rolling_shutter_does() {
    let base = folder("noise");
    write(&base.join("a"), 1, 0.0, Shutter::Global);
    write(&base.join("b"), 2, 0.0, Shutter::Global);
    write(&base.join("c"), 1, 0.0, Shutter::Rolling);
    let [a, b, c] = ["a", "b", "c"].map(|name| files(&base.join(name)));
    assert!(
        a == b,
        "{:?}",
        a.iter()
            .filter(|(file, bytes)| b.get(*file) != Some(bytes))
            .map(|(file, _)| file)
            .collect::<Vec<_>>()
    );
    let differing: Vec<&String> =
        a.iter().filter(|(file, bytes)| c.get(*file) != Some(bytes)).map(|(file, _)| file).collect();
    for kind in ["lidar", "camera"] {
        assert!(differing.iter().any(|file| file.contains(kind)), "{kind}: {differing:?}");
    }
    assert!(differing.iter().all(|file| file.contains("lidar") || file.contains("camera")), "{differing:?}");
    fs::remove_dir_all(base).expect("ours");
}

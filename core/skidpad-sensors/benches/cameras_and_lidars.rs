//! What sensors cost in a warehouse of 200 000 triangles, each from its model to the finished reading:
//! `cargo bench -p skidpad-sensors`.
//!
//! One figure per line: its name, the figure, what it should be. One core is measured in CPU time, the best of
//! several runs. Two cores: the time of one thread over that of the busier of two, once by the wall clock,
//! which wants an idle machine, and once by the CPU time of the threads, which does not.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a benchmark reads clocks")]

#[path = "../../skidpad-scene/benches/measure/mod.rs"]
#[allow(dead_code, reason = "some of several")]
mod measure;
#[path = "../../skidpad-scene/benches/scenes/mod.rs"]
#[allow(dead_code, reason = "one scene of several")]
mod scenes;

use measure::{best_cpu_s, cpu_s, report};
use skidpad_math::{NoiseAddress, Pose3, Vec3};
use skidpad_messages::CameraModel;
use skidpad_scene::{Excluded, Observer, Tracer, View};
use skidpad_sensors::Workers;
use skidpad_sensors::camera::CameraOptics;
use skidpad_sensors::lidar3d::{LidarModel, Surroundings};
use skidpad_sensors::range::Ranging;
use skidpad_sensors::rgbd::{DepthCamera, OPTICAL_IN_SENSOR};
use std::time::Instant;

const SENSOR_IN_WORLD: Pose3 =
    Pose3 { x_m: 1.0, y_m: -0.2, z_m: 1.6, yaw_rad: 0.4, pitch_rad: 0.0, roll_rad: 0.0 };
/// The same for a camera: z forward, x right, y down.
const OPTICAL: Pose3 = Pose3 {
    x_m: 0.0,
    y_m: 0.0,
    z_m: 0.0,
    yaw_rad: -std::f64::consts::FRAC_PI_2,
    pitch_rad: 0.0,
    roll_rad: -std::f64::consts::FRAC_PI_2,
};
const NOISE: NoiseAddress = NoiseAddress { seed: 0, stream: 0, step: 0 };

fn main() {
    let scene = scenes::scene_of(scenes::warehouse());
    report("triangles", scene.meshes[0].triangles.len() as f64, "", "wanted: 200 000");
    let tracer = Tracer::new(&scene);
    let at = SENSOR_IN_WORLD;
    let view = View {
        origin_in_world_m: [at.x_m, at.y_m, at.z_m],
        observer: Observer::Camera,
        excluded: Excluded::default(),
    };
    let posed = tracer.posed(&[Pose3::default()], &view);

    let elevations_rad: Vec<f64> =
        (0..64).map(|ring| (-25.0 + 40.0 * f64::from(ring) / 63.0_f64).to_radians()).collect();
    let ranging = Ranging { min_m: 0.1, max_m: 120.0, noise_m: 0.0 };
    let lidar = LidarModel::new(&elevations_rad, 1024, ranging);
    let mut bare = lidar.clone();
    bare.has_intensity = false;
    let (focal_px, width, height) = (320.0 / 0.7, 640, 480);
    let camera = CameraModel {
        width,
        height,
        fx_px: focal_px,
        fy_px: focal_px,
        cx_px: 319.5,
        cy_px: 239.5,
        lens: skidpad_messages::LensModel::BrownConrady,
        distortion: [0.0; 5],
    };
    let colour = CameraOptics { camera, near_m: 0.01, far_m: 200.0, samples: 1, readout_s: 0.0 };
    let depth = DepthCamera { optics: colour.clone(), unit_m: 1e-3, noise_m: 0.0, noise_growth_per_m: 0.0 };
    debug_assert_eq!(OPTICAL.rotation(), OPTICAL_IN_SENSOR);
    let around = [Surroundings {
        posed: &posed,
        origin_in_world_m: Vec3::new(at.x_m, at.y_m, at.z_m),
        sensor_in_world: &|_| at,
    }];

    let sweep = |pool: Option<&rayon::ThreadPool>| {
        let workers = Workers { pool, called_off: None };
        std::hint::black_box(lidar.sweep(&around, NOISE, workers));
    };
    let picture = |pool: Option<&rayon::ThreadPool>| {
        let workers = Workers { pool, called_off: None };
        std::hint::black_box(colour.picture(&(at * OPTICAL), &posed, &scene.light, &scene.sky, workers));
    };
    let seconds = [
        best_cpu_s(|| sweep(None)),
        best_cpu_s(|| {
            drop(std::hint::black_box(bare.sweep(&around, NOISE, Workers::default())));
        }),
        best_cpu_s(|| drop(std::hint::black_box(depth.picture(&at, &posed, NOISE, Workers::default())))),
        best_cpu_s(|| picture(None)),
    ];
    let rays = lidar.beam_count() as f64;
    report("lidar 64 x 1024 with intensity", 1e-6 * rays / seconds[0], "M rays/s", "wanted: 9");
    report("lidar 64 x 1024 without", 1e-6 * rays / seconds[1], "M rays/s", "");
    report("depth 640 x 480", 1.0 / seconds[2], "frames/s", "wanted: 50");
    report("RGB 640 x 480 with shadows", 1e3 * seconds[3], "ms", "wanted: at most 25");
    two_cores("lidar", &sweep);
    two_cores("RGB", &picture);
}

/// The same work by one thread and by two, turn by turn.
fn two_cores(name: &str, work: &dyn Fn(Option<&rayon::ThreadPool>)) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let mut best = [[f64::INFINITY; 2]; 2];
    for _ in 0..40 {
        let (wall, cpu) = (Instant::now(), cpu_s());
        work(None);
        let one = [wall.elapsed().as_secs_f64(), cpu_s() - cpu];
        let before_s = pool.broadcast(|_| cpu_s());
        let wall = Instant::now();
        work(Some(&pool));
        let wall_s = wall.elapsed().as_secs_f64();
        let busier_s =
            pool.broadcast(|_| cpu_s()).iter().zip(&before_s).map(|(a, b)| a - b).fold(0.0, f64::max);
        for (best, now) in best.iter_mut().zip([one, [wall_s, busier_s]]) {
            *best = [best[0].min(now[0]), best[1].min(now[1])];
        }
    }
    let [one, two] = best;
    report(
        &format!("{name}, two cores, wall clock"),
        one[0] / two[0],
        "x one",
        "wanted: 1.8, on an idle machine",
    );
    report(&format!("{name}, two cores, CPU time"), one[1] / two[1], "x one", "wanted: 1.8");
}

//! Rays per second: `cargo bench -p skidpad-scene`, and with `--features embree` beside Embree 3.
//!
//! Whole sensors, colour with shadows among them, are measured by `cargo bench -p skidpad-sensors`.
//!
//! One figure per line: its name, the figure, what it should be, what it is compared with.
//! One core is measured in CPU time, the best of several runs; two cores in wall time.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a benchmark reads clocks")]

#[cfg(feature = "embree")]
mod embree;
mod measure;
mod scenes;

#[cfg(feature = "embree")]
use measure::best_of_each;
use measure::{best_cpu_s, cpu_s, report};
use skidpad_math::{Pose3, sin_cos};
use skidpad_scene::{Excluded, Mesh, Observer, PosedScene, Ray, RayList, Tracer, View};
use std::time::Instant;

fn view(observer: Observer) -> View {
    View { origin_in_world_m: [0.0; 3], observer, excluded: Excluded::default() }
}

fn rotated(direction: [f64; 3], yaw_rad: f64) -> [f32; 3] {
    let (s, c) = sin_cos(yaw_rad);
    [c * direction[0] - s * direction[1], s * direction[0] + c * direction[1], direction[2]].map(|v| v as f32)
}

/// 64 rings from −25° to 15°, 1024 columns, ring by ring.
fn lidar(origin_m: [f32; 3]) -> (Vec<Ray>, usize) {
    let mut rays = Vec::new();
    for ring in 0..64 {
        let (up, flat) = sin_cos((-25.0 + 40.0 * f64::from(ring) / 63.0_f64).to_radians());
        for column in 0..1024 {
            let (s, c) = sin_cos(std::f64::consts::TAU * f64::from(column) / 1024.0);
            let direction = [flat * c, flat * s, up].map(|value| value as f32);
            rays.push(Ray { origin_m, direction, t_max: 120.0 });
        }
    }
    (rays, 1024)
}

/// 640 × 480 pixels, 70° wide, row by row.
fn camera(origin_m: [f32; 3], yaw_rad: f64) -> (Vec<Ray>, usize) {
    let focal = 320.0 / 0.7;
    let mut rays = Vec::new();
    for v in 0..480 {
        for u in 0..640 {
            let direction = [1.0, -(f64::from(u) - 319.5) / focal, -(f64::from(v) - 239.5) / focal];
            rays.push(Ray { origin_m, direction: rotated(direction, yaw_rad), t_max: 200.0 });
        }
    }
    (rays, 640)
}

/// 640 × 480 parallel rays exactly along an axis, as an orthographic camera sends them.
fn parallel(origin_m: [f32; 3], direction: [f32; 3]) -> (Vec<Ray>, usize) {
    let mut rays = Vec::new();
    for v in 0..480_u16 {
        for u in 0..640_u16 {
            let (right, up) = (f32::from(u) * 0.05 - 16.0, f32::from(v) * 0.0125 - 3.0);
            let origin_m =
                [origin_m[0] + up * direction[2], origin_m[1] + right, origin_m[2] + up * direction[0]];
            rays.push(Ray { origin_m, direction, t_max: f32::INFINITY });
        }
    }
    (rays, 640)
}

fn trace(posed: &PosedScene<'_>, (rays, width): &(Vec<Ray>, usize)) -> f64 {
    let mut hits = Vec::new();
    let rays: RayList = rays.iter().collect();
    best_cpu_s(|| posed.first_hits_of_rows(&rays, *width, &mut hits)) / rays.len() as f64
}

fn main() {
    println!("instructions: {}", skidpad_lanes::instruction_set());
    // Words on the command line choose scenes.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|word| word == name);
    if is_chosen("warehouse") {
        measure("warehouse", scenes::warehouse(), [1.0, -0.2, 1.6], 0.4);
    }
    if is_chosen("terrain") {
        measure("terrain", scenes::terrain(), [3.0, 5.0, 14.0], 0.4);
    }
    if is_chosen("room") {
        measure("room", scenes::room(), [-1.9, -1.7, 1.3], 0.8);
    }
}

/// Everything about one scene, seen from a place.
fn measure(name: &str, mesh: Mesh, origin_m: [f32; 3], yaw_rad: f64) {
    let triangles = mesh.triangles.len();
    let scene = scenes::scene_of(mesh);
    let before = cpu_s();
    let tracer = Tracer::new(&scene);
    report(&format!("{name}: triangles"), triangles as f64, "", "");
    report(&format!("{name}: tree built"), 1e3 * (cpu_s() - before), "ms", "");
    let posed = tracer.posed(&[Pose3::default()], &view(Observer::RangeSensor));
    let is_warehouse = name == "warehouse";
    let wanted = |text| if is_warehouse { text } else { "" };
    let lidar = lidar(origin_m);
    let camera = camera(origin_m, yaw_rad);
    let lidar_s = trace(&posed, &lidar);
    report(&format!("{name}: lidar 64 x 1024"), 1e-6 / lidar_s, "M rays/s", wanted("wanted: 9"));
    let camera_s = trace(&posed, &camera);
    report(
        &format!("{name}: depth 640 x 480"),
        1.0 / (camera_s * 307_200.0),
        "frames/s",
        wanted("wanted: 50"),
    );
    report(&format!("{name}: depth"), 1e-6 / camera_s, "M rays/s", "");
    let mut hits = Vec::new();
    let alone_s = best_cpu_s(|| {
        hits.clear();
        hits.extend(lidar.0.iter().map(|ray| posed.first_hit(ray)));
    }) / lidar.0.len() as f64;
    report(&format!("{name}: lidar, ray by ray"), 1e-6 / alone_s, "M rays/s", "");
    #[cfg(feature = "embree")]
    beside_embree(name, &posed, &scene.meshes[0], &[("lidar", &lidar), ("depth", &camera)]);
    if is_warehouse {
        axis_parallel(&posed, origin_m);
        two_cores(&posed, &lidar);
    }
}

/// Frames along an axis beside frames turned a little.
fn axis_parallel(posed: &PosedScene<'_>, origin_m: [f32; 3]) {
    let along = trace(posed, &parallel(origin_m, [1.0, 0.0, 0.0]));
    let (mut turned, width) = parallel(origin_m, [1.0, 0.0, 0.0]);
    for ray in &mut turned {
        ray.direction = [0.9996, 0.02, 0.0199];
    }
    let turned = trace(posed, &(turned, width));
    report("warehouse: along an axis / turned by 1.6 deg", along / turned, "x time", "wanted: at most 1.2");
}

fn two_cores(posed: &PosedScene<'_>, (rays, width): &(Vec<Ray>, usize)) {
    let rays: RayList = rays.iter().collect();
    let wall_s = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let mut hits = Vec::new();
        let mut best = f64::INFINITY;
        for _ in 0..60 {
            let before = Instant::now();
            posed.first_hits_in_pool(&pool, &rays, *width, &mut hits);
            best = best.min(before.elapsed().as_secs_f64());
        }
        best
    };
    let (one, two) = (wall_s(1), wall_s(2));
    report("warehouse: lidar, two cores", one / two, "x one", "wanted: 1.8, on an idle machine");
}

#[cfg(feature = "embree")]
fn beside_embree(name: &str, posed: &PosedScene<'_>, mesh: &Mesh, views: &[(&str, &(Vec<Ray>, usize))]) {
    for (mode, is_robust) in [("Embree", false), ("Embree robust", true)] {
        let other = embree::Embree::new(mesh, is_robust);
        for (what, (rays, width)) in views {
            let (mut hits, mut distances, mut more) = (Vec::new(), Vec::new(), Vec::new());
            let list: RayList = rays.iter().collect();
            let best_s = best_of_each(&mut [
                &mut || posed.first_hits_of_rows(&list, *width, &mut hits),
                &mut || other.single(rays, &mut distances),
                &mut || other.packets(rays, &mut more),
            ]);
            for (kind, k, note) in [("1 ray", 1, "wanted: 1.3"), ("8 rays", 2, "wanted: 0.85")] {
                let [ours, theirs] = [best_s[0], best_s[k]].map(|seconds| rays.len() as f64 * 1e-6 / seconds);
                let note = format!("{note} ({ours:.1} and {theirs:.1} M rays/s)");
                report(&format!("{name}: {what} / {mode}, {kind}"), ours / theirs, "x", &note);
            }
        }
    }
}

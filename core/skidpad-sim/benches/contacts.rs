//! What a planar step costs: `name microseconds-per-step`, one line each.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

#[path = "../tests/planar_scene/mod.rs"]
mod planar_scene;

use planar_scene::{Drive, block, damp, vehicle};
use skidpad_sim::planar::*;
use std::time::Instant;

const DT_S: f64 = 0.005;

/// A world of vehicles that drive straight on, and blocks.
struct Scene {
    planar: Planar,
    motions: Vec<BodyMotion>,
    drives: Vec<Drive>,
    is_frozen: bool,
}

impl Scene {
    fn new() -> Self {
        Scene {
            planar: Planar::new(PlanarSettings::default()),
            motions: Vec::new(),
            drives: Vec::new(),
            is_frozen: false,
        }
    }

    /// Vehicles come first.
    fn add_vehicle(&mut self, x_m: f64, y_m: f64, yaw_rad: f64) {
        let motion = BodyMotion { x_m, y_m, yaw_rad, ..BodyMotion::default() };
        self.planar.add_body(&vehicle(), &motion).expect("a sound vehicle");
        self.motions.push(motion);
        self.drives.push(Drive::default());
    }

    fn add_block(&mut self, x_m: f64, y_m: f64, mass_kg: f64) {
        let motion = BodyMotion { x_m, y_m, ..BodyMotion::default() };
        self.planar.add_body(&block(mass_kg, false), &motion).expect("a sound block");
        self.motions.push(motion);
    }

    fn step(&mut self) {
        if !self.is_frozen {
            for (drive, motion) in self.drives.iter_mut().zip(&mut self.motions) {
                drive.step(motion, [1.0, 0.0], DT_S);
            }
        }
        self.motions[self.drives.len()..].iter_mut().for_each(|motion| damp(motion, DT_S));
        self.planar.solve(&mut self.motions);
    }

    /// Best of five rounds, after a warm-up, in microseconds per step; only the planar step is timed.
    fn measure(mut self, name: &str, warm_up: usize, steps: usize) {
        (0..warm_up).for_each(|_| self.step());
        let mut best_us = f64::INFINITY;
        for _ in 0..5 {
            let mut spent_s = 0.0;
            for _ in 0..steps / 5 {
                for (drive, motion) in self.drives.iter_mut().zip(&mut self.motions) {
                    drive.step(motion, [1.0, 0.0], DT_S);
                }
                self.motions[self.drives.len()..].iter_mut().for_each(|motion| damp(motion, DT_S));
                let start = Instant::now();
                self.planar.solve(&mut self.motions);
                spent_s += start.elapsed().as_secs_f64();
            }
            best_us = f64::min(best_us, spent_s / (steps / 5) as f64 * 1e6);
        }
        println!("{name} {best_us:.3}");
    }
}

fn main() {
    let mut scene = Scene::new();
    scene.add_vehicle(0.0, 0.0, 0.0);
    scene.measure("one_vehicle_free", 100, 50_000);

    let mut scene = Scene::new();
    scene.add_vehicle(0.0, 0.0, 0.0);
    scene.add_block(2.5, 0.0, 5.0);
    scene.measure("vehicle_pushes_block", 800, 5_000);

    let mut scene = Scene::new();
    scene.add_vehicle(0.0, 0.0, 0.0);
    scene.add_block(2.5, 0.0, 1000.0);
    scene.measure("vehicle_leans_on_block", 800, 5_000);

    let mut scene = Scene::new();
    for at in 0..500 {
        scene.add_block(f64::from(at % 25) * 1.02, f64::from(at / 25) * 1.02, 5.0);
    }
    scene.measure("500_resting_blocks", 300, 20_000);

    let mut scene = Scene::new();
    for at in 0..100 {
        scene.add_vehicle(f64::from(at % 10) * 5.0, f64::from(at / 10) * 5.0, f64::from(at));
    }
    for at in 0..400 {
        scene.add_block(f64::from(at % 20) * 2.5 - 0.7, f64::from(at / 20) * 2.5 - 1.1, 5.0);
    }
    scene.measure("100_vehicles_400_blocks", 400, 1_000);

    for count in [100, 1_000, 3_000, 10_000] {
        let mut scene = Scene::new();
        let side = f64::from(count).sqrt() as i32;
        for at in 0..count {
            scene.add_vehicle(f64::from(at % side) * 3.0, f64::from(at / side) * 3.0, 0.0);
        }
        scene.measure(&format!("{count}_vehicles_apart"), 100, 500);
    }
}

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
}

impl Scene {
    fn new() -> Self {
        Scene { planar: Planar::new(PlanarSettings::default()), motions: Vec::new(), drives: Vec::new() }
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

    /// Everything but the planar step: wheels, controllers, damping.
    fn drive(&mut self) {
        for (drive, motion) in self.drives.iter_mut().zip(&mut self.motions) {
            drive.step(motion, [1.0, 0.0], DT_S);
        }
        self.motions[self.drives.len()..].iter_mut().for_each(|motion| damp(motion, DT_S));
    }

    /// The median time of a planar step after a warm-up: steps in which the machine did something else do not count.
    fn measure(mut self, name: &str, warm_up: usize, steps: usize) {
        let only = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
        if only.is_some_and(|only| !name.contains(&only)) {
            return;
        }
        for _ in 0..warm_up {
            self.drive();
            self.planar.solve(&mut self.motions);
        }
        let mut times_us: Vec<f64> = (0..steps)
            .map(|_| {
                self.drive();
                let start = Instant::now();
                self.planar.solve(&mut self.motions);
                start.elapsed().as_secs_f64() * 1e6
            })
            .collect();
        times_us.sort_by(f64::total_cmp);
        println!("{name} {:.3}", times_us[steps / 2]);
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

    for (name, spacing_m) in [("100_vehicles_400_blocks_field", 8.0), ("100_vehicles_400_blocks_heap", 2.5)] {
        let mut scene = Scene::new();
        for at in 0..100 {
            let (column, row) = (f64::from(at % 10), f64::from(at / 10));
            scene.add_vehicle(column * 2.0 * spacing_m, row * 2.0 * spacing_m, f64::from(at));
        }
        for at in 0..400 {
            let (column, row) = (f64::from(at % 20), f64::from(at / 20));
            scene.add_block(column * spacing_m - 0.7, row * spacing_m - 1.3, 5.0);
        }
        scene.measure(name, 400, 1_000);
    }

    for count in [100, 1_000, 3_000, 10_000] {
        let mut scene = Scene::new();
        let side = f64::from(count).sqrt() as i32;
        for at in 0..count {
            scene.add_vehicle(f64::from(at % side) * 3.0, f64::from(at / side) * 3.0, 0.0);
        }
        scene.measure(&format!("{count}_vehicles_apart"), 100, 500);
    }
}

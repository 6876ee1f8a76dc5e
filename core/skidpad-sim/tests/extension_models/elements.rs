//! World elements of a program's own.

use super::{allocations_of_steps, world};
use skidpad_math::Vec2;
use skidpad_messages::{Commands, Event};
use skidpad_sim::Extensions;
use skidpad_sim::extension::{ElementClass, ElementModel, ElementView, GroundMotion, Push, PushedBody};
use skidpad_world::Param;

/// A belt that starts after half a second, and a wind.
struct Belt {
    speed_mps: f64,
    wind_n: f64,
}

impl ElementModel for Belt {
    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn step(&self, at: &ElementView<'_>, memory: &mut [f64]) -> Vec<String> {
        let was_running = memory[0] != 0.0;
        memory[0] = if at.time_ns >= 500_000_000 { self.speed_mps } else { 0.0 };
        if memory[0] != 0.0 && !was_running { vec!["it runs".to_owned()] } else { Vec::new() }
    }

    fn ground_motion(&self, [x_m, y_m, z_m]: [f64; 3], memory: &[f64]) -> Option<GroundMotion> {
        let is_on = x_m.abs() < 5.0 && y_m.abs() < 2.0 && z_m.abs() < 0.02;
        is_on.then(|| GroundMotion { velocity_mps: Vec2::new(memory[0], 0.0), yaw_rate_radps: 0.0 })
    }

    fn push(&self, body: &PushedBody, _: &[f64]) -> Option<Push> {
        let is_light = body.mass_kg < 5.0;
        is_light.then(|| Push { force_n: Vec2::new(0.0, self.wind_n), moment_nm: 0.0 })
    }
}

fn belt() -> Extensions {
    let parameters = [
        Param::number("speed", "m/s").doc("Speed of the belt."),
        Param::number("wind", "N").default("0").doc("Force on what is light."),
    ];
    let class = ElementClass::new("A belt.", &parameters, |values| {
        Ok(Belt { speed_mps: values.number("speed"), wind_n: values.number("wind") })
    });
    Extensions::new().element("belt", class)
}

fn block(name: &str, y_m: f64, mass_kg: f64) -> String {
    format!(
        "<block name=\"{name}\"><init_pose>0 {y_m} 0</init_pose><mass>{mass_kg}</mass><zmin>0</zmin><zmax>0.4</zmax>\
         <geometry type=\"box\" lx=\"0.4\" ly=\"0.4\" lz=\"0.4\"/></block>"
    )
}

#[test]
fn a_belt_carries_what_stands_on_it_and_says_when_it_starts() {
    let content = format!(
        "<element class=\"belt\" name=\"b1\"><speed>0.5</speed></element>{}{}\
         <vehicle name=\"r1\"><init_pose>0 1 0</init_pose><dynamics class=\"differential\"/></vehicle>",
        block("on", 0.0, 10.0),
        block("off", 5.0, 10.0)
    );
    let mut sim = world(&content, belt());
    let mut notes = Vec::new();
    for _ in 0..500 {
        for event in &sim.step(&Commands::default()).events {
            if let Event::Note { name, text } = event {
                notes.push(format!("{name}: {text}"));
            }
        }
    }
    assert_eq!(notes, ["b1: it runs"]);
    let seen = sim.observations();
    let x_of = |name: &str| seen.blocks[sim.block(name).unwrap().index()].pose_in_world.x_m;
    assert!((x_of("on") - 1.0).abs() < 0.05, "{}", x_of("on"));
    assert_eq!(x_of("off"), 0.0);
    let robot = seen.vehicles[0].pose_in_world.x_m;
    assert!((robot - 1.0).abs() < 0.1, "a standing robot goes along: {robot}");
}

#[test]
fn a_wind_pushes_what_is_light() {
    let content = format!(
        "<element class=\"belt\" speed=\"0\" wind=\"20\"/>{}{}",
        block("light", 4.0, 1.0),
        block("heavy", 8.0, 10.0)
    );
    let mut sim = world(&content, belt());
    for _ in 0..100 {
        sim.step(&Commands::default());
    }
    let y_of = |name: &str| sim.observations().blocks[sim.block(name).unwrap().index()].pose_in_world.y_m;
    assert!(y_of("light") > 4.5 && y_of("heavy") == 8.0, "{} {}", y_of("light"), y_of("heavy"));
}

#[test]
fn a_snapshot_keeps_what_it_remembers() {
    let mut sim = world("<element class=\"belt\" speed=\"1\"/>", belt());
    let nothing = Commands::default();
    (0..101).for_each(|_| {
        sim.step(&nothing);
    });
    let (bytes, hash) = (sim.snapshot().unwrap().to_bytes().unwrap(), sim.state_hash());
    sim.reset();
    assert_ne!(sim.state_hash(), hash);
    sim.restore(&skidpad_sim::Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!(sim.state_hash(), hash);
}

#[test]
fn warm_steps_do_not_allocate() {
    let content = "<element class=\"belt\" speed=\"0.5\" wind=\"3\"/>\
         <vehicle name=\"r1\"><init_pose>-3 0 0</init_pose><dynamics class=\"differential\"/></vehicle>";
    let mut sim = world(content, belt());
    for _ in 0..150 {
        sim.step(&Commands::default());
    }
    let x_m = |sim: &skidpad_sim::Simulation| sim.observations().vehicles[0].pose_in_world.x_m;
    let before_m = x_m(&sim);
    assert_eq!(allocations_of_steps(&mut sim, 100), 0);
    assert!(x_m(&sim) > before_m + 0.1, "the belt carries it");
}

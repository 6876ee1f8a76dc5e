//! Worlds with sensors, and an independent ray cast in the plane.

pub(crate) use crate::support::{world, wrap};

use crate::support;
use skidpad_messages::{Commands, Reading, ReadingData, Request, Scan, SensorId};
use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, SensorTracer, Simulation};

pub(crate) fn world_with(text: &str, assets: &Assets, seed: u64) -> Simulation {
    support::world_with(text, assets, &BuildOptions { seed, ..BuildOptions::default() })
}

/// A robot of 0.6 m by 0.5 m, 0.4 m high, that does exactly what it is told.
pub(crate) fn robot(name: &str, pose: &str, sensors: &str) -> String {
    format!(
        r#"<vehicle name="{name}"><dynamics class="differential">
          <l_wheel pos="0 0.3" mass="1.0" width="0.05" diameter="0.2"/>
          <r_wheel pos="0 -0.3" mass="1.0" width="0.05" diameter="0.2"/>
          <chassis mass="15.0" zmin="0.05" zmax="0.4">
            <shape><pt>-0.3 -0.25</pt><pt>-0.3 0.25</pt><pt>0.3 0.25</pt><pt>0.3 -0.25</pt></shape></chassis>
          <controller class="twist_ideal"/></dynamics>
        <init_pose>{pose}</init_pose>{sensors}</vehicle>"#
    )
}

/// Step once with some requests, then on without.
pub(crate) fn run(world: &mut Simulation, requests: impl IntoIterator<Item = Request>, step_count: u32) {
    let commands: Commands = requests.into_iter().collect();
    assert!(commands.refusals().is_empty(), "{:?}", commands.refusals());
    for step in 0..step_count {
        world.step(if step == 0 { &commands } else { const { &Commands::NONE } });
    }
}

/// The sensor of this name, wherever it is.
pub(crate) fn sensor(world: &Simulation, name: &str) -> SensorId {
    let index = world.sensors().iter().position(|sensor| sensor.name == name).expect("a sensor of that name");
    SensorId(u32::try_from(index).unwrap())
}

pub(crate) fn read(world: &Simulation, name: &str) -> Reading {
    world.sense(sensor(world, name), &mut SensorTracer::new())
}

pub(crate) fn scan(world: &Simulation, name: &str) -> Scan {
    match read(world, name).data {
        ReadingData::Scan(scan) => scan,
        other => panic!("{other:?}"),
    }
}

/// The nearest crossing of a ray with closed outlines: every edge, one by one.
pub(crate) fn nearest_edge(origin: [f64; 2], angle_rad: f64, outlines: &[Vec<[f64; 2]>]) -> Option<f64> {
    let (sin, cos) = skidpad_math::sin_cos(angle_rad);
    let mut nearest = f64::INFINITY;
    for outline in outlines {
        for k in 0..outline.len() {
            let (a, b) = (outline[k], outline[(k + 1) % outline.len()]);
            let (ex, ey) = (b[0] - a[0], b[1] - a[1]);
            let (ox, oy) = (a[0] - origin[0], a[1] - origin[1]);
            let denominator = cos * ey - sin * ex;
            let t = (ox * ey - oy * ex) / denominator;
            let s = (ox * sin - oy * cos) / denominator;
            if denominator != 0.0 && t >= 0.0 && (0.0..=1.0).contains(&s) {
                nearest = nearest.min(t);
            }
        }
    }
    nearest.is_finite().then_some(nearest)
}

/// A rectangle of half lengths, turned and moved.
pub(crate) fn rectangle(half: [f64; 2], x: f64, y: f64, yaw_deg: f64) -> Vec<[f64; 2]> {
    let (sin, cos) = skidpad_math::sin_cos(yaw_deg.to_radians());
    let [hx, hy] = half;
    [[-hx, -hy], [hx, -hy], [hx, hy], [-hx, hy]]
        .map(|[px, py]| [x + cos * px - sin * py, y + sin * px + cos * py])
        .to_vec()
}

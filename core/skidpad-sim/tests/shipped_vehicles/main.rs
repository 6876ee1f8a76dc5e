//! The vehicles of `definitions/`, each with every controller and friction, at every usual step.
#![allow(clippy::disallowed_methods, reason = "a test reads the definitions")]

#[path = "../support/mod.rs"]
mod support;

mod set_points;
mod slopes;

use skidpad_world::MapFiles;
use skidpad_world::description::{Vehicle, WorldDescription};
use std::path::Path;

/// The steps that people use [s].
const STEPS_S: [f64; 4] = [0.001, 0.005, 0.01, 0.02];

/// Definition, class, and the variables that choose its speed controller.
const VEHICLES: [(&str, &str, &str); 8] = [
    ("ackermann", "car_ackermann", ""),
    ("agricobiot2", "agricobiot2", ""),
    ("four_wheel_drive", "four_wheel_drive", ""),
    ("jackal", "jackal", "controller='twist_pid' default_sensors='false'"),
    ("pickup", "pickup", ""),
    ("scania_truck", "scania_truck", "controller='twist_front_steer_pid'"),
    ("small_robot", "small_robot", ""),
    ("turtlebot3_burger", "turtlebot3_burger", "controller='twist_pid' default_sensors='false'"),
];

/// Whether there is time for everything.
fn is_nightly() -> bool {
    std::env::var_os("SKIDPAD_NIGHTLY").is_some()
}

/// A world with one vehicle of a definition, without its sensors, at the origin; `more` stands before it.
fn world_of(file: &str, class: &str, variables: &str, more: &str) -> WorldDescription {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../definitions");
    let text = format!(
        "<mvsim_world>{more}<include file='../definitions/{file}.vehicle.xml' {variables}/>
         <vehicle name='it' class='{class}'><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"
    );
    let mut files = MapFiles::from_texts([("worlds/test.world.xml", text.as_str())]);
    for entry in std::fs::read_dir(&folder).expect("the definitions") {
        let path = entry.expect("an entry").path();
        if let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|it| it.ends_with(".xml"))
        {
            files.0.insert(format!("definitions/{name}"), std::fs::read(&path).expect("a definition"));
        }
    }
    let loaded = skidpad_world::load("worlds/test.world.xml", &files, &Default::default());
    let mut description = loaded.description;
    description.vehicles.iter_mut().for_each(|vehicle: &mut Vehicle| vehicle.sensors.clear());
    assert_eq!(description.vehicles.len(), 1, "{file}: {:?}", loaded.diagnostics);
    description
}

//! Classes that a program brings along: read, checked, run, recorded, and stopped when they fail.

mod checking;
mod examples;
mod failing;
mod guide;
#[allow(dead_code, reason = "its main function is a program of its own")]
mod guide_program;
mod reading;
mod sensors;

#[path = "../../../../examples/extensions/conveyor.rs"]
#[allow(dead_code, reason = "its main function is a program of its own")]
mod conveyor;
#[path = "../../../../examples/extensions/mecanum.rs"]
#[allow(dead_code, reason = "its main function is a program of its own")]
mod mecanum;
#[path = "../../../../examples/extensions/radar.rs"]
#[allow(dead_code, reason = "its main function is a program of its own")]
mod radar;
#[path = "../../../../examples/extensions/sonar_ring.rs"]
#[allow(dead_code, reason = "its main function is a program of its own")]
mod sonar_ring;

use skidpad::{Extensions, World, WorldOptions};
use std::sync::Arc;

fn options(extensions: Extensions) -> WorldOptions {
    WorldOptions { extensions: Arc::new(extensions), seed: 7, ..WorldOptions::default() }
}

/// A world with one robot that has these elements in it.
fn world(inside: &str, extensions: Extensions) -> World {
    let text = format!(
        r#"<mvsim_world><vehicle name="r1"><init_pose>0 0 0</init_pose>
<dynamics class="differential"><controller class="twist_ideal"/></dynamics>
{inside}</vehicle>
<block name="wall"><init_pose>10 0 0</init_pose><static>true</static><zmin>0</zmin><zmax>2</zmax>
<geometry type="box" lx="1" ly="8" lz="2"/></block></mvsim_world>"#
    );
    World::from_text(&text, &options(extensions))
}

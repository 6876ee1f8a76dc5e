//! How many scans per second does a planar laser of 1080 beams take? CPU time of one core, step included: a
//! world with an occupancy grid and three blocks, and one with the blocks alone.
//!
//! One line per world: name, scans per CPU-second, what is wanted.

use skidpad::messages::{CameraModel, Commands, Picture};
use skidpad::{Simulation, World, WorldOptions};
use std::path::Path;

const SCANS: u32 = 30_000;
const WANTED: u32 = 14_000;

fn main() {
    let folder = std::env::temp_dir().join(format!("skidpad-lasers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the worlds");
    skidpad::record::write_picture(&folder.join("grid.png"), &floor_plan()).expect("the plan is written");
    let grid = "<element class=\"occupancy_grid\"><file>grid.png</file><resolution>0.1</resolution>\
        <centerpixel_x>100</centerpixel_x><centerpixel_y>80</centerpixel_y></element>";
    for (name, element) in [("grid", grid), ("blocks", "")] {
        let path = folder.join(format!("{name}.world.xml"));
        std::fs::write(&path, world_text(element)).expect("the world is written");
        let best = (0..5).map(|_| scans_per_s(&path)).fold(0.0, f64::max);
        println!("laser of 1080 beams, {name:<8} {best:>8.0} scans/s   wanted: {WANTED}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes away");
}

fn scans_per_s(path: &Path) -> f64 {
    let world = World::read(path, &WorldOptions::default()).expect("the world opens");
    let mut sim = Simulation::build(&world).expect("the world runs");
    let mut go = |count: u32| {
        for _ in 0..count {
            sim.step(&Commands::NONE);
            std::hint::black_box(sim.readings());
        }
    };
    go(SCANS / 10);
    let before_ns = cpu_time_ns();
    go(SCANS);
    f64::from(SCANS) / (1e-9 * (cpu_time_ns() - before_ns))
}

/// A hall of 20 × 16 m with a corner of walls and a pillar; black is occupied.
fn floor_plan() -> Picture {
    let (width, height) = (200_u32, 160_u32);
    let is_wall = |x: u32, y: u32| {
        let is_border = x < 2 || y < 2 || x >= width - 2 || y >= height - 2;
        let is_corner = ((100..144).contains(&x) && (20..24).contains(&y))
            || ((140..144).contains(&x) && (20..90).contains(&y));
        is_border || is_corner || ((50..60).contains(&x) && (110..120).contains(&y))
    };
    let shade = |k: u32| if is_wall(k % width, k / width) { 0 } else { 255 };
    let count = width * height;
    Picture {
        camera: CameraModel { width, height, ..CameraModel::default() },
        rgb: (0..count).flat_map(|k| [shade(k); 3]).collect(),
        labels: vec![0; count as usize],
        instances: vec![0; count as usize],
    }
}

fn world_text(element: &str) -> String {
    let block = |name: &str, [x, y]: [f64; 2], pose: &str| {
        format!(
            "<block name=\"{name}\"><mass>20</mass><static>true</static><zmin>0</zmin><zmax>1</zmax>\
             <shape><pt>-{x} -{y}</pt><pt>-{x} {y}</pt><pt>{x} {y}</pt><pt>{x} -{y}</pt></shape>\
             <init_pose>{pose}</init_pose></block>"
        )
    };
    let blocks = [
        block("a", [0.5, 0.5], "3 0.5 0"),
        block("b", [0.4, 0.6], "-2 2 30"),
        block("c", [1.0, 0.2], "1 -3 15"),
    ];
    format!(
        "<mvsim_world version=\"1.0\"><simul_timestep>0.005</simul_timestep>{element}{}\
         <vehicle name=\"r1\"><dynamics class=\"differential\">\
         <l_wheel pos=\"0 0.3\" mass=\"1\" width=\"0.05\" diameter=\"0.2\"/>\
         <r_wheel pos=\"0 -0.3\" mass=\"1\" width=\"0.05\" diameter=\"0.2\"/>\
         <chassis mass=\"15\" zmin=\"0.05\" zmax=\"0.4\"/>\
         <controller class=\"twist_pid\"><KP>4</KP><KI>3</KI><KD>0</KD><max_torque>20</max_torque></controller>\
         </dynamics><friction class=\"default\"><mu>0.8</mu></friction><init_pose>0 0 10</init_pose>\
         <sensor class=\"laser\" name=\"l\"><pose_3d>0.1 0 0.6 0 0 0</pose_3d><fov_degrees>360</fov_degrees>\
         <sensor_period>0.005</sensor_period><nrays>1080</nrays><max_range>20</max_range>\
         <range_std_noise>0</range_std_noise><angle_std_noise_deg>0</angle_std_noise_deg></sensor>\
         </vehicle></mvsim_world>",
        blocks.concat()
    )
}

/// CPU time of this thread [ns], from the kernel's scheduler.
fn cpu_time_ns() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells CPU times");
    text.split_whitespace().next().and_then(|first| first.parse().ok()).expect("a number")
}

//! MVSim's own worlds, where a copy of them lies beside the workspace: they expand without an error
//! and hold the objects that MVSim finds in them.
#![allow(clippy::disallowed_methods)] // The files are on the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use skidpad_world::{ExpandOptions, Expanded, FileProblem, Files, Node, expand, write};

struct Disk(PathBuf);

impl Files for Disk {
    fn read(&self, path: &str, _limit: usize) -> Result<Vec<u8>, FileProblem> {
        std::fs::read(self.0.join(path)).map_err(|_| FileProblem::Missing)
    }
    fn exists(&self, path: &str) -> bool {
        self.0.join(path).is_file()
    }
}

/// The folder of MVSim's data, or `None` with a message.
fn data() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = ["../shared/mvsim-worlds", "../../shared/mvsim-worlds"]
        .iter()
        .map(|folder| workspace.join(folder))
        .find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped: MVSim's worlds are not beside the workspace (shared/mvsim-worlds)");
    }
    found
}

fn expand_world(name: &str) -> Option<Expanded> {
    let path = format!("mvsim_tutorial/{name}.world.xml");
    let options = ExpandOptions { seed: 1, ..ExpandOptions::default() };
    let world = expand(&path, &Disk(data()?), &options);
    let messages = world.diagnostics.render(&world.sources);
    assert!(!world.diagnostics.has_errors(), "{messages}");
    Some(world)
}

/// How many there are of each: elements and sensors by class, the rest by tag.
fn census(tree: &Node) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let mut add = |what: String| *counts.entry(what).or_insert(0) += 1;
    for node in &tree.children {
        let class = |node: &Node| node.attribute("class").map_or(String::new(), |class| class.value.clone());
        match node.name.as_str() {
            "vehicle" | "block" | "actor" => add(node.name.to_string()),
            "element" => add(class(node)),
            "sensor" => add(format!("lone {}", class(node))),
            _ => {}
        }
        if node.name == "vehicle" {
            node.children_named("sensor").for_each(|sensor| add(class(sensor)));
        }
    }
    counts
}

#[track_caller]
fn check(name: &str, expected: &[(&str, usize)]) {
    let Some(world) = expand_world(name) else { return };
    let tree = world.tree.expect("a tree");
    let expected: BTreeMap<String, usize> =
        expected.iter().map(|(what, count)| ((*what).to_owned(), *count)).collect();
    assert_eq!(census(&tree), expected, "{name}");
    assert!(is_literal(&tree), "{name} still has something to expand");
}

fn is_literal(node: &Node) -> bool {
    let is_control = matches!(node.name.as_str(), "include" | "variable" | "for" | "if");
    !is_control
        && !node.name.ends_with(":class")
        && !node.text().contains('$')
        && node.attributes.iter().all(|attribute| !attribute.value.contains('$'))
        && node.children.iter().all(is_literal)
}

// Counts of spec/worlds.md, found with an independent script.

#[test]
fn demo_1robot() {
    check("demo_1robot", &[("vehicle", 1), ("occupancy_grid", 1), ("ground_grid", 1), ("laser", 2)]);
}

#[test]
fn demo_2robots() {
    check(
        "demo_2robots",
        &[
            ("vehicle", 2),
            ("block", 3),
            ("horizontal_plane", 1),
            ("ground_grid", 1),
            ("laser", 2),
            ("rgbd_camera", 1),
            ("camera", 1),
            ("lone laser", 1),
        ],
    );
}

#[test]
fn demo_elevation_map() {
    check(
        "demo_elevation_map",
        &[
            ("vehicle", 1),
            ("block", 17),
            ("elevation_map", 1),
            ("skybox", 1),
            ("lidar3d", 1),
            ("rgbd_camera", 1),
            ("gnss", 1),
        ],
    );
}

#[test]
fn demo_friction_zones() {
    check(
        "demo_friction_zones",
        &[("vehicle", 1), ("block", 4), ("skybox", 1), ("horizontal_plane", 3), ("property_region", 2)],
    );
}

#[test]
fn demo_greenhouse() {
    check(
        "demo_greenhouse",
        &[
            ("vehicle", 1),
            ("block", 262),
            ("horizontal_plane", 2),
            ("lidar3d", 1),
            ("rgbd_camera", 1),
            ("gnss", 1),
            ("imu", 1),
        ],
    );
}

#[test]
fn demo_jackal() {
    check(
        "demo_jackal",
        &[("vehicle", 1), ("block", 4), ("occupancy_grid", 1), ("laser", 2), ("rgbd_camera", 1)],
    );
}

#[test]
fn demo_many_robots() {
    check("demo_many_robots", &[("vehicle", 25), ("occupancy_grid", 1), ("laser", 25)]);
}

#[test]
fn demo_road_circuit1() {
    check(
        "demo_road_circuit1",
        &[
            ("vehicle", 2),
            ("block", 58),
            ("elevation_map", 11),
            ("horizontal_plane", 1),
            ("skybox", 1),
            ("lidar3d", 2),
            ("camera", 2),
        ],
    );
}

#[test]
fn demo_turtlebot_world() {
    check(
        "demo_turtlebot_world",
        &[("vehicle", 1), ("block", 14), ("horizontal_plane", 1), ("laser", 1), ("camera", 1), ("imu", 1)],
    );
}

#[test]
fn demo_walls() {
    check(
        "demo_walls",
        &[
            ("vehicle", 1),
            ("horizontal_plane", 1),
            ("vertical_plane", 5),
            ("laser", 1),
            ("lidar3d", 1),
            ("camera", 1),
        ],
    );
}

/// The expanded world, written and expanded again, is the same world.
#[test]
fn expansion_is_complete() {
    let Some(folder) = data() else { return };
    for name in ["demo_1robot", "demo_greenhouse", "demo_road_circuit1", "demo_2robots", "demo_walls"] {
        let Some(Expanded { tree: Some(tree), .. }) = expand_world(name) else { continue };
        let text = write::write(&tree);
        let path = "mvsim_tutorial/again.world.xml";
        let files = Overlay { disk: Disk(folder.clone()), path, text };
        let again = expand(path, &files, &ExpandOptions { seed: 99, ..ExpandOptions::default() });
        assert!(again.diagnostics.is_empty(), "{name}: {}", again.diagnostics.render(&again.sources));
        assert!(again.tree.is_some_and(|again| again.equals_apart_from_places(&tree)), "{name}");
    }
}

/// The disk with one more file.
struct Overlay {
    disk: Disk,
    path: &'static str,
    text: String,
}

impl Files for Overlay {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        if path == self.path { Ok(self.text.clone().into_bytes()) } else { self.disk.read(path, limit) }
    }
    fn exists(&self, path: &str) -> bool {
        self.disk.exists(path)
    }
}

/// Meshes written relative to a definition are found from the world's folder.
#[test]
fn paths_count_from_the_world() {
    let Some(world) = expand_world("demo_jackal") else { return };
    let tree = world.tree.expect("a tree");
    let vehicle = tree.child("vehicle").expect("the jackal");
    let visual = vehicle.child("visual").expect("its body");
    assert_eq!(visual.child("model_uri").unwrap().text(), "../models/jackal_description/jackal.dae");
    let wheel = vehicle.child("dynamics").and_then(|dynamics| dynamics.child("lf_wheel")).expect("a wheel");
    assert_eq!(
        wheel.child("visual").unwrap().child("model_uri").unwrap().text(),
        "../models/jackal_description/jackal-wheel.dae"
    );
    assert_eq!(world.environment_read.get("HOME"), None);
}

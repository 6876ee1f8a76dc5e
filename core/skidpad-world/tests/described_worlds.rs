//! Whole worlds: those we ship load without a warning and hold the objects that were counted in their files, and
//! every world means the same after it was expanded and loaded again.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use skidpad_world::description::{ElementKind, SensorKind, WallSource};
use skidpad_world::{ExpandOptions, Loaded, MapFiles, Node, Severity, WorldDescription, load, write};
use support::{files_ending, load_from, workspace};

/// Every world of a folder, loaded.
fn worlds_in(root: &Path, folder: &str) -> Vec<(String, Loaded)> {
    let load_one = |name: String| {
        let loaded = load_from(root.to_path_buf(), &format!("{folder}/{name}.world.xml"));
        (name, loaded)
    };
    files_ending(&root.join(folder), ".world.xml").into_iter().map(load_one).collect()
}

fn assert_no_errors(name: &str, loaded: &Loaded) {
    assert!(!loaded.diagnostics.has_errors(), "{name}: {}", loaded.diagnostics.render(&loaded.sources));
}

#[test]
fn our_worlds_load_without_a_warning() {
    let worlds = worlds_in(&workspace(), "worlds");
    assert!(worlds.len() >= 14, "only {} worlds", worlds.len());
    for (name, loaded) in &worlds {
        assert_no_errors(name, loaded);
        let warnings = loaded.diagnostics.count(Severity::Warning);
        assert_eq!(warnings, 0, "{name}: {}", loaded.diagnostics.render(&loaded.sources));
    }
}

#[test]
fn an_expanded_world_means_the_same_when_it_is_loaded_again() {
    for (name, loaded) in worlds_in(&workspace(), "worlds") {
        let tree = loaded.tree.as_ref().expect("a tree");
        assert!(is_literal(tree), "{name} still has something to expand");
        let text = write::write(tree);
        let files = MapFiles::from_texts([("w/again.world.xml", text.as_str())]);
        let again = load("w/again.world.xml", &files, &ExpandOptions::default());
        assert_no_errors(&name, &again);
        assert!(
            loaded.description.equals_apart_from_places(&again.description),
            "{name} changed its meaning"
        );
    }
}

/// Whether nothing is left to include, repeat, choose or substitute.
fn is_literal(node: &Node) -> bool {
    let is_control = matches!(node.name.as_str(), "include" | "variable" | "for" | "if");
    !is_control
        && !node.name.ends_with(":class")
        && !node.text().contains('$')
        && node.attributes.iter().all(|attribute| !attribute.value.contains('$'))
        && node.children.iter().all(is_literal)
}

/// Meshes that a definition names relative to itself are found from the folder of the world.
#[test]
fn paths_count_from_the_world() {
    let loaded = load_from(workspace(), "worlds/walls.world.xml");
    let visuals = loaded.description.vehicles.iter().flat_map(|vehicle| {
        vehicle.object.visuals.iter().chain(vehicle.wheels.iter().flat_map(|wheel| &wheel.visuals))
    });
    let uris: Vec<&str> = visuals.map(|visual| visual.model.uri.as_str()).collect();
    assert!(uris.contains(&"../models/jackal_description/jackal.dae"), "{uris:?}");
    assert!(uris.iter().all(|uri| workspace().join("worlds").join(uri).is_file()), "{uris:?}");
}

/// How many there are of each: elements and sensors by class, the rest by kind.
fn census(world: &WorldDescription) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let mut add = |what: &'static str, count: usize| {
        if count > 0 {
            *counts.entry(what).or_insert(0) += count;
        }
    };
    add("vehicle", world.vehicles.len());
    add("block", world.blocks.len());
    add("actor", world.actors.len());
    add("lone sensor", world.sensors.len());
    add("joint", world.joints.len());
    for element in &world.elements {
        let class = match element.kind {
            ElementKind::GroundGrid(_) => "ground_grid",
            ElementKind::OccupancyGrid(_) => "occupancy_grid",
            ElementKind::HorizontalPlane(_) => "horizontal_plane",
            ElementKind::VerticalPlane(_) => "vertical_plane",
            ElementKind::ElevationMap(_) => "elevation_map",
            ElementKind::PointCloud(_) => "pointcloud",
            ElementKind::Skybox(_) => "skybox",
            ElementKind::PropertyRegion(_) => "property_region",
            ElementKind::ConeTrack(_) => "cone_track",
            ElementKind::Extension(_) => "extension",
        };
        add(class, 1);
    }
    for sensor in world.vehicles.iter().flat_map(|vehicle| &vehicle.sensors) {
        let class = match sensor.kind {
            SensorKind::Laser(_) => "laser",
            SensorKind::Lidar3d(_) => "lidar3d",
            SensorKind::Camera(_) => "camera",
            SensorKind::Rgbd(_) => "rgbd",
            SensorKind::Imu(_) => "imu",
            SensorKind::Gnss(_) => "gnss",
            SensorKind::ConeDetector(_) => "cone_detector",
            SensorKind::Extension(_) => "extension",
        };
        add(class, 1);
    }
    for walls in &world.walls {
        if let WallSource::Points(points) = &walls.source {
            add("wall", points.len() / 2);
        }
    }
    counts
}

#[track_caller]
fn check(name: &str, expected: &[(&'static str, usize)]) {
    let loaded = load_from(workspace(), &format!("worlds/{name}.world.xml"));
    assert_no_errors(name, &loaded);
    assert_eq!(census(&loaded.description), expected.iter().copied().collect(), "{name}");
}

/// Counted by hand in the files: loops, conditions, classes and includes give what their author meant.
#[test]
fn worlds_hold_what_their_files_say() {
    // Eight rows of nineteen plants: rows 4 to 6 are left out by a condition inside two loops.
    check(
        "greenhouse",
        &[
            ("vehicle", 1),
            ("block", 152),
            ("horizontal_plane", 2),
            ("vertical_plane", 2),
            ("lidar3d", 1),
            ("rgbd", 1),
            ("gnss", 1),
            ("imu", 1),
        ],
    );
    check("many_robots", &[("vehicle", 25), ("occupancy_grid", 1), ("laser", 25)]);
    // Nine pillars of a class, and six walls between pairs of points.
    check(
        "turtlebot",
        &[
            ("vehicle", 1),
            ("block", 9),
            ("wall", 6),
            ("horizontal_plane", 1),
            ("laser", 1),
            ("camera", 1),
            ("imu", 1),
        ],
    );
    check(
        "two_robots",
        &[
            ("vehicle", 2),
            ("block", 3),
            ("horizontal_plane", 1),
            ("ground_grid", 1),
            ("laser", 2),
            ("rgbd", 1),
            ("camera", 1),
            ("lone sensor", 1),
        ],
    );
    check(
        "walls",
        &[
            ("vehicle", 1),
            ("wall", 3),
            ("horizontal_plane", 2),
            ("vertical_plane", 2),
            ("laser", 1),
            ("lidar3d", 1),
            ("camera", 1),
        ],
    );
}

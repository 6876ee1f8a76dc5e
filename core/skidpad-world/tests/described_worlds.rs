//! Whole worlds: ours load without a warning, MVSim's load with the objects that MVSim finds in them,
//! and every world means the same after it was expanded and loaded again.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use skidpad_world::description::{ElementKind, SensorKind, WallSource};
use skidpad_world::{ExpandOptions, Loaded, MapFiles, Severity, WorldDescription, load, write};
use support::{files_ending, load_from, mvsim_data, workspace};

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
    let mut worlds = worlds_in(&workspace(), "worlds");
    if let Some(data) = mvsim_data() {
        worlds.extend(worlds_in(&data, "mvsim_tutorial"));
    }
    for (name, loaded) in worlds {
        let text = write::write(loaded.tree.as_ref().expect("a tree"));
        let files = MapFiles::from_texts([("w/again.world.xml", text.as_str())]);
        let again = load("w/again.world.xml", &files, &ExpandOptions::default());
        assert_no_errors(&name, &again);
        assert!(
            loaded.description.equals_apart_from_places(&again.description),
            "{name} changed its meaning"
        );
    }
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
    let Some(data) = mvsim_data() else { return };
    let loaded = load_from(data, &format!("mvsim_tutorial/{name}.world.xml"));
    assert_no_errors(name, &loaded);
    assert_eq!(census(&loaded.description), expected.iter().copied().collect(), "{name}");
}

#[test]
fn mvsim_worlds_have_the_objects_that_mvsim_finds() {
    check("demo_1robot", &[("vehicle", 1), ("occupancy_grid", 1), ("ground_grid", 1), ("laser", 2)]);
    check(
        "demo_2robots",
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
        "demo_elevation_map",
        &[
            ("vehicle", 1),
            ("block", 17),
            ("elevation_map", 1),
            ("skybox", 1),
            ("lidar3d", 1),
            ("rgbd", 1),
            ("gnss", 1),
        ],
    );
    check(
        "demo_friction_zones",
        &[("vehicle", 1), ("block", 4), ("skybox", 1), ("horizontal_plane", 3), ("property_region", 2)],
    );
    check(
        "demo_greenhouse",
        &[
            ("vehicle", 1),
            ("block", 262),
            ("horizontal_plane", 2),
            ("lidar3d", 1),
            ("rgbd", 1),
            ("gnss", 1),
            ("imu", 1),
        ],
    );
    check("demo_jackal", &[("vehicle", 1), ("block", 4), ("occupancy_grid", 1), ("laser", 2), ("rgbd", 1)]);
    check("demo_many_robots", &[("vehicle", 25), ("occupancy_grid", 1), ("laser", 25)]);
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
    check(
        "demo_turtlebot_world",
        &[
            ("vehicle", 1),
            ("block", 14),
            ("wall", 6),
            ("horizontal_plane", 1),
            ("laser", 1),
            ("camera", 1),
            ("imu", 1),
        ],
    );
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

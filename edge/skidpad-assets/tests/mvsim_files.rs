//! Files of MVSim itself, where they are at hand (`SKIDPAD_MVSIM_WORLDS`, or beside the checkout);
//! skipped with a message elsewhere. They are never part of this repository.

use skidpad_assets::decode::mesh::decode_mesh;
use skidpad_assets::{AssetProblem, AssetStore, DiskFiles, Folders, Limits, load_assets};
use skidpad_scene::{Affine, Mesh, OutlineOptions, outline, polygon};
use skidpad_world::{ExpandOptions, FileProblem, Severity};
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("SKIDPAD_MVSIM_WORLDS").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/mvsim-worlds");
    let further = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/mvsim-worlds");
    let found = [named, Some(beside), Some(further)].into_iter().flatten().find(|path| path.is_dir());
    if found.is_none() {
        println!("skipped: MVSim's worlds are not here");
    }
    found
}

fn mesh(name: &str) -> Option<Mesh> {
    let bytes = std::fs::read(folder()?.join("models").join(name)).unwrap();
    let none = |_: &str| Err(AssetProblem::File(FileProblem::Missing));
    Some(decode_mesh(name, &bytes, &none, &Limits::default()).unwrap())
}

/// Extent along x, y and z.
fn extent(mesh: &Mesh) -> [f32; 3] {
    let (low, high) = mesh.bounds_m().unwrap();
    [0, 1, 2].map(|axis| high[axis] - low[axis])
}

/// The Jackal is 0.51 m long and 0.43 m wide, and its body is about 0.2 m high.
/// Its file has z up; it comes out with y up, and the definition's `model_roll` of 90° stands it.
#[test]
fn the_jackal_has_its_size_and_its_outline() {
    let Some(jackal) = mesh("jackal_description/jackal.dae") else { return };
    let [length, height, width] = extent(&jackal);
    assert!((0.49..0.52).contains(&length), "{length}");
    assert!((0.40..0.45).contains(&width), "{width}");
    assert!((0.15..0.25).contains(&height), "{height}");
    let rolled =
        Affine { linear: [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]], translation_m: [0.0; 3] };
    let found = outline(&[(&jackal, rolled)], &OutlineOptions::default()).unwrap();
    assert!((3..=12).contains(&found.polygon.len()));
    let area = polygon::area_m2(&found.polygon);
    let rectangle = f64::from(length) * f64::from(width);
    assert!((0.7 * rectangle..=1.02 * rectangle).contains(&area), "{area} of {rectangle}");
    assert!((found.z_max_m - found.z_min_m - f64::from(height)).abs() < 1e-6);
}

#[test]
fn every_shipped_model_decodes() {
    for (name, triangles) in [
        ("hokuyo_utm30.dae", 100..100_000),
        ("simple_camera.dae", 10..10_000),
        ("simple_imu.dae", 10..1_000),
        ("velodyne-vlp16.dae", 100..10_000),
        ("jackal_description/jackal-wheel.dae", 100..100_000),
        ("pioneer3at/chassis.dae", 100..10_000),
        ("pioneer3at/wheel.dae", 100..10_000),
    ] {
        let Some(mesh) = mesh(name) else { return };
        assert!(triangles.contains(&mesh.triangles.len()), "{name}: {}", mesh.triangles.len());
        let largest = extent(&mesh).into_iter().fold(0.0, f32::max);
        assert!((0.01..1.0).contains(&largest), "{name} is {largest} m large");
        assert!(!mesh.materials.is_empty(), "{name} has colours");
    }
}

#[test]
fn the_tutorial_worlds_find_their_local_files() {
    let Some(folder) = folder() else { return };
    for (world, grids, terrains) in [
        ("demo_1robot", 1, 0),
        ("demo_jackal", 1, 0),
        ("demo_many_robots", 1, 0),
        ("demo_elevation_map", 0, 1),
        ("demo_road_circuit1", 0, 11),
        ("demo_turtlebot_world", 0, 0),
    ] {
        let path = folder.join("mvsim_tutorial").join(format!("{world}.world.xml"));
        let files = DiskFiles::for_world(&path, &Folders::default()).unwrap();
        let loaded = skidpad_world::load(&files.world, &files.files, &ExpandOptions::default());
        let store = AssetStore::new(&files, None);
        let (assets, diagnostics) = load_assets(&loaded.description, &store);
        assert_eq!(assets.grids.len(), grids, "{world}: {diagnostics:?}");
        assert_eq!(assets.height_fields.len(), terrains, "{world}: {diagnostics:?}");
        assert!(diagnostics.iter().all(|d| d.severity == Severity::Warning), "{world}: {diagnostics:?}");
        let is_remote = |uri: &str| uri.starts_with("http");
        let local: Vec<_> = assets.missing.iter().filter(|asset| !is_remote(&asset.uri)).collect();
        println!("{world}: {} meshes, missing beside the remote ones: {local:?}", assets.meshes.len());
    }
}

/// The campus map of world-format §12.1: 1888 × 2738 cells of 0.08 m.
#[test]
fn the_campus_map_is_as_described() {
    let Some(folder) = folder() else { return };
    let bytes = std::fs::read(folder.join("mvsim_tutorial/uma_campus.gridmap.gz")).unwrap();
    let grid = skidpad_assets::decode::gridmap::decode_gridmap(&bytes, &Limits::default()).unwrap();
    assert_eq!((grid.width, grid.height, grid.resolution_m), (1888, 2738, 0.08));
    assert_eq!((grid.x_min_m, grid.y_min_m), (-10.0, -127.04));
    let rectangles = grid.merged_rectangles();
    let covered: u64 = rectangles.iter().map(|r| u64::from(r.width) * u64::from(r.height)).sum();
    let walls = grid.free.iter().filter(|&&free| free <= 124).count() as u64;
    assert_eq!(covered, walls);
    println!("{walls} wall cells in {} rectangles", rectangles.len());
}

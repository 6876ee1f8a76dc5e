//! Every world we ship loads without a word of complaint, and between them they use the whole format.

mod assets;
mod definitions;
mod features;
mod generated;
mod live_examples;
mod running;
mod tutorial;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use skidpad_assets::{DiskFiles, Folders};
use skidpad_world::description::{Controller, Differential, Dynamics};
use skidpad_world::{ExpandOptions, Loaded, MapFiles, load, write};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The worlds by file name.
fn worlds() -> BTreeMap<String, PathBuf> {
    fs::read_dir(repository().join("worlds"))
        .expect("the folder of worlds")
        .map(|entry| entry.expect("a readable folder").path())
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path)))
        .filter(|(name, _)| name.ends_with(".world.xml"))
        .collect()
}

fn loaded(world: &Path) -> Loaded {
    let opened = DiskFiles::for_world(world, &Folders::default()).expect("a world on disk");
    load(&opened.world, &opened.files, &ExpandOptions::default())
}

/// Errors, warnings and notes alike.
fn complaints(world: &Loaded) -> Vec<String> {
    world.diagnostics.iter().map(|diagnostic| diagnostic.render(&world.sources)).collect()
}

#[test]
fn there_are_enough_worlds() {
    assert!(worlds().len() >= 14, "{} worlds", worlds().len());
}

#[test]
fn every_world_loads_without_complaint() {
    let found: BTreeMap<_, _> = (worlds().into_iter())
        .map(|(name, path)| (name, complaints(&loaded(&path))))
        .filter(|(_, complaints)| !complaints.is_empty())
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_expanded_world_describes_the_same() {
    for (name, path) in worlds() {
        let world = loaded(&path);
        let text = write::write(world.tree.as_ref().expect("a tree"));
        let main = format!("worlds/{name}");
        let again =
            load(&main, &MapFiles::from_texts([(main.as_str(), text.as_str())]), &ExpandOptions::default());
        assert!(complaints(&again).is_empty(), "{name}: {:#?}", complaints(&again));
        assert!(again.description.equals_apart_from_places(&world.description), "{name}");
    }
}

#[test]
fn every_asset_of_every_world_is_there() {
    for (name, path) in worlds() {
        let opened = DiskFiles::for_world(&path, &Folders::default()).expect("a world on disk");
        let world = load(&opened.world, &opened.files, &ExpandOptions::default());
        for uri in features::assets(world.tree.as_ref().expect("a tree")) {
            for file in features::files_of(&uri) {
                let logical = skidpad_world::files::join("worlds", &file);
                assert!(opened.files.origin(&logical).is_some(), "{name}: {logical} is missing");
            }
        }
    }
}

#[test]
fn the_recording_world_listens_to_the_environment_and_the_command_line() {
    let opened =
        DiskFiles::for_world(&worlds()["recording.world.xml"], &Folders::default()).expect("a world on disk");
    let pairs =
        |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let options = ExpandOptions {
        environment: pairs(&[("ROBOT_SPEED", "1.5"), ("ROBOT_NAME", "rover")]),
        variables: pairs(&[("has_name", "1"), ("turn", "30")]),
        ..ExpandOptions::default()
    };
    let world = load(&opened.world, &opened.files, &options);
    assert!(!world.diagnostics.has_errors(), "{:#?}", complaints(&world));
    assert_eq!(world.description.blocks[0].object.name, "rover");
    let Dynamics::Differential(Differential { controller: Controller::TwistPid { twist, .. } }) =
        &world.description.vehicles[0].dynamics
    else {
        panic!("{:?}", world.description.vehicles[0].dynamics);
    };
    assert_eq!(twist.vx_mps, 1.5);
    assert!((twist.yaw_rate_radps - 30.0_f64.to_radians()).abs() < 1e-12, "{twist:?}");
    assert_eq!(world.environment_read["ROBOT_SPEED"].as_deref(), Some("1.5"));
}

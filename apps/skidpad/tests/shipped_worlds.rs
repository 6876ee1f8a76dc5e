//! Every world we ship loads without a word of complaint, and between them they use the whole format.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use skidpad_assets::{DiskFiles, Folders, WorldFiles};
use skidpad_world::{ExpandOptions, Expanded, expand};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The worlds, in order of their names.
fn worlds() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(repository().join("worlds"))
        .expect("the folder of worlds")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.to_string_lossy().ends_with(".world.xml"))
        .collect();
    found.sort();
    found
}

fn open(world: &Path) -> WorldFiles {
    DiskFiles::for_world(world, &Folders::default()).expect("a world on disk")
}

fn expanded(world: &Path) -> Expanded {
    let opened = open(world);
    expand(&opened.world, &opened.files, &ExpandOptions::default())
}

fn complaints(world: &Expanded) -> Vec<String> {
    world.diagnostics.iter().map(|diagnostic| diagnostic.render(&world.sources)).collect()
}

#[test]
fn there_are_enough_worlds() {
    assert!(worlds().len() >= 14, "{} worlds", worlds().len());
}

#[test]
fn every_world_expands_without_complaint() {
    let found: BTreeMap<_, _> = worlds()
        .iter()
        .map(|world| (world.file_name().map(ToOwned::to_owned), complaints(&expanded(world))))
        .filter(|(_, complaints)| !complaints.is_empty())
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

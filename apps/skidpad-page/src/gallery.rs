//! The shipped worlds, which are part of the module.

use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;

static WORLDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../worlds");

/// Every file of the shipped worlds, by logical path: `worlds/warehouse.world.xml`, `worlds/maps/…`.
pub(crate) fn files() -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![&WORLDS];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            if let Some(path) = file.path().to_str() {
                found.insert(format!("worlds/{path}"), file.contents().to_vec());
            }
        }
    }
    found
}

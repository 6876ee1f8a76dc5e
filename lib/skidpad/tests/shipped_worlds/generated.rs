//! Meshes, maps and textures are what their scripts write, byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::repository;

/// Every file below a folder, by its path from there.
fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(&current).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inside = path.strip_prefix(folder).expect("a path below").to_string_lossy().into_owned();
                found.insert(inside, fs::read(&path).expect("a readable file"));
            }
        }
    }
    found
}

#[test]
fn models_maps_and_textures_are_what_their_scripts_write() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3 to run scripts/make-models and scripts/make-maps");
        return;
    }
    let copy = std::env::temp_dir().join(format!("skidpad-generated-{}", std::process::id()));
    fs::create_dir_all(copy.join("scripts")).expect("a folder");
    for script in ["make-models", "make-maps", "mesh.py", "raster.py"] {
        let from = repository().join("scripts").join(script);
        fs::copy(from, copy.join("scripts").join(script)).expect("a copied script");
    }
    for script in ["make-models", "make-maps"] {
        let output = Command::new("python3")
            .arg(copy.join("scripts").join(script))
            .output()
            .expect("a started script");
        assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for folder in ["models", "worlds/maps", "worlds/textures"] {
        let written = files_below(&copy.join(folder));
        let committed = files_below(&repository().join(folder));
        let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&written), names(&committed), "{folder}");
        for (name, bytes) in &written {
            assert!(bytes == &committed[name], "{folder}/{name} is not what its script writes");
        }
    }
    fs::remove_dir_all(&copy).expect("a removed folder");
}

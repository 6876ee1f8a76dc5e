//! The dependency list of ARCHITECTURE.md is the truth, and core forbids unsafe code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

type Dependencies = BTreeMap<String, BTreeSet<String>>;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documented() -> Dependencies {
    let text = std::fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    text.lines()
        .filter_map(|line| line.split_once(" →"))
        .filter(|(name, _)| name.starts_with("skidpad"))
        .map(|(name, list)| (name.to_string(), list.split_whitespace().map(str::to_string).collect()))
        .collect()
}

fn actual() -> Dependencies {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(repository())
        .output()
        .expect("cargo metadata");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().expect("dependencies");
            let ours = dependencies
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| text(&dependency["name"]))
                .filter(|name| name.starts_with("skidpad"))
                .collect();
            (text(&package["name"]), ours)
        })
        .collect()
}

#[test]
fn dependency_list_is_the_truth() {
    assert_eq!(documented(), actual());
}

#[test]
fn core_forbids_unsafe_code_everywhere_but_in_lanes() {
    for entry in std::fs::read_dir(repository().join("core")).expect("core/") {
        let folder = entry.expect("entry").path();
        let lib = folder.join("src/lib.rs");
        if folder.ends_with("skidpad-lanes") || !lib.exists() {
            continue;
        }
        let text = std::fs::read_to_string(&lib).expect("lib.rs");
        assert!(text.contains("#![forbid(unsafe_code)]"), "{} lacks forbid(unsafe_code)", lib.display());
    }
}

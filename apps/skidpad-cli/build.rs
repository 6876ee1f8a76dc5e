//! Puts into `skidpad --version` what was built: the commit, the target, the profile, the compiler and the features.

use std::env::{var, var_os};
use std::process::Command;

fn main() {
    // A build without git, such as one from an archive, can be told the commit.
    let commit = var("SKIDPAD_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty())
        .or_else(|| said_by("git", &["rev-parse", "--short=10", "HEAD"]))
        .unwrap_or_else(|| "unknown".to_string());
    println!("cargo:rustc-env=SKIDPAD_COMMIT={commit}");
    println!("cargo:rustc-env=SKIDPAD_BUILD={}", description());
    println!("cargo:rerun-if-env-changed=SKIDPAD_COMMIT");
    if let Some(git) = said_by("git", &["rev-parse", "--absolute-git-dir"]) {
        println!("cargo:rerun-if-changed={git}/HEAD");
        println!("cargo:rerun-if-changed={git}/logs/HEAD");
    }
    println!("cargo:rerun-if-changed=build.rs");
}

/// One line: `x86_64-unknown-linux-gnu, static, profile dist, rustc 1.95.0, features none`.
fn description() -> String {
    let target = var("TARGET").unwrap_or_default();
    let target_features = var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let linked =
        if target_features.split(',').any(|feature| feature == "crt-static") { "static" } else { "dynamic" };
    let compiler = said_by(&var("RUSTC").unwrap_or_default(), &["--version"]).unwrap_or_default();
    let compiler = compiler.split_whitespace().nth(1).unwrap_or("unknown").to_string();
    format!("{target}, {linked}, profile {}, rustc {compiler}, features {}", profile(), features())
}

/// The name of the profile, which cargo tells only by the folder: `…/dist/build/skidpad-cli-…/out`.
fn profile() -> String {
    let out = var_os("OUT_DIR").unwrap_or_default();
    let folder = std::path::Path::new(&out).ancestors().nth(3).and_then(|folder| folder.file_name());
    folder.map_or_else(|| "unknown".into(), |name| name.to_string_lossy().into_owned())
}

/// The features of the program that were chosen, sorted.
fn features() -> String {
    let mut names: Vec<String> = std::env::vars()
        .filter_map(|(name, _)| Some(name.strip_prefix("CARGO_FEATURE_")?.to_lowercase().replace('_', "-")))
        .filter(|name| name != "default")
        .collect();
    names.sort();
    if names.is_empty() { "none".into() } else { names.join(" ") }
}

/// What a program prints, if it can be run and succeeds.
fn said_by(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    Some(text.trim().to_string())
}

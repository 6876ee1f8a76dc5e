//! Puts the commit into `skidpad --version`, where there is one.

use std::process::Command;

fn main() {
    let commit = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map_or_else(|| "unknown".to_string(), |text| text.trim().to_string());
    println!("cargo:rustc-env=SKIDPAD_COMMIT={commit}");
    if let Some(git) = git_folder() {
        println!("cargo:rerun-if-changed={git}/HEAD");
        println!("cargo:rerun-if-changed={git}/logs/HEAD");
    }
    println!("cargo:rerun-if-changed=build.rs");
}

fn git_folder() -> Option<String> {
    let output = Command::new("git").args(["rev-parse", "--absolute-git-dir"]).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).ok())?
        .map(|text| text.trim().to_string())
}

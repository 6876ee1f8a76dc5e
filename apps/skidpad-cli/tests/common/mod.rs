//! Running the program and looking at what it says.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The repository.
pub fn repository() -> PathBuf {
    std::fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("repository")
}

/// The program, to be run in the repository with a clean environment.
pub fn skidpad() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skidpad"));
    command.current_dir(repository()).env_remove("NO_COLOR");
    command
}

/// Run the program to its end.
pub fn run(arguments: &[&str]) -> Output {
    skidpad().args(arguments).output().expect("the program starts")
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder of its own for a test, empty at its start.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("scratch folder");
    folder
}

/// Every shipped world.
pub fn shipped_worlds() -> Vec<PathBuf> {
    let mut worlds: Vec<PathBuf> = std::fs::read_dir(repository().join("worlds"))
        .expect("worlds/")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".world.xml"))
        .collect();
    worlds.sort();
    worlds
}

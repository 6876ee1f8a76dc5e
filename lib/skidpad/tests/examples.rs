//! Every example runs from the root of the repository, says what its reader expects, and writes nothing elsewhere.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo puts examples: beside the folder of test programs.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this program");
    let folder = test.parent().and_then(Path::parent).expect("target/profile/deps/program");
    folder.join("examples").join(name)
}

fn check(name: &str, expected: &[&str]) {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scratch = std::env::temp_dir().join(format!("skidpad-examples-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a scratch folder");
    let output = Command::new(example(name))
        .current_dir(&repository)
        .env("TMPDIR", &scratch)
        .output()
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    for part in expected {
        assert!(text.contains(part), "{name} does not print {part:?}:\n{text}");
    }
    std::fs::remove_dir_all(&scratch).expect("the scratch folder");
}

#[test]
fn drive_prints_a_line_per_second() {
    check("drive", &[" 1 s: x", "10 s: x", "state hash"]);
}

#[test]
fn lidar_touches_nothing() {
    check("lidar", &["sensors: ", "after 10.0 s", "touched something: no"]);
}

#[test]
fn record_replays_to_the_same_bits() {
    check("record", &["5.000 s in", "never collides: met", "replayed 2500 steps, 26 hashes compared"]);
}

#[test]
fn batch_steps_a_hundred_worlds() {
    check("batch", &["100 worlds, 400 steps each", "hash of the first"]);
}

#[test]
fn linearise_gives_a_stable_car() {
    check("linearise", &["10 m/s on 20 m", "A has", "fastest mode decays at -"]);
}

#[test]
fn participant_drives_a_square() {
    check("participant", &["2400 steps", "m driven"]);
}

#[test]
fn build_world_pushes_a_box() {
    check("build_world", &["12 boxes; the one ahead was pushed to x = "]);
}

#[test]
fn picture_writes_a_png() {
    check("picture", &["warehouse.png"]);
}

#[test]
fn classes_of_ones_own_run() {
    check("radar", &["3 s: ", "m/s", "state hash"]);
    check("mecanum", &["16 s: x", "state hash"]);
    check("conveyor", &["belt1: the belt starts", "parcel at x = ", "state hash"]);
    check("sonar_ring", &["m ahead, stopping", "touched something: no"]);
}

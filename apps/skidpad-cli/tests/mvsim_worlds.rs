//! Worlds of MVSim itself run as they are. They are not part of this repository: the test looks for them beside it.

mod common;

use common::{repository, scratch, skidpad, stderr, stdout};

#[test]
fn worlds_of_mvsim_run() {
    let folder = repository().join("../shared/mvsim-worlds/mvsim_tutorial");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there are no MVSim worlds beside the repository");
        return;
    };
    let is_world = |path: &std::path::PathBuf| path.to_string_lossy().ends_with(".world.xml");
    let worlds: Vec<_> = entries.map(|entry| entry.expect("entry").path()).filter(is_world).collect();
    assert!(!worlds.is_empty());
    for world in worlds {
        let output = skidpad()
            .current_dir(scratch("mvsim_worlds"))
            .args(["launch", world.to_str().expect("UTF-8"), "--headless", "--duration", "1"])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{}: {}", world.display(), stderr(&output));
        assert!(stdout(&output).starts_with("1.000 s in "), "{}: {}", world.display(), stdout(&output));
    }
}

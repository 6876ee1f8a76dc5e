//! Replays what fuzzing starts from, on a stable compiler.

use std::path::Path;

/// Every input of a target's corpus; at least one must be there.
pub fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fuzz-corpus").join(target);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        eprintln!("{}", path.display());
        run(&std::fs::read(&path).expect("a file"));
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}

//! A golden hash changes only together with a line in a Physics section of the changelog.
//!
//! `testdata/golden/changes.txt` has one line per change: a checksum of all golden files, and the line of the changelog
//! that explains it. Whoever changes a golden hash adds a line there, and so has to have one in the changelog.

use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// FNV-1a over the names and contents of the golden files, in the order of their names.
fn checksum_of_golden_files() -> String {
    let mut files: Vec<PathBuf> = std::fs::read_dir(repository().join("testdata/golden"))
        .expect("testdata/golden")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "hash"))
        .collect();
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in files {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let content = std::fs::read(&path).expect("a golden file");
        for byte in name.bytes().chain(content) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// The lines of all Physics sections.
fn physics_lines(changelog: &str) -> Vec<&str> {
    let mut is_physics = false;
    let mut lines = Vec::new();
    for line in changelog.lines() {
        if line.starts_with('#') {
            is_physics = line.trim_start_matches('#').trim() == "Physics";
        } else if is_physics {
            lines.push(line.trim_start_matches("- ").trim());
        }
    }
    lines
}

#[test]
fn a_golden_hash_changes_only_with_a_line_in_the_changelog() {
    let read = |name: &str| std::fs::read_to_string(repository().join(name)).expect("a text");
    let (changes, changelog) = (read("testdata/golden/changes.txt"), read("CHANGELOG.md"));
    let (checksum, reason) =
        changes.trim_end().lines().last().and_then(|line| line.split_once(' ')).expect("a change");
    let now = checksum_of_golden_files();
    assert_eq!(
        checksum, now,
        "the golden hashes have changed: add a line \"{now} REASON\" to testdata/golden/changes.txt, where REASON is \
         the line of the changelog's Physics section that explains it"
    );
    assert!(
        physics_lines(&changelog).contains(&reason),
        "no Physics section of the changelog has the line \"{reason}\""
    );
}

#[test]
fn other_sections_do_not_count() {
    let text = "## 2\n### Program\n- a\n### Physics\n- b\n  c\n## 1\n- d\n### Physics\n- e";
    assert_eq!(physics_lines(text), ["b", "c", "e"]);
}

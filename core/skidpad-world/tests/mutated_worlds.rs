//! Mutated copies of the shipped worlds and definitions: whatever is broken, the answer is a tree or
//! diagnostics, quickly and without a panic. SKIDPAD_NIGHTLY=1 makes many more copies, under the
//! default limits.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // Files are on the disk.

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::time::Duration;

use skidpad_math::SplitMix64;
use skidpad_world::{ExpandOptions, Limits, MapFiles, load, write};

/// What gets inserted: the words that mean something to the loader.
const WORDS: [&str; 40] = [
    "<",
    ">",
    "/>",
    "</",
    "\"",
    "'",
    "&",
    "&lt;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE x>",
    "${",
    "}",
    "$f{",
    "$env{HOME}",
    "$(",
    ")",
    "|",
    "${NAME}",
    "${i|1}",
    "$f{rand()}",
    "$f{while(1){}}",
    "$f{1/0}",
    "<for var='i' from='0' to='1000'>",
    "</for>",
    "<if condition='1'>",
    "</if>",
    "<include file='a.world.xml'/>",
    "<variable name='i' value='${i|1}${i|1}'/>",
    "nan",
    "-inf",
    "1e309",
    "-1",
    "99999999999999999999",
    "\u{0}",
    "ä",
];

fn mutate(text: &mut Vec<u8>, random: &mut SplitMix64) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(text.len());
        let end = (at + 1 + random.below(60)).min(text.len());
        match random.below(8) {
            0 if !text.is_empty() => text[at] = random.below(256) as u8,
            1 => drop(text.drain(at..end)),
            2 => {
                let piece = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            3 => text.truncate(at),
            4 => {
                // A line twice.
                let start = text[..at].iter().rposition(|b| *b == b'\n').map_or(0, |found| found + 1);
                let end =
                    text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |found| at + found + 1);
                let line = text[start..end].to_vec();
                text.splice(end..end, line);
            }
            _ => {
                let word = WORDS[random.below(WORDS.len())];
                text.splice(at..at, word.bytes());
            }
        }
    }
}

/// Shipped worlds and definitions, as a map.
fn shipped() -> MapFiles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = MapFiles::default();
    for folder in ["worlds", "definitions"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is part of the repository");
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            if path.extension().is_some_and(|extension| extension == "xml") {
                let name = path.file_name().expect("a name").to_string_lossy();
                files.0.insert(format!("{folder}/{name}"), std::fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

/// The CPU time of this thread, from the kernel's scheduler; what others do on the machine does not count.
/// Zero where the system does not tell.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// 10 000 copies in four parts, which run side by side.
fn load_mutated(part: u64) {
    let is_nightly = std::env::var_os("SKIDPAD_NIGHTLY").is_some();
    let (count, limits) = if is_nightly {
        (25_000, Limits::default())
    } else {
        // A mutation can make a loop of a million; that is tried at night.
        (2_500, Limits { nodes: 50_000, bodies: 2_000, ..Limits::default() })
    };
    let options = ExpandOptions { limits, ..ExpandOptions::default() };
    let original = shipped();
    let worlds: Vec<&String> = original.0.keys().filter(|path| path.starts_with("worlds/")).collect();
    let definitions: Vec<&String> =
        original.0.keys().filter(|path| path.starts_with("definitions/")).collect();
    let mut slowest = (Duration::ZERO, 0, String::new());
    for seed in part * 1_000_000..part * 1_000_000 + count {
        let mut random = SplitMix64::new(seed);
        let main = worlds[random.below(worlds.len())];
        let target = if random.below(4) == 0 { definitions[random.below(definitions.len())] } else { main };
        let mut files = original.clone();
        mutate(files.0.get_mut(target).expect("a shipped file"), &mut random);
        let started = cpu_time();
        let run = || {
            let world = load(main, &files, &options);
            world.tree.as_ref().map(write::write);
            world.diagnostics.render(&world.sources).len()
        };
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(run));
        assert!(outcome.is_ok(), "seed {seed}: {main} with a mutated {target}");
        let taken = cpu_time() - started;
        if taken > slowest.0 {
            slowest = (taken, seed, format!("{main} with a mutated {target}"));
        }
    }
    println!("slowest of {count}: {slowest:?} of CPU time");
    assert!(slowest.0 < Duration::from_secs(1), "one copy took {slowest:?}");
}

#[test]
fn mutated_worlds_give_a_world_or_diagnostics_1() {
    load_mutated(1);
}

#[test]
fn mutated_worlds_give_a_world_or_diagnostics_2() {
    load_mutated(2);
}

#[test]
fn mutated_worlds_give_a_world_or_diagnostics_3() {
    load_mutated(3);
}

#[test]
fn mutated_worlds_give_a_world_or_diagnostics_4() {
    load_mutated(4);
}

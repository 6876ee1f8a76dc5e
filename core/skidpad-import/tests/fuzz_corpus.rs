//! The fuzz targets of imports on a stable compiler: every file of testdata/fuzz-corpus, and damaged copies of it.
#![allow(clippy::disallowed_methods)] // The corpus is on the disk.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub, clippy::tests_outside_test_module)]
mod corpus;
#[path = "../../../fuzz/src/imports.rs"]
#[allow(unreachable_pub)]
mod targets;

use skidpad_math::SplitMix64;

#[test]
fn corpus_of_robots() {
    corpus::replay("import_urdf", targets::urdf);
    corpus::replay("import_urdf", |bytes| damaged(bytes, targets::urdf));
}

#[test]
fn corpus_of_worlds() {
    corpus::replay("import_sdf", targets::sdf);
    corpus::replay("import_sdf", |bytes| damaged(bytes, targets::sdf));
}

/// Copies with a few bytes changed, words doubled, and pieces cut out.
fn damaged(original: &[u8], run: fn(&[u8])) {
    let mut random = SplitMix64::new(original.len() as u64);
    for _ in 0..200 {
        let mut bytes = original.to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            let end = (at + random.below(48)).min(bytes.len());
            match random.below(4) {
                0 => bytes[at] = b"0<>/\"=-9.e"[random.below(10)],
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let piece = bytes[at..end].to_vec();
                    drop(bytes.splice(at..at, piece));
                }
                _ => drop(bytes.splice(at..at, *b"nan 1e999 -1 ")),
            }
            if bytes.is_empty() {
                return;
            }
        }
        run(&bytes);
    }
}

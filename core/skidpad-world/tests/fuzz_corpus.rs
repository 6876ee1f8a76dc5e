//! The fuzz targets on a stable compiler: every file of testdata/fuzz-corpus, and inputs made from seeds.
#![allow(clippy::disallowed_methods)] // The corpus is on the disk.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;
#[path = "../../../fuzz/src/grammar.rs"]
#[allow(unreachable_pub)]
mod grammar;
#[path = "../../../fuzz/src/world_language.rs"]
#[allow(unreachable_pub, clippy::tests_outside_test_module)]
mod targets;

use corpus::replay;
use skidpad_math::SplitMix64;

/// Inputs of bytes drawn from `alphabet`; a failure names its seed.
fn try_seeds(count: u64, alphabet: &[u8], run: fn(&[u8])) {
    for seed in 0..count {
        let mut random = SplitMix64::new(seed);
        let length = random.below(400);
        let input: Vec<u8> = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        let outcome = std::panic::catch_unwind(|| run(&input));
        assert!(outcome.is_ok(), "seed {seed}: {:?}", String::from_utf8_lossy(&input));
    }
}

fn every_byte() -> Vec<u8> {
    (0..=255).collect()
}

#[test]
fn corpus_of_xml_text() {
    replay("xml_text", targets::xml_text);
}

#[test]
fn corpus_of_expression() {
    replay("expression", targets::expression);
}

#[test]
fn corpus_of_whole_world() {
    replay("whole_world", targets::whole_world);
}

#[test]
fn xml_of_random_markup() {
    try_seeds(5_000, b"<>/=\"'!-[]?&;#x ab\n\xc3\xa4", targets::xml_text);
    try_seeds(500, &every_byte(), targets::xml_text);
}

#[test]
fn expressions_of_random_signs() {
    try_seeds(5_000, b"ix01.e+-*/%^<>=!?:;,(){}[]&|' ", targets::expression);
    try_seeds(500, &every_byte(), targets::expression);
}

#[test]
fn worlds_of_random_choices() {
    try_seeds(3_000, &every_byte(), targets::whole_world);
}

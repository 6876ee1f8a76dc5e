//! The fuzz target on a stable compiler: every file of testdata/fuzz-corpus, and damaged copies of them.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;

use corpus::replay;
use skidpad_record::fuzzing;

#[test]
fn corpus_of_recordings() {
    replay("recording", fuzzing::recording);
}

/// Cut after every so many bytes, and one byte changed at a time.
#[test]
fn damaged_recordings() {
    replay("recording", |bytes| {
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 300) {
            fuzzing::recording(&bytes[..at]);
            let mut changed = bytes.to_vec();
            changed[at] ^= 0xff;
            fuzzing::recording(&changed);
        }
    });
}

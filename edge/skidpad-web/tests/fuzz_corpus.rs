//! The fuzz targets on a stable compiler: every file of testdata/fuzz-corpus, and damaged copies of them.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;

use corpus::replay;
use skidpad_web::fuzzing;

#[test]
fn corpus_of_requests() {
    replay("viewer_request", fuzzing::request);
}

#[test]
fn corpus_of_frames() {
    replay("viewer_frames", fuzzing::frames);
}

#[test]
fn damaged_frames() {
    replay("viewer_frames", |bytes| {
        for at in 0..bytes.len() {
            fuzzing::frames(&bytes[..at]);
            for bit in 0..8 {
                let mut changed = bytes.to_vec();
                changed[at] ^= 1 << bit;
                fuzzing::frames(&changed);
            }
        }
    });
}

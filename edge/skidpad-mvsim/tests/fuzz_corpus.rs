//! The fuzz targets on a stable compiler: every file of testdata/fuzz-corpus.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;

use corpus::replay;
use skidpad_mvsim::fuzzing;

#[test]
fn corpus_of_frames() {
    replay("mvsim_frame", fuzzing::frame);
}

#[test]
fn corpus_of_connections() {
    replay("mvsim_connection", fuzzing::connection);
}

#[test]
fn corpus_of_conversations() {
    replay("mvsim_conversation", fuzzing::conversation);
}

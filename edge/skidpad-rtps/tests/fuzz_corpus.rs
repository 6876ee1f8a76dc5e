//! The fuzz targets on a stable compiler: every file of testdata/fuzz-corpus.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;

use corpus::replay;
use skidpad_rtps::fuzzing;

#[test]
fn corpus_of_packets() {
    replay("rtps_packet", fuzzing::packet);
}

#[test]
fn corpus_of_parameters() {
    replay("rtps_parameters", fuzzing::parameter_list);
}

#[test]
fn corpus_of_conversations() {
    replay("rtps_conversation", fuzzing::conversation);
}

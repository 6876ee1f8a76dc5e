//! The fuzz targets on a stable compiler: every file of testdata/fuzz-corpus.

#[path = "../../../fuzz/src/corpus.rs"]
#[allow(unreachable_pub)]
mod corpus;

use corpus::replay;
use skidpad_ros1::fuzzing;

#[test]
fn corpus_of_documents() {
    replay("ros1_xmlrpc", fuzzing::xmlrpc);
}

#[test]
fn corpus_of_headers() {
    replay("ros1_connection_header", fuzzing::connection_header);
}

#[test]
fn corpus_of_messages() {
    replay("ros1_message", fuzzing::message);
}

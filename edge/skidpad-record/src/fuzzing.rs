//! Entry points for fuzzers: any bytes, no panic, no unbounded memory. Not part of the interface.

use crate::recording::{Entry, read_run};

/// A recording: it is read as far as it can be, or refused.
pub fn recording(data: &[u8]) {
    let mut entry_count = 0_u64;
    let _ = read_run(data, &mut |_: Entry<'_>| entry_count += 1);
    // Every entry has at least the nine bytes of a record's head; chunks may be compressed a thousandfold.
    assert!(entry_count <= 1_000 * (data.len() as u64 + 1));
}

//! `docs/world-reference.md` is what the tables say. `UPDATE_EXPECT=1` rewrites it.
#![allow(clippy::disallowed_methods)] // The file is on the disk.

mod support;

use skidpad_world::schema::reference;

#[test]
fn the_committed_reference_page_is_the_generated_one() {
    let path = support::workspace().join("docs/world-reference.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, reference()).expect("the page can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == reference(), "docs/world-reference.md is old; run this test with UPDATE_EXPECT=1");
}

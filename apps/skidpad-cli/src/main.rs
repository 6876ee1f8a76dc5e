//! The `skidpad` program.
fn main() {}

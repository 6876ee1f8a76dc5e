//! What is fuzzed: each function takes any bytes, and panics only when skidpad breaks a promise.

pub mod asset_files;
mod grammar;
pub mod imports;
mod world_language;

pub use world_language::{expression, whole_world, xml_text};

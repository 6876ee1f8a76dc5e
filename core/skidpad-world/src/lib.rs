//! World text to a typed description, every value knowing its place.
#![forbid(unsafe_code)]

pub mod description;
pub mod diagnostics;
pub mod files;
pub mod limits;
mod nearest;
pub mod place;
pub mod problem;
pub mod tree;

pub use diagnostics::{Diagnostic, DiagnosticRecord, Diagnostics, Severity};
pub use files::{FileProblem, Files, MapFiles};
pub use limits::Limits;
pub use nearest::nearest;
pub use place::{FileId, Place, Sources};
pub use problem::Problem;
pub use tree::{Attribute, Node, Text};

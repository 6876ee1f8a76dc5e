//! World text to a typed description, every value knowing its place.
//!
//! [`load()`] is the front door. Text goes through two trees: [`xml`] reads a file as it is written,
//! tolerantly, and [`expand()`] turns the files of a world into one tree without includes, variables,
//! loops, conditions and classes. [`describe()`] reads that tree by the tables of [`schema`], and
//! [`check()`] asks whether what it says makes sense.
//! Nothing stops at the first mistake: each stage returns what it could read and every problem it found.
//!
//! ```
//! use skidpad_world::{ExpandOptions, MapFiles, load};
//!
//! let files = MapFiles::from_texts([(
//!     "worlds/row.world.xml",
//!     r#"<mvsim_world>
//!   <for var="i" from="1" to="3">
//!     <block name="box${i}"><init_pose>$f{2*i} 0 90</init_pose><mas>5</mas></block>
//!   </for>
//! </mvsim_world>"#,
//! )]);
//! let world = load("worlds/row.world.xml", &files, &ExpandOptions::default());
//! assert_eq!(world.description.blocks[2].object.name, "box3");
//! assert_eq!(world.description.blocks[2].object.pose_in_world.x_m, 6.0);
//! assert_eq!(
//!     world.diagnostics.render(&world.sources),
//!     "worlds/row.world.xml:3:62: warning: <block> has no <mas>; did you mean \"mass\"?\n"
//! );
//! ```
#![forbid(unsafe_code)]

pub mod budget;
mod build_problem;
pub mod check;
pub mod describe;
pub mod description;
pub mod diagnostics;
pub mod edit;
pub mod expand;
pub mod expression;
pub mod files;
pub mod limits;
mod load;
mod nearest;
pub mod place;
pub mod problem;
pub mod schema;
pub mod tree;
pub mod write;
pub mod xml;

pub use budget::{Budget, OverBudget, Resource, Spending};
pub use build_problem::BuildProblem;
pub use check::{Implausible, check, check_description};
pub use describe::{ReadingProblem, describe};
pub use description::WorldDescription;
pub use diagnostics::{Diagnostic, DiagnosticRecord, Diagnostics, Severity, told_once};
pub use expand::{ExpandOptions, Expanded, expand};
pub use files::{FileProblem, Files, MapFiles};
pub use limits::Limits;
pub use load::{Loaded, load};
pub use nearest::nearest;
pub use place::{FileId, Place, Sources};
pub use problem::Problem;
pub use schema::{Class, ClassFamily, ClassProblem, Classes, Param};
pub use tree::{Attribute, Node, Text};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

//! Scenario checks: the expectations of a run, and whether they are met.
//!
//! ```
//! use skidpad::expect::Expectations;
//!
//! let text = r#"
//!     duration_s = 12.0
//!
//!     [[reach]]
//!     vehicle = "r1"
//!     x_m = 4.0
//!     y_m = 0.0
//!     within_m = 0.5
//!     before_s = 10.0
//!
//!     [[never_collides]]
//! "#;
//! let expectations = Expectations::parse(text)?;
//! assert_eq!(expectations.count(), 2);
//! assert!(Expectations::parse("[[reach]]\nx_m = \"far\"").is_err());
//! # Ok::<(), String>(())
//! ```

mod check;
mod file;
mod junit;

pub use check::{Checks, Finding};
pub use file::Expectations;
pub use junit::junit_xml;

//! The simulator in a browser tab: read a world, check it, run it, and tell the hash of its state.
//!
//! The crate is a module for wasm32 that imports nothing but a clock: a Web Worker, or Node, writes bytes into its memory,
//! calls a function and reads the bytes of the answer ([`exports`]). Nothing is fetched: shipped
//! worlds, definitions and models are inside, other files are given.
//!
//! ```
//! use skidpad_page::{Answer, Page, Question};
//!
//! let mut page = Page::default();
//! let question = r#"{"ask": "hash", "world": "worlds/two_robots.world.xml", "steps": 10}"#;
//! let Answer::Hash(hashes) = page.answer(serde_json::from_str(question)?) else { panic!("a shipped world runs") };
//! assert_eq!((hashes.steps, hashes.state.len()), (10, 16));
//! # Ok::<(), serde_json::Error>(())
//! ```

mod clock;
mod completion;
pub mod exports;
mod gallery;
mod hashes;
mod page;
mod recording;
mod run;
mod world;

pub use completion::Completion;
pub use hashes::Hashes;
pub use page::{Answer, Page, Question};
pub use recording::FilePart;
pub use run::RunState;
pub use skidpad_web::ViewerMessage;
pub use world::{PageWorld, WorldProblems};

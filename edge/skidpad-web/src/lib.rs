//! Serves the viewer: a page, the scene that it draws, and a WebSocket for what moves and what is asked.
//!
//! The protocol is described in `docs/viewer-protocol.md`; its types are in [`contract`]. The server listens on loopback
//! by default, serves no files from disk, and knows a run only through its [`RunHandle`](skidpad_link::RunHandle):
//! a client that is slow, noisy or gone costs its own mailbox and nothing else.
//!
//! ```no_run
//! use skidpad_link::{Hub, Limits};
//! use skidpad_web::{Listen, ScenePage, serve};
//!
//! # fn page() -> std::sync::Arc<ScenePage> { std::process::exit(0) }
//! let (hub, handle) = Hub::new(Limits::default());
//! let server = serve(&Listen::loopback(), &page(), &handle)?;
//! println!("{}", server.address());
//! // … the run owns `hub`; dropping `server` closes every connection.
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod bundle;
mod client;
pub mod contract;
mod encode;
mod export;
mod fragments;
#[doc(hidden)]
pub mod fuzzing;
mod glb;
mod guard;
mod guesses;
mod listen;
mod moments;
mod playback;
mod routes;
mod scene_page;
mod socket;
mod stalls;
mod token;

pub use export::RunExport;
pub use listen::{Listen, ScenePublisher, Server, play, serve};
pub use playback::Playback;
pub use scene_page::{FindFriction, PlaceFrames, ScenePage};
pub use token::{Token, TokenProblem};

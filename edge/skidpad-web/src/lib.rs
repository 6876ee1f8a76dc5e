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

pub mod contract;
mod encode;
mod glb;
mod moments;
mod playback;
mod scene_page;
mod session;

#[cfg(feature = "server")]
mod bundle;
#[cfg(feature = "server")]
mod client;
#[cfg(feature = "server")]
mod export;
#[cfg(feature = "server")]
mod fragments;
#[cfg(feature = "server")]
#[doc(hidden)]
pub mod fuzzing;
#[cfg(feature = "server")]
mod guard;
#[cfg(feature = "server")]
mod guesses;
#[cfg(feature = "server")]
mod listen;
#[cfg(feature = "server")]
mod routes;
#[cfg(feature = "server")]
mod socket;
#[cfg(feature = "server")]
mod stalls;
#[cfg(feature = "server")]
mod static_files;
#[cfg(feature = "server")]
mod token;

#[cfg(feature = "server")]
pub use export::RunExport;
#[cfg(feature = "server")]
pub use listen::{Listen, PlaygroundServer, ScenePublisher, Server, play, serve, serve_playground};
pub use moments::MomentKeeper;
pub use playback::Playback;
pub use scene_page::{FindFriction, PlaceFrames, ScenePage};
pub use session::{RunViewers, ViewerMessage, ViewerSession};
#[cfg(feature = "server")]
pub use token::{Token, TokenProblem};

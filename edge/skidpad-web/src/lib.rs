//! Serves the viewer: a page, the scene it draws, and a WebSocket with what moves and what is asked.
//!
//! The protocol is that of `docs/viewer-protocol.md`. The server listens on loopback unless told otherwise,
//! names no file to anybody, and knows a run only through its [`RunHandle`](skidpad_link::RunHandle): a client that
//! sleeps, shouts or vanishes costs its own mailbox and nothing else.
//!
//! ```no_run
//! use skidpad_link::{Hub, Limits};
//! use skidpad_web::{Listen, ScenePage, serve};
//!
//! # fn show() -> std::sync::Arc<ScenePage> { std::process::exit(0) }
//! let (hub, handle) = Hub::new(Limits::default());
//! let server = serve(&Listen::loopback(), &show(), &handle)?;
//! println!("{}", server.address());
//! // … the run owns `hub`; dropping `server` closes every connection.
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod about;
mod bundle;
mod client;
mod encode;
mod fragments;
mod glb;
mod guard;
mod listen;
mod message;
mod moments;
mod playback;
mod routes;
mod scene_file;
mod scene_page;
mod socket;

pub use about::{
    About, BodyAbout, BodyKind, GuiAbout, JointAbout, JointKind, MarkerAbout, ParameterAbout, RegionAbout,
    SensorAbout, ShadowAbout, ShapeAbout, VehicleAbout, WheelAbout, WorldName,
};
pub use listen::{Listen, ScenePublisher, Server, play, serve};
pub use playback::Playback;
pub use scene_page::{FindFriction, PlaceFrames, ScenePage};

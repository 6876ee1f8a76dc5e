//! Serves the viewer: a page, the scene it draws, and a WebSocket with what moves and what is asked.
//!
//! The protocol is that of `docs/viewer-protocol.md`. The server listens on loopback unless told otherwise,
//! names no file to anybody, and knows a run only through its [`Door`](skidpad_link::Door): a client that
//! sleeps, shouts or vanishes costs its own mailbox and nothing else.
//!
//! ```no_run
//! use skidpad_link::{Hub, Limits};
//! use skidpad_web::{Listen, Show, serve};
//!
//! # fn show() -> std::sync::Arc<Show> { std::process::exit(0) }
//! let (hub, door) = Hub::new(Limits::default());
//! let server = serve(&Listen::loopback(), &show(), &door)?;
//! println!("{}", server.address());
//! // … the run owns `hub`; dropping `server` closes every connection.
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod about;
mod bundle;
mod client;
mod encode;
mod film;
mod fragments;
mod glb;
mod guard;
mod listen;
mod message;
mod moments;
mod routes;
mod scene_file;
mod show;
mod socket;

pub use about::{
    About, BodyAbout, BodyKind, GuiAbout, JointAbout, JointKind, MarkerAbout, ParameterAbout, RegionAbout,
    SensorAbout, ShadowAbout, ShapeAbout, VehicleAbout, WheelAbout, WorldName,
};
pub use film::Film;
pub use listen::{Listen, Server, Stage, play, serve};
pub use show::{FindFriction, PlaceFrames, Show};

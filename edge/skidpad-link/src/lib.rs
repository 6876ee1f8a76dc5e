//! The connection between a running simulation and those who watch or command it.
//!
//! There are two ways to take part in a run. A [`Participant`] is called on the stepping thread, before and after
//! each step; it misses no step, and the run waits for it. A [`Client`] runs on any thread: it receives steps through
//! a bounded mailbox, which drops the oldest step when it is full and reports how many were dropped. Its requests are
//! checked at once, wait in a queue of their own and are applied at the next step boundary.
//! The stepping thread never waits for a client, not even for a lock.
//!
//! The stepping thread owns the [`Hub`]; a [`RunHandle`] connects clients to it.
//!
//! ```
//! use skidpad_link::{Control, Hub, Interest, Limits, RunRequest};
//! use skidpad_messages::VehicleId;
//!
//! let (mut hub, handle) = Hub::new(Limits::default());
//! let client = handle.connect("viewer", Interest::every_step())?;
//! client.ask(VehicleId(0).drive(1.0, 0.0))?;
//! client.control(Control::Pause)?;
//! assert!(client.ask(VehicleId(0).drive(f64::NAN, 0.0)).is_err());
//!
//! let mut requests = Vec::new();
//! hub.collect(&mut requests);
//! assert!(matches!(requests[0].request, RunRequest::Command(_)));
//! assert!(matches!(requests[1].request, RunRequest::Control(Control::Pause)));
//! # Ok::<(), skidpad_link::LinkProblem>(())
//! ```
//!
//! Clients can change what a run writes: `Control::Log` starts, stops, clears and renews CSV logs, `Control::Record`
//! begins and ends a recording. The run names the files, never a client.
//! The answer says whether the request was carried out, and
//! [`RunStatus::writing`](skidpad_messages::RunStatus::writing) of every step lists the files being written.
//!
//! ```
//! use skidpad_link::{Control, Hub, Interest, Limits, LogControl, RecordControl};
//!
//! let (_hub, handle) = Hub::new(Limits::default());
//! let client = handle.connect("viewer", Interest::every_step())?;
//! client.control(Control::Log(LogControl::Start))?; // key l, and Stop
//! client.control(Control::Log(LogControl::Clear))?; // key c
//! client.control(Control::Log(LogControl::NewSession))?; // key n
//! client.control(Control::Record(RecordControl::Start))?; // and Stop, New
//! # Ok::<(), skidpad_link::LinkProblem>(())
//! ```
#![forbid(unsafe_code)]

mod bounded_queue;
mod client;
mod control;
mod hub;
mod interest;
mod limits;
mod lockstep;
mod mailbox;
#[cfg(feature = "network")]
mod network_thread;
mod participant;
mod problem;
mod run_handle;

pub use bounded_queue::{BoundedQueue, Taken};
pub use client::{Client, ClientId};
pub use control::{Answer, Control, EditControl, Envelope, LogControl, Outcome, RecordControl, RunRequest};
pub use hub::Hub;
pub use interest::{Interest, SensorChoice, StepRate, Wanted};
pub use limits::Limits;
pub use lockstep::{Advance, Advanced};
pub use mailbox::Delivery;
#[cfg(feature = "network")]
pub use network_thread::NetworkThread;
pub use participant::{Failure, NextStep, Participant, RunEnd};
pub use problem::LinkProblem;
pub use run_handle::RunHandle;

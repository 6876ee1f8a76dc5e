//! Wall clock, pacing, pause and step, clients, participants, and a clean end.
//!
//! The one place where simulated time meets the wall clock. The step length never changes to catch up: a run that
//! cannot keep its pace falls behind, and says by how much.
//!
//! ```
//! use skidpad_link::{Hub, Limits};
//! use skidpad_messages::Pace;
//! use skidpad_runner::{RunLoop, RunSettings, WallClock};
//! use skidpad_sim::{BuildOptions, Simulation};
//! use skidpad_world::{ExpandOptions, MapFiles, load};
//!
//! let text = r#"<mvsim_world><vehicle name="r1"><dynamics class="differential"/></vehicle></mvsim_world>"#;
//! let files = MapFiles::from_texts([("one.world.xml", text)]);
//! let world = load("one.world.xml", &files, &ExpandOptions::default());
//! let sim = Simulation::build(&world.description, &Default::default(), &BuildOptions::default())?;
//!
//! let (hub, _handle) = Hub::new(Limits::default());
//! let settings = RunSettings { pace: Pace::Max, step_limit: Some(200), ..RunSettings::default() };
//! let outcome = RunLoop::new(sim, hub, WallClock::start(), settings).go();
//! assert_eq!(outcome.step_count, 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod clock;
mod lockstep;
mod pacer;
mod participants;
mod request_queue;
mod run_loop;
mod sensor_scheduler;
mod stop;
mod stopwatch;
mod tracer_thread;

pub use clock::{Clock, WallClock};
pub use lockstep::{LockstepSettings, WhenLate};
pub use run_loop::{Asked, ParticipantId, RunLoop, RunOutcome, RunSettings, Turn};
pub use stop::StopFlag;

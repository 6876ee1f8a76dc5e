//! Wall clock, pacing, pause and step, clients, and a clean end.
//!
//! The one place where simulated time meets the clock on the wall. The step length never changes to
//! catch up: a run that cannot keep its pace falls behind, and says by how much.
//!
//! ```
//! use skidpad_link::{Hub, Limits, Pace};
//! use skidpad_runner::{Nobody, Session, StopFlag, WallClock};
//! use skidpad_sim::{BuildOptions, Simulation};
//! use skidpad_world::{ExpandOptions, MapFiles, load};
//!
//! let text = r#"<mvsim_world><vehicle name="r1"><dynamics class="differential"/></vehicle></mvsim_world>"#;
//! let files = MapFiles::from_texts([("one.world.xml", text)]);
//! let world = load("one.world.xml", &files, &ExpandOptions::default());
//! let mut sim = Simulation::build(&world.description, &Default::default(), &BuildOptions::default())?;
//!
//! let (hub, _door) = Hub::new(Limits::default());
//! let mut session = Session::new(&mut sim, hub);
//! session.pace = Pace::Max;
//! session.step_limit = Some(200);
//! let outcome = session.go(&WallClock::start(), &StopFlag::default(), &mut Nobody);
//! assert_eq!(outcome.step_count, 200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod clock;
mod crew;
mod pacer;
mod request_queue;
mod sensor_scheduler;
mod session;
mod stop;

pub use clock::{Clock, WallClock};
pub use crew::{Crew, Nobody, StepMade};
pub use session::{Outcome, Session};
pub use skidpad_link::Pace;
pub use stop::StopFlag;

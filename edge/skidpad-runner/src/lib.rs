//! Wall clock, pacing, and a clean end.
//!
//! The one place where simulated time meets the clock on the wall. The step length never changes to
//! catch up: a run that cannot keep its pace falls behind, and says by how much.
//!
//! ```
//! use skidpad_runner::{Pace, Run, StopFlag, WallClock};
//!
//! let run = Run { step_ns: 5_000_000, step_limit: Some(200), pace: Pace::Max };
//! let mut steps_seen = 0;
//! let outcome = run.go(&WallClock::start(), &StopFlag::default(), |_| steps_seen += 1);
//! assert_eq!((outcome.step_count, steps_seen), (200, 200));
//! ```

mod clock;
mod pace;

pub use clock::{Clock, WallClock};
pub use pace::{Outcome, Pace, Run, StopFlag};

//! Worlds to learn in: a task gives a world an action, an observation, a reward and an end.
//!
//! An [`Environment`] is one world of a [`Task`], [`Environments`] are many that step together. They are what
//! `skidpad.gym` of the Python package wraps for Gymnasium, and can be used without Python:
//!
//! ```
//! use skidpad::environment::{Environment, ParkTask};
//!
//! # fn main() -> Result<(), skidpad::Error> {
//! let mut environment = Environment::new(ParkTask::default())?;
//! let mut observation = vec![0.0; environment.observation_bounds().len()];
//! environment.reset(7, &mut observation);
//! let transition = environment.step(&[0.5, 0.1], &mut observation);
//! assert!(!transition.is_terminated);
//! # Ok(())
//! # }
//! ```
//!
//! The same seed and the same actions give the same bits, alone and among others, on any number of threads.

mod course;
mod drive;
mod environments;
mod episode;
mod park;
mod race;
mod task;
mod track;

pub use course::{Course, CoursePlace};
pub use drive::DriveTask;
pub use environments::{Autoreset, Environments};
pub use episode::{Environment, Transition};
pub use park::ParkTask;
pub use race::{RaceObservation, RaceTask};
pub use task::{Bounds, EpisodeRandom, Goal, Start, Task, Verdict};
pub use track::{TrackObservation, TrackTask};

//! A recording as one HTML page; SVG plots.
//!
//! A page is self-contained: no network, no scripts. It follows the reader's light or dark setting and can be printed.
//! Several runs on one page are drawn over each other.
//!
//! ```
//! use skidpad_report::{RunData, Series, VehicleData, page};
//!
//! let mut run = RunData { name: "example".to_string(), ..RunData::default() };
//! let mut vehicle = VehicleData { name: "r1".to_string(), ..VehicleData::default() };
//! for step in 0..100 {
//!     let time_s = f64::from(step) * 0.01;
//!     vehicle.pose.entry("q0x".to_string()).or_default().push(time_s, time_s);
//!     vehicle.pose.entry("q1y".to_string()).or_default().push(time_s, 0.0);
//! }
//! run.vehicles.push(vehicle);
//! assert!(page(&[run], "A short drive").contains("<svg"));
//! ```
#![forbid(unsafe_code)]

mod chart;
mod data;
mod figures;
mod map;
mod page;
mod plots;
mod read_csv;
mod read_mcap;
mod style;

pub use chart::{Chart, Line, stacked};
pub use data::{Happening, RunData, Series, SetPoint, TopicFacts, VehicleData};
pub use page::{page, page_with_link};
pub use plots::{Plot, plots};
pub use read_csv::read_csv;
pub use read_mcap::read_mcap;

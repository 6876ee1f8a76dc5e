//! Facts about whole worlds, through the real loader.

mod acceptance;
mod common;
mod decided;
mod energy;
mod ground;
mod harmless;
mod moving_ground;
mod obstacles;
mod powertrain;
mod race_car;
mod race_car_limits;
mod refusals;
mod runtime;
mod same_bits;
mod slopes;
#[path = "../support/mod.rs"]
mod support;

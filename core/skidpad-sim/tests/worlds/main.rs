//! Facts about whole worlds, through the real loader.

mod acceptance;
mod common;
mod decided;
mod ground;
mod harmless;
mod obstacles;
mod runtime;
mod same_bits;

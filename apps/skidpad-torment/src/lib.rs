//! Hostile files and hostile clients: what a stranger could hand to skidpad or send to it.
//!
//! The tests use it, and users can try their own installation with the program `skidpad-torment`.
#![forbid(unsafe_code)]

pub mod clients;
pub mod files;

//! A run as a node, on a network in memory: what other nodes see of it, and what they can do to it.

mod failures;
mod services;
mod small_run;
mod topics;

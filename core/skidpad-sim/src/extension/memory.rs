//! What a program's own model remembers between steps: part of the state, so snapshots save it and hashes cover it.

use serde::{Deserialize, Serialize};

/// The memory of one model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ExtensionMemory {
    /// Its numbers, as many as it asked for.
    pub numbers: Vec<f64>,
    /// Why it takes no further part, if it failed.
    pub failure: Option<String>,
}

impl ExtensionMemory {
    pub(crate) fn new(numbers: Vec<f64>) -> ExtensionMemory {
        ExtensionMemory { numbers, failure: None }
    }
}

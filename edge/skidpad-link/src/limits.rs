//! How much of everything a client may have.

/// Bounds on clients. Each of them is kept per client but the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps waiting to be read.
    pub step_count: usize,
    /// Bytes of the steps waiting to be read. One step always fits.
    pub step_bytes: usize,
    /// Answers waiting to be read.
    pub answer_count: usize,
    /// Requests waiting for the next step.
    pub request_count: usize,
    /// Requests taken at one step boundary.
    pub requests_per_step: usize,
    /// Clients at a time.
    pub client_count: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            step_count: 64,
            step_bytes: 8 << 20,
            answer_count: 64,
            request_count: 256,
            requests_per_step: 16,
            client_count: 64,
        }
    }
}

//! Limits on clients.

/// Limits on clients. All are per client except the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps in the mailbox.
    pub step_count: usize,
    /// Bytes of the steps in the mailbox. One step always fits.
    pub step_bytes: usize,
    /// Answers in the mailbox.
    pub answer_count: usize,
    /// Requests waiting for the next step.
    pub request_count: usize,
    /// Requests taken at one step boundary.
    pub requests_per_step: usize,
    /// Connected clients.
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

//! How much a peer may ask of a socket.

use std::time::Duration;
use tokio::time::Instant;

/// Bounds of a socket. The defaults suit MVSim's traffic.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Largest message that is received [bytes], all its frames together.
    pub message_bytes: usize,
    /// Most frames of one message.
    pub frame_count: usize,
    /// Most messages that wait for one peer, or for the program (ZeroMQ's high-water mark).
    pub queue_messages: usize,
    /// Most bytes that wait for one peer, or for the program; one message may exceed it.
    pub queue_bytes: usize,
    /// Most connections of a bound socket.
    pub connections: usize,
    /// Most subscriptions of one peer.
    pub subscriptions: usize,
    /// Longest subscription prefix [bytes].
    pub subscription_bytes: usize,
    /// How long greeting and handshake may take.
    pub handshake_time: Duration,
    /// How long a peer may accept no bytes while there are some for it.
    pub write_time: Duration,
    /// How often a silent ZMTP 3.1 peer is asked whether it is still there; it is dropped after three of these.
    pub heartbeat_period: Duration,
    /// First and longest wait between two attempts to connect.
    pub reconnect_periods: (Duration, Duration),
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message_bytes: 64 << 20,
            frame_count: 16,
            queue_messages: 1000,
            queue_bytes: 16 << 20,
            connections: 512,
            subscriptions: 1024,
            subscription_bytes: 1024,
            handshake_time: Duration::from_secs(5),
            write_time: Duration::from_secs(10),
            heartbeat_period: Duration::from_secs(10),
            reconnect_periods: (Duration::from_millis(20), Duration::from_millis(500)),
        }
    }
}

/// The end of a time limit. One beyond what the clock can count, such as [`Duration::MAX`], ends in thirty years.
pub(super) fn deadline(time_limit: Duration) -> Instant {
    const THIRTY_YEARS: Duration = Duration::from_secs(30 * 365 * 86_400);
    Instant::now() + time_limit.min(THIRTY_YEARS)
}

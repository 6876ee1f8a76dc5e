//! How fast long samples go out: receivers with ordinary buffers must keep up.

use std::time::{Duration, Instant};

use crate::send_queue::Datagram;

/// After this many bytes back to back comes a pause. Receivers at their defaults hold about three datagrams of 64 KB, or
/// five of ours: a dose is four.
const DOSE_BYTES: usize = 128_000;
/// What a receiver's system counts for a datagram besides its bytes.
const DATAGRAM_OVERHEAD: usize = 1000;
const PAUSE: Duration = Duration::from_micros(800);

/// Doses with pauses between them.
#[derive(Default)]
pub(crate) struct Pacer {
    resume: Option<Instant>,
}

impl Pacer {
    /// When the next dose may be sent, if a pause is on.
    pub(crate) fn resume(&self) -> Option<Instant> {
        self.resume
    }

    /// Takes one dose from `next` into `batch`, unless a pause is on.
    pub(crate) fn fill(
        &mut self,
        now: Instant,
        batch: &mut Vec<Datagram>,
        next: impl FnMut() -> Option<Datagram>,
    ) {
        if self.resume.is_some_and(|resume| now < resume) {
            return;
        }
        let mut bytes = 0;
        for datagram in std::iter::from_fn(next) {
            bytes += datagram.bytes.len() + DATAGRAM_OVERHEAD;
            batch.push(datagram);
            if bytes >= DOSE_BYTES {
                break;
            }
        }
        self.resume = (bytes > 0).then(|| now + PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, SocketAddrV4};

    use super::*;

    #[test]
    fn two_megabytes_take_about_ten_milliseconds() {
        let start = Instant::now();
        let (mut pacer, mut now, mut left, mut largest) = (Pacer::default(), start, 63, 0);
        while left > 0 {
            let mut batch = Vec::new();
            pacer.fill(now, &mut batch, || {
                left -= 1;
                let to = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 1);
                (left >= 0).then(|| Datagram { to, bytes: vec![0; 32_000] })
            });
            largest = largest.max(batch.len());
            let mut early = Vec::new();
            pacer.fill(now + PAUSE / 2, &mut early, || None);
            now = pacer.resume().unwrap_or(now);
        }
        assert_eq!(largest, 4);
        assert_eq!(now - start, 16 * PAUSE);
    }
}

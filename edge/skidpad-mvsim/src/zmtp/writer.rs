//! The sending end of a connection: written to by its session, and at once by a publisher if nothing waits.

use super::ZmtpError;
use bytes::Bytes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;
use tokio::time::timeout;

/// The sending end of a connection.
#[derive(Debug)]
pub(crate) struct Writer {
    half: OwnedWriteHalf,
    write_time: Duration,
    /// The session is in the middle of its bytes.
    is_busy: AtomicBool,
    /// The rest of a message that was written in part: it goes before anything else.
    rest: Mutex<Bytes>,
    has_rest: Notify,
}

/// Says that the session's bytes are through, however writing them ends.
struct Busy<'a>(&'a AtomicBool);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Writer {
    /// Write to this half; each part must be accepted within this time.
    pub(crate) fn new(half: OwnedWriteHalf, write_time: Duration) -> Self {
        let (is_busy, rest, has_rest) = (AtomicBool::new(false), Mutex::default(), Notify::new());
        Writer { half, write_time, is_busy, rest, has_rest }
    }

    fn rest(&self) -> MutexGuard<'_, Bytes> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether bytes of the session, or the rest of a message, are still on their way.
    pub(crate) fn is_busy(&self) -> bool {
        self.is_busy.load(Ordering::Acquire) || !self.rest().is_empty()
    }

    /// Write a whole encoded message if there is room and nothing waits before it; whether it is taken. What does not
    /// fit is kept, and the session writes it.
    pub(crate) fn write_now(&self, encoded: &Bytes) -> bool {
        if self.is_busy() {
            return false;
        }
        // An error shows itself to the session, too.
        let Ok(count) = self.half.try_write(encoded) else { return false };
        if 0 < count && count < encoded.len() {
            *self.rest() = encoded.slice(count..);
            self.has_rest.notify_one();
        }
        count > 0
    }

    /// Ends when the rest of a message has to be written.
    pub(crate) async fn left_over(&self) {
        self.has_rest.notified().await;
    }

    /// Write what is left over, and then this.
    pub(crate) async fn write_all(&self, bytes: &[u8]) -> Result<(), ZmtpError> {
        self.is_busy.store(true, Ordering::Release);
        let _busy = Busy(&self.is_busy);
        let rest = std::mem::take(&mut *self.rest());
        self.write(&rest).await?;
        self.write(bytes).await
    }

    async fn write(&self, mut bytes: &[u8]) -> Result<(), ZmtpError> {
        while !bytes.is_empty() {
            // Almost always there is room at once, and no timer is needed.
            match self.half.try_write(bytes) {
                Ok(0) => return Err(ZmtpError::Closed),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    match timeout(self.write_time, self.half.writable()).await {
                        Ok(ready) => ready?,
                        Err(_) => return Err(ZmtpError::WriteTimeout),
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::TcpListener;
    use tokio::net::TcpStream;

    #[test]
    fn a_message_that_does_not_fit_is_finished_before_the_next_bytes() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        // More than the buffers of a connection hold.
        let message = Bytes::from((0..40_000_000_u32).map(|index| index as u8).collect::<Vec<u8>>());
        let length = message.len();
        runtime.block_on(async {
            let stream = TcpStream::connect(address).await.expect("a connection");
            let (mut peer, _) = listener.accept().expect("a connection");
            let writer = Writer::new(stream.into_split().1, Duration::from_secs(60));
            writer.half.writable().await.expect("room");
            assert!(writer.write_now(&message));
            assert!(writer.is_busy(), "the message is larger than the buffers");
            assert!(!writer.write_now(&message), "nothing goes between its parts");
            writer.left_over().await;
            let reader = std::thread::spawn(move || {
                let mut received = Vec::new();
                peer.read_to_end(&mut received).map(|_| received)
            });
            writer.write_all(b"end").await.expect("written");
            drop(writer);
            let received = reader.join().expect("a reader").expect("all bytes");
            assert_eq!(received.len(), length + 3);
            assert!(received[..length] == message && received.ends_with(b"end"));
        });
    }
}

//! The sending end of a connection: written to by its session, and at once by a publisher if nothing waits.

use super::ZmtpError;
use super::stream::WriteHalf;
use bytes::Bytes;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

/// The sending end of a connection.
#[derive(Debug)]
pub(crate) struct Writer {
    half: WriteHalf,
    write_time: Duration,
    turn: Mutex<Turn>,
    has_rest: Notify,
}

/// Who writes: bytes of two writers never mix.
#[derive(Debug, Default)]
struct Turn {
    /// The session is in the middle of its bytes.
    is_session_writing: bool,
    /// The rest of a message that was written in part: it goes before anything else.
    rest: Bytes,
}

impl Turn {
    fn is_free(&self) -> bool {
        !self.is_session_writing && self.rest.is_empty()
    }
}

/// Says that the session's bytes are through, however writing them ends.
struct SessionTurn<'a>(&'a Writer);

impl Drop for SessionTurn<'_> {
    fn drop(&mut self) {
        self.0.turn().is_session_writing = false;
    }
}

impl Writer {
    /// Write to this half; each part must be accepted within this time.
    pub(crate) fn new(half: WriteHalf, write_time: Duration) -> Self {
        Writer { half, write_time, turn: Mutex::default(), has_rest: Notify::new() }
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether bytes of the session, or the rest of a message, are still on their way.
    pub(crate) fn is_busy(&self) -> bool {
        !self.turn().is_free()
    }

    /// Write a whole encoded message if there is room and nothing waits before it; whether it is taken. What does not
    /// fit is kept, and the session writes it.
    pub(crate) fn write_now(&self, encoded: &Bytes) -> bool {
        let mut turn = self.turn();
        if !turn.is_free() {
            return false;
        }
        // An error shows itself to the session, too.
        let Ok(count) = self.half.try_write(encoded) else { return false };
        if 0 < count && count < encoded.len() {
            turn.rest = encoded.slice(count..);
            self.has_rest.notify_one();
        }
        count > 0
    }

    /// Ends when the rest of a message has to be written.
    pub(crate) async fn left_over(&self) {
        self.has_rest.notified().await;
    }

    /// Write what is left over, and then these parts, with nothing in between.
    pub(crate) async fn write_all(&self, parts: &[&[u8]]) -> Result<(), ZmtpError> {
        let rest = {
            let mut turn = self.turn();
            turn.is_session_writing = true;
            std::mem::take(&mut turn.rest)
        };
        let _turn = SessionTurn(self);
        self.write(&rest).await?;
        for part in parts {
            self.write(part).await?;
        }
        Ok(())
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
            let writer = Writer::new(WriteHalf::Tcp(stream.into_split().1), Duration::from_secs(60));
            writer.half.writable().await.expect("room");
            assert!(writer.write_now(&message));
            assert!(writer.is_busy(), "the message is larger than the buffers");
            assert!(!writer.write_now(&message), "nothing goes between its parts");
            writer.left_over().await;
            let reader = std::thread::spawn(move || {
                let mut received = Vec::new();
                peer.read_to_end(&mut received).map(|_| received)
            });
            writer.write_all(&[b"e", b"nd"]).await.expect("written");
            drop(writer);
            let received = reader.join().expect("a reader").expect("all bytes");
            assert_eq!(received.len(), length + 3);
            assert!(received[..length] == message && received.ends_with(b"end"));
        });
    }
}

//! Entry points for fuzzers: any bytes, no panic, no unbounded memory. Not part of the interface.

use crate::contract::Request;
use crate::socket::configuration;
use std::io::{self, Cursor, Read, Write};
use tokio_tungstenite::tungstenite::WebSocket;
use tokio_tungstenite::tungstenite::protocol::Role;

/// A message of a viewer: a request, or a reason why it is none.
pub fn request(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data)
        && let Err(error) = serde_json::from_str::<Request>(text)
    {
        assert!(!error.to_string().is_empty());
    }
}

/// What a client sends after the handshake: messages within the limits, or the end of the connection.
pub fn frames(data: &[u8]) {
    let mut socket =
        WebSocket::from_raw_socket(Received(Cursor::new(data)), Role::Server, Some(configuration()));
    while let Ok(message) = socket.read() {
        assert!(message.len() <= data.len());
        if let Ok(text) = message.to_text() {
            request(text.as_bytes());
        }
    }
}

/// Bytes from a client; what is sent to it is dropped.
struct Received<'a>(Cursor<&'a [u8]>);

impl Read for Received<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Received<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

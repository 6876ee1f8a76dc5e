//! HTTP and WebSocket by hand, so that a test can say what no honest library says.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Send bytes, read what comes until the other side is silent or gone.
pub(crate) fn answer_to(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count) = stream.read(&mut buffer) {
        if count == 0 {
            break;
        }
        answer.extend_from_slice(&buffer[..count]);
        // The head is enough.
        if answer.windows(4).any(|four| four == b"\r\n\r\n") {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// Status of an answer; 0 when the connection was closed without a word.
pub(crate) fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

pub(crate) fn get(address: SocketAddr, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\n{headers}\r\n");
    answer_to(address, request.as_bytes())
}

const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// The status of an attempt to open a WebSocket.
pub(crate) fn upgrade_status(address: SocketAddr, headers: &str) -> u16 {
    status(&get(address, "/ws", &format!("{UPGRADE}{headers}")))
}

/// A WebSocket.
pub(crate) struct Socket {
    pub(crate) stream: TcpStream,
}

impl Socket {
    pub(crate) fn open(address: SocketAddr) -> Socket {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        let request = format!("GET /ws HTTP/1.1\r\nHost: {address}\r\n{UPGRADE}\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Socket { stream }
    }

    /// Open and say hello.
    pub(crate) fn greeted(address: SocketAddr, subscribe: &str) -> Socket {
        let mut socket = Socket::open(address);
        socket.say(&format!(r#"{{"type":"hello","protocol":1,"subscribe":{subscribe}}}"#)).unwrap();
        socket
    }

    pub(crate) fn say(&mut self, text: &str) -> std::io::Result<()> {
        self.frame(true, 1, text.as_bytes())
    }

    /// A masked frame; the mask is zero, which is as good as any.
    pub(crate) fn frame(&mut self, is_final: bool, opcode: u8, payload: &[u8]) -> std::io::Result<()> {
        let mut bytes = vec![opcode | if is_final { 0x80 } else { 0 }];
        match payload.len() {
            short @ 0..126 => bytes.push(0x80 | short as u8),
            middle @ 126..65536 => {
                bytes.push(0x80 | 126);
                bytes.extend_from_slice(&(middle as u16).to_be_bytes());
            }
            long => {
                bytes.push(0x80 | 127);
                bytes.extend_from_slice(&(long as u64).to_be_bytes());
            }
        }
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(payload);
        self.stream.write_all(&bytes)
    }

    /// The next frame: opcode and payload; `None` when the other side has gone.
    pub(crate) fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).ok()?;
        let length = match head[1] & 0x7F {
            126 => {
                let mut bytes = [0; 2];
                self.stream.read_exact(&mut bytes).ok()?;
                u16::from_be_bytes(bytes) as usize
            }
            127 => {
                let mut bytes = [0; 8];
                self.stream.read_exact(&mut bytes).ok()?;
                u64::from_be_bytes(bytes) as usize
            }
            short => short as usize,
        };
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).ok()?;
        Some((head[0] & 0x0F, payload))
    }

    /// Read on until a text message of this type comes.
    pub(crate) fn wait_for(&mut self, kind: &str) -> Option<serde_json::Value> {
        for _ in 0..2000 {
            let (opcode, payload) = self.next()?;
            if opcode != 1 {
                continue;
            }
            let value: serde_json::Value = serde_json::from_slice(&payload).unwrap();
            if value["type"] == kind {
                return Some(value);
            }
        }
        None
    }

    /// Whether the other side closes the connection, with words or without.
    pub(crate) fn is_closed(&mut self) -> bool {
        for _ in 0..5000 {
            match self.next() {
                None | Some((8, _)) => return true,
                Some(_) => {}
            }
        }
        false
    }
}

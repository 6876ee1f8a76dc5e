//! Entry points for fuzzers: any bytes, no panic, no unbounded memory. Not part of the interface.

use crate::broker::{Asker, Directory, answer_frame};
use crate::messages::{FrameView, GenericAnswer, decode_frame, to_json};
use crate::mrpt::ObjectHeader;
use crate::zmtp::{Assembly, Command, ConnectionId, FrameDecoder, Greeting, Limits};
use bytes::BufMut;
use std::net::{IpAddr, Ipv4Addr};

/// A frame: taken apart, decoded as what it says it is, and answered by a broker.
pub fn frame(data: &[u8]) {
    if let Ok(view) = FrameView::parse(data) {
        assert!(view.type_name.len() + view.payload.len() + 8 <= data.len());
        let _ = to_json(view.type_name, view.payload);
    }
    let _ = ObjectHeader::parse(data);
    Requests::default().answer(0, data);
}

/// Bytes of a connection, greeting first, received in pieces of the length that the first byte says.
pub fn connection(data: &[u8]) {
    const LIMIT: usize = 1 << 16;
    let Some((&piece, data)) = data.split_first() else { return };
    let (greeting, stream) = data.split_at(data.len().min(Greeting::LENGTH));
    if let Ok(greeting) = <&[u8; Greeting::LENGTH]>::try_from(greeting) {
        let _ = Greeting::parse(greeting);
    }
    let mut decoder = FrameDecoder::new(LIMIT);
    let mut assembly = Assembly::new(&Limits { message_bytes: LIMIT, ..Limits::default() });
    for part in stream.chunks(usize::from(piece).max(1)) {
        decoder.buffer().put_slice(part);
        loop {
            let frame = match decoder.next() {
                Ok(Some(frame)) => frame,
                Ok(None) => break,
                Err(_) => return,
            };
            let is_bad = if frame.is_command {
                Command::parse(&frame.body).is_err()
            } else {
                assembly.add(frame).is_err()
            };
            if is_bad {
                return;
            }
        }
    }
}

/// Frames for one broker: each starts with the connection it comes over and a length of one byte.
pub fn conversation(mut data: &[u8]) {
    let mut requests = Requests::default();
    while let [connection, length, rest @ ..] = data {
        let (frame, rest) = rest.split_at(rest.len().min(usize::from(*length)));
        match (connection, frame) {
            (_, []) => requests.close(u64::from(*connection)),
            _ => requests.answer(u64::from(*connection), frame),
        }
        data = rest;
    }
}

/// A broker without sockets.
#[derive(Debug, Default)]
pub struct Requests {
    directory: Directory,
}

impl Requests {
    /// Answer a frame of a connection. Whatever it is, the answer is a frame that decodes.
    pub fn answer(&mut self, connection: u64, frame: &[u8]) {
        let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let asker = Asker { connection: ConnectionId(connection), local_ip: ip, peer_ip: ip };
        let answered = answer_frame(&mut self.directory, &asker, frame);
        let view = FrameView::parse(&answered.answer).expect("an answer is a frame");
        assert!(view.type_name.ends_with("Answer"), "{} is no answer", view.type_name);
        if let Ok(GenericAnswer { success: false, error_message }) = decode_frame(&answered.answer) {
            assert!(error_message.is_some_and(|reason| reason.len() < 2000), "a reason is short");
        }
    }

    /// The connection ends.
    pub fn close(&mut self, connection: u64) {
        self.directory.forget(ConnectionId(connection));
    }
}

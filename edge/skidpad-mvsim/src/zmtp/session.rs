//! One connection after its handshake: messages in, messages out, heartbeats in between.

use super::stream::{ReadHalf, Stream};
use super::wire::put_header;
use super::writer::Writer;
use super::{Command, FrameDecoder, Greeting, Limits, Queue, SocketType, WireFrame, ZmtpError, put_frame};
use bytes::{Bytes, BytesMut};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::io::AsyncReadExt;
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

/// Longest frame before the handshake is over [bytes].
const HANDSHAKE_FRAME_BYTES: usize = 4 << 10;
/// Bodies longer than this are written from where they are rather than copied first [bytes].
const COPIED_BYTES: usize = 16 << 10;
/// A silent peer is dropped after this many heartbeats.
const SILENT_HEARTBEATS: u32 = 3;

/// What a peer sends.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A message, frame by frame.
    Message(Vec<Bytes>),
    /// The peer subscribes to a prefix.
    Subscribe(Bytes),
    /// The peer no longer subscribes to a prefix.
    Cancel(Bytes),
}

/// One connection after its handshake.
#[derive(Debug)]
pub(crate) struct Session {
    reader: ReadHalf,
    writer: Arc<Writer>,
    socket_type: SocketType,
    decoder: FrameDecoder,
    assembly: Assembly,
    unsent: BytesMut,
    peer_minor: u8,
    heartbeat: Interval,
    silent_heartbeats: u32,
    local_ip: IpAddr,
    peer_ip: IpAddr,
}

impl Session {
    /// Greet, shake hands, and check that the sockets go together.
    pub(crate) async fn open(
        stream: Stream,
        socket_type: SocketType,
        limits: &Limits,
    ) -> Result<Self, ZmtpError> {
        match timeout(limits.handshake_time, Self::shake_hands(stream, socket_type, limits)).await {
            Ok(session) => session,
            Err(_) => Err(ZmtpError::HandshakeTimeout),
        }
    }

    async fn shake_hands(
        stream: Stream,
        socket_type: SocketType,
        limits: &Limits,
    ) -> Result<Self, ZmtpError> {
        let (local_ip, peer_ip) = stream.ips()?;
        let (mut reader, writer) = stream.into_split()?;
        let writer = Writer::new(writer, limits.write_time);
        writer.write_all(&[&Greeting::ours()]).await?;
        let mut greeting = [0; Greeting::LENGTH];
        // The first byte tells other protocols apart, whose peers may wait for us to speak.
        reader.read_exact(&mut greeting[..1]).await?;
        if greeting[0] != 0xff {
            return Err(ZmtpError::NotZmtp);
        }
        reader.read_exact(&mut greeting[1..]).await?;
        let peer_minor = Greeting::parse(&greeting)?.minor;

        let mut heartbeat = interval(limits.heartbeat_period);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        let mut session = Session {
            reader,
            writer: Arc::new(writer),
            socket_type,
            decoder: FrameDecoder::new(HANDSHAKE_FRAME_BYTES),
            assembly: Assembly::new(limits),
            unsent: BytesMut::new(),
            peer_minor,
            heartbeat,
            silent_heartbeats: 0,
            local_ip,
            peer_ip,
        };
        session.send_command(&Command::Ready(Bytes::from_static(socket_type.name().as_bytes()))).await?;
        session.await_ready().await?;
        session.decoder.set_body_limit(limits.message_bytes);
        Ok(session)
    }

    async fn await_ready(&mut self) -> Result<(), ZmtpError> {
        let frame = loop {
            match self.decoder.next()? {
                Some(frame) => break frame,
                None => self.read_more().await?,
            }
        };
        if !frame.is_command {
            return Err(ZmtpError::BadFrame("a message before the handshake"));
        }
        match Command::parse(&frame.body)? {
            Command::Ready(theirs) if self.socket_type.goes_with(&theirs) => Ok(()),
            Command::Ready(theirs) => {
                let reason = Bytes::from_static(b"the socket types do not go together");
                self.send_command(&Command::Error(reason)).await?;
                let theirs = theirs.escape_ascii().to_string();
                Err(ZmtpError::SocketType { ours: self.socket_type, theirs })
            }
            Command::Error(reason) => Err(ZmtpError::Refused(reason.escape_ascii().to_string())),
            _ => Err(ZmtpError::BadFrame("another command than READY in the handshake")),
        }
    }

    /// Address of this end.
    pub(crate) fn local_ip(&self) -> IpAddr {
        self.local_ip
    }

    /// Writes to this connection from elsewhere on the same thread, where nothing waits.
    pub(crate) fn writer(&self) -> Arc<Writer> {
        Arc::clone(&self.writer)
    }

    /// Address of the peer.
    pub(crate) fn peer_ip(&self) -> IpAddr {
        self.peer_ip
    }

    /// The next thing that the peer sends.
    pub(crate) async fn receive(&mut self) -> Result<Incoming, ZmtpError> {
        loop {
            if let Some(incoming) = self.next_buffered().await? {
                return Ok(incoming);
            }
            tokio::select! {
                read = self.reader.read_buf(self.decoder.buffer()) => heard(read?, &mut self.silent_heartbeats)?,
                _ = self.heartbeat.tick() => self.beat().await?,
            }
        }
    }

    /// The next thing that the peer sends; meanwhile it gets what is in the queue.
    pub(crate) async fn exchange(&mut self, outgoing: &Queue<Vec<Bytes>>) -> Result<Incoming, ZmtpError> {
        loop {
            if let Some(incoming) = self.next_buffered().await? {
                return Ok(incoming);
            }
            tokio::select! {
                message = outgoing.pop() => match message {
                    Some(message) => self.send_all(message, outgoing).await?,
                    None => return Err(ZmtpError::Closed),
                },
                read = self.reader.read_buf(self.decoder.buffer()) => heard(read?, &mut self.silent_heartbeats)?,
                _ = self.heartbeat.tick() => self.beat().await?,
                () = self.writer.left_over() => self.flush().await?,
            }
        }
    }

    /// Write a message and those that wait behind it, small ones together.
    async fn send_all(&mut self, first: Vec<Bytes>, outgoing: &Queue<Vec<Bytes>>) -> Result<(), ZmtpError> {
        self.put_message(&first).await?;
        while let Some(message) = outgoing.try_pop() {
            self.put_message(&message).await?;
        }
        self.flush().await
    }

    /// Write a message.
    pub(crate) async fn send(&mut self, message: &[Bytes]) -> Result<(), ZmtpError> {
        self.put_message(message).await?;
        self.flush().await
    }

    /// Subscribe to a prefix, in the form that the peer's version has.
    pub(crate) async fn subscribe(&mut self, prefix: &[u8]) -> Result<(), ZmtpError> {
        if self.peer_minor >= 1 {
            return self.send_command(&Command::Subscribe(Bytes::copy_from_slice(prefix))).await;
        }
        let message = [&[1], prefix].concat();
        self.send(&[message.into()]).await
    }

    async fn send_command(&mut self, command: &Command) -> Result<(), ZmtpError> {
        put_frame(&mut self.unsent, true, false, &command.encode());
        self.flush().await
    }

    async fn put_message(&mut self, frames: &[Bytes]) -> Result<(), ZmtpError> {
        for (index, frame) in frames.iter().enumerate() {
            put_header(&mut self.unsent, false, index + 1 < frames.len(), frame.len());
            if frame.len() <= COPIED_BYTES {
                self.unsent.extend_from_slice(frame);
            } else {
                let written = self.writer.write_all(&[&self.unsent, frame]).await;
                self.unsent.clear();
                written?;
            }
        }
        if self.unsent.len() > 4 * COPIED_BYTES {
            self.flush().await?;
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), ZmtpError> {
        let written = self.writer.write_all(&[&self.unsent]).await;
        self.unsent.clear();
        written
    }

    async fn read_more(&mut self) -> Result<(), ZmtpError> {
        let read = self.reader.read_buf(self.decoder.buffer()).await?;
        heard(read, &mut self.silent_heartbeats)
    }

    /// Ask a silent peer whether it is there. Peers of ZMTP 3.0 cannot answer and are not asked.
    async fn beat(&mut self) -> Result<(), ZmtpError> {
        if self.peer_minor == 0 {
            return Ok(());
        }
        self.silent_heartbeats += 1;
        if self.silent_heartbeats > SILENT_HEARTBEATS {
            return Err(ZmtpError::Silent);
        }
        self.send_command(&Command::Ping(Bytes::new())).await
    }

    /// Take apart what was received, until something of it concerns the socket.
    async fn next_buffered(&mut self) -> Result<Option<Incoming>, ZmtpError> {
        while let Some(frame) = self.decoder.next()? {
            if frame.is_command {
                match Command::parse(&frame.body)? {
                    Command::Ping(context) => self.send_command(&Command::Pong(context)).await?,
                    Command::Subscribe(prefix) => return Ok(Some(Incoming::Subscribe(prefix))),
                    Command::Cancel(prefix) => return Ok(Some(Incoming::Cancel(prefix))),
                    Command::Error(reason) => {
                        return Err(ZmtpError::Refused(reason.escape_ascii().to_string()));
                    }
                    _ => {}
                }
            } else if let Some(message) = self.assembly.add(frame)? {
                return Ok(Some(self.classify(message)));
            }
        }
        Ok(None)
    }

    /// Subscriptions reach a PUB socket of ZMTP 3.0 as messages.
    fn classify(&self, message: Vec<Bytes>) -> Incoming {
        match (self.socket_type, &message[..]) {
            (SocketType::Pub, [only]) if only.first() == Some(&1) => Incoming::Subscribe(only.slice(1..)),
            (SocketType::Pub, [only]) if only.first() == Some(&0) => Incoming::Cancel(only.slice(1..)),
            _ => Incoming::Message(message),
        }
    }
}

fn heard(byte_count: usize, silent_heartbeats: &mut u32) -> Result<(), ZmtpError> {
    *silent_heartbeats = 0;
    if byte_count == 0 { Err(ZmtpError::Closed) } else { Ok(()) }
}

/// Puts the frames of a message together, within limits.
#[derive(Debug)]
pub(crate) struct Assembly {
    frames: Vec<Bytes>,
    bytes: usize,
    frame_limit: usize,
    byte_limit: usize,
}

impl Assembly {
    pub(crate) fn new(limits: &Limits) -> Self {
        Assembly {
            frames: Vec::new(),
            bytes: 0,
            frame_limit: limits.frame_count,
            byte_limit: limits.message_bytes,
        }
    }

    /// Add a frame; the message, if it was the last one.
    pub(crate) fn add(&mut self, frame: WireFrame) -> Result<Option<Vec<Bytes>>, ZmtpError> {
        self.bytes += frame.body.len();
        if self.bytes > self.byte_limit {
            return Err(ZmtpError::TooLarge { bytes: self.bytes as u64, limit: self.byte_limit });
        }
        if self.frames.len() >= self.frame_limit {
            return Err(ZmtpError::BadFrame("a message of too many frames"));
        }
        self.frames.push(frame.body);
        if frame.has_more {
            return Ok(None);
        }
        self.bytes = 0;
        Ok(Some(std::mem::take(&mut self.frames)))
    }
}

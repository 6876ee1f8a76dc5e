//! The bytes of a connection, whichever transport carries them.

use super::{Address, ZmtpError};
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::{TcpStream, UnixStream, tcp, unix};

/// A connection before its handshake.
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(TcpStream),
    Local(UnixStream),
}

/// The receiving end of a connection.
#[derive(Debug)]
pub(crate) enum ReadHalf {
    Tcp(tcp::OwnedReadHalf),
    Local(unix::OwnedReadHalf),
}

/// The sending end of a connection.
#[derive(Debug)]
pub(crate) enum WriteHalf {
    Tcp(tcp::OwnedWriteHalf),
    Local(unix::OwnedWriteHalf),
}

impl Stream {
    pub(crate) async fn connect(address: &Address) -> io::Result<Self> {
        match address {
            Address::Tcp(endpoint) => {
                TcpStream::connect((endpoint.dialled_host(), endpoint.port)).await.map(Stream::Tcp)
            }
            Address::Local(name) => UnixStream::connect(name.path()).await.map(Stream::Local),
        }
    }

    /// Addresses of this end and of the peer; a connection within the machine has the loopback address at both.
    pub(crate) fn ips(&self) -> io::Result<(IpAddr, IpAddr)> {
        match self {
            Stream::Tcp(stream) => Ok((stream.local_addr()?.ip(), stream.peer_addr()?.ip())),
            Stream::Local(_) => Ok((Ipv4Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into())),
        }
    }

    /// Both ends; small messages are sent at once.
    pub(crate) fn into_split(self) -> Result<(ReadHalf, WriteHalf), ZmtpError> {
        match self {
            Stream::Tcp(stream) => {
                stream.set_nodelay(true)?;
                let (reader, writer) = stream.into_split();
                Ok((ReadHalf::Tcp(reader), WriteHalf::Tcp(writer)))
            }
            Stream::Local(stream) => {
                let (reader, writer) = stream.into_split();
                Ok((ReadHalf::Local(reader), WriteHalf::Local(writer)))
            }
        }
    }
}

impl AsyncRead for ReadHalf {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            ReadHalf::Tcp(half) => Pin::new(half).poll_read(context, buffer),
            ReadHalf::Local(half) => Pin::new(half).poll_read(context, buffer),
        }
    }
}

impl WriteHalf {
    /// Write what there is room for.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            WriteHalf::Tcp(half) => half.try_write(bytes),
            WriteHalf::Local(half) => half.try_write(bytes),
        }
    }

    /// Wait until there is room.
    pub(crate) async fn writable(&self) -> io::Result<()> {
        match self {
            WriteHalf::Tcp(half) => half.writable().await,
            WriteHalf::Local(half) => half.writable().await,
        }
    }
}

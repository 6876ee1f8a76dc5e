//! The bytes of a connection, whichever transport carries them.

use super::{Address, ZmtpError};
use std::io;
use std::net::IpAddr;
#[cfg(target_os = "linux")]
use std::net::Ipv4Addr;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::{TcpStream, tcp};
#[cfg(target_os = "linux")]
use tokio::net::{UnixStream, unix};

/// A connection before its handshake. Only Linux has names without a file.
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(TcpStream),
    #[cfg(target_os = "linux")]
    Local(UnixStream),
}

/// The receiving end of a connection.
#[derive(Debug)]
pub(crate) enum ReadHalf {
    Tcp(tcp::OwnedReadHalf),
    #[cfg(target_os = "linux")]
    Local(unix::OwnedReadHalf),
}

/// The sending end of a connection.
#[derive(Debug)]
pub(crate) enum WriteHalf {
    Tcp(tcp::OwnedWriteHalf),
    #[cfg(target_os = "linux")]
    Local(unix::OwnedWriteHalf),
}

impl Stream {
    pub(crate) async fn connect(address: &Address) -> io::Result<Self> {
        match address {
            Address::Tcp(endpoint) => {
                TcpStream::connect((endpoint.dialled_host(), endpoint.port)).await.map(Stream::Tcp)
            }
            #[cfg(target_os = "linux")]
            Address::Local(name) => UnixStream::connect(name.path()).await.map(Stream::Local),
            #[cfg(not(target_os = "linux"))]
            Address::Local(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Addresses of this end and of the peer; a connection within the machine has the loopback address at both.
    pub(crate) fn ips(&self) -> io::Result<(IpAddr, IpAddr)> {
        match self {
            Stream::Tcp(stream) => Ok((stream.local_addr()?.ip(), stream.peer_addr()?.ip())),
            #[cfg(target_os = "linux")]
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
            #[cfg(target_os = "linux")]
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
            #[cfg(target_os = "linux")]
            ReadHalf::Local(half) => Pin::new(half).poll_read(context, buffer),
        }
    }
}

impl WriteHalf {
    /// Write what there is room for.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            WriteHalf::Tcp(half) => half.try_write(bytes),
            #[cfg(target_os = "linux")]
            WriteHalf::Local(half) => half.try_write(bytes),
        }
    }

    /// Wait until there is room.
    pub(crate) async fn writable(&self) -> io::Result<()> {
        match self {
            WriteHalf::Tcp(half) => half.writable().await,
            #[cfg(target_os = "linux")]
            WriteHalf::Local(half) => half.writable().await,
        }
    }
}

//! Limits how long a client may leave what it asked for unread: such a connection ends and gives its place to others.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// A connection on which writing fails once it has made no progress for some time.
pub(crate) struct NoStalls<S> {
    stream: S,
    limit: Duration,
    timer: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl<S> NoStalls<S> {
    /// Needs a runtime with a clock.
    pub(crate) fn new(stream: S, limit: Duration) -> NoStalls<S> {
        NoStalls { stream, limit, timer: Box::pin(tokio::time::sleep(limit)), is_waiting: false }
    }

    /// Pass on how writing went, or fail if nothing has moved since the limit.
    fn watched<T>(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.is_waiting = false;
            return polled;
        }
        if !std::mem::replace(&mut self.is_waiting, true) {
            let until = Instant::now() + self.limit;
            self.timer.as_mut().reset(until);
        }
        match self.timer.as_mut().poll(context) {
            Poll::Ready(()) => {
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for NoStalls<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for NoStalls<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, polled)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(context);
        self.watched(context, polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watched(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime").block_on(work)
    }

    #[test]
    fn a_client_that_does_not_read_is_left() {
        block_on(async {
            let (near, _far) = tokio::io::duplex(100);
            let mut stream = NoStalls::new(near, Duration::from_millis(20));
            let problem = stream.write_all(&[0; 1000]).await.expect_err("nobody reads");
            assert_eq!(problem.kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn a_slow_client_that_reads_gets_everything() {
        block_on(async {
            let (near, mut far) = tokio::io::duplex(10);
            let mut stream = NoStalls::new(near, Duration::from_secs(60));
            let reader = tokio::spawn(async move {
                let mut got = Vec::new();
                far.read_to_end(&mut got).await.expect("it reads");
                got.len()
            });
            stream.write_all(&[7; 5000]).await.expect("it is read");
            stream.shutdown().await.expect("an end");
            assert_eq!(reader.await.expect("a task"), 5000);
        });
    }
}

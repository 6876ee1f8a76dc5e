//! A writer that fails on purpose, for tests which show that a failing disk loses nothing that was written before.

use std::io::{self, Seek, SeekFrom, Write};

/// Passes everything on until a given call. That call and all later ones fail, as on a full disk.
#[derive(Debug)]
pub struct Fault<W> {
    inner: W,
    calls_left: u64,
    /// One write accepts at most this many bytes.
    most_bytes: usize,
}

impl<W> Fault<W> {
    /// The `nth` write, flush or seek fails, counted from 1; with 0 none fails.
    pub fn at(inner: W, nth: u64) -> Self {
        Fault { inner, calls_left: nth.wrapping_sub(1), most_bytes: usize::MAX }
    }

    /// The same, and each write accepts only some of its bytes.
    pub fn with_short_writes(self, most_bytes: usize) -> Self {
        Fault { most_bytes, ..self }
    }

    /// The writer inside.
    pub fn into_inner(self) -> W {
        self.inner
    }

    fn call(&mut self) -> io::Result<()> {
        if self.calls_left == 0 {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no space left, as arranged"));
        }
        self.calls_left -= 1;
        Ok(())
    }
}

impl<W: Write> Write for Fault<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.call()?;
        self.inner.write(&bytes[..bytes.len().min(self.most_bytes)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.call()?;
        self.inner.flush()
    }
}

impl<W: Seek> Seek for Fault<W> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.call()?;
        self.inner.seek(position)
    }
}

//! Files that survive a power cut.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The disk is given no more than this to do at once [bytes]: a process that waits for its disk cannot end.
const MOST_UNSAVED: usize = 4 << 20;

/// A file whose flush makes sure that what was written survives a power cut; but for the last flush, for which
/// nobody who ends a run waits.
#[derive(Debug)]
pub struct DurableFile {
    file: File,
    /// Written since the disk had everything [bytes].
    unsaved: usize,
    is_closing: Arc<AtomicBool>,
}

impl DurableFile {
    /// A new file; one of the same name is overwritten.
    pub fn create(path: &Path) -> io::Result<Self> {
        File::create(path).map(DurableFile::of)
    }

    /// A new file; never one that is there already.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        File::create_new(path).map(DurableFile::of)
    }

    fn of(file: File) -> Self {
        DurableFile { file, unsaved: 0, is_closing: Arc::default() }
    }

    /// To be raised when the end has come.
    pub(super) fn closing_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_closing)
    }
}

impl Write for DurableFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.unsaved >= MOST_UNSAVED {
            self.flush()?;
        }
        let written = self.file.write(bytes)?;
        self.unsaved += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closing.load(Ordering::Acquire) {
            return Ok(());
        }
        self.unsaved = 0;
        match self.file.sync_data() {
            // Pipes and devices have nothing to make sure of.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            other => other,
        }
    }
}

impl Seek for DurableFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

//! Files that survive a power cut.

use crate::output::create_output;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that the disk is asked to save at once: a process that waits for its disk cannot end.
const MOST_UNSAVED: usize = 4 << 20;

/// A file whose flushed content survives a power cut as soon as the disk has saved it. A separate thread waits for the
/// disk while more is written; the end of a run does not wait for the last part.
#[derive(Debug)]
pub struct DurableFile {
    file: File,
    /// Written since the disk was last asked to save everything [bytes].
    unsaved: usize,
    /// Holds one request; the next one waits until the disk has completed it.
    requests: SyncSender<()>,
    problem: Arc<Mutex<Option<io::Error>>>,
    is_closing: Arc<AtomicBool>,
}

impl DurableFile {
    /// Create a file; an existing one is overwritten.
    pub fn create(path: &Path) -> io::Result<Self> {
        DurableFile::of(create_output(path)?)
    }

    /// Create a file; fails if it exists.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        DurableFile::of(File::create_new(path)?)
    }

    fn of(file: File) -> io::Result<Self> {
        let (requests, wished) = sync_channel(0);
        let problem = Arc::default();
        let (same_file, told) = (file.try_clone()?, Arc::clone(&problem));
        // The thread ends when the file is dropped, or with the process.
        std::thread::Builder::new()
            .name("saver".to_string())
            .spawn(move || save(&same_file, &wished, &told))?;
        Ok(DurableFile { file, unsaved: 0, requests, problem, is_closing: Arc::default() })
    }

    /// To be raised when the run ends.
    pub(super) fn closing_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_closing)
    }
}

/// Save what was written, at each request.
fn save(file: &File, wished: &Receiver<()>, problem: &Mutex<Option<io::Error>>) {
    for () in wished {
        match file.sync_data() {
            // Pipes and devices cannot be synchronised.
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                *problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
            _ => {}
        }
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
        if let Some(error) = self.problem.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        if !self.is_closing.load(Ordering::Acquire) {
            self.unsaved = 0;
            self.requests
                .send(())
                .map_err(|_| io::Error::other("the thread that saves the file has panicked"))?;
        }
        Ok(())
    }
}

impl Seek for DurableFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_there_and_the_disk_gets_it_in_parts() {
        let path = std::env::temp_dir().join(format!("skidpad-durable-{}", std::process::id()));
        let mut file = DurableFile::create(&path).unwrap();
        let part = vec![7; MOST_UNSAVED / 4 + 1];
        for count in 1..=10 {
            file.write_all(&part).unwrap();
            assert!(file.unsaved <= MOST_UNSAVED + part.len(), "{} after {count}", file.unsaved);
        }
        file.flush().unwrap();
        assert_eq!((file.unsaved, std::fs::metadata(&path).unwrap().len()), (0, 10 * part.len() as u64));
        assert!(DurableFile::create_new(&path).is_err(), "it is there");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_disk_that_fails_is_told_of_at_the_next_flush() {
        let mut file = DurableFile::create(Path::new("/dev/null")).unwrap();
        file.flush().unwrap();
        *file.problem.lock().unwrap() = Some(io::Error::other("no such sector"));
        assert_eq!(file.flush().unwrap_err().to_string(), "no such sector");
        file.flush().unwrap();
    }
}

//! A folder of its own for a test, removed at the end.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// An empty folder that lives as long as this value.
pub(crate) struct TempFolder(PathBuf);

impl TempFolder {
    /// A new folder; the name only helps to recognise it.
    pub(crate) fn new(name: &str) -> TempFolder {
        let count = COUNT.fetch_add(1, Ordering::SeqCst);
        let folder = format!("skidpad-{name}-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&path).unwrap();
        TempFolder(std::fs::canonicalize(path).unwrap())
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

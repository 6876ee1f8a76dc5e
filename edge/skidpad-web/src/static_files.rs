//! Files that do not change, read once: the playground.

use bytes::Bytes;
use std::io;
use std::path::Path;

/// One file that is served under its name.
pub(crate) struct StaticFile {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) bytes: Bytes,
}

/// The files of the playground and their types. The page in one file is for disks: its policy is its own.
const FILES: [(&str, &str); 8] = [
    ("index.html", "text/html; charset=utf-8"),
    ("playground.js", "text/javascript; charset=utf-8"),
    ("playground.css", "text/css; charset=utf-8"),
    ("worker.js", "text/javascript; charset=utf-8"),
    ("skidpad.wasm", "application/wasm"),
    ("viewer.html", "text/html; charset=utf-8"),
    ("viewer.js", "text/javascript; charset=utf-8"),
    ("viewer.css", "text/css; charset=utf-8"),
];

/// Read the playground from its folder. Requests are answered from memory: none can name another file.
pub(crate) fn playground(folder: &Path) -> io::Result<Vec<StaticFile>> {
    let read = |(name, kind): (&str, &'static str)| {
        let path = folder.join(name);
        let bytes = std::fs::read(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        Ok(StaticFile { name: name.to_string(), kind, bytes: bytes.into() })
    };
    FILES.into_iter().map(read).collect()
}

//! Worlds and assets that ask for more than they should: each within 16 MB, each to be refused or loaded within
//! 1 GB and 10 s of processor time.

mod combined;
mod encode;
mod named;
mod names;
mod overlooked;
mod packed;
mod pictures;
mod places;
mod recounted;
mod shapes;
mod varied;

use std::io;
use std::path::{Path, PathBuf};

/// A hostile world with its files.
pub struct HostileWorld {
    /// Its name, also that of its folder.
    pub name: String,
    /// Files by their paths below the folder; the world is `hostile.world.xml`.
    pub files: Vec<(String, Vec<u8>)>,
}

/// The name of the world among the files of each case.
pub const WORLD: &str = "hostile.world.xml";

impl HostileWorld {
    pub(crate) fn new(name: impl Into<String>, inside: &str) -> HostileWorld {
        HostileWorld { name: name.into(), files: vec![(WORLD.into(), encode::world(inside))] }
    }

    pub(crate) fn with(mut self, name: &str, bytes: Vec<u8>) -> HostileWorld {
        self.files.push((name.into(), bytes));
        self
    }

    /// Bytes of all its files.
    pub fn size_bytes(&self) -> usize {
        self.files.iter().map(|(_, bytes)| bytes.len()).sum()
    }

    /// Write the files below `folder`, in a folder with the case's name. Returns the path of the world.
    pub fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        let folder = folder.join(&self.name);
        std::fs::create_dir_all(&folder)?;
        for (name, bytes) in &self.files {
            std::fs::write(folder.join(name), bytes)?;
        }
        Ok(folder.join(WORLD))
    }
}

/// A hostile world that is made when it is wanted: all at once would take gigabytes.
pub type MakeWorld = Box<dyn Fn() -> HostileWorld>;

/// Every hostile world.
pub fn hostile_worlds() -> Vec<MakeWorld> {
    let mut all = named::worlds();
    all.extend(varied::worlds());
    all.extend(combined::worlds());
    all.extend(overlooked::worlds());
    all.extend(recounted::worlds());
    all.extend(names::worlds());
    all.extend(places::worlds());
    all.extend(packed::worlds());
    all.extend(pictures::worlds());
    all.extend(shapes::worlds());
    all
}

//! What several test files share: files on the disk, and the folders of the workspace.
#![allow(clippy::disallowed_methods, dead_code)] // The files are on the disk; not every test uses everything.

use std::path::{Path, PathBuf};

use skidpad_world::files::DATA_PREFIX;
use skidpad_world::{ExpandOptions, FileProblem, Files, Loaded, load};

/// The files below a folder; nothing else is read.
pub(crate) struct Disk(pub(crate) PathBuf);

impl Files for Disk {
    fn read(&self, path: &str, _limit: usize) -> Result<Vec<u8>, FileProblem> {
        if path.starts_with("../") || skidpad_world::files::is_absolute(path) {
            return Err(FileProblem::OutsideRoot);
        }
        std::fs::read(self.place_of(path)).map_err(|_| FileProblem::Missing)
    }

    fn exists(&self, path: &str) -> bool {
        self.place_of(path).is_file()
    }

    fn built_in_definitions(&self) -> Vec<String> {
        files_ending(&workspace().join("definitions"), ".xml")
            .iter()
            .map(|name| format!("{name}.xml"))
            .collect()
    }
}

impl Disk {
    /// The folders of the workspace are the data folder, too.
    fn place_of(&self, path: &str) -> PathBuf {
        path.strip_prefix(DATA_PREFIX)
            .map_or_else(|| self.0.join(path), |path| workspace().join(path.trim_start_matches('/')))
    }
}

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Load a world from the disk with a fixed seed.
pub(crate) fn load_from(folder: PathBuf, main: &str) -> Loaded {
    load(main, &Disk(folder), &ExpandOptions { seed: 1, ..ExpandOptions::default() })
}

/// Names of the files in a folder that end so, sorted, without the ending.
pub(crate) fn files_ending(folder: &Path, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder can be listed");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(ending)?.to_owned())).collect();
    names.sort();
    names
}

/// The same, with another text in place of the main file.
pub(crate) fn load_text(folder: PathBuf, main: &str, text: &str) -> Loaded {
    let files = WithText { disk: Disk(folder), main, text };
    load(main, &files, &ExpandOptions { seed: 1, ..ExpandOptions::default() })
}

struct WithText<'a> {
    disk: Disk,
    main: &'a str,
    text: &'a str,
}

impl Files for WithText<'_> {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        if path == self.main { Ok(self.text.as_bytes().to_vec()) } else { self.disk.read(path, limit) }
    }

    fn exists(&self, path: &str) -> bool {
        path == self.main || self.disk.exists(path)
    }
}

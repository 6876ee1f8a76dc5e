//! Files on disk, confined to the given folders: nothing outside them is ever opened.
//!
//! A path is resolved to its real place first (links followed by name, nothing opened), compared
//! with the folders that may be read, checked to be an ordinary file, opened without waiting for
//! a pipe's other end, and checked again on the open handle.

use crate::embedded;
use skidpad_world::files::{DATA_PREFIX, FileProblem, Files, PACKAGE_PREFIX, is_absolute};
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Files below a root folder, in further search folders, and those embedded in the program.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    /// Real path of the root.
    root: PathBuf,
    /// Real paths of the folders searched for what is not below the root.
    search: Vec<PathBuf>,
    /// Real paths of the folders of ROS packages.
    packages: BTreeMap<String, PathBuf>,
    /// Files in memory by logical path, which come before those on disk.
    given: Arc<BTreeMap<String, Vec<u8>>>,
    /// Whether the embedded definitions and models are used for files that are not on disk.
    has_embedded: bool,
}

/// Which folders a world may read.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Replaces the default root, the parent of the world's folder (`--root`).
    pub root: Option<PathBuf>,
    /// Searched for what is not below the root (`--search`).
    pub search: Vec<PathBuf>,
    /// Folders of ROS packages by name (`--package`).
    pub packages: BTreeMap<String, PathBuf>,
    /// The user's home folder, which never becomes the root just because it contains the world's folder.
    pub home: Option<PathBuf>,
}

/// Where a file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The disk, at this real path.
    Disk(PathBuf),
    /// The program itself.
    Embedded,
    /// The caller, who gave the bytes.
    Given,
}

/// The files that a world may read, and the path of the world among them.
#[derive(Clone, Debug)]
pub struct WorldFiles {
    /// The files the world may read.
    pub files: DiskFiles,
    /// Logical path of the world, relative to the root.
    pub world: String,
}

impl DiskFiles {
    /// Everything below one folder, nothing else.
    pub fn below(root: &Path) -> io::Result<DiskFiles> {
        Ok(DiskFiles { root: fs::canonicalize(root)?, ..DiskFiles::nowhere() })
    }

    /// No files at all.
    pub fn nowhere() -> DiskFiles {
        DiskFiles {
            root: PathBuf::new(),
            search: Vec::new(),
            packages: BTreeMap::new(),
            given: Arc::default(),
            has_embedded: false,
        }
    }

    /// Files in memory by logical path, and the definitions and models that come with the program. Nothing is read from
    /// disk.
    pub fn in_memory(files: BTreeMap<String, Vec<u8>>) -> DiskFiles {
        DiskFiles { given: Arc::new(files), ..DiskFiles::embedded() }
    }

    /// No files on disk, only the definitions and models that come with the program.
    pub fn embedded() -> DiskFiles {
        DiskFiles { has_embedded: true, ..DiskFiles::nowhere() }
    }

    /// Where a file would be read from; `None` if it cannot be read.
    pub fn origin(&self, path: &str) -> Option<Origin> {
        if self.given.contains_key(path) {
            return Some(Origin::Given);
        }
        if let Ok((real, _)) = self.locate(path) {
            return Some(Origin::Disk(real));
        }
        (self.has_embedded && embedded::file(path).is_some()).then_some(Origin::Embedded)
    }

    /// The folder to which logical paths are relative.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The files that opening this world may read.
    pub fn for_world(world: &Path, folders: &Folders) -> io::Result<WorldFiles> {
        let world = fs::canonicalize(world)?;
        let home = folders.home.as_deref().and_then(|home| fs::canonicalize(home).ok());
        let root = match &folders.root {
            Some(root) => real_folder(root)?,
            None => default_root(&world, home.as_deref()),
        };
        let inside = world.strip_prefix(&root).map_err(|_| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("the world is not below the root folder {}", root.display()),
            )
        })?;
        let logical = logical_path(inside).ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, "the world's path is not UTF-8 text")
        })?;
        let search =
            folders.search.iter().map(|folder| real_folder(folder)).collect::<io::Result<Vec<_>>>()?;
        let packages = (folders.packages.iter())
            .map(|(name, folder)| Ok((name.clone(), real_folder(folder)?)))
            .collect::<io::Result<BTreeMap<_, _>>>()?;
        let files = DiskFiles { root, search, packages, ..DiskFiles::embedded() };
        Ok(WorldFiles { files, world: logical })
    }

    /// The places a logical path may mean, most likely first: the folder that confines it, and
    /// the path below it.
    fn candidates(&self, path: &str) -> Vec<PathBuf> {
        if let Some((name, inside)) = package_and_path(path) {
            let folder = self.packages.get(name);
            // The folder may be that of the package or the prefix it is installed below.
            return folder.map_or(Vec::new(), |folder| {
                vec![folder.join(inside), folder.join("share").join(name).join(inside)]
            });
        }
        if is_absolute(path) {
            return vec![PathBuf::from(path)];
        }
        if self.root.as_os_str().is_empty() {
            return Vec::new();
        }
        let mut places = Vec::new();
        if !path.starts_with("../") {
            places.push(self.root.join(path));
        }
        // In a search folder the leading folders may be missing: DIR/definitions/x, DIR/x.
        let parts: Vec<&str> = path.split('/').filter(|part| *part != "..").collect();
        for folder in &self.search {
            places.extend((0..parts.len()).map(|skip| folder.join(parts[skip..].join("/"))));
        }
        places
    }

    /// The real path of a file that may be read, with what is known of it. Opens nothing.
    fn locate(&self, path: &str) -> Result<(PathBuf, Metadata), FileProblem> {
        if path.contains('\0') {
            return Err(FileProblem::Missing);
        }
        if let Some((name, _)) = package_and_path(path)
            && name != "mvsim"
            && !self.packages.contains_key(name)
        {
            return Err(FileProblem::UnknownPackage { name: name.to_owned() });
        }
        let leaves_root = path.starts_with("../");
        let mut problem = if leaves_root { FileProblem::OutsideRoot } else { FileProblem::Missing };
        for candidate in self.candidates(path) {
            match self.confine(&candidate) {
                Ok(found) => return Ok(found),
                Err(FileProblem::Missing) => {}
                Err(other) => {
                    problem = other;
                    break;
                }
            }
        }
        Err(problem)
    }

    /// The real place of a path, if it lies in a folder that may be read and is an ordinary file.
    fn confine(&self, path: &Path) -> Result<(PathBuf, Metadata), FileProblem> {
        let has_root = !self.root.as_os_str().is_empty();
        let is_allowed = |real: &Path| {
            has_root && real.starts_with(&self.root)
                || self.search.iter().chain(self.packages.values()).any(|dir| real.starts_with(dir))
        };
        let real = fs::canonicalize(path).map_err(|error| match io_problem(&error) {
            // Whether something outside exists must not be revealed either.
            FileProblem::Missing | FileProblem::Unreadable(_) if !is_allowed(path) => {
                FileProblem::OutsideRoot
            }
            problem => problem,
        })?;
        if !is_allowed(&real) {
            return Err(FileProblem::OutsideRoot);
        }
        let metadata = fs::symlink_metadata(&real).map_err(|error| io_problem(&error))?;
        if metadata.is_file() { Ok((real, metadata)) } else { Err(FileProblem::NotAFile) }
    }
}

impl Files for DiskFiles {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        if let Some(bytes) = self.given.get(path) {
            return if bytes.len() > limit {
                Err(FileProblem::TooLarge { limit })
            } else {
                Ok(bytes.clone())
            };
        }
        let on_disk = self.locate(path);
        match on_disk {
            Ok((real, metadata)) => read_file(&real, &metadata, limit),
            Err(FileProblem::Missing | FileProblem::OutsideRoot) if self.has_embedded => {
                let bytes = embedded::file(path).ok_or_else(|| on_disk.unwrap_err())?;
                if bytes.len() > limit {
                    return Err(FileProblem::TooLarge { limit });
                }
                Ok(bytes.to_vec())
            }
            Err(problem) => Err(problem),
        }
    }

    fn exists(&self, path: &str) -> bool {
        self.origin(path).is_some()
    }

    fn built_in_definitions(&self) -> Vec<String> {
        let files = if self.has_embedded { embedded::files() } else { Vec::new() };
        files
            .iter()
            .filter_map(|(path, _)| {
                path.strip_prefix("definitions/").filter(|name| name.ends_with(".xml")).map(str::to_owned)
            })
            .collect()
    }
}

/// The package of a logical path and the path in it; the data folder is that of the package `mvsim`.
fn package_and_path(path: &str) -> Option<(&str, &str)> {
    if let Some(inside) = path.strip_prefix(DATA_PREFIX) {
        return Some(("mvsim", inside.trim_start_matches('/')));
    }
    let path = path.strip_prefix(PACKAGE_PREFIX)?.trim_start_matches('/');
    Some(path.split_once('/').unwrap_or((path, "")))
}

/// The superuser's home on Unix, which stands beside the folder of all others.
const SUPERUSER_HOME: &str = "/root";

/// Where a folder of the command line is; an error names it, because it is not the world that is missing.
fn real_folder(folder: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(folder)
        .map_err(|error| io::Error::new(error.kind(), format!("folder {}: {error}", folder.display())))
}

/// The parent of the world's folder, so that `../definitions/…` works; the folder itself where
/// its parent would be the whole disk, a home folder, or the folder of all homes.
fn default_root(world: &Path, home: Option<&Path>) -> PathBuf {
    let folder = world.parent().unwrap_or(world);
    let Some(parent) = folder.parent() else {
        return folder.to_path_buf();
    };
    let holds_homes = |path: &Path| path == Path::new("/home") || path == Path::new("/Users");
    let is_home = Some(parent) == home
        || parent == Path::new(SUPERUSER_HOME)
        || parent.parent().is_some_and(holds_homes);
    let is_too_wide = parent.parent().is_none() || is_home || holds_homes(parent);
    if is_too_wide { folder } else { parent }.to_path_buf()
}

/// A relative path with `/` between its parts.
fn logical_path(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = (path.components())
        .map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    parts.map(|parts| parts.join("/"))
}

/// Read an ordinary file whose real path and identity are known.
fn read_file(real: &Path, expected: &Metadata, limit: usize) -> Result<Vec<u8>, FileProblem> {
    let too_large = FileProblem::TooLarge { limit };
    if expected.len() > limit as u64 {
        return Err(too_large);
    }
    let file = open_without_waiting(real).map_err(|error| io_problem(&error))?;
    let opened = file.metadata().map_err(|error| io_problem(&error))?;
    if !opened.is_file() {
        return Err(FileProblem::NotAFile);
    }
    // Neither the file nor a folder above it may have been replaced meanwhile.
    let is_still_there = fs::canonicalize(real).is_ok_and(|again| again == real);
    if !is_same_file(expected, &opened) || !is_still_there {
        return Err(FileProblem::Unreadable("it changed while it was read".into()));
    }
    let mut bytes = Vec::with_capacity(opened.len().min(limit as u64) as usize);
    let mut reader = file.take(limit as u64 + 1);
    (reader.read_to_end(&mut bytes)).map_err(|error| io_problem(&error))?;
    if bytes.len() > limit {
        return Err(too_large);
    }
    Ok(bytes)
}

/// Open for reading, without following a link put there since, and without waiting for a writer.
fn open_without_waiting(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        const O_NONBLOCK: i32 = 0o4_000;
        #[cfg(any(target_arch = "aarch64", target_arch = "arm"))]
        const O_NOFOLLOW: i32 = 0o100_000;
        #[cfg(not(any(target_arch = "aarch64", target_arch = "arm")))]
        const O_NOFOLLOW: i32 = 0o400_000;
        options.custom_flags(O_NONBLOCK | O_NOFOLLOW);
    }
    #[cfg(target_os = "macos")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        const O_NONBLOCK: i32 = 0x4;
        const O_NOFOLLOW: i32 = 0x100;
        options.custom_flags(O_NONBLOCK | O_NOFOLLOW);
    }
    options.open(path)
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    a.dev() == b.dev() && a.ino() == b.ino()
}

#[cfg(not(unix))]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    a.len() == b.len() && a.created().ok() == b.created().ok()
}

fn io_problem(error: &io::Error) -> FileProblem {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => FileProblem::Missing,
        io::ErrorKind::IsADirectory => FileProblem::NotAFile,
        _ => FileProblem::Unreadable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_the_parent_unless_that_is_too_wide() {
        let check = |world: &str, expected: &str| {
            let root = default_root(Path::new(world), Some(Path::new("/data/ann")));
            assert_eq!(root, Path::new(expected), "{world}");
        };
        check("/opt/sim/worlds/a.xml", "/opt/sim");
        check("/tmp/a.xml", "/tmp");
        check("/data/ann/worlds/a.xml", "/data/ann/worlds");
        check("/data/ann/sim/worlds/a.xml", "/data/ann/sim");
        check("/home/bob/worlds/a.xml", "/home/bob/worlds");
        check("/home/bob/a.xml", "/home/bob");
        check(&format!("{SUPERUSER_HOME}/worlds/a.xml"), &format!("{SUPERUSER_HOME}/worlds"));
        check("/Users/eve/worlds/a.xml", "/Users/eve/worlds");
        check("/a.xml", "/");
    }
}

//! Files as the world language sees them: logical paths, read through a trait that the program fills.

use std::collections::BTreeMap;

use thiserror::Error;

/// Prefix of paths in the data folder: `skidpad-data:/definitions/jackal.vehicle.xml`.
/// `$(ros2 pkg prefix mvsim)` and `$(rospack find mvsim)` resolve to it.
pub const DATA_PREFIX: &str = "skidpad-data:";

/// Prefix of paths in a ROS package: `skidpad-package:/my_robot/meshes/base.dae`.
/// `$(ros2 pkg prefix my_robot)`, `$(rospack find my_robot)`, `$(find my_robot)` and `package://my_robot` resolve to
/// such a path, except that the package `mvsim` is the data folder.
pub const PACKAGE_PREFIX: &str = "skidpad-package:";

/// Prefix of paths relative to the root that a [`Files`] starts at.
/// `${MVSIM_CURRENT_FILE_DIRECTORY}` resolves to such a path, so that it means the same folder
/// wherever it is pasted. It never reaches [`Files`]: the loader removes it first.
pub(crate) const ROOT_PREFIX: &str = "skidpad-root:";

/// Reads files by logical path.
///
/// A path has `/` between its parts and is already joined with the folder of the file that named it,
/// with `.` and `..` resolved. It is relative to the root of the implementation, except that
/// - a path that starts with `/` (or `X:/`) is absolute, as the world wrote it;
/// - a path that starts with `../` leaves the root;
/// - a path that starts with [`DATA_PREFIX`] is in the data folder (`skidpad-data:/share/mvsim/X`
///   has become `skidpad-data:/X`);
/// - a path that starts with [`PACKAGE_PREFIX`] is in the ROS package that it names (`share/NAME/` has been removed).
///
/// Whether such paths are answered or refused is the implementation's decision.
pub trait Files {
    /// The bytes of a file. At most `limit` bytes are wanted; a longer file is [`FileProblem::TooLarge`].
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem>;

    /// Whether [`Files::read`] would find a file there.
    fn exists(&self, path: &str) -> bool;

    /// Names of the built-in definitions, which a world finds as `../definitions/NAME`.
    fn built_in_definitions(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// The path leaves the folders that may be read.
    #[error("it is outside the folders that may be read; --root DIR changes them")]
    OutsideRoot,
    /// The path is in a ROS package whose folder is not known.
    #[error("the folder of package \"{name}\" is not known; --package {name}=DIR names it")]
    UnknownPackage {
        /// The package.
        name: String,
    },
    /// A folder, device or pipe.
    #[error("it is not an ordinary file")]
    NotAFile,
    /// Longer than the limit [bytes].
    #[error("it is longer than {limit} bytes")]
    TooLarge {
        /// The limit that was asked for [bytes].
        limit: usize,
    },
    /// The operating system refused, in its words.
    #[error("{0}")]
    Unreadable(String),
}

/// Files in memory, for tests and for programs that make their worlds themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MapFiles(pub BTreeMap<String, Vec<u8>>);

impl MapFiles {
    /// Files from pairs of path and text.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        MapFiles(texts.into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect())
    }
}

impl Files for MapFiles {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        if path.starts_with("../") || path.starts_with('/') {
            return Err(FileProblem::OutsideRoot);
        }
        match self.0.get(path) {
            None => Err(FileProblem::Missing),
            Some(bytes) if bytes.len() > limit => Err(FileProblem::TooLarge { limit }),
            Some(bytes) => Ok(bytes.clone()),
        }
    }

    fn exists(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }
}

/// Whether a path as written in a world is absolute: `/…`, `\…`, `X:/…` or `X:\…`.
pub fn is_absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    path.starts_with(['/', '\\'])
        || (bytes.len() > 2
            && bytes[0].is_ascii_alphabetic()
            && bytes[1] == b':'
            && matches!(bytes[2], b'/' | b'\\'))
}

/// The folder of a logical path: everything before the last `/`, or nothing.
pub fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |end| if end == 0 { "/" } else { &path[..end] })
}

/// The logical path of `path` as written in a file of `folder`.
///
/// ```
/// use skidpad_world::files::join;
/// assert_eq!(join("worlds", "../definitions/a.xml"), "definitions/a.xml");
/// assert_eq!(join("worlds", "../../a.xml"), "../a.xml");
/// assert_eq!(join("worlds", "/etc/hostname"), "/etc/hostname");
/// assert_eq!(join("worlds", "skidpad-data:/share/mvsim/models/x.dae"), "skidpad-data:/models/x.dae");
/// ```
pub fn join(folder: &str, path: &str) -> String {
    let path = path.trim();
    if let Some(rest) = path.strip_prefix(ROOT_PREFIX) {
        return normalise(rest.trim_start_matches('/'));
    }
    if let Some(rest) = path.strip_prefix(DATA_PREFIX) {
        return data_path(rest);
    }
    if let Some(rest) = path.strip_prefix("package://").or_else(|| path.strip_prefix(PACKAGE_PREFIX)) {
        return package_path(rest);
    }
    if is_absolute(path) {
        return normalise(path);
    }
    if let Some(rest) = folder.strip_prefix(DATA_PREFIX) {
        return data_path(&format!("{rest}/{path}"));
    }
    if let Some(rest) = folder.strip_prefix(PACKAGE_PREFIX) {
        return package_path(&format!("{rest}/{path}"));
    }
    if folder.is_empty() { normalise(path) } else { normalise(&format!("{folder}/{path}")) }
}

fn data_path(rest: &str) -> String {
    let inside = normalise(rest.trim_start_matches('/'));
    let inside = inside.strip_prefix("share/mvsim/").unwrap_or(&inside);
    format!("{DATA_PREFIX}/{inside}")
}

/// `NAME/…` or `NAME/share/NAME/…` as the logical path of a file in a package.
fn package_path(rest: &str) -> String {
    let path = normalise(rest.trim_start_matches('/'));
    let (name, inside) = path.split_once('/').unwrap_or((&path, ""));
    if name == "mvsim" {
        return data_path(inside);
    }
    let share = format!("share/{name}/");
    format!("{PACKAGE_PREFIX}/{name}/{}", inside.strip_prefix(&share).unwrap_or(inside))
}

/// A path with `\` turned to `/`, without `.`, empty parts, and `..` that a part before it answers.
fn normalise(path: &str) -> String {
    let path = path.replace('\\', "/");
    let is_rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => {
                parts.pop();
            }
            ".." if is_rooted => {}
            part => parts.push(part),
        }
    }
    format!("{}{}", if is_rooted { "/" } else { "" }, parts.join("/"))
}

/// `path` as a file in `folder` would write it. Both are logical paths; an absolute path, a path of
/// the data folder, and one that cannot be reached by text alone stay as they are.
pub fn relative_to(folder: &str, path: &str) -> String {
    if is_absolute(path) || is_prefixed(path) {
        return path.to_owned();
    }
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b && **a != "..").count();
    if is_absolute(folder) || is_prefixed(folder) || from[common..].contains(&"..") {
        return format!("{ROOT_PREFIX}/{path}");
    }
    let mut parts = vec![".."; from.len() - common];
    parts.extend(&to[common..]);
    parts.join("/")
}

/// A logical path in the words of a world: `package://NAME/…` for what is in a package.
pub fn shown(path: &str) -> String {
    if let Some(inside) = path.strip_prefix(DATA_PREFIX) {
        return format!("package://mvsim/{}", inside.trim_start_matches('/'));
    }
    if let Some(inside) = path.strip_prefix(ROOT_PREFIX) {
        return inside.trim_start_matches('/').to_owned();
    }
    let inside = path.strip_prefix(PACKAGE_PREFIX).map(|inside| inside.trim_start_matches('/'));
    inside.map_or_else(|| path.to_owned(), |inside| format!("package://{inside}"))
}

/// Whether a logical path is in the data folder or in a package.
pub(crate) fn is_prefixed(path: &str) -> bool {
    path.starts_with(DATA_PREFIX) || path.starts_with(PACKAGE_PREFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_and_resolves_dots() {
        let check = |folder, path, expected: &str| assert_eq!(join(folder, path), expected);
        check("", "a.xml", "a.xml");
        check("worlds", " a.xml ", "worlds/a.xml");
        check("worlds", "./x//y/../a.xml", "worlds/x/a.xml");
        check("worlds", "../../../a.xml", "../../a.xml");
        check("", "..\\a.xml", "../a.xml");
        check("/home/u/worlds", "../d/a.xml", "/home/u/d/a.xml");
        check("worlds", "/../../etc/x", "/etc/x");
        check("worlds", "C:\\x\\a.xml", "C:/x/a.xml");
        check("skidpad-data:/definitions", "lidar.xml", "skidpad-data:/definitions/lidar.xml");
        check("skidpad-data:/definitions", "../models/x.dae", "skidpad-data:/models/x.dae");
        check("worlds", "skidpad-data:/../x", "skidpad-data:/../x");
        check("worlds", "package://arm/meshes/x.dae", "skidpad-package:/arm/meshes/x.dae");
        check("worlds", "skidpad-package:/arm/share/arm/x.dae", "skidpad-package:/arm/x.dae");
        check("skidpad-package:/arm/urdf", "../meshes/x.dae", "skidpad-package:/arm/meshes/x.dae");
        check("worlds", "package://mvsim/models/x.dae", "skidpad-data:/models/x.dae");
        check("worlds", "package://arm/../../etc/x", "skidpad-package:/../etc/x");
        check("worlds", "skidpad-root:/definitions/../models/x.dae", "models/x.dae");
    }

    #[test]
    fn relative_paths_lead_back() {
        for (folder, path) in [
            ("worlds", "worlds/a.png"),
            ("worlds", "models/a/b.dae"),
            ("", "models/a.dae"),
            ("a/b", "a/c/x"),
            ("a/b", "../x"),
            ("../w", "x"),
            ("a", "skidpad-data:/x"),
            ("a", "skidpad-package:/arm/x"),
            ("a", "/etc/x"),
        ] {
            assert_eq!(join(folder, &relative_to(folder, path)), path, "{folder} {path}");
        }
        assert_eq!(relative_to("worlds", "models/a.dae"), "../models/a.dae");
    }
}

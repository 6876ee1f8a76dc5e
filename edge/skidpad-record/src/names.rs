//! Names of output files. A world's text may choose them, so they are confined to one folder.

use std::fmt;
use std::path::{Component, Path, PathBuf};

/// The folder below which a run writes what its world asks for.
#[derive(Debug, Clone)]
pub struct OutputFolder(pub PathBuf);

/// A path that a world asked for and that would leave the output folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedPath {
    /// The path as the world has it.
    pub path: String,
}

impl fmt::Display for RefusedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} leads out of the output folder; write a path inside it", self.path)
    }
}

impl std::error::Error for RefusedPath {}

impl OutputFolder {
    /// The path of a file that a world names.
    pub fn file(&self, name: &str) -> Result<PathBuf, RefusedPath> {
        let is_inside = Path::new(name)
            .components()
            .all(|component| matches!(component, Component::Normal(_) | Component::CurDir));
        if is_inside && !name.contains('\0') {
            Ok(self.0.join(name))
        } else {
            Err(RefusedPath { path: name.to_string() })
        }
    }
}

/// A name that is safe as part of a file name: anything but letters, digits, `-`, `_` and `.` becomes `_`.
pub(crate) fn file_part(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// `run.csv` and `r1` become `run.r1.csv`.
pub(crate) fn with_vehicle(path: &Path, vehicle: &str) -> PathBuf {
    let vehicle = file_part(vehicle);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some(extension) => path.with_extension(format!("{vehicle}.{extension}")),
        None => path.with_extension(vehicle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_cannot_write_outside() {
        let folder = OutputFolder(PathBuf::from("out"));
        assert_eq!(folder.file("logs/run1_"), Ok(PathBuf::from("out/logs/run1_")));
        for hostile in ["/etc/cron.d/x", "../x", "logs/../../x", "a\0b"] {
            assert!(folder.file(hostile).is_err(), "{hostile:?}");
        }
    }

    #[test]
    fn a_vehicle_name_cannot_change_the_folder() {
        assert_eq!(with_vehicle(Path::new("d/run.csv"), "../a b"), PathBuf::from("d/run..._a_b.csv"));
        assert_eq!(with_vehicle(Path::new("run"), "r1"), PathBuf::from("run.r1"));
    }
}

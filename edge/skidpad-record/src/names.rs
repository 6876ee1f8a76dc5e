//! Names of output files. A world's text may choose them, so they are confined to one folder.

use skidpad_messages::Roster;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// The folder below which a run writes the files that its world names.
#[derive(Debug, Clone)]
pub struct OutputFolder(pub PathBuf);

/// A path in a world that leads out of the output folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedPath {
    /// The path as written in the world.
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
fn file_part(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// A name as part of a file name, different for different names: anything but letters, digits, `-`, `_` and `.` becomes
/// `%` and two hexadecimal digits for each byte of UTF-8.
pub(crate) fn escaped_part(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        if is_plain(c) {
            escaped.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                escaped.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    escaped
}

/// Names of files and folders in one folder, made from names that a world chose: all different, also on file systems
/// that ignore case, none hidden, and none with an extension.
#[derive(Debug, Default)]
pub(crate) struct FolderNames {
    taken: BTreeSet<String>,
}

impl FolderNames {
    /// Names for a folder in which some names are in use.
    pub(crate) fn beside(taken: &[&str]) -> FolderNames {
        FolderNames { taken: taken.iter().map(ToString::to_string).collect() }
    }

    /// The next name: `laser`, or `laser_2` if that is in use.
    pub(crate) fn give(&mut self, name: &str) -> String {
        let plain = if name.is_empty() { "_".to_string() } else { file_part(name).replace('.', "_") };
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let mut free = std::iter::once(plain.clone()).chain(numbered);
        free.find(|name| self.taken.insert(name.to_lowercase())).unwrap_or(plain)
    }
}

impl OutputFolder {
    /// The files of a world that names `name`: one per vehicle, with the extension replaced by the vehicle's name and
    /// this one.
    pub fn files_of_vehicles(
        &self,
        name: &str,
        extension: &str,
        roster: &Roster,
    ) -> Result<Vec<PathBuf>, RefusedPath> {
        let mut files = self.vehicle_files(name, extension)?;
        Ok(roster.vehicles.iter().map(|vehicle| files.next_for(&vehicle.name)).collect())
    }

    /// Names for such files where the vehicles are not known yet.
    pub fn vehicle_files(&self, name: &str, extension: &str) -> Result<VehicleFiles, RefusedPath> {
        Ok(VehicleFiles::new(self.file(name)?.with_extension(extension)))
    }
}

/// Names files after vehicles: `run.csv` and the vehicles `a b` and `a_b` become `run.a_b.csv` and `run.a_b_2.csv`.
#[derive(Debug)]
pub struct VehicleFiles {
    path: PathBuf,
    names: FolderNames,
}

impl VehicleFiles {
    pub(crate) fn new(path: PathBuf) -> Self {
        VehicleFiles { path, names: FolderNames::default() }
    }

    /// A new file for a vehicle of this name.
    pub fn next_for(&mut self, vehicle: &str) -> PathBuf {
        with_vehicle(&self.path, &self.names.give(vehicle))
    }
}

pub(crate) fn one_per_vehicle(path: &Path, roster: &Roster) -> Vec<PathBuf> {
    let mut files = VehicleFiles::new(path.to_path_buf());
    roster.vehicles.iter().map(|vehicle| files.next_for(&vehicle.name)).collect()
}

/// `run.csv` and `r1` become `run.r1.csv`.
fn with_vehicle(path: &Path, vehicle: &str) -> PathBuf {
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
    fn escaped_names_stay_apart() {
        let names = ["a b", "a_b", "a/b", "a%20b", "a\u{1b}b", "ä", "", "a.b"];
        let escaped = names.map(escaped_part);
        assert_eq!(escaped[..5], ["a%20b", "a_b", "a%2Fb", "a%2520b", "a%1Bb"]);
        assert_eq!(escaped.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(escaped.iter().all(|name| !name.contains('/')));
    }

    #[test]
    fn a_name_cannot_change_the_folder_nor_take_anothers_file() {
        let mut names = FolderNames::beside(&["index"]);
        let given =
            ["..", ".", "", "a b", "a_b", "A_B", "index", "../a b", "r1"].map(|name| names.give(name));
        assert_eq!(given, ["__", "_", "__2", "a_b", "a_b_2", "A_B_3", "index_2", "___a_b", "r1"]);
        assert_eq!(with_vehicle(Path::new("d/run.csv"), "a"), PathBuf::from("d/run.a.csv"));
        assert_eq!(with_vehicle(Path::new("run"), "r1"), PathBuf::from("run.r1"));
    }
}

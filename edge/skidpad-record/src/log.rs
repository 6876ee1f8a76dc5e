//! CSV logs per vehicle: one file for the pose, one per wheel, one row per step.
//!
//! Columns are those of MVSim, sorted by name. All of them are always written, so that a header never disagrees with
//! its rows.

use crate::names::{OutputFolder, RefusedPath, escaped_part};
use crate::output::create_output;
use skidpad_messages::{Observations, VehicleEntry, VehicleId};
use skidpad_rosmsg::{POSE_COLUMNS, WHEEL_COLUMNS};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// The log files of one vehicle.
#[derive(Debug)]
pub struct VehicleLogs {
    vehicle: VehicleId,
    pose: BufWriter<File>,
    wheels: Vec<BufWriter<File>>,
    line: String,
}

impl VehicleLogs {
    /// The log files of a vehicle: `<log_path>session_<session>-mvsim_<vehicle>_pose.csv`, then one file per wheel.
    pub fn paths(
        folder: &OutputFolder,
        session: &str,
        entry: &VehicleEntry,
    ) -> Result<Vec<PathBuf>, RefusedPath> {
        let start = format!("{}session_{session}-mvsim_{}", entry.log_path, escaped_part(&entry.name));
        let wheels = (1..=entry.wheel_count).map(|wheel| format!("{start}_wheel_{wheel}.csv"));
        std::iter::once(format!("{start}_pose.csv")).chain(wheels).map(|name| folder.file(&name)).collect()
    }

    /// Create the files, pose first, and write their headers.
    pub fn create(paths: &[PathBuf], vehicle: VehicleId) -> io::Result<Self> {
        let mut files = paths.iter().map(|path| create_output(path).map(BufWriter::new));
        let mut pose = files.next().unwrap_or_else(|| Err(io::Error::other("no file for the pose")))?;
        writeln!(pose, "{}", POSE_COLUMNS.map(|(name, _)| name).join(", "))?;
        let mut wheels = files.collect::<io::Result<Vec<_>>>()?;
        for wheel in &mut wheels {
            writeln!(wheel, "{}", WHEEL_COLUMNS.map(|(name, _)| name).join(", "))?;
        }
        Ok(VehicleLogs { vehicle, pose, wheels, line: String::new() })
    }

    /// Add a row to every file.
    pub fn write(&mut self, seen: &Observations) -> io::Result<()> {
        let (time_s, vehicle) = (seen.time_s(), seen.vehicle(self.vehicle));
        write_row(POSE_COLUMNS.iter().map(|(_, value)| value(time_s, vehicle)), &mut self.line);
        self.pose.write_all(self.line.as_bytes())?;
        let loops = &vehicle.speed_loops;
        for (file, wheel) in self.wheels.iter_mut().zip(&vehicle.wheels) {
            write_row(WHEEL_COLUMNS.iter().map(|(_, value)| value(time_s, wheel, loops)), &mut self.line);
            file.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    /// Write buffered rows.
    pub fn flush(&mut self) -> io::Result<()> {
        self.pose.flush()?;
        self.wheels.iter_mut().try_for_each(Write::flush)
    }
}

fn write_row(values: impl Iterator<Item = f64>, line: &mut String) {
    line.clear();
    for (index, value) in values.enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(line, "{separator}{value}");
    }
    line.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_of_the_world_comes_first_and_stays_inside() {
        let folder = OutputFolder(PathBuf::from("out"));
        let entry = |log_path: &str| VehicleEntry {
            name: "r1".to_string(),
            wheel_count: 2,
            log_path: log_path.to_string(),
            auto_start_recording: true,
        };
        let names = VehicleLogs::paths(&folder, "7", &entry("logs/a_")).unwrap();
        assert_eq!(names[0], PathBuf::from("out/logs/a_session_7-mvsim_r1_pose.csv"));
        assert_eq!(names[2], PathBuf::from("out/logs/a_session_7-mvsim_r1_wheel_2.csv"));
        assert!(VehicleLogs::paths(&folder, "7", &entry("/etc/")).is_err());
        assert!(VehicleLogs::paths(&folder, "7", &entry("../")).is_err());
    }
}

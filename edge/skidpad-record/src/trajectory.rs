//! Ground-truth trajectories in the format of the TUM RGB-D benchmark: `t x y z qx qy qz qw`.

use crate::names::{OutputFolder, RefusedPath};
use crate::output::create_output;
use skidpad_link::{Failure, Participant, RunEnd};
use skidpad_math::Pose3;
use skidpad_messages::{Observations, Roster, Step};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// One trajectory file per vehicle.
#[derive(Debug)]
pub struct TrajectoryFiles {
    files: Vec<BufWriter<File>>,
    period_ns: u64,
    next_ns: u64,
    line: String,
}

impl TrajectoryFiles {
    /// The files of a world that names `name`: one per vehicle, with the extension replaced by the vehicle's name and
    /// `.txt`.
    pub fn paths(folder: &OutputFolder, name: &str, roster: &Roster) -> Result<Vec<PathBuf>, RefusedPath> {
        folder.files_of_vehicles(name, "txt", roster)
    }

    /// Create the files.
    pub fn create(paths: &[PathBuf], rate_hz: f64) -> io::Result<Self> {
        let files =
            paths.iter().map(|path| Ok(BufWriter::new(create_output(path)?))).collect::<io::Result<_>>()?;
        Ok(TrajectoryFiles {
            files,
            period_ns: (1e9 / rate_hz).round() as u64,
            next_ns: 0,
            line: String::new(),
        })
    }

    /// Add a row to every file when one is due.
    pub fn write(&mut self, seen: &Observations) -> io::Result<()> {
        if seen.time_ns < self.next_ns {
            return Ok(());
        }
        self.next_ns += self.period_ns;
        for (file, vehicle) in self.files.iter_mut().zip(&seen.vehicles) {
            self.line.clear();
            trajectory_row(seen.time_ns, &vehicle.pose_in_world, &mut self.line);
            file.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    /// Write buffered rows.
    pub fn flush(&mut self) -> io::Result<()> {
        self.files.iter_mut().try_for_each(Write::flush)
    }
}

impl Participant for TrajectoryFiles {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        Ok(self.write(&step.observations)?)
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        Ok(self.flush()?)
    }
}

/// One row: time, position, quaternion.
pub fn trajectory_row(time_ns: u64, pose: &Pose3, line: &mut String) {
    let q = pose.quat();
    let _ = writeln!(
        line,
        "{}.{:09} {} {} {} {} {} {} {}",
        time_ns / 1_000_000_000,
        time_ns % 1_000_000_000,
        pose.x_m,
        pose.y_m,
        pose.z_m,
        q.x,
        q.y,
        q.z,
        q.w
    );
}

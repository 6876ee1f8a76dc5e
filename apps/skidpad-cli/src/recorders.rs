//! The files a run writes. One that fails is reported once and ends; the run goes on.

use skidpad::World;
use skidpad::messages::{Observations, Reading, Roster, VehicleId};
use skidpad::record::{Dump, OutputFolder, TraceFiles, TrajectoryFiles, VehicleLogs};
use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// A set of files that take a row per step.
enum Recorder {
    Trace(TraceFiles),
    Logs(VehicleLogs),
    Trajectory(TrajectoryFiles),
    Dump(Box<Dump>),
}

impl Recorder {
    fn write(&mut self, seen: &Observations, readings: &[Arc<Reading>], roster: &Roster) -> io::Result<()> {
        match self {
            Recorder::Trace(files) => files.write(seen),
            Recorder::Logs(files) => files.write(seen),
            Recorder::Trajectory(files) => files.write(seen),
            Recorder::Dump(dump) => {
                dump.write_truth(seen)?;
                readings.iter().try_for_each(|reading| dump.write(reading, roster))
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Recorder::Trace(files) => files.finish(),
            Recorder::Logs(files) => files.finish(),
            Recorder::Trajectory(files) => files.finish(),
            Recorder::Dump(dump) => dump.finish(),
        }
    }
}

/// All files of a run.
pub(crate) struct Recorders {
    recorders: Vec<(String, Recorder)>,
    is_complete: bool,
}

impl Recorders {
    /// Open what the command line and the world ask for.
    pub(crate) fn open(
        trace: Option<&Path>,
        csv: Option<&Path>,
        world: &World,
        roster: &Roster,
    ) -> Result<Self, Box<dyn Error>> {
        let mut recorders = Vec::new();
        if let Some(path) = trace {
            let files = TraceFiles::create(path, roster).map_err(|error| at(path, &error))?;
            recorders.push((path.display().to_string(), Recorder::Trace(files)));
        }
        let folder = OutputFolder(csv.map_or_else(PathBuf::new, Path::to_path_buf));
        let session =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()).to_string();
        for (index, entry) in (0..).zip(&roster.vehicles) {
            if csv.is_some() || entry.auto_start_recording {
                let paths = VehicleLogs::paths(&folder, &session, entry)?;
                let files =
                    VehicleLogs::create(&paths, VehicleId(index)).map_err(|error| at(&paths[0], &error))?;
                recorders.push((paths[0].display().to_string(), Recorder::Logs(files)));
            }
        }
        let settings = &world.description().settings;
        if !settings.save_ground_truth_trajectory.is_empty() {
            let name = &settings.save_ground_truth_trajectory;
            let paths = TrajectoryFiles::paths(&folder, name, roster)?;
            let files = TrajectoryFiles::create(&paths, settings.ground_truth_rate_hz)
                .map_err(|error| at(Path::new(name), &error))?;
            recorders.push((name.clone(), Recorder::Trajectory(files)));
        }
        Ok(Recorders { recorders, is_complete: true })
    }

    /// Write every reading into a folder too.
    pub(crate) fn dump(&mut self, folder: &Path, roster: &Roster) -> Result<(), String> {
        let dump = Dump::create(folder, roster).map_err(|error| at(folder, &error))?;
        self.recorders.push((folder.display().to_string(), Recorder::Dump(Box::new(dump))));
        Ok(())
    }

    /// Whether readings of sensors are kept.
    pub(crate) fn want_readings(&self) -> bool {
        self.recorders.iter().any(|(_, recorder)| matches!(recorder, Recorder::Dump(_)))
    }

    /// Add a row everywhere, and the readings where they are kept.
    pub(crate) fn write(&mut self, seen: &Observations, readings: &[Arc<Reading>], roster: &Roster) {
        let is_complete = &mut self.is_complete;
        self.recorders.retain_mut(|(name, recorder)| {
            report(&recorder.write(seen, readings, roster), name, is_complete)
        });
    }

    /// Close everything. Tells whether every row was written.
    pub(crate) fn finish(mut self) -> bool {
        for (name, recorder) in self.recorders {
            report(&recorder.finish(), &name, &mut self.is_complete);
        }
        self.is_complete
    }
}

/// An error with the file it is about.
fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Tell a failure. False when there was one.
fn report(result: &io::Result<()>, name: &str, is_complete: &mut bool) -> bool {
    if let Err(error) = result {
        eprintln!("{name}: {error}; this recording ends here, the simulation goes on");
        *is_complete = false;
    }
    result.is_ok()
}

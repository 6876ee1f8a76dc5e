//! The files a run writes. One that fails is reported once and ends; the run goes on.

use crate::recordings::Recordings;
use serde::Serialize;
use skidpad::link::{LogControl, RecordControl, Writing};
use skidpad::messages::{Observations, Reading, ReadingData, Roster, SensorId};
use skidpad::record::{Dump, LogProblem, LogSessions, OutputFolder, TraceFiles, TrajectoryFiles};
use skidpad::runner::StepMade;
use skidpad::{Simulation, World};
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// A set of files that take a row per step.
enum TextFiles {
    Trace(TraceFiles),
    Trajectory(TrajectoryFiles),
    Dump(Box<Dump>),
}

impl TextFiles {
    fn write(&mut self, seen: &Observations, readings: &[Arc<Reading>], roster: &Roster) -> io::Result<()> {
        match self {
            TextFiles::Trace(files) => files.write(seen),
            TextFiles::Trajectory(files) => files.write(seen),
            TextFiles::Dump(dump) => {
                dump.write_vehicles(seen, roster)?;
                readings.iter().try_for_each(|reading| dump.write(reading, roster))
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            TextFiles::Trace(files) => files.finish(),
            TextFiles::Trajectory(files) => files.finish(),
            TextFiles::Dump(dump) => dump.finish(),
        }
    }
}

/// All files of a run.
pub(crate) struct Recorders<'a> {
    texts: Vec<(String, TextFiles)>,
    logs: LogSessions,
    recordings: Option<Recordings<'a>>,
    readings: Option<(String, BufWriter<File>)>,
    is_complete: bool,
    folder: OutputFolder,
    /// What names of sessions begin with.
    session: String,
}

impl<'a> Recorders<'a> {
    /// Open what the command line and the world ask for.
    pub(crate) fn open(
        trace: Option<&Path>,
        csv: Option<&Path>,
        world: &World,
        roster: &Roster,
    ) -> Result<Self, Box<dyn Error>> {
        let mut texts = Vec::new();
        if let Some(path) = trace {
            let files = TraceFiles::create(path, roster).map_err(|error| at(path, &error))?;
            texts.push((path.display().to_string(), TextFiles::Trace(files)));
        }
        let folder = OutputFolder(csv.map_or_else(PathBuf::new, Path::to_path_buf));
        let session =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()).to_string();
        let mut logs = LogSessions::new(folder.clone(), &session);
        logs.add(roster, |entry| csv.is_some() || entry.auto_start_recording);
        if !logs.is_empty() {
            logs.control(LogControl::Start)?;
        }
        let settings = &world.description().settings;
        if !settings.save_ground_truth_trajectory.is_empty() {
            let name = &settings.save_ground_truth_trajectory;
            let paths = TrajectoryFiles::paths(&folder, name, roster)?;
            let files = TrajectoryFiles::create(&paths, settings.ground_truth_rate_hz)
                .map_err(|error| at(Path::new(name), &error))?;
            texts.push((name.clone(), TextFiles::Trajectory(files)));
        }
        if !settings.save_to_rawlog.is_empty() {
            eprintln!(
                "warning: save_to_rawlog {:?}: rawlogs are not written; `--record FILE.mcap` records every \
                 topic for ROS 2 tools",
                settings.save_to_rawlog
            );
        }
        Ok(Recorders { texts, logs, recordings: None, readings: None, is_complete: true, folder, session })
    }

    /// Where files go that the command line does not name.
    pub(crate) fn folder(&self) -> &OutputFolder {
        &self.folder
    }

    /// What names of sessions begin with.
    pub(crate) fn session(&self) -> &str {
        &self.session
    }

    /// Record everything too, now or when somebody asks.
    pub(crate) fn record(&mut self, recordings: Recordings<'a>) {
        self.recordings = Some(recordings);
    }

    /// Write every reading into a folder too.
    pub(crate) fn dump(&mut self, folder: &Path, roster: &Roster) -> Result<(), String> {
        let dump = Dump::create(folder, roster).map_err(|error| at(folder, &error))?;
        self.texts.push((folder.display().to_string(), TextFiles::Dump(Box::new(dump))));
        Ok(())
    }

    /// Write every reading as a line of JSON too.
    pub(crate) fn write_readings(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        let file = File::create(path).map_err(|error| at(path, &error))?;
        self.readings = Some((path.display().to_string(), BufWriter::new(file)));
        Ok(())
    }

    /// The state before the first step.
    pub(crate) fn write_start(&mut self, sim: &Simulation) {
        self.write_rows(sim.observations(), &[], sim.roster());
    }

    fn write_rows(&mut self, seen: &Observations, readings: &[Arc<Reading>], roster: &Roster) {
        let is_complete = &mut self.is_complete;
        self.texts
            .retain_mut(|(name, files)| report(&files.write(seen, readings, roster), name, is_complete));
        if let Err(problem) = self.logs.write(seen) {
            report_log(&problem, is_complete);
        }
    }

    /// Whether readings of a sensor are recorded.
    pub(crate) fn wants(&self, sensor: SensorId) -> bool {
        let has_dump = self.texts.iter().any(|(_, files)| matches!(files, TextFiles::Dump(_)));
        let is_recorded = self.recordings.as_ref().is_some_and(|recordings| recordings.wants(sensor));
        has_dump || self.readings.is_some() || is_recorded
    }

    /// A step was made.
    pub(crate) fn note(&mut self, made: &StepMade<'_>) {
        self.write_rows(made.seen, made.readings, made.sim.roster());
        if let Some((name, file)) = &mut self.readings {
            let roster = made.sim.roster();
            let written = made.readings.iter().try_for_each(|reading| write_json(reading, roster, file));
            if !report(&written, name, &mut self.is_complete) {
                self.readings = None;
            }
        }
        if let Some(recordings) = &mut self.recordings {
            recordings.note(made);
        }
    }

    /// The run waits.
    pub(crate) fn idle(&mut self) {
        if let Some(recordings) = &mut self.recordings {
            recordings.idle();
        }
    }

    /// The world was put into another state.
    pub(crate) fn restored(&mut self, tick: u64, snapshot: &[u8]) {
        if let Some(recordings) = &mut self.recordings {
            recordings.restored(tick, snapshot);
        }
    }

    /// Something is asked of the CSV logs; all vehicles are logged then.
    pub(crate) fn log(&mut self, control: LogControl, roster: &Roster) -> Result<(), String> {
        self.logs.add(roster, |_| true);
        self.logs.control(control).map_err(|problem| problem.to_string())
    }

    /// Something is asked of the recording.
    pub(crate) fn control(
        &mut self,
        control: RecordControl,
        tick: u64,
        sim: &skidpad::sim::Simulation,
    ) -> Result<(), String> {
        let recordings = self.recordings.as_mut();
        recordings.ok_or("this run makes no recordings")?.control(control, tick, sim)
    }

    /// What is being written.
    pub(crate) fn writing(&self) -> Writing {
        Writing { logs: self.logs.files(), recording: self.recordings.as_ref().and_then(Recordings::file) }
    }

    /// Close everything. Tells whether every row was written.
    pub(crate) fn finish(self, tick: u64, sim: &Simulation) -> bool {
        let mut is_complete = self.is_complete;
        for (name, files) in self.texts {
            report(&files.finish(), &name, &mut is_complete);
        }
        if let Err(problem) = self.logs.finish() {
            report_log(&problem, &mut is_complete);
        }
        if let Some((name, mut file)) = self.readings {
            report(&file.flush(), &name, &mut is_complete);
        }
        let is_recorded = self.recordings.is_none_or(|recordings| recordings.finish(tick, sim));
        is_complete && is_recorded
    }
}

/// A reading as a line of JSON, with the names that its number stands for.
#[derive(Serialize)]
struct ReadingLine<'a, R> {
    vehicle: Option<&'a str>,
    name: &'a str,
    #[serde(flatten)]
    reading: R,
}

fn write_json(reading: &Reading, roster: &Roster, file: &mut impl Write) -> io::Result<()> {
    let Some(entry) = roster.sensors.get(reading.sensor.index()) else { return Ok(()) };
    let vehicle = entry.vehicle.and_then(|id| roster.vehicles.get(id.index()));
    let (vehicle, name) = (vehicle.map(|vehicle| vehicle.name.as_str()), entry.name.as_str());
    if let ReadingData::Scan(scan) = &reading.data {
        let mut reading = serde_json::to_value(reading)?;
        reading["data"]["Scan"]["ranges_m"] =
            scan.ranges_m.iter().map(|range_m| range_json(*range_m)).collect();
        serde_json::to_writer(&mut *file, &ReadingLine { vehicle, name, reading })?;
    } else {
        serde_json::to_writer(&mut *file, &ReadingLine { vehicle, name, reading })?;
    }
    file.write_all(b"\n")
}

/// JSON has no infinite numbers, and a beam that met nothing is not one that met something too near (REP 117).
fn range_json(range_m: f32) -> serde_json::Value {
    if range_m.is_finite() { range_m.into() } else { range_m.to_string().into() }
}

/// An error with the file it is about.
fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Tell a failure. False when there was one.
pub(crate) fn report(result: &io::Result<()>, name: &str, is_complete: &mut bool) -> bool {
    if let Err(error) = result {
        eprintln!("{name}: {error}; this recording ends here, the simulation goes on");
        *is_complete = false;
    }
    result.is_ok()
}

fn report_log(problem: &LogProblem, is_complete: &mut bool) {
    eprintln!("{problem}; these logs end here, the simulation goes on");
    *is_complete = false;
}

//! CSV logs that can be started, stopped, cleared and renewed during a run.

use crate::{OutputFolder, RefusedPath, VehicleLogs};
use skidpad_link::{Failure, LogControl, Participant, RunEnd};
use skidpad_messages::{Observations, Roster, Step, VehicleEntry, VehicleId, WrittenFiles};
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The CSV logs of a run. Rows are written while the logs are on; a session is a set of files.
#[derive(Debug)]
pub struct LogSessions {
    folder: OutputFolder,
    /// Prefix of the names of all sessions of this run.
    start: String,
    session_number: u32,
    vehicles: Vec<(VehicleId, VehicleEntry)>,
    files: Vec<VehicleLogs>,
    /// Names of the open files.
    named: Arc<WrittenFiles>,
    /// The files of all sessions.
    created: BTreeSet<PathBuf>,
    is_on: bool,
    /// When a client last began files.
    begun_by_client: Option<Instant>,
}

/// Least time between two sets of files that clients begin, so that a client cannot fill a folder.
const PERIOD: Duration = Duration::from_secs(1);

/// Why logs could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum LogProblem {
    /// The world names a file outside the output folder.
    Refused(RefusedPath),
    /// A client began files a moment ago.
    TooOften,
    /// A file could not be written.
    Io {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for LogProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogProblem::Refused(refused) => refused.fmt(f),
            LogProblem::TooOften => f.write_str("a run begins logs at most once a second; try again"),
            LogProblem::Io { file, error } => write!(f, "{file}: {error}"),
        }
    }
}

impl std::error::Error for LogProblem {}

impl LogSessions {
    /// Without logs at first. `start` is the prefix of session names, such as the time.
    pub fn new(folder: OutputFolder, start: &str) -> Self {
        LogSessions {
            folder,
            start: start.to_string(),
            session_number: 1,
            vehicles: Vec::new(),
            files: Vec::new(),
            named: Arc::default(),
            created: BTreeSet::new(),
            is_on: false,
            begun_by_client: None,
        }
    }

    /// Log these vehicles too from now on.
    pub fn add(&mut self, roster: &Roster, wanted: impl Fn(&VehicleEntry) -> bool) {
        for (index, entry) in (0..).zip(&roster.vehicles) {
            let is_known = self.vehicles.iter().any(|(VehicleId(known), _)| *known == index);
            if wanted(entry) && !is_known {
                self.vehicles.push((VehicleId(index), entry.clone()));
            }
        }
    }

    /// Whether any vehicle is to be logged.
    pub fn is_empty(&self) -> bool {
        self.vehicles.is_empty()
    }

    /// Whether rows are being written.
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// The files that rows are being written to.
    pub fn files(&self) -> Option<Arc<WrittenFiles>> {
        self.is_on.then(|| Arc::clone(&self.named))
    }

    /// The files of all sessions of the run.
    pub fn created(&self) -> impl Iterator<Item = &PathBuf> {
        self.created.iter()
    }

    /// The session's name: the prefix, and a number from the second session on.
    fn session(&self) -> String {
        match self.session_number {
            1 => self.start.clone(),
            number => format!("{}-{number}", self.start),
        }
    }

    /// Apply a request of a client, which may begin files once a second.
    pub fn control_by_client(&mut self, control: LogControl) -> Result<(), LogProblem> {
        let begins_files = match control {
            LogControl::Start => self.files.is_empty(),
            LogControl::Clear => !self.files.is_empty(),
            LogControl::NewSession => self.is_on,
            LogControl::Stop => false,
        };
        if begins_files {
            if self.begun_by_client.is_some_and(|begun| begun.elapsed() < PERIOD) {
                return Err(LogProblem::TooOften);
            }
            self.begun_by_client = Some(Instant::now());
        }
        self.control(control)
    }

    /// Apply a request about the logs.
    pub fn control(&mut self, control: LogControl) -> Result<(), LogProblem> {
        match control {
            LogControl::Start => {
                if self.files.is_empty() {
                    self.open()?;
                }
                self.is_on = true;
            }
            LogControl::Stop => {
                self.is_on = false;
                self.flush()?;
            }
            LogControl::Clear => {
                let was_open = !self.files.is_empty();
                self.close()?;
                if was_open {
                    self.open()?;
                }
            }
            LogControl::NewSession => {
                self.close()?;
                self.session_number += 1;
                if self.is_on {
                    self.open()?;
                }
            }
        }
        Ok(())
    }

    /// Open the files of all vehicles, or none.
    fn open(&mut self) -> Result<(), LogProblem> {
        let session = self.session();
        let mut all: Vec<PathBuf> = Vec::new();
        let open = |(vehicle, entry): &(VehicleId, VehicleEntry)| {
            let paths = VehicleLogs::paths(&self.folder, &session, entry).map_err(LogProblem::Refused)?;
            let problem = |error| LogProblem::Io { file: paths[0].display().to_string(), error };
            let logs = VehicleLogs::create(&paths, *vehicle).map_err(problem)?;
            all.extend(paths);
            Ok(logs)
        };
        match self.vehicles.iter().map(open).collect() {
            Ok(files) => {
                self.files = files;
                let first = all.first().map_or_else(String::new, |path| path.display().to_string());
                self.named = Arc::new(WrittenFiles { first, count: all.len() });
                self.created.extend(all);
            }
            Err(problem) => {
                self.is_on = false;
                return Err(problem);
            }
        }
        Ok(())
    }

    fn problem(&self, error: io::Error) -> LogProblem {
        LogProblem::Io { file: format!("logs of session {}", self.session()), error }
    }

    /// Add a row to every file, while the logs are on. After a problem they are off.
    pub fn write(&mut self, seen: &Observations) -> Result<(), LogProblem> {
        if !self.is_on {
            return Ok(());
        }
        let written = self.files.iter_mut().try_for_each(|files| files.write(seen));
        written.map_err(|error| {
            self.is_on = false;
            self.problem(error)
        })
    }

    fn flush(&mut self) -> Result<(), LogProblem> {
        let flushed = self.files.iter_mut().try_for_each(VehicleLogs::flush);
        flushed.map_err(|error| self.problem(error))
    }

    /// Write buffered rows and close all files.
    pub fn close(&mut self) -> Result<(), LogProblem> {
        let flushed = self.flush();
        self.files.clear();
        flushed
    }
}

impl Participant for LogSessions {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        Ok(self.write(&step.observations)?)
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        Ok(self.close()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_messages::{VehicleObservation, WheelObservation};
    use std::path::Path;

    fn rows(path: &Path) -> usize {
        std::fs::read_to_string(path).expect("a log").lines().count() - 1
    }

    #[test]
    fn logs_start_stop_clear_and_begin_anew() {
        let folder = std::env::temp_dir().join(format!("skidpad-sessions-{}", std::process::id()));
        let entry = VehicleEntry {
            name: "r1".to_string(),
            wheel_count: 1,
            log_path: String::new(),
            auto_start_recording: false,
        };
        let roster = Roster { vehicles: vec![entry], ..Roster::default() };
        let mut logs = LogSessions::new(OutputFolder(folder.clone()), "7");
        logs.add(&roster, |_| true);
        let vehicle =
            VehicleObservation { wheels: vec![WheelObservation::default()], ..VehicleObservation::default() };
        let mut step = 0;
        let mut run = |logs: &mut LogSessions, count: u64| {
            for _ in 0..count {
                step += 1;
                let vehicles = vec![vehicle.clone()];
                let seen =
                    Observations { step, time_ns: step * 1_000_000, vehicles, ..Observations::default() };
                logs.write(&seen).expect("a row");
            }
        };
        let (first, second) =
            (folder.join("session_7-mvsim_r1_pose.csv"), folder.join("session_7-2-mvsim_r1_pose.csv"));
        run(&mut logs, 5);
        logs.control(LogControl::Clear).expect("nothing to clear");
        assert!(!first.exists() && !logs.is_on(), "nobody asked for logs yet");
        assert_eq!(logs.files(), None);
        logs.control(LogControl::Start).expect("on");
        let files = logs.files().expect("files");
        assert_eq!((files.first.as_str(), files.count), (first.to_str().expect("text"), 2), "pose and wheel");
        run(&mut logs, 3);
        logs.control(LogControl::Stop).expect("off");
        assert_eq!(rows(&first), 3);
        run(&mut logs, 4);
        logs.control(LogControl::Start).expect("on again");
        run(&mut logs, 2);
        logs.control(LogControl::Stop).expect("off again");
        assert_eq!(rows(&first), 5, "the session goes on");
        logs.control(LogControl::Clear).expect("begun anew");
        logs.control(LogControl::Start).expect("on");
        run(&mut logs, 1);
        logs.control(LogControl::NewSession).expect("another");
        run(&mut logs, 6);
        logs.close().expect("closed");
        assert_eq!((rows(&first), rows(&second)), (1, 6));
        assert_eq!(rows(&folder.join("session_7-2-mvsim_r1_wheel_1.csv")), 6);
        std::fs::remove_dir_all(folder).expect("the scratch folder");
    }

    #[test]
    fn clients_cannot_fill_a_folder() {
        let folder = std::env::temp_dir().join(format!("skidpad-many-sessions-{}", std::process::id()));
        let (name, log_path) = ("r1".to_string(), String::new());
        let entry = VehicleEntry { name, wheel_count: 1, log_path, auto_start_recording: false };
        let roster = Roster { vehicles: vec![entry], ..Roster::default() };
        let mut logs = LogSessions::new(OutputFolder(folder.clone()), "8");
        logs.add(&roster, |_| true);
        logs.control_by_client(LogControl::Start).expect("on");
        for control in [LogControl::NewSession, LogControl::Clear, LogControl::NewSession] {
            assert!(matches!(logs.control_by_client(control), Err(LogProblem::TooOften)));
        }
        for control in [LogControl::Stop, LogControl::Start, LogControl::Stop] {
            logs.control_by_client(control).expect("these begin no file");
        }
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 2, "pose and wheel");
        logs.begun_by_client = logs.begun_by_client.and_then(|begun| begun.checked_sub(PERIOD));
        logs.control_by_client(LogControl::NewSession).expect("a second later");
        std::fs::remove_dir_all(folder).expect("ours");
    }
}

//! The result of a run: steps, speed, distances, collisions, laps, expectations.

use crate::expect::Finding;
use crate::run::RunNote;
use serde::Serialize;
use skidpad_link::{Failure, Participant};
use skidpad_messages::{CollisionWatch, Event, Observations, Roster, Step};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The result of a run.
#[derive(Debug, Clone)]
pub struct RunSummary {
    /// Steps made.
    pub step_count: u64,
    /// Length of a step [ns].
    pub step_ns: u64,
    /// Wall time spent.
    pub wall: Duration,
    /// Steps that began more than one step late.
    pub missed_deadline_count: u64,
    /// Whether the run was stopped before its end.
    pub was_stopped: bool,
    /// One summary per vehicle, in the order of the roster.
    pub vehicles: Vec<VehicleSummary>,
    /// Observations after the last step.
    pub observations: Arc<Observations>,
    /// Hash of the state after the last step.
    pub state_hash: u64,
    /// Hash of the observations after the last step.
    pub observation_hash: u64,
    /// One finding per expectation.
    pub findings: Vec<Finding>,
    /// Everything that was reported during the run.
    pub notes: Vec<RunNote>,
    /// The files and folders that were written.
    pub files: Vec<WrittenFile>,
}

/// A file or folder that a run has written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WrittenFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its size [bytes]; that of all files in it, for a folder.
    pub size_bytes: u64,
}

impl WrittenFile {
    /// The file or folder at a path, if there is one.
    pub(crate) fn of(path: PathBuf) -> Option<WrittenFile> {
        let size_bytes = size_bytes(&path)?;
        Some(WrittenFile { path, size_bytes })
    }
}

/// The size of a file, or of all files in a folder.
fn size_bytes(path: &Path) -> Option<u64> {
    let metadata = std::fs::symlink_metadata(path).ok()?;
    if !metadata.is_dir() {
        return Some(metadata.len());
    }
    let entries = std::fs::read_dir(path).ok()?.flatten();
    Some(entries.filter_map(|entry| size_bytes(&entry.path())).sum())
}

/// The result of one vehicle.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct VehicleSummary {
    /// Its name.
    pub name: String,
    /// Distance driven [m].
    pub distance_m: f64,
    /// How often it began to touch something.
    pub collision_count: u64,
    /// Laps on the track of the world.
    pub lap_count: u32,
    /// Time of the last lap [s].
    pub last_lap_s: f64,
    /// Time of the best lap [s].
    pub best_lap_s: f64,
    /// Final position, x [m].
    pub x_m: f64,
    /// Final position, y [m].
    pub y_m: f64,
}

/// If there are more vehicles than this, one line has their totals.
const LISTED_VEHICLES: usize = 12;

/// If there are more files than this, the last line has the total of the others.
const LISTED_FILES: usize = 6;

impl RunSummary {
    /// Simulated time [s].
    pub fn simulated_s(&self) -> f64 {
        self.step_count as f64 * self.step_ns as f64 * 1e-9
    }

    /// Whether all expectations were met.
    pub fn meets_expectations(&self) -> bool {
        self.findings.iter().all(|finding| finding.is_met)
    }

    /// The summary for programs: a JSON object with hashes as 16 hex digits and units in the names.
    pub fn to_json(&self) -> String {
        let value = serde_json::json!({
            "step_count": self.step_count,
            "step_ns": self.step_ns,
            "simulated_s": self.simulated_s(),
            "wall_s": self.wall.as_secs_f64(),
            "missed_deadline_count": self.missed_deadline_count,
            "was_stopped": self.was_stopped,
            "is_complete": self.is_complete(),
            "meets_expectations": self.meets_expectations(),
            "state_hash": format!("{:016x}", self.state_hash),
            "observation_hash": format!("{:016x}", self.observation_hash),
            "vehicles": self.vehicles,
            "expectations": self.findings,
            "notes": self.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "files": self.files,
        });
        format!("{value:#}\n")
    }

    /// Whether the run was ended because its controlling client was late, in lock-step.
    pub fn lost_controller(&self) -> bool {
        self.notes.iter().any(|note| matches!(note, RunNote::ControllerLate { ends: true, .. }))
    }

    /// Whether every file is complete.
    pub fn is_complete(&self) -> bool {
        !self.notes.iter().any(RunNote::is_failure)
    }
}

impl fmt::Display for RunSummary {
    /// The summary as lines for users.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (simulated_s, wall_s) = (self.simulated_s(), self.wall.as_secs_f64());
        write!(
            f,
            "{simulated_s:.3} s in {} steps of {} ms, × {:.3} real time",
            self.step_count,
            self.step_ns as f64 * 1e-6,
            if wall_s > 0.0 { simulated_s / wall_s } else { 0.0 }
        )?;
        if self.missed_deadline_count > 0 {
            write!(f, ", {} steps late", self.missed_deadline_count)?;
        }
        f.write_str(if self.was_stopped { ", stopped\n" } else { "\n" })?;
        if self.vehicles.len() > LISTED_VEHICLES {
            let distance_m: f64 = self.vehicles.iter().map(|vehicle| vehicle.distance_m).sum();
            let collision_count: u64 = self.vehicles.iter().map(|vehicle| vehicle.collision_count).sum();
            let count = self.vehicles.len();
            writeln!(f, "  {count} vehicles: {distance_m:.3} m driven, {collision_count} collisions")?;
        }
        for it in self.vehicles.iter().filter(|_| self.vehicles.len() <= LISTED_VEHICLES) {
            writeln!(
                f,
                "  {}: {:.3} m driven, {} collisions, now at ({:.3}, {:.3})",
                it.name, it.distance_m, it.collision_count, it.x_m, it.y_m
            )?;
            if it.lap_count > 0 {
                let (last_s, best_s) = (it.last_lap_s, it.best_lap_s);
                writeln!(f, "    {} laps, last {last_s:.3} s, best {best_s:.3} s", it.lap_count)?;
            }
        }
        self.list_files(f)
    }
}

impl RunSummary {
    /// The files with their sizes; of many, the first and the total.
    fn list_files(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_many = self.files.len() > LISTED_FILES;
        for it in self.files.iter().take(if is_many { LISTED_FILES - 1 } else { LISTED_FILES }) {
            writeln!(f, "  wrote {} ({})", it.path.display(), size_text(it.size_bytes))?;
        }
        if is_many {
            let others = &self.files[LISTED_FILES - 1..];
            let size_bytes = others.iter().map(|it| it.size_bytes).sum();
            writeln!(f, "  and {} more files ({})", others.len(), size_text(size_bytes))?;
        }
        Ok(())
    }
}

/// A size in bytes, kB or MB, as a person reads it.
fn size_text(size_bytes: u64) -> String {
    match size_bytes {
        0..1_000 => format!("{size_bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", size_bytes as f64 * 1e-3),
        _ => format!("{:.1} MB", size_bytes as f64 * 1e-6),
    }
}

/// Collects the results of vehicles during a run.
#[derive(Debug, Default)]
pub(crate) struct VehicleTally {
    vehicles: Vec<VehicleSummary>,
    collisions: CollisionWatch,
}

impl VehicleTally {
    pub(crate) fn vehicles(&self) -> Vec<VehicleSummary> {
        self.vehicles.clone()
    }

    fn meet(&mut self, seen: &Observations, roster: &Roster) {
        for (entry, vehicle) in roster.vehicles.iter().zip(&seen.vehicles).skip(self.vehicles.len()) {
            let pose = &vehicle.pose_in_world;
            let (name, x_m, y_m) = (entry.name.clone(), pose.x_m, pose.y_m);
            self.vehicles.push(VehicleSummary { name, x_m, y_m, ..VehicleSummary::default() });
        }
        self.vehicles.truncate(seen.vehicles.len());
    }
}

impl Participant for VehicleTally {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        let seen = &*step.observations;
        if self.vehicles.len() != seen.vehicles.len() {
            self.meet(seen, &step.roster);
        }
        if step.tick == 0 {
            return Ok(());
        }
        for index in self.collisions.begun(seen) {
            self.vehicles[index].collision_count += 1;
        }
        for (tally, vehicle) in self.vehicles.iter_mut().zip(&seen.vehicles) {
            let pose = &vehicle.pose_in_world;
            tally.distance_m += (pose.x_m - tally.x_m).hypot(pose.y_m - tally.y_m);
            (tally.x_m, tally.y_m) = (pose.x_m, pose.y_m);
        }
        for event in &seen.events {
            if let Event::Lap { vehicle, lap, time_s } = *event
                && let Some(tally) = self.vehicles.get_mut(vehicle.index())
            {
                tally.best_lap_s = if lap == 1 { time_s } else { tally.best_lap_s.min(time_s) };
                (tally.lap_count, tally.last_lap_s) = (lap, time_s);
            }
        }
        Ok(())
    }
}

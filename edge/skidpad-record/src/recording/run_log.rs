//! The part of a recording that is needed to repeat its run.

use super::read::{Ending, Entry, ReadProblem, read_run};
use crate::Provenance;
use skidpad_messages::{Command, Request};
use skidpad_rosmsg::msg::{Command as CommandMessage, Restored, StateHash};
use skidpad_rosmsg::{CdrProblem, from_cdr};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// What is needed to repeat a run and to compare the repetition.
#[derive(Debug, Clone, PartialEq)]
pub struct RunLog {
    /// World, seed and first state.
    pub provenance: Provenance,
    /// Commands, restored states and hashes, in order.
    pub entries: Vec<LogEntry>,
    /// Messages that could not be decoded, as texts for users.
    pub problems: Vec<String>,
    /// How the file ends.
    pub ending: Ending,
}

/// A command, a hash or a restored state.
#[derive(Debug, Clone, PartialEq)]
pub enum LogEntry {
    /// A command for the step after this many.
    Command {
        /// Steps made before.
        tick: u64,
        /// The command.
        command: Command,
    },
    /// The state after this many steps.
    Hash {
        /// Steps made.
        tick: u64,
        /// The hash of the state.
        hash: u64,
    },
    /// The world was restored from a snapshot after this many steps.
    Restored {
        /// Steps made before.
        tick: u64,
        /// The state.
        snapshot: Vec<u8>,
    },
}

impl RunLog {
    /// Read a recording from its file.
    pub fn open(path: &Path) -> Result<RunLog, ReadProblem> {
        RunLog::read(BufReader::new(File::open(path).map_err(ReadProblem::Io)?))
    }

    /// Read a recording. Damage is reported in `problems` and `ending`; the rest is read.
    pub fn read(input: impl Read) -> Result<RunLog, ReadProblem> {
        let mut provenance = Provenance::default();
        let (mut entries, mut problems) = (Vec::new(), Vec::new());
        // Attachments come before messages, so the version is known when the first command is read.
        let ending = read_run(input, &mut |entry| match entry {
            Entry::Attachment { name, bytes } => {
                if let Err(problem) = provenance.take(name, bytes) {
                    problems.push(format!("attachment {name}: {problem}"));
                }
            }
            Entry::Message { channel, data, sequence, .. } => {
                match understood(&channel.topic, data, &provenance) {
                    Ok(entry) => entries.extend(entry),
                    Err(problem) => {
                        problems.push(format!("{}, message {}: {problem}", channel.topic, sequence + 1));
                    }
                }
            }
            Entry::Header { .. } => {}
        })?;
        Ok(RunLog { provenance, entries, problems, ending })
    }

    /// Number of recorded steps.
    pub fn last_tick(&self) -> u64 {
        let tick = |entry: &LogEntry| match entry {
            LogEntry::Command { tick, .. }
            | LogEntry::Hash { tick, .. }
            | LogEntry::Restored { tick, .. } => *tick,
        };
        self.entries.iter().map(tick).max().unwrap_or(0)
    }
}

/// Whether negative raw torques drive forward, as in recordings made before 0.2.
fn has_mvsim_sign(provenance: &Provenance) -> bool {
    provenance.facts.version.starts_with("0.1.")
}

/// The entry of a message; `None` for messages that a replay does not need.
fn understood(topic: &str, data: &[u8], provenance: &Provenance) -> Result<Option<LogEntry>, String> {
    let damaged = |problem: CdrProblem| problem.to_string();
    Ok(match topic {
        "/skidpad/commands" => {
            let message: CommandMessage = from_cdr(data).map_err(damaged)?;
            let mut request: Request =
                serde_json::from_str(&message.request).map_err(|problem| problem.to_string())?;
            if let Request::Drive { drive, .. } = &mut request
                && has_mvsim_sign(provenance)
            {
                *drive = drive.with_mvsim_sign();
            }
            let command = request.check().map_err(|refusal| refusal.to_string())?;
            Some(LogEntry::Command { tick: message.tick, command })
        }
        "/skidpad/state_hash" => {
            let message: StateHash = from_cdr(data).map_err(damaged)?;
            Some(LogEntry::Hash { tick: message.tick, hash: message.hash })
        }
        "/skidpad/restored" => {
            let message: Restored = from_cdr(data).map_err(damaged)?;
            Some(LogEntry::Restored { tick: message.tick, snapshot: message.snapshot })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_messages::{Drive, VehicleId};
    use skidpad_rosmsg::to_cdr;

    fn recorded(version: &str, drive: Drive) -> Drive {
        let mut provenance = Provenance::default();
        provenance.facts.version = version.to_string();
        let request = serde_json::to_string(&Request::Drive { vehicle: VehicleId(0), drive }).unwrap();
        let message = CommandMessage { tick: 3, request, ..CommandMessage::default() };
        let data = to_cdr(&message);
        let entry = understood("/skidpad/commands", &data, &provenance).unwrap();
        let Some(LogEntry::Command { command, .. }) = entry else { panic!("{entry:?}") };
        let Request::Drive { drive, .. } = command.request() else { panic!("{command:?}") };
        *drive
    }

    /// Version 0.1 kept raw torques as MVSim writes them, negative forward.
    #[test]
    fn torques_of_old_recordings_are_turned() {
        let torques = Drive::Torques { left_nm: -3.0, right_nm: -4.0 };
        assert_eq!(recorded("0.1.0", torques), Drive::Torques { left_nm: 3.0, right_nm: 4.0 });
        assert_eq!(recorded("0.2.0", torques), torques);
        let engine = Drive::EngineAndSteer { torque_nm: -5.0, steer_rad: 0.1 };
        assert_eq!(recorded("0.1.7", engine), Drive::EngineAndSteer { torque_nm: 5.0, steer_rad: 0.1 });
        let wheels = Drive::WheelTorquesAndSteer { torques_nm: [1.0, 2.0, 3.0, 4.0], steer_rad: 0.1 };
        assert_eq!(recorded("0.1.0", wheels), wheels, "race cars were positive forward already");
    }
}

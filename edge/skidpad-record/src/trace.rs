//! One trace file per vehicle, one row per step.

use crate::names::one_per_vehicle;
use crate::output::create_output;
use skidpad_link::{Failure, Participant, RunEnd};
use skidpad_messages::{Observations, Roster, Step, VehicleId, trace_header, trace_row};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The trace files of a run: one row per step with the columns of MVSim's reference runs.
#[derive(Debug)]
pub struct TraceFiles {
    files: Vec<(VehicleId, BufWriter<File>)>,
    line: String,
}

impl TraceFiles {
    /// Create the files and write their headers: `path` itself for one vehicle,
    /// `path` with each vehicle's name before its extension for several.
    pub fn create(path: &Path, roster: &Roster) -> io::Result<Self> {
        let mut traces = TraceFiles { files: Vec::new(), line: String::new() };
        let paths =
            if roster.vehicles.len() == 1 { vec![path.to_path_buf()] } else { one_per_vehicle(path, roster) };
        for (index, path) in (0..).zip(&paths) {
            let vehicle = VehicleId(index);
            let mut writer = BufWriter::new(create_output(path)?);
            traces.line.clear();
            trace_header(roster, vehicle, &mut traces.line).map_err(io::Error::other)?;
            writer.write_all(traces.line.as_bytes())?;
            traces.files.push((vehicle, writer));
        }
        Ok(traces)
    }

    /// Add a row to every file.
    pub fn write(&mut self, seen: &Observations) -> io::Result<()> {
        for (vehicle, writer) in &mut self.files {
            self.line.clear();
            trace_row(seen, *vehicle, &mut self.line).map_err(io::Error::other)?;
            writer.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    /// Write buffered rows.
    pub fn flush(&mut self) -> io::Result<()> {
        self.files.iter_mut().try_for_each(|(_, writer)| writer.flush())
    }
}

impl Participant for TraceFiles {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        Ok(self.write(&step.observations)?)
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        Ok(self.flush()?)
    }
}

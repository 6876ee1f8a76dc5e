//! One trace file per vehicle, one row per step.

use crate::names::one_per_vehicle;
use crate::output::create_output;
use skidpad_link::{Failure, Participant, RunEnd};
use skidpad_messages::{Observations, Roster, Step, VehicleId, trace_header, trace_row};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The path of a trace that is written to standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// The trace files of a run: one row per step with the columns of MVSim's reference runs.
pub struct TraceFiles {
    files: Vec<(VehicleId, BufWriter<Box<dyn Write + Send>>)>,
    line: String,
}

impl TraceFiles {
    /// The files: `path` itself for one vehicle, `path` with each vehicle's name before its extension for several.
    pub fn paths(path: &Path, roster: &Roster) -> Vec<PathBuf> {
        if roster.vehicles.len() == 1 { vec![path.to_path_buf()] } else { one_per_vehicle(path, roster) }
    }

    /// Create the files and write their headers. [`STANDARD_OUTPUT`] is allowed for one vehicle.
    pub fn create(path: &Path, roster: &Roster) -> io::Result<Self> {
        let mut traces = TraceFiles { files: Vec::new(), line: String::new() };
        let is_printed = path == Path::new(STANDARD_OUTPUT);
        if is_printed && roster.vehicles.len() != 1 {
            let reason = format!(
                "standard output takes the trace of one vehicle, and the world has {}; name a file instead",
                roster.vehicles.len()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        for (index, path) in (0..).zip(&TraceFiles::paths(path, roster)) {
            let vehicle = VehicleId(index);
            let out: Box<dyn Write + Send> =
                if is_printed { Box::new(io::stdout()) } else { Box::new(create_output(path)?) };
            let mut writer = BufWriter::new(out);
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

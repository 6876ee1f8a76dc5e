//! Every reading as a line of JSON.

use crate::output::create_output;
use serde::Serialize;
use skidpad_link::{Failure, NextStep, Participant, RunEnd, SensorChoice};
use skidpad_messages::{Reading, ReadingData, Roster, Step};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A file with one line of JSON for each reading of each sensor.
#[derive(Debug)]
pub struct ReadingLines {
    file: BufWriter<File>,
}

impl ReadingLines {
    /// Create the file.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(ReadingLines { file: BufWriter::new(create_output(path)?) })
    }

    /// Add a reading.
    pub fn write(&mut self, reading: &Reading, roster: &Roster) -> io::Result<()> {
        write_json(reading, roster, &mut self.file)
    }
}

impl Participant for ReadingLines {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        *next.sensors = SensorChoice::All;
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        Ok(step.readings.iter().try_for_each(|reading| self.write(reading, &step.roster))?)
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        Ok(self.file.flush()?)
    }
}

/// A reading as a line of JSON, with the names of its vehicle and sensor.
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

/// JSON has no infinite numbers, and nothing in range differs from something too near (REP 117).
fn range_json(range_m: f32) -> serde_json::Value {
    if range_m.is_finite() { range_m.into() } else { range_m.to_string().into() }
}

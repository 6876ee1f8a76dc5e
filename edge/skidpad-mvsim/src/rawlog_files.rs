//! `save_to_rawlog`: the readings of each vehicle's sensors and its odometry, as MRPT's tools read them.

use crate::mrpt::{CloudFormat, Odometry, RawlogWriter, Timestamp};
use crate::reading::{SensorSource, mrpt_bytes};
use skidpad_link::{Failure, NextStep, Participant, RunEnd, SensorChoice};
use skidpad_messages::{BodyId, Reading, Roster, Step, VehicleId};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{self, BufWriter};
use std::time::{SystemTime, UNIX_EPOCH};

/// Creates the file of the vehicle of this name.
pub type CreateFile = dyn FnMut(&str) -> io::Result<File> + Send;

/// One rawlog per name of a vehicle, also of those that are added later. A file is created with its first observation.
pub struct RawlogFiles {
    files: BTreeMap<String, RawlogWriter<BufWriter<File>>>,
    create: Box<CreateFile>,
    cloud_format: CloudFormat,
    odometry_period_ns: u64,
    next_odometry_ns: u64,
    /// The wall clock at the start of the run, in nanoseconds since 1970.
    unix_start_ns: u64,
}

impl RawlogFiles {
    /// Write to such files, with so many entries of odometry per second.
    pub fn new(odometry_rate_hz: f64, cloud_format: CloudFormat, create: Box<CreateFile>) -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let period_ns = (1e9 / odometry_rate_hz).round();
        RawlogFiles {
            files: BTreeMap::new(),
            create,
            cloud_format,
            odometry_period_ns: if period_ns.is_finite() { (period_ns as u64).max(1) } else { u64::MAX },
            next_odometry_ns: 0,
            unix_start_ns: u64::try_from(since_1970.as_nanos()).unwrap_or(u64::MAX),
        }
    }

    /// Let the stamps begin at this time, in nanoseconds since 1970, instead of at the wall clock's.
    pub fn starting_at_unix_ns(self, unix_start_ns: u64) -> Self {
        RawlogFiles { unix_start_ns, ..self }
    }

    fn timestamp(&self, time_ns: u64) -> Timestamp {
        Timestamp::from_unix_ns(self.unix_start_ns.saturating_add(time_ns))
    }

    fn append(&mut self, vehicle: VehicleId, roster: &Roster, observation: &[u8]) -> io::Result<()> {
        let name = roster.name_of(BodyId::Vehicle(vehicle));
        let rawlog = match self.files.entry(name) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let file = (self.create)(new.key())?;
                new.insert(RawlogWriter::new(BufWriter::new(file)))
            }
        };
        rawlog.append_bytes(observation)
    }

    /// Sensors that stand by themselves belong to no vehicle and have no file, as in MVSim.
    fn write_reading(&mut self, reading: &Reading, roster: &Roster) -> io::Result<()> {
        let Some(entry) = roster.sensors.get(reading.sensor.index()) else { return Ok(()) };
        let Some(vehicle) = entry.vehicle else { return Ok(()) };
        let source = SensorSource { label: &entry.name, ..SensorSource::default() };
        let bytes = mrpt_bytes(reading, &source, self.timestamp(reading.stamp_ns), self.cloud_format);
        bytes.map_or(Ok(()), |bytes| self.append(vehicle, roster, &bytes))
    }

    fn write_odometry(&mut self, step: &Step) -> io::Result<()> {
        let time_ns = step.time_ns();
        if step.tick == 0 || time_ns < self.next_odometry_ns {
            return Ok(());
        }
        self.next_odometry_ns = time_ns.saturating_add(self.odometry_period_ns);
        let timestamp = self.timestamp(time_ns);
        for (id, vehicle) in (0..).map(VehicleId).zip(&step.observations.vehicles) {
            if !vehicle.is_present {
                continue;
            }
            let (pose, twist) = (&vehicle.odometry_in_start, &vehicle.odometry_twist);
            let odometry = Odometry {
                timestamp,
                x_m: pose.x_m,
                y_m: pose.y_m,
                yaw_rad: pose.yaw_rad,
                velocity: Some([twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps]),
                ..Odometry::default()
            };
            self.append(id, &step.roster, &crate::mrpt::MrptObject::to_bytes(&odometry))?;
        }
        Ok(())
    }
}

impl Participant for RawlogFiles {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        *next.sensors = SensorChoice::All;
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        // A reset sets time back.
        if step.time_ns().saturating_add(self.odometry_period_ns) < self.next_odometry_ns {
            self.next_odometry_ns = 0;
        }
        self.write_odometry(step)?;
        for reading in step.readings.iter() {
            self.write_reading(reading, &step.roster)?;
        }
        Ok(())
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        for file in std::mem::take(&mut self.files).into_values() {
            file.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        Ok(())
    }
}

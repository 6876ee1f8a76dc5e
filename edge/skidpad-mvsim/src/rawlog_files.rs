//! `save_to_rawlog`: the readings of each vehicle's sensors and its odometry, as MRPT's tools read them.

use crate::mrpt::{CloudFormat, Odometry, RawlogWriter, Timestamp};
use crate::reading::{SensorSource, mrpt_bytes};
use skidpad_link::{Failure, NextStep, Participant, RunEnd, SensorChoice};
use skidpad_messages::{Reading, Roster, Step};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Creates an output file.
pub type CreateFile = dyn Fn(&Path) -> io::Result<File> + Send;

/// One rawlog per vehicle. A file is created with its first observation; vehicles that are added later have none.
pub struct RawlogFiles {
    paths: Vec<PathBuf>,
    files: Vec<Option<RawlogWriter<BufWriter<File>>>>,
    create: Box<CreateFile>,
    cloud_format: CloudFormat,
    odometry_period_ns: u64,
    next_odometry_ns: u64,
    /// The wall clock at the start of the run, in nanoseconds since 1970.
    unix_start_ns: u64,
}

impl RawlogFiles {
    /// Write to these files, one per vehicle in their order, with so many entries of odometry per second.
    pub fn new(
        paths: Vec<PathBuf>,
        odometry_rate_hz: f64,
        cloud_format: CloudFormat,
        create: Box<CreateFile>,
    ) -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let period_ns = (1e9 / odometry_rate_hz).round();
        RawlogFiles {
            files: paths.iter().map(|_| None).collect(),
            paths,
            create,
            cloud_format,
            odometry_period_ns: if period_ns.is_finite() { (period_ns as u64).max(1) } else { u64::MAX },
            next_odometry_ns: 0,
            unix_start_ns: u64::try_from(since_1970.as_nanos()).unwrap_or(u64::MAX),
        }
    }

    fn timestamp(&self, time_ns: u64) -> Timestamp {
        Timestamp::from_unix_ns(self.unix_start_ns.saturating_add(time_ns))
    }

    fn append(&mut self, vehicle: usize, observation: &[u8]) -> io::Result<()> {
        let (Some(file), Some(path)) = (self.files.get_mut(vehicle), self.paths.get(vehicle)) else {
            return Ok(());
        };
        let rawlog = match file {
            Some(rawlog) => rawlog,
            None => file.insert(RawlogWriter::new(BufWriter::new((self.create)(path)?))),
        };
        rawlog.append_bytes(observation)
    }

    /// Sensors that stand by themselves belong to no vehicle and have no file, as in MVSim.
    fn write_reading(&mut self, reading: &Reading, roster: &Roster) -> io::Result<()> {
        let Some(entry) = roster.sensors.get(reading.sensor.index()) else { return Ok(()) };
        let Some(vehicle) = entry.vehicle else { return Ok(()) };
        let source = SensorSource { label: &entry.name, ..SensorSource::default() };
        let bytes = mrpt_bytes(reading, &source, self.timestamp(reading.stamp_ns), self.cloud_format);
        bytes.map_or(Ok(()), |bytes| self.append(vehicle.index(), &bytes))
    }

    fn write_odometry(&mut self, step: &Step) -> io::Result<()> {
        let time_ns = step.time_ns();
        if step.tick == 0 || time_ns < self.next_odometry_ns {
            return Ok(());
        }
        self.next_odometry_ns = time_ns.saturating_add(self.odometry_period_ns);
        let timestamp = self.timestamp(time_ns);
        for (index, vehicle) in step.observations.vehicles.iter().enumerate() {
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
            self.append(index, &crate::mrpt::MrptObject::to_bytes(&odometry))?;
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
        for file in self.files.iter_mut().filter_map(Option::take) {
            file.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        Ok(())
    }
}

//! Where the files of vehicles and sensors go, within the folder of a dump.

use super::rows::odometry_header;
use crate::names::FolderNames;
use crate::output::create_output;
use skidpad_messages::{Roster, SensorId, VehicleEntry, VehicleId};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Places by the numbers of a roster. An object that is added after others were removed can have the number of one of
/// them; it gets a place of its own.
#[derive(Debug)]
pub(super) struct Places {
    folder: PathBuf,
    names: FolderNames,
    pub(super) vehicles: Vec<VehicleFiles>,
    sensors: Vec<SensorPlace>,
}

/// A vehicle's folder, and its files with one row per step.
#[derive(Debug)]
pub(super) struct VehicleFiles {
    name: String,
    folder: String,
    names: FolderNames,
    /// Its true pose.
    pub(super) truth: BufWriter<File>,
    /// Its odometry, contacts and encoders.
    pub(super) odometry: BufWriter<File>,
}

#[derive(Debug)]
struct SensorPlace {
    vehicle: Option<String>,
    name: String,
    path: PathBuf,
}

impl Places {
    pub(super) fn new(folder: &Path) -> Places {
        let names = FolderNames::beside(&["index", "cameras"]);
        Places { folder: folder.to_path_buf(), names, vehicles: Vec::new(), sensors: Vec::new() }
    }

    /// Assign places to everything that has none yet: `r1/laser1`, or `laser1` for a sensor without a vehicle.
    pub(super) fn learn(&mut self, roster: &Roster) -> io::Result<()> {
        for (number, vehicle) in roster.vehicles.iter().enumerate() {
            if self.vehicles.get(number).is_none_or(|known| known.name != vehicle.name) {
                let new = VehicleFiles::create(&self.folder, self.names.give(&vehicle.name), vehicle)?;
                if let Some(mut old) = put(&mut self.vehicles, number, new) {
                    old.flush()?;
                }
            }
        }
        for (number, sensor) in roster.sensors.iter().enumerate() {
            let vehicle = sensor.vehicle.map(VehicleId::index);
            let vehicle_name = vehicle.map(|number| roster.vehicles[number].name.as_str());
            let is_known =
                |known: &SensorPlace| known.name == sensor.name && known.vehicle.as_deref() == vehicle_name;
            if !self.sensors.get(number).is_some_and(is_known) {
                let path = match vehicle.map(|number| &mut self.vehicles[number]) {
                    Some(files) => Path::new(&files.folder).join(files.names.give(&sensor.name)),
                    None => PathBuf::from(self.names.give(&sensor.name)),
                };
                let vehicle = vehicle_name.map(str::to_owned);
                put(&mut self.sensors, number, SensorPlace { vehicle, name: sensor.name.clone(), path });
            }
        }
        Ok(())
    }

    /// Where the files of a sensor go: `r1/laser1`.
    pub(super) fn of(&self, sensor: SensorId) -> PathBuf {
        self.sensors[sensor.index()].path.clone()
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.vehicles.iter_mut().try_for_each(VehicleFiles::flush)
    }
}

impl VehicleFiles {
    fn create(root: &Path, folder: String, vehicle: &VehicleEntry) -> io::Result<VehicleFiles> {
        let file =
            |name: &str| Ok::<_, io::Error>(BufWriter::new(create_output(&root.join(&folder).join(name))?));
        let (truth, mut odometry) = (file("truth.txt")?, file("odometry.csv")?);
        odometry.write_all(odometry_header(vehicle.wheel_count).as_bytes())?;
        let names = FolderNames::beside(&["truth", "odometry"]);
        Ok(VehicleFiles { name: vehicle.name.clone(), folder, names, truth, odometry })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.truth.flush()?;
        self.odometry.flush()
    }
}

/// Put an item at a place of a list, or at its end. Returns the item that was there.
fn put<T>(list: &mut Vec<T>, number: usize, new: T) -> Option<T> {
    match list.get_mut(number) {
        Some(old) => Some(std::mem::replace(old, new)),
        None => {
            list.push(new);
            None
        }
    }
}

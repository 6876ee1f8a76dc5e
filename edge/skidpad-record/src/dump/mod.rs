//! Every reading as a file in a common format: a dataset for SLAM and perception work.
//!
//! ```text
//! DIR/index.csv                     one row per reading: stamp, sensor, file, pose of the sensor
//! DIR/cameras.csv                   size and projection of every camera, and the unit of depth
//! DIR/r1/truth.txt                  true pose of the vehicle at each step, TUM format
//! DIR/r1/odometry.csv               its odometry, collisions and wheel encoders at each step
//! DIR/r1/laser1/000000100000000.csv a scan: angle, range, intensity
//! DIR/r1/lidar/000000100000000.ply  a cloud: x y z intensity time ring, and the return if there are two
//! DIR/r1/camera/….png               colour; ….labels.png and ….instances.png beside it
//! DIR/r1/rgbd/….depth.png           16-bit depth; ….colour.png beside it
//! DIR/r1/imu.csv, DIR/r1/gnss.csv   one row per reading
//! ```
//! Files are named by their stamp in nanoseconds.

mod picture;
mod places;
mod ply;
mod rows;

use crate::output::create_output;
use crate::trajectory::trajectory_row;
use places::Places;
use rows::{
    GNSS_HEADER, IMU_HEADER, INDEX_HEADER, arrays_text, camera_row, cones_text, gnss_row, imu_row, index_row,
    odometry_row, scan_text,
};
use skidpad_link::{Failure, NextStep, Participant, RunEnd, SensorChoice};
use skidpad_math::Pose3;
use skidpad_messages::{CameraModel, Observations, Reading, ReadingData, Roster, Step, VehicleId};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A folder that receives the readings of a run.
#[derive(Debug)]
pub struct Dump {
    folder: PathBuf,
    index: BufWriter<File>,
    cameras: BufWriter<File>,
    /// Cameras already listed: the place of the sensor and the name of its part.
    listed: BTreeSet<(PathBuf, &'static str)>,
    /// Files with one row per reading, by the places of their sensors.
    tables: BTreeMap<PathBuf, BufWriter<File>>,
    places: Places,
    line: String,
}

impl Dump {
    /// Create the folder and its tables. A folder that already contains a dump is refused.
    pub fn create(folder: &Path, roster: &Roster) -> io::Result<Dump> {
        let index_path = folder.join("index.csv");
        if index_path.exists() {
            let message = "the folder already contains a dump; name another one";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        let mut index = BufWriter::new(create_output(&index_path)?);
        index.write_all(INDEX_HEADER.as_bytes())?;
        let mut cameras = BufWriter::new(create_output(&folder.join("cameras.csv"))?);
        cameras.write_all(rows::CAMERA_HEADER.as_bytes())?;
        let mut places = Places::new(folder);
        places.learn(roster)?;
        let (listed, tables, line) = (BTreeSet::new(), BTreeMap::new(), String::new());
        Ok(Dump { folder: folder.to_path_buf(), index, cameras, listed, tables, places, line })
    }

    /// Add the true poses of the vehicles, and their odometry.
    pub fn write_vehicles(&mut self, seen: &Observations, roster: &Roster) -> io::Result<()> {
        self.places.learn(roster)?;
        let vehicles = self.places.vehicles.iter_mut().zip(&seen.vehicles);
        for (files, vehicle) in vehicles.filter(|(_, vehicle)| vehicle.is_present) {
            self.line.clear();
            trajectory_row(seen.time_ns, &vehicle.pose_in_world, &mut self.line);
            files.truth.write_all(self.line.as_bytes())?;
            self.line.clear();
            odometry_row(seen.time_ns, vehicle, &mut self.line);
            files.odometry.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    /// Add a reading.
    pub fn write(&mut self, reading: &Reading, roster: &Roster) -> io::Result<()> {
        let Some(entry) = roster.sensors.get(reading.sensor.index()) else {
            return Err(io::Error::other("a reading of a sensor that is not in the roster"));
        };
        self.places.learn(roster)?;
        let place = self.places.of(reading.sensor);
        let stem = place.join(format!("{:015}", reading.stamp_ns));
        let at = (reading.sensor_in_world, reading.sensor_in_vehicle);
        // Files, and the poses of the sensor.
        let seen = |files: Vec<PathBuf>| files.into_iter().map(|file| (file, at)).collect();
        let files: Vec<(PathBuf, (Pose3, Pose3))> = match &reading.data {
            ReadingData::Scan(scan) => {
                seen(vec![self.put(&stem, "csv", |file| file.write_all(scan_text(scan).as_bytes()))?])
            }
            ReadingData::Cloud(cloud) => seen(vec![self.put(&stem, "ply", |file| ply::cloud(cloud, file))?]),
            ReadingData::Image(picture) => {
                self.list_camera("", &place, &picture.camera, None)?;
                seen(self.put_picture(&stem, "", picture)?)
            }
            ReadingData::Rgbd(rgbd) => {
                let mut files = Vec::new();
                if let Some(depth) = &rgbd.depth {
                    self.list_camera("depth", &place, &depth.camera, Some(depth.unit_m))?;
                    files.push((self.put(&stem, "depth.png", |file| picture::depth(depth, file))?, at));
                    files.push((self.put(&stem, "ply", |file| ply::coloured(&rgbd.points(), file))?, at));
                }
                if let Some(colour) = &rgbd.colour {
                    self.list_camera("colour", &place, &colour.camera, None)?;
                    let at = (at.0 * rgbd.colour_in_sensor, at.1 * rgbd.colour_in_sensor);
                    files.extend(
                        self.put_picture(&stem, "colour.", colour)?.into_iter().map(|file| (file, at)),
                    );
                }
                files
            }
            ReadingData::Cones(cones) => {
                let text = cones_text(cones, roster);
                seen(vec![self.put(&stem, "csv", |file| file.write_all(text.as_bytes()))?])
            }
            // What failed is reported as an event; it has no file.
            ReadingData::Arrays(arrays) if arrays.failure.is_some() => Vec::new(),
            ReadingData::Arrays(arrays) => {
                let text = arrays_text(arrays);
                seen(vec![self.put(&stem, "csv", |file| file.write_all(text.as_bytes()))?])
            }
            ReadingData::Imu(imu) => {
                let row = imu_row(reading.stamp_ns, imu);
                seen(vec![self.put_row(&place, IMU_HEADER, &row)?])
            }
            ReadingData::Gnss(gnss) => {
                let row = gnss_row(reading.stamp_ns, gnss);
                seen(vec![self.put_row(&place, GNSS_HEADER, &row)?])
            }
        };
        let vehicle = entry.vehicle.map_or("", |id| vehicle_name(roster, id));
        for (file, at) in files {
            self.index.write_all(index_row(reading.stamp_ns, vehicle, entry, &file, at).as_bytes())?;
        }
        Ok(())
    }

    /// Write buffered rows.
    pub fn flush(&mut self) -> io::Result<()> {
        self.index.flush()?;
        self.cameras.flush()?;
        self.places.flush()?;
        self.tables.values_mut().try_for_each(Write::flush)
    }

    /// Write one file: the stem, a dot, the ending. Returns its path within the folder.
    fn put(
        &self,
        stem: &Path,
        ending: &str,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<PathBuf> {
        let path = PathBuf::from(format!("{}.{ending}", stem.display()));
        let mut file = BufWriter::new(create_output(&self.folder.join(&path))?);
        fill(&mut file)?;
        file.flush()?;
        Ok(path)
    }

    fn put_picture(
        &self,
        stem: &Path,
        part: &str,
        picture: &skidpad_messages::Picture,
    ) -> io::Result<Vec<PathBuf>> {
        Ok(vec![
            self.put(stem, &format!("{part}png"), |file| picture::colour(picture, file))?,
            self.put(stem, &format!("{part}labels.png"), |file| picture::labels(picture, file))?,
            self.put(stem, &format!("{part}instances.png"), |file| picture::instances(picture, file))?,
        ])
    }

    /// Add a row to the sensor's table.
    fn put_row(&mut self, place: &Path, header: &str, row: &str) -> io::Result<PathBuf> {
        let path = PathBuf::from(format!("{}.csv", place.display()));
        let table = match self.tables.entry(place.to_path_buf()) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => {
                let mut file = BufWriter::new(create_output(&self.folder.join(&path))?);
                file.write_all(header.as_bytes())?;
                new.insert(file)
            }
        };
        table.write_all(row.as_bytes())?;
        Ok(path)
    }

    fn list_camera(
        &mut self,
        part: &'static str,
        place: &Path,
        camera: &CameraModel,
        unit_m: Option<f64>,
    ) -> io::Result<()> {
        if self.listed.insert((place.to_path_buf(), part)) {
            self.cameras.write_all(camera_row(place, part, camera, unit_m).as_bytes())?;
        }
        Ok(())
    }
}

impl Participant for Dump {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        *next.sensors = SensorChoice::All;
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        self.write_vehicles(&step.observations, &step.roster)?;
        Ok(step.readings.iter().try_for_each(|reading| self.write(reading, &step.roster))?)
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        Ok(self.flush()?)
    }
}

/// A colour picture as a PNG file.
pub fn write_picture(path: &Path, picture: &skidpad_messages::Picture) -> io::Result<()> {
    let mut file = BufWriter::new(create_output(path)?);
    picture::colour(picture, &mut file)?;
    file.flush()
}

fn vehicle_name(roster: &Roster, id: VehicleId) -> &str {
    roster.vehicles.get(id.index()).map_or("", |vehicle| &vehicle.name)
}

#[cfg(test)]
mod tests;

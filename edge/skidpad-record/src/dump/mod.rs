//! Every reading as a file people can open: a dataset for SLAM and perception work.
//!
//! ```text
//! DIR/index.csv                     one row per reading: stamp, sensor, file, where the sensor was
//! DIR/cameras.csv                   size and projection of every camera
//! DIR/r1/truth.txt                  where the vehicle was at each step, TUM format
//! DIR/r1/laser1/000000100000000.csv a scan: angle, range, intensity
//! DIR/r1/lidar/000000100000000.ply  a cloud: x y z intensity time ring
//! DIR/r1/camera/….png               colour; ….labels.png and ….instances.png beside it
//! DIR/r1/rgbd/….depth.png           16-bit depth; ….colour.png beside it
//! DIR/r1/imu.csv, DIR/r1/gnss.csv   one row per reading
//! ```
//! Files are named by their stamp in nanoseconds.

mod picture;
mod ply;
mod rows;

use crate::names::file_part;
use crate::trajectory::{create_with_folders, trajectory_row};
use rows::{GNSS_HEADER, IMU_HEADER, INDEX_HEADER, camera_row, gnss_row, imu_row, index_row, scan_text};
use skidpad_messages::{
    CameraModel, Observations, Reading, ReadingData, Roster, SensorEntry, SensorId, VehicleId,
};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A folder that takes the readings of a run.
#[derive(Debug)]
pub struct Dump {
    folder: PathBuf,
    index: BufWriter<File>,
    cameras: BufWriter<File>,
    /// Cameras already listed, with the name they have there.
    listed: Vec<(SensorId, &'static str)>,
    /// Files that grow by a row per reading.
    tables: BTreeMap<SensorId, BufWriter<File>>,
    truths: Vec<BufWriter<File>>,
    line: String,
}

impl Dump {
    /// Make the folder and the files that grow. A folder that already holds a dump is refused.
    pub fn create(folder: &Path, roster: &Roster) -> io::Result<Dump> {
        let index_path = folder.join("index.csv");
        if index_path.exists() {
            let message = "already holds a dump; name another folder";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        let mut index = BufWriter::new(create_with_folders(&index_path)?);
        index.write_all(INDEX_HEADER.as_bytes())?;
        let mut cameras = BufWriter::new(File::create(folder.join("cameras.csv"))?);
        cameras.write_all(rows::CAMERA_HEADER.as_bytes())?;
        let truths = (roster.vehicles.iter())
            .map(|vehicle| {
                let path = folder.join(file_part(&vehicle.name)).join("truth.txt");
                Ok(BufWriter::new(create_with_folders(&path)?))
            })
            .collect::<io::Result<_>>()?;
        let (listed, tables, line) = (Vec::new(), BTreeMap::new(), String::new());
        Ok(Dump { folder: folder.to_path_buf(), index, cameras, listed, tables, truths, line })
    }

    /// Add where the vehicles are.
    pub fn write_truth(&mut self, seen: &Observations) -> io::Result<()> {
        for (file, vehicle) in self.truths.iter_mut().zip(&seen.vehicles) {
            self.line.clear();
            trajectory_row(seen.time_ns, &vehicle.pose_in_world, &mut self.line);
            file.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    /// Add a reading.
    pub fn write(&mut self, reading: &Reading, roster: &Roster) -> io::Result<()> {
        let Some(entry) = roster.sensors.get(reading.sensor.0 as usize) else {
            return Err(io::Error::other("a reading of a sensor that is not in the roster"));
        };
        let place = sensor_place(entry, roster);
        let stem = place.join(format!("{:015}", reading.stamp_ns));
        let files = match &reading.data {
            ReadingData::Scan(scan) => {
                vec![self.put(&stem, "csv", |file| file.write_all(scan_text(scan).as_bytes()))?]
            }
            ReadingData::Cloud(cloud) => vec![self.put(&stem, "ply", |file| ply::cloud(cloud, file))?],
            ReadingData::Image(picture) => {
                self.list_camera(reading.sensor, "", &place, &picture.camera)?;
                self.put_picture(&stem, "", picture)?
            }
            ReadingData::Rgbd(rgbd) => {
                let mut files = Vec::new();
                if let Some(depth) = &rgbd.depth {
                    self.list_camera(reading.sensor, "depth", &place, &depth.camera)?;
                    files.push(self.put(&stem, "depth.png", |file| picture::depth(depth, file))?);
                    files.push(self.put(&stem, "ply", |file| ply::coloured(&rgbd.points(), file))?);
                }
                if let Some(colour) = &rgbd.colour {
                    self.list_camera(reading.sensor, "colour", &place, &colour.camera)?;
                    files.extend(self.put_picture(&stem, "colour.", colour)?);
                }
                files
            }
            ReadingData::Imu(imu) => {
                let row = imu_row(reading.stamp_ns, imu);
                vec![self.put_row(reading.sensor, &place, IMU_HEADER, &row)?]
            }
            ReadingData::Gnss(gnss) => {
                let row = gnss_row(reading.stamp_ns, gnss);
                vec![self.put_row(reading.sensor, &place, GNSS_HEADER, &row)?]
            }
        };
        let vehicle = entry.vehicle.map_or("", |id| vehicle_name(roster, id));
        for file in files {
            self.index.write_all(index_row(reading, vehicle, entry, &file).as_bytes())?;
        }
        Ok(())
    }

    /// Write out what is still in memory.
    pub fn finish(mut self) -> io::Result<()> {
        self.index.flush()?;
        self.cameras.flush()?;
        self.tables.values_mut().chain(&mut self.truths).try_for_each(Write::flush)
    }

    /// A file of its own: the stem, a dot, the ending. Its path within the folder.
    fn put(
        &self,
        stem: &Path,
        ending: &str,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<PathBuf> {
        let path = PathBuf::from(format!("{}.{ending}", stem.display()));
        let mut file = BufWriter::new(create_with_folders(&self.folder.join(&path))?);
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

    /// A row in the sensor's table.
    fn put_row(&mut self, sensor: SensorId, place: &Path, header: &str, row: &str) -> io::Result<PathBuf> {
        let path = PathBuf::from(format!("{}.csv", place.display()));
        let table = match self.tables.entry(sensor) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => {
                let mut file = BufWriter::new(create_with_folders(&self.folder.join(&path))?);
                file.write_all(header.as_bytes())?;
                new.insert(file)
            }
        };
        table.write_all(row.as_bytes())?;
        Ok(path)
    }

    fn list_camera(
        &mut self,
        sensor: SensorId,
        part: &'static str,
        place: &Path,
        camera: &CameraModel,
    ) -> io::Result<()> {
        if !self.listed.contains(&(sensor, part)) {
            self.listed.push((sensor, part));
            self.cameras.write_all(camera_row(place, part, camera).as_bytes())?;
        }
        Ok(())
    }
}

/// A colour picture as a PNG file.
pub fn write_picture(path: &Path, picture: &skidpad_messages::Picture) -> io::Result<()> {
    let mut file = BufWriter::new(create_with_folders(path)?);
    picture::colour(picture, &mut file)?;
    file.flush()
}

fn vehicle_name(roster: &Roster, id: VehicleId) -> &str {
    roster.vehicles.get(id.index()).map_or("", |vehicle| &vehicle.name)
}

/// `r1/laser1`, or `laser1` for a sensor that stands by itself.
fn sensor_place(entry: &SensorEntry, roster: &Roster) -> PathBuf {
    let vehicle = entry.vehicle.map(|id| file_part(vehicle_name(roster, id)));
    vehicle.map_or_else(PathBuf::new, PathBuf::from).join(file_part(&entry.name))
}

#[cfg(test)]
mod tests;

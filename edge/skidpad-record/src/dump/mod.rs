//! Every reading as a file people can open: a dataset for SLAM and perception work.
//!
//! ```text
//! DIR/index.csv                     one row per reading: stamp, sensor, file, where the sensor was
//! DIR/cameras.csv                   size and projection of every camera, and the unit of depth
//! DIR/r1/truth.txt                  where the vehicle was at each step, TUM format
//! DIR/r1/odometry.csv               its odometry, collisions and wheel encoders at each step
//! DIR/r1/laser1/000000100000000.csv a scan: angle, range, intensity
//! DIR/r1/lidar/000000100000000.ply  a cloud: x y z intensity time ring, and which return where there are two
//! DIR/r1/camera/….png               colour; ….labels.png and ….instances.png beside it
//! DIR/r1/rgbd/….depth.png           16-bit depth; ….colour.png beside it
//! DIR/r1/imu.csv, DIR/r1/gnss.csv   one row per reading
//! ```
//! Files are named by their stamp in nanoseconds.

mod picture;
mod ply;
mod rows;

use crate::names::FolderNames;
use crate::trajectory::{create_with_folders, trajectory_row};
use rows::{
    GNSS_HEADER, IMU_HEADER, INDEX_HEADER, camera_row, gnss_row, imu_row, index_row, odometry_header,
    odometry_row, scan_text,
};
use skidpad_math::Pose3;
use skidpad_messages::{CameraModel, Observations, Reading, ReadingData, Roster, SensorId, VehicleId};
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
    /// Of each vehicle, where it was and what it could tell.
    truths: Vec<BufWriter<File>>,
    odometries: Vec<BufWriter<File>>,
    places: Places,
    line: String,
}

/// Where the files of vehicles and sensors go, within the folder.
#[derive(Debug)]
struct Places {
    names: FolderNames,
    vehicles: Vec<(String, FolderNames)>,
    sensors: Vec<PathBuf>,
}

impl Places {
    fn new() -> Places {
        let names = FolderNames::beside(&["index", "cameras"]);
        Places { names, vehicles: Vec::new(), sensors: Vec::new() }
    }

    /// Give places to all that have none yet: `r1/laser1`, or `laser1` for a sensor that stands by itself.
    fn learn(&mut self, roster: &Roster) {
        for vehicle in roster.vehicles.iter().skip(self.vehicles.len()) {
            self.vehicles.push((self.names.give(&vehicle.name), FolderNames::beside(&["truth", "odometry"])));
        }
        for sensor in roster.sensors.iter().skip(self.sensors.len()) {
            let vehicle = sensor.vehicle.and_then(|id| self.vehicles.get_mut(id.index()));
            self.sensors.push(match vehicle {
                Some((folder, names)) => Path::new(folder).join(names.give(&sensor.name)),
                None => PathBuf::from(self.names.give(&sensor.name)),
            });
        }
    }
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
        let mut places = Places::new();
        places.learn(roster);
        let odometries = (places.vehicles.iter().zip(&roster.vehicles))
            .map(|((name, _), vehicle)| {
                let path = folder.join(name).join("odometry.csv");
                let mut file = BufWriter::new(create_with_folders(&path)?);
                file.write_all(odometry_header(vehicle.wheel_count).as_bytes())?;
                Ok(file)
            })
            .collect::<io::Result<_>>()?;
        let truths = (places.vehicles.iter())
            .map(|(name, _)| Ok(BufWriter::new(create_with_folders(&folder.join(name).join("truth.txt"))?)))
            .collect::<io::Result<_>>()?;
        let (listed, tables, line) = (Vec::new(), BTreeMap::new(), String::new());
        Ok(Dump {
            folder: folder.to_path_buf(),
            index,
            cameras,
            listed,
            tables,
            truths,
            odometries,
            places,
            line,
        })
    }

    /// Add where the vehicles are, and where they believe to be.
    pub fn write_vehicles(&mut self, seen: &Observations) -> io::Result<()> {
        for (file, vehicle) in self.truths.iter_mut().zip(&seen.vehicles) {
            self.line.clear();
            trajectory_row(seen.time_ns, &vehicle.pose_in_world, &mut self.line);
            file.write_all(self.line.as_bytes())?;
        }
        for (file, vehicle) in self.odometries.iter_mut().zip(&seen.vehicles) {
            self.line.clear();
            odometry_row(seen.time_ns, vehicle, &mut self.line);
            file.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    /// Add a reading.
    pub fn write(&mut self, reading: &Reading, roster: &Roster) -> io::Result<()> {
        let Some(entry) = roster.sensors.get(reading.sensor.index()) else {
            return Err(io::Error::other("a reading of a sensor that is not in the roster"));
        };
        self.places.learn(roster);
        let place = self.places.sensors[reading.sensor.index()].clone();
        let stem = place.join(format!("{:015}", reading.stamp_ns));
        let at = (reading.sensor_in_world, reading.sensor_in_vehicle);
        // Files, and from where they were seen.
        let seen = |files: Vec<PathBuf>| files.into_iter().map(|file| (file, at)).collect();
        let files: Vec<(PathBuf, (Pose3, Pose3))> = match &reading.data {
            ReadingData::Scan(scan) => {
                seen(vec![self.put(&stem, "csv", |file| file.write_all(scan_text(scan).as_bytes()))?])
            }
            ReadingData::Cloud(cloud) => seen(vec![self.put(&stem, "ply", |file| ply::cloud(cloud, file))?]),
            ReadingData::Image(picture) => {
                self.list_camera(reading.sensor, "", &place, &picture.camera, None)?;
                seen(self.put_picture(&stem, "", picture)?)
            }
            ReadingData::Rgbd(rgbd) => {
                let mut files = Vec::new();
                if let Some(depth) = &rgbd.depth {
                    self.list_camera(reading.sensor, "depth", &place, &depth.camera, Some(depth.unit_m))?;
                    files.push((self.put(&stem, "depth.png", |file| picture::depth(depth, file))?, at));
                    files.push((self.put(&stem, "ply", |file| ply::coloured(&rgbd.points(), file))?, at));
                }
                if let Some(colour) = &rgbd.colour {
                    self.list_camera(reading.sensor, "colour", &place, &colour.camera, None)?;
                    let at = (at.0 * rgbd.colour_in_sensor, at.1 * rgbd.colour_in_sensor);
                    files.extend(
                        self.put_picture(&stem, "colour.", colour)?.into_iter().map(|file| (file, at)),
                    );
                }
                files
            }
            ReadingData::Imu(imu) => {
                let row = imu_row(reading.stamp_ns, imu);
                seen(vec![self.put_row(reading.sensor, &place, IMU_HEADER, &row)?])
            }
            ReadingData::Gnss(gnss) => {
                let row = gnss_row(reading.stamp_ns, gnss);
                seen(vec![self.put_row(reading.sensor, &place, GNSS_HEADER, &row)?])
            }
        };
        let vehicle = entry.vehicle.map_or("", |id| vehicle_name(roster, id));
        for (file, at) in files {
            self.index.write_all(index_row(reading.stamp_ns, vehicle, entry, &file, at).as_bytes())?;
        }
        Ok(())
    }

    /// Write out what is still in memory.
    pub fn finish(mut self) -> io::Result<()> {
        self.index.flush()?;
        self.cameras.flush()?;
        let tables = self.tables.values_mut().chain(&mut self.truths).chain(&mut self.odometries);
        tables.into_iter().try_for_each(Write::flush)
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
        unit_m: Option<f64>,
    ) -> io::Result<()> {
        if !self.listed.contains(&(sensor, part)) {
            self.listed.push((sensor, part));
            self.cameras.write_all(camera_row(place, part, camera, unit_m).as_bytes())?;
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

#[cfg(test)]
mod tests;

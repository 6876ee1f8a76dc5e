//! Datasets along a given trajectory: a vehicle is carried, every sensor is read, and the truth is written beside.
//!
//! The same world, trajectory and seed give the same bytes.

use crate::{Error, Run, RunNote, RunSummary, Simulation, World};
use skidpad_messages::Commands;
use skidpad_mvsim::RawlogFiles;
use skidpad_record::{RecordingOptions, create_output, trajectory_row};
use skidpad_sim::{TimedPose, Trajectory};
use skidpad_world::description::{Controller, Sensor, SensorKind, WorldDescription};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What a dataset is made from, and where it goes.
pub struct Dataset {
    /// The world, read with its pictures.
    pub world: World,
    /// Where the vehicle is when.
    pub trajectory: Arc<Trajectory>,
    /// The vehicle that is carried; the first one unless named.
    pub vehicle: Option<String>,
    /// A folder, a `.mcap` file or a `.rawlog` file.
    pub output: PathBuf,
    /// Factor on the noise of every sensor and of odometry; 0 for none.
    pub noise_scale: f64,
    /// When lidars and cameras take a reading.
    pub shutter: Shutter,
    /// Whether an existing file may be replaced.
    pub may_overwrite: bool,
    /// Threads for rays; results do not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// Version of the program, stored in recordings.
    pub version: String,
}

/// How a reading is spread over time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shutter {
    /// As each sensor of the world says: all at once, unless a lidar has `motion_distortion` or a camera a
    /// `readout_time`.
    #[default]
    Global,
    /// Every lidar takes its columns, and every camera its rows, one after the other while the vehicle moves.
    Rolling,
}

/// The files of a dataset.
#[derive(Debug)]
pub struct DatasetSummary {
    /// The run.
    pub run: RunSummary,
    /// The dataset.
    pub output: PathBuf,
    /// The true trajectory, TUM format.
    pub ground_truth: PathBuf,
}

/// The kind of a dataset, by the ending of its name.
enum Kind {
    Folder,
    Mcap,
    Rawlog,
}

/// Read a trajectory: a TUM file, or a table with a header.
pub fn read_trajectory(path: &Path) -> Result<Trajectory, Error> {
    let text =
        crate::read_text(path).map_err(|reason| Error::Unopened { path: path.to_path_buf(), reason })?;
    Trajectory::parse(&text).map_err(|problem| Error::Trajectory { path: path.to_path_buf(), problem })
}

/// Time between two poses of a trajectory that a vehicle drives [s].
const POSE_PERIOD_S: f64 = 0.02;

/// The way that a vehicle takes by its own `<controller class="trajectory">`, until the time of its last waypoint.
/// It is driven once before, as the world is; the first vehicle unless one is named.
pub fn driven_trajectory(world: &World, vehicle: Option<&str>) -> Result<Trajectory, Error> {
    let number = carried_number(world.description(), vehicle)?;
    let driven = &world.description().vehicles[number];
    let without_way = || Error::NoTrajectory { vehicle: driven.object.name.clone() };
    let Some(Controller::Trajectory(way)) = driven.dynamics.controller() else { return Err(without_way()) };
    let end_s = way.waypoints.iter().map(|waypoint| waypoint.time_s).fold(0.0, f64::max);
    let mut simulation = Simulation::build(world)?;
    let mut poses: Vec<TimedPose> = Vec::new();
    loop {
        let seen = simulation.observations();
        let (time_s, pose) = (seen.time_s(), seen.vehicles[number].pose_in_world);
        if poses.last().is_none_or(|last| time_s >= last.time_s + POSE_PERIOD_S - 1e-9) {
            poses.push(TimedPose { time_s, position_m: pose.position(), orientation: pose.quat() });
        }
        if time_s >= end_s {
            return Trajectory::through(&poses).map_err(|_| without_way());
        }
        simulation.step(&Commands::NONE);
    }
}

/// Endings of files that no dataset is written as: a folder of such a name would be a surprise.
const OTHER_FORMATS: &[&str] =
    &["bag", "db3", "csv", "tum", "txt", "json", "zip", "tar", "gz", "h5", "hdf5", "parquet"];

impl Dataset {
    /// Make the dataset.
    pub fn write(self, on_note: impl FnMut(&RunNote) + Send + 'static) -> Result<DatasetSummary, Error> {
        let Dataset { mut world, trajectory, vehicle, output, .. } = self;
        scale_noise(world.description_mut(), self.noise_scale);
        if self.shutter == Shutter::Rolling {
            roll_shutters(world.description_mut());
        }
        let number = carried_number(world.description(), vehicle.as_deref())?;
        let name = world.description().vehicles[number].object.name.clone();
        let kind = match output.extension().and_then(|ending| ending.to_str()) {
            Some("mcap") => Kind::Mcap,
            Some("rawlog") => Kind::Rawlog,
            Some(ending) if OTHER_FORMATS.contains(&ending) => {
                let message = "a dataset is a folder, a .mcap file or a .rawlog file";
                let reason = std::io::Error::new(std::io::ErrorKind::InvalidInput, message);
                return Err(Error::Output { path: output, reason });
            }
            _ => Kind::Folder,
        };
        let ground_truth = match kind {
            Kind::Folder => output.join("ground_truth.tum"),
            _ => output.with_extension("gt.tum"),
        };
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |reason| Error::Output { path, reason }
        };
        if !self.may_overwrite
            && let Some(taken) = [&ground_truth, &output].into_iter().find(|path| path.exists())
        {
            let message = "it exists; --force replaces it";
            return Err(failed(taken)(std::io::Error::new(std::io::ErrorKind::AlreadyExists, message)));
        }
        let rawlog_rate_hz = world.description().settings.rawlog_odometry_rate_hz;
        let start_ns = (trajectory.start_time_s().max(0.0) * 1e9) as u64;
        let mut run = Run::new(world)
            .carry(vehicle, trajectory)
            .threads(self.threads)
            .overwrite(self.may_overwrite)
            .program(&self.version, Vec::new())
            .on_note(on_note);
        run = match &kind {
            Kind::Folder => run.dump(&output),
            Kind::Mcap => run.record(&output).recording_options(RecordingOptions {
                // What depends on the wall clock would have other bytes each time.
                has_run_status: false,
                flush_period: Duration::from_secs(24 * 60 * 60),
                ..RecordingOptions::default()
            }),
            Kind::Rawlog => {
                let (path, carried) = (output.clone(), name.clone());
                let create = move |vehicle: &str| {
                    let other = path.with_extension(format!("{vehicle}.rawlog"));
                    create_output(if vehicle == carried { &path } else { &other })
                };
                let files = RawlogFiles::new(rawlog_rate_hz, Default::default(), Box::new(create));
                run.with("rawlog", files.starting_at_unix_ns(start_ns))
            }
        };
        let file = create_output(&ground_truth).map_err(failed(&ground_truth))?;
        // Truth and readings have the same clock.
        let start_ns = if matches!(kind, Kind::Rawlog) { start_ns } else { 0 };
        let truth = GroundTruth { file: BufWriter::new(file), number, start_ns, line: String::new() };
        let run = run.with("ground truth", truth).prepare()?.go();
        Ok(DatasetSummary { run, output, ground_truth })
    }
}

/// The place of the carried vehicle in the list of vehicles, found before anything is written.
fn carried_number(world: &WorldDescription, name: Option<&str>) -> Result<usize, Error> {
    let names = || world.vehicles.iter().map(|vehicle| vehicle.object.name.as_str());
    let wanted = name.unwrap_or_else(|| names().next().unwrap_or_default());
    names().position(|known| known == wanted).ok_or_else(|| {
        let nearest = skidpad_world::nearest(wanted, names());
        Error::UnknownName { kind: "vehicle", name: wanted.to_string(), nearest }
    })
}

/// The true poses of one vehicle.
struct GroundTruth {
    file: BufWriter<File>,
    /// Number of the vehicle.
    number: usize,
    /// Time of the start of the run [ns].
    start_ns: u64,
    line: String,
}

impl skidpad_link::Participant for GroundTruth {
    fn after_step(&mut self, step: &skidpad_messages::Step) -> Result<(), skidpad_link::Failure> {
        let seen = &*step.observations;
        if let Some(vehicle) = seen.vehicles.get(self.number) {
            self.line.clear();
            trajectory_row(self.start_ns + seen.time_ns, &vehicle.pose_in_world, &mut self.line);
            self.file.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    fn finish(&mut self, _end: &skidpad_link::RunEnd) -> Result<(), skidpad_link::Failure> {
        Ok(self.file.flush()?)
    }
}

/// Multiply the noise of every sensor and of odometry.
pub fn scale_noise(world: &mut WorldDescription, factor: f64) {
    let vehicles = world.vehicles.iter_mut();
    for vehicle in vehicles {
        let odometry = &mut vehicle.odometry;
        odometry.linear_noise *= factor;
        odometry.angular_noise *= factor;
        if factor == 0.0 {
            // Without noise there is no scale to draw either.
            for scale in
                [&mut odometry.x_multiplier, &mut odometry.y_multiplier, &mut odometry.yaw_multiplier]
            {
                *scale = Some(1.0);
            }
        }
        vehicle.sensors.iter_mut().for_each(|sensor| scale_sensor(sensor, factor));
    }
    world.sensors.iter_mut().for_each(|sensor| scale_sensor(sensor, factor));
}

fn scale_sensor(sensor: &mut Sensor, factor: f64) {
    match &mut sensor.kind {
        SensorKind::Laser(it) => {
            it.range_noise_m *= factor;
            it.angle_noise_rad *= factor;
        }
        SensorKind::Lidar3d(it) => it.range_noise_m *= factor,
        SensorKind::Camera(it) => it.image_noise *= factor,
        SensorKind::Rgbd(it) => {
            it.depth_noise_m *= factor;
            it.depth_noise_growth_per_m *= factor;
            it.image_noise *= factor;
        }
        SensorKind::Imu(it) => {
            for noise in [
                &mut it.orientation_noise_rad,
                &mut it.gyro_noise_radps,
                &mut it.accel_noise_mps2,
                &mut it.gyro_random_walk,
                &mut it.accel_random_walk,
            ] {
                *noise *= factor;
            }
        }
        SensorKind::Gnss(it) => {
            it.horizontal_noise_m *= factor;
            it.vertical_noise_m *= factor;
            for event in &mut it.events {
                let noise = [&mut event.horizontal_noise_m, &mut event.vertical_noise_m];
                noise.into_iter().flatten().for_each(|noise_m| *noise_m *= factor);
            }
        }
        SensorKind::ConeDetector(it) => {
            it.range_noise_m *= factor;
            it.bearing_noise_rad *= factor;
            it.false_positive_rate *= factor;
            for rate in [&mut it.miss_rate, &mut it.color_error_rate] {
                *rate = (*rate * factor).min(1.0);
            }
        }
        // Which of its values are noise is its own business.
        SensorKind::Extension(_) => {}
    }
}

/// Time that a camera with a rolling shutter takes for a picture where the world does not say [s].
const READOUT_S: f64 = 0.03;

/// Let every lidar take its columns, and every camera its rows, one after the other.
pub fn roll_shutters(world: &mut WorldDescription) {
    let on_vehicles = world.vehicles.iter_mut().flat_map(|vehicle| &mut vehicle.sensors);
    for sensor in on_vehicles.chain(&mut world.sensors) {
        let readout_s = match &mut sensor.kind {
            SensorKind::Lidar3d(lidar) => {
                lidar.motion_distortion = true;
                continue;
            }
            SensorKind::Camera(camera) => &mut camera.readout_time_s,
            SensorKind::Rgbd(camera) => &mut camera.readout_time_s,
            _ => continue,
        };
        if *readout_s == 0.0 {
            *readout_s = READOUT_S;
        }
    }
}

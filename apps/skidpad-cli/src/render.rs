//! `skidpad render`: a picture of a world, or the pictures of a film.

use crate::world_args::{WorldArgs, report_build};
use crate::{Outcome, failed, print};
use clap::Args;
use rayon::ThreadPool;
use skidpad::film::{FrameTimes, film};
use skidpad::math::Pose3;
use skidpad::messages::Picture;
use skidpad::picture::{Shot, Viewpoint, picture};
use skidpad::{Error, FinishedRun, PreparedRun, Run};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Render a picture of a world
///
/// By default the picture shows the whole world, from the viewpoint of its <gui> or else from above a corner.
#[derive(Args)]
pub(crate) struct Render {
    /// World file
    world: PathBuf,
    /// PNG file to write
    #[arg(short, long, value_name = "PNG", value_parser = parse_png)]
    output: PathBuf,
    /// Position of the camera [m], its yaw and its downward pitch [degrees]
    #[arg(long, value_name = "X,Y,Z,YAW,PITCH", value_parser = parse_camera, allow_hyphen_values = true,
        conflicts_with_all = ["follow", "top"])]
    camera: Option<Pose3>,
    /// Place the camera behind this vehicle
    #[arg(long, value_name = "VEHICLE", conflicts_with = "top")]
    follow: Option<String>,
    /// Look straight down, with x to the right
    #[arg(long)]
    top: bool,
    /// Size of the picture [pixels]
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_size)]
    size: [u32; 2],
    /// Vertical field of view [degrees]
    #[arg(long, value_name = "DEG", value_parser = parse_angle, conflicts_with = "top")]
    fov: Option<f64>,
    /// Rays per pixel along each side; more give smoother edges
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    samples: u32,
    /// Simulated time of the picture [s]
    #[arg(long, value_name = "S", default_value_t = 0.0, value_parser = crate::parse::parse_duration)]
    at: f64,
    /// Write this many pictures per simulated second, from --at to --until, to numbered files: `-o film.png` gives
    /// film-00000.png, film-00001.png and so on. The camera stays where it is in the first one, or follows its vehicle
    #[arg(long, value_name = "HZ", requires = "until", value_parser = parse_rate)]
    frames: Option<f64>,
    /// Simulated time of the last picture [s]
    #[arg(long, value_name = "S", requires = "frames", value_parser = crate::parse::parse_duration)]
    until: Option<f64>,
    /// Drive vehicles with the commands of this file until then
    #[arg(long, value_name = "FILE")]
    commands: Option<PathBuf>,
    #[command(flatten)]
    args: WorldArgs,
}

/// A file name of another format would promise what is not written.
fn parse_png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().map(std::ffi::OsStr::to_ascii_lowercase) {
        Some(extension) if extension != "png" => {
            Err("pictures are written as PNG; end the name in .png".into())
        }
        _ => Ok(path),
    }
}

fn parse_camera(text: &str) -> Result<Pose3, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse::<f64>()).collect();
    match numbers.as_deref() {
        Ok(&[x_m, y_m, z_m, yaw, pitch]) if [x_m, y_m, z_m, yaw, pitch].iter().all(|v| v.is_finite()) => {
            let (yaw_rad, pitch_rad) = (yaw.to_radians(), pitch.to_radians());
            Ok(Pose3 { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad: 0.0 })
        }
        _ => Err("expected five numbers: x,y,z [m], yaw,pitch [degrees]".to_string()),
    }
}

/// The largest width and height of a picture.
const MOST_PIXELS: u32 = 8_192;

fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let size = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    match size {
        Some(size) if size.iter().all(|side| (1..=MOST_PIXELS).contains(side)) => Ok(size),
        _ => Err(format!("expected width x height, such as 1280x720, from 1 to {MOST_PIXELS} each")),
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate_hz) if rate_hz > 0.0 && rate_hz.is_finite() => Ok(rate_hz),
        _ => Err("expected a number of pictures per second, such as 25".to_string()),
    }
}

fn parse_angle(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(angle) if (1.0..=170.0).contains(&angle) => Ok(angle.to_radians()),
        _ => Err("expected degrees from 1 to 170".to_string()),
    }
}

impl Render {
    pub(crate) fn run(&self) -> Outcome {
        let Some(world) = self.args.read_or_report(&self.world, true)? else { return Ok(ExitCode::from(1)) };
        let end_s = self.until.unwrap_or(self.at);
        if end_s < self.at {
            return Err(format!("a film from {} s cannot end at {end_s} s", self.at).into());
        }
        let mut run = Run::new(world).duration_s(end_s).on_note(|note| eprintln!("{note}"));
        if let Some(path) = &self.commands {
            run = run.commands_file(path);
        }
        let run = match run.prepare() {
            Ok(run) => run,
            Err(problem) => return failed(problem),
        };
        report_build(run.world(), &self.world, run.sim());
        let threads = rayon::ThreadPoolBuilder::new().build()?;
        match self.frames {
            Some(rate_hz) => self.film(run, rate_hz, &threads),
            None => self.picture(run, &threads),
        }
    }

    fn picture(&self, run: PreparedRun, threads: &ThreadPool) -> Outcome {
        let shot = self.shot(&run)?;
        let FinishedRun { sim, world, .. } = run.finish();
        let picture = picture(sim.core(), &world.description().gui, &shot, Some(threads));
        write(&self.output, &picture).map_err(|error| format!("{}: {error}", self.output.display()))?;
        print(format!("{}\n", self.output.display()).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    fn film(&self, run: PreparedRun, rate_hz: f64, threads: &ThreadPool) -> Outcome {
        let stem = self.output.with_extension("");
        let file = |number: &dyn std::fmt::Display| PathBuf::from(format!("{}-{number}.png", stem.display()));
        let shot = self.shot(&run)?;
        let times = FrameTimes { from_s: self.at, rate_hz };
        let mut count = 0;
        film(run, &shot, times, Some(threads), |number, picture| {
            let path = file(&format_args!("{number:05}"));
            write(&path, picture)
                .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            count = number + 1;
            Ok(())
        })?;
        let pictures = if count == 1 { "picture" } else { "pictures" };
        let (first, pattern) = (file(&"00000"), file(&"%05d"));
        let text = format!(
            "{count} {pictures} from {}; a film of them: ffmpeg -framerate {rate_hz} -i {} film.mp4\n",
            first.display(),
            pattern.display()
        );
        print(text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    fn shot(&self, run: &PreparedRun) -> Result<Shot, Error> {
        let viewpoint = match (&self.follow, self.camera) {
            (Some(name), _) => Viewpoint::Follow(run.vehicle(name)?),
            (None, Some(pose)) => Viewpoint::At(pose),
            (None, None) if self.top => Viewpoint::Top,
            (None, None) => Viewpoint::World,
        };
        let [width, height] = self.size;
        Ok(Shot { viewpoint, width, height, field_of_view_rad: self.fov, samples: self.samples })
    }
}

fn write(path: &Path, picture: &Picture) -> std::io::Result<()> {
    skidpad::record::write_picture(path, picture)
}

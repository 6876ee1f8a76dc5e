//! `skidpad render`: a picture of a world.

use crate::world_args::{WorldArgs, report_build};
use crate::{Outcome, failed, print};
use clap::Args;
use skidpad::math::Pose3;
use skidpad::picture::{Shot, Viewpoint, picture};
use skidpad::{FinishedRun, Run};
use std::path::PathBuf;
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

fn parse_angle(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(angle) if (1.0..=170.0).contains(&angle) => Ok(angle.to_radians()),
        _ => Err("expected degrees from 1 to 170".to_string()),
    }
}

impl Render {
    pub(crate) fn run(&self) -> Outcome {
        let Some(world) = self.args.read_or_report(&self.world, true)? else { return Ok(ExitCode::from(1)) };
        let mut run = Run::new(world).duration_s(self.at).on_note(|note| eprintln!("{note}"));
        if let Some(path) = &self.commands {
            run = run.commands_file(path);
        }
        let run = match run.prepare() {
            Ok(run) => run,
            Err(problem) => return failed(problem),
        };
        report_build(run.world(), &self.world, run.sim());
        let FinishedRun { sim, world, .. } = run.finish();
        let viewpoint = match (&self.follow, self.camera) {
            (Some(name), _) => Viewpoint::Follow(sim.vehicle(name)?),
            (None, Some(pose)) => Viewpoint::At(pose),
            (None, None) if self.top => Viewpoint::Top,
            (None, None) => Viewpoint::World,
        };
        let [width, height] = self.size;
        let shot = Shot { viewpoint, width, height, field_of_view_rad: self.fov, samples: self.samples };
        let threads = rayon::ThreadPoolBuilder::new().build()?;
        let picture = picture(sim.core(), &world.description().gui, &shot, Some(&threads));
        skidpad::record::write_picture(&self.output, &picture)
            .map_err(|error| format!("{}: {error}", self.output.display()))?;
        print(format!("{}\n", self.output.display()).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

//! `skidpad ros2 brains2`: be the simulator node of brains2.

use crate::Outcome;
use crate::launch_args::LaunchOptions;
use crate::ros2_args::Ros2Place;
use clap::Args;
use skidpad::brains2::Brains2World;
use skidpad::math::Pose2;
use skidpad::ros2::Value;
use skidpad::ros2::brains2::{BRAINS2_NODE_NAME, CarConstants};
use std::error::Error;
use std::path::{Path, PathBuf};

/// Be the simulator node of brains2: one race car on a track of cones, with its topics and services
#[derive(Args)]
pub(crate) struct Ros2Brains2 {
    /// Track: a table of cones, or a name that is looked for here, in track_database/ and in worlds/maps/
    #[arg(long, value_name = "FILE|NAME")]
    track: Option<String>,
    /// Numbers of the car: the car_constants.yaml of brains2; its car `ariane` without one
    #[arg(long, value_name = "FILE")]
    car: Option<PathBuf>,
    /// Tyre of the car: constant, as in brains2, load, combined or linear
    #[arg(long, default_value = "constant", value_parser = ["constant", "load", "combined", "linear"])]
    tyre: String,
    /// Where the car starts: X, Y and heading [m, m, deg]
    #[arg(long, value_name = "X Y DEG", default_value = "0 0 90", value_parser = parse_start)]
    start: Pose2,
    #[command(flatten)]
    place: Ros2Place,
    #[command(flatten)]
    options: LaunchOptions,
    /// Arguments of a ROS node: -r FROM:=TO, -p NAME:=VALUE, --params-file FILE, --log-level LEVEL. Must come last
    #[arg(long, value_name = "ARGUMENTS", num_args = 0.., allow_hyphen_values = true)]
    ros_args: Vec<String>,
}

fn parse_start(text: &str) -> Result<Pose2, String> {
    let numbers: Option<Vec<f64>> = text
        .split_whitespace()
        .map(|word| word.parse().ok().filter(|value: &f64| value.is_finite()))
        .collect();
    match numbers.as_deref() {
        Some([x_m, y_m, yaw_deg]) => Ok(Pose2::new(*x_m, *y_m, yaw_deg.to_radians())),
        _ => Err("expected three numbers: X Y DEG".to_string()),
    }
}

impl Ros2Brains2 {
    pub(crate) fn run(&self) -> Outcome {
        let mut settings = self.place.settings(&self.ros_args)?;
        let node = settings.node.arguments.node_name(BRAINS2_NODE_NAME)?;
        let named = settings.node.arguments.parameters_of(&node).remove("track_name");
        let track = match (&self.track, named) {
            (Some(track), _) => track.clone(),
            (None, Some(Value::Text(track))) => track,
            _ => "alpha".to_string(),
        };
        let mut brains2 = read_track(&track)?;
        if let Some(path) = &self.car {
            let text = read(path)?;
            let named = |problem| format!("{}: {problem}", path.display());
            brains2.car = Some(CarConstants::parse(&text).map_err(named)?);
        }
        (brains2.tyre, brains2.start) = (self.tyre.clone(), self.start);
        settings.node.brains2 = Some(brains2.track.clone());
        settings.node.arguments.or_parameter("track_name", Value::Text(brains2.track.name.clone()));
        brains2.freq_hz = settings.node.parameters()?.freq_hz();
        if brains2.track.center_line.is_none() {
            eprintln!(
                "skidpad: {track}: its cones make no closed line, so there is no /brains2/track_estimate"
            );
        }
        self.options.run_text(&|options| brains2.world(options), &settings)
    }
}

/// The track in a file, or of a name, with the centre line beside it.
fn read_track(track: &str) -> Result<Brains2World, Box<dyn Error>> {
    let places = [
        track.to_string(),
        format!("{track}.csv"),
        format!("track_database/{track}.csv"),
        format!("worlds/maps/{track}.csv"),
    ];
    let Some(path) = places.iter().map(PathBuf::from).find(|path| path.is_file()) else {
        return Err(format!("there is no track {track}; looked for {}", places.join(", ")).into());
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let line_path = path.with_file_name(format!("{stem}_center_line.csv"));
    let line = if line_path.is_file() { Some(read(&line_path)?) } else { None };
    let cones = read(&path)?;
    // Which of the two files a problem is in shows when the cones are read alone.
    Brains2World::new(&stem, &cones, None).map_err(|problem| format!("{}:{problem}", path.display()))?;
    let named = |problem| format!("{}:{problem}", line_path.display());
    Ok(Brains2World::new(&stem, &cones, line.as_deref()).map_err(named)?)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|problem| format!("{}: {problem}", path.display()))
}

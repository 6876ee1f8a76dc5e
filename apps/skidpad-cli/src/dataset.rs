//! `skidpad dataset`: every sensor of a vehicle along a given trajectory.

use crate::parse::parse_threads;
use crate::world_args::WorldArgs;
use crate::{Outcome, failed, print};
use clap::{Args, ValueEnum};
use skidpad::dataset::{Dataset, Shutter, driven_trajectory, read_trajectory};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Carry a vehicle along a trajectory and write what its sensors measure
///
/// The same world, trajectory and seed give the same bytes. The true trajectory is written beside, in TUM format.
#[derive(Args)]
pub(crate) struct DatasetCommand {
    /// World file
    world: PathBuf,
    /// Poses of the vehicle: `t x y z qx qy qz qw` lines (TUM), or a table with a header. Without it the vehicle's
    /// `trajectory` controller drives it once, and it is carried along that way
    #[arg(long, value_name = "FILE.tum|CSV")]
    trajectory: Option<PathBuf>,
    /// Folder, .mcap file or .rawlog file to write
    #[arg(short, long, value_name = "DIR|FILE")]
    output: PathBuf,
    /// The vehicle that is carried [default: the first one]
    #[arg(long, value_name = "NAME")]
    vehicle: Option<String>,
    /// Whether lidars take a turn, and cameras a picture, at once or bit by bit while the vehicle moves
    #[arg(long, value_enum, default_value_t = ShutterName::Global)]
    shutter: ShutterName,
    /// Leave out the noise of sensors and odometry
    #[arg(long, conflicts_with = "noise_scale")]
    noiseless: bool,
    /// Multiply the noise of sensors and odometry
    #[arg(long, value_name = "K", default_value_t = 1.0, value_parser = parse_scale)]
    noise_scale: f64,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Number of threads for the rays of sensors; results do not depend on it
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    args: WorldArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShutterName {
    Global,
    Rolling,
}

fn parse_scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(scale) if (0.0..=1e6).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0 to 1e6".to_string()),
    }
}

impl DatasetCommand {
    pub(crate) fn run(&self) -> Outcome {
        let given = match self.trajectory.as_deref().map(read_trajectory).transpose() {
            Ok(given) => given,
            Err(problem) => return failed(problem),
        };
        let Some(world) = self.args.read_or_report(&self.world, true)? else { return Ok(ExitCode::from(1)) };
        let trajectory = given.map_or_else(|| driven_trajectory(&world, self.vehicle.as_deref()), Ok);
        let trajectory = match trajectory {
            Ok(trajectory) => Arc::new(trajectory),
            Err(problem) => return failed(problem),
        };
        let (pose_count, duration_s) = (trajectory.pose_count(), trajectory.duration_s());
        let dataset = Dataset {
            world,
            trajectory,
            vehicle: self.vehicle.clone(),
            output: self.output.clone(),
            noise_scale: if self.noiseless { 0.0 } else { self.noise_scale },
            shutter: match self.shutter {
                ShutterName::Global => Shutter::Global,
                ShutterName::Rolling => Shutter::Rolling,
            },
            may_overwrite: self.force,
            threads: self.threads,
            version: crate::VERSION.to_string(),
        };
        match dataset.write(|note| eprintln!("{note}")) {
            Ok(summary) => {
                let (output, truth) = (summary.output.display(), summary.ground_truth.display());
                print(
                    format!("{output}: {duration_s:.3} s along {pose_count} poses; truth in {truth}\n")
                        .as_bytes(),
                )?;
                Ok(crate::summary_args::exit_code(&summary.run))
            }
            Err(problem) => failed(problem),
        }
    }
}

//! Options of a run, whatever its networks.

use crate::lockstep_args::LockstepArgs;
use crate::mvsim_args::MvsimArgs;
use crate::output_args::OutputArgs;
use crate::parse::{parse_duration, parse_pace, parse_threads};
use crate::ros1::Ros1Args;
use crate::scenario_args::ScenarioArgs;
use crate::summary_args::SummaryArgs;
use crate::viewer_args::ViewerArgs;
use crate::world_args::WorldArgs;
use clap::Args;
use skidpad::messages::Pace;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What a run does, whatever its networks.
#[derive(Args)]
pub(crate) struct LaunchOptions {
    /// Run without a viewer, as fast as possible unless --realtime-factor, --ros1 or --ros2 is given
    #[arg(long)]
    pub(crate) headless: bool,
    /// End after this many simulated seconds; the file of --expect may set it too
    #[arg(long, value_name = "S", value_parser = parse_duration)]
    pub(crate) duration: Option<f64>,
    /// Simulated seconds per second; `max` or 0 for as fast as possible
    #[arg(long, value_name = "F|max", value_parser = parse_pace)]
    pub(crate) realtime_factor: Option<Pace>,
    /// For scripts written for MVSim: accepted, without effect
    #[arg(short, long, value_name = "LEVEL", hide = true)]
    verbosity: Option<String>,
    /// Number of threads for the rays of sensors, or for --seeds; results do not depend on it
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Drive vehicles with the commands of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) commands: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) summary: SummaryArgs,
    #[command(flatten)]
    pub(crate) outputs: OutputArgs,
    #[command(flatten)]
    pub(crate) scenario: ScenarioArgs,
    #[command(flatten)]
    pub(crate) viewer: ViewerArgs,
    #[command(flatten)]
    pub(crate) lockstep: LockstepArgs,
    #[command(flatten)]
    pub(crate) mvsim: MvsimArgs,
    #[command(flatten)]
    pub(crate) ros1: Ros1Args,
    #[command(flatten)]
    pub(crate) args: WorldArgs,
}

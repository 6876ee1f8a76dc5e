//! `skidpad ros2`: run a world as a ROS 2 node that takes the arguments of one, or look at a domain.

use crate::Outcome;
use crate::launch_args::LaunchOptions;
use crate::ros2_args::Ros2Place;
use crate::ros2_brains2::Ros2Brains2;
use crate::ros2_doctor::Ros2Doctor;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Run a world as a ROS 2 node
///
/// Takes the arguments that ROS nodes take, so that a launch file needs only another executable:
/// skidpad ros2 WORLD --ros-args -r __ns:=/sim -r /scan:=/front/scan -p headless:=true --params-file FILE.yaml
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Ros2Command {
    #[command(subcommand)]
    action: Option<Ros2Action>,
    /// World file; may be given as the parameter world_file instead
    world: Option<PathBuf>,
    #[command(flatten)]
    place: Ros2Place,
    #[command(flatten)]
    options: LaunchOptions,
    /// Arguments of a ROS node: -r FROM:=TO, -p NAME:=VALUE, --params-file FILE, --log-level LEVEL. Must come last
    #[arg(long, value_name = "ARGUMENTS", num_args = 0.., allow_hyphen_values = true)]
    ros_args: Vec<String>,
}

#[derive(Subcommand)]
enum Ros2Action {
    Doctor(Ros2Doctor),
    Brains2(Box<Ros2Brains2>),
}

impl Ros2Command {
    pub(crate) fn run(mut self) -> Outcome {
        match &self.action {
            Some(Ros2Action::Doctor(doctor)) => return doctor.run(),
            Some(Ros2Action::Brains2(brains2)) => return brains2.run(),
            None => {}
        }
        let settings = self.place.settings(&self.ros_args)?;
        let parameters = settings.node.parameters()?;
        self.options.headless |= parameters.is_headless();
        let world = match self.world {
            Some(world) => world,
            None if parameters.world_file().is_empty() => {
                return Err("no world; name one, or set the parameter world_file".into());
            }
            None => PathBuf::from(parameters.world_file()),
        };
        self.options.run(&world, Some(&settings))
    }
}

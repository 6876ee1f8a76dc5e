//! `skidpad ros2`: run a world as a ROS 2 node that takes the arguments of one.

use crate::Outcome;
use crate::launch::LaunchOptions;
use crate::ros2_args::Ros2Place;
use clap::Args;
use std::path::PathBuf;

/// Run a world as a ROS 2 node
///
/// Takes the arguments that ROS nodes take, so that a launch file needs only another executable:
/// skidpad ros2 WORLD --ros-args -r __ns:=/sim -r /scan:=/front/scan -p headless:=true --params-file FILE.yaml
#[derive(Args)]
pub(crate) struct Ros2Command {
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

impl Ros2Command {
    pub(crate) fn run(mut self) -> Outcome {
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

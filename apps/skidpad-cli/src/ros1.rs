//! `skidpad launch --ros1` and `skidpad ros1`: a run as a node of ROS 1.

use crate::Outcome;
use crate::launch::Launch;
use clap::{Args, Parser};
use skidpad::ros1::{
    Names, NodeArguments, NodeError, NodeParams, NodeSettings, Ros1Settings, private_params,
};

/// The master's address where none is given.
const USUAL_MASTER: &str = "http://localhost:11311";

/// Whether a run takes part in a ROS 1 graph.
#[derive(Args)]
pub(crate) struct Ros1Args {
    /// Take part in a ROS 1 graph as the node `mvsim`; no ROS is needed
    #[arg(long)]
    ros1: bool,
    /// Address of the ROS master [default: ROS_MASTER_URI or http://localhost:11311]
    #[arg(long, value_name = "URI", requires = "ros1")]
    ros_master_uri: Option<String>,
    /// Set by `skidpad ros1`.
    #[arg(skip)]
    node: Option<Ros1Settings>,
}

impl Ros1Args {
    /// How the run takes part, if it does.
    pub(crate) fn settings(&self) -> Result<Option<Ros1Settings>, String> {
        if let Some(settings) = &self.node {
            return Ok(Some(settings.clone()));
        }
        if !self.ros1 {
            return Ok(None);
        }
        let arguments = NodeArguments { master_uri: self.ros_master_uri.clone(), ..NodeArguments::default() };
        let node = node_settings(&arguments)?;
        Ok(Some(Ros1Settings { node, params: NodeParams::default(), ends_run: false }))
    }
}

/// Run a world as a ROS 1 node, with the arguments of `rosrun`
///
/// skidpad ros1 [WORLD] [NAME:=VALUE]... [OPTIONS]
///
/// `__name:=`, `__ns:=`, `__master:=`, `__ip:=` and `__hostname:=` work as in roscpp, `_NAME:=VALUE` sets a private
/// parameter, other pairs rename topics and services. Parameters that roslaunch has stored on the master are used too;
/// without WORLD the parameter `world_file` names it. All options of `skidpad launch` can follow.
#[derive(Args)]
pub(crate) struct Ros1Command {
    /// World file, pairs NAME:=VALUE, and options of `skidpad launch`
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// The options of `skidpad launch`, parsed by themselves.
#[derive(Parser)]
#[command(name = "skidpad ros1")]
struct LaunchLine {
    #[command(flatten)]
    launch: Launch,
}

impl Ros1Command {
    pub(crate) fn run(&self) -> Outcome {
        let is_pair = |argument: &&String| argument.contains(":=") && !argument.starts_with('-');
        let (pairs, others): (Vec<&String>, Vec<&String>) = self.arguments.iter().partition(is_pair);
        let arguments = NodeArguments::parse(pairs.into_iter().map(String::as_str))?;
        let node = node_settings(&arguments)?;
        let mut params = NodeParams::default();
        let stored = match private_params(&node) {
            Ok(stored) => stored,
            // A master that is not there yet has no parameters.
            Err(NodeError::Io(_)) => Vec::new(),
            Err(problem) => return Err(problem.into()),
        };
        for values in [&stored, &arguments.params] {
            params.set(values)?.iter().for_each(|remark| eprintln!("warning: {remark}"));
        }
        let mut line = vec!["skidpad ros1".to_string()];
        if others.first().is_none_or(|first| first.starts_with('-')) {
            if params.world_file.is_empty() {
                return Err("which world? Name its file, or set the parameter: _world_file:=FILE".into());
            }
            line.push(params.world_file.clone());
        }
        line.extend(others.into_iter().cloned());
        let has = |option: &str| line.iter().any(|argument| argument.starts_with(option));
        let mut more = vec!["--ros1".to_string()];
        if params.headless && !has("--headless") {
            more.push("--headless".to_string());
        }
        if !has("--realtime-factor") {
            more.push(format!("--realtime-factor={}", params.realtime_factor));
        }
        line.extend(more);
        let LaunchLine { mut launch } = LaunchLine::try_parse_from(line).unwrap_or_else(|error| error.exit());
        launch.options.ros1.node = Some(Ros1Settings { node, params, ends_run: true });
        launch.run()
    }
}

/// Name, master and host: from the arguments, else from the environment.
fn node_settings(arguments: &NodeArguments) -> Result<NodeSettings, String> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let namespace = arguments.namespace.clone().or_else(|| variable("ROS_NAMESPACE"));
    let names = Names::new(
        arguments.name.as_deref().unwrap_or("mvsim"),
        namespace.as_deref().unwrap_or("/"),
        &arguments.remaps,
    )?;
    let master_uri = arguments.master_uri.clone().or_else(|| variable("ROS_MASTER_URI"));
    let host = arguments.host.clone().or_else(|| variable("ROS_HOSTNAME")).or_else(|| variable("ROS_IP"));
    Ok(NodeSettings { names, master_uri: master_uri.unwrap_or_else(|| USUAL_MASTER.to_string()), host })
}

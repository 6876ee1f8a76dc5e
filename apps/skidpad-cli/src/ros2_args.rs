//! Options for ROS 2: whether a run is a node, and where in the network.

use clap::Args;
use skidpad::ros2::environment::{Security, domain, interface_address, security};
use skidpad::ros2::{Distro, NodeSettings, Ros2Settings, RosArguments};
use std::error::Error;
use std::net::Ipv4Addr;

/// Whether and where a run is a ROS 2 node.
#[derive(Args)]
pub(crate) struct Ros2Args {
    /// Be a ROS 2 node; the run is in real time unless --realtime-factor is given
    #[arg(long)]
    pub(crate) ros2: bool,
    #[command(flatten)]
    pub(crate) place: Ros2Place,
}

/// Where in the network a node is.
#[derive(Args)]
pub(crate) struct Ros2Place {
    /// Domain of ROS 2 [default: ROS_DOMAIN_ID or 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=232))]
    ros_domain: Option<u16>,
    /// Network interface for ROS 2: its name or its IPv4 address; lo reaches this machine only
    #[arg(long, value_name = "NAME|ADDR", default_value = "lo", value_parser = parse_interface)]
    ros_interface: Ipv4Addr,
    /// Which ROS 2 the other nodes are: auto, humble, iron, jazzy, kilted, lyrical or rolling
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_distro)]
    ros_distro: Distro,
}

fn parse_interface(text: &str) -> Result<Ipv4Addr, String> {
    interface_address(text).map_err(|problem| problem.to_string())
}

fn parse_distro(text: &str) -> Result<Distro, String> {
    Distro::parse(text).ok_or_else(|| format!("expected {}", Distro::NAMES))
}

impl Ros2Args {
    /// The node's settings, if the run is one.
    pub(crate) fn settings(&self, arguments: &[String]) -> Result<Option<Ros2Settings>, Box<dyn Error>> {
        if self.ros2 { self.place.settings(arguments).map(Some) } else { Ok(None) }
    }
}

impl Ros2Place {
    /// The node's settings, with what follows `--ros-args`. Parameter files are read.
    pub(crate) fn settings(&self, arguments: &[String]) -> Result<Ros2Settings, Box<dyn Error>> {
        let variable = |name: &str| std::env::var(name).ok();
        if let it @ Security::Permissive = security(variable)? {
            eprintln!("skidpad: {it}");
        }
        let mut arguments = RosArguments::parse(arguments)?;
        // Files are added last to first, because each goes before those already there.
        for file in arguments.parameter_files.clone().into_iter().rev() {
            let text = std::fs::read_to_string(&file).map_err(|problem| format!("{file}: {problem}"))?;
            arguments.add_file(&file, &text)?;
        }
        Ok(Ros2Settings {
            domain: self.ros_domain.map_or_else(|| domain(variable), Ok)?,
            interface: self.ros_interface,
            node: NodeSettings { distro: self.ros_distro, arguments, brains2: None },
        })
    }
}

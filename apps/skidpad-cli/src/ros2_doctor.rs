//! `skidpad ros2 doctor`: what is seen of a ROS 2 domain, on one screen.

use crate::ros2_args::Ros2Place;
use crate::{Outcome, print};
use clap::Args;
use skidpad::ros2::doctor::{DomainView, surroundings};
use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

/// Say what is seen of a ROS 2 domain: vendors, nodes, types and qualities of service that cannot match, small buffers
#[derive(Args)]
pub(crate) struct Ros2Doctor {
    #[command(flatten)]
    place: Ros2Place,
    /// How long to listen [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=600))]
    seconds: u16,
}

impl Ros2Doctor {
    pub(crate) fn run(&self) -> Outcome {
        let settings = self.place.settings(&[])?;
        let mut text = format!("domain               {} on {}\n", settings.domain, settings.interface);
        let variable = |name: &str| std::env::var(name).ok();
        for line in surroundings(variable, kernel_setting) {
            let _ = writeln!(text, "{line}");
        }
        print(text.as_bytes())?;
        let wire = settings.connector()()?;
        let view = DomainView::listen(&*wire, Duration::from_secs(self.seconds.into()))?;
        print(view.to_string().as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn kernel_setting(name: &str) -> Option<u64> {
    std::fs::read_to_string(format!("/proc/sys/net/core/{name}")).ok()?.trim().parse().ok()
}

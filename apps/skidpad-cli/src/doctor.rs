//! `skidpad doctor`: what a bug report should say about the machine.

use crate::{Outcome, print};
use clap::Args;
use std::fmt::Write as _;
use std::net::TcpListener;
use std::process::ExitCode;
use std::time::Instant;

/// Print what the program finds on this machine: version, processor, ports, folders, limits, clock
///
/// Paste the lines into a bug report. Nothing is changed, and no address, path, user name or value of a variable is
/// printed.
#[derive(Args)]
pub(crate) struct Doctor {}

impl Doctor {
    #[allow(clippy::unused_self)] // A command runs as a method, like its neighbours.
    pub(crate) fn run(&self) -> Outcome {
        let mut lines = String::new();
        let mut say = |name: &str, value: &str| {
            let _ = writeln!(lines, "{name:<20} {value}");
        };
        say("version", crate::VERSION);
        say(
            "build",
            if cfg!(debug_assertions) { "debug: many times slower than release" } else { "release" },
        );
        say("system", &format!("{} {} {}", std::env::consts::OS, std::env::consts::ARCH, kernel()));
        say("vector instructions", skidpad::math::instruction_set());
        say("processors", &std::thread::available_parallelism().map_or("unknown".into(), |n| n.to_string()));
        say("memory", &memory());
        say("viewer port", &port(skidpad::web::Listen::PORT));
        say("MVSim port", &port(skidpad::mvsim::broker::DEFAULT_PORT));
        say("DDS port", &udp_port(DDS_PORT));
        say("temporary folder", writable(&std::env::temp_dir()));
        say("current folder", std::env::current_dir().map_or("cannot be found", |folder| writable(&folder)));
        say("asset store", asset_store());
        say("limits", &limits());
        say("clock", &clock());
        say("variables", &variables());
        print(lines.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The port on which ROS 2 nodes of domain 0 find each other.
const DDS_PORT: u16 = 7400;

/// The first line of a file of the system, or that it is not known.
fn line_of(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().next().filter(|line| !line.is_empty()).unwrap_or("unknown").to_string()
}

fn kernel() -> String {
    line_of("/proc/sys/kernel/osrelease")
}

/// Whether nodes of ROS 2 are found: the port is shared by those that are.
fn udp_port(number: u16) -> String {
    let state = match std::net::UdpSocket::bind(("127.0.0.1", number)) {
        Ok(_) => "free",
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => "in use, by a node of ROS 2 perhaps",
        Err(_) => "not allowed",
    };
    format!("{number}: {state}")
}

/// Whether downloaded files can be kept; where is the user's business.
fn asset_store() -> &'static str {
    match skidpad::WorldOptions::from_environment().store {
        Some(folder) if folder.is_dir() => writable(&folder),
        Some(_) => "empty",
        None => "none: neither XDG_DATA_HOME nor HOME is set",
    }
}

/// Limits of the shell that end a run early, as Linux tells them.
fn limits() -> String {
    let text = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let limit = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().next()).unwrap_or("unknown").to_string()
    };
    let (files, size, time) = (limit("Max open files"), limit("Max file size"), limit("Max cpu time"));
    format!("{files} open files, file size {size}, processor time {time}")
}

/// Variables of the environment that change what the program does, by their names alone.
fn variables() -> String {
    let is_known = |name: &str| {
        ["SKIDPAD_", "MVSIM_", "ROS_", "RMW_", "RAYON_"].iter().any(|start| name.starts_with(start))
            || ["NO_COLOR", "CYCLONEDDS_URI", "FASTRTPS_DEFAULT_PROFILES_FILE"].contains(&name)
    };
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_known(name)).collect();
    names.sort();
    if names.is_empty() { "none that matter".to_string() } else { names.join(" ") }
}

/// Whether a server could listen on a port of this machine.
fn port(number: u16) -> String {
    let state = match TcpListener::bind(("127.0.0.1", number)) {
        Ok(_) => "free",
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => "in use; another one is chosen",
        Err(_) => "not allowed",
    };
    format!("{number}: {state}")
}

/// Whether a file can be made in a folder. It is removed at once.
fn writable(folder: &std::path::Path) -> &'static str {
    let path = folder.join(format!(".skidpad-doctor-{}", std::process::id()));
    match std::fs::File::create_new(&path) {
        Ok(_) => {
            let _ = std::fs::remove_file(&path);
            "writable"
        }
        Err(_) => "not writable",
    }
}

/// Memory of the machine and the limit of this process, as Linux tells them.
fn memory() -> String {
    let line_of = |file: &str, key: &str| {
        let text = std::fs::read_to_string(file).ok()?;
        text.lines().find_map(|line| line.strip_prefix(key)).map(|rest| rest.trim().to_owned())
    };
    let total = line_of("/proc/meminfo", "MemTotal:").unwrap_or_else(|| "unknown".into());
    let available = line_of("/proc/meminfo", "MemAvailable:").unwrap_or_else(|| "unknown".into());
    let limit = line_of("/proc/self/limits", "Max address space").unwrap_or_else(|| "unknown".into());
    let limit = limit.split_whitespace().next().unwrap_or("unknown").to_owned();
    format!("{total}, {available} available, limit of this process {limit}")
}

/// The smallest step of the clock that paces a run.
fn clock() -> String {
    let begin = Instant::now();
    let mut smallest_ns = u128::MAX;
    for _ in 0..1_000 {
        let before = Instant::now();
        let step_ns = loop {
            let step_ns = before.elapsed().as_nanos();
            if step_ns > 0 {
                break step_ns;
            }
        };
        smallest_ns = smallest_ns.min(step_ns);
        if begin.elapsed().as_millis() > 100 {
            break;
        }
    }
    let source = line_of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    format!("steps of {smallest_ns} ns, source {source}")
}

//! What `skidpad launch` prints: addresses before the run, its summary after it.

use crate::mvsim_args::endpoint_line;
use crate::print;
use crate::scenario_args::findings_text;
use clap::Args;
use skidpad::bench::peak_memory_mb;
use skidpad::ros2::Ros2Settings;
use skidpad::{PreparedRun, RunSummary};
use std::io;
use std::process::ExitCode;

/// What is printed after a run.
#[derive(Args)]
pub(crate) struct SummaryArgs {
    /// Print `observed` and `hash` with 16 hex digits at the end: hashes of the last observations and of the final state
    #[arg(long)]
    hash: bool,
    /// Print the summary as a JSON object to standard output, and everything else to standard error
    #[arg(long)]
    json: bool,
}

/// Prints to standard output, or to standard error if standard output is for programs.
pub(crate) struct Printer<'a> {
    args: &'a SummaryArgs,
    is_data: bool,
}

impl SummaryArgs {
    /// The printer of a run whose trace may go to standard output.
    pub(crate) fn printer(&self, is_trace_printed: bool) -> Printer<'_> {
        Printer { args: self, is_data: self.json || is_trace_printed }
    }
}

impl Printer<'_> {
    /// Print a text for people.
    pub(crate) fn print(&self, text: &str) -> io::Result<()> {
        if self.is_data {
            eprint!("{text}");
            return Ok(());
        }
        print(text.as_bytes())
    }

    /// Print the summary of a run.
    pub(crate) fn conclude(&self, summary: &RunSummary) -> io::Result<()> {
        self.print(&summary.to_string())?;
        if let Some(peak_mb) = peak_memory_mb() {
            self.print(&format!("  peak memory {peak_mb:.1} MB\n"))?;
        }
        if self.args.hash {
            let (observed, state) = (summary.observation_hash, summary.state_hash);
            self.print(&format!("observed {observed:016x}\nhash {state:016x}\n"))?;
        }
        self.print(&findings_text(summary))?;
        if self.args.json { print(summary.to_json().as_bytes()) } else { Ok(()) }
    }
}

/// Where a run can be reached, one line per network.
pub(crate) fn addresses(run: &PreparedRun, mvsim_port: Option<u16>, ros2: Option<&Ros2Settings>) -> String {
    let mut text = String::new();
    if let Some(address) = run.viewer_address() {
        text += &format!("viewer {address}\n");
    }
    if let (Some(endpoint), Some(port)) = (run.mvsim_endpoint(), mvsim_port) {
        text += &endpoint_line(endpoint, port);
    }
    if let Some(name) = run.ros1_name() {
        text += &format!("ros1 {name}\n");
    }
    if let (Some(node), Some(ros2)) = (run.ros2_node(), ros2) {
        text += &format!("ros2 {node} in domain {} on {}\n", ros2.domain, ros2.interface);
    }
    text
}

/// 0, or 3 if an expectation is not met or the client of a run in lock-step was late, or 4 if a file is incomplete.
pub(crate) fn exit_code(summary: &RunSummary) -> ExitCode {
    ExitCode::from(
        match (summary.meets_expectations() && !summary.lost_controller(), summary.is_complete()) {
            (false, _) => 3,
            (true, false) => 4,
            (true, true) => 0,
        },
    )
}

//! `skidpad report`: a recording as one HTML page.

use crate::{Outcome, print};
use clap::Args;
use skidpad::report::{RunData, page_with_link, plots, read_csv, read_mcap};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a report of a run as one self-contained HTML page
///
/// Several runs are drawn over each other.
#[derive(Args)]
pub(crate) struct Report {
    /// Recordings (.mcap), traces or pose logs (.csv)
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// HTML file to write [default: beside the first run]
    #[arg(short, long, value_name = "FILE.html")]
    output: Option<PathBuf>,
    /// Also write every plot as an SVG file into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Title of the page
    #[arg(long)]
    title: Option<String>,
    /// Link to this page of the run, as `view --export` writes it
    #[arg(long, value_name = "FILE.html")]
    run_page: Option<PathBuf>,
}

impl Report {
    pub(crate) fn run(&self) -> Outcome {
        let paths = self.runs.iter().filter(|path| !is_read_with_its_pose(path, &self.runs));
        let runs = paths.map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let title = self.title.clone().unwrap_or_else(|| title_of(&runs));
        let output = self.output.clone().unwrap_or_else(|| self.runs[0].with_extension("html"));
        let at = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let run_page = self.run_page.as_ref().map(|path| path.to_string_lossy());
        std::fs::write(&output, page_with_link(&runs, &title, run_page.as_deref()))
            .map_err(|error| at(&output, error))?;
        print(format!("{}\n", output.display()).as_bytes())?;
        if let Some(folder) = &self.svg {
            std::fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
            for plot in plots(&runs) {
                let path = folder.join(format!("{}.svg", plot.name));
                std::fs::write(&path, plot.svg).map_err(|error| at(&path, error))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether a file is a wheel log that is read together with its pose log, which is given too.
fn is_read_with_its_pose(path: &Path, given: &[PathBuf]) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let Some((start, number)) = name.rsplit_once("_wheel_") else { return false };
    let is_wheel = number.strip_suffix(".csv").is_some_and(|digits| digits.parse::<u32>().is_ok());
    is_wheel && given.contains(&path.with_file_name(format!("{start}_pose.csv")))
}

fn read(path: &Path) -> Result<RunData, Box<dyn Error>> {
    if path.extension().is_some_and(|extension| extension == "csv") {
        return Ok(read_csv(path)?);
    }
    let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    let file = File::open(path).map_err(|error| at(&error))?;
    let name = path.file_name().map_or_else(|| "run".into(), |name| name.to_string_lossy());
    Ok(read_mcap(&name, BufReader::new(file)).map_err(|problem| at(&problem))?)
}

fn title_of(runs: &[RunData]) -> String {
    let stem = |world: &str| {
        let name = world.rsplit('/').next().unwrap_or(world);
        name.trim_end_matches(".world.xml").replace('_', " ")
    };
    match runs {
        [run] if !run.world.is_empty() => format!("A run of {}", stem(&run.world)),
        [run] => format!("A run: {}", run.name),
        _ => format!("{} runs compared", runs.len()),
    }
}

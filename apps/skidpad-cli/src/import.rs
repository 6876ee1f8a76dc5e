//! `skidpad import`: robots in URDF and worlds in SDF as files of worlds.

use crate::Outcome;
use crate::print;
use crate::world_args::WorldArgs;
use clap::Args;
use skidpad::import::{Imported, sdf_file, urdf_file};
use skidpad::{DiagnosticRecord, Severity, told_once};
use std::path::PathBuf;
use std::process::ExitCode;

/// Turn a robot in URDF into a vehicle, or a world in SDF into a world
///
/// What has no counterpart is listed with its place, as warnings; what is read in another way, as notes.
/// Exit code 0: written; 1: the file has errors, or with --strict anything was not taken; 2: could not be opened.
#[derive(Args)]
pub(crate) struct Import {
    /// `.urdf` file (xacro already expanded), or `.sdf` or `.world` file
    file: PathBuf,
    /// File to write: NAME.vehicle.xml for a robot, NAME.world.xml for a world
    #[arg(short, long, value_name = "XML")]
    output: PathBuf,
    /// What the robot's file does not say: which joints are wheels, which links carry which sensors
    #[arg(long, value_name = "YAML")]
    mapping: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    args: WorldArgs,
}

impl Import {
    pub(crate) fn run(&self) -> Outcome {
        let options = self.args.options();
        let ending =
            self.file.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase();
        let (text, summary, findings) = match ending.as_str() {
            "urdf" | "xml" => {
                let Imported { result, findings } =
                    urdf_file(&self.file, self.mapping.as_deref(), &self.output, &options)?;
                let summary = result.as_ref().map(|vehicle| {
                    let wheels = vehicle.wheel_joints.join(", ");
                    let (class, dynamics, sensors) =
                        (&vehicle.class_name, &vehicle.dynamics, vehicle.sensor_count);
                    format!(
                        "class \"{class}\", {dynamics}: wheels {wheels}; {sensors} sensor{}",
                        if sensors == 1 { "" } else { "s" }
                    )
                });
                (result.map(|vehicle| vehicle.xml), summary, findings)
            }
            "sdf" | "world" if self.mapping.is_some() => return Err("--mapping is for robots in URDF".into()),
            "sdf" | "world" => {
                let Imported { result, findings } = sdf_file(&self.file, &self.output, &options)?;
                let summary = result.as_ref().map(ToString::to_string);
                (result.map(|world| world.xml), summary, findings)
            }
            "xacro" => {
                return Err(
                    "xacro is a program and is not run here; expand it first: xacro FILE.xacro > FILE.urdf"
                        .into(),
                );
            }
            _ => return Err(format!("{}: expected a .urdf, .sdf or .world file", self.file.display()).into()),
        };
        report(&findings);
        let is_refused =
            self.args.strict && findings.iter().any(|finding| finding.severity == Severity::Warning);
        let (Some(text), Some(summary), false) = (text, summary, is_refused) else {
            return Ok(ExitCode::from(1));
        };
        self.write(&text).map_err(|error| format!("{}: {error}", self.output.display()))?;
        print(format!("{}: {summary}\n", self.output.display()).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, text: &str) -> std::io::Result<()> {
        if self.force {
            return std::fs::write(&self.output, text);
        }
        let mut file = std::fs::File::create_new(&self.output).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                std::io::Error::new(error.kind(), "the file exists; --force replaces it")
            }
            _ => error,
        })?;
        std::io::Write::write_all(&mut file, text.as_bytes())
    }
}

fn report(findings: &[DiagnosticRecord]) {
    for finding in told_once(findings) {
        eprintln!("{finding}");
    }
}

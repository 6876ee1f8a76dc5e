//! `skidpad launch`: run a world.

use crate::console::Console;
use crate::launch_args::LaunchOptions;
use crate::ros2_args::Ros2Args;
use crate::summary_args::{addresses, exit_code};
use crate::world_args::report_build;
use crate::{Outcome, failed};
use clap::Args;
use skidpad::expect::Expectations;
use skidpad::messages::Pace;
use skidpad::ros2::Ros2Settings;
use skidpad::{Error, Outputs, Run, SeedSweep, World, WorldOptions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run a world
///
/// The world runs in real time until Ctrl-C, and the address of its viewer is printed. With --headless it runs as
/// fast as the machine can and without a viewer.
#[derive(Args)]
pub(crate) struct Launch {
    /// World file
    world: PathBuf,
    #[command(flatten)]
    ros2: Ros2Args,
    #[command(flatten)]
    pub(crate) options: LaunchOptions,
}

impl Launch {
    pub(crate) fn run(&self) -> Outcome {
        self.options.run(&self.world, self.ros2.settings(&[])?.as_ref())
    }
}

impl LaunchOptions {
    /// Run a world, as a ROS 2 node if there are settings for one.
    pub(crate) fn run(&self, world_file: &Path, ros2: Option<&Ros2Settings>) -> Outcome {
        let expectations = self.scenario.expectations()?;
        let duration_s = self.duration.or(expectations.as_ref().and_then(|expected| expected.duration_s));
        if let (Some(seeds), Some(expectations)) = (&self.scenario.seeds, &expectations) {
            let sweep = SeedSweep {
                world: world_file.to_path_buf(),
                options: self.args.options(),
                commands_file: self.commands.clone(),
                expectations: expectations.clone(),
                duration_s: duration_s.ok_or(Error::Endless)?,
            };
            return self.scenario.run_sweep(&sweep, seeds.clone(), self.threads);
        }
        if expectations.is_some() && duration_s.is_none() && self.headless {
            return Err(Error::Endless.into());
        }
        self.go(world_file, &|options| World::read(world_file, options), ros2, expectations, duration_s)
    }

    /// Run a world that is made from a text, as a ROS 2 node.
    pub(crate) fn run_text(&self, make: &dyn Fn(&WorldOptions) -> World, ros2: &Ros2Settings) -> Outcome {
        if self.scenario.seeds.is_some() {
            return Err("--seeds runs world files".into());
        }
        let expectations = self.scenario.expectations()?;
        let duration_s = self.duration.or(expectations.as_ref().and_then(|expected| expected.duration_s));
        self.go(
            Path::new("brains2.world.xml"),
            &|options| Ok(make(options)),
            Some(ros2),
            expectations,
            duration_s,
        )
    }

    fn go(
        &self,
        world_file: &Path,
        read: &dyn Fn(&WorldOptions) -> Result<World, Error>,
        ros2: Option<&Ros2Settings>,
        expectations: Option<Expectations>,
        duration_s: Option<f64>,
    ) -> Outcome {
        let is_paced = !self.headless && self.realtime_factor != Some(Pace::Max);
        let mvsim_port = self.mvsim.port(is_paced)?;
        let ros1 = self.ros1.settings()?;
        let is_seen = !self.headless || mvsim_port.is_some() || ros1.is_some() || ros2.is_some();
        let with_pictures = is_seen || self.outputs.show_textures();
        let Some(world) = self.args.read_by_or_report(world_file, read, with_pictures)? else {
            return Ok(ExitCode::from(1));
        };
        let console = Console::default();
        let notes = console.clone();
        let mut run = Run::new(world)
            .outputs(Outputs { rawlog_clouds: self.mvsim.cloud_format(), ..self.outputs.outputs() })
            .duration_s(duration_s)
            .pace(self.realtime_factor)
            .threads(self.threads)
            .lockstep(self.lockstep.settings())
            .expect(expectations)
            .program(crate::VERSION, self.viewer.command_line_without_secrets())
            .on_note(move |note| notes.print(&note.to_string()))
            .end_on_ctrl_c();
        if let Some(path) = &self.commands {
            run = run.commands_file(path);
        }
        if !self.headless {
            run = self.viewer.add_to(run)?;
        }
        if let Some(port) = mvsim_port {
            run = self.mvsim.add_to(run, port, self.viewer.listen_ip());
        }
        if let Some(settings) = ros1 {
            run = run.ros1(settings);
        }
        if let Some(ros2) = ros2 {
            run = run.ros2(ros2.clone());
        }
        let run = match run.prepare() {
            Ok(run) => run,
            Err(problem) => return failed(problem),
        };
        let printer = self.summary.printer(self.outputs.trace_is_printed());
        report_build(run.world(), world_file, run.sim());
        printer.print(&addresses(&run, mvsim_port, ros2))?;
        console.start(run.sim().step_ns(), run.step_limit());
        let summary = run.with("console", console.clone()).go();
        console.end();
        printer.conclude(&summary)?;
        self.scenario.write_results(world_file, &summary)?;
        Ok(exit_code(&summary))
    }
}

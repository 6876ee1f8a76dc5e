//! A run of a world: reading, building, pacing, files, checks, viewer, and a summary at the end.
//!
//! ```
//! # fn main() -> Result<(), skidpad::Error> {
//! let summary = skidpad::Run::new("../../worlds/two_robots.world.xml").seed(7).duration_s(0.5).go()?;
//! assert_eq!(summary.simulated_s(), 0.5);
//! println!("{summary}hash {:016x}", summary.state_hash);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Run`] is a list of settings; [`Run::prepare`] turns it into a [`PreparedRun`], in which everything that can
//! fail has been tried: the world is read and built, files are open, the viewer's server listens.
//! [`PreparedRun::go`] makes the steps and hands each of them to the participants.

mod going;
mod mvsim_network;
mod next_world;
mod note;
mod prepared;
mod recordings;
mod ros1_node;
mod ros2_library;
mod ros2_network;
mod script;
mod signals;
mod summary;
mod world_edits;
mod world_reader;

pub use note::RunNote;
pub use prepared::{FinishedRun, PreparedRun};
pub use signals::{end_on_ctrl_c, report_file_limit};
pub use summary::{RunSummary, VehicleSummary, WrittenFile};

use crate::expect::Expectations;
use crate::{Error, World, WorldOptions};
use skidpad_link::Participant;
use skidpad_messages::{CommandScript, Pace};
use skidpad_mvsim::MvsimSettings;
use skidpad_mvsim::broker::BrokerSettings;
use skidpad_mvsim::mrpt::CloudFormat;
use skidpad_record::RecordingOptions;
use skidpad_ros1::Ros1Settings;
use skidpad_ros2::Ros2Settings;
use skidpad_runner::{LockstepSettings, StopFlag};
use skidpad_sim::{Extensions, Trajectory};
use skidpad_web::Listen;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The settings of a run. By default it steps as fast as the machine can, until it is stopped.
pub struct Run {
    source: WorldSource,
    options: WorldOptions,
    seed: Option<u64>,
    duration_s: Option<f64>,
    step_limit: Option<u64>,
    pace: Option<Pace>,
    is_paused: bool,
    lockstep: Option<LockstepSettings>,
    threads: Option<NonZeroUsize>,
    commands: Commands,
    carried: Option<(Option<String>, Arc<Trajectory>)>,
    may_replace_world: bool,
    expectations: Option<Expectations>,
    serving: Option<Serving>,
    mvsim: Option<MvsimNetwork>,
    ros1: Option<Ros1Settings>,
    ros2: Option<Ros2Settings>,
    outputs: Outputs,
    participants: Vec<NamedParticipant>,
    stop: StopFlag,
    ends_on_ctrl_c: bool,
    on_note: Option<OnNote>,
    version: String,
    command_line: Vec<String>,
}

/// A participant and its name for messages.
type NamedParticipant = (String, Box<dyn Participant>);

/// Called with every note of a run.
type OnNote = Box<dyn FnMut(&RunNote) + Send>;

/// Where the world of a run comes from: a file, or a world that has been read.
pub enum WorldSource {
    /// A world file.
    File(PathBuf),
    /// A world that has been read.
    World(Box<World>),
}

impl From<&str> for WorldSource {
    fn from(path: &str) -> Self {
        WorldSource::File(path.into())
    }
}

impl From<&Path> for WorldSource {
    fn from(path: &Path) -> Self {
        WorldSource::File(path.to_path_buf())
    }
}

impl From<PathBuf> for WorldSource {
    fn from(path: PathBuf) -> Self {
        WorldSource::File(path)
    }
}

impl From<World> for WorldSource {
    fn from(world: World) -> Self {
        WorldSource::World(Box::new(world))
    }
}

/// The address of the viewer's server.
enum Serving {
    /// This address only.
    At(Listen),
    /// The default port of the loopback interface, or another one if it is in use.
    UsualPort(Listen),
}

/// Whether a run must take part in MVSim's network.
enum MvsimNetwork {
    Required(MvsimSettings),
    IfPossible(MvsimSettings),
}

/// Where the commands of a run come from.
enum Commands {
    Given(CommandScript),
    File(PathBuf),
}

/// The files that a run writes.
#[derive(Debug, Clone, Default)]
pub struct Outputs {
    /// One row per step; with several vehicles, one file each with the name before the extension.
    pub trace: Option<PathBuf>,
    /// Folder for pose and wheel logs of every vehicle.
    pub csv: Option<PathBuf>,
    /// Folder for every reading of every sensor, as files people can open.
    pub dump: Option<PathBuf>,
    /// Every reading of every sensor as a line of JSON.
    pub readings: Option<PathBuf>,
    /// Everything as one MCAP file.
    pub record: Option<PathBuf>,
    /// Options of recordings, also of those that clients begin.
    pub recording: RecordingOptions,
    /// Whether an existing recording may be replaced.
    pub may_overwrite: bool,
    /// How point clouds are written to the rawlogs that a world asks for.
    pub rawlog_clouds: CloudFormat,
}

impl Outputs {
    /// Whether every sensor is read.
    fn keep_all_readings(&self) -> bool {
        self.dump.is_some() || self.readings.is_some()
    }
}

impl Run {
    /// A run of a world file, or of a [`World`] that has been read.
    pub fn new(world: impl Into<WorldSource>) -> Run {
        Run {
            source: world.into(),
            options: WorldOptions::from_environment(),
            seed: None,
            duration_s: None,
            step_limit: None,
            pace: None,
            is_paused: false,
            lockstep: None,
            threads: None,
            commands: Commands::Given(CommandScript::default()),
            carried: None,
            may_replace_world: false,
            expectations: None,
            serving: None,
            mvsim: None,
            ros1: None,
            ros2: None,
            outputs: Outputs::default(),
            participants: Vec::new(),
            stop: StopFlag::default(),
            ends_on_ctrl_c: false,
            on_note: None,
            version: env!("CARGO_PKG_VERSION").to_string(),
            command_line: Vec::new(),
        }
    }

    /// Seed of all random numbers. The default is 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Set a variable of the world file.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.options.variables.insert(name.to_string(), value.to_string());
        self
    }

    /// Let the world file use these classes besides the built-in ones. Call it after [`Run::options`], if you call both.
    pub fn extensions(mut self, extensions: Extensions) -> Self {
        self.options.extensions = Arc::new(extensions);
        self
    }

    /// How the world file is read. Replaces the variables set before; a seed set by [`Run::seed`] takes precedence.
    pub fn options(mut self, options: WorldOptions) -> Self {
        self.options = options;
        self
    }

    /// End after this much simulated time [s]. By default, the duration of the expectations is used.
    pub fn duration_s(mut self, duration_s: impl Into<Option<f64>>) -> Self {
        self.duration_s = duration_s.into();
        self
    }

    /// End after this many steps. Takes precedence over the duration.
    pub fn step_limit(mut self, step_count: impl Into<Option<u64>>) -> Self {
        self.step_limit = step_count.into();
        self
    }

    /// How fast simulated time passes. By default as fast as the machine can, or in real time with a viewer or with ROS.
    pub fn pace(mut self, pace: impl Into<Option<Pace>>) -> Self {
        self.pace = pace.into();
        self
    }

    /// Begin paused, until a client resumes the run.
    pub fn paused(mut self) -> Self {
        self.is_paused = true;
        self
    }

    /// Make steps only when a client asks for them with `advance`; see docs/lockstep.md. Without another pace they are
    /// made as fast as the machine can.
    pub fn lockstep(mut self, settings: impl Into<Option<LockstepSettings>>) -> Self {
        self.lockstep = settings.into();
        self
    }

    /// Number of threads for the rays of lidars and cameras; by default all that the machine has. Results do not depend
    /// on it.
    pub fn threads(mut self, count: impl Into<Option<NonZeroUsize>>) -> Self {
        self.threads = count.into();
        self
    }

    /// Play these commands at their times.
    pub fn commands(mut self, commands: CommandScript) -> Self {
        self.commands = Commands::Given(commands);
        self
    }

    /// Play the commands of a file.
    pub fn commands_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.commands = Commands::File(path.into());
        self
    }

    /// Carry a vehicle along a trajectory, the first one if none is named. The run ends with the trajectory unless
    /// another end is set.
    pub fn carry(mut self, vehicle: Option<String>, trajectory: impl Into<Arc<Trajectory>>) -> Self {
        self.carried = Some((vehicle, trajectory.into()));
        self
    }

    /// Allow viewers to replace the world's own file by what they changed. A new file beside it is always allowed.
    pub fn edit_in_place(mut self, may_replace_world: bool) -> Self {
        self.may_replace_world = may_replace_world;
        self
    }

    /// Check the run; the summary has a finding for each expectation.
    pub fn expect(mut self, expectations: impl Into<Option<Expectations>>) -> Self {
        self.expectations = expectations.into();
        self
    }

    /// Serve the viewer at an address.
    pub fn serve(mut self, listen: impl Into<Listen>) -> Self {
        self.serving = Some(Serving::At(listen.into()));
        self
    }

    /// Serve the viewer at this address, or at another port of this machine if the port is in use.
    pub fn serve_on_usual_port(mut self, listen: Listen) -> Self {
        self.serving = Some(Serving::UsualPort(listen));
        self
    }

    /// Take part in MVSim's network: clients that are written for MVSim can connect.
    pub fn mvsim(mut self, settings: MvsimSettings) -> Self {
        self.mvsim = Some(MvsimNetwork::Required(settings));
        self
    }

    /// Take part in MVSim's network on this port of the loopback interface; 0 takes any free one.
    pub fn mvsim_port(self, port: u16) -> Self {
        let broker = BrokerSettings { port, other_ports: Vec::new(), ..BrokerSettings::default() };
        self.mvsim(MvsimSettings { broker, ..MvsimSettings::default() })
    }

    /// Take part in MVSim's network if that is possible; otherwise a note says why it is not.
    pub fn mvsim_if_possible(mut self, settings: MvsimSettings) -> Self {
        self.mvsim = Some(MvsimNetwork::IfPossible(settings));
        self
    }

    /// Take part in a ROS 1 graph as a node. The master need not be there yet.
    ///
    /// Without another pace the run is in real time. Notes say whether the master was found.
    pub fn ros1(mut self, settings: Ros1Settings) -> Self {
        self.ros1 = Some(settings);
        self
    }

    /// Become a ROS 2 node: other nodes see topics, services and parameters, and drive vehicles. The pace is that of the
    /// parameter `realtime_factor`, unless [`Run::pace`] sets it.
    pub fn ros2(mut self, settings: Ros2Settings) -> Self {
        self.ros2 = Some(settings);
        self
    }

    /// Write these files. Replaces all output settings made before.
    pub fn outputs(mut self, outputs: Outputs) -> Self {
        self.outputs = outputs;
        self
    }

    /// Record everything as an MCAP file.
    pub fn record(mut self, path: impl Into<PathBuf>) -> Self {
        self.outputs.record = Some(path.into());
        self
    }

    /// Options of recordings, also of those that clients begin.
    pub fn recording_options(mut self, options: RecordingOptions) -> Self {
        self.outputs.recording = options;
        self
    }

    /// Write one row per step; with several vehicles, one file each with the name before the extension.
    pub fn trace(mut self, path: impl Into<PathBuf>) -> Self {
        self.outputs.trace = Some(path.into());
        self
    }

    /// Write pose and wheel logs of every vehicle into this folder.
    pub fn csv(mut self, folder: impl Into<PathBuf>) -> Self {
        self.outputs.csv = Some(folder.into());
        self
    }

    /// Write every reading of every sensor into this folder, as files in common formats.
    pub fn dump(mut self, folder: impl Into<PathBuf>) -> Self {
        self.outputs.dump = Some(folder.into());
        self
    }

    /// Write every reading of every sensor as a line of JSON.
    pub fn readings(mut self, path: impl Into<PathBuf>) -> Self {
        self.outputs.readings = Some(path.into());
        self
    }

    /// Allow the run to replace an existing recording. Files that the run reads are never overwritten.
    pub fn overwrite(mut self, may_overwrite: bool) -> Self {
        self.outputs.may_overwrite = may_overwrite;
        self
    }

    /// Add a participant, under a name for messages. Participants are called in the order in which they are added.
    pub fn with(mut self, name: &str, participant: impl Participant + 'static) -> Self {
        self.participants.push((name.to_string(), Box::new(participant)));
        self
    }

    /// End the run when this flag is raised, from any thread.
    pub fn stop(mut self, stop: StopFlag) -> Self {
        self.stop = stop;
        self
    }

    /// End the run cleanly on Ctrl-C and other signals that ask for an end. A second one ends the program at once.
    pub fn end_on_ctrl_c(mut self) -> Self {
        self.ends_on_ctrl_c = true;
        self
    }

    /// Call `on_note` with each note during the run. The summary has all notes too.
    pub fn on_note(mut self, on_note: impl FnMut(&RunNote) + Send + 'static) -> Self {
        self.on_note = Some(Box::new(on_note));
        self
    }

    /// The program that makes the run, stored in recordings: its version, and the command line without secrets.
    pub fn program(mut self, version: &str, command_line: Vec<String>) -> Self {
        (self.version, self.command_line) = (version.to_string(), command_line);
        self
    }

    /// Do everything that can fail: read and build the world, open files, listen for viewers.
    pub fn prepare(self) -> Result<PreparedRun, Error> {
        PreparedRun::new(self)
    }

    /// Prepare the run and make it.
    pub fn go(self) -> Result<RunSummary, Error> {
        Ok(self.prepare()?.go())
    }
}

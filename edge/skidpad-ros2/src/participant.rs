//! The bridge as a participant of a run, and the thread that keeps it alive.

use crate::brains2::Brains2Track;
use crate::bridge::Bridge;
use crate::names::BadName;
use crate::shared::Shared;
use crate::world_library::WorldLibrary;
use crate::{Distro, NodeName, NodeSettings, ParameterProblem, Parameters, RosArguments};
use skidpad_link::{
    Client, Failure, Interest, NextStep, Participant, RunEnd, RunHandle, SensorChoice, StepRate,
};
use skidpad_messages::Step;
use skidpad_rosmsg::{Scenery, Schedule, StepFeed, TopicSettings};
use skidpad_rtps::{Wire, WireError};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long the bridge waits before it starts again after a failure.
const RESTART_PAUSE: Duration = Duration::from_millis(300);

/// The name of the node if arguments do not change it: that of MVSim's.
pub const NODE_NAME: &str = "mvsim";

/// Makes a connection to the network; called again when the bridge has failed.
pub type ConnectWire = Box<dyn Fn() -> Result<Arc<dyn Wire>, WireError> + Send>;

/// Receives what a user should know, in words.
pub type Report = Box<dyn Fn(String) + Send>;

/// Why a run cannot become a node.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The network.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The node's name.
    #[error(transparent)]
    Name(#[from] BadName),
    /// A parameter.
    #[error(transparent)]
    Parameter(#[from] ParameterProblem),
    /// The operating system has no thread for it.
    #[error("no thread could be started: {0}")]
    Thread(#[from] std::io::Error),
}

/// Everything that a bridge is made from; kept to make it again.
pub(crate) struct BridgePlan {
    pub(crate) node: NodeName,
    pub(crate) distro: Distro,
    pub(crate) arguments: RosArguments,
    pub(crate) parameters: Parameters,
    pub(crate) unknown_parameters: Vec<String>,
    pub(crate) brains2: Option<Arc<Brains2Track>>,
    pub(crate) unix_start_ns: u64,
    run: RunHandle,
}

impl BridgePlan {
    /// A client of the run that only asks.
    pub(crate) fn connect(&self) -> Option<Client> {
        let silent = Interest { rate: StepRate::Never, sensors: SensorChoice::None };
        self.run.connect("ros2", silent).ok()
    }
}

/// A run as a ROS 2 node. Serialising and sending happen on a thread of its own; the stepping thread hands over steps
/// and takes commands, and never waits.
pub struct Ros2Participant {
    shared: Arc<Shared>,
    /// The first settings of topics; the bridge says when they change.
    settings: TopicSettings,
    feed: StepFeed,
    seen_asked: u64,
    /// When the step that is being made began, for a node that tells how long steps take.
    began: Option<Instant>,
    tells_computing: bool,
    thread: Option<JoinHandle<()>>,
    node: NodeName,
}

impl Ros2Participant {
    /// Become a node.
    pub fn start(
        settings: NodeSettings,
        scenery: Scenery,
        library: Arc<dyn WorldLibrary>,
        run: &RunHandle,
        connect: ConnectWire,
        report: Report,
    ) -> Result<Ros2Participant, StartError> {
        let node = settings.node_name()?;
        let (parameters, unknown_parameters) = settings.parameters_with_unknown()?;
        let NodeSettings { distro, arguments, brains2 } = settings;
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let unix_start_ns = u64::try_from(since_1970.as_nanos()).unwrap_or(u64::MAX / 2);
        let settings = parameters.topic_settings(unix_start_ns);
        let feed = StepFeed::new(Schedule::new(&scenery, &settings));
        let plan = BridgePlan {
            node: node.clone(),
            distro,
            arguments,
            parameters,
            unknown_parameters,
            brains2,
            unix_start_ns,
            run: run.clone(),
        };
        let tells_computing = plan.brains2.is_some();
        let shared = Arc::new(Shared::new(scenery, library));
        let first = Bridge::start(&plan, connect()?, Arc::clone(&shared))?;
        let of_thread = Arc::clone(&shared);
        let work = move || keep_alive(&plan, first, &of_thread, &connect, &report);
        let thread = std::thread::Builder::new().name("ros2".to_string()).spawn(work)?;
        let thread = Some(thread);
        Ok(Ros2Participant {
            shared,
            settings,
            feed,
            seen_asked: 0,
            began: None,
            tells_computing,
            thread,
            node,
        })
    }

    /// The run has another world after this many steps. The node stays, with its services and parameters; topics of the
    /// world before that this one does not have are no longer published.
    pub fn change_world(&mut self, scenery: Scenery, library: Arc<dyn WorldLibrary>, tick: u64) {
        self.feed = StepFeed::new(Schedule::new(&scenery, &self.settings));
        self.shared.change_world(scenery, library, tick);
    }

    /// The node's name.
    pub fn node(&self) -> &NodeName {
        &self.node
    }

    fn close(&mut self) {
        self.shared.close();
        if let Some(thread) = self.thread.take() {
            // The thread catches panics, and has reported them.
            let _ = thread.join();
        }
    }
}

impl Participant for Ros2Participant {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        self.began = self.tells_computing.then(Instant::now);
        let Some(asked) = self.shared.take_asked(&mut self.seen_asked) else { return };
        if let Some(sensors) = asked.sensors {
            *next.sensors =
                if sensors.is_empty() { SensorChoice::None } else { SensorChoice::These(sensors) };
        }
        if let Some(schedule) = asked.schedule {
            self.feed.set_schedule(schedule);
        }
        asked.commands.into_iter().for_each(|command| next.commands.add(command));
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        if let Some(began) = self.began.take() {
            self.shared.add_computing(began.elapsed());
        }
        if let Some(step) = self.feed.pass_on(step) {
            self.shared.put(step);
        }
        Ok(())
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        self.close();
        Ok(())
    }
}

impl Drop for Ros2Participant {
    fn drop(&mut self) {
        self.close();
    }
}

/// The bridge's thread: when the bridge fails or panics, that is reported, and another one takes its place.
fn keep_alive(
    plan: &BridgePlan,
    first: Bridge,
    shared: &Arc<Shared>,
    connect: &ConnectWire,
    report: &Report,
) {
    let mut bridge = Some(first);
    loop {
        let running = bridge.take();
        let outcome = catch_unwind(AssertUnwindSafe(|| match running {
            Some(mut bridge) => bridge.run(),
            None => Bridge::start(plan, connect()?, Arc::clone(shared)).and_then(|mut bridge| bridge.run()),
        }));
        let problem = match outcome {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(panic) => format!("a bug: {}", words_of(&*panic)),
        };
        report(format!("the ROS 2 bridge has failed and starts again: {problem}"));
        if shared.is_closed_within(RESTART_PAUSE) {
            return;
        }
    }
}

/// What a panic says.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_string())
}

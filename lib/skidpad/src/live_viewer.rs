//! The viewer beside a program that steps a simulation itself.

use crate::viewer_scene::{SceneUpdater, scene_page_of_program};
use crate::{Error, Simulation, World};
use skidpad_link::{ClientId, Control, Envelope, Hub, Limits, Outcome, RunRequest};
use skidpad_messages::{Command, Commands, Event, Pace, Reading, RunStatus, SensorId, Step};
use skidpad_web::{Listen, serve};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often clients are served while the program does not step.
const IDLE_PERIOD: Duration = Duration::from_millis(20);
/// A program that is later than this does not catch up.
const LATEST: Duration = Duration::from_millis(100);
/// Commands that wait for the next step; more are refused.
const COMMAND_LIMIT: usize = 1000;

/// Shows a simulation in the viewer while its program steps it.
///
/// The program asks [`LiveViewer::wait`] before each step and calls [`LiveViewer::before_step`] and [`LiveViewer::after_step`] around it.
/// Between two steps a thread answers clients with the last state, so a page can be opened at any time. Clients can
/// pause the program's steps, drive vehicles and move bodies; only the program restores states and writes files.
pub struct LiveViewer {
    shared: Arc<Mutex<SharedView>>,
    updater: SceneUpdater,
    world: Arc<World>,
    address: String,
    thread: Option<JoinHandle<()>>,
}

/// What the stepping program and the idle thread share.
struct SharedView {
    hub: Hub,
    began: Instant,
    pace: Pace,
    is_paused: bool,
    /// Steps granted while paused.
    granted_count: u32,
    /// A wall time and the simulated time [ns] that was due then.
    anchor: Option<(Duration, u64)>,
    /// Commands for the next step, with the client and the number of the answer.
    commands: Vec<(ClientId, u64, Command)>,
    /// Senders of the last commands of the current step, and the number of commands before theirs.
    waiting: Vec<(ClientId, u64)>,
    command_offset: usize,
    last: Step,
    tick: u64,
    envelopes: Vec<Envelope>,
    is_over: bool,
}

impl LiveViewer {
    /// Listen for viewers of a simulation. Steps are made no faster than `pace`, which clients can change.
    pub fn start(
        world: Arc<World>,
        sim: &Simulation,
        listen: &Listen,
        pace: Pace,
    ) -> Result<LiveViewer, Error> {
        let page = Arc::new(scene_page_of_program(&world, sim.core()));
        let (hub, handle) = Hub::new(Limits::default());
        let served = serve(listen, &page, &handle);
        let server = served.map_err(|reason| Error::Listen { address: listen.address, reason })?;
        let address = server.address();
        let mut updater = SceneUpdater::of_program(server);
        // The page shows the world as it is now, which may not be as it was built.
        updater.update(&world, sim.core());
        let mut shared = SharedView::new(hub, pace);
        shared.keep(sim);
        let shared = Arc::new(Mutex::new(shared));
        let idle = Arc::clone(&shared);
        let serve_idle = move || {
            while locked(&idle).serve_idle() {
                std::thread::park_timeout(IDLE_PERIOD);
            }
        };
        let thread = std::thread::Builder::new().name("viewer".to_string()).spawn(serve_idle);
        let thread = Some(thread.map_err(|problem| Error::System(problem.to_string()))?);
        Ok(LiveViewer { shared, updater, world, address, thread })
    }

    /// The address to open in a browser.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether a client has paused the program's steps.
    pub fn is_paused(&self) -> bool {
        locked(&self.shared).is_paused()
    }

    /// How long to wait before asking again; `None` if the next step may be made now.
    pub fn wait(&self, time_ns: u64) -> Option<Duration> {
        let mut shared = locked(&self.shared);
        shared.attend();
        if shared.is_paused() {
            shared.anchor = None;
            return Some(IDLE_PERIOD);
        }
        shared.time_left(time_ns)
    }

    /// Add the commands of clients to those of the next step.
    pub fn before_step(&mut self, commands: &mut Commands) {
        let mut shared = locked(&self.shared);
        shared.granted_count = shared.granted_count.saturating_sub(1);
        shared.command_offset = commands.iter().count();
        let waiting = std::mem::take(&mut shared.commands);
        shared.waiting = waiting.iter().map(|(client, number, _)| (*client, *number)).collect();
        waiting.into_iter().for_each(|(_, _, command)| commands.add(command));
    }

    /// Show the step that was just made.
    pub fn after_step(&mut self, sim: &mut Simulation) {
        self.updater.update(&self.world, sim.core());
        let mut shared = locked(&self.shared);
        shared.tick += 1;
        shared.answer(sim);
        let (wall, time_ns) = (shared.began.elapsed(), sim.observations().time_ns);
        let wanted =
            |shared: &SharedView, sensor: SensorId| shared.hub.wants(sensor, wall, time_ns).is_some();
        let due: Vec<SensorId> = sim.core().due().filter(|sensor| wanted(&shared, *sensor)).collect();
        let readings: Vec<Arc<Reading>> = due.into_iter().map(|sensor| Arc::new(sim.read(sensor))).collect();
        shared.hub.keep(&readings);
        if shared.hub.is_due(wall, time_ns) {
            shared.keep(sim);
            let SharedView { hub, last, .. } = &mut *shared;
            hub.send(last);
        }
    }

    /// Show the state in which the program leaves the simulation for a while.
    pub fn rest(&mut self, sim: &Simulation) {
        locked(&self.shared).keep(sim);
    }

    /// Show a state that did not come from a step: the program reset or restored the simulation.
    pub fn note_restored(&mut self, sim: &Simulation) {
        self.updater.note_restored();
        self.updater.update(&self.world, sim.core());
        locked(&self.shared).anchor = None;
        self.rest(sim);
    }
}

impl Drop for LiveViewer {
    fn drop(&mut self) {
        locked(&self.shared).is_over = true;
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

impl SharedView {
    fn new(hub: Hub, pace: Pace) -> SharedView {
        SharedView {
            hub,
            began: Instant::now(),
            pace,
            is_paused: false,
            granted_count: 0,
            anchor: None,
            commands: Vec::new(),
            waiting: Vec::new(),
            command_offset: 0,
            last: Step::default(),
            tick: 0,
            envelopes: Vec::new(),
            is_over: false,
        }
    }

    fn is_paused(&self) -> bool {
        self.is_paused && self.granted_count == 0
    }

    /// Serve clients while the program is busy elsewhere. Returns whether to go on.
    fn serve_idle(&mut self) -> bool {
        self.attend();
        let wall = self.began.elapsed();
        if self.hub.is_due_by_wall(wall) {
            self.last.status = Arc::new(self.status());
            self.hub.send_by_wall(&self.last);
        }
        !self.is_over
    }

    fn status(&self) -> RunStatus {
        RunStatus {
            wall: self.began.elapsed(),
            pace: self.pace,
            is_paused: self.is_paused(),
            client_count: u32::try_from(self.hub.client_count()).unwrap_or(u32::MAX),
            ..RunStatus::default()
        }
    }

    /// Keep the present state as the last step.
    fn keep(&mut self, sim: &Simulation) {
        if *self.last.roster != *sim.roster() {
            self.last.roster = Arc::new(sim.roster().clone());
        }
        self.last = Step {
            tick: self.tick,
            observations: Arc::new(sim.observations().clone()),
            status: Arc::new(self.status()),
            roster: Arc::clone(&self.last.roster),
            ..Step::default()
        };
    }

    /// Handle the requests that clients have sent.
    fn attend(&mut self) {
        let mut envelopes = std::mem::take(&mut self.envelopes);
        self.hub.collect(&mut envelopes);
        for Envelope { client, number, request, .. } in envelopes.drain(..) {
            match request {
                RunRequest::Command(_) if self.commands.len() >= COMMAND_LIMIT => {
                    let refused = Outcome::Refused("the program makes no steps now".to_string());
                    self.hub.answer(client, number, self.tick, refused);
                }
                RunRequest::Command(command) => self.commands.push((client, number, command)),
                RunRequest::Control(control) => {
                    let outcome = self.control(&control);
                    self.hub.answer(client, number, self.tick, outcome);
                }
                RunRequest::Interest(_) => {}
            }
        }
        self.envelopes = envelopes;
    }

    fn control(&mut self, control: &Control) -> Outcome {
        self.anchor = None;
        match *control {
            Control::Pause => (self.is_paused, self.granted_count) = (true, 0),
            Control::Resume => self.is_paused = false,
            Control::Step(count) => {
                self.is_paused = true;
                self.granted_count = self.granted_count.saturating_add(count);
            }
            Control::SetPace(pace) => self.pace = pace,
            Control::Snapshot
            | Control::Restore(_)
            | Control::Advance(_)
            | Control::Log(_)
            | Control::Record(_)
            | Control::Edits(_)
            | Control::NextWorld(_)
            | Control::End => {
                return Outcome::Refused(
                    "a program steps this world; only the program can do this".to_string(),
                );
            }
        }
        Outcome::Done
    }

    /// Time until the step after this simulated time is due.
    fn time_left(&mut self, time_ns: u64) -> Option<Duration> {
        let Pace::RealTime(factor) = self.pace else { return None };
        let wall = self.began.elapsed();
        let (anchor_wall, anchor_ns) = *self.anchor.get_or_insert((wall, time_ns));
        let passed_s = time_ns.saturating_sub(anchor_ns) as f64 * 1e-9 / factor.max(1e-6);
        let due = anchor_wall + Duration::try_from_secs_f64(passed_s).unwrap_or(Duration::MAX / 4);
        if wall > due + LATEST || time_ns < anchor_ns {
            self.anchor = Some((wall, time_ns));
        }
        Some(due.saturating_sub(wall)).filter(|left| !left.is_zero())
    }

    /// Answer the commands of clients in the step that was just made.
    fn answer(&mut self, sim: &Simulation) {
        for (place, (client, number)) in (self.command_offset..).zip(std::mem::take(&mut self.waiting)) {
            let refused = sim.observations().events.iter().find_map(|event| match event {
                Event::Refused { command, because } if *command as usize == place => Some(because),
                _ => None,
            });
            let outcome = refused.map_or(Outcome::Done, |because| Outcome::Refused(because.to_string()));
            self.hub.answer(client, number, self.tick, outcome);
        }
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

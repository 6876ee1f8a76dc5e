//! What the stepping thread and the bridge's thread share: steps one way, commands the other. Neither waits.

use crate::world_library::WorldLibrary;
use skidpad_messages::{Command, Request, SensorId, VehicleId};
use skidpad_rosmsg::{RosStep, Scenery, Schedule};
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Most steps that wait, and most bytes of them.
const MOST_STEPS: usize = 512;
const MOST_BYTES: usize = 64 << 20;

/// Most commands that wait for the next step, besides the latest set point of each vehicle.
const MOST_COMMANDS: usize = 256;

/// The world of the run, as the bridge knows it.
#[derive(Clone)]
pub(crate) struct BridgeWorld {
    /// How many worlds the run had before it.
    pub(crate) number: u64,
    /// How many steps the run had made when it got it.
    pub(crate) first_tick: u64,
    pub(crate) scenery: Scenery,
    pub(crate) library: Arc<dyn WorldLibrary>,
}

/// What both threads share.
pub(crate) struct Shared {
    world: Mutex<BridgeWorld>,
    steps: Mutex<Steps>,
    came: Condvar,
    asked: Mutex<Asked>,
    /// Grows when the stepping thread must look at `asked`.
    asked_count: AtomicU64,
    /// How long the steps so far have taken to compute [ns].
    computing_ns: AtomicU64,
}

#[derive(Default)]
struct Steps {
    waiting: VecDeque<(usize, RosStep)>,
    bytes: usize,
    dropped_count: u64,
    /// Whether the run has another world since; all steps that wait are of this one.
    is_new_world: bool,
    is_closed: bool,
}

/// What the bridge asks of the stepping thread.
#[derive(Default)]
pub(crate) struct Asked {
    /// The number of the world that commands and sensors belong to.
    world: u64,
    /// Commands for the next step.
    pub(crate) commands: Vec<Command>,
    /// Sensors that somebody subscribes to, where that has changed.
    pub(crate) sensors: Option<BTreeSet<SensorId>>,
    /// A schedule that has changed.
    pub(crate) schedule: Option<Schedule>,
}

/// What came from the stepping thread.
pub(crate) enum Next {
    Step(Box<RosStep>),
    /// The run has another world; the steps to come are of that one.
    World,
    Nothing,
    Closed,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Nothing waits yet.
    pub(crate) fn new(scenery: Scenery, library: Arc<dyn WorldLibrary>) -> Shared {
        Shared {
            world: Mutex::new(BridgeWorld { number: 0, first_tick: 0, scenery, library }),
            steps: Mutex::default(),
            came: Condvar::new(),
            asked: Mutex::default(),
            asked_count: AtomicU64::new(0),
            computing_ns: AtomicU64::new(0),
        }
    }

    /// The world of the run.
    pub(crate) fn world(&self) -> BridgeWorld {
        locked(&self.world).clone()
    }

    /// The run has another world after this many steps. Steps and commands of the one before are dropped.
    pub(crate) fn change_world(&self, scenery: Scenery, library: Arc<dyn WorldLibrary>, first_tick: u64) {
        let mut steps = locked(&self.steps);
        let mut world = locked(&self.world);
        let number = world.number + 1;
        *world = BridgeWorld { number, first_tick, scenery, library };
        *locked(&self.asked) = Asked { world: number, ..Asked::default() };
        (steps.bytes, steps.is_new_world) = (0, true);
        steps.waiting.clear();
        self.came.notify_one();
    }

    /// Hand a step on. When too many wait, the oldest are dropped.
    pub(crate) fn put(&self, step: RosStep) {
        let bytes = step.step.weight_bytes();
        let mut steps = locked(&self.steps);
        while !steps.waiting.is_empty()
            && (steps.waiting.len() >= MOST_STEPS || steps.bytes + bytes > MOST_BYTES)
        {
            let oldest = steps.waiting.pop_front().map_or(0, |(bytes, _)| bytes);
            steps.bytes -= oldest;
            steps.dropped_count += 1;
        }
        steps.bytes += bytes;
        steps.waiting.push_back((bytes, step));
        if steps.waiting.len() == 1 {
            self.came.notify_one();
        }
    }

    /// The oldest step, waiting at most this long.
    pub(crate) fn next(&self, timeout: Duration) -> Next {
        let is_idle = |steps: &mut Steps| steps.waiting.is_empty() && !steps.is_new_world && !steps.is_closed;
        let waited = self.came.wait_timeout_while(locked(&self.steps), timeout, is_idle);
        let mut steps = waited.unwrap_or_else(PoisonError::into_inner).0;
        if std::mem::take(&mut steps.is_new_world) {
            return Next::World;
        }
        match steps.waiting.pop_front() {
            Some((bytes, step)) => {
                steps.bytes -= bytes;
                Next::Step(Box::new(step))
            }
            None if steps.is_closed => Next::Closed,
            None => Next::Nothing,
        }
    }

    /// The run is over.
    pub(crate) fn close(&self) {
        locked(&self.steps).is_closed = true;
        self.came.notify_all();
    }

    /// Whether the run is over; waits for that at most this long.
    pub(crate) fn is_closed_within(&self, timeout: Duration) -> bool {
        let waited = self.came.wait_timeout_while(locked(&self.steps), timeout, |steps| !steps.is_closed);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_closed
    }

    /// Steps that were dropped since the last call.
    pub(crate) fn take_dropped(&self) -> u64 {
        std::mem::take(&mut locked(&self.steps).dropped_count)
    }

    /// Ask something of the stepping thread, about the world with this number.
    pub(crate) fn ask(&self, world: u64, ask: impl FnOnce(&mut Asked)) {
        let mut asked = locked(&self.asked);
        if asked.world != world {
            return;
        }
        ask(&mut asked);
        drop(asked);
        self.asked_count.fetch_add(1, Ordering::Release);
    }

    /// Give commands to the next step of the world with this number. Of several set points for a vehicle, the last is
    /// kept.
    pub(crate) fn command(&self, world: u64, commands: Vec<Command>) -> bool {
        let mut asked = locked(&self.asked);
        if asked.world != world {
            return false;
        }
        for command in commands {
            if let Some(vehicle) = driven(&command) {
                asked.commands.retain(|other| driven(other) != Some(vehicle));
            } else if asked.commands.len() >= MOST_COMMANDS {
                return false;
            }
            asked.commands.push(command);
        }
        drop(asked);
        self.asked_count.fetch_add(1, Ordering::Release);
        true
    }

    /// A step has taken this long.
    pub(crate) fn add_computing(&self, time: Duration) {
        let time_ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.computing_ns.fetch_add(time_ns, Ordering::Relaxed);
    }

    /// How long the steps so far have taken to compute [ns].
    pub(crate) fn computing_ns(&self) -> u64 {
        self.computing_ns.load(Ordering::Relaxed)
    }

    /// What was asked since `seen`, which is brought up to date. Costs one load if nothing was.
    pub(crate) fn take_asked(&self, seen: &mut u64) -> Option<Asked> {
        let count = self.asked_count.load(Ordering::Acquire);
        (std::mem::replace(seen, count) != count).then(|| {
            let mut asked = locked(&self.asked);
            let world = asked.world;
            std::mem::replace(&mut *asked, Asked { world, ..Asked::default() })
        })
    }
}

fn driven(command: &Command) -> Option<VehicleId> {
    match command.request() {
        Request::Drive { vehicle, .. } => Some(*vehicle),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world_library::test_library;
    use skidpad_messages::Step;

    fn shared() -> Shared {
        Shared::new(Scenery::default(), test_library())
    }

    #[test]
    fn the_oldest_steps_give_way() {
        let shared = shared();
        for tick in 0..MOST_STEPS as u64 + 10 {
            shared.put(RosStep { step: Step { tick, ..Step::default() }, touched: Vec::new() });
        }
        assert_eq!(shared.take_dropped(), 10);
        let Next::Step(step) = shared.next(Duration::ZERO) else { panic!("there are steps") };
        assert_eq!(step.step.tick, 10);
        shared.close();
        while let Next::Step(_) = shared.next(Duration::ZERO) {}
        assert!(matches!(shared.next(Duration::ZERO), Next::Closed));
    }

    /// What was meant for one world never reaches another.
    #[test]
    fn another_world_gets_no_commands_and_steps_of_the_one_before() {
        let (shared, mut seen) = (shared(), 0);
        let drive = || vec![VehicleId(0).drive(1.0, 0.0).check().expect("finite")];
        assert!(shared.command(0, drive()));
        shared.put(RosStep::default());
        shared.change_world(Scenery::default(), test_library(), 4);
        assert!(!shared.command(0, drive()), "the bridge has not heard of the world yet");
        let asked = shared.take_asked(&mut seen);
        assert!(asked.is_none_or(|asked| asked.commands.is_empty()));
        shared.put(RosStep { step: Step { tick: 5, ..Step::default() }, touched: Vec::new() });
        assert!(matches!(shared.next(Duration::ZERO), Next::World));
        assert_eq!(shared.world().number, 1);
        let Next::Step(step) = shared.next(Duration::ZERO) else { panic!("there is a step") };
        assert_eq!(step.step.tick, 5);
        assert!(shared.command(1, drive()));
        assert_eq!(shared.take_asked(&mut seen).map(|asked| asked.commands.len()), Some(1));
    }

    #[test]
    fn the_last_set_point_counts() {
        let (shared, mut seen) = (shared(), 0);
        assert!(shared.take_asked(&mut seen).is_none());
        for speed_mps in 0..1000 {
            let command = VehicleId(0).drive(f64::from(speed_mps) * 0.001, 0.0).check().expect("finite");
            assert!(shared.command(0, vec![command]));
        }
        let asked = shared.take_asked(&mut seen).expect("something was asked");
        let expected = VehicleId(0).drive(0.999, 0.0);
        assert_eq!(asked.commands.iter().map(Command::request).collect::<Vec<_>>(), [&expected]);
        assert!(shared.take_asked(&mut seen).is_none());
    }
}

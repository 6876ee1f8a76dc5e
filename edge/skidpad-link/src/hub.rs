//! The stepping thread's end of the link.

use crate::client::Connection;
use crate::mailbox::Slot;
use crate::run_handle::{Arrival, ClientRegistry};
use crate::{Answer, ClientId, Envelope, Interest, Limits, Outcome, RunHandle, RunRequest, StepRate, Wanted};
use skidpad_messages::{Reading, SensorId, Step};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// All clients of a run, as the stepping thread sees them. No method waits for a client, except those for lock-step.
pub struct Hub {
    registry: Arc<ClientRegistry>,
    limits: Limits,
    members: Vec<Member>,
}

/// A client, as the hub sees it.
struct Member {
    id: ClientId,
    name: String,
    interest: Interest,
    connection: Arc<Connection>,
    slot: Slot,
    /// Readings for its next step, the newest of each sensor.
    readings: Vec<Arc<Reading>>,
    /// When its next step is due: in wall time, and in simulated time [ns].
    next_wall: Duration,
    next_ns: u64,
}

impl Member {
    fn new(arrival: Arrival, limits: Limits) -> Self {
        let slot = Slot::new(Arc::clone(&arrival.connection.mailbox), limits);
        Member {
            id: arrival.id,
            name: arrival.name,
            interest: arrival.interest,
            connection: arrival.connection,
            slot,
            readings: Vec::new(),
            next_wall: Duration::ZERO,
            next_ns: 0,
        }
    }

    fn is_due(&self, wall: Duration, time_ns: u64) -> bool {
        match self.interest.rate {
            StepRate::Never => false,
            StepRate::EveryStep => true,
            StepRate::EveryWall(_) => wall >= self.next_wall,
            // After a reset the time is before what was due.
            StepRate::EverySimulated(period_ns) => {
                time_ns >= self.next_ns || time_ns + period_ns < self.next_ns
            }
        }
    }

    /// Keep a reading that it wants for its next step.
    fn keep(&mut self, reading: &Arc<Reading>) {
        if self.interest.sensors.has(reading.sensor) {
            self.readings.retain(|kept| kept.sensor != reading.sensor);
            self.readings.push(Arc::clone(reading));
        }
    }

    fn is_due_by_wall(&self, wall: Duration) -> bool {
        matches!(self.interest.rate, StepRate::EveryWall(_)) && self.is_due(wall, 0)
    }

    /// Send it a step with the readings that were kept for it.
    fn send(&mut self, step: &Step) {
        let readings = std::mem::take(&mut self.readings).into();
        self.slot.offer_step(Step { readings, ..step.clone() });
        self.note_sent(step.status.wall, step.time_ns());
    }

    fn note_sent(&mut self, wall: Duration, time_ns: u64) {
        match self.interest.rate {
            StepRate::Never | StepRate::EveryStep => {}
            StepRate::EveryWall(period) => self.next_wall = wall + period,
            StepRate::EverySimulated(period_ns) => {
                let period_ns = period_ns.max(1);
                self.next_ns = (time_ns / period_ns + 1).saturating_mul(period_ns);
            }
        }
    }
}

impl Hub {
    /// A hub and the handle to it.
    pub fn new(limits: Limits) -> (Hub, RunHandle) {
        let handle = RunHandle::new(limits);
        (Hub { registry: Arc::clone(&handle.registry), limits, members: Vec::new() }, handle)
    }

    /// Allow clients to restore these snapshot bytes, for as long as they are held anywhere.
    pub fn trust(&self, snapshot: &Arc<[u8]>) {
        self.registry.trust(snapshot);
    }

    /// Whether this very `Arc` was handed out by this run or trusted by its program.
    pub fn trusts(&self, snapshot: &Arc<[u8]>) -> bool {
        self.registry.trusts(snapshot)
    }

    /// The run has another world: readings that wait and snapshots are those of the world before. Each client gets its
    /// next step at once.
    pub fn forget_world(&mut self) {
        self.registry.distrust_all();
        for member in &mut self.members {
            member.readings.clear();
            (member.next_wall, member.next_ns) = (Duration::ZERO, 0);
        }
    }

    /// Admit clients that connected and drop those that left.
    fn update_members(&mut self) {
        if self.registry.arrival_count.load(Ordering::Acquire) > 0
            && let Ok(mut arrivals) = self.registry.arrivals.try_lock()
        {
            self.registry.arrival_count.fetch_sub(arrivals.len(), Ordering::AcqRel);
            let limits = self.limits;
            self.members.extend(arrivals.drain(..).map(|arrival| Member::new(arrival, limits)));
        }
        let client_count = &self.registry.client_count;
        self.members.retain(|member| {
            let has_left = member.connection.has_left.load(Ordering::Acquire);
            if has_left {
                client_count.fetch_sub(1, Ordering::AcqRel);
            }
            !has_left
        });
    }

    /// Collect the requests of clients, in the order of clients and of their requests. Changes of interest are applied
    /// here.
    pub fn collect(&mut self, requests: &mut Vec<Envelope>) {
        self.update_members();
        for member in &mut self.members {
            member.slot.deliver();
            // A queue that its client has locked is tried again at the next step.
            let Ok(mut waiting) = member.connection.requests.try_lock() else { continue };
            let count = waiting.len().min(self.limits.requests_per_step);
            for envelope in waiting.drain(..count) {
                match envelope.request {
                    RunRequest::Interest(interest) => {
                        member.interest = interest;
                        member.readings.clear();
                        (member.next_wall, member.next_ns) = (Duration::ZERO, 0);
                    }
                    _ => requests.push(envelope),
                }
            }
        }
    }

    /// Answer a client's request.
    pub fn answer(&mut self, client: ClientId, number: u64, tick: u64, outcome: Outcome) {
        if let Some(member) = self.members.iter_mut().find(|member| member.id == client) {
            member.slot.offer_answer(Answer { number, tick, outcome });
        }
    }

    /// Answer the controlling client of a run in lock-step, which waits for it. Unlike all others, the answer does not
    /// wait for the next step where the mailbox is locked: there may be none.
    pub fn answer_controller(&mut self, client: ClientId, number: u64, tick: u64, outcome: Outcome) {
        if let Some(member) = self.members.iter_mut().find(|member| member.id == client) {
            member.slot.hand_over_answer(Answer { number, tick, outcome });
        }
    }

    /// Wait until a client sends a request, at most this long. For runs that do nothing meanwhile.
    pub fn wait_for_request(&self, timeout: Duration) {
        self.registry.bell.wait(timeout);
    }

    /// Whether a client wants a reading of this sensor that is due now, and how soon.
    /// A client that does not receive every step gets one reading of a sensor with each step it receives.
    pub fn wants(&self, sensor: SensorId, wall: Duration, time_ns: u64) -> Option<Wanted> {
        let wants_it = |member: &&Member| {
            member.interest.sensors.has(sensor)
                && (member.is_due(wall, time_ns)
                    || member.readings.iter().all(|reading| reading.sensor != sensor))
        };
        self.members.iter().filter(wants_it).filter_map(|member| member.interest.rate.wanted()).max()
    }

    /// Whether a step is due for any client now.
    pub fn is_due(&self, wall: Duration, time_ns: u64) -> bool {
        self.members.iter().any(|member| member.is_due(wall, time_ns))
    }

    /// Keep the readings of this step for the next step of each client that wants them.
    pub fn keep(&mut self, readings: &[Arc<Reading>]) {
        for member in &mut self.members {
            readings.iter().for_each(|reading| member.keep(reading));
        }
    }

    /// Keep a reading of an earlier step, if there is one, for clients that follow the wall clock. Others already have
    /// theirs, with its step.
    pub fn keep_late(&mut self, reading: Option<Arc<Reading>>) {
        let can_wait = |member: &&mut Member| member.interest.rate.wanted() == Some(Wanted::Soon);
        if let Some(reading) = reading {
            self.members.iter_mut().filter(can_wait).for_each(|member| member.keep(&reading));
        }
    }

    /// Send a step to the clients for which it is due, each with its own readings.
    pub fn send(&mut self, step: &Step) {
        let (wall, time_ns) = (step.status.wall, step.time_ns());
        for member in self.members.iter_mut().filter(|member| member.is_due(wall, time_ns)) {
            member.send(step);
        }
    }

    /// Whether a step is due for a client that follows the wall clock, while the run is paused.
    pub fn is_due_by_wall(&self, wall: Duration) -> bool {
        self.members.iter().any(|member| member.is_due_by_wall(wall))
    }

    /// Send the last step again to clients that follow the wall clock, while the run is paused.
    pub fn send_by_wall(&mut self, step: &Step) {
        let wall = step.status.wall;
        for member in self.members.iter_mut().filter(|member| member.is_due_by_wall(wall)) {
            member.send(step);
        }
    }

    /// Number of clients that the hub has admitted.
    pub fn client_count(&self) -> usize {
        self.members.len()
    }

    /// Name of a client, and how many of its requests failed their check.
    pub fn about(&self, client: ClientId) -> Option<(&str, u64)> {
        let member = self.members.iter().find(|member| member.id == client)?;
        Some((&member.name, member.connection.refused_count.load(Ordering::Relaxed)))
    }
}

impl Drop for Hub {
    /// The run is over: all clients are informed.
    fn drop(&mut self) {
        self.registry.is_over.store(true, Ordering::Release);
        self.update_members();
        self.members.iter_mut().for_each(|member| member.slot.end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Client, Control, LinkProblem, SensorChoice};
    use skidpad_messages::{Observations, Pace, RunStatus, VehicleId};

    fn step(step: u64) -> Step {
        let observations = Observations { step, time_ns: step * 1_000_000, ..Observations::default() };
        let status = RunStatus { wall: Duration::from_millis(step), ..RunStatus::default() };
        Step { tick: step, observations: observations.into(), status: status.into(), ..Step::default() }
    }

    fn run(hub: &mut Hub, steps: std::ops::Range<u64>) {
        for number in steps {
            hub.collect(&mut Vec::new());
            hub.send(&step(number));
        }
    }

    fn steps(client: &Client) -> Vec<u64> {
        client.take().steps.iter().map(|step| step.observations.step).collect()
    }

    #[test]
    fn a_full_mailbox_drops_the_oldest_and_tells() {
        let (mut hub, handle) = Hub::new(Limits::default());
        let sleeper = handle.connect("sleeper", Interest::every_step()).unwrap();
        run(&mut hub, 0..1000);
        let delivery = sleeper.take();
        assert_eq!(delivery.steps.len(), 64);
        assert_eq!(delivery.dropped_step_count, 1000 - 64);
        assert_eq!(delivery.steps[0].observations.step, 936, "the newest are kept");
        run(&mut hub, 1000..1001);
        assert_eq!(sleeper.take().dropped_step_count, 0, "reported once");
    }

    #[test]
    fn heavy_frames_are_limited_by_their_bytes_and_one_always_fits() {
        let limits = Limits { step_bytes: 1, ..Limits::default() };
        let (mut hub, handle) = Hub::new(limits);
        let client = handle.connect("c", Interest::every_step()).unwrap();
        run(&mut hub, 0..10);
        assert_eq!(steps(&client), [9]);
    }

    #[test]
    fn rates_are_kept_on_the_wall_and_in_simulated_time() {
        let (mut hub, handle) = Hub::new(Limits::default());
        let at = |rate| Interest { rate, sensors: SensorChoice::None };
        let wall = handle.connect("w", at(StepRate::EveryWall(Duration::from_millis(40)))).unwrap();
        let simulated = handle.connect("s", at(StepRate::EverySimulated(25_000_000))).unwrap();
        let never = handle.connect("n", at(StepRate::Never)).unwrap();
        run(&mut hub, 0..100);
        assert_eq!(steps(&wall), [0, 40, 80]);
        assert_eq!(steps(&simulated), [0, 25, 50, 75]);
        assert!(never.take().is_empty());
        run(&mut hub, 0..30);
        assert_eq!(steps(&simulated), [0, 25], "after a reset time begins anew");
    }

    #[test]
    fn viewers_can_wait_for_a_reading_and_programs_cannot() {
        let (mut hub, handle) = Hub::new(Limits::default());
        let laser = SensorId(3);
        let wanted = |hub: &mut Hub| {
            hub.collect(&mut Vec::new());
            hub.wants(laser, Duration::ZERO, 0)
        };
        let at = |rate, sensors| Interest { rate, sensors };
        let these = SensorChoice::These([laser].into());
        let _silent = handle.connect("silent", at(StepRate::Never, SensorChoice::All)).unwrap();
        let _blind = handle.connect("blind", at(StepRate::EveryStep, SensorChoice::None)).unwrap();
        assert_eq!(wanted(&mut hub), None);
        let _person =
            handle.connect("person", Interest::per_second(30.0).with_sensors(these.clone())).unwrap();
        assert_eq!(wanted(&mut hub), Some(Wanted::Soon));
        let program = handle.connect("program", at(StepRate::EverySimulated(1), these)).unwrap();
        assert_eq!(wanted(&mut hub), Some(Wanted::Now));
        drop(program);
        assert_eq!(wanted(&mut hub), Some(Wanted::Soon));
    }

    #[test]
    fn a_client_that_holds_its_mailbox_open_holds_up_nobody() {
        let (mut hub, handle) = Hub::new(Limits::default());
        let rude = handle.connect("rude", Interest::every_step()).unwrap();
        let polite = handle.connect("polite", Interest::every_step()).unwrap();
        let requests = rude.connection.requests.lock().unwrap();
        run(&mut hub, 0..10);
        drop(requests);
        assert_eq!(steps(&polite).len(), 10);
        assert_eq!(steps(&rude).len(), 10);
    }

    #[test]
    fn wishes_are_checked_counted_and_limited() {
        let (mut hub, handle) = Hub::new(Limits { request_count: 20, ..Limits::default() });
        let client = handle.connect("c", Interest::every_step()).unwrap();
        let robot = VehicleId(0);
        assert!(client.ask(robot.drive(f64::NAN, 0.0)).is_err());
        assert!(client.control(Control::SetPace(Pace::RealTime(f64::NAN))).is_err());
        assert!(client.control(Control::Step(0)).is_err());
        for number in 1..=20 {
            assert_eq!(client.ask(robot.drive(1.0, 0.0)), Ok(number));
        }
        assert_eq!(client.ask(robot.drive(1.0, 0.0)), Err(LinkProblem::Full { limit: 20 }));
        let mut requests = Vec::new();
        hub.collect(&mut requests);
        assert_eq!(requests.len(), 16, "the rest waits for the next step");
        hub.collect(&mut requests);
        assert_eq!(requests.len(), 20);
        assert_eq!(hub.about(client.id()), Some(("c", 4)));
    }

    #[test]
    fn those_who_leave_are_forgotten_and_those_who_are_too_many_refused() {
        let (mut hub, handle) = Hub::new(Limits { client_count: 2, ..Limits::default() });
        let first = handle.connect("1", Interest::every_step()).unwrap();
        let _second = handle.connect("2", Interest::every_step()).unwrap();
        assert_eq!(
            handle.connect("3", Interest::every_step()).err(),
            Some(LinkProblem::TooManyClients { limit: 2 })
        );
        run(&mut hub, 0..1);
        drop(first);
        run(&mut hub, 1..2);
        assert_eq!((hub.client_count(), handle.client_count()), (1, 1));
        assert!(handle.connect("4", Interest::every_step()).is_ok());
    }

    #[test]
    fn another_world_trusts_no_snapshot_of_the_one_before() {
        let (mut hub, handle) = Hub::new(Limits::default());
        let period = Duration::from_secs(3600);
        let rare = Interest { rate: StepRate::EveryWall(period), sensors: SensorChoice::None };
        let client = handle.connect("c", rare).unwrap();
        let snapshot: Arc<[u8]> = Arc::new([1, 2, 3]);
        hub.trust(&snapshot);
        run(&mut hub, 0..3);
        assert_eq!((steps(&client), hub.trusts(&snapshot)), (vec![0], true));
        hub.forget_world();
        run(&mut hub, 3..5);
        assert_eq!((steps(&client), hub.trusts(&snapshot)), (vec![3], false));
    }

    #[test]
    fn the_end_of_a_run_is_told() {
        let (mut hub, handle) = Hub::new(Limits::default());
        let client = handle.connect("c", Interest::every_step()).unwrap();
        run(&mut hub, 0..1);
        drop(hub);
        let delivery = client.wait(Duration::from_secs(10));
        assert!(delivery.is_last && delivery.steps.len() == 1);
        assert_eq!(client.ask(VehicleId(0).drive(1.0, 0.0)), Err(LinkProblem::Ended));
        assert_eq!(handle.connect("late", Interest::every_step()).err(), Some(LinkProblem::Ended));
    }
}

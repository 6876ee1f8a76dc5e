//! A run: steps at the pace of the clock, commands in, frames out.

use crate::pacer::Pacer;
use crate::request_queue::RequestQueue;
use crate::sensor_scheduler::SensorScheduler;
use crate::{Clock, Crew, StepMade, StopFlag};
use skidpad_link::{Hub, Pace, RunStatus, Wanted};
use skidpad_messages::Commands;
use skidpad_sim::{SensorTracer, Simulation};
use std::sync::Arc;
use std::time::Duration;

/// A run of a world.
pub struct Session<'a> {
    /// The world.
    pub sim: &'a mut Simulation,
    /// Its clients.
    pub hub: Hub,
    /// How fast simulated time passes. Clients may change it.
    pub pace: Pace,
    /// End after this many steps; `None` runs until asked to stop.
    pub step_limit: Option<u64>,
    /// Whether it stands still at first.
    pub is_paused: bool,
    /// What looks for those who want readings.
    pub tracer: SensorTracer,
}

/// How a run went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Steps made.
    pub step_count: u64,
    /// Wall time spent.
    pub wall: Duration,
    /// Steps that began more than one step late.
    pub missed_deadline_count: u64,
    /// Whether the run ended because it was asked to.
    pub was_stopped: bool,
}

/// The longest uninterrupted wait: a raised flag or a request is noticed within this time.
const LONGEST_WAIT: Duration = Duration::from_millis(10);

impl<'a> Session<'a> {
    /// A run in real time until somebody ends it.
    pub fn new(sim: &'a mut Simulation, hub: Hub) -> Self {
        Session {
            sim,
            hub,
            pace: Pace::RealTime(1.0),
            step_limit: None,
            is_paused: false,
            tracer: SensorTracer::new(),
        }
    }

    /// Make the steps.
    pub fn go(self, clock: &impl Clock, stop: &StopFlag, crew: &mut dyn Crew) -> Outcome {
        let started = clock.elapsed();
        let wall = || clock.elapsed().saturating_sub(started);
        let Session { sim, mut hub, pace, step_limit, is_paused, tracer } = self;
        let mut pacer = Pacer::new(sim.step_ns(), pace, Duration::ZERO);
        let mut queue = RequestQueue::new(is_paused);
        let mut scheduler = SensorScheduler::new(tracer);
        let mut commands = Commands::NONE;
        let mut readings = Vec::new();
        let mut tick = 0;
        while step_limit.is_none_or(|limit| tick < limit) {
            queue.attend(tick, wall(), sim, &mut hub, &mut pacer, crew);
            if stop.is_raised() || queue.is_ended {
                break;
            }
            let wait = if queue.stands_still() { LONGEST_WAIT } else { pacer.time_left(tick, wall()) };
            if !wait.is_zero() {
                if queue.stands_still() {
                    scheduler.look_anew(sim);
                }
                hub.keep_late(scheduler.collect());
                if queue.stands_still() {
                    let status = status(tick, wall(), &pacer, &queue, &hub, crew);
                    hub.show_by_wall(|| Arc::new(sim.observations().clone()), &status);
                }
                crew.idle(sim);
                clock.wait(wait.min(LONGEST_WAIT));
                continue;
            }
            pacer.begin(tick, wall());
            queue.hand_over(&mut commands);
            crew.plan(tick, sim.time_ns(), &mut commands);
            sim.step(&commands);
            tick += 1;
            queue.answer(tick, sim.observations(), &mut hub);
            let status = status(tick, wall(), &pacer, &queue, &hub, crew);
            readings.clear();
            for id in sim.due() {
                let wanted = if crew.wants(id) {
                    Some(Wanted::Now)
                } else {
                    hub.wants(id, status.wall, sim.time_ns())
                };
                if let Some(wanted) = wanted {
                    readings.extend(scheduler.read(sim, id, wanted, status.wall, stop));
                }
            }
            let seen = sim.observations();
            crew.note(&StepMade {
                tick,
                commands: &commands,
                seen,
                readings: &readings,
                sim,
                status: &status,
            });
            hub.keep_late(scheduler.collect());
            hub.keep(&readings);
            if hub.is_due(status.wall, seen.time_ns) {
                hub.show(&Arc::new(seen.clone()), &status);
            }
        }
        let was_stopped = step_limit.is_none_or(|limit| tick < limit);
        let missed_deadline_count = pacer.missed_deadline_count();
        Outcome { step_count: tick, wall: wall(), missed_deadline_count, was_stopped }
    }
}

fn status(
    tick: u64,
    wall: Duration,
    pacer: &Pacer,
    queue: &RequestQueue,
    hub: &Hub,
    crew: &dyn Crew,
) -> RunStatus {
    RunStatus {
        tick,
        wall,
        pace: pacer.pace(),
        is_paused: queue.stands_still(),
        realtime_factor: if queue.stands_still() { 0.0 } else { pacer.realtime_factor() },
        missed_deadline_count: pacer.missed_deadline_count(),
        client_count: u32::try_from(hub.client_count()).unwrap_or(u32::MAX),
        writing: crew.writing(),
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;

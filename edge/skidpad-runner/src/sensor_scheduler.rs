//! Readings: the quick ones on the stepping thread, those that cast rays in space on a thread beside it.

use crate::StopFlag;
use skidpad_link::Wanted;
use skidpad_messages::{Reading, SensorId};
use skidpad_sim::{PendingReading, RawMaps, SensorTracer, Simulation};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

/// A raised flag is noticed within this time while a reading is waited for.
const PATIENCE: Duration = Duration::from_millis(5);

/// A look that waits for its turn is taken anew after this long, so that what is shown is not old.
const FRESH: Duration = Duration::from_millis(20);

/// Takes the readings of a run.
pub(crate) struct SensorScheduler {
    /// For what is quick. Rays in space have a tracer of their own.
    quick: SensorTracer,
    /// Follows up looks of those who can wait, and others as long as nobody keeps it busy.
    first: TracerThread,
    /// Takes the place of the first while that is busy: who wants a reading now waits for no other.
    second: TracerThread,
    /// Looks of those who can wait, in the order of their turns, with the time they were taken.
    waiting: Vec<(PendingReading, Duration)>,
    /// The sensor of the one that is being followed up.
    under_way: Option<SensorId>,
    /// Whether that sensor has given a newer reading meanwhile.
    is_overtaken: bool,
    /// Whether somebody has been sent to prepare the maps of the world.
    is_preparing: bool,
}

impl SensorScheduler {
    pub(crate) fn new(tracer: SensorTracer) -> Self {
        let second = TracerThread::new(tracer.beside());
        SensorScheduler {
            quick: SensorTracer::new(),
            first: TracerThread::new(tracer),
            second,
            waiting: Vec::new(),
            under_way: None,
            is_overtaken: false,
            is_preparing: false,
        }
    }

    /// A reading of a sensor that is due. None when it comes later, or when the run is asked to end meanwhile.
    pub(crate) fn read(
        &mut self,
        sim: &Simulation,
        sensor: SensorId,
        wanted: Wanted,
        wall: Duration,
        stop: &StopFlag,
    ) -> Option<Arc<Reading>> {
        let turn = self.waiting.iter().position(|(look, _)| look.sensor() == sensor);
        let is_fresh = turn.is_some_and(|turn| wall < self.waiting[turn].1 + FRESH);
        if wanted == Wanted::Soon && is_fresh {
            return None;
        }
        if !self.has_maps(sim, sensor, wanted, stop) {
            return None;
        }
        let Some(look) = sim.pending_reading(sensor) else {
            return Some(Arc::new(sim.sense(sensor, &mut self.quick)));
        };
        match (wanted, turn) {
            (Wanted::Now, _) => {
                self.is_overtaken |= self.under_way == Some(sensor);
                self.waiting.retain(|(look, _)| look.sensor() != sensor);
                return self.wait_for(look, stop);
            }
            (Wanted::Soon, Some(turn)) => self.waiting[turn] = (look, wall),
            (Wanted::Soon, None) => self.waiting.push((look, wall)),
        }
        None
    }

    /// The one who has nothing to do.
    fn free(&mut self) -> &mut TracerThread {
        if self.under_way.is_some() { &mut self.second } else { &mut self.first }
    }

    /// Whether a sensor can do without maps, or has them. If not, they are being prepared from now on.
    fn has_maps(&mut self, sim: &Simulation, sensor: SensorId, wanted: Wanted, stop: &StopFlag) -> bool {
        while let Some(maps) = sim.raw_maps(sensor) {
            if !std::mem::replace(&mut self.is_preparing, true) {
                self.free().send(TracerRequest::Prepare(maps));
            }
            if wanted == Wanted::Soon || stop.is_raised() {
                return false;
            }
            [&mut self.first, &mut self.second].into_iter().for_each(TracerThread::check);
            sleep(PATIENCE);
        }
        true
    }

    fn wait_for(&mut self, look: PendingReading, stop: &StopFlag) -> Option<Arc<Reading>> {
        let observer = self.free();
        observer.send(TracerRequest::FollowUp(look));
        while !stop.is_raised() {
            if let Some(reading) = observer.wait(PATIENCE) {
                return Some(reading);
            }
        }
        None
    }

    /// The reading that was made beside the steps since the last time, if there is one. Then it is the turn of the
    /// next look.
    pub(crate) fn collect(&mut self) -> Option<Arc<Reading>> {
        let made = if self.under_way.is_some() { self.first.wait(Duration::ZERO) } else { None };
        if made.is_some() {
            self.under_way = None;
        }
        if self.under_way.is_none() && !self.waiting.is_empty() {
            let (look, _) = self.waiting.remove(0);
            self.under_way = Some(look.sensor());
            self.first.send(TracerRequest::FollowUp(look));
        }
        made.filter(|_| !std::mem::take(&mut self.is_overtaken))
    }

    /// The world stands still: looks that have waited while it went on are taken anew, so that pictures show what
    /// stands there.
    pub(crate) fn look_anew(&mut self, sim: &Simulation) {
        let sensor_count = sim.sensors().len();
        for (look, _) in &mut self.waiting {
            let is_there = look.sensor().index() < sensor_count;
            if is_there
                && look.stamp_ns() != sim.time_ns()
                && let Some(new) = sim.pending_reading(look.sensor())
            {
                *look = new;
            }
        }
    }
}

/// What the thread beside the steps is sent to do.
enum TracerRequest {
    /// Gives a reading.
    FollowUp(PendingReading),
    Prepare(RawMaps),
}

/// A thread that answers requests, in their order. It begins with the first: a run in which nobody looks has none.
///
/// At the end of a run it is left to itself: large meshes take seconds to prepare, and nobody waits for that.
struct TracerThread {
    /// Until the thread takes them.
    tracer: SensorTracer,
    line: Option<TracerChannels>,
    called_off: Arc<AtomicBool>,
}

/// Both ends that lead to the thread.
struct TracerChannels {
    requests: Sender<TracerRequest>,
    readings: Receiver<Arc<Reading>>,
    thread: JoinHandle<()>,
}

impl TracerThread {
    fn new(tracer: SensorTracer) -> Self {
        TracerThread { tracer, line: None, called_off: Arc::default() }
    }

    fn send(&mut self, request: TracerRequest) {
        let TracerThread { tracer, line, called_off } = self;
        let line =
            line.get_or_insert_with(|| TracerChannels::begin(std::mem::take(tracer), Arc::clone(called_off)));
        if line.requests.send(request).is_err() {
            self.break_down();
        }
    }

    /// The next reading, if it comes in time.
    fn wait(&mut self, patience: Duration) -> Option<Arc<Reading>> {
        match self.line.as_ref()?.readings.recv_timeout(patience) {
            Ok(reading) => Some(reading),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.break_down(),
        }
    }

    /// Go on only if the thread does.
    fn check(&mut self) {
        if self.line.as_ref().is_some_and(|line| line.thread.is_finished()) {
            self.break_down();
        }
    }

    /// The thread is gone, which is a defect of ours: what it said is said here.
    fn break_down(&mut self) -> ! {
        match self.line.take().map(|line| line.thread.join()) {
            Some(Err(panic)) => resume_unwind(panic),
            _ => unreachable!("the thread goes on as long as it can be asked"),
        }
    }
}

impl Drop for TracerThread {
    fn drop(&mut self) {
        self.called_off.store(true, Ordering::Relaxed);
    }
}

impl TracerChannels {
    fn begin(mut tracer: SensorTracer, called_off: Arc<AtomicBool>) -> TracerChannels {
        let (requests, to_do) = channel();
        let (made, readings) = channel();
        let work = move || {
            for request in to_do {
                let look: PendingReading = match request {
                    TracerRequest::FollowUp(look) => look,
                    TracerRequest::Prepare(maps) => {
                        maps.prepare();
                        continue;
                    }
                };
                let Some(reading) = look.reading_unless(&called_off, &mut tracer) else { return };
                if made.send(Arc::new(reading)).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().name("observer".to_string()).spawn(work);
        let thread = thread.expect("the system has another thread");
        TracerChannels { requests, readings, thread }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_messages::Commands;
    use skidpad_scene::{Assets, OccupancyGrid};
    use skidpad_sim::BuildOptions;
    use skidpad_world::{ExpandOptions, MapFiles, load};
    use std::thread::spawn;
    use std::time::Instant;

    /// A robot with a scanner, two cameras and a place in the world.
    fn world() -> Simulation {
        world_with(&Assets::default())
    }

    fn world_with(assets: &Assets) -> Simulation {
        let camera = |name| {
            format!("<sensor class='camera' name='{name}'><ncols>64</ncols><nrows>48</nrows></sensor>")
        };
        let text = format!(
            "<mvsim_world><element class='occupancy_grid'><file>map.png</file></element><vehicle name='r1'><dynamics class='differential'/><sensor class='laser' name='laser'/>
            {}{}<sensor class='gnss' name='gps'/></vehicle></mvsim_world>",
            camera("left"),
            camera("right")
        );
        let files = MapFiles::from_texts([("w.xml", text.as_str())]);
        let world = load("w.xml", &files, &ExpandOptions::default());
        Simulation::build(&world.description, assets, &BuildOptions::default()).unwrap()
    }

    const LASER: SensorId = SensorId(0);
    const CAMERAS: [SensorId; 2] = [SensorId(1), SensorId(2)];
    const GPS: SensorId = SensorId(3);

    fn read(
        it: &mut SensorScheduler,
        sim: &Simulation,
        sensor: SensorId,
        wanted: Wanted,
    ) -> Option<Arc<Reading>> {
        it.read(sim, sensor, wanted, Duration::from_millis(sim.time_ns() / 1_000_000), &StopFlag::default())
    }

    /// The next reading made beside the steps.
    fn next(it: &mut SensorScheduler) -> Arc<Reading> {
        let (mut found, begun) = (None, Instant::now());
        while found.is_none() && begun.elapsed() < Duration::from_secs(60) {
            found = it.collect();
        }
        found.expect("a reading that is waited for comes")
    }

    /// No thread, and so no trees for rays, where nobody wants what rays give.
    #[test]
    fn without_rays_there_is_no_thread() {
        let (sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new()));
        for wanted in [Wanted::Soon, Wanted::Now] {
            for sensor in [LASER, GPS] {
                assert_eq!(read(&mut it, &sim, sensor, wanted).unwrap().sensor, sensor);
            }
        }
        assert_eq!(it.collect(), None, "nothing was to come later");
        assert!(it.first.line.is_none());
        assert!(read(&mut it, &sim, CAMERAS[0], Wanted::Now).is_some());
        assert!(it.first.line.is_some());
    }

    #[test]
    fn those_who_wait_take_turns_and_see_what_is_new() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new()));
        for sensor in CAMERAS {
            assert!(read(&mut it, &sim, sensor, Wanted::Soon).is_none());
        }
        assert_eq!(it.collect(), None, "the first has only begun");
        for _ in 0..100 {
            sim.step(&Commands::NONE);
        }
        for sensor in CAMERAS {
            assert!(read(&mut it, &sim, sensor, Wanted::Soon).is_none());
        }
        let (first, second, third) = (next(&mut it), next(&mut it), next(&mut it));
        assert_eq!([first.sensor, second.sensor, third.sensor], [CAMERAS[0], CAMERAS[1], CAMERAS[0]]);
        assert_eq!([first.stamp_ns, second.stamp_ns], [0, sim.time_ns()], "the second looked anew");
    }

    /// Readings that are wanted at once are not mistaken for those made beside the steps, nor wait for them: the
    /// thread that makes those does not even have to go on.
    #[test]
    fn who_wants_a_reading_now_gets_its_own() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new()));
        for sensor in CAMERAS {
            read(&mut it, &sim, sensor, Wanted::Soon);
        }
        assert_eq!(it.collect(), None, "the first has only begun");
        let line = it.first.line.as_mut().unwrap();
        let (stuck, silent) = (channel(), channel());
        let begun = std::mem::replace(
            line,
            TracerChannels { requests: stuck.0, readings: silent.1, thread: spawn(|| {}) },
        );
        sim.step(&Commands::NONE);
        let reading = read(&mut it, &sim, CAMERAS[1], Wanted::Now).unwrap();
        assert_eq!(*reading, sim.sense(CAMERAS[1], &mut SensorTracer::new()));
        *it.first.line.as_mut().unwrap() = begun;
        assert_eq!((next(&mut it).stamp_ns, it.under_way), (0, None), "the second has no turn any more");
    }

    /// A picture that was begun before is not shown after a newer one.
    #[test]
    fn readings_of_a_sensor_come_in_their_order() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new()));
        read(&mut it, &sim, CAMERAS[0], Wanted::Soon);
        assert_eq!(it.collect(), None, "it has only begun");
        sim.step(&Commands::NONE);
        assert_eq!(read(&mut it, &sim, CAMERAS[0], Wanted::Now).unwrap().stamp_ns, sim.time_ns());
        sim.step(&Commands::NONE);
        read(&mut it, &sim, CAMERAS[0], Wanted::Soon);
        assert_eq!(next(&mut it).stamp_ns, sim.time_ns());
    }

    #[test]
    fn who_has_waited_sees_the_world_that_stands_still() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new()));
        for sensor in CAMERAS {
            read(&mut it, &sim, sensor, Wanted::Soon);
        }
        assert_eq!(it.collect(), None, "the first has only begun");
        sim.step(&Commands::NONE);
        it.look_anew(&sim);
        assert_eq!([next(&mut it).stamp_ns, next(&mut it).stamp_ns], [0, sim.time_ns()]);
    }

    /// Nor does a person's first look at a map hold the run up.
    #[test]
    fn maps_are_prepared_beside_the_steps() {
        let free = vec![255; 400];
        let grid =
            OccupancyGrid { resolution_m: 0.1, x_min_m: -1.0, y_min_m: -1.0, width: 20, height: 20, free };
        let assets = Assets { grids: [(0, Arc::new(grid))].into(), ..Assets::default() };
        for wanted in [Wanted::Soon, Wanted::Now] {
            let (sim, mut it) = (world_with(&assets), SensorScheduler::new(SensorTracer::new()));
            assert!(read(&mut it, &sim, GPS, wanted).is_some() && it.first.line.is_none());
            let first = read(&mut it, &sim, LASER, wanted);
            assert_eq!(first.is_some(), wanted == Wanted::Now);
            let begun = Instant::now();
            while sim.raw_maps(LASER).is_some() && begun.elapsed() < Duration::from_secs(60) {}
            assert_eq!(read(&mut it, &sim, LASER, wanted).unwrap().sensor, LASER);
        }
    }

    #[test]
    fn nobody_waits_for_a_reading_when_the_run_is_to_end() {
        let (sim, mut it, stop) = (world(), SensorScheduler::new(SensorTracer::new()), StopFlag::default());
        stop.raise();
        assert_eq!(it.read(&sim, CAMERAS[0], Wanted::Now, Duration::ZERO, &stop), None);
    }
}

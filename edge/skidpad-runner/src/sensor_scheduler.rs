//! When and where sensors are read: quick sensors on the stepping thread, lidars and cameras on a thread beside it.

use crate::StopFlag;
use crate::stopwatch::Stopwatch;
use crate::tracer_thread::{TracerRequest, TracerThread};
use skidpad_link::Wanted;
use skidpad_messages::{Reading, SensorId};
use skidpad_sim::{PendingReading, SensorTracer, Simulation};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// A raised stop flag is noticed within this time while the run waits for a reading.
const PATIENCE: Duration = Duration::from_millis(5);

/// A pending reading that has waited this long is captured again, so that viewers do not see an old state.
const FRESH: Duration = Duration::from_millis(20);

/// Takes the readings of a run.
pub(crate) struct SensorScheduler {
    /// For quick sensors. Lidars and cameras have tracers of their own.
    quick: SensorTracer,
    /// Traces readings that can wait, and urgent ones while it is idle.
    first: TracerThread,
    /// Traces urgent readings while the first is busy, so that they do not wait for others.
    second: TracerThread,
    /// Readings that can wait, in the order of their turns, with the wall time at which they were captured.
    waiting: Vec<(PendingReading, Duration)>,
    /// The sensor whose reading is being traced.
    under_way: Option<SensorId>,
    /// Whether that sensor has been read again meanwhile.
    is_overtaken: bool,
    /// Whether a thread has been asked to prepare the maps of the world.
    is_preparing: bool,
    /// How long the run has waited for readings.
    waited: Duration,
    /// How long the readings of each sensor took.
    times: Arc<Vec<Duration>>,
}

impl SensorScheduler {
    /// `has_threads`: whether the system can start threads.
    pub(crate) fn new(tracer: SensorTracer, has_threads: bool) -> Self {
        let second = TracerThread::new(tracer.beside(), has_threads);
        SensorScheduler {
            quick: SensorTracer::new(),
            first: TracerThread::new(tracer, has_threads),
            second,
            waiting: Vec::new(),
            under_way: None,
            is_overtaken: false,
            is_preparing: false,
            waited: Duration::ZERO,
            times: Arc::default(),
        }
    }

    /// How long the run has waited for readings, and how long those of each sensor took.
    pub(crate) fn times(&self) -> (Duration, Arc<Vec<Duration>>) {
        (self.waited, Arc::clone(&self.times))
    }

    fn note_time(&mut self, sensor: SensorId, time: Duration) {
        let times = Arc::make_mut(&mut self.times);
        if times.len() <= sensor.index() {
            times.resize(sensor.index() + 1, Duration::ZERO);
        }
        times[sensor.index()] += time;
    }

    /// Read a sensor that is due. Returns `None` if the reading comes later, or if the run is asked to end meanwhile.
    pub(crate) fn read(
        &mut self,
        sim: &Simulation,
        sensor: SensorId,
        wanted: Wanted,
        wall: Duration,
        stop: &StopFlag,
    ) -> Option<Arc<Reading>> {
        let began = Stopwatch::start();
        let reading = self.read_or_begin(sim, sensor, wanted, wall, stop);
        let time = began.elapsed();
        self.waited += time;
        if reading.is_some() {
            self.note_time(sensor, time);
        }
        reading
    }

    fn read_or_begin(
        &mut self,
        sim: &Simulation,
        sensor: SensorId,
        wanted: Wanted,
        wall: Duration,
        stop: &StopFlag,
    ) -> Option<Arc<Reading>> {
        let turn = self.waiting.iter().position(|(pending, _)| pending.sensor() == sensor);
        let is_fresh = turn.is_some_and(|turn| wall < self.waiting[turn].1 + FRESH);
        if wanted == Wanted::Soon && is_fresh {
            return None;
        }
        if !self.has_maps(sim, sensor, wanted, stop) {
            return None;
        }
        let Some(pending) = sim.pending_reading(sensor) else {
            return Some(Arc::new(sim.sense(sensor, &mut self.quick)));
        };
        match (wanted, turn) {
            (Wanted::Now, _) => {
                self.is_overtaken |= self.under_way == Some(sensor);
                self.waiting.retain(|(pending, _)| pending.sensor() != sensor);
                return self.wait_for(pending, stop);
            }
            (Wanted::Soon, Some(turn)) => self.waiting[turn] = (pending, wall),
            (Wanted::Soon, None) => self.waiting.push((pending, wall)),
        }
        None
    }

    /// A thread that is not tracing.
    fn idle_thread(&mut self) -> &mut TracerThread {
        if self.under_way.is_some() { &mut self.second } else { &mut self.first }
    }

    /// Whether the maps that a sensor needs are prepared. If not, their preparation begins.
    fn has_maps(&mut self, sim: &Simulation, sensor: SensorId, wanted: Wanted, stop: &StopFlag) -> bool {
        while let Some(maps) = sim.raw_maps(sensor) {
            if !std::mem::replace(&mut self.is_preparing, true) {
                self.idle_thread().send(TracerRequest::Prepare(maps));
            }
            if wanted == Wanted::Soon || stop.is_raised() {
                return false;
            }
            [&mut self.first, &mut self.second].into_iter().for_each(TracerThread::check);
            // Without threads they are prepared by now.
            if self.first.is_thread() {
                sleep(PATIENCE);
            }
        }
        true
    }

    fn wait_for(&mut self, pending: PendingReading, stop: &StopFlag) -> Option<Arc<Reading>> {
        let thread = self.idle_thread();
        thread.send(TracerRequest::Trace(pending));
        while !stop.is_raised() {
            if let Some((reading, _)) = thread.wait(PATIENCE) {
                return Some(reading);
            }
        }
        None
    }

    /// The reading that was traced beside the steps since the last call, if any. Then the next one begins.
    ///
    /// Without threads it is traced here, and then not again for as long as it took: steps keep half of the time.
    pub(crate) fn collect(&mut self, wall: Duration) -> Option<Arc<Reading>> {
        if self.first.rests(wall) {
            return None;
        }
        let made = if self.under_way.is_some() { self.first.wait(Duration::ZERO) } else { None };
        let made = made.map(|(reading, time)| {
            self.under_way = None;
            self.note_time(reading.sensor, time);
            reading
        });
        if self.under_way.is_none() && !self.waiting.is_empty() {
            let (pending, _) = self.waiting.remove(0);
            self.under_way = Some(pending.sensor());
            self.first.send(TracerRequest::Trace(pending));
        }
        made.filter(|_| !std::mem::take(&mut self.is_overtaken))
    }

    /// Capture waiting readings again while the run is paused, so that pictures show its current state.
    pub(crate) fn refresh(&mut self, sim: &Simulation) {
        let sensor_count = sim.sensors().len();
        for (pending, _) in &mut self.waiting {
            let is_there = pending.sensor().index() < sensor_count;
            if is_there
                && pending.stamp_ns() != sim.time_ns()
                && let Some(new) = sim.pending_reading(pending.sensor())
            {
                *pending = new;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracer_thread::TracerChannels;
    use skidpad_messages::Commands;
    use skidpad_scene::{Assets, OccupancyGrid};
    use skidpad_sim::BuildOptions;
    use skidpad_world::{ExpandOptions, MapFiles, load};
    use std::sync::mpsc::channel;
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
            found = it.collect(Duration::ZERO);
        }
        found.expect("a reading that is waited for comes")
    }

    /// No thread, and so no trees for rays, if no reading that needs rays is wanted.
    #[test]
    fn without_rays_there_is_no_thread() {
        let (sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new(), true));
        for wanted in [Wanted::Soon, Wanted::Now] {
            for sensor in [LASER, GPS] {
                assert_eq!(read(&mut it, &sim, sensor, wanted).unwrap().sensor, sensor);
            }
        }
        assert_eq!(it.collect(Duration::ZERO), None, "nothing was to come later");
        assert!(it.first.channels.is_none());
        assert!(read(&mut it, &sim, CAMERAS[0], Wanted::Now).is_some());
        assert!(it.first.channels.is_some());
        let (waited, times) = it.times();
        let (read, unread) = (times[CAMERAS[0].index()], times.get(CAMERAS[1].index()));
        assert!(read > Duration::ZERO && unread.is_none_or(Duration::is_zero), "{times:?}");
        assert!(waited >= times.iter().sum(), "the run has waited for each of them");
    }

    /// A web page has no threads: a picture is traced between two steps, and then steps have as much time for themselves.
    #[test]
    fn without_threads_tracing_takes_half_of_the_time() {
        let (sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new(), false));
        let direct = read(&mut it, &sim, CAMERAS[1], Wanted::Now).unwrap();
        assert_eq!(*direct, sim.sense(CAMERAS[1], &mut SensorTracer::new()), "the same bits");
        for sensor in CAMERAS {
            assert_eq!(read(&mut it, &sim, sensor, Wanted::Soon), None);
        }
        let mut at_ms = |ms| it.collect(Duration::from_millis(ms)).map(|reading| reading.sensor);
        assert_eq!(at_ms(0), None, "the first has only begun");
        assert_eq!(at_ms(5), Some(CAMERAS[0]));
        // It took from 5 ms to 35 ms, so nothing is traced until 65 ms.
        assert_eq!([at_ms(35), at_ms(64), at_ms(65)], [None, None, Some(CAMERAS[1])]);
        assert!(it.first.channels.is_none(), "no thread was started");
    }

    #[test]
    fn those_who_wait_take_turns_and_see_what_is_new() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new(), true));
        for sensor in CAMERAS {
            assert!(read(&mut it, &sim, sensor, Wanted::Soon).is_none());
        }
        assert_eq!(it.collect(Duration::ZERO), None, "the first has only begun");
        for _ in 0..100 {
            sim.step(&Commands::NONE);
        }
        for sensor in CAMERAS {
            assert!(read(&mut it, &sim, sensor, Wanted::Soon).is_none());
        }
        let (first, second, third) = (next(&mut it), next(&mut it), next(&mut it));
        assert!(it.times().1[CAMERAS[1].index()] > Duration::ZERO, "it was made beside the steps");
        assert_eq!([first.sensor, second.sensor, third.sensor], [CAMERAS[0], CAMERAS[1], CAMERAS[0]]);
        assert_eq!([first.stamp_ns, second.stamp_ns], [0, sim.time_ns()], "the second was captured again");
    }

    /// Readings that are wanted at once are not mistaken for those made beside the steps, nor wait for them: the
    /// thread that makes those does not even have to go on.
    #[test]
    fn who_wants_a_reading_now_gets_its_own() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new(), true));
        for sensor in CAMERAS {
            read(&mut it, &sim, sensor, Wanted::Soon);
        }
        assert_eq!(it.collect(Duration::ZERO), None, "the first has only begun");
        let channels = it.first.channels.as_mut().unwrap();
        let (stuck, silent) = (channel(), channel());
        let begun = std::mem::replace(
            channels,
            TracerChannels { requests: stuck.0, readings: silent.1, thread: spawn(|| {}) },
        );
        sim.step(&Commands::NONE);
        let reading = read(&mut it, &sim, CAMERAS[1], Wanted::Now).unwrap();
        assert_eq!(*reading, sim.sense(CAMERAS[1], &mut SensorTracer::new()));
        *it.first.channels.as_mut().unwrap() = begun;
        assert_eq!((next(&mut it).stamp_ns, it.under_way), (0, None), "the second has no turn any more");
    }

    /// A picture that was begun before is not shown after a newer one.
    #[test]
    fn readings_of_a_sensor_come_in_their_order() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new(), true));
        read(&mut it, &sim, CAMERAS[0], Wanted::Soon);
        assert_eq!(it.collect(Duration::ZERO), None, "it has only begun");
        sim.step(&Commands::NONE);
        assert_eq!(read(&mut it, &sim, CAMERAS[0], Wanted::Now).unwrap().stamp_ns, sim.time_ns());
        sim.step(&Commands::NONE);
        read(&mut it, &sim, CAMERAS[0], Wanted::Soon);
        assert_eq!(next(&mut it).stamp_ns, sim.time_ns());
    }

    #[test]
    fn who_has_waited_sees_the_world_that_stands_still() {
        let (mut sim, mut it) = (world(), SensorScheduler::new(SensorTracer::new(), true));
        for sensor in CAMERAS {
            read(&mut it, &sim, sensor, Wanted::Soon);
        }
        assert_eq!(it.collect(Duration::ZERO), None, "the first has only begun");
        sim.step(&Commands::NONE);
        it.refresh(&sim);
        assert_eq!([next(&mut it).stamp_ns, next(&mut it).stamp_ns], [0, sim.time_ns()]);
    }

    /// Nor does the first reading of a map for a viewer delay the run.
    #[test]
    fn maps_are_prepared_beside_the_steps() {
        let free = vec![255; 400];
        let grid =
            OccupancyGrid { resolution_m: 0.1, x_min_m: -1.0, y_min_m: -1.0, width: 20, height: 20, free };
        let assets = Assets { grids: [(0, Arc::new(grid))].into(), ..Assets::default() };
        for wanted in [Wanted::Soon, Wanted::Now] {
            let (sim, mut it) = (world_with(&assets), SensorScheduler::new(SensorTracer::new(), true));
            assert!(read(&mut it, &sim, GPS, wanted).is_some() && it.first.channels.is_none());
            let first = read(&mut it, &sim, LASER, wanted);
            assert_eq!(first.is_some(), wanted == Wanted::Now);
            let begun = Instant::now();
            while sim.raw_maps(LASER).is_some() && begun.elapsed() < Duration::from_secs(60) {}
            assert_eq!(read(&mut it, &sim, LASER, wanted).unwrap().sensor, LASER);
        }
    }

    #[test]
    fn a_run_that_is_to_end_waits_for_no_reading() {
        let (sim, mut it, stop) =
            (world(), SensorScheduler::new(SensorTracer::new(), true), StopFlag::default());
        stop.raise();
        assert_eq!(it.read(&sim, CAMERAS[0], Wanted::Now, Duration::ZERO, &stop), None);
    }
}

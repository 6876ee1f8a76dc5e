//! A participant that records a run and writes on a thread of its own.

use super::channels::Compression;
use super::durable::DurableFile;
use super::mcap_writer::{LaterFiles, McapWriter};
use crate::{Provenance, TopicChoice};
use skidpad_link::{BoundedQueue, Failure, NextStep, Participant, RunEnd, SensorChoice, Taken};
use skidpad_messages::{Roster, SensorEntry, SensorId, Step};
use skidpad_rosmsg::{Naming, POSE_COLUMNS, Scenery, VehicleTopic, WHEEL_COLUMNS, sensor_topics};
use std::io::{self, Seek, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Options of a recording.
#[derive(Debug, Clone)]
pub struct RecordingOptions {
    /// Compression of chunks.
    pub compression: Compression,
    /// Which topics are recorded. Topics below `/skidpad/` are always recorded, and logs unless a
    /// pattern excludes them.
    pub topics: TopicChoice,
    /// How topics and frames are named.
    pub naming: Naming,
    /// Time between two messages about a vehicle's pose, odometry and frames [ns].
    pub publish_period_ns: u64,
    /// Whether each log column has a topic of its own beside the message that has all of them.
    pub has_log_topics: bool,
    /// Time between two rows of the log columns [ns]; 0 for every step.
    pub log_period_ns: u64,
    /// A chunk is written when it is larger than this [bytes].
    pub chunk_bytes: u64,
    /// Longest time between two flushes; what was flushed stays readable whatever happens.
    pub flush_period: Duration,
    /// Most data that may wait to be written [bytes].
    pub memory_bytes: usize,
    /// Whether the recording tells how long the run took; without it the same run gives the same bytes.
    pub has_run_status: bool,
    /// Steps between two hashes of the state.
    pub hash_period: u64,
    /// Files that the world has read by now, for what is inserted into it: that may need more than the world itself.
    pub later_files: Option<LaterFiles>,
}

impl Default for RecordingOptions {
    fn default() -> Self {
        RecordingOptions {
            compression: Compression::default(),
            topics: TopicChoice::all(),
            naming: Naming::default(),
            publish_period_ns: 20_000_000,
            has_log_topics: false,
            log_period_ns: 0,
            chunk_bytes: 4 << 20,
            flush_period: Duration::from_secs(1),
            has_run_status: true,
            memory_bytes: 4 << 20,
            hash_period: 100,
            later_files: None,
        }
    }
}

impl RecordingOptions {
    /// For each sensor of a roster, whether one of its topics is recorded.
    pub fn wanted_sensors(&self, roster: &Roster) -> Vec<bool> {
        let vehicles = self.naming.of(roster);
        let world = self.naming.of_world();
        let is_wanted = |entry: &SensorEntry| {
            let names = entry.vehicle.and_then(|vehicle| vehicles.get(vehicle.index())).unwrap_or(&world);
            sensor_topics(entry, names).iter().any(|topic| self.topics.has(topic))
        };
        roster.sensors.iter().map(is_wanted).collect()
    }

    /// The patterns of `topics` that match no topic of a world.
    pub fn patterns_without_match(&self, roster: &Roster) -> Vec<String> {
        let vehicles = self.naming.of(roster);
        let world = self.naming.of_world();
        let fixed = [
            "/clock",
            "/simul_map",
            "/simul_map_metadata",
            "/skidpad/commands",
            "/skidpad/events",
            "/skidpad/restored",
            "/skidpad/run_status",
            "/skidpad/state_hash",
        ];
        let mut topics: Vec<String> = fixed.map(str::to_string).to_vec();
        topics.push(world.tf_static.clone());
        for (names, entry) in vehicles.iter().zip(&roster.vehicles) {
            topics.extend(VehicleTopic::ALL.map(|topic| topic.topic(names)));
            topics
                .extend(["log", "chassis_polygon", "cmd_vel", "ackermann_cmd"].map(|name| names.topic(name)));
            topics.push(names.tf_static.clone());
            if self.has_log_topics {
                topics.extend(POSE_COLUMNS.map(|(column, _)| names.topic(&format!("log/pose/{column}"))));
                for wheel in 1..=entry.wheel_count {
                    let of_wheel = |column: &str| names.topic(&format!("log/wheel_{wheel}/{column}"));
                    topics.extend(WHEEL_COLUMNS.map(|(column, _)| of_wheel(column)));
                }
            }
        }
        for entry in &roster.sensors {
            let names = entry.vehicle.and_then(|vehicle| vehicles.get(vehicle.index())).unwrap_or(&world);
            topics.extend(sensor_topics(entry, names));
        }
        let poses = roster.pose_topics.iter();
        topics.extend(poses.map(|it| format!("/{}", it.topic.trim_start_matches('/'))));
        self.topics.without_match(&topics)
    }

    fn wanted(&self, roster: &Roster) -> SensorChoice {
        let ids = (0..).map(SensorId).zip(self.wanted_sensors(roster));
        SensorChoice::These(ids.filter(|(_, is_wanted)| *is_wanted).map(|(id, _)| id).collect())
    }
}

/// How a recording ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingSummary {
    /// Steps in it.
    pub tick_count: u64,
    /// Bytes of messages before compression.
    pub message_bytes: u64,
    /// How long the run waited for the recording.
    pub waited: Duration,
}

/// A message to the thread that writes. Ticks count from the start of the recording.
enum WriterMessage {
    Step { tick: u64, step: Step },
    Restored { tick: u64, snapshot: Arc<[u8]> },
    Last { tick: u64, step: u64, time_ns: u64, hash: u64 },
}

/// Approximate size of a step in the file [bytes], at most. It limits what may wait, so that
/// the rest is written within a few hundredths of a second when the run ends.
fn written_bytes(step: &Step) -> usize {
    let seen = &step.observations;
    let wheels: usize = seen.vehicles.iter().map(|vehicle| vehicle.wheels.len()).sum();
    let state = 900 * seen.vehicles.len() + 1600 * wheels + 100 * seen.blocks.len();
    let readings: usize = step.readings.iter().map(|reading| reading.weight_bytes()).sum();
    512 + state + 100 * seen.events.len() + 200 * step.commands.len() + readings
}

/// Records a run: takes part in it and writes on a thread of its own.
/// If the disk fails, the recording fails and the run continues.
pub struct Recorder {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Option<(u64, u64)>>>,
    options: RecordingOptions,
    roster: Arc<Roster>,
    wanted_sensors: SensorChoice,
    /// Steps of the run before the recording began; a recording counts its own.
    first_tick: u64,
    /// Raised when the run ends.
    is_closing: Arc<AtomicBool>,
}

/// Observes a recording from anywhere.
#[derive(Clone)]
pub struct RecorderMonitor {
    shared: Arc<Shared>,
    is_closing: Arc<AtomicBool>,
}

impl RecorderMonitor {
    /// How long the run has waited for the recording so far.
    pub fn waited(&self) -> Duration {
        self.shared.queue.waited()
    }

    /// Close the recording without its run, which may be stuck, and wait until the file is complete, for so long at
    /// most. False if it is not.
    pub fn close_without_run(&self, at_most: Duration) -> bool {
        self.is_closing.store(true, Ordering::Release);
        self.shared.queue.close();
        let started = Instant::now();
        while !self.shared.has_ended.load(Ordering::Acquire) && started.elapsed() < at_most {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.shared.has_ended.load(Ordering::Acquire)
    }
}

struct Shared {
    queue: BoundedQueue<WriterMessage>,
    problem: Mutex<Option<String>>,
    has_failed: AtomicBool,
    /// The file is complete, or never will be.
    has_ended: AtomicBool,
}

impl Shared {
    fn fail(&self, problem: String) {
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
        self.has_failed.store(true, Ordering::Release);
        self.queue.abandon();
    }
}

impl Recorder {
    /// Begin a recording. The other thread writes the attachments before anything else.
    pub fn start(
        out: impl Write + Seek + Send + 'static,
        provenance: Provenance,
        scenery: Scenery,
        options: RecordingOptions,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: BoundedQueue::new(options.memory_bytes, 4096),
            problem: Mutex::default(),
            has_failed: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        });
        let roster = Arc::clone(&scenery.roster);
        let wanted_sensors = options.wanted(&roster);
        let thread = {
            let (shared, options) = (Arc::clone(&shared), options.clone());
            let work = move || {
                let written = write_all(out, &provenance, scenery, options, &shared);
                shared.has_ended.store(true, Ordering::Release);
                written
            };
            std::thread::Builder::new().name("recorder".to_string()).spawn(work)?
        };
        let (first_tick, is_closing) = (0, Arc::default());
        Ok(Recorder { shared, thread: Some(thread), options, roster, wanted_sensors, first_tick, is_closing })
    }

    /// Begin a recording in a file.
    pub fn start_file(
        file: DurableFile,
        provenance: Provenance,
        scenery: Scenery,
        options: RecordingOptions,
    ) -> io::Result<Self> {
        let is_closing = file.closing_flag();
        let mut recorder = Recorder::start(file, provenance, scenery, options)?;
        recorder.is_closing = is_closing;
        Ok(recorder)
    }

    /// Set that the recording begins after this many steps of its run.
    pub fn from_tick(mut self, first_tick: u64) -> Self {
        self.first_tick = first_tick;
        self
    }

    /// An observer of the recording.
    pub fn monitor(&self) -> RecorderMonitor {
        RecorderMonitor { shared: Arc::clone(&self.shared), is_closing: Arc::clone(&self.is_closing) }
    }

    /// Whether the recording ended early.
    pub fn has_failed(&self) -> bool {
        self.shared.has_failed.load(Ordering::Acquire)
    }

    /// Why the recording ended early.
    pub fn problem(&self) -> Option<String> {
        self.shared.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Record a step. After a failure nothing is recorded.
    pub fn record(&mut self, step: &Step) {
        // The world as it was when the recording began is its first snapshot.
        if self.has_failed() || step.tick <= self.first_tick {
            return;
        }
        let tick = step.tick - self.first_tick;
        self.record_restored(tick - 1, step.restored.as_ref());
        let message = WriterMessage::Step { tick, step: step.clone() };
        self.shared.queue.put(message, written_bytes(step));
    }

    fn record_restored(&self, tick: u64, snapshot: Option<&Arc<[u8]>>) {
        if let Some(snapshot) = snapshot {
            let message = WriterMessage::Restored { tick, snapshot: Arc::clone(snapshot) };
            self.shared.queue.put(message, snapshot.len());
        }
    }

    /// Record the final state of the run, so that a replay is compared up to its end.
    fn record_end(&self, end: &RunEnd) {
        let tick = end.tick.saturating_sub(self.first_tick);
        self.record_restored(tick, end.restored.as_ref());
        let seen = &end.observations;
        let (step, time_ns, hash) = (seen.step, seen.time_ns, end.state_hash);
        self.shared.queue.put(WriterMessage::Last { tick, step, time_ns, hash }, 0);
    }

    /// Close the recording. An error says why it is incomplete.
    pub fn close(mut self) -> Result<RecordingSummary, String> {
        self.close_file().unwrap_or_else(|| Err("the recording was already closed".to_string()))
    }

    fn close_file(&mut self) -> Option<Result<RecordingSummary, String>> {
        let thread = self.thread.take()?;
        self.is_closing.store(true, Ordering::Release);
        self.shared.queue.close();
        let written = thread.join();
        let waited = self.shared.queue.waited();
        Some(match (written, self.problem()) {
            (Ok(Some((tick_count, message_bytes))), None) => {
                Ok(RecordingSummary { tick_count, message_bytes, waited })
            }
            (_, Some(problem)) => Err(problem),
            _ => Err("the thread that writes the recording has panicked".to_string()),
        })
    }
}

impl Participant for Recorder {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        if *next.sensors != self.wanted_sensors {
            next.sensors.clone_from(&self.wanted_sensors);
        }
        let tick = next.tick + 1 - self.first_tick.min(next.tick + 1);
        *next.wants_hash |= tick.is_multiple_of(self.options.hash_period.max(1));
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        if !Arc::ptr_eq(&self.roster, &step.roster) {
            self.roster = Arc::clone(&step.roster);
            self.wanted_sensors = self.options.wanted(&self.roster);
        }
        self.record(step);
        if self.has_failed() { Err(self.problem().unwrap_or_default().into()) } else { Ok(()) }
    }

    fn finish(&mut self, end: &RunEnd) -> Result<(), Failure> {
        self.record_end(end);
        match self.close_file() {
            Some(Err(problem)) => Err(problem.into()),
            Some(Ok(_)) | None => Ok(()),
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let _ = self.close_file();
    }
}

/// The thread that writes. Returns the steps and bytes written; `None` if something failed.
fn write_all(
    out: impl Write + Seek,
    provenance: &Provenance,
    scenery: Scenery,
    options: RecordingOptions,
    shared: &Shared,
) -> Option<(u64, u64)> {
    let flush_period = options.flush_period;
    let mut writer = match McapWriter::begin(out, provenance, scenery, options) {
        Ok(writer) => writer,
        Err(error) => {
            shared.fail(in_words(&error));
            return None;
        }
    };
    let mut flushed = Instant::now();
    let result = loop {
        let written = match shared.queue.take(flush_period.saturating_sub(flushed.elapsed())) {
            Taken::Item(WriterMessage::Step { tick, step }) => writer.write(tick, &step),
            Taken::Item(WriterMessage::Restored { tick, snapshot }) => writer.restored(tick, &snapshot),
            Taken::Item(WriterMessage::Last { tick, step, time_ns, hash }) => {
                writer.write_hash(tick, step, time_ns, hash)
            }
            Taken::TimedOut => Ok(()),
            Taken::Closed => break Ok(()),
        };
        if written.is_err() {
            break written;
        }
        if flushed.elapsed() >= flush_period {
            if let Err(error) = writer.flush() {
                break Err(error);
            }
            flushed = Instant::now();
        }
    };
    if let Err(error) = result {
        drop(writer.give_up());
        shared.fail(in_words(&error));
        return None;
    }
    let (ticks, bytes) = (writer.last_tick(), writer.written_bytes());
    match writer.finish().map_err(|error| in_words(&error)) {
        Ok(_) => Some((ticks, bytes)),
        Err(problem) => {
            shared.fail(problem);
            None
        }
    }
}

/// What failed, and why.
fn in_words(error: &mcap::McapError) -> String {
    match std::error::Error::source(error) {
        Some(cause) => cause.to_string(),
        None => error.to_string(),
    }
}

//! A recording made beside a run, on a thread of its own.

use super::channels::Compression;
use super::durable::DurableFile;
use super::mcap_writer::{McapWriter, Scenery};
use super::queue::{Queue, Taken};
use crate::{Provenance, TopicChoice};
use skidpad_link::RunStatus;
use skidpad_messages::{Commands, Observations, Reading, Roster, SensorEntry, SensorId};
use skidpad_rosmsg::{Naming, sensor_topics};
use std::io::{self, Seek, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How a recording is made.
#[derive(Debug, Clone)]
pub struct RecordingOptions {
    /// How chunks are made smaller.
    pub compression: Compression,
    /// Which topics it has. Commands, hashes and log columns are always there.
    pub topics: TopicChoice,
    /// How topics and frames are named.
    pub naming: Naming,
    /// Time between two messages about a vehicle's pose, odometry and frames [ns].
    pub publish_period_ns: u64,
    /// Time between two rows of the log columns [ns]; 0 for every step.
    pub log_period_ns: u64,
    /// A chunk larger than this is written out [bytes].
    pub chunk_bytes: u64,
    /// What was written is readable after this long, whatever happens.
    pub flush_period: Duration,
    /// What may wait to be written [bytes].
    pub memory_bytes: usize,
    /// Steps between two hashes of the state.
    pub hash_period: u64,
}

impl Default for RecordingOptions {
    fn default() -> Self {
        RecordingOptions {
            compression: Compression::default(),
            topics: TopicChoice::all(),
            naming: Naming::default(),
            publish_period_ns: 20_000_000,
            log_period_ns: 0,
            chunk_bytes: 4 << 20,
            flush_period: Duration::from_secs(1),
            memory_bytes: 4 << 20,
            hash_period: 100,
        }
    }
}

impl RecordingOptions {
    /// Which sensors of a roster have a topic that is recorded, one answer each.
    pub fn wanted_sensors(&self, roster: &Roster) -> Vec<bool> {
        let vehicles = self.naming.of(roster);
        let world = self.naming.of_world();
        let is_wanted = |entry: &SensorEntry| {
            let names = entry.vehicle.and_then(|vehicle| vehicles.get(vehicle.index())).unwrap_or(&world);
            sensor_topics(entry, names).iter().any(|topic| self.topics.has(topic))
        };
        roster.sensors.iter().map(is_wanted).collect()
    }
}

/// A step as it is recorded.
#[derive(Debug, Clone, Default)]
pub struct StepRecord {
    /// Steps made since the run began, this one included.
    pub tick: u64,
    /// What it was told to do.
    pub commands: Commands,
    /// What was seen after it.
    pub seen: Observations,
    /// Readings that were due.
    pub readings: Vec<Arc<Reading>>,
    /// The state's short name, where one is due.
    pub hash: Option<u64>,
    /// How the run goes, now and then.
    pub status: Option<RunStatus>,
    /// Names of everything, when somebody came.
    pub roster: Option<Arc<Roster>>,
}

impl StepRecord {
    /// About how much is to be written of it: a message for each of its log columns. What waits is bounded by
    /// this, so that it is written within a few hundredths of a second when the run ends.
    fn weight_bytes(&self) -> usize {
        let wheels: usize = self.seen.vehicles.iter().map(|vehicle| vehicle.wheels.len()).sum();
        let seen = 900 * self.seen.vehicles.len() + 1600 * wheels + 100 * self.seen.blocks.len();
        let readings: usize = self.readings.iter().map(|reading| reading.weight_bytes()).sum();
        512 + seen + 100 * self.seen.events.len() + 200 * self.commands.len() + readings
    }
}

/// A step as the stepping thread shows it.
#[derive(Debug, Clone, Copy)]
pub struct StepSeen<'a> {
    /// Steps made since the run began, this one included.
    pub tick: u64,
    /// What it was told to do.
    pub commands: &'a Commands,
    /// What was seen after it.
    pub seen: &'a Observations,
    /// Readings that were due.
    pub readings: &'a [Arc<Reading>],
    /// The state's short name, where one is due.
    pub hash: Option<u64>,
    /// How the run goes.
    pub status: &'a RunStatus,
    /// Names of everything.
    pub roster: &'a Roster,
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

/// Things on their way to the thread that writes.
enum WriterMessage {
    Steps(Vec<StepRecord>),
    Restored { tick: u64, snapshot: Vec<u8> },
    Last { tick: u64, step: u64, time_ns: u64, hash: u64 },
}

/// Steps sent together, so that one costs little.
const BATCH: usize = 64;

/// No step waits longer than this for others to go with.
const BATCH_TIME: Duration = Duration::from_millis(50);

/// A recording being made. What fails is kept for [`Recorder::problem`]; the run goes on.
pub struct Recorder {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Option<(u64, u64)>>>,
    batch: Vec<StepRecord>,
    batch_bytes: usize,
    batch_began: Instant,
    options: RecordingOptions,
    roster: Arc<Roster>,
    wanted_sensors: Vec<bool>,
    known_vehicles: usize,
    /// Raised when the end has come.
    is_closing: Arc<AtomicBool>,
}

struct Shared {
    queue: Queue<WriterMessage>,
    spare: Mutex<Vec<Vec<StepRecord>>>,
    problem: Mutex<Option<String>>,
    has_failed: AtomicBool,
}

impl Shared {
    fn fail(&self, problem: String) {
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
        self.has_failed.store(true, Ordering::Release);
        self.queue.abandon();
    }
}

impl Recorder {
    /// Begin a recording. Attachments are written by the other thread, before anything else.
    pub fn start(
        out: impl Write + Seek + Send + 'static,
        provenance: Provenance,
        scenery: Scenery,
        options: RecordingOptions,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: Queue::new(options.memory_bytes, 4096),
            spare: Mutex::default(),
            problem: Mutex::default(),
            has_failed: AtomicBool::new(false),
        });
        let roster = Arc::clone(&scenery.roster);
        let wanted_sensors = options.wanted_sensors(&roster);
        let thread = {
            let (shared, options) = (Arc::clone(&shared), options.clone());
            let work = move || write_all(out, &provenance, scenery, options, &shared);
            std::thread::Builder::new().name("recorder".to_string()).spawn(work)?
        };
        Ok(Recorder {
            shared,
            thread: Some(thread),
            batch: Vec::with_capacity(BATCH),
            batch_bytes: 0,
            batch_began: Instant::now(),
            known_vehicles: roster.vehicles.len(),
            roster,
            wanted_sensors,
            options,
            is_closing: Arc::default(),
        })
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

    /// Whether readings of this sensor are to be recorded.
    pub fn wants(&self, sensor: SensorId) -> bool {
        !self.has_failed() && self.wanted_sensors.get(sensor.index()).copied().unwrap_or(false)
    }

    /// Whether the state's hash is to be recorded after this many steps.
    pub fn wants_hash(&self, tick: u64) -> bool {
        tick.is_multiple_of(self.options.hash_period.max(1))
    }

    /// Whether the recording ended early.
    pub fn has_failed(&self) -> bool {
        self.shared.has_failed.load(Ordering::Acquire)
    }

    /// Why the recording ended early.
    pub fn problem(&self) -> Option<String> {
        self.shared.problem.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Record a step. `hash` where [`Recorder::wants_hash`] says so.
    pub fn step(&mut self, step: &StepSeen<'_>) {
        let StepSeen { tick, commands, seen, readings, hash, status, roster } = *step;
        if self.has_failed() {
            return;
        }
        let is_new_roster = roster.vehicles.len() != self.known_vehicles;
        if is_new_roster {
            self.known_vehicles = roster.vehicles.len();
            self.roster = Arc::new(roster.clone());
            self.wanted_sensors = self.options.wanted_sensors(&self.roster);
        }
        let record = StepRecord {
            tick,
            commands: if commands.is_empty() { Commands::NONE } else { commands.clone() },
            seen: seen.clone(),
            readings: readings.to_vec(),
            hash,
            status: hash.map(|_| status.clone()),
            roster: is_new_roster.then(|| Arc::clone(&self.roster)),
        };
        self.batch_bytes += record.weight_bytes();
        self.batch.push(record);
        let is_full = self.batch.len() >= BATCH || self.batch_bytes > self.options.memory_bytes / 8;
        if is_full || self.batch_began.elapsed() > BATCH_TIME {
            self.send_batch();
        }
    }

    /// No step comes now, and perhaps none for long: what waits for others to go with is sent when its time has come.
    pub fn idle(&mut self) {
        if !self.batch.is_empty() && self.batch_began.elapsed() > BATCH_TIME {
            self.send_batch();
        }
    }

    /// The world was put into another state before the step with this number.
    pub fn restored(&mut self, tick: u64, snapshot: &[u8]) {
        self.send_batch();
        let message = WriterMessage::Restored { tick, snapshot: snapshot.to_vec() };
        self.shared.queue.put(message, snapshot.len());
    }

    /// The state after the last step, so that a replay is judged to its end.
    pub fn end(&mut self, tick: u64, seen: &Observations, hash: u64) {
        self.send_batch();
        let message = WriterMessage::Last { tick, step: seen.step, time_ns: seen.time_ns, hash };
        self.shared.queue.put(message, 0);
    }

    fn send_batch(&mut self) {
        let mut next = self.shared.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let next = next.take().unwrap_or_else(|| Vec::with_capacity(BATCH));
        let batch = std::mem::replace(&mut self.batch, next);
        let bytes = std::mem::take(&mut self.batch_bytes);
        self.batch_began = Instant::now();
        if !batch.is_empty() {
            self.shared.queue.put(WriterMessage::Steps(batch), bytes);
        }
    }

    /// Close the recording. An error tells why it is incomplete.
    pub fn finish(mut self) -> Result<RecordingSummary, String> {
        self.close().unwrap_or_else(|| Err("the recording was closed before".to_string()))
    }

    fn close(&mut self) -> Option<Result<RecordingSummary, String>> {
        let thread = self.thread.take()?;
        self.is_closing.store(true, Ordering::Release);
        self.send_batch();
        self.shared.queue.close();
        let written = thread.join();
        let waited = self.shared.queue.waited();
        Some(match (written, self.problem()) {
            (Ok(Some((tick_count, message_bytes))), None) => {
                Ok(RecordingSummary { tick_count, message_bytes, waited })
            }
            (_, Some(problem)) => Err(problem),
            _ => Err("the thread that writes it broke down".to_string()),
        })
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

/// The thread that writes. Gives steps and bytes written; `None` when something failed.
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
            Taken::Item(WriterMessage::Steps(mut steps)) => {
                let written = steps.iter().try_for_each(|step| writer.write(step));
                steps.clear();
                shared.spare.lock().unwrap_or_else(PoisonError::into_inner).push(steps);
                written
            }
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

/// What went wrong, and why.
fn in_words(error: &mcap::McapError) -> String {
    match std::error::Error::source(error) {
        Some(cause) => cause.to_string(),
        None => error.to_string(),
    }
}

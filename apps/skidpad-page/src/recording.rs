//! A recording made in the page: an MCAP file in memory, handed over part by part while it grows.

use crate::world::PageWorld;
use skidpad_link::{Failure, NextStep, Participant, RunEnd, SensorChoice};
use skidpad_messages::{Roster, SensorId, SensorKind, Step, WrittenFiles};
use skidpad_provenance::{later_files, provenance, scenery};
use skidpad_record::{McapWriter, RecordingOptions};
use skidpad_runner::{Clock, ParticipantId, RunLoop};
use skidpad_sim::Simulation;
use std::io::{self, Seek, SeekFrom, Write};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

/// Steps between two parts, at most: what was handed over is no longer in the module's memory.
const STEPS_PER_PART: u64 = 100;

/// A part of a file that the page has written.
#[derive(Debug, PartialEq)]
pub enum FilePart {
    /// The next bytes of the file being written.
    Bytes(Vec<u8>),
    /// There is no more of it.
    End {
        /// Its name.
        name: String,
        /// Why it is incomplete, if it is.
        problem: Option<String>,
    },
}

/// The recording of a run, as its owner sees it.
pub(crate) struct PageRecording {
    id: ParticipantId,
    pub(crate) file: Arc<WrittenFiles>,
    parts: PartWriter,
}

impl PageRecording {
    /// Begin to record a run. The error is a text for users.
    pub(crate) fn begin<C: Clock>(
        name: String,
        world: &PageWorld,
        run: &mut RunLoop<C>,
    ) -> Result<PageRecording, String> {
        let parts = PartWriter::default();
        let recorder = Recorder::begin(parts.clone(), world, run.sim(), run.tick())?;
        let id = run.add(&name, Box::new(recorder));
        Ok(PageRecording { id, file: Arc::new(WrittenFiles { first: name, count: 1 }), parts })
    }

    /// What has been written since the last call.
    pub(crate) fn take_bytes(&self) -> Option<FilePart> {
        Some(take(&mut self.parts.locked().waiting)).filter(|bytes| !bytes.is_empty()).map(FilePart::Bytes)
    }

    /// End the file: the rest of it. `failure` is why the recorder was removed from the run, if it was.
    pub(crate) fn end<C: Clock>(
        self,
        run: &mut RunLoop<C>,
        failure: Option<&Failure>,
    ) -> impl Iterator<Item = FilePart> {
        let finished = run.remove(self.id).and_then(|mut recorder| recorder.finish(&run.end()).err());
        let problem = failure.or(finished.as_ref()).map(ToString::to_string);
        let end = FilePart::End { name: self.file.first.clone(), problem };
        self.take_bytes().into_iter().chain([end])
    }
}

/// Writes the steps of a run.
struct Recorder {
    writer: Option<McapWriter<PartWriter>>,
    hash_period: u64,
    roster: Arc<Roster>,
    wanted: SensorChoice,
    /// Steps of the run before the recording began; a recording counts its own.
    first_tick: u64,
}

impl Recorder {
    fn begin(out: PartWriter, world: &PageWorld, sim: &Simulation, tick: u64) -> Result<Recorder, String> {
        let version = concat!("skidpad ", env!("CARGO_PKG_VERSION"), ", playground");
        let mut stored =
            provenance(&world.read_parts(), sim, version).map_err(|problem| problem.to_string())?;
        stored.facts.seed = world.seed;
        let options = RecordingOptions {
            later_files: Some(later_files(&world.store)),
            // A page has little memory: what is written leaves it soon.
            chunk_bytes: 256 << 10,
            ..RecordingOptions::default()
        };
        let hash_period = options.hash_period.max(1);
        let scenery = scenery(&world.assets, sim);
        let roster = Arc::clone(&scenery.roster);
        let writer =
            McapWriter::begin(out, &stored, scenery, options).map_err(|problem| problem.to_string())?;
        let wanted = wanted(&roster);
        Ok(Recorder { writer: Some(writer), hash_period, roster, wanted, first_tick: tick })
    }

    fn tick(&self, tick: u64) -> u64 {
        tick.saturating_sub(self.first_tick)
    }
}

/// All sensors but those with a picture or a cloud: a page with one thread would wait for each of them, and the program
/// computes them again from the recording, with the same bits.
fn wanted(roster: &Roster) -> SensorChoice {
    let is_small =
        |kind: SensorKind| !matches!(kind, SensorKind::Lidar3d | SensorKind::Camera | SensorKind::Rgbd);
    let sensors = (0..).map(SensorId).zip(&roster.sensors);
    SensorChoice::These(sensors.filter(|(_, entry)| is_small(entry.kind)).map(|(id, _)| id).collect())
}

impl Participant for Recorder {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        if *next.sensors != self.wanted {
            next.sensors.clone_from(&self.wanted);
        }
        *next.wants_hash |= self.tick(next.tick + 1).is_multiple_of(self.hash_period);
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        if !Arc::ptr_eq(&self.roster, &step.roster) {
            self.roster = Arc::clone(&step.roster);
            self.wanted = wanted(&self.roster);
        }
        // The world as it was when the recording began is its first snapshot.
        let tick = self.tick(step.tick);
        let Some(writer) = self.writer.as_mut().filter(|_| tick > 0) else { return Ok(()) };
        if let Some(snapshot) = &step.restored {
            writer.restored(tick - 1, snapshot)?;
        }
        writer.write(tick, step)?;
        if tick.is_multiple_of(STEPS_PER_PART) {
            writer.flush()?;
        }
        Ok(())
    }

    fn finish(&mut self, end: &RunEnd) -> Result<(), Failure> {
        let tick = self.tick(end.tick);
        let Some(mut writer) = self.writer.take() else { return Ok(()) };
        if let Some(snapshot) = &end.restored {
            writer.restored(tick, snapshot)?;
        }
        writer.write_hash(tick, end.observations.step, end.observations.time_ns, end.state_hash)?;
        writer.finish()?;
        Ok(())
    }
}

/// Keeps what is written until it is taken. An MCAP file is written from its beginning to its end, so that no byte is
/// needed again.
#[derive(Debug, Clone, Default)]
struct PartWriter(Arc<Mutex<Parts>>);

#[derive(Debug, Default)]
struct Parts {
    waiting: Vec<u8>,
    position: u64,
}

impl PartWriter {
    fn locked(&self) -> std::sync::MutexGuard<'_, Parts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut parts = self.locked();
        parts.waiting.extend_from_slice(bytes);
        parts.position += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for PartWriter {
    /// Tells where the file ends; nothing is written anywhere else.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = self.locked().position;
        match to {
            SeekFrom::Current(0) | SeekFrom::End(0) => Ok(position),
            SeekFrom::Start(at) if at == position => Ok(position),
            _ => Err(io::Error::from(io::ErrorKind::Unsupported)),
        }
    }
}

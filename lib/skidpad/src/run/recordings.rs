//! The recordings of a run, one at a time: started with the run or by a client.

use crate::run::RunNote;
use crate::{Error, World, provenance};
use skidpad_link::RecordControl;
use skidpad_messages::WrittenFiles;
use skidpad_record::{DurableFile, OutputFolder, Recorder, RecorderMonitor, RecordingOptions};
use skidpad_runner::{Clock, ParticipantId, RunLoop};
use skidpad_sim::Simulation;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Least time between two recordings that clients begin, so that a client cannot fill a folder.
const PERIOD: Duration = Duration::from_secs(1);

/// A run that waited longer than this for the disk reports it.
const LONG_WAIT: Duration = Duration::from_millis(100);

/// Options of recordings, and the folder of those that clients begin.
#[derive(Debug, Clone)]
pub(crate) struct RecordingPlan {
    pub(crate) options: RecordingOptions,
    pub(crate) folder: OutputFolder,
    /// Prefix of the names of files that clients begin.
    pub(crate) session: String,
    pub(crate) version: String,
    pub(crate) command_line: Vec<String>,
}

impl RecordingPlan {
    /// Begin a recording of a run after this many steps.
    pub(crate) fn start(
        &self,
        path: &Path,
        may_replace: bool,
        world: &World,
        sim: &Simulation,
        tick: u64,
    ) -> Result<Recorder, Error> {
        let failed = |reason| Error::Output { path: path.to_path_buf(), reason };
        if let Some(changed) = world.store.changed().first() {
            let what = format!("{changed} has changed since the world was read; a replay would not agree");
            return Err(failed(std::io::Error::other(what)));
        }
        let mut provenance = provenance::provenance(world, sim, &self.version, self.command_line.clone())?;
        provenance.facts.topics = self.options.topics.to_string();
        let scenery = provenance::scenery(world, sim);
        let options =
            RecordingOptions { later_files: Some(provenance::later_files(world)), ..self.options.clone() };
        let create = if may_replace { DurableFile::create } else { DurableFile::create_new };
        let file = create(path).map_err(failed)?;
        let recorder = Recorder::start_file(file, provenance, scenery, options);
        Ok(recorder.map_err(failed)?.from_tick(tick))
    }
}

/// The recordings of a run.
pub(crate) struct Recordings {
    plan: RecordingPlan,
    current: Option<Current>,
    closing: Vec<Closing>,
    begun_count: u32,
    begun: Option<Instant>,
    files: Vec<PathBuf>,
}

/// The recording in progress.
struct Current {
    file: Arc<WrittenFiles>,
    id: ParticipantId,
    monitor: RecorderMonitor,
}

/// A recording whose file is being closed while the run continues.
struct Closing {
    name: String,
    monitor: RecorderMonitor,
    thread: JoinHandle<Result<(), String>>,
}

/// How long the end of a stuck run waits for a recording to be written.
const LONGEST_RESCUE: Duration = Duration::from_secs(5);

impl Recordings {
    pub(crate) fn new(plan: RecordingPlan) -> Self {
        Recordings {
            plan,
            current: None,
            closing: Vec::new(),
            begun_count: 0,
            begun: None,
            files: Vec::new(),
        }
    }

    /// Add a recorder to the run.
    pub(crate) fn begin<C: Clock>(&mut self, path: &Path, recorder: Recorder, run: &mut RunLoop<C>) {
        let file = Arc::new(WrittenFiles { first: path.display().to_string(), count: 1 });
        self.files.push(path.to_path_buf());
        let monitor = recorder.monitor();
        let from_outside = monitor.clone();
        run.stop_flag().on_rescue(move || {
            from_outside.close_without_run(LONGEST_RESCUE);
        });
        let id = run.add(&file.first, Box::new(recorder));
        self.current = Some(Current { file, id, monitor });
    }

    /// The file being written.
    pub(crate) fn file(&self) -> Option<Arc<WrittenFiles>> {
        self.current.as_ref().map(|current| Arc::clone(&current.file))
    }

    /// The files of all recordings of the run.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Forget the participant with this name, which failed and was removed.
    pub(crate) fn forget(&mut self, name: &str) {
        self.current.take_if(|current| current.file.first == name);
    }

    /// Start, stop or renew a recording at a client's request. The error is a text for users.
    pub(crate) fn control<C: Clock>(
        &mut self,
        control: RecordControl,
        world: &World,
        run: &mut RunLoop<C>,
    ) -> Result<Option<RunNote>, String> {
        if control == RecordControl::Stop {
            self.stop(run);
            return Ok(None);
        }
        if control == RecordControl::Start && self.current.is_some() {
            return Ok(None);
        }
        if self.begun.is_some_and(|begun| begun.elapsed() < PERIOD) {
            return Err("a run begins at most one recording per second; try again".to_string());
        }
        self.stop(run);
        self.begun = Some(Instant::now());
        self.begun_count += 1;
        let path = self.next_path()?;
        let recorder = self.plan.start(&path, false, world, run.sim(), run.tick());
        self.begin(&path, recorder.map_err(|problem| problem.to_string())?, run);
        Ok(Some(RunNote::RecordingBegun { file: path.display().to_string() }))
    }

    /// Begin a recording of the next world, beside the file of the world before.
    pub(crate) fn begin_beside<C: Clock>(
        &mut self,
        last: &str,
        world: &World,
        run: &mut RunLoop<C>,
    ) -> Result<RunNote, String> {
        let path = free_path(Path::new(last)).ok_or_else(|| format!("{last}: there are too many files"))?;
        let recorder = self.plan.start(&path, false, world, run.sim(), run.tick());
        self.begin(&path, recorder.map_err(|problem| problem.to_string())?, run);
        Ok(RunNote::RecordingBegun { file: path.display().to_string() })
    }

    fn next_path(&self) -> Result<PathBuf, String> {
        let name = format!("session_{}-{}.mcap", self.plan.session, self.begun_count);
        let path = self.plan.folder.file(&name).map_err(|refused| refused.to_string())?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        Ok(path)
    }

    /// End the recording. Its file is closed while the run continues.
    pub(crate) fn stop<C: Clock>(&mut self, run: &mut RunLoop<C>) {
        let Some(Current { file, id, monitor }) = self.current.take() else { return };
        let Some(mut recorder) = run.remove(id) else { return };
        let end = run.end();
        let thread = std::thread::spawn(move || recorder.finish(&end).map_err(|failure| failure.to_string()));
        self.closing.push(Closing { name: file.first.clone(), monitor, thread });
    }

    /// Notes about recordings that have been closed since the last call.
    pub(crate) fn closed(&mut self) -> Vec<RunNote> {
        if self.closing.is_empty() {
            return Vec::new();
        }
        let (done, closing) =
            std::mem::take(&mut self.closing).into_iter().partition(|closing| closing.thread.is_finished());
        self.closing = closing;
        notes_of(done)
    }

    /// Wait for files that are still being closed, after the run.
    pub(crate) fn finish(&mut self) -> Vec<RunNote> {
        let mut notes = notes_of(std::mem::take(&mut self.closing));
        notes
            .extend(self.current.take().and_then(|current| wait_note(&current.file.first, &current.monitor)));
        notes
    }
}

/// The first of `run-2.mcap`, `run-3.mcap` … that does not exist, for `run.mcap`.
fn free_path(last: &Path) -> Option<PathBuf> {
    let stem = last.file_stem()?.to_str()?;
    let base = match stem.rsplit_once('-') {
        Some((base, number)) if number.parse::<u32>().is_ok() => base,
        _ => stem,
    };
    let candidates = (2..10_000).map(|number| last.with_file_name(format!("{base}-{number}.mcap")));
    candidates.into_iter().find(|path| !path.exists())
}

fn notes_of(closed: Vec<Closing>) -> Vec<RunNote> {
    let note = |Closing { name, monitor, thread }: Closing| {
        let closed =
            thread.join().unwrap_or_else(|_| Err("the thread that closes the file has panicked".to_string()));
        match closed {
            Ok(()) => wait_note(&name, &monitor),
            Err(reason) => Some(RunNote::ParticipantFailed { name, reason }),
        }
    };
    closed.into_iter().filter_map(note).collect()
}

fn wait_note(file: &str, monitor: &RecorderMonitor) -> Option<RunNote> {
    let waited = monitor.waited();
    (waited > LONG_WAIT).then(|| RunNote::WaitedForDisk { file: file.to_string(), waited })
}

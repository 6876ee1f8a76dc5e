//! Traces readings of lidars and cameras on a thread of its own, or between two steps where there are no threads.

use crate::stopwatch::Stopwatch;
use skidpad_messages::Reading;
use skidpad_sim::{PendingReading, RawMaps, SensorTracer};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// A request to the thread beside the steps.
pub(crate) enum TracerRequest {
    /// Trace a reading and send it back.
    Trace(PendingReading),
    /// Prepare maps for planar lasers.
    Prepare(RawMaps),
}

/// A thread that handles requests in their order. It starts with the first request: a run without lidars and cameras
/// in use has none.
///
/// At the end of a run it is detached: large meshes take seconds to prepare, and the run does not wait for that.
pub(crate) struct TracerThread {
    /// Moved into the thread when it starts.
    tracer: SensorTracer,
    pub(crate) channels: Option<TracerChannels>,
    called_off: Arc<AtomicBool>,
    /// Where the system has no threads, as in a web page.
    without_thread: Option<Turns>,
}

/// Requests handled between two steps.
#[derive(Default)]
struct Turns {
    waiting: Option<PendingReading>,
    /// When the last reading was begun, until its time is known.
    began: Option<Duration>,
    rests_until: Duration,
}

/// The channels to and from the thread.
pub(crate) struct TracerChannels {
    pub(crate) requests: Sender<TracerRequest>,
    /// Readings, and how long each took.
    pub(crate) readings: Receiver<(Arc<Reading>, Duration)>,
    pub(crate) thread: JoinHandle<()>,
}

impl TracerThread {
    pub(crate) fn new(tracer: SensorTracer, has_threads: bool) -> Self {
        let without_thread = (!has_threads).then(Turns::default);
        TracerThread { tracer, channels: None, called_off: Arc::default(), without_thread }
    }

    /// Whether requests are handled on a thread.
    pub(crate) fn is_thread(&self) -> bool {
        self.without_thread.is_none()
    }

    /// Without a thread: whether the next reading has to wait, because the last one has just taken its time.
    pub(crate) fn rests(&mut self, wall: Duration) -> bool {
        let Some(turns) = &mut self.without_thread else { return false };
        if let Some(began) = turns.began.take() {
            turns.rests_until = wall + wall.saturating_sub(began);
        }
        let rests = wall < turns.rests_until;
        if !rests && turns.waiting.is_some() {
            turns.began = Some(wall);
        }
        rests
    }

    pub(crate) fn send(&mut self, request: TracerRequest) {
        let TracerThread { tracer, channels, called_off, without_thread } = self;
        if let Some(turns) = without_thread {
            match request {
                TracerRequest::Trace(pending) => turns.waiting = Some(pending),
                TracerRequest::Prepare(maps) => maps.prepare(),
            }
            return;
        }
        let channels = channels
            .get_or_insert_with(|| TracerChannels::begin(std::mem::take(tracer), Arc::clone(called_off)));
        if channels.requests.send(request).is_err() {
            self.resume_panic();
        }
    }

    /// The next reading and how long it took, if it arrives in time.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<(Arc<Reading>, Duration)> {
        if let Some(turns) = &mut self.without_thread {
            let pending = turns.waiting.take()?;
            let began = Stopwatch::start();
            let reading = pending.reading_unless(&self.called_off, &mut self.tracer)?;
            return Some((Arc::new(reading), began.elapsed()));
        }
        match self.channels.as_ref()?.readings.recv_timeout(patience) {
            Ok(reading) => Some(reading),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.resume_panic(),
        }
    }

    /// Panic if the thread has panicked.
    pub(crate) fn check(&mut self) {
        if self.channels.as_ref().is_some_and(|channels| channels.thread.is_finished()) {
            self.resume_panic();
        }
    }

    /// The thread has panicked, which is a bug: continue its panic here.
    fn resume_panic(&mut self) -> ! {
        match self.channels.take().map(|channels| channels.thread.join()) {
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
                let pending: PendingReading = match request {
                    TracerRequest::Trace(pending) => pending,
                    TracerRequest::Prepare(maps) => {
                        maps.prepare();
                        continue;
                    }
                };
                let began = Stopwatch::start();
                let Some(reading) = pending.reading_unless(&called_off, &mut tracer) else { return };
                if made.send((Arc::new(reading), began.elapsed())).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().name("observer".to_string()).spawn(work);
        let thread = thread.expect("the system has another thread");
        TracerChannels { requests, readings, thread }
    }
}

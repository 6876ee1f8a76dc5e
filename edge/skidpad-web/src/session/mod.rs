//! A viewer's session, whatever carries its messages: they become requests to the run, and what the run reports becomes
//! messages. A WebSocket carries them from and to the program, a Web Worker inside a page.

mod incoming;
mod outgoing;

#[cfg(feature = "server")]
pub(crate) use outgoing::reading_message;

use crate::contract::{ClientMessage, PROTOCOL, Request, ServerMessage, Subscription, Welcome};
use crate::encode::KnownPoses;
use crate::moments::Moments;
use crate::playback::Playback;
use crate::scene_page::ScenePage;
use skidpad_link::{Client, Control, Interest, LinkProblem, RunHandle, SensorChoice, StepRate};
use skidpad_math::Pose3;
use skidpad_messages::{SensorId, Step, Writing, WrittenFiles};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Messages that a client may send in a second.
const MAX_MESSAGES_PER_SECOND: u32 = 500;
/// Highest rate that a client may ask for [Hz].
const MAX_RATE_HZ: f64 = 120.0;
/// Most steps of one `advance`.
const MAX_ADVANCE: u32 = 10_000;
/// Requests whose answers are awaited at most.
const MAX_PENDING: usize = 512;

/// A message to a viewer.
#[derive(Debug, Clone, PartialEq)]
pub enum ViewerMessage {
    /// JSON.
    Text(String),
    /// One of the binary messages.
    Binary(Vec<u8>),
}

impl ViewerMessage {
    /// A message as JSON. Our messages have no keys that JSON lacks, so writing one cannot fail.
    pub(crate) fn of(message: &ServerMessage) -> ViewerMessage {
        ViewerMessage::Text(serde_json::to_string(message).unwrap_or_default())
    }
}

/// What the sessions of a run share.
#[derive(Default)]
pub struct RunViewers {
    /// Identity of the run: another server has another one.
    run: String,
    pub(crate) moments: Arc<Moments>,
    /// The recording, where one is played.
    pub(crate) playback: Option<Arc<Playback>>,
    /// How often a viewer set time back.
    pub(crate) rewind_count: AtomicU64,
    /// How many viewers are connected.
    pub(crate) client_count: AtomicUsize,
    /// Logs and the recording being written, and what was closed last.
    written: Mutex<[Option<Written>; 3]>,
}

/// Files being written, and the simulated time at their start [ns].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) since_ns: u64,
    pub(crate) files: Arc<WrittenFiles>,
}

impl RunViewers {
    /// Those of a run with this identity, which no other run of the same page or machine has.
    pub fn new(run: String) -> RunViewers {
        RunViewers { run, ..RunViewers::default() }
    }

    /// Those of a recording that is played, if there is one.
    #[cfg(feature = "server")]
    pub(crate) fn of(run: String, playback: Option<Arc<Playback>>) -> RunViewers {
        RunViewers { playback, ..RunViewers::new(run) }
    }

    /// Take over what is being written now, with the time at which it started.
    fn update_written(&self, writing: &Writing, now_ns: u64) {
        let mut known = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let [logs, recording, closed] = &mut *known;
        for (known, files) in [(logs, &writing.logs), (recording, &writing.recording)] {
            if known.as_ref().map(|written| &written.files) != files.as_ref() {
                *closed = known.take().or_else(|| closed.take());
                *known = files.as_ref().map(|files| Written { since_ns: now_ns, files: Arc::clone(files) });
            }
        }
    }

    /// Logs and the recording being written, and what was closed last.
    fn written(&self) -> [Option<Written>; 3] {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What the first message of a viewer subscribes to; it must be `hello` in our version of the protocol. An error is the
/// reason of a refusal.
pub(crate) fn read_hello(text: &str) -> Result<Subscription, String> {
    match serde_json::from_str::<Request>(text).map(|it| it.message) {
        Ok(ClientMessage::Hello { protocol, subscribe }) if protocol == PROTOCOL => {
            Ok(subscribe.unwrap_or_default())
        }
        Ok(ClientMessage::Hello { protocol, .. }) => Err(format!(
            "the server speaks version {PROTOCOL} of the protocol, the client version {protocol}"
        )),
        Ok(_) | Err(_) => Err("the first message must be hello".to_string()),
    }
}

fn interest(subscription: &Subscription) -> Interest {
    let rate_hz = subscription.rate_hz;
    let rate = if rate_hz > 0.0 {
        StepRate::EveryWall(Duration::from_secs_f64(1.0 / rate_hz.clamp(0.1, MAX_RATE_HZ)))
    } else {
        StepRate::Never
    };
    let sensors = subscription.sensors.iter().take(1024).map(|sensor| SensorId(*sensor));
    Interest { rate, sensors: SensorChoice::These(sensors.collect()) }
}

/// What an answer of the run is for.
enum Pending {
    /// A message that is answered by `done`.
    Message { id: Option<u64> },
    /// Steps in lock-step.
    Advance { id: Option<u64> },
    /// A snapshot to keep under a name.
    Naming { id: Option<u64>, name: String },
    /// A snapshot of the moment before time is set back, for `undo`.
    Leaving,
}

/// One viewer of a run.
pub struct ViewerSession {
    client: Client,
    shared: Arc<RunViewers>,
    page: Arc<ScenePage>,
    subscription: Subscription,
    out: Vec<ViewerMessage>,
    /// Messages for every viewer, this one included, as JSON.
    for_all: Vec<String>,
    pending: BTreeMap<u64, Pending>,
    known: KnownPoses,
    frames: Vec<Pose3>,
    /// The newest frame.
    newest: Option<Step>,
    /// Tick and step of the frame sent last.
    sent: Option<(u64, u64)>,
    dropped_count: u64,
    /// Version of the kept moments that was sent last.
    moments_version: u64,
    /// How often this session saw time go back.
    branch: u64,
    /// Whether an `advance` is not answered yet.
    is_advancing: bool,
    /// Whether the client controls a run in lock-step.
    has_control: bool,
    /// Start of the present second, and the messages received in it.
    second: (Duration, u32),
    pub(crate) close_reason: Option<&'static str>,
}

impl ViewerSession {
    /// A session that begins with this message, which must be `hello`. An error is the reason of a refusal.
    pub fn begin(
        handle: &RunHandle,
        shared: &Arc<RunViewers>,
        page: Arc<ScenePage>,
        hello: &str,
    ) -> Result<ViewerSession, String> {
        let subscription = read_hello(hello)?;
        ViewerSession::connect(handle, shared, page, subscription).map_err(|problem| problem.to_string())
    }

    /// A session with this subscription.
    pub(crate) fn connect(
        handle: &RunHandle,
        shared: &Arc<RunViewers>,
        page: Arc<ScenePage>,
        subscription: Subscription,
    ) -> Result<ViewerSession, LinkProblem> {
        let client = handle.connect("viewer", interest(&subscription))?;
        shared.client_count.fetch_add(1, Ordering::Relaxed);
        let mut session = ViewerSession {
            client,
            shared: Arc::clone(shared),
            page,
            subscription,
            out: Vec::new(),
            for_all: Vec::new(),
            pending: BTreeMap::new(),
            known: KnownPoses::default(),
            frames: Vec::new(),
            newest: None,
            sent: None,
            dropped_count: 0,
            moments_version: 0,
            branch: 0,
            is_advancing: false,
            has_control: false,
            second: (Duration::ZERO, 0),
            close_reason: None,
        };
        session.welcome();
        Ok(session)
    }

    /// Its connection to the run.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Messages to the viewer, in their order.
    pub fn take_messages(&mut self) -> Vec<ViewerMessage> {
        std::mem::take(&mut self.out)
    }

    /// Messages for every viewer of the run, this one included, as JSON.
    pub fn take_messages_for_all(&mut self) -> Vec<String> {
        std::mem::take(&mut self.for_all)
    }

    /// Queue a message that another session, or this one, has for every viewer.
    pub fn pass_on(&mut self, text: &str) {
        self.out.push(ViewerMessage::Text(text.to_string()));
    }

    /// Queue a message.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a message is written at once and not needed afterwards"
    )]
    fn send(&mut self, message: ServerMessage) {
        self.out.push(ViewerMessage::of(&message));
    }

    fn welcome(&mut self) {
        let page = &self.page;
        self.send(ServerMessage::Welcome(Welcome {
            protocol: PROTOCOL,
            client: self.client.id().0,
            revision: page.file.revision,
            run: self.shared.run.clone(),
            program: page.file.program.clone(),
            can: page.capabilities.clone(),
        }));
        if self.shared.playback.as_ref().is_some_and(|playback| playback.begin()) {
            let _ = self.client.control(Control::Resume);
        }
    }

    /// Something was added or removed: the client fetches the scene again and receives every pose.
    pub fn change_scene(&mut self, page: Arc<ScenePage>) {
        self.send(ServerMessage::SceneChanged { revision: page.file.revision });
        self.page = page;
        self.forget_sent_poses();
    }

    /// Send every pose in the next `poses` message.
    fn forget_sent_poses(&mut self) {
        self.known = KnownPoses::default();
        self.sent = None;
    }
}

impl Drop for ViewerSession {
    fn drop(&mut self) {
        self.shared.client_count.fetch_sub(1, Ordering::Relaxed);
    }
}

//! One WebSocket: messages of a client become requests to the run, and what the run reports becomes messages.

mod incoming;
mod outgoing;

pub(crate) use outgoing::reading_message;

use crate::contract::{ClientMessage, PROTOCOL, Request, ServerMessage, Subscription, Welcome};
use crate::encode::KnownPoses;
use crate::fragments::TOO_MANY;
use crate::routes::Shared;
use crate::scene_page::ScenePage;
use crate::socket::Socket;
use futures_util::{SinkExt, StreamExt};
use skidpad_link::{Client, Control, Interest, SensorChoice, StepRate};
use skidpad_math::Pose3;
use skidpad_messages::{SensorId, Step};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The first message must arrive within this time.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// A client that does not accept a message for this long is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to try to send a message before closing.
const LAST_SEND_TIMEOUT: Duration = Duration::from_millis(20);
/// Time between two `status` messages.
const STATUS_PERIOD: Duration = Duration::from_millis(250);
/// Messages that a client may send in a second.
const MAX_MESSAGES_PER_SECOND: u32 = 500;
/// Highest rate that a client may ask for [Hz].
const MAX_RATE_HZ: f64 = 120.0;
/// Most steps of one `advance`.
const MAX_ADVANCE: u32 = 10_000;
/// Requests whose answers are awaited at most.
const MAX_PENDING: usize = 512;

/// Serve a client until it leaves, breaks a rule, or the run ends.
pub(crate) async fn run_session(mut socket: Socket, shared: &Shared) {
    let Some(subscription) = receive_hello(&mut socket).await else { return };
    let client = match shared.handle.connect("viewer", interest(&subscription)) {
        Ok(client) => client,
        Err(problem) => {
            send_goodbye(&mut socket, problem.to_string()).await;
            return;
        }
    };
    let arrival = Arc::new(Notify::new());
    let notify = Arc::clone(&arrival);
    client.on_arrival(move || notify.notify_one());
    let mut broadcasts = shared.broadcasts.subscribe();
    let mut pages = shared.pages.clone();
    let mut end = shared.end.clone();
    let mut status_timer = tokio::time::interval(STATUS_PERIOD);
    let page = Arc::clone(&pages.borrow_and_update());
    let mut session = ClientSession::new(client, shared, page, subscription);
    session.welcome();
    loop {
        if !session.send_all(&mut socket).await {
            return;
        }
        tokio::select! {
            _ = end.changed() => break,
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => session.receive(&text),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => session.count_message(),
                Some(Ok(Message::Binary(_))) => session.close_reason = Some("binary messages are not accepted"),
                Some(Err(Error::Io(problem))) if problem.kind() == ErrorKind::InvalidData => {
                    session.close_reason = Some(TOO_MANY);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            () = arrival.notified() => {
                if session.deliver() {
                    break;
                }
            }
            text = broadcasts.recv() => match text {
                Ok(text) => session.out.push(Message::text(text.to_string())),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => break,
            },
            Ok(()) = pages.changed() => {
                let page = Arc::clone(&pages.borrow_and_update());
                session.change_scene(page);
            }
            _ = status_timer.tick() => session.send_status(),
        }
        if let Some(reason) = session.close_reason {
            let _ = session.send_all(&mut socket).await;
            close(&mut socket, reason).await;
            return;
        }
    }
    // The last answers: those to `advance` are given just before the run ends.
    session.deliver();
    let _ = tokio::time::timeout(LAST_SEND_TIMEOUT, session.send_all(&mut socket)).await;
    send_goodbye(&mut socket, "the run has ended".to_string()).await;
}

/// Wait for the first message, which must be `hello` in our version of the protocol.
async fn receive_hello(socket: &mut Socket) -> Option<Subscription> {
    let received = tokio::time::timeout(HELLO_TIMEOUT, socket.next()).await.ok()??.ok()?;
    let Message::Text(text) = received else { return None };
    let reason = match serde_json::from_str::<Request>(&text).map(|it| it.message) {
        Ok(ClientMessage::Hello { protocol, subscribe }) if protocol == PROTOCOL => {
            return Some(subscribe.unwrap_or_default());
        }
        Ok(ClientMessage::Hello { protocol, .. }) => {
            format!("the server speaks version {PROTOCOL} of the protocol, the client version {protocol}")
        }
        Ok(_) | Err(_) => "the first message must be hello".to_string(),
    };
    let _ = socket.send(text_of(&ServerMessage::Refused { id: None, reason })).await;
    close(socket, "no hello").await;
    None
}

async fn send_goodbye(socket: &mut Socket, reason: String) {
    let text = text_of(&ServerMessage::Goodbye { reason });
    let _ = tokio::time::timeout(LAST_SEND_TIMEOUT, socket.send(text)).await;
    close(socket, "").await;
}

async fn close(socket: &mut Socket, reason: &'static str) {
    let code = if reason.is_empty() { 1001 } else { 1008 };
    let frame = CloseFrame { code: code.into(), reason: reason.into() };
    let _ = tokio::time::timeout(LAST_SEND_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
}

/// A message as JSON. Our messages have no keys that JSON lacks, so writing one cannot fail.
fn text_of(message: &ServerMessage) -> Message {
    Message::text(serde_json::to_string(message).unwrap_or_default())
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

struct ClientSession<'a> {
    client: Client,
    shared: &'a Shared,
    page: Arc<ScenePage>,
    subscription: Subscription,
    out: Vec<Message>,
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
    second: (Instant, u32),
    close_reason: Option<&'static str>,
}

impl<'a> ClientSession<'a> {
    fn new(client: Client, shared: &'a Shared, page: Arc<ScenePage>, subscription: Subscription) -> Self {
        ClientSession {
            client,
            shared,
            page,
            subscription,
            out: Vec::new(),
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
            second: (Instant::now(), 0),
            close_reason: None,
        }
    }

    /// Send what has been queued; false when the client is gone or does not accept it.
    async fn send_all(&mut self, socket: &mut Socket) -> bool {
        for message in self.out.drain(..) {
            match tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return false,
            }
        }
        true
    }

    /// Queue a message.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a message is written at once and not needed afterwards"
    )]
    fn send(&mut self, message: ServerMessage) {
        self.out.push(text_of(&message));
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
    fn change_scene(&mut self, page: Arc<ScenePage>) {
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

//! One WebSocket: what a client says becomes requests of the run, what the run shows becomes messages.

mod obey;
mod tell;

use crate::encode::KnownPoses;
use crate::fragments::TOO_MANY;
use crate::message::{Message as Said, Numbered, Subscription};
use crate::routes::Shared;
use crate::scene_file::PROTOCOL;
use crate::scene_page::ScenePage;
use crate::socket::Socket;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use skidpad_link::{Client, Control, FrameRate, Interest, SensorChoice};
use skidpad_math::Pose3;
use skidpad_messages::{SensorId, Step};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

/// The first message must come within this time.
const GREETING: Duration = Duration::from_secs(5);
/// A client that does not take a message for this long is let go.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time between two reports of the run's status.
const STATUS_PERIOD: Duration = Duration::from_millis(250);
/// Messages a client may send in a second.
const MOST_PER_SECOND: u32 = 500;
/// Fastest rate a client may ask for [Hz].
const FASTEST_HZ: f64 = 120.0;
/// A viewer may add things to a world that has fewer than these.
const MOST_BODIES: usize = 1000;
/// Answers waited for at most.
const MOST_PENDING: usize = 512;

/// ClientSession with a client until it leaves, is let go, or the run ends.
pub(crate) async fn talk(mut socket: Socket, shared: &Shared) {
    let Some(subscription) = greet(&mut socket).await else { return };
    let client = match shared.handle.connect("viewer", interest(&subscription)) {
        Ok(client) => client,
        Err(problem) => {
            goodbye(&mut socket, &problem.to_string()).await;
            return;
        }
    };
    let bell = Arc::new(Notify::new());
    let rung = Arc::clone(&bell);
    client.on_arrival(move || rung.notify_one());
    let mut news = shared.news.subscribe();
    let mut shows = shared.shows.clone();
    let mut end = shared.end.clone();
    let mut pulse = tokio::time::interval(STATUS_PERIOD);
    let show = Arc::clone(&shows.borrow_and_update());
    let mut it = ClientSession::new(client, shared, show, subscription);
    it.welcome();
    loop {
        if !it.send_all(&mut socket).await {
            return;
        }
        tokio::select! {
            _ = end.changed() => break,
            said = socket.next() => match said {
                Some(Ok(Message::Text(text))) => it.hear(&text),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => it.count_message(),
                Some(Ok(Message::Binary(_))) => it.is_leaving = Some("binary messages are not understood"),
                Some(Err(Error::Io(problem))) if problem.kind() == ErrorKind::InvalidData => {
                    it.is_leaving = Some(TOO_MANY);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            () = bell.notified() => {
                if it.deliver() {
                    break;
                }
            }
            text = news.recv() => match text {
                Ok(text) => it.out.push(Message::text(text.to_string())),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => break,
            },
            Ok(()) = shows.changed() => {
                let show = Arc::clone(&shows.borrow_and_update());
                it.see_other_scene(show);
            }
            _ = pulse.tick() => it.tell_status(),
        }
        if let Some(reason) = it.is_leaving {
            let _ = it.send_all(&mut socket).await;
            close(&mut socket, reason).await;
            return;
        }
    }
    goodbye(&mut socket, "the run is over").await;
}

/// Wait for the first message, which must be a greeting in our language.
async fn greet(socket: &mut Socket) -> Option<Subscription> {
    let said = tokio::time::timeout(GREETING, socket.next()).await.ok()??.ok()?;
    let Message::Text(text) = said else { return None };
    let reason = match serde_json::from_str::<Numbered>(&text).map(|it| it.message) {
        Ok(Said::Hello { protocol, subscribe }) if protocol == PROTOCOL => {
            return Some(subscribe.unwrap_or_default());
        }
        Ok(Said::Hello { protocol, .. }) => {
            format!("this program speaks version {PROTOCOL} of the protocol, the client version {protocol}")
        }
        Ok(_) | Err(_) => "the first message must be hello".to_string(),
    };
    let _ = socket.send(Message::text(json!({ "type": "refused", "reason": reason }).to_string())).await;
    close(socket, "no greeting").await;
    None
}

async fn goodbye(socket: &mut Socket, reason: &str) {
    let text = json!({ "type": "goodbye", "reason": reason }).to_string();
    let _ = tokio::time::timeout(Duration::from_millis(20), socket.send(Message::text(text))).await;
    close(socket, "").await;
}

async fn close(socket: &mut Socket, reason: &'static str) {
    let code = if reason.is_empty() { 1001 } else { 1008 };
    let frame = CloseFrame { code: code.into(), reason: reason.into() };
    let _ = tokio::time::timeout(Duration::from_millis(20), socket.send(Message::Close(Some(frame)))).await;
}

fn interest(subscription: &Subscription) -> Interest {
    let rate_hz = subscription.rate_hz;
    let rate = if rate_hz > 0.0 {
        FrameRate::EveryWall(Duration::from_secs_f64(1.0 / rate_hz.clamp(0.1, FASTEST_HZ)))
    } else {
        FrameRate::Never
    };
    let sensors = subscription.sensors.iter().take(1024).map(|sensor| SensorId(*sensor));
    Interest { rate, sensors: SensorChoice::These(sensors.collect()) }
}

/// What an answer of the run is for.
enum Pending {
    /// A message that wants to hear that it was done.
    Message { id: Option<u64> },
    /// A snapshot that gets a name.
    Naming { id: Option<u64>, name: String },
}

struct ClientSession<'a> {
    client: Client,
    shared: &'a Shared,
    /// What is drawn.
    show: Arc<ScenePage>,
    subscription: Subscription,
    out: Vec<Message>,
    pending: BTreeMap<u64, Pending>,
    known: KnownPoses,
    frames: Vec<Pose3>,
    /// The newest step, and whether it was sent.
    newest: Option<Step>,
    shown: Option<(u64, u64)>,
    dropped_count: u64,
    /// How often time went back.
    branch: u64,
    second: (Instant, u32),
    is_leaving: Option<&'static str>,
}

impl<'a> ClientSession<'a> {
    fn new(client: Client, shared: &'a Shared, show: Arc<ScenePage>, subscription: Subscription) -> Self {
        ClientSession {
            client,
            shared,
            show,
            subscription,
            out: Vec::new(),
            pending: BTreeMap::new(),
            known: KnownPoses::default(),
            frames: Vec::new(),
            newest: None,
            shown: None,
            dropped_count: 0,
            branch: 0,
            second: (Instant::now(), 0),
            is_leaving: None,
        }
    }

    /// Send what has gathered; false when the client is gone or does not take it.
    async fn send_all(&mut self, socket: &mut Socket) -> bool {
        for message in self.out.drain(..) {
            match tokio::time::timeout(PATIENCE, socket.send(message)).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return false,
            }
        }
        true
    }

    #[allow(clippy::needless_pass_by_value, reason = "it is written at once and of no further use")]
    pub(super) fn say(&mut self, value: Value) {
        self.out.push(Message::text(value.to_string()));
    }

    fn welcome(&mut self) {
        let about = &self.show.about;
        self.say(json!({
            "type": "welcome", "protocol": PROTOCOL, "client": self.client.id().0,
            "revision": about.revision, "program": about.program, "can": about.can,
        }));
        if self.shared.playback.as_ref().is_some_and(|playback| playback.begin()) {
            let _ = self.client.control(Control::Resume);
        }
    }

    /// Something was added or taken away: the client fetches the scene again and is told every pose anew.
    fn see_other_scene(&mut self, show: Arc<ScenePage>) {
        self.say(json!({ "type": "scene_changed", "revision": show.about.revision }));
        self.show = show;
        self.forget_what_was_told();
    }

    /// The next message about poses has all of them.
    pub(super) fn forget_what_was_told(&mut self) {
        self.known = KnownPoses::default();
        self.shown = None;
    }
}

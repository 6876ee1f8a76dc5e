//! All the addresses there are. No request names a file; what is not listed here is not there.

use crate::bundle;
use crate::client::talk;
use crate::guard::Guard;
use crate::moments::Moments;
use crate::playback::Playback;
use crate::scene_page::ScenePage;
use crate::socket::{Handshake, open};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use skidpad_link::RunHandle;
use skidpad_messages::{Writing, WrittenFiles};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, broadcast, watch};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every connection shares.
pub(crate) struct Shared {
    /// What is drawn; another when something was added or taken away.
    pub(crate) shows: watch::Receiver<Arc<ScenePage>>,
    pub(crate) handle: RunHandle,
    pub(crate) moments: Arc<Moments>,
    /// The recording, where one is played.
    pub(crate) playback: Option<Arc<Playback>>,
    /// Text for every client.
    pub(crate) news: broadcast::Sender<Arc<str>>,
    /// Room for WebSocket clients.
    pub(crate) room: Arc<Semaphore>,
    /// Turns true when the server ends.
    pub(crate) end: watch::Receiver<bool>,
    /// How often a viewer turned time back.
    pub(crate) turned_back_count: AtomicU64,
    /// Logs and the recording being written.
    pub(crate) written: Mutex<[Option<Written>; 2]>,
}

/// Files being written, and since when [ns].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) since_ns: u64,
    pub(crate) files: Arc<WrittenFiles>,
}

/// WebSocket clients at once.
pub(crate) const CLIENTS: usize = 64;

impl Shared {
    /// What is being written at this time; remembers since when.
    pub(crate) fn see_writing(&self, writing: &Writing, now_ns: u64) {
        let mut known = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        for (known, files) in known.iter_mut().zip([&writing.logs, &writing.recording]) {
            if known.as_ref().map(|written| &written.files) != files.as_ref() {
                *known = files.as_ref().map(|files| Written { since_ns: now_ns, files: Arc::clone(files) });
            }
        }
    }

    /// Logs and the recording being written.
    pub(crate) fn written(&self) -> [Option<Written>; 2] {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many viewers are connected.
    pub(crate) fn room_taken(&self) -> usize {
        CLIENTS - self.room.available_permits().min(CLIENTS)
    }
}

/// The routes, behind the guard.
pub(crate) fn routes(shared: Arc<Shared>, guard: Guard) -> Router {
    Router::new()
        .route("/", get(|| file(bundle::PAGE, "text/html; charset=utf-8")))
        .route("/viewer.js", get(|| file(bundle::SCRIPT, "text/javascript; charset=utf-8")))
        .route("/viewer.css", get(|| file(bundle::STYLE, "text/css; charset=utf-8")))
        .route("/scene.json", get(scene_json))
        .route("/scene.glb", get(scene_glb))
        .route("/ws", get(upgrade))
        .with_state(shared)
        .layer(middleware::from_fn_with_state(Arc::new(guard), watched))
}

/// Check a request, then put the same strict headers on every answer.
async fn watched(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let query = request.uri().query().map(str::to_string);
    let mut response = match guard.check(request.headers(), query.as_deref()) {
        Ok(()) => next.run(request).await,
        Err(status) => status.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    if let Some(cookie) = guard.cookie(query.as_deref()).and_then(|it| HeaderValue::from_str(&it).ok()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

async fn file(bytes: &'static [u8], kind: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}

async fn scene_json(State(shared): State<Arc<Shared>>) -> Response {
    let scene = shared.shows.borrow().scene_json.clone();
    ([(header::CONTENT_TYPE, "application/json")], scene).into_response()
}

async fn scene_glb(State(shared): State<Arc<Shared>>) -> Response {
    let scene = shared.shows.borrow().scene_glb.clone();
    ([(header::CONTENT_TYPE, "model/gltf-binary")], scene).into_response()
}

async fn upgrade(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let handshake = match Handshake::of(request) {
        Ok(handshake) => handshake,
        Err(status) => return status.into_response(),
    };
    let Ok(seat) = Arc::clone(&shared.room).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let (response, upgrade) = handshake.answer();
    tokio::spawn(async move {
        if let Some(socket) = open(upgrade).await {
            talk(socket, &shared).await;
        }
        drop(seat);
    });
    response
}

//! All the addresses there are. No request names a file; what is not listed here is not there.

use crate::bundle;
use crate::client::talk;
use crate::guard::Guard;
use crate::moments::Moments;
use crate::show::Show;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use skidpad_link::Door;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use tokio::sync::{Semaphore, broadcast, watch};

/// Largest message from a client [bytes], fragments together.
pub(crate) const LARGEST_MESSAGE: usize = 64 << 10;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every connection shares.
pub(crate) struct Shared {
    pub(crate) show: Arc<Show>,
    pub(crate) door: Door,
    pub(crate) moments: Arc<Moments>,
    /// Text for every client.
    pub(crate) news: broadcast::Sender<Arc<str>>,
    /// Room for WebSocket clients.
    pub(crate) room: Arc<Semaphore>,
    /// Turns true when the server ends.
    pub(crate) end: watch::Receiver<bool>,
    /// How often a viewer turned time back.
    pub(crate) turned_back_count: AtomicU64,
    /// Whether logs are being written, as far as viewers asked for it.
    pub(crate) is_logging: AtomicBool,
}

/// WebSocket clients at once.
pub(crate) const CLIENTS: usize = 64;

impl Shared {
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
    ([(header::CONTENT_TYPE, "application/json")], shared.show.scene_json.clone()).into_response()
}

async fn scene_glb(State(shared): State<Arc<Shared>>) -> Response {
    ([(header::CONTENT_TYPE, "model/gltf-binary")], shared.show.scene_glb.clone()).into_response()
}

async fn upgrade(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(seat) = Arc::clone(&shared.room).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .max_write_buffer_size(16 << 20)
        .on_upgrade(move |socket| async move {
            talk(socket, &shared).await;
            drop(seat);
        })
}

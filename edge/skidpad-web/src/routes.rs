//! All routes of the server. No request can name a file.

use crate::bundle;
use crate::client::run_session;
use crate::guard::Guard;
use crate::guesses::{DELAY, Guesses};
use crate::scene_page::ScenePage;
use crate::session::RunViewers;
use crate::socket::{Handshake, open};
use crate::static_files::StaticFile;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use skidpad_link::RunHandle;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::{Semaphore, broadcast, watch};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// For the page that asks for the token: its own style and its form, no script.
const TOKEN_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
                            frame-ancestors 'none'";

/// A page that runs the simulator itself, and shows the viewer in a frame.
const FILES_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src blob: data:; \
                            connect-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; \
                            form-action 'none'; frame-ancestors 'self'";

/// What every connection shares.
pub(crate) struct Shared {
    /// What is drawn; replaced when something is added or removed.
    pub(crate) pages: watch::Receiver<Arc<ScenePage>>,
    pub(crate) handle: RunHandle,
    pub(crate) viewers: Arc<RunViewers>,
    /// Messages for every client, as JSON.
    pub(crate) broadcasts: broadcast::Sender<Arc<str>>,
    /// One permit per WebSocket client.
    pub(crate) client_slots: Arc<Semaphore>,
    /// Turns true when the server ends.
    pub(crate) end: watch::Receiver<bool>,
}

/// Most WebSocket clients at once.
pub(crate) const MAX_CLIENTS: usize = 64;

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
        .layer(middleware::from_fn_with_state(Arc::new(Gate::new(guard, POLICY)), guarded))
}

/// What stands before every route.
struct Gate {
    guard: Guard,
    guesses: Guesses,
    policy: &'static str,
}

impl Gate {
    fn new(guard: Guard, policy: &'static str) -> Gate {
        Gate { guard, guesses: Guesses::default(), policy }
    }
}

/// The routes of fixed files, behind the guard: each answers to its name, the page also to `/`.
pub(crate) fn file_routes(files: Vec<StaticFile>, guard: Guard) -> Router {
    let mut router = Router::new();
    for StaticFile { name, kind, bytes } in files {
        let answer = get(move || {
            let bytes = bytes.clone();
            async move { ([(header::CONTENT_TYPE, kind)], bytes).into_response() }
        });
        if name == "index.html" {
            router = router.route("/", answer.clone());
        }
        router = router.route(&format!("/{name}"), answer);
    }
    router.layer(middleware::from_fn_with_state(Arc::new(Gate::new(guard, FILES_POLICY)), guarded))
}

/// The address of the client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Check a request, then put the same strict headers on every answer.
async fn guarded(
    State(gate): State<Arc<Gate>>,
    Extension(Peer(address)): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let Gate { guard, guesses, policy } = &*gate;
    let query = request.uri().query().map(str::to_string);
    let is_page = request.uri().path() == "/";
    let mut policy = *policy;
    let mut response = match check(guard, guesses, address, request.headers(), query.as_deref()).await {
        Ok(()) => next.run(request).await,
        Err(StatusCode::UNAUTHORIZED) if is_page => {
            policy = TOKEN_POLICY;
            (
                StatusCode::UNAUTHORIZED,
                [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
                bundle::TOKEN_PAGE,
            )
                .into_response()
        }
        Err(status) => status.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
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

/// Whether a request may be answered; an error is the status of the answer. A wrong token waits for it.
async fn check(
    guard: &Guard,
    guesses: &Guesses,
    address: IpAddr,
    headers: &HeaderMap,
    query: Option<&str>,
) -> Result<(), StatusCode> {
    guard.check_origin(headers)?;
    if !guard.has_guess(headers, query) {
        return guard.check_token(headers, query);
    }
    let place = guesses.enter(address).ok_or(StatusCode::TOO_MANY_REQUESTS)?;
    let checked = guard.check_token(headers, query);
    if checked.is_err() {
        tokio::time::sleep(DELAY).await;
    }
    drop(place);
    checked
}

async fn file(bytes: &'static [u8], kind: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}

async fn scene_json(State(shared): State<Arc<Shared>>) -> Response {
    let scene = shared.pages.borrow().scene_json.clone();
    ([(header::CONTENT_TYPE, "application/json")], scene).into_response()
}

async fn scene_glb(State(shared): State<Arc<Shared>>) -> Response {
    let scene = shared.pages.borrow().scene_glb.clone();
    ([(header::CONTENT_TYPE, "model/gltf-binary")], scene).into_response()
}

async fn upgrade(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let handshake = match Handshake::of(request) {
        Ok(handshake) => handshake,
        Err(status) => return status.into_response(),
    };
    let Ok(slot) = Arc::clone(&shared.client_slots).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let (response, upgrade) = handshake.answer();
    tokio::spawn(async move {
        if let Some(socket) = open(upgrade).await {
            run_session(socket, &shared).await;
        }
        drop(slot);
    });
    response
}

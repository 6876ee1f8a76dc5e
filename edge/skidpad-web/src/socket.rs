//! The WebSocket of a client: the handshake (RFC 6455, section 4.2), then messages within limits.

use crate::fragments::FewFragments;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// Largest message from a client [bytes], fragments together.
const LARGEST_MESSAGE: usize = 64 << 10;
/// What may wait to be sent [bytes].
const LARGEST_BACKLOG: usize = 16 << 20;

/// A client's connection.
pub(crate) type Socket = WebSocketStream<FewFragments<TokioIo<Upgraded>>>;

/// A connection about to become a WebSocket.
pub(crate) struct Handshake {
    accept: HeaderValue,
    upgrade: OnUpgrade,
}

impl Handshake {
    /// What a request must say to begin one; with the status to refuse it with.
    pub(crate) fn of(request: Request) -> Result<Handshake, StatusCode> {
        let headers = request.headers();
        let is_said = |name, word| has_word(headers, name, word);
        if !is_said(header::CONNECTION, "upgrade") || !is_said(header::UPGRADE, "websocket") {
            return Err(StatusCode::UPGRADE_REQUIRED);
        }
        if headers.get(header::SEC_WEBSOCKET_VERSION).is_none_or(|version| version != "13") {
            return Err(StatusCode::UPGRADE_REQUIRED);
        }
        let key = headers.get(header::SEC_WEBSOCKET_KEY).ok_or(StatusCode::BAD_REQUEST)?;
        let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()));
        let accept = accept.map_err(|_| StatusCode::BAD_REQUEST)?;
        Ok(Handshake { accept, upgrade: hyper::upgrade::on(request) })
    }

    /// The answer that switches protocols, and what then becomes the connection.
    pub(crate) fn answer(self) -> (Response, OnUpgrade) {
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
            (header::SEC_WEBSOCKET_ACCEPT, self.accept),
        ];
        ((StatusCode::SWITCHING_PROTOCOLS, headers).into_response(), self.upgrade)
    }
}

/// The connection, once the protocols are switched; `None` for a client that left before.
pub(crate) async fn open(upgrade: OnUpgrade) -> Option<Socket> {
    let stream = FewFragments::new(TokioIo::new(upgrade.await.ok()?));
    Some(WebSocketStream::from_raw_socket(stream, Role::Server, Some(configuration())).await)
}

/// Limits of a connection.
pub(crate) fn configuration() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(16 << 10)
        .max_message_size(Some(LARGEST_MESSAGE))
        .max_frame_size(Some(LARGEST_MESSAGE))
        .max_write_buffer_size(LARGEST_BACKLOG)
}

/// Whether a header that lists words has this one, in any case.
fn has_word(headers: &HeaderMap, name: header::HeaderName, word: &str) -> bool {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|it| it.trim().eq_ignore_ascii_case(word))
}

//! One WebSocket and the session behind it.

use crate::contract::{ServerMessage, Subscription};
use crate::fragments::TOO_MANY;
use crate::routes::Shared;
use crate::session::{ViewerMessage, ViewerSession, read_hello};
use crate::socket::Socket;
use futures_util::{SinkExt, StreamExt};
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
/// Serve a client until it leaves, breaks a rule, or the run ends.
pub(crate) async fn run_session(mut socket: Socket, shared: &Shared) {
    let Some(subscription) = receive_hello(&mut socket).await else { return };
    let mut pages = shared.pages.clone();
    let page = Arc::clone(&pages.borrow_and_update());
    let mut session = match ViewerSession::connect(&shared.handle, &shared.viewers, page, subscription) {
        Ok(session) => session,
        Err(problem) => {
            send_goodbye(&mut socket, problem.to_string()).await;
            return;
        }
    };
    let began = Instant::now();
    let arrival = Arc::new(Notify::new());
    let notify = Arc::clone(&arrival);
    session.client().on_arrival(move || notify.notify_one());
    let mut broadcasts = shared.broadcasts.subscribe();
    let mut end = shared.end.clone();
    let mut status_timer = tokio::time::interval(STATUS_PERIOD);
    loop {
        if !send_all(&mut session, &mut socket).await {
            return;
        }
        tokio::select! {
            _ = end.changed() => break,
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    session.receive(&text, began.elapsed());
                    for text in session.take_messages_for_all() {
                        let _ = shared.broadcasts.send(text.into());
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                    session.count_message(began.elapsed());
                }
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
                Ok(text) => session.pass_on(&text),
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
            let _ = send_all(&mut session, &mut socket).await;
            close(&mut socket, reason).await;
            return;
        }
    }
    // The last answers: those to `advance` are given just before the run ends.
    session.deliver();
    let _ = tokio::time::timeout(LAST_SEND_TIMEOUT, send_all(&mut session, &mut socket)).await;
    send_goodbye(&mut socket, "the run has ended".to_string()).await;
}

/// Wait for the first message, which must be `hello` in our version of the protocol.
async fn receive_hello(socket: &mut Socket) -> Option<Subscription> {
    let received = tokio::time::timeout(HELLO_TIMEOUT, socket.next()).await.ok()??.ok()?;
    let Message::Text(text) = received else { return None };
    let reason = match read_hello(&text) {
        Ok(subscription) => return Some(subscription),
        Err(reason) => reason,
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

/// Send what has been queued; false when the client is gone or does not accept it.
async fn send_all(session: &mut ViewerSession, socket: &mut Socket) -> bool {
    for message in session.take_messages() {
        match tokio::time::timeout(SEND_TIMEOUT, socket.send(framed(message))).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return false,
        }
    }
    true
}

fn framed(message: ViewerMessage) -> Message {
    match message {
        ViewerMessage::Text(text) => Message::text(text),
        ViewerMessage::Binary(bytes) => Message::Binary(bytes.into()),
    }
}

fn text_of(message: &ServerMessage) -> Message {
    framed(ViewerMessage::of(message))
}

//! The two ports of a node. Whoever connects may be slow, broken or hostile: a connection that has not yet said what it
//! wants can be closed to make room for a newer one.

use super::{Shared, slave_api};
use crate::tcpros::{ConnectionHeader, feed_subscriber, read_header, serve_calls};
use crate::xmlrpc::answer_requests;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

/// Most connections to the XML-RPC port, and most connections to the TCPROS port that have not said what they want.
const MOST_STRANGERS: usize = 64;
/// Most established connections of subscribers and callers of services.
const MOST_ESTABLISHED: usize = 512;

/// Connections that make room for newer ones.
#[derive(Default)]
struct Strangers {
    tasks: VecDeque<AbortHandle>,
}

impl Strangers {
    fn add(&mut self, task: AbortHandle) {
        self.tasks.retain(|task| !task.is_finished());
        if self.tasks.len() >= MOST_STRANGERS
            && let Some(oldest) = self.tasks.pop_front()
        {
            oldest.abort();
        }
        self.tasks.push_back(task);
    }
}

/// The next connection. Errors of single connections, and a lack of file descriptors, pass.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answer calls of the slave API.
pub(super) async fn answer_slave_api(listener: TcpListener, shared: Arc<Shared>) {
    let mut strangers = Strangers::default();
    loop {
        let stream = accept(&listener).await;
        let shared = Arc::clone(&shared);
        let task = tokio::spawn(answer_requests(stream, move |call| slave_api::answer(&shared, &call)));
        strangers.add(task.abort_handle());
    }
}

/// Serve subscribers and callers of services.
pub(super) async fn answer_tcpros(listener: TcpListener, shared: Arc<Shared>) {
    let mut strangers = Strangers::default();
    let room = Arc::new(Semaphore::new(MOST_ESTABLISHED));
    loop {
        let mut stream = accept(&listener).await;
        let (shared, room) = (Arc::clone(&shared), Arc::clone(&room));
        let task = tokio::spawn(async move {
            let Ok(header) = read_header(&mut stream).await else { return };
            // From here on it is no stranger any more.
            if let Ok(permit) = room.try_acquire_owned() {
                tokio::spawn(async move {
                    // However the connection ends, the peer knows it.
                    let _ = serve(stream, &header, &shared).await;
                    drop(permit);
                });
            }
        });
        strangers.add(task.abort_handle());
    }
}

async fn serve(mut stream: TcpStream, header: &ConnectionHeader, shared: &Shared) -> io::Result<()> {
    let node = shared.names.node();
    let refusal = if let Some(name) = header.get("service") {
        let service = super::locked(&shared.services).get(name).cloned();
        match service {
            Some(service) => return serve_calls(stream, header, &service, node).await,
            None => "the node does not offer this service",
        }
    } else {
        match header.get("topic").and_then(|name| shared.topic(name)) {
            Some(topic) => {
                return feed_subscriber(stream, header, &topic, node, shared.connection_number()).await;
            }
            None => "the node does not publish this topic",
        }
    };
    stream.write_all(&ConnectionHeader::new(&[("error", refusal)]).to_bytes()).await
}

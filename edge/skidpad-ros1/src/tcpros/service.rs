//! A service that a node offers.

use super::{ConnectionHeader, MESSAGE_BYTES, read_block};
use skidpad_rosmsg::ServiceDescription;
use std::fmt;
use std::io;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How long an answer may take, and how long a connection may be idle.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// The type of a service as ROS 1 compares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceType {
    /// `package/Name`.
    pub name: String,
    /// MD5 sum of request and response.
    pub md5: String,
}

impl ServiceType {
    /// The type of these requests and responses.
    pub fn of(description: &ServiceDescription) -> Self {
        ServiceType { name: description.type_name.to_string(), md5: description.md5() }
    }
}

/// Where the answer to a call goes. Dropping it answers that the call failed.
#[derive(Debug)]
pub struct ServiceReply(oneshot::Sender<Result<Vec<u8>, String>>);

impl ServiceReply {
    /// Answer with the bytes of a response.
    pub fn send(self, response: Vec<u8>) {
        // The caller may have gone.
        let _ = self.0.send(Ok(response));
    }

    /// Answer that the call failed.
    pub fn fail(self, reason: &str) {
        let _ = self.0.send(Err(reason.to_string()));
    }
}

/// Called with each request, on the network's thread.
type OnCall = Box<dyn Fn(&[u8], ServiceReply) + Send + Sync>;

/// A service that the node offers.
pub(crate) struct Service {
    pub(crate) name: String,
    kind: ServiceType,
    on_call: OnCall,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Service {
    pub(crate) fn new(
        name: &str,
        kind: ServiceType,
        on_call: impl Fn(&[u8], ServiceReply) + Send + Sync + 'static,
    ) -> Self {
        Service { name: name.to_string(), kind, on_call: Box::new(on_call) }
    }

    async fn call(&self, request: &[u8]) -> Result<Vec<u8>, String> {
        let (reply, answer) = oneshot::channel();
        (self.on_call)(request, ServiceReply(reply));
        match timeout(ANSWER_TIME, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err("the service did not answer".to_string()),
            Err(_) => Err(format!("the service did not answer within {} s", ANSWER_TIME.as_secs())),
        }
    }
}

/// Answer a caller's header and then its calls: one, or many if the connection is persistent.
pub(crate) async fn serve_calls(
    mut stream: TcpStream,
    asked: &ConnectionHeader,
    service: &Service,
    node: &str,
) -> io::Result<()> {
    let kind = &service.kind;
    let md5 = asked.get("md5sum").unwrap_or_default();
    if md5 != "*" && md5 != kind.md5 {
        let reason = format!("{} has the type {} with MD5 sum {}", service.name, kind.name, kind.md5);
        return stream.write_all(&ConnectionHeader::new(&[("error", &reason)]).to_bytes()).await;
    }
    let (request_type, response_type) = (format!("{}Request", kind.name), format!("{}Response", kind.name));
    let answer = ConnectionHeader::new(&[
        ("callerid", node),
        ("md5sum", &kind.md5),
        ("request_type", &request_type),
        ("response_type", &response_type),
        ("type", &kind.name),
    ]);
    stream.set_nodelay(true)?;
    stream.write_all(&answer.to_bytes()).await?;
    if asked.get("probe") == Some("1") {
        return Ok(());
    }
    let is_persistent = asked.get("persistent").is_some_and(|it| matches!(it, "1" | "true"));
    let mut request = Vec::new();
    loop {
        let read = read_block(&mut stream, MESSAGE_BYTES, &mut request);
        timeout(ANSWER_TIME, read).await.map_err(|_| io::ErrorKind::TimedOut)??;
        let (is_done, body) = match service.call(&request).await {
            Ok(response) => (1, response),
            Err(reason) => (0, reason.into_bytes()),
        };
        let mut answer = vec![is_done];
        answer.extend_from_slice(&u32::try_from(body.len()).unwrap_or(u32::MAX).to_le_bytes());
        answer.extend_from_slice(&body);
        stream.write_all(&answer).await?;
        if !is_persistent {
            return Ok(());
        }
    }
}

//! A service server that understands both wire forms: that of rmw_fastrtps, with the request's identity beside the
//! payload, and that of rmw_cyclonedds, with sixteen octets before it.

use bytes::Bytes;
use skidpad_rtps::{Guid, Receiver, Sample, SampleId, VendorId, Wire, WireError, WriterId};
use std::time::{Duration, Instant};

/// How long a reply waits until its reader has been found.
const PATIENCE: Duration = Duration::from_secs(1);

/// Most replies that wait.
const MOST_WAITING: usize = 256;

/// The octets before a message in the form of rmw_cyclonedds: the client's handle and its count.
const CYCLONE_HEADER: usize = 16;

/// One service of a node.
pub struct ServiceServer {
    requests: Receiver,
    replies: WriterId,
    reply_topic: String,
    waiting: Vec<WaitingReply>,
}

/// Who asked, and in which form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// A node with rmw_fastrtps, or one like it.
    Fast {
        /// The request.
        request: SampleId,
    },
    /// A node with rmw_cyclonedds.
    Cyclone {
        /// Its handle and count, which the reply repeats.
        header: [u8; CYCLONE_HEADER],
        /// The writer of the request.
        writer: Guid,
    },
}

/// A request and who made it.
#[derive(Debug, Clone)]
pub struct ServiceRequest {
    /// Who asked.
    pub caller: Caller,
    /// The CDR body of the request.
    pub body: Bytes,
}

struct WaitingReply {
    caller: Caller,
    body: Bytes,
    since: Instant,
}

impl ServiceServer {
    pub(crate) fn new(requests: Receiver, replies: WriterId, reply_topic: String) -> ServiceServer {
        ServiceServer { requests, replies, reply_topic, waiting: Vec::new() }
    }

    /// The next request. Requests that are too short to be one are dropped.
    pub fn take(&self, wire: &dyn Wire) -> Option<ServiceRequest> {
        std::iter::from_fn(|| self.requests.try_recv()).find_map(|sample| understand(wire, sample))
    }

    /// Answer. Only the reader that asked gets the reply; if it has not been found yet, the reply waits for it.
    pub fn reply(&mut self, wire: &dyn Wire, caller: Caller, body: Bytes) -> Result<(), WireError> {
        let reply = WaitingReply { caller, body, since: Instant::now() };
        if !self.send(wire, &reply)? && self.waiting.len() < MOST_WAITING {
            self.waiting.push(reply);
        }
        Ok(())
    }

    /// Send replies whose readers have been found meanwhile.
    pub fn send_waiting(&mut self, wire: &dyn Wire) -> Result<(), WireError> {
        for reply in std::mem::take(&mut self.waiting) {
            if !self.send(wire, &reply)? && reply.since.elapsed() < PATIENCE {
                self.waiting.push(reply);
            }
        }
        Ok(())
    }

    /// True if the reply was sent.
    fn send(&self, wire: &dyn Wire, reply: &WaitingReply) -> Result<bool, WireError> {
        let matched = wire.matched(self.replies.guid());
        match &reply.caller {
            Caller::Fast { request } => {
                // Some clients name their reader, others the writer of the request.
                let is_named = matched.contains(&request.guid);
                let reader =
                    if is_named { Some(request.guid) } else { self.reader_beside(wire, request.guid) };
                let Some(reader) = reader.filter(|reader| matched.contains(reader)) else { return Ok(false) };
                wire.write(self.replies, reply.body.clone(), Some(*request), Some(reader))?;
            }
            Caller::Cyclone { header, writer } => {
                let reader = self.reader_beside(wire, *writer).filter(|reader| matched.contains(reader));
                let Some(reader) = reader else { return Ok(false) };
                let body = [header, &reply.body[..]].concat();
                wire.write(self.replies, body.into(), None, Some(reader))?;
            }
        }
        Ok(true)
    }

    /// The reader of replies that belongs to the writer of a request: of the same participant, and of the same client
    /// where both say which.
    fn reader_beside(&self, wire: &dyn Wire, writer: Guid) -> Option<Guid> {
        let endpoints = wire.endpoints();
        let client = endpoints.iter().find(|it| it.guid == writer).and_then(|it| client_id(&it.user_data));
        let mut readers = endpoints
            .iter()
            .filter(|it| it.is_reader && it.topic == self.reply_topic && it.guid.prefix == writer.prefix);
        let is_same = |it: &&skidpad_rtps::Endpoint| client.is_none() || client_id(&it.user_data) == client;
        readers.find(is_same).map(|it| it.guid)
    }
}

/// The value of `clientid=…;` in the user data of an endpoint.
fn client_id(user_data: &[u8]) -> Option<&[u8]> {
    user_data.split(|octet| *octet == b';').find_map(|pair| pair.strip_prefix(b"clientid="))
}

fn understand(wire: &dyn Wire, sample: Sample) -> Option<ServiceRequest> {
    if sample.big_endian {
        return None;
    }
    let is_fast = |guid: Guid| {
        let vendor = wire.endpoints().into_iter().find(|it| it.guid == guid).map(|it| it.vendor);
        vendor == Some(VendorId::FAST_DDS)
    };
    if sample.related.is_some() || is_fast(sample.writer) {
        let named = sample.related.map(|related| related.guid).filter(|guid| *guid != Guid::UNKNOWN);
        let request = SampleId { guid: named.unwrap_or(sample.writer), sequence: sample.sequence };
        return Some(ServiceRequest { caller: Caller::Fast { request }, body: sample.body });
    }
    let header = *sample.body.first_chunk::<CYCLONE_HEADER>()?;
    let body = sample.body.slice(CYCLONE_HEADER..);
    Some(ServiceRequest { caller: Caller::Cyclone { header, writer: sample.writer }, body })
}

//! How participants and endpoints announce themselves: the payloads of discovery.

use std::net::SocketAddrV4;
use std::time::Duration;

use bytes::Bytes;

use crate::guid::{Guid, VendorId};
use crate::message::{Malformed, PROTOCOL_VERSION};
use crate::parameters::{ListWriter, payload_parameters, pid};
use crate::qos::{Durability, History, Liveliness, Qos, QosMismatch, Reliability};
use crate::wire::USER_DATA_LIMIT;

/// Addresses that are kept of one list; peers have a handful of interfaces.
const LOCATOR_LIMIT: usize = 16;

/// A participant, as it announces itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParticipantData {
    pub(crate) guid: Guid,
    pub(crate) vendor: VendorId,
    pub(crate) domain: Option<u32>,
    /// Where it hears discovery.
    pub(crate) meta: Vec<SocketAddrV4>,
    /// Where it hears samples.
    pub(crate) user: Vec<SocketAddrV4>,
    /// Where it hears everyone's discovery.
    pub(crate) meta_multicast: Vec<SocketAddrV4>,
    pub(crate) lease: Duration,
    /// Which endpoints of discovery it has.
    pub(crate) builtin: u32,
    pub(crate) user_data: Bytes,
}

impl ParticipantData {
    /// As the payload of a sample.
    pub(crate) fn payload(&self) -> Bytes {
        let mut list = ListWriter::default();
        list.put(pid::PROTOCOL_VERSION, &PROTOCOL_VERSION);
        list.put(pid::VENDOR_ID, &self.vendor.0);
        list.guid(pid::PARTICIPANT_GUID, self.guid);
        if let Some(domain) = self.domain {
            list.u32(pid::DOMAIN_ID, domain);
        }
        for &address in &self.meta {
            list.locator(pid::METATRAFFIC_UNICAST_LOCATOR, address);
        }
        for &address in &self.user {
            list.locator(pid::DEFAULT_UNICAST_LOCATOR, address);
        }
        for &address in &self.meta_multicast {
            list.locator(pid::METATRAFFIC_MULTICAST_LOCATOR, address);
        }
        list.duration(pid::LEASE_DURATION, Some(self.lease));
        list.u32(pid::BUILTIN_ENDPOINT_SET, self.builtin);
        if !self.user_data.is_empty() {
            list.octets(pid::USER_DATA, &self.user_data);
        }
        list.payload()
    }

    /// From the payload of a sample.
    pub(crate) fn read(payload: Bytes) -> Result<Self, Malformed> {
        let mut data = Self {
            guid: Guid::UNKNOWN,
            vendor: VendorId::UNKNOWN,
            domain: None,
            meta: Vec::new(),
            user: Vec::new(),
            meta_multicast: Vec::new(),
            // The default of the specification.
            lease: Duration::from_secs(100),
            builtin: 0,
            user_data: Bytes::new(),
        };
        for parameter in payload_parameters(payload)? {
            let parameter = parameter?;
            match parameter.number() {
                pid::PARTICIPANT_GUID => data.guid = parameter.guid()?,
                pid::VENDOR_ID => data.vendor = parameter.vendor()?,
                pid::DOMAIN_ID => data.domain = Some(parameter.u32()?),
                pid::METATRAFFIC_UNICAST_LOCATOR => keep(&mut data.meta, parameter.locator()?),
                pid::DEFAULT_UNICAST_LOCATOR => keep(&mut data.user, parameter.locator()?),
                pid::METATRAFFIC_MULTICAST_LOCATOR => keep(&mut data.meta_multicast, parameter.locator()?),
                pid::LEASE_DURATION => data.lease = parameter.duration()?.unwrap_or(Duration::MAX),
                pid::BUILTIN_ENDPOINT_SET => data.builtin = parameter.u32()?,
                pid::USER_DATA => data.user_data = detached(&parameter.octets()?)?,
                pid::PROTOCOL_VERSION => {}
                _ => parameter.skip()?,
            }
        }
        if data.guid == Guid::UNKNOWN {
            Err(Malformed::Missing("the GUID of a participant"))
        } else {
            Ok(data)
        }
    }

    /// The payload that names a participant which is gone.
    pub(crate) fn key_payload(guid: Guid) -> Bytes {
        let mut list = ListWriter::default();
        list.guid(pid::PARTICIPANT_GUID, guid);
        list.payload()
    }
}

fn keep(list: &mut Vec<SocketAddrV4>, address: Option<SocketAddrV4>) {
    if list.len() < LOCATOR_LIMIT {
        list.extend(address);
    }
}

/// A copy, so that a few bytes do not keep a datagram in memory.
fn detached(user_data: &Bytes) -> Result<Bytes, Malformed> {
    if user_data.len() > USER_DATA_LIMIT {
        return Err(Malformed::OutOfRange("the length of user data"));
    }
    Ok(Bytes::copy_from_slice(user_data))
}

/// A writer or reader, as it is announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndpointData {
    pub(crate) guid: Guid,
    pub(crate) topic: String,
    pub(crate) type_name: String,
    pub(crate) qos: Qos,
    pub(crate) user_data: Bytes,
    /// Where it hears samples, if not where its participant does.
    pub(crate) addresses: Vec<SocketAddrV4>,
    pub(crate) is_exclusive: bool,
    pub(crate) partitions: Vec<String>,
    /// The forms of CDR it speaks; none means the classic one.
    pub(crate) representations: Vec<u16>,
}

impl EndpointData {
    pub(crate) fn new(guid: Guid, topic: &str, type_name: &str, qos: &Qos, user_data: &[u8]) -> Self {
        Self {
            guid,
            topic: topic.to_string(),
            type_name: type_name.to_string(),
            qos: qos.clone(),
            user_data: Bytes::copy_from_slice(user_data),
            addresses: Vec::new(),
            is_exclusive: false,
            partitions: Vec::new(),
            representations: Vec::new(),
        }
    }

    /// As the payload of a sample.
    pub(crate) fn payload(&self) -> Bytes {
        let mut list = ListWriter::default();
        list.guid(pid::ENDPOINT_GUID, self.guid);
        list.guid(pid::PARTICIPANT_GUID, self.guid.participant());
        list.string(pid::TOPIC_NAME, &self.topic);
        list.string(pid::TYPE_NAME, &self.type_name);
        put_qos(&mut list, &self.qos, self.guid.entity.is_writer());
        list.u32(pid::OWNERSHIP, u32::from(self.is_exclusive));
        if !self.user_data.is_empty() {
            list.octets(pid::USER_DATA, &self.user_data);
        }
        for &address in &self.addresses {
            list.locator(pid::UNICAST_LOCATOR, address);
        }
        list.payload()
    }

    /// From the payload of a sample.
    pub(crate) fn read(payload: Bytes, is_reader: bool) -> Result<Self, Malformed> {
        // What is not announced has the default of the specification, which differs for readers.
        let default = if is_reader { Qos::best_effort(1) } else { Qos::reliable(1) };
        let mut data = Self::new(Guid::UNKNOWN, "", "", &default, b"");
        for parameter in payload_parameters(payload)? {
            let parameter = parameter?;
            match parameter.number() {
                pid::ENDPOINT_GUID => data.guid = parameter.guid()?,
                pid::TOPIC_NAME => data.topic = parameter.string()?,
                pid::TYPE_NAME => data.type_name = parameter.string()?,
                pid::USER_DATA => data.user_data = detached(&parameter.octets()?)?,
                pid::UNICAST_LOCATOR => keep(&mut data.addresses, parameter.locator()?),
                pid::RELIABILITY => {
                    data.qos.reliability = read_reliability(parameter.kind_and_duration()?.0)?;
                }
                pid::DURABILITY => data.qos.durability = read_durability(parameter.u32()?)?,
                pid::HISTORY => data.qos.history = read_history(parameter.kind_and_depth()?)?,
                pid::DEADLINE => data.qos.deadline = parameter.duration()?,
                pid::LIFESPAN => data.qos.lifespan = parameter.duration()?,
                pid::LIVELINESS => {
                    let (kind, lease) = parameter.kind_and_duration()?;
                    (data.qos.liveliness, data.qos.liveliness_lease) = (read_liveliness(kind)?, lease);
                }
                pid::OWNERSHIP => data.is_exclusive = parameter.u32()? != 0,
                pid::PARTITION => data.partitions = parameter.strings()?,
                pid::DATA_REPRESENTATION => data.representations = parameter.shorts()?,
                pid::PARTICIPANT_GUID | pid::KEY_HASH | pid::PROTOCOL_VERSION | pid::VENDOR_ID => {}
                _ => parameter.skip()?,
            }
        }
        data.checked(is_reader)
    }

    fn checked(self, is_reader: bool) -> Result<Self, Malformed> {
        if self.guid == Guid::UNKNOWN {
            Err(Malformed::Missing("the GUID of an endpoint"))
        } else if is_reader != self.guid.entity.is_reader() || is_reader == self.guid.entity.is_writer() {
            Err(Malformed::OutOfRange("the kind of an endpoint"))
        } else if self.topic.is_empty() || self.topic.len() > 1024 || self.type_name.len() > 1024 {
            Err(Malformed::OutOfRange("the length of a name"))
        } else if self.partitions.iter().map(|name| name.len() + 8).sum::<usize>() > 4096
            || self.representations.len() > 64
        {
            Err(Malformed::OutOfRange("the length of a list"))
        } else {
            Ok(self)
        }
    }

    /// The payload that names an endpoint which is gone.
    pub(crate) fn key_payload(guid: Guid) -> Bytes {
        let mut list = ListWriter::default();
        list.guid(pid::ENDPOINT_GUID, guid);
        list.payload()
    }

    /// Which endpoint is gone, by the payload of a sample.
    pub(crate) fn read_key(payload: Bytes) -> Result<Guid, Malformed> {
        for parameter in payload_parameters(payload)? {
            let parameter = parameter?;
            if matches!(parameter.number(), pid::ENDPOINT_GUID | pid::PARTICIPANT_GUID) {
                return parameter.guid();
            }
        }
        Err(Malformed::Missing("the GUID of what is gone"))
    }

    /// Whether samples flow from this writer to `reader`.
    pub(crate) fn is_matched(&self, reader: &Self) -> bool {
        self.serves(reader) == Some(Ok(()))
    }

    /// Whether quality of service lets samples flow from this writer to `reader`; `None` if they are of different topics or types.
    pub(crate) fn serves(&self, reader: &Self) -> Option<Result<(), QosMismatch>> {
        let is_same = self.topic == reader.topic
            && self.type_name == reader.type_name
            && self.guid.entity.has_key() == reader.guid.entity.has_key();
        is_same.then(|| {
            if self.is_exclusive != reader.is_exclusive {
                return Err(QosMismatch::Ownership);
            }
            if !share_a_partition(&self.partitions, &reader.partitions) {
                return Err(QosMismatch::Partition);
            }
            // The writer uses its first form; the classic one has number 0.
            let offered = self.representations.first().copied().unwrap_or(0);
            let classic = [0];
            let read = if reader.representations.is_empty() { &classic[..] } else { &reader.representations };
            if !read.contains(&offered) {
                return Err(QosMismatch::Representation);
            }
            self.qos.offers(&reader.qos)
        })
    }
}

/// No partition is the same as the partition without name. Patterns are not read, but "*" is common.
fn share_a_partition(some: &[String], others: &[String]) -> bool {
    let unnamed = [String::new()];
    let some = if some.is_empty() { &unnamed } else { some };
    let others = if others.is_empty() { &unnamed } else { others };
    some.iter().any(|one| others.iter().any(|other| one == other || one == "*" || other == "*"))
}

fn put_qos(list: &mut ListWriter, qos: &Qos, is_writer: bool) {
    let blocking = Some(Duration::from_millis(100));
    let reliability = match qos.reliability {
        Reliability::BestEffort => 1,
        Reliability::Reliable => 2,
    };
    list.kind_and_duration(pid::RELIABILITY, reliability, blocking);
    list.u32(pid::DURABILITY, qos.durability as u32);
    let (kind, depth) = match qos.history {
        History::KeepLast(_) => (0_u32, qos.history.depth() as u32),
        History::KeepAll => (1, u32::MAX),
    };
    let mut history = kind.to_le_bytes().to_vec();
    history.extend(depth.to_le_bytes());
    list.put(pid::HISTORY, &history);
    list.duration(pid::DEADLINE, qos.deadline);
    list.kind_and_duration(pid::LIVELINESS, qos.liveliness as u32, qos.liveliness_lease);
    if is_writer {
        list.duration(pid::LIFESPAN, qos.lifespan);
    }
}

fn read_reliability(kind: u32) -> Result<Reliability, Malformed> {
    match kind {
        1 => Ok(Reliability::BestEffort),
        2 => Ok(Reliability::Reliable),
        _ => Err(Malformed::OutOfRange("the reliability")),
    }
}

fn read_durability(kind: u32) -> Result<Durability, Malformed> {
    match kind {
        0 => Ok(Durability::Volatile),
        1 => Ok(Durability::TransientLocal),
        2 => Ok(Durability::Transient),
        3 => Ok(Durability::Persistent),
        _ => Err(Malformed::OutOfRange("the durability")),
    }
}

fn read_history((kind, depth): (u32, u32)) -> Result<History, Malformed> {
    match kind {
        0 => Ok(History::KeepLast(depth)),
        1 => Ok(History::KeepAll),
        _ => Err(Malformed::OutOfRange("the history")),
    }
}

fn read_liveliness(kind: u32) -> Result<Liveliness, Malformed> {
    match kind {
        0 => Ok(Liveliness::Automatic),
        1 => Ok(Liveliness::ManualByParticipant),
        2 => Ok(Liveliness::ManualByTopic),
        _ => Err(Malformed::OutOfRange("the liveliness")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guid::{EntityId, GuidPrefix};

    fn endpoint(entity: EntityId, qos: &Qos) -> EndpointData {
        let guid = Guid::new(GuidPrefix([3; 12]), entity);
        EndpointData::new(guid, "rt/odom", "nav_msgs::msg::dds_::Odometry_", qos, b"typehash=RIHS01_00;")
    }

    #[test]
    fn a_participant_there_and_back() {
        let data = ParticipantData {
            guid: Guid::new(GuidPrefix([3; 12]), EntityId::PARTICIPANT),
            vendor: VendorId::UNKNOWN,
            domain: Some(7),
            meta: vec!["127.0.0.1:7410".parse().expect("an address")],
            user: vec!["127.0.0.1:7411".parse().expect("an address")],
            meta_multicast: vec!["239.255.0.1:7400".parse().expect("an address")],
            lease: Duration::from_secs(10),
            builtin: 0x0c3f,
            user_data: Bytes::from_static(b"enclave=/;"),
        };
        assert_eq!(ParticipantData::read(data.payload()), Ok(data.clone()));
        assert_eq!(EndpointData::read_key(ParticipantData::key_payload(data.guid)), Ok(data.guid));
        let nameless = ParticipantData::read(ListWriter::default().payload());
        assert_eq!(nameless, Err(Malformed::Missing("the GUID of a participant")));
    }

    #[test]
    fn endpoints_there_and_back() {
        let odd = Qos {
            deadline: Some(Duration::from_secs(2)),
            lifespan: Some(Duration::from_millis(1500)),
            liveliness_lease: Some(Duration::from_secs(3)),
            history: History::KeepAll,
            ..Qos::latched(1)
        };
        for qos in [Qos::default(), Qos::best_effort(5), Qos::latched(1), odd] {
            let writer = endpoint(EntityId::writer_without_key(1), &qos);
            assert_eq!(EndpointData::read(writer.payload(), false), Ok(writer.clone()));
            // What a sample is worth is told by its writer alone.
            let reader = endpoint(EntityId::reader_without_key(2), &Qos { lifespan: None, ..qos });
            assert_eq!(EndpointData::read(reader.payload(), true), Ok(reader.clone()));
            assert_eq!(
                EndpointData::read(reader.payload(), false),
                Err(Malformed::OutOfRange("the kind of an endpoint"))
            );
            assert_eq!(EndpointData::read_key(EndpointData::key_payload(reader.guid)), Ok(reader.guid));
        }
    }

    #[test]
    fn only_what_fits_is_matched() {
        let writer = endpoint(EntityId::writer_without_key(1), &Qos::default());
        let reader = endpoint(EntityId::reader_without_key(2), &Qos::default());
        let check = |change: fn(&mut EndpointData), expected| {
            let mut changed = reader.clone();
            change(&mut changed);
            assert_eq!(writer.serves(&changed), expected);
        };
        check(|_| {}, Some(Ok(())));
        check(|reader| reader.topic.push('x'), None);
        check(|reader| reader.type_name.push('x'), None);
        check(|reader| reader.guid.entity.0[3] = 7, None);
        check(|reader| reader.is_exclusive = true, Some(Err(QosMismatch::Ownership)));
        check(|reader| reader.partitions = vec!["a".to_string()], Some(Err(QosMismatch::Partition)));
        check(|reader| reader.partitions = vec![String::new()], Some(Ok(())));
        check(|reader| reader.partitions = vec!["*".to_string()], Some(Ok(())));
        check(|reader| reader.representations = vec![2], Some(Err(QosMismatch::Representation)));
        check(|reader| reader.representations = vec![2, 0], Some(Ok(())));
        check(|reader| reader.qos = Qos::latched(1), Some(Err(QosMismatch::Durability)));
    }
}

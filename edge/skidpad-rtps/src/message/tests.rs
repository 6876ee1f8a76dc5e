//! Each submessage: there and back, and against bytes written by hand from the specification.

use bytes::Bytes;

use super::*;
use crate::guid::Guid;
use crate::parameters::SampleNotes;
use crate::wire::SampleId;

const READER: EntityId = EntityId([0, 0, 1, 4]);
const WRITER: EntityId = EntityId([0, 0, 2, 3]);
const HEADER: Header = Header { vendor: VendorId([1, 0x10]), prefix: GuidPrefix([7; 12]) };

/// A message with the submessage `body` after a correct header.
fn message(body: &[u8]) -> Bytes {
    let mut bytes = b"RTPS\x02\x02\x01\x10".to_vec();
    bytes.extend([7; 12]);
    bytes.extend(body);
    bytes.into()
}

fn read(packet: Bytes) -> Result<Vec<Submessage>, Malformed> {
    let (header, submessages) = submessages(packet)?;
    assert_eq!(header, HEADER);
    submessages.collect()
}

/// What `write` writes is `bytes`, and is read as `expected`.
fn check(write: impl FnOnce(&mut MessageWriter), bytes: &[u8], expected: Submessage) {
    let mut writer = MessageWriter::new(HEADER);
    write(&mut writer);
    assert_eq!(Bytes::from(writer.finish()), message(bytes));
    assert_eq!(read(message(bytes)), Ok(vec![expected]));
}

#[test]
fn data() {
    let data = Data {
        reader: READER,
        writer: WRITER,
        sequence: 0x1_0000_0002,
        inline_qos: None,
        payload_kind: PayloadKind::Data,
        payload: Bytes::from_static(&[0, 1, 0, 0, 9, 8, 7, 6]),
    };
    let bytes = [
        0x15, 0x05, 28, 0, 0, 0, 16, 0, 0, 0, 1, 4, 0, 0, 2, 3, 1, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 9, 8, 7,
        6,
    ];
    check(|out| out.data(&data), &bytes, Submessage::Data(data.clone()));
}

#[test]
fn data_with_the_request_it_answers() {
    let related = Some(SampleId { guid: Guid::from_bytes([5; 16]), sequence: 3 });
    let notes = SampleNotes { related, ..SampleNotes::default() };
    let data = Data {
        reader: EntityId::UNKNOWN,
        writer: WRITER,
        sequence: 1,
        inline_qos: notes.write(),
        payload_kind: PayloadKind::Data,
        payload: Bytes::from_static(&[0, 1, 0, 0]),
    };
    let mut bytes = vec![0x15, 0x07, 84, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0];
    for pid in [[0x83, 0], [0x0f, 0x80]] {
        bytes.extend(pid);
        bytes.extend([24, 0]);
        bytes.extend([5; 16]);
        bytes.extend([0, 0, 0, 0, 3, 0, 0, 0]);
    }
    bytes.extend([1, 0, 0, 0, 0, 1, 0, 0]);
    check(|out| out.data(&data), &bytes, Submessage::Data(data.clone()));
    assert_eq!(data.inline_qos.as_ref().map(SampleNotes::read), Some(Ok(notes)));
}

#[test]
fn data_frag() {
    let frag = DataFrag {
        reader: READER,
        writer: WRITER,
        sequence: 3,
        first: 2,
        count: 1,
        fragment_size: 4,
        sample_size: 10,
        inline_qos: None,
        is_key: false,
        payload: Bytes::from_static(&[1, 2, 3, 4]),
    };
    let bytes = [
        0x16, 0x01, 36, 0, 0, 0, 28, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 4,
        0, 10, 0, 0, 0, 1, 2, 3, 4,
    ];
    check(|out| out.data_frag(&frag), &bytes, Submessage::DataFrag(frag.clone()));
}

#[test]
fn heartbeat() {
    let heartbeat = Heartbeat { reader: READER, writer: WRITER, first: 1, last: 5, count: 9, is_final: true };
    let bytes = [
        0x07, 0x03, 28, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 9, 0, 0, 0,
    ];
    check(|out| out.heartbeat(&heartbeat), &bytes, Submessage::Heartbeat(heartbeat));
}

#[test]
fn heartbeat_frag() {
    let expected = HeartbeatFrag { reader: READER, writer: WRITER, sequence: 2, last_fragment: 6, count: 9 };
    let bytes = [0x13, 0x01, 24, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 9, 0, 0, 0];
    assert_eq!(read(message(&bytes)), Ok(vec![Submessage::HeartbeatFrag(expected)]));
}

#[test]
fn acknack() {
    let missing = NumberSet::collect(3, [3, 5]);
    let acknack = AckNack { reader: READER, writer: WRITER, missing, count: 4, is_final: false };
    let bytes = [
        0x06, 0x01, 28, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0xa0, 4, 0,
        0, 0,
    ];
    check(|out| out.acknack(&acknack), &bytes, Submessage::AckNack(acknack.clone()));
}

#[test]
fn nack_frag() {
    let missing = NumberSet::collect(7, [7]);
    let nack = NackFrag { reader: READER, writer: WRITER, sequence: 1, missing, count: 4 };
    let bytes = [
        0x12, 0x01, 32, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
        0x80, 4, 0, 0, 0,
    ];
    check(|out| out.nack_frag(&nack), &bytes, Submessage::NackFrag(nack.clone()));
}

#[test]
fn gap() {
    let gap = Gap { reader: READER, writer: WRITER, start: 2, list: NumberSet::empty(4) };
    let bytes = [
        0x08, 0x01, 28, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,
    ];
    check(|out| out.gap(&gap), &bytes, Submessage::Gap(gap.clone()));
}

#[test]
fn destination_and_time() {
    let mut bytes = vec![0x0e, 0x01, 12, 0];
    bytes.extend([3; 12]);
    let prefix = GuidPrefix([3; 12]);
    check(|out| out.destination(prefix), &bytes, Submessage::InfoDestination(prefix));
    let bytes = [0x09, 0x01, 8, 0, 2, 0, 0, 0, 0, 0, 0, 0x80];
    check(|out| out.timestamp(2_500_000_000), &bytes, Submessage::InfoTimestamp(Some(2_500_000_000)));
    assert_eq!(read(message(&[0x09, 0x03, 0, 0])), Ok(vec![Submessage::InfoTimestamp(None)]));
}

#[test]
fn big_endian_is_read() {
    let bytes = [
        0x07, 0x00, 0, 28, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 9,
    ];
    let expected = Heartbeat { reader: READER, writer: WRITER, first: 1, last: 5, count: 9, is_final: false };
    assert_eq!(read(message(&bytes)), Ok(vec![Submessage::Heartbeat(expected)]));
}

#[test]
fn the_source_can_change() {
    let mut bytes = vec![0x0c, 0x01, 20, 0, 0, 0, 0, 0, 2, 1, 1, 0x0f];
    bytes.extend([9; 12]);
    let expected = Header { vendor: VendorId::FAST_DDS, prefix: GuidPrefix([9; 12]) };
    assert_eq!(read(message(&bytes)), Ok(vec![Submessage::InfoSource(expected)]));
}

#[test]
fn unknown_submessages_are_passed_over_and_length_zero_is_the_rest() {
    let bytes = [0x80, 0x01, 4, 0, 1, 2, 3, 4, 0x01, 0x01, 0, 0, 0x81, 0x01, 0, 0, 5, 6, 7, 8];
    let expected = [0x80, 0x01, 0x81].map(Submessage::Other).to_vec();
    assert_eq!(read(message(&bytes)), Ok(expected));
}

#[test]
fn bytes_that_make_no_sense_are_refused() {
    let refused = |bytes: &[u8], expected: Malformed| assert_eq!(read(message(bytes)), Err(expected));
    assert_eq!(submessages(Bytes::from_static(b"RTPX\x02\x02")).err(), Some(Malformed::NotRtps));
    assert_eq!(submessages(Bytes::from_static(b"RTPS\x02\x02\x01")).err(), Some(Malformed::TooShort));
    refused(&[0x15, 0x05, 28, 0, 0], Malformed::TooShort);
    // Sequence number 0.
    refused(
        &[0x15, 0x05, 20, 0, 0, 0, 16, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0],
        Malformed::OutOfRange("a sequence number"),
    );
    // Inline QoS that begins inside the fields before it.
    refused(
        &[0x15, 0x05, 20, 0, 0, 0, 12, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0],
        Malformed::OutOfRange("the offset of inline QoS"),
    );
    // A heartbeat whose last sample is far before its first.
    refused(
        &[
            0x07, 0x03, 28, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9, 0,
            0, 0,
        ],
        Malformed::OutOfRange("a heartbeat"),
    );
    // A set of 257 numbers.
    let mut acknack = vec![0x06, 0x01, 0, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 3, 0, 0, 0, 1, 1, 0, 0];
    acknack.extend([0; 40]);
    refused(&acknack, Malformed::OutOfRange("the size of a set"));
    // A fragment of size 0.
    let frag = [
        0x16, 0x01, 32, 0, 0, 0, 28, 0, 0, 0, 1, 4, 0, 0, 2, 3, 0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0,
        0, 10, 0, 0, 0,
    ];
    refused(&frag, Malformed::OutOfRange("a fragment"));
}

//! Entry points for fuzzers: any bytes, no panic, no unbounded memory. Not part of the interface.

use crate::tcpros::ConnectionHeader;
use crate::xmlrpc::{RequestHead, parse_call, parse_response, write_call, write_response};
use skidpad_rosmsg::msg::{AckermannDriveStamped, Marker, PointCloud2, SetBoolRequest, TFMessage, Twist};
use skidpad_rosmsg::{Field, from_ros1, to_ros1};

/// A document of XML-RPC and the head of a request. What can be read is written and read again as the same.
pub fn xmlrpc(data: &[u8]) {
    let _ = RequestHead::parse(data);
    if let Ok(call) = parse_call(data)
        && call.method.chars().all(|c| c.is_ascii_alphanumeric())
    {
        // Control characters are written as blanks and numbers that are not finite as words, so only the second
        // reading must give what the first gave.
        let again = parse_call(write_call(&call.method, &call.params).as_bytes()).expect("ours can be read");
        let third =
            parse_call(write_call(&again.method, &again.params).as_bytes()).expect("ours can be read");
        assert_eq!(format!("{again:?}"), format!("{third:?}"));
    }
    if let Ok(value) = parse_response(data) {
        parse_response(write_response(&value).as_bytes()).expect("ours can be read");
    }
}

/// The header of a connection.
pub fn connection_header(data: &[u8]) {
    if let Ok(header) = ConnectionHeader::parse(data) {
        assert_eq!(ConnectionHeader::parse(&header.to_bytes()[4..]), Ok(header));
    }
}

/// A message: the first byte chooses its type. What can be read is written as the same bytes.
pub fn message(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 6 {
        0 => one::<Twist>(bytes),
        1 => one::<AckermannDriveStamped>(bytes),
        2 => one::<SetBoolRequest>(bytes),
        3 => one::<TFMessage>(bytes),
        4 => one::<PointCloud2>(bytes),
        _ => one::<Marker>(bytes),
    }
}

fn one<M: Field>(bytes: &[u8]) {
    if let Ok(message) = from_ros1::<M>(bytes) {
        // Sequence numbers of headers are not kept; nothing else is lost.
        assert_eq!(to_ros1(&message).len(), bytes.len());
    }
}

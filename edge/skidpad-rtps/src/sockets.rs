//! Sockets of a participant, each bound to one interface.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, UdpSocket};
use std::time::Duration;

use socket2::{Domain, Protocol, Socket, Type};

use crate::wire::WireError;

/// The group that announcements are sent to.
pub(crate) const GROUP: Ipv4Addr = Ipv4Addr::new(239, 255, 0, 1);
/// Participants of one domain on one machine, by their ports.
const PARTICIPANT_LIMIT: u16 = 120;
/// What we ask the system to keep for us; it may give less.
const RECEIVE_BUFFER: usize = 4 << 20;
const SEND_BUFFER: usize = 1 << 20;
/// How long a receiver waits before it looks whether it should end.
const PATIENCE: Duration = Duration::from_millis(100);

/// The port of announcements to all.
fn multicast_port(domain: u16) -> u16 {
    7400 + 250 * domain
}

/// The port where participant `number` of this machine hears announcements.
pub(crate) fn unicast_port(domain: u16, number: u16) -> Option<u16> {
    7410_u16.checked_add(250 * domain)?.checked_add(2 * number)
}

/// The sockets of a participant.
pub(crate) struct Sockets {
    /// Hears what is sent to us alone; sends everything.
    pub(crate) unicast: UdpSocket,
    pub(crate) address: SocketAddrV4,
    /// Hears the same port on loopback, if we use another interface: Fast DDS sends there if it finds our address to be
    /// of its own machine.
    pub(crate) local: Option<UdpSocket>,
    /// Hears announcements to all.
    pub(crate) multicast: Result<UdpSocket, WireError>,
    /// Where announcements to all are sent.
    pub(crate) group: SocketAddrV4,
    /// Where peers on this machine that use another interface hear announcements, if we use loopback alone. They share
    /// the port of the group, have no other that we could know, and ignore what comes to the group over loopback.
    pub(crate) shared_port: Option<SocketAddrV4>,
}

fn failed(doing: String) -> impl FnOnce(io::Error) -> WireError {
    move |source| WireError::Socket { doing, source }
}

impl Sockets {
    /// Opens the sockets of the first participant number that is free.
    pub(crate) fn open(domain: u16, interface: Ipv4Addr) -> Result<Self, WireError> {
        if domain > 232 {
            return Err(WireError::BadDomain(domain));
        }
        let group = SocketAddrV4::new(GROUP, multicast_port(domain));
        let (unicast, address, local) = open_unicast(domain, interface)?;
        let doing = || format!("joining the multicast group {group} on {interface}");
        let multicast = open_multicast(group, interface).map_err(failed(doing()));
        let other = if interface.is_loopback() { address_towards(group) } else { None };
        let shared_port = other.map(|other| SocketAddrV4::new(other, group.port()));
        Ok(Self { unicast, address, local, multicast, group, shared_port })
    }
}

/// The sockets of the first participant number that is free: on the interface, and on loopback.
fn open_unicast(
    domain: u16,
    interface: Ipv4Addr,
) -> Result<(UdpSocket, SocketAddrV4, Option<UdpSocket>), WireError> {
    for number in 0..PARTICIPANT_LIMIT {
        let Some(port) = unicast_port(domain, number) else { break };
        let address = SocketAddrV4::new(interface, port);
        let Some(socket) = bind_if_free(address)? else { continue };
        if interface.is_loopback() {
            return Ok((socket, address, None));
        }
        if let Some(local) = bind_if_free(SocketAddrV4::new(Ipv4Addr::LOCALHOST, port))? {
            return Ok((socket, address, Some(local)));
        }
    }
    Err(WireError::DomainFull { domain })
}

/// A socket on this address; `None` if another has it.
fn bind_if_free(address: SocketAddrV4) -> Result<Option<UdpSocket>, WireError> {
    match bind(address) {
        Ok(socket) => Ok(Some(socket)),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(None),
        Err(error) => Err(failed(format!("opening a socket on {address}"))(error)),
    }
}

/// Addresses, and whether they are of this machine.
#[derive(Default)]
pub(crate) struct Machine {
    known: BTreeMap<Ipv4Addr, bool>,
}

impl Machine {
    /// Whether an address is of this machine.
    pub(crate) fn has(&mut self, address: Ipv4Addr) -> bool {
        if self.known.len() >= 256 {
            self.known.clear();
        }
        // Only addresses of this machine can be bound to.
        let try_it = || address.is_loopback() || UdpSocket::bind((address, 0)).is_ok();
        *self.known.entry(address).or_insert_with(try_it)
    }
}

/// The address of the interface of this machine that peers use by default. Nothing is sent.
fn address_towards(group: SocketAddrV4) -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(group).ok()?;
    match socket.local_addr().ok()? {
        SocketAddr::V4(address) => Some(*address.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified()),
        SocketAddr::V6(_) => None,
    }
}

fn udp() -> io::Result<Socket> {
    let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
    socket.set_read_timeout(Some(PATIENCE))?;
    // The system may refuse a size; then its default has to do.
    let _ = socket.set_recv_buffer_size(RECEIVE_BUFFER);
    let _ = socket.set_send_buffer_size(SEND_BUFFER);
    Ok(socket)
}

fn bind(address: SocketAddrV4) -> io::Result<UdpSocket> {
    let socket = udp()?;
    socket.set_multicast_if_v4(address.ip())?;
    socket.set_multicast_ttl_v4(1)?;
    socket.set_multicast_loop_v4(true)?;
    socket.bind(&address.into())?;
    Ok(socket.into())
}

fn open_multicast(group: SocketAddrV4, interface: Ipv4Addr) -> io::Result<UdpSocket> {
    let socket = udp()?;
    socket.set_reuse_address(true)?;
    // Others share this port by either option; both sides need the same one.
    #[cfg(unix)]
    socket.set_reuse_port(true)?;
    // Elsewhere a socket cannot be bound to a group.
    let address = if cfg!(target_os = "linux") { *group.ip() } else { Ipv4Addr::UNSPECIFIED };
    socket.bind(&SocketAddrV4::new(address, group.port()).into())?;
    // Of other interfaces we want to hear only if we use none.
    #[cfg(target_os = "linux")]
    socket.set_multicast_all_v4(interface.is_loopback())?;
    socket.join_multicast_v4(group.ip(), &interface)?;
    Ok(socket.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_those_of_the_specification() {
        assert_eq!(
            (multicast_port(0), unicast_port(0, 0), unicast_port(0, 3)),
            (7400, Some(7410), Some(7416))
        );
        assert_eq!((multicast_port(232), unicast_port(232, 0)), (65400, Some(65410)));
        assert_eq!(unicast_port(232, 63), None);
    }

    #[test]
    fn this_machine_knows_its_addresses() {
        let mut machine = Machine::default();
        assert!(machine.has(Ipv4Addr::LOCALHOST));
        // For documentation (RFC 5737): no machine has it.
        assert!(!machine.has(Ipv4Addr::new(203, 0, 113, 77)));
    }
}

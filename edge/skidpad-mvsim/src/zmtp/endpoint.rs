//! Endpoints, written `tcp://host:port`.

use super::ZmtpError;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// A TCP address as ZeroMQ writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Endpoint {
    /// Host name or address, without the brackets of IPv6.
    pub host: String,
    /// Port.
    pub port: u16,
}

impl Endpoint {
    /// Read `tcp://host:port`.
    pub fn parse(text: &str) -> Result<Self, ZmtpError> {
        let bad = || ZmtpError::BadEndpoint(text.chars().take(80).collect());
        let rest = text.strip_prefix("tcp://").ok_or_else(bad)?;
        let (host, port) = rest.rsplit_once(':').ok_or_else(bad)?;
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let is_plausible = |c: char| c.is_ascii_alphanumeric() || "-._*:%".contains(c);
        if host.is_empty() || host.len() > 253 || !host.chars().all(is_plausible) {
            return Err(bad());
        }
        match port.parse() {
            Ok(port) if port > 0 => Ok(Endpoint { host: host.to_string(), port }),
            _ => Err(bad()),
        }
    }

    /// The address, if the host is written as one.
    pub fn ip(&self) -> Option<IpAddr> {
        match self.host.as_str() {
            "*" => Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            host => host.parse().ok(),
        }
    }

    /// Whether the host is "all addresses of this machine".
    pub fn is_unspecified(&self) -> bool {
        self.ip().is_some_and(|ip| ip.is_unspecified())
    }

    /// The same port of another host.
    pub fn at(&self, ip: IpAddr) -> Self {
        Endpoint { host: ip.to_string(), port: self.port }
    }

    /// Where to connect to: "all addresses" means this machine.
    pub(crate) fn dialled_host(&self) -> String {
        match self.ip() {
            Some(IpAddr::V4(ip)) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.to_string(),
            Some(IpAddr::V6(ip)) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.to_string(),
            _ => self.host.clone(),
        }
    }
}

impl From<SocketAddr> for Endpoint {
    fn from(address: SocketAddr) -> Self {
        Endpoint { host: address.ip().to_string(), port: address.port() }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "tcp://[{}]:{}", self.host, self.port)
        } else {
            write!(f, "tcp://{}:{}", self.host, self.port)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_read_and_written_alike() {
        for text in
            ["tcp://0.0.0.0:43151", "tcp://127.0.0.1:1", "tcp://[::1]:23700", "tcp://robot-3.local:80"]
        {
            assert_eq!(Endpoint::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_endpoint_is_refused() {
        for text in
            ["", "tcp://", "ipc:///tmp/x", "tcp://a", "tcp://a:0", "tcp://a:70000", "tcp://:1", "tcp://a b:1"]
        {
            assert!(Endpoint::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn all_addresses_are_dialled_on_this_machine() {
        let dialled = |text| Endpoint::parse(text).expect(text).dialled_host();
        assert_eq!(dialled("tcp://0.0.0.0:5"), "127.0.0.1");
        assert_eq!(dialled("tcp://*:5"), "127.0.0.1");
        assert_eq!(dialled("tcp://[::]:5"), "::1");
        assert_eq!(dialled("tcp://10.0.0.7:5"), "10.0.0.7");
    }
}

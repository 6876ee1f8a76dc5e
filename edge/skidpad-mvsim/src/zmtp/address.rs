//! Where a socket is reached: over TCP, or within the machine as `ipc://@name`.

use super::{Endpoint, ZmtpError};
use std::fmt;

/// A socket of this machine by its name in Linux's abstract namespace, which ZeroMQ writes `ipc://@name`.
///
/// Whoever reaches the machine's loopback addresses reaches these names too: both belong to one network namespace, and
/// neither has permissions. A message costs the sender less than half of what it costs over TCP.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LocalName(String);

impl LocalName {
    /// Longest name [bytes]: what the operating system takes.
    const LENGTH: usize = 107;

    /// A name that no other process of the machine uses, for a socket that is also bound to a TCP port.
    pub(crate) fn beside_port(port: u16) -> Self {
        LocalName(format!("skidpad-mvsim-{}-{port}", std::process::id()))
    }

    /// Read `ipc://@name`. Paths are refused: a peer could name any socket of the file system.
    pub fn parse(text: &str) -> Result<Self, ZmtpError> {
        let is_plausible = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        match text.strip_prefix("ipc://@") {
            Some(name) if (1..=Self::LENGTH).contains(&name.len()) && name.chars().all(is_plausible) => {
                Ok(LocalName(name.to_string()))
            }
            _ => Err(ZmtpError::BadEndpoint(text.chars().take(80).collect())),
        }
    }

    /// As the operating system has it: abstract names start with a zero.
    #[cfg(target_os = "linux")]
    pub(crate) fn path(&self) -> String {
        format!("\0{}", self.0)
    }
}

impl fmt::Display for LocalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ipc://@{}", self.0)
    }
}

/// Where a socket is reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// Over TCP.
    Tcp(Endpoint),
    /// On this machine.
    Local(LocalName),
}

impl Address {
    /// Read `tcp://host:port` or `ipc://@name`.
    pub fn parse(text: &str) -> Result<Self, ZmtpError> {
        if text.starts_with("ipc:") {
            LocalName::parse(text).map(Address::Local)
        } else {
            Endpoint::parse(text).map(Address::Tcp)
        }
    }
}

impl From<&Endpoint> for Address {
    fn from(endpoint: &Endpoint) -> Self {
        Address::Tcp(endpoint.clone())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(endpoint) => endpoint.fmt(f),
            Address::Local(name) => name.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written_alike() {
        for text in ["tcp://127.0.0.1:23700", "ipc://@skidpad-mvsim-17-43151"] {
            assert_eq!(Address::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn sockets_of_the_file_system_and_odd_names_are_refused() {
        let long = format!("ipc://@{}", "x".repeat(108));
        for text in ["ipc:///tmp/x", "ipc://x", "ipc://@", "ipc://@a/b", "ipc://@a\0b", "ipc:@a", &long] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }
}

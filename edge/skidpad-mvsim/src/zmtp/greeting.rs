//! The first 64 bytes of a connection.

use super::ZmtpError;

/// What a peer says first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Greeting {
    /// Minor version of ZMTP 3.
    pub(crate) minor: u8,
}

impl Greeting {
    /// Length of a greeting [bytes].
    pub(crate) const LENGTH: usize = 64;

    /// The greeting of every socket of ours: ZMTP 3.1, NULL.
    pub(crate) fn ours() -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[0] = 0xff;
        bytes[8] = 1;
        bytes[9] = 0x7f;
        bytes[10] = 3;
        bytes[11] = 1;
        bytes[12..16].copy_from_slice(b"NULL");
        bytes
    }

    /// Read a peer's greeting.
    pub(crate) fn parse(bytes: &[u8; Self::LENGTH]) -> Result<Self, ZmtpError> {
        if bytes[0] != 0xff || bytes[9] & 1 == 0 {
            return Err(ZmtpError::NotZmtp);
        }
        let (major, minor) = (bytes[10], bytes[11]);
        if major < 3 {
            return Err(ZmtpError::OldVersion { major, minor });
        }
        let mechanism = &bytes[12..32];
        let length = mechanism.iter().position(|byte| *byte == 0).unwrap_or(mechanism.len());
        if &mechanism[..length] != b"NULL" {
            return Err(ZmtpError::Mechanism(mechanism[..length].escape_ascii().to_string()));
        }
        // A later major version still speaks 3.1 to us.
        Ok(Greeting { minor: if major == 3 { minor.min(1) } else { 1 } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_greeting_is_understood() {
        assert_eq!(Greeting::parse(&Greeting::ours()).expect("ours"), Greeting { minor: 1 });
    }

    #[test]
    fn other_protocols_versions_and_mechanisms_are_refused() {
        let refused = |index: usize, byte: u8| {
            let mut bytes = Greeting::ours();
            bytes[index] = byte;
            Greeting::parse(&bytes).expect_err("refused").to_string()
        };
        assert_eq!(refused(0, b'G'), "the peer does not speak ZMTP");
        assert_eq!(refused(10, 2), "the peer speaks ZMTP 2.1; 3.0 or later is needed");
        assert!(refused(12, b'F').contains("\"FULL\""));
    }
}

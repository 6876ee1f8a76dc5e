//! The hash of a state, to compare runs.

/// FNV-1a over 64 bits, fed with the bits of numbers (Fowler, Noll and Vo).
///
/// Not against an adversary: it shows whether two runs agree. −0.0 is hashed as 0.0, since processors may
/// differ in the sign of a zero without any consequence; every NaN is hashed as the same NaN.
///
/// ```
/// use skidpad_math::StateHash;
/// let mut hash = StateHash::new();
/// hash.number(1.5);
/// hash.number(-0.0);
/// let mut same = StateHash::new();
/// same.numbers(&[1.5, 0.0]);
/// assert_eq!(hash.finish(), same.finish());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateHash(u64);

impl StateHash {
    /// The hash of nothing.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Takes in a whole number, least byte first.
    pub fn integer(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// Takes in the bits of a number.
    pub fn number(&mut self, value: f64) {
        let value = if value == 0.0 { 0.0 } else { value };
        self.integer(if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() });
    }

    /// Takes in several numbers, in order.
    pub fn numbers(&mut self, values: &[f64]) {
        for &value in values {
            self.number(value);
        }
    }

    /// The hash of all that was taken in.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> u64 {
        let mut hash = StateHash::new();
        hash.bytes(bytes);
        hash.finish()
    }

    #[test]
    fn agrees_with_the_published_test_vectors() {
        assert_eq!(of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn one_bit_changes_the_hash() {
        let mut a = StateHash::new();
        a.number(1.0);
        let mut b = StateHash::new();
        b.number(1.0 + f64::EPSILON);
        assert_ne!(a.finish(), b.finish());
    }
}

//! Sets of sequence or fragment numbers: a base and up to 256 bits.

use super::Malformed;

/// The most numbers of a set.
pub(crate) const SET_LIMIT: u32 = 256;

/// Some of the 256 numbers from `base` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberSet {
    base: i64,
    bit_count: u32,
    words: [u32; 8],
}

impl NumberSet {
    /// No numbers; those before `base` are done with.
    pub(crate) fn empty(base: i64) -> Self {
        Self { base, bit_count: 0, words: [0; 8] }
    }

    /// Those of `numbers` that fit. They must not be below `base`.
    pub(crate) fn collect(base: i64, numbers: impl IntoIterator<Item = i64>) -> Self {
        let mut set = Self::empty(base);
        for number in numbers {
            let Ok(bit) = u32::try_from(number.saturating_sub(base)) else { continue };
            if bit < SET_LIMIT {
                set.words[(bit / 32) as usize] |= 1 << (31 - bit % 32);
                set.bit_count = set.bit_count.max(bit + 1);
            }
        }
        set
    }

    /// A set from what a message says.
    pub(super) fn new(base: i64, bit_count: u32, words: [u32; 8]) -> Result<Self, Malformed> {
        if bit_count > SET_LIMIT {
            return Err(Malformed::OutOfRange("the size of a set"));
        }
        // A base of 0 stands for "nothing known yet" in messages of some peers.
        if base < 0 || base > i64::MAX - i64::from(SET_LIMIT) {
            return Err(Malformed::OutOfRange("the base of a set"));
        }
        Ok(Self { base, bit_count, words })
    }

    pub(crate) fn base(&self) -> i64 {
        self.base
    }

    pub(super) fn bit_count(&self) -> u32 {
        self.bit_count
    }

    /// The words that are sent.
    pub(super) fn words(&self) -> &[u32] {
        &self.words[..self.bit_count.div_ceil(32) as usize]
    }

    /// The numbers in the set, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.bit_count)
            .filter(|bit| self.words[(bit / 32) as usize] & (1 << (31 - bit % 32)) != 0)
            .map(|bit| self.base + i64::from(bit))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_is_the_highest_bit() {
        let set = NumberSet::collect(10, [10, 12, 42]);
        assert_eq!(set.words(), [0xa000_0000, 0x8000_0000]);
        assert_eq!(set.bit_count(), 33);
        assert_eq!(set.iter().collect::<Vec<_>>(), [10, 12, 42]);
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let set = NumberSet::collect(1, [0, 1, 256, 257, i64::MAX]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 256]);
        assert!(NumberSet::empty(5).is_empty());
        assert!(NumberSet::new(1, 257, [0; 8]).is_err());
        assert!(NumberSet::new(-1, 1, [0; 8]).is_err());
        assert!(NumberSet::new(i64::MAX, 1, [0; 8]).is_err());
    }
}

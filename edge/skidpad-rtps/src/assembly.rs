//! Samples that arrive in fragments.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;

use crate::message::DataFrag;
use crate::parameters::SampleNotes;

/// The longest sample that is put together.
const SAMPLE_LIMIT: u32 = (64 << 20) + 8;
/// The most bytes that all samples have together that are unfinished or wait for earlier ones.
const TOTAL_LIMIT: usize = 256 << 20;

/// How many bytes such samples have, for all readers of a participant.
#[derive(Clone, Default)]
pub(crate) struct Budget(Arc<AtomicUsize>);

impl Budget {
    pub(crate) fn held_bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// A part of the budget; `None` if there is no more.
    pub(crate) fn take(&self, bytes: usize) -> Option<Taken> {
        let fits = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= TOTAL_LIMIT);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()?;
        Some(Taken { budget: self.clone(), bytes })
    }
}

/// A part of the budget; given back when dropped.
pub(crate) struct Taken {
    budget: Budget,
    bytes: usize,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.budget.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A sample of which some fragments arrived.
pub(crate) struct Assembly {
    bytes: Vec<u8>,
    fragment_size: usize,
    fragment_count: u32,
    /// One bit per fragment.
    arrived: Vec<u64>,
    missing_count: u32,
    pub(crate) is_key: bool,
    pub(crate) notes: SampleNotes,
    _taken: Taken,
}

impl Assembly {
    /// An empty sample of the size that `frag` says; `None` if it is too long or memory is short.
    pub(crate) fn new(frag: &DataFrag, budget: &Budget) -> Option<Self> {
        if frag.sample_size > SAMPLE_LIMIT {
            return None;
        }
        let fragment_count = frag.sample_size.div_ceil(u32::from(frag.fragment_size));
        let words = fragment_count.div_ceil(64) as usize;
        let taken = budget.take(frag.sample_size as usize + words * 8)?;
        Some(Self {
            bytes: vec![0; frag.sample_size as usize],
            fragment_size: usize::from(frag.fragment_size),
            fragment_count,
            arrived: vec![0; words],
            missing_count: fragment_count,
            is_key: frag.is_key,
            notes: SampleNotes::default(),
            _taken: taken,
        })
    }

    /// Adds fragments; those that do not fit to the others are ignored.
    pub(crate) fn add(&mut self, frag: &DataFrag) {
        let is_other = usize::from(frag.fragment_size) != self.fragment_size
            || frag.sample_size as usize != self.bytes.len();
        if is_other {
            return;
        }
        if let Some(notes) =
            frag.inline_qos.as_ref().and_then(|inline_qos| SampleNotes::read(inline_qos).ok())
        {
            self.notes = notes;
        }
        for index in 0..u32::from(frag.count) {
            let Some(number) =
                (frag.first - 1).checked_add(index).filter(|&number| number < self.fragment_count)
            else {
                return;
            };
            let start = number as usize * self.fragment_size;
            let end = self.bytes.len().min(start + self.fragment_size);
            let from = index as usize * self.fragment_size;
            // A fragment that ends too early is no fragment.
            let Some(part) = frag.payload.get(from..from + (end - start)) else { return };
            let (word, bit) = (number as usize / 64, 1_u64 << (number % 64));
            if self.arrived[word] & bit == 0 {
                self.arrived[word] |= bit;
                self.missing_count -= 1;
                self.bytes[start..end].copy_from_slice(part);
            }
        }
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.missing_count == 0
    }

    /// The numbers of the fragments that are missing, from 1.
    pub(crate) fn missing(&self) -> impl Iterator<Item = i64> + '_ {
        let is_missing = |number: &u32| self.arrived[(number / 64) as usize] & (1 << (number % 64)) == 0;
        (0..self.fragment_count).filter(is_missing).map(|number| i64::from(number) + 1)
    }

    /// The bytes of a complete sample.
    pub(crate) fn into_payload(self) -> Bytes {
        self.bytes.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guid::EntityId;

    fn frag(first: u32, count: u16, payload: &'static [u8]) -> DataFrag {
        DataFrag {
            reader: EntityId::UNKNOWN,
            writer: EntityId::UNKNOWN,
            sequence: 1,
            first,
            count,
            fragment_size: 4,
            sample_size: 10,
            inline_qos: None,
            is_key: false,
            payload: Bytes::from_static(payload),
        }
    }

    #[test]
    fn fragments_in_any_order_make_the_sample() {
        let mut assembly = Assembly::new(&frag(3, 1, b"ij"), &Budget::default()).expect("memory");
        assembly.add(&frag(3, 1, b"ij\0\0"));
        assert_eq!(assembly.missing().collect::<Vec<_>>(), [1, 2]);
        assembly.add(&frag(1, 2, b"abcdefgh"));
        assembly.add(&frag(2, 1, b"EFGH"));
        assert!(assembly.is_complete());
        assert_eq!(assembly.into_payload(), b"abcdefghij"[..]);
    }

    #[test]
    fn fragments_that_lie_are_ignored() {
        let mut assembly = Assembly::new(&frag(1, 1, b"abcd"), &Budget::default()).expect("memory");
        assembly.add(&frag(4, 1, b"mnop"));
        assembly.add(&frag(u32::MAX, u16::MAX, b"mnop"));
        assembly.add(&frag(1, 1, b"abc"));
        assembly.add(&DataFrag { sample_size: 12, ..frag(1, 1, b"abcd") });
        assert_eq!(assembly.missing().count(), 3);
    }

    #[test]
    fn memory_is_bounded() {
        let budget = Budget::default();
        let long = DataFrag { sample_size: 60 << 20, fragment_size: 65535, ..frag(1, 1, b"") };
        let mut kept: Vec<_> = (0..10).filter_map(|_| Assembly::new(&long, &budget)).collect();
        assert_eq!(kept.len(), 4);
        kept.pop();
        assert!(Assembly::new(&long, &budget).is_some());
        assert!(Assembly::new(&DataFrag { sample_size: u32::MAX, ..long }, &budget).is_none());
    }
}

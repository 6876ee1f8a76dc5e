//! Reads numbers from bytes; reading past the end is a problem.

use crate::AssetProblem;
use std::borrow::Cow;

/// A text without the mark that some editors put before it (a byte order mark in UTF-8).
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Bytes as text, with a question mark for what is no UTF-8: unlike U+FFFD it takes no more bytes than it stands for.
pub(crate) fn readable(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push('?');
        }
    }
    Cow::Owned(text)
}

/// A position in some bytes.
pub(crate) struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader { rest: bytes }
    }

    /// The next bytes.
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], AssetProblem> {
        let (taken, rest) = (self.rest.split_at_checked(count))
            .ok_or_else(|| AssetProblem::malformed("ends before its data does"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], AssetProblem> {
        let mut value = [0; N];
        value.copy_from_slice(self.take(N)?);
        Ok(value)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, AssetProblem> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u32_le(&mut self) -> Result<u32, AssetProblem> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn f32_le(&mut self) -> Result<f32, AssetProblem> {
        Ok(f32::from_le_bytes(self.array()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_utf8_becomes_no_longer() {
        assert_eq!(readable("für".as_bytes()), "für");
        assert_eq!(readable(b"f\xfcr"), "f?r");
        assert!(readable(&[0xff; 1000]).len() <= 1000);
    }
}

//! Checks the directory of a TIFF picture before it is decoded: the decoder allocates memory for as many values as an
//! entry declares, up to 256 MB, before any limit applies.

/// Whether the values of every entry of the first directory are inside the file. The decoder checks everything else.
pub(super) fn counts_fit(bytes: &[u8]) -> bool {
    let is_little = bytes.starts_with(b"II");
    let number = |at: usize, size: usize| -> Option<usize> {
        let field = bytes.get(at..at.checked_add(size)?)?;
        let shifted = |value: usize, byte: &u8| value << 8 | usize::from(*byte);
        Some(if is_little { field.iter().rev().fold(0, shifted) } else { field.iter().fold(0, shifted) })
    };
    let Some(directory) = number(4, 4) else { return true };
    let entry_count = number(directory, 2).unwrap_or(0);
    (0..entry_count).all(|k| {
        // Tag, type, count, then the value or its place.
        let entry = directory + 2 + 12 * k;
        let (Some(kind), Some(count)) = (number(entry + 2, 2), number(entry + 4, 4)) else { return true };
        count.saturating_mul(value_bytes(kind)) <= bytes.len()
    })
}

/// Bytes of a value of each type (TIFF 6.0, page 15, and supplement 1).
fn value_bytes(kind: usize) -> usize {
    match kind {
        3 | 8 => 2,
        4 | 9 | 11 | 13 => 4,
        5 | 10 | 12 | 16 | 17 | 18 => 8,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of 26 bytes whose one entry declares `count` values of 4 bytes.
    fn file(is_little: bool, count: u32) -> Vec<u8> {
        let short = |value: u16| if is_little { value.to_le_bytes() } else { value.to_be_bytes() };
        let long = |value: u32| if is_little { value.to_le_bytes() } else { value.to_be_bytes() };
        let magic: &[u8] = if is_little { b"II*\0" } else { b"MM\0*" };
        let (head, entry) = ([long(8)].concat(), [long(count), long(8), long(0)].concat());
        [magic, &head, &short(1), &short(273), &short(4), &entry].concat()
    }

    #[test]
    fn more_values_than_bytes_are_refused() {
        for is_little in [true, false] {
            assert!(counts_fit(&file(is_little, 1)));
            assert!(!counts_fit(&file(is_little, 7)), "28 bytes in a file of 26");
            assert!(!counts_fit(&file(is_little, u32::MAX)));
        }
        assert!(counts_fit(b"II*\0") && counts_fit(b"II*\0\xff\xff\xff\xff"), "left to the decoder");
    }
}

//! Text files of bounded size: a device or a pipe without end must not fill the memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest text file that is read [bytes].
const LARGEST: u64 = 256 << 20;

/// The text of a file of at most 256 MB.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_bounded(File::open(path)?, LARGEST)
}

fn read_bounded(source: impl Read, largest: u64) -> io::Result<String> {
    let mut text = String::new();
    let length = source.take(largest + 1).read_to_string(&mut text)?;
    if length as u64 > largest {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("longer than {} MB", largest >> 20)));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_without_end_is_refused() {
        let problem = read_bounded(io::repeat(b' '), 3 << 20).unwrap_err();
        assert_eq!(problem.to_string(), "longer than 3 MB");
        assert_eq!(read_bounded(&b"0 twist 1 0"[..], 11).unwrap(), "0 twist 1 0");
    }
}

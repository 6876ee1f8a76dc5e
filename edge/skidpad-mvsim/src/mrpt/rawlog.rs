//! `.rawlog` files: observations one after the other, compressed with gzip.

use super::MrptObject;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a `.rawlog` stream to a file or to memory.
#[derive(Debug)]
pub struct RawlogWriter<W: Write> {
    compressed: GzEncoder<W>,
    scratch: Vec<u8>,
}

impl<W: Write> RawlogWriter<W> {
    /// Start a stream.
    pub fn new(out: W) -> Self {
        RawlogWriter { compressed: GzEncoder::new(out, Compression::fast()), scratch: Vec::new() }
    }

    /// Append an observation.
    pub fn append(&mut self, observation: &impl MrptObject) -> io::Result<()> {
        self.scratch.clear();
        observation.write(&mut self.scratch);
        self.compressed.write_all(&self.scratch)
    }

    /// Append an observation that is serialised already.
    pub fn append_bytes(&mut self, observation: &[u8]) -> io::Result<()> {
        self.compressed.write_all(observation)
    }

    /// Hand everything over, so that a reader finds all observations so far even if the program dies.
    pub fn flush(&mut self) -> io::Result<()> {
        self.compressed.flush()
    }

    /// End the stream.
    pub fn finish(self) -> io::Result<W> {
        self.compressed.finish()
    }

    /// The file of a vehicle: the path that the world gives, with `<vehicle>.rawlog` as its extension.
    pub fn path_for(save_to_rawlog: &Path, vehicle: &str) -> PathBuf {
        save_to_rawlog.with_extension(format!("{vehicle}.rawlog"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mrpt::{Imu, Odometry};
    use std::io::Read;

    #[test]
    fn a_rawlog_is_the_objects_in_order() {
        let (odometry, imu) = (Odometry::default(), Imu::default());
        let mut rawlog = RawlogWriter::new(Vec::new());
        rawlog.append(&odometry).expect("memory");
        rawlog.flush().expect("memory");
        rawlog.append(&imu).expect("memory");
        let file = rawlog.finish().expect("memory");
        let mut bytes = Vec::new();
        flate2::read::GzDecoder::new(&file[..]).read_to_end(&mut bytes).expect("gzip");
        assert_eq!(bytes, [odometry.to_bytes(), imu.to_bytes()].concat());
    }

    #[test]
    fn each_vehicle_has_a_file() {
        let path = |given: &str| RawlogWriter::<Vec<u8>>::path_for(Path::new(given), "r1");
        assert_eq!(path("out/run.rawlog"), Path::new("out/run.r1.rawlog"));
        assert_eq!(path("run"), Path::new("run.r1.rawlog"));
    }
}

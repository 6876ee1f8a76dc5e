//! MRPT `.gridmap` files, plain or gzipped: occupancy as log-odds (world-format §12.1).

use super::bytes::ByteReader;
use crate::{AssetProblem, Limits};
use flate2::read::GzDecoder;
use skidpad_scene::OccupancyGrid;
use std::io::Read;

/// Both names the class has had.
const CLASS_NAMES: [&[u8]; 2] = [b"COccupancyGridMap2D", b"mrpt::maps::COccupancyGridMap2D"];

/// A grid from an MRPT stream.
pub fn decode_gridmap(bytes: &[u8], limits: &Limits) -> Result<OccupancyGrid, AssetProblem> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        decode_plain(&unzip(bytes, limits)?, limits)
    } else {
        decode_plain(bytes, limits)
    }
}

/// Longest start of a file that says how many cells it has [bytes].
const MAX_HEADER_BYTES: usize = 160;

/// The header and the cells; what comes after them is left packed.
fn unzip(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, AssetProblem> {
    let mut plain = Vec::new();
    let mut reader = GzDecoder::new(bytes);
    let mut read = |plain: &mut Vec<u8>, byte_count: usize| {
        let taken = reader.by_ref().take(byte_count as u64).read_to_end(plain);
        taken.map_err(|error| AssetProblem::malformed(format!("cannot be unzipped: {error}")))
    };
    read(&mut plain, MAX_HEADER_BYTES)?;
    let Header { width, height, bits_per_cell, .. } = Header::read(&mut ByteReader::new(&plain))?;
    let count = u64::from(width) * u64::from(height);
    let cell_bytes = count.saturating_mul(u64::from(bits_per_cell).div_ceil(8));
    if cell_bytes > limits.file_bytes as u64 {
        return Err(AssetProblem::TooMany { what: "bytes when unzipped", limit: limits.file_bytes as u64 });
    }
    read(&mut plain, cell_bytes as usize)?;
    Ok(plain)
}

/// What stands before the cells.
struct Header {
    bits_per_cell: u8,
    width: u32,
    height: u32,
    x_min_m: f64,
    y_min_m: f64,
    resolution_m: f64,
}

impl Header {
    fn read(reader: &mut ByteReader<'_>) -> Result<Header, AssetProblem> {
        let name_length = reader.u8()?;
        let name = reader.take(usize::from(name_length & 0x7f))?;
        if name_length & 0x80 == 0 || !CLASS_NAMES.contains(&name) {
            return Err(AssetProblem::malformed("is not an MRPT occupancy grid"));
        }
        let _version = reader.u8()?;
        let bits_per_cell = reader.u8()?;
        let [width, height] = [reader.u32_le()?, reader.u32_le()?];
        let [x_min_m, _x_max, y_min_m, _y_max, resolution_m] =
            [reader.f32_le()?, reader.f32_le()?, reader.f32_le()?, reader.f32_le()?, reader.f32_le()?]
                .map(as_written);
        Ok(Header { bits_per_cell, width, height, x_min_m, y_min_m, resolution_m })
    }
}

fn decode_plain(bytes: &[u8], limits: &Limits) -> Result<OccupancyGrid, AssetProblem> {
    let mut reader = ByteReader::new(bytes);
    let Header { bits_per_cell, width, height, x_min_m, y_min_m, resolution_m } = Header::read(&mut reader)?;
    if !(resolution_m > 0.0 && [x_min_m, y_min_m, resolution_m].iter().all(|value| value.is_finite())) {
        return Err(AssetProblem::malformed("has cells without a size"));
    }
    let count = u64::from(width) * u64::from(height);
    if count == 0 {
        return Err(AssetProblem::malformed("has no cells"));
    }
    if count > limits.cell_count as u64 {
        return Err(AssetProblem::TooMany { what: "cells", limit: limits.cell_count as u64 });
    }
    let count = count as usize;
    let free = match bits_per_cell {
        8 => reader.take(count)?.iter().map(|&cell| free_probability(cell)).collect(),
        // The high byte of a 16-bit cell is the 8-bit cell.
        16 => {
            let (cells, _) = reader.take(count * 2)?.as_chunks::<2>();
            cells.iter().map(|cell| free_probability(cell[1])).collect()
        }
        other => return Err(AssetProblem::malformed(format!("has {other} bits per cell, not 8 or 16"))),
    };
    Ok(OccupancyGrid { resolution_m, x_min_m, y_min_m, width, height, free })
}

/// The file keeps 0.08 m in single precision, which is 0.0799999982: the shortest decimal that
/// has the same single-precision value is what was meant.
fn as_written(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// p = 1 / (1 + e^(−c/16)) for the signed cell c, in 255ths.
fn free_probability(cell: u8) -> u8 {
    let log_odds = f64::from(cell.cast_signed()) / 16.0;
    (255.0 / (1.0 + (-log_odds).exp())).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_scene::Cell;
    use std::io::Write;

    /// A map file of 0.08 m cells at (−1, −2).
    fn gridmap(name: &[u8], bits: u8, width: u32, height: u32, cells: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0x80 | name.len() as u8];
        bytes.extend_from_slice(name);
        bytes.extend([3, bits]);
        bytes.extend(width.to_le_bytes());
        bytes.extend(height.to_le_bytes());
        for value in [-1.0_f32, 0.0, -2.0, 0.0, 0.08] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend_from_slice(cells);
        bytes.push(0x88);
        bytes
    }

    #[test]
    fn cells_are_log_odds_of_being_free() {
        let cells = [0, 1, 0xff, 127, 128, 0];
        let limits = Limits::default();
        for name in CLASS_NAMES {
            let grid = decode_gridmap(&gridmap(name, 8, 3, 2, &cells), &limits).unwrap();
            assert_eq!((grid.resolution_m, grid.x_min_m, grid.y_min_m), (0.08, -1.0, -2.0));
            let kinds: Vec<Cell> = (0..6).map(|i| grid.cell(i % 3, i / 3)).collect();
            use Cell::{Free, Occupied, Unknown};
            assert_eq!(kinds, [Unknown, Free, Occupied, Free, Occupied, Unknown]);
        }
        let wide = [9, 0, 9, 1, 9, 0xff, 9, 127, 9, 128, 9, 0];
        let narrow = decode_gridmap(&gridmap(CLASS_NAMES[0], 8, 3, 2, &cells), &limits);
        assert_eq!(decode_gridmap(&gridmap(CLASS_NAMES[0], 16, 3, 2, &wide), &limits), narrow);
    }

    #[test]
    fn gzipped_maps_are_the_same_maps() {
        let plain = gridmap(CLASS_NAMES[0], 8, 2, 2, &[0, 1, 2, 3]);
        let mut zipper = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        zipper.write_all(&plain).unwrap();
        let zipped = zipper.finish().unwrap();
        let limits = Limits::default();
        assert_eq!(decode_gridmap(&zipped, &limits), decode_gridmap(&plain, &limits));
        let tight = Limits { file_bytes: 3, ..limits };
        assert!(matches!(decode_gridmap(&zipped, &tight), Err(AssetProblem::TooMany { .. })));
        let mut zipper = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        zipper.write_all(&[&plain[..], &[0; 100_000]].concat()).unwrap();
        let long = zipper.finish().unwrap();
        assert_eq!(unzip(&long, &limits).unwrap().len(), MAX_HEADER_BYTES + 4, "what follows stays packed");
        assert_eq!(decode_gridmap(&long, &limits), decode_gridmap(&plain, &limits));
    }

    #[test]
    fn promises_are_checked_against_what_is_there() {
        let limits = Limits::default();
        let problem = |bytes: &[u8]| decode_gridmap(bytes, &limits).unwrap_err().to_string();
        let whole = gridmap(CLASS_NAMES[0], 8, 2, 2, &[0; 4]);
        for end in 0..whole.len() - 1 {
            assert!(decode_gridmap(&whole[..end], &limits).is_err(), "{end}");
        }
        let ends = "it ends before its data does";
        assert_eq!(problem(&gridmap(CLASS_NAMES[0], 8, 8000, 8000, &[0; 4])), ends);
        let huge = gridmap(CLASS_NAMES[0], 8, u32::MAX, u32::MAX, &[0; 4]);
        assert!(problem(&huge).ends_with("cells"));
        assert_eq!(problem(&gridmap(CLASS_NAMES[0], 8, 0, 9, &[])), "it has no cells");
        assert!(problem(&gridmap(CLASS_NAMES[0], 7, 1, 1, &[0])).contains("bits per cell"));
        assert!(problem(&gridmap(b"CPose3D", 8, 1, 1, &[0])).contains("not an MRPT"));
    }
}

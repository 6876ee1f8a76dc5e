//! The few formats that hostile files need, written with the least code.

use flate2::Crc;
use flate2::write::ZlibEncoder;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::write::{SimpleFileOptions, ZipWriter};

/// A grey PNG of 8 bits, its pixels asked for by column and row.
pub(crate) fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> u8) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let mut row_bytes = vec![0_u8; width as usize + 1];
    for row in 0..height {
        for column in 0..width {
            row_bytes[column as usize + 1] = pixel(column, row);
        }
        packed.write_all(&row_bytes).expect("memory takes everything");
    }
    let packed = packed.finish().expect("memory takes everything");
    let mut header = Vec::new();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 0, 0, 0, 0]);
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, body) in [(b"IHDR", header), (b"IDAT", packed), (b"IEND", Vec::new())] {
        bytes.extend((body.len() as u32).to_be_bytes());
        bytes.extend(kind);
        bytes.extend(&body);
        let mut sum = Crc::new();
        sum.update(kind);
        sum.update(&body);
        bytes.extend(sum.sum().to_be_bytes());
    }
    bytes
}

/// An archive with these members.
pub(crate) fn archive(members: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(name.as_str(), SimpleFileOptions::default()).expect("a short archive");
        writer.write_all(bytes).expect("memory takes everything");
    }
    writer.finish().expect("memory takes everything").into_inner()
}

/// A binary STL file of this many triangles, all in one place.
pub(crate) fn flat_stl(triangle_count: u32) -> Vec<u8> {
    let mut bytes = vec![0_u8; 84 + 50 * triangle_count as usize];
    bytes[80..84].copy_from_slice(&triangle_count.to_le_bytes());
    for (k, triangle) in bytes[84..].chunks_exact_mut(50).enumerate() {
        let z = (k % 997) as f32;
        for (corner, [x, y]) in [[0.0_f32, 0.0], [1.0, 0.0], [0.0, 1.0]].into_iter().enumerate() {
            for (axis, value) in [x, y, z].into_iter().enumerate() {
                let at = 12 + 12 * corner + 4 * axis;
                triangle[at..at + 4].copy_from_slice(&value.to_le_bytes());
            }
        }
    }
    bytes
}

/// A MRPT grid of 8 bits, its cells asked for by index.
pub(crate) fn gridmap(width: u32, height: u32, cell: impl Fn(u64) -> u8) -> Vec<u8> {
    let name = b"COccupancyGridMap2D";
    let mut bytes = vec![0x80 | name.len() as u8];
    bytes.extend(name);
    bytes.extend([3, 8]);
    bytes.extend(width.to_le_bytes());
    bytes.extend(height.to_le_bytes());
    for value in [0.0_f32, 1.0, 0.0, 1.0, 0.1] {
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend((0..u64::from(width) * u64::from(height)).map(cell));
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&bytes).expect("memory takes everything");
    packed.finish().expect("memory takes everything")
}

/// A block whose outline has these corners.
pub(crate) fn block_of(name: &str, corners: impl Iterator<Item = [f64; 2]>) -> String {
    let mut text = format!("<block name=\"{name}\"><init_pose>0 0 0</init_pose><mass>10</mass><shape>");
    for [x, y] in corners {
        let _ = write!(text, "<pt>{x:.5} {y:.5}</pt>");
    }
    text.push_str("</shape></block>\n");
    text
}

/// A world around these elements.
pub(crate) fn world(inside: &str) -> Vec<u8> {
    format!("<mvsim_world version=\"1.0\">\n{inside}\n</mvsim_world>\n").into_bytes()
}

//! Clouds as binary PLY files (Turk, *The PLY Polygon File Format*, 1994).

use skidpad_messages::{Cloud, ColouredPoint};
use std::io::{self, Write};

fn header(file: &mut impl Write, count: usize, properties: &[&str]) -> io::Result<()> {
    writeln!(file, "ply\nformat binary_little_endian 1.0\nelement vertex {count}")?;
    for property in properties {
        writeln!(file, "property {property}")?;
    }
    writeln!(file, "end_header")
}

/// The returns of a lidar, in the sensor's frame; beams without a return are left out. If there are two returns,
/// each point has the number of its return: 0 the first, 1 the last.
pub(super) fn cloud(cloud: &Cloud, file: &mut impl Write) -> io::Result<()> {
    const PROPERTIES: [&str; 7] =
        ["float x", "float y", "float z", "float intensity", "float time", "ushort ring", "uchar return"];
    let has_two = !cloud.last_returns.is_empty();
    header(file, cloud.returns().count(), if has_two { &PROPERTIES } else { &PROPERTIES[..6] })?;
    for (number, point) in cloud.returns() {
        for value in [point.x_m, point.y_m, point.z_m, point.intensity, point.time_s] {
            file.write_all(&value.to_le_bytes())?;
        }
        file.write_all(&point.ring.to_le_bytes())?;
        if has_two {
            file.write_all(&[number])?;
        }
    }
    Ok(())
}

/// The points of a depth camera with their colours; pixels without depth are left out.
pub(super) fn coloured(points: &[ColouredPoint], file: &mut impl Write) -> io::Result<()> {
    const PROPERTIES: [&str; 6] = ["float x", "float y", "float z", "uchar red", "uchar green", "uchar blue"];
    let seen = || points.iter().filter(|point| point.x_m.is_finite());
    header(file, seen().count(), &PROPERTIES)?;
    for point in seen() {
        for value in [point.x_m, point.y_m, point.z_m] {
            file.write_all(&value.to_le_bytes())?;
        }
        file.write_all(&point.rgb)?;
    }
    Ok(())
}

//! Pictures as PNG files.

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use skidpad_messages::{CameraModel, DepthPicture, Picture};
use std::io::{self, Write};

fn png(
    file: &mut impl Write,
    bytes: &[u8],
    camera: &CameraModel,
    colour: ExtendedColorType,
) -> io::Result<()> {
    PngEncoder::new(file).write_image(bytes, camera.width, camera.height, colour).map_err(io::Error::other)
}

pub(super) fn colour(picture: &Picture, file: &mut impl Write) -> io::Result<()> {
    png(file, &picture.rgb, &picture.camera, ExtendedColorType::Rgb8)
}

/// The class of each pixel, 8 bits.
pub(super) fn labels(picture: &Picture, file: &mut impl Write) -> io::Result<()> {
    png(file, &picture.labels, &picture.camera, ExtendedColorType::L8)
}

/// The number of the object in each pixel, 16 bits; numbers above 65 535 become 65 535.
pub(super) fn instances(picture: &Picture, file: &mut impl Write) -> io::Result<()> {
    let bytes: Vec<u8> = (picture.instances.iter())
        .flat_map(|&number| u16::try_from(number).unwrap_or(u16::MAX).to_ne_bytes())
        .collect();
    png(file, &bytes, &picture.camera, ExtendedColorType::L16)
}

/// Depth in units of the sensor, 16 bits; 0 where there is none.
pub(super) fn depth(picture: &DepthPicture, file: &mut impl Write) -> io::Result<()> {
    let bytes: Vec<u8> = picture.depth.iter().flat_map(|units| units.to_ne_bytes()).collect();
    png(file, &bytes, &picture.camera, ExtendedColorType::L16)
}

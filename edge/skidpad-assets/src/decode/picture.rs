//! PNG, JPEG, BMP, PNM, TIFF and GIF pictures.

use super::tiff_counts::counts_fit;
use crate::{AssetProblem, Limits};
use image::error::LimitErrorKind;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader};
use skidpad_scene::Image;
use std::io::Cursor;

/// A picture; of an animation, the first frame. The bytes tell the format, not the file's name.
pub fn decode_picture(bytes: &[u8], limits: &Limits) -> Result<Image, AssetProblem> {
    Ok(with_colours(decode(bytes, limits)?))
}

/// The same picture in four channels.
fn with_colours(decoded: DynamicImage) -> Image {
    let (width, height) = (decoded.width(), decoded.height());
    let rgba = match decoded {
        // Maps are grey; `into_rgba8` weighs the channels of each pixel, which takes longer than decoding it.
        DynamicImage::ImageLuma8(grey) => {
            let mut rgba = vec![u8::MAX; 4 * grey.as_raw().len()];
            for (pixel, &value) in rgba.chunks_exact_mut(4).zip(grey.as_raw()) {
                pixel[..3].fill(value);
            }
            rgba
        }
        other => other.into_rgba8().into_raw(),
    };
    Image { width, height, rgba }
}

/// Brightness, row by row from the top.
pub struct Brightness {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Any scale; equal steps of light are equal steps of the number.
    pub values: Vec<u16>,
}

/// The brightness of a picture, with all sixteen bits where the file has them.
pub fn decode_brightness(bytes: &[u8], limits: &Limits) -> Result<Brightness, AssetProblem> {
    let decoded = decode(bytes, limits)?;
    if let DynamicImage::ImageLuma16(grey) = decoded {
        return Ok(Brightness { width: grey.width(), height: grey.height(), values: grey.into_raw() });
    }
    let image = with_colours(decoded);
    let rows = (0..image.height).flat_map(|row| (0..image.width).map(move |column| (column, row)));
    Ok(Brightness {
        width: image.width,
        height: image.height,
        values: rows.map(|(column, row)| u16::from(image.luminance(column, row))).collect(),
    })
}

/// Bytes of a picture once it is decoded, from its header alone.
pub fn picture_bytes(bytes: &[u8], limits: &Limits) -> Result<u64, AssetProblem> {
    let (width, height) = picture_size(bytes, limits)?;
    Ok(u64::from(width) * u64::from(height) * 4)
}

/// Width and height of a picture, from its header alone.
pub fn picture_size(bytes: &[u8], limits: &Limits) -> Result<(u32, u32), AssetProblem> {
    Ok(decoder(bytes, limits)?.dimensions())
}

fn decode(bytes: &[u8], limits: &Limits) -> Result<DynamicImage, AssetProblem> {
    DynamicImage::from_decoder(decoder(bytes, limits)?).map_err(|error| problem(&error, limits))
}

fn decoder<'a>(bytes: &'a [u8], limits: &Limits) -> Result<impl ImageDecoder + 'a, AssetProblem> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| AssetProblem::malformed(format!("cannot be read: {error}")))?;
    if reader.format().is_none() {
        return Err(AssetProblem::malformed("is not a PNG, JPEG, BMP, PNM, TIFF or GIF picture"));
    }
    if reader.format() == Some(ImageFormat::Tiff) && !counts_fit(bytes) {
        return Err(AssetProblem::malformed("ends before its data does"));
    }
    let mut bounds = image::Limits::default();
    bounds.max_image_width = Some(limits.image_side_px);
    bounds.max_image_height = Some(limits.image_side_px);
    bounds.max_alloc = Some(limits.image_bytes);
    reader.limits(bounds);
    let decoder = reader.into_decoder().map_err(|error| problem(&error, limits))?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(AssetProblem::malformed("has no pixels"));
    }
    if width > limits.image_side_px || height > limits.image_side_px {
        return Err(too_many_pixels(limits));
    }
    let rgba_bytes = u64::from(width) * u64::from(height) * 4;
    if decoder.total_bytes().max(rgba_bytes) > limits.image_bytes {
        return Err(AssetProblem::TooMany { what: "bytes when unpacked", limit: limits.image_bytes });
    }
    Ok(decoder)
}

fn too_many_pixels(limits: &Limits) -> AssetProblem {
    AssetProblem::TooMany { what: "pixels along a side", limit: u64::from(limits.image_side_px) }
}

fn problem(error: &ImageError, limits: &Limits) -> AssetProblem {
    match error {
        ImageError::Limits(limit) if matches!(limit.kind(), LimitErrorKind::InsufficientMemory) => {
            AssetProblem::TooMany { what: "bytes when unpacked", limit: limits.image_bytes }
        }
        ImageError::Limits(_) => too_many_pixels(limits),
        other => AssetProblem::malformed(format!("is not a readable picture: {other}")),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use image::{ImageBuffer, Luma, Rgb};

    /// Encode a small grey picture, given from its top row.
    pub(crate) fn grey(width: u32, values: &[u8], format: ImageFormat) -> Vec<u8> {
        let height = values.len() as u32 / width;
        let buffer = ImageBuffer::<Luma<u8>, _>::from_raw(width, height, values.to_vec()).unwrap();
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(buffer).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn formats_are_known_by_their_bytes() {
        let values = [0, 50, 100, 150, 200, 255];
        for format in [ImageFormat::Png, ImageFormat::Bmp, ImageFormat::Pnm, ImageFormat::Tiff] {
            let image = decode_picture(&grey(3, &values, format), &Limits::default()).unwrap();
            assert_eq!((image.width, image.height), (3, 2), "{format:?}");
            assert_eq!(image.luminance(2, 1), 255);
            assert_eq!(image.luminance(1, 0), 50);
        }
        let buffer = ImageBuffer::<Rgb<u8>, _>::from_pixel(8, 8, Rgb([200, 10, 10]));
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(buffer).write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
        let image = decode_picture(bytes.get_ref(), &Limits::default()).unwrap();
        assert!(image.pixel(4, 4)[0] > 180 && image.pixel(4, 4)[1] < 40);
    }

    #[test]
    fn grey_becomes_the_colours_that_the_general_way_gives() {
        let values: Vec<u8> = (0..=255).collect();
        let bytes = grey(16, &values, ImageFormat::Png);
        let general = decode(&bytes, &Limits::default()).unwrap().into_rgba8();
        let image = decode_picture(&bytes, &Limits::default()).unwrap();
        assert_eq!((image.width, image.height), general.dimensions());
        assert_eq!(image.rgba, general.into_raw());
    }

    #[test]
    fn sixteen_bits_stay_sixteen_bits() {
        let buffer = ImageBuffer::<Luma<u16>, _>::from_raw(2, 1, vec![1000, 1001]).unwrap();
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(buffer).write_to(&mut bytes, ImageFormat::Png).unwrap();
        let brightness = decode_brightness(bytes.get_ref(), &Limits::default()).unwrap();
        assert_eq!(brightness.values, [1000, 1001]);
    }

    /// A PNG whose header promises more than it holds.
    #[test]
    fn promises_of_a_huge_picture_take_no_memory() {
        let mut bytes = grey(2, &[0, 1, 2, 3], ImageFormat::Png);
        bytes[16..20].copy_from_slice(&60_000_u32.to_be_bytes());
        bytes[20..24].copy_from_slice(&60_000_u32.to_be_bytes());
        let mut crc = flate2::Crc::new();
        crc.update(&bytes[12..29]);
        let sum = crc.sum().to_be_bytes();
        bytes[29..33].copy_from_slice(&sum);
        let problem = decode_picture(&bytes, &Limits::default()).unwrap_err();
        assert!(matches!(problem, AssetProblem::TooMany { .. }), "{problem}");
    }

    #[test]
    fn other_bytes_are_refused_with_a_reason() {
        for bytes in [&b""[..], b"hello", b"\x89PNG\r\n\x1a\n", b"BM", b"P5 99999999 99999999 255\n"] {
            assert!(decode_picture(bytes, &Limits::default()).is_err(), "{bytes:?}");
        }
    }
}

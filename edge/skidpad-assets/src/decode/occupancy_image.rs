//! Occupancy grids drawn as grey pictures: white is free, black a wall.

use super::picture::decode_picture;
use crate::{AssetProblem, Limits};
use skidpad_scene::{Image, OccupancyGrid};

/// A grid from a picture. `center_px` is the pixel that becomes the origin, counted from the
/// lower left corner; none means the middle of the picture (world-format §10).
pub fn decode_occupancy_image(
    bytes: &[u8],
    resolution_m: f64,
    center_px: Option<(f64, f64)>,
    limits: &Limits,
) -> Result<OccupancyGrid, AssetProblem> {
    let image = decode_picture(bytes, limits)?;
    let (x, y) = center_px.unwrap_or((f64::from(image.width) / 2.0, f64::from(image.height) / 2.0));
    let grid = OccupancyGrid {
        resolution_m,
        x_min_m: -x * resolution_m,
        y_min_m: -y * resolution_m,
        width: image.width,
        height: image.height,
        free: bottom_up(&image, |column, row| image.luminance(column, row)),
    };
    if resolution_m > 0.0 && grid.x_min_m.is_finite() && grid.y_min_m.is_finite() {
        Ok(grid)
    } else {
        Err(AssetProblem::malformed("has cells without a size"))
    }
}

/// One value per pixel, the lowest row first.
pub(crate) fn bottom_up(image: &Image, value: impl Fn(u32, u32) -> u8) -> Vec<u8> {
    let rows = (0..image.height).rev();
    rows.flat_map(|row| (0..image.width).map(move |column| (column, row)))
        .map(|(column, row)| value(column, row))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::picture::tests::grey;
    use super::*;
    use image::ImageFormat;

    #[test]
    fn the_top_of_the_picture_is_the_far_end() {
        let bytes = grey(2, &[0, 255, 255, 255, 255, 128], ImageFormat::Png);
        let grid = decode_occupancy_image(&bytes, 0.5, Some((0.0, 1.0)), &Limits::default()).unwrap();
        assert_eq!((grid.width, grid.height), (2, 3));
        assert_eq!((grid.x_min_m, grid.y_min_m), (0.0, -0.5));
        assert!(grid.is_occupied(0.25, 0.75));
        assert!(!grid.is_occupied(0.25, -0.25));
        assert_eq!(grid.free, [255, 128, 255, 255, 0, 255]);
    }

    #[test]
    fn without_a_center_the_middle_is_the_origin() {
        let bytes = grey(4, &[255; 8], ImageFormat::Png);
        let grid = decode_occupancy_image(&bytes, 0.1, None, &Limits::default()).unwrap();
        assert_eq!((grid.x_min_m, grid.y_min_m), (-0.2, -0.1));
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(decode_occupancy_image(&bytes, bad, None, &Limits::default()).is_err());
        }
    }
}

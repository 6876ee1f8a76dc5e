//! A decoded picture: textures, elevation images, occupancy images.

use serde::{Deserialize, Serialize};

/// Pixels row by row, the first row on top, four bytes each: red, green, blue, opacity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width · height · 4` bytes.
    pub rgba: Vec<u8>,
}

impl Image {
    /// The pixel at `column`, `row` (row 0 on top); the caller keeps both inside.
    pub fn pixel(&self, column: u32, row: u32) -> [u8; 4] {
        let start = (row as usize * self.width as usize + column as usize) * 4;
        [self.rgba[start], self.rgba[start + 1], self.rgba[start + 2], self.rgba[start + 3]]
    }

    /// Brightness of a pixel, 0 to 255, opacity ignored.
    ///
    /// Y = 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601), rounded; a grey pixel keeps its value.
    pub fn luminance(&self, column: u32, row: u32) -> u8 {
        let [r, g, b, _] = self.pixel(column, row).map(u32::from);
        ((299 * r + 587 * g + 114 * b + 500) / 1000) as u8
    }

    /// Red, green, blue and opacity, 0 to 1, at a texture coordinate; the picture repeats.
    /// The origin is the lower left corner; between the middles of pixels colours blend.
    /// White where there are no pixels.
    pub fn sample(&self, [u, v]: [f32; 2]) -> [f32; 4] {
        let wrap = |place: i64, count: u32| place.rem_euclid(i64::from(count)) as u32;
        self.blend([u - u.floor(), v - v.floor()], wrap)
    }

    /// The same for a picture that ends at its edges.
    pub fn sample_clamped(&self, [u, v]: [f32; 2]) -> [f32; 4] {
        let clamp = |place: i64, count: u32| place.clamp(0, i64::from(count) - 1) as u32;
        self.blend([u.clamp(0.0, 1.0), v.clamp(0.0, 1.0)], clamp)
    }

    fn blend(&self, [u, v]: [f32; 2], inside: impl Fn(i64, u32) -> u32) -> [f32; 4] {
        if self.width == 0 || self.height == 0 {
            return [1.0; 4];
        }
        let x = u * self.width as f32 - 0.5;
        let y = (1.0 - v) * self.height as f32 - 0.5;
        let (x0, y0) = (x.floor(), y.floor());
        let (right, down) = (x - x0, y - y0);
        let columns = [0, 1].map(|k| inside(x0 as i64 + k, self.width));
        let rows = [0, 1].map(|k| inside(y0 as i64 + k, self.height));
        let pixel = |column: usize, row: usize| self.pixel(columns[column], rows[row]).map(f32::from);
        let (a, b, c, d) = (pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1));
        std::array::from_fn(|k| {
            let upper = a[k] + right * (b[k] - a[k]);
            let lower = c[k] + right * (d[k] - c[k]);
            (upper + down * (lower - upper)) / 255.0
        })
    }

    /// The opacity of its clearest pixel, 0 to 1.
    pub fn least_opacity(&self) -> f32 {
        let least = self.rgba.chunks_exact(4).map(|pixel| pixel[3]).min();
        f32::from(least.unwrap_or(255)) / 255.0
    }

    /// True if light passes through some of its pixels.
    pub fn has_transparency(&self) -> bool {
        self.least_opacity() < 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_keeps_its_value_and_colours_are_weighed() {
        let one = |rgb: [u8; 3]| Image { width: 1, height: 1, rgba: vec![rgb[0], rgb[1], rgb[2], 0] };
        for value in 0..=255 {
            assert_eq!(one([value; 3]).luminance(0, 0), value);
        }
        assert_eq!(one([255, 0, 0]).luminance(0, 0), 76);
        assert_eq!(one([0, 255, 0]).luminance(0, 0), 150);
        assert_eq!(one([0, 0, 255]).luminance(0, 0), 29);
    }

    #[test]
    fn rows_come_one_after_the_other() {
        let image = Image { width: 2, height: 2, rgba: (0..16).collect() };
        assert_eq!(image.pixel(1, 0), [4, 5, 6, 7]);
        assert_eq!(image.pixel(0, 1), [8, 9, 10, 11]);
    }

    #[test]
    fn colours_blend_between_pixels_and_repeat() {
        let row = [0, 0, 0, 255, 100, 100, 100, 255];
        let image = Image { width: 2, height: 1, rgba: row.to_vec() };
        let grey = |u: f32| (image.sample([u, 0.5])[0] * 255.0).round();
        assert_eq!([grey(0.25), grey(0.5), grey(0.75), grey(1.0)], [0.0, 50.0, 100.0, 50.0]);
        assert_eq!([grey(5.25), grey(-0.25)], [0.0, 100.0]);
        assert_eq!(image.sample_clamped([1.0, 0.5])[0] * 255.0, 100.0);
        let column = Image { width: 1, height: 2, rgba: row.to_vec() };
        assert_eq!(column.sample([0.5, 0.75])[0], 0.0, "the first row is on top");
        assert_eq!(Image::default().sample([0.1, 0.2]), [1.0; 4]);
    }
}

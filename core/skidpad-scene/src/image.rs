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
}

//! Noise of a camera's pixels.

use skidpad_math::NoiseAddress;
use skidpad_messages::Picture;

/// Colours have other addresses than depths of the same camera.
const COLOURS_FROM: u64 = 1 << 40;

/// Add noise of this standard deviation, of 255, to every colour value; values stay within 0 and 255.
pub fn add_image_noise(picture: &mut Picture, deviation: f64, noise: NoiseAddress) {
    if deviation <= 0.0 {
        return;
    }
    for (index, value) in (COLOURS_FROM..).zip(&mut picture.rgb) {
        let noisy = f64::from(*value) + deviation * noise.normal(index);
        *value = (noisy + 0.5).clamp(0.0, 255.0) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_its_deviation_and_no_bias() {
        let mut picture = Picture { rgb: vec![128; 30_000], ..Picture::default() };
        let noise = NoiseAddress { seed: 1, stream: 2, step: 3 };
        add_image_noise(&mut picture, 8.0, noise);
        let n = picture.rgb.len() as f64;
        let mean = picture.rgb.iter().map(|&value| f64::from(value)).sum::<f64>() / n;
        let square = |value: f64| value * value;
        let variance = picture.rgb.iter().map(|&value| square(f64::from(value) - 128.0)).sum::<f64>() / n;
        assert!((mean - 128.0).abs() < 5.0 * 8.0 / n.sqrt(), "{mean}");
        // Rounding adds a twelfth.
        assert!((variance - 64.0 - 1.0 / 12.0).abs() < 5.0 * 64.0 * (2.0 / n).sqrt(), "{variance}");
        let mut again = Picture { rgb: vec![128; 30_000], ..Picture::default() };
        add_image_noise(&mut again, 8.0, noise);
        assert_eq!(picture, again);
    }
}

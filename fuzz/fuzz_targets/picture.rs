#![no_main]
//! Pictures of every format, as textures and as heights.
use skidpad_assets::{Limits, decode::elevation::heights_from_picture, decode::picture::decode_picture};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let limits = Limits { image_side_px: 2_048, image_bytes: 32 << 20, ..Limits::default() };
    let _ = decode_picture(data, &limits);
    let _ = heights_from_picture(data, 0.0, 1.0, &limits);
});

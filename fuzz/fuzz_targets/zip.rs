#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| skidpad_fuzz::asset_files::zip(data));

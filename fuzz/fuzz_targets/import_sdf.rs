#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| skidpad_fuzz::imports::sdf(data));

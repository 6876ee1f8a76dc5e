#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| skidpad_ros1::fuzzing::connection_header(data));

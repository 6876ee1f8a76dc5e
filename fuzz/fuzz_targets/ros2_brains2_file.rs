#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| skidpad_ros2::fuzzing::brains2_file(data));

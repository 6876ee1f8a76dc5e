#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| skidpad_record::fuzzing::recording(data));

#![no_main]
//! Grid maps of MRPT and the YAML files of ROS maps.
use skidpad_assets::{Limits, decode::gridmap::decode_gridmap, decode::ros_map::RosMap};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let limits = Limits { file_bytes: 1 << 20, cell_count: 1 << 20, ..Limits::default() };
    let _ = decode_gridmap(data, &limits);
    if let Ok(map) = RosMap::parse(data) {
        let _ = map.decode(b"P5 4 3 255\n0123456789ab", &limits);
    }
});

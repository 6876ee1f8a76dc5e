#![no_main]
//! Meshes: the first byte chooses the format, the rest is the file.
use skidpad_assets::{Limits, decode::mesh::decode_mesh};

const NAMES: [&str; 5] = ["a.dae", "a.stl", "a.obj", "a.gltf", "a.ply"];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((&first, file)) = data.split_first() else { return };
    let name = NAMES[usize::from(first) % NAMES.len()];
    let limits = Limits { file_bytes: 1 << 20, triangle_count: 100_000, node_count: 10_000, ..Limits::default() };
    let _ = decode_mesh(name, file, &|_| Ok(file.to_vec()), &limits);
});

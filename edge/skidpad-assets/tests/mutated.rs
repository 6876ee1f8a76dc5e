//! Damaged files of every format: a value or a problem, never a panic, never much memory.
//!
//! 2 000 copies of each format by default; `SKIDPAD_NIGHTLY=1` makes it 100 000.

use skidpad_assets::decode::elevation::survey_from_text;
use skidpad_assets::decode::gltf_clips::decode_gltf_clips;
use skidpad_assets::decode::gridmap::decode_gridmap;
use skidpad_assets::decode::mesh::decode_mesh;
use skidpad_assets::decode::occupancy_image::decode_occupancy_image;
use skidpad_assets::decode::picture::{decode_brightness, decode_picture};
use skidpad_assets::decode::point_text::decode_point_text;
use skidpad_assets::decode::ros_map::RosMap;
use skidpad_assets::{AssetProblem, Limits, embedded, read_member};
use skidpad_math::SplitMix64;
use std::io::Cursor;

/// Limits small enough for the bound on memory to mean something.
const LIMITS: Limits = Limits {
    file_bytes: 8 << 20,
    image_side_px: 2_048,
    image_bytes: 32 << 20,
    triangle_count: 200_000,
    node_count: 10_000,
    cell_count: 1 << 20,
    point_count: 200_000,
    member_count: 1_000,
    work: 10_000_000,
    decoded_bytes: 16 << 20,
};
/// More memory than this at any time fails a test [kB].
const MAX_PEAK_KB: u64 = 400_000;

/// Numbers that programs stumble over.
const NUMBERS: [&str; 10] =
    ["-1", "0", "1e38", "-1e-38", "nan", "inf", "65536", "2147483648", "4294967295", "99999999999999999999"];

struct Damage(SplitMix64);

impl Damage {
    /// A copy with one to four kinds of damage.
    fn damaged(&mut self, original: &[u8]) -> Vec<u8> {
        let mut bytes = original.to_vec();
        for _ in 0..=self.0.below(4) {
            let at = self.0.below(bytes.len());
            let Some(byte) = bytes.get_mut(at) else { break };
            match self.0.below(8) {
                0 => *byte ^= 1 << self.0.below(8),
                1 => *byte = [0, 0xff, 0x7f, 0x80][self.0.below(4)],
                2 => bytes.truncate(at),
                3 => drop(bytes.splice(at..at, std::iter::repeat_n(b'9', self.0.below(20)))),
                4 => {
                    let end = (at + self.0.below(64)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    drop(bytes.splice(at..at, piece));
                }
                5 => drop(bytes.drain(at..(at + self.0.below(32)).min(bytes.len()))),
                6 => {
                    let end = (at + 4).min(bytes.len());
                    bytes[at..end].fill(0xff);
                }
                // The number at or after this place becomes another one.
                _ => {
                    let is_digit = |byte: &u8| byte.is_ascii_digit();
                    let start = bytes[at..].iter().position(is_digit).map_or(at, |skip| at + skip);
                    let length = bytes[start..].iter().take_while(|byte| is_digit(byte)).count();
                    let number = NUMBERS[self.0.below(NUMBERS.len())];
                    drop(bytes.splice(start..start + length, number.bytes()));
                }
            }
        }
        bytes
    }
}

/// Decode many damaged copies; some must still be readable, or the damage proves nothing.
fn torment(original: &[u8], decode: impl Fn(&[u8]) -> Result<(), AssetProblem>) {
    assert_eq!(decode(original), Ok(()), "the undamaged file is readable");
    let copies = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 100_000 } else { 2_000 };
    let mut damage = Damage(SplitMix64::new(1));
    let (mut readable, mut refused) = (0, 0);
    for _ in 0..copies {
        match decode(&damage.damaged(original)) {
            Ok(()) => readable += 1,
            Err(problem) => {
                refused += 1;
                assert!(problem.to_string().len() < 2_000, "messages stay short");
            }
        }
    }
    assert!(refused > 0 && readable + refused == copies);
    if let Some(peak_kb) = peak_kb() {
        assert!(peak_kb < MAX_PEAK_KB, "{peak_kb} kB at peak");
    }
}

/// Most memory this process has had resident [kB], where the system tells.
fn peak_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Companions of any name: some materials, or bytes that are none.
fn companions(name: &str) -> Result<Vec<u8>, AssetProblem> {
    Ok(if name.ends_with("mtl") { b"newmtl a\nKd 1 0 0\nmap_Kd b.png\n".to_vec() } else { vec![7; 100] })
}

fn torment_mesh(name: &str, bytes: &[u8]) {
    torment(bytes, |bytes| decode_mesh(name, bytes, &companions, &LIMITS).map(drop));
}

fn model(path: &str) -> &'static [u8] {
    embedded::file(path).expect(path)
}

#[test]
fn collada() {
    torment_mesh("a.dae", model("models/room.dae"));
    torment_mesh("a.dae", model("models/jackal_description/jackal.dae"));
}

#[test]
fn stl() {
    torment_mesh("a.stl", model("models/rock.stl"));
    torment_mesh("a.stl", b"solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n");
}

#[test]
fn obj() {
    torment_mesh("a.obj", model("models/crate.obj"));
    torment_mesh("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nf 1/1/1 2/1/1 3/1/1\nl 1 2 3\n");
}

#[test]
fn materials() {
    let obj = model("models/crate.obj");
    torment(model("models/crate.mtl"), |bytes| {
        decode_mesh("a.obj", obj, &|_| Ok(bytes.to_vec()), &LIMITS).map(drop).and(
            if bytes == model("models/crate.mtl") {
                Ok(())
            } else {
                // Damaged materials never spoil a mesh; count them as refused.
                Err(AssetProblem::NotInStore)
            },
        )
    });
}

#[test]
fn gltf() {
    torment_mesh("a.glb", model("models/person.glb"));
    let text = br#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "scale": [1, 2, 3]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                       "min": [0, 0, 0], "max": [1, 1, 1]}],
        "bufferViews": [{"buffer": 0, "byteOffset": 4, "byteLength": 60, "byteStride": 16}],
        "buffers": [{"byteLength": 100, "uri": "a.bin"}]}"#;
    torment_mesh("a.gltf", text);
}

#[test]
fn gltf_clips() {
    torment(model("models/person.glb"), |bytes| {
        decode_gltf_clips(bytes, &["run"], &|_| Err(AssetProblem::NotInStore), &LIMITS, &|_| Ok(())).map(drop)
    });
}

#[test]
fn ply() {
    torment_mesh("a.ply", model("models/tree.ply"));
    let mut binary =
        b"ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
        property double z\nelement face 2\nproperty list uchar uint vertex_indices\nend_header\n"
            .to_vec();
    binary.extend([0; 48]);
    for _ in 0..2 {
        binary.push(3);
        binary.extend((0..3_u32).flat_map(u32::to_be_bytes));
    }
    torment_mesh("a.ply", &binary);
}

#[test]
fn pictures() {
    torment(model("models/crate.png"), |bytes| decode_picture(bytes, &LIMITS).map(drop));
    let picture = image::DynamicImage::from(image::ImageBuffer::from_fn(9, 7, |x, y| {
        image::Rgb([(x * 20) as u8, (y * 30) as u8, 7])
    }));
    use image::ImageFormat::{Bmp, Gif, Jpeg, Pnm, Tiff};
    for format in [Bmp, Gif, Jpeg, Pnm, Tiff] {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        torment(bytes.get_ref(), |bytes| decode_brightness(bytes, &LIMITS).map(drop));
    }
}

#[test]
fn grids() {
    let mut gridmap = b"\x93COccupancyGridMap2D\x03\x08\x04\0\0\0\x03\0\0\0".to_vec();
    gridmap.extend([0.0_f32, 4.0, 0.0, 3.0, 1.0].iter().flat_map(|value| value.to_le_bytes()));
    gridmap.extend([0, 5, 250, 0, 0, 5, 250, 0, 0, 5, 250, 0, 0x88]);
    torment(&gridmap, |bytes| decode_gridmap(bytes, &LIMITS).map(drop));
    torment(b"P5 4 3 255\n0123456789ab", |bytes| decode_occupancy_image(bytes, 0.1, None, &LIMITS).map(drop));
    let yaml =
        b"image: a.pgm\nresolution: 0.05\norigin: [-10.0, 2.5, 0.7]\nnegate: 0\noccupied_thresh: 0.65\n\
        free_thresh: 0.196\nmode: scale\n";
    torment(yaml, |bytes| RosMap::parse(bytes)?.decode(b"P5 4 3 255\n0123456789ab", &LIMITS).map(drop));
}

#[test]
fn text() {
    let points = b"0 0 1 1 2 3\n1 0 2 1 2 3\n0 1 3 1 2 3\n1 1 4 1 2 3\n";
    torment(points, |bytes| survey_from_text(bytes, [0.0; 3], 0.5, &LIMITS).map(drop));
    torment(points, |bytes| decode_point_text(bytes, true, &LIMITS).map(drop));
}

#[test]
fn archives() {
    for archive in [
        &include_bytes!("../../../testdata/fuzz-corpus/zip/stored")[..],
        include_bytes!("../../../testdata/fuzz-corpus/zip/deflated"),
    ] {
        torment(archive, |bytes| read_member(bytes, "a", &LIMITS).map(drop));
    }
}

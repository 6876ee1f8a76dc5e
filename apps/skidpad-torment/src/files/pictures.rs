//! Pictures whose decoders are made to do more than the pixels need, and pictures that are asked for too often.

use super::encode::png;
use super::overlooked::{TRIANGLE, block_like, bytes_of, looped};
use super::{HostileWorld, MakeWorld};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::fmt::Write as _;
use std::io::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 15] = [
        jpeg_of_many_scans,
        png_of_16_bits_interlaced,
        png_of_swollen_profiles,
        png_of_a_million_texts,
        tiff_of_long_lists,
        gif_of_clear_codes,
        pnm_of_digits,
        pnm_of_comments,
        bmp_of_jumps,
        textures_and_normal_maps_of_240000_planes,
        skies_of_160000_patterns,
        skies_of_the_web,
        maps_turned,
        gltf_of_pictures_inside,
        grids_of_one_large_picture,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

/// A picture as the texture of a floor, as a map and as hills.
fn shown(name: &str, bytes: Vec<u8>) -> HostileWorld {
    let inside = "<element class=\"horizontal_plane\" texture=\"p.png\"/><element class=\"occupancy_grid\" file=\"p.png\"/>\
                  <element class=\"elevation_map\" elevation_image=\"p.png\"/>";
    HostileWorld::new(name, inside).with("p.png", bytes)
}

/// A progressive JPEG of three colours: one scan of all first coefficients, then scans that say nothing about the others.
fn jpeg_of_many_scans() -> HostileWorld {
    let (side, scan_count) = (7_992_u16, 96);
    let block_count = (usize::from(side) / 8).pow(2);
    let mut bytes = vec![0xff, 0xd8];
    let segment = |bytes: &mut Vec<u8>, mark: u8, body: &[u8]| {
        bytes.extend([0xff, mark]);
        bytes.extend((body.len() as u16 + 2).to_be_bytes());
        bytes.extend(body);
    };
    let mut quantisation = vec![0];
    quantisation.extend([1; 64]);
    segment(&mut bytes, 0xdb, &quantisation);
    let [high, low] = side.to_be_bytes();
    segment(&mut bytes, 0xc2, &[8, high, low, high, low, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    // One code of one bit: a difference of nothing, and a run of 16 384 blocks without coefficients.
    for (table, symbol) in [(0x00, 0x00), (0x10, 0xe0)] {
        let mut codes = vec![table, 1];
        codes.extend([0; 15]);
        codes.push(symbol);
        segment(&mut bytes, 0xc4, &codes);
    }
    segment(&mut bytes, 0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]);
    bytes.resize(bytes.len() + 3 * block_count / 8 + 1, 0);
    for scan in 0..scan_count {
        segment(&mut bytes, 0xda, &[1, scan % 3 + 1, 0, 1, 63, 0]);
        bytes.resize(bytes.len() + block_count.div_ceil(16_384) * 15 / 8 + 1, 0);
    }
    bytes.extend([0xff, 0xd9]);
    shown("jpeg_of_many_scans", bytes)
}

fn zlib(pieces: usize) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let piece = vec![0; 1 << 20];
    for _ in 0..pieces {
        packed.write_all(&piece).expect("memory takes everything");
    }
    packed.finish().expect("memory takes everything")
}

/// A PNG of these chunks.
fn png_of(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, body) in chunks {
        bytes.extend((body.len() as u32).to_be_bytes());
        bytes.extend(*kind);
        bytes.extend(*body);
        let mut sum = Crc::new();
        sum.update(*kind);
        sum.update(body);
        bytes.extend(sum.sum().to_be_bytes());
    }
    bytes
}

fn png_header(width: u32, height: u32, rest: [u8; 5]) -> Vec<u8> {
    [&width.to_be_bytes()[..], &height.to_be_bytes(), &rest].concat()
}

fn png_of_16_bits_interlaced() -> HostileWorld {
    let header = png_header(8_192, 4_000, [16, 6, 0, 0, 1]);
    shown("png_of_16_bits_interlaced", png_of(&[(b"IHDR", &header), (b"IDAT", &zlib(260)), (b"IEND", b"")]))
}

/// Profiles and texts that are unpacked before the first pixel.
fn png_of_swollen_profiles() -> HostileWorld {
    let (header, packed) = (png_header(1, 1, [8, 0, 0, 0, 0]), zlib(1_000));
    let profile = [b"a\0\0", &packed[..]].concat();
    let text = [b"a\0\x01\0\0\0", &packed[..]].concat();
    let pixel = {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&[0, 7]).expect("memory takes everything");
        packed.finish().expect("memory takes everything")
    };
    let mut chunks: Vec<(&[u8; 4], &[u8])> = vec![(b"IHDR", &header), (b"iCCP", &profile)];
    chunks.extend([(b"zTXt", &profile[..]); 5].iter().copied());
    chunks.extend([(b"iTXt", &text[..]); 5].iter().copied());
    chunks.extend([(b"IDAT", &pixel[..]), (b"IEND", &b""[..])]);
    shown("png_of_swollen_profiles", png_of(&chunks))
}

fn png_of_a_million_texts() -> HostileWorld {
    let header = png_header(1, 1, [8, 0, 0, 0, 0]);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&[0, 7]).expect("memory takes everything");
    let pixel = packed.finish().expect("memory takes everything");
    let mut chunks: Vec<(&[u8; 4], &[u8])> = vec![(b"IHDR", &header)];
    chunks.resize(1_000_000, (b"tEXt", b"a\0b"));
    chunks.extend([(b"IDAT", &pixel[..]), (b"IEND", &b""[..])]);
    shown("png_of_a_million_texts", png_of(&chunks))
}

/// Every list of the directory is as long as the file.
fn tiff_of_long_lists() -> HostileWorld {
    let mut bytes = b"II*\0\x08\0\0\0".to_vec();
    let entries: [(u16, u16, u32, u32); 11] = [
        (256, 3, 1, 8_000),
        (257, 3, 1, 8_000),
        (258, 3, 7_000_000, 512),
        (259, 3, 1, 1),
        (262, 3, 1, 3),
        (273, 4, 3_500_000, 512),
        (277, 3, 1, 1),
        (278, 3, 1, 1),
        (279, 4, 3_500_000, 512),
        (320, 3, 7_000_000, 512),
        (339, 3, 7_000_000, 512),
    ];
    bytes.extend((entries.len() as u16).to_le_bytes());
    for (tag, kind, count, value) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.resize(15_000_000, 0);
    bytes[512..].chunks_exact_mut(2).for_each(|number| number[0] = 8);
    shown("tiff_of_long_lists", bytes)
}

/// Codes that only say that a new list of codes begins, a byte at a time.
fn gif_of_clear_codes() -> HostileWorld {
    let mut bytes =
        b"GIF89a\x40\x1f\x40\x1f\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x40\x1f\x40\x1f\0\x02".to_vec();
    (0..7_500_000).for_each(|k| bytes.extend([1, [0x24, 0x49, 0x92][k % 3]]));
    bytes.extend([0, b';']);
    shown("gif_of_clear_codes", bytes)
}

fn pnm_of_digits() -> HostileWorld {
    let text = format!("P3 1400 1800 255\n{}", "9 ".repeat(1_400 * 1_800 * 3));
    shown("pnm_of_digits", text.into_bytes())
}

fn pnm_of_comments() -> HostileWorld {
    let text = format!("P5\n{}1 1 255\n\0", "#\n".repeat(7_900_000));
    shown("pnm_of_comments", text.into_bytes())
}

/// Packed pixels that only say where to go on: nowhere else.
fn bmp_of_jumps() -> HostileWorld {
    let mut bytes = b"BM".to_vec();
    for value in [0_u32, 0, 62, 40, 8_000, 8_000] {
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([1, 0, 8, 0]);
    for value in [1_u32, 0, 0, 0, 2, 0] {
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0, 0, 0, 0, 255, 255, 255, 0]);
    bytes.extend([0, 2, 0, 0].repeat(3_900_000));
    bytes.extend([0, 1]);
    shown("bmp_of_jumps", bytes)
}

fn textures_and_normal_maps_of_240000_planes() -> HostileWorld {
    let plane = "<element class=\"horizontal_plane\" texture=\"p.png\" normal_map=\"p.png\"/>";
    HostileWorld::new("textures_and_normal_maps_of_240000_planes", &looped(240_000, plane))
        .with("p.png", png(2, 2, |x, y| (x + y) as u8))
}

/// Each is six files, which are not there.
fn skies_of_160000_patterns() -> HostileWorld {
    let inside = looped(160_000, "<element class=\"skybox\" textures=\"${i}%s.png\"/>");
    HostileWorld::new("skies_of_160000_patterns", &inside)
}

fn skies_of_the_web() -> HostileWorld {
    let inside = looped(320_000, "<element class=\"skybox\" textures=\"https://example.org/${i}%s.png\"/>");
    HostileWorld::new("skies_of_the_web", &inside)
}

/// A map that is turned lies in a larger one.
fn maps_turned() -> HostileWorld {
    let inside = looped(8, "<element class=\"occupancy_grid\" file=\"${i}.yaml\"/>");
    let mut world = HostileWorld::new("maps_turned", &inside)
        .with("g.png", png(5_000, 5_000, |x, y| if x % 64 == 0 && y % 64 < 60 { 0 } else { 255 }));
    for k in 1..=8 {
        let yaml = format!("image: g.png\nresolution: 0.05\norigin: [0, 0, 0.{k}]\n");
        world = world.with(&format!("{k}.yaml"), yaml.into_bytes());
    }
    world
}

/// For each of its pictures the file is read again.
fn gltf_of_pictures_inside() -> HostileWorld {
    let picture = png(1, 1, |_, _| 9);
    let count = 4_000;
    let mut buffer = bytes_of(TRIANGLE);
    buffer.extend([0; 24]);
    let (start, length) = (buffer.len(), picture.len());
    buffer.extend(&picture);
    let many = |make: &dyn Fn(usize) -> String| (0..count).map(make).collect::<Vec<_>>().join(",");
    let mut text = String::from(
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],",
    );
    let _ = write!(
        text,
        "\"meshes\":[{{\"primitives\":[{}]}}],\"materials\":[{}],\"textures\":[{}],\"images\":[{}],",
        many(&|k| format!("{{\"attributes\":{{\"POSITION\":0,\"TEXCOORD_0\":1}},\"material\":{k}}}")),
        many(&|k| format!("{{\"pbrMetallicRoughness\":{{\"baseColorTexture\":{{\"index\":{k}}}}}}}")),
        many(&|k| format!("{{\"source\":{k}}}")),
        many(&|_| "{\"bufferView\":2}".to_owned())
    );
    let _ = write!(
        text,
        "\"accessors\":[{{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"bufferView\":0}},\
         {{\"componentType\":5126,\"count\":3,\"type\":\"VEC2\",\"bufferView\":1}}],\"bufferViews\":[{{\"buffer\":0,\
         \"byteLength\":36}},{{\"buffer\":0,\"byteOffset\":36,\"byteLength\":24}},{{\"buffer\":0,\"byteOffset\":{start},\
         \"byteLength\":{length}}}],\"buffers\":[{{\"uri\":\"b.bin\",\"byteLength\":{}}}]}}",
        buffer.len()
    );
    HostileWorld::new("gltf_of_pictures_inside", &block_like("a.gltf"))
        .with("a.gltf", text.into_bytes())
        .with("b.bin", buffer)
}

/// The cells are shared; walls are made of them for each element.
fn grids_of_one_large_picture() -> HostileWorld {
    let inside = "<element class=\"occupancy_grid\" file=\"g.png\"/>".repeat(8);
    let pixel = |x: u32, y: u32| if y.is_multiple_of(200) && x % 8_000 > 9 { 0 } else { 255 };
    HostileWorld::new("grids_of_one_large_picture", &inside).with("g.png", png(7_000, 7_000, pixel))
}

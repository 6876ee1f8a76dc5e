//! Files beside a world: any bytes give a value within the limits, or a problem whose message stays short.

use skidpad_assets::decode::elevation::{heights_from_picture, survey_from_text};
use skidpad_assets::decode::gltf_clips::decode_gltf_clips;
use skidpad_assets::decode::gridmap::decode_gridmap;
use skidpad_assets::decode::mesh::decode_mesh;
use skidpad_assets::decode::picture::{decode_brightness, decode_picture};
use skidpad_assets::decode::point_text::decode_point_text;
use skidpad_assets::decode::ros_map::RosMap;
use skidpad_assets::{AssetProblem, Limits, read_member};
use skidpad_scene::Mesh;
use std::cell::Cell;

/// Smaller than the defaults, so that one input is quick and a broken bound on memory shows.
const LIMITS: Limits = Limits {
    file_bytes: 1 << 20,
    image_side_px: 2_048,
    image_bytes: 16 << 20,
    triangle_count: 100_000,
    node_count: 10_000,
    cell_count: 1 << 20,
    point_count: 100_000,
    member_count: 1_000,
    work: 10_000_000,
    decoded_bytes: 16 << 20,
};

/// COLLADA.
pub fn collada(data: &[u8]) {
    mesh("a.dae", data, b"");
}

/// STL, as text and as bytes.
pub fn stl(data: &[u8]) {
    mesh("a.stl", data, b"");
}

/// Wavefront: the mesh, then, after a zero byte, its materials.
pub fn obj(data: &[u8]) {
    let (file, companion) = two_files(data);
    mesh("a.obj", file, companion);
}

/// glTF: bytes in one file, or text and, after a zero byte, its buffer.
pub fn gltf(data: &[u8]) {
    let is_binary = data.starts_with(b"glTF");
    let (file, companion) = if is_binary { (data, &b""[..]) } else { two_files(data) };
    mesh(if is_binary { "a.glb" } else { "a.gltf" }, file, companion);
    let posed = Cell::new(0);
    let spend = |mesh: &Mesh| {
        posed.set(posed.get() + mesh.positions.len());
        if posed.get() > LIMITS.triangle_count { Err(AssetProblem::NotInStore) } else { Ok(()) }
    };
    let wanted = ["idle", "walk", "run", ""];
    check(decode_gltf_clips(file, &wanted, &|_| Ok(companion.to_vec()), &LIMITS, &spend));
}

/// PLY, as text and as bytes.
pub fn ply(data: &[u8]) {
    mesh("a.ply", data, b"");
}

/// PNG.
pub fn png(data: &[u8]) {
    picture(&[b"\x89PNG"], data);
}

/// JPEG.
pub fn jpeg(data: &[u8]) {
    picture(&[b"\xff\xd8\xff"], data);
}

/// BMP.
pub fn bmp(data: &[u8]) {
    picture(&[b"BM"], data);
}

/// PBM, PGM, PPM and PAM.
pub fn pnm(data: &[u8]) {
    picture(&[b"P"], data);
}

/// TIFF of either byte order.
pub fn tiff(data: &[u8]) {
    picture(&[b"II*\0", b"MM\0*"], data);
}

/// GIF.
pub fn gif(data: &[u8]) {
    picture(&[b"GIF8"], data);
}

/// Grid maps of MRPT, packed or not.
pub fn gridmap(data: &[u8]) {
    check(decode_gridmap(data, &LIMITS));
}

/// ROS maps: the text, then, after a zero byte, the picture.
pub fn ros_map(data: &[u8]) {
    let (text, picture) = two_files(data);
    check(RosMap::parse(text).and_then(|map| map.decode(picture, &LIMITS)));
}

/// Points as text: surveys and clouds.
pub fn points(data: &[u8]) {
    check(survey_from_text(data, [0.0; 3], 0.5, &LIMITS));
    check(decode_point_text(data, true, &LIMITS));
    check(decode_point_text(data, false, &LIMITS));
}

/// Zip archives: the member called `a`.
pub fn zip(data: &[u8]) {
    if let Some(bytes) = check(read_member(data, "a", &LIMITS)) {
        assert!(bytes.len() <= LIMITS.file_bytes, "{} bytes", bytes.len());
    }
}

/// A mesh file whose companions all hold the same bytes.
fn mesh(name: &str, file: &[u8], companion: &[u8]) {
    let Some(mesh) = check(decode_mesh(name, file, &|_| Ok(companion.to_vec()), &LIMITS)) else { return };
    assert!(mesh.is_consistent(), "every index points at something");
    let most = mesh.triangles.len().max(mesh.segments.len()).max(mesh.positions.len());
    assert!(most <= 3 * LIMITS.triangle_count, "{most} triangles, segments or vertices");
}

/// A picture that begins as those of its format do.
fn picture(beginnings: &[&[u8]], data: &[u8]) {
    if !beginnings.iter().any(|beginning| data.starts_with(beginning)) {
        return;
    }
    if let Some(image) = check(decode_picture(data, &LIMITS)) {
        assert_eq!(image.rgba.len() as u64, 4 * u64::from(image.width) * u64::from(image.height));
    }
    if let Some(grey) = check(decode_brightness(data, &LIMITS)) {
        assert_eq!(grey.values.len() as u64, u64::from(grey.width) * u64::from(grey.height));
    }
    check(heights_from_picture(data, 0.0, 1.0, &LIMITS));
}

fn check<T>(outcome: Result<T, AssetProblem>) -> Option<T> {
    if let Err(problem) = &outcome {
        assert!(problem.to_string().len() < 2_000, "messages stay short");
    }
    outcome.ok()
}

/// What is before the first zero byte, and what is after it.
fn two_files(data: &[u8]) -> (&[u8], &[u8]) {
    let end = data.iter().position(|&byte| byte == 0);
    end.map_or((data, b""), |end| (&data[..end], &data[end + 1..]))
}

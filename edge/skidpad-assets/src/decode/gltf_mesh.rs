//! glTF 2.0, as `.gltf` with its buffers and as `.glb`. Animations and skins stay at rest.

use super::mesh::{Companions, check_count};
use crate::{AssetProblem, Limits};
use gltf::accessor::DataType;
use gltf::mesh::Mode;
use gltf::{Accessor, Gltf, Primitive, Semantic};
use skidpad_scene::{Affine, Material, Mesh};

/// Deepest nesting of nodes.
const MAX_DEPTH: usize = 256;

/// A mesh from a glTF file. A texture inside the file is named `#` and its number.
pub fn decode_gltf(bytes: &[u8], companions: Companions<'_>, limits: &Limits) -> Result<Mesh, AssetProblem> {
    let file = parse(bytes)?;
    let buffers = read_buffers(&file, companions, limits)?;
    let mut mesh = Mesh::default();
    let mut visited = 0;
    let scene = file.document.default_scene().or_else(|| file.document.scenes().next());
    let mut waiting: Vec<_> =
        scene.into_iter().flat_map(|scene| scene.nodes()).map(|node| (node, Affine::IDENTITY, 0)).collect();
    waiting.reverse();
    while let Some((node, outer, depth)) = waiting.pop() {
        visited += 1;
        if visited > limits.node_count || depth > MAX_DEPTH {
            return Err(AssetProblem::TooMany { what: "nodes", limit: limits.node_count as u64 });
        }
        let placement = outer.after(&node_transform(&node));
        for primitive in node.mesh().iter().flat_map(gltf::Mesh::primitives) {
            let part = read_primitive(&primitive, &buffers, limits)?;
            check_count(mesh.positions.len() + part.positions.len(), limits)?;
            check_count(mesh.triangles.len() + part.triangles.len(), limits)?;
            mesh.append_painted(&part, &placement, Some(&material(&primitive)));
        }
        let children = node.children().map(|child| (child, placement, depth + 1));
        waiting.extend(children.collect::<Vec<_>>().into_iter().rev());
    }
    Ok(mesh)
}

/// The bytes of a picture inside a glTF file, by its number.
pub fn gltf_picture(
    bytes: &[u8],
    number: usize,
    companions: Companions<'_>,
    limits: &Limits,
) -> Result<Vec<u8>, AssetProblem> {
    let file = parse(bytes)?;
    let missing = || AssetProblem::malformed("has no such picture");
    match file.document.images().nth(number).ok_or_else(missing)?.source() {
        gltf::image::Source::Uri { uri, .. } => data_uri(uri).unwrap_or_else(|| companions(uri)),
        gltf::image::Source::View { view, .. } => {
            let buffers = read_buffers(&file, companions, limits)?;
            Ok(view_bytes(&view, &buffers)?.to_vec())
        }
    }
}

fn parse(bytes: &[u8]) -> Result<Gltf, AssetProblem> {
    Gltf::from_slice(bytes)
        .map_err(|error| AssetProblem::malformed(format!("is not a readable glTF file: {error}")))
}

fn ends_early() -> AssetProblem {
    AssetProblem::malformed("ends before its data does")
}

fn read_buffers(
    file: &Gltf,
    companions: Companions<'_>,
    limits: &Limits,
) -> Result<Vec<Vec<u8>>, AssetProblem> {
    let mut total = 0;
    let buffers = file.document.buffers().map(|buffer| {
        let bytes = match buffer.source() {
            gltf::buffer::Source::Bin => file.blob.clone().ok_or_else(ends_early)?,
            gltf::buffer::Source::Uri(uri) => data_uri(uri).unwrap_or_else(|| companions(uri))?,
        };
        total += bytes.len();
        if total > limits.file_bytes {
            return Err(AssetProblem::TooMany {
                what: "bytes in its buffers",
                limit: limits.file_bytes as u64,
            });
        }
        Ok(bytes)
    });
    buffers.collect()
}

/// The bytes of a `data:` address; none if it is another address.
fn data_uri(uri: &str) -> Option<Result<Vec<u8>, AssetProblem>> {
    let (_, data) = uri.strip_prefix("data:")?.split_once(";base64,")?;
    Some(decode_base64(data).ok_or_else(|| AssetProblem::malformed("has data that is not base64")))
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

fn node_transform(node: &gltf::Node<'_>) -> Affine {
    // Columns come first in glTF.
    let m = node.transform().matrix();
    let at = |row: usize, column: usize| f64::from(m[column][row]);
    Affine {
        linear: [0, 1, 2].map(|row| [at(row, 0), at(row, 1), at(row, 2)]),
        translation_m: [at(0, 3), at(1, 3), at(2, 3)],
    }
}

fn material(primitive: &Primitive<'_>) -> Material {
    let material = primitive.material();
    let surface = material.pbr_metallic_roughness();
    let rgba = surface.base_color_factor();
    Material {
        name: material.name().unwrap_or("").to_owned(),
        rgba: rgba.map(|value| if value.is_finite() { value.clamp(0.0, 1.0) } else { 1.0 }),
        texture_uri: surface.base_color_texture().map(|info| {
            let image = info.texture().source();
            match image.source() {
                gltf::image::Source::Uri { uri, .. } if !uri.starts_with("data:") => uri.to_owned(),
                _ => format!("#{}", image.index()),
            }
        }),
    }
}

fn read_primitive(
    primitive: &Primitive<'_>,
    buffers: &[Vec<u8>],
    limits: &Limits,
) -> Result<Mesh, AssetProblem> {
    let floats = |semantic: Semantic| {
        primitive.get(&semantic).map(|accessor| Elements::of(&accessor, buffers, limits)).transpose()
    };
    let mut mesh = Mesh::default();
    let Some(positions) = floats(Semantic::Positions)? else { return Ok(mesh) };
    mesh.positions = positions.collect(|e| [e.float(0), e.float(1), e.float(2)]);
    if let Some(normals) = floats(Semantic::Normals)?.filter(|n| n.count == mesh.positions.len()) {
        mesh.normals = normals.collect(|e| [e.float(0), e.float(1), e.float(2)]);
    }
    if let Some(uvs) = floats(Semantic::TexCoords(0))?.filter(|n| n.count == mesh.positions.len()) {
        // glTF counts v from the top.
        mesh.uvs = uvs.collect(|e| [e.float(0), 1.0 - e.float(1)]);
    }
    let corners: Vec<u32> = match primitive.indices() {
        Some(accessor) => Elements::of(&accessor, buffers, limits)?.collect(|e| e.index()),
        None => (0..mesh.positions.len() as u32).collect(),
    };
    if corners.iter().any(|&corner| corner as usize >= mesh.positions.len()) {
        return Err(AssetProblem::malformed("has a primitive that points at nothing"));
    }
    connect(&mut mesh, &corners, primitive.mode());
    Ok(mesh)
}

fn connect(mesh: &mut Mesh, corners: &[u32], mode: Mode) {
    match mode {
        Mode::Points => {}
        Mode::Lines => mesh.segments.extend_from_slice(corners.as_chunks::<2>().0),
        Mode::LineStrip | Mode::LineLoop => {
            mesh.segments.extend(corners.windows(2).map(|pair| [pair[0], pair[1]]));
            if let (Mode::LineLoop, [first, .., last]) = (mode, corners) {
                mesh.segments.push([*last, *first]);
            }
        }
        Mode::Triangles => mesh.triangles.extend_from_slice(corners.as_chunks::<3>().0),
        Mode::TriangleStrip => {
            let strips = corners.windows(3).enumerate();
            mesh.triangles.extend(strips.map(|(index, strip)| match index % 2 {
                0 => [strip[0], strip[1], strip[2]],
                _ => [strip[1], strip[0], strip[2]],
            }));
        }
        Mode::TriangleFan => {
            let Some((&first, rest)) = corners.split_first() else { return };
            mesh.triangles.extend(rest.windows(2).map(|edge| [first, edge[0], edge[1]]));
        }
    }
}

fn view_bytes<'a>(view: &gltf::buffer::View<'_>, buffers: &'a [Vec<u8>]) -> Result<&'a [u8], AssetProblem> {
    let end = view.offset().checked_add(view.length()).ok_or_else(ends_early)?;
    let buffer = buffers.get(view.buffer().index()).ok_or_else(ends_early)?;
    buffer.get(view.offset()..end).ok_or_else(ends_early)
}

/// The elements of an accessor, known to lie inside their buffer.
struct Elements<'a> {
    bytes: &'a [u8],
    count: usize,
    stride: usize,
    size: usize,
    kind: DataType,
    is_normalised: bool,
}

impl<'a> Elements<'a> {
    fn of(
        accessor: &Accessor<'_>,
        buffers: &'a [Vec<u8>],
        limits: &Limits,
    ) -> Result<Elements<'a>, AssetProblem> {
        let count = accessor.count();
        check_count(count, limits)?;
        if accessor.sparse().is_some() {
            return Err(AssetProblem::malformed("has sparse data, which is not read"));
        }
        let view = accessor.view().ok_or_else(ends_early)?;
        let size = accessor.dimensions().multiplicity() * accessor.data_type().size();
        let stride = view.stride().unwrap_or(size).max(1);
        let bytes = view_bytes(&view, buffers)?.get(accessor.offset()..).ok_or_else(ends_early)?;
        let needed = count.saturating_sub(1).checked_mul(stride).and_then(|last| last.checked_add(size));
        if count > 0 && needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(ends_early());
        }
        let (kind, is_normalised) = (accessor.data_type(), accessor.normalized());
        Ok(Elements { bytes, count, stride, size, kind, is_normalised })
    }

    fn collect<T>(&self, make: impl Fn(Components<'_>) -> T) -> Vec<T> {
        let element = |index: usize| &self.bytes[index * self.stride..index * self.stride + self.size];
        let components =
            |index| Components { bytes: element(index), kind: self.kind, is_normalised: self.is_normalised };
        (0..self.count).map(|index| make(components(index))).collect()
    }
}

/// The numbers of one element.
#[derive(Clone, Copy)]
struct Components<'a> {
    bytes: &'a [u8],
    kind: DataType,
    is_normalised: bool,
}

impl Components<'_> {
    /// A component; those that are not there are zero.
    fn float(self, index: usize) -> f32 {
        let size = self.kind.size();
        let Some(bytes) = self.bytes.get(index * size..(index + 1) * size) else { return 0.0 };
        let (value, largest) = match (self.kind, bytes) {
            (DataType::I8, &[a]) => (f32::from(a.cast_signed()), 127.0),
            (DataType::U8, &[a]) => (f32::from(a), 255.0),
            (DataType::I16, &[a, b]) => (f32::from(i16::from_le_bytes([a, b])), 32_767.0),
            (DataType::U16, &[a, b]) => (f32::from(u16::from_le_bytes([a, b])), 65_535.0),
            (DataType::U32, &[a, b, c, d]) => (u32::from_le_bytes([a, b, c, d]) as f32, u32::MAX as f32),
            (DataType::F32, &[a, b, c, d]) => return f32::from_le_bytes([a, b, c, d]),
            _ => return 0.0,
        };
        if self.is_normalised { (value / largest).max(-1.0) } else { value }
    }

    /// The element as an index; what cannot be one points past every vertex.
    fn index(self) -> u32 {
        match (self.kind, self.bytes) {
            (DataType::U8, &[a]) => u32::from(a),
            (DataType::U16, &[a, b]) => u32::from(u16::from_le_bytes([a, b])),
            (DataType::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            _ => u32::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_world::files::FileProblem;

    fn none(_: &str) -> Result<Vec<u8>, AssetProblem> {
        Err(FileProblem::Missing.into())
    }

    /// One triangle, indices first, in a node that stands one metre higher and twice as large.
    fn file(count: u32, length: u32) -> String {
        format!(
            r##"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
            "nodes": [{{"translation": [0, 1, 0], "children": [1]}}, {{"scale": [2, 2, 2], "mesh": 0}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 1}}, "indices": 0, "material": 0}}]}}],
            "materials": [{{"name": "blue", "pbrMetallicRoughness": {{"baseColorFactor": [0, 0, 1, 0.5]}}}}],
            "accessors": [
              {{"bufferView": 0, "componentType": 5123, "count": 3, "type": "SCALAR"}},
              {{"bufferView": 1, "componentType": 5126, "count": {count}, "type": "VEC3", "min": [0,0,0], "max": [1,1,0]}}],
            "bufferViews": [
              {{"buffer": 0, "byteOffset": 0, "byteLength": 6}},
              {{"buffer": 0, "byteOffset": 8, "byteLength": {length}}}],
            "buffers": [{{"byteLength": 44, "uri": "{DATA}"}}]}}"##
        )
    }

    /// 0 1 2 as u16, padding, (0,0,0) (1,0,0) (0,1,0) as f32.
    const DATA: &str =
        "data:application/octet-stream;base64,AAABAAIAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAAAA=";

    #[test]
    fn nodes_place_the_mesh_and_materials_paint_it() {
        let mesh = decode_gltf(file(3, 36).as_bytes(), &none, &Limits::default()).unwrap();
        assert_eq!(mesh.positions, [[0.0, 1.0, 0.0], [2.0, 1.0, 0.0], [0.0, 3.0, 0.0]]);
        assert_eq!(mesh.triangles, [[0, 1, 2]]);
        assert_eq!(mesh.materials[0].rgba, [0.0, 0.0, 1.0, 0.5]);
    }

    #[test]
    fn promises_are_checked_against_what_is_there() {
        for (count, length) in [(4, 36), (4_000_000_000, 36), (3, 37), (3, 4_000_000_000), (2, 36), (0, 36)] {
            let decoded = decode_gltf(file(count, length).as_bytes(), &none, &Limits::default());
            assert!(decoded.is_err(), "{count} {length}");
        }
        let cycle = file(3, 36).replace(r#""scale""#, r#""children": [0], "scale""#);
        assert!(decode_gltf(cycle.as_bytes(), &none, &Limits::default()).is_err());
        let outside = file(3, 36).replace(DATA, "../../secret.bin");
        let problem = decode_gltf(outside.as_bytes(), &none, &Limits::default()).unwrap_err();
        assert_eq!(problem, AssetProblem::File(FileProblem::Missing), "buffers come through the store");
    }

    #[test]
    fn base64_as_published() {
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(decode_base64(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(decode_base64("a b"), None);
    }
}

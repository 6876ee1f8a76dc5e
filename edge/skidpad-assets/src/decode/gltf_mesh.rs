//! glTF 2.0, as `.gltf` with its buffers and as `.glb`. At rest; `gltf_clips.rs` moves it.
//!
//! A reader of our own over `serde_json`: the `gltf` crate panics on some damaged files.

use super::bytes::{ByteReader, without_mark};
use super::colours::paint;
use super::effort::{Effort, STEPS_PER_CORNER, STEPS_PER_ELEMENT, STEPS_PER_PART};
use super::gltf_elements::{Components, Elements, Number, component_count};
use super::gltf_json::{Accessor, Node, Primitive, Root, TextureUse};
use super::gltf_skin::Skeleton;
use super::mesh::{Companions, check_count, file_name, shown_name};
use crate::{AssetProblem, Limits};
use skidpad_scene::{Affine, AlphaMode, Material, Mesh};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Deepest nesting of nodes.
const MAX_DEPTH: usize = 256;
/// Extensions that change how a surface looks or which numbers a vertex has, not what a file is.
const HARMLESS_EXTENSIONS: [&str; 4] =
    ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_lights_punctual", "KHR_materials_"];

/// A mesh from a glTF file. A texture inside the file is named `#` and its number.
pub fn decode_gltf(bytes: &[u8], companions: Companions<'_>, limits: &Limits) -> Result<Mesh, AssetProblem> {
    decode_counted(bytes, companions, limits, &Effort::new(limits))
}

/// The same, with the work that it took.
pub(crate) fn decode_counted(
    bytes: &[u8],
    companions: Companions<'_>,
    limits: &Limits,
    effort: &Effort,
) -> Result<Mesh, AssetProblem> {
    assembled(&File::read(bytes, companions, limits, effort)?, &|_, node| node_transform(node), limits)
}

/// All meshes of a file, with every node where `place` puts it in its parent.
pub(crate) fn assembled(
    file: &File<'_>,
    place: &dyn Fn(usize, &Node) -> Affine,
    limits: &Limits,
) -> Result<Mesh, AssetProblem> {
    let root = &file.root;
    let placed = placed_nodes(file, place, limits)?;
    let places: BTreeMap<usize, Affine> = placed.iter().copied().collect();
    let mut skeletons = BTreeMap::new();
    let mut mesh = Mesh::default();
    for (index, placement) in &placed {
        let node = &root.nodes[*index];
        let Some(shape) = node.mesh else { continue };
        let skeleton = match node.skin {
            Some(skin) => match skeletons.entry(skin) {
                Entry::Occupied(known) => Some(&*known.into_mut()),
                Entry::Vacant(new) => Some(&*new.insert(Skeleton::read(file, skin, &places, limits)?)),
            },
            None => None,
        };
        for primitive in &root.meshes.get(shape).ok_or_else(dangling)?.primitives {
            file.effort.take(STEPS_PER_PART)?;
            let material = file.material(primitive);
            file.effort.look_for(material.as_ref(), mesh.materials.len())?;
            let mut part = file.primitive(primitive, limits)?;
            check_count(mesh.positions.len() + part.positions.len(), limits)?;
            check_count(mesh.segments.len() + part.segments.len(), limits)?;
            check_count(mesh.triangles.len() + part.triangles.len(), limits)?;
            // What hangs on bones is where these are, not where its node is.
            let is_bent = skeleton.map(|it| it.bend(&mut part, file, primitive, limits)).transpose()?;
            let placement = if is_bent == Some(true) { &Affine::IDENTITY } else { placement };
            match file.corner_colours(primitive, &part, limits)? {
                Some(colours) => {
                    let white = Material { rgba: [1.0; 4], ..Material::default() };
                    paint(&mut part, &material.unwrap_or(white), &colours, file.effort)?;
                    mesh.append(&part, placement);
                }
                None => mesh.append_painted(&part, placement, material.as_ref()),
            }
        }
    }
    Ok(mesh)
}

/// The numbers of all nodes that stand in the world, and where, those that carry others before these.
fn placed_nodes(
    file: &File<'_>,
    place: &dyn Fn(usize, &Node) -> Affine,
    limits: &Limits,
) -> Result<Vec<(usize, Affine)>, AssetProblem> {
    let root = &file.root;
    let tops = top_nodes(root)?;
    let mut waiting: Vec<(usize, Affine, usize)> =
        tops.into_iter().rev().map(|node| (node, Affine::IDENTITY, 0)).collect();
    let mut placed = Vec::new();
    while let Some((index, outer, depth)) = waiting.pop() {
        if placed.len() >= limits.node_count {
            return Err(AssetProblem::TooMany { what: "nodes", limit: limits.node_count as u64 });
        }
        if depth > MAX_DEPTH {
            return Err(AssetProblem::TooMany { what: "nodes inside each other", limit: MAX_DEPTH as u64 });
        }
        let node = root.nodes.get(index).ok_or_else(dangling)?;
        file.effort.take(STEPS_PER_ELEMENT * (1 + node.children.len()))?;
        let placement = outer.after(&place(index, node));
        waiting.extend(node.children.iter().rev().map(|&child| (child, placement, depth + 1)));
        placed.push((index, placement));
    }
    Ok(placed)
}

/// The nodes that stand in the world: those of the scene, the first if the file names none. Without
/// scenes, all nodes without a parent.
fn top_nodes(root: &Root) -> Result<Vec<usize>, AssetProblem> {
    if let Some(scene) = root.scenes.get(root.scene.unwrap_or(0)) {
        return Ok(scene.nodes.clone());
    }
    if let Some(number) = root.scene {
        let count = root.scenes.len();
        return Err(AssetProblem::malformed(format!(
            "names scene {number}, but the count of its scenes is {count}"
        )));
    }
    let mut is_child = vec![false; root.nodes.len()];
    for &child in root.nodes.iter().flat_map(|node| &node.children) {
        *is_child.get_mut(child).ok_or_else(dangling)? = true;
    }
    Ok((0..root.nodes.len()).filter(|&node| !is_child[node]).collect())
}

/// The bytes of a picture inside a glTF file, by its number.
pub fn gltf_picture(
    bytes: &[u8],
    number: usize,
    companions: Companions<'_>,
    limits: &Limits,
) -> Result<Vec<u8>, AssetProblem> {
    let effort = Effort::new(limits);
    let file = File::read(bytes, companions, limits, &effort)?;
    let image = file.root.images.get(number).ok_or_else(dangling)?;
    match (&image.uri, image.buffer_view) {
        (Some(uri), _) => data_uri(uri).unwrap_or_else(|| companions(uri)),
        (None, Some(view)) => Ok(file.view(view)?.0.to_vec()),
        (None, None) => Err(dangling()),
    }
}

fn ends_early() -> AssetProblem {
    AssetProblem::malformed("ends before its data does")
}

pub(crate) fn dangling() -> AssetProblem {
    AssetProblem::malformed("has an index that points at nothing")
}

/// A document with its buffers.
pub(crate) struct File<'a> {
    pub(crate) root: Root,
    buffers: Vec<Vec<u8>>,
    pub(crate) effort: &'a Effort,
}

impl<'a> File<'a> {
    pub(crate) fn read(
        bytes: &[u8],
        companions: Companions<'_>,
        limits: &Limits,
        effort: &'a Effort,
    ) -> Result<File<'a>, AssetProblem> {
        let (json, mut blob) = split_chunks(bytes)?;
        check_json(json, limits)?;
        let root: Root = serde_json::from_slice(json)
            .map_err(|error| AssetProblem::malformed(format!("is not a readable glTF file: {error}")))?;
        if !root.asset.version.starts_with("2.") {
            return Err(AssetProblem::malformed("is not glTF 2"));
        }
        let is_known = |name: &String| HARMLESS_EXTENSIONS.iter().any(|known| name.starts_with(known));
        if let Some(unknown) = root.extensions_required.iter().find(|name| !is_known(name)) {
            return Err(AssetProblem::malformed(format!("needs the extension {unknown}, which is not read")));
        }
        let mut buffers = Vec::new();
        let mut total = 0;
        for buffer in &root.buffers {
            let bytes = match &buffer.uri {
                Some(uri) => data_uri(uri).unwrap_or_else(|| {
                    companions(uri).map_err(|problem| {
                        AssetProblem::malformed(format!("names the buffer \"{uri}\", but {problem}"))
                    })
                })?,
                // Only the first buffer may be the one inside the file.
                None => blob.take().ok_or_else(ends_early)?.to_vec(),
            };
            total += bytes.len();
            if total > limits.file_bytes {
                return Err(AssetProblem::TooMany {
                    what: "bytes in its buffers",
                    limit: limits.file_bytes as u64,
                });
            }
            buffers.push(bytes);
        }
        Ok(File { root, buffers, effort })
    }

    /// The bytes of a view, and the distance of its elements if it says one.
    fn view(&self, index: usize) -> Result<(&[u8], Option<usize>), AssetProblem> {
        let view = self.root.buffer_views.get(index).ok_or_else(dangling)?;
        let end = view.byte_offset.checked_add(view.byte_length).ok_or_else(ends_early)?;
        let buffer = self.buffers.get(view.buffer).ok_or_else(dangling)?;
        let bytes = buffer.get(view.byte_offset..end).ok_or_else(ends_early)?;
        Ok((bytes, view.byte_stride))
    }

    pub(crate) fn elements(&self, accessor: usize, limits: &Limits) -> Result<Elements<'_>, AssetProblem> {
        let accessor: &Accessor = self.root.accessors.get(accessor).ok_or_else(dangling)?;
        check_count(accessor.count, limits)?;
        // A matrix takes as long as many corners.
        let components = component_count(&accessor.shape)?;
        let corners = if components > 4 { components } else { 1 };
        self.effort.take((STEPS_PER_CORNER * accessor.count).saturating_mul(corners))?;
        if accessor.sparse.is_some() {
            return Err(AssetProblem::malformed("has sparse data, which is not read"));
        }
        let number = Number::of(accessor.component_type)?;
        let size = number.bytes() * components;
        let (bytes, stride) = self.view(accessor.buffer_view.ok_or_else(ends_early)?)?;
        let bytes = bytes.get(accessor.byte_offset..).ok_or_else(ends_early)?;
        let stride = stride.unwrap_or(size).max(1);
        let last = accessor.count.saturating_sub(1).checked_mul(stride);
        let needed = last.and_then(|last| last.checked_add(size));
        if accessor.count > 0 && needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(ends_early());
        }
        Ok(Elements {
            bytes,
            count: accessor.count,
            stride,
            size,
            number,
            is_normalised: accessor.normalized,
        })
    }

    fn primitive(&self, primitive: &Primitive, limits: &Limits) -> Result<Mesh, AssetProblem> {
        let attribute = |name: &str| {
            primitive.attributes.get(name).map(|&accessor| self.elements(accessor, limits)).transpose()
        };
        let mut mesh = Mesh::default();
        let Some(positions) = attribute("POSITION")? else { return Ok(mesh) };
        mesh.positions = positions.collect(|e| [e.float(0), e.float(1), e.float(2)]);
        let complete = |elements: &Elements<'_>| elements.count == positions.count;
        if let Some(normals) = attribute("NORMAL")?.filter(complete) {
            mesh.normals = normals.collect(|e| [e.float(0), e.float(1), e.float(2)]);
        }
        let texture = self.texture(primitive);
        let set = texture.map_or(0, TextureUse::set);
        if let Some(uvs) = attribute(&format!("TEXCOORD_{set}"))?.filter(complete) {
            let placed = texture.map(TextureUse::placement).unwrap_or_default();
            mesh.uvs = uvs.collect(|e| {
                let [u, v] = placed.of([e.float(0), e.float(1)]);
                // glTF counts v from the top.
                [u, 1.0 - v]
            });
        }
        let corners: Vec<u32> = match primitive.indices {
            Some(accessor) => self.elements(accessor, limits)?.collect(Components::index),
            None => (0..mesh.positions.len() as u32).collect(),
        };
        if corners.iter().any(|&corner| corner as usize >= mesh.positions.len()) {
            return Err(dangling());
        }
        connect(&mut mesh, &corners, primitive.mode.unwrap_or(4));
        Ok(mesh)
    }

    /// The colour of each triangle, the mean of its corners', where a primitive has colours.
    fn corner_colours(
        &self,
        primitive: &Primitive,
        part: &Mesh,
        limits: &Limits,
    ) -> Result<Option<Vec<[u8; 4]>>, AssetProblem> {
        let Some(&accessor) = primitive.attributes.get("COLOR_0") else { return Ok(None) };
        let elements = self.elements(accessor, limits)?;
        if elements.count != part.positions.len() {
            return Ok(None);
        }
        let material = primitive.material.and_then(|material| self.root.materials.get(material));
        let is_clear = material.is_some_and(|material| material.alpha_mode.as_deref() == Some("BLEND"));
        let has_opacity = is_clear && elements.size == 4 * elements.number.bytes();
        let corners = elements
            .collect(|e| [e.float(0), e.float(1), e.float(2), if has_opacity { e.float(3) } else { 1.0 }]);
        let mean = |triangle: &[u32; 3]| {
            let sum = |k: usize| triangle.iter().map(|&corner| corners[corner as usize][k]).sum::<f32>();
            [0, 1, 2, 3].map(|k| (sum(k) / 3.0 * 255.0 + 0.5).clamp(0.0, 255.0) as u8)
        };
        Ok(Some(part.triangles.iter().map(mean).collect()))
    }

    /// The picture of a primitive's colour.
    fn texture(&self, primitive: &Primitive) -> Option<&TextureUse> {
        let material = self.root.materials.get(primitive.material?)?;
        material.pbr_metallic_roughness.as_ref()?.base_color_texture.as_ref()
    }

    fn material(&self, primitive: &Primitive) -> Option<Material> {
        let material = self.root.materials.get(primitive.material?)?;
        let surface = material.pbr_metallic_roughness.as_ref();
        let rgba = surface.and_then(|surface| surface.base_color_factor).unwrap_or([1.0; 4]);
        let image = self.texture(primitive).and_then(|texture| self.root.textures.get(texture.index)?.source);
        let texture_uri = image.and_then(|number| match &self.root.images.get(number)?.uri {
            Some(uri) if !uri.starts_with("data:") => file_name(uri).map(str::to_owned),
            _ => Some(format!("#{number}")),
        });
        let mut rgba = rgba.map(|value| if value.is_finite() { value.clamp(0.0, 1.0) } else { 1.0 });
        let mut alpha_mode = match material.alpha_mode.as_deref() {
            Some("BLEND") => AlphaMode::Blend,
            Some("MASK") => AlphaMode::Mask(material.alpha_cutoff.unwrap_or(0.5)),
            _ => AlphaMode::Opaque,
        };
        // Without a picture the opacity is known; that of an opaque material is ignored.
        if texture_uri.is_none() || alpha_mode == AlphaMode::Opaque {
            rgba[3] = alpha_mode.opacity(rgba[3]);
        }
        if texture_uri.is_none() {
            alpha_mode = AlphaMode::Blend;
        }
        Some(Material {
            normal_map_uri: None,
            name: shown_name(&material.name).to_owned(),
            rgba,
            texture_uri,
            alpha_mode,
            is_lit: material.extensions.unlit.is_none(),
        })
    }
}

/// Refuse JSON that would take far more memory than it has bytes: `{}` can be a node with a matrix.
fn check_json(json: &[u8], limits: &Limits) -> Result<(), AssetProblem> {
    for (mark, what, limit) in [
        // As many as COLLADA may have elements.
        (b'{', "objects", 10 * limits.node_count),
        (b',', "values", 100 * limits.node_count),
        (b':', "names", 40 * limits.node_count),
    ] {
        if json.iter().filter(|&&byte| byte == mark).count() > limit {
            return Err(AssetProblem::TooMany { what, limit: limit as u64 });
        }
    }
    Ok(())
}

/// The JSON of a file and, of a `.glb`, the bytes after it.
fn split_chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), AssetProblem> {
    if !bytes.starts_with(b"glTF") {
        return Ok((without_mark(bytes), None));
    }
    let mut reader = ByteReader::new(bytes);
    // Magic, version, declared length of the file, which is ignored in favour of the actual length.
    reader.take(12)?;
    let mut chunk = |kind: &[u8; 4]| {
        let length = reader.u32_le()? as usize;
        let found = reader.take(4)?;
        let chunk = reader.take(length)?;
        if found == kind { Ok(chunk) } else { Err(AssetProblem::malformed("is not a binary glTF file")) }
    };
    let json = chunk(b"JSON")?;
    Ok((json, chunk(b"BIN\0").ok()))
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

/// A matrix, column by column.
pub(crate) fn from_columns(m: [f64; 16]) -> Affine {
    Affine {
        linear: [0, 1, 2].map(|row| [m[row], m[row + 4], m[row + 8]]),
        translation_m: [m[12], m[13], m[14]],
    }
}

/// Translation after rotation after scale, or the matrix.
pub(crate) fn node_transform(node: &Node) -> Affine {
    if let Some(m) = node.matrix {
        return from_columns(m);
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let [sx, sy, sz] = node.scale.unwrap_or([1.0; 3]);
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    Affine {
        linear: rotation.map(|[a, b, c]| [a * sx, b * sy, c * sz]),
        translation_m: node.translation.unwrap_or([0.0; 3]),
    }
}

fn connect(mesh: &mut Mesh, corners: &[u32], mode: u32) {
    match mode {
        1 => mesh.segments.extend_from_slice(corners.as_chunks::<2>().0),
        2 | 3 => {
            mesh.segments.extend(corners.windows(2).map(|pair| [pair[0], pair[1]]));
            if let (2, [first, .., last]) = (mode, corners) {
                mesh.segments.push([*last, *first]);
            }
        }
        4 => mesh.triangles.extend_from_slice(corners.as_chunks::<3>().0),
        5 => {
            let strips = corners.windows(3).enumerate();
            mesh.triangles.extend(strips.map(|(index, strip)| match index % 2 {
                0 => [strip[0], strip[1], strip[2]],
                _ => [strip[1], strip[0], strip[2]],
            }));
        }
        6 => {
            let Some((&first, rest)) = corners.split_first() else { return };
            mesh.triangles.extend(rest.windows(2).map(|edge| [first, edge[0], edge[1]]));
        }
        _ => {}
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
        assert_eq!(mesh.materials[0].rgba, [0.0, 0.0, 1.0, 1.0]);
        let marked = format!("\u{feff}{}", file(3, 36));
        assert_eq!(decode_gltf(marked.as_bytes(), &none, &Limits::default()).unwrap(), mesh);
    }

    #[test]
    fn opacity_counts_as_the_material_says() {
        let check = |mode: &str, opacity: f32, alpha_mode: AlphaMode| {
            let plain = file(3, 36).replace(r#""name": "blue""#, &format!(r#""name": "blue"{mode}"#));
            let mesh = decode_gltf(plain.as_bytes(), &none, &Limits::default()).unwrap();
            assert_eq!(mesh.materials[0].rgba[3], opacity, "{mode}");
            assert_eq!(mesh.materials[0].alpha_mode, AlphaMode::Blend);
            let mesh = decode_gltf(textured(&plain).as_bytes(), &none, &Limits::default()).unwrap();
            assert_eq!(mesh.materials[1].alpha_mode, alpha_mode, "{mode}");
            let is_opaque = alpha_mode == AlphaMode::Opaque;
            assert_eq!(mesh.materials[1].rgba[3], if is_opaque { 1.0 } else { 0.5 });
        };
        check("", 1.0, AlphaMode::Opaque);
        check(r#", "alphaMode": "OPAQUE""#, 1.0, AlphaMode::Opaque);
        check(r#", "alphaMode": "BLEND""#, 0.5, AlphaMode::Blend);
        check(r#", "alphaMode": "MASK""#, 1.0, AlphaMode::Mask(0.5));
        check(r#", "alphaMode": "MASK", "alphaCutoff": 0.75"#, 0.0, AlphaMode::Mask(0.75));
    }

    /// The file with its primitive three times: plain, with texture coordinates and normals, plain.
    fn textured(text: &str) -> String {
        let primitive = r#"{"attributes": {"POSITION": 1}, "indices": 0, "material": 0}"#;
        let textured = primitive.replace("}, ", r#", "NORMAL": 1, "TEXCOORD_0": 1}, "#);
        let images = r#""textures": [{"source": 0}], "images": [{"uri": "a.png"}], "accessors""#;
        text.replace(primitive, &format!("{primitive}, {textured}, {primitive}"))
            .replace("0.5]", r#"0.5], "baseColorTexture": {"index": 0}"#)
            .replace(r#""accessors""#, images)
    }

    #[test]
    fn without_a_scene_every_node_stands_once() {
        let scene = r#""scene": 0, "scenes": [{"nodes": [0]}],"#;
        let mesh = decode_gltf(file(3, 36).replace(scene, "").as_bytes(), &none, &Limits::default()).unwrap();
        assert_eq!(mesh, decode_gltf(file(3, 36).as_bytes(), &none, &Limits::default()).unwrap());
        let problem = |text: &str| decode_gltf(text.as_bytes(), &none, &Limits::default()).unwrap_err();
        let absent = file(3, 36).replace(r#""scene": 0"#, r#""scene": 7"#);
        assert_eq!(problem(&absent).to_string(), "it names scene 7, but the count of its scenes is 1");
        let dangling = file(3, 36).replace(scene, "").replace("[1]}", "[9]}");
        assert!(problem(&dangling).to_string().contains("points at nothing"));
    }

    #[test]
    fn a_primitive_without_texture_coordinates_leaves_the_others_their_picture() {
        let text = textured(&file(3, 36));
        let mesh = decode_gltf(text.as_bytes(), &none, &Limits::default()).unwrap();
        assert!(mesh.is_consistent());
        let texture = |triangle: usize| {
            mesh.materials[mesh.triangle_materials[triangle] as usize].texture_uri.as_deref()
        };
        assert_eq!([0, 1, 2].map(texture), [None, Some("a.png"), None]);
        assert_eq!(mesh.uvs[3..6], [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]);
        assert_eq!(mesh.normals[0], [0.0, 0.0, 1.0], "flat");
        assert_eq!(mesh.normals[4], [1.0, 0.0, 0.0], "as the file says");
    }

    /// A second set of coordinates, turned by a quarter, twice as dense and moved.
    #[test]
    fn textures_lie_where_the_material_says() {
        let uvs = |used: &str| {
            let text = textured(&file(3, 36)).replace(r#"{"index": 0}"#, &format!(r#"{{"index": 0{used}}}"#));
            let mesh = decode_gltf(text.as_bytes(), &none, &Limits::default()).unwrap();
            let uvs = mesh.uvs.get(3..6).unwrap_or_default();
            uvs.iter().map(|uv| uv.map(|x| (1e3 * x).round() as i32)).collect::<Vec<_>>()
        };
        assert_eq!(uvs(""), [[0, 1000], [1000, 1000], [0, 0]]);
        assert_eq!(uvs(r#", "texCoord": 1"#), Vec::<[i32; 2]>::new(), "there is no such set");
        let transform =
            |what: &str| uvs(&format!(r#", "extensions": {{"KHR_texture_transform": {{{what}}}}}"#));
        assert_eq!(transform(r#""offset": [0.25, 0.5]"#), [[250, 500], [1250, 500], [250, -500]]);
        assert_eq!(transform(r#""scale": [2, 3]"#), [[0, 1000], [2000, 1000], [0, -2000]]);
        // Counter-clockwise as one sees it, v downwards: (1, 0) goes up to (0, −1), (0, 1) to (1, 0).
        assert_eq!(transform(r#""rotation": 1.5707963"#), [[0, 1000], [0, 2000], [1000, 1000]]);
        assert_eq!(transform(r#""texCoord": 1"#), Vec::<[i32; 2]>::new());
    }

    #[test]
    fn colours_of_corners_tint_the_material() {
        let text = file(3, 36).replace(r#"{"POSITION": 1}"#, r#"{"POSITION": 1, "COLOR_0": 1}"#);
        let text = text.replace("[0, 0, 1, 0.5]", "[1, 0.5, 1, 1]");
        let mesh = decode_gltf(text.as_bytes(), &none, &Limits::default()).unwrap();
        // The colours are the places: (0,0,0), (1,0,0), (0,1,0).
        let third = 85.0 / 255.0;
        let seen = |mesh: &Mesh| mesh.materials[mesh.triangle_materials[0] as usize].rgba;
        assert_eq!(seen(&mesh), [third, 0.5 * third, 0.0, 1.0]);
        let bare = text.replace(r#", "material": 0}"#, "}");
        let mesh = decode_gltf(bare.as_bytes(), &none, &Limits::default()).unwrap();
        assert_eq!(seen(&mesh), [third, third, 0.0, 1.0], "white where there is no material");
    }

    /// All corners hang on one bone, which stands two metres along z and was one metre along x when they were bound;
    /// where the node of the mesh is does not matter.
    #[test]
    fn what_hangs_on_bones_goes_with_them() {
        let bound =
            "AACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAAAACAvwAAAAAAAAAAAACAPw==";
        let weights = "AACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAA";
        let text = file(3, 36)
            .replace(r#""mesh": 0}]"#, r#""mesh": 0, "skin": 0}, {"translation": [0, 0, 2]}]"#)
            .replace(r#"{"nodes": [0]}"#, r#"{"nodes": [0, 2]}"#)
            .replace(r#""meshes""#, r#""skins": [{"joints": [2], "inverseBindMatrices": 2}], "meshes""#)
            .replace(r#"{"POSITION": 1}"#, r#"{"POSITION": 1, "JOINTS_0": 4, "WEIGHTS_0": 3}"#)
            .replace(r#""max": [1,1,0]}]"#, r#""max": [1,1,0]},
              {"bufferView": 2, "componentType": 5126, "count": 1, "type": "MAT4"},
              {"bufferView": 3, "componentType": 5126, "count": 3, "type": "VEC4"},
              {"bufferView": 4, "componentType": 5121, "count": 3, "type": "VEC4"}]"#)
            .replace(r#""byteLength": 36}]"#, r#""byteLength": 36}, {"buffer": 1, "byteLength": 64},
              {"buffer": 2, "byteLength": 48}, {"buffer": 3, "byteLength": 12}]"#)
            .replace(
                &format!(r#""uri": "{DATA}"}}]"#),
                &format!(
                    r#""uri": "{DATA}"}}, {{"byteLength": 64, "uri": "data:a;base64,{bound}"}},
                    {{"byteLength": 48, "uri": "data:a;base64,{weights}"}}, {{"byteLength": 12, "uri": "data:a;base64,AAAAAAAAAAAAAAAA"}}]"#
                ),
            );
        let mesh = decode_gltf(text.as_bytes(), &none, &Limits::default()).unwrap();
        assert_eq!(mesh.positions, [[-1.0, 0.0, 2.0], [0.0, 0.0, 2.0], [-1.0, 1.0, 2.0]]);
        let dangling = text.replace(r#""joints": [2]"#, r#""joints": [9]"#);
        assert!(decode_gltf(dangling.as_bytes(), &none, &Limits::default()).is_err());
        let other = text.replace("AAAAAAAAAAAAAAAA", "AQAAAAAAAAAAAAAA");
        assert!(decode_gltf(other.as_bytes(), &none, &Limits::default()).is_err(), "there is no second bone");
    }

    /// `{}` is a node of three hundred bytes.
    #[test]
    fn many_small_objects_are_refused() {
        let empty = |count: usize| {
            file(3, 36).replace(r#""mesh": 0}]"#, &format!(r#""mesh": 0}}{}]"#, ",{}".repeat(count)))
        };
        let limits = Limits { node_count: 10, ..Limits::default() };
        let decode = |count: usize| decode_gltf(empty(count).as_bytes(), &none, &limits);
        assert!(decode(10).is_ok());
        assert!(decode(100).unwrap_err().to_string().contains("100 objects"));
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
        let said = "it names the buffer \"../../secret.bin\", but there is no such file";
        assert_eq!(problem.to_string(), said, "buffers come through the store");
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

//! The meshes and textures of a scene as one binary glTF 2.0 file.
//!
//! Mesh `i` of the file is mesh `i` of the scene, one primitive per material; there is no node tree.
//! Colours become linear and texture coordinates start at the upper left, as glTF has them.

use image::ImageEncoder;
use image::codecs::png::PngEncoder;
use serde_json::{Value, json};
use skidpad_scene::{AlphaMode, Image, Material, Mesh, SceneDescription, Sky, SkyBox};
use std::collections::BTreeMap;

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const LINES: u32 = 1;
const TRIANGLES: u32 = 4;

/// The scene as bytes of a `.glb` file.
pub(crate) fn write(scene: &SceneDescription) -> Vec<u8> {
    let mut file = File::default();
    for (name, image) in &scene.images {
        file.add_image(name, image);
    }
    if let Sky::Box(pictures) = &scene.sky {
        // Last and in this order, so that `scene.json` can count them.
        for image in sky_pictures(pictures) {
            file.add_image("", image);
        }
    }
    let meshes: Vec<Value> = scene.meshes.iter().map(|mesh| file.mesh(mesh)).collect();
    file.finish(&meshes)
}

/// Front, back, left, right, up, down.
fn sky_pictures(sky: &SkyBox) -> [&Image; 6] {
    [&sky.front, &sky.back, &sky.left, &sky.right, &sky.up, &sky.down]
}

#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    materials: Vec<Value>,
    images: Vec<Value>,
    /// Numbers of pictures by their names, and whether light passes through them somewhere.
    textures: BTreeMap<String, (usize, bool)>,
}

impl File {
    /// A picture that cannot be written becomes an empty one, so that the others keep their numbers.
    fn add_image(&mut self, name: &str, image: &Image) {
        let mut png = Vec::new();
        let encoder = PngEncoder::new(&mut png);
        let colour = image::ExtendedColorType::Rgba8;
        if encoder.write_image(&image.rgba, image.width, image.height, colour).is_err() {
            png.clear();
        }
        let view = self.view(&png);
        self.textures.insert(name.to_string(), (self.images.len(), image.has_transparency()));
        self.images.push(json!({ "bufferView": view, "mimeType": "image/png" }));
    }

    fn mesh(&mut self, mesh: &Mesh) -> Value {
        let mut primitives = Vec::new();
        let vertices = self.vertices(mesh);
        for (material, corners) in triangles_by_material(mesh) {
            let indices = self.indices(&corners);
            let material = self.material(material);
            primitives.push(json!({
                "attributes": vertices, "indices": indices, "material": material, "mode": TRIANGLES,
            }));
        }
        if !mesh.segments.is_empty() {
            let ends: Vec<u32> = mesh.segments.iter().flatten().copied().collect();
            let indices = self.indices(&ends);
            let material = self.material(mesh.materials.first());
            primitives.push(json!({
                "attributes": { "POSITION": vertices["POSITION"] },
                "indices": indices, "material": material, "mode": LINES,
            }));
        }
        json!({ "primitives": primitives })
    }

    fn vertices(&mut self, mesh: &Mesh) -> Value {
        let mut attributes = serde_json::Map::new();
        if mesh.positions.is_empty() {
            return Value::Object(attributes);
        }
        let positions = self.floats(&mesh.positions, "VEC3");
        if let Some((low, high)) = bounds(&mesh.positions) {
            self.accessors[positions]["min"] = json!(low);
            self.accessors[positions]["max"] = json!(high);
        }
        attributes.insert("POSITION".to_string(), json!(positions));
        if !mesh.normals.is_empty() {
            attributes.insert("NORMAL".to_string(), json!(self.floats(&mesh.normals, "VEC3")));
        }
        if !mesh.uvs.is_empty() {
            let uvs: Vec<[f32; 2]> = mesh.uvs.iter().map(|[u, v]| [*u, 1.0 - v]).collect();
            attributes.insert("TEXCOORD_0".to_string(), json!(self.floats(&uvs, "VEC2")));
        }
        Value::Object(attributes)
    }

    fn floats<const N: usize>(&mut self, values: &[[f32; N]], kind: &str) -> usize {
        let bytes: Vec<u8> = values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes);
        self.accessor(view, FLOAT, values.len(), kind)
    }

    fn indices(&mut self, values: &[u32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes);
        self.accessor(view, UNSIGNED_INT, values.len(), "SCALAR")
    }

    fn accessor(&mut self, view: usize, component: u32, count: usize, kind: &str) -> usize {
        self.accessors
            .push(json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }));
        self.accessors.len() - 1
    }

    /// Put bytes into the file, on a boundary of four.
    fn view(&mut self, bytes: &[u8]) -> usize {
        self.views.push(json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() }));
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    fn material(&mut self, material: Option<&Material>) -> usize {
        let plain = Material::default();
        let material = material.unwrap_or(&plain);
        let [red, green, blue, opacity] = material.rgba;
        let mut surface = json!({
            "baseColorFactor": [linear(red), linear(green), linear(blue), opacity],
            "metallicFactor": 0.0,
        });
        let texture = material.texture_uri.as_ref().and_then(|uri| self.textures.get(uri));
        if let Some((number, _)) = texture {
            surface["baseColorTexture"] = json!({ "index": number });
        }
        let mut written = json!({ "doubleSided": true, "pbrMetallicRoughness": surface });
        match material.alpha_mode {
            AlphaMode::Blend
                if opacity < 1.0 || texture.is_some_and(|(_, is_transparent)| *is_transparent) =>
            {
                written["alphaMode"] = json!("BLEND");
            }
            AlphaMode::Mask(cutoff) => {
                written["alphaMode"] = json!("MASK");
                written["alphaCutoff"] = json!(cutoff);
            }
            // What glTF means when nothing is said.
            AlphaMode::Blend | AlphaMode::Opaque => {}
        }
        if let Some((number, _)) = material.normal_map_uri.as_ref().and_then(|uri| self.textures.get(uri)) {
            written["normalTexture"] = json!({ "index": number });
        }
        if !material.is_lit {
            written["extensions"] = json!({ "KHR_materials_unlit": {} });
        }
        let known = self.materials.iter().position(|other| *other == written);
        known.unwrap_or_else(|| {
            self.materials.push(written);
            self.materials.len() - 1
        })
    }

    fn finish(self, meshes: &[Value]) -> Vec<u8> {
        let textures: Vec<Value> = (0..self.images.len()).map(|source| json!({ "source": source })).collect();
        let document = json!({
            "asset": { "version": "2.0", "generator": "skidpad" },
            "extensionsUsed": ["KHR_materials_unlit"],
            "meshes": meshes, "materials": self.materials, "accessors": self.accessors,
            "bufferViews": self.views, "images": self.images, "textures": textures,
            "buffers": [{ "byteLength": self.bytes.len() }],
        });
        let mut text = document.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let length = 12 + 8 + text.len() + 8 + self.bytes.len();
        let mut out = Vec::with_capacity(length);
        out.extend_from_slice(b"glTF");
        out.extend_from_slice(&2u32.to_le_bytes());
        out.extend_from_slice(&word(length));
        out.extend_from_slice(&word(text.len()));
        out.extend_from_slice(b"JSON");
        out.extend_from_slice(&text);
        out.extend_from_slice(&word(self.bytes.len()));
        out.extend_from_slice(b"BIN\0");
        out.extend_from_slice(&self.bytes);
        out
    }
}

/// A length as glTF writes it. Scenes are far below 4 GB: their meshes and images were read under limits.
fn word(length: usize) -> [u8; 4] {
    u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes()
}

/// Corners of the triangles of each material, in the order of materials.
fn triangles_by_material(mesh: &Mesh) -> Vec<(Option<&Material>, Vec<u32>)> {
    if mesh.triangles.is_empty() {
        return Vec::new();
    }
    if mesh.triangle_materials.is_empty() {
        let corners = mesh.triangles.iter().flatten().copied().collect();
        return vec![(mesh.materials.first(), corners)];
    }
    let mut parts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (triangle, material) in mesh.triangles.iter().zip(&mesh.triangle_materials) {
        parts.entry(*material).or_default().extend(triangle);
    }
    parts.into_iter().map(|(material, corners)| (mesh.materials.get(material as usize), corners)).collect()
}

fn bounds(positions: &[[f32; 3]]) -> Option<([f32; 3], [f32; 3])> {
    let (first, rest) = positions.split_first()?;
    let (mut low, mut high) = (*first, *first);
    for point in rest {
        for axis in 0..3 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    Some((low, high))
}

/// sRGB to linear light (IEC 61966-2-1).
fn linear(value: f32) -> f32 {
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn scene() -> SceneDescription {
        let mut scene = SceneDescription::default();
        scene.images.insert(
            "wood.png".to_string(),
            Arc::new(Image { width: 1, height: 1, rgba: vec![200, 100, 50, 255] }),
        );
        scene.add_mesh(Mesh {
            positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, -2.0]],
            triangles: vec![[0, 1, 2], [1, 3, 2]],
            uvs: vec![[0.0, 0.25]; 4],
            triangle_materials: vec![0, 1],
            materials: vec![
                Material { rgba: [1.0, 0.5, 0.0, 1.0], ..Material::default() },
                Material { texture_uri: Some("wood.png".to_string()), is_lit: false, ..Material::default() },
            ],
            segments: vec![[0, 3]],
            ..Mesh::default()
        });
        scene
    }

    fn document(glb: &[u8]) -> Value {
        let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
        serde_json::from_slice(&glb[20..20 + length]).unwrap()
    }

    #[test]
    fn the_file_says_how_long_it_is() {
        let glb = write(&scene());
        assert_eq!(&glb[..4], b"glTF");
        assert_eq!(u32::from_le_bytes(glb[8..12].try_into().unwrap()) as usize, glb.len());
        assert_eq!(glb.len() % 4, 0);
    }

    #[test]
    fn a_primitive_per_material_and_one_for_lines() {
        let document = document(&write(&scene()));
        let primitives = document["meshes"][0]["primitives"].as_array().unwrap();
        let modes: Vec<u64> = primitives.iter().map(|p| p["mode"].as_u64().unwrap()).collect();
        assert_eq!(modes, [4, 4, 1]);
        assert_eq!(document["accessors"][0]["min"], json!([0.0, 0.0, -2.0]));
        let wood = &document["materials"][1]["pbrMetallicRoughness"];
        assert_eq!(wood["baseColorTexture"]["index"], 0);
        let is_unlit = |material: &Value| material["extensions"]["KHR_materials_unlit"].is_object();
        assert_eq!([0, 1].map(|number: usize| is_unlit(&document["materials"][number])), [false, true]);
    }

    #[test]
    fn what_lets_light_through_says_so() {
        let mut scene = scene();
        let leaf = Image { width: 1, height: 1, rgba: vec![9, 9, 9, 100] };
        scene.images.insert("leaf.png".to_string(), Arc::new(leaf));
        let mode = |texture: &str, opacity: f32, alpha_mode: AlphaMode| {
            let mut scene = scene.clone();
            let mut mesh = (*scene.meshes[0]).clone();
            mesh.materials[1] = Material {
                rgba: [1.0, 1.0, 1.0, opacity],
                texture_uri: Some(texture.to_string()),
                alpha_mode,
                ..Material::default()
            };
            scene.meshes[0] = Arc::new(mesh);
            document(&write(&scene))["materials"][1]["alphaMode"].as_str().unwrap_or("").to_string()
        };
        assert_eq!(mode("wood.png", 1.0, AlphaMode::Blend), "");
        assert_eq!(mode("wood.png", 0.5, AlphaMode::Blend), "BLEND");
        assert_eq!(mode("leaf.png", 1.0, AlphaMode::Blend), "BLEND");
        assert_eq!(mode("leaf.png", 1.0, AlphaMode::Opaque), "");
        assert_eq!(mode("leaf.png", 1.0, AlphaMode::Mask(0.3)), "MASK");
    }

    #[test]
    fn colours_are_linear_and_textures_start_above() {
        assert!((linear(0.5) - 0.2140).abs() < 1e-4);
        let glb = write(&scene());
        let document = document(&glb);
        let view =
            &document["bufferViews"][document["accessors"][1]["bufferView"].as_u64().unwrap() as usize];
        let start = glb.len() - document["buffers"][0]["byteLength"].as_u64().unwrap() as usize
            + view["byteOffset"].as_u64().unwrap() as usize;
        let v = f32::from_le_bytes(glb[start + 4..start + 8].try_into().unwrap());
        assert_eq!(v, 0.75);
    }

    #[test]
    fn every_triangle_is_in_one_primitive() {
        let document = document(&write(&scene()));
        let total: u64 = document["meshes"][0]["primitives"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|part| part["mode"] == 4)
            .map(|part| {
                document["accessors"][part["indices"].as_u64().unwrap() as usize]["count"].as_u64().unwrap()
            })
            .sum();
        assert_eq!(total, 6);
    }
}

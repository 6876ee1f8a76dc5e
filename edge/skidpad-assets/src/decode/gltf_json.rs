//! The JSON of glTF 2.0, as far as a mesh and its clips need it. Every index is only a number here:
//! who follows one asks with `get`.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A whole document.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Root {
    pub(crate) asset: Asset,
    pub(crate) extensions_required: Vec<String>,
    pub(crate) scene: Option<usize>,
    pub(crate) scenes: Vec<Scene>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) meshes: Vec<Mesh>,
    pub(crate) skins: Vec<Skin>,
    pub(crate) accessors: Vec<Accessor>,
    pub(crate) buffer_views: Vec<BufferView>,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) materials: Vec<Material>,
    pub(crate) textures: Vec<Texture>,
    pub(crate) images: Vec<Image>,
    pub(crate) animations: Vec<Animation>,
}

#[derive(Deserialize, Default)]
pub(crate) struct Asset {
    #[serde(default)]
    pub(crate) version: String,
}

#[derive(Deserialize)]
pub(crate) struct Scene {
    #[serde(default)]
    pub(crate) nodes: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Node {
    #[serde(default)]
    pub(crate) children: Vec<usize>,
    pub(crate) mesh: Option<usize>,
    pub(crate) skin: Option<usize>,
    /// Columns first.
    pub(crate) matrix: Option<[f64; 16]>,
    pub(crate) translation: Option<[f64; 3]>,
    /// x, y, z, w.
    pub(crate) rotation: Option<[f64; 4]>,
    pub(crate) scale: Option<[f64; 3]>,
}

/// Bones, and where they were when a mesh was bound to them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Skin {
    #[serde(default)]
    pub(crate) joints: Vec<usize>,
    pub(crate) inverse_bind_matrices: Option<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Mesh {
    #[serde(default)]
    pub(crate) primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub(crate) struct Primitive {
    #[serde(default)]
    pub(crate) attributes: BTreeMap<String, usize>,
    pub(crate) indices: Option<usize>,
    pub(crate) material: Option<usize>,
    /// 0 points, 1 lines, 2 line loop, 3 line strip, 4 triangles, 5 triangle strip, 6 triangle fan.
    pub(crate) mode: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accessor {
    pub(crate) buffer_view: Option<usize>,
    #[serde(default)]
    pub(crate) byte_offset: usize,
    pub(crate) component_type: u32,
    #[serde(default)]
    pub(crate) normalized: bool,
    pub(crate) count: usize,
    #[serde(rename = "type")]
    pub(crate) shape: String,
    pub(crate) sparse: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BufferView {
    pub(crate) buffer: usize,
    #[serde(default)]
    pub(crate) byte_offset: usize,
    pub(crate) byte_length: usize,
    pub(crate) byte_stride: Option<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Buffer {
    pub(crate) uri: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Material {
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) pbr_metallic_roughness: Option<Surface>,
    /// OPAQUE where it is not said.
    pub(crate) alpha_mode: Option<String>,
    pub(crate) alpha_cutoff: Option<f32>,
    #[serde(default)]
    pub(crate) extensions: MaterialExtensions,
}

/// Extensions of glTF that we know.
#[derive(Deserialize, Default)]
pub(crate) struct MaterialExtensions {
    #[serde(rename = "KHR_materials_unlit")]
    pub(crate) unlit: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Surface {
    pub(crate) base_color_factor: Option<[f32; 4]>,
    pub(crate) base_color_texture: Option<TextureUse>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextureUse {
    pub(crate) index: usize,
    #[serde(default)]
    tex_coord: usize,
    #[serde(default)]
    extensions: TextureExtensions,
}

#[derive(Deserialize, Default)]
struct TextureExtensions {
    #[serde(rename = "KHR_texture_transform")]
    placement: Option<TexturePlacement>,
}

/// How texture coordinates become places in a picture.
#[derive(Deserialize, Clone, Copy)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct TexturePlacement {
    offset: [f32; 2],
    /// Counter-clockwise, v downwards [rad].
    rotation: f64,
    scale: [f32; 2],
    tex_coord: Option<usize>,
}

impl Default for TexturePlacement {
    fn default() -> Self {
        TexturePlacement { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], tex_coord: None }
    }
}

impl TextureUse {
    /// Which set of texture coordinates it takes.
    pub(crate) fn set(&self) -> usize {
        self.placement().tex_coord.unwrap_or(self.tex_coord)
    }

    pub(crate) fn placement(&self) -> TexturePlacement {
        self.extensions.placement.unwrap_or_default()
    }
}

impl TexturePlacement {
    /// Scale, then rotation, then offset.
    pub(crate) fn of(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let (sin, cos) = skidpad_math::sin_cos(self.rotation);
        let (sin, cos) = (sin as f32, cos as f32);
        let (u, v) = (self.scale[0] * u, self.scale[1] * v);
        [cos * u + sin * v + self.offset[0], cos * v - sin * u + self.offset[1]]
    }
}

#[derive(Deserialize)]
pub(crate) struct Texture {
    pub(crate) source: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Image {
    pub(crate) uri: Option<String>,
    pub(crate) buffer_view: Option<usize>,
}

/// A clip.
#[derive(Deserialize)]
pub(crate) struct Animation {
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) channels: Vec<Channel>,
    #[serde(default)]
    pub(crate) samplers: Vec<Sampler>,
}

/// What a sampler moves.
#[derive(Deserialize)]
pub(crate) struct Channel {
    pub(crate) sampler: usize,
    pub(crate) target: Target,
}

/// A part of a node: `translation`, `rotation`, `scale` or `weights`.
#[derive(Deserialize)]
pub(crate) struct Target {
    pub(crate) node: Option<usize>,
    pub(crate) path: String,
}

/// Keys: accessors of their times [s] and values.
#[derive(Deserialize)]
pub(crate) struct Sampler {
    pub(crate) input: usize,
    pub(crate) output: usize,
    /// LINEAR where it is not said.
    pub(crate) interpolation: Option<String>,
}

//! Triangles with materials, and the loose line segments some files carry.

use crate::Affine;
use serde::{Deserialize, Serialize};

/// A triangle mesh in the frame of its file, metres.
///
/// COLLADA and glTF meshes have y up, whatever the file prefers: MVSim's worlds are written for
/// a loader that turns them so, and their visuals carry the `model_roll` that sets them upright.
///
/// Every index in `triangles` and `segments` is below `positions.len()`; code that makes a mesh
/// keeps that true (`is_consistent` says whether it is).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// Vertices [m].
    pub positions: Vec<[f32; 3]>,
    /// Three vertices each, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// One unit vector per vertex, or none at all.
    pub normals: Vec<[f32; 3]>,
    /// One texture coordinate per vertex (origin at the lower left), or none at all.
    pub uvs: Vec<[f32; 2]>,
    /// One index into `materials` per triangle, or none when there are no materials.
    pub triangle_materials: Vec<u32>,
    /// The surfaces that `triangle_materials` speaks of.
    pub materials: Vec<Material>,
    /// Pairs of vertices joined by a line: drawn outlines, and the walls of `<walls model_uri>`.
    pub segments: Vec<[u32; 2]>,
}

/// How a surface looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// As the file calls it; may be empty.
    pub name: String,
    /// Diffuse colour and opacity, 0 to 1.
    pub rgba: [f32; 4],
    /// The texture as the mesh file names it, relative to that file.
    pub texture_uri: Option<String>,
    /// A picture of its small slopes in tangent space, laid like the texture.
    #[serde(default)]
    pub normal_map_uri: Option<String>,
    /// Light and shadow fall on it; otherwise it shows its colour as it is.
    pub is_lit: bool,
    /// What its opacity, times its texture's, means.
    #[serde(default)]
    pub alpha_mode: AlphaMode,
}

impl Default for Material {
    fn default() -> Material {
        Material {
            name: String::new(),
            rgba: [0.7, 0.7, 0.7, 1.0],
            texture_uri: None,
            normal_map_uri: None,
            is_lit: true,
            alpha_mode: AlphaMode::Blend,
        }
    }
}

/// What the opacity of a surface means, in the words of glTF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum AlphaMode {
    /// Light passes as far as the opacity lets it.
    #[default]
    Blend,
    /// No light passes, whatever the opacity.
    Opaque,
    /// No light passes where the opacity is at least this; elsewhere there is nothing.
    Mask(f32),
}

impl AlphaMode {
    /// How opaque a point of this opacity is, 0 to 1.
    pub fn opacity(self, opacity: f32) -> f32 {
        match self {
            AlphaMode::Blend => opacity,
            AlphaMode::Opaque => 1.0,
            AlphaMode::Mask(cutoff) => f32::from(opacity >= cutoff),
        }
    }
}

impl Mesh {
    /// True if every index points at something, the optional lists are complete or empty,
    /// and every coordinate is finite.
    pub fn is_consistent(&self) -> bool {
        let count = self.positions.len() as u64;
        let known = |index: &u32| u64::from(*index) < count;
        let complete_or_empty = |len: usize, wanted: usize| len == 0 || len == wanted;
        self.triangles.iter().flatten().all(known)
            && self.segments.iter().flatten().all(known)
            && complete_or_empty(self.normals.len(), self.positions.len())
            && complete_or_empty(self.uvs.len(), self.positions.len())
            && complete_or_empty(self.triangle_materials.len(), self.triangles.len())
            && (self.triangle_materials.iter()).all(|&m| (m as usize) < self.materials.len())
            && self.positions.iter().flatten().all(|value| value.is_finite())
    }

    /// The corners of each triangle.
    pub fn triangle_corners(&self) -> impl Iterator<Item = [[f32; 3]; 3]> + '_ {
        (self.triangles.iter()).map(|t| t.map(|index| self.positions[index as usize]))
    }

    /// Smallest and largest coordinates over all vertices; none for an empty mesh.
    pub fn bounds_m(&self) -> Option<([f32; 3], [f32; 3])> {
        let first = *self.positions.first()?;
        Some((self.positions.iter()).fold((first, first), |(mut low, mut high), p| {
            for axis in 0..3 {
                low[axis] = low[axis].min(p[axis]);
                high[axis] = high[axis].max(p[axis]);
            }
            (low, high)
        }))
    }

    /// The end points [m] of the lines that make walls: the loose segments if the file has any,
    /// else the three edges of every triangle, each edge once.
    pub fn wire_segments(&self) -> Vec<[[f32; 3]; 2]> {
        let ends = |[a, b]: [u32; 2]| [a, b].map(|index| self.positions[index as usize]);
        if !self.segments.is_empty() {
            return self.segments.iter().copied().map(ends).collect();
        }
        let mut seen = std::collections::BTreeSet::new();
        let edges = (self.triangles.iter()).flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        edges.filter(|&[a, b]| seen.insert([a.min(b), a.max(b)])).map(ends).collect()
    }

    /// Add another mesh, moved by `placement`. A mirror keeps its outside outside.
    /// Where only one of the two has normals, the triangles of the other become flat; where only one
    /// has texture coordinates, the materials of the other show their colour without a picture.
    pub fn append(&mut self, other: &Mesh, placement: &Affine) {
        self.append_geometry(other, placement);
        self.append_materials(other);
    }

    /// The same, but all of the other mesh in one material, or in the default one.
    pub fn append_painted(&mut self, other: &Mesh, placement: &Affine, material: Option<&Material>) {
        let before = self.triangles.len();
        self.append_geometry(other, placement);
        let mut material = material.cloned().unwrap_or_default();
        if other.uvs.is_empty() {
            material.texture_uri = None;
        }
        if self.materials.is_empty() && material == Material::default() {
            return;
        }
        self.paint_the_unpainted(before);
        let index = self.materials.iter().position(|known| *known == material).unwrap_or_else(|| {
            self.materials.push(material);
            self.materials.len() - 1
        });
        self.triangle_materials.resize(self.triangles.len(), index as u32);
    }

    fn append_geometry(&mut self, other: &Mesh, placement: &Affine) {
        if self.normals.is_empty() && !other.normals.is_empty() {
            self.make_flat(|_| true);
        }
        let flat = (other.normals.is_empty() && !self.normals.is_empty()).then(|| {
            let mut flat = other.clone();
            flat.make_flat(|_| true);
            flat
        });
        let other = flat.as_ref().unwrap_or(other);
        let base = self.positions.len() as u32;
        let moved = |p: &[f32; 3]| placement.apply(p.map(f64::from)).map(|v| v as f32);
        self.positions.extend(other.positions.iter().map(moved));
        let is_mirror = placement.determinant() < 0.0;
        self.triangles.extend(other.triangles.iter().map(|&[a, b, c]| {
            let [b, c] = if is_mirror { [c, b] } else { [b, c] };
            [a + base, b + base, c + base]
        }));
        self.segments.extend(other.segments.iter().map(|s| s.map(|index| index + base)));
        self.normals.extend(other.normals.iter().map(|n| turn_normal(placement, n)));
        if self.uvs.is_empty() && !other.uvs.is_empty() {
            self.materials.iter_mut().for_each(|material| material.texture_uri = None);
            self.uvs.resize(base as usize, [0.0; 2]);
        }
        if !self.uvs.is_empty() || !other.uvs.is_empty() {
            self.uvs.extend_from_slice(&other.uvs);
            self.uvs.resize(self.positions.len(), [0.0; 2]);
        }
    }

    /// Give the triangles that `is_chosen` picks by their corners the normal at right angles to them.
    /// A corner that they share with triangles of another normal becomes one of their own.
    pub fn make_flat(&mut self, is_chosen: impl Fn([u32; 3]) -> bool) {
        // A corner belongs to the first that needs it; the rest of the mesh comes before the chosen.
        let mut is_taken = vec![false; self.positions.len()];
        for &triangle in self.triangles.iter().filter(|&&triangle| !is_chosen(triangle)) {
            triangle.iter().for_each(|&index| is_taken[index as usize] = true);
        }
        self.normals.resize(self.positions.len(), UP);
        for number in 0..self.triangles.len() {
            let triangle = self.triangles[number];
            if !is_chosen(triangle) {
                continue;
            }
            let normal = face_normal(triangle.map(|index| self.positions[index as usize]));
            self.triangles[number] = triangle.map(|index| {
                let vertex = index as usize;
                if !is_taken[vertex] {
                    is_taken[vertex] = true;
                    self.normals[vertex] = normal;
                } else if self.normals[vertex] != normal {
                    self.positions.push(self.positions[vertex]);
                    self.normals.push(normal);
                    if let Some(&uv) = self.uvs.get(vertex) {
                        self.uvs.push(uv);
                    }
                    return self.positions.len() as u32 - 1;
                }
                index
            });
        }
    }

    fn append_materials(&mut self, other: &Mesh) {
        if self.materials.is_empty() && other.materials.is_empty() {
            return;
        }
        self.paint_the_unpainted(self.triangles.len() - other.triangles.len());
        let base = self.materials.len() as u32;
        if other.triangle_materials.is_empty() {
            self.paint_the_unpainted(self.triangles.len());
        } else {
            self.materials.extend_from_slice(&other.materials);
            if other.uvs.is_empty() {
                self.materials[base as usize..].iter_mut().for_each(|material| material.texture_uri = None);
            }
            self.triangle_materials.extend(other.triangle_materials.iter().map(|m| m + base));
        }
    }

    /// Give the default material to the triangles before `end` that have none.
    fn paint_the_unpainted(&mut self, end: usize) {
        if self.triangle_materials.len() >= end {
            return;
        }
        let known = self.materials.iter().position(|known| *known == Material::default());
        let index = known.unwrap_or_else(|| {
            self.materials.push(Material::default());
            self.materials.len() - 1
        });
        self.triangle_materials.resize(end, index as u32);
    }
}

/// The normal of what has no direction.
const UP: [f32; 3] = [0.0, 0.0, 1.0];

/// The unit normal of a triangle, on the side from which it runs counter-clockwise.
fn face_normal(corners: [[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let from_a = |p: [f64; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    let across = cross(from_a(b), from_a(c));
    let length = across.iter().map(|v| v * v).sum::<f64>().sqrt();
    let is_sound = length > 0.0 && length.is_finite();
    if is_sound { across.map(|v| (v / length) as f32) } else { UP }
}

fn cross(u: [f64; 3], v: [f64; 3]) -> [f64; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// Normals follow the cofactor matrix, so that they stay at right angles under any scale.
fn turn_normal(placement: &Affine, normal: &[f32; 3]) -> [f32; 3] {
    let [a, b, c] = placement.linear;
    let cofactors = [cross(b, c), cross(c, a), cross(a, b)];
    let n = normal.map(f64::from);
    let sign = if placement.determinant() < 0.0 { -1.0 } else { 1.0 };
    let turned = cofactors.map(|row| sign * (row[0] * n[0] + row[1] * n[1] + row[2] * n[2]));
    let length = turned.iter().map(|v| v * v).sum::<f64>().sqrt();
    if length > 0.0 { turned.map(|v| (v / length) as f32) } else { *normal }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> Mesh {
        Mesh {
            positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            triangles: vec![[0, 1, 2]],
            normals: vec![[0.0, 0.0, 1.0]; 3],
            ..Mesh::default()
        }
    }

    #[test]
    fn appended_mirror_keeps_its_outside() {
        let mut mesh = Mesh::default();
        let mirror = Affine {
            linear: [[-2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]],
            translation_m: [0.0, 0.0, 1.0],
        };
        mesh.append(&triangle(), &mirror);
        assert!(mesh.is_consistent());
        let [a, b, c] = mesh.triangle_corners().next().unwrap();
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert_eq!(area, 4.0, "still counter-clockwise from above, four times as large");
        assert_eq!(mesh.normals[0], [0.0, 0.0, 1.0]);
    }

    #[test]
    fn materials_stay_with_their_triangles() {
        let painted = Mesh {
            materials: vec![Material { name: "red".into(), ..Material::default() }],
            triangle_materials: vec![0],
            ..triangle()
        };
        let name_of =
            |mesh: &Mesh, t: usize| mesh.materials[mesh.triangle_materials[t] as usize].name.clone();
        let mut mesh = triangle();
        mesh.append(&painted, &Affine::IDENTITY);
        mesh.append(&triangle(), &Affine::IDENTITY);
        mesh.append(&painted, &Affine::IDENTITY);
        assert!(mesh.is_consistent());
        assert_eq!(name_of(&mesh, 0), "");
        assert_eq!(name_of(&mesh, 1), "red");
        assert_eq!(name_of(&mesh, 2), "");
        assert_eq!(name_of(&mesh, 3), "red");
    }

    #[test]
    fn painted_parts_share_equal_materials() {
        let red = Material { name: "red".into(), ..Material::default() };
        let mut mesh = Mesh::default();
        mesh.append_painted(&triangle(), &Affine::IDENTITY, None);
        assert!(mesh.materials.is_empty(), "nothing to say about colours yet");
        mesh.append_painted(&triangle(), &Affine::IDENTITY, Some(&red));
        mesh.append_painted(&triangle(), &Affine::IDENTITY, None);
        mesh.append_painted(&triangle(), &Affine::IDENTITY, Some(&red));
        assert!(mesh.is_consistent());
        assert_eq!(mesh.triangle_materials, [0, 1, 0, 1]);
        assert_eq!(mesh.materials.len(), 2);
    }

    #[test]
    fn a_part_without_texture_coordinates_leaves_the_others_their_picture() {
        let paint = Material { texture_uri: Some("paint.png".into()), ..Material::default() };
        let textured = Mesh { uvs: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], ..triangle() };
        let painted =
            |mesh: Mesh| Mesh { materials: vec![paint.clone()], triangle_materials: vec![0], ..mesh };
        let append_painted = |mesh: &mut Mesh, part: &Mesh| {
            mesh.append_painted(part, &Affine::IDENTITY, Some(&paint));
        };
        let append = |mesh: &mut Mesh, part: &Mesh| {
            mesh.append(&painted(part.clone()), &Affine::IDENTITY);
        };
        for add in [&append_painted as &dyn Fn(&mut Mesh, &Mesh), &append] {
            let mut mesh = Mesh::default();
            for part in [triangle(), textured.clone(), triangle()] {
                add(&mut mesh, &part);
            }
            assert!(mesh.is_consistent());
            let texture =
                |t: usize| mesh.materials[mesh.triangle_materials[t] as usize].texture_uri.as_deref();
            assert_eq!([texture(0), texture(1), texture(2)], [None, Some("paint.png"), None]);
            assert_eq!(mesh.uvs[3..6], textured.uvs);
        }
    }

    #[test]
    fn a_part_without_normals_is_flat_and_the_others_stay_round() {
        let round = Mesh { normals: vec![[0.6, 0.0, 0.8]; 3], ..triangle() };
        // Two flat faces that meet at an edge, the first of two triangles.
        let roof = Mesh {
            positions: vec![
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [1.0, 1.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, -1.0],
            ],
            triangles: vec![[0, 1, 2], [0, 2, 3], [0, 4, 1]],
            ..Mesh::default()
        };
        for (first, second) in [(&round, &roof), (&roof, &round)] {
            let mut mesh = Mesh::default();
            mesh.append(first, &Affine::IDENTITY);
            mesh.append(second, &Affine::IDENTITY);
            assert!(mesh.is_consistent());
            assert_eq!(mesh.positions.len(), 3 + 5 + 2, "only the corners of the edge are made twice");
            let normals: Vec<_> =
                mesh.triangles.iter().map(|t| t.map(|index| mesh.normals[index as usize])).collect();
            let (up, front) = ([[0.0, 0.0, 1.0]; 3], [[0.0, -1.0, 0.0]; 3]);
            let mut expected = vec![up, up, front];
            expected.insert(if first.normals.is_empty() { 3 } else { 0 }, [[0.6, 0.0, 0.8]; 3]);
            assert_eq!(normals, expected);
        }
    }

    #[test]
    fn wire_is_the_segments_or_each_edge_once() {
        let mut square = triangle();
        square.positions.push([1.0, 1.0, 0.0]);
        square.normals.push([0.0, 0.0, 1.0]);
        square.triangles.push([1, 3, 2]);
        assert_eq!(square.wire_segments().len(), 5);
        square.segments.push([0, 3]);
        assert_eq!(square.wire_segments(), [[[0.0, 0.0, 0.0], [1.0, 1.0, 0.0]]]);
    }

    #[test]
    fn a_dangling_index_is_not_consistent() {
        let mut mesh = triangle();
        assert!(mesh.is_consistent());
        mesh.triangles.push([0, 1, 3]);
        assert!(!mesh.is_consistent());
    }
}

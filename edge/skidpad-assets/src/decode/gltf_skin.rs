//! Meshes that hang on bones, with the bones as the file places them.

use super::gltf_json::Primitive;
use super::gltf_mesh::{File, dangling, from_columns};
use crate::{AssetProblem, Limits};
use skidpad_scene::{Affine, Mesh};
use std::collections::BTreeMap;

/// What moves each bone from where its mesh was bound to where it stands.
pub(crate) struct Skeleton {
    bones: Vec<Affine>,
}

impl Skeleton {
    /// The bones of a skin. `places` are those of nodes; one that stands nowhere is at the origin.
    pub(crate) fn read(
        file: &File<'_>,
        skin: usize,
        places: &BTreeMap<usize, Affine>,
        limits: &Limits,
    ) -> Result<Skeleton, AssetProblem> {
        let skin = file.root.skins.get(skin).ok_or_else(dangling)?;
        let bound = match skin.inverse_bind_matrices {
            Some(accessor) => file
                .elements(accessor, limits)?
                .collect(|e| from_columns(std::array::from_fn(|k| f64::from(e.float(k))))),
            None => vec![Affine::IDENTITY; skin.joints.len()],
        };
        if bound.len() < skin.joints.len() {
            return Err(dangling());
        }
        if skin.joints.iter().any(|&joint| joint >= file.root.nodes.len()) {
            return Err(dangling());
        }
        let place_of = |joint: &usize| places.get(joint).unwrap_or(&Affine::IDENTITY);
        let bones = skin.joints.iter().zip(&bound).map(|(joint, bound)| place_of(joint).after(bound));
        Ok(Skeleton { bones: bones.collect() })
    }

    /// Move every vertex with its bones, by their weights: p' = Σ w·B·p / Σ w. False, and nothing is moved, for a part
    /// that hangs on none.
    /// Leaves out: more than four bones for a vertex.
    pub(crate) fn bend(
        &self,
        part: &mut Mesh,
        file: &File<'_>,
        primitive: &Primitive,
        limits: &Limits,
    ) -> Result<bool, AssetProblem> {
        let four = |name: &str| {
            let Some(&accessor) = primitive.attributes.get(name) else { return Ok(None) };
            let elements = file.elements(accessor, limits)?;
            let all = elements.collect(|e| [0, 1, 2, 3].map(|k| e.float(k)));
            Ok::<_, AssetProblem>(Some(all).filter(|all| all.len() == part.positions.len()))
        };
        let (Some(joints), Some(weights)) = (four("JOINTS_0")?, four("WEIGHTS_0")?) else { return Ok(false) };
        for (vertex, (joints, weights)) in joints.iter().zip(&weights).enumerate() {
            let mut moved = Affine { linear: [[0.0; 3]; 3], translation_m: [0.0; 3] };
            let mut total = 0.0;
            for (&joint, &weight) in joints.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
                let bone = self.bones.get(joint as usize).ok_or_else(dangling)?;
                let weight = f64::from(weight);
                for row in 0..3 {
                    for column in 0..3 {
                        moved.linear[row][column] += weight * bone.linear[row][column];
                    }
                    moved.translation_m[row] += weight * bone.translation_m[row];
                }
                total += weight;
            }
            if total <= 0.0 {
                continue;
            }
            let shared = |p: [f64; 3]| p.map(|value| (value / total) as f32);
            part.positions[vertex] = shared(moved.apply(part.positions[vertex].map(f64::from)));
            if let Some(normal) = part.normals.get_mut(vertex) {
                let turned = Affine { translation_m: [0.0; 3], ..moved };
                *normal = shared(turned.apply(normal.map(f64::from)));
            }
        }
        Ok(true)
    }
}

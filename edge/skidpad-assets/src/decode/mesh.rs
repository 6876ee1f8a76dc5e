//! Meshes of every known format, chosen by the extension of their name.

use super::effort::Effort;
use super::{collada, gltf_mesh, obj, ply, stl};
use crate::{AssetProblem, Limits};
use skidpad_scene::Mesh;

/// Longest name of a picture [bytes]. Every part of a mesh may have a copy of it, and no file system has longer ones.
const LONGEST_NAME: usize = 4096;
/// Longest name of a material [bytes].
const LONGEST_SHOWN_NAME: usize = 100;

/// The name of a material, which is only shown: a very long one is cut.
pub(crate) fn shown_name(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST_SHOWN_NAME)]
}

/// The name of a file, if there can be a file of this name.
pub(crate) fn file_name(name: &str) -> Option<&str> {
    (!name.is_empty() && name.len() <= LONGEST_NAME).then_some(name)
}

/// Files that a mesh file names: materials, buffers. Asked by the name the mesh file uses.
pub type Companions<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, AssetProblem>;

/// A mesh, by the extension of its name.
pub fn decode_mesh(
    name: &str,
    bytes: &[u8],
    companions: Companions<'_>,
    limits: &Limits,
) -> Result<Mesh, AssetProblem> {
    decode_mesh_counted(name, bytes, companions, limits, &Effort::new(limits))
}

/// The same, with the work that it took.
pub(crate) fn decode_mesh_counted(
    name: &str,
    bytes: &[u8],
    companions: Companions<'_>,
    limits: &Limits,
    effort: &Effort,
) -> Result<Mesh, AssetProblem> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let mesh = match ending.as_str() {
        "dae" => collada::decode_counted(bytes, limits, effort)?,
        "stl" => stl::decode_stl(bytes, limits)?,
        "obj" => obj::decode_obj(bytes, companions, limits)?,
        "gltf" | "glb" => gltf_mesh::decode_counted(bytes, companions, limits, effort)?,
        "ply" => ply::decode_counted(bytes, limits, effort)?,
        _ => return Err(AssetProblem::UnknownFormat { what: format!(".{ending}") }),
    };
    if mesh.triangles.is_empty() && mesh.segments.is_empty() {
        return Err(AssetProblem::malformed("has no triangles"));
    }
    // Flat triangles may have corners of their own, three each.
    check_count(mesh.positions.len() / 3, limits)?;
    if !mesh.is_consistent() {
        return Err(AssetProblem::malformed("has vertices that are not numbers"));
    }
    Ok(mesh)
}

/// Refuse more triangles, vertices or segments than allowed, before they are stored.
pub(crate) fn check_count(count: usize, limits: &Limits) -> Result<(), AssetProblem> {
    if count > limits.triangle_count {
        return Err(AssetProblem::TooMany {
            what: "triangles or vertices",
            limit: limits.triangle_count as u64,
        });
    }
    Ok(())
}

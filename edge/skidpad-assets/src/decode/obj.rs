//! Wavefront OBJ with its MTL materials.

use super::mesh::{Companions, check_count};
use crate::{AssetProblem, Limits};
use skidpad_scene::{Affine, Material, Mesh};
use std::collections::HashMap;
use tobj::{LoadError, LoadOptions};

/// Where each material is, by name: the form `tobj` wants.
type MaterialIndex = HashMap<String, usize>;

/// A mesh from an OBJ file. Materials that cannot be read are left out.
pub fn decode_obj(bytes: &[u8], companions: Companions<'_>, limits: &Limits) -> Result<Mesh, AssetProblem> {
    // A polygon of n corners becomes n − 2 triangles, so words bound everything that follows.
    check_count(bytes.split(u8::is_ascii_whitespace).count() / 3, limits)?;
    let options =
        LoadOptions { triangulate: true, single_index: true, ignore_points: true, ignore_lines: true };
    let materials = |path: &std::path::Path| {
        let name = path.to_str().ok_or(LoadError::OpenFileFailed)?;
        let bytes = companions(name).map_err(|_| LoadError::OpenFileFailed)?;
        Ok(parse_mtl(&String::from_utf8_lossy(&bytes)))
    };
    let (models, materials) = tobj::load_obj_buf(&mut &bytes[..], &options, materials)
        .map_err(|error| AssetProblem::malformed(format!("is not a readable OBJ file: {error}")))?;
    let materials: Vec<Material> = materials.unwrap_or_default().iter().map(material).collect();
    let mut mesh = Mesh::default();
    for model in &models {
        let part = part(&model.mesh)?;
        check_count(mesh.triangles.len() + part.triangles.len(), limits)?;
        let material = model.mesh.material_id.and_then(|id| materials.get(id));
        mesh.append_painted(&part, &Affine::IDENTITY, material);
    }
    append_lines(&mut mesh, bytes)?;
    Ok(mesh)
}

fn part(model: &tobj::Mesh) -> Result<Mesh, AssetProblem> {
    let (positions, _) = model.positions.as_chunks::<3>();
    let (triangles, _) = model.indices.as_chunks::<3>();
    let (normals, _) = model.normals.as_chunks::<3>();
    let (uvs, _) = model.texcoords.as_chunks::<2>();
    let is_known = |index: &u32| (*index as usize) < positions.len();
    if !triangles.iter().flatten().all(is_known) {
        return Err(AssetProblem::malformed("has a face that points at nothing"));
    }
    // Some corners without a normal or texture coordinate: then none counts.
    let complete = |count: usize| count == positions.len();
    Ok(Mesh {
        positions: positions.to_vec(),
        triangles: triangles.to_vec(),
        normals: if complete(normals.len()) { normals.to_vec() } else { Vec::new() },
        uvs: if complete(uvs.len()) { uvs.to_vec() } else { Vec::new() },
        ..Mesh::default()
    })
}

/// Colour, opacity and texture of each material. A reader of our own: that of `tobj` panics on
/// a colour of two numbers.
fn parse_mtl(text: &str) -> (Vec<tobj::Material>, MaterialIndex) {
    let mut materials: Vec<tobj::Material> = Vec::new();
    let mut names = MaterialIndex::default();
    for line in text.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        if word == "newmtl" {
            names.insert(rest.to_owned(), materials.len());
            materials.push(tobj::Material { name: rest.to_owned(), ..tobj::Material::default() });
        }
        let Some(material) = materials.last_mut() else { continue };
        let mut numbers = rest.split_ascii_whitespace().map_while(|word| word.parse::<f32>().ok());
        match word {
            "Kd" => {
                if let [Some(r), Some(g), Some(b)] = [numbers.next(), numbers.next(), numbers.next()] {
                    material.diffuse = Some([r, g, b]);
                }
            }
            "d" => material.dissolve = numbers.next().or(material.dissolve),
            "Tr" => material.dissolve = numbers.next().map(|value| 1.0 - value).or(material.dissolve),
            // Options come before the file name.
            "map_Kd" => material.diffuse_texture = rest.split_ascii_whitespace().last().map(str::to_owned),
            _ => {}
        }
    }
    (materials, names)
}

fn material(material: &tobj::Material) -> Material {
    let [r, g, b] = material.diffuse.unwrap_or([0.7; 3]);
    let rgba = [r, g, b, material.dissolve.unwrap_or(1.0)];
    Material {
        name: material.name.clone(),
        rgba: rgba.map(|value| if value.is_finite() { value.clamp(0.0, 1.0) } else { 1.0 }),
        texture_uri: material.diffuse_texture.clone(),
    }
}

/// The `l` elements: loose segments, with vertices of their own.
fn append_lines(mesh: &mut Mesh, bytes: &[u8]) -> Result<(), AssetProblem> {
    let text = String::from_utf8_lossy(bytes);
    if !text.lines().any(|line| line.trim_start().starts_with("l ")) {
        return Ok(());
    }
    let malformed = |what: &str| AssetProblem::malformed(what.to_owned());
    let mut lines = Mesh::default();
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("v") => {
                let mut position = [0.0_f32; 3];
                for value in &mut position {
                    let number = words.next().and_then(|word| word.parse().ok());
                    *value = number.ok_or_else(|| malformed("has a vertex that is not three numbers"))?;
                }
                lines.positions.push(position);
            }
            Some("l") => {
                let count = lines.positions.len() as i64;
                let index = |word: &str| {
                    let number: i64 = word.split('/').next()?.parse().ok()?;
                    let index = if number < 0 { count.checked_add(number)? } else { number - 1 };
                    (0..count).contains(&index).then_some(index as u32)
                };
                let corners: Option<Vec<u32>> = words.map(index).collect();
                let corners = corners.ok_or_else(|| malformed("has a line that points at nothing"))?;
                lines.segments.extend(corners.windows(2).map(|pair| [pair[0], pair[1]]));
            }
            _ => {}
        }
    }
    let base = mesh.positions.len() as u32;
    mesh.normals.clear();
    mesh.uvs.clear();
    mesh.positions.extend(&lines.positions);
    mesh.segments.extend(lines.segments.iter().map(|segment| segment.map(|index| index + base)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_world::files::FileProblem;

    const SQUARE: &str = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
                          usemtl red\nf 1/1 2/2 3/3 4/4\n";
    const MATERIALS: &str = "newmtl red\nKd 1 0 0\nd 0.5\nmap_Kd paint.png\n";

    fn companions(name: &str) -> Result<Vec<u8>, AssetProblem> {
        match name {
            "a.mtl" => Ok(MATERIALS.into()),
            _ => Err(FileProblem::Missing.into()),
        }
    }

    #[test]
    fn faces_materials_and_textures() {
        let mesh = decode_obj(SQUARE.as_bytes(), &companions, &Limits::default()).unwrap();
        assert_eq!(mesh.triangles.len(), 2);
        assert_eq!(mesh.uvs.len(), 4);
        let material = &mesh.materials[mesh.triangle_materials[1] as usize];
        assert_eq!((material.name.as_str(), material.rgba), ("red", [1.0, 0.0, 0.0, 0.5]));
        assert_eq!(material.texture_uri.as_deref(), Some("paint.png"));
    }

    #[test]
    fn missing_materials_are_no_reason_to_fail() {
        let text = SQUARE.replace("a.mtl", "gone.mtl");
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        assert_eq!(mesh.triangles.len(), 2);
        assert!(mesh.is_consistent());
    }

    #[test]
    fn lines_become_segments() {
        let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\nl -1 -3\n";
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        let ends: Vec<_> = mesh.wire_segments();
        let [a, b, c] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
        assert_eq!(ends, [[a, b], [b, c], [c, a]]);
        assert!(decode_obj(b"v 0 0 0\nl 1 2\n", &companions, &Limits::default()).is_err());
    }

    #[test]
    fn dangling_faces_are_refused() {
        for text in ["v 0 0 0\nf 1 2 3\n", "f -1 -2 -3\n", "v 0 0 0\nf 0 0 0\n"] {
            assert!(decode_obj(text.as_bytes(), &companions, &Limits::default()).is_err(), "{text}");
        }
        let few = Limits { triangle_count: 2, ..Limits::default() };
        assert!(matches!(
            decode_obj(SQUARE.as_bytes(), &companions, &few),
            Err(AssetProblem::TooMany { .. })
        ));
    }
}

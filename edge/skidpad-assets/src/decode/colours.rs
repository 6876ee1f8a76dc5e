//! Colours of single faces, as materials.

use super::effort::{Effort, material_bytes};
use crate::AssetProblem;
use skidpad_scene::{Material, Mesh};
use std::collections::{BTreeMap, BTreeSet};

/// Up to so many colours are kept as they are.
const MAX_EXACT_COLOURS: usize = 4096;

/// Give every triangle a material, tinted by its colour.
pub(crate) fn paint(
    mesh: &mut Mesh,
    material: &Material,
    colours: &[[u8; 4]],
    effort: &Effort,
) -> Result<(), AssetProblem> {
    let shade = if has_few(colours) { exact } else { coarse };
    let mut known = BTreeMap::new();
    mesh.triangle_materials.clear();
    mesh.materials.clear();
    for &colour in colours {
        let next = known.len() as u32;
        let shade = shade(colour);
        let index = *known.entry(shade).or_insert(next);
        if index == next {
            effort.hold(material_bytes(material))?;
            let tint = shade.map(|value| f32::from(value) / 255.0);
            let rgba = std::array::from_fn(|k| material.rgba[k] * tint[k]);
            mesh.materials.push(Material { rgba, ..material.clone() });
        }
        mesh.triangle_materials.push(index);
    }
    Ok(())
}

fn has_few(colours: &[[u8; 4]]) -> bool {
    let mut seen = BTreeSet::new();
    for colour in colours {
        if seen.insert(colour) && seen.len() > MAX_EXACT_COLOURS {
            return false;
        }
    }
    true
}

fn exact(colour: [u8; 4]) -> [u8; 4] {
    colour
}

/// A colour in steps of eight, so that a scan of a million shades has thousands of materials.
/// None and all of a colour stay what they are.
fn coarse(colour: [u8; 4]) -> [u8; 4] {
    colour.map(|value| if matches!(value, 0 | 255) { value } else { value & !7 | 4 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn colours_are_kept_unless_there_are_too_many() {
        let shades = |count: u32| {
            let colours: Vec<[u8; 4]> = (0..count).map(|k| [k as u8, (k >> 8) as u8, 0, 255]).collect();
            let mut mesh = Mesh { triangles: vec![[0; 3]; colours.len()], ..Mesh::default() };
            paint(&mut mesh, &Material::default(), &colours, &Effort::new(&Limits::default())).unwrap();
            assert_eq!(mesh.triangle_materials.len(), colours.len());
            mesh.materials.len()
        };
        assert_eq!(shades(4096), 4096);
        assert!(shades(65_536) < 2_000);
        assert_eq!(coarse([0, 1, 254, 255]), [0, 4, 252, 255]);
    }

    #[test]
    fn materials_of_all_parts_are_counted_before_they_are_made() {
        let effort = Effort::new(&Limits { decoded_bytes: 100_000, ..Limits::default() });
        let material = Material { texture_uri: Some("x".repeat(900)), ..Material::default() };
        let paint_part = |count: u8| {
            let colours: Vec<[u8; 4]> = (0..count).map(|k| [k, 0, 0, 255]).collect();
            let mut mesh = Mesh { triangles: vec![[0; 3]; colours.len()], ..Mesh::default() };
            paint(&mut mesh, &material, &colours, &effort)
        };
        assert_eq!([40; 3].map(|count| paint_part(count).is_ok()), [true, true, false]);
    }
}

//! Collision outlines: given by corners, by a primitive, or taken from meshes.

use skidpad_math::{Pose3, Primitive};
use skidpad_scene::{Affine, Assets, Mesh, Outline, OutlineCache, OutlineOptions, Solid, bodies};
use skidpad_world::description::{Polygon, Visual};

/// A prism in an object's frame.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Prism {
    /// Corners [m].
    pub(super) corners_m: Vec<[f64; 2]>,
    /// Lower and upper end [m].
    pub(super) z_m: [f64; 2],
}

/// The corners of a described polygon.
pub(super) fn corners_of(polygon: &Polygon) -> Vec<[f64; 2]> {
    polygon.iter().map(|corner| [corner.x, corner.y]).collect()
}

/// The outline of meshes within a height window, and of a primitive beside them; none if there is no mesh, or if
/// nothing lies in the window. Meshes that could not be read were reported when they were loaded, and are left out.
pub(super) fn from_visuals(
    visuals: &[Visual],
    scale: Option<f64>,
    beside: Option<&Primitive>,
    z_window_m: [f64; 2],
    assets: &Assets,
    cache: &mut OutlineCache,
) -> Option<Prism> {
    let placed = |visual: &Visual| affine(&visual.pose_in_object, scale.unwrap_or(visual.scale));
    let mut parts: Vec<(&str, &Mesh, Affine)> = visuals
        .iter()
        .filter_map(|visual| {
            let (uri, mesh) = assets.meshes.get_key_value(&visual.model.uri)?;
            Some((uri.as_str(), mesh.as_ref(), placed(visual)))
        })
        .collect();
    if parts.is_empty() {
        return None;
    }
    let primitive = beside.map(|geometry| {
        let Prism { corners_m, z_m } = from_geometry(geometry);
        (format!("{geometry:?}"), bodies::prism(&corners_m, z_m[0], z_m[1]))
    });
    parts.extend(primitive.iter().map(|(name, mesh)| (name.as_str(), mesh, Affine::IDENTITY)));
    let found = cache.outline(&parts, &OutlineOptions { z_window_m, ..OutlineOptions::default() })?;
    Some(Prism { corners_m: found.polygon.clone(), z_m: [found.z_min_m, found.z_max_m] })
}

fn affine(pose: &Pose3, scale: f64) -> Affine {
    let rows = pose.rotation().rows;
    Affine {
        linear: rows.map(|row| row.map(|entry| scale * entry)),
        translation_m: [pose.x_m, pose.y_m, pose.z_m],
    }
}

/// The outline of a primitive.
pub(super) fn from_geometry(geometry: &Primitive) -> Prism {
    let Outline { polygon, z_min_m, z_max_m } = geometry.outline();
    Prism { corners_m: polygon, z_m: [z_min_m, z_max_m] }
}

//! Collision outlines: given by corners, by a primitive, or taken from meshes.

use super::Builder;
use skidpad_math::{Pose3, Primitive};
use skidpad_scene::{Affine, Assets, Mesh, OutOfWork, Outline, OutlineCache, OutlineOptions, Solid, bodies};
use skidpad_world::Resource;
use skidpad_world::description::{Object, Polygon, Visual};

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

impl Builder<'_> {
    /// The outline of an object's visuals, as [`from_visuals`]; none too where the work for it is not left.
    pub(super) fn outline_of(
        &mut self,
        object: &Object,
        scale: Option<f64>,
        beside: Option<&Primitive>,
        z_window_m: [f64; 2],
    ) -> Option<Prism> {
        let before = self.account.spending.left(Resource::Work);
        let mut left = before;
        let cache = &mut self.outlines;
        let found = from_visuals(&object.visuals, scale, beside, z_window_m, self.assets, cache, &mut left);
        let Ok(found) = found else {
            self.charge_all_work(&object.name, object.place);
            return None;
        };
        self.charge(&object.name, object.place, Resource::Work, before - left);
        found
    }
}

/// The outline of meshes within a height window, and of a primitive beside them; none if there is no mesh, or if
/// nothing lies in the window. Meshes that could not be read were reported when they were loaded, and are left out.
fn from_visuals(
    visuals: &[Visual],
    scale: Option<f64>,
    beside: Option<&Primitive>,
    z_window_m: [f64; 2],
    assets: &Assets,
    cache: &mut OutlineCache,
    work_left: &mut u64,
) -> Result<Option<Prism>, OutOfWork> {
    let placed = |visual: &Visual| affine(&visual.pose_in_object, scale.unwrap_or(visual.scale));
    let mut parts: Vec<(&str, &Mesh, Affine)> = visuals
        .iter()
        .filter_map(|visual| {
            let (uri, mesh) = assets.meshes.get_key_value(&visual.model.uri)?;
            Some((uri.as_str(), mesh.as_ref(), placed(visual)))
        })
        .collect();
    if parts.is_empty() {
        return Ok(None);
    }
    let primitive = beside.map(|geometry| {
        let Prism { corners_m, z_m } = from_geometry(geometry);
        (format!("{geometry:?}"), bodies::prism(&corners_m, z_m[0], z_m[1]))
    });
    parts.extend(primitive.iter().map(|(name, mesh)| (name.as_str(), mesh, Affine::IDENTITY)));
    let options = OutlineOptions { z_window_m, ..OutlineOptions::default() };
    let found = cache.outline(&parts, &options, work_left)?;
    let prism = |it: &Outline| Prism { corners_m: it.polygon.clone(), z_m: [it.z_min_m, it.z_max_m] };
    Ok(found.as_deref().map(prism))
}

/// A pose and a scale in one.
pub(super) fn affine(pose: &Pose3, scale: f64) -> Affine {
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

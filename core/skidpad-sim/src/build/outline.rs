//! Collision outlines: given by corners, by a primitive, or taken from meshes.

use skidpad_math::{Pose3, sin_cos};
use skidpad_scene::{Affine, Assets, Mesh, OutlineCache, OutlineOptions, bodies};
use skidpad_world::description::{Geometry, Polygon, Visual};

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
/// nothing lies in the window. Meshes that could not be read are told of when they are, and left out.
pub(super) fn from_visuals(
    visuals: &[Visual],
    scale: Option<f64>,
    beside: Option<&Geometry>,
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
///
/// A round one becomes a regular polygon of at most twelve sides, grown to go around the circle when its
/// own slices are more than that (MVSim's rule).
pub(super) fn from_geometry(geometry: &Geometry) -> Prism {
    let centred = |lx: f64, ly: f64| {
        let (x, y) = (lx / 2.0, ly / 2.0);
        vec![[-x, -y], [x, -y], [x, y], [-x, y]]
    };
    match *geometry {
        Geometry::Cylinder { radius_m, length_m, vertex_count } => {
            Prism { corners_m: round(radius_m, vertex_count), z_m: [0.0, length_m] }
        }
        Geometry::Sphere { radius_m, vertex_count } => {
            Prism { corners_m: round(radius_m, vertex_count), z_m: [-radius_m, radius_m] }
        }
        Geometry::Box { lx_m, ly_m, lz_m } => {
            Prism { corners_m: vec![[0.0, 0.0], [lx_m, 0.0], [lx_m, ly_m], [0.0, ly_m]], z_m: [0.0, lz_m] }
        }
        Geometry::Ramp { lx_m, ly_m, lz_m } => {
            let y = ly_m / 2.0;
            Prism { corners_m: vec![[0.0, -y], [lx_m, -y], [lx_m, y], [0.0, y]], z_m: [0.0, lz_m] }
        }
        Geometry::SemiCylinderBump { lx_m, ly_m, lz_m, .. } => {
            Prism { corners_m: centred(lx_m, ly_m), z_m: [0.0, lz_m] }
        }
    }
}

fn round(radius_m: f64, slice_count: u32) -> Vec<[f64; 2]> {
    const MOST_SIDES: u32 = 12;
    let side_count = slice_count.clamp(3, MOST_SIDES);
    let step_rad = std::f64::consts::TAU / f64::from(side_count);
    let radius_m = if slice_count > MOST_SIDES { radius_m / sin_cos(step_rad / 2.0).1 } else { radius_m };
    (0..side_count)
        .map(|side| {
            let (sin, cos) = sin_cos(f64::from(side) * step_rad);
            [radius_m * cos, radius_m * sin]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_outline_goes_around_its_circle() {
        let fine = from_geometry(&Geometry::Cylinder { radius_m: 1.0, length_m: 2.0, vertex_count: 100 });
        assert_eq!((fine.corners_m.len(), fine.z_m), (12, [0.0, 2.0]));
        // The middle of each side touches the circle.
        let ([ax, ay], [bx, by]) = (fine.corners_m[0], fine.corners_m[1]);
        let middle = ((ax + bx) * (ax + bx) + (ay + by) * (ay + by)).sqrt() / 2.0;
        assert!((middle - 1.0).abs() < 1e-12);
        let coarse = from_geometry(&Geometry::Sphere { radius_m: 2.0, vertex_count: 5 });
        assert_eq!((coarse.corners_m.len(), coarse.z_m), (5, [-2.0, 2.0]));
        assert_eq!(coarse.corners_m[0], [2.0, 0.0]);
    }
}

//! Bodies of things that have no mesh: prisms, wheels, standing boxes.

use crate::planar::convex_pieces;
use skidpad_math::sin_cos;
use skidpad_scene::{Affine, Material, Mesh, Primitive};
use skidpad_world::description::Color;
use std::f64::consts::TAU;

/// A colour of a world as a surface.
pub(super) fn paint(color: Color) -> Material {
    let share = |value: u8| f32::from(value) / 255.0;
    let rgba = [share(color.red), share(color.green), share(color.blue), share(color.alpha)];
    Material { name: String::new(), rgba, texture_uri: None }
}

/// Give every triangle one material.
pub(super) fn painted(mut mesh: Mesh, material: Material) -> Mesh {
    mesh.triangle_materials = vec![0; mesh.triangles.len()];
    mesh.materials = vec![material];
    mesh
}

/// An upright prism over an outline; empty if the outline has no area.
pub(super) fn prism(corners_m: &[[f64; 2]], z_m: [f64; 2], color: Color) -> Mesh {
    let mut mesh = Mesh::default();
    for piece in convex_pieces(corners_m).unwrap_or_default() {
        append_convex_prism(&mut mesh, &piece, z_m);
    }
    painted(mesh, paint(color))
}

/// Add a prism over a convex, counter-clockwise outline.
pub(super) fn append_convex_prism(mesh: &mut Mesh, corners_m: &[[f64; 2]], [low, high]: [f64; 2]) {
    let base = mesh.positions.len() as u32;
    let n = corners_m.len() as u32;
    for z in [low, high] {
        mesh.positions.extend(corners_m.iter().map(|[x, y]| [*x as f32, *y as f32, z as f32]));
    }
    for k in 0..n {
        let next = (k + 1) % n;
        mesh.triangles.push([base + k, base + next, base + n + next]);
        mesh.triangles.push([base + k, base + n + next, base + n + k]);
    }
    for k in 1..n.saturating_sub(1) {
        mesh.triangles.push([base, base + k + 1, base + k]);
        mesh.triangles.push([base + n, base + n + k, base + n + k + 1]);
    }
}

/// Sides of a wheel.
const WHEEL_SIDES: u32 = 24;
/// Radius of the rim, as a share of the wheel's.
const RIM_SHARE: f64 = 0.62;
/// How far the rim stands out on each side, as a share of the width.
const RIM_LIP: f64 = 0.02;
/// Sectors of a rim: light and dark by turns, so that one sees it turn.
const RIM_SECTORS: u32 = 10;

/// A wheel about the y axis, centred: a tyre in its colour and a rim on each side.
pub(super) fn wheel(diameter_m: f64, width_m: f64, color: Color) -> Mesh {
    let radius_m = 0.5 * diameter_m;
    let tyre = Primitive::Cylinder { radius_m, length_m: width_m, vertex_count: WHEEL_SIDES }.mesh();
    // The cylinder's axis +z becomes +y: a turn of −90° about x, then half the width back.
    let lie = Affine {
        linear: [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        translation_m: [0.0, -0.5 * width_m, 0.0],
    };
    let mut mesh = Mesh::default();
    mesh.append_painted(&tyre, &lie, Some(&paint(color)));
    for side in [-1.0, 1.0] {
        let y = side * width_m * (0.5 + RIM_LIP);
        for sector in 0..RIM_SECTORS {
            let shade = if sector % 2 == 0 { 0.75 } else { 0.45 };
            let material = Material { rgba: [shade, shade, shade, 1.0], ..Material::default() };
            mesh.append_painted(
                &rim_sector(radius_m * RIM_SHARE, y, sector, side > 0.0),
                &Affine::IDENTITY,
                Some(&material),
            );
        }
    }
    mesh
}

fn rim_sector(radius_m: f64, y_m: f64, sector: u32, is_left: bool) -> Mesh {
    let point = |k: u32| {
        let (sin, cos) = sin_cos(TAU * f64::from(k) / f64::from(2 * RIM_SECTORS));
        [(radius_m * cos) as f32, y_m as f32, (radius_m * sin) as f32]
    };
    let positions =
        vec![[0.0, y_m as f32, 0.0], point(2 * sector), point(2 * sector + 1), point(2 * sector + 2)];
    // Counter-clockwise seen from outside: x towards z looks clockwise from +y.
    let triangles = if is_left { vec![[0, 2, 1], [0, 3, 2]] } else { vec![[0, 1, 2], [0, 2, 3]] };
    Mesh { positions, triangles, ..Mesh::default() }
}

/// The edges of a prism, as lines to look at.
pub(super) fn prism_lines(corners_m: &[[f64; 2]], [low, high]: [f64; 2]) -> Mesh {
    let n = corners_m.len() as u32;
    let at = |z: f64| corners_m.iter().map(move |[x, y]| [*x as f32, *y as f32, z as f32]);
    let around = (0..n).map(|k| [k, (k + 1) % n]);
    let segments =
        around.clone().chain(around.map(|[a, b]| [a + n, b + n])).chain((0..n).map(|k| [k, k + n]));
    Mesh { positions: at(low).chain(at(high)).collect(), segments: segments.collect(), ..Mesh::default() }
}

/// A capsule-like limb: a cylinder from the pivot downwards.
pub(super) fn limb(radius_m: f64, length_m: f64, color: Color) -> Mesh {
    let cylinder = Primitive::Cylinder { radius_m, length_m, vertex_count: 10 }.mesh();
    let mut mesh = Mesh::default();
    mesh.append_painted(&cylinder, &Affine::translation(0.0, 0.0, -length_m), Some(&paint(color)));
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const RED: Color = Color::rgb(255, 0, 0);

    #[test]
    fn a_prism_over_a_bent_outline_is_closed() {
        let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
        let mesh = prism(&corners, [0.5, 1.5], RED);
        assert!(mesh.is_consistent());
        let volume: f64 = mesh
            .triangle_corners()
            .map(|t| t.map(|p| p.map(f64::from)))
            .map(|[a, b, c]| {
                (a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0
            })
            .sum();
        assert!((volume - 3.0).abs() < 1e-5, "{volume}");
    }

    #[test]
    fn a_wheel_faces_outward_and_has_its_size() {
        let mesh = wheel(0.4, 0.1, RED);
        assert!(mesh.is_consistent());
        let (low, high) = mesh.bounds_m().unwrap();
        assert!((low[2] + 0.2).abs() < 1e-6 && (high[0] - 0.2).abs() < 1e-6);
        assert!((high[1] - 0.052).abs() < 1e-6 && (low[1] + 0.052).abs() < 1e-6);
        let mut edges = BTreeMap::new();
        for &[a, b, c] in &mesh.triangles {
            for edge in [(a, b), (b, c), (c, a)] {
                *edges.entry(edge).or_insert(0) += 1;
            }
        }
        assert!(edges.values().all(|&count| count == 1), "no triangle twice");
        // Rims face away from the middle.
        for (corners, material) in mesh.triangle_corners().zip(&mesh.triangle_materials) {
            if *material > 0 {
                let [a, b, c] = corners;
                let across_y = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
                assert!(across_y * a[1] > 0.0, "{corners:?}");
            }
        }
    }
}

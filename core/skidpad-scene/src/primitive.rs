//! The solids a block's `<geometry>` can be, as closed meshes and as exact outlines.

use crate::{Mesh, Outline};
use skidpad_math::{Primitive, cos, sin_cos};
use std::f64::consts::{PI, TAU};

/// Outlines of round things have at most this many corners, as in MVSim.
const MAX_OUTLINE_VERTICES: u32 = 12;
/// Meshes of round things have at most this many sides.
const MAX_SIDES: u32 = 1_000;

/// What a primitive looks like and where it stands.
pub trait Solid {
    /// A closed mesh, its triangles counter-clockwise seen from outside.
    fn mesh(&self) -> Mesh;

    /// What a horizontal plane at a height cuts out of its mesh; none where it passes above or below.
    fn section(&self, z_m: f64) -> Option<Vec<[f64; 2]>>;

    /// The exact footprint and height. Round things become regular polygons with at most twelve
    /// corners; one with more sides than that is enclosed (world-format §6.4).
    fn outline(&self) -> Outline;
}

impl Solid for Primitive {
    fn mesh(&self) -> Mesh {
        match *self {
            Primitive::Cylinder { radius_m, length_m, vertex_count } => {
                extruded(&circle(radius_m, sides(vertex_count)), 0.0, length_m, |[x, y], z| [x, y, z])
            }
            Primitive::Sphere { radius_m, vertex_count } => sphere(radius_m, sides(vertex_count)),
            Primitive::Box { lx_m, ly_m, lz_m } => {
                let base = [[0.0, 0.0], [lx_m, 0.0], [lx_m, ly_m], [0.0, ly_m]];
                extruded(&base, 0.0, lz_m, |[x, y], z| [x, y, z])
            }
            Primitive::Ramp { lx_m, ly_m, lz_m } => {
                // The profile is drawn in (z, x): z × x = y, along which it is drawn out.
                let profile = [[0.0, 0.0], [lz_m, lx_m], [0.0, lx_m]];
                extruded(&profile, -0.5 * ly_m, 0.5 * ly_m, |[z, x], y| [x, y, z])
            }
            Primitive::SemiCylinderBump { lx_m, ly_m, lz_m, vertex_count } => {
                let profile: Vec<_> = arc(ly_m, lz_m, sides(vertex_count)).collect();
                extruded(&profile, -0.5 * lx_m, 0.5 * lx_m, |[y, z], x| [x, y, z])
            }
            Primitive::Cone { radius_m, length_m, vertex_count } => {
                cone(radius_m, length_m, sides(vertex_count))
            }
        }
    }

    fn section(&self, z_m: f64) -> Option<Vec<[f64; 2]>> {
        let within = |low_m: f64, high_m: f64| (low_m <= z_m && z_m <= high_m).then_some(());
        let centred = |x: f64, y: f64| vec![[-x, -y], [x, -y], [x, y], [-x, y]];
        Some(match *self {
            Primitive::Cylinder { radius_m, length_m, vertex_count } => {
                within(0.0, length_m)?;
                circle(radius_m, sides(vertex_count))
            }
            Primitive::Cone { radius_m, length_m, vertex_count } => {
                within(0.0, length_m)?;
                circle(radius_m * (1.0 - z_m / length_m), sides(vertex_count))
            }
            Primitive::Sphere { radius_m, vertex_count } => {
                let count = sides(vertex_count);
                let parallel_m = |ring: u32| {
                    let (sin, cos) = sin_cos(PI * f64::from(ring) / f64::from(ring_count(count) + 1));
                    [radius_m * sin, -radius_m * cos]
                };
                circle(chord((0..=ring_count(count) + 1).map(parallel_m), z_m)?, count)
            }
            Primitive::Box { lx_m, ly_m, lz_m } => {
                within(0.0, lz_m)?;
                vec![[0.0, 0.0], [lx_m, 0.0], [lx_m, ly_m], [0.0, ly_m]]
            }
            Primitive::Ramp { lx_m, ly_m, lz_m } => {
                within(0.0, lz_m)?;
                let (from, y) = (lx_m * z_m / lz_m, 0.5 * ly_m);
                vec![[from, -y], [lx_m, -y], [lx_m, y], [from, y]]
            }
            Primitive::SemiCylinderBump { lx_m, ly_m, lz_m, vertex_count } => {
                let arc = arc(ly_m, lz_m, sides(vertex_count));
                // The crest may be off the middle by rounding.
                let right = arc.take_while(|[y, _]| *y >= -1e-9 * ly_m);
                centred(0.5 * lx_m, chord(right, z_m)?)
            }
        })
    }

    fn outline(&self) -> Outline {
        let rectangle = |x0: f64, x1: f64, y0: f64, y1: f64| vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
        let (polygon, z_min_m, z_max_m) = match *self {
            Primitive::Cylinder { radius_m, length_m, vertex_count }
            | Primitive::Cone { radius_m, length_m, vertex_count } => {
                (round_outline(radius_m, vertex_count), 0.0, length_m)
            }
            Primitive::Sphere { radius_m, vertex_count } => {
                (round_outline(radius_m, vertex_count), -radius_m, radius_m)
            }
            Primitive::Box { lx_m, ly_m, lz_m } => (rectangle(0.0, lx_m, 0.0, ly_m), 0.0, lz_m),
            Primitive::Ramp { lx_m, ly_m, lz_m } => {
                (rectangle(0.0, lx_m, -0.5 * ly_m, 0.5 * ly_m), 0.0, lz_m)
            }
            Primitive::SemiCylinderBump { lx_m, ly_m, lz_m, .. } => {
                (rectangle(-0.5 * lx_m, 0.5 * lx_m, -0.5 * ly_m, 0.5 * ly_m), 0.0, lz_m)
            }
        };
        Outline { polygon, z_min_m, z_max_m }
    }
}

fn sides(vertex_count: u32) -> u32 {
    vertex_count.clamp(3, MAX_SIDES)
}

fn circle(radius_m: f64, count: u32) -> Vec<[f64; 2]> {
    let step_rad = TAU / f64::from(count);
    let corner = |k: u32| {
        let (sin, cos) = sin_cos(f64::from(k) * step_rad);
        [radius_m * cos, radius_m * sin]
    };
    (0..count).map(corner).collect()
}

/// Corners (y, z) of half an ellipse, from right to left.
fn arc(ly_m: f64, lz_m: f64, count: u32) -> impl Iterator<Item = [f64; 2]> {
    (0..count).map(move |k| {
        let (sin, cos) = sin_cos(PI * f64::from(k) / f64::from(count - 1));
        [0.5 * ly_m * cos, lz_m * sin]
    })
}

/// Rings of a sphere between its poles.
fn ring_count(count: u32) -> u32 {
    (count / 2).max(2) - 1
}

/// How wide a profile of corners (width, height), from below upwards, is at a height.
fn chord(mut profile: impl Iterator<Item = [f64; 2]>, z_m: f64) -> Option<f64> {
    let mut below = profile.next()?;
    for above in profile {
        if below[1] <= z_m && z_m <= above[1] && below[1] < above[1] {
            let share = (z_m - below[1]) / (above[1] - below[1]);
            return Some(below[0] + share * (above[0] - below[0]));
        }
        below = above;
    }
    None
}

fn round_outline(radius_m: f64, vertex_count: u32) -> Vec<[f64; 2]> {
    let count = sides(vertex_count);
    if count <= MAX_OUTLINE_VERTICES {
        circle(radius_m, count)
    } else {
        circle(radius_m / cos(PI / f64::from(MAX_OUTLINE_VERTICES)), MAX_OUTLINE_VERTICES)
    }
}

/// A convex profile drawn out along a third axis. `place` maps profile coordinates (u, v) and
/// the length w to space, with u × v = w.
fn extruded(profile: &[[f64; 2]], low: f64, high: f64, place: impl Fn([f64; 2], f64) -> [f64; 3]) -> Mesh {
    let n = profile.len() as u32;
    let point = |p: &[f64; 2], w: f64| place(*p, w).map(|value| value as f32);
    let mut mesh = Mesh::default();
    mesh.positions.extend(profile.iter().map(|p| point(p, low)));
    mesh.positions.extend(profile.iter().map(|p| point(p, high)));
    for k in 0..n {
        let next = (k + 1) % n;
        mesh.triangles.push([k, next, n + next]);
        mesh.triangles.push([k, n + next, n + k]);
    }
    for k in 1..n - 1 {
        mesh.triangles.push([0, k + 1, k]);
        mesh.triangles.push([n, n + k, n + k + 1]);
    }
    mesh
}

/// Sides between a circle and its tip, and the disc below.
fn cone(radius_m: f64, length_m: f64, count: u32) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.positions.extend(circle(radius_m, count).iter().map(|[x, y]| [*x as f32, *y as f32, 0.0]));
    mesh.positions.extend([[0.0; 3], [0.0, 0.0, length_m as f32]]);
    for k in 0..count {
        let next = (k + 1) % count;
        mesh.triangles.extend([[k, next, count + 1], [next, k, count]]);
    }
    mesh
}

/// A sphere of rings between two poles.
fn sphere(radius_m: f64, count: u32) -> Mesh {
    let rings = ring_count(count);
    let mut mesh = Mesh::default();
    mesh.positions.push([0.0, 0.0, -radius_m as f32]);
    for ring in 1..=rings {
        let (sin, cos) = sin_cos(PI * f64::from(ring) / f64::from(rings + 1));
        let z = (-radius_m * cos) as f32;
        mesh.positions.extend(circle(radius_m * sin, count).iter().map(|[x, y]| [*x as f32, *y as f32, z]));
    }
    let top = mesh.positions.len() as u32;
    mesh.positions.push([0.0, 0.0, radius_m as f32]);
    for k in 0..count {
        let next = (k + 1) % count;
        mesh.triangles.push([0, 1 + next, 1 + k]);
        mesh.triangles.push([top, top - count + k, top - count + next]);
        for ring in 0..rings - 1 {
            let (low, high) = (1 + ring * count, 1 + (ring + 1) * count);
            mesh.triangles.push([low + k, low + next, high + next]);
            mesh.triangles.push([low + k, high + next, high + k]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::area_m2;
    use crate::{Affine, OutlineOptions, outline};
    use std::collections::BTreeMap;

    const SOLIDS: [Primitive; 6] = [
        Primitive::Cylinder { radius_m: 2.0, length_m: 3.0, vertex_count: 200 },
        Primitive::Sphere { radius_m: 2.0, vertex_count: 200 },
        Primitive::Box { lx_m: 1.0, ly_m: 2.0, lz_m: 3.0 },
        Primitive::Ramp { lx_m: 4.0, ly_m: 2.0, lz_m: 1.0 },
        Primitive::SemiCylinderBump { lx_m: 4.0, ly_m: 2.0, lz_m: 0.5, vertex_count: 200 },
        Primitive::Cone { radius_m: 2.0, length_m: 3.0, vertex_count: 200 },
    ];

    /// Six times the volume is the sum of a · (b × c); positive if the triangles face outward.
    fn volume_m3(mesh: &Mesh) -> f64 {
        let corners = mesh.triangle_corners().map(|t| t.map(|p| p.map(f64::from)));
        let six = |[a, b, c]: [[f64; 3]; 3]| {
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        corners.map(six).sum::<f64>() / 6.0
    }

    #[test]
    fn meshes_are_closed_and_face_outward_with_the_right_volume() {
        let volumes = [PI * 4.0 * 3.0, 4.0 / 3.0 * PI * 8.0, 6.0, 4.0, PI / 2.0 * 0.5 * 4.0, PI * 4.0];
        for (solid, expected) in SOLIDS.iter().zip(volumes) {
            let mesh = solid.mesh();
            assert!(mesh.is_consistent());
            let mut edges = BTreeMap::new();
            for &[a, b, c] in &mesh.triangles {
                for edge in [(a, b), (b, c), (c, a)] {
                    *edges.entry(edge).or_insert(0) += 1;
                }
            }
            let is_closed = edges.iter().all(|(&(a, b), &count)| count == 1 && edges.contains_key(&(b, a)));
            assert!(is_closed, "{solid:?}");
            let volume = volume_m3(&mesh);
            assert!((volume / expected - 1.0).abs() < 1e-3, "{solid:?}: {volume} is not {expected}");
        }
    }

    #[test]
    fn exact_outlines_agree_with_those_of_the_meshes() {
        for solid in SOLIDS {
            let exact = solid.outline();
            let taken = outline(&[(&solid.mesh(), Affine::IDENTITY)], &OutlineOptions::default()).unwrap();
            let ratio = area_m2(&exact.polygon) / area_m2(&taken.polygon);
            assert!((0.97..1.03).contains(&ratio), "{solid:?}: {ratio}");
            assert!(
                (exact.z_min_m - taken.z_min_m).abs() < 1e-3 && (exact.z_max_m - taken.z_max_m).abs() < 1e-3
            );
        }
    }

    /// Each section is the hull of what the plane cuts out of the edges of the mesh.
    #[test]
    fn sections_are_those_of_the_meshes() {
        let coarse = [
            Primitive::Sphere { radius_m: 2.0, vertex_count: 7 },
            Primitive::Cylinder { radius_m: 2.0, length_m: 3.0, vertex_count: 3 },
            Primitive::SemiCylinderBump { lx_m: 4.0, ly_m: 2.0, lz_m: 0.5, vertex_count: 6 },
            Primitive::SemiCylinderBump { lx_m: 4.0, ly_m: 2.0, lz_m: 0.5, vertex_count: 9 },
            Primitive::Cone { radius_m: 2.0, length_m: 3.0, vertex_count: 5 },
        ];
        let bumps = (3..40).map(|vertex_count| Primitive::SemiCylinderBump {
            lx_m: 4.0,
            ly_m: 2.0,
            lz_m: 0.5,
            vertex_count,
        });
        for solid in SOLIDS.into_iter().chain(coarse).chain(bumps) {
            let mesh = solid.mesh();
            for z_m in [-3.0, -1.7, -0.9, 0.07, 0.31, 0.44, 0.48, 0.4999, 0.9, 1.6, 2.7, 3.5] {
                let mut cut = Vec::new();
                for [a, b, c] in mesh.triangle_corners().map(|t| t.map(|p| p.map(f64::from))) {
                    for [p, q] in [[a, b], [b, c], [c, a]] {
                        if (p[2] < z_m) != (q[2] < z_m) {
                            let share = (z_m - p[2]) / (q[2] - p[2]);
                            cut.push([0, 1].map(|k| p[k] + share * (q[k] - p[k])));
                        }
                    }
                }
                let expected = area_m2(&crate::polygon::convex_hull(&cut));
                let found = solid.section(z_m).map_or(0.0, |section| area_m2(&section));
                assert!((found - expected).abs() < 1e-4, "{solid:?} at {z_m}: {found} is not {expected}");
            }
        }
    }

    #[test]
    fn round_outlines_have_the_corners_asked_for_up_to_twelve() {
        let corners = |vertex_count| {
            Primitive::Cylinder { radius_m: 1.0, length_m: 1.0, vertex_count }.outline().polygon
        };
        assert_eq!(corners(10).len(), 10);
        assert!(corners(10).iter().all(|p| (p[0] * p[0] + p[1] * p[1] - 1.0).abs() < 1e-12));
        let enclosing = corners(50);
        assert_eq!(enclosing.len(), 12);
        let middle = [0, 1].map(|k| 0.5 * (enclosing[0][k] + enclosing[1][k]));
        assert!(
            (middle[0] * middle[0] + middle[1] * middle[1] - 1.0).abs() < 1e-12,
            "sides touch the circle"
        );
        assert_eq!(corners(0).len(), 3);
    }
}

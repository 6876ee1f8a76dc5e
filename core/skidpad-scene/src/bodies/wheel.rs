//! A tyre, and a rim with spokes that show its rotation.

use super::colour;
use crate::{Affine, Material, Mesh};
use skidpad_math::sin_cos;
use std::f64::consts::TAU;

/// Sides of the tyre.
const SIDES: u32 = 24;
/// Spokes of the rim: every fourth of the sides.
const SPOKE_EVERY: u32 = 4;
/// Radius of the rim, in parts of the wheel's.
const RIM: f64 = 0.68;
/// The rim lies deeper than the tyre by this part of half the width.
const RIM_DEPTH: f64 = 0.25;

/// A wheel about the y axis, centred at its hub: a tyre and a light rim with dark spokes.
pub fn wheel(diameter_m: f64, width_m: f64, tyre: &Material) -> Mesh {
    let metal = colour([0.75, 0.75, 0.78, 1.0]);
    let spoke = colour([0.30, 0.30, 0.32, 1.0]);
    let (radius, half) = (0.5 * diameter_m, 0.5 * width_m);
    let (rim, deep) = (RIM * radius, (1.0 - RIM_DEPTH) * half);
    let at = |k: u32, r: f64, y: f64| {
        let (sin, cos) = sin_cos(TAU * f64::from(k % SIDES) / f64::from(SIDES));
        [r * cos, y, r * sin]
    };
    let mut parts = [Mesh::default(), Mesh::default(), Mesh::default()];
    for k in 0..SIDES {
        // The tread, then on each side the flank, the step inwards and the disc of the rim.
        super::add_quad(
            &mut parts[0],
            [at(k, radius, -half), at(k, radius, half), at(k + 1, radius, half), at(k + 1, radius, -half)],
        );
        for side in [1.0, -1.0] {
            let ring = |r0: f64, y0: f64, r1: f64, y1: f64| {
                let quad = [
                    at(k, r0, y0 * side),
                    at(k, r1, y1 * side),
                    at(k + 1, r1, y1 * side),
                    at(k + 1, r0, y0 * side),
                ];
                if side > 0.0 { quad } else { [quad[3], quad[2], quad[1], quad[0]] }
            };
            super::add_quad(&mut parts[0], ring(radius, half, rim, half));
            super::add_quad(&mut parts[1], ring(rim, half, rim, deep));
            let disc = if k.is_multiple_of(SPOKE_EVERY) { 2 } else { 1 };
            let base = parts[disc].positions.len() as u32;
            let [a, b] = [at(k, rim, deep * side), at(k + 1, rim, deep * side)];
            let corners = [[0.0, deep * side, 0.0], a, b];
            parts[disc].positions.extend(corners.map(|p| p.map(|value| value as f32)));
            let order = if side > 0.0 { [base, base + 2, base + 1] } else { [base, base + 1, base + 2] };
            parts[disc].triangles.push(order);
        }
    }
    let mut mesh = Mesh::default();
    for (part, material) in parts.iter().zip([tyre, &metal, &spoke]) {
        mesh.append_painted(part, &Affine::IDENTITY, Some(material));
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::super::tests::{is_closed, range_m, volume_m3};
    use super::*;

    #[test]
    fn a_wheel_is_closed_and_has_its_size() {
        let mesh = wheel(0.6, 0.2, &colour([0.1, 0.1, 0.1, 1.0]));
        assert!(mesh.is_consistent() && is_closed(&mesh));
        let (low, high) = mesh.bounds_m().unwrap();
        assert_eq!((low[1], high[1], high[0]), (-0.1, 0.1, 0.3));
        let volume = volume_m3(&mesh);
        let full = std::f64::consts::PI * 0.09 * 0.2;
        assert!(volume > 0.8 * full && volume < full, "{volume} of {full}");
        let to_rim = range_m(&mesh, [0.05, 1.0, 0.03], [0.0, -1.0, 0.0]).unwrap();
        assert!((to_rim - 0.925).abs() < 1e-6);
        assert_eq!(mesh.materials.len(), 3);
    }
}

//! Outlines drawn upwards: chassis and blocks.

use crate::Mesh;
use crate::polygon::{area_m2, triangulated};

/// A simple polygon drawn from `z_min_m` to `z_max_m`: the default chassis and block.
/// Its corners may go round either way. Closed, unless the polygon crosses itself.
pub fn prism(polygon: &[[f64; 2]], z_min_m: f64, z_max_m: f64) -> Mesh {
    let mut corners = polygon.to_vec();
    if area_m2(&corners) < 0.0 {
        corners.reverse();
    }
    let mut mesh = Mesh::default();
    if corners.len() < 3 {
        return mesh;
    }
    let n = corners.len() as u32;
    for z in [z_min_m, z_max_m] {
        mesh.positions.extend(corners.iter().map(|p| [p[0] as f32, p[1] as f32, z as f32]));
    }
    for k in 0..n {
        let next = (k + 1) % n;
        mesh.triangles.extend([[k, next, n + next], [k, n + next, n + k]]);
    }
    for [a, b, c] in triangulated(&corners) {
        mesh.triangles.extend([[a, c, b], [n + a, n + b, n + c]]);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::super::tests::{is_closed, volume_m3};
    use super::*;

    #[test]
    fn prisms_are_closed_and_hold_area_times_height() {
        let arrow = [[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [1.5, 0.5], [0.0, 2.0]];
        let mut backwards = arrow;
        backwards.reverse();
        for polygon in [&arrow[..], &backwards[..]] {
            let mesh = prism(polygon, -0.5, 1.5);
            assert!(mesh.is_consistent() && is_closed(&mesh));
            let expected = area_m2(&arrow) * 2.0;
            assert!((volume_m3(&mesh) - expected).abs() < 1e-5, "{}", volume_m3(&mesh));
        }
        assert_eq!(prism(&arrow[..2], 0.0, 1.0), Mesh::default());
    }
}

//! An upright wall with doors and windows cut out.

use super::add_quad;
use crate::Mesh;

/// A hole through a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// From here along the wall [m] …
    pub from_m: f64,
    /// … to here [m].
    pub to_m: f64,
    /// Lower edge, above the wall's foot [m].
    pub z_min_m: f64,
    /// Upper edge, above the wall's foot [m].
    pub z_max_m: f64,
}

/// Where the edges of openings cut a wall along its length and its height.
fn cuts(length_m: f64, height_m: f64, openings: &[Opening]) -> [Vec<f64>; 2] {
    let cuts = |end: f64, edges: &dyn Fn(&Opening) -> [f64; 2]| {
        let inside = openings.iter().flat_map(edges).filter(|&cut| cut > 0.0 && cut < end);
        let mut cuts: Vec<f64> = [0.0, end].into_iter().chain(inside).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        cuts
    };
    [
        cuts(length_m, &|opening| [opening.from_m, opening.to_m]),
        cuts(height_m, &|opening| [opening.z_min_m, opening.z_max_m]),
    ]
}

/// Into how many panels the edges of openings cut a wall, holes included.
pub fn panel_count(length_m: f64, height_m: f64, openings: &[Opening]) -> usize {
    let [xs, zs] = cuts(length_m, height_m, openings);
    (xs.len() - 1).saturating_mul(zs.len() - 1)
}

/// A wall along x from 0 to `length_m`, from z = 0 to `height_m`, its thickness shared evenly by
/// both sides of the x axis. Openings may overlap and reach over the wall's ends; what is left is a
/// closed body. Texture coordinates count along the wall and upwards, one picture per
/// `texture_size_m`.
pub fn wall(
    length_m: f64,
    height_m: f64,
    thickness_m: f64,
    openings: &[Opening],
    texture_size_m: [f64; 2],
) -> Mesh {
    let [xs, zs] = cuts(length_m, height_m, openings);
    // Panels between cuts; one outside the wall is not solid.
    let is_solid = |i: isize, k: isize| {
        let (Ok(i), Ok(k)) = (usize::try_from(i), usize::try_from(k)) else {
            return false;
        };
        if i + 1 >= xs.len() || k + 1 >= zs.len() {
            return false;
        }
        let (x, z) = (0.5 * (xs[i] + xs[i + 1]), 0.5 * (zs[k] + zs[k + 1]));
        !openings.iter().any(|o| o.from_m < x && x < o.to_m && o.z_min_m < z && z < o.z_max_m)
    };
    let (left, right) = (0.5 * thickness_m, -0.5 * thickness_m);
    let mut mesh = Mesh::default();
    for i in 0..xs.len() as isize - 1 {
        for k in 0..zs.len() as isize - 1 {
            if !is_solid(i, k) {
                continue;
            }
            let [x0, x1] = [xs[i as usize], xs[i as usize + 1]];
            let [z0, z1] = [zs[k as usize], zs[k as usize + 1]];
            add_quad(&mut mesh, [[x0, right, z0], [x1, right, z0], [x1, right, z1], [x0, right, z1]]);
            add_quad(&mut mesh, [[x1, left, z0], [x0, left, z0], [x0, left, z1], [x1, left, z1]]);
            if !is_solid(i - 1, k) {
                add_quad(&mut mesh, [[x0, left, z0], [x0, right, z0], [x0, right, z1], [x0, left, z1]]);
            }
            if !is_solid(i + 1, k) {
                add_quad(&mut mesh, [[x1, right, z0], [x1, left, z0], [x1, left, z1], [x1, right, z1]]);
            }
            if !is_solid(i, k - 1) {
                add_quad(&mut mesh, [[x0, left, z0], [x1, left, z0], [x1, right, z0], [x0, right, z0]]);
            }
            if !is_solid(i, k + 1) {
                add_quad(&mut mesh, [[x0, right, z1], [x1, right, z1], [x1, left, z1], [x0, left, z1]]);
            }
        }
    }
    let [size_x, size_z] = texture_size_m.map(|size| if size > 0.0 { size as f32 } else { 1.0 });
    mesh.uvs = mesh.positions.iter().map(|p| [p[0] / size_x, p[2] / size_z]).collect();
    mesh
}

#[cfg(test)]
mod tests {
    use super::super::tests::{is_closed, range_m, volume_m3};
    use super::*;

    #[test]
    fn doors_and_windows_are_holes_in_a_closed_body() {
        let door = Opening { from_m: 1.0, to_m: 2.0, z_min_m: 0.0, z_max_m: 2.0 };
        let window = Opening { from_m: 3.0, to_m: 4.0, z_min_m: 1.0, z_max_m: 2.0 };
        let mesh = wall(5.0, 3.0, 0.2, &[door, window], [1.0, 1.0]);
        assert!(mesh.is_consistent() && is_closed(&mesh));
        assert!((volume_m3(&mesh) - (15.0 - 2.0 - 1.0) * 0.2).abs() < 1e-5);
        let look = |x: f32, z: f32| range_m(&mesh, [x, -2.0, z], [0.0, 1.0, 0.0]);
        assert_eq!((look(1.5, 1.0), look(3.5, 1.5)), (None, None));
        for (x, z) in [(0.5, 1.0), (1.5, 2.5), (3.5, 0.5), (3.5, 2.5), (4.5, 1.5)] {
            assert!((look(x, z).unwrap() - 1.9).abs() < 1e-6, "{x} {z}");
        }
    }

    #[test]
    fn panels_lie_between_the_edges_of_openings() {
        let hole = |at: f64| Opening { from_m: at, to_m: at + 0.5, z_min_m: 0.1 * at, z_max_m: 2.0 };
        assert_eq!(panel_count(9.0, 3.0, &[]), 1);
        assert_eq!(panel_count(9.0, 3.0, &[hole(1.0)]), 9);
        assert_eq!(panel_count(9.0, 3.0, &[hole(1.0), hole(1.0)]), 9);
        assert_eq!(panel_count(9.0, 3.0, &[hole(1.0), hole(3.0)]), 20);
        assert_eq!(panel_count(0.0, 3.0, &[hole(1.0)]), 0);
    }

    #[test]
    fn odd_openings_leave_sound_walls() {
        let all = Opening { from_m: -1.0, to_m: 9.0, z_min_m: -1.0, z_max_m: 9.0 };
        assert_eq!(wall(5.0, 3.0, 0.2, &[all], [1.0, 1.0]).triangles.len(), 0);
        let over_the_end = Opening { from_m: 4.0, to_m: 9.0, z_min_m: 1.0, z_max_m: 9.0 };
        let overlapping = Opening { from_m: 3.5, to_m: 4.5, z_min_m: 0.5, z_max_m: 1.5 };
        let mesh = wall(5.0, 3.0, 0.2, &[over_the_end, overlapping], [0.0, 1.0]);
        assert!(mesh.is_consistent() && is_closed(&mesh));
        assert!((volume_m3(&mesh) - (15.0 - 2.0 - 1.0 + 0.25) * 0.2).abs() < 1e-5);
    }
}

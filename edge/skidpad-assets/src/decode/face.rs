//! Faces of many corners, cut into triangles.

use skidpad_scene::Mesh;
use skidpad_scene::polygon::{Point, triangulated};

/// Looking for the ears of a face takes time that grows with the square of its corners. A file may ask for so much of
/// it: a face of 5 000 corners, or 6 000 of 64. What has notches beyond that gets fans.
const MOST_EFFORT: u64 = 25_000_000;
/// Part of a face's area by which a fan may turn back: what rounding bends is no notch.
const ROUNDING: f64 = 1e-6;

/// Cuts the faces of one file.
pub(crate) struct FaceCutter {
    effort_left: u64,
}

impl FaceCutter {
    pub(crate) fn new() -> FaceCutter {
        FaceCutter { effort_left: MOST_EFFORT }
    }

    /// Add the triangles of a face, wound as it is: a fan from the first corner where that covers it,
    /// else by its ears. What has no area, or is no number, gets the fan as well.
    /// Every corner is below the count of the mesh's positions.
    pub(crate) fn push(&mut self, mesh: &mut Mesh, corners: &[u32]) {
        let Some((&first, rest)) = corners.split_first() else { return };
        let outline = if corners.len() < 4 { None } else { flattened(mesh, corners) };
        if let Some(outline) = outline
            && !is_fan(&outline)
            && self.can_afford(corners.len())
        {
            let ears = triangulated(&outline);
            mesh.triangles.extend(ears.iter().map(|ear| ear.map(|corner| corners[corner as usize])));
        } else {
            mesh.triangles.extend(rest.windows(2).map(|edge| [first, edge[0], edge[1]]));
        }
    }

    /// Whether a face of so many corners may be searched; if so, it counts.
    fn can_afford(&mut self, corner_count: usize) -> bool {
        let left = self.effort_left.checked_sub((corner_count as u64).saturating_pow(2));
        self.effort_left = left.unwrap_or(self.effort_left);
        left.is_some()
    }
}

/// The face seen along the axis that its normal (Newell's) is nearest to, from the side where it runs
/// counter-clockwise, its first corner at the origin. None for a face without area.
fn flattened(mesh: &Mesh, corners: &[u32]) -> Option<Vec<Point>> {
    let at = |corner: u32| mesh.positions[corner as usize].map(f64::from);
    let origin = at(*corners.first()?);
    let relative = |corner: u32| {
        let [x, y, z] = at(corner);
        [x - origin[0], y - origin[1], z - origin[2]]
    };
    let mut normal = [0.0; 3];
    for edge in corners.windows(2) {
        let (p, q) = (relative(edge[0]), relative(edge[1]));
        for (axis, sum) in normal.iter_mut().enumerate() {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            *sum += p[u] * q[v] - p[v] * q[u];
        }
    }
    let axis = (0..3).fold(0, |best, axis| if normal[axis].abs() > normal[best].abs() { axis } else { best });
    let is_sound = normal.iter().all(|value| value.is_finite()) && normal[axis] != 0.0;
    let [u, v] = match normal[axis] > 0.0 {
        true => [(axis + 1) % 3, (axis + 2) % 3],
        false => [(axis + 2) % 3, (axis + 1) % 3],
    };
    is_sound.then(|| {
        let seen = |&corner: &u32| {
            let p = relative(corner);
            [p[u], p[v]]
        };
        corners.iter().map(seen).collect()
    })
}

/// True if no triangle from the first corner, the origin, to an edge turns back.
fn is_fan(outline: &[Point]) -> bool {
    let areas = outline.windows(2).map(|edge| edge[0][0] * edge[1][1] - edge[0][1] * edge[1][0]);
    let most_back = -ROUNDING * areas.clone().sum::<f64>();
    areas.into_iter().all(|area| area >= most_back)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mesh with these corners and the one face they make.
    fn face(positions: Vec<[f32; 3]>) -> Mesh {
        let corners: Vec<u32> = (0..positions.len() as u32).collect();
        let mut mesh = Mesh { positions, ..Mesh::default() };
        FaceCutter::new().push(&mut mesh, &corners);
        mesh
    }

    /// Area along an axis of each triangle, doubled.
    fn areas(mesh: &Mesh, axis: usize) -> Vec<f32> {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let area = |[a, b, c]: [[f32; 3]; 3]| (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
        mesh.triangle_corners().map(area).collect()
    }

    #[test]
    fn notches_stay_open_on_every_side() {
        // An L of area 3 whose fan from the first corner covers the notch.
        let l = [[2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.0, 0.0]];
        for axis in 0..3 {
            for is_backwards in [false, true] {
                let mut positions = l.map(|[u, v]| {
                    let mut p = [7.0; 3];
                    (p[(axis + 1) % 3], p[(axis + 2) % 3]) = (u, v);
                    p
                });
                if is_backwards {
                    positions.reverse();
                }
                let areas = areas(&face(positions.to_vec()), axis);
                let sign = if is_backwards { -1.0 } else { 1.0 };
                assert_eq!(areas.len(), 4);
                assert!(areas.iter().all(|area| area * sign >= 0.0), "{areas:?}");
                assert_eq!(areas.iter().sum::<f32>(), 6.0 * sign);
            }
        }
    }

    #[test]
    fn what_a_fan_covers_stays_a_fan() {
        let fan = |count: u32| (1..count - 1).map(|k| [0, k, k + 1]).collect::<Vec<_>>();
        let check = |positions: &[[f32; 3]]| {
            assert_eq!(face(positions.to_vec()).triangles, fan(positions.len() as u32), "{positions:?}");
        };
        check(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        check(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.2], [1.0, 1.0, 0.0], [0.0, 1.0, 0.2]]);
        check(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
        // Without area, not numbers, or too large to be taken apart.
        check(&[[1.0, 1.0, 1.0]; 5]);
        check(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
        check(&[[f32::NAN; 3]; 4]);
        check(&[[f32::MAX; 3], [f32::MIN; 3], [f32::INFINITY; 3], [0.0; 3]]);
        let comb = |k: u32| [k as f32, (k % 2) as f32, 0.0];
        check(&(0..100_000).map(comb).collect::<Vec<_>>());
        assert_eq!(face(vec![[0.0; 3]; 2]).triangles.len(), 0);
    }

    /// 40 000 copies of a star of 200 corners would take seconds: the first 625 are cut, the rest are fans.
    #[test]
    fn a_file_of_many_notches_takes_bounded_time() {
        let star = |k: u32| {
            let angle = std::f32::consts::TAU * k as f32 / 200.0;
            let radius = if k.is_multiple_of(2) { 2.0 } else { 1.0 };
            [radius * angle.cos(), radius * angle.sin(), 0.0]
        };
        let corners: Vec<u32> = (0..200).collect();
        let mut mesh = Mesh { positions: corners.iter().map(|&k| star(k)).collect(), ..Mesh::default() };
        let (mut cutter, fan) = (FaceCutter::new(), [0, 1, 2]);
        for number in 0..40_000 {
            mesh.triangles.clear();
            cutter.push(&mut mesh, &corners);
            assert_eq!(mesh.triangles.len(), 198);
            assert_eq!(mesh.triangles[0] == fan, number >= 625, "{number}");
        }
    }
}

//! How many surfaces lie over each other: what a ray through a scene has to look at, before any tree is built.

use crate::Mesh;

/// Boxes, and what a ray through all of them meets: the sum of their surfaces against the surface around them.
///
/// A ray that enters a convex body meets a smaller convex one inside it with a chance of the ratio of their surfaces.
/// It is the measure by which trees of boxes are built; triangles that tile a surface have a handful of layers, a
/// million triangles in one place have a million.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layers {
    low_m: [f64; 3],
    high_m: [f64; 3],
    /// Sum of half the surfaces [m²].
    sum_m2: f64,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers { low_m: [f64::INFINITY; 3], high_m: [f64::NEG_INFINITY; 3], sum_m2: 0.0 }
    }
}

impl Layers {
    /// Those of the triangles of a mesh.
    pub fn of_mesh(mesh: &Mesh) -> Layers {
        let mut layers = Layers::default();
        mesh.triangle_corners().for_each(|corners| layers.add(corners.map(|p| p.map(f64::from))));
        layers
    }

    /// Add the box around some points.
    pub fn add(&mut self, points: impl IntoIterator<Item = [f64; 3]>) {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for p in points {
            for axis in 0..3 {
                low[axis] = low[axis].min(p[axis]);
                high[axis] = high[axis].max(p[axis]);
            }
        }
        self.sum_m2 += half_surface_m2(low, high);
        for axis in 0..3 {
            self.low_m[axis] = self.low_m[axis].min(low[axis]);
            self.high_m[axis] = self.high_m[axis].max(high[axis]);
        }
    }

    /// The box around all of them, if there is any.
    pub fn bounds_m(&self) -> Option<([f64; 3], [f64; 3])> {
        (self.low_m[0] <= self.high_m[0]).then_some((self.low_m, self.high_m))
    }

    /// How many boxes a ray meets on average, of those that pass the box around all of them.
    pub fn count(&self) -> f64 {
        let around_m2 = half_surface_m2(self.low_m, self.high_m);
        if around_m2 > 0.0 && self.sum_m2.is_finite() { self.sum_m2 / around_m2 } else { 0.0 }
    }
}

fn half_surface_m2(low: [f64; 3], high: [f64; 3]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| (high[axis] - low[axis]).max(0.0));
    x * y + y * z + z * x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Primitive, Solid};

    #[test]
    fn triangles_in_one_place_are_as_many_layers() {
        let mesh = Mesh {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]],
            triangles: vec![[0, 1, 2]; 5_000],
            ..Mesh::default()
        };
        assert!((Layers::of_mesh(&mesh).count() - 5_000.0).abs() < 1e-6);
        assert_eq!(Layers::of_mesh(&mesh).bounds_m(), Some(([0.0; 3], [1.0, 1.0, 0.5])));
    }

    #[test]
    fn a_finer_sphere_has_no_more_layers() {
        let layers =
            |vertex_count| Layers::of_mesh(&Primitive::Sphere { radius_m: 2.0, vertex_count }.mesh()).count();
        assert!((1.0..6.0).contains(&layers(10)), "{}", layers(10));
        assert!((1.0..6.0).contains(&layers(200)), "{}", layers(200));
    }

    #[test]
    fn what_has_no_surface_has_no_layers() {
        assert_eq!((Layers::default().count(), Layers::default().bounds_m()), (0.0, None));
        assert_eq!(Layers::of_mesh(&Mesh::default()).count(), 0.0);
        let mut line = Layers::default();
        line.add([[0.0; 3], [0.0, 0.0, 9.0]]);
        assert_eq!(line.count(), 0.0);
        let mut far = Layers::default();
        far.add([[-1e300; 3], [1e300; 3]]);
        assert_eq!(far.count(), 0.0);
    }
}

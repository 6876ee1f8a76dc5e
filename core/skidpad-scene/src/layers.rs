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
    /// The largest crowd among the boxes.
    crowd: u32,
}

/// Counts boxes of about one size in about one place. Something small and far away makes what is around all boxes large,
/// but no crowd smaller.
#[derive(Clone, Debug)]
pub struct Crowds {
    /// Boxes by the remainder of a number that their size and place have; a few others are counted with them.
    counts: Vec<u32>,
}

impl Crowds {
    /// For about so many boxes.
    pub fn for_boxes(count: usize) -> Crowds {
        const MOST: usize = 1 << 18;
        Crowds { counts: vec![0; count.clamp(64, MOST).next_power_of_two()] }
    }

    /// Add a box; how many are in its crowd now.
    fn add(&mut self, low_m: [f64; 3], high_m: [f64; 3]) -> u32 {
        let size_m = (0..3).map(|axis| high_m[axis] - low_m[axis]).fold(0.0, f64::max);
        if !(size_m > f64::MIN_POSITIVE && size_m < 1e30) {
            return 0;
        }
        // The next power of two.
        let exponent = size_m.to_bits() >> 52;
        let side_m = f64::from_bits((exponent + 1) << 52);
        let mut number = exponent;
        for axis in 0..3 {
            let square = (0.5 * (low_m[axis] + high_m[axis]) / side_m).floor() as i64;
            number = (number ^ square.cast_unsigned()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            number ^= number >> 29;
        }
        let last = self.counts.len() as u64 - 1;
        let count = &mut self.counts[(number & last) as usize];
        *count += 1;
        *count
    }
}

impl Default for Layers {
    fn default() -> Layers {
        Layers { low_m: [f64::INFINITY; 3], high_m: [f64::NEG_INFINITY; 3], sum_m2: 0.0, crowd: 0 }
    }
}

impl Layers {
    /// Those of the triangles of a mesh.
    pub fn of_mesh(mesh: &Mesh) -> Layers {
        let (mut layers, mut crowds) = (Layers::default(), Crowds::for_boxes(mesh.triangles.len()));
        mesh.triangle_corners()
            .for_each(|corners| layers.add_to(&mut crowds, corners.map(|p| p.map(f64::from))));
        layers
    }

    /// Add the box around some points, and count it with those like it.
    pub fn add_to(&mut self, crowds: &mut Crowds, points: impl IntoIterator<Item = [f64; 3]>) {
        let (low_m, high_m) = self.add(points);
        self.crowd = self.crowd.max(crowds.add(low_m, high_m));
    }

    /// Add the box around some points. Returns the box.
    pub fn add(&mut self, points: impl IntoIterator<Item = [f64; 3]>) -> ([f64; 3], [f64; 3]) {
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
        (low, high)
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

impl Layers {
    /// How many boxes a ray may meet in the place where most of them are, of a crowd those beyond `free`: there are
    /// harmless crowds, such as the triangles at the pole of a sphere.
    pub fn most(&self, free: f64) -> f64 {
        self.count().max(f64::from(self.crowd) - free)
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
    fn a_far_triangle_hides_no_crowd() {
        let mut mesh = Mesh {
            positions: vec![
                [0.0; 3],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.5],
                [1e6, 1e6, 0.0],
                [1e6, 2e6, 0.0],
                [2e6, 0.0, 0.0],
            ],
            triangles: vec![[0, 1, 2]; 5_000],
            ..Mesh::default()
        };
        mesh.triangles.push([3, 4, 5]);
        let layers = Layers::of_mesh(&mesh);
        assert!(layers.count() < 2.0 && layers.most(500.0) > 4_000.0, "{layers:?}");
    }

    #[test]
    fn what_tiles_a_surface_is_no_crowd() {
        for vertex_count in [10, 100] {
            let layers = Layers::of_mesh(&Primitive::Sphere { radius_m: 2.0, vertex_count }.mesh());
            assert!(layers.most(1_000.0) < 10.0, "{vertex_count}: {layers:?}");
        }
        let tile = |k: u32| {
            let (x, y) = ((k % 300) as f32, (k / 300) as f32);
            [[x, y, 0.0], [x + 1.0, y, 0.1], [x, y + 1.0, 0.2]]
        };
        let positions: Vec<[f32; 3]> = (0..90_000).flat_map(tile).collect();
        let triangles = (0..90_000).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let layers = Layers::of_mesh(&Mesh { positions, triangles, ..Mesh::default() });
        assert!(layers.most(20.0) < 10.0, "{layers:?}");
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

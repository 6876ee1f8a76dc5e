//! A ray and one triangle: the watertight test.

/// A half line. The direction need not have length one; distances count in its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts [m].
    pub origin_m: [f32; 3],
    /// Where it goes.
    pub direction: [f32; 3],
    /// It ends here, in lengths of `direction`; infinity for a ray without end.
    pub t_max: f32,
}

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance from the origin, in lengths of the direction.
    pub t: f32,
    /// Which triangle.
    pub triangle: u32,
    /// Weights of the triangle's second and third corner at the point; the first has the rest.
    pub weights: [f32; 2],
}

/// A ray prepared for many triangles.
///
/// Woop, Benthin, Wald, *Watertight Ray/Triangle Intersection*, JCGT 2(1), 2013: the triangle is
/// sheared so that the ray runs along +z from the origin; the signs of the three edge functions
/// then decide, and a shared edge has the same value, up to its sign, in both triangles. Edge
/// functions that come out as zero are taken again in double precision.
/// Leaves out: culling of back faces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShearedRay {
    origin: [f32; 3],
    /// Axes in the order x, y, z of the sheared frame; z is where the ray runs most.
    axes: [usize; 3],
    shear: [f32; 3],
    t_max: f32,
}

impl ShearedRay {
    /// None for a ray without a direction, or with values that are not numbers.
    pub(crate) fn new(ray: &Ray) -> Option<ShearedRay> {
        let d = ray.direction;
        let is_sound = ray.origin_m.iter().chain(&d).all(|value| value.is_finite());
        let mut z = 0;
        for axis in 1..3 {
            if d[axis].abs() > d[z].abs() {
                z = axis;
            }
        }
        if !is_sound || d[z] == 0.0 || ray.t_max.is_nan() {
            return None;
        }
        let (mut x, mut y) = ((z + 1) % 3, (z + 2) % 3);
        if d[z] < 0.0 {
            // Keeps the winding of triangles.
            std::mem::swap(&mut x, &mut y);
        }
        Some(ShearedRay {
            origin: ray.origin_m,
            axes: [x, y, z],
            shear: [d[x] / d[z], d[y] / d[z], 1.0 / d[z]],
            t_max: ray.t_max,
        })
    }

    /// The hit with one triangle.
    pub(crate) fn meet(&self, corners: &[[f32; 3]; 3], triangle: u32) -> Option<Hit> {
        let [x, y, z] = self.axes;
        let [sx, sy, sz] = self.shear;
        let sheared = corners.map(|p| {
            let q = [p[0] - self.origin[0], p[1] - self.origin[1], p[2] - self.origin[2]];
            [q[x] - sx * q[z], q[y] - sy * q[z], q[z]]
        });
        let [a, b, c] = sheared;
        let mut u = c[0] * b[1] - c[1] * b[0];
        let mut v = a[0] * c[1] - a[1] * c[0];
        let mut w = b[0] * a[1] - b[1] * a[0];
        if u == 0.0 || v == 0.0 || w == 0.0 {
            let edge = |p: [f32; 3], q: [f32; 3]| {
                (f64::from(p[0]) * f64::from(q[1]) - f64::from(p[1]) * f64::from(q[0])) as f32
            };
            (u, v, w) = (edge(c, b), edge(a, c), edge(b, a));
        }
        let is_outside = (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0);
        let sum = u + v + w;
        if is_outside || sum == 0.0 {
            return None;
        }
        let t = (u * a[2] + v * b[2] + w * c[2]) * sz / sum;
        (t >= 0.0 && t <= self.t_max).then(|| Hit { t, triangle, weights: [v / sum, w / sum] })
    }
}

impl Hit {
    /// Nearer, or as near with a smaller number: the order in which triangles are met never shows.
    pub(crate) fn is_before(&self, other: &Hit) -> bool {
        self.t < other.t || (self.t == other.t && self.triangle < other.triangle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 4.0, 2.0]];

    fn meet(origin_m: [f32; 3], direction: [f32; 3]) -> Option<Hit> {
        let ray = Ray { origin_m, direction, t_max: f32::INFINITY };
        ShearedRay::new(&ray)?.meet(&TRIANGLE, 7)
    }

    #[test]
    fn distance_and_weights() {
        let hit = meet([1.0, 2.0, 0.0], [0.0, 0.0, 0.5]).unwrap();
        assert_eq!((hit.t, hit.triangle, hit.weights), (4.0, 7, [0.25, 0.5]));
        let from_behind = meet([1.0, 2.0, 5.0], [0.0, 0.0, -1.0]).unwrap();
        assert_eq!((from_behind.t, from_behind.weights), (3.0, [0.25, 0.5]));
    }

    #[test]
    fn what_is_behind_beside_or_too_far_is_not_met() {
        assert_eq!(meet([1.0, 1.0, 3.0], [0.0, 0.0, 1.0]), None);
        assert_eq!(meet([5.0, 1.0, 0.0], [0.0, 0.0, 1.0]), None);
        assert_eq!(meet([1.0, 1.0, 2.0], [1.0, 0.0, 0.0]), None, "in its plane");
        let short = Ray { origin_m: [1.0, 1.0, 0.0], direction: [0.0, 0.0, 1.0], t_max: 1.9 };
        assert_eq!(ShearedRay::new(&short).unwrap().meet(&TRIANGLE, 0), None);
        for direction in [[0.0; 3], [f32::NAN, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0]] {
            assert_eq!(meet([0.0; 3], direction), None);
        }
    }
}

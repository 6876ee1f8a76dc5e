//! Mass, centre of mass and inertia of flat outlines: what a vehicle made of a chassis and wheels
//! weighs.

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose2, Vec2};

use crate::body::BodyModel;

/// Points closer than this are one corner (half of Box2D's linear slop) \[m\].
const SAME_CORNER_M: f64 = 0.0025;

/// Mass properties of a flat thing, about the origin of its frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MassProperties {
    /// Mass \[kg\].
    pub mass_kg: f64,
    /// Centre of mass \[m\].
    pub centre_m: Vec2,
    /// Moment of inertia about the origin, not the centre \[kg·m²\].
    pub inertia_about_origin_kgm2: f64,
}

/// The convex hull of points, counter-clockwise from the lowest of the rightmost; corners closer than
/// 2.5 mm are merged, as Box2D does when it sets a polygon.
pub fn convex_hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut corners: Vec<Vec2> = Vec::with_capacity(points.len());
    for &point in points {
        if corners.iter().all(|&corner| (corner - point).norm() >= SAME_CORNER_M) {
            corners.push(point);
        }
    }
    let rightmost = |a: &Vec2, b: &Vec2| a.x > b.x || (a.x == b.x && a.y < b.y);
    let Some(start) =
        (0..corners.len()).reduce(|best, i| if rightmost(&corners[i], &corners[best]) { i } else { best })
    else {
        return corners;
    };
    // Gift wrapping: from each corner to the one that has all others on its left.
    let mut hull = vec![corners[start]];
    let mut here = start;
    while hull.len() <= corners.len() {
        let mut next = start;
        for candidate in 0..corners.len() {
            if candidate == here {
                continue;
            }
            let to_next = corners[next] - corners[here];
            let to_candidate = corners[candidate] - corners[here];
            let turn = to_next.cross(to_candidate);
            if next == here || turn < 0.0 || (turn == 0.0 && to_candidate.norm() > to_next.norm()) {
                next = candidate;
            }
        }
        if next == start || next == here {
            break;
        }
        hull.push(corners[next]);
        here = next;
    }
    hull
}

impl MassProperties {
    /// An outline filled evenly with mass. The convex hull counts, as in MVSim and Box2D.
    ///
    /// Area integrals over the triangles (r, a, b) of a fan:
    /// A = ½ a×b, ∫r dA = A(a + b)/3, ∫|r|² dA = A(a·a + a·b + b·b)/6 (seen from the fan's hub).
    ///
    /// Leaves out: thickness. An outline without area gets its mass at the mean of its points.
    pub fn of_outline(points: &[Vec2], mass_kg: f64) -> Self {
        let hull = convex_hull(points);
        let count = hull.len().max(1) as f64;
        let hub = hull.iter().fold(Vec2::default(), |sum, &corner| sum + corner) * (1.0 / count);
        let (mut area, mut first, mut second) = (0.0, Vec2::default(), 0.0);
        for (i, &corner) in hull.iter().enumerate() {
            let (a, b) = (corner - hub, hull[(i + 1) % hull.len()] - hub);
            let triangle = 0.5 * a.cross(b);
            area += triangle;
            first += (a + b) * (triangle / 3.0);
            second += triangle * (a.dot(a) + a.dot(b) + b.dot(b)) / 6.0;
        }
        if area <= 0.0 {
            return Self { mass_kg, centre_m: hub, inertia_about_origin_kgm2: mass_kg * hub.dot(hub) };
        }
        let density = mass_kg / area;
        let from_hub = first * (1.0 / area);
        let about_hub = density * second;
        let centre_m = hub + from_hub;
        let about_centre = about_hub - mass_kg * from_hub.dot(from_hub);
        Self { mass_kg, centre_m, inertia_about_origin_kgm2: about_centre + mass_kg * centre_m.dot(centre_m) }
    }

    /// A rectangle of `length_m` × `width_m`, centred at a pose: I = m(l² + w²)/12 + m|p|².
    pub fn of_rectangle(pose: Pose2, length_m: f64, width_m: f64, mass_kg: f64) -> Self {
        let centre_m = pose.position();
        let about_centre = mass_kg * (length_m * length_m + width_m * width_m) / 12.0;
        Self { mass_kg, centre_m, inertia_about_origin_kgm2: about_centre + mass_kg * centre_m.dot(centre_m) }
    }

    /// Several things in the same frame, as one.
    pub fn sum(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut total = Self::default();
        let mut first = Vec2::default();
        for part in parts {
            total.mass_kg += part.mass_kg;
            total.inertia_about_origin_kgm2 += part.inertia_about_origin_kgm2;
            first += part.centre_m * part.mass_kg;
        }
        if total.mass_kg > 0.0 {
            total.centre_m = first * (1.0 / total.mass_kg);
        }
        total
    }

    /// Moment of inertia about the centre of mass \[kg·m²\].
    pub fn inertia_about_centre_kgm2(&self) -> f64 {
        self.inertia_about_origin_kgm2 - self.mass_kg * self.centre_m.dot(self.centre_m)
    }

    /// A body with these properties.
    pub fn body(&self, linear_damping_hz: f64, angular_damping_hz: f64) -> BodyModel {
        BodyModel {
            mass_kg: self.mass_kg,
            centre_of_mass_m: self.centre_m,
            inertia_kgm2: self.inertia_about_centre_kgm2(),
            linear_damping_hz,
            angular_damping_hz,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::NoiseAddress;

    fn points(list: &[(f64, f64)]) -> Vec<Vec2> {
        list.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
    }

    /// Chassis outline, chassis mass, wheels (x, y, diameter, width, mass), and what MVSim logged.
    fn check_vehicle(
        outline: &[(f64, f64)],
        chassis_kg: f64,
        wheels: &[(f64, f64, f64, f64, f64)],
        logged: (f64, f64, f64),
    ) {
        let wheel = |&(x, y, diameter, width, mass): &(f64, f64, f64, f64, f64)| {
            MassProperties::of_rectangle(Pose2::new(x, y, 0.0), diameter, width, mass)
        };
        let chassis = MassProperties::of_outline(&points(outline), chassis_kg);
        let all = MassProperties::sum(std::iter::once(chassis).chain(wheels.iter().map(wheel)));
        let (mass_kg, inertia_kgm2, centre_x_m) = logged;
        // MVSim computes in single precision.
        assert!((all.mass_kg / mass_kg - 1.0).abs() < 3e-7, "{all:?}");
        assert!((all.inertia_about_origin_kgm2 / inertia_kgm2 - 1.0).abs() < 1e-6, "{all:?}");
        assert!((all.centre_m.x - centre_x_m).abs() < 2e-7 && all.centre_m.y.abs() < 2e-7, "{all:?}");
    }

    const BOX: [(f64, f64); 4] = [(-0.3, -0.25), (-0.3, 0.25), (0.3, 0.25), (0.3, -0.25)];
    const CAR: [(f64, f64); 6] =
        [(-0.8, -1.0), (-0.8, 1.0), (1.5, 0.9), (1.8, 0.8), (1.8, -0.8), (1.5, -0.9)];

    #[test]
    fn vehicles_weigh_what_mvsim_logged() {
        let small = |x, y| (x, y, 0.2, 0.05, 1.0);
        check_vehicle(&BOX, 15.0, &[small(0.0, 0.3), small(0.0, -0.3)], (17.0, 0.949_582_934, 0.0));
        let four = [small(-0.2, 0.3), small(-0.2, -0.3), small(0.2, 0.3), small(0.2, -0.3)];
        check_vehicle(&BOX, 15.0, &four, (18.999_998_1, 1.296_666_26, 0.0));
        let car = |x, y| (x, y, 0.62, 0.3, 6.0);
        let tyres = [car(0.0, 0.9), car(0.0, -0.9), car(1.3, 0.9), car(1.3, -0.9)];
        check_vehicle(&CAR, 800.0, &tyres, (824.0, 897.870_728, 0.472_802_103));
        let plain = [(-0.4, -0.5), (-0.4, 0.5), (0.4, 0.5), (0.6, 0.3), (0.6, -0.3), (0.4, -0.5)];
        let wide = |y| (0.0, y, 0.4, 0.2, 2.0);
        check_vehicle(&plain, 15.0, &[wide(0.5), wide(-0.5)], (19.0, 3.529_165_74, 0.064_692_951_7));
    }

    #[test]
    fn the_hull_drops_inner_points_and_merges_near_ones() {
        let messy =
            points(&[(0.0, 0.0), (1.0, 0.0), (0.5, 0.1), (1.001, 0.001), (1.0, 1.0), (0.0, 1.0), (0.5, 1.0)]);
        let hull = convex_hull(&messy);
        assert_eq!(hull.len(), 4);
        assert!(convex_hull(&[]).is_empty() && convex_hull(&messy[..1]).len() == 1);
    }

    #[test]
    fn every_point_lies_inside_its_hull() {
        for k in 0..500 {
            let noise = NoiseAddress { seed: 3, stream: 1, step: k };
            let cloud: Vec<_> =
                (0..12).map(|i| Vec2::new(noise.normal(2 * i), noise.normal(2 * i + 1))).collect();
            let hull = convex_hull(&cloud);
            for (i, &a) in hull.iter().enumerate() {
                let b = hull[(i + 1) % hull.len()];
                for &point in &cloud {
                    assert!((b - a).cross(point - a) > -1e-2 * (b - a).norm());
                }
            }
            let properties = MassProperties::of_outline(&cloud, 2.0);
            assert!(properties.inertia_about_centre_kgm2() > 0.0);
        }
    }

    #[test]
    fn inertia_of_a_disc_is_half_m_r_squared() {
        let disc: Vec<_> = (0..2_000)
            .map(|k| {
                Vec2::new(2.0, 0.0).rotated(f64::from(k) * std::f64::consts::TAU / 2_000.0)
                    + Vec2::new(3.0, 1.0)
            })
            .collect();
        let properties = MassProperties::of_outline(&disc, 5.0);
        assert!((properties.inertia_about_centre_kgm2() - 10.0).abs() < 1e-4);
        assert!((properties.centre_m - Vec2::new(3.0, 1.0)).norm() < 1e-9);
    }

    #[test]
    fn a_line_has_its_mass_at_the_middle() {
        let flat = MassProperties::of_outline(&points(&[(0.0, 0.0), (2.0, 0.0)]), 3.0);
        assert_eq!(flat.centre_m, Vec2::new(1.0, 0.0));
    }

    #[test]
    fn a_hull_begins_at_the_lowest_of_the_rightmost() {
        let corners = points(&[(0.0, 0.0), (2.0, 1.0), (-1.0, 1.0), (2.0, -1.0), (0.5, 2.0)]);
        let hull = convex_hull(&corners);
        assert_eq!(hull[..2], [Vec2::new(2.0, -1.0), Vec2::new(2.0, 1.0)]);
        assert_eq!(hull.len(), 5);
    }

    /// All of a line counts at its middle, m·|r|² from the origin.
    #[test]
    fn a_line_away_from_the_origin_has_the_inertia_of_a_point() {
        let line = MassProperties::of_outline(&points(&[(1.0, 2.0), (3.0, 2.0)]), 3.0);
        assert_eq!(line.inertia_about_origin_kgm2, 3.0 * (4.0 + 4.0));
        assert_eq!(line.inertia_about_centre_kgm2(), 0.0);
    }
}

//! How a vehicle sits on uneven ground: height, pitch and roll from its contact points.

use skidpad_math::{Pose3, Quat, Vec3, asin, atan2, sin_cos};

use crate::eigen::symmetric_eigen;

/// Heights that differ by less than this are level ground \[m\].
const LEVEL_M: f64 = 1e-4;

/// A point of the vehicle that rests on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundContact {
    /// The point in the vehicle's axes, seen from the reference point \[m\].
    pub in_vehicle: Vec3,
    /// Where the ground is below it, in the world \[m\].
    pub in_world: Vec3,
}

/// The vehicle's pose on the ground: x, y and yaw stay, z, pitch and roll follow the contacts.
///
/// Equal heights (within 0.1 mm) give level ground. Three or more contacts are fitted by
/// [`fit_pose`]. Two unequal ones leave the attitude as it is. MVSim, *Terrain: vehicle attitude*; a
/// two-wheeled trailer becomes three contacts by adding its joint anchor.
pub fn settle(pose: &Pose3, contacts: &[GroundContact]) -> Pose3 {
    let Some(first) = contacts.first() else {
        return *pose;
    };
    let z_m = first.in_world.z;
    if contacts.iter().all(|contact| (contact.in_world.z - z_m).abs() <= LEVEL_M) {
        return Pose3 { z_m, pitch_rad: 0.0, roll_rad: 0.0, ..*pose };
    }
    match fit_pose(contacts) {
        Some(fitted) => {
            Pose3 { z_m: fitted.z_m, pitch_rad: fitted.pitch_rad, roll_rad: fitted.roll_rad, ..*pose }
        }
        None => *pose,
    }
}

/// The rigid motion that brings the points of the vehicle closest to the ground in the sense of least
/// squares; `None` for fewer than three points.
///
/// The rotation is the unit quaternion that maximises qᵀNq, with N made of the sums of products of
/// centred coordinates: B. Horn, *Closed-form solution of absolute orientation using unit quaternions*,
/// J. Opt. Soc. Am. A 4(4), 1987. Leaves out: scale (fixed to 1).
pub fn fit_pose(contacts: &[GroundContact]) -> Option<Pose3> {
    if contacts.len() < 3 {
        return None;
    }
    let per_count = 1.0 / contacts.len() as f64;
    let mean = |of: fn(&GroundContact) -> Vec3| {
        contacts.iter().fold(Vec3::default(), |sum, contact| sum + of(contact)) * per_count
    };
    let (vehicle_mean, world_mean) = (mean(|c| c.in_vehicle), mean(|c| c.in_world));
    let mut s = [[0.0; 3]; 3];
    for contact in contacts {
        let (l, r) = (contact.in_vehicle - vehicle_mean, contact.in_world - world_mean);
        for (row, left) in s.iter_mut().zip([l.x, l.y, l.z]) {
            for (sum, right) in row.iter_mut().zip([r.x, r.y, r.z]) {
                *sum += left * right;
            }
        }
    }
    let [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = s;
    let n = [
        [xx + yy + zz, yz - zy, zx - xz, xy - yx],
        [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy],
        [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ];
    let (values, vectors) = symmetric_eigen(n);
    let largest = (1..4).fold(0, |best, i| if values[i] > values[best] { i } else { best });
    let [w, x, y, z] = vectors.map(|row| row[largest]);
    let rotation = Quat { w, x, y, z }.normalized().rotation();
    Some(Pose3::from_parts(world_mean - rotation.rotate(vehicle_mean), &rotation))
}

/// Pitch and roll of a vehicle that has turned its heading by `turn_rad` on the plane where it stands.
///
/// The plane's normal, seen in the heading, is (sin p·cos r, −sin r, cos p·cos r); it stays in the world while the
/// heading turns under it.
pub fn turned_on_plane([pitch_rad, roll_rad]: [f64; 2], turn_rad: f64) -> [f64; 2] {
    let ((sin_p, cos_p), (sin_r, cos_r)) = (sin_cos(pitch_rad), sin_cos(roll_rad));
    let (sin, cos) = sin_cos(turn_rad);
    let [ahead, aside, up] = [sin_p * cos_r, -sin_r, cos_p * cos_r];
    [atan2(cos * ahead + sin * aside, up), asin((sin * ahead - cos * aside).clamp(-1.0, 1.0))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The normal of the ground is the same before and after a turn, and a whole turn brings the attitude back.
    #[test]
    fn turning_on_a_plane_leaves_the_plane() {
        let normal = |yaw_rad: f64, [pitch_rad, roll_rad]: [f64; 2]| {
            skidpad_math::Rotation3::from_yaw_pitch_roll(yaw_rad, pitch_rad, roll_rad)
                .rotate(Vec3::new(0.0, 0.0, 1.0))
        };
        for start in [[0.3, -0.2], [-1.1, 0.4], [0.0, 0.9], [0.0, 0.0]] {
            for turn_rad in [0.01, -0.7, 1.9, std::f64::consts::TAU] {
                let end = turned_on_plane(start, turn_rad);
                let off = (normal(0.4, start) - normal(0.4 + turn_rad, end)).norm();
                assert!(off < 1e-14, "{start:?} by {turn_rad}: {end:?}, {off}");
            }
        }
    }
    use skidpad_math::NoiseAddress;

    const CORNERS: [Vec3; 4] = [
        Vec3::new(-0.2, 0.3, 0.0),
        Vec3::new(-0.2, -0.3, 0.0),
        Vec3::new(0.2, 0.3, 0.0),
        Vec3::new(0.2, -0.3, 0.0),
    ];

    fn on(pose: &Pose3, corners: &[Vec3]) -> Vec<GroundContact> {
        let touch = |&corner| GroundContact { in_vehicle: corner, in_world: pose.transform(corner) };
        corners.iter().map(touch).collect()
    }

    #[test]
    fn a_rigid_motion_is_found_again() {
        for k in 0..1_000 {
            let noise = NoiseAddress { seed: 1, stream: 1, step: k };
            let n = |i| noise.normal(i);
            let pose = Pose3::new(10.0 * n(0), 10.0 * n(1), n(2), n(3), 0.3 * n(4), 0.3 * n(5));
            let count = 3 + (k % 2) as usize;
            let fitted = fit_pose(&on(&pose, &CORNERS[..count])).unwrap();
            let off =
                CORNERS.iter().map(|&c| (fitted.transform(c) - pose.transform(c)).norm()).fold(0.0, f64::max);
            assert!(off < 1e-12, "{pose:?} {fitted:?}");
        }
    }

    #[test]
    fn no_small_change_of_the_fit_brings_the_points_closer() {
        for k in 0..300 {
            let noise = NoiseAddress { seed: 2, stream: 1, step: k };
            let mut contacts = on(&Pose3::new(1.0, 2.0, 0.0, noise.normal(9), 0.0, 0.0), &CORNERS);
            for (contact, i) in contacts.iter_mut().zip(0..) {
                contact.in_world.z = 0.1 * noise.normal(i);
            }
            let cost = |pose: &Pose3| -> f64 {
                contacts.iter().map(|c| pose.transform(c.in_vehicle) - c.in_world).map(|d| d.dot(d)).sum()
            };
            let best = fit_pose(&contacts).unwrap();
            for change in 0..6 {
                for size in [1e-4, -1e-4] {
                    let mut other = best;
                    *[
                        &mut other.x_m,
                        &mut other.y_m,
                        &mut other.z_m,
                        &mut other.yaw_rad,
                        &mut other.pitch_rad,
                        &mut other.roll_rad,
                    ][change] += size;
                    assert!(cost(&other) >= cost(&best) - 1e-15);
                }
            }
        }
    }

    #[test]
    fn a_ramp_of_ten_degrees_tilts_by_ten_degrees() {
        let grade = 10f64.to_radians();
        let mut contacts = on(&Pose3::default(), &CORNERS);
        for contact in &mut contacts {
            contact.in_world.z = 0.5 + contact.in_world.x * skidpad_math::tan(grade);
        }
        let settled = settle(&Pose3::new(7.0, 8.0, 0.0, 0.0, 0.0, 0.0), &contacts);
        assert!((settled.pitch_rad + grade).abs() < 1e-12, "nose up is negative pitch: {settled:?}");
        assert!(settled.roll_rad.abs() < 1e-12 && (settled.z_m - 0.5).abs() < 1e-12);
        assert_eq!((settled.x_m, settled.y_m), (7.0, 8.0));
    }

    #[test]
    fn level_ground_levels_and_two_uneven_wheels_change_nothing() {
        let tilted = Pose3::new(1.0, 2.0, 3.0, 0.4, 0.1, 0.2);
        let level = settle(&tilted, &on(&Pose3::new(0.0, 0.0, 0.7, 0.0, 0.0, 0.0), &CORNERS));
        assert_eq!(level, Pose3::new(1.0, 2.0, 0.7, 0.4, 0.0, 0.0));
        let two = on(&Pose3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.3), &CORNERS[..2]);
        assert_eq!(settle(&tilted, &two), tilted);
        assert_eq!(settle(&tilted, &[]), tilted);
    }

    /// Points at different heights of the vehicle, such as an axle and the joint of a trailer.
    #[test]
    fn a_rigid_motion_of_a_solid_is_found_again() {
        for k in 0..1_000 {
            let noise = NoiseAddress { seed: 5, stream: 1, step: k };
            let n = |i| noise.normal(i);
            let pose = Pose3::new(10.0 * n(0), 10.0 * n(1), n(2), n(3), 0.4 * n(4), 0.4 * n(5));
            let solid: Vec<Vec3> =
                (0..5).map(|i| Vec3::new(n(10 + 3 * i), n(11 + 3 * i), n(12 + 3 * i))).collect();
            let fitted = fit_pose(&on(&pose, &solid)).unwrap();
            let off =
                solid.iter().map(|&c| (fitted.transform(c) - pose.transform(c)).norm()).fold(0.0, f64::max);
            assert!(off < 1e-11, "{pose:?} {fitted:?}");
        }
    }

    /// What differs by less than a tenth of a millimetre is level, whatever the height of the ground.
    #[test]
    fn a_hair_under_a_wheel_does_not_tilt_the_vehicle() {
        let tilted = Pose3::new(1.0, 2.0, 3.0, 0.4, 0.1, 0.2);
        for (hair_m, is_level) in [(9e-5, true), (-9e-5, true), (1.1e-4, false), (-1.1e-4, false)] {
            let mut contacts = on(&Pose3::new(0.0, 0.0, 0.7, 0.0, 0.0, 0.0), &CORNERS);
            contacts[2].in_world.z += hair_m;
            let settled = settle(&tilted, &contacts);
            assert_eq!(
                settled.pitch_rad == 0.0 && settled.roll_rad == 0.0,
                is_level,
                "{hair_m}: {settled:?}"
            );
        }
    }
}

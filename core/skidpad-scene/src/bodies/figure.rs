//! A walking figure of a few limbs, for actors without a mesh.

use super::colour;
use crate::{Affine, Mesh, Primitive, Solid};
use skidpad_math::sin;

/// A part of a figure that turns about the y axis of its joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Limb {
    /// Such as `trunk` or `left_leg`.
    pub name: &'static str,
    /// The shape, from the joint.
    pub mesh: Mesh,
    /// Where the joint is, from the figure's place on the ground; x forward, y left, z up [m].
    pub joint_m: [f64; 3],
    /// How far it swings while walking, to each side [rad]; opposite limbs have opposite signs.
    pub swing_rad: f64,
}

/// The limbs of a person of this height; the trunk, with the head, comes first.
/// Proportions after Drillis and Contini (1966): hip at 0.53, shoulder at 0.82, chin at 0.87 of the height.
pub fn figure(height_m: f64) -> Vec<Limb> {
    let h = height_m;
    let cloth = colour([0.20, 0.35, 0.60, 1.0]);
    let trousers = colour([0.25, 0.25, 0.28, 1.0]);
    let skin = colour([0.85, 0.65, 0.52, 1.0]);
    let block = |x: f64, y: f64, z_low: f64, z_high: f64| {
        let solid = Primitive::Box { lx_m: x * h, ly_m: y * h, lz_m: (z_high - z_low) * h };
        (solid.mesh(), Affine::translation(-0.5 * x * h, -0.5 * y * h, z_low * h))
    };
    let limb = |name, parts: &[((Mesh, Affine), &crate::Material)], joint: [f64; 3], swing_rad| {
        let mut mesh = Mesh::default();
        for ((part, place), material) in parts {
            mesh.append_painted(part, place, Some(material));
        }
        Limb { name, mesh, joint_m: joint.map(|value| value * h), swing_rad }
    };
    let head = Primitive::Sphere { radius_m: 0.065 * h, vertex_count: 12 }.mesh();
    let head = (head, Affine::translation(0.0, 0.0, 0.935 * h));
    let leg = |side: f64, name, swing| {
        let parts = [(block(0.085, 0.085, -0.50, 0.0), &trousers), (block(0.15, 0.07, -0.53, -0.50), &skin)];
        limb(name, &parts, [0.0, 0.05 * side, 0.53], swing)
    };
    let arm = |side: f64, name, swing| {
        let parts = [(block(0.055, 0.055, -0.33, 0.0), &cloth), (block(0.05, 0.04, -0.42, -0.33), &skin)];
        limb(name, &parts, [0.0, 0.135 * side, 0.81], swing)
    };
    let trunk =
        [(block(0.12, 0.20, 0.53, 0.82), &cloth), (block(0.06, 0.06, 0.82, 0.88), &skin), (head, &skin)];
    vec![
        limb("trunk", &trunk, [0.0; 3], 0.0),
        leg(1.0, "left_leg", 0.45),
        leg(-1.0, "right_leg", -0.45),
        arm(1.0, "left_arm", -0.35),
        arm(-1.0, "right_arm", 0.35),
    ]
}

/// The angle of a limb about its joint's y axis [rad] after walking this far: two steps, of 0.83 of
/// the hip's height each, make a cycle; zero when standing at the start.
pub fn swing_rad(limb: &Limb, height_m: f64, walked_m: f64) -> f64 {
    let cycle_m = 2.0 * 0.83 * 0.53 * height_m;
    if cycle_m > 0.0 { limb.swing_rad * sin(std::f64::consts::TAU * (walked_m / cycle_m)) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::tests::is_closed;
    use super::*;

    #[test]
    fn a_figure_stands_on_the_ground_and_has_its_height() {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for limb in figure(1.8) {
            assert!(limb.mesh.is_consistent() && is_closed(&limb.mesh), "{}", limb.name);
            let (a, b) = limb.mesh.bounds_m().unwrap();
            low = low.min(f64::from(a[2]) + limb.joint_m[2]);
            high = high.max(f64::from(b[2]) + limb.joint_m[2]);
        }
        assert!(low.abs() < 1e-6 && (high - 1.8).abs() < 1e-6, "{low} to {high}");
    }

    #[test]
    fn legs_swing_against_each_other_and_against_the_arms() {
        let limbs = figure(1.8);
        let angles: Vec<f64> = limbs.iter().map(|limb| swing_rad(limb, 1.8, 0.3)).collect();
        assert_eq!(angles[0], 0.0);
        assert_eq!(angles[1], -angles[2]);
        assert!(angles[1] * angles[3] < 0.0 && angles[2] * angles[4] < 0.0);
        assert!(limbs.iter().all(|limb| swing_rad(limb, 1.8, 0.0) == 0.0));
    }
}

//! A person without a mesh: trunk, head, arms and legs that swing with the gait.

use super::shapes::limb;
use skidpad_math::{Pose3, sin};
use skidpad_messages::{ActorObservation, Gait};
use skidpad_scene::{Affine, Mesh, Primitive};
use skidpad_world::description::Color;
use std::f64::consts::TAU;

/// The parts that move by themselves; the trunk first.
pub(super) const LIMBS: [Limb; 5] =
    [Limb::Trunk, Limb::LeftLeg, Limb::RightLeg, Limb::LeftArm, Limb::RightArm];

/// A part of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limb {
    Trunk,
    LeftLeg,
    RightLeg,
    LeftArm,
    RightArm,
}

/// Heights of joints and sizes of parts, as shares of the body height.
const HIP: f64 = 0.50;
const SHOULDER: f64 = 0.80;
const NECK: f64 = 0.84;
const HEAD_RADIUS: f64 = 0.075;
const LEG_RADIUS: f64 = 0.045;
const ARM_RADIUS: f64 = 0.028;
const ARM: f64 = 0.38;
const HIP_HALF: f64 = 0.055;
const SHOULDER_HALF: f64 = 0.125;

const SHIRT: Color = Color::rgb(60, 110, 170);
const TROUSERS: Color = Color::rgb(60, 60, 70);
const SKIN: Color = Color::rgb(224, 180, 150);

impl Limb {
    pub(super) fn name(self) -> &'static str {
        match self {
            Limb::Trunk => "trunk",
            Limb::LeftLeg => "left_leg",
            Limb::RightLeg => "right_leg",
            Limb::LeftArm => "left_arm",
            Limb::RightArm => "right_arm",
        }
    }

    /// Its mesh, in a frame at its joint.
    pub(super) fn mesh(self, height_m: f64) -> Mesh {
        match self {
            Limb::Trunk => trunk(height_m),
            Limb::LeftLeg | Limb::RightLeg => limb(LEG_RADIUS * height_m, HIP * height_m, TROUSERS),
            Limb::LeftArm | Limb::RightArm => limb(ARM_RADIUS * height_m, ARM * height_m, SHIRT),
        }
    }

    /// Where its joint is on the person at a moment of the gait.
    ///
    /// Legs swing as a·sin(2π·f·t), arms against them at half the angle.
    /// Leaves out: knees, elbows, the rise and fall of the hip.
    pub(super) fn in_actor(self, height_m: f64, seen: &ActorObservation) -> Pose3 {
        let (swing_rad, frequency_hz) = match seen.gait {
            Gait::Idle => (0.0, 0.0),
            Gait::Walk => (0.45, 0.95),
            Gait::Run => (0.85, 1.4),
        };
        let angle_rad = swing_rad * sin(TAU * frequency_hz * seen.clip_time_s);
        let at = |y: f64, z: f64, pitch_rad: f64| Pose3 {
            y_m: y * height_m,
            z_m: z * height_m,
            pitch_rad,
            ..Pose3::default()
        };
        match self {
            Limb::Trunk => Pose3::default(),
            Limb::LeftLeg => at(HIP_HALF, HIP, angle_rad),
            Limb::RightLeg => at(-HIP_HALF, HIP, -angle_rad),
            Limb::LeftArm => at(SHOULDER_HALF, SHOULDER, -0.5 * angle_rad),
            Limb::RightArm => at(-SHOULDER_HALF, SHOULDER, 0.5 * angle_rad),
        }
    }
}

fn trunk(height_m: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let (depth, half) = (0.12 * height_m, (SHOULDER_HALF - ARM_RADIUS) * height_m);
    let chest = Primitive::Box { lx_m: depth, ly_m: 2.0 * half, lz_m: (SHOULDER + 0.03 - HIP) * height_m };
    let chest_at = Affine::translation(-0.5 * depth, -half, HIP * height_m);
    mesh.append_painted(&chest.mesh(), &chest_at, Some(&super::shapes::paint(SHIRT)));
    let neck = Primitive::Cylinder { radius_m: 0.03 * height_m, length_m: 0.06 * height_m, vertex_count: 10 };
    let skin = super::shapes::paint(SKIN);
    mesh.append_painted(
        &neck.mesh(),
        &Affine::translation(0.0, 0.0, (SHOULDER + 0.02) * height_m),
        Some(&skin),
    );
    let head = Primitive::Sphere { radius_m: HEAD_RADIUS * height_m, vertex_count: 14 };
    let head_at = Affine::translation(0.0, 0.0, (NECK + HEAD_RADIUS) * height_m);
    mesh.append_painted(&head.mesh(), &head_at, Some(&skin));
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_as_tall_as_asked_and_walks_with_opposite_legs() {
        let (low, high) = Limb::Trunk.mesh(2.0).bounds_m().unwrap();
        assert!((f64::from(high[2]) - 2.0 * (NECK + 2.0 * HEAD_RADIUS)).abs() < 1e-5 && low[2] > 0.9);
        let mid_step = ActorObservation { gait: Gait::Walk, clip_time_s: 0.2, ..ActorObservation::default() };
        let [left, right] = [Limb::LeftLeg, Limb::RightLeg].map(|limb| limb.in_actor(2.0, &mid_step));
        assert!(left.pitch_rad > 0.1 && left.pitch_rad == -right.pitch_rad);
        let standing = ActorObservation { gait: Gait::Idle, ..mid_step };
        assert_eq!(Limb::LeftArm.in_actor(2.0, &standing).pitch_rad, 0.0);
    }
}

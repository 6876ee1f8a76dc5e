//! Two bodies that are near nothing but each other keep their angular momentum when they collide.
//!
//! The solver parts bodies that have sunk into each other by moving them, without a velocity. Where they also slide
//! along each other, m·r × v changes by that; the deeper they sink within a step, the more. What was added is taken
//! back as a common rotation about their centre of mass, which changes neither their momentum nor how they move
//! against each other.

use rapier2d_f64::prelude::Vector;

use super::islands::Scratch;
use super::solver::rotation;
use super::step::energy_j;
use super::{Body, BodyMotion, Planar};

/// No other body is near this one.
const NOBODY: u32 = u32::MAX;
/// Several are.
const SEVERAL: u32 = u32::MAX - 1;

impl Planar {
    /// Undo what parting bodies added to the angular momentum of pairs that are near nothing else.
    pub(super) fn keep_angular_momentum(&self, motions: &mut [BodyMotion], scratch: &mut Scratch) {
        for near in &scratch.near {
            for id in [near.a, near.b] {
                scratch.partner[id as usize] = NOBODY;
            }
        }
        for near in &scratch.near {
            for (one, other) in [(near.a, near.b), (near.b, near.a)] {
                let partner = &mut scratch.partner[one as usize];
                *partner = if *partner == NOBODY || *partner == other { other } else { SEVERAL };
            }
        }
        for near in scratch.near.iter().filter(|near| near.b_part.is_none()) {
            let is_alone = |id: u32, other: u32| {
                let body = &self.bodies[id as usize];
                let is_moved = body.is_dynamic() && scratch.is_touched[id as usize];
                is_moved && body.joint_count == 0 && scratch.partner[id as usize] == other
            };
            if is_alone(near.a, near.b) && is_alone(near.b, near.a) {
                self.turn_pair_back([near.a, near.b], motions, scratch);
            }
        }
    }

    fn turn_pair_back(&self, pair: [u32; 2], motions: &mut [BodyMotion], scratch: &Scratch) {
        let ids = pair.map(|id| id as usize);
        // About where the first body was, so that far places lose no digits.
        let origin = scratch.centre_before[ids[0]];
        let (mut before, mut before_j) = (0.0, 0.0);
        let mut whole = Whole::default();
        for id in ids {
            let (inverse_mass, inverse_inertia) = self.bodies[id].inverse_masses();
            let (m, inertia) = (1.0 / inverse_mass, 1.0 / inverse_inertia);
            let (own, sent) = (scratch.own[id], scratch.sent[id]);
            let arm = scratch.centre_before[id] - origin;
            before += m * (arm.x * sent.y_mps - arm.y * sent.x_mps) + inertia * sent.yaw_radps;
            before_j += energy_j(&self.bodies[id], own);
            let arm = centre(&self.bodies[id], &motions[id]) - origin;
            let velocity = Vector::new(motions[id].vx_mps, motions[id].vy_mps);
            whole.mass_kg += m;
            whole.moment += arm * m;
            whole.momentum += velocity * m;
            whole.inertia_kgm2 += inertia + m * arm.length_squared();
        }
        let middle = whole.moment * (1.0 / whole.mass_kg);
        let mean = whole.momentum * (1.0 / whole.mass_kg);
        let inertia_kgm2 = whole.inertia_kgm2 - whole.mass_kg * middle.length_squared();
        // The common rotation that carries the angular momentum, and the one that the pair has.
        let about_middle = before - (middle.x * whole.momentum.y - middle.y * whole.momentum.x);
        let mut after = 0.0;
        for id in ids {
            let (inverse_mass, inverse_inertia) = self.bodies[id].inverse_masses();
            let arm = centre(&self.bodies[id], &motions[id]) - origin - middle;
            let motion = &motions[id];
            after += (arm.x * motion.vy_mps - arm.y * motion.vx_mps) / inverse_mass
                + motion.yaw_rate_radps / inverse_inertia;
        }
        let turn = (about_middle - after) / inertia_kgm2;
        if turn == 0.0 || !turn.is_finite() {
            return;
        }
        let rotation = about_middle / inertia_kgm2;
        let rigid_j = 0.5 * (whole.mass_kg * mean.length_squared() + inertia_kgm2 * rotation * rotation);
        let mut after_j = 0.0;
        for id in ids {
            let arm = centre(&self.bodies[id], &motions[id]) - origin - middle;
            let motion = &mut motions[id];
            motion.vx_mps -= turn * arm.y;
            motion.vy_mps += turn * arm.x;
            motion.yaw_rate_radps += turn;
            after_j += energy_j(&self.bodies[id], motion.velocity());
        }
        // Where that adds energy, the pair loses some of how its bodies move against each other.
        if after_j > before_j && after_j > rigid_j {
            let share = ((before_j - rigid_j).max(0.0) / (after_j - rigid_j)).sqrt();
            for id in ids {
                let arm = centre(&self.bodies[id], &motions[id]) - origin - middle;
                let motion = &mut motions[id];
                let common = [mean.x - rotation * arm.y, mean.y + rotation * arm.x, rotation];
                motion.vx_mps = common[0] + share * (motion.vx_mps - common[0]);
                motion.vy_mps = common[1] + share * (motion.vy_mps - common[1]);
                motion.yaw_rate_radps = common[2] + share * (motion.yaw_rate_radps - common[2]);
            }
        }
    }
}

/// Two bodies as one.
#[derive(Default)]
struct Whole {
    mass_kg: f64,
    /// Σ m·r and Σ m·v.
    moment: Vector,
    momentum: Vector,
    inertia_kgm2: f64,
}

/// The centre of mass of a body, in the world.
pub(super) fn centre(body: &Body, motion: &BodyMotion) -> Vector {
    let [cx, cy] = body.centre_of_mass_m();
    Vector::new(motion.x_m, motion.y_m) + rotation(motion.yaw_rad).transform_vector(Vector::new(cx, cy))
}

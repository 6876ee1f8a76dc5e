//! Islands: bodies that may touch each other in this step, or are joined, and move.
//!
//! Every moving body looks around; what it may touch joins its island, asleep or not, and so on from there.
//! Bodies of islands go to the solver, all others move freely or rest.

use rapier2d_f64::prelude::Vector;

use super::contacts::Bounce;
use super::ground_friction::{Footing, Hold, Velocity};
use super::reach::OrientedBox;
use super::solver::{pose, rotation};
use super::{Body, BodyMotion, Planar};

/// A block slower than this may fall asleep [m/s].
const QUIET_MPS: f64 = 1e-4;
/// Bodies that were quiet for so long fall asleep [s].
const QUIET_TIME_S: f64 = 0.5;

/// Two bodies that may touch in this step; a part where the second one is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Near {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) b_part: Option<u32>,
}

/// Memory of a step that the next one does not need.
#[derive(Clone, Default)]
pub(super) struct Scratch {
    /// Pairs that may touch, sorted.
    pub(super) near: Vec<Near>,
    /// Per body: the first body of its island, or [`ALONE`].
    pub(super) island: Vec<u32>,
    /// Per body: it stands where the last step left it.
    pub(super) is_at_rest: Vec<bool>,
    /// Per body: it has looked around.
    has_looked: Vec<bool>,
    /// Per island: how many bodies it has.
    pub(super) sizes: Vec<u32>,
    /// Per island: the fewest quiet steps of its bodies.
    pub(super) quiet: Vec<u32>,
    /// Bodies that the solver gets in this step, in order.
    pub(super) participants: Vec<u32>,
    /// Per participant: what the ground does to it.
    pub(super) footings: Vec<Option<Footing>>,
    pub(super) holds: Vec<Hold>,
    /// Per body: the caller's velocity, the one handed to the solver, and what bounces add.
    pub(super) own: Vec<Velocity>,
    pub(super) sent: Vec<Velocity>,
    pub(super) bounced: Vec<Velocity>,
    pub(super) bounces: Vec<Bounce>,
    /// Per body: a contact or a joint acted on it.
    pub(super) is_touched: Vec<bool>,
    /// Per island: kinetic energy of the touched bodies before and after the solver.
    pub(super) energies_j: Vec<[f64; 2]>,
    /// Per body: where its centre of mass was, and the one body that is near it.
    pub(super) centre_before: Vec<Vector>,
    pub(super) partner: Vec<u32>,
    /// Per body: it is fast enough to jump over what is in its way.
    pub(super) is_bullet: Vec<bool>,
}

/// The island of a body that nothing can touch.
pub(super) const ALONE: u32 = u32::MAX;

impl Scratch {
    pub(super) fn fit(&mut self, body_count: usize) {
        if self.island.len() != body_count {
            self.island.resize(body_count, ALONE);
            self.is_at_rest.resize(body_count, false);
            self.has_looked.resize(body_count, false);
            self.sizes.resize(body_count, 0);
            self.quiet.resize(body_count, 0);
            self.own.resize(body_count, Velocity::default());
            self.sent.resize(body_count, Velocity::default());
            self.bounced.resize(body_count, Velocity::default());
            self.is_touched.resize(body_count, false);
            self.energies_j.resize(body_count, [0.0; 2]);
            self.centre_before.resize(body_count, Vector::ZERO);
            self.partner.resize(body_count, ALONE);
            self.is_bullet.resize(body_count, false);
        }
    }
}

impl Planar {
    /// Fixed bodies that the caller has put elsewhere.
    pub(super) fn follow_fixed_bodies(&mut self, motions: &[BodyMotion]) {
        for at in 0..self.fixed.len() {
            let id = self.fixed[at] as usize;
            let (body, motion) = (&mut self.bodies[id], &motions[id]);
            if body.last == *motion || !body.is_present || !motion.is_finite() {
                continue;
            }
            body.last = *motion;
            self.solver.bodies[body.handle].set_position(pose(&motion.placement()), true);
            for shape in 0..self.bodies[id].shapes.len() {
                let [first, end] = self.bodies[id].shapes[shape];
                (first..end).for_each(|part| self.place_fixed_part(part));
            }
        }
    }

    /// Tell the tree of boxes where all movers are.
    pub(super) fn place_movers(&mut self, motions: &[BodyMotion], scratch: &mut Scratch) {
        let clearance_m = self.clearance_m();
        let dt_s = self.settings.dt_s;
        for &id in &self.movers {
            let (body, motion) = (&mut self.bodies[id as usize], &motions[id as usize]);
            let is_at_rest = motion.velocity() == Velocity::default()
                && body.last == *motion
                && body.ground_velocity == Velocity::default();
            scratch.is_at_rest[id as usize] = is_at_rest;
            scratch.island[id as usize] = ALONE;
            scratch.has_looked[id as usize] = false;
            if !is_at_rest && body.is_asleep {
                body.is_asleep = false;
                body.is_colliding = false;
            }
            if !(is_at_rest && body.is_box_at_rest) && body.is_present && motion.is_finite() {
                self.reach.place_mover(body.proxy, bounds(body, motion, clearance_m, dt_s));
                body.is_box_at_rest = is_at_rest;
            }
        }
        self.reach.renew();
    }

    /// Gather the islands of all bodies that move, and switch their bodies into the solver's world.
    pub(super) fn gather_islands(&mut self, motions: &[BodyMotion], scratch: &mut Scratch) {
        scratch.near.clear();
        scratch.participants.clear();
        for at in 0..self.movers.len() {
            let id = self.movers[at];
            let body = &self.bodies[id as usize];
            let is_settled = scratch.is_at_rest[id as usize] && (body.is_asleep || !body.is_dynamic());
            if !is_settled && scratch.island[id as usize] == ALONE && self.may_take_part(id, motions) {
                self.gather_island(id, motions, scratch);
            }
        }
        scratch.near.sort_unstable();
        scratch.participants.sort_unstable();
        let mut in_solver = std::mem::take(&mut self.in_solver);
        for &id in &in_solver {
            if scratch.island[id as usize] == ALONE && self.bodies[id as usize].is_present {
                self.switch_in_solver(id, false);
            }
        }
        in_solver.clear();
        for &id in &scratch.participants {
            if !self.bodies[id as usize].is_in_solver {
                self.switch_in_solver(id, true);
            }
        }
        in_solver.extend(&scratch.participants);
        self.in_solver = in_solver;
    }

    fn may_take_part(&self, id: u32, motions: &[BodyMotion]) -> bool {
        let body = &self.bodies[id as usize];
        body.is_present && !body.is_fixed() && motions[id as usize].is_finite()
    }

    /// Everybody that can be reached from one body, step by step; nobody, if it can touch nothing.
    fn gather_island(&self, first: u32, motions: &[BodyMotion], scratch: &mut Scratch) {
        let (first_participant, first_near) = (scratch.participants.len(), scratch.near.len());
        scratch.island[first as usize] = first;
        scratch.participants.push(first);
        let mut is_joined = false;
        let mut at = first_participant;
        while at < scratch.participants.len() {
            let id = scratch.participants[at];
            let body = &self.bodies[id as usize];
            scratch.has_looked[id as usize] = true;
            for other in self.reach.near(body.proxy) {
                let is_moved_by_contact = body.is_dynamic() || self.bodies[other.body as usize].is_dynamic();
                if !is_moved_by_contact || scratch_has_looked(scratch, other.body, other.part) {
                    continue;
                }
                if other.part.is_some() {
                    scratch.near.push(Near { a: id, b: other.body, b_part: other.part });
                } else if self.may_take_part(other.body, motions) {
                    scratch.near.push(Near { a: id.min(other.body), b: id.max(other.body), b_part: None });
                    admit(scratch, other.body, first);
                }
            }
            if body.joint_count > 0 {
                is_joined = true;
                for link in self.links.iter().filter(|link| link.is_present && link.bodies.contains(&id)) {
                    let other = link.bodies[usize::from(link.bodies[0] == id)];
                    if self.may_take_part(other, motions) {
                        admit(scratch, other, first);
                    }
                }
            }
            at += 1;
        }
        if !is_joined && scratch.near.len() == first_near {
            scratch.island[first as usize] = ALONE;
            scratch.participants.truncate(first_participant);
        }
    }

    /// A body enters the solver's world, or leaves it.
    fn switch_in_solver(&mut self, id: u32, is_on: bool) {
        let body = &mut self.bodies[id as usize];
        body.is_in_solver = is_on;
        body.solver_change = Velocity::default();
        self.solver.bodies[body.handle].set_enabled(is_on);
        if is_on {
            body.is_asleep = false;
            body.is_colliding = false;
            body.quiet_steps = 0;
        }
    }

    /// An island whose blocks were quiet for a while, and whose vehicles stand, falls asleep.
    pub(super) fn put_to_sleep(&mut self, motions: &mut [BodyMotion], scratch: &mut Scratch) {
        let enough_steps = (QUIET_TIME_S / self.settings.dt_s) as u32;
        for &id in &scratch.participants {
            scratch.quiet[scratch.island[id as usize] as usize] = u32::MAX;
        }
        for &id in &scratch.participants {
            let body = &mut self.bodies[id as usize];
            let velocity = motions[id as usize].velocity();
            let is_held = body.ground_friction.is_some_and(|ground| ground.mu > 0.0);
            let is_quiet =
                velocity == Velocity::default() || is_held && velocity.reach_mps(body.radius_m) < QUIET_MPS;
            body.quiet_steps = if is_quiet { body.quiet_steps.saturating_add(1) } else { 0 };
            let quiet = &mut scratch.quiet[scratch.island[id as usize] as usize];
            *quiet = body.quiet_steps.min(*quiet);
        }
        for &id in &scratch.participants {
            let is_over = scratch.quiet[scratch.island[id as usize] as usize] >= enough_steps;
            if is_over && self.bodies[id as usize].is_dynamic() {
                self.bodies[id as usize].is_asleep = true;
                motions[id as usize].set_velocity(Velocity::default());
            }
        }
    }
}

fn admit(scratch: &mut Scratch, body: u32, island: u32) {
    if scratch.island[body as usize] == ALONE {
        scratch.island[body as usize] = island;
        scratch.participants.push(body);
    }
}

/// A pair is noted by the body that looks first.
fn scratch_has_looked(scratch: &Scratch, body: u32, part: Option<u32>) -> bool {
    part.is_none() && scratch.has_looked[body as usize]
}

/// The box that a body may need in this step.
fn bounds(body: &Body, motion: &BodyMotion, clearance_m: f64, dt_s: f64) -> OrientedBox {
    let heading = rotation(motion.yaw_rad);
    let [[x, y], half_m] = body.box_m;
    let offset = heading.transform_vector(Vector::new(x, y));
    OrientedBox {
        centre_m: [motion.x_m + offset.x, motion.y_m + offset.y],
        half_m,
        heading: [heading.cos(), heading.sin()],
        z_interval_m: body.z_interval_m.map(|z| z + motion.z_m),
        slack_m: clearance_m / 2.0 + motion.velocity().reach_mps(body.radius_m) * dt_s,
    }
}

//! One step: who can touch something, what the solver makes of them, and how everybody moves on.

use rapier2d_f64::prelude::{JointEnabled, Pose, Vector};

use super::ground_friction::{Footing, Hold, Velocity};
use super::islands::{ALONE, Near, Scratch};
use super::momentum::centre;
use super::solver::{pose, rotation};
use super::{Body, BodyMotion, Planar};

/// A block that slides freely and is slower than this has stopped; what is left is rounding [m/s].
const STOPPED_MPS: f64 = 1e-9;
/// Attempts to make ground friction and contacts agree within a step.
const MOST_ATTEMPTS: usize = 5;
/// Among more bodies than this in one island some block always disagrees, and each attempt is dear: what one step
/// leaves is corrected by the prediction of the next.
const CROWD: u32 = 32;
const CROWD_ATTEMPTS: usize = 2;

impl Planar {
    /// Move every body by one step.
    ///
    /// `motions` holds one entry per body ever added, with velocities already updated for this step.
    /// Entries of removed bodies and of bodies that are not finite are left alone.
    pub fn solve(&mut self, motions: &mut [BodyMotion]) {
        assert_eq!(motions.len(), self.bodies.len(), "one motion per body");
        let mut scratch = self.scratch.take().unwrap_or_default();
        scratch.fit(self.bodies.len());
        self.contacts.clear();
        self.follow_fixed_bodies(motions);
        self.place_movers(motions, &mut scratch);
        self.gather_islands(motions, &mut scratch);
        self.move_free_bodies(motions, &scratch);
        self.forget_collisions();
        if !scratch.participants.is_empty() {
            self.solve_participants(motions, &mut scratch);
            self.note_collisions(motions, &scratch);
            self.put_to_sleep(motions, &mut scratch);
            for &id in &scratch.participants {
                self.bodies[id as usize].last = motions[id as usize];
            }
        }
        for id in self.carried.drain(..) {
            self.bodies[id as usize].ground_velocity = Velocity::default();
        }
        for id in self.tilted.drain(..) {
            self.bodies[id as usize].tilt = None;
        }
        self.scratch = Some(scratch);
    }

    /// Hand the participants to the solver, let ground friction and contacts agree, and take the result.
    fn solve_participants(&mut self, motions: &mut [BodyMotion], scratch: &mut Scratch) {
        self.prepare(motions, scratch);
        for attempt in 1..=MOST_ATTEMPTS {
            self.press_ground(motions, scratch);
            self.send(motions, scratch);
            self.solver.step(&self.part_z_m);
            if !self.compare_with_ground(scratch, attempt) {
                break;
            }
        }
        let mut bounces = std::mem::take(&mut scratch.bounces);
        self.read_contacts(&scratch.sent, &mut bounces);
        scratch.bounces = bounces;
        self.take(motions, scratch);
    }

    /// What stays the same over all attempts of a step.
    fn prepare(&mut self, motions: &[BodyMotion], scratch: &mut Scratch) {
        scratch.footings.clear();
        scratch.holds.clear();
        for &id in &scratch.participants {
            scratch.sizes[scratch.island[id as usize] as usize] = 0;
        }
        for &id in &scratch.participants {
            scratch.sizes[scratch.island[id as usize] as usize] += 1;
        }
        for at in 0..scratch.participants.len() {
            let id = scratch.participants[at] as usize;
            let z_m = motions[id].z_m;
            for shape in 0..self.bodies[id].shapes.len() {
                let [first, end] = self.bodies[id].shapes[shape];
                for part in first..end {
                    let [low, high] = self.parts[part as usize].z_interval_m;
                    self.part_z_m[part as usize] = [low + z_m, high + z_m];
                    self.tell_placement(part);
                }
            }
            scratch.footings.push(self.footing(&self.bodies[id], &motions[id]));
            scratch.holds.push(Hold::default());
        }
        for at in 0..self.links.len() {
            self.switch_strut(at, motions);
        }
        self.choose_bullets(motions, scratch);
    }

    /// Fast bodies are swept along their way. The solver sweeps a bullet against everything but other bullets, so of two
    /// fast bodies near each other only the faster one is a bullet.
    fn choose_bullets(&mut self, motions: &[BodyMotion], scratch: &mut Scratch) {
        let travel_m = |body: &Body, id: u32| {
            motions[id as usize].velocity().reach_mps(body.radius_m) * self.settings.dt_s
        };
        for &id in &scratch.participants {
            let body = &self.bodies[id as usize];
            let thickness_m = body.box_m[1][0].min(body.box_m[1][1]);
            scratch.is_bullet[id as usize] = body.is_dynamic() && travel_m(body, id) > 0.25 * thickness_m;
        }
        for near in scratch.near.iter().filter(|near| near.b_part.is_none()) {
            let [a, b] = [near.a, near.b];
            if scratch.is_bullet[a as usize] && scratch.is_bullet[b as usize] {
                let is_a_faster =
                    travel_m(&self.bodies[a as usize], a) >= travel_m(&self.bodies[b as usize], b);
                scratch.is_bullet[if is_a_faster { b } else { a } as usize] = false;
            }
        }
        for &id in &scratch.participants {
            let rigid = &mut self.solver.bodies[self.bodies[id as usize].handle];
            rigid.enable_ccd(scratch.is_bullet[id as usize]);
        }
    }

    /// A strut pushes only while its anchors are too near.
    fn switch_strut(&mut self, link: usize, motions: &[BodyMotion]) {
        let link = &self.links[link];
        let Some(strut) = link.strut.filter(|_| link.is_present) else { return };
        let [a, b] = link.joint.anchors();
        let place =
            |body: u32, [x, y]: [f64; 2]| pose(&motions[body as usize].placement()) * Vector::new(x, y);
        let distance_m = (place(link.bodies[0], a) - place(link.bodies[1], b)).length();
        let is_too_near = distance_m < link.joint.min_length_m();
        let is_on = self.solver.joints.get(strut).is_some_and(|joint| joint.data.is_enabled());
        if is_on != is_too_near
            && let Some(joint) = self.solver.joints.get_mut(strut, true)
        {
            joint.data.enabled = if is_too_near { JointEnabled::Enabled } else { JointEnabled::Disabled };
        }
    }

    /// What the ground sees of a block, if it holds it at all.
    fn footing(&self, body: &Body, motion: &BodyMotion) -> Option<Footing> {
        let ground = body.ground_friction?;
        let (inverse_mass, inverse_inertia) = body.inverse_masses();
        let heading = rotation(motion.yaw_rad);
        let [cx, cy] = body.centre_of_mass_m();
        let arms = [1.0, -1.0].map(|side| {
            let arm = heading.transform_vector(Vector::new(side * ground.anchor_distance_m - cx, -cy));
            [arm.x, arm.y]
        });
        let limit_ns = ground.mu * self.settings.gravity_mps2 / inverse_mass / 2.0 * self.settings.dt_s;
        Some(Footing { inverse_mass, inverse_inertia, arms, limit_ns })
    }

    /// Ground friction against the velocity that the block will have, as far as it is known: its own, and what the
    /// solver last added to it. Against its own alone, a block that is leaned on would creep.
    fn press_ground(&self, motions: &[BodyMotion], scratch: &mut Scratch) {
        for (at, &id) in scratch.participants.iter().enumerate() {
            let body = &self.bodies[id as usize];
            let own = motions[id as usize].velocity();
            (scratch.own[id as usize], scratch.sent[id as usize]) = (own, own);
            if let Some(footing) = &scratch.footings[at] {
                let iterations = self.settings.velocity_iterations.max(1);
                let over_ground = own.minus(body.ground_velocity);
                let hold = if body.solver_change == Velocity::default() {
                    footing.slide(over_ground, iterations)
                } else {
                    footing.hold(over_ground.plus(body.solver_change), iterations)
                };
                scratch.sent[id as usize] = own.plus(footing.change(&hold));
                scratch.holds[at] = hold;
            }
        }
    }

    fn send(&mut self, motions: &[BodyMotion], scratch: &Scratch) {
        for &id in &scratch.participants {
            let (motion, sent) = (&motions[id as usize], scratch.sent[id as usize]);
            let rigid = &mut self.solver.bodies[self.bodies[id as usize].handle];
            rigid.set_position(pose(&motion.placement()), false);
            rigid.set_linvel(Vector::new(sent.x_mps, sent.y_mps), false);
            rigid.set_angvel(sent.yaw_radps, false);
        }
    }

    /// Note what the solver added to each velocity; true if ground friction should be asked again after this attempt.
    fn compare_with_ground(&mut self, scratch: &Scratch, attempt: usize) -> bool {
        let mut is_unsettled = false;
        for (at, &id) in scratch.participants.iter().enumerate() {
            let got = self.got(id);
            self.bodies[id as usize].solver_change = got.minus(scratch.sent[id as usize]);
            if let Some(footing) = &scratch.footings[at] {
                let over_ground = got.minus(self.bodies[id as usize].ground_velocity);
                let is_crowd = scratch.sizes[scratch.island[id as usize] as usize] > CROWD;
                let most_attempts = if is_crowd { CROWD_ATTEMPTS } else { MOST_ATTEMPTS };
                is_unsettled |=
                    attempt < most_attempts && footing.is_unsettled(&scratch.holds[at], over_ground);
            }
        }
        is_unsettled
    }

    /// The velocity that the solver left.
    fn got(&self, id: u32) -> Velocity {
        let rigid = &self.solver.bodies[self.bodies[id as usize].handle];
        Velocity { x_mps: rigid.linvel().x, y_mps: rigid.linvel().y, yaw_radps: rigid.angvel() }
    }

    /// Bodies that were touched take the solver's velocity and place; the others keep ours.
    fn take(&mut self, motions: &mut [BodyMotion], scratch: &mut Scratch) {
        for &id in &scratch.participants {
            scratch.is_touched[id as usize] = false;
            scratch.bounced[id as usize] = Velocity::default();
        }
        for contact in &self.contacts {
            scratch.is_touched[contact.a.index()] = true;
            scratch.is_touched[contact.b.index()] = true;
        }
        self.apply_bounces(&scratch.bounces, &mut scratch.bounced);
        let dt_s = self.settings.dt_s;
        for &id in &scratch.participants {
            let body = &self.bodies[id as usize];
            let motion = &mut motions[id as usize];
            let (sent, got) = (scratch.sent[id as usize], self.got(id));
            let place = *self.solver.bodies[body.handle].position();
            scratch.centre_before[id as usize] = centre(body, motion);
            motion.set_velocity(sent);
            let mut free = *motion;
            advance(&mut free, body, dt_s);
            let is_touched = body.is_dynamic()
                && place.is_finite()
                && (got != sent
                    || scratch.is_touched[id as usize]
                    || body.joint_count > 0
                    || was_stopped_short(&place, &free, sent, dt_s));
            scratch.is_touched[id as usize] = is_touched;
            if is_touched {
                let bounced = scratch.bounced[id as usize];
                motion.set_velocity(got.plus(bounced));
                follow(motion, body, &place, bounced, dt_s);
            } else {
                *motion = free;
            }
        }
        self.keep_angular_momentum(motions, scratch);
        self.limit_energy(motions, scratch);
        self.follow_tilt(motions, scratch);
    }

    /// Contacts and the ground take energy or pass it on; what rounding, simultaneous bounces or a wrong guess of ground
    /// friction would add to an island is taken back.
    /// Bodies that move by themselves, springs and ground that moves may add energy: their islands are left alone.
    /// Hinges add none.
    fn limit_energy(&self, motions: &mut [BodyMotion], scratch: &mut Scratch) {
        for &id in &scratch.participants {
            scratch.energies_j[scratch.island[id as usize] as usize] = [0.0; 2];
        }
        for &id in &scratch.participants {
            let root = scratch.island[id as usize] as usize;
            let body = &self.bodies[id as usize];
            let is_carried = body.ground_velocity != Velocity::default();
            if !body.is_dynamic() || body.spring_count > 0 || is_carried {
                scratch.energies_j[root][0] = f64::INFINITY;
            } else if scratch.is_touched[id as usize] || body.ground_friction.is_some() {
                scratch.energies_j[root][0] += energy_j(body, scratch.own[id as usize]);
                scratch.energies_j[root][1] += energy_j(body, motions[id as usize].velocity());
            }
        }
        for &id in &scratch.participants {
            let root = scratch.island[id as usize] as usize;
            let [before_j, after_j] = scratch.energies_j[root];
            let is_changed =
                scratch.is_touched[id as usize] || self.bodies[id as usize].ground_friction.is_some();
            if is_changed && after_j > before_j {
                let scale = (before_j / after_j).sqrt();
                let velocity = motions[id as usize].velocity();
                motions[id as usize].set_velocity(velocity.times(scale));
            }
        }
    }

    /// Bodies that nothing can touch: ground friction, then v·Δt.
    fn move_free_bodies(&mut self, motions: &mut [BodyMotion], scratch: &Scratch) {
        let dt_s = self.settings.dt_s;
        let iterations = self.settings.velocity_iterations.max(1);
        for &id in &self.movers {
            if scratch.is_at_rest[id as usize] || scratch.island[id as usize] != ALONE {
                continue;
            }
            let (body, motion) = (&self.bodies[id as usize], &mut motions[id as usize]);
            if body.is_present && motion.is_finite() {
                if let Some(footing) = self.footing(body, motion) {
                    let over_ground = motion.velocity().minus(body.ground_velocity);
                    let hold = footing.slide(over_ground, iterations);
                    let slowed = over_ground.plus(footing.change(&hold));
                    let is_stopped = slowed.reach_mps(body.radius_m) < STOPPED_MPS;
                    let left = if is_stopped { Velocity::default() } else { slowed };
                    motion.set_velocity(left.plus(body.ground_velocity));
                }
                advance(motion, body, dt_s);
            }
            self.bodies[id as usize].last = *motion;
        }
    }

    /// Nobody collides until this step shows it; sleepers keep what they were.
    fn forget_collisions(&mut self) {
        for id in self.colliding.drain(..) {
            let body = &mut self.bodies[id as usize];
            body.is_colliding &= body.is_asleep;
        }
    }

    /// Who touches, or is nearer than the threshold.
    fn note_collisions(&mut self, motions: &[BodyMotion], scratch: &Scratch) {
        for at in 0..self.contacts.len() {
            let contact = self.contacts[at];
            self.note_collision(contact.a.0, contact.b.0);
        }
        for &Near { a, b, b_part } in &scratch.near {
            let is_known = self.bodies[a as usize].is_colliding && self.bodies[b as usize].is_colliding;
            if !is_known && !self.are_joined(a, b) && self.is_pair_colliding(motions, a, b, b_part) {
                self.note_collision(a, b);
            }
        }
    }

    fn note_collision(&mut self, a: u32, b: u32) {
        for id in [a, b] {
            if !self.bodies[id as usize].is_colliding {
                self.bodies[id as usize].is_colliding = true;
                self.colliding.push(id);
            }
        }
    }

    fn are_joined(&self, a: u32, b: u32) -> bool {
        self.bodies[a as usize].joint_count > 0
            && self
                .links
                .iter()
                .any(|link| link.is_present && (link.bodies == [a, b] || link.bodies == [b, a]))
    }
}

/// Kinetic energy of a body at some velocity.
pub(super) fn energy_j(body: &Body, velocity: Velocity) -> f64 {
    let (inverse_mass, inverse_inertia) = body.inverse_masses();
    let squared = velocity.x_mps * velocity.x_mps + velocity.y_mps * velocity.y_mps;
    (squared / inverse_mass + velocity.yaw_radps * velocity.yaw_radps / inverse_inertia) / 2.0
}

/// Take the solver's place, moved on by what a bounce adds.
fn follow(motion: &mut BodyMotion, body: &Body, place: &Pose, bounced: Velocity, dt_s: f64) {
    let [cx, cy] = body.centre_of_mass_m();
    let start = rotation(motion.yaw_rad);
    let centre = *place * Vector::new(cx, cy) + Vector::new(bounced.x_mps, bounced.y_mps) * dt_s;
    motion.yaw_rad += turned(start.cos(), start.sin(), place) + bounced.yaw_radps * dt_s;
    let arm = if cx == 0.0 && cy == 0.0 {
        Vector::ZERO
    } else {
        rotation(motion.yaw_rad).transform_vector(Vector::new(cx, cy))
    };
    (motion.x_m, motion.y_m) = (centre.x - arm.x, centre.y - arm.y);
}

/// Free motion: the centre of mass moves by v·Δt, the heading by ω·Δt, and the reference point follows.
fn advance(motion: &mut BodyMotion, body: &Body, dt_s: f64) {
    let [cx, cy] = body.centre_of_mass_m();
    if cx == 0.0 && cy == 0.0 {
        motion.x_m += motion.vx_mps * dt_s;
        motion.y_m += motion.vy_mps * dt_s;
        motion.yaw_rad += motion.yaw_rate_radps * dt_s;
        return;
    }
    let centre = Vector::new(cx, cy);
    let before = rotation(motion.yaw_rad).transform_vector(centre);
    motion.yaw_rad += motion.yaw_rate_radps * dt_s;
    let after = rotation(motion.yaw_rad).transform_vector(centre);
    motion.x_m += before.x + motion.vx_mps * dt_s - after.x;
    motion.y_m += before.y + motion.vy_mps * dt_s - after.y;
}

/// True if the solver let a fast body go less far than its velocity says, because something was in its way.
fn was_stopped_short(place: &Pose, free: &BodyMotion, sent: Velocity, dt_s: f64) -> bool {
    let short = Vector::new(free.x_m, free.y_m) - place.translation;
    // The solver turns by atan(ω·Δt); an offset centre of mass feels the third order of it.
    let turned = (sent.yaw_radps * dt_s).abs();
    short.length() > 1e-6 + turned * turned * turned * 10.0
}

/// By how much the solver turned a body: it rotates by (1, ω·Δt) normalised, so the tangent is ω·Δt.
fn turned(cos: f64, sin: f64, place: &Pose) -> f64 {
    let (c, s) = (place.rotation.cos(), place.rotation.sin());
    (cos * s - sin * c) / (cos * c + sin * s)
}

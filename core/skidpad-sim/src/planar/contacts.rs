//! What touched whom, how hard, and how it bounces.
//!
//! Restitution is our own: the solver brings two bodies to a common speed along the normal with an impulse J, and
//! e·J is added where they approached faster than 1 m/s (Box2D's threshold).

use rapier2d_f64::parry::query;
use rapier2d_f64::parry::shape::Shape as SolverShape;
use rapier2d_f64::prelude::{ColliderHandle, Pose, Vector};
use serde::{Deserialize, Serialize};

use super::ground_friction::Velocity;
use super::shapes::Point;
use super::solver::pose;
use super::{BodyId, BodyMotion, Planar};

/// Slower approaches do not bounce [m/s].
const RESTITUTION_THRESHOLD_MPS: f64 = 1.0;

/// A point where two bodies pressed on each other during a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The body with the smaller number.
    pub a: BodyId,
    /// Which shape of `a`.
    pub shape_a: u32,
    /// The body with the larger number.
    pub b: BodyId,
    /// Which shape of `b`.
    pub shape_b: u32,
    /// Where, in the world [m].
    pub point_m: Point,
    /// Which way `b` was pushed [-].
    pub normal: Point,
    /// How hard `b` was pushed along the normal.
    pub impulse_newton_s: f64,
    /// How hard friction pushed `b`, to the left of the normal.
    pub friction_impulse_ns: f64,
}

/// What a contact does to the speeds of its bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounce {
    /// Bodies a and b.
    bodies: [u32; 2],
    /// Arms from the centres of mass.
    arms: [Point; 2],
    /// Impulse on b; a gets the opposite [N·s].
    impulse_newton_s: Point,
}

impl Planar {
    /// Read the contacts of the last solver step, and the bounces they cause.
    /// `sent` are the velocities that the solver was given, one per body.
    pub(super) fn read_contacts(&mut self, sent: &[Velocity], bounces: &mut Vec<Bounce>) {
        self.contacts.clear();
        bounces.clear();
        for pair in self.solver.contact_pairs() {
            let part_of = |collider: ColliderHandle| self.solver.colliders[collider].user_data as usize;
            let (first, second) = (part_of(pair.collider1), part_of(pair.collider2));
            let [one, two] = [&self.parts[first], &self.parts[second]];
            for manifold in pair.manifolds() {
                let n = [manifold.data.normal.x, manifold.data.normal.y];
                for point in &manifold.points {
                    let impulse_newton_s = point.data.impulse;
                    let friction_impulse_ns = point.data.tangent_impulse.x;
                    if impulse_newton_s == 0.0 && friction_impulse_ns == 0.0 {
                        continue;
                    }
                    let arms = [point.data.solver_dp1, point.data.solver_dp2].map(|arm| [arm.x, arm.y]);
                    let at = pose_point(&self.solver, pair.collider1, point.local_p1);
                    let is_ordered = one.body <= two.body;
                    let (a, b) = if is_ordered { (one, two) } else { (two, one) };
                    let sign = if is_ordered { 1.0 } else { -1.0 };
                    self.contacts.push(Contact {
                        a: BodyId(a.body),
                        shape_a: a.shape,
                        b: BodyId(b.body),
                        shape_b: b.shape,
                        point_m: at,
                        normal: [sign * n[0], sign * n[1]],
                        impulse_newton_s,
                        friction_impulse_ns,
                    });
                    let restitution = one.restitution.max(two.restitution);
                    let [va, vb] = [sent[one.body as usize].at(arms[0]), sent[two.body as usize].at(arms[1])];
                    let approach_mps = (va[0] - vb[0]) * n[0] + (va[1] - vb[1]) * n[1];
                    if restitution > 0.0 && approach_mps >= RESTITUTION_THRESHOLD_MPS {
                        let strength_ns = restitution * impulse_newton_s;
                        bounces.push(Bounce {
                            bodies: [one.body, two.body],
                            arms,
                            impulse_newton_s: [strength_ns * n[0], strength_ns * n[1]],
                        });
                    }
                }
            }
        }
        let order = |c: &Contact| (c.a, c.b, c.shape_a, c.shape_b);
        self.contacts.sort_unstable_by(|p, q| {
            order(p)
                .cmp(&order(q))
                .then(p.point_m[0].total_cmp(&q.point_m[0]))
                .then(p.point_m[1].total_cmp(&q.point_m[1]))
        });
    }

    /// Add what a bounce does to the velocity of one of its bodies.
    pub(super) fn apply_bounces(&self, bounces: &[Bounce], changes: &mut [Velocity]) {
        for bounce in bounces {
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                let body = bounce.bodies[side] as usize;
                let (inverse_mass, inverse_inertia) = self.bodies[body].inverse_masses();
                let [px, py] = bounce.impulse_newton_s.map(|p| sign * p);
                let [rx, ry] = bounce.arms[side];
                changes[body] = changes[body].plus(Velocity {
                    x_mps: px * inverse_mass,
                    y_mps: py * inverse_mass,
                    yaw_radps: (rx * py - ry * px) * inverse_inertia,
                });
            }
        }
    }

    /// True if any two shapes of the bodies touch or are nearer than the collision threshold.
    /// `b_part` narrows a fixed body to one of its parts.
    pub(super) fn is_pair_colliding(
        &self,
        motions: &[BodyMotion],
        a: u32,
        b: u32,
        b_part: Option<u32>,
    ) -> bool {
        let threshold_m = self.settings.collision_threshold_m;
        let parts_of = |body: u32| {
            let shapes = &self.bodies[body as usize].shapes;
            let first = shapes.first().map_or(0, |shape| shape[0]);
            let end = shapes.last().map_or(0, |shape| shape[1]);
            first..end
        };
        let b_range = b_part.map_or_else(|| parts_of(b), |part| part..part + 1);
        let [a_in_world, b_in_world] = [a, b].map(|id| pose(&motions[id as usize].placement()));
        parts_of(a).any(|i| {
            let one = self.part_in_world(i, &a_in_world);
            b_range.clone().any(|j| {
                let two = self.part_in_world(j, &b_in_world);
                let (z1, z2) = (self.part_z_m[i as usize], self.part_z_m[j as usize]);
                let is_on = self.parts[i as usize].is_on && self.parts[j as usize].is_on;
                let is_level = z1[0] < z2[1] && z2[0] < z1[1];
                let apart_m = (one.1 - two.1).length() - one.2 - two.2;
                is_on
                    && is_level
                    && apart_m <= threshold_m
                    && query::distance(&one.0, one.3, &two.0, two.3)
                        .is_ok_and(|found| found.distance <= 0.0 || found.distance < threshold_m)
            })
        })
    }

    /// Pose, centre, radius and outline of a part whose body the solver knows.
    fn part_in_world(&self, part: u32, body_in_world: &Pose) -> (Pose, Vector, f64, &dyn SolverShape) {
        let record = &self.parts[part as usize];
        let collider = &self.solver.colliders[record.collider];
        let in_body = collider.position_wrt_parent().copied().unwrap_or_default();
        let in_world = *body_in_world * in_body;
        let [[x, y], [hx, hy]] = record.box_m;
        (in_world, in_world * Vector::new(x, y), (hx * hx + hy * hy).sqrt(), collider.shape())
    }
}

/// A point of a collider in the world.
fn pose_point(solver: &super::solver::Solver, collider: ColliderHandle, local: Vector) -> Point {
    let point = *solver.colliders[collider].position() * local;
    [point.x, point.y]
}

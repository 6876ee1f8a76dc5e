//! Bodies in the plane: who touches whom, and what contacts and joints do to their motion.
//!
//! Free motion belongs to the caller: it updates every velocity (forces, damping) and hands all bodies to
//! [`Planar::solve`], which adds the ground friction of blocks, resolves contacts and joints and moves every body by
//! one step. A body that nothing can touch in this step never enters the solver and moves by exactly v·Δt.
//!
//! ```
//! use skidpad_math::Pose2;
//! use skidpad_sim::planar::*;
//!
//! let mut planar = Planar::new(PlanarSettings::default());
//! let crate_shape = Shape {
//!     outline: Outline::Rectangle { length_m: 1.0, width_m: 1.0 },
//!     placement_in_body: Pose2::default(),
//!     border_radius_m: border::BODY_M,
//!     friction: 0.5,
//!     restitution: 0.01,
//!     z_interval_m: [0.0, 1.0],
//!     is_on: true,
//! };
//! let sliding = BodyMotion { vx_mps: 2.0, ..BodyMotion::default() };
//! let id = planar.add_body(
//!     &BodyDescription {
//!         kind: BodyKind::Dynamic { mass_kg: 5.0, centre_of_mass_m: [0.0, 0.0], inertia_kgm2: 5.0 / 6.0 },
//!         shapes: vec![crate_shape],
//!         ground_friction: Some(GroundFriction { mu: 0.5, anchor_distance_m: 0.5_f64.sqrt() }),
//!     },
//!     &sliding,
//! )?;
//! let mut motions = vec![sliding];
//! for _ in 0..200 {
//!     planar.solve(&mut motions);
//! }
//! // v²/(2·μ·g), half a step of braking more or less.
//! assert!((motions[id.index()].x_m - 2.0 * 2.0 / (2.0 * 0.5 * 9.81)).abs() < 0.006);
//! # Ok::<(), PlanarProblem>(())
//! ```
//!
//! # Against MVSim
//!
//! Known differences: shapes at different heights pass each other; a concave outline keeps its notches; there is no
//! limit of 2 m a step. Validated with: the `k_*` runs of MVSim 1.2 (`tests/contacts_mvsim.rs`).
//! Leaves out: friction between bodies stacked on each other, rolling contact of wheels against walls.

mod contacts;
mod description;
mod grid;
mod ground_friction;
mod islands;
mod joints;
mod momentum;
mod reach;
mod shapes;
mod solver;
mod step;
mod tilt;

pub use contacts::Contact;
pub use description::{
    BodyDescription, BodyId, BodyKind, BodyMotion, JointId, PlanarProblem, PlanarSettings,
};
pub use grid::{CellRectangle, merge_cells};
pub use ground_friction::GroundFriction;
pub use joints::Joint;
pub use shapes::{Outline, Point, Shape, border, convex_pieces};
/// Where a shape is in its body.
pub use skidpad_math::Pose2 as Placement;

use rapier2d_f64::prelude::{
    ColliderHandle, ImpulseJointHandle, MassProperties, RigidBodyBuilder, RigidBodyHandle, Vector,
};
use serde::{Deserialize, Serialize};
use skidpad_math::Pose2;

use description::check;
use ground_friction::Velocity;
use reach::{OrientedBox, Reach};
use solver::{Solver, pose, rotation};
use tilt::Tilt;

/// A convex piece of a shape of a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Part {
    collider: ColliderHandle,
    body: u32,
    /// Counted within the body.
    shape: u32,
    restitution: f64,
    z_interval_m: [f64; 2],
    placement_in_body: Pose2,
    /// Box around the piece and its border, in the shape's frame: centre and half extents.
    box_m: [Point; 2],
    border_radius_m: f64,
    is_on: bool,
    /// The solver has yet to hear of the present placement.
    is_placement_new: bool,
    /// Its leaf in the tree of boxes, if its body is fixed. Rebuilt, never saved.
    #[serde(skip)]
    proxy: u32,
}

/// A body and what must be remembered of it from step to step.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Body {
    kind: BodyKind,
    ground_friction: Option<GroundFriction>,
    handle: RigidBodyHandle,
    /// First part and end of parts, for each shape.
    shapes: Vec<[u32; 2]>,
    /// Box around all shapes in the body: centre and half extents.
    box_m: [Point; 2],
    /// Farthest corner from the centre of mass.
    radius_m: f64,
    z_interval_m: [f64; 2],
    is_present: bool,
    is_in_solver: bool,
    /// It came to rest against others; it stays out of the solver until something moves.
    is_asleep: bool,
    quiet_steps: u32,
    is_colliding: bool,
    joint_count: u32,
    /// How many of its joints may store energy.
    spring_count: u32,
    /// What the solver added to its velocity in the last step: the best guess of what it will add in this one.
    solver_change: Velocity,
    /// As the last step left it.
    last: BodyMotion,
    /// How the ground under it moves in this step. The caller sets it for each step; never saved.
    #[serde(skip)]
    ground_velocity: Velocity,
    /// The tilt of the ground under it in this step. The caller sets it for each step; never saved.
    #[serde(skip)]
    tilt: Option<Tilt>,
    /// Its leaf in the tree of boxes, if it moves. Rebuilt, never saved.
    #[serde(skip)]
    proxy: u32,
    /// The tree already holds its box at rest.
    #[serde(skip)]
    is_box_at_rest: bool,
}

impl Body {
    fn is_fixed(&self) -> bool {
        matches!(self.kind, BodyKind::Fixed)
    }

    fn is_dynamic(&self) -> bool {
        matches!(self.kind, BodyKind::Dynamic { .. })
    }

    fn centre_of_mass_m(&self) -> Point {
        match self.kind {
            BodyKind::Dynamic { centre_of_mass_m, .. } => centre_of_mass_m,
            BodyKind::Fixed | BodyKind::Kinematic => [0.0, 0.0],
        }
    }

    /// Inverse mass and inverse moment of inertia.
    fn inverse_masses(&self) -> (f64, f64) {
        match self.kind {
            BodyKind::Dynamic { mass_kg, inertia_kgm2, .. } => (1.0 / mass_kg, 1.0 / inertia_kgm2),
            BodyKind::Fixed | BodyKind::Kinematic => (0.0, 0.0),
        }
    }
}

/// A joint and its handles in the solver.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Link {
    joint: Joint,
    bodies: [u32; 2],
    handle: ImpulseJointHandle,
    strut: Option<ImpulseJointHandle>,
    is_present: bool,
}

/// The planar world: bodies, joints, and the solver that keeps them apart.
///
/// Cloning and [`Planar::save`] keep everything the next step depends on: a copy continues with the same bits.
#[derive(Clone, Serialize, Deserialize)]
pub struct Planar {
    settings: PlanarSettings,
    solver: Solver,
    bodies: Vec<Body>,
    parts: Vec<Part>,
    links: Vec<Link>,
    /// Height interval of each part, world frame.
    part_z_m: Vec<[f64; 2]>,
    contacts: Vec<Contact>,
    /// Bodies that stand, and bodies that move, as they were added; removed ones stay.
    fixed: Vec<u32>,
    movers: Vec<u32>,
    /// Bodies that the solver has now, in order.
    in_solver: Vec<u32>,
    /// Bodies that collided in the last step; sleepers may be missing.
    colliding: Vec<u32>,
    /// Bodies whose ground moves in this step.
    #[serde(skip)]
    carried: Vec<u32>,
    /// Bodies on tilted ground in this step.
    #[serde(skip)]
    tilted: Vec<u32>,
    #[serde(skip)]
    reach: Reach,
    /// Boxed, so that a step takes and returns it without moving it.
    #[serde(skip)]
    scratch: Option<Box<islands::Scratch>>,
}

impl Planar {
    /// An empty plane.
    pub fn new(settings: PlanarSettings) -> Self {
        Planar {
            settings,
            solver: Solver::new(&settings),
            bodies: Vec::new(),
            parts: Vec::new(),
            links: Vec::new(),
            part_z_m: Vec::new(),
            contacts: Vec::new(),
            fixed: Vec::new(),
            movers: Vec::new(),
            in_solver: Vec::new(),
            colliding: Vec::new(),
            carried: Vec::new(),
            tilted: Vec::new(),
            reach: Reach::default(),
            scratch: None,
        }
    }

    /// What the plane was made with.
    pub fn settings(&self) -> &PlanarSettings {
        &self.settings
    }

    /// How many bodies were ever added: the length of the slice that [`Planar::solve`] takes.
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// Add a body where `motion` says. Its number is the count of bodies before it.
    pub fn add_body(
        &mut self,
        description: &BodyDescription,
        motion: &BodyMotion,
    ) -> Result<BodyId, PlanarProblem> {
        let pieces = check(description, motion)?;
        let id = self.bodies.len() as u32;
        let builder = match description.kind {
            BodyKind::Fixed => RigidBodyBuilder::fixed(),
            BodyKind::Kinematic => RigidBodyBuilder::kinematic_velocity_based().enabled(false),
            BodyKind::Dynamic { mass_kg, centre_of_mass_m: [x, y], inertia_kgm2 } => {
                RigidBodyBuilder::dynamic()
                    .additional_mass_properties(MassProperties::new(Vector::new(x, y), mass_kg, inertia_kgm2))
                    .enabled(false)
            }
        };
        let handle = self.solver.bodies.insert(builder.pose(pose(&motion.placement())).can_sleep(false));
        self.bodies.push(Body {
            kind: description.kind,
            ground_friction: description
                .ground_friction
                .filter(|_| matches!(description.kind, BodyKind::Dynamic { .. })),
            handle,
            shapes: Vec::with_capacity(description.shapes.len()),
            box_m: [[0.0; 2]; 2],
            radius_m: 0.0,
            z_interval_m: [f64::INFINITY, f64::NEG_INFINITY],
            is_present: true,
            is_in_solver: matches!(description.kind, BodyKind::Fixed),
            is_asleep: false,
            quiet_steps: 0,
            is_colliding: false,
            joint_count: 0,
            spring_count: 0,
            solver_change: Velocity::default(),
            last: *motion,
            ground_velocity: Velocity::default(),
            tilt: None,
            proxy: 0,
            is_box_at_rest: false,
        });
        for (shape, (description, pieces)) in description.shapes.iter().zip(pieces).enumerate() {
            let first = self.parts.len() as u32;
            for piece in pieces {
                let part = self.parts.len() as u32;
                let Some(collider) = self.solver.add_collider(handle, description, &piece, part) else {
                    self.forget_last_body();
                    return Err(PlanarProblem::NoArea { shape });
                };
                self.parts.push(Part {
                    collider,
                    body: id,
                    shape: shape as u32,
                    restitution: description.restitution,
                    z_interval_m: description.z_interval_m,
                    placement_in_body: description.placement_in_body,
                    box_m: box_around(&piece.corners(), description.border_radius_m),
                    border_radius_m: description.border_radius_m,
                    is_on: description.is_on,
                    is_placement_new: false,
                    proxy: 0,
                });
                let [low, high] = description.z_interval_m;
                self.part_z_m.push([low + motion.z_m, high + motion.z_m]);
            }
            self.bodies[id as usize].shapes.push([first, self.parts.len() as u32]);
        }
        match description.kind {
            BodyKind::Fixed => self.fixed.push(id),
            BodyKind::Kinematic | BodyKind::Dynamic { .. } => self.movers.push(id),
        }
        self.measure_body(id);
        self.enter_tree(id);
        Ok(BodyId(id))
    }

    /// The first body with which more than `most` pairs of movers, or of a mover and a standing part, overlap in their
    /// upright boxes. The solver remembers each such pair that touches.
    pub(crate) fn first_beyond_pairs(&self, most: u64, motions: &[BodyMotion]) -> Option<usize> {
        let mut movers = reach::Boxes::default();
        let mut pair_count = 0;
        for &id in &self.movers {
            let (body, motion) = (&self.bodies[id as usize], &motions[id as usize]);
            if !body.is_present {
                continue;
            }
            let in_world = pose(&motion.placement());
            let centre = in_world * Vector::new(body.box_m[0][0], body.box_m[0][1]);
            let bounds = OrientedBox {
                centre_m: [centre.x, centre.y],
                half_m: body.box_m[1],
                heading: [in_world.rotation.cos(), in_world.rotation.sin()],
                z_interval_m: body.z_interval_m.map(|z| z + motion.z_m),
                slack_m: 0.0,
            };
            pair_count += self.reach.standing_count(&bounds, most) + movers.add(&bounds, most);
            if pair_count > most {
                return Some(id as usize);
            }
        }
        None
    }

    /// Inverse mass [1/kg] and inverse moment of inertia [1/(kg·m²)] of a body; zero for one that nothing moves.
    pub(crate) fn inverse_masses(&self, body: BodyId) -> (f64, f64) {
        self.bodies[body.index()].inverse_masses()
    }

    /// The ground under a block moves during the next step: its velocity at the block's centre of mass, and its yaw
    /// rate. Ground friction acts on the difference.
    pub fn carry(&mut self, id: BodyId, [x_mps, y_mps]: [f64; 2], yaw_radps: f64) {
        self.bodies[id.index()].ground_velocity = Velocity { x_mps, y_mps, yaw_radps };
        self.carried.push(id.0);
    }

    /// Take back a body that turned out to be impossible while it was being added.
    fn forget_last_body(&mut self) {
        if let Some(body) = self.bodies.pop() {
            self.solver.remove_body(body.handle);
            self.parts.retain(|part| (part.body as usize) < self.bodies.len());
            self.part_z_m.truncate(self.parts.len());
        }
    }

    /// Take a body and its joints out of the world. Its number is not used again; its motion is ignored from now on.
    pub fn remove_body(&mut self, id: BodyId) {
        if !self.is_present(id) {
            return;
        }
        for link in 0..self.links.len() {
            if self.links[link].bodies.contains(&id.0) {
                self.remove_joint(JointId(link as u32));
            }
        }
        let body = &mut self.bodies[id.index()];
        body.is_present = false;
        body.is_colliding = false;
        self.solver.remove_body(body.handle);
        if body.is_fixed() {
            for &[first, end] in &body.shapes {
                for part in &self.parts[first as usize..end as usize] {
                    self.reach.remove(part.proxy);
                }
            }
        } else {
            self.reach.remove(body.proxy);
        }
    }

    /// True for a body that was added and not removed.
    pub fn is_present(&self, id: BodyId) -> bool {
        self.bodies.get(id.index()).is_some_and(|body| body.is_present)
    }

    /// Join two bodies.
    pub fn add_joint(&mut self, a: BodyId, b: BodyId, joint: Joint) -> Result<JointId, PlanarProblem> {
        if a == b || !self.is_present(a) || !self.is_present(b) {
            return Err(PlanarProblem::NoSuchBody);
        }
        let (mass_a, mass_b) =
            (self.bodies[a.index()].inverse_masses().0, self.bodies[b.index()].inverse_masses().0);
        let handles = [self.bodies[a.index()].handle, self.bodies[b.index()].handle];
        let handle = self.solver.joints.insert(handles[0], handles[1], joint.build(), true);
        let strut = joint
            .build_strut(1.0 / (mass_a + mass_b).max(f64::MIN_POSITIVE), self.settings.dt_s)
            .map(|strut| self.solver.joints.insert(handles[0], handles[1], strut, true));
        for id in [a, b] {
            let body = &mut self.bodies[id.index()];
            body.joint_count += 1;
            body.spring_count += u32::from(joint.may_store_energy());
            body.is_asleep = false;
        }
        self.links.push(Link { joint, bodies: [a.0, b.0], handle, strut, is_present: true });
        Ok(JointId(self.links.len() as u32 - 1))
    }

    /// Let two bodies go.
    pub fn remove_joint(&mut self, id: JointId) {
        let Some(link) = self.links.get_mut(id.0 as usize).filter(|link| link.is_present) else { return };
        link.is_present = false;
        for handle in [Some(link.handle), link.strut].into_iter().flatten() {
            self.solver.joints.remove(handle, true);
        }
        for body in link.bodies {
            self.bodies[body as usize].joint_count -= 1;
            self.bodies[body as usize].spring_count -= u32::from(link.joint.may_store_energy());
            self.bodies[body as usize].is_asleep = false;
        }
    }

    /// Move a shape within its body, and switch it on or off: steered wheels, obstacles that come and go.
    pub fn place_shape(&mut self, id: BodyId, shape: usize, placement_in_body: Pose2, is_on: bool) {
        let Some(&[first, end]) = self.bodies.get(id.index()).and_then(|body| body.shapes.get(shape)) else {
            return;
        };
        for part in first..end {
            let record = &mut self.parts[part as usize];
            if record.placement_in_body == placement_in_body && record.is_on == is_on {
                continue;
            }
            record.placement_in_body = placement_in_body;
            record.is_on = is_on;
            record.is_placement_new = true;
            self.include_in_body_box(part);
            if self.bodies[id.index()].is_fixed() {
                self.tell_placement(part);
                self.place_fixed_part(part);
            }
        }
    }

    /// Give a rectangular shape another size: terrain obstacles grow with speed. Other shapes keep theirs.
    pub fn resize_rectangle(&mut self, id: BodyId, shape: usize, length_m: f64, width_m: f64) {
        let Some(&[first, _]) = self.bodies.get(id.index()).and_then(|body| body.shapes.get(shape)) else {
            return;
        };
        let record = &mut self.parts[first as usize];
        let half = [length_m / 2.0, width_m / 2.0];
        let grown = [half[0] + record.border_radius_m, half[1] + record.border_radius_m];
        if record.box_m[1] == grown || !(half[0] > 0.0 && half[1] > 0.0 && (half[0] + half[1]).is_finite()) {
            return;
        }
        let collider = &mut self.solver.colliders[record.collider];
        if collider.shape().as_round_cuboid().is_none() {
            return;
        }
        if let Some(rectangle) = collider.shape_mut().as_round_cuboid_mut() {
            rectangle.inner_shape.half_extents = Vector::new(half[0], half[1]);
        }
        record.box_m[1] = grown;
        self.include_in_body_box(first);
        if self.bodies[id.index()].is_fixed() {
            self.place_fixed_part(first);
        }
    }

    /// What touched in the last step, ordered by body, then shape.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// True if the body touches another, or is nearer to it than the collision threshold.
    pub fn is_colliding(&self, id: BodyId) -> bool {
        self.bodies[id.index()].is_colliding
    }

    /// How many bodies the last step handed to the solver; the others moved freely or rested.
    pub fn solved_body_count(&self) -> usize {
        self.in_solver.len()
    }

    /// Everything the next step depends on, as bytes.
    pub fn save(&self) -> Result<Vec<u8>, PlanarProblem> {
        postcard::to_stdvec(self).map_err(|_| PlanarProblem::Unreadable)
    }

    /// Read back what [`Planar::save`] wrote: the copy continues with the same bits.
    pub fn restore(bytes: &[u8]) -> Result<Planar, PlanarProblem> {
        let mut planar: Planar = postcard::from_bytes(bytes).map_err(|_| PlanarProblem::Unreadable)?;
        for id in 0..planar.bodies.len() as u32 {
            if planar.bodies[id as usize].is_present {
                planar.enter_tree(id);
            }
        }
        Ok(planar)
    }

    /// Measure the box, radius and height of a body from its parts.
    fn measure_body(&mut self, id: u32) {
        let mut z_m = [f64::INFINITY, f64::NEG_INFINITY];
        let mut corners = Vec::new();
        let first = self.bodies[id as usize].shapes.first().map_or(0, |shape| shape[0] as usize);
        let end = self.bodies[id as usize].shapes.last().map_or(0, |shape| shape[1] as usize);
        for part in &self.parts[first..end] {
            z_m = [z_m[0].min(part.z_interval_m[0]), z_m[1].max(part.z_interval_m[1])];
            corners.extend(part_corners(part));
        }
        let body = &mut self.bodies[id as usize];
        body.z_interval_m = z_m;
        body.box_m = box_around(&corners, 0.0);
        let [cx, cy] = body.centre_of_mass_m();
        body.radius_m = corners
            .iter()
            .map(|[x, y]| ((x - cx) * (x - cx) + (y - cy) * (y - cy)).sqrt())
            .fold(0.0, f64::max);
    }

    /// A moved part may stick out of its body's box: make the box larger.
    fn include_in_body_box(&mut self, part: u32) {
        let corners = part_corners(&self.parts[part as usize]);
        let body = &mut self.bodies[self.parts[part as usize].body as usize];
        let [[x, y], [hx, hy]] = body.box_m;
        let [cx, cy] = body.centre_of_mass_m();
        let (mut low, mut high) = ([x - hx, y - hy], [x + hx, y + hy]);
        for corner in corners {
            for axis in 0..2 {
                low[axis] = low[axis].min(corner[axis]);
                high[axis] = high[axis].max(corner[axis]);
            }
            let [dx, dy] = [corner[0] - cx, corner[1] - cy];
            body.radius_m = body.radius_m.max((dx * dx + dy * dy).sqrt());
        }
        body.box_m = [
            [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0],
            [(high[0] - low[0]) / 2.0, (high[1] - low[1]) / 2.0],
        ];
        body.is_box_at_rest = false;
    }

    /// Give a body its leaves in the tree of boxes.
    fn enter_tree(&mut self, id: u32) {
        if !self.bodies[id as usize].is_fixed() {
            self.bodies[id as usize].proxy = self.reach.add(id, None);
            return;
        }
        for shape in 0..self.bodies[id as usize].shapes.len() {
            let [first, end] = self.bodies[id as usize].shapes[shape];
            for part in first..end {
                self.parts[part as usize].proxy = self.reach.add(id, Some(part));
                self.place_fixed_part(part);
            }
        }
    }

    /// Put a part of a fixed body where its body and its placement say; whoever sleeps there wakes up.
    fn place_fixed_part(&mut self, part: u32) {
        let record = &self.parts[part as usize];
        let body = &self.bodies[record.body as usize];
        let part_in_world = pose(&body.last.placement()) * pose(&record.placement_in_body);
        let centre = part_in_world * Vector::new(record.box_m[0][0], record.box_m[0][1]);
        let z_m = record.z_interval_m.map(|z| z + body.last.z_m);
        self.part_z_m[part as usize] = z_m;
        let proxy = record.proxy;
        if !record.is_on {
            self.reach.remove(proxy);
            return;
        }
        let bounds = OrientedBox {
            centre_m: [centre.x, centre.y],
            half_m: record.box_m[1],
            heading: [part_in_world.rotation.cos(), part_in_world.rotation.sin()],
            z_interval_m: z_m,
            slack_m: self.clearance_m() / 2.0,
        };
        self.reach.place_standing(proxy, bounds);
        for near in self.reach.near(proxy) {
            self.bodies[near.body as usize].is_asleep = false;
        }
    }

    /// Bodies farther apart than this need no look.
    fn clearance_m(&self) -> f64 {
        self.settings.collision_threshold_m.max(0.0) + solver::PREDICTION_M + 0.001
    }

    /// Tell the solver of a part's new placement, and whether it is on. The part's body must be in the solver's world:
    /// a part that is switched on alone would be an obstacle where its body was last seen.
    fn tell_placement(&mut self, part: u32) {
        let record = &mut self.parts[part as usize];
        if record.is_placement_new {
            record.is_placement_new = false;
            let collider = &mut self.solver.colliders[record.collider];
            collider.set_position_wrt_parent(pose(&record.placement_in_body));
            collider.set_enabled(record.is_on);
        }
    }
}

/// The upright box around some points, larger by `margin_m`: centre and half extents.
fn box_around(points: &[Point], margin_m: f64) -> [Point; 2] {
    let Some(&first) = points.first() else { return [[0.0; 2]; 2] };
    let (mut low, mut high) = (first, first);
    for point in points {
        for axis in 0..2 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    [
        [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0],
        [(high[0] - low[0]) / 2.0 + margin_m, (high[1] - low[1]) / 2.0 + margin_m],
    ]
}

/// The corners of a part's box, in its body.
fn part_corners(part: &Part) -> [Point; 4] {
    let at = &part.placement_in_body;
    let turn = rotation(at.yaw_rad);
    let [[x, y], [hx, hy]] = part.box_m;
    [[-hx, -hy], [hx, -hy], [hx, hy], [-hx, hy]].map(|[dx, dy]| {
        let corner = turn.transform_vector(Vector::new(x + dx, y + dy));
        [at.x_m + corner.x, at.y_m + corner.y]
    })
}

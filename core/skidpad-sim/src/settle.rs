//! Vehicles on the ground: height and attitude from the points they stand on, and steps too high to climb.

use crate::block_index::BlockIndex;
use crate::ground::{BlockPlacement, Heights, WORK_PER_BLOCK, WORK_PER_CORNER, WORK_PER_SURFACE};
use crate::model::Model;
use crate::planar::{BodyMotion, Placement, Planar, border};
use crate::state::{Presence, State};
use crate::vehicle::{TERRAIN_FOOT_M, VehicleModel};
use skidpad_dynamics::attitude::{GroundContact, settle};
use skidpad_dynamics::slope::Slope;
use skidpad_math::{Pose3, Vec2, Vec3, atan2, sin_cos};
use skidpad_world::description::Compat;

/// The hitch of a two-wheeled vehicle finds ground up to this much above it [m].
const HITCH_REACH_M: f64 = 0.5;
/// A step of the ground higher than this share of a wheel's diameter stops a vehicle.
const CLIMBABLE_SHARE: f64 = 0.55;
/// Half of the side of a step's obstacle, for a vehicle at rest [m].
const STEP_HALF_M: f64 = 0.02;
/// High ground is looked for this far around a corner [m].
const LOOK_AROUND_M: f64 = 0.05;
/// A vehicle leans no further than this [rad]. Where two contacts close together stand on both sides of a step, the
/// plane through them is nearly a wall, and a speed seen from above would be a huge one along it.
const LARGEST_LEAN_RAD: f64 = 1.2;
/// Height and attitude agree after far fewer rounds.
const PLACING_ROUNDS: usize = 60;

/// Memory of the terrain stage.
#[derive(Debug, Clone, Default)]
pub(crate) struct SettleScratch {
    /// Blocks by place; none until first needed.
    pub(crate) blocks: Option<BlockIndex>,
    /// Poses of floors now.
    floors_in_world: Vec<Pose3>,
    /// Blocks near the vehicle at hand, and where they are.
    near: Vec<u32>,
    places: Vec<BlockPlacement>,
    /// Points on which the vehicle at hand stands.
    contacts: Vec<GroundContact>,
}

/// The ground as one vehicle finds it.
struct Ground<'a> {
    model: &'a Model,
    floors_in_world: &'a [Pose3],
    near: &'a [u32],
    places: &'a [BlockPlacement],
}

impl Ground<'_> {
    /// The surfaces over a point, around a height.
    fn heights(&self, x_m: f64, y_m: f64, z_m: f64) -> Heights {
        let mut heights = Heights::around(z_m);
        for map in &self.model.maps {
            heights.see(map.height_at(x_m, y_m));
        }
        for (floor, pose) in self.model.floors.iter().zip(self.floors_in_world) {
            heights.see(floor.floor.height_at(pose, x_m, y_m));
        }
        for (&block, place) in self.near.iter().zip(self.places) {
            heights.see(self.model.blocks[block as usize].footprint.height_at(place, x_m, y_m));
        }
        heights
    }

    /// Most steps of work for the surfaces over a point.
    fn work_per_point(&self) -> u64 {
        let surfaces = (self.model.maps.len() + self.model.floors.len()) as u64;
        let corners_of = |&block: &u32| self.model.blocks[block as usize].footprint.corners_m.len() as u64;
        let of_block = |block| WORK_PER_BLOCK + WORK_PER_CORNER * corners_of(block);
        WORK_PER_SURFACE * surfaces + self.near.iter().map(of_block).sum::<u64>()
    }

    /// Height of the highest surface not above a point, else zero [m].
    fn under(&self, x_m: f64, y_m: f64, z_m: f64) -> f64 {
        self.heights(x_m, y_m, z_m).stand_m()
    }
}

impl SettleScratch {
    /// Where floors are, and which blocks are where.
    fn prepare(&mut self, model: &Model, state: &State) {
        let time_ns = model.time_ns(state.step);
        self.floors_in_world.clear();
        self.floors_in_world.extend(model.floors.iter().map(|floor| match &floor.animation {
            Some(animation) => animation.pose_at(time_ns),
            None => floor.floor.pose_in_world,
        }));
        self.blocks.get_or_insert_with(|| BlockIndex::new(&model.blocks, &state.blocks));
    }

    /// The ground around one vehicle.
    fn ground<'a>(
        &'a mut self,
        model: &'a Model,
        state: &State,
        vehicle: &VehicleModel,
    ) -> (Ground<'a>, &'a mut Vec<GroundContact>) {
        let motion = &state.bodies[vehicle.body.index()];
        self.ground_around(model, state, [motion.x_m, motion.y_m], vehicle.radius_m)
    }

    /// The ground around a point.
    fn ground_around<'a>(
        &'a mut self,
        model: &'a Model,
        state: &State,
        at: [f64; 2],
        radius_m: f64,
    ) -> (Ground<'a>, &'a mut Vec<GroundContact>) {
        if let Some(index) = &self.blocks {
            index.near(&model.blocks, &state.blocks, at, radius_m, &mut self.near);
        }
        self.places.clear();
        let pose_of = |&block: &u32| BlockPlacement::from(&state.blocks[block as usize].pose_in_world);
        self.places.extend(self.near.iter().map(pose_of));
        let ground =
            Ground { model, floors_in_world: &self.floors_in_world, near: &self.near, places: &self.places };
        (ground, &mut self.contacts)
    }
}

/// Height of the ground at a point [m]: the highest surface not above it, or else the lowest one; zero without any.
pub(crate) fn ground_below(
    model: &Model,
    state: &State,
    scratch: &mut SettleScratch,
    [x_m, y_m, z_m]: [f64; 3],
) -> f64 {
    scratch.prepare(model, state);
    let (ground, _) = scratch.ground_around(model, state, [x_m, y_m], 0.0);
    let heights = ground.heights(x_m, y_m, z_m);
    heights.highest_below_m.or(heights.lowest_above_m).unwrap_or(0.0)
}

/// Set one vehicle on the ground with unlimited reach: at the start, where it is added, after a teleport.
///
/// It stands on the storey of its reference point: the highest surface not above half of its roof, or else the
/// lowest one. Its wheels take the surfaces nearest to the plane so far, until height and attitude agree.
///
/// `spend` gets the number of steps before they are done; where it returns false, the vehicle stays as it is so far.
pub(crate) fn place_on_terrain(
    model: &Model,
    state: &mut State,
    scratch: &mut SettleScratch,
    index: usize,
    spend: &mut dyn FnMut(u64) -> bool,
) {
    let vehicle = &model.vehicles[index];
    if !model.has_ground() || vehicle.animation.is_some() {
        return;
    }
    scratch.prepare(model, state);
    let (ground, contacts) = scratch.ground(model, state, vehicle);
    let work_per_point = ground.work_per_point();
    if !spend(work_per_point) {
        return;
    }
    let motion = state.bodies[vehicle.body.index()];
    let heights = ground.heights(motion.x_m, motion.y_m, motion.z_m + 0.5 * vehicle.chassis.z_m[1]);
    let z_m = heights.highest_below_m.or(heights.lowest_above_m).unwrap_or(0.0);
    let mut pose = Pose3::new(motion.x_m, motion.y_m, z_m, motion.yaw_rad, 0.0, 0.0);
    // One of two wheels looks at further points.
    let work_per_round = work_per_point.saturating_mul(vehicle.wheels.len() as u64 + 2);
    for _ in 0..PLACING_ROUNDS {
        if !spend(work_per_round) {
            break;
        }
        let before = pose;
        touch_ground(vehicle, &ground, &pose, Reach::Nearest, model.compat, contacts);
        pose = leaning_within_limits(settle(&pose, contacts));
        let moved = (pose.z_m - before.z_m).abs()
            + (pose.pitch_rad - before.pitch_rad).abs()
            + (pose.roll_rad - before.roll_rad).abs();
        if moved < 1e-12 {
            break;
        }
    }
    let it = &mut state.vehicles[index];
    (it.pitch_rad, it.roll_rad) = (pose.pitch_rad, pose.roll_rad);
    state.bodies[vehicle.body.index()].z_m = pose.z_m;
}

/// Set every vehicle on the ground under its present pose, and raise the steps that it cannot climb.
#[inline]
pub(crate) fn settle_on_terrain(
    model: &Model,
    state: &mut State,
    planar: &mut Planar,
    scratch: &mut SettleScratch,
) {
    if !model.has_ground() {
        for (vehicle, it) in model.vehicles.iter().zip(&mut state.vehicles) {
            if it.presence == Presence::Present {
                (it.pitch_rad, it.roll_rad) = (0.0, 0.0);
                state.bodies[vehicle.body.index()].z_m = 0.0;
            }
        }
        return;
    }
    scratch.prepare(model, state);
    let is_bare = model.maps.is_empty() && model.floors.is_empty();
    for (index, vehicle) in model.vehicles.iter().enumerate() {
        if state.vehicles[index].presence != Presence::Present {
            continue;
        }
        let (ground, contacts) = scratch.ground(model, state, vehicle);
        let motion = state.bodies[vehicle.body.index()];
        let it = &mut state.vehicles[index];
        let attitude_before = [it.pitch_rad, it.roll_rad];
        let mut pose =
            Pose3::new(motion.x_m, motion.y_m, motion.z_m, motion.yaw_rad, it.pitch_rad, it.roll_rad);
        let is_plain = is_bare && ground.near.is_empty();
        if is_plain {
            pose = Pose3 { z_m: 0.0, pitch_rad: 0.0, roll_rad: 0.0, ..pose };
        } else {
            // MVSim's two rounds.
            for _ in 0..2 {
                touch_ground(vehicle, &ground, &pose, Reach::Wheel, model.compat, contacts);
                pose = leaning_within_limits(settle(&pose, contacts));
            }
        }
        (it.pitch_rad, it.roll_rad) = (pose.pitch_rad, pose.roll_rad);
        let speed_mps = it.velocity_in_world_mps.norm();
        let motion = &mut state.bodies[vehicle.body.index()];
        motion.z_m = pose.z_m;
        if model.compat == Compat::None && vehicle.animation.is_none() {
            carry_along(motion, attitude_before, [pose.pitch_rad, pose.roll_rad]);
        }
        if is_plain {
            lower_steps(vehicle, planar);
        } else {
            raise_steps(vehicle, &ground, &pose, speed_mps * model.dt_s, planar, &mut state.bodies);
        }
    }
}

/// A pose with its pitch and roll within what a vehicle can have.
fn leaning_within_limits(pose: Pose3) -> Pose3 {
    let within = |angle_rad: f64| angle_rad.clamp(-LARGEST_LEAN_RAD, LARGEST_LEAN_RAD);
    Pose3 { pitch_rad: within(pose.pitch_rad), roll_rad: within(pose.roll_rad), ..pose }
}

/// A vehicle whose attitude changes keeps its velocity along the ground, and with it its energy of motion.
fn carry_along(motion: &mut BodyMotion, before_rad: [f64; 2], after_rad: [f64; 2]) {
    if before_rad == after_rad {
        return;
    }
    let before = Slope::new(before_rad[0], before_rad[1]);
    let after = Slope::new(after_rad[0], after_rad[1]);
    let (sin, cos) = sin_cos(motion.yaw_rad);
    let ahead = cos * motion.vx_mps + sin * motion.vy_mps;
    let aside = cos * motion.vy_mps - sin * motion.vx_mps;
    let (x, y) = after.from_above(before.along_ground((ahead, aside)));
    (motion.vx_mps, motion.vy_mps) = (cos * x - sin * y, sin * x + cos * y);
    motion.yaw_rate_radps *= after.turn() / before.turn();
}

/// How far a wheel looks for ground.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Up to half of its diameter above its lowest point (MVSim's rule).
    Wheel,
    /// To the nearest surface, wherever that is.
    Nearest,
}

/// Where a vehicle touches the ground: under its wheels; a two-wheeled one also under its hitch, or along its
/// heading close to its axle, so that it pitches with the slope.
fn touch_ground(
    vehicle: &VehicleModel,
    ground: &Ground,
    pose: &Pose3,
    reach: Reach,
    compat: Compat,
    contacts: &mut Vec<GroundContact>,
) {
    contacts.clear();
    let (position, rotation) = (pose.position(), pose.rotation());
    let mut add = |[x, y]: [f64; 2], reach_m: f64| {
        let in_vehicle = Vec3::new(x, y, 0.0);
        let in_world = position + rotation.rotate(in_vehicle);
        let z_m = match reach {
            Reach::Wheel => ground.under(in_world.x, in_world.y, in_world.z + reach_m),
            Reach::Nearest => ground.heights(in_world.x, in_world.y, in_world.z).nearest_m(),
        };
        contacts.push(GroundContact { in_vehicle, in_world: Vec3::new(in_world.x, in_world.y, z_m) });
    };
    for wheel in &vehicle.wheels {
        add(wheel.position_m, 0.5 * wheel.diameter_m);
    }
    if let [left, right] = vehicle.wheels.as_slice() {
        match vehicle.hitch_m {
            Some(hitch_m) => add(hitch_m, HITCH_REACH_M),
            None if compat == Compat::None => {
                let middle_m = [0, 1].map(|axis| 0.5 * (left.position_m[axis] + right.position_m[axis]));
                let reach_m = 0.5 * left.diameter_m;
                for offset_m in [0.5 * reach_m, -0.5 * reach_m] {
                    add([middle_m[0] + offset_m, middle_m[1]], reach_m);
                }
            }
            None => {}
        }
    }
}

/// Where the ground at a corner of the chassis is too high, put an obstacle beside it.
///
/// Heights are measured from the plane on which the wheels stand, so that a smooth slope is no step. The
/// obstacle touches the corner from the side of the high ground: it stops what drives on and pushes nothing.
fn raise_steps(
    vehicle: &VehicleModel,
    ground: &Ground,
    pose: &Pose3,
    way_m: f64,
    planar: &mut Planar,
    bodies: &mut [BodyMotion],
) {
    let (Some(body), Some(wheel)) = (vehicle.terrain_body, vehicle.wheels.first()) else { return };
    // Wheels climb this much, and the body passes over what is lower than its underside.
    let limit_m = (CLIMBABLE_SHARE * wheel.diameter_m).max(vehicle.chassis.z_m[0]);
    let half_m = STEP_HALF_M + 2.0 * way_m;
    let rotation = pose.rotation();
    let normal = rotation.rotate(Vec3::new(0.0, 0.0, 1.0));
    let roof_m = 1.05 * vehicle.chassis.z_m[1];
    let step_at = |x_m: f64, y_m: f64| {
        let plane_m = pose.z_m - (normal.x * (x_m - pose.x_m) + normal.y * (y_m - pose.y_m)) / normal.z;
        ground.under(x_m, y_m, plane_m + roof_m) - plane_m
    };
    for (shape, &[x, y]) in vehicle.chassis.corners_m.iter().enumerate() {
        let corner = pose.position() + rotation.rotate(Vec3::new(x, y, 0.0));
        let is_high = |x_m: f64, y_m: f64| step_at(x_m, y_m) > limit_m;
        let toward = (half_m.is_finite() && is_high(corner.x, corner.y))
            .then(|| toward_high_ground(corner, is_high))
            .filter(|&direction| !points_inward(vehicle, pose, [x, y], direction));
        match toward {
            Some(direction) => {
                let away_m = half_m + border::CELL_M + border::BODY_M;
                let placement = Placement {
                    x_m: corner.x + away_m * direction.x,
                    y_m: corner.y + away_m * direction.y,
                    yaw_rad: atan2(direction.y, direction.x),
                };
                bodies[body.index()].z_m = pose.z_m - TERRAIN_FOOT_M;
                planar.resize_rectangle(body, shape, 2.0 * half_m, 2.0 * half_m);
                planar.place_shape(body, shape, placement, true);
            }
            None => planar.place_shape(body, shape, Placement::default(), false),
        }
    }
}

/// The direction from a corner to the high ground around it, from eight looks around.
fn toward_high_ground(corner: Vec3, is_high: impl Fn(f64, f64) -> bool) -> Vec2 {
    let mut sum = Vec2::default();
    for look in 0..8 {
        let (sin, cos) = sin_cos(f64::from(look) * std::f64::consts::FRAC_PI_4);
        let sign =
            if is_high(corner.x + LOOK_AROUND_M * cos, corner.y + LOOK_AROUND_M * sin) { 1.0 } else { -1.0 };
        sum += Vec2::new(cos, sin) * sign;
    }
    let size = sum.norm();
    if size > 1e-6 { sum * (1.0 / size) } else { Vec2::default() }
}

/// Whether a direction at a corner leads into the vehicle, or nowhere: then the high ground is below the body.
fn points_inward(vehicle: &VehicleModel, pose: &Pose3, [x, y]: [f64; 2], direction: Vec2) -> bool {
    let in_vehicle = pose.pose2().inverse_rotate(direction);
    // The corner is the outermost point of the chassis in a direction that leads out.
    let along = |[x, y]: [f64; 2]| x * in_vehicle.x + y * in_vehicle.y;
    direction == Vec2::default()
        || vehicle.chassis.corners_m.iter().any(|&other| along(other) > along([x, y]) + 1e-3)
}

/// No step of the ground is in the way.
fn lower_steps(vehicle: &VehicleModel, planar: &mut Planar) {
    if let Some(body) = vehicle.terrain_body {
        for shape in 0..vehicle.chassis.corners_m.len() {
            planar.place_shape(body, shape, Placement::default(), false);
        }
    }
}

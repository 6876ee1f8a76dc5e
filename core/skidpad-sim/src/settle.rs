//! Vehicles on the ground: height and attitude from the points they stand on, and steps too high to climb.

use crate::block_index::BlockIndex;
use crate::ground::{BlockPlacement, Heights};
use crate::model::Model;
use crate::planar::{BodyMotion, Placement, Planar};
use crate::state::{Presence, State};
use crate::vehicle::{TERRAIN_FOOT_M, VehicleModel};
use skidpad_dynamics::attitude::{GroundContact, settle};
use skidpad_math::{Pose3, Vec3};

/// The hitch of a two-wheeled vehicle finds ground up to this much above it [m].
const HITCH_REACH_M: f64 = 0.5;
/// A step of the ground higher than this share of a wheel's diameter stops a vehicle.
const CLIMBABLE_SHARE: f64 = 0.55;

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
    /// Height of the highest surface not above a point, else zero [m].
    fn under(&self, x_m: f64, y_m: f64, z_m: f64) -> f64 {
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
        heights.stand_m()
    }
}

/// Set every vehicle on the ground under its present pose, and raise the steps that it cannot climb.
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
    let time_ns = model.time_ns(state.step);
    scratch.floors_in_world.clear();
    scratch.floors_in_world.extend(model.floors.iter().map(|floor| match &floor.animation {
        Some(animation) => animation.pose_at(time_ns),
        None => floor.floor.pose_in_world,
    }));
    let index = scratch.blocks.get_or_insert_with(|| BlockIndex::new(&model.blocks, &state.blocks));
    let is_bare = model.maps.is_empty() && model.floors.is_empty();
    for (vehicle, it) in model.vehicles.iter().zip(&mut state.vehicles) {
        if it.presence != Presence::Present {
            continue;
        }
        let motion = state.bodies[vehicle.body.index()];
        let at = [motion.x_m, motion.y_m];
        index.near(&model.blocks, &state.blocks, at, vehicle.radius_m, &mut scratch.near);
        if is_bare && scratch.near.is_empty() {
            (it.pitch_rad, it.roll_rad) = (0.0, 0.0);
            state.bodies[vehicle.body.index()].z_m = 0.0;
            lower_steps(vehicle, planar);
            continue;
        }
        scratch.places.clear();
        let pose_of = |&block: &u32| BlockPlacement::from(&state.blocks[block as usize].pose_in_world);
        scratch.places.extend(scratch.near.iter().map(pose_of));
        let ground = Ground {
            model,
            floors_in_world: &scratch.floors_in_world,
            near: &scratch.near,
            places: &scratch.places,
        };
        let mut pose =
            Pose3::new(motion.x_m, motion.y_m, motion.z_m, motion.yaw_rad, it.pitch_rad, it.roll_rad);
        let mean_m = stand(vehicle, &ground, &mut pose, &mut scratch.contacts);
        (it.pitch_rad, it.roll_rad) = (pose.pitch_rad, pose.roll_rad);
        state.bodies[vehicle.body.index()].z_m = pose.z_m;
        let speed_mps = it.velocity_in_world_mps.norm();
        raise_steps(vehicle, &ground, &pose, mean_m, speed_mps, planar, &mut state.bodies);
    }
}

/// Height and attitude of a vehicle from the ground under its wheels (MVSim's two rounds).
/// Returns the mean height of the ground under the wheels.
fn stand(
    vehicle: &VehicleModel,
    ground: &Ground,
    pose: &mut Pose3,
    contacts: &mut Vec<GroundContact>,
) -> f64 {
    let mut mean_m = 0.0;
    for _ in 0..2 {
        contacts.clear();
        let (position, rotation) = (pose.position(), pose.rotation());
        let mut add = |[x, y]: [f64; 2], reach_m: f64| {
            let in_vehicle = Vec3::new(x, y, 0.0);
            let in_world = position + rotation.rotate(in_vehicle);
            let z_m = ground.under(in_world.x, in_world.y, in_world.z + reach_m);
            contacts.push(GroundContact { in_vehicle, in_world: Vec3::new(in_world.x, in_world.y, z_m) });
        };
        for wheel in &vehicle.wheels {
            add(wheel.position_m, 0.5 * wheel.diameter_m);
        }
        if let (2, Some(hitch_m)) = (vehicle.wheels.len(), vehicle.hitch_m) {
            add(hitch_m, HITCH_REACH_M);
        }
        let under_wheels = &contacts[..vehicle.wheels.len()];
        mean_m =
            under_wheels.iter().map(|contact| contact.in_world.z).sum::<f64>() / under_wheels.len() as f64;
        *pose = settle(pose, contacts);
    }
    mean_m
}

/// Where the ground at a corner of the chassis is too high for the wheels, put an obstacle there.
fn raise_steps(
    vehicle: &VehicleModel,
    ground: &Ground,
    pose: &Pose3,
    mean_m: f64,
    speed_mps: f64,
    planar: &mut Planar,
    bodies: &mut [BodyMotion],
) {
    let (Some(body), Some(wheel)) = (vehicle.terrain_body, vehicle.wheels.first()) else { return };
    let limit_m = CLIMBABLE_SHARE * wheel.diameter_m;
    let half_m = 0.01 + 0.07 * speed_mps;
    let rotation = pose.rotation();
    for (shape, &[x, y]) in vehicle.chassis.corners_m.iter().enumerate() {
        let corner = pose.position() + rotation.rotate(Vec3::new(x, y, 1.05 * vehicle.chassis.z_m[1]));
        let step_m = ground.under(corner.x, corner.y, corner.z) - mean_m;
        let is_on = step_m > limit_m && half_m.is_finite();
        if is_on {
            let snapped = |coordinate_m: f64| (coordinate_m / half_m).round() * half_m;
            let placement = Placement { x_m: snapped(corner.x), y_m: snapped(corner.y), yaw_rad: 0.0 };
            bodies[body.index()].z_m = mean_m - TERRAIN_FOOT_M;
            planar.resize_rectangle(body, shape, 2.0 * half_m, 2.0 * half_m);
            planar.place_shape(body, shape, placement, true);
        } else {
            planar.place_shape(body, shape, Placement::default(), false);
        }
    }
}

/// No step of the ground is in the way.
fn lower_steps(vehicle: &VehicleModel, planar: &mut Planar) {
    if let Some(body) = vehicle.terrain_body {
        for shape in 0..vehicle.chassis.corners_m.len() {
            planar.place_shape(body, shape, Placement::default(), false);
        }
    }
}

//! From the state of a world to observations.

use crate::drive::slope_of;
use crate::headings::Headings;
use crate::model::Model;
use crate::planar::BodyMotion;
use crate::state::{Presence, State, VehicleState};
use skidpad_math::{Pose3, Twist2, Vec2, sin_cos, wrap_angle};
use skidpad_messages::{
    ActorObservation, BlockObservation, ObjectObservation, Observations, PlaneObservation,
    VehicleObservation, WheelObservation,
};
use skidpad_world::description::Compat;

/// Write what can be seen; events are those of the step and stay.
pub(crate) fn observe(model: &Model, state: &State, headings: &mut Headings, seen: &mut Observations) {
    seen.step = state.step;
    seen.time_ns = model.time_ns(state.step);
    seen.vehicles.resize_with(model.vehicles.len(), VehicleObservation::default);
    let vehicles = model.vehicles.iter().zip(&state.vehicles).zip(&mut seen.vehicles);
    for (index, ((vehicle, it), seen)) in vehicles.enumerate() {
        let motion = &state.bodies[vehicle.body.index()];
        let heading = headings.of(index, motion.yaw_rad);
        seen.is_present = it.presence == Presence::Present;
        seen.pose_in_world = it.pose(motion);
        seen.twist_in_vehicle =
            along_ground(in_body(it.velocity_in_world_mps, heading, motion.yaw_rate_radps), it, model.compat);
        seen.acceleration_in_world_mps2 = it.acceleration_in_world_mps2;
        seen.is_in_collision = it.is_in_collision;
        seen.had_collision = it.had_collision;
        seen.odometry_in_start = it.odometry.pose;
        if !seen.is_present {
            seen.wheels.fill(WheelObservation::default());
            seen.speed_loops = Default::default();
        }
        vehicle.drive.observe_still(&it.drive, seen);
        seen.state_of_charge = vehicle.powertrain.state_of_charge(it.powertrain.as_ref());
    }
    seen.blocks.resize_with(model.blocks.len(), BlockObservation::default);
    for ((block, it), seen) in model.blocks.iter().zip(&state.blocks).zip(&mut seen.blocks) {
        seen.is_present = it.presence == Presence::Present;
        seen.pose_in_world = Pose3 { yaw_rad: wrap_angle(it.pose_in_world.yaw_rad), ..it.pose_in_world };
        seen.is_in_collision = it.is_in_collision;
        seen.had_collision = it.had_collision;
        seen.twist_in_block = match block.body {
            Some(body) => reference_twist(&state.bodies[body.index()], block.com_m),
            None => Twist2::default(),
        };
    }
    seen.actors.resize_with(model.actors.len(), ActorObservation::default);
    for ((actor, it), seen) in model.actors.iter().zip(&state.actors).zip(&mut seen.actors) {
        *seen = ActorObservation {
            pose_in_world: it.pose_in_world,
            speed_mps: it.speed_mps,
            gait: it.gait(&actor.walk),
            clip_time_s: it.clip_time_s,
        };
    }
    seen.objects.clear();
    seen.objects.extend(state.objects.iter().map(|object| ObjectObservation {
        is_present: object.is_some(),
        pose_in_world: object.as_ref().map_or_else(Pose3::default, |object| object.pose_in_world),
    }));
    seen.planes.clear();
    let time_ns = seen.time_ns;
    let floors = model.floors.iter().filter_map(|floor| Some((floor.element, floor.animation.as_ref()?)));
    let walls = model.sliding_walls.iter().map(|wall| (wall.element, &wall.animation));
    seen.planes.extend(
        floors.chain(walls).map(|(element, animation)| PlaneObservation {
            element,
            pose_in_world: animation.pose_at(time_ns),
        }),
    );
}

/// A velocity seen from above, along the ground on which the vehicle stands.
fn along_ground(twist: Twist2, it: &VehicleState, compat: Compat) -> Twist2 {
    match slope_of([it.pitch_rad, it.roll_rad], compat) {
        None => twist,
        Some(slope) => {
            let (vx_mps, vy_mps) = slope.along_ground((twist.vx_mps, twist.vy_mps));
            Twist2 { vx_mps, vy_mps, yaw_rate_radps: twist.yaw_rate_radps / slope.turn() }
        }
    }
}

/// A velocity along the world's axes, seen from a body whose heading has this sine and cosine.
pub(crate) fn in_body(velocity_mps: Vec2, (sin, cos): (f64, f64), yaw_rate_radps: f64) -> Twist2 {
    Twist2::new(
        cos * velocity_mps.x + sin * velocity_mps.y,
        cos * velocity_mps.y - sin * velocity_mps.x,
        yaw_rate_radps,
    )
}

/// Motion of a body's reference point in its own axes.
pub(crate) fn reference_twist(motion: &BodyMotion, com_m: [f64; 2]) -> Twist2 {
    let heading = sin_cos(motion.yaw_rad);
    in_body(reference_velocity(motion, heading, com_m), heading, motion.yaw_rate_radps)
}

/// Velocity of a body's reference point, from that of its centre of mass: v − ω × R·c.
pub(crate) fn reference_velocity(motion: &BodyMotion, (sin, cos): (f64, f64), [cx, cy]: [f64; 2]) -> Vec2 {
    let (rx, ry) = (cos * cx - sin * cy, sin * cx + cos * cy);
    let rate_radps = motion.yaw_rate_radps;
    Vec2::new(motion.vx_mps + rate_radps * ry, motion.vy_mps - rate_radps * rx)
}

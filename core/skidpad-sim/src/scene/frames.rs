//! Where the frames of a scene are.

use crate::animation::Animation;
use skidpad_math::Pose3;
use skidpad_messages::{ActorObservation, Gait, Observations, WheelObservation};
use skidpad_scene::Clip;
use skidpad_scene::bodies::{Limb, swing_rad};

/// What moves a frame.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FramePlace {
    /// It stays.
    Still(Pose3),
    /// A vehicle.
    Vehicle(u32),
    /// Something fixed to a vehicle.
    OnVehicle { vehicle: u32, in_vehicle: Pose3 },
    /// A wheel: steered, rolling.
    Wheel { vehicle: u32, wheel: u32, radius_m: f64 },
    /// A part of a vehicle that turns with the steering of a wheel.
    Steered { vehicle: u32, wheel: u32, position_m: [f64; 3], offset_rad: f64 },
    /// A block.
    Block(u32),
    /// A part of a person who swings it while walking.
    Limb { actor: u32, limb: Limb, height_m: f64, speeds_mps: [f64; 2] },
    /// A pose of the mesh of a person, who has it only for a part of the gait.
    Pose { actor: u32, gait: Gait, clip_pose: Option<ClipPose> },
    /// An object that is only seen.
    Object(u32),
    /// A plane on keyframes.
    Animated(Animation),
}

/// One of the poses of a clip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ClipPose {
    /// Number of the pose.
    pub(crate) pose: u32,
    /// Number of poses of the clip.
    pub(crate) pose_count: u32,
    /// Length of the clip [s].
    pub(crate) duration_s: f64,
}

impl ClipPose {
    /// Whether it is now. Someone who stands goes nowhere, so that the clip of standing goes by the clock.
    fn is_now(&self, actor: &ActorObservation, time_ns: u64) -> bool {
        let time_s = match actor.gait {
            Gait::Idle => time_ns as f64 * 1e-9,
            Gait::Walk | Gait::Run => actor.clip_time_s,
        };
        Clip::pose_at(time_s, self.duration_s, self.pose_count) == self.pose
    }
}

/// Nowhere: what was removed is there, and no ray meets it.
const NOWHERE: Pose3 = Pose3::new(f64::NAN, f64::NAN, f64::NAN, 0.0, 0.0, 0.0);

impl FramePlace {
    /// Where the frame is, from what was seen after a step.
    pub(crate) fn in_world(&self, seen: &Observations) -> Pose3 {
        match self {
            FramePlace::Still(pose) => *pose,
            FramePlace::Vehicle(vehicle) => vehicle_in_world(seen, *vehicle),
            FramePlace::OnVehicle { vehicle, in_vehicle } => vehicle_in_world(seen, *vehicle) * *in_vehicle,
            FramePlace::Wheel { vehicle, wheel, radius_m } => {
                let Some(wheel) = wheel_of(seen, *vehicle, *wheel) else { return NOWHERE };
                let at = wheel.position_in_vehicle_m;
                let steered = Pose3::new(at.x, at.y, *radius_m, wheel.steer_rad, wheel.rotation_rad, 0.0);
                vehicle_in_world(seen, *vehicle) * steered
            }
            FramePlace::Steered { vehicle, wheel, position_m: [x, y, z], offset_rad } => {
                let Some(wheel) = wheel_of(seen, *vehicle, *wheel) else { return NOWHERE };
                let turned = Pose3::new(*x, *y, *z, wheel.steer_rad + offset_rad, 0.0, 0.0);
                vehicle_in_world(seen, *vehicle) * turned
            }
            FramePlace::Block(block) => {
                let block = seen.blocks.get(*block as usize).filter(|block| block.is_present);
                block.map_or(NOWHERE, |block| block.pose_in_world)
            }
            FramePlace::Object(object) => {
                let object = seen.objects.get(*object as usize).filter(|object| object.is_present);
                object.map_or(NOWHERE, |object| object.pose_in_world)
            }
            FramePlace::Limb { actor, limb, height_m, speeds_mps } => {
                let actor = &seen.actors[*actor as usize];
                actor.pose_in_world * limb_in_actor(limb, *height_m, *speeds_mps, actor)
            }
            FramePlace::Pose { actor, gait, clip_pose } => {
                let actor = &seen.actors[*actor as usize];
                let is_now = clip_pose.is_none_or(|clip_pose| clip_pose.is_now(actor, seen.time_ns));
                if actor.gait == *gait && is_now { actor.pose_in_world } else { NOWHERE }
            }
            FramePlace::Animated(animation) => animation.pose_at(seen.time_ns),
        }
    }
}

/// Where the frames of a scene are, for those who have what was seen of the world but not the world itself.
#[derive(Debug, Clone)]
pub struct FramePlaces {
    places: Vec<FramePlace>,
}

impl FramePlaces {
    pub(crate) fn new(places: &[FramePlace]) -> FramePlaces {
        FramePlaces { places: places.to_vec() }
    }

    /// One pose per frame. What was removed, or is not there yet in these observations, is at NaN. `seen` must be of
    /// the world that the scene is of.
    pub fn in_world(&self, seen: &Observations, frames_in_world: &mut Vec<Pose3>) {
        frames_in_world.clear();
        frames_in_world.extend(self.places.iter().map(|place| place.in_world(seen)));
    }
}

/// A vehicle that was removed is nowhere, and so is one that was added after these observations.
fn vehicle_in_world(seen: &Observations, vehicle: u32) -> Pose3 {
    let vehicle = seen.vehicles.get(vehicle as usize).filter(|vehicle| vehicle.is_present);
    vehicle.map_or(NOWHERE, |vehicle| vehicle.pose_in_world)
}

fn wheel_of(seen: &Observations, vehicle: u32, wheel: u32) -> Option<&WheelObservation> {
    seen.vehicles.get(vehicle as usize)?.wheels.get(wheel as usize)
}

/// A limb at one moment of the gait: who stands, stands upright.
fn limb_in_actor(limb: &Limb, height_m: f64, [walk, run]: [f64; 2], seen: &ActorObservation) -> Pose3 {
    let speed_mps = match seen.gait {
        Gait::Idle => 0.0,
        Gait::Walk => walk,
        Gait::Run => run,
    };
    let [x, y, z] = limb.joint_m;
    Pose3::new(x, y, z, 0.0, swing_rad(limb, height_m, speed_mps * seen.clip_time_s), 0.0)
}

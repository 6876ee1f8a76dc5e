//! Frames of the scene: their numbers, their poses, and the origin of 32-bit positions.

use skidpad_math::Pose3;
use skidpad_scene::{FrameOwner, SceneDescription, SceneGlow, SceneLamp, SceneObject};
use skidpad_sim::Simulation;
use skidpad_web::contract::{self, BodyKind, Faces, Pose};
use std::collections::BTreeMap;

/// The frames of a scene, and the number of each thing's frame.
pub(crate) struct Frames {
    in_world: Vec<Pose3>,
    /// Every 32-bit position is relative to this [m].
    pub(crate) origin_m: [f64; 3],
    bodies: BTreeMap<(u8, u32), u32>,
    wheels: BTreeMap<(u32, u32), u32>,
}

impl Frames {
    pub(crate) fn of(scene: &SceneDescription, sim: &Simulation) -> Frames {
        let mut in_world = Vec::new();
        sim.frames_in_world(&mut in_world);
        let (mut bodies, mut wheels) = (BTreeMap::new(), BTreeMap::new());
        for (number, frame) in (0u32..).zip(&scene.frames) {
            let body = match frame.owner {
                FrameOwner::Vehicle(index) => (BodyKind::Vehicle as u8, index),
                FrameOwner::Block(index) => (BodyKind::Block as u8, index),
                FrameOwner::Plane(index) => (BodyKind::Element as u8, index),
                FrameOwner::Actor { actor, limb: 0 } => (BodyKind::Actor as u8, actor),
                FrameOwner::Wheel { vehicle, wheel } => {
                    // Visuals that turn with its steering have frames before its own.
                    wheels.insert((vehicle, wheel), number);
                    continue;
                }
                _ => continue,
            };
            bodies.entry(body).or_insert(number);
        }
        let origin_m = origin_m(sim, &in_world);
        Frames { in_world, origin_m, bodies, wheels }
    }

    /// The frame of a body; the world's for one without.
    pub(crate) fn of_body(&self, kind: BodyKind, index: u32) -> u32 {
        self.bodies.get(&(kind as u8, index)).copied().unwrap_or(0)
    }

    pub(crate) fn of_wheel(&self, vehicle: u32, wheel: u32) -> u32 {
        self.wheels.get(&(vehicle, wheel)).copied().unwrap_or(0)
    }

    /// A pose in the world.
    pub(crate) fn pose(&self, pose_in_world: &Pose3) -> Pose {
        Pose::relative_to(self.origin_m, pose_in_world)
    }

    /// A pose in a frame; only the world's frame is far from its origin.
    pub(crate) fn pose_in(&self, frame: u32, pose: &Pose3) -> Pose {
        let origin_m = if frame == 0 { self.origin_m } else { [0.0; 3] };
        Pose::relative_to(origin_m, pose)
    }

    /// All frames, as they are now.
    pub(crate) fn list(&self, scene: &SceneDescription) -> Vec<contract::Frame> {
        let still = Pose3::default();
        let frames = scene.frames.iter().enumerate().map(|(number, frame)| {
            let pose = match number {
                0 => Pose::relative_to([0.0; 3], &still),
                _ => self.pose(self.in_world.get(number).unwrap_or(&still)),
            };
            contract::Frame { name: frame.name.clone(), owner: owner(frame.owner), pose }
        });
        frames.collect()
    }

    /// What is drawn in them.
    pub(crate) fn objects(&self, scene: &SceneDescription, off: &[u32]) -> Vec<contract::SceneObject> {
        scene.objects.iter().map(|it| self.object(it, off)).collect()
    }

    /// Lamps that are on while these switches are off.
    pub(crate) fn lamps(&self, scene: &SceneDescription, off: &[u32]) -> Vec<contract::Lamp> {
        let is_on = |lamp: &&SceneLamp| lamp.switch.is_none_or(|switch| !off.contains(&switch));
        let lamps = scene.lamps.iter().filter(is_on).map(|lamp| {
            let mut position_m = lamp.position_m;
            if lamp.frame == 0 {
                position_m.iter_mut().zip(self.origin_m).for_each(|(at, origin)| *at -= origin);
            }
            contract::Lamp {
                frame: lamp.frame,
                position_m,
                color: lamp.rgb,
                attenuation: lamp.attenuation,
                range_m: Some(lamp.range_m).filter(|range_m| range_m.is_finite()),
                axis: lamp.cone.map(|cone| cone.axis),
                inner_rad: lamp.cone.map(|cone| f64::from(cone.cos_inner.clamp(-1.0, 1.0)).acos()),
                outer_rad: lamp.cone.map(|cone| f64::from(cone.cos_outer.clamp(-1.0, 1.0)).acos()),
                shadows: lamp.has_shadows,
            }
        });
        lamps.collect()
    }

    fn object(&self, it: &SceneObject, off: &[u32]) -> contract::SceneObject {
        let is_on = |glow: &SceneGlow| glow.switch.is_none_or(|switch| !off.contains(&switch));
        let [a, b, c] = it.mesh_in_frame.linear;
        let mut offset_m = it.mesh_in_frame.translation_m;
        if it.frame == 0 {
            offset_m.iter_mut().zip(self.origin_m).for_each(|(at, origin)| *at -= origin);
        }
        let [x, y, z] = offset_m;
        contract::SceneObject {
            name: it.name.clone(),
            frame: it.frame,
            mesh: it.mesh,
            transform: [a[0], a[1], a[2], x, b[0], b[1], b[2], y, c[0], c[1], c[2], z],
            seen: it.visibility.viewer,
            faces: match it.faces {
                skidpad_scene::Faces::Both => Faces::Both,
                skidpad_scene::Faces::Front => Faces::Front,
                skidpad_scene::Faces::Back => Faces::Back,
            },
            glow: it.glow.filter(is_on).map(|glow| glow.rgb),
            casts_shadows: it.casts_shadows,
        }
    }
}

fn owner(owner: FrameOwner) -> contract::FrameOwner {
    match owner {
        FrameOwner::Vehicle(index) => contract::FrameOwner::Vehicle { index },
        FrameOwner::Wheel { vehicle, wheel } => contract::FrameOwner::Wheel { vehicle, index: wheel },
        FrameOwner::Block(index) => contract::FrameOwner::Block { index },
        FrameOwner::Actor { actor, .. } => contract::FrameOwner::Actor { index: actor },
        FrameOwner::Plane(index) => contract::FrameOwner::Plane { index },
        FrameOwner::Sensor { sensor, .. } => contract::FrameOwner::Sensor { index: sensor },
        _ => contract::FrameOwner::World,
    }
}

/// Zero for worlds near their own origin; the neighbourhood of the first vehicle for worlds in UTM coordinates.
fn origin_m(sim: &Simulation, in_world: &[Pose3]) -> [f64; 3] {
    const NEAR_M: f64 = 5000.0;
    let is_finite = |pose: &&Pose3| pose.x_m.is_finite() && pose.y_m.is_finite();
    let vehicle = sim.observations().vehicles.first().map(|vehicle| vehicle.pose_in_world);
    match vehicle.or_else(|| in_world.iter().skip(1).find(is_finite).copied()) {
        Some(pose) if pose.x_m.abs() > NEAR_M || pose.y_m.abs() > NEAR_M || pose.z_m.abs() > NEAR_M => {
            [pose.x_m, pose.y_m, pose.z_m].map(|value| (value / 1000.0).round() * 1000.0)
        }
        _ => [0.0; 3],
    }
}

//! `scene.json`: what is in a world, names and numbers, for the viewer.

use crate::about::{About, BodyKind};
use serde_json::{Map, Value, json};
use skidpad_math::Pose3;
use skidpad_scene::{Faces, FrameOwner, Light, SceneDescription, SceneObject, Sky};

/// The version of the protocol.
pub(crate) const PROTOCOL: u32 = 1;

/// The scene as JSON text.
pub(crate) fn write(
    about: &About,
    scene: &SceneDescription,
    frames_in_world: &[Pose3],
    origin_m: [f64; 3],
) -> Vec<u8> {
    let frames = Frames { scene, origin_m };
    json!({
        "protocol": PROTOCOL,
        "revision": about.revision,
        "program": about.program,
        "world": about.world,
        "step_ns": about.step_ns,
        "origin_m": origin_m,
        "gui": about.gui,
        "light": light(&scene.light, about),
        "sky": sky(scene),
        "frames": frames.list(frames_in_world),
        "objects": scene.objects.iter().map(|it| object(it, origin_m)).collect::<Vec<_>>(),
        "vehicles": frames.vehicles(about),
        "sensors": frames.sensors(about),
        "shapes": frames.shapes(about),
        "regions": regions(about, origin_m),
        "markers": markers(about, origin_m),
        "joints": frames.joints(about),
        "bodies": frames.bodies(about),
        "warnings": about.warnings,
    })
    .to_string()
    .into_bytes()
}

/// Finds the frames of things.
struct Frames<'a> {
    scene: &'a SceneDescription,
    origin_m: [f64; 3],
}

impl Frames<'_> {
    fn of(&self, owner: FrameOwner) -> usize {
        self.scene.frames.iter().position(|frame| frame.owner == owner).unwrap_or(0)
    }

    fn of_body(&self, (kind, index): (BodyKind, u32)) -> usize {
        self.of(match kind {
            BodyKind::Vehicle => FrameOwner::Vehicle(index),
            BodyKind::Block => FrameOwner::Block(index),
            BodyKind::Actor => FrameOwner::Actor { actor: index, limb: 0 },
        })
    }

    fn list(&self, frames_in_world: &[Pose3]) -> Vec<Value> {
        let still = Pose3::default();
        let pose = |index: usize| match index {
            0 => pose_numbers(&still, [0.0; 3]),
            _ => pose_numbers(frames_in_world.get(index).unwrap_or(&still), self.origin_m),
        };
        let frames = self.scene.frames.iter().enumerate();
        frames
            .map(|(index, frame)| json!({ "name": frame.name, "owner": owner(frame.owner), "pose": pose(index) }))
            .collect()
    }

    fn vehicles(&self, about: &About) -> Vec<Value> {
        let vehicles = (0u32..).zip(&about.vehicles);
        let written = vehicles.map(|(index, vehicle)| {
            let wheels = (0u32..).zip(&vehicle.wheels).map(|(wheel, it)| {
                json!({
                    "frame": self.of(FrameOwner::Wheel { vehicle: index, wheel }),
                    "radius_m": it.radius_m, "width_m": it.width_m,
                })
            });
            let mut out = json!({
                "name": vehicle.name, "frame": self.of(FrameOwner::Vehicle(index)), "drive": vehicle.drive,
                "steers": vehicle.steers, "com_m": vehicle.com_m, "mass_kg": vehicle.mass_kg,
                "start": pose_numbers(&vehicle.start, self.origin_m), "wheels": wheels.collect::<Vec<_>>(),
            });
            add(&mut out, "max_steer_rad", vehicle.max_steer_rad);
            add(&mut out, "set_point", Some(&vehicle.set_point).filter(|numbers| !numbers.is_empty()));
            out
        });
        written.collect()
    }

    fn sensors(&self, about: &About) -> Vec<Value> {
        let written = about.sensors.iter().map(|sensor| {
            let frame = sensor.vehicle.map_or(0, |vehicle| self.of(FrameOwner::Vehicle(vehicle)));
            let origin_m = if frame == 0 { self.origin_m } else { [0.0; 3] };
            let mut out = json!({
                "name": sensor.name, "vehicle": sensor.vehicle, "kind": sensor.kind, "frame": frame,
                "pose": pose_numbers(&sensor.sensor_in_vehicle, origin_m), "period_s": sensor.period_s,
                "preview": sensor.preview, "show_points": sensor.show_points, "show_plane": sensor.show_plane,
            });
            add(&mut out, "field_of_view_rad", sensor.field_of_view_rad);
            add(&mut out, "vertical_field_of_view_rad", sensor.vertical_field_of_view_rad);
            add(&mut out, "max_range_m", sensor.max_range_m);
            add(&mut out, "ring_count", sensor.ring_count);
            add(&mut out, "point_size_px", sensor.point_size_px);
            add(&mut out, "points_rgba", sensor.points_rgba);
            add(&mut out, "plane_rgba", sensor.plane_rgba);
            out
        });
        written.collect()
    }

    fn shapes(&self, about: &About) -> Vec<Value> {
        let written = about.shapes.iter().map(|shape| {
            let frame = shape.body.map_or(0, |body| self.of_body(body));
            let [x, y, z] = if frame == 0 { self.origin_m } else { [0.0; 3] };
            let outline: Vec<_> = shape.outline_m.iter().map(|[u, v]| [u - x, v - y]).collect();
            let (low, high) = (shape.z_min_m - z, shape.z_max_m - z);
            json!({ "frame": frame, "outline_m": outline, "z_min_m": low, "z_max_m": high })
        });
        written.collect()
    }

    fn joints(&self, about: &About) -> Vec<Value> {
        let written = about.joints.iter().map(|joint| {
            let ([ax, ay], [bx, by]) = (joint.anchor_in_a_m, joint.anchor_in_b_m);
            json!({
                "frame_a": self.of_body(joint.a), "frame_b": self.of_body(joint.b),
                "anchor_a_m": [ax, ay, 0.0], "anchor_b_m": [bx, by, 0.0], "kind": joint.kind,
            })
        });
        written.collect()
    }

    fn bodies(&self, about: &About) -> Vec<Value> {
        let written = about.bodies.iter().map(|body| {
            let mut out = json!({
                "kind": body.kind, "index": body.index, "name": body.name, "can_move": body.can_move,
                "frame": self.of_body((body.kind, body.index)), "place": body.place,
            });
            add(&mut out, "mass_kg", body.mass_kg);
            out
        });
        written.collect()
    }
}

/// What a value of its own kind says, where there is one; JSON has no infinity, so that is left out too.
fn add(object: &mut Value, key: &str, value: Option<impl serde::Serialize>) {
    let Some(map) = object.as_object_mut() else { return };
    if let Some(value) = value {
        let value = json!(value);
        if !value.is_null() {
            map.insert(key.to_string(), value);
        }
    }
}

fn object(object: &SceneObject, origin_m: [f64; 3]) -> Value {
    let mut translation = object.mesh_in_frame.translation_m;
    if object.frame == 0 {
        translation.iter_mut().zip(origin_m).for_each(|(at, origin)| *at -= origin);
    }
    let rows = object.mesh_in_frame.linear.iter().zip(translation);
    let transform: Vec<f64> = rows.flat_map(|(row, at)| [row[0], row[1], row[2], at]).collect();
    json!({
        "name": object.name, "frame": object.frame, "mesh": object.mesh, "transform": transform,
        "seen": object.visibility.viewer, "faces": faces(object.faces),
    })
}

fn faces(faces: Faces) -> &'static str {
    match faces {
        Faces::Both => "both",
        Faces::Front => "front",
        Faces::Back => "back",
    }
}

fn owner(owner: FrameOwner) -> Value {
    match owner {
        FrameOwner::Vehicle(index) => json!({ "kind": "vehicle", "index": index }),
        FrameOwner::Wheel { vehicle, wheel } => {
            json!({ "kind": "wheel", "vehicle": vehicle, "index": wheel })
        }
        FrameOwner::Block(index) => json!({ "kind": "block", "index": index }),
        FrameOwner::Actor { actor, .. } => json!({ "kind": "actor", "index": actor }),
        FrameOwner::Plane(index) => json!({ "kind": "plane", "index": index }),
        FrameOwner::Sensor { sensor, .. } => json!({ "kind": "sensor", "index": sensor }),
        _ => json!({ "kind": "world" }),
    }
}

fn light(light: &Light, about: &About) -> Value {
    let [x, y, z] = light.direction;
    json!({
        "azimuth_rad": (-y).atan2(-x), "elevation_rad": (-z).clamp(-1.0, 1.0).asin(),
        "color": light.rgb, "ambient": light.ambient, "shadows": light.has_shadows, "shadow": about.shadows,
    })
}

/// The pictures of a sky box follow the textures in `scene.glb`; their mean colours tint the haze.
fn sky(scene: &SceneDescription) -> Value {
    let mut out = Map::new();
    if let Sky::Box(pictures) = &scene.sky {
        let first = scene.images.len();
        out.insert("box".to_string(), json!((first..first + 6).collect::<Vec<_>>()));
        out.insert("zenith".to_string(), json!(mean(&pictures.up)));
        out.insert("horizon".to_string(), json!(mean(&pictures.front)));
    }
    Value::Object(out)
}

fn mean(image: &skidpad_scene::Image) -> [f64; 3] {
    let pixel_count = (image.rgba.len() / 4).max(1) as f64;
    let mut sum = [0.0; 3];
    for pixel in image.rgba.chunks_exact(4) {
        sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += f64::from(*value));
    }
    sum.map(|sum| sum / pixel_count / 255.0)
}

fn regions(about: &About, [x, y, z]: [f64; 3]) -> Vec<Value> {
    let written = about.regions.iter().map(|region| {
        let outline: Vec<_> = region.outline_m.iter().map(|[u, v]| [u - x, v - y]).collect();
        json!({ "name": region.name, "text": region.text, "outline_m": outline, "z_m": region.z_m - z })
    });
    written.collect()
}

fn markers(about: &About, [x, y, z]: [f64; 3]) -> Vec<Value> {
    let written = about.markers.iter().map(|marker| {
        let points: Vec<_> = marker.points_m.iter().map(|[u, v, w]| [u - x, v - y, w - z]).collect();
        json!({ "color": marker.rgb, "points_m": points })
    });
    written.collect()
}

/// x, y, z relative to the origin, then the quaternion.
pub(crate) fn pose_numbers(pose: &Pose3, origin_m: [f64; 3]) -> [f32; 7] {
    let [x, y, z] = origin_m;
    let turn = pose.quat();
    [pose.x_m - x, pose.y_m - y, pose.z_m - z, turn.x, turn.y, turn.z, turn.w].map(|value| value as f32)
}

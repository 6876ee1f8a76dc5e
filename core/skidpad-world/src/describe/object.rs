//! What placed things have in common: name, pose, topics, motion, visuals, outlines.

use std::collections::BTreeSet;

use skidpad_math::{Pose3, Vec2};

use super::problem::ReadingProblem;
use super::reader::Reader;
use super::typed::pose3;
use crate::check::Implausible;
use crate::description::{
    Animation, Beam, CullFace, Glow, Keyframe, Lamp, LightGroup, Object, Polygon, Publish, Visual,
};
use crate::nearest::nearest;

/// Read the common part of a vehicle, block or actor.
pub(super) fn object(reader: &Reader<'_>, document_index: u32) -> Object {
    let pose = pose(reader).unwrap_or_else(|| {
        let missing = ReadingProblem::MissingParameter {
            element: reader.label(),
            parameter: "<init_pose> or <init_pose3d>".to_owned(),
            expected: "X Y YAW, or X Y Z YAW PITCH ROLL, in m and deg".to_owned(),
        };
        if !reader.has("init_pose") && !reader.has("init_pose3d") {
            reader.sink().error(reader.place(), missing);
        }
        Pose3::default()
    });
    let visuals = visuals(reader);
    let light_groups: Vec<LightGroup> = reader.all("light_group").iter().map(light_group).collect();
    check_glow(reader, &visuals, &light_groups);
    Object {
        name: reader.text("name"),
        document_index,
        pose_in_world: pose,
        skip_elevation_adjust: reader.flag("skip_elevation_adjust"),
        velocity_in_body: reader.twist("init_vel"),
        publish: publish(reader),
        animation: animation(reader),
        visuals,
        light_groups,
        place: reader.place(),
    }
}

/// `init_pose`, or else `init_pose3d`.
pub(super) fn pose(reader: &Reader<'_>) -> Option<Pose3> {
    reader.pose3(if reader.has("init_pose") { "init_pose" } else { "init_pose3d" })
}

/// The topics of an object.
pub(super) fn publish(reader: &Reader<'_>) -> Publish {
    let Some(publish) = reader.one("publish") else { return Publish::default() };
    let relative_pose_topic = publish.text("publish_relative_pose_topic");
    let relative_pose_objects = publish.names("publish_relative_pose_objects");
    if relative_pose_objects.as_ref().is_some_and(|it| it.is_empty() != relative_pose_topic.is_empty()) {
        publish.sink().error(publish.place(), Implausible::HalfRelativePose);
    }
    Publish {
        pose_topic: if publish.flag("enabled") { publish.text("publish_pose_topic") } else { String::new() },
        pose_period_s: publish.number("publish_pose_period"),
        relative_pose_topic,
        relative_pose_objects: relative_pose_objects.unwrap_or_default(),
    }
}

/// The keyframes of an object.
pub(super) fn animation(reader: &Reader<'_>) -> Option<Animation> {
    let animation = reader.one("animation")?;
    let mut keyframes: Vec<Keyframe> = Vec::new();
    for child in animation.children() {
        let Some(frame) = animation.open_child(child) else { continue };
        let Some(numbers) = frame.text_numbers() else { continue };
        let time_s = numbers[0];
        if keyframes.last().is_some_and(|last| time_s <= last.time_s) || time_s < 0.0 {
            frame.sink().error(frame.place(), Implausible::KeyframeOrder { time_s });
            continue;
        }
        keyframes.push(Keyframe { time_s, pose_in_start: pose3(&numbers[1..]) });
    }
    if animation.children().is_empty() {
        animation.sink().warning(animation.place(), Implausible::NoKeyframes);
    }
    (!keyframes.is_empty()).then_some(Animation { keyframes })
}

/// The visuals that draw something.
pub(super) fn visuals(reader: &Reader<'_>) -> Vec<Visual> {
    reader.all("visual").iter().filter_map(visual).collect()
}

fn visual(reader: &Reader<'_>) -> Option<Visual> {
    let is_enabled = reader.flag("enabled");
    let model = reader.uri("model_uri")?;
    is_enabled.then(|| Visual {
        name: reader.text("name"),
        model,
        scale: reader.number("model_scale"),
        pose_in_object: Pose3::new(
            reader.number("model_offset_x"),
            reader.number("model_offset_y"),
            reader.number("model_offset_z"),
            reader.radians("model_yaw"),
            reader.radians("model_pitch"),
            reader.radians("model_roll"),
        ),
        color: reader.color("model_color"),
        cull_faces: cull_face(reader.choice("model_cull_faces")),
        split_size_m: reader.number("model_split_size"),
        show_bounding_box: reader.flag("show_bounding_box"),
        glow: glow(reader),
        casts_shadows: reader.flag("cast_shadows"),
        place: reader.place(),
    })
}

fn glow(reader: &Reader<'_>) -> Option<Glow> {
    let color = reader.color("model_emissive");
    let is_dark = color.red == 0 && color.green == 0 && color.blue == 0;
    let group = Some(reader.text("light_group")).filter(|group| !group.is_empty());
    (!is_dark || group.is_some()).then_some(Glow { color, group })
}

fn light_group(reader: &Reader<'_>) -> LightGroup {
    LightGroup { name: reader.text("name"), initially_on: reader.flag("initially_on"), lamps: lamps(reader) }
}

/// The lamps below an element, in the order in which they are written.
pub(super) fn lamps(reader: &Reader<'_>) -> Vec<Lamp> {
    let is_lamp = |tag: &str| tag == "point_light" || tag == "spot_light";
    let children = reader.children().iter().filter(|child| is_lamp(&child.name));
    children.filter_map(|child| reader.open_child(child)).map(|it| lamp(&it)).collect()
}

fn beam(reader: &Reader<'_>) -> Beam {
    let beam = Beam {
        direction: reader.point3("direction"),
        inner_rad: reader.radians("inner_cutoff_deg"),
        outer_rad: reader.radians("outer_cutoff_deg"),
    };
    if beam.outer_rad < beam.inner_rad {
        let [inner_deg, outer_deg] = ["inner_cutoff_deg", "outer_cutoff_deg"].map(|name| reader.number(name));
        reader.error_at("outer_cutoff_deg", Implausible::CutoffsInsideOut { inner_deg, outer_deg });
    }
    if beam.direction.norm() == 0.0 {
        reader.error_at("direction", Implausible::NoDirection);
    }
    beam
}

/// A visual can glow with a group of lights of its object only.
fn check_glow(reader: &Reader<'_>, visuals: &[Visual], groups: &[LightGroup]) {
    let known: BTreeSet<&str> = groups.iter().map(|it| it.name.as_str()).collect();
    let named = visuals.iter().filter_map(|visual| Some((visual, visual.glow.as_ref()?.group.as_ref()?)));
    for (visual, group) in named.filter(|(_, group)| !known.contains(group.as_str())) {
        let names = groups.iter().map(|it| it.name.as_str());
        let nearest = if reader.sink().is_full() { None } else { nearest(group, names) };
        let problem = Implausible::NoSuchLightGroup { group: group.clone(), nearest };
        reader.sink().error(visual.place, problem);
    }
}

fn lamp(reader: &Reader<'_>) -> Lamp {
    Lamp {
        position_m: reader.point3("position"),
        color: reader.color("color"),
        diffuse: reader.number("diffuse"),
        attenuation: ["attenuation_constant", "attenuation_linear", "attenuation_quadratic"]
            .map(|name| reader.number(name)),
        range_m: reader.optional_number("range"),
        casts_shadows: reader.flag("cast_shadows"),
        beam: (reader.tag() == "spot_light").then(|| beam(reader)),
    }
}

/// `NONE`, `FRONT` or `BACK`.
pub(super) fn cull_face(word: &str) -> CullFace {
    match word {
        "FRONT" => CullFace::Front,
        "BACK" => CullFace::Back,
        _ => CullFace::None,
    }
}

/// The outline that a `<shape>` gives, if it is a plausible one.
pub(super) fn outline(reader: &Reader<'_>) -> Option<Polygon> {
    let shape = reader.one("shape")?;
    let points = shape.all("pt");
    let polygon: Polygon =
        points.iter().filter_map(Reader::text_numbers).map(|n| Vec2::new(n[0], n[1])).collect();
    if polygon.len() < points.len() {
        return None;
    }
    match crate::check::polygon(&polygon) {
        Ok(()) => Some(polygon),
        Err(problem) => {
            shape.sink().error(shape.place(), problem);
            None
        }
    }
}

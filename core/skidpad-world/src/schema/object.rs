//! Parameters that vehicles, blocks, actors and planes share: pose, visuals, animation, topics.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, Between, NonNegative, Positive};
use super::{Element, Family, Group, Kind, Selector, attribute, child, single, text};

/// Words for the faces that are left out.
pub(super) const CULL_FACES: &[&str] = &["NONE", "FRONT", "BACK"];

/// Pose, velocity, topics and motion of an object that stands in the world.
pub(super) static PLACED: Group = Group {
    title: "Pose, velocity, topics, motion",
    params: &[
        child("init_pose", Kind::Pose2, Leaves("`init_pose3d`, which must then be given"), Any,
            "Pose at time zero."),
        child("init_pose3d", Kind::Pose3, Leaves("`init_pose`"), Any,
            "Pose at time zero with height, pitch and roll. Not read where `init_pose` is given."),
        child("skip_elevation_adjust", Kind::Presence, Means("false"), Any,
            "Keeps the height of `init_pose3d` instead of setting the object on the ground."),
        child("init_vel", Kind::Twist, Means("0 0 0"), Any, "Velocity at time zero, in the body frame."),
    ],
    children: &[&PUBLISH, &ANIMATION, &LIGHT_GROUP],
};

/// Pose, topics and motion of a plane.
pub(super) static PLANE_POSE: Group = Group {
    title: "Pose, topics, motion of a plane",
    params: &[
        child("init_pose", Kind::Pose2, Leaves("`init_pose3d`, or the origin"), Any, "Pose of the plane."),
        child("init_pose3d", Kind::Pose3, Leaves("`init_pose`, or the origin"), Any,
            "Pose of the plane with height, pitch and roll. Not read where `init_pose` is given."),
        child("skip_elevation_adjust", Kind::Presence, Means("false"), Any, "Keeps the height of the pose.")
            .spare("a plane keeps the height of its pose"),
        child("init_vel", Kind::Twist, Means("0 0 0"), Any, "Velocity at time zero.").spare("a plane moves by its animation only"),
    ],
    children: &[&PUBLISH, &ANIMATION],
};

static PUBLISH: Family = single("publish", false, "Topics on which an object publishes its pose.", &[&PUBLISH_ELEMENT]);

static PUBLISH_ELEMENT: Element = Element {
    names: &[],
    doc: "Topics on which an object publishes its pose. The two `relative` parameters belong together.",
    text: None,
    params: &[
        attribute("enabled", Kind::Flag, Means("true"), Any, "`false` silences the topic of the absolute pose."),
        child("publish_pose_topic", Kind::Text, Means(""), Any, "Topic of the absolute pose."),
        child("publish_pose_period", Kind::Number("s"), Means("0.1"), Positive, "Time between two messages."),
        child("publish_relative_pose_topic", Kind::Text, Means(""), Any, "Topic of poses relative to other objects."),
        child("publish_relative_pose_objects", Kind::Names, Means(""), Any, "Names of these other objects."),
    ],
    groups: &[],
    children: &[],
};

static ANIMATION: Family = Family {
    tag: "animation",
    aliases: &[],
    selector: Some(Selector { attribute: "type", aliases: &[], default: Some("keyframes") }),
    repeats: false,
    variants: &[&KEYFRAMES],
    doc: "Motion along keyframes, repeated for ever.",
};

static KEYFRAMES: Element = Element {
    names: &["keyframes"],
    doc: "Poses relative to the initial pose, at rising times. Between them position is linear and \
          rotation turns the short way. After the last one it starts again.",
    text: None,
    params: &[],
    groups: &[],
    children: &[&TIME_POSE, &TIME_POSE_3D],
};

static TIME_POSE: Family = single("time_pose", true, "A keyframe in the plane.", &[&Element {
    names: &[],
    doc: "A keyframe in the plane.",
    text: Some(text(Kind::TimedPose2, "Time, and pose relative to the initial pose.")),
    params: &[],
    groups: &[],
    children: &[],
}]);

static TIME_POSE_3D: Family = single("time_pose3d", true, "A keyframe in space.", &[&Element {
    names: &[],
    doc: "A keyframe in space.",
    text: Some(text(Kind::TimedPose3, "Time, and pose relative to the initial pose.")),
    params: &[],
    groups: &[],
    children: &[],
}]);

static LIGHT_GROUP: Family = single("light_group", true, "Lights that can be switched.", &[&Element {
    names: &[],
    doc: "Lights on an object that are switched together while the world runs, such as head lights.",
    text: None,
    params: &[
        attribute("name", Kind::Text, IsAnError, Any, "Name of the group.").attribute_only(),
        attribute("initially_on", Kind::Flag, Means("true"), Any, "Whether they shine at time zero."),
    ],
    groups: &[],
    children: &[&POINT_LIGHT, &SPOT_LIGHT],
}]);

/// A lamp that shines all around.
pub(super) static POINT_LIGHT: Family = single("point_light", true, "A lamp that shines all around.", &[&Element {
    names: &[],
    doc: "A lamp that shines all around.",
    text: None,
    params: &[],
    groups: &[&LAMP],
    children: &[],
}]);

/// A lamp that shines into a cone.
pub(super) static SPOT_LIGHT: Family = single("spot_light", true, "A lamp that shines into a cone.", &[&Element {
    names: &[],
    doc: "A lamp that shines into a cone.",
    text: None,
    params: &[
        child("direction", Kind::Point3, Means("1 0 0"), Any, "Where it shines, in the frame of the object, or of the world."),
        child("inner_cutoff_deg", Kind::Degrees("deg"), Means("12.5"), Between(0.0, 180.0), "Within this angle it shines fully."),
        child("outer_cutoff_deg", Kind::Degrees("deg"), Means("17.5"), Between(0.0, 180.0), "Beyond this angle it is dark."),
    ],
    groups: &[&LAMP],
    children: &[],
}]);

static LAMP: Group = Group {
    title: "A lamp",
    params: &[
        child("position", Kind::Point3, Means("0 0 0"), Any, "Where it is, in the frame of the object, or of the world."),
        child("color", Kind::Color, Means("#FFFFFF"), Any, "Colour of its light."),
        child("diffuse", Kind::Number(""), Means("1"), NonNegative, "How bright surfaces become at no distance."),
        child("specular", Kind::Number(""), Means("1"), NonNegative, "How bright reflections become.")
            .spare("surfaces have no reflections"),
        child("attenuation_constant", Kind::Number(""), Means("1"), NonNegative, "Attenuation at no distance."),
        child("attenuation_linear", Kind::Number("1/m"), Means("0.09"), NonNegative, "Attenuation per metre."),
        child("attenuation_quadratic", Kind::Number("1/m²"), Means("0.032"), NonNegative, "Attenuation per square metre."),
        child("range", Kind::Number("m"), Leaves("no limit"), Positive, "It shines no farther."),
        child("cast_shadows", Kind::Flag, Means("false"), Any, "Whether things throw shadows in its light."),
    ],
    children: &[],
};

/// Meshes.
pub(super) static VISUAL: Family = single("visual", true, "A mesh that draws the object.", &[&VISUAL_ELEMENT]);

static VISUAL_ELEMENT: Element = Element {
    names: &[],
    doc: "A mesh that draws the object. Without `model_uri` it draws nothing.",
    text: None,
    params: &[
        attribute("enabled", Kind::Flag, Means("true"), Any, "`false` leaves the visual out."),
        child("model_uri", Kind::Uri, Means(""), Any, "The mesh: dae, obj, stl, ply, gltf or glb."),
        child("model_scale", Kind::Number(""), Means("1"), Positive, "Uniform scale."),
        child("model_offset_x", Kind::Number("m"), Means("0"), Any, "Moves the mesh along x."),
        child("model_offset_y", Kind::Number("m"), Means("0"), Any, "Moves the mesh along y."),
        child("model_offset_z", Kind::Number("m"), Means("0"), Any, "Moves the mesh along z."),
        child("model_yaw", Kind::Degrees("deg"), Means("0"), Any, "Turns the mesh about z."),
        child("model_pitch", Kind::Degrees("deg"), Means("0"), Any, "Turns the mesh about y."),
        child("model_roll", Kind::Degrees("deg"), Means("0"), Any, "Turns the mesh about x."),
        child("model_color", Kind::Color, Means("#FFFFFF"), Any, "Replaces the mesh's own colours, unless white."),
        child("model_cull_faces", Kind::Choice(CULL_FACES), Means("NONE"), Any,
            "Faces that are left out: one looks through those that turn this side."),
        child("model_split_size", Kind::Number("m"), Means("0"), NonNegative,
            "Tile size for sorting transparent triangles; 0 for none."),
        child("show_bounding_box", Kind::Flag, Means("false"), Any, "Whether a viewer first shows the collision outline."),
        child("name", Kind::Text, Means("group"), Any, "Name by which `linked_yaw` of a wheel finds it."),
        attribute("light_group", Kind::Text, Means(""), Any, "Group of lights of the object with which it glows; without one it always glows."),
        child("model_emissive", Kind::Color, Means("#000000"), Any, "Colour in which it glows; cameras see it in the dark."),
        child("cast_shadows", Kind::Flag, Means("true"), Any, "Whether it throws shadows."),
    ],
    groups: &[],
    children: &[],
};

/// A closed outline.
pub(super) static SHAPE: Family = single("shape", false, "A closed outline in the plane.", &[&Element {
    names: &[],
    doc: "A closed outline in the plane, of at least three points.",
    text: None,
    params: &[],
    groups: &[],
    children: &[&POINT],
}]);

/// One corner.
pub(super) static POINT: Family = single("pt", true, "A point.", &[&Element {
    names: &[],
    doc: "A point.",
    text: Some(text(Kind::Point2, "Its coordinates.")),
    params: &[],
    groups: &[],
    children: &[],
}]);

/// A name and a class, as vehicles, blocks and actors have them.
pub(super) static NAMED: Group = Group {
    title: "Name and class",
    params: &[
        attribute("name", Kind::Text, Leaves("a name made from the kind and a count"), Any,
            "Name; unique among vehicles and among actors.").attribute_only(),
        attribute("class", Kind::Text, Leaves("no class"), Any,
            "Class whose content this object takes over; what the object says itself wins.").attribute_only(),
    ],
    children: &[],
};


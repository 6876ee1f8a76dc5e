//! People who walk along a path.

use super::Absent::Means;
use super::Allowed::{Any, NonNegative, Positive};
use super::object::{NAMED, PLACED, VISUAL};
use super::{Element, Family, Kind, attribute, child, single, text};

/// How an actor moves towards a waypoint.
pub(crate) const GAITS: &[&str] = &["walk", "run", "idle"];

/// A person.
pub(super) static ACTOR: Family = single("actor", true, "A person who stands or walks along a path.", &[&Element {
    names: &[],
    doc: "A person who stands or walks along a path.",
    text: None,
    params: &[
        child("walking_speed", Kind::Number("m/s"), Means("1.4"), NonNegative, "Speed of a walk."),
        child("running_speed", Kind::Number("m/s"), Means("3.5"), NonNegative, "Speed of a run."),
        child("height", Kind::Number("m"), Means("1.75"), Positive, "Body height."),
        child("collision_radius", Kind::Number("m"), Means("0.3"), Positive, "Radius of the collision cylinder."),
        child("collision_height", Kind::Number("m"), Means("1.7"), Positive, "Height of the collision cylinder."),
        child("animation_idle", Kind::Text, Means("idle"), Any, "Name of the model's clip while standing."),
        child("animation_walk", Kind::Text, Means("walk"), Any, "Name of the model's clip while walking."),
        child("animation_run", Kind::Text, Means("run"), Any, "Name of the model's clip while running."),
        child("turning_rate", Kind::Degrees("deg/s"), Means("0"), Any, "Kept for worlds written after MVSim's documents.")
            .ignored("MVSim documents it and does not know it; an actor turns while it walks"),
    ],
    groups: &[&NAMED, &PLACED],
    children: &[&VISUAL, &PATH],
}]);

static PATH: Family = single("path", false, "The way of an actor.", &[&Element {
    names: &[],
    doc: "Waypoints, walked to in order.",
    text: None,
    params: &[
        attribute("loop", Kind::Flag, Means("true"), Any, "Whether the path starts again at its end."),
        attribute("type", Kind::Text, Means("waypoints"), Any, "Kept for old worlds.").ignored("there is one kind of path"),
    ],
    groups: &[],
    children: &[&WAYPOINT],
}]);

static WAYPOINT: Family = single("waypoint", true, "One corner of a path.", &[&Element {
    names: &[],
    doc: "A pose to reach.",
    text: Some(text(Kind::Pose2Or3, "The pose.")),
    params: &[
        attribute("pause", Kind::Number("s"), Means("0"), NonNegative, "Rest there."),
        attribute("animation", Kind::Choice(GAITS), Means("walk"), Any, "How the actor moves towards it."),
    ],
    groups: &[],
    children: &[],
}]);

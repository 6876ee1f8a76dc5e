//! People who walk along a path.

use super::Object;
use skidpad_math::Pose3;

/// A person.
#[derive(Debug, Clone, PartialEq)]
pub struct Actor {
    /// Name, pose, visuals.
    pub object: Object,
    /// Walking speed [m/s].
    pub walking_speed_mps: f64,
    /// Running speed [m/s].
    pub running_speed_mps: f64,
    /// Body height [m].
    pub height_m: f64,
    /// Radius of the collision cylinder [m].
    pub collision_radius_m: f64,
    /// Height of the collision cylinder [m].
    pub collision_height_m: f64,
    /// Name of the clip while standing.
    pub animation_idle: String,
    /// Name of the clip while walking.
    pub animation_walk: String,
    /// Name of the clip while running.
    pub animation_run: String,
    /// Corners of the path, in order; empty for an actor who stands.
    pub path: Vec<Waypoint>,
    /// Whether the path starts again at its end.
    pub path_loops: bool,
}

/// One corner of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waypoint {
    /// Pose to reach.
    pub pose_in_world: Pose3,
    /// Rest there [s].
    pub pause_s: f64,
    /// How the actor moves towards it.
    pub gait: Gait,
}

/// How an actor moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gait {
    /// At walking speed.
    #[default]
    Walk,
    /// At running speed.
    Run,
    /// Not at all.
    Idle,
}

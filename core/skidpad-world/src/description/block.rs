//! Blocks: boxes to push, obstacles that stand, ramps to drive on.

use super::{Color, Object, Polygon};
use skidpad_math::Primitive;

/// A block.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Name, pose, visuals.
    pub object: Object,
    /// Mass [kg].
    pub mass_kg: f64,
    /// Lower end [m]; `None` when the file leaves it to the visuals.
    pub z_min_m: Option<f64>,
    /// Upper end [m]; `None` when the file leaves it to the visuals.
    pub z_max_m: Option<f64>,
    /// Coulomb coefficient against the floor [-].
    pub ground_friction: f64,
    /// Friction coefficient of its sides [-].
    pub lateral_friction: f64,
    /// Restitution [-].
    pub restitution: f64,
    /// Linear damping [1/s].
    pub linear_damping_hz: f64,
    /// Angular damping [1/s].
    pub angular_damping_hz: f64,
    /// Colour of the default prism.
    pub color: Color,
    /// No body: seen, driven on, never hit.
    pub is_intangible: bool,
    /// Whether wheels stand on it.
    pub is_drivable: bool,
    /// A body that never moves.
    pub is_static: bool,
    /// Scale that replaces the scale of every visual.
    pub visual_scale: Option<f64>,
    /// Collision outline, when the file gives one.
    pub shape: Option<Polygon>,
    /// Primitive drawn for it, and driven on.
    pub geometry: Option<Primitive>,
    /// Whether outline and height come from the visuals or the geometry.
    pub shape_from_visual: bool,
    /// Its colour, if it is a cone of a track.
    pub cone_color: Option<ConeColor>,
}

/// Colours of the cones of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConeColor {
    /// On the left.
    Blue,
    /// On the right.
    Yellow,
    /// At the start.
    Orange,
}

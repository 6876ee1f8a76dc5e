//! Blocks: boxes to push, obstacles that stand, ramps to drive on.

use super::{Color, Object, Polygon};

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
    /// A body that never moves.
    pub is_static: bool,
    /// Scale that replaces the scale of every visual.
    pub visual_scale: Option<f64>,
    /// Collision outline, when the file gives one.
    pub shape: Option<Polygon>,
    /// Primitive drawn for it, and driven on.
    pub geometry: Option<Geometry>,
    /// Whether outline and height come from the visuals or the geometry.
    pub shape_from_visual: bool,
}

/// A primitive solid in the block's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Geometry {
    /// Axis +z, z from 0 to `length_m`.
    Cylinder {
        /// Radius [m].
        radius_m: f64,
        /// Height [m].
        length_m: f64,
        /// Corners of its outline.
        vertex_count: u32,
    },
    /// Centred at the origin.
    Sphere {
        /// Radius [m].
        radius_m: f64,
        /// Corners of its outline.
        vertex_count: u32,
    },
    /// Corner at the origin.
    Box {
        /// Length along x [m].
        lx_m: f64,
        /// Length along y [m].
        ly_m: f64,
        /// Height [m].
        lz_m: f64,
    },
    /// x from 0 to `lx_m`, y centred, rising from 0 to `lz_m`.
    Ramp {
        /// Length along x [m].
        lx_m: f64,
        /// Width [m].
        ly_m: f64,
        /// Height at the far end [m].
        lz_m: f64,
    },
    /// Half an elliptic cylinder along x, centred.
    SemiCylinderBump {
        /// Length along x [m].
        lx_m: f64,
        /// Width along y [m].
        ly_m: f64,
        /// Height of the crest [m].
        lz_m: f64,
        /// Corners of its profile.
        vertex_count: u32,
    },
    /// Axis +z, base at 0 and tip at `length_m`.
    Cone {
        /// Radius of its base [m].
        radius_m: f64,
        /// Height [m].
        length_m: f64,
        /// Corners of its outline.
        vertex_count: u32,
    },
}

//! The solids that a block of a world can be, as plain numbers. `skidpad-scene` makes meshes and outlines of them.

use serde::{Deserialize, Serialize};

/// A solid in the frame of its block (world-format §8).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Primitive {
    /// Axis +z, from z = 0 to `length_m`.
    Cylinder {
        /// Radius [m].
        radius_m: f64,
        /// Height [m].
        length_m: f64,
        /// Sides.
        vertex_count: u32,
    },
    /// Centred at the origin.
    Sphere {
        /// Radius [m].
        radius_m: f64,
        /// Sides around the equator.
        vertex_count: u32,
    },
    /// A corner at the origin.
    Box {
        /// Length along x [m].
        lx_m: f64,
        /// Length along y [m].
        ly_m: f64,
        /// Height [m].
        lz_m: f64,
    },
    /// Rises along +x from 0 to `lz_m`; y is centred.
    Ramp {
        /// Length [m].
        lx_m: f64,
        /// Width [m].
        ly_m: f64,
        /// Height at the far end [m].
        lz_m: f64,
    },
    /// Half an elliptic cylinder lying along x, centred.
    SemiCylinderBump {
        /// Length along x [m].
        lx_m: f64,
        /// Width along y [m].
        ly_m: f64,
        /// Height of the crest [m].
        lz_m: f64,
        /// Corners of the arc.
        vertex_count: u32,
    },
    /// Axis +z, its base at z = 0 and its tip at `length_m`.
    Cone {
        /// Radius of its base [m].
        radius_m: f64,
        /// Height [m].
        length_m: f64,
        /// Sides.
        vertex_count: u32,
    },
}

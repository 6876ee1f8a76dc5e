//! What a caller says about bodies: how they are made, where they are, and why one may be refused.

use serde::{Deserialize, Serialize};
use skidpad_math::Pose2;

use super::ground_friction::{GroundFriction, Velocity};
use super::shapes::{Piece, Point, Shape};

/// What a world says about its planar motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanarSettings {
    /// Length of a step.
    pub dt_s: f64,
    /// Sweeps over contacts and ground friction per step; a world's `b2d_vel_iters`.
    pub velocity_iterations: usize,
    /// A world's `b2d_pos_iters`: penetration is corrected by a third as many sweeps.
    pub position_iterations: usize,
    /// Bodies nearer than this count as colliding.
    pub collision_threshold_m: f64,
    /// Presses blocks onto the ground.
    pub gravity_mps2: f64,
}

impl Default for PlanarSettings {
    /// MVSim's defaults at a step of 5 ms.
    fn default() -> Self {
        PlanarSettings {
            dt_s: 0.005,
            velocity_iterations: 8,
            position_iterations: 3,
            collision_threshold_m: 0.03,
            gravity_mps2: 9.81,
        }
    }
}

/// A body of a [`Planar`]. Bodies are numbered as they are added; a removed body keeps its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BodyId(pub u32);

impl BodyId {
    /// Where the body's motion is in the slice given to [`Planar::solve`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A joint of a [`Planar`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JointId(pub u32);

/// Who decides how a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum BodyKind {
    /// It stands; the caller may put it elsewhere between steps.
    Fixed,
    /// It moves with the velocity the caller gives, whatever is in the way.
    Kinematic,
    /// It moves freely until something touches it.
    Dynamic {
        /// Mass.
        mass_kg: f64,
        /// Centre of mass in the body [m].
        centre_of_mass_m: Point,
        /// Moment of inertia about the centre of mass.
        inertia_kgm2: f64,
    },
}

/// A body as the caller describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyDescription {
    /// Who decides how it moves.
    pub kind: BodyKind,
    /// What may be touched, in the order that [`Planar::place_shape`] and [`Contact`] count.
    pub shapes: Vec<Shape>,
    /// Blocks rub on the ground; vehicles bring their own wheels.
    pub ground_friction: Option<GroundFriction>,
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BodyMotion {
    /// Reference point in the world, x.
    pub x_m: f64,
    /// Reference point in the world, y.
    pub y_m: f64,
    /// Height that the shapes' z intervals are added to. Never changed here.
    pub z_m: f64,
    /// Heading; not wrapped.
    pub yaw_rad: f64,
    /// Velocity of the centre of mass, world x.
    pub vx_mps: f64,
    /// Velocity of the centre of mass, world y.
    pub vy_mps: f64,
    /// Turning left is positive.
    pub yaw_rate_radps: f64,
}

impl BodyMotion {
    pub(super) fn velocity(&self) -> Velocity {
        Velocity { x_mps: self.vx_mps, y_mps: self.vy_mps, yaw_radps: self.yaw_rate_radps }
    }

    pub(super) fn set_velocity(&mut self, velocity: Velocity) {
        (self.vx_mps, self.vy_mps, self.yaw_rate_radps) =
            (velocity.x_mps, velocity.y_mps, velocity.yaw_radps);
    }

    pub(super) fn placement(&self) -> Pose2 {
        Pose2 { x_m: self.x_m, y_m: self.y_m, yaw_rad: self.yaw_rad }
    }

    pub(crate) fn is_finite(&self) -> bool {
        (self.x_m + self.y_m + self.z_m + self.yaw_rad + self.vx_mps + self.vy_mps + self.yaw_rate_radps)
            .is_finite()
    }
}

/// Why a body or a joint cannot be added.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlanarProblem {
    /// The outline of this shape encloses no area, or one of its numbers is not finite.
    NoArea {
        /// Counted from 0 in [`BodyDescription::shapes`].
        shape: usize,
    },
    /// A moving body needs a positive, finite mass and moment of inertia.
    NoMass,
    /// The pose, the velocity, a coefficient or a length is not finite.
    NotFinite,
    /// The body was never added, or has been removed; or both ends of a joint are one body.
    NoSuchBody,
    /// A saved world could not be read back.
    Unreadable,
}

impl std::fmt::Display for PlanarProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlanarProblem::NoArea { shape } => {
                write!(f, "shape {shape} encloses no area; give at least three corners that are not in line")
            }
            PlanarProblem::NoMass => {
                write!(f, "a moving body needs a positive mass and moment of inertia")
            }
            PlanarProblem::NotFinite => {
                write!(f, "a pose, velocity, coefficient or length is not a finite number")
            }
            PlanarProblem::NoSuchBody => {
                write!(f, "the joint names a body that does not exist, or one body twice")
            }
            PlanarProblem::Unreadable => write!(f, "the saved planar world is damaged or of another version"),
        }
    }
}

impl std::error::Error for PlanarProblem {}

/// Refuse what the solver cannot work with; the convex pieces of each shape otherwise.
pub(super) fn check(
    description: &BodyDescription,
    motion: &BodyMotion,
) -> Result<Vec<Vec<Piece>>, PlanarProblem> {
    if let BodyKind::Dynamic { mass_kg, centre_of_mass_m, inertia_kgm2 } = description.kind {
        if !(mass_kg > 0.0 && inertia_kgm2 > 0.0 && mass_kg.is_finite() && inertia_kgm2.is_finite()) {
            return Err(PlanarProblem::NoMass);
        }
        if !(centre_of_mass_m[0] + centre_of_mass_m[1]).is_finite() {
            return Err(PlanarProblem::NotFinite);
        }
    }
    let friction = description.ground_friction.map_or(0.0, |ground| ground.mu + ground.anchor_distance_m);
    if !motion.is_finite() || !friction.is_finite() {
        return Err(PlanarProblem::NotFinite);
    }
    let check_shape = |(index, shape): (usize, &Shape)| {
        let at = &shape.placement_in_body;
        let sum = at.x_m + at.y_m + at.yaw_rad + shape.border_radius_m + shape.friction + shape.restitution;
        if !sum.is_finite() || shape.z_interval_m.iter().any(|z| z.is_nan()) {
            return Err(PlanarProblem::NotFinite);
        }
        shape.outline.pieces().ok_or(PlanarProblem::NoArea { shape: index })
    };
    description.shapes.iter().enumerate().map(check_shape).collect()
}

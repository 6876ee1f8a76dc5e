//! What is around a vehicle during a step, and what the step does to it.

use serde::{Deserialize, Serialize};
use skidpad_math::{Real, Vec2};

use crate::MAX_WHEELS;
use crate::body::BodyForce;
use crate::slope::Slope;

/// What is around a vehicle during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surroundings<R = f64> {
    /// Step \[s\].
    pub dt_s: f64,
    /// Gravity g \[m/s²\].
    pub gravity_mps2: f64,
    /// How the ground is tilted; `None` on level ground.
    pub slope: Option<Slope<R>>,
    /// What the ground under each wheel overrides.
    pub ground: [GroundPatch; MAX_WHEELS],
    /// Largest torque of each wheel's brake during the step, where brakes are pressed \[N·m\].
    pub brake_nm: Option<[f64; MAX_WHEELS]>,
    /// Whether there is energy for the motors; without, they only brake.
    pub may_drive: bool,
}

/// Properties of the ground under a wheel, where they differ from the friction model's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroundPatch {
    /// Friction coefficient μ \[-\].
    pub mu: Option<f64>,
    /// Rolling-resistance coefficient C_rr \[-\].
    pub rolling_resistance: Option<f64>,
    /// Velocity of the ground in the vehicle's axes, where it can move: a lift, a conveyor \[m/s\].
    pub surface_mps: Option<Vec2>,
}

/// What happened at a wheel during a step, in the vehicle's axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelForces<R = f64> {
    /// Driving torque, positive forward \[N·m\].
    pub torque_nm: R,
    /// Force of the ground, with what holds a slope, without the slope's pull \[N\].
    pub fx_n: R,
    /// Force of the ground \[N\].
    pub fy_n: R,
    /// Velocity of the wheel's centre \[m/s\].
    pub vx_mps: R,
    /// Velocity of the wheel's centre \[m/s\].
    pub vy_mps: R,
    /// Weight on the ground \[N\].
    pub load_n: R,
}

/// What a step of the wheels does to the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VehicleForces<R = f64> {
    /// Each wheel; those that the vehicle does not have stay at zero.
    pub wheels: [WheelForces<R>; MAX_WHEELS],
    /// Sum of the ground's forces and the slope's pull.
    pub body: BodyForce<R>,
    /// Sine and cosine of the heading at the start of the step.
    pub heading: (R, R),
}

impl Surroundings {
    /// Level ground without patches.
    pub fn level(dt_s: f64, gravity_mps2: f64) -> Self {
        let ground = [GroundPatch::default(); MAX_WHEELS];
        Self { dt_s, gravity_mps2, slope: None, ground, brake_nm: None, may_drive: true }
    }
}

impl<R: Real> VehicleForces<R> {
    /// No forces at all.
    #[inline(always)]
    pub(super) fn none(heading: (R, R)) -> Self {
        let zero = R::from(0.0);
        let still =
            WheelForces { torque_nm: zero, fx_n: zero, fy_n: zero, vx_mps: zero, vy_mps: zero, load_n: zero };
        Self {
            wheels: [still; MAX_WHEELS],
            body: BodyForce { fx_n: zero, fy_n: zero, moment_nm: zero },
            heading,
        }
    }

    /// Adds a share of other forces.
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self, share: f64) {
        let share = R::from(share);
        for (wheel, other) in self.wheels.iter_mut().zip(&other.wheels) {
            wheel.torque_nm += other.torque_nm * share;
            wheel.fx_n += other.fx_n * share;
            wheel.fy_n += other.fy_n * share;
            wheel.vx_mps += other.vx_mps * share;
            wheel.vy_mps += other.vy_mps * share;
            wheel.load_n += other.load_n * share;
        }
        self.body.fx_n += other.body.fx_n * share;
        self.body.fy_n += other.body.fy_n * share;
        self.body.moment_nm += other.body.moment_nm * share;
    }
}

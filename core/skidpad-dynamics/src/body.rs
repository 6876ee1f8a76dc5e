//! Free motion of a rigid body in the plane: velocities from forces, poses from velocities.

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose2, Real, Twist2, Vec2};

use crate::slope::Slope;

/// What a body weighs and how its motion fades.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyModel {
    /// Mass \[kg\].
    pub mass_kg: f64,
    /// Centre of mass, seen from the reference point in the body's axes \[m\].
    pub centre_of_mass_m: Vec2,
    /// Moment of inertia about the centre of mass \[kg·m²\].
    pub inertia_kgm2: f64,
    /// Share of linear velocity lost per second \[1/s\].
    pub linear_damping_hz: f64,
    /// Share of angular velocity lost per second \[1/s\].
    pub angular_damping_hz: f64,
}

/// Where a body is and how it moves.
///
/// The pose is that of the reference point; the velocity is that of the centre of mass, in world axes,
/// because that is the velocity which forces change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BodyState<R = f64> {
    /// Reference point in the world \[m\].
    pub x_m: R,
    /// Reference point in the world \[m\].
    pub y_m: R,
    /// Heading in the world, not wrapped \[rad\].
    pub yaw_rad: R,
    /// Velocity of the centre of mass in world axes \[m/s\].
    pub vx_mps: R,
    /// Velocity of the centre of mass in world axes \[m/s\].
    pub vy_mps: R,
    /// Turning rate \[rad/s\].
    pub yaw_rate_radps: R,
}

/// Forces on a body, in its own axes, with their moment about the centre of mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyForce<R = f64> {
    /// Force along the body's x \[N\].
    pub fx_n: R,
    /// Force along the body's y \[N\].
    pub fy_n: R,
    /// Moment about the centre of mass \[N·m\].
    pub moment_nm: R,
}

/// Velocity of the reference point in the body's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalTwist<R = f64> {
    /// Forward velocity \[m/s\].
    pub vx_mps: R,
    /// Velocity to the left \[m/s\].
    pub vy_mps: R,
    /// Turning rate \[rad/s\].
    pub yaw_rate_radps: R,
}

impl BodyModel {
    /// Velocities after a step of forces:
    ///
    /// v ← (v + Δt·F/m) / (1 + Δt·d),  ω ← (ω + Δt·T/I) / (1 + Δt·d_ω)
    ///
    /// Box2D 2.4's integration of velocities (E. Catto). Leaves out: gyroscopic terms, which the plane
    /// does not have.
    #[inline(always)]
    pub fn push<R: Real>(&self, state: &mut BodyState<R>, force: &BodyForce<R>, dt_s: f64) {
        let (sin, cos) = state.yaw_rad.sin_cos();
        self.push_turned(state, force, (sin, cos), dt_s);
    }

    /// As [`BodyModel::push`], where the sine and cosine of the heading are already known.
    #[inline(always)]
    pub fn push_turned<R: Real>(
        &self,
        state: &mut BodyState<R>,
        force: &BodyForce<R>,
        (sin, cos): (R, R),
        dt_s: f64,
    ) {
        let per_mass = R::from(dt_s / self.mass_kg);
        let linear_fade = R::from(1.0 / (1.0 + dt_s * self.linear_damping_hz));
        let angular_fade = R::from(1.0 / (1.0 + dt_s * self.angular_damping_hz));
        let fx_in_world = cos * force.fx_n - sin * force.fy_n;
        let fy_in_world = sin * force.fx_n + cos * force.fy_n;
        state.vx_mps = (state.vx_mps + per_mass * fx_in_world) * linear_fade;
        state.vy_mps = (state.vy_mps + per_mass * fy_in_world) * linear_fade;
        state.yaw_rate_radps =
            (state.yaw_rate_radps + R::from(dt_s / self.inertia_kgm2) * force.moment_nm) * angular_fade;
    }

    /// The pose after a step of the present velocities: the centre of mass moves by v·Δt, the heading
    /// by ω·Δt, and the reference point follows.
    #[inline(always)]
    pub fn advance<R: Real>(&self, state: &mut BodyState<R>, dt_s: f64) {
        let before = state.yaw_rad.sin_cos();
        self.advance_turned(state, before, dt_s);
    }

    /// As [`BodyModel::advance`], where the sine and cosine of the old heading are already known.
    #[inline(always)]
    pub fn advance_turned<R: Real>(&self, state: &mut BodyState<R>, (sin, cos): (R, R), dt_s: f64) {
        let dt = R::from(dt_s);
        let (cx, cy) = (R::from(self.centre_of_mass_m.x), R::from(self.centre_of_mass_m.y));
        state.yaw_rad += state.yaw_rate_radps * dt;
        let (sin_after, cos_after) = state.yaw_rad.sin_cos();
        let (dsin, dcos) = (sin_after - sin, cos_after - cos);
        state.x_m += state.vx_mps * dt - (dcos * cx - dsin * cy);
        state.y_m += state.vy_mps * dt - (dsin * cx + dcos * cy);
    }

    /// Velocity of the reference point in the body's axes.
    #[inline(always)]
    pub fn local_twist<R: Real>(&self, state: &BodyState<R>, (sin, cos): (R, R)) -> LocalTwist<R> {
        let rate = state.yaw_rate_radps;
        let (cx, cy) = (R::from(self.centre_of_mass_m.x), R::from(self.centre_of_mass_m.y));
        LocalTwist {
            vx_mps: cos * state.vx_mps + sin * state.vy_mps + rate * cy,
            vy_mps: cos * state.vy_mps - sin * state.vx_mps - rate * cx,
            yaw_rate_radps: rate,
        }
    }

    /// Velocity of the reference point along tilted ground, in the body's axes.
    #[inline(always)]
    pub fn twist_on_slope<R: Real>(
        &self,
        state: &BodyState<R>,
        (sin, cos): (R, R),
        slope: &Slope<R>,
    ) -> LocalTwist<R> {
        let rate = state.yaw_rate_radps / slope.turn();
        let (cx, cy) = (R::from(self.centre_of_mass_m.x), R::from(self.centre_of_mass_m.y));
        let ahead = cos * state.vx_mps + sin * state.vy_mps;
        let aside = cos * state.vy_mps - sin * state.vx_mps;
        let (vx, vy) = slope.along_ground((ahead, aside));
        LocalTwist { vx_mps: vx + rate * cy, vy_mps: vy - rate * cx, yaw_rate_radps: rate }
    }

    /// Energy of motion \[J\].
    pub fn kinetic_energy_j(&self, state: &BodyState) -> f64 {
        let speed_squared = state.vx_mps * state.vx_mps + state.vy_mps * state.vy_mps;
        0.5 * self.mass_kg * speed_squared
            + 0.5 * self.inertia_kgm2 * state.yaw_rate_radps * state.yaw_rate_radps
    }

    /// Energy of motion of a body on tilted ground \[J\].
    pub fn kinetic_energy_on_slope_j(&self, state: &BodyState, slope: &Slope) -> f64 {
        let (sin, cos) = skidpad_math::sin_cos(state.yaw_rad);
        let (ahead, aside) =
            (cos * state.vx_mps + sin * state.vy_mps, cos * state.vy_mps - sin * state.vx_mps);
        let (vx, vy) = slope.along_ground((ahead, aside));
        let rate = state.yaw_rate_radps / slope.turn();
        0.5 * self.mass_kg * (vx * vx + vy * vy) + 0.5 * self.inertia_kgm2 * rate * rate
    }

    /// Velocity of the reference point in the body's axes.
    pub fn twist(&self, state: &BodyState) -> Twist2 {
        let twist = self.local_twist(state, skidpad_math::sin_cos(state.yaw_rad));
        Twist2::new(twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps)
    }

    /// Gives the reference point a velocity, in the body's axes.
    pub fn set_twist(&self, state: &mut BodyState, twist: Twist2) {
        let at_centre = twist.velocity_at(self.centre_of_mass_m);
        let in_world = state.pose().rotate(at_centre);
        state.vx_mps = in_world.x;
        state.vy_mps = in_world.y;
        state.yaw_rate_radps = twist.yaw_rate_radps;
    }
}

impl BodyState {
    /// A body at rest at a pose.
    pub fn at(pose: Pose2) -> Self {
        Self { x_m: pose.x_m, y_m: pose.y_m, yaw_rad: pose.yaw_rad, ..Self::default() }
    }

    /// Pose of the reference point.
    pub const fn pose(&self) -> Pose2 {
        Pose2::new(self.x_m, self.y_m, self.yaw_rad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CART: BodyModel = BodyModel {
        mass_kg: 4.0,
        centre_of_mass_m: Vec2::new(0.5, -0.1),
        inertia_kgm2: 2.0,
        linear_damping_hz: 0.0,
        angular_damping_hz: 0.0,
    };

    #[test]
    fn a_spinning_body_turns_about_its_centre_of_mass() {
        let mut state = BodyState { yaw_rate_radps: 2.0, ..BodyState::at(Pose2::new(1.0, 2.0, 0.3)) };
        let centre = state.pose().transform(CART.centre_of_mass_m);
        for _ in 0..1_000 {
            CART.advance(&mut state, 0.005);
            let apart = state.pose().transform(CART.centre_of_mass_m) - centre;
            assert!(apart.norm() < 1e-12);
        }
        assert!((state.yaw_rad - 10.3).abs() < 1e-12);
    }

    #[test]
    fn force_over_mass_is_acceleration() {
        let mut state = BodyState::at(Pose2::new(0.0, 0.0, std::f64::consts::FRAC_PI_2));
        CART.push(&mut state, &BodyForce { fx_n: 8.0, fy_n: 0.0, moment_nm: 1.0 }, 0.1);
        assert!((state.vy_mps - 0.2).abs() < 1e-15 && state.vx_mps.abs() < 1e-15);
        assert!((state.yaw_rate_radps - 0.05).abs() < 1e-15);
    }

    #[test]
    fn damping_takes_its_share_per_second() {
        let damped = BodyModel { linear_damping_hz: 0.1, angular_damping_hz: 10.0, ..CART };
        let mut state = BodyState { vx_mps: 1.0, yaw_rate_radps: 1.0, ..BodyState::default() };
        for _ in 0..10_000 {
            damped.push(&mut state, &BodyForce::default(), 1e-4);
        }
        assert!((state.vx_mps - skidpad_math::exp(-0.1)).abs() < 1e-6);
        assert!((state.yaw_rate_radps - skidpad_math::exp(-10.0)).abs() < 5e-7);
    }

    #[test]
    fn the_twist_set_is_the_twist_read() {
        let mut state = BodyState::at(Pose2::new(3.0, 4.0, 2.1));
        let twist = Twist2::new(1.0, -0.2, 0.7);
        CART.set_twist(&mut state, twist);
        let read = CART.twist(&state);
        let off = (read.velocity() - twist.velocity()).norm();
        assert!(off < 1e-15 && read.yaw_rate_radps == 0.7);
        // ½·m·|v_com|² + ½·I·ω² with v_com = (1 + 0.07, −0.2 + 0.35).
        assert!((CART.kinetic_energy_j(&state) - (2.0 * (1.07 * 1.07 + 0.15 * 0.15) + 0.49)).abs() < 1e-12);
    }

    /// Along tilted ground a body moves as fast as seen from above, turned back; what it turns is lever times rate.
    #[test]
    fn on_a_slope_the_twist_is_that_along_the_ground() {
        let slope = Slope::new(0.3, -0.2);
        let (along, rate) = ((1.3, -0.7), 0.9);
        let (ahead, aside) = slope.from_above(along);
        let yaw_rad = 0.8;
        let in_world = Pose2::new(0.0, 0.0, yaw_rad).rotate(Vec2::new(ahead, aside));
        let state = BodyState {
            vx_mps: in_world.x,
            vy_mps: in_world.y,
            yaw_rate_radps: rate * slope.turn(),
            ..BodyState::at(Pose2::new(0.0, 0.0, yaw_rad))
        };
        let twist = CART.twist_on_slope(&state, skidpad_math::sin_cos(yaw_rad), &slope);
        // The reference point is at (−0.5, 0.1) from the centre of mass.
        assert!((twist.vx_mps - (1.3 - 0.1 * rate)).abs() < 1e-14, "{twist:?}");
        assert!((twist.vy_mps - (-0.7 - 0.5 * rate)).abs() < 1e-14, "{twist:?}");
        assert!((twist.yaw_rate_radps - rate).abs() < 1e-15);
        let energy = 0.5 * 4.0 * (1.3 * 1.3 + 0.7 * 0.7) + 0.5 * 2.0 * rate * rate;
        assert!((CART.kinetic_energy_on_slope_j(&state, &slope) - energy).abs() < 1e-12);
    }

    /// F = (3, −5) N at a heading of 0.8 rad, against a loss of 40 % per second: every term counts.
    #[test]
    fn forces_push_along_the_heading_and_damping_follows() {
        let damped = BodyModel { linear_damping_hz: 0.4, angular_damping_hz: 0.7, ..CART };
        let before = BodyState {
            vx_mps: 1.1,
            vy_mps: -0.6,
            yaw_rate_radps: 0.3,
            ..BodyState::at(Pose2::new(0.0, 0.0, 0.8))
        };
        let mut state = before;
        damped.push(&mut state, &BodyForce { fx_n: 3.0, fy_n: -5.0, moment_nm: 2.5 }, 0.1);
        let in_world = before.pose().rotate(Vec2::new(3.0, -5.0));
        assert!((state.vx_mps - (1.1 + 0.1 * in_world.x / 4.0) / 1.04).abs() < 1e-15);
        assert!((state.vy_mps - (-0.6 + 0.1 * in_world.y / 4.0) / 1.04).abs() < 1e-15);
        assert!((state.yaw_rate_radps - (0.3 + 0.1 * 2.5 / 2.0) / 1.07).abs() < 1e-15);
    }
}

//! The ideal controller: the vehicle moves exactly as commanded.

use skidpad_math::Real;

use crate::body::{BodyModel, BodyState, LocalTwist};
use crate::steering::Steering;

/// Gives the body the velocity with which one step of [`BodyModel::advance`] ends exactly where a constant
/// twist of the reference point leads: at the end of an arc.
///
/// The chord of an arc with turn θ is sin(θ/2)/(θ/2) of its length and points half the turn ahead.
/// Known difference: MVSim imposes the twist after its step, with the heading of the step before, and lets
/// friction act; ours tracks exactly.
#[inline(always)]
pub fn impose_twist<R: Real>(model: &BodyModel, state: &mut BodyState<R>, twist: &LocalTwist<R>, dt_s: f64) {
    let half_turn = twist.yaw_rate_radps * R::from(0.5 * dt_s);
    let (half_sin, _) = half_turn.sin_cos();
    let small = half_turn.abs().lt(R::from(1e-4));
    let chord = R::select(
        small,
        R::from(1.0) - half_turn * half_turn * R::from(1.0 / 6.0),
        half_sin / R::select(small, R::from(1.0), half_turn),
    );
    let (sin, cos) = (state.yaw_rad + half_turn).sin_cos();
    let (vx, vy) = (twist.vx_mps * chord, twist.vy_mps * chord);
    // The centre of mass moves with the reference point and swings about it.
    let (sin_before, cos_before) = state.yaw_rad.sin_cos();
    let (sin_after, cos_after) = (state.yaw_rad + twist.yaw_rate_radps * R::from(dt_s)).sin_cos();
    let per_dt = R::from(1.0 / dt_s);
    let (dsin, dcos) = ((sin_after - sin_before) * per_dt, (cos_after - cos_before) * per_dt);
    let (cx, cy) = (R::from(model.centre_of_mass_m.x), R::from(model.centre_of_mass_m.y));
    state.vx_mps = cos * vx - sin * vy + (dcos * cx - dsin * cy);
    state.vy_mps = sin * vx + cos * vy + (dsin * cx + dcos * cy);
    state.yaw_rate_radps = twist.yaw_rate_radps;
}

/// Gives the body the velocity of a twist of its reference point at its present heading.
#[inline(always)]
pub fn set_velocity<R: Real>(model: &BodyModel, state: &mut BodyState<R>, twist: &LocalTwist<R>) {
    let (sin, cos) = state.yaw_rad.sin_cos();
    let (cx, cy) = (R::from(model.centre_of_mass_m.x), R::from(model.centre_of_mass_m.y));
    let vx = twist.vx_mps - twist.yaw_rate_radps * cy;
    let vy = twist.vy_mps + twist.yaw_rate_radps * cx;
    state.vx_mps = cos * vx - sin * vy;
    state.vy_mps = sin * vx + cos * vy;
    state.yaw_rate_radps = twist.yaw_rate_radps;
}

/// Steering that goes with a twist: atan(ω·l/v) above 1 mm/s, else ω·l as an angle.
#[inline(always)]
pub fn steering_angle<R: Real>(steering: &Steering, twist: &LocalTwist<R>) -> R {
    let turn = twist.yaw_rate_radps * R::from(steering.wheelbase_m);
    let drives = twist.vx_mps.abs().gt(R::from(1e-3));
    let tangent = turn / R::select(drives, twist.vx_mps, R::from(1.0));
    R::select(drives, tangent.atan(), turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odometry::arc;
    use skidpad_math::{Pose2, Vec2};

    const CART: BodyModel = BodyModel {
        mass_kg: 4.0,
        centre_of_mass_m: Vec2::new(0.5, -0.1),
        inertia_kgm2: 2.0,
        linear_damping_hz: 0.1,
        angular_damping_hz: 0.1,
    };

    #[test]
    fn one_second_of_a_twist_is_an_exact_arc() {
        for rate in [0.0, 1e-6, 1.0, -2.0] {
            let twist = LocalTwist { vx_mps: 1.0, vy_mps: 0.0, yaw_rate_radps: rate };
            let mut state = BodyState::at(Pose2::new(2.0, 3.0, 0.7));
            for _ in 0..20 {
                impose_twist(&CART, &mut state, &twist, 0.05);
                CART.advance(&mut state, 0.05);
                set_velocity(&CART, &mut state, &twist);
            }
            let expected = Pose2::new(2.0, 3.0, 0.7) * arc(1.0, rate);
            assert!((state.pose().position() - expected.position()).norm() < 1e-13, "{rate}: {state:?}");
            let seen = CART.twist(&state);
            assert!((seen.vx_mps - 1.0).abs() < 1e-14 && seen.vy_mps.abs() < 1e-14);
        }
    }

    #[test]
    fn steering_follows_the_twist() {
        let car = Steering { wheelbase_m: 2.0, front_track_m: 1.5, max_steer_rad: 0.5 };
        let twist = |v, w| LocalTwist { vx_mps: v, vy_mps: 0.0, yaw_rate_radps: w };
        assert!((steering_angle(&car, &twist(2.0, 0.3)) - skidpad_math::atan(0.3)).abs() < 1e-15);
        assert_eq!(steering_angle(&car, &twist(0.0, 0.1)), 0.2);
    }

    /// ∫(cos ωt, sin ωt) dt of a velocity that also points to the left, with the heading turning under it.
    #[test]
    fn a_twist_to_the_side_is_an_exact_arc_too() {
        for rate in [1.3, -0.6, 3.6e-4] {
            let twist = LocalTwist { vx_mps: 1.0, vy_mps: 0.4, yaw_rate_radps: rate };
            let mut state = BodyState::at(Pose2::new(2.0, 3.0, 0.7));
            impose_twist(&CART, &mut state, &twist, 0.5);
            CART.advance(&mut state, 0.5);
            let turn = 0.5 * rate;
            let half_sin = skidpad_math::sin(0.5 * turn);
            let (sin, versed) = (skidpad_math::sin(turn) / rate, 2.0 * half_sin * half_sin / rate);
            let way = Pose2::new(sin - 0.4 * versed, versed + 0.4 * sin, turn);
            let expected = Pose2::new(2.0, 3.0, 0.7) * way;
            assert!((state.pose().position() - expected.position()).norm() < 1e-13, "{rate}: {state:?}");
            assert!((state.yaw_rad - 0.7 - turn).abs() < 1e-15);
            set_velocity(&CART, &mut state, &twist);
            let seen = CART.twist(&state);
            assert!((seen.vx_mps - 1.0).abs() < 1e-14 && (seen.vy_mps - 0.4).abs() < 1e-14, "{seen:?}");
        }
    }

    #[test]
    fn a_car_that_hardly_drives_steers_by_its_turn() {
        let car = Steering { wheelbase_m: 2.0, front_track_m: 1.5, max_steer_rad: 0.5 };
        let twist = |v, w| LocalTwist { vx_mps: v, vy_mps: 0.0, yaw_rate_radps: w };
        assert_eq!(steering_angle(&car, &twist(-0.0009, 0.1)), 0.2);
        let steer = steering_angle(&car, &twist(-0.0011, 0.1));
        assert!((steer + skidpad_math::atan(0.2 / 0.0011)).abs() < 1e-12, "backing up turns the wheel round");
    }
}

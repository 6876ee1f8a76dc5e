//! How much of their slip all wheels together may cancel in one step without raising the energy.

use skidpad_math::sin_cos;

use crate::MAX_WHEELS;
use crate::body::BodyModel;
use crate::friction::STOPPED_PER_STEP;
use crate::steering::Steering;
use crate::wheel::{DAMPED_PER_STEP, WheelModel};

/// One way in which a wheel acts against motion: across it, along it, or by resistance.
#[derive(Clone, Copy, Default)]
struct Slip {
    /// Direction of the slip in the vehicle's axes, and its lever about the centre of mass.
    jacobian: [f64; 3],
    /// Mass with which the wheel answers: impulse per slip speed \[kg\].
    demand_kg: f64,
    /// Inverse of the wheel's own rolling mass, R²/I; 0 across \[1/kg\].
    own_per_kg: f64,
}

/// Share of its slip that each wheel may cancel within a step, at most 1.
///
/// Each wheel gives the impulse D·u against its slip u as if it were alone. Together they change the
/// energy by −|w|² + ½·wᵀAw with w = √D·u and A = √D·W·√D, where W is the velocity that unit impulses
/// give each other. No step raises the energy if no eigenvalue of A exceeds 2; friction limits only make A
/// smaller. Where one does, all demands are scaled by 2/λ. Ordinary vehicles with disc wheels have λ < 2.
///
/// Steered wheels are looked at in nine positions from lock to lock.
pub(crate) fn slip_share(
    body: &BodyModel,
    wheels: &[WheelModel],
    carried_kg: &[f64; MAX_WHEELS],
    steering: Option<&Steering>,
) -> f64 {
    let worst = match steering {
        None => largest_answer(body, wheels, carried_kg, None),
        Some(steering) => (-4..=4)
            .map(|k| steering.wheel_angles(0.25 * f64::from(k) * steering.max_steer_rad))
            .map(|angles| largest_answer(body, wheels, carried_kg, Some(angles)))
            .fold(0.0, f64::max),
    };
    // A little less than 2, for what rounding adds.
    (2.0 * (1.0 - 1e-9) / worst).min(1.0)
}

/// The share of its side slip that each wheel may cancel: min(1, I_z/ΣM·x²) with the lever x of each wheel
/// from the centre of mass along its rolling direction.
fn lateral_share(body: &BodyModel, slips: &[Slip]) -> f64 {
    let turning_kgm2: f64 =
        slips.iter().map(|slip| slip.demand_kg * slip.jacobian[2] * slip.jacobian[2]).sum();
    (body.inertia_kgm2 / turning_kgm2).min(1.0)
}

/// Largest eigenvalue of A.
fn largest_answer(
    body: &BodyModel,
    wheels: &[WheelModel],
    carried_kg: &[f64; MAX_WHEELS],
    front_angles: Option<(f64, f64)>,
) -> f64 {
    const N: usize = 3 * MAX_WHEELS;
    let mut slips = [Slip::default(); N];
    for (i, wheel) in wheels.iter().enumerate() {
        let yaw_rad = match (front_angles, i) {
            (Some((left, _)), 2) => left,
            (Some((_, right)), 3) => right,
            _ => wheel.yaw_rad,
        };
        let (sin, cos) = sin_cos(yaw_rad);
        let lever = wheel.position_m - body.centre_of_mass_m;
        let rolling_kg = wheel.inertia_kgm2 / (wheel.radius_m * wheel.radius_m);
        let row = |x: f64, y: f64| [x, y, lever.x * y - lever.y * x];
        slips[i] = Slip { jacobian: row(-sin, cos), demand_kg: carried_kg[i].max(0.0), own_per_kg: 0.0 };
        slips[MAX_WHEELS + i] =
            Slip { jacobian: row(cos, sin), demand_kg: rolling_kg, own_per_kg: 1.0 / rolling_kg };
        // Rolling resistance and damping act through the wheel on the vehicle, at most with this mass.
        let stopped_kg = STOPPED_PER_STEP * carried_kg[i].max(0.0) + DAMPED_PER_STEP * rolling_kg;
        slips[2 * MAX_WHEELS + i] = Slip { jacobian: row(cos, sin), demand_kg: stopped_kg, own_per_kg: 0.0 };
    }
    let share = lateral_share(body, &slips[..MAX_WHEELS]);
    for slip in &mut slips[..MAX_WHEELS] {
        slip.demand_kg *= share;
    }
    let inverse_mass = [1.0 / body.mass_kg, 1.0 / body.mass_kg, 1.0 / body.inertia_kgm2];
    let answer = |a: &Slip, b: &Slip| -> f64 {
        (0..3).map(|k| a.jacobian[k] * inverse_mass[k] * b.jacobian[k]).sum::<f64>()
    };
    let mut matrix = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            let own = if i == j { slips[i].own_per_kg } else { 0.0 };
            matrix[i][j] =
                (slips[i].demand_kg * slips[j].demand_kg).sqrt() * (answer(&slips[i], &slips[j]) + own);
        }
    }
    crate::eigen::symmetric_eigen(matrix).0.into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::Vec2;

    const BODY: BodyModel = BodyModel {
        mass_kg: 19.0,
        centre_of_mass_m: Vec2::new(0.0, 0.0),
        inertia_kgm2: 1.3,
        linear_damping_hz: 0.0,
        angular_damping_hz: 0.0,
    };

    fn robot(inertia_kgm2: f64) -> Vec<WheelModel> {
        let wheel = |x, y| WheelModel {
            position_m: Vec2::new(x, y),
            yaw_rad: 0.0,
            radius_m: 0.1,
            width_m: 0.05,
            mass_kg: 1.0,
            inertia_kgm2,
        };
        vec![wheel(-0.2, 0.3), wheel(-0.2, -0.3), wheel(0.2, 0.3), wheel(0.2, -0.3)]
    }

    #[test]
    fn an_ordinary_robot_may_cancel_all_slip() {
        assert_eq!(slip_share(&BODY, &robot(0.005), &[4.75; 4], None), 1.0);
    }

    #[test]
    fn flywheels_may_not() {
        // ΣI/R² = 20·m: λ = 1 + 20 along the vehicle.
        let share = slip_share(&BODY, &robot(0.95), &[4.75; 4], None);
        assert!(share > 0.01 && share < 2.0 / 21.0, "{share}");
    }
}

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

    /// Ways of acting as mechanics has them: where a wheel pushes, in which direction, with what mass, and whether the
    /// push also turns the wheel.
    struct Way {
        wheel: usize,
        direction: Vec2,
        mass_kg: f64,
        turns: bool,
    }

    /// The largest share of what it answers that a vehicle feels again, by repetition: each wheel answers the speed
    /// that all pushes of the round before have given it.
    fn echo(body: &BodyModel, wheels: &[WheelModel], carried_kg: &[f64; 4], yaws_rad: &[f64]) -> f64 {
        let lever = |i: usize| wheels[i].position_m - body.centre_of_mass_m;
        let rim_kg = |i: usize| wheels[i].inertia_kgm2 / (wheels[i].radius_m * wheels[i].radius_m);
        let ahead = |i: usize| Vec2::new(1.0, 0.0).rotated(yaws_rad[i]);
        let left = |i: usize| Vec2::new(0.0, 1.0).rotated(yaws_rad[i]);
        let turned: f64 = (0..wheels.len())
            .map(|i| carried_kg[i] * lever(i).cross(left(i)) * lever(i).cross(left(i)))
            .sum();
        let share = (body.inertia_kgm2 / turned).min(1.0);
        let mut ways = Vec::new();
        for (i, carried_kg) in carried_kg.iter().enumerate().take(wheels.len()) {
            ways.push(Way { wheel: i, direction: left(i), mass_kg: share * carried_kg, turns: false });
            ways.push(Way { wheel: i, direction: ahead(i), mass_kg: rim_kg(i), turns: true });
            let stopped_kg = 0.25 * carried_kg + 0.5 * rim_kg(i);
            ways.push(Way { wheel: i, direction: ahead(i), mass_kg: stopped_kg, turns: false });
        }
        let mut pushes: Vec<f64> = (0..ways.len()).map(|k| 1.0 + 0.37 * (k % 5) as f64).collect();
        let mut growth = 0.0;
        for _ in 0..2_000 {
            let (mut push, mut twist) = (Vec2::default(), 0.0);
            for (way, size) in ways.iter().zip(&pushes) {
                push += way.direction * *size;
                twist += lever(way.wheel).cross(way.direction) * size;
            }
            let answers: Vec<f64> = ways
                .iter()
                .zip(&pushes)
                .map(|(way, size)| {
                    let at_wheel = push * (1.0 / body.mass_kg)
                        + Vec2::new(-lever(way.wheel).y, lever(way.wheel).x) * (twist / body.inertia_kgm2);
                    let rim_mps = if way.turns { size / rim_kg(way.wheel) } else { 0.0 };
                    way.mass_kg * (way.direction.dot(at_wheel) + rim_mps)
                })
                .collect();
            // What comes back of the energy |w|² = Σp²/D.
            let energy = |other: &[f64]| -> f64 {
                ways.iter().zip(&pushes).zip(other).map(|((way, a), b)| a * b / way.mass_kg).sum()
            };
            growth = energy(&answers) / energy(&pushes);
            pushes = answers.iter().map(|answer| answer / growth).collect();
        }
        growth
    }

    /// The share is two by the largest echo of the worst steering, at most one.
    #[test]
    fn what_wheels_cancel_together_comes_back_at_most_twice() {
        let off_centre = BodyModel { centre_of_mass_m: Vec2::new(0.07, -0.04), ..BODY };
        let loads = [9.0, 3.0, 6.0, 1.5];
        let mut wheels = robot(0.4);
        wheels[1].inertia_kgm2 = 0.7;
        wheels[3].radius_m = 0.08;
        for (wheel, yaw_rad) in wheels.iter_mut().zip([0.1, -0.3, 0.0, 0.6]) {
            wheel.yaw_rad = yaw_rad;
        }
        for body in [BODY, off_centre, BodyModel { inertia_kgm2: 0.2, ..off_centre }] {
            let yaws: Vec<f64> = wheels.iter().map(|wheel| wheel.yaw_rad).collect();
            let expected = 2.0 * (1.0 - 1e-9) / echo(&body, &wheels, &loads, &yaws);
            let share = slip_share(&body, &wheels, &loads, None);
            assert!(expected < 1.0 && (share / expected - 1.0).abs() < 2e-10, "{share} {expected}");
            let steering = Steering { wheelbase_m: 0.4, front_track_m: 0.6, max_steer_rad: 0.7 };
            let worst = (-4..=4)
                .map(|k| {
                    let (left, right) = steering.wheel_angles(0.7 * f64::from(k) / 4.0);
                    echo(&body, &wheels, &loads, &[yaws[0], yaws[1], left, right])
                })
                .fold(0.0, f64::max);
            let steered = slip_share(&body, &wheels, &loads, Some(&steering));
            assert!((steered / (2.0 / worst) - 1.0).abs() < 1e-6, "{steered} {}", 2.0 / worst);
        }
    }
}

//! Whether the step is short enough for controllers and sensors.

use std::ops::RangeInclusive;

use super::Implausible;
use crate::description::{
    Dynamics, ElementKind, FrictionModel, PropertyRegion, PropertyValue, Sensor, SpeedControl, Vehicle,
    Wheel, WorldDescription,
};
use crate::diagnostics::Diagnostics;

/// A simulation divides a step that is too long for a speed controller into this many parts at most.
const MOST_PARTS: f64 = 64.0;
/// The steps that a run can have [s].
const POSSIBLE_STEPS_S: RangeInclusive<f64> = 1e-6..=1.0;

pub(super) fn check(description: &WorldDescription, step_s: f64, diagnostics: &mut Diagnostics) {
    if !POSSIBLE_STEPS_S.contains(&step_s) {
        let place = description.settings.timestep_place.unwrap_or_default();
        diagnostics.error(place, Implausible::StepOutOfRange { step_s }.into());
        return;
    }
    let regions_mu = least_mu_of_regions(description);
    for vehicle in &description.vehicles {
        if !matches!(vehicle.dynamics, Dynamics::RaceCar(_) | Dynamics::Extension(_)) {
            check_controller(description, vehicle, step_s, diagnostics);
            check_slipping_wheels(description, vehicle, regions_mu, step_s, diagnostics);
        }
    }
    let mounted = description.vehicles.iter().flat_map(|vehicle| &vehicle.sensors);
    for sensor in mounted.chain(&description.sensors) {
        check_period(sensor, step_s, diagnostics);
    }
}

/// Wheels that grip follow the vehicle one step late, so a proportional controller with torque
/// τ = KP·(v_set − R·ω) on n driven wheels gives v_{k+1} = (1 − r)·v_k + (r − c)·v_{k−1} with
/// r = ΣI/(m·R²) and c = dt·n·KP·R/(m·R²). Its roots stay inside the unit circle for c < 1 + r. The simulation
/// divides a step that comes near, so that no part has more than half of it, into 64 parts at most.
fn check_controller(
    description: &WorldDescription,
    vehicle: &Vehicle,
    step_s: f64,
    diagnostics: &mut Diagnostics,
) {
    let Some((control, driven_count)) = speed_control(vehicle) else { return };
    let radius_m = 0.5 * vehicle.wheels.iter().map(|wheel| wheel.diameter_m).fold(f64::INFINITY, f64::min);
    let inertia: f64 = vehicle.wheels.iter().map(Wheel::axle_inertia_kgm2).sum();
    let gain = driven_count * (control.kp + control.ki * step_s) * radius_m;
    let m_r2 = vehicle.mass_kg() * radius_m * radius_m;
    if !gain.is_finite() || gain <= 0.0 || m_r2 <= 0.0 {
        return;
    }
    let bound_s = MOST_PARTS * 0.5 * (m_r2 + inertia) / gain;
    if step_s > bound_s {
        let problem = Implausible::StepTooLongForController {
            vehicle: vehicle.object.name.clone(),
            step_s,
            bound_s,
            recommended_s: recommended_s(bound_s),
        };
        let place = description.settings.timestep_place.unwrap_or(vehicle.object.place);
        diagnostics.warning(place, problem.into());
    }
}

/// A driven wheel that slips turns by its torque alone: I·dω/dt = KP·(v_set − R·ω), which an explicit step
/// follows without overshoot below I/(KP·R); the simulation divides longer ones, into 64 parts at most.
fn check_slipping_wheels(
    description: &WorldDescription,
    vehicle: &Vehicle,
    regions_mu: f64,
    step_s: f64,
    diagnostics: &mut Diagnostics,
) {
    let Some((control, _)) = speed_control(vehicle) else { return };
    if !may_slip(description, vehicle, regions_mu, control) {
        return;
    }
    let worst = vehicle.wheels.iter().map(|wheel| {
        let gain = (control.kp + control.ki * step_s) * 0.5 * wheel.diameter_m;
        (MOST_PARTS * wheel.axle_inertia_kgm2() / gain, wheel)
    });
    let Some((bound_s, wheel)) = worst.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    if step_s > bound_s && bound_s > 0.0 {
        let problem = Implausible::StepTooLongForSlip {
            vehicle: vehicle.object.name.clone(),
            wheel: wheel.name.clone(),
            step_s,
            bound_s,
            recommended_s: recommended_s(bound_s),
        };
        let place = description.settings.timestep_place.unwrap_or(vehicle.object.place);
        diagnostics.warning(place, problem.into());
    }
}

/// Whether the largest torque exceeds the grip of a wheel on the most slippery ground of the world.
fn may_slip(
    description: &WorldDescription,
    vehicle: &Vehicle,
    regions_mu: f64,
    control: &SpeedControl,
) -> bool {
    if control.max_torque_nm <= 0.0
        || matches!(vehicle.friction.model, FrictionModel::Ellipse { .. } | FrictionModel::Extension(_))
    {
        return true;
    }
    let load_n = vehicle.mass_kg() * description.settings.gravity_mps2 / vehicle.wheels.len() as f64;
    let radius_m = 0.5 * vehicle.wheels.iter().map(|wheel| wheel.diameter_m).fold(f64::INFINITY, f64::min);
    let own_mu = match vehicle.friction.model {
        FrictionModel::Coulomb { mu } | FrictionModel::WardIagnemma { mu, .. } => mu,
        FrictionModel::Ellipse { .. } | FrictionModel::Extension(_) => f64::INFINITY,
    };
    control.max_torque_nm > own_mu.min(regions_mu) * load_n * radius_m
}

/// The least friction coefficient that regions of a world give the ground; infinite where none does.
fn least_mu_of_regions(description: &WorldDescription) -> f64 {
    let regions = description.elements.iter().filter_map(|element| match &element.kind {
        ElementKind::PropertyRegion(PropertyRegion {
            property, value: PropertyValue::Number(mu), ..
        }) if property == "friction_mu" => Some(*mu),
        _ => None,
    });
    regions.fold(f64::INFINITY, f64::min)
}

/// The speed controller, and how many wheels (or, for a drivetrain, engines) take its torque.
fn speed_control(vehicle: &Vehicle) -> Option<(&SpeedControl, f64)> {
    let control = vehicle.dynamics.controller()?.speed_control()?;
    let driven_count = match &vehicle.dynamics {
        Dynamics::Differential(_) if vehicle.wheels.len() == 4 => 4.0,
        Dynamics::Differential(_) | Dynamics::Ackermann { .. } => 2.0,
        Dynamics::AckermannDrivetrain { .. } | Dynamics::RaceCar(_) | Dynamics::Extension(_) => 1.0,
    };
    Some((control, driven_count))
}

/// A fifth of a bound, rounded down to 1, 2 or 5 times a power of ten.
fn recommended_s(bound_s: f64) -> f64 {
    const ROUND_S: [f64; 19] = [
        1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.2,
        0.5, 1.0,
    ];
    ROUND_S.into_iter().rfind(|&step_s| step_s <= bound_s / 5.0).unwrap_or(ROUND_S[0])
}

fn check_period(sensor: &Sensor, step_s: f64, diagnostics: &mut Diagnostics) {
    let (name, period_s) = (sensor.name.clone(), sensor.period_s);
    let steps = period_s / step_s;
    if steps < 1.0 - 1e-6 {
        let problem = Implausible::PeriodBelowStep { sensor: name, period_s, step_s };
        diagnostics.warning(sensor.place, problem.into());
    } else if (steps - steps.round()).abs() > 1e-6 * steps {
        let problem = Implausible::PeriodBetweenSteps { sensor: name, period_s, step_s };
        diagnostics.note(sensor.place, problem.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recommended_steps_are_round_and_well_below_the_bound() {
        let check = |bound_s: f64, expected_s: f64| {
            assert!(
                (recommended_s(bound_s) / expected_s - 1.0).abs() < 1e-12,
                "{bound_s}: {}",
                recommended_s(bound_s)
            );
        };
        check(0.0109, 0.002);
        check(0.26, 0.05);
        check(1e-4, 2e-5);
        check(5e-3, 1e-3);
    }

    /// The recurrence of `check_controller` grows just above its bound and shrinks just below it.
    #[test]
    fn the_bound_of_the_controller_is_where_its_recurrence_starts_to_grow() {
        let r = 0.2;
        let swing_after_400_steps = |c: f64| {
            let (mut before, mut v) = (0.0, 1.0);
            let mut largest: f64 = 0.0;
            for step in 0..400 {
                (before, v) = (v, (1.0 - r) * v + (r - c) * before);
                if step >= 300 {
                    largest = largest.max(f64::abs(v));
                }
            }
            largest
        };
        assert!(swing_after_400_steps(1.0 + r - 0.05) < 1e-2);
        assert!(swing_after_400_steps(1.0 + r + 0.05) > 1e2);
    }
}

//! The key figures of a run.

use crate::map::believed_path;
use crate::{RunData, Series, VehicleData};
use skidpad_math::{Pose2, angle_between};

/// The key figures of one vehicle in one run.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct KeyFigures {
    pub(crate) distance_m: f64,
    pub(crate) top_speed_mps: f64,
    pub(crate) mean_speed_mps: f64,
    pub(crate) top_yaw_rate_radps: f64,
    pub(crate) top_lateral_mps2: f64,
    pub(crate) collision_count: usize,
    pub(crate) drift_m: f64,
    pub(crate) drift_rad: f64,
    pub(crate) friction_use: f64,
}

impl KeyFigures {
    pub(crate) fn of(vehicle: &VehicleData, duration_s: f64) -> Self {
        let (x, y) = (vehicle.column("q0x"), vehicle.column("q1y"));
        let steps = x.values.windows(2).zip(y.values.windows(2));
        let distance_m = steps.map(|(x, y)| (x[1] - x[0]).hypot(y[1] - y[0])).sum();
        let speed = speed(vehicle);
        let yaw_rate = vehicle.column("dqw");
        let lateral = speed.values.iter().zip(&yaw_rate.values).map(|(v, w)| (v * w).abs());
        let drift = drift(vehicle);
        KeyFigures {
            distance_m,
            top_speed_mps: speed.largest(),
            mean_speed_mps: if duration_s > 0.0 { distance_m / duration_s } else { 0.0 },
            top_yaw_rate_radps: yaw_rate.largest(),
            top_lateral_mps2: lateral.fold(0.0, f64::max),
            collision_count: vehicle.collisions_s.len(),
            drift_m: drift.values.last().copied().unwrap_or(0.0),
            drift_rad: heading_drift_rad(vehicle),
            friction_use: (0..vehicle.wheels.len())
                .map(|wheel| friction_use(vehicle, wheel).largest())
                .fold(0.0, f64::max),
        }
    }
}

/// Speed over ground, forwards positive [m/s].
pub(crate) fn speed(vehicle: &VehicleData) -> Series {
    let (forward, sideways) = (vehicle.column("dqx"), vehicle.column("dqy"));
    let values = forward
        .values
        .iter()
        .enumerate()
        .map(|(at, vx)| vx.hypot(sideways.values.get(at).copied().unwrap_or(0.0)).copysign(*vx));
    Series { values: values.collect(), times_s: forward.times_s.clone() }
}

/// Ground force of a wheel divided by its load: a lower bound of the friction that it uses.
pub(crate) fn friction_use(vehicle: &VehicleData, wheel: usize) -> Series {
    let column = |name: &str| vehicle.wheels[wheel].get(name).cloned().unwrap_or_default();
    let (along, across, load) =
        (column("wheel_long_friction"), column("wheel_lateral_friction"), column("force_z"));
    let values = along.values.iter().zip(&across.values).zip(&load.values);
    let share = |((fx, fy), fz): ((&f64, &f64), &f64)| if *fz > 0.0 { fx.hypot(*fy) / fz } else { f64::NAN };
    Series { values: values.map(share).collect(), times_s: along.times_s }
}

/// Distance of odometry from the true position [m], with both aligned at the start.
pub(crate) fn drift(vehicle: &VehicleData) -> Series {
    let (x, y) = (vehicle.column("q0x"), vehicle.column("q1y"));
    let (odo_x, odo_y) = (vehicle.column("odo_x"), vehicle.column("odo_y"));
    let Some(start) = odometry_start(vehicle) else { return Series::default() };
    let mut drift = Series::default();
    for at in 0..x.len().min(odo_x.len()).min(odo_y.len()).min(y.len()) {
        let believed = start.transform(skidpad_math::Vec2::new(odo_x.values[at], odo_y.values[at]));
        drift.push(x.times_s[at], (believed.x - x.values[at]).hypot(believed.y - y.values[at]));
    }
    drift
}

fn pose_at(vehicle: &VehicleData, names: [&str; 3], is_last: bool) -> Option<Pose2> {
    let value = |name: &str| {
        let values = &vehicle.pose.get(name)?.values;
        if is_last { values.last().copied() } else { values.first().copied() }
    };
    Some(Pose2::new(value(names[0])?, value(names[1])?, value(names[2])?))
}

const TRUTH: [&str; 3] = ["q0x", "q1y", "q3yaw"];
const BELIEF: [&str; 3] = ["odo_x", "odo_y", "odo_yaw"];

/// Origin of odometry in the world.
fn odometry_start(vehicle: &VehicleData) -> Option<Pose2> {
    Some(pose_at(vehicle, TRUTH, false)? * pose_at(vehicle, BELIEF, false)?.inverse())
}

fn heading_drift_rad(vehicle: &VehicleData) -> f64 {
    let found = || {
        let believed = odometry_start(vehicle)? * pose_at(vehicle, BELIEF, true)?;
        Some(angle_between(believed.yaw_rad, pose_at(vehicle, TRUTH, true)?.yaw_rad).abs())
    };
    found().unwrap_or(0.0)
}

/// Mean of the real-time factor.
pub(crate) fn mean_realtime_factor(run: &RunData) -> Option<f64> {
    let values = &run.realtime_factor.values;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Whether there is odometry to draw.
pub(crate) fn has_odometry(vehicle: &VehicleData) -> bool {
    !believed_path(vehicle).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_drive_has_its_length_and_its_drift() {
        let mut vehicle = VehicleData::default();
        for step in 0..=100 {
            let time_s = f64::from(step) * 0.1;
            let mut push = |name: &str, value: f64| {
                vehicle.pose.entry(name.to_string()).or_default().push(time_s, value);
            };
            push("q0x", 5.0 + time_s);
            push("q1y", 1.0);
            push("q3yaw", 0.0);
            push("dqx", 1.0);
            push("dqy", 0.0);
            push("dqw", 0.0);
            push("odo_x", 1.02 * time_s);
            push("odo_y", 0.0);
            push("odo_yaw", 0.0);
        }
        let figures = KeyFigures::of(&vehicle, 10.0);
        assert!((figures.distance_m - 10.0).abs() < 1e-9);
        assert!((figures.drift_m - 0.2).abs() < 1e-9, "{}", figures.drift_m);
        assert_eq!((figures.top_speed_mps, figures.drift_rad), (1.0, 0.0));
    }
}

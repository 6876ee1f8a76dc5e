//! A vehicle's log columns as one message.

use crate::msg::{PoseLog, SpeedLog, Time, VehicleLog, WheelLog};
use crate::{POSE_COLUMNS, WHEEL_COLUMNS};
use skidpad_messages::{VehicleObservation, WheelObservation};

/// All log columns of a vehicle.
pub fn vehicle_log(vehicle: &VehicleObservation, time_ns: u64) -> VehicleLog {
    let time_s = time_ns as f64 * 1e-9;
    let pose = |column: &str| {
        let found = POSE_COLUMNS.binary_search_by(|(name, _)| (*name).cmp(column));
        found.map_or(f64::NAN, |place| (POSE_COLUMNS[place].1)(time_s, vehicle))
    };
    let of_wheel = |wheel: &WheelObservation, column: &str| {
        let found = WHEEL_COLUMNS.binary_search_by(|(name, _)| (*name).cmp(column));
        found.map_or(f64::NAN, |place| (WHEEL_COLUMNS[place].1)(time_s, wheel, &vehicle.speed_loops))
    };
    let no_wheel = WheelObservation::default();
    VehicleLog {
        stamp: Time::from_ns(time_ns),
        pose: PoseLog::of(pose),
        speed: SpeedLog::of(|column| of_wheel(&no_wheel, column)),
        wheels: vehicle.wheels.iter().map(|wheel| WheelLog::of(|column| of_wheel(wheel, column))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_of_speed_loops;

    #[test]
    fn every_column_has_its_field() {
        let vehicle = VehicleObservation {
            wheels: vec![WheelObservation { torque_nm: 3.0, ..WheelObservation::default() }],
            ..VehicleObservation::default()
        };
        let log = vehicle_log(&vehicle, 5_000_000);
        let pose: Vec<&str> = log.pose.columns().map(|(name, _)| name).collect();
        let wheel: Vec<&str> = log.wheels[0].columns().map(|(name, _)| name).collect();
        let speed: Vec<&str> = log.speed.columns().map(|(name, _)| name).collect();
        let without_time = |name: &&str| *name != "Timestamp";
        let expected: Vec<&str> =
            POSE_COLUMNS.map(|(name, _)| name).into_iter().filter(without_time).collect();
        assert_eq!(pose, expected);
        let (of_loops, of_wheels): (Vec<&str>, Vec<&str>) = WHEEL_COLUMNS
            .map(|(name, _)| name)
            .into_iter()
            .filter(without_time)
            .partition(|name| is_of_speed_loops(name));
        assert_eq!((wheel, speed), (of_wheels, of_loops));
        assert_eq!(log.wheels[0].torque, 3.0);
        assert_eq!(log.wheels[0].motor_torque, 3.0);
    }
}

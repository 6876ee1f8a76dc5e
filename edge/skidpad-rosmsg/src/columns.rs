//! The columns of a vehicle's logs: the same for CSV files and for topics of a recording.
//!
//! Names are those of MVSim, sorted; accelerations `a_x`, `a_y` and the wheels' `steer` are ours.

use skidpad_messages::{SpeedLoop, VehicleObservation, WheelObservation};

/// A column of the pose log: its name, and its value from the time [s] and the vehicle.
pub type PoseColumn = (&'static str, fn(f64, &VehicleObservation) -> f64);

/// A column of a wheel's log: its name, and its value from the time [s], the wheel and the speed controllers.
pub type WheelColumn = (&'static str, fn(f64, &WheelObservation, &[SpeedLoop; 2]) -> f64);

/// The columns of a pose log.
pub const POSE_COLUMNS: [PoseColumn; 15] = [
    ("Timestamp", |time_s, _| time_s),
    ("a_x", |_, vehicle| vehicle.acceleration_in_vehicle_mps2().x),
    ("a_y", |_, vehicle| vehicle.acceleration_in_vehicle_mps2().y),
    ("dqw", |_, vehicle| vehicle.twist_in_vehicle.yaw_rate_radps),
    ("dqx", |_, vehicle| vehicle.twist_in_vehicle.vx_mps),
    ("dqy", |_, vehicle| vehicle.twist_in_vehicle.vy_mps),
    ("odo_x", |_, vehicle| vehicle.odometry_in_start.x_m),
    ("odo_y", |_, vehicle| vehicle.odometry_in_start.y_m),
    ("odo_yaw", |_, vehicle| vehicle.odometry_in_start.yaw_rad),
    ("q0x", |_, vehicle| vehicle.pose_in_world.x_m),
    ("q1y", |_, vehicle| vehicle.pose_in_world.y_m),
    ("q2z", |_, vehicle| vehicle.pose_in_world.z_m),
    ("q3yaw", |_, vehicle| vehicle.pose_in_world.yaw_rad),
    ("q4pitch", |_, vehicle| vehicle.pose_in_world.pitch_rad),
    ("q5roll", |_, vehicle| vehicle.pose_in_world.roll_rad),
];

/// The columns of a wheel's log.
pub const WHEEL_COLUMNS: [WheelColumn; 27] = [
    ("F_rr", |_, wheel, _| wheel.rolling_resistance_n),
    ("Timestamp", |time_s, _, _| time_s),
    ("actual_wheel_alpha", |_, wheel, _| wheel.alpha_radps2),
    ("desired_wheel_alpha", |_, wheel, _| wheel.rolling_alpha_radps2),
    ("force_z", |_, wheel, _| wheel.load_n),
    ("friction_x", |_, wheel, _| wheel.force_in_vehicle_n.x),
    ("friction_y", |_, wheel, _| wheel.force_in_vehicle_n.y),
    ("motor_torque", |_, wheel, _| wheel.torque_nm),
    ("pid_act_vel_l", |_, _, loops| loops[0].measured_mps),
    ("pid_act_vel_r", |_, _, loops| loops[1].measured_mps),
    ("pid_error_l", |_, _, loops| loops[0].set_point_mps - loops[0].measured_mps),
    ("pid_error_r", |_, _, loops| loops[1].set_point_mps - loops[1].measured_mps),
    ("pid_feedforward", |_, _, loops| loops[0].feedforward_nm),
    ("pid_sp_vel_l", |_, _, loops| loops[0].set_point_mps),
    ("pid_sp_vel_r", |_, _, loops| loops[1].set_point_mps),
    ("pid_torque_l", |_, _, loops| loops[0].torque_nm),
    ("pid_torque_r", |_, _, loops| loops[1].torque_nm),
    ("slip_angle", |_, wheel, _| wheel.slip_angle_rad),
    ("slip_ratio", |_, wheel, _| wheel.slip_ratio),
    ("steer", |_, wheel, _| wheel.steer_rad),
    ("torque", |_, wheel, _| wheel.torque_nm),
    ("velocity_x", |_, wheel, _| wheel.velocity_in_vehicle_mps.x),
    ("velocity_y", |_, wheel, _| wheel.velocity_in_vehicle_mps.y),
    ("wheel_lateral_friction", |_, wheel, _| wheel.force_in_wheel_n.y),
    ("wheel_long_friction", |_, wheel, _| wheel.force_in_wheel_n.x),
    ("wheel_pos_x", |_, wheel, _| wheel.position_in_vehicle_m.x),
    ("wheel_pos_y", |_, wheel, _| wheel.position_in_vehicle_m.y),
];

/// Columns that only the first wheel's topics have: the speed controllers belong to the vehicle.
pub fn is_of_speed_loops(column: &str) -> bool {
    column.starts_with("pid_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_sorted_by_name() {
        assert!(POSE_COLUMNS.map(|(name, _)| name).is_sorted());
        assert!(WHEEL_COLUMNS.map(|(name, _)| name).is_sorted());
    }
}

//! `skidpad_msgs`: messages that no standard package has: for repeating a run, for cones, and for sensors of a
//! program's own.

use super::{Header, Time};
use crate::field::message;

message!(
    /// A command that a step applied.
    Command = "skidpad_msgs/msg/Command" {
        stamp: Time,
        tick: u64,
        request: String,
    }
);

message!(
    /// Hash of the state after a step.
    StateHash = "skidpad_msgs/msg/StateHash" {
        stamp: Time,
        tick: u64,
        step: u64,
        hash: u64,
    }
);

message!(
    /// A snapshot that the world was restored from.
    Restored = "skidpad_msgs/msg/Restored" {
        stamp: Time,
        tick: u64,
        snapshot: Vec<u8>,
    }
);

message!(
    /// An event of a step.
    Event = "skidpad_msgs/msg/Event" {
        stamp: Time,
        tick: u64,
        what: String,
        bodies: Vec<String>,
        detail: String,
    }
);

message!(
    /// The pace of the run.
    RunStatus = "skidpad_msgs/msg/RunStatus" {
        stamp: Time,
        tick: u64,
        wall_s: f64,
        realtime_factor: f64,
        missed_deadlines: u64,
    }
);

message!(
    /// Cones that a detector sees, in its own frame. Colours are 0 for blue, 1 for yellow and 2 for orange; bearings
    /// are counted from the x axis to the left.
    ConeObservations = "skidpad_msgs/msg/ConeObservations" {
        header: Header,
        color: Vec<u8>,
        range: Vec<f64>,
        bearing: Vec<f64>,
        range_variance: f64,
        bearing_variance: f64,
    }
);

message!(
    /// One array of a reading.
    NamedArray = "skidpad_msgs/msg/NamedArray" {
        name: String,
        unit: String,
        values: Vec<f64>,
    }
);

message!(
    /// A reading of a sensor that a program brought along: its class and its arrays.
    SensorArrays = "skidpad_msgs/msg/SensorArrays" {
        header: Header,
        sensor_class: String,
        arrays: Vec<NamedArray>,
    }
);

/// A message whose fields are columns of a log, under their names in lower case.
macro_rules! log_row {
    ($(#[$doc:meta])* $name:ident = $type_name:literal { $($field:ident = $column:literal,)* }) => {
        message!(
            $(#[$doc])*
            $name = $type_name {
                $($field: f64,)*
            }
        );

        impl $name {
            /// A row with the values of these columns.
            pub fn of(value: impl Fn(&str) -> f64) -> Self {
                $name { $($field: value($column),)* }
            }

            /// Names and values of its columns.
            pub fn columns(&self) -> impl Iterator<Item = (&'static str, f64)> {
                [$(($column, self.$field),)*].into_iter()
            }
        }
    };
}

log_row!(
    /// The columns of a vehicle's pose log.
    PoseLog = "skidpad_msgs/msg/PoseLog" {
        a_x = "a_x",
        a_y = "a_y",
        dqw = "dqw",
        dqx = "dqx",
        dqy = "dqy",
        odo_x = "odo_x",
        odo_y = "odo_y",
        odo_yaw = "odo_yaw",
        q0x = "q0x",
        q1y = "q1y",
        q2z = "q2z",
        q3yaw = "q3yaw",
        q4pitch = "q4pitch",
        q5roll = "q5roll",
    }
);

log_row!(
    /// The columns of a vehicle's speed controllers.
    SpeedLog = "skidpad_msgs/msg/SpeedLog" {
        pid_act_vel_l = "pid_act_vel_l",
        pid_act_vel_r = "pid_act_vel_r",
        pid_error_l = "pid_error_l",
        pid_error_r = "pid_error_r",
        pid_feedforward = "pid_feedforward",
        pid_sp_vel_l = "pid_sp_vel_l",
        pid_sp_vel_r = "pid_sp_vel_r",
        pid_torque_l = "pid_torque_l",
        pid_torque_r = "pid_torque_r",
    }
);

log_row!(
    /// The columns of a wheel's log.
    WheelLog = "skidpad_msgs/msg/WheelLog" {
        f_rr = "F_rr",
        actual_wheel_alpha = "actual_wheel_alpha",
        desired_wheel_alpha = "desired_wheel_alpha",
        force_z = "force_z",
        friction_x = "friction_x",
        friction_y = "friction_y",
        motor_torque = "motor_torque",
        slip_angle = "slip_angle",
        slip_ratio = "slip_ratio",
        steer = "steer",
        torque = "torque",
        velocity_x = "velocity_x",
        velocity_y = "velocity_y",
        wheel_lateral_friction = "wheel_lateral_friction",
        wheel_long_friction = "wheel_long_friction",
        wheel_pos_x = "wheel_pos_x",
        wheel_pos_y = "wheel_pos_y",
    }
);

message!(
    /// All log columns of a vehicle after a step.
    VehicleLog = "skidpad_msgs/msg/VehicleLog" {
        stamp: Time,
        pose: PoseLog,
        speed: SpeedLog,
        wheels: Vec<WheelLog>,
    }
);

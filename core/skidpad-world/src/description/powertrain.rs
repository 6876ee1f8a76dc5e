//! Brakes, motors and batteries of a vehicle.

/// The brakes of a vehicle's wheels, torques for one wheel each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Brake {
    /// Largest torque at each wheel [N·m].
    pub torque_nm: f64,
    /// At each front wheel, where it differs [N·m].
    pub front_torque_nm: Option<f64>,
    /// At each rear wheel, where it differs [N·m].
    pub rear_torque_nm: Option<f64>,
    /// Of the hand brake at each rear wheel [N·m]; `None` takes that of the pedal.
    pub hand_torque_nm: Option<f64>,
    /// Of the parking brake at each wheel [N·m]; `None` takes that of the pedal.
    pub parking_torque_nm: Option<f64>,
}

/// What limits the torques of a vehicle's motors.
#[derive(Debug, Clone, PartialEq)]
pub struct Motor {
    /// Largest torque [N·m].
    pub torque_nm: Option<f64>,
    /// Largest mechanical power [W].
    pub power_w: Option<f64>,
    /// Top speed [rad/s].
    pub speed_radps: Option<f64>,
    /// Speed [rad/s] and largest torque [N·m], by rising speed; empty for none.
    pub table: Vec<[f64; 2]>,
    /// Turns of the motor per turn of the wheel [-].
    pub gear_ratio: f64,
    /// Share of the power that passes the gear [-].
    pub efficiency: f64,
    /// What feeds it; `None` never runs empty.
    pub battery: Option<Battery>,
}

/// What feeds the motors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Battery {
    /// Energy of the full battery [W·h].
    pub capacity_wh: f64,
    /// State of charge at the start, 0 to 1 [-].
    pub charge: f64,
}

impl super::Vehicle {
    /// Whether each wheel is a front wheel: ahead of the middle between the foremost and the hindmost. The wheels
    /// of a single axle are rear wheels.
    pub fn front_wheels(&self) -> Vec<bool> {
        let xs = || self.wheels.iter().map(|wheel| wheel.pose_in_vehicle.x_m);
        let (first, last) = (xs().fold(f64::NEG_INFINITY, f64::max), xs().fold(f64::INFINITY, f64::min));
        let middle_m = 0.5 * (first + last);
        xs().map(|x_m| x_m > middle_m).collect()
    }
}

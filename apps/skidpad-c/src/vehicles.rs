//! Vehicles: their names, where they are and how they move.

use crate::border::{put, put_text, text};
use crate::handles::{Session, SkidpadSimulation, with};
use crate::status::{Failure, SkidpadStatus};
use skidpad::math::Pose3;
use skidpad::messages::VehicleId;
use std::ffi::c_char;

/// A place and a direction.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadPose {
    /// Position [m].
    pub x_m: f64,
    /// Position [m].
    pub y_m: f64,
    /// Position [m].
    pub z_m: f64,
    /// Turn about the vertical axis [rad], positive to the left.
    pub yaw_rad: f64,
    /// Nose down [rad].
    pub pitch_rad: f64,
    /// Right side down [rad].
    pub roll_rad: f64,
}

/// A vehicle after a step.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadVehicle {
    /// True pose.
    pub pose_in_world: SkidpadPose,
    /// True speed forward [m/s].
    pub forward_mps: f64,
    /// True speed to the left [m/s].
    pub left_mps: f64,
    /// True yaw rate [rad/s].
    pub yaw_rate_radps: f64,
    /// Where its odometry believes it is, seen from its start [m].
    pub odometry_x_m: f64,
    /// The same [m].
    pub odometry_y_m: f64,
    /// The same [rad].
    pub odometry_yaw_rad: f64,
    /// Energy left in its battery: 0 is empty, 1 full; NaN without a battery.
    pub state_of_charge: f64,
    /// False once it is removed or stopped as non-finite.
    pub is_present: bool,
    /// Something touches it, or is closer than the world's collision threshold.
    pub is_in_collision: bool,
    /// There was a collision since the start.
    pub had_collision: bool,
}

impl From<Pose3> for SkidpadPose {
    fn from(Pose3 { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad }: Pose3) -> SkidpadPose {
        SkidpadPose { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad }
    }
}

impl From<SkidpadPose> for Pose3 {
    fn from(SkidpadPose { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad }: SkidpadPose) -> Pose3 {
        Pose3 { x_m, y_m, z_m, yaw_rad, pitch_rad, roll_rad }
    }
}

/// The vehicle with this number, if there is one.
pub(crate) fn vehicle_id(session: &Session, vehicle: u32) -> Result<VehicleId, Failure> {
    let vehicle_count = session.sim.roster().vehicles.len();
    if (vehicle as usize) < vehicle_count {
        return Ok(VehicleId(vehicle));
    }
    let message = format!("there is no vehicle {vehicle}; the world has {vehicle_count}, counted from 0");
    Err(Failure::new(SkidpadStatus::NoSuchName, message))
}

/// Number of vehicles. They are numbered from 0 in the order of the world file; removed ones keep their numbers.
///
/// # Safety
/// `vehicle_count` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_vehicle_count(
    simulation: *const SkidpadSimulation,
    vehicle_count: *mut u32,
) -> SkidpadStatus {
    with(simulation, |session| {
        let count = session.sim.roster().vehicles.len() as u32;
        // SAFETY: the caller's promise, passed on.
        unsafe { put(vehicle_count, count, "vehicle_count") }
    })
}

/// The number of the vehicle with this name.
///
/// # Safety
/// `name` is a text that ends with a zero byte; `vehicle` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_find_vehicle(
    simulation: *const SkidpadSimulation,
    name: *const c_char,
    vehicle: *mut u32,
) -> SkidpadStatus {
    with(simulation, |session| {
        // SAFETY: the caller's promises, passed on.
        unsafe {
            let VehicleId(number) = session.sim.vehicle(text(name, "name")?)?;
            put(vehicle, number, "vehicle")
        }
    })
}

/// The name of a vehicle, with a zero byte at its end. Its length without that byte is written to `length`, which may
/// be null, also where the name does not fit.
///
/// # Safety
/// `name` points to `capacity` bytes; `length` is null or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_vehicle_name(
    simulation: *const SkidpadSimulation,
    vehicle: u32,
    name: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        let entry = &session.sim.roster().vehicles[vehicle_id(session, vehicle)?.index()];
        // SAFETY: the caller's promises, passed on.
        unsafe { put_text(&entry.name, name, capacity, length) }
    })
}

/// Where a vehicle is and how it moves.
///
/// # Safety
/// `seen` points to a vehicle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_vehicle(
    simulation: *const SkidpadSimulation,
    vehicle: u32,
    seen: *mut SkidpadVehicle,
) -> SkidpadStatus {
    with(simulation, |session| {
        let it = session.sim.observations().vehicle(vehicle_id(session, vehicle)?);
        let now = SkidpadVehicle {
            pose_in_world: it.pose_in_world.into(),
            forward_mps: it.twist_in_vehicle.vx_mps,
            left_mps: it.twist_in_vehicle.vy_mps,
            yaw_rate_radps: it.twist_in_vehicle.yaw_rate_radps,
            odometry_x_m: it.odometry_in_start.x_m,
            odometry_y_m: it.odometry_in_start.y_m,
            odometry_yaw_rad: it.odometry_in_start.yaw_rad,
            state_of_charge: it.state_of_charge.unwrap_or(f64::NAN),
            is_present: it.is_present,
            is_in_collision: it.is_in_collision,
            had_collision: it.had_collision,
        };
        // SAFETY: the caller's promise, passed on.
        unsafe { put(seen, now, "seen") }
    })
}

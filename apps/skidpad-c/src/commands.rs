//! Commands: checked at once, applied in the next step.

use crate::border::{get, list};
use crate::handles::{SkidpadSimulation, with};
use crate::status::{Failure, SkidpadStatus};
use crate::vehicles::{SkidpadPose, vehicle_id};
use skidpad::math::Twist2;
use skidpad::messages::{Brake, Drive, Request, VehicleId};

/// Check a request and queue it for the next step.
fn ask(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    request: impl FnOnce(VehicleId) -> Request,
) -> SkidpadStatus {
    with(simulation, |session| {
        let request = request(vehicle_id(session, vehicle)?);
        session.commands.push(request).map_err(|refusal| Failure::new(SkidpadStatus::Refused, refusal))
    })
}

fn set_point(simulation: *mut SkidpadSimulation, vehicle: u32, drive: Drive) -> SkidpadStatus {
    ask(simulation, vehicle, |vehicle| Request::Drive { vehicle, drive })
}

/// Follow a twist: speeds forward and to the left [m/s], and a yaw rate [rad/s].
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_drive_twist(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    forward_mps: f64,
    left_mps: f64,
    yaw_rate_radps: f64,
) -> SkidpadStatus {
    let twist = Twist2 { vx_mps: forward_mps, vy_mps: left_mps, yaw_rate_radps };
    set_point(simulation, vehicle, Drive::Twist(twist))
}

/// Drive forward at a speed [m/s] with a steering angle [rad], positive to the left: cars.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_drive_ackermann(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    speed_mps: f64,
    steer_rad: f64,
) -> SkidpadStatus {
    set_point(simulation, vehicle, Drive::SpeedAndSteer { speed_mps, steer_rad })
}

/// Torques of the left and right motors of a differential vehicle [N·m]; positive drives forward.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_drive_torques(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    left_nm: f64,
    right_nm: f64,
) -> SkidpadStatus {
    set_point(simulation, vehicle, Drive::Torques { left_nm, right_nm })
}

/// Torques of the two driven wheels of a car [N·m], positive drives forward, and a steering angle [rad].
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_drive_torques_and_steer(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    left_nm: f64,
    right_nm: f64,
    steer_rad: f64,
) -> SkidpadStatus {
    set_point(simulation, vehicle, Drive::TorquesAndSteer { left_nm, right_nm, steer_rad })
}

/// Torque of the engine [N·m], positive drives forward, and a steering angle [rad]: cars with a drivetrain.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_drive_engine(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    torque_nm: f64,
    steer_rad: f64,
) -> SkidpadStatus {
    set_point(simulation, vehicle, Drive::EngineAndSteer { torque_nm, steer_rad })
}

/// Torques of the four wheels of a race car [N·m] (front left, front right, rear left, rear right), positive drives
/// forward, and a steering angle [rad].
///
/// # Safety
/// `torques_nm` points to four numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_drive_wheel_torques(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    torques_nm: *const f64,
    steer_rad: f64,
) -> SkidpadStatus {
    with(simulation, |session| {
        let vehicle = vehicle_id(session, vehicle)?;
        // SAFETY: the caller's promise, passed on.
        let torques = unsafe { list(torques_nm, 4, "torques_nm") }?;
        let torques_nm = [torques[0], torques[1], torques[2], torques[3]];
        let drive = Drive::WheelTorquesAndSteer { torques_nm, steer_rad };
        let request = Request::Drive { vehicle, drive };
        session.commands.push(request).map_err(|refusal| Failure::new(SkidpadStatus::Refused, refusal))
    })
}

/// Press the brake pedal, from 0 (released) to 1. The vehicle needs a `<brake>` in its world file.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_brake(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    share: f64,
) -> SkidpadStatus {
    ask(simulation, vehicle, |vehicle| Request::Brake { vehicle, brake: Brake::Pedal(share) })
}

/// Pull the hand brake, from 0 (released) to 1.
#[unsafe(no_mangle)]
pub extern "C" fn skidpad_hand_brake(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    share: f64,
) -> SkidpadStatus {
    ask(simulation, vehicle, |vehicle| Request::Brake { vehicle, brake: Brake::Hand(share) })
}

/// Put a vehicle somewhere else; it keeps its speed.
///
/// # Safety
/// `pose_in_world` points to a pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_teleport(
    simulation: *mut SkidpadSimulation,
    vehicle: u32,
    pose_in_world: *const SkidpadPose,
) -> SkidpadStatus {
    with(simulation, |session| {
        let vehicle = vehicle_id(session, vehicle)?;
        // SAFETY: the caller's promise, passed on.
        let pose = unsafe { get(pose_in_world, "pose_in_world") }?;
        let refused = |refusal| Failure::new(SkidpadStatus::Refused, refusal);
        session.commands.push(vehicle.teleport(pose.into())).map_err(refused)
    })
}

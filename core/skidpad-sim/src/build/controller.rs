//! Controllers: what makes one of its description, by class.

use crate::extension::OwnController;
use skidpad_dynamics::controllers::{Controller, Setpoint, SpeedControl, Trajectory};
use skidpad_dynamics::pid::Pid;
use skidpad_dynamics::reference_filter::ReferenceFilter;
use skidpad_math::{Twist2, Vec2};
use skidpad_world::description::{self, JointInterface, RawTorques};
use std::sync::Arc;

/// A controller, and what it begins with.
pub(crate) struct PlannedController {
    pub(crate) controller: Controller,
    /// Its set point until the first command.
    pub(crate) initial: Setpoint,
    /// The way that its vehicle follows by itself.
    pub(crate) trajectory: Option<Trajectory>,
    /// What a program's own class made.
    pub(crate) own: Option<Box<OwnController>>,
}

/// Makes a controller of one class, or says why there can be none.
pub(crate) type MakeController =
    dyn Fn(&description::Controller) -> Result<PlannedController, String> + Send + Sync;

/// The built-in classes, by name.
pub(crate) fn built_in_controllers() -> Vec<(&'static str, Arc<MakeController>)> {
    vec![
        ("raw", Arc::new(raw)),
        ("twist_pid", Arc::new(twist_pid)),
        ("twist_front_steer_pid", Arc::new(twist_pid)),
        ("front_steer_pid", Arc::new(steer_pid)),
        ("twist_ideal", Arc::new(twist_ideal)),
        ("ros2_control", Arc::new(joints)),
        ("trajectory", Arc::new(trajectory)),
    ]
}

impl PlannedController {
    fn new(controller: Controller, initial: Setpoint) -> PlannedController {
        PlannedController { controller, initial, trajectory: None, own: None }
    }

    /// A controller of a program's own: it gives the torques of a raw one.
    pub(crate) fn own(own: OwnController) -> PlannedController {
        PlannedController { own: Some(Box::new(own)), ..PlannedController::new(Controller::Raw, NO_TORQUES) }
    }
}

const NO_TORQUES: Setpoint = Setpoint::Torques { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.0 };

fn other_class() -> Result<PlannedController, String> {
    Err("the parameters of its controller are those of another class".to_owned())
}

fn raw(described: &description::Controller) -> Result<PlannedController, String> {
    let description::Controller::Raw(torques) = described else { return other_class() };
    Ok(PlannedController::new(Controller::Raw, torque_setpoint(torques)))
}

fn twist_pid(described: &description::Controller) -> Result<PlannedController, String> {
    let description::Controller::TwistPid { control, twist } = described else { return other_class() };
    Ok(PlannedController::new(Controller::TwistPid(speed_control(control)), twist_setpoint(twist)))
}

fn steer_pid(described: &description::Controller) -> Result<PlannedController, String> {
    let description::Controller::SteerPid { control, speed_mps, steer_rad } = described else {
        return other_class();
    };
    let initial = Setpoint::Steer { speed_mps: *speed_mps, steer_rad: *steer_rad };
    Ok(PlannedController::new(Controller::SteerPid(speed_control(control)), initial))
}

fn twist_ideal(described: &description::Controller) -> Result<PlannedController, String> {
    let description::Controller::TwistIdeal { twist } = described else { return other_class() };
    Ok(PlannedController::new(Controller::TwistIdeal, twist_setpoint(twist)))
}

/// Wheels as joints: their speeds by the controllers of `twist_pid`, or their torques.
fn joints(described: &description::Controller) -> Result<PlannedController, String> {
    let description::Controller::Joints { interface, control, .. } = described else { return other_class() };
    Ok(match interface {
        JointInterface::Velocity => {
            let controller = Controller::TwistPid(speed_control(control));
            PlannedController::new(controller, twist_setpoint(&Twist2::default()))
        }
        JointInterface::Effort => PlannedController::new(Controller::Raw, NO_TORQUES),
    })
}

fn trajectory(described: &description::Controller) -> Result<PlannedController, String> {
    let description::Controller::Trajectory(way) = described else { return other_class() };
    let points: Vec<(f64, Vec2)> = way.waypoints.iter().map(|it| (it.time_s, it.point_m)).collect();
    let trajectory = Trajectory::new(&points, way.is_loop, way.lookahead_m, way.max_yaw_rate_radps);
    Ok(PlannedController {
        trajectory,
        ..PlannedController::new(Controller::TwistIdeal, Setpoint::twist(0.0, 0.0))
    })
}

fn torque_setpoint(torques: &RawTorques) -> Setpoint {
    match *torques {
        RawTorques::Sides { left_nm, right_nm } => Setpoint::Torques { left_nm, right_nm, steer_rad: 0.0 },
        RawTorques::Wheels { left_nm, right_nm, steer_rad } => {
            Setpoint::Torques { left_nm, right_nm, steer_rad }
        }
        RawTorques::Engine { torque_nm, steer_rad } => Setpoint::Engine { torque_nm, steer_rad },
    }
}

fn twist_setpoint(twist: &Twist2) -> Setpoint {
    Setpoint::Twist { vx_mps: twist.vx_mps, vy_mps: twist.vy_mps, yaw_rate_radps: twist.yaw_rate_radps }
}

fn speed_control(control: &description::SpeedControl) -> SpeedControl {
    SpeedControl {
        pid: Pid {
            kp: control.kp,
            ki: control.ki,
            kd: control.kd,
            derivative_filter_hz: control.derivative_filter_radps,
            max_output: control.max_torque_nm,
            max_integral: control.integral_limit,
            has_anti_windup: control.enable_antiwindup,
        },
        reference_filter: control.enable_reference_filter.then_some(ReferenceFilter {
            time_constant_s: control.reference_filter_tau_s,
            is_second_order: control.reference_filter_order >= 2,
        }),
        slope_feedforward: control.enable_feedforward.then_some(control.feedforward_gain),
        zero_threshold_mps: control.zero_threshold_mps,
        stop_threshold_mps: control.stop_threshold_mps,
    }
}

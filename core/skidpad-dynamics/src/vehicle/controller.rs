//! The controller of a vehicle: from its set point to the torques and directions of its wheels.

use skidpad_math::Real;

use super::{Drive, Surroundings, VehicleModel, VehicleState};
use crate::MAX_WHEELS;
use crate::controllers::ackermann::{self, SteeredWheel};
use crate::controllers::{Controller, Setpoint, SpeedControl, differential};
use crate::friction::Hold;
use crate::odometry::{WheelTwist, twist_from_wheels};
use crate::steering::Steering;

impl VehicleModel {
    /// Torques of this step, and the direction (sin, cos) of each wheel; steering is applied at once.
    #[inline(always)]
    pub(super) fn run_controller<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
    ) -> ([R; MAX_WHEELS], [(R, R); MAX_WHEELS]) {
        let mut directions = [(R::from(0.0), R::from(1.0)); MAX_WHEELS];
        for (direction, (sin, cos)) in directions.iter_mut().zip(self.mounted) {
            *direction = (R::from(sin), R::from(cos));
        }
        let zero = R::from(0.0);
        let torques_nm = match &self.parts.drive {
            Drive::Differential => self.differential_torques(state, around),
            Drive::Ackermann { steering, drive } => {
                let command = self.car_command(steering, state);
                let before = [state.wheels[2].yaw_rad, state.wheels[3].yaw_rad];
                steer(steering, state, &mut directions, command.steer_rad);
                match command.motion {
                    CarMotion::Torques(torques) => drive.wheel_torques(torques),
                    CarMotion::Speed(control, twist) => {
                        let measured = twist_from_wheels(&self.parts.wheels, &state.wheels);
                        let [left, right] = drive.controlled_wheels();
                        // Where the last step left them; rear wheels do not turn.
                        let directions_before = if left < 2 {
                            [directions[left], directions[right]]
                        } else {
                            [before[0].sin_cos(), before[1].sin_cos()]
                        };
                        let wheels = [
                            SteeredWheel {
                                model: &self.parts.wheels[left],
                                direction_before: directions_before[0],
                                direction: directions[left],
                            },
                            SteeredWheel {
                                model: &self.parts.wheels[right],
                                direction_before: directions_before[1],
                                direction: directions[right],
                            },
                        ];
                        let feedforward = self.slope_torque(control, around);
                        drive.wheel_torques(ackermann::twist_pid(
                            control,
                            &mut state.channels,
                            &twist,
                            &measured,
                            &wheels,
                            feedforward,
                            around.dt_s,
                        ))
                    }
                    CarMotion::Nothing => [zero; MAX_WHEELS],
                }
            }
            Drive::Drivetrain { steering, axles } => {
                let command = self.car_command(steering, state);
                steer(steering, state, &mut directions, command.steer_rad);
                let engine_nm = match command.motion {
                    CarMotion::Torques((engine_nm, _)) => engine_nm,
                    CarMotion::Speed(control, twist) => {
                        let measured = twist_from_wheels(&self.parts.wheels, &state.wheels);
                        let feedforward = self.slope_torque(control, around);
                        let mut channel = [state.channels[0]];
                        let [torque] = control.step(
                            &mut channel,
                            [twist.vx_mps],
                            [measured.vx_mps],
                            feedforward,
                            around.dt_s,
                        );
                        [state.channels[0]] = channel;
                        torque
                    }
                    CarMotion::Nothing => zero,
                };
                let [a, b, c, d] = &state.wheels;
                axles.wheel_torques(engine_nm, &[a.spin_radps, b.spin_radps, c.spin_radps, d.spin_radps])
            }
        };
        (torques_nm, directions)
    }

    #[inline(always)]
    fn differential_torques<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
    ) -> [R; MAX_WHEELS] {
        let wheels = &self.parts.wheels;
        let sides = match (&self.parts.controller, state.setpoint) {
            (Controller::Raw, Setpoint::Torques { left_nm, right_nm, .. }) => (left_nm, right_nm),
            (Controller::TwistPid(control), Setpoint::Twist { vx_mps, yaw_rate_radps, .. }) => {
                let measured = twist_from_wheels(wheels, &state.wheels);
                let track_m = wheels[0].position_m.y - wheels[1].position_m.y;
                differential::twist_pid(
                    control,
                    &mut state.channels,
                    &WheelTwist { vx_mps, yaw_rate_radps },
                    &measured,
                    track_m,
                    self.slope_torque(control, around),
                    around.dt_s,
                )
            }
            _ => (R::from(0.0), R::from(0.0)),
        };
        differential::wheel_torques(sides, wheels.len())
    }

    /// What a car's controller wants: a steering angle, and torques or a twist to track.
    #[inline(always)]
    fn car_command<R: Real>(&self, steering: &Steering, state: &VehicleState<R>) -> CarCommand<'_, R> {
        match (&self.parts.controller, state.setpoint) {
            (Controller::Raw, Setpoint::Torques { left_nm, right_nm, steer_rad }) => {
                CarCommand { steer_rad, motion: CarMotion::Torques((left_nm, right_nm)) }
            }
            (Controller::Raw, Setpoint::Engine { torque_nm, steer_rad }) => {
                CarCommand { steer_rad, motion: CarMotion::Torques((torque_nm, torque_nm)) }
            }
            (Controller::TwistPid(control), Setpoint::Twist { vx_mps, yaw_rate_radps, .. }) => {
                let steer_rad = steering.angle_for_twist(vx_mps, yaw_rate_radps);
                // Beyond the lock the car turns as far as it can, at the speed asked for.
                let limited_rad = steering.limited(steer_rad);
                let is_beyond = limited_rad.abs().lt(steer_rad.abs());
                let reachable = steering.yaw_rate(vx_mps, limited_rad);
                let yaw_rate_radps = R::select(is_beyond, reachable, yaw_rate_radps);
                CarCommand {
                    steer_rad,
                    motion: CarMotion::Speed(control, WheelTwist { vx_mps, yaw_rate_radps }),
                }
            }
            (Controller::SteerPid(control), Setpoint::Steer { speed_mps, steer_rad }) => {
                let yaw_rate_radps = steering.yaw_rate(speed_mps, steer_rad);
                let twist = WheelTwist { vx_mps: speed_mps, yaw_rate_radps };
                CarCommand { steer_rad, motion: CarMotion::Speed(control, twist) }
            }
            _ => CarCommand { steer_rad: R::from(0.0), motion: CarMotion::Nothing },
        }
    }

    /// Torque per driven wheel that carries the vehicle's weight up the slope, m·g·sin θ·R/n; none where
    /// friction cancels the slope (`hold="always"`).
    #[inline(always)]
    fn slope_torque<R: Real>(&self, control: &SpeedControl, around: &Surroundings<R>) -> R {
        let driven = match &self.parts.drive {
            Drive::Differential if self.parts.wheels.len() == 4 => 4,
            Drive::Differential => 2,
            Drive::Ackermann { drive, .. } => drive.wheel_count(),
            Drive::Drivetrain { .. } => 1,
        };
        match (control.slope_feedforward, around.slope) {
            (Some(gain), Some(slope)) if self.parts.friction.axle().hold != Hold::Always => {
                let slope_x = slope.down.0;
                let weight_n = self.parts.body.mass_kg * around.gravity_mps2;
                slope_x * R::from(-gain * weight_n * self.mean_radius_m / driven as f64)
            }
            _ => R::from(0.0),
        }
    }

    /// Torque that a speed controller feeds forward against the slope, per motor [N·m]; 0 where it does not.
    pub fn slope_feedforward_nm(&self, around: &Surroundings) -> f64 {
        match &self.parts.controller {
            Controller::TwistPid(control) | Controller::SteerPid(control) => {
                self.slope_torque(control, around)
            }
            Controller::Raw | Controller::TwistIdeal => 0.0,
        }
    }
}

struct CarCommand<'a, R> {
    steer_rad: R,
    motion: CarMotion<'a, R>,
}

enum CarMotion<'a, R> {
    Torques((R, R)),
    Speed(&'a SpeedControl, WheelTwist<R>),
    Nothing,
}

/// Points the front wheels.
#[inline(always)]
fn steer<R: Real>(
    steering: &Steering,
    state: &mut VehicleState<R>,
    directions: &mut [(R, R); MAX_WHEELS],
    steer_rad: R,
) {
    let (left, right) = steering.wheel_angles(steer_rad);
    (state.wheels[2].yaw_rad, state.wheels[3].yaw_rad) = (left, right);
    (directions[2], directions[3]) = (left.sin_cos(), right.sin_cos());
}

//! Who drives a race car in a world: what commands and tracks mean for its pedals and its steering wheel.

use serde::{Deserialize, Serialize};
use skidpad_dynamics::race_car::{Controls, Driver, Ground, RaceCar, RacingLine, State, Track};
use skidpad_messages::Drive;
use std::sync::Arc;

/// Who drives a race car, as far as stepping does not change it.
#[derive(Debug, Clone)]
pub struct RaceCarDriver {
    /// How speeds become torques.
    pub driver: Driver,
    /// What is done before the first command.
    pub initial: RaceCarSetpoint,
    /// The line to follow, where the world has a track.
    pub line: Option<Arc<RacingLine>>,
    /// The track on which laps are timed.
    pub track: Option<Arc<Track>>,
}

/// What a race car is told to do.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum RaceCarSetpoint {
    /// These torques and this angle.
    Controls(Controls<f64>),
    /// A speed and a steering angle.
    Hold {
        /// Speed [m/s].
        speed_mps: f64,
        /// Steering angle [rad].
        steer_rad: f64,
    },
    /// Along the track of the world.
    Follow,
}

impl RaceCarDriver {
    /// What a command asks for; none if it is for another kind of vehicle.
    pub(crate) fn understand(&self, car: &RaceCar, drive: &Drive) -> Option<RaceCarSetpoint> {
        Some(match *drive {
            Drive::WheelTorquesAndSteer { torques_nm, steer_rad } => {
                RaceCarSetpoint::Controls(Controls { steer_rad, torque_nm: torques_nm })
            }
            Drive::TorquesAndSteer { left_nm, right_nm, steer_rad } => RaceCarSetpoint::Controls(Controls {
                steer_rad,
                torque_nm: [left_nm, right_nm, left_nm, right_nm],
            }),
            Drive::EngineAndSteer { torque_nm, steer_rad } => {
                RaceCarSetpoint::Controls(Controls::even(steer_rad, 0.25 * torque_nm))
            }
            Drive::SpeedAndSteer { speed_mps, steer_rad } => RaceCarSetpoint::Hold { speed_mps, steer_rad },
            Drive::Twist(twist) => {
                let speed_mps = twist.vx_mps;
                let steer_rad = Driver::steer_for_twist(car.parameters(), speed_mps, twist.yaw_rate_radps);
                RaceCarSetpoint::Hold { speed_mps, steer_rad }
            }
            Drive::Torques { .. } => return None,
        })
    }

    /// Targets of motors and steering for the coming step.
    pub(crate) fn controls(
        &self,
        car: &RaceCar,
        state: &State<f64>,
        setpoint: &RaceCarSetpoint,
        ground: &Ground<f64>,
    ) -> Controls<f64> {
        let (speed_mps, steer_rad) = match (setpoint, &self.line) {
            (RaceCarSetpoint::Controls(controls), _) => return *controls,
            (RaceCarSetpoint::Hold { speed_mps, steer_rad }, _) => (*speed_mps, *steer_rad),
            (RaceCarSetpoint::Follow, Some(line)) => line.aim(car.parameters(), state),
            (RaceCarSetpoint::Follow, None) => (0.0, 0.0),
        };
        // Only torque vectoring looks at the loads.
        let load_n = match self.driver.vectoring {
            Some(_) => car.observe(state, &Controls::released(), ground).load_n,
            None => [0.0; 4],
        };
        self.driver.hold(car.parameters(), state, &load_n, ground, speed_mps, steer_rad)
    }
}

impl RaceCarSetpoint {
    /// Nobody drives.
    pub const RELEASED: Self = Self::Controls(Controls { steer_rad: 0.0, torque_nm: [0.0; 4] });

    /// The same, standing still: pedals released, or the speed zero.
    pub(crate) fn stopped(self) -> Self {
        match self {
            Self::Controls(controls) => Self::Controls(Controls { torque_nm: [0.0; 4], ..controls }),
            Self::Hold { steer_rad, .. } => Self::Hold { speed_mps: 0.0, steer_rad },
            Self::Follow => Self::Hold { speed_mps: 0.0, steer_rad: 0.0 },
        }
    }
}

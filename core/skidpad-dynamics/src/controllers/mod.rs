//! Controllers: from what the vehicle is told to what its axles and steering do.
//!
//! A [`Setpoint`] is the command in force. Each vehicle family turns it into wheel torques and steering
//! in its own file: [`differential`], [`ackermann`]. Torques are positive forward throughout; MVSim's
//! files and `raw` commands count the other way, and are turned round where they are read.

pub mod ackermann;
pub mod differential;
pub mod ideal;
pub mod speed_control;
pub mod timeout;
pub mod trajectory;

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

pub use speed_control::{SpeedChannel, SpeedControl};
pub use timeout::CommandTimeout;
pub use trajectory::Trajectory;

/// What turns commands into torques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Controller {
    /// Torques (and steering) as they are commanded.
    #[default]
    Raw,
    /// Tracks a twist by PID control of wheel speeds: `twist_pid`, `twist_front_steer_pid`.
    TwistPid(SpeedControl),
    /// Tracks a speed by PID control and takes a steering angle: `front_steer_pid`.
    SteerPid(SpeedControl),
    /// Moves exactly as commanded; friction does not act: `twist_ideal`.
    TwistIdeal,
}

/// A command in force. It holds until replaced.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Setpoint<R = f64> {
    /// Motion of the reference point, in the vehicle's axes.
    Twist {
        /// Forward velocity \[m/s\].
        vx_mps: R,
        /// Velocity to the left, honoured by `twist_ideal` alone \[m/s\].
        vy_mps: R,
        /// Turning rate \[rad/s\].
        yaw_rate_radps: R,
    },
    /// Forward speed and steering angle.
    Steer {
        /// Forward speed \[m/s\].
        speed_mps: R,
        /// Steering angle of the middle of the front axle, positive left \[rad\].
        steer_rad: R,
    },
    /// Torques of the driven wheels.
    Torques {
        /// Torque of each left driven wheel, positive forward \[N·m\].
        left_nm: R,
        /// Torque of each right driven wheel, positive forward \[N·m\].
        right_nm: R,
        /// Steering angle, where the vehicle steers \[rad\].
        steer_rad: R,
    },
    /// Torque of the engine in front of the differentials.
    Engine {
        /// Engine torque, positive forward \[N·m\].
        torque_nm: R,
        /// Steering angle \[rad\].
        steer_rad: R,
    },
}

impl<R: Real> Setpoint<R> {
    /// The twist (v, 0, ω).
    pub fn twist(vx_mps: R, yaw_rate_radps: R) -> Self {
        Self::Twist { vx_mps, vy_mps: R::from(0.0), yaw_rate_radps }
    }

    /// The same kind of command that stops: speeds and torques zero, steering kept.
    pub fn stopped(self) -> Self {
        let zero = R::from(0.0);
        match self {
            Self::Twist { .. } => Self::twist(zero, zero),
            Self::Steer { steer_rad, .. } => Self::Steer { speed_mps: zero, steer_rad },
            Self::Torques { steer_rad, .. } => Self::Torques { left_nm: zero, right_nm: zero, steer_rad },
            Self::Engine { steer_rad, .. } => Self::Engine { torque_nm: zero, steer_rad },
        }
    }

    /// The same kind of command with the numbers of [`Setpoint::numbers`], which may be of another kind.
    #[inline(always)]
    pub fn with_numbers<S>(&self, [a, b, c]: [S; 3]) -> Setpoint<S> {
        match self {
            Self::Twist { .. } => Setpoint::Twist { vx_mps: a, vy_mps: b, yaw_rate_radps: c },
            Self::Steer { .. } => Setpoint::Steer { speed_mps: a, steer_rad: b },
            Self::Torques { .. } => Setpoint::Torques { left_nm: a, right_nm: b, steer_rad: c },
            Self::Engine { .. } => Setpoint::Engine { torque_nm: a, steer_rad: b },
        }
    }

    /// The command as three numbers, in the order of its fields; the last is zero where there are two.
    #[inline(always)]
    pub fn numbers(&self) -> [R; 3] {
        match *self {
            Self::Twist { vx_mps, vy_mps, yaw_rate_radps } => [vx_mps, vy_mps, yaw_rate_radps],
            Self::Steer { speed_mps, steer_rad } => [speed_mps, steer_rad, R::from(0.0)],
            Self::Torques { left_nm, right_nm, steer_rad } => [left_nm, right_nm, steer_rad],
            Self::Engine { torque_nm, steer_rad } => [torque_nm, steer_rad, R::from(0.0)],
        }
    }

    /// Sets the numbers of [`Setpoint::numbers`]; the kind of command stays.
    pub fn set_numbers(&mut self, numbers: [R; 3]) {
        *self = self.with_numbers(numbers);
    }
}

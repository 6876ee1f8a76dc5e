//! A silent commander stops the vehicle: the age of a command, counted in steps.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use crate::controllers::Setpoint;

/// How old a command may become. Counted in steps, so that a replay stops at the same one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandTimeout {
    /// Steps that a command stays in force; `None` for ever.
    pub limit_steps: Option<u64>,
    /// Steps since the last command.
    pub age_steps: u64,
}

impl CommandTimeout {
    /// A timeout of a time, as whole steps (at least one).
    pub fn after(limit_s: f64, dt_s: f64) -> Self {
        let steps = (limit_s / dt_s).ceil().max(1.0);
        Self { limit_steps: Some(steps as u64), age_steps: 0 }
    }

    /// A command arrived.
    pub fn refresh(&mut self) {
        self.age_steps = 0;
    }

    /// The set point to use in this step, which ages the command by one step.
    pub fn step<R: Real>(&mut self, setpoint: Setpoint<R>) -> Setpoint<R> {
        let too_old = self.limit_steps.is_some_and(|limit| self.age_steps >= limit);
        self.age_steps = self.age_steps.saturating_add(1);
        if too_old { setpoint.stopped() } else { setpoint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_lives_for_its_steps() {
        let mut timeout = CommandTimeout::after(0.02, 0.005);
        let drive = Setpoint::twist(1.0, 0.2);
        for _ in 0..2 {
            let seen: Vec<_> = (0..6).map(|_| timeout.step(drive)).collect();
            assert_eq!(seen[..4], [drive; 4]);
            assert_eq!(seen[4..], [Setpoint::twist(0.0, 0.0); 2]);
            timeout.refresh();
        }
    }

    #[test]
    fn without_a_limit_commands_hold() {
        let mut timeout = CommandTimeout { limit_steps: None, age_steps: u64::MAX };
        let engine = Setpoint::Engine { torque_nm: 3.0, steer_rad: 0.1 };
        assert_eq!(timeout.step(engine), engine);
    }

    #[test]
    fn stopping_keeps_the_steering() {
        let steer = Setpoint::Steer { speed_mps: 2.0, steer_rad: 0.3 };
        assert_eq!(steer.stopped(), Setpoint::Steer { speed_mps: 0.0, steer_rad: 0.3 });
        let torques = Setpoint::Torques { left_nm: 1.0, right_nm: 2.0, steer_rad: 0.3 };
        assert_eq!(torques.stopped(), Setpoint::Torques { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.3 });
    }
}

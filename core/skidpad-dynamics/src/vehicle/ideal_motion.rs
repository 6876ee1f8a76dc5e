//! Vehicles that move exactly as commanded: their wheels roll along, and nothing pushes.

use skidpad_math::Real;

use super::{Surroundings, VehicleForces, VehicleModel, VehicleState};
use crate::body::LocalTwist;
use crate::controllers::{Controller, Setpoint, ideal};

impl VehicleModel {
    #[inline(always)]
    pub(super) fn ideal_twist<R: Real>(&self, state: &VehicleState<R>) -> Option<LocalTwist<R>> {
        match (&self.parts.controller, state.setpoint) {
            (Controller::TwistIdeal, Setpoint::Twist { vx_mps, vy_mps, yaw_rate_radps }) => {
                Some(LocalTwist { vx_mps, vy_mps, yaw_rate_radps })
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn follow_ideally<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        commanded: &LocalTwist<R>,
        around: &Surroundings<R>,
        forces: &mut VehicleForces<R>,
    ) {
        if let Some(steering) = self.parts.drive.steering() {
            let (left, right) = steering.wheel_angles(ideal::steering_angle(steering, commanded));
            (state.wheels[2].yaw_rad, state.wheels[3].yaw_rad) = (left, right);
        }
        // An ideal controller moves the vehicle as commanded, seen from above; wheels roll along the ground.
        let rolling = match &around.slope {
            None => *commanded,
            Some(slope) => {
                let (vx_mps, vy_mps) = slope.along_ground((commanded.vx_mps, commanded.vy_mps));
                LocalTwist { vx_mps, vy_mps, yaw_rate_radps: commanded.yaw_rate_radps / slope.turn() }
            }
        };
        self.roll_with(state, &rolling);
        for (force, wheel) in forces.wheels.iter_mut().zip(&self.parts.wheels) {
            (force.vx_mps, force.vy_mps) = wheel.velocity(commanded);
        }
    }

    #[inline(always)]
    pub(super) fn roll_with<R: Real>(&self, state: &mut VehicleState<R>, twist: &LocalTwist<R>) {
        for (wheel, model) in state.wheels.iter_mut().zip(&self.parts.wheels) {
            let (sin, cos) = wheel.yaw_rad.sin_cos();
            let (vx, vy) = model.velocity(twist);
            wheel.spin_radps = (cos * vx + sin * vy) * R::from(1.0 / model.radius_m);
        }
    }
}

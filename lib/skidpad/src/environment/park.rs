//! `skidpad/Park-v0`: a car drives into a gap between two others.

use super::drive::in_frame;
use super::task::{Bounds, EpisodeRandom, Goal, Start, Task, Verdict};
use crate::{World, WorldOptions};
use skidpad_math::{Pose2, hypot, sin_cos, tan, wrap_angle};
use skidpad_messages::{BlockId, BodyId, Commands, Observations, VehicleId};
use skidpad_sim::{SensorTracer, Simulation};
use std::f64::consts::FRAC_PI_2;

/// In the order of the world file.
const CAR: VehicleId = VehicleId(0);
const PARKED: [BlockId; 2] = [BlockId(0), BlockId(1)];
const SPEED_MPS: f64 = 2.0;
const STEER_RAD: f64 = 0.5;
const WHEELBASE_M: f64 = 1.3;
const NEAR_M: f64 = 0.5;
const NEAR_RAD: f64 = 0.2;
const SLOW_MPS: f64 = 0.3;

/// Drive a car into a gap between two parked ones and stop there.
///
/// Actions: speed [2 m/s], steering angle [0.5 rad]. Each holds for 0.1 s.
/// Observations: the goal in the car's frame (x, y [10 m], cosine and sine of its heading), forward speed [2 m/s], yaw
/// rate [1 rad/s].
/// An episode ends within 0.5 m and 0.2 rad of the goal below 0.3 m/s, at a collision, or after 300 actions.
#[derive(Debug, Clone)]
pub struct ParkTask {
    /// Steps of the simulation, of 5 ms, for each action.
    pub steps_per_action: u32,
}

impl Default for ParkTask {
    fn default() -> Self {
        ParkTask { steps_per_action: 20 }
    }
}

impl Task for ParkTask {
    fn world(&self) -> World {
        World::from_text(include_str!("data/park.world.xml"), &WorldOptions::default())
    }

    fn action_count(&self) -> usize {
        2
    }

    fn observation_bounds(&self) -> Vec<Bounds> {
        [5.0, 5.0, 1.0, 1.0, 5.0, 5.0].map(Bounds::around_zero).to_vec()
    }

    fn steps_per_action(&self) -> u32 {
        self.steps_per_action
    }

    fn max_episode_steps(&self) -> u32 {
        300
    }

    fn begin(&self, random: &mut EpisodeRandom) -> Start {
        let goal = Pose2::new(random.uniform(-2.0, 2.0), random.uniform(-5.0, -4.0), FRAC_PI_2);
        let side_m = random.uniform(2.6, 3.2);
        let car = Pose2::new(random.uniform(-8.0, -4.0), random.uniform(2.0, 4.0), random.uniform(-0.3, 0.3));
        let parked = |side_m: f64| Pose2::new(goal.x_m + side_m, goal.y_m, goal.yaw_rad);
        let poses_in_world = vec![
            (BodyId::Vehicle(CAR), car),
            (BodyId::Block(PARKED[0]), parked(-side_m)),
            (BodyId::Block(PARKED[1]), parked(side_m)),
        ];
        Start { goal: Goal { pose_in_world: goal, start_m: 0.0 }, poses_in_world }
    }

    fn act(&self, _: &Observations, action: &[f64], commands: &mut Commands) {
        let speed_mps = SPEED_MPS * action[0];
        commands.request(CAR.drive(speed_mps, speed_mps * tan(STEER_RAD * action[1]) / WHEELBASE_M));
    }

    fn observe(&self, world: &Simulation, goal: &Goal, _: &mut SensorTracer, observation: &mut [f32]) {
        let car = world.observations().vehicle(CAR);
        let at = in_frame(&car.pose_in_world, goal.pose_in_world);
        let (sin, cos) = sin_cos(goal.pose_in_world.yaw_rad - car.pose_in_world.yaw_rad);
        let twist = car.twist_in_vehicle;
        let numbers = [at.x / 10.0, at.y / 10.0, cos, sin, twist.vx_mps / SPEED_MPS, twist.yaw_rate_radps];
        observation.copy_from_slice(&numbers.map(|number| number as f32));
    }

    fn judge(&self, seen: &Observations, goal: &Goal) -> Verdict {
        let car = seen.vehicle(CAR);
        let (at, to) = (car.pose_in_world, goal.pose_in_world);
        let away_m = hypot(to.x_m - at.x_m, to.y_m - at.y_m);
        let turned_rad = wrap_angle(to.yaw_rad - at.yaw_rad).abs();
        let is_slow = car.twist_in_vehicle.vx_mps.abs() < SLOW_MPS;
        Verdict {
            // A radian is worth a metre.
            distance_m: away_m + turned_rad,
            is_reached: away_m < NEAR_M && turned_rad < NEAR_RAD && is_slow,
            has_failed: car.had_collision,
        }
    }
}

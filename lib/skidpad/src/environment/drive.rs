//! `skidpad/Drive-v0`: a robot drives to a place among boxes, with a laser scanner.

use super::task::{Bounds, EpisodeRandom, Goal, Start, Task, Verdict};
use super::track::write_ranges;
use crate::{World, WorldOptions};
use skidpad_math::{Pose2, Pose3, Vec2, hypot};
use skidpad_messages::{BlockId, BodyId, Commands, Observations, SensorId, VehicleId};
use skidpad_sim::{SensorTracer, Simulation};
use std::f64::consts::PI;

/// In the order of the world file: the robot, its scanner, four walls and the boxes.
const ROBOT: VehicleId = VehicleId(0);
const LASER: SensorId = SensorId(0);
const FIRST_BOX: u32 = 4;
const BOX_COUNT: u32 = 6;
const BEAM_COUNT: usize = 36;
const RANGE_MAX_M: f64 = 10.0;
const HALF_ARENA_M: f64 = 5.0;
const GOAL_RADIUS_M: f64 = 0.5;
const SPEED_MPS: f64 = 1.0;
const YAW_RATE_RADPS: f64 = 1.5;

/// Drive to a place among boxes.
///
/// Actions: speed [1 m/s], yaw rate [1.5 rad/s]. Each holds for 0.1 s.
/// Observations: 36 ranges of a scanner from right to left [10 m], the goal in the robot's frame as its distance [10 m]
/// and the cosine and sine of its direction, forward speed [1 m/s], yaw rate [1.5 rad/s].
/// An episode ends within 0.5 m of the goal, at a collision, or after 300 actions.
#[derive(Debug, Clone)]
pub struct DriveTask {
    /// Steps of the simulation, of 5 ms, for each action.
    pub steps_per_action: u32,
}

impl Default for DriveTask {
    fn default() -> Self {
        DriveTask { steps_per_action: 20 }
    }
}

impl Task for DriveTask {
    fn world(&self) -> World {
        World::from_text(include_str!("data/drive.world.xml"), &WorldOptions::default())
    }

    fn action_count(&self) -> usize {
        2
    }

    fn observation_bounds(&self) -> Vec<Bounds> {
        let mut bounds = vec![Bounds::SHARE; BEAM_COUNT];
        bounds.push(Bounds { low: 0.0, high: 2.0 });
        bounds.extend([1.0, 1.0, 5.0, 5.0].map(Bounds::around_zero));
        bounds
    }

    fn steps_per_action(&self) -> u32 {
        self.steps_per_action
    }

    fn max_episode_steps(&self) -> u32 {
        300
    }

    fn begin(&self, random: &mut EpisodeRandom) -> Start {
        let reach_m = HALF_ARENA_M - 0.8;
        let robot = random.scattered(reach_m, &[], 0.0);
        let goal = random.scattered(reach_m, &[robot], 4.0);
        let mut taken = vec![robot, goal];
        let turned =
            |[x_m, y_m]: [f64; 2], random: &mut EpisodeRandom| Pose2::new(x_m, y_m, random.uniform(-PI, PI));
        let mut poses_in_world = vec![(BodyId::Vehicle(ROBOT), turned(robot, random))];
        for index in 0..BOX_COUNT {
            let place = random.scattered(reach_m, &taken, 1.2);
            taken.push(place);
            poses_in_world.push((BodyId::Block(BlockId(FIRST_BOX + index)), turned(place, random)));
        }
        let pose_in_world = Pose2::new(goal[0], goal[1], 0.0);
        Start { goal: Goal { pose_in_world, start_m: 0.0 }, poses_in_world }
    }

    fn act(&self, _: &Observations, action: &[f64], commands: &mut Commands) {
        commands.request(ROBOT.drive(SPEED_MPS * action[0], YAW_RATE_RADPS * action[1]));
    }

    fn observe(&self, world: &Simulation, goal: &Goal, tracer: &mut SensorTracer, observation: &mut [f32]) {
        let seen = world.observations().vehicle(ROBOT);
        let goal = in_frame(&seen.pose_in_world, goal.pose_in_world);
        let distance_m = hypot(goal.x, goal.y);
        let (ranges, rest) = observation.split_at_mut(BEAM_COUNT);
        write_ranges(world, LASER, RANGE_MAX_M, tracer, ranges);
        rest.copy_from_slice(&[
            (distance_m / RANGE_MAX_M) as f32,
            (goal.x / distance_m.max(1e-9)) as f32,
            (goal.y / distance_m.max(1e-9)) as f32,
            (seen.twist_in_vehicle.vx_mps / SPEED_MPS) as f32,
            (seen.twist_in_vehicle.yaw_rate_radps / YAW_RATE_RADPS) as f32,
        ]);
    }

    fn judge(&self, seen: &Observations, goal: &Goal) -> Verdict {
        let robot = seen.vehicle(ROBOT);
        let (at, to) = (robot.pose_in_world, goal.pose_in_world);
        let distance_m = hypot(to.x_m - at.x_m, to.y_m - at.y_m);
        Verdict { distance_m, is_reached: distance_m < GOAL_RADIUS_M, has_failed: robot.had_collision }
    }
}

/// A place in the frame of a vehicle.
pub(super) fn in_frame(vehicle: &Pose3, place: Pose2) -> Vec2 {
    Vec2::new(place.x_m - vehicle.x_m, place.y_m - vehicle.y_m).rotated(-vehicle.yaw_rad)
}

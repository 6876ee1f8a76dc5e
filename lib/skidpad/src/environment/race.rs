//! `skidpad/Race-v0`: the race car drives a lap between cones.

use super::course::{Course, CoursePlace};
use super::drive::in_frame;
use super::task::{Bounds, EpisodeRandom, Goal, Start, Task, Verdict};
use super::track::{lap, planar};
use crate::{World, WorldOptions};
use skidpad_math::{Pose2, Pose3, Vec2, hypot, sin_cos};
use skidpad_messages::{BodyId, Commands, Drive, Observations, Request, VehicleId};
use skidpad_sim::{SensorTracer, Simulation};
use std::collections::BTreeMap;

const CAR: VehicleId = VehicleId(0);
const TORQUE_NM: f64 = 150.0;
const STEER_RAD: f64 = 0.35;
const HALF_WIDTH_M: f64 = 1.9;
const WRONG_WAY_RAD: f64 = 2.0;
const CURVATURE_COUNT: usize = 10;
const CURVATURE_STEP_M: f64 = 3.0;
/// Cones of each side that are observed.
const CONE_COUNT: usize = 6;
const CONE_REACH_M: f64 = 20.0;
const CIRCUIT: &str = include_str!("data/circuit.csv");

/// What the driver observes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RaceObservation {
    /// The car's place on the course, and how the course goes on.
    #[default]
    Course,
    /// The next cones.
    Cones,
}

/// Drive a lap with the race car, as fast as the tyres allow.
///
/// Actions: torque of every wheel [150 N·m], negative brakes; steering angle [0.35 rad]. Each holds for 0.05 s.
/// Observations, relative to the middle of the course: offset to the left [1.9 m], cosine and sine of the heading,
/// forward speed [15 m/s], sideways speed [5 m/s], yaw rate [2 rad/s], and the curvature [0.1 1/m] of the course at
/// 0, 3, …, 27 m ahead. With [`RaceObservation::Cones`]: forward speed, sideways speed and yaw rate as above, then x
/// and y [20 m] in the car's frame of the six nearest blue cones (left of the course) ahead of it, nearest first, and
/// of the six nearest yellow ones (right); 0, 0 in place of cones farther than 20 m.
/// The reward is the way made along the course [m]. An episode ends after a lap, when the car leaves the course or
/// touches a cone, in the wrong direction, or after 1000 actions.
#[derive(Debug, Clone)]
pub struct RaceTask {
    /// What the driver observes.
    pub observation: RaceObservation,
    /// Steps of the simulation, of 10 ms, for each action.
    pub steps_per_action: u32,
    course: Course,
    /// Blue and yellow.
    cones_m: [Vec<[f64; 2]>; 2],
}

impl Default for RaceTask {
    fn default() -> Self {
        let cones_m = ["blue", "yellow"].map(cones);
        RaceTask {
            observation: RaceObservation::Course,
            steps_per_action: 5,
            course: RaceTask::centre_line(),
            cones_m,
        }
    }
}

/// The cones of a colour.
fn cones(color: &str) -> Vec<[f64; 2]> {
    let place = |row: &str| {
        let mut cells = row.split(',');
        (cells.next() == Some(color)).then_some(())?;
        Some([cells.next()?.parse().ok()?, cells.next()?.parse().ok()?])
    };
    CIRCUIT.lines().filter_map(place).collect()
}

impl RaceTask {
    /// The middle of the course: halfway between each blue cone and the yellow one that is nearest to it.
    ///
    /// # Panics
    /// If the table that is part of the program is damaged, which a test excludes.
    pub fn centre_line() -> Course {
        let [blue, yellow] = ["blue", "yellow"].map(cones);
        let gate = |cone: &[f64; 2]| {
            let away_m = |other: &[f64; 2]| hypot(cone[0] - other[0], cone[1] - other[1]);
            let other = yellow.iter().min_by(|a, b| away_m(a).total_cmp(&away_m(b)))?;
            Some([0.5 * (cone[0] + other[0]), 0.5 * (cone[1] + other[1])])
        };
        Course::new(&blue.iter().filter_map(gate).collect::<Vec<_>>()).expect("the cones are a course")
    }

    fn observe_cones(&self, car: &Pose3, observation: &mut [f32]) {
        for (cones_m, slots) in self.cones_m.iter().zip(observation.chunks_exact_mut(2 * CONE_COUNT)) {
            let ahead = |&[x_m, y_m]: &[f64; 2]| {
                let cone = in_frame(car, Pose2::new(x_m, y_m, 0.0));
                let away_m = hypot(cone.x, cone.y);
                (cone.x > 0.0 && away_m < CONE_REACH_M).then_some((away_m, cone))
            };
            let mut near: Vec<(f64, Vec2)> = cones_m.iter().filter_map(ahead).collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0));
            slots.fill(0.0);
            for (slot, (_, cone)) in slots.chunks_exact_mut(2).zip(near) {
                slot.copy_from_slice(&[cone.x / CONE_REACH_M, cone.y / CONE_REACH_M].map(|it| it as f32));
            }
        }
    }
}

impl Task for RaceTask {
    fn world(&self) -> World {
        World::from_text_and_files(
            include_str!("data/race.world.xml"),
            BTreeMap::from([("circuit.csv".to_string(), CIRCUIT.as_bytes().to_vec())]),
            &WorldOptions::default(),
        )
    }

    fn action_count(&self) -> usize {
        2
    }

    fn observation_bounds(&self) -> Vec<Bounds> {
        match self.observation {
            RaceObservation::Course => {
                let mut bounds = [2.0, 1.0, 1.0, 3.0, 3.0, 3.0].map(Bounds::around_zero).to_vec();
                bounds.extend([Bounds::around_zero(5.0); CURVATURE_COUNT]);
                bounds
            }
            RaceObservation::Cones => {
                let mut bounds = [3.0; 3].map(Bounds::around_zero).to_vec();
                bounds.extend([Bounds::around_zero(1.0); 4 * CONE_COUNT]);
                bounds
            }
        }
    }

    fn steps_per_action(&self) -> u32 {
        self.steps_per_action
    }

    fn max_episode_steps(&self) -> u32 {
        1000
    }

    fn begin(&self, random: &mut EpisodeRandom) -> Start {
        let start_m = random.uniform(0.0, self.course.length_m());
        let left_m = random.uniform(-0.3, 0.3);
        let place = CoursePlace { along_m: start_m, left_m, turned_rad: random.uniform(-0.1, 0.1) };
        let poses_in_world = vec![(BodyId::Vehicle(CAR), self.course.pose_at(place))];
        Start { goal: Goal { pose_in_world: Pose2::default(), start_m }, poses_in_world }
    }

    fn act(&self, _: &Observations, action: &[f64], commands: &mut Commands) {
        let drive = Drive::WheelTorquesAndSteer {
            torques_nm: [TORQUE_NM * action[0]; 4],
            steer_rad: STEER_RAD * action[1],
        };
        commands.request(Request::Drive { vehicle: CAR, drive });
    }

    fn observe(&self, world: &Simulation, _: &Goal, _: &mut SensorTracer, observation: &mut [f32]) {
        let car = world.observations().vehicle(CAR);
        let twist = car.twist_in_vehicle;
        let speeds = [twist.vx_mps / 15.0, twist.vy_mps / 5.0, twist.yaw_rate_radps / 2.0];
        let speeds = speeds.map(|number| number as f32);
        if self.observation == RaceObservation::Cones {
            observation[..3].copy_from_slice(&speeds);
            self.observe_cones(&car.pose_in_world, &mut observation[3..]);
            return;
        }
        let place = self.course.locate(planar(&car.pose_in_world));
        let (sin, cos) = sin_cos(place.turned_rad);
        observation[..3].copy_from_slice(&[place.left_m / HALF_WIDTH_M, cos, sin].map(|it| it as f32));
        observation[3..6].copy_from_slice(&speeds);
        for (ahead, slot) in observation[6..].iter_mut().enumerate() {
            let ahead_m = CURVATURE_STEP_M * ahead as f64;
            *slot = (self.course.curvature_at(place.along_m + ahead_m) / 0.1) as f32;
        }
    }

    fn judge(&self, seen: &Observations, goal: &Goal) -> Verdict {
        let car = seen.vehicle(CAR);
        let place = self.course.locate(planar(&car.pose_in_world));
        let is_off = place.left_m.abs() > HALF_WIDTH_M || place.turned_rad.abs() > WRONG_WAY_RAD;
        Verdict { has_failed: is_off || car.had_collision, ..lap(&self.course, &place, goal) }
    }
}

//! `skidpad/Track-v0`: a small car with a scanner of 1080 beams drives a lap between walls, with another car.

use super::course::{Course, CoursePlace};
use super::drive::in_frame;
use super::task::{Bounds, EpisodeRandom, Goal, Start, Task, Verdict};
use crate::{World, WorldOptions};
use skidpad_math::{Pose2, Pose3, sin_cos, tan};
use skidpad_messages::{BodyId, Commands, Observations, ReadingData, SensorId, VehicleId};
use skidpad_sim::{SensorTracer, Simulation};
use std::collections::BTreeMap;

/// In the order of the world file.
const CAR: VehicleId = VehicleId(0);
const RIVAL: VehicleId = VehicleId(1);
const LASER: SensorId = SensorId(0);
const BEAM_COUNT: usize = 1080;
const RANGE_MAX_M: f64 = 30.0;
const SPEED_MPS: f64 = 5.0;
const STEER_RAD: f64 = 0.4;
const WHEELBASE_M: f64 = 0.33;
const RIVAL_SPEED_MPS: f64 = 1.5;
const RIVAL_AHEAD_M: f64 = 1.0;
const WRONG_WAY_RAD: f64 = 2.0;
const HALF_WIDTH_M: f64 = 1.1;
const CURVATURE_COUNT: usize = 10;

/// What the car observes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TrackObservation {
    /// A laser scan.
    #[default]
    Laser,
    /// Its place on the course, and where the other car is.
    Course,
}

/// Drive a lap on a narrow track without touching its walls or the other car.
///
/// Actions: speed [0 to 5 m/s], steering angle [0.4 rad]. Each holds for 0.05 s.
/// Observations: 1080 ranges of a scanner over 270° from right to left [30 m], forward speed [5 m/s], yaw rate [rad/s].
/// With [`TrackObservation::Course`]: offset to the left of the centre line [1.1 m], cosine and sine of the heading
/// relative to it, forward speed [5 m/s], yaw rate [rad/s], the curvature [1/m] of the track at 0, 1, …, 9 m ahead, and
/// the other car in the own frame, x and y [10 m].
/// The other car follows the centre line at 1.5 m/s, some metres ahead at first.
/// The reward is the way made along the track [m]. An episode ends after a lap, at a collision, in the wrong direction,
/// or after 1000 actions.
#[derive(Debug, Clone)]
pub struct TrackTask {
    /// What the car observes.
    pub observation: TrackObservation,
    /// Steps of the simulation, of 10 ms, for each action.
    pub steps_per_action: u32,
    course: Course,
}

impl Default for TrackTask {
    fn default() -> Self {
        let course = TrackTask::centre_line();
        TrackTask { observation: TrackObservation::Laser, steps_per_action: 5, course }
    }
}

impl TrackTask {
    /// The centre line of the track.
    ///
    /// # Panics
    /// If the table that is part of the program is damaged, which a test excludes.
    pub fn centre_line() -> Course {
        let rows = include_str!("data/track.csv").lines().skip(1);
        let points: Vec<[f64; 2]> = rows
            .filter_map(|row| {
                let (x_m, y_m) = row.split_once(',')?;
                Some([x_m.parse().ok()?, y_m.parse().ok()?])
            })
            .collect();
        Course::new(&points).expect("the table of the track is a course")
    }
}

impl Task for TrackTask {
    fn world(&self) -> World {
        let map = include_bytes!("data/track.png").to_vec();
        World::from_text_and_files(
            include_str!("data/track.world.xml"),
            BTreeMap::from([("track.png".to_string(), map)]),
            &WorldOptions::default(),
        )
    }

    fn action_count(&self) -> usize {
        2
    }

    fn observation_bounds(&self) -> Vec<Bounds> {
        match self.observation {
            TrackObservation::Laser => {
                let mut bounds = vec![Bounds::SHARE; BEAM_COUNT];
                bounds.extend([2.0, 5.0].map(Bounds::around_zero));
                bounds
            }
            TrackObservation::Course => {
                let mut bounds = [2.0, 1.0, 1.0, 2.0, 5.0].map(Bounds::around_zero).to_vec();
                bounds.extend([Bounds::around_zero(2.0); CURVATURE_COUNT]);
                bounds.extend([Bounds::around_zero(5.0); 2]);
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
        let own = CoursePlace { along_m: start_m, left_m, turned_rad: random.uniform(-0.2, 0.2) };
        let ahead_m = random.uniform(6.0, 12.0);
        let left_m = random.uniform(-0.3, 0.3);
        let rival = CoursePlace { along_m: start_m + ahead_m, left_m, turned_rad: 0.0 };
        let poses_in_world = vec![
            (BodyId::Vehicle(CAR), self.course.pose_at(own)),
            (BodyId::Vehicle(RIVAL), self.course.pose_at(rival)),
        ];
        Start { goal: Goal { pose_in_world: Pose2::default(), start_m }, poses_in_world }
    }

    fn act(&self, seen: &Observations, action: &[f64], commands: &mut Commands) {
        let speed_mps = SPEED_MPS * 0.5 * (action[0] + 1.0);
        commands.request(CAR.drive(speed_mps, speed_mps * tan(STEER_RAD * action[1]) / WHEELBASE_M));
        let rival = planar(&seen.vehicle(RIVAL).pose_in_world);
        let yaw_rate_radps = self.course.pursuit_radps(rival, RIVAL_SPEED_MPS, RIVAL_AHEAD_M);
        commands.request(RIVAL.drive(RIVAL_SPEED_MPS, yaw_rate_radps));
    }

    fn observe(&self, world: &Simulation, _: &Goal, tracer: &mut SensorTracer, observation: &mut [f32]) {
        let car = world.observations().vehicle(CAR);
        let speeds = [car.twist_in_vehicle.vx_mps / SPEED_MPS, car.twist_in_vehicle.yaw_rate_radps];
        let speeds = speeds.map(|number| number as f32);
        if self.observation == TrackObservation::Laser {
            let (ranges, rest) = observation.split_at_mut(BEAM_COUNT);
            write_ranges(world, LASER, RANGE_MAX_M, tracer, ranges);
            rest.copy_from_slice(&speeds);
            return;
        }
        let place = self.course.locate(planar(&car.pose_in_world));
        let (sin, cos) = sin_cos(place.turned_rad);
        let own = [place.left_m / HALF_WIDTH_M, cos, sin].map(|number| number as f32);
        observation[..3].copy_from_slice(&own);
        observation[3..5].copy_from_slice(&speeds);
        for (ahead, slot) in observation[5..5 + CURVATURE_COUNT].iter_mut().enumerate() {
            *slot = self.course.curvature_at(place.along_m + ahead as f64) as f32;
        }
        let rival = planar(&world.observations().vehicle(RIVAL).pose_in_world);
        let rival = in_frame(&car.pose_in_world, rival);
        observation[5 + CURVATURE_COUNT..]
            .copy_from_slice(&[rival.x / 10.0, rival.y / 10.0].map(|it| it as f32));
    }

    fn judge(&self, seen: &Observations, goal: &Goal) -> Verdict {
        let car = seen.vehicle(CAR);
        let place = self.course.locate(planar(&car.pose_in_world));
        let verdict = lap(&self.course, &place, goal);
        Verdict { has_failed: car.had_collision || place.turned_rad.abs() > WRONG_WAY_RAD, ..verdict }
    }
}

/// How far the end of a lap is. The last two metres are not asked for, as the start is not a line.
pub(super) fn lap(course: &Course, place: &CoursePlace, goal: &Goal) -> Verdict {
    let distance_m = course.length_m() - course.progress_m(place.along_m, goal.start_m);
    Verdict { distance_m, is_reached: distance_m < 2.0, has_failed: false }
}

/// A pose seen from above.
pub(super) fn planar(pose: &Pose3) -> Pose2 {
    Pose2::new(pose.x_m, pose.y_m, pose.yaw_rad)
}

/// The ranges of a scanner as shares of its reach; 1 where nothing is met.
pub(super) fn write_ranges(
    world: &Simulation,
    laser: SensorId,
    range_max_m: f64,
    tracer: &mut SensorTracer,
    shares: &mut [f32],
) {
    if let ReadingData::Scan(scan) = world.sense(laser, tracer).data {
        for (share, range_m) in shares.iter_mut().zip(&scan.ranges_m) {
            *share = range_m / range_max_m as f32;
        }
    }
}

//! What an environment is about: its world, how an episode begins, what is observed, and what it is worth.

use crate::World;
use skidpad_math::{NoiseAddress, Pose2, hypot, stream_of};
use skidpad_messages::{BodyId, Commands, Observations};
use skidpad_sim::{SensorTracer, Simulation};

/// A task in one world. It has no state of its own: all that an episode is about is in the world and in its [`Goal`].
pub trait Task: Send + Sync {
    /// The world of all episodes.
    fn world(&self) -> World;

    /// Numbers of an action. Each is from −1 to 1.
    fn action_count(&self) -> usize;

    /// Lowest and highest value of each number of an observation.
    fn observation_bounds(&self) -> Vec<Bounds>;

    /// Steps of the simulation for each action.
    fn steps_per_action(&self) -> u32;

    /// Actions after which an episode is truncated.
    fn max_episode_steps(&self) -> u32;

    /// A new episode.
    fn begin(&self, random: &mut EpisodeRandom) -> Start;

    /// Command the world. The numbers of the action are within −1 and 1.
    fn act(&self, seen: &Observations, action: &[f64], commands: &mut Commands);

    /// Write what is observed now; it is cut to the bounds afterwards.
    fn observe(&self, world: &Simulation, goal: &Goal, tracer: &mut SensorTracer, observation: &mut [f32]);

    /// How far the goal is, and whether the episode has ended.
    fn judge(&self, seen: &Observations, goal: &Goal) -> Verdict;
}

/// Lowest and highest value of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Lowest value.
    pub low: f32,
    /// Highest value.
    pub high: f32,
}

impl Bounds {
    /// As far down as up.
    pub fn around_zero(high: f32) -> Bounds {
        Bounds { low: -high, high }
    }

    /// From 0 to 1.
    pub const SHARE: Bounds = Bounds { low: 0.0, high: 1.0 };
}

/// What an episode is after.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Goal {
    /// A place to reach.
    pub pose_in_world: Pose2,
    /// Where on a course the episode began [m].
    pub start_m: f64,
}

/// How an episode begins.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Start {
    /// What it is after.
    pub goal: Goal,
    /// Where vehicles and blocks are put.
    pub poses_in_world: Vec<(BodyId, Pose2)>,
}

/// Where an episode stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// How far the goal is [m]; a reward is the way made towards it.
    pub distance_m: f64,
    /// Whether the goal is reached.
    pub is_reached: bool,
    /// Whether the task has failed, by a collision for example.
    pub has_failed: bool,
}

/// The random numbers of one episode.
#[derive(Debug, Clone)]
pub struct EpisodeRandom {
    noise: NoiseAddress,
    drawn: u64,
}

impl EpisodeRandom {
    /// Those of an episode: the first after a seed is number 0.
    pub fn new(seed: u64, episode: u64) -> EpisodeRandom {
        let noise = NoiseAddress { seed, stream: stream_of(&["environment"]), step: episode };
        EpisodeRandom { noise, drawn: 0 }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.drawn += 1;
        self.noise.bits(self.drawn - 1)
    }

    /// The next number, evenly spread between two.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.drawn += 1;
        low + (high - low) * self.noise.uniform(self.drawn - 1)
    }

    /// A place in a square around the origin that keeps a distance from others [m]. After a thousand attempts without
    /// a free place the last one is taken.
    pub fn scattered(&mut self, half_m: f64, taken: &[[f64; 2]], gap_m: f64) -> [f64; 2] {
        let mut place = [0.0; 2];
        for _ in 0..1000 {
            place = [self.uniform(-half_m, half_m), self.uniform(-half_m, half_m)];
            if taken.iter().all(|other| hypot(place[0] - other[0], place[1] - other[1]) >= gap_m) {
                break;
            }
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_their_distance() {
        let mut random = EpisodeRandom::new(3, 0);
        let mut taken: Vec<[f64; 2]> = Vec::new();
        for _ in 0..8 {
            let place = random.scattered(4.0, &taken, 1.2);
            assert!(place.iter().all(|it| it.abs() <= 4.0));
            assert!(taken.iter().all(|other| hypot(place[0] - other[0], place[1] - other[1]) >= 1.2));
            taken.push(place);
        }
    }

    #[test]
    fn episodes_and_seeds_differ() {
        let first = |seed, episode| EpisodeRandom::new(seed, episode).bits();
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 2));
    }
}

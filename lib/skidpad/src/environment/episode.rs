//! One world of a task, from episode to episode.

use super::task::{Bounds, EpisodeRandom, Goal, Task};
use crate::{Error, Simulation, World};
use skidpad_math::Pose3;
use skidpad_messages::{Commands, Request};
use skidpad_sim::SensorTracer;
use std::sync::Arc;

/// Reward at the goal.
const GOAL_REWARD: f64 = 10.0;
/// Reward of a failure.
const FAILURE_REWARD: f64 = -10.0;

/// What came of an action.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Transition {
    /// The way made towards the goal [m], plus 10 at the goal, minus 10 for a failure.
    pub reward: f64,
    /// Whether the episode has ended, at the goal or by a failure.
    pub is_terminated: bool,
    /// Whether the episode was cut off because it took too long.
    pub is_truncated: bool,
    /// Whether the goal is reached.
    pub is_success: bool,
    /// Whether this began an episode; the action was ignored.
    pub is_first: bool,
}

impl Transition {
    /// Whether the episode is over.
    pub fn is_last(&self) -> bool {
        self.is_terminated || self.is_truncated
    }
}

/// A task and what is known of it in advance.
pub(super) struct Rules {
    pub(super) task: Box<dyn Task>,
    pub(super) world: Arc<World>,
    pub(super) bounds: Vec<Bounds>,
    pub(super) action_count: usize,
    steps_per_action: u32,
    max_episode_steps: u32,
}

impl Rules {
    pub(super) fn new(task: Box<dyn Task>) -> Result<(Rules, skidpad_sim::Simulation), Error> {
        let world = task.world().without_errors()?;
        let core = Simulation::build(&world)?.into_core();
        let rules = Rules {
            world: Arc::new(world),
            bounds: task.observation_bounds(),
            action_count: task.action_count(),
            steps_per_action: task.steps_per_action().max(1),
            max_episode_steps: task.max_episode_steps(),
            task,
        };
        Ok((rules, core))
    }

    fn observe(&self, it: &Episode, tracer: &mut SensorTracer, observation: &mut [f32]) {
        self.task.observe(&it.world, &it.goal, tracer, observation);
        for (number, bounds) in observation.iter_mut().zip(&self.bounds) {
            *number = number.clamp(bounds.low, bounds.high);
        }
    }
}

/// A world with the episode that takes place in it.
#[derive(Clone)]
pub(super) struct Episode {
    pub(super) world: skidpad_sim::Simulation,
    commands: Commands,
    action: Vec<f64>,
    goal: Goal,
    distance_m: f64,
    elapsed: u32,
    seed: u64,
    /// Episodes since the seed was set.
    count: u64,
    pub(super) is_over: bool,
    /// What was observed last before an episode began in the same step.
    pub(super) final_observation: Vec<f32>,
}

impl Episode {
    pub(super) fn new(world: skidpad_sim::Simulation) -> Episode {
        Episode {
            world,
            commands: Commands::NONE,
            action: Vec::new(),
            goal: Goal::default(),
            distance_m: 0.0,
            elapsed: 0,
            seed: 0,
            count: 0,
            is_over: true,
            final_observation: Vec::new(),
        }
    }

    /// The random numbers of the episodes to come.
    pub(super) fn set_seed(&mut self, seed: u64) {
        (self.seed, self.count) = (seed, 0);
    }

    /// Begin the next episode.
    pub(super) fn begin(&mut self, rules: &Rules, tracer: &mut SensorTracer, observation: &mut [f32]) {
        let mut random = EpisodeRandom::new(self.seed, self.count);
        self.count += 1;
        self.world.reset_with_seed(random.bits());
        let start = rules.task.begin(&mut random);
        self.commands.clear();
        for (body, pose) in start.poses_in_world {
            let (x_m, y_m, yaw_rad) = (pose.x_m, pose.y_m, pose.yaw_rad);
            let pose_in_world = Pose3 { x_m, y_m, yaw_rad, ..Pose3::default() };
            self.commands.request(Request::Teleport { body, pose_in_world });
        }
        self.world.step(&self.commands);
        self.goal = start.goal;
        self.distance_m = rules.task.judge(self.world.observations(), &self.goal).distance_m;
        (self.elapsed, self.is_over) = (0, false);
        rules.observe(self, tracer, observation);
    }

    pub(super) fn observe(&self, rules: &Rules, tracer: &mut SensorTracer, observation: &mut [f32]) {
        rules.observe(self, tracer, observation);
    }

    /// Follow an action. Numbers beyond −1 and 1 are cut; they are finite.
    pub(super) fn step(
        &mut self,
        rules: &Rules,
        action: impl Iterator<Item = f64>,
        tracer: &mut SensorTracer,
        observation: &mut [f32],
    ) -> Transition {
        self.action.clear();
        self.action.extend(action.map(|number| number.clamp(-1.0, 1.0)));
        self.commands.clear();
        rules.task.act(self.world.observations(), &self.action, &mut self.commands);
        self.world.step(&self.commands);
        for _ in 1..rules.steps_per_action {
            self.world.step(&Commands::NONE);
        }
        self.elapsed += 1;
        let verdict = rules.task.judge(self.world.observations(), &self.goal);
        let mut reward = self.distance_m - verdict.distance_m;
        if verdict.is_reached {
            reward += GOAL_REWARD;
        } else if verdict.has_failed {
            reward += FAILURE_REWARD;
        }
        self.distance_m = verdict.distance_m;
        let is_terminated = verdict.is_reached || verdict.has_failed;
        let is_truncated = !is_terminated && self.elapsed >= rules.max_episode_steps;
        self.is_over = is_terminated || is_truncated;
        rules.observe(self, tracer, observation);
        Transition { reward, is_terminated, is_truncated, is_success: verdict.is_reached, is_first: false }
    }
}

/// One world of a task.
pub struct Environment {
    rules: Rules,
    episode: Episode,
    tracer: SensorTracer,
}

impl Environment {
    /// An environment that was never reset.
    pub fn new(task: impl Task + 'static) -> Result<Environment, Error> {
        let (rules, core) = Rules::new(Box::new(task))?;
        Ok(Environment { rules, episode: Episode::new(core), tracer: SensorTracer::new() })
    }

    /// Lowest and highest value of each number of an observation.
    pub fn observation_bounds(&self) -> &[Bounds] {
        &self.rules.bounds
    }

    /// Begin the first episode of a seed and write what is observed.
    pub fn reset(&mut self, seed: u64, observation: &mut [f32]) {
        self.episode.set_seed(seed);
        self.begin(observation);
    }

    /// Begin the next episode of the seed and write what is observed.
    pub fn begin(&mut self, observation: &mut [f32]) {
        self.episode.begin(&self.rules, &mut self.tracer, observation);
    }

    /// Follow an action and write what is observed after it. Numbers beyond −1 and 1 are cut, and one that is not a
    /// number is 0.
    pub fn step(&mut self, action: &[f64], observation: &mut [f32]) -> Transition {
        let numbers = action.iter().map(|&number| if number.is_nan() { 0.0 } else { number });
        self.episode.step(&self.rules, numbers, &mut self.tracer, observation)
    }

    /// The world.
    pub fn world(&self) -> &skidpad_sim::Simulation {
        &self.episode.world
    }
}

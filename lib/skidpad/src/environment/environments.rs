//! Many worlds of one task that step together.

use super::episode::{Episode, Rules, Transition};
use super::task::{Bounds, Task};
use crate::{Error, World};
use rayon::ThreadPool;
use rayon::prelude::*;
use skidpad_sim::{SensorTracer, Simulation};
use std::sync::Arc;

/// When a world whose episode is over begins the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Autoreset {
    /// In the next step, which ignores its action.
    #[default]
    NextStep,
    /// At the end of the same step; the last observation of the episode is kept.
    SameStep,
    /// Only when it is reset.
    Disabled,
}

/// Worlds of a task that step together, each with its own episodes.
pub struct Environments {
    rules: Rules,
    episodes: Vec<Episode>,
    autoreset: Autoreset,
    transitions: Vec<Transition>,
    /// One per thread.
    tracers: Vec<SensorTracer>,
    pool: Option<ThreadPool>,
}

/// The part of one thread.
struct Part<'a> {
    episodes: &'a mut [Episode],
    transitions: &'a mut [Transition],
    observations: &'a mut [f32],
    tracer: &'a mut SensorTracer,
    /// Number of its first world.
    first: usize,
}

impl Environments {
    /// So many worlds, on the calling thread or on those of a pool.
    pub fn new(
        task: Box<dyn Task>,
        count: usize,
        autoreset: Autoreset,
        pool: Option<ThreadPool>,
    ) -> Result<Environments, Error> {
        let (rules, core) = Rules::new(task)?;
        let first = SensorTracer::new();
        let threads = pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        Ok(Environments {
            rules,
            episodes: vec![Episode::new(core); count],
            autoreset,
            transitions: vec![Transition::default(); count],
            tracers: (0..threads).map(|_| first.beside()).collect(),
            pool,
        })
    }

    /// Number of worlds.
    pub fn len(&self) -> usize {
        self.episodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.episodes.is_empty()
    }

    /// Lowest and highest value of each number of an observation of one world.
    pub fn observation_bounds(&self) -> &[Bounds] {
        &self.rules.bounds
    }

    /// Numbers of an action of one world.
    pub fn action_count(&self) -> usize {
        self.rules.action_count
    }

    /// When a world begins its next episode.
    pub fn autoreset(&self) -> Autoreset {
        self.autoreset
    }

    /// The worlds.
    pub fn worlds(&self) -> impl ExactSizeIterator<Item = &Simulation> {
        self.episodes.iter().map(|episode| &episode.world)
    }

    /// What the worlds were built from.
    pub fn source(&self) -> &Arc<World> {
        &self.rules.world
    }

    /// Whether a world must be reset before it can step. Panics if there is no such world.
    pub fn is_over(&self, index: usize) -> bool {
        self.episodes[index].is_over
    }

    /// The last observation of the episode that ended in the last step of a world, if the world has begun another
    /// since. Panics if there is no such world.
    pub fn final_observation(&self, index: usize) -> Option<&[f32]> {
        let last = &*self.episodes[index].final_observation;
        (self.autoreset == Autoreset::SameStep && self.transitions[index].is_last()).then_some(last)
    }

    /// What came of the last step, world by world.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// Set the seed of a world; its next episode is the first of the seed. Panics if there is no such world.
    pub fn set_seed(&mut self, index: usize, seed: u64) {
        self.episodes[index].set_seed(seed);
    }

    /// Begin episodes in the chosen worlds, and write what is observed in all, one after the other.
    ///
    /// # Panics
    /// If there are fewer choices than worlds, or not as many numbers as the observations have.
    pub fn begin(&mut self, chosen: &[bool], observations: &mut [f32]) {
        self.work(observations, |rules, part| {
            let width = rules.bounds.len();
            let slots = part.observations.chunks_exact_mut(width);
            for (index, (episode, slots)) in part.episodes.iter_mut().zip(slots).enumerate() {
                if chosen[part.first + index] {
                    episode.begin(rules, part.tracer, slots);
                } else {
                    episode.observe(rules, part.tracer, slots);
                }
            }
        });
    }

    /// Follow an action in every world, and write what is observed; both one after the other. What came of it is in
    /// [`Environments::transitions`]. Numbers beyond −1 and 1 are cut; they are finite.
    ///
    /// # Panics
    /// If there are not as many numbers as the actions and observations have.
    pub fn step<N: Copy + Into<f64> + Sync>(&mut self, actions: &[N], observations: &mut [f32]) {
        assert_eq!(actions.len(), self.len() * self.rules.action_count, "one action per world");
        let autoreset = self.autoreset;
        self.work(observations, |rules, part| {
            let actions = actions[part.first * rules.action_count..].chunks_exact(rules.action_count);
            let slots = part.observations.chunks_exact_mut(rules.bounds.len());
            let worlds = part.episodes.iter_mut().zip(part.transitions.iter_mut());
            for (((episode, transition), slots), action) in worlds.zip(slots).zip(actions) {
                if episode.is_over && autoreset == Autoreset::NextStep {
                    episode.begin(rules, part.tracer, slots);
                    *transition = Transition { is_first: true, ..Transition::default() };
                    continue;
                }
                let action = action.iter().map(|&number| number.into());
                *transition = episode.step(rules, action, part.tracer, slots);
                if episode.is_over && autoreset == Autoreset::SameStep {
                    episode.final_observation.clear();
                    episode.final_observation.extend_from_slice(slots);
                    episode.begin(rules, part.tracer, slots);
                }
            }
        });
    }

    /// Do something with all worlds, on the threads.
    fn work(&mut self, observations: &mut [f32], job: impl Fn(&Rules, Part<'_>) + Sync) {
        let Environments { rules, episodes, transitions, tracers, pool, .. } = self;
        let width = rules.bounds.len();
        assert_eq!(observations.len(), episodes.len() * width, "one observation per world");
        let share = episodes.len().div_ceil(tracers.len()).max(1);
        let parts = episodes.chunks_mut(share).zip(transitions.chunks_mut(share));
        let parts = parts.zip(observations.chunks_mut((share * width).max(1))).zip(tracers);
        let part = |(number, (((episodes, transitions), observations), tracer))| {
            let first: usize = number * share;
            Part { episodes, transitions, observations, tracer, first }
        };
        let parts = parts.enumerate().map(part);
        let rules = &*rules;
        match pool {
            None => parts.for_each(|part| job(rules, part)),
            Some(pool) => {
                let parts: Vec<Part<'_>> = parts.collect();
                pool.install(|| parts.into_par_iter().for_each(|part| job(rules, part)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::{
        DriveTask, Environment, ParkTask, RaceObservation, RaceTask, TrackObservation, TrackTask,
    };
    use rayon::ThreadPoolBuilder;

    fn tasks() -> Vec<Box<dyn Task>> {
        let mut cones = RaceTask::default();
        cones.observation = RaceObservation::Cones;
        let mut course = TrackTask::default();
        course.observation = TrackObservation::Course;
        vec![
            Box::new(DriveTask::default()),
            Box::new(ParkTask::default()),
            Box::new(RaceTask::default()),
            Box::new(cones),
            Box::new(TrackTask::default()),
            Box::new(course),
        ]
    }

    /// The tasks know vehicles, blocks and sensors by their numbers.
    #[test]
    fn worlds_have_what_the_tasks_count_on() {
        let names = tasks().into_iter().map(|task| {
            let world = task.world();
            let texts = world.diagnostics().iter().map(|it| it.record(world.sources()).to_string());
            assert_eq!(texts.collect::<Vec<_>>().join("\n"), "");
            let (_, core) = Rules::new(task).expect("the world runs");
            let roster = core.roster();
            let vehicles: Vec<&str> = roster.vehicles.iter().map(|it| it.name.as_str()).collect();
            let blocks: Vec<&str> = roster.blocks.iter().map(String::as_str).take(5).collect();
            format!("{} | {} | {}", vehicles.join(" "), blocks.join(" "), roster.sensors.len())
        });
        let names: Vec<String> = names.collect();
        assert_eq!(names[0], "robot | wall_1 wall_2 wall_3 wall_4 box_1 | 1");
        assert_eq!(names[1], "car | parked_0 parked_1 | 0");
        assert!(names[2].starts_with("car | "), "{}", names[2]);
        assert_eq!(names[4], "car_1 car_2 |  | 2");
    }

    /// Actions that a seed chooses, and everything that comes of them.
    fn run(mut environments: Environments, step_count: u64) -> (Vec<Vec<f32>>, Vec<Transition>, Vec<u64>) {
        let (count, width) = (environments.len(), environments.observation_bounds().len());
        let mut observations = vec![0.0; count * width];
        for index in 0..count {
            environments.set_seed(index, 40 + index as u64);
        }
        environments.begin(&vec![true; count], &mut observations);
        let (mut seen, mut transitions) = (Vec::new(), Vec::new());
        for step in 0..step_count {
            let share = |index: u64| ((7 * step + 13 * index) % 21) as f64 / 10.0 - 1.0;
            let actions: Vec<f64> = (0..2 * count as u64).map(share).collect();
            environments.step(&actions, &mut observations);
            seen.push(observations.clone());
            transitions.extend_from_slice(environments.transitions());
        }
        (seen, transitions, environments.worlds().map(Simulation::state_hash).collect())
    }

    #[test]
    fn threads_change_no_bit_and_bounds_hold() {
        for (alone, among) in tasks().into_iter().zip(tasks()) {
            let bounds = alone.observation_bounds();
            let one = Environments::new(alone, 3, Autoreset::SameStep, None).expect("the world runs");
            let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
            let two = Environments::new(among, 3, Autoreset::SameStep, Some(pool)).expect("the world runs");
            let found = run(one, 12);
            assert_eq!(found, run(two, 12));
            let seen = found.0;
            let is_within = |(number, bounds): (&f32, &Bounds)| (bounds.low..=bounds.high).contains(number);
            assert!(
                seen.iter()
                    .flat_map(|row| row.chunks(bounds.len()))
                    .all(|row| row.iter().zip(&bounds).all(is_within))
            );
        }
    }

    #[test]
    fn one_alone_is_one_of_many() {
        let mut many = Environments::new(Box::new(ParkTask::default()), 2, Autoreset::Disabled, None)
            .expect("the world runs");
        let mut one = Environment::new(ParkTask::default()).expect("the world runs");
        let (mut all, mut seen) = ([0.0; 12], [0.0; 6]);
        many.set_seed(1, 9);
        many.begin(&[true; 2], &mut all);
        one.reset(9, &mut seen);
        assert_eq!(all[6..], seen);
        many.step(&[0.0, 0.0, 0.5, 0.25], &mut all);
        let transition = one.step(&[0.5, 0.25], &mut seen);
        assert_eq!(all[6..], seen);
        assert_eq!(many.transitions()[1], transition);
        assert!(many.final_observation(1).is_none() && !many.is_over(1));
    }

    /// Straight ahead into a wall: the episode ends, and the next one begins as the mode says.
    #[test]
    fn worlds_begin_anew_as_the_mode_says() {
        for mode in [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled] {
            let task = Box::new(DriveTask::default());
            let mut worlds = Environments::new(task, 1, mode, None).expect("the world runs");
            let mut seen = vec![0.0; worlds.observation_bounds().len()];
            worlds.set_seed(0, 5);
            worlds.begin(&[true], &mut seen);
            let mut action_count = 0;
            while !worlds.transitions()[0].is_last() {
                worlds.step(&[1.0, 0.0], &mut seen);
                action_count += 1;
                assert!(action_count <= 300, "an episode is truncated after 300 actions");
            }
            assert_eq!(worlds.is_over(0), mode != Autoreset::SameStep);
            assert_eq!(worlds.final_observation(0).is_some(), mode == Autoreset::SameStep);
            if mode == Autoreset::NextStep {
                worlds.step(&[1.0, 0.0], &mut seen);
                let first = worlds.transitions()[0];
                assert!(first.is_first && first.reward == 0.0 && !first.is_last() && !worlds.is_over(0));
            }
        }
    }
}

//! Questions and answers: what the page asks of the simulator.

use crate::completion::{Completion, completions};
use crate::gallery;
use crate::hashes::{Hashes, NoHashes, hashes};
use crate::recording::FilePart;
use crate::run::{PageRun, RunState};
use crate::world::{PageWorld, WorldProblems};
use serde::{Deserialize, Serialize};
use skidpad_web::{ScenePage, ViewerMessage};
use std::collections::{BTreeMap, VecDeque};

/// What the page asks, as JSON: `{"ask": "check", "world": "worlds/a.world.xml"}`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// The files there are.
    Files,
    /// The text of a file.
    Text {
        /// Its logical path.
        file: String,
    },
    /// Only the shipped files from now on.
    Shipped,
    /// No files from now on but those that are given next.
    Forget,
    /// Every problem of a world.
    Check {
        /// Logical path of its file.
        world: String,
    },
    /// The names that may stand below the last of these tags.
    Complete {
        /// Tags from the outermost one on.
        path: Vec<String>,
    },
    /// Run a world, in place of the one that runs.
    Open {
        /// Logical path of its file.
        world: String,
        /// Seed of all random numbers.
        #[serde(default)]
        seed: u64,
        /// Whether it is paused at first.
        #[serde(default)]
        paused: bool,
    },
    /// Step and hashes of the world that runs.
    State,
    /// The hash of a world after so many steps.
    Hash {
        /// Logical path of its file.
        world: String,
        /// How many steps.
        steps: u64,
        /// Seed of all random numbers.
        #[serde(default)]
        seed: u64,
        /// Lines of a command file.
        #[serde(default)]
        commands: String,
    },
}

/// What the simulator answers, as JSON.
#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// It is done.
    Done,
    /// Logical paths of all files.
    Files {
        /// The paths.
        files: Vec<String>,
    },
    /// The text of a file.
    Text {
        /// The text.
        text: String,
    },
    /// What is wrong with a world.
    Problems(WorldProblems),
    /// Hashes.
    Hash(Hashes),
    /// Names for a place of a text.
    Completions {
        /// Elements and attributes, by name.
        names: Vec<Completion>,
    },
    /// A world runs; what is worth knowing about it.
    Opened(WorldProblems),
    /// Step and hashes.
    State(RunState),
    /// It cannot be done.
    Refused {
        /// Why, for users.
        reason: String,
    },
}

/// The simulator of a page.
pub struct Page {
    files: BTreeMap<String, Vec<u8>>,
    run: Option<PageRun>,
    /// Of files written by the runs before.
    parts: VecDeque<FilePart>,
}

impl Default for Page {
    /// With the shipped worlds.
    fn default() -> Self {
        Page { files: gallery::files(), run: None, parts: VecDeque::new() }
    }
}

impl Page {
    /// Take a file, in place of one of the same logical path.
    pub fn give(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.insert(path.to_string(), bytes);
    }

    /// Make a step of the world that runs, if one is due. Returns whether another one may be.
    pub fn turn(&mut self) -> bool {
        self.run.as_mut().is_some_and(PageRun::turn)
    }

    /// Take a message of the viewer; the first one must be `hello`.
    pub fn receive(&mut self, text: &str) {
        self.run.iter_mut().for_each(|run| run.receive(text));
    }

    /// The viewer has left; another one may come.
    pub fn leave(&mut self) {
        self.run.iter_mut().for_each(PageRun::leave);
    }

    /// The next message to the viewer.
    pub fn next_message(&mut self) -> Option<ViewerMessage> {
        self.run.as_mut().and_then(PageRun::next_message)
    }

    /// The next part of a file that a run has written, such as a recording that its viewer has asked for.
    pub fn next_file_part(&mut self) -> Option<FilePart> {
        self.parts.pop_front().or_else(|| self.run.as_mut().and_then(PageRun::next_part))
    }

    /// The scene of the world that runs.
    pub fn scene(&self) -> Option<&ScenePage> {
        self.run.as_ref().map(PageRun::scene)
    }

    /// Answer a question of the page.
    pub fn answer(&mut self, question: Question) -> Answer {
        match question {
            Question::Files => Answer::Files { files: self.files.keys().cloned().collect() },
            Question::Text { file } => match self.files.get(&file) {
                Some(bytes) => Answer::Text { text: String::from_utf8_lossy(bytes).into_owned() },
                None => Answer::Refused { reason: format!("there is no file {file}") },
            },
            Question::Shipped => {
                self.files = gallery::files();
                Answer::Done
            }
            Question::Forget => {
                self.files.clear();
                Answer::Done
            }
            Question::Check { world } => {
                Answer::Problems(PageWorld::read(self.files.clone(), &world, 0, true).check())
            }
            Question::Complete { path } => Answer::Completions { names: completions(&path) },
            Question::Open { world, seed, paused } => self.open(&world, seed, paused),
            Question::State => match &self.run {
                Some(run) => Answer::State(run.state()),
                None => Answer::Refused { reason: "no world runs".to_string() },
            },
            Question::Hash { world, steps, seed, commands } => {
                let world = PageWorld::read(self.files.clone(), &world, seed, false);
                match hashes(&world, steps, &commands) {
                    Ok(hashes) => Answer::Hash(hashes),
                    Err(NoHashes::World(problems)) => Answer::Problems(problems),
                    Err(NoHashes::Commands(problems)) => {
                        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                        Answer::Refused { reason: lines.join("\n") }
                    }
                }
            }
        }
    }

    /// Run a world. One with errors leaves the world that runs as it is.
    fn open(&mut self, world: &str, seed: u64, is_paused: bool) -> Answer {
        let world = PageWorld::read(self.files.clone(), world, seed, true);
        // The viewer fetches a scene again when its number has changed.
        let revision = self.run.as_ref().map_or(0, |run| run.revision() + 1);
        match PageRun::begin(world, revision, is_paused) {
            Ok((run, problems)) => {
                if let Some(mut before) = self.run.replace(run) {
                    before.end_recording(None);
                    self.parts.extend(std::iter::from_fn(|| before.next_part()));
                }
                Answer::Opened(problems)
            }
            Err(problems) => Answer::Problems(problems),
        }
    }
}

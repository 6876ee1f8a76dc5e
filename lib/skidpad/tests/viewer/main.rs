//! Viewers of a running world, friendly and hostile: what they are answered, and that no bit of the run changes.

mod hostile;
mod raw;
mod talking;
mod visited_run;

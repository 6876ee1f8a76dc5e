//! Viewers of a running world, friendly and hostile: what the server answers, and that no bit of the run changes.

mod hostile;
mod raw;
mod scene;
mod served_run;
mod talking;

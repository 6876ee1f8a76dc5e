//! What is printed during a run: a progress bar on a terminal, laps, refused requests and notes.

use indicatif::{ProgressBar, ProgressStyle};
use skidpad::link::{Failure, Participant};
use skidpad::messages::{Event, Step};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between two updates.
const PERIOD: Duration = Duration::from_millis(100);

/// Prints what happens during a run. Clones share one progress bar.
#[derive(Clone, Default)]
pub(crate) struct Console(Arc<Mutex<Option<Progress>>>);

impl Console {
    /// The run begins.
    pub(crate) fn start(&self, step_ns: u64, step_limit: Option<u64>) {
        *self.locked() = Some(Progress::start(step_ns, step_limit));
    }

    /// Print a line above the progress bar.
    pub(crate) fn print(&self, text: &str) {
        match self.locked().as_ref().and_then(|progress| progress.bar.as_ref()) {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    /// The run is over.
    pub(crate) fn end(&self) {
        if let Some(bar) = self.locked().take().and_then(|progress| progress.bar) {
            bar.finish_and_clear();
        }
    }

    fn locked(&self) -> MutexGuard<'_, Option<Progress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Participant for Console {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        for event in &step.observations.events {
            let is_news = matches!(
                event,
                Event::Lap { .. }
                    | Event::Tipping { .. }
                    | Event::RequestRefused { .. }
                    | Event::ExtensionFailed { .. }
                    | Event::Note { .. }
            );
            if is_news {
                self.print(&event.describe(&step.roster));
            }
        }
        if let Some(progress) = &mut *self.locked() {
            progress.show(step.tick, step.observations.vehicles.len());
        }
        Ok(())
    }
}

/// Progress of a run.
struct Progress {
    bar: Option<ProgressBar>,
    step_ns: u64,
    shown: Instant,
    shown_step: u64,
    /// Steps between two reads of the clock.
    stride: u64,
}

impl Progress {
    fn start(step_ns: u64, step_limit: Option<u64>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| match step_limit {
            Some(limit) => {
                let template = "{bar:30} {percent:>3} %  {msg}";
                let style =
                    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::new(limit).with_style(style)
            }
            None => {
                let style = ProgressStyle::with_template("{spinner} {msg}  (Ctrl-C ends)");
                ProgressBar::new_spinner()
                    .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            }
        });
        Progress { bar, step_ns, shown: Instant::now(), shown_step: 0, stride: 1 }
    }

    /// Update the progress bar. Most calls return at once.
    fn show(&mut self, step: u64, vehicle_count: usize) {
        let Some(bar) = &self.bar else { return };
        if !step.is_multiple_of(self.stride) {
            return;
        }
        let elapsed = self.shown.elapsed();
        if elapsed < PERIOD {
            // Aim at ten reads of the clock per update; the first steps say little, so the stride grows slowly.
            let per_read = (PERIOD.as_nanos() / 10).max(1);
            let per_step = elapsed.as_nanos() / u128::from((step - self.shown_step).max(1)) + 1;
            self.stride = u64::try_from(per_read / per_step).unwrap_or(1).clamp(1, 2 * self.stride);
            return;
        }
        let simulated_s = (step - self.shown_step) as f64 * self.step_ns as f64 * 1e-9;
        bar.set_position(step);
        bar.set_message(format!(
            "{:.2} s simulated, × {:.3} real time, {vehicle_count} vehicles",
            step as f64 * self.step_ns as f64 * 1e-9,
            simulated_s / elapsed.as_secs_f64()
        ));
        (self.shown, self.shown_step) = (Instant::now(), step);
    }
}

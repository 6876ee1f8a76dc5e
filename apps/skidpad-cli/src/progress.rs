//! The line that moves while a run goes on. On a terminal only.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Time between two updates.
const PERIOD: Duration = Duration::from_millis(100);

/// Progress of a run.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    step_ns: u64,
    shown: Instant,
    shown_step: u64,
    /// Steps between two looks at the clock.
    stride: u64,
}

impl Progress {
    pub(crate) fn start(step_ns: u64, step_limit: Option<u64>) -> Self {
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

    /// Tell how far the run is. Costs nothing most of the time.
    pub(crate) fn show(&mut self, step: u64, vehicle_count: usize) {
        let Some(bar) = &self.bar else { return };
        if !step.is_multiple_of(self.stride) {
            return;
        }
        let elapsed = self.shown.elapsed();
        if elapsed < PERIOD {
            // Aim at ten looks at the clock per update; the first steps say little, so the stride grows slowly.
            let per_look = (PERIOD.as_nanos() / 10).max(1);
            let per_step = elapsed.as_nanos() / u128::from((step - self.shown_step).max(1)) + 1;
            self.stride = u64::try_from(per_look / per_step).unwrap_or(1).clamp(1, 2 * self.stride);
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

    /// A line that stays.
    pub(crate) fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

//! Values of options that several commands have.

use skidpad::messages::Pace;
use std::num::NonZeroUsize;

/// A duration [s].
pub(crate) fn parse_duration(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0 to 1e9".to_string()),
    }
}

/// A number of threads that a machine can have.
pub(crate) fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let count = text.parse::<NonZeroUsize>().ok().filter(|count| count.get() <= 1024);
    count.ok_or_else(|| "expected a number from 1 to 1024".to_string())
}

/// A factor of real time.
pub(crate) fn parse_pace(text: &str) -> Result<Pace, String> {
    match text.parse::<f64>() {
        _ if text == "max" => Ok(Pace::Max),
        Ok(factor) if (1e-3..=1e6).contains(&factor) => Ok(Pace::RealTime(factor)),
        _ => Err("expected a number from 0.001 to 1e6, or max".to_string()),
    }
}

//! Values of options that several commands have.

use skidpad::messages::Pace;
use std::ffi::OsString;
use std::num::NonZeroUsize;

/// The arguments of the program, with options that stand in one word with their values taken apart:
/// `"--realtime-factor 0.1"`, as scripts written for MVSim pass them.
pub(crate) fn separated(arguments: impl Iterator<Item = OsString>, program: &clap::Command) -> Vec<OsString> {
    let takes_value = |option: &str| {
        let mut options = program.get_subcommands().flat_map(clap::Command::get_arguments);
        options.any(|known| {
            let is_long = known.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long));
            let is_short = known.get_short().is_some_and(|short| option == format!("-{short}"));
            (is_long || is_short) && known.get_action().takes_values()
        })
    };
    let mut separate = Vec::new();
    for argument in arguments {
        match argument.to_str().and_then(|text| text.split_once(' ')) {
            Some((option, value)) if takes_value(option) => {
                separate.extend([option.into(), value.trim_start().into()]);
            }
            _ => separate.push(argument),
        }
    }
    separate
}

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
        // As in MVSim.
        Ok(0.0) => Ok(Pace::Max),
        Ok(factor) if (1e-3..=1e6).contains(&factor) => Ok(Pace::RealTime(factor)),
        _ => Err("expected a number from 0.001 to 1e6, or max".to_string()),
    }
}

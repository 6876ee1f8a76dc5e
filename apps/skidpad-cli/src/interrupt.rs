//! Ctrl-C. While a world is read nothing is lost by ending at once, which is what happens without us.

use skidpad::runner::StopFlag;

/// From now on Ctrl-C asks the run to end in order. Asked again, the program ends at once.
pub(crate) fn end_in_order() -> Result<StopFlag, ctrlc::Error> {
    let stop = StopFlag::default();
    let raiser = stop.clone();
    ctrlc::set_handler(move || {
        if raiser.is_raised() {
            // As a shell tells of a program that Ctrl-C has ended.
            std::process::exit(130);
        }
        raiser.raise();
    })?;
    Ok(stop)
}

//! Opening a recording that was made before.

use skidpad::record::{Ending, RunLog};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Read a recording. What is wrong in it is told; `done` says what happens with the rest: used, shown.
pub(crate) fn read(path: &Path, done: &str) -> Result<RunLog, String> {
    let file = File::open(path).map_err(|error| at(path, &error))?;
    let log = RunLog::read(BufReader::new(file)).map_err(|error| at(path, &error))?;
    for problem in &log.problems {
        eprintln!("{}", at(path, problem));
    }
    match &log.ending {
        Ending::Whole => {}
        Ending::CutShort => {
            eprintln!("{}", at(path, &format!("note: it ends in the middle; what is there is {done}")));
        }
        Ending::Damaged(why) => {
            let tick = log.last_tick();
            let text = format!("damaged after step {tick}: {why}; what comes before is {done}");
            eprintln!("{}", at(path, &text));
        }
    }
    Ok(log)
}

/// A problem, with the recording it was found in.
pub(crate) fn at(path: &Path, problem: &dyn Display) -> String {
    format!("{}: {problem}", path.display())
}

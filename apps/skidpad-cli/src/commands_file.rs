//! The file of `--commands`.

use skidpad::Roster;
use skidpad::messages::{CommandScript, ScriptPlayer};
use std::error::Error;
use std::path::Path;

/// The commands to play; none without a file, `None` when the file has problems, which are told.
pub(crate) fn script(path: Option<&Path>, roster: &Roster) -> Result<Option<ScriptPlayer>, Box<dyn Error>> {
    let text = match path {
        None => String::new(),
        Some(path) => {
            std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?
        }
    };
    let player = CommandScript::parse(&text).and_then(|script| script.cast(roster));
    Ok(match player {
        Ok(player) => Some(player),
        Err(problems) => {
            let path = path.unwrap_or(Path::new("")).display();
            for problem in problems {
                eprintln!("{path}:{}:{}: {}", problem.line, problem.column, problem.message);
            }
            None
        }
    })
}

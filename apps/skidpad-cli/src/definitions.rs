//! `skidpad definitions`: the vehicles and sensors that are part of the program.

use crate::{Outcome, print};
use clap::{Args, Subcommand};
use skidpad::assets::embedded;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// List, show or copy the definitions of vehicles, sensors and obstacles that are part of the program
#[derive(Args)]
pub(crate) struct Definitions {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// List their names
    List,
    /// Print one
    Show {
        /// Its name, such as `jackal.vehicle.xml` or `jackal`
        name: String,
    },
    /// Copy one into a folder, to change it there
    Copy {
        /// Its name, such as `jackal.vehicle.xml` or `jackal`
        name: String,
        /// The folder; it must exist
        folder: PathBuf,
    },
}

impl Definitions {
    pub(crate) fn run(&self) -> Outcome {
        match &self.action {
            None | Some(Action::List) => {
                let names: String = names().into_iter().map(|name| name + "\n").collect();
                print(names.as_bytes())?;
            }
            Some(Action::Show { name }) => print(text_of(&find(name)?))?,
            Some(Action::Copy { name, folder }) => {
                let path = copy(&find(name)?, folder)?;
                print(format!("{}\n", path.display()).as_bytes())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The names of all definitions, in alphabetical order.
fn names() -> Vec<String> {
    let files = embedded::files().into_iter();
    let name = |path: String| {
        path.strip_prefix("definitions/").filter(|name| name.ends_with(".xml")).map(str::to_owned)
    };
    files.filter_map(|(path, _)| name(path)).collect()
}

/// The definition of that name, or the one whose name begins with it.
fn find(name: &str) -> Result<String, String> {
    let names = names();
    let begins = |full: &&String| full.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let found = names.iter().find(|full| *full == name).or_else(|| names.iter().find(begins));
    found.cloned().ok_or_else(|| {
        let short = names.iter().map(|full| full.split('.').next().unwrap_or(full));
        match skidpad::nearest(name, short) {
            Some(nearest) => format!("there is no definition \"{name}\"; did you mean \"{nearest}\"?"),
            None => format!("there is no definition \"{name}\"; `skidpad definitions list` lists them"),
        }
    })
}

fn text_of(name: &str) -> &'static [u8] {
    embedded::file(&format!("definitions/{name}")).unwrap_or_default()
}

/// Writes a new file; an existing one is never replaced.
fn copy(name: &str, folder: &Path) -> Result<PathBuf, String> {
    let path = folder.join(name);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut file = std::fs::File::create_new(&path).map_err(failed)?;
    std::io::Write::write_all(&mut file, text_of(name)).map_err(failed)?;
    Ok(path)
}

//! The definitions and models that are embedded in the program, so that a world that includes them
//! works wherever it is opened.

use include_dir::{Dir, include_dir};
use skidpad_world::files::DATA_PREFIX;

static DEFINITIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../definitions");
static MODELS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../models");

/// The embedded file of a path: one below the data folder, or any path that ends in
/// `definitions/X` or `models/X`.
pub fn file(path: &str) -> Option<&'static [u8]> {
    let path = path.strip_prefix(DATA_PREFIX).unwrap_or(path);
    if path.split('/').any(|part| part == "..") && !path.starts_with("../") {
        return None;
    }
    // The last such folder in the path is used; X itself may contain folders.
    let tail = |folder: &str| {
        let at = if path.starts_with(folder) { Some(0) } else { None };
        at.or_else(|| path.rfind(&format!("/{folder}")).map(|at| at + 1)).map(|at| &path[at + folder.len()..])
    };
    let found = tail("definitions/").and_then(|name| DEFINITIONS.get_file(name));
    let found = found.or_else(|| tail("models/").and_then(|name| MODELS.get_file(name)));
    found.map(include_dir::File::contents)
}

/// Every embedded file: its path below the data folder, and its length in bytes.
pub fn files() -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut folders = vec![("definitions", &DEFINITIONS), ("models", &MODELS)];
    while let Some((top, folder)) = folders.pop() {
        folders.extend(folder.dirs().map(|inner| (top, inner)));
        found.extend(folder.files().filter_map(|file| {
            let inside = file.path().to_str()?;
            Some((format!("{top}/{inside}"), file.contents().len()))
        }));
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_answers_to_all_its_names() {
        let files = files();
        assert!(files.len() > 1, "definitions and models are embedded");
        for (path, length) in files {
            for name in [
                path.clone(),
                format!("../{path}"),
                format!("deep/down/{path}"),
                format!("/usr/share/mvsim/{path}"),
                format!("{DATA_PREFIX}/{path}"),
            ] {
                assert_eq!(file(&name).map(<[u8]>::len), Some(length), "{name}");
            }
            assert_eq!(file(&format!("my{path}")), None, "only whole folder names count");
        }
    }

    #[test]
    fn what_is_not_embedded_is_not_found() {
        for path in [
            "",
            "definitions",
            "definitions/",
            "definitions/nothing.xml",
            "models/../definitions/jackal.vehicle.xml",
        ] {
            assert_eq!(file(path), None, "{path}");
        }
    }
}

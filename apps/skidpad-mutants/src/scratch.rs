//! A copy of `core/` in which one crate has all its mutants; built until no mutant is left that does not compile.

use crate::rewrite::{Choice, Rewritten, rewrite};
use crate::sites::{Site, sites};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A source file of the crate.
pub(crate) struct SourceFile {
    /// Its path below the workspace.
    pub(crate) path: String,
    /// What it says.
    pub(crate) text: String,
    /// What can be made wrong in it.
    pub(crate) sites: Vec<Site>,
    /// Mutants that do not compile.
    pub(crate) dropped: BTreeSet<Choice>,
    /// Number of its first mutant.
    pub(crate) first_number: u32,
}

impl SourceFile {
    /// Every mutant of the file, in the order of their numbers.
    pub(crate) fn choices(&self) -> impl Iterator<Item = Choice> {
        let counts = self.sites.iter().map(|site| site.replacements.len()).enumerate();
        counts.flat_map(|(site, count)| (0..count).map(move |change| (site, change)))
    }

    fn rewritten(&self) -> Rewritten {
        let mut before = 0;
        let firsts: Vec<u32> = self
            .sites
            .iter()
            .map(|site| {
                let first = self.first_number + before;
                before += site.replacements.len() as u32;
                first
            })
            .collect();
        rewrite(&self.text, &self.sites, &self.dropped, &|(site, change)| firsts[site] + change as u32)
    }

    /// Line and column of a place in the source, from 1.
    pub(crate) fn position(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// `file:line:column: old -> new`, in one word each.
    pub(crate) fn name(&self, (site, change): Choice) -> String {
        let place = &self.sites[site];
        let (line, column) = self.position(place.range.start);
        let new = &place.replacements[change];
        let new = if new.is_empty() { "nothing" } else { new };
        format!("{}:{line}:{column}: {} -> {new}", self.path, place.original)
    }

    /// The source of a site in one line.
    pub(crate) fn expression(&self, site: usize) -> String {
        let words: Vec<&str> = self.text[self.sites[site].range.clone()].split_whitespace().collect();
        words.join(" ")
    }
}

/// The copy.
pub(crate) struct Scratch {
    root: PathBuf,
    crate_name: String,
}

/// What the rewritten crate asks at every site.
const CHOICE: &str = r#"
#[doc(hidden)]
pub(crate) mod mutant_choice {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
    const UNKNOWN: u32 = u32::MAX;
    const NOTED: u32 = u32::MAX - 1;
    static CHOSEN: AtomicU32 = AtomicU32::new(UNKNOWN);
    static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
    static FILE: std::sync::Mutex<Option<std::fs::File>> = std::sync::Mutex::new(None);
    #[inline(always)]
    pub(crate) fn is(number: u32) -> bool {
        let chosen = CHOSEN.load(Relaxed);
        chosen == number || (chosen >= NOTED && ask(number))
    }
    #[cold]
    #[inline(never)]
    fn ask(number: u32) -> bool {
        if CHOSEN.load(Relaxed) == UNKNOWN {
            let mut file = FILE.lock().unwrap();
            let chosen = match (std::env::var("SKIDPAD_MUTANT"), std::env::var("SKIDPAD_MUTANTS_REACHED")) {
                (Ok(number), _) => number.parse().unwrap(),
                (_, Ok(path)) => {
                    *file = Some(std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap());
                    NOTED
                }
                _ => 0,
            };
            CHOSEN.store(chosen, Relaxed);
        }
        let chosen = CHOSEN.load(Relaxed);
        if chosen == NOTED && !REACHED[number as usize].swap(true, Relaxed) {
            if let Some(file) = &mut *FILE.lock().unwrap() {
                file.write_all(format!("{number}\n").as_bytes()).unwrap();
            }
        }
        chosen == number
    }
}
"#;

impl Scratch {
    /// Copies what is needed of a workspace to a folder, and finds what can be made wrong in a crate.
    pub(crate) fn prepare(
        workspace: &Path,
        root: &Path,
        crate_name: &str,
    ) -> Result<(Self, Vec<SourceFile>), String> {
        let failed = |problem: io::Error| format!("cannot prepare {}: {problem}", root.display());
        copy_folder(&workspace.join("core"), &root.join("core"), &Path::new(crate_name).join("src"))
            .map_err(failed)?;
        link_others(workspace, root).map_err(failed)?;
        let manifest = fs::read_to_string(workspace.join("Cargo.toml")).map_err(failed)?;
        let lines: Vec<&str> = manifest
            .lines()
            .map(|line| if line.starts_with("members") { "members = [\"core/*\"]" } else { line })
            .filter(|line| !line.starts_with("default-members"))
            .collect();
        write_changed(&root.join("Cargo.toml"), lines.join("\n").as_bytes()).map_err(failed)?;
        if !root.join("Cargo.lock").exists() {
            fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock")).map_err(failed)?;
        }
        let scratch = Self { root: root.to_path_buf(), crate_name: crate_name.to_owned() };
        let mut files = Vec::new();
        let mut paths = Vec::new();
        source_files(&workspace.join("core").join(crate_name).join("src"), &mut paths).map_err(failed)?;
        paths.sort();
        let mut next_number = 1;
        for path in paths {
            let text = fs::read_to_string(&path).map_err(failed)?;
            let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
            let sites = if is_test {
                Vec::new()
            } else {
                sites(&text).map_err(|problem| format!("{}: {problem}", path.display()))?
            };
            let path = path.strip_prefix(workspace).unwrap_or(&path).display().to_string();
            let first_number = next_number;
            next_number += sites.iter().map(|site| site.replacements.len() as u32).sum::<u32>();
            files.push(SourceFile { path, text, sites, dropped: BTreeSet::new(), first_number });
        }
        scratch.recall_dropped(&mut files);
        Ok((scratch, files))
    }

    /// Builds the crate's test programs with all mutants that compile, and returns their paths.
    pub(crate) fn build(&self, files: &mut [SourceFile]) -> Result<Vec<PathBuf>, String> {
        let check = ["check", "--lib"];
        let test = ["test", "--lib", "--tests", "--no-run"];
        for arguments in [&check[..], &test] {
            loop {
                let rewritten = self.write(files)?;
                let messages = match self.cargo(arguments)? {
                    Ok(messages) if arguments == test => return Ok(self.programs(&messages)),
                    Ok(_) => break,
                    Err(messages) => messages,
                };
                let before: usize = files.iter().map(|file| file.dropped.len()).sum();
                drop_failing(files, &rewritten, &messages);
                let after: usize = files.iter().map(|file| file.dropped.len()).sum();
                eprintln!("{} mutants more do not compile", after - before);
                self.remember_dropped(files)?;
                if after == before {
                    return Err(format!("the mutated crate does not compile:\n{messages}"));
                }
            }
        }
        Ok(Vec::new())
    }

    /// The crate's folder in the copy, in which its tests run.
    pub(crate) fn crate_folder(&self) -> PathBuf {
        self.root.join("core").join(&self.crate_name)
    }

    /// A folder for notes.
    pub(crate) fn notes(&self) -> PathBuf {
        self.root.join("notes").join(&self.crate_name)
    }

    fn write(&self, files: &[SourceFile]) -> Result<Vec<Rewritten>, String> {
        let count: usize = files.iter().map(|file| file.choices().count()).sum();
        let library = format!("core/{}/src/lib.rs", self.crate_name);
        let mut all = Vec::new();
        for file in files {
            let mut rewritten = file.rewritten();
            // Mutants make functions long: inlined as often as ours are, they would take hours to compile. The text
            // stays as long as it is, and so places in messages stay right.
            rewritten.text = rewritten.text.replace("#[inline(always)]", "#[inline]        ");
            if file.path == library {
                rewritten.text += &CHOICE.replace("COUNT", &(count + 1).to_string());
            }
            let path = self.root.join(&file.path);
            write_changed(&path, rewritten.text.as_bytes())
                .map_err(|problem| format!("{}: {problem}", path.display()))?;
            all.push(rewritten);
        }
        Ok(all)
    }

    /// What cargo says; as an error where it fails.
    fn cargo(&self, arguments: &[&str]) -> Result<Result<String, String>, String> {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(arguments)
            .args(["--offline", "--message-format=short", "--package", &self.crate_name])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("RUSTFLAGS", "--cap-lints=allow")
            .output()
            .map_err(|problem| format!("cargo: {problem}"))?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(if output.status.success() { Ok(messages) } else { Err(messages) })
    }

    /// The test programs in cargo's messages.
    fn programs(&self, messages: &str) -> Vec<PathBuf> {
        let lines = messages.lines().filter(|line| line.trim_start().starts_with("Executable "));
        let paths = lines.filter_map(|line| line.rsplit_once('(')?.1.strip_suffix(')'));
        paths.map(|path| self.root.join(path)).collect()
    }

    fn dropped_notes(&self) -> PathBuf {
        self.notes().join("dropped")
    }

    fn recall_dropped(&self, files: &mut [SourceFile]) {
        let Ok(notes) = fs::read_to_string(self.dropped_notes()) else { return };
        let names: BTreeSet<&str> = notes.lines().collect();
        for file in files {
            let dropped: Vec<Choice> =
                file.choices().filter(|&choice| names.contains(file.name(choice).as_str())).collect();
            file.dropped.extend(dropped);
        }
    }

    fn remember_dropped(&self, files: &[SourceFile]) -> Result<(), String> {
        let names: Vec<String> = files
            .iter()
            .flat_map(|file| file.dropped.iter().map(|&choice| file.name(choice) + "\n"))
            .collect();
        fs::create_dir_all(self.notes())
            .and_then(|()| fs::write(self.dropped_notes(), names.concat()))
            .map_err(|problem| format!("{}: {problem}", self.dropped_notes().display()))
    }
}

/// Drops the mutants in which the compiler found errors, in messages of one line each.
fn drop_failing(files: &mut [SourceFile], rewritten: &[Rewritten], messages: &str) {
    for message in messages.lines() {
        let Some((place, what)) = message.split_once(": ") else { continue };
        let mut parts = place.rsplitn(3, ':');
        let (Some(column), Some(line), Some(path)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let (Ok(column), Ok(line)) = (column.parse::<usize>(), line.parse::<usize>()) else { continue };
        let index = files.iter().position(|file| Path::new(&file.path) == Path::new(path));
        let Some(index) = index.filter(|_| what.starts_with("error")) else { continue };
        let (file, text) = (&mut files[index], &rewritten[index]);
        let line_start: usize = text.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let line_text = text.text[line_start..].lines().next().unwrap_or_default();
        let at = line_start + line_text.chars().take(column - 1).map(char::len_utf8).sum::<usize>();
        let around = text.regions.iter().filter(|region| region.range.contains(&at));
        let innermost = around.min_by_key(|region| region.range.len());
        let line_range = line_start..line_start + line_text.len();
        let blamed: Vec<_> = match innermost {
            Some(region) => vec![region],
            // An error beside the mutants: one of those in the line has another type than before.
            None => text
                .regions
                .iter()
                .filter(|region| region.range.start < line_range.end && line_range.start < region.range.end)
                .collect(),
        };
        for region in blamed {
            let site = region.site;
            match region.replacement {
                Some(change) => file.dropped.extend([(site, change)]),
                None => {
                    let all = 0..file.sites[site].replacements.len();
                    file.dropped.extend(all.map(|change| (site, change)));
                }
            }
        }
    }
}

/// Every `.rs` file below a folder.
fn source_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            source_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Makes a folder the copy of another one, except for what is below `but`.
fn copy_folder(from: &Path, to: &Path, but: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let below = but.strip_prefix(&name).ok();
        if below == Some(Path::new("")) {
            copy_folders_only(&path, &to.join(name))?;
        } else if path.is_dir() {
            copy_folder(&path, &to.join(name), below.unwrap_or(Path::new("")))?;
        } else {
            write_changed(&to.join(name), &fs::read(&path)?)?;
        }
    }
    for entry in fs::read_dir(to)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.is_file() && !from.join(name).exists() {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Makes the folders of another folder.
fn copy_folders_only(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.is_dir() {
            copy_folders_only(&path, &to.join(name))?;
        }
    }
    Ok(())
}

/// Links what tests read beside `core/`.
fn link_others(workspace: &Path, root: &Path) -> io::Result<()> {
    for entry in fs::read_dir(workspace)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let is_ours = ["core", "target", "Cargo.toml", "Cargo.lock"].iter().any(|&own| name == own);
        let link = root.join(&name);
        if !is_ours && !name.to_string_lossy().starts_with('.') && !link.exists() {
            std::os::unix::fs::symlink(path, link)?;
        }
    }
    Ok(())
}

/// Writes a file unless it says that already, so that cargo builds only what changed.
fn write_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) { Ok(()) } else { fs::write(path, bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> SourceFile {
        SourceFile {
            path: "core/x/src/lib.rs".to_owned(),
            text: text.to_owned(),
            sites: sites(text).expect("a source text"),
            dropped: BTreeSet::new(),
            first_number: 1,
        }
    }

    #[test]
    fn an_error_in_one_mutant_drops_that_one() {
        let mut files = [file("fn f() -> bool {\n    a + b <= c\n}")];
        let rewritten = [files[0].rewritten()];
        let line = rewritten[0].text.lines().nth(1).expect("a line");
        let column = line.find("a - b").expect("a mutant") + 1;
        let message = format!("core/x/src/lib.rs:2:{column}: error[E0369]: cannot subtract\n");
        drop_failing(&mut files, &rewritten, &message);
        assert_eq!(files[0].dropped, BTreeSet::from([(1, 0)]));
    }

    #[test]
    fn names_say_where_and_what() {
        let file = file("fn f() {\n    // µ\n    /* µ */ -x\n}");
        assert_eq!(file.name((0, 0)), "core/x/src/lib.rs:3:13: - -> nothing");
        assert_eq!(file.expression(0), "-x");
    }
}

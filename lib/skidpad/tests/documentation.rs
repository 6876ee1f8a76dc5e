//! Every page of the documentation is listed in its index, and links between Markdown files lead to existing files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Folders that are built or downloaded, not written.
const SKIPPED: [&str; 4] = ["target", "node_modules", "dist", ".git"];

/// Every Markdown file below a folder, sorted.
fn pages_below(folder: &Path) -> BTreeSet<PathBuf> {
    let mut pages = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() && !SKIPPED.contains(&name.as_str()) {
            pages.extend(pages_below(&path));
        } else if name.ends_with(".md") {
            pages.insert(path);
        }
    }
    pages
}

/// Targets of `](…)` outside of code, without `#section`; addresses on the web are left out.
fn links_of(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        // Inline code stands between backquotes: every second piece.
        let prose: String = line.split('`').step_by(2).collect();
        for rest in prose.split("](").skip(1) {
            let target = rest.split([')', ' ']).next().unwrap_or_default();
            let path = target.split('#').next().unwrap_or_default();
            if !path.is_empty() && !path.contains("://") && !path.starts_with("mailto:") {
                links.push(path.to_string());
            }
        }
    }
    links
}

/// A path without `.` and `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(tidied.pop()),
            Component::CurDir => {}
            other => tidied.push(other),
        }
    }
    tidied
}

fn linked_files(page: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(page).expect("a page");
    let folder = page.parent().expect("its folder");
    links_of(&text).iter().map(|link| tidy(&folder.join(link))).collect()
}

#[test]
fn the_index_lists_every_page() {
    let docs = repository().join("docs");
    let index = docs.join("README.md");
    let listed: BTreeSet<PathBuf> = linked_files(&index).into_iter().collect();
    let missing: Vec<PathBuf> =
        pages_below(&docs).into_iter().filter(|page| *page != index && !listed.contains(page)).collect();
    assert!(missing.is_empty(), "docs/README.md does not link {missing:?}");
}

#[test]
fn links_lead_to_existing_files() {
    let pages = pages_below(&repository());
    assert!(pages.len() > 20, "{} pages", pages.len());
    let mut link_count = 0;
    let mut broken = Vec::new();
    for page in pages {
        for target in linked_files(&page) {
            link_count += 1;
            if !target.exists() {
                broken.push(format!("{}: {}", page.display(), target.display()));
            }
        }
    }
    assert!(link_count > 50, "{link_count} links");
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn links_in_code_and_on_the_web_are_left_out() {
    let text =
        "[a](b.md#c) [d](https://example.org/) `[e](f.md)` ![g](h.png)\n```text\n[i](j.md)\n```\n[k](#l)";
    assert_eq!(links_of(text), ["b.md", "h.png"]);
}

/// Paths of ARCHITECTURE.md stand in backquotes and begin with a top folder.
#[test]
fn places_named_by_the_architecture_exist() {
    let root = repository();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let tops = ["core/", "edge/", "lib/", "apps/", "viewer/", "docs/", "worlds/", "testdata/", "examples/"];
    let named =
        text.split('`').skip(1).step_by(2).filter(|code| tops.iter().any(|top| code.starts_with(top)));
    let missing: Vec<&str> = named.filter(|path| !root.join(path).exists()).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The version is written in few places; they agree.
#[test]
fn one_version_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |name: &str| fs::read_to_string(repository().join(name)).expect(name);
    assert!(read("CITATION.cff").lines().any(|line| line == format!("version: {version}")), "CITATION.cff");
    let changelog = read("CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## ")).unwrap_or_default();
    assert!(newest.starts_with(version), "the newest section of CHANGELOG.md is {newest}");
    for page in ["README.md", "docs/install.md"] {
        let text = read(page);
        let named: BTreeSet<&str> = text
            .split("skidpad-")
            .skip(1)
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|rest| rest.split('-').next())
            .collect();
        assert_eq!(named, BTreeSet::from([version]), "{page}");
    }
}

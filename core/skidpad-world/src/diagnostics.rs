//! Diagnostics: what is wrong with a world, where, and what to do. They are collected; nothing stops at the first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use crate::place::{Place, Sources};
use crate::problem::Problem;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The world cannot be used.
    Error,
    /// The world can be used, but probably does not say what its author meant.
    Warning,
    /// For information.
    Note,
}

/// One finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// Where; `None` when it concerns no place in a file (a variable given on the command line).
    pub place: Option<Place>,
    /// What; its `Display` is the message.
    pub problem: Problem,
}

/// A diagnostic with its file name and message written out, as programs want to read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DiagnosticRecord {
    /// How serious it is.
    pub severity: Severity,
    /// Logical path of the file.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1.
    pub column: Option<u32>,
    /// The message.
    pub message: String,
}

impl Severity {
    /// The word before a message.
    pub fn prefix(self) -> &'static str {
        match self {
            Severity::Error => "error: ",
            Severity::Warning => "warning: ",
            Severity::Note => "note: ",
        }
    }
}

/// `file:line:column: severity: message`.
impl fmt::Display for DiagnosticRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(file), Some(line), Some(column)) = (&self.file, self.line, self.column) {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        write!(f, "{}{}", self.severity.prefix(), self.message)
    }
}

/// What a record says apart from the file that it is about: many files may be missing for one reason.
fn apart_from_its_file(message: &str) -> &str {
    const START: &str = "cannot read \"";
    let end = message.strip_prefix(START).and_then(|rest| rest.find("\": ").map(|at| START.len() + at));
    end.map_or(message, |end| &message[end..])
}

/// Warnings and notes that say the same at several places, or of several files, told once: at the first place, naming
/// two more.
pub fn told_once(records: &[DiagnosticRecord]) -> Vec<DiagnosticRecord> {
    let mut told: Vec<(DiagnosticRecord, Vec<&DiagnosticRecord>)> = Vec::new();
    let mut index_of = BTreeMap::new();
    for record in records {
        let index =
            *index_of.entry((record.severity, apart_from_its_file(&record.message))).or_insert(told.len());
        match told.get_mut(index) {
            Some((_, others)) if record.severity != Severity::Error => others.push(record),
            // An error is mended at each of its places.
            _ => told.push((record.clone(), Vec::new())),
        }
    }
    for (first, others) in &mut told {
        let named = others.iter().take(2).map(|other| match (&other.file, other.line, other.column) {
            (file, Some(line), Some(column)) if *file == first.file => format!("{line}:{column}"),
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}"),
            _ => "no place".to_owned(),
        });
        let named: Vec<String> = named.collect();
        let what = if others.iter().all(|other| other.message == first.message) { "times" } else { "files" };
        match others.len() {
            0 => {}
            count @ 1..=2 => {
                first.message += &format!(" ({} {what}: also at {})", count + 1, named.join(", "));
            }
            count => first.message += &format!(" ({} {what}: also at {}, …)", count + 1, named.join(", ")),
        }
    }
    told.into_iter().map(|(record, _)| record).collect()
}

impl Diagnostic {
    /// `file:line:column: severity: message`.
    pub fn render(&self, sources: &Sources) -> String {
        self.record(sources).to_string()
    }

    /// The same, in parts.
    pub fn record(&self, sources: &Sources) -> DiagnosticRecord {
        DiagnosticRecord {
            severity: self.severity,
            file: self.place.map(|place| sources.name(place.file).to_owned()),
            line: self.place.map(|place| place.line),
            column: self.place.map(|place| place.column),
            message: self.problem.to_string(),
        }
    }
}

/// All findings of one world, without repetitions, up to a limit; further ones are only counted, except the first
/// error.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    seen: BTreeSet<(Option<Place>, String)>,
    error_places: BTreeSet<Place>,
    limit: usize,
    /// Bytes of the messages that were kept: each may quote a name of megabytes.
    text_bytes: usize,
    error_count: usize,
    dropped_count: usize,
}

/// Bytes of all messages at most; the one that exceeds them is kept.
const MOST_TEXT_BYTES: usize = 4_000_000;

impl Default for Diagnostics {
    fn default() -> Self {
        Diagnostics::with_limit(crate::limits::Limits::default().diagnostics)
    }
}

impl Diagnostics {
    /// An empty collection that keeps at most `limit` findings.
    pub fn with_limit(limit: usize) -> Self {
        Diagnostics {
            kept: Vec::new(),
            seen: BTreeSet::new(),
            error_places: BTreeSet::new(),
            limit,
            text_bytes: 0,
            error_count: 0,
            dropped_count: 0,
        }
    }

    /// Add a finding, unless the same one is there already (a loop finds a mistake many times).
    pub fn push(&mut self, severity: Severity, place: Option<Place>, problem: Problem) {
        // The first error is kept whatever came before it: it says why the world cannot be used.
        let is_first_error = severity == Severity::Error && !self.has_errors();
        if self.is_full() && !is_first_error {
            self.dropped_count += 1;
            self.error_count += usize::from(severity == Severity::Error);
            return;
        }
        let text = problem.to_string();
        let text_bytes = text.len();
        if self.seen.insert((place, text)) {
            self.text_bytes += text_bytes;
            if severity == Severity::Error {
                self.error_count += 1;
                self.error_places.extend(place);
            }
            self.kept.push(Diagnostic { severity, place, problem });
        }
    }

    /// Add an error.
    pub fn error(&mut self, place: Place, problem: Problem) {
        self.push(Severity::Error, Some(place), problem);
    }

    /// Add a warning.
    pub fn warning(&mut self, place: Place, problem: Problem) {
        self.push(Severity::Warning, Some(place), problem);
    }

    /// Add a note.
    pub fn note(&mut self, place: Place, problem: Problem) {
        self.push(Severity::Note, Some(place), problem);
    }

    /// Add the findings about something that the world does not use. Errors become warnings, and places that
    /// already have an error get no second finding.
    pub fn add_as_warnings(&mut self, others: &Diagnostics) {
        for other in &others.kept {
            if !other.place.is_some_and(|place| self.has_error_at(place)) {
                self.push(other.severity.max(Severity::Warning), other.place, other.problem.clone());
            }
        }
    }

    /// Add what another stage found, and order by place again.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        for Diagnostic { severity, place, problem } in others {
            self.push(severity, place, problem);
        }
        self.sort_by_place();
    }

    /// The errors among the findings.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The findings, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    /// Whether there is at least one error.
    pub fn has_errors(&self) -> bool {
        self.error_count > 0
    }

    /// Record that the problem at this place is reported elsewhere.
    pub fn mark_as_reported(&mut self, place: Place) {
        self.error_places.insert(place);
    }

    /// The places for which [`Diagnostics::has_error_at`] holds.
    pub fn error_places(&self) -> &BTreeSet<Place> {
        &self.error_places
    }

    /// Whether an error was found at this place; later stages then report nothing about the same value.
    pub fn has_error_at(&self, place: Place) -> bool {
        self.error_places.contains(&place)
    }

    /// How many findings of this kind were kept.
    pub fn count(&self, severity: Severity) -> usize {
        self.kept.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// How many findings came after the limit was reached.
    pub fn dropped_count(&self) -> usize {
        self.dropped_count
    }

    /// Whether the limit is reached, so that further findings are only counted.
    pub fn is_full(&self) -> bool {
        self.kept.len() >= self.limit || self.text_bytes >= MOST_TEXT_BYTES
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Order by place; findings without a place come last. Of equal places, the first found stays first.
    pub fn sort_by_place(&mut self) {
        self.kept.sort_by_key(|diagnostic| (diagnostic.place.is_none(), diagnostic.place));
    }

    /// All findings, one line each, with a last line when some were not kept.
    pub fn render(&self, sources: &Sources) -> String {
        let mut lines: String =
            self.kept.iter().map(|diagnostic| diagnostic.render(sources) + "\n").collect();
        if self.dropped_count > 0 {
            lines.push_str(&format!("and {} more\n", self.dropped_count));
        }
        lines
    }

    /// All findings with names and messages written out, for JSON.
    pub fn records(&self, sources: &Sources) -> Vec<DiagnosticRecord> {
        self.kept.iter().map(|diagnostic| diagnostic.record(sources)).collect()
    }
}

/// One line each with line and column; [`Diagnostics::render`] also names the files.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Diagnostic { severity, place, problem }) in self.kept.iter().enumerate() {
            let line_end = if index == 0 { "" } else { "\n" };
            let place = place.map(|Place { line, column, .. }| format!("{line}:{column}: "));
            write!(f, "{line_end}{}{}{problem}", place.unwrap_or_default(), severity.prefix())?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::FileId;

    fn unclosed(name: &str) -> Problem {
        Problem::UnclosedElement { element: name.to_owned(), around: Vec::new() }
    }

    #[test]
    fn each_finding_is_kept_once_and_rendered_with_its_place() {
        let mut sources = Sources::default();
        let file = sources.add("yard.world.xml", "<a>");
        let place = Place { file, line: 1, column: 2 };
        let mut diagnostics = Diagnostics::default();
        diagnostics.error(place, unclosed("a"));
        diagnostics.error(place, unclosed("a"));
        diagnostics.warning(place, unclosed("b"));
        assert_eq!(
            diagnostics.render(&sources),
            "yard.world.xml:1:2: error: <a> is never closed; write </a> where it ends, or end its tag with \"/>\"\n\
             yard.world.xml:1:2: warning: <b> is never closed; write </b> where it ends, or end its tag with \"/>\"\n"
        );
        assert!(diagnostics.has_errors());
    }

    #[test]
    fn equal_warnings_are_told_once_and_errors_each() {
        let record = |severity, line, message: &str| DiagnosticRecord {
            severity,
            file: Some("a.xml".to_owned()),
            line: Some(line),
            column: Some(1),
            message: message.to_owned(),
        };
        let mut records: Vec<_> = (1..=40).map(|line| record(Severity::Warning, line, "odd")).collect();
        records.push(record(Severity::Error, 50, "wrong"));
        records.push(record(Severity::Error, 51, "wrong"));
        records.push(record(Severity::Note, 60, "odd"));
        records.push(record(Severity::Note, 61, "odd"));
        records.push(record(Severity::Warning, 70, "cannot read \"a.png\": it is gone"));
        records.push(record(Severity::Warning, 71, "cannot read \"b.png\": it is gone"));
        records.push(record(Severity::Warning, 72, "cannot read \"c.png\": it is blue"));
        let lines: Vec<String> = told_once(&records).iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "a.xml:1:1: warning: odd (40 times: also at 2:1, 3:1, …)",
                "a.xml:50:1: error: wrong",
                "a.xml:51:1: error: wrong",
                "a.xml:60:1: note: odd (2 times: also at 61:1)",
                "a.xml:70:1: warning: cannot read \"a.png\": it is gone (2 files: also at 71:1)",
                "a.xml:72:1: warning: cannot read \"c.png\": it is blue",
            ]
        );
    }

    #[test]
    fn messages_of_megabytes_are_not_kept_a_thousand_times() {
        let mut diagnostics = Diagnostics::default();
        for line in 1..=10 {
            diagnostics
                .warning(Place { line, ..Place::start_of(FileId(0)) }, unclosed(&"x".repeat(1_500_000)));
        }
        assert_eq!((diagnostics.iter().count(), diagnostics.dropped_count()), (2, 8));
    }

    #[test]
    fn beyond_the_limit_findings_are_counted_but_the_first_error_is_kept() {
        let mut diagnostics = Diagnostics::with_limit(1);
        let place = Place::start_of(FileId(0));
        diagnostics.warning(place, unclosed("a"));
        diagnostics.warning(place, unclosed("b"));
        assert!(!diagnostics.has_errors());
        diagnostics.error(place, unclosed("c"));
        diagnostics.error(place, unclosed("d"));
        assert_eq!((diagnostics.dropped_count(), diagnostics.errors().count()), (2, 1));
        assert!(diagnostics.render(&Sources::default()).ends_with("and 2 more\n"));
    }
}

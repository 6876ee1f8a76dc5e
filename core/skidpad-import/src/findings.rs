//! What an import finds, collected with places.

use crate::problem::ImportProblem;
use skidpad_world::{DiagnosticRecord, Diagnostics, FileId, Limits, Node, Place, Severity, Sources, xml};
use std::collections::BTreeSet;

/// The result of an import, and everything that was found on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported<T> {
    /// The result; none where the file has errors.
    pub result: Option<T>,
    /// Errors, then what was not taken or taken in another way, in the order of the file.
    pub findings: Vec<DiagnosticRecord>,
}

/// Findings of an import while it goes on.
#[derive(Debug)]
pub struct Report {
    sources: Sources,
    found: Vec<(Severity, Option<Place>, String)>,
    seen: BTreeSet<(Option<Place>, String)>,
    limits: Limits,
    nodes_left: usize,
    bytes_left: usize,
    is_full: bool,
}

impl Report {
    pub(crate) fn new(limits: &Limits) -> Report {
        Report {
            sources: Sources::default(),
            found: Vec::new(),
            seen: BTreeSet::new(),
            limits: limits.clone(),
            nodes_left: limits.nodes,
            bytes_left: limits.all_files_bytes,
            is_full: false,
        }
    }

    /// The root element of a text; none if it has none, which is reported.
    pub(crate) fn parse(&mut self, text: &str, name: &str) -> Option<Node> {
        let file = self.sources.add(name, text);
        let start = Place::start_of(file);
        if text.len() > self.limits.file_bytes || text.len() > self.bytes_left {
            let limit = self.limits.file_bytes.min(self.bytes_left);
            self.error(start, &ImportProblem::LimitReached { what: "bytes", limit });
            return None;
        }
        self.bytes_left -= text.len();
        let mut diagnostics = Diagnostics::default();
        let roots = xml::parse(text, file, &self.limits, &mut self.nodes_left, &mut diagnostics);
        for found in diagnostics.iter() {
            self.push(found.severity, found.place, found.problem.to_string());
        }
        if diagnostics.has_errors() {
            return None;
        }
        let root = roots.into_iter().next();
        if root.is_none() {
            let what = "an element".to_owned();
            self.error(start, &ImportProblem::Missing { element: "file".to_owned(), what });
        }
        root
    }

    /// Remember another text, for places in it.
    pub(crate) fn add_source(&mut self, name: &str, text: &str) -> FileId {
        self.sources.add(name, text)
    }

    fn push(&mut self, severity: Severity, place: Option<Place>, message: String) {
        if self.found.len() >= self.limits.diagnostics {
            if severity == Severity::Error && !self.is_full {
                self.is_full = true;
                self.found.push((severity, place, message));
            }
            return;
        }
        if self.seen.insert((place, message.clone())) {
            self.found.push((severity, place, message));
        }
    }

    pub(crate) fn error(&mut self, place: Place, problem: &ImportProblem) {
        self.push(Severity::Error, Some(place), problem.to_string());
    }

    pub(crate) fn warning(&mut self, place: Place, problem: &ImportProblem) {
        self.push(Severity::Warning, Some(place), problem.to_string());
    }

    pub(crate) fn note(&mut self, place: Place, problem: &ImportProblem) {
        self.push(Severity::Note, Some(place), problem.to_string());
    }

    pub(crate) fn not_taken(&mut self, place: Place, what: impl Into<String>, why: impl Into<String>) {
        self.warning(place, &ImportProblem::NotTaken { what: what.into(), why: why.into() });
    }

    pub(crate) fn taken_as(&mut self, place: Place, what: impl Into<String>, taken_as: impl Into<String>) {
        self.note(place, &ImportProblem::TakenAs { what: what.into(), taken_as: taken_as.into() });
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.found.iter().any(|(severity, ..)| *severity == Severity::Error)
    }

    /// The findings in order of severity of errors first, then of place.
    pub(crate) fn finish<T>(mut self, result: Option<T>) -> Imported<T> {
        let has_errors = self.has_errors();
        self.found.sort_by_key(|(severity, place, _)| (*severity != Severity::Error, *place));
        let findings = (self.found.into_iter())
            .map(|(severity, place, message)| DiagnosticRecord {
                severity,
                file: place.map(|place| self.sources.name(place.file).to_owned()),
                line: place.map(|place| place.line),
                column: place.map(|place| place.column),
                message,
            })
            .collect();
        Imported { result: result.filter(|_| !has_errors), findings }
    }
}

//! `${x}`, `${x|default}`, `$env{X}`, `$env{X|default}`, `$(…)` and `$f{…}` in one value.
//!
//! One walk from left to right; what stands inside is replaced before what stands around it. A
//! replacement may hold further ones, up to a depth that no honest world reaches.

use super::Expander;
use crate::expression::{self, ExpressionError, format_number};
use crate::files::{DATA_PREFIX, PACKAGE_PREFIX};
use crate::nearest::nearest;
use crate::place::Place;
use crate::problem::Problem;

/// Replacements inside replacements.
const DEEPEST: usize = 20;

/// Steps of an expression for each name that a mistake is compared with.
const STEPS_PER_NAME: u64 = 2;

/// How much of a value is replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Everything; what is undefined is an error.
    All,
    /// Only `${…}` that can be replaced now, for text that is pasted or instantiated later.
    Names,
}

impl Expander<'_> {
    /// The value with everything replaced. A piece that cannot be is reported and stays as written.
    pub(super) fn substitute(&mut self, text: &str, place: Place) -> String {
        self.whole(text, place, Extent::All)
    }

    /// The value with `${…}` replaced where it has a meaning now; `${NAME}` and `${PARENT_NAME}` stay.
    pub(super) fn substitute_names(&mut self, text: &str, place: Place) -> String {
        self.whole(text, place, Extent::Names)
    }

    fn whole(&mut self, text: &str, place: Place, extent: Extent) -> String {
        self.is_endless = false;
        let value = self.walk(text, place, extent, 0);
        if self.is_endless {
            self.diagnostics.mark_as_reported(place);
            return text.to_owned();
        }
        value
    }

    fn walk(&mut self, text: &str, place: Place, extent: Extent, depth: usize) -> String {
        if !self.spend_bytes(text.len(), place) || !text.contains('$') {
            return text.to_owned();
        }
        if depth > DEEPEST && !self.is_endless {
            self.is_endless = true;
            self.diagnostics.error(place, Problem::EndlessSubstitution);
        }
        if self.is_endless {
            return String::new();
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        // What was pasted has no place of its own, nor has what a class was frozen to.
        let is_as_written = depth == 0 && !self.is_frozen;
        let value_place = place;
        let mut place = place;
        while let Some(start) = rest.find('$') {
            out.push_str(&rest[..start]);
            if is_as_written {
                place = place.after(&rest[..start]);
            }
            rest = &rest[start..];
            let Some(piece) = Piece::at(rest) else {
                out.push('$');
                if is_as_written {
                    place = place.after("$");
                }
                rest = &rest[1..];
                continue;
            };
            let Some(inner_length) = piece.inner_length(&rest[piece.opening.len()..]) else {
                let problem = Problem::UnclosedSubstitution {
                    opening: rest.chars().take(20).collect(),
                    closing: piece.closing,
                };
                self.diagnostics.error(place, problem);
                self.diagnostics.mark_as_reported(value_place);
                break;
            };
            let inner = &rest[piece.opening.len()..piece.opening.len() + inner_length];
            let whole = &rest[..piece.opening.len() + inner_length + 1];
            let value = self.replace(piece.opening, inner, place, extent, depth);
            if value.is_none() && self.diagnostics.has_error_at(place) {
                self.diagnostics.mark_as_reported(value_place);
            }
            let value = value.as_deref().unwrap_or(whole);
            out.push_str(value);
            if is_as_written {
                place = place.after(whole);
            }
            rest = &rest[whole.len()..];
            if !self.spend_bytes(value.len(), value_place) {
                return out;
            }
        }
        out.push_str(rest);
        out
    }

    /// Count text against its limit. False when it is used up.
    pub(super) fn spend_bytes(&mut self, produced: usize, place: Place) -> bool {
        match self.budget.expanded_bytes.checked_sub(produced.max(1)) {
            Some(left) => self.budget.expanded_bytes = left,
            None => {
                self.stop(place, "bytes of names and values", self.options.limits.expanded_bytes as u64);
            }
        }
        !self.is_stopped
    }

    /// What one piece stands for; `None` when it stays as it is.
    fn replace(
        &mut self,
        opening: &str,
        inner: &str,
        place: Place,
        extent: Extent,
        depth: usize,
    ) -> Option<String> {
        match (opening, extent) {
            ("${", _) => self.variable_value(inner, place, extent, depth),
            ("$f{", Extent::Names) => Some(format!("$f{{{}}}", self.walk(inner, place, extent, depth + 1))),
            (_, Extent::Names) => None,
            ("$f{", _) => {
                let expression = self.walk(inner, place, extent, depth + 1);
                self.expression_value(&expression, place)
            }
            ("$env{", _) => {
                let (name, default) = split_default(inner);
                let name = name.trim();
                let default = default.map(|default| self.walk(default, place, extent, depth + 1));
                let value = self.environment_value(name).or(default);
                if value.is_none() {
                    let problem = Problem::UndefinedEnvironmentVariable { name: name.to_owned() };
                    self.diagnostics.error(place, problem);
                }
                value
            }
            _ => self.command_value(inner, place),
        }
    }

    fn variable_value(&mut self, inner: &str, place: Place, extent: Extent, depth: usize) -> Option<String> {
        let (name, default) = match split_default(inner) {
            // As in MVSim, an empty default is none.
            (name, Some(default)) if !default.is_empty() => (name, Some(default)),
            (name, _) => (name, None),
        };
        let name = self.walk(name, place, extent, depth + 1);
        if extent == Extent::Names && (name == "NAME" || name == "PARENT_NAME") {
            return None;
        }
        if let Some(value) = self.named_value(&name, place) {
            return Some(self.walk(&value, place, extent, depth + 1));
        }
        if let Some(default) = default {
            return Some(self.walk(default, place, extent, depth + 1));
        }
        if extent == Extent::All && self.is_first_time(place, &name) {
            let known = self.parameters.names().chain(self.variables.names());
            let nearest = nearest(&name, known);
            self.diagnostics.error(place, Problem::UndefinedVariable { name, nearest });
        }
        None
    }

    /// Looked up as MVSim does: the file's folder, the object's names, parameters, variables, environment.
    fn named_value(&mut self, name: &str, place: Place) -> Option<String> {
        match name {
            "MVSIM_CURRENT_FILE_DIRECTORY" => return Some(self.folder_value(place)),
            "NAME" if self.name.is_some() => return self.name.clone(),
            "PARENT_NAME" if self.parent_name.is_some() => return self.parent_name.clone(),
            _ => {}
        }
        let set = self.parameters.text(name).or_else(|| self.variables.text(name));
        match set {
            Some(value) => Some(value.to_owned()),
            None => self.environment_value(name),
        }
    }

    fn environment_value(&mut self, name: &str) -> Option<String> {
        let value = self.options.environment.get(name).cloned();
        self.environment_read.insert(name.to_owned(), value.clone());
        value
    }

    /// Nothing is ever run: the commands that find a ROS package are recognised, any other is refused.
    fn command_value(&mut self, command: &str, place: Place) -> Option<String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        if let ["ros2", "pkg", "prefix", name]
        | ["rospack", "find", name]
        | ["find" | "find-pkg-share" | "find-pkg-prefix", name] = words[..]
        {
            return Some(match name {
                "mvsim" => DATA_PREFIX.to_owned(),
                name => format!("{PACKAGE_PREFIX}/{name}"),
            });
        }
        let command = command.chars().take(80).collect();
        self.diagnostics.error(place, Problem::CommandRefused { command });
        None
    }

    fn expression_value(&mut self, text: &str, place: Place) -> Option<String> {
        let allowed = self.options.limits.expression_steps.min(self.budget.expression_steps);
        let mut steps_left = allowed;
        let variables = NumericVariables { expander: self };
        let mut random = variables.expander.random.clone();
        let value = expression::evaluate(text, &variables, &mut random, &mut steps_left);
        self.random = random;
        // Reading costs too, and a mistake costs the search for a suggestion among all names.
        let name_count = (self.parameters.count() + self.variables.count()) as u64;
        let spent = allowed - steps_left
            + text.len() as u64
            + if value.is_err() { 1_000 + STEPS_PER_NAME * name_count } else { 0 };
        self.budget.expression_steps = self.budget.expression_steps.saturating_sub(spent);
        if self.budget.expression_steps == 0 {
            let limit = self.options.limits.total_expression_steps;
            self.stop(place, "steps of $f{…} expressions", limit);
        }
        match value {
            Ok(value) => Some(format_number(value)),
            Err(ExpressionError(what)) => {
                let mut expression: String = text.chars().take(60).collect();
                if expression.len() < text.len() {
                    expression.push('…');
                }
                self.diagnostics.error(place, Problem::BadExpression { expression, what });
                None
            }
        }
    }
}

/// The tables of an expander, as an expression sees them.
struct NumericVariables<'e, 'a> {
    expander: &'e Expander<'a>,
}

impl expression::Variables for NumericVariables<'_, '_> {
    fn value(&self, name: &str) -> Option<f64> {
        self.expander.parameters.number(name).or_else(|| self.expander.variables.number(name))
    }

    fn names(&self) -> Vec<String> {
        self.expander.parameters.names().chain(self.expander.variables.names()).map(str::to_owned).collect()
    }

    fn text(&self, name: &str) -> Option<&str> {
        let Expander { parameters, variables, .. } = self.expander;
        parameters.text_in_any_case(name).or_else(|| variables.text_in_any_case(name))
    }
}

/// `$` with what makes it special.
struct Piece {
    opening: &'static str,
    closing: char,
}

impl Piece {
    fn at(text: &str) -> Option<Piece> {
        [("${", '}'), ("$f{", '}'), ("$env{", '}'), ("$(", ')')]
            .into_iter()
            .find(|(opening, _)| text.starts_with(opening))
            .map(|(opening, closing)| Piece { opening, closing })
    }

    /// The length of what is inside. Braces nest; a command ends at the first `)`, as in MVSim.
    fn inner_length(&self, text: &str) -> Option<usize> {
        if self.closing == ')' {
            return text.find(')');
        }
        let mut depth = 0usize;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' if depth == 0 => return Some(at),
                b'}' => depth -= 1,
                _ => {}
            }
        }
        None
    }
}

/// Split at the first `|` that is not inside braces.
fn split_default(inner: &str) -> (&str, Option<&str>) {
    let mut depth = 0usize;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'|' if depth == 0 => return (&inner[..at], Some(&inner[at + 1..])),
            _ => {}
        }
    }
    (inner, None)
}

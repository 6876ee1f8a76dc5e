//! Parameters as text: `name = value` lines in the manner of TOML, each problem with its line.

use std::fmt;

use super::parameters::{ParameterProblem, Parameters, Value};

/// A problem and the line it stands in; 0 where it concerns the whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterFileProblem {
    /// Line in the text, from 1; 0 for the whole.
    pub line: usize,
    /// What is wrong.
    pub what: LineProblem,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LineProblem {
    /// Neither `name = value` nor `[section]`.
    NotAssignment,
    /// The value is no number, no `true` or `false`, no quoted word.
    NotAValue {
        /// What stands there.
        text: String,
    },
    /// The name was given before.
    Twice {
        /// The name.
        name: String,
    },
    /// `preset` comes after other parameters, which it would overwrite.
    PresetTooLate,
    /// The parameter itself.
    Parameter(ParameterProblem),
}

impl fmt::Display for ParameterFileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}: ", self.line)?;
        }
        match &self.what {
            LineProblem::NotAssignment => f.write_str("write name = value, or [section]"),
            LineProblem::NotAValue { text } => {
                write!(f, "\"{text}\" is no value; write a number, true, false or a \"word\"")
            }
            LineProblem::Twice { name } => write!(f, "{name} was given before"),
            LineProblem::PresetTooLate => f.write_str("preset must come before all other parameters"),
            LineProblem::Parameter(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for ParameterFileProblem {}

impl Parameters {
    /// Reads a parameter file. It starts from `preset = "…"` if that is its first line, else from `ariane`;
    /// `[lateral]` before `b = 14.5` is the same as `lateral.b = 14.5`; `#` begins a comment.
    ///
    /// # Errors
    /// All problems found: of the text, of names, of ranges.
    pub fn parse(text: &str) -> Result<Self, Vec<ParameterFileProblem>> {
        let mut parameters = Self::ariane();
        let mut problems = Vec::new();
        let mut section = String::new();
        let mut lines_of_names: Vec<(String, usize)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = without_comment(line).trim();
            if line.is_empty() {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = format!("{}.", name.trim());
                continue;
            }
            let assigned = assign(&mut parameters, &section, line, &lines_of_names);
            match assigned {
                Ok(name) => lines_of_names.push((name, index + 1)),
                Err(what) => problems.push(ParameterFileProblem { line: index + 1, what }),
            }
        }
        for problem in parameters.check().err().unwrap_or_default() {
            let name = match &problem {
                ParameterProblem::OutOfRange { row, .. } => row.name,
                ParameterProblem::SwitchReversed { .. } => "switch_down_mps",
                _ => "",
            };
            let line = lines_of_names.iter().find(|(given, _)| given == name).map_or(0, |(_, line)| *line);
            problems.push(ParameterFileProblem { line, what: LineProblem::Parameter(problem) });
        }
        problems.sort_by_key(|problem| problem.line);
        if problems.is_empty() { Ok(parameters) } else { Err(problems) }
    }
}

/// Carries out one `name = value`; gives the full name.
fn assign(
    parameters: &mut Parameters,
    section: &str,
    line: &str,
    given: &[(String, usize)],
) -> Result<String, LineProblem> {
    let (name, text) = line.split_once('=').ok_or(LineProblem::NotAssignment)?;
    let name = format!("{section}{}", name.trim());
    if given.iter().any(|(before, _)| *before == name) {
        return Err(LineProblem::Twice { name });
    }
    let value = parse_value(text.trim())?;
    match (name.as_str(), &value) {
        ("preset", Value::Word(preset)) => {
            if !given.is_empty() {
                return Err(LineProblem::PresetTooLate);
            }
            *parameters = Parameters::preset(preset).map_err(LineProblem::Parameter)?;
        }
        _ => parameters.set(&name, &value).map_err(LineProblem::Parameter)?,
    }
    Ok(name)
}

fn parse_value(text: &str) -> Result<Value, LineProblem> {
    if let Some(word) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Ok(Value::Word(word.to_owned()));
    }
    match text {
        "true" => return Ok(Value::Flag(true)),
        "false" => return Ok(Value::Flag(false)),
        _ => {}
    }
    let number = text.parse().ok().filter(|value: &f64| value.is_finite());
    number.map(Value::Number).ok_or_else(|| LineProblem::NotAValue { text: text.to_owned() })
}

/// The line up to a `#` outside quotes.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    for (place, letter) in line.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '#' if !is_quoted => return &line[..place],
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Tyre;
    use super::*;

    #[test]
    fn a_file_changes_a_preset() {
        let text = "preset = \"ariane_rear\" # base\nmass_kg = 250\ntyre = \"load\"\nreverse = true\n\n[lateral]\nb = 12.5\n";
        let car = Parameters::parse(text).unwrap();
        let expected =
            Parameters { mass_kg: 250.0, tyre: Tyre::Load, reverse: true, ..Parameters::ariane_rear() };
        assert_eq!(car.lateral.b, 12.5);
        assert_eq!(Parameters { lateral: expected.lateral, ..car }, expected);
        assert_eq!(Parameters::parse(""), Ok(Parameters::ariane()));
    }

    #[test]
    fn all_problems_come_at_once_with_their_lines() {
        let text = "mass_kg = -1\nmass\ntrack_m = wide\nfoo_m = 1\nmass_kg = 2\npreset = \"ariane\"\n";
        let messages: Vec<String> =
            Parameters::parse(text).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            [
                "1: mass_kg is -1 kg; it must be from 1 to 100000 kg (mass)",
                "2: write name = value, or [section]",
                "3: \"wide\" is no value; write a number, true, false or a \"word\"",
                "4: there is no parameter \"foo_m\"",
                "5: mass_kg was given before",
                "6: preset must come before all other parameters",
            ]
        );
    }

    #[test]
    fn a_hash_in_quotes_is_no_comment() {
        assert_eq!(without_comment("a = \"x#y\" # \"z\""), "a = \"x#y\" ");
        assert_eq!(without_comment("a = 1"), "a = 1");
    }
}

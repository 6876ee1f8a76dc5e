//! The language of `$f{…}`: numbers, operators, functions, and small programs, as ExprTk has them.
//!
//! A text becomes tokens (`lexer`), a program (`parser`) and a number ([`evaluate()`]). Nesting and
//! steps are bounded, so any text gives a number or an error quickly. Names are found whatever their case.

mod functions;
mod lexer;
mod parser;
mod program;
mod random;

pub use random::Random;

use program::{Run, Stop};

/// The variables that an expression may use by bare name.
pub trait Variables {
    /// The value of a variable; `name` is in lower case.
    fn value(&self, name: &str) -> Option<f64>;
    /// All names, for suggestions.
    fn names(&self) -> Vec<String>;
    /// The text of a variable that is not a number, for messages.
    fn text(&self, _name: &str) -> Option<&str> {
        None
    }
}

/// What is wrong with an expression: half a sentence that follows the expression itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionError(pub String);

/// The value of an expression. `steps_left` is what it may still cost; it is lowered by what it did cost.
pub fn evaluate(
    text: &str,
    variables: &dyn Variables,
    random: &mut Random,
    steps_left: &mut u64,
) -> Result<f64, ExpressionError> {
    let tokens = lexer::tokens(text)?;
    let program = parser::parse(&tokens, variables)?;
    let mut run = Run { values: program.values, random, steps_left };
    match run.value(&program.body) {
        Ok(value) if value.is_nan() => Err(error("gives no number (NaN)")),
        Ok(value) => Ok(value),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Break | Stop::Continue) => Err(error("\"break\" and \"continue\" belong inside a loop")),
    }
}

/// A value as text that reads back as the same number: whole numbers without a point.
pub fn format_number(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else {
        // The shortest digits that give the same bits, with an exponent where that is shorter.
        format!("{value:?}")
    }
}

fn error(what: impl Into<String>) -> ExpressionError {
    ExpressionError(what.into())
}

#[cfg(test)]
mod tests;

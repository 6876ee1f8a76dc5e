//! What a world file says about a class that a program brought along.

use std::fmt;

/// The use of a class of a program's own: its name and the values of its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtensionUse {
    /// The class.
    pub class: String,
    /// Its parameters.
    pub values: Values,
}

/// A value, as its row of the table reads it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number; an angle is in radians.
    Number(f64),
    /// A whole number.
    Integer(i64),
    /// Yes or no.
    Flag(bool),
    /// Text, a word of a choice, a file.
    Text(String),
    /// Several numbers: a point, a pose (angles in radians), a colour, a list.
    Numbers(Vec<f64>),
    /// Rows of numbers.
    Rows(Vec<Vec<f64>>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Text(text) => f.write_str(text),
            Value::Numbers(numbers) => f.write_str(&joined(numbers)),
            Value::Rows(rows) => {
                f.write_str(&rows.iter().map(|row| joined(row)).collect::<Vec<_>>().join("; "))
            }
        }
    }
}

/// The values of a class's parameters, by name. What was not given has its default; a parameter without one is missing.
///
/// The getters panic for a name or a type that the class's rows do not have: that is a mistake in the class, and
/// building a world reports it as one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values {
    list: Vec<(String, Value)>,
}

impl FromIterator<(String, Value)> for Values {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(values: I) -> Self {
        Values { list: values.into_iter().collect() }
    }
}

impl Values {
    /// All of them, in the order of the rows.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.list.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// A value that may be missing.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.list.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn expect(&self, name: &str, kind: &str) -> &Value {
        self.get(name).unwrap_or_else(|| panic!("no value \"{name}\" ({kind}): the class has no such row"))
    }

    /// A number; a whole one counts too.
    ///
    /// # Panics
    /// If the class has no such number.
    pub fn number(&self, name: &str) -> f64 {
        match self.expect(name, "number") {
            Value::Number(number) => *number,
            Value::Integer(number) => *number as f64,
            other => panic!("\"{name}\" is no number but {other}"),
        }
    }

    /// A number that may be missing.
    ///
    /// # Panics
    /// If it is no number.
    pub fn optional_number(&self, name: &str) -> Option<f64> {
        self.get(name).map(|_| self.number(name))
    }

    /// A whole number.
    ///
    /// # Panics
    /// If the class has no such number.
    pub fn integer(&self, name: &str) -> i64 {
        match self.expect(name, "whole number") {
            Value::Integer(number) => *number,
            other => panic!("\"{name}\" is no whole number but {other}"),
        }
    }

    /// Yes or no.
    ///
    /// # Panics
    /// If the class has no such flag.
    pub fn flag(&self, name: &str) -> bool {
        match self.expect(name, "flag") {
            Value::Flag(flag) => *flag,
            other => panic!("\"{name}\" is no flag but {other}"),
        }
    }

    /// Text, or a word of a choice.
    ///
    /// # Panics
    /// If the class has no such text.
    pub fn text(&self, name: &str) -> &str {
        match self.expect(name, "text") {
            Value::Text(text) => text,
            other => panic!("\"{name}\" is no text but {other}"),
        }
    }

    /// Several numbers: a point, a pose with angles in radians, a list.
    ///
    /// # Panics
    /// If the class has no such numbers.
    pub fn numbers(&self, name: &str) -> &[f64] {
        match self.expect(name, "numbers") {
            Value::Numbers(numbers) => numbers,
            other => panic!("\"{name}\" is no list of numbers but {other}"),
        }
    }
}

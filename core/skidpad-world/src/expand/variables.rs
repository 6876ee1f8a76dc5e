//! Variables by name, and the numbers among them as `$f{…}` sees them.

use std::collections::BTreeMap;

/// A table of text variables.
#[derive(Debug, Clone, Default)]
pub(super) struct Variables {
    texts: BTreeMap<String, String>,
    /// Those that are numbers, by name in lower case.
    numbers: BTreeMap<String, f64>,
}

impl Variables {
    pub(super) fn set(&mut self, name: &str, value: String) {
        let lower = name.to_lowercase();
        match whole_number_text(&value) {
            Some(number) => self.numbers.insert(lower, number),
            None => self.numbers.remove(&lower),
        };
        self.texts.insert(name.to_owned(), value);
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    pub(super) fn number(&self, lower_name: &str) -> Option<f64> {
        self.numbers.get(lower_name).copied()
    }

    /// The text of a variable, whatever the case of its name.
    pub(super) fn text_in_any_case(&self, name: &str) -> Option<&str> {
        let known = self.texts.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, text)| text.as_str())
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }
}

/// The number that a text is, with nothing behind it: `0,8` and `3 m` are none.
pub(super) fn whole_number_text(text: &str) -> Option<f64> {
    let text = text.trim();
    // Words such as `inf` are names in an expression.
    let is_numeric = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    if is_numeric { text.parse().ok() } else { None }
}

/// The integer that a text starts with; `3.9` gives 3.
pub(super) fn leading_integer(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    Some(sign * digits[..end].parse::<i64>().unwrap_or(i64::MAX))
}

/// The bound of a loop: a number whose fraction is dropped, as `3.9`, `1e3` or `-7`; nothing may stand behind it.
pub(super) fn loop_bound(text: &str) -> Option<i64> {
    let number: f64 = text.trim().parse().ok()?;
    // A bound beyond what an integer holds reaches the limit of loops in any case.
    number.is_finite().then_some(number.trunc() as i64)
}

/// Whether a number is not whole.
pub(super) fn has_fraction(text: &str) -> bool {
    text.trim().parse().is_ok_and(|number: f64| number.fract() != 0.0)
}

/// What a condition says: `None` when it is neither a yes, a no, nor a number.
pub(super) fn truth(text: &str) -> Option<bool> {
    let text = text.trim();
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Some(false),
        _ => {
            let unsigned = text.trim_start_matches(['+', '-']);
            match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
                Some(hexadecimal) => {
                    let end = hexadecimal.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hexadecimal.len());
                    Some(hexadecimal[..end].chars().any(|c| c != '0'))
                }
                None => leading_integer(text).map(|number| number != 0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_numbers() {
        let check = |text, expected| assert_eq!(whole_number_text(text), expected, "{text}");
        check("3", Some(3.0));
        check(" -2.5e1 ", Some(-25.0));
        check(".5", Some(0.5));
        check("5.", Some(5.0));
        check("+1e-2", Some(0.01));
        check("0,8", None);
        check("3 m", None);
        check("1e", None);
        check("inf", None);
        check("nan", None);
        check("", None);
        check(".", None);
        check("-", None);
        check("abc", None);
        check("true", None);
        assert_eq!(leading_integer("3.9"), Some(3));
        assert_eq!(leading_integer(" -7x"), Some(-7));
        assert_eq!(leading_integer("99999999999999999999"), Some(i64::MAX));
        assert_eq!(leading_integer("x"), None);
    }

    #[test]
    fn bounds_of_loops_are_whole_texts() {
        let check = |text, expected| assert_eq!(loop_bound(text), expected, "{text}");
        check("5", Some(5));
        check(" -7 ", Some(-7));
        check("3.9", Some(3));
        check("1e3", Some(1000));
        check("99999999999999999999", Some(i64::MAX));
        check("5 boxes", None);
        check("0,8", None);
        check("inf", None);
        check("", None);
    }

    #[test]
    fn conditions() {
        for text in ["y", "Yes", "TRUE", "on", "1", "1.5", "-3", "0x10", " true "] {
            assert_eq!(truth(text), Some(true), "{text}");
        }
        for text in ["0", "0.5", "no", "false", "OFF", "0x0", "-0"] {
            assert_eq!(truth(text), Some(false), "{text}");
        }
        for text in ["", "ture", "maybe", "inf"] {
            assert_eq!(truth(text), None, "{text}");
        }
    }

    #[test]
    fn a_variable_that_becomes_a_text_is_no_number_any_more() {
        let mut variables = Variables::default();
        variables.set("Speed", "3".into());
        assert_eq!(variables.number("speed"), Some(3.0));
        variables.set("Speed", "fast".into());
        assert_eq!(variables.number("speed"), None);
        assert_eq!(variables.text("Speed"), Some("fast"));
        assert_eq!(variables.text("speed"), None);
    }
}

//! Text of an expression to tokens.

use super::{ExpressionError, error};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Number(f64),
    /// A name or keyword, in lower case.
    Name(String),
    /// `'…'`.
    Quoted(String),
    /// An operator or bracket.
    Sign(&'static str),
}

/// Operators and brackets; longer ones stand before the ones they start with.
const SIGNS: [&str; 38] = [
    ":=", "+=", "-=", "*=", "/=", "%=", "<=", ">=", "==", "!=", "<>", "&&", "||", "+", "-", "*", "/", "%",
    "^", "<", ">", "=", "&", "|", "!", "?", ":", ";", ",", "(", ")", "{", "}", "[", "]", "~", ".", "@",
];

/// Tokens of one expression. A chain of operators is as high as it is long, and is walked by recursion.
const LONGEST: usize = 1_000;

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        if tokens.len() >= LONGEST {
            return Err(error(format!("is longer than {LONGEST} words and signs")));
        }
        if let Some(after) = skip_comment(rest) {
            rest = after;
        } else if starts_number(rest) {
            let (value, after) = number(rest)?;
            tokens.push(Token::Number(value));
            rest = after;
        } else if first.is_alphabetic() || first == '_' {
            let is_end = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
            let end = rest.find(is_end).unwrap_or(rest.len());
            tokens.push(Token::Name(rest[..end].to_lowercase()));
            rest = &rest[end..];
        } else if first == '\'' {
            let end = rest[1..].find('\'').ok_or_else(|| error("a quote (') is not closed"))?;
            tokens.push(Token::Quoted(rest[1..=end].to_owned()));
            rest = &rest[end + 2..];
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            rest = &rest[sign.len()..];
        } else {
            return Err(error(format!("\"{first}\" has no meaning here")));
        }
    }
}

fn skip_comment(text: &str) -> Option<&str> {
    if let Some(comment) = text.strip_prefix("/*") {
        return Some(comment.find("*/").map_or("", |end| &comment[end + 2..]));
    }
    if text.starts_with("//") || text.starts_with('#') {
        return Some(text.find('\n').map_or("", |end| &text[end..]));
    }
    None
}

fn starts_number(text: &str) -> bool {
    let mut characters = text.chars();
    match characters.next() {
        Some('.') => characters.next().is_some_and(|c| c.is_ascii_digit()),
        first => first.is_some_and(|c| c.is_ascii_digit()),
    }
}

fn number(text: &str) -> Result<(f64, &str), ExpressionError> {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent_end = digits(end + 1 + sign);
        if exponent_end > end + 1 + sign {
            end = exponent_end;
        }
    }
    let value = text[..end].parse().map_err(|_| error(format!("\"{}\" is not a number", &text[..end])))?;
    Ok((value, &text[end..]))
}

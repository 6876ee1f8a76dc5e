//! The secret that a viewer must know. It never prints itself.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// Shortest token that is accepted beyond loopback.
const NETWORK_LENGTH: usize = 8;
/// Longest token; a longer file is certainly not one.
const MAX_LENGTH: usize = 256;

/// A token: letters, digits, `-`, `_` and `.`.
///
/// `Debug` hides it and there is no `Display`, so it cannot reach a log, a recording or an error message by accident.
///
/// ```
/// use skidpad_web::Token;
///
/// let token: Token = "open-sesame".parse()?;
/// assert_eq!(format!("{token:?}"), "Token(hidden)");
/// # Ok::<(), skidpad_web::TokenProblem>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Why a token was not accepted. Says where it came from, never what it was.
#[derive(Debug)]
#[non_exhaustive]
pub enum TokenProblem {
    /// It is empty.
    Empty,
    /// It has more than 256 characters.
    TooLong,
    /// It has other characters than letters, digits, `-`, `_` and `.`.
    Characters,
    /// It is too short for an address beyond loopback.
    TooShort,
    /// The file could not be read.
    File(std::path::PathBuf, std::io::Error),
    /// The token in the file was not accepted.
    InFile(std::path::PathBuf, Box<TokenProblem>),
    /// The token in the environment variable was not accepted.
    InVariable(String, Box<TokenProblem>),
}

impl fmt::Display for TokenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenProblem::Empty => f.write_str("the token is empty"),
            TokenProblem::TooLong => write!(f, "the token has more than {MAX_LENGTH} characters"),
            TokenProblem::Characters => {
                f.write_str("the token may only contain letters, digits, hyphens, underscores and full stops")
            }
            TokenProblem::TooShort => {
                write!(f, "an address beyond loopback needs a token of at least {NETWORK_LENGTH} characters")
            }
            TokenProblem::File(path, problem) => write!(f, "{}: {problem}", path.display()),
            TokenProblem::InFile(path, problem) => write!(f, "{}: {problem}", path.display()),
            TokenProblem::InVariable(name, problem) => write!(f, "environment variable {name}: {problem}"),
        }
    }
}

impl std::error::Error for TokenProblem {}

impl FromStr for Token {
    type Err = TokenProblem;

    fn from_str(text: &str) -> Result<Token, TokenProblem> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        match text {
            "" => Err(TokenProblem::Empty),
            _ if text.len() > MAX_LENGTH => Err(TokenProblem::TooLong),
            _ if !text.bytes().all(is_allowed) => Err(TokenProblem::Characters),
            _ => Ok(Token(text.to_string())),
        }
    }
}

impl Token {
    /// The token in a file: its only line, without surrounding white space.
    pub fn read_file(path: impl AsRef<Path>) -> Result<Token, TokenProblem> {
        let path = path.as_ref();
        let mut text = String::new();
        let file = std::fs::File::open(path);
        let read = file.and_then(|file| file.take(2 * MAX_LENGTH as u64).read_to_string(&mut text));
        read.map_err(|problem| TokenProblem::File(path.to_path_buf(), problem))?;
        let in_file = |problem| TokenProblem::InFile(path.to_path_buf(), Box::new(problem));
        text.trim().parse().map_err(in_file)
    }

    /// The token in an environment variable; none if the variable is not set.
    pub fn from_environment(variable: &str) -> Result<Option<Token>, TokenProblem> {
        let Some(text) = std::env::var_os(variable) else { return Ok(None) };
        let in_variable = |problem| TokenProblem::InVariable(variable.to_string(), Box::new(problem));
        let text = text.into_string().map_err(|_| in_variable(TokenProblem::Characters))?;
        text.trim().parse().map(Some).map_err(in_variable)
    }

    /// Whether somebody knows the token; takes a time that does not depend on how much of it is right.
    pub(crate) fn is(&self, given: &str) -> bool {
        let (a, b) = (given.as_bytes(), self.0.as_bytes());
        a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (x, y)| sum | (x ^ y)) == 0
    }

    /// Refuse a token that is too short for a network.
    pub(crate) fn check_for_network(token: Option<&Token>) -> Result<(), TokenProblem> {
        match token {
            Some(Token(text)) if text.len() >= NETWORK_LENGTH => Ok(()),
            _ => Err(TokenProblem::TooShort),
        }
    }

    /// The token itself, for the cookie and for the address shown to the person who started the server.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_checked_and_never_shown() {
        for bad in ["", "with space", "semi;colon", "line\nbreak", "ü", &"x".repeat(257)] {
            let problem = bad.parse::<Token>().unwrap_err();
            assert!(bad.is_empty() || !format!("{problem} {problem:?}").contains(bad), "{problem}");
        }
        let token: Token = "s3cret.-_".parse().unwrap();
        assert!(!format!("{token:?}").contains("s3cret"));
        assert!(token.is("s3cret.-_") && !token.is("s3cret.-") && !token.is("s3cret.--"));
    }

    #[test]
    fn a_network_needs_eight_characters() {
        let check = |text: &str| Token::check_for_network(text.parse().ok().as_ref()).is_ok();
        assert_eq!([check("12345678"), check("1234567"), check("")], [true, false, false]);
    }

    #[test]
    fn a_file_gives_its_only_line() {
        let path = std::env::temp_dir().join(format!("skidpad-token-{}", std::process::id()));
        std::fs::write(&path, "open-sesame\n").unwrap();
        assert!(Token::read_file(&path).unwrap().is("open-sesame"));
        std::fs::write(&path, "two\nlines\n").unwrap();
        let problem = Token::read_file(&path).unwrap_err().to_string();
        assert!(problem.contains("skidpad-token-") && !problem.contains("two"), "{problem}");
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(Token::read_file(&path), Err(TokenProblem::File(..))));
    }

    #[test]
    fn a_missing_variable_is_no_token() {
        assert_eq!(Token::from_environment("SKIDPAD_NO_SUCH_VARIABLE").unwrap(), None);
        // Always set, and never a token: it has colons or slashes.
        assert!(matches!(Token::from_environment("PATH"), Err(TokenProblem::InVariable(..))));
    }
}

//! The grammar of values: text to numbers, colours, poses, matrices, as C's `scanf` would read them.

use crate::description::Color;
use crate::schema::Kind;

/// A value and the text behind it that was not read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Read<'a, T> {
    pub(crate) value: T,
    pub(crate) rest: &'a str,
}

/// The longest start of `text` that is a number. Blanks before it are skipped. `nan` is not a number.
pub(crate) fn number(text: &str) -> Option<Read<'_, f64>> {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign_length = text.len() - unsigned.len();
    let length = match infinity_length(unsigned) {
        Some(length) => length,
        None => decimal_length(unsigned)?,
    };
    let (number, rest) = text.split_at(sign_length + length);
    number.parse().ok().map(|value: f64| Read { value, rest })
}

fn infinity_length(text: &str) -> Option<usize> {
    let starts_with =
        |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    ["infinity", "inf"].into_iter().find(|word| starts_with(word)).map(str::len)
}

/// Length of `digits[.digits][e[sign]digits]`, with at least one digit before the exponent.
fn decimal_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits_from = |start: usize| bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits_from(0);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits_from(end + 1);
        if whole + fraction == 0 {
            return None;
        }
        end += 1 + fraction;
    }
    if end == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let digits = if end + 1 + sign <= bytes.len() { digits_from(end + 1 + sign) } else { 0 };
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    Some(end)
}

/// The longest start of `text` that is a whole number: `1808.45` is 1808.
pub(crate) fn integer(text: &str) -> Option<Read<'_, i64>> {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(text.len() - unsigned.len() + digits);
    number.parse().ok().map(|value| Read { value, rest })
}

/// `true`, `false`, `1` or `0`, in any case.
pub(crate) fn flag(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// `#RRGGBB` or `#RRGGBBAA`.
pub(crate) fn color(text: &str) -> Option<Color> {
    let digits = text.trim_end().strip_prefix('#')?;
    if !matches!(digits.len(), 6 | 8) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let part = |index: usize| u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).ok();
    let alpha = if digits.len() == 8 { part(3)? } else { 0xFF };
    Some(Color::rgba(part(0)?, part(1)?, part(2)?, alpha))
}

/// A colour of another format as it is written here: a name, `0xRRGGBB`, or three or four parts up to 1 or 255.
pub(crate) fn foreign_color(text: &str) -> Option<String> {
    const NAMED: [(&str, &str); 12] = [
        ("red", "#FF0000"),
        ("green", "#008000"),
        ("blue", "#0000FF"),
        ("white", "#FFFFFF"),
        ("black", "#000000"),
        ("grey", "#808080"),
        ("gray", "#808080"),
        ("yellow", "#FFFF00"),
        ("orange", "#FFA500"),
        ("brown", "#A52A2A"),
        ("cyan", "#00FFFF"),
        ("magenta", "#FF00FF"),
    ];
    let text = text.trim();
    if let Some((_, written)) = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Some((*written).to_owned());
    }
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    if color(&format!("#{digits}")).is_some() {
        return Some(format!("#{digits}"));
    }
    let inner = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("));
    let list = inner.and_then(|inner| inner.strip_suffix(')')).unwrap_or(text).replace(',', " ");
    let parts = numbers(&list);
    let is_color = matches!(parts.value.len(), 3 | 4) && parts.rest.is_empty();
    let are_shares = parts.value.iter().all(|part| (0.0..=1.0).contains(part));
    let are_bytes = parts.value.iter().all(|part| (0.0..=255.0).contains(part) && part.fract() == 0.0);
    let scale = if are_shares { 255.0 } else { 1.0 };
    let byte = |part: &f64| format!("{:02X}", (part * scale).round() as u8);
    let is_known = is_color && (are_shares || are_bytes);
    is_known.then(|| format!("#{}", parts.value.iter().map(byte).collect::<String>()))
}

/// All numbers at the start of `text`, separated by blanks.
pub(crate) fn numbers(text: &str) -> Read<'_, Vec<f64>> {
    let mut value = Vec::new();
    let mut rest = text;
    while let Some(read) = number(rest) {
        if !(read.rest.is_empty() || read.rest.starts_with(char::is_whitespace)) {
            break;
        }
        value.push(read.value);
        rest = read.rest;
    }
    Read { value, rest: rest.trim() }
}

/// As many numbers as `kind` wants. What is left over is returned.
pub(crate) fn tuple(text: &str, kind: Kind) -> Option<Read<'_, Vec<f64>>> {
    let Read { mut value, rest } = numbers(text);
    let wanted = kind.counts().iter().rev().copied().find(|&count| count <= value.len())?;
    if wanted == value.len() {
        return Some(Read { value, rest });
    }
    value.truncate(wanted);
    let mut rest = text;
    for _ in 0..wanted {
        rest = number(rest)?.rest;
    }
    Some(Read { value, rest: rest.trim() })
}

/// A text such as `0,8` or `1,5 2 90` as it was meant; `None` where commas separate numbers, or something else is wrong.
pub(crate) fn with_decimal_point(text: &str) -> Option<String> {
    let between_digits = |at: usize| {
        let bytes = text.as_bytes();
        at > 0 && bytes[at - 1].is_ascii_digit() && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    };
    let mut commas = text.match_indices(',').peekable();
    commas.peek()?;
    if !commas.all(|(at, _)| between_digits(at)) {
        return None;
    }
    let meant = text.trim().replace(',', ".");
    numbers(&meant).rest.is_empty().then_some(meant)
}

/// Lines of numbers, each with the same count.
pub(crate) fn rows(text: &str) -> Option<Vec<Vec<f64>>> {
    same_length(text.lines().map(str::trim).filter(|line| !line.is_empty()))
}

/// `[a b; c d]`; commas may stand for blanks, line ends for semicolons.
pub(crate) fn matrix(text: &str) -> Option<Vec<Vec<f64>>> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?.replace(',', " ");
    same_length(inner.split([';', '\n']).map(str::trim).filter(|row| !row.is_empty()))
}

fn same_length<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Vec<Vec<f64>>> {
    let rows: Vec<Vec<f64>> = lines
        .map(|line| {
            let read = numbers(line);
            (read.rest.is_empty() && read.value.iter().all(|value| value.is_finite())).then_some(read.value)
        })
        .collect::<Option<_>>()?;
    let width = rows.first()?.len();
    (width > 0 && rows.iter().all(|row| row.len() == width)).then_some(rows)
}

/// Names separated by blanks or commas.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_far_as_they_go() {
        let check = |text: &str, expected: Option<(f64, &str)>| {
            assert_eq!(number(text).map(|read| (read.value, read.rest)), expected, "{text:?}");
        };
        check("1.5", Some((1.5, "")));
        check("  -3e2 m", Some((-300.0, " m")));
        check("+.5x", Some((0.5, "x")));
        check("5.", Some((5.0, "")));
        check("2e", Some((2.0, "e")));
        check("2e+", Some((2.0, "e+")));
        check("-inf", Some((f64::NEG_INFINITY, "")));
        check("Infinity!", Some((f64::INFINITY, "!")));
        check("nan", None);
        check(".", None);
        check("e5", None);
        check("-", None);
        check("", None);
        check("ä", None);
    }

    #[test]
    fn a_whole_number_stops_at_its_last_digit() {
        assert_eq!(integer("1808.45"), Some(Read { value: 1808, rest: ".45" }));
        assert_eq!(integer(" -2"), Some(Read { value: -2, rest: "" }));
        assert_eq!(integer(".5"), None);
        assert_eq!(integer("99999999999999999999"), None);
    }

    #[test]
    fn colours_need_their_hash_first() {
        assert_eq!(color("#ff8000"), Some(Color::rgb(255, 128, 0)));
        assert_eq!(color("#0000FF10"), Some(Color::rgba(0, 0, 255, 16)));
        assert_eq!(color("red"), None);
        assert_eq!(color("#ff80"), None);
        assert_eq!(color("#ggg000"), None);
        assert_eq!(color("#€€"), None);
    }

    #[test]
    fn colours_of_other_formats_are_known() {
        let check = |text, expected: Option<&str>| {
            assert_eq!(foreign_color(text).as_deref(), expected, "{text:?}");
        };
        check("Red", Some("#FF0000"));
        check("0x00ff00", Some("#00ff00"));
        check("ff8000", Some("#ff8000"));
        check("1 0 0.5", Some("#FF0080"));
        check("0.1 0.2 0.3 1", Some("#1A334DFF"));
        check("255 0 0", Some("#FF0000"));
        check("rgb(255, 128, 0)", Some("#FF8000"));
        check("255 0 0 0.5", None);
        check("256 0 0", None);
        check("1 0", None);
        check("reddish", None);
    }

    #[test]
    fn tuples_take_what_fits_and_return_the_rest() {
        let check = |text, kind, expected: Option<(&[f64], &str)>| {
            let read = tuple(text, kind);
            assert_eq!(read.as_ref().map(|read| (&read.value[..], read.rest)), expected, "{text:?}");
        };
        check("1 2 90", Kind::Pose2, Some((&[1.0, 2.0, 90.0], "")));
        check("1 2", Kind::Pose2, None);
        check("1 2 90 4", Kind::Pose2, Some((&[1.0, 2.0, 90.0], "4")));
        check("1 2 90 // start", Kind::Pose2, Some((&[1.0, 2.0, 90.0], "// start")));
        check("1 2", Kind::Point3, Some((&[1.0, 2.0], "")));
        check("1 2 3 4 5 6", Kind::Pose2Or3, Some((&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "")));
        check("1, 2, 3", Kind::Pose2, None);
    }

    #[test]
    fn matrices_are_rectangular() {
        assert_eq!(matrix("[1 2; 3 4]"), Some(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
        assert_eq!(matrix("[1, 2\n 3, 4;]"), Some(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
        assert_eq!(matrix("[1 2; 3]"), None);
        assert_eq!(matrix("1 2"), None);
        assert_eq!(matrix("[]"), None);
        assert_eq!(rows("1 2 3\n\n 4 5 6 "), Some(vec![vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]]));
        assert_eq!(rows("1 2\nx"), None);
    }

    #[test]
    fn names_are_separated_by_blanks_or_commas() {
        assert!(names("r1, r2\tr3,,r4").eq(["r1", "r2", "r3", "r4"]));
        assert_eq!(names(" ").count(), 0);
    }
}

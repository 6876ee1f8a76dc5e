//! YAML that a user or a file gives, read within limits: references to other parts must not make it grow without end.

use std::collections::BTreeMap;
use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::{Yaml, YamlLoader};

/// Most values of a text, with every reference replaced by what it refers to.
const MOST_VALUES: usize = 100_000;

/// Deepest nesting.
const DEEPEST: usize = 64;

/// The documents of a text, or what is wrong with it.
pub(crate) fn load(text: &str) -> Result<Vec<Yaml>, String> {
    check(text)?;
    YamlLoader::load_from_str(text).map_err(|problem| problem.to_string())
}

/// Go through the text without building anything, and count what it would become.
fn check(text: &str) -> Result<(), String> {
    let mut parser = Parser::new_from_str(text);
    // Of every list that is open: its anchor, and the values before it.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut count = 0_usize;
    loop {
        let (event, _) = parser.next_token().map_err(|problem| problem.to_string())?;
        match event {
            Event::StreamEnd => return Ok(()),
            Event::Scalar(_, _, anchor, _) => {
                count += 1;
                sizes.insert(anchor, 1);
            }
            // An anchor that is still open refers to itself, and stands for nothing.
            Event::Alias(anchor) => count = count.saturating_add(sizes.get(&anchor).copied().unwrap_or(1)),
            Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => {
                open.push((anchor, count));
                count += 1;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some((anchor, before)) = open.pop() {
                    sizes.insert(anchor, count - before);
                }
            }
            _ => {}
        }
        if open.len() > DEEPEST {
            return Err(format!("it is nested more than {DEEPEST} deep"));
        }
        if count > MOST_VALUES {
            return Err(format!("it has more than {MOST_VALUES} values"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_do_not_grow_without_end() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..20 {
            let before = format!("*a{}", level - 1);
            let list = vec![before; 10].join(", ");
            text.push_str(&format!("a{level}: &a{level} [{list}]\n"));
        }
        assert_eq!(load(&text).expect_err("too many"), "it has more than 100000 values");
        let few = load("a: &a {b: 1}\nc: *a").expect("a good text");
        assert_eq!(few[0]["c"]["b"].as_i64(), Some(1));
    }

    #[test]
    fn deep_texts_are_refused_before_they_are_built() {
        assert!(load(&"- ".repeat(100_000)).expect_err("too deep").contains("deep"));
        assert!(load(&"[".repeat(60)).is_err(), "and broken ones too");
    }
}

//! Mutants that no test can tell from the original, each with the reason: `equivalent/CRATE.txt`.
//!
//! Paragraphs of four lines: the file, the expression, the change (or several with commas), and why.

/// A mutant that changes nothing that can be seen.
pub(crate) struct Equivalent {
    file: String,
    expression: String,
    changes: Vec<String>,
    /// Why nothing changes.
    pub(crate) reason: String,
}

impl Equivalent {
    /// Is it that mutant?
    pub(crate) fn is(&self, file: &str, expression: &str, change: &str) -> bool {
        self.file == file && self.expression == expression && self.changes.iter().any(|own| own == change)
    }
}

/// Reads the list.
pub(crate) fn parse(text: &str) -> Result<Vec<Equivalent>, String> {
    let text = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    text.split("\n\n")
        .map(|paragraph| paragraph.trim().lines().map(str::trim).collect::<Vec<_>>())
        .filter(|lines| !lines.is_empty())
        .map(|lines| match lines[..] {
            [file, expression, changes, reason] => Ok(Equivalent {
                file: file.to_owned(),
                expression: expression.to_owned(),
                changes: changes.split(", ").map(str::to_owned).collect(),
                reason: reason.to_owned(),
            }),
            _ => Err(format!("not file, expression, change, reason: {}", lines.join(" / "))),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_file_expression_change_and_reason() {
        let text =
            "# Why\n\na.rs\n  x < y\n  < -> <=, < -> >=\n  continuous\n\n\nb.rs\n-x\n- -> nothing\neven\n";
        let list = parse(text).expect("two paragraphs");
        assert_eq!(list.len(), 2);
        assert!(list[0].is("a.rs", "x < y", "< -> >="));
        assert!(!list[0].is("b.rs", "x < y", "< -> >="));
        assert_eq!(list[1].reason, "even");
        assert!(parse("a.rs\nx").is_err());
    }
}

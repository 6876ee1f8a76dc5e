//! Writes a source file with all its mutants in it, of which one is chosen when the program runs.
//!
//! `a + b` becomes `(match (a, b) { (a, b) => if is(7) { a - b } else { a + b } })`: operands are evaluated once
//! and in the same order, and no line is added, so that places in messages of the compiler stay right.

use crate::sites::{Bytes, Form, SWAPPED, Site};
use std::collections::BTreeSet;

/// A mutant of a file: a site and one of its replacements, by their places in the lists.
pub(crate) type Choice = (usize, usize);

/// The text, and what in it came from which site.
pub(crate) struct Rewritten {
    /// The text.
    pub(crate) text: String,
    /// Parts of it: the whole of a site, or what is evaluated in one mutant.
    pub(crate) regions: Vec<Region>,
}

/// A part of a rewritten text.
#[derive(Debug)]
pub(crate) struct Region {
    /// Where it stands in the rewritten text.
    pub(crate) range: Bytes,
    /// The site it belongs to.
    pub(crate) site: usize,
    /// The replacement it evaluates, or `None` for the whole site.
    pub(crate) replacement: Option<usize>,
}

/// The file with every mutant that is not dropped; `number_of` gives the number that chooses a mutant.
pub(crate) fn rewrite(
    text: &str,
    sites: &[Site],
    dropped: &BTreeSet<Choice>,
    number_of: &dyn Fn(Choice) -> u32,
) -> Rewritten {
    let mut writer = Writer { text, sites, dropped, number_of, out: String::new(), regions: Vec::new() };
    writer.write(0..text.len());
    Rewritten { text: writer.out, regions: writer.regions }
}

struct Writer<'a> {
    text: &'a str,
    sites: &'a [Site],
    dropped: &'a BTreeSet<Choice>,
    number_of: &'a dyn Fn(Choice) -> u32,
    out: String,
    regions: Vec<Region>,
}

impl Writer<'_> {
    /// Writes a part of the source with the sites in it.
    fn write(&mut self, range: Bytes) {
        let mut at = range.start;
        let mut index = self.sites.partition_point(|site| site.range.start < range.start);
        while let Some(site) = self.sites.get(index)
            && site.range.start < range.end
        {
            if site.range.start >= at && site.range.end <= range.end && self.replacements(index).is_some() {
                self.out.push_str(&self.text[at..site.range.start]);
                self.write_site(index);
                at = site.range.end;
            }
            index += 1;
        }
        self.out.push_str(&self.text[at..range.end]);
    }

    /// The replacements of a site that are not dropped, if there are any.
    fn replacements(&self, site: usize) -> Option<Vec<usize>> {
        let all = 0..self.sites[site].replacements.len();
        let kept: Vec<usize> = all.filter(|&change| !self.dropped.contains(&(site, change))).collect();
        (!kept.is_empty()).then_some(kept)
    }

    fn write_site(&mut self, index: usize) {
        let sites = self.sites;
        let site = &sites[index];
        let begin = self.out.len();
        let operands = &site.operands;
        match &site.form {
            Form::Lazy => {
                let number = (self.number_of)((index, 0));
                self.out.push_str("(match (");
                self.write(operands[0].clone());
                self.end_lines(operands[0].end..operands[1].start);
                let not = if site.original == "&&" { "" } else { "!" };
                // Where the choice differs from the operator, the other operand decides where it did not.
                self.out
                    .push_str(&format!(") {{ a => if ({not}a) != crate::mutant_choice::is({number}) {{ ("));
                self.write(operands[1].clone());
                self.out.push_str(") } else { a } })");
            }
            _ => {
                let by_reference = if site.form == Form::Comparison { "&" } else { "" };
                self.out.push_str("(match (");
                let mut at = site.range.start;
                for (place, operand) in operands.iter().enumerate() {
                    self.end_lines(at..operand.start);
                    self.out.push_str(if place > 0 { ", " } else { "" });
                    self.out.push_str(by_reference);
                    self.out.push('(');
                    self.write(operand.clone());
                    self.out.push(')');
                    at = operand.end;
                }
                self.end_lines(at..site.range.end);
                self.out.push_str(match (operands.len(), &site.form) {
                    (_, Form::Assignment { .. }) => ") { mutant_value => ",
                    (1, _) => ") { a => ",
                    (2, _) => ") { (a, b) => ",
                    _ => ") { (a, b, c) => ",
                });
                for change in self.replacements(index).unwrap_or_default() {
                    let number = (self.number_of)((index, change));
                    self.out.push_str(&format!("if crate::mutant_choice::is({number}) {{ "));
                    let from = self.out.len();
                    self.evaluate(site, &site.replacements[change]);
                    self.regions.push(Region {
                        range: from..self.out.len(),
                        site: index,
                        replacement: Some(change),
                    });
                    self.out.push_str(" } else ");
                }
                self.out.push_str("{ ");
                self.evaluate(site, &site.original);
                self.out.push_str(" } })");
            }
        }
        self.regions.push(Region { range: begin..self.out.len(), site: index, replacement: None });
    }

    /// Ends as many lines as that part of the source does.
    fn end_lines(&mut self, range: Bytes) {
        let count = self.text[range].matches('\n').count();
        self.out.push_str(&"\n".repeat(count));
    }

    /// Writes the expression of a site with that operator, its operands being `a`, `b` and `c`.
    fn evaluate(&mut self, site: &Site, operator: &str) {
        let written = match &site.form {
            Form::Binary | Form::Lazy => format!("a {operator} b"),
            Form::Comparison => format!("*a {operator} *b"),
            Form::Unary => format!("{operator}a"),
            Form::Method if operator.is_empty() => "a".to_owned(),
            Form::Method => format!("a.{operator}()"),
            Form::MethodOfTwo => format!("a.{operator}(b)"),
            Form::Select { callee } => {
                let callee = &self.text[callee.clone()];
                if operator == SWAPPED { format!("{callee}(a, c, b)") } else { format!("{callee}(a, b, c)") }
            }
            Form::Assignment { place } => {
                self.write(place.clone());
                format!(" {operator} mutant_value")
            }
        };
        self.out.push_str(&written);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sites::sites;

    fn rewritten(text: &str, dropped: &[Choice]) -> String {
        let sites = sites(text).expect("a source text");
        let dropped = dropped.iter().copied().collect();
        rewrite(text, &sites, &dropped, &|(site, change)| (10 * site + change) as u32).text
    }

    #[test]
    fn operands_are_evaluated_once() {
        assert_eq!(
            rewritten("fn f() { a() + b() }", &[]),
            "fn f() { (match ((a()), (b())) { (a, b) => if crate::mutant_choice::is(0) { a - b } else { a + b } }) }"
        );
    }

    #[test]
    fn a_dropped_mutant_leaves_those_inside_it() {
        assert_eq!(
            rewritten("fn f() { x * -y }", &[(0, 0)]),
            "fn f() { x * (match ((y)) { a => if crate::mutant_choice::is(10) { a } else { -a } }) }"
        );
    }

    #[test]
    fn the_other_side_of_a_condition_stays_lazy() {
        assert_eq!(
            rewritten("fn f() { x && y }", &[]),
            "fn f() { (match (x) { a => if (a) != crate::mutant_choice::is(0) { (y) } else { a } }) }"
        );
    }

    #[test]
    fn lines_stay_where_they_are() {
        let text = "fn f() {\n    a\n        + b // and\n        .min(\n c)\n}\n";
        assert_eq!(rewritten(text, &[]).lines().count(), text.lines().count());
    }
}

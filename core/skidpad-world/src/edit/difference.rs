//! What changes in a text, line by line, as `diff -u` shows it.

use std::fmt::Write as _;
use std::ops::Range;

/// Lines shown around a change.
const CONTEXT: usize = 2;

/// A unified diff of replacements in rising order, as [`super::edit_world`] gives them.
pub fn difference(old: &str, replaced: &[(Range<usize>, String)], old_name: &str, new_name: &str) -> String {
    let starts: Vec<usize> =
        std::iter::once(0).chain(old.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_of = |offset: usize| starts.partition_point(|&start| start <= offset) - 1;
    // Replacements grown to whole lines; those that share a line are one.
    let mut hunks: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
    for (index, (range, _)) in replaced.iter().enumerate() {
        let first = line_of(range.start);
        let last = line_of(range.end.max(range.start + 1) - 1).max(first);
        match hunks.last_mut() {
            Some((lines, members)) if first < lines.end + 2 * CONTEXT => {
                lines.end = lines.end.max(last + 1);
                members.push(index);
            }
            _ => hunks.push((first..last + 1, vec![index])),
        }
    }
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let mut out = String::new();
    let mut shift: isize = 0;
    for (range, members) in hunks {
        let bytes = starts[range.start]..starts.get(range.end).copied().unwrap_or(old.len());
        let mut new = String::new();
        let mut at = bytes.start;
        for &member in &members {
            let (change, text) = &replaced[member];
            new.push_str(&old[at..change.start.max(at)]);
            new.push_str(text);
            at = change.end.max(at);
        }
        new.push_str(&old[at.min(bytes.end)..bytes.end]);
        let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
        let old_lines = &lines[range.start.min(lines.len())..range.end.min(lines.len())];
        // Lines that stay at both ends of the hunk are context.
        let same_head = old_lines.iter().zip(&new_lines).take_while(|(a, b)| a == b).count();
        let (old_rest, new_rest) = (&old_lines[same_head..], &new_lines[same_head..]);
        let same_tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
        let (gone, come) = (&old_rest[..old_rest.len() - same_tail], &new_rest[..new_rest.len() - same_tail]);
        let first = range.start + same_head;
        let before = first.saturating_sub(CONTEXT)..first;
        let end = first + gone.len();
        let after = end..(end + CONTEXT).min(lines.len());
        if out.is_empty() {
            let _ = writeln!(out, "--- {old_name}\n+++ {new_name}");
        }
        let old_count = before.len() + gone.len() + after.len();
        let new_count = before.len() + come.len() + after.len();
        let new_first = before.start.saturating_add_signed(shift);
        let _ = writeln!(out, "@@ -{},{old_count} +{},{new_count} @@", before.start + 1, new_first + 1);
        shift += come.len() as isize - gone.len() as isize;
        let mut put = |mark: char, line: &str| {
            let _ = writeln!(out, "{mark}{}", line.trim_end_matches(['\n', '\r']));
        };
        lines[before].iter().for_each(|line| put(' ', line));
        gone.iter().for_each(|line| put('-', line));
        come.iter().for_each(|line| put('+', line));
        lines[after].iter().for_each(|line| put(' ', line));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_stand_between_their_neighbours() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        let at = |letter: &str| {
            let start = old.find(letter).unwrap();
            start..start + 1
        };
        let replaced =
            [(at("b"), "B".to_owned()), (old.find("h\n").unwrap()..old.find("i").unwrap(), String::new())];
        let expected = "--- x\n+++ y\n@@ -1,4 +1,4 @@\n a\n-b\n+B\n c\n d\n@@ -6,4 +6,3 @@\n f\n g\n-h\n i\n";
        assert_eq!(difference(old, &replaced, "x", "y"), expected);
        assert_eq!(difference(old, &[], "x", "y"), "");
        let added = [(old.len()..old.len(), "j\n".to_owned())];
        assert_eq!(difference(old, &added, "x", "y"), "--- x\n+++ y\n@@ -8,2 +8,3 @@\n h\n i\n+j\n");
    }
}

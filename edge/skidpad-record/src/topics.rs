//! Which topics are recorded.

use std::fmt;

/// A choice of topics by patterns. `*` matches anything but `/`, `**` matches anything, `?` matches one character;
/// `!` before a pattern excludes topics. Without patterns, or with exclusions only, all other topics are chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TopicChoice {
    wanted: Vec<String>,
    unwanted: Vec<String>,
}

impl TopicChoice {
    /// All topics.
    pub fn all() -> Self {
        TopicChoice::default()
    }

    /// Parse patterns that are separated by commas. A leading `/` can be omitted.
    pub fn parse(text: &str) -> Self {
        let mut choice = TopicChoice::default();
        for pattern in text.split(',').map(str::trim).filter(|pattern| !pattern.is_empty()) {
            let (list, pattern) = match pattern.strip_prefix('!') {
                Some(pattern) => (&mut choice.unwanted, pattern),
                None => (&mut choice.wanted, pattern),
            };
            let is_rooted = pattern.starts_with(['/', '*']);
            list.push(if is_rooted { pattern.to_string() } else { format!("/{pattern}") });
        }
        choice
    }

    /// Whether a pattern with `!` excludes a topic.
    pub fn excludes(&self, topic: &str) -> bool {
        self.unwanted.iter().any(|pattern| matches(pattern.as_bytes(), topic.as_bytes()))
    }

    /// The patterns that match none of these topics, as they were written.
    pub fn without_match(&self, topics: &[String]) -> Vec<String> {
        let matches_any =
            |pattern: &str| topics.iter().any(|topic| matches(pattern.as_bytes(), topic.as_bytes()));
        let wanted = self.wanted.iter().filter(|pattern| !matches_any(pattern)).cloned();
        let unwanted =
            self.unwanted.iter().filter(|pattern| !matches_any(pattern)).map(|it| format!("!{it}"));
        wanted.chain(unwanted).collect()
    }

    /// Whether a topic is chosen.
    pub fn has(&self, topic: &str) -> bool {
        let matches = |pattern: &String| matches(pattern.as_bytes(), topic.as_bytes());
        (self.wanted.is_empty() || self.wanted.iter().any(matches)) && !self.excludes(topic)
    }
}

impl fmt::Display for TopicChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unwanted = self.unwanted.iter().map(|pattern| format!("!{pattern}"));
        f.write_str(&self.wanted.iter().cloned().chain(unwanted).collect::<Vec<_>>().join(","))
    }
}

/// Whether the text matches the pattern. Backtracks to the last star only, so no pattern takes long.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where to continue after a mismatch: after the last `*` and after the last `**`.
    let mut retry: Option<(usize, usize)> = None;
    let mut retry_any: Option<(usize, usize)> = None;
    loop {
        if pattern[p..].starts_with(b"**") {
            p += 2;
            (retry_any, retry) = (Some((p, t)), None);
            continue;
        }
        match (pattern.get(p), text.get(t)) {
            (None, None) => return true,
            (Some(b'*'), _) => {
                p += 1;
                retry = Some((p, t));
                continue;
            }
            (Some(b'?'), Some(byte)) if *byte != b'/' => {
                (p, t) = (p + 1, t + 1);
                continue;
            }
            (Some(expected), Some(byte)) if expected == byte => {
                (p, t) = (p + 1, t + 1);
                continue;
            }
            _ => {}
        }
        // A star may match one more character; a single star matches no slash.
        if let Some((after, from)) = retry
            && text.get(from).is_some_and(|byte| *byte != b'/')
        {
            retry = Some((after, from + 1));
            (p, t) = (after, from + 1);
        } else if let Some((after, from)) = retry_any
            && from < text.len()
        {
            (retry_any, retry) = (Some((after, from + 1)), None);
            (p, t) = (after, from + 1);
        } else {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_choose_and_leave_out() {
        let check = |patterns: &str, topic: &str, is_chosen: bool| {
            assert_eq!(TopicChoice::parse(patterns).has(topic), is_chosen, "{patterns} {topic}");
        };
        check("", "/odom", true);
        check("odom", "/odom", true);
        check("/odom", "/r1/odom", false);
        check("/*/odom", "/r1/odom", true);
        check("/*/odom", "/a/b/odom", false);
        check("**/odom", "/a/b/odom", true);
        check("**", "/a/b/odom", true);
        check("/r?/scan", "/r1/scan", true);
        check("/r?/scan", "/r12/scan", false);
        check("!**image*", "/cam/image_raw", false);
        check("!**image*", "/odom", true);
        check("/cam/**,!**/image_raw", "/cam/image_raw", false);
        check("/cam/**,!**/image_raw", "/cam/camera_info", true);
        check("/*a*b", "/xaxxab", true);
        check("**/log/**", "/r1/log/wheel_1/torque", true);
    }

    #[test]
    fn no_pattern_takes_long() {
        let pattern = "*a".repeat(30) + "b";
        assert!(!TopicChoice::parse(&pattern).has(&"a".repeat(2000)));
        let pattern = "**a".repeat(30) + "b";
        assert!(!TopicChoice::parse(&pattern).has(&"a".repeat(2000)));
    }
}

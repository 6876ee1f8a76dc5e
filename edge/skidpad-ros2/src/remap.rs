//! Rules that give topics, services and nodes other names: `-r from:=to`.

use crate::names::check;
use crate::{ArgumentProblem, NodeName};

/// Rules that give topics, services and nodes other names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RemapRules {
    rules: Vec<RemapRule>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct RemapRule {
    /// The node it is for; `None` for every node.
    node: Option<String>,
    from: String,
    to: String,
}

impl RemapRules {
    /// Add `from:=to` or `node:from:=to`.
    pub fn add(&mut self, text: &str) -> Result<(), ArgumentProblem> {
        let wrong = || ArgumentProblem::NoRule(text.to_string(), "from:=to");
        let (from, to) = text.split_once(":=").ok_or_else(wrong)?;
        let (node, from) = match from.split_once(':') {
            Some((node, from)) => (Some(node.to_string()), from),
            None => (None, from),
        };
        // `rostopic://` and `rosservice://` choose one kind; ours have different names anyway.
        if !from.starts_with("__") {
            check(from)?;
            check(to)?;
        }
        self.rules.push(RemapRule { node, from: from.to_string(), to: to.to_string() });
        Ok(())
    }

    /// What the node's own name or namespace becomes: `__node`, `__name` or `__ns`.
    pub(crate) fn special(&self, from: &str) -> Option<&str> {
        self.rules.iter().filter(|rule| rule.from == from).map(|rule| rule.to.as_str()).next_back()
    }

    /// The full name of what a node calls by a name. The first rule that matches wins.
    pub fn resolve(&self, node: &NodeName, name: &str) -> String {
        let full = node.expand(name);
        let rules = self.rules.iter().filter(|rule| !rule.from.starts_with("__"));
        let mut matching =
            rules.filter(|rule| is_meant(rule.node.as_deref(), node) && node.expand(&rule.from) == full);
        matching.next().map_or(full.clone(), |rule| node.expand(&rule.to))
    }
}

/// Whether a rule for a node is meant for this one: by its name, its full name, or `/**`.
pub(crate) fn is_meant(pattern: Option<&str>, node: &NodeName) -> bool {
    let full = node.full();
    match pattern {
        None | Some("/**" | "**") => true,
        Some(pattern) => {
            pattern == node.name
                || pattern == full
                || pattern.strip_prefix("/**/").is_some_and(|name| name == node.name)
                || pattern.strip_suffix("/**").is_some_and(|space| full.starts_with(&format!("{space}/")))
                || pattern.trim_start_matches('/') == full.trim_start_matches('/')
        }
    }
}

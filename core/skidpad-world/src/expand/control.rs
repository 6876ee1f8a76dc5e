//! The elements that steer the others: `<include>`, `<variable>`, `<for>` and `<if>`.

use super::variables::{has_fraction, loop_bound, truth};
use super::{Expander, Position};
use crate::describe::ReadingProblem;
use crate::nearest::nearest;
use crate::problem::Problem;
use crate::tree::{Attribute, Node};

/// Whether an element steers others and leaves nothing of itself.
pub(super) fn is_control(node: &Node) -> bool {
    matches!(node.name.as_str(), "include" | "variable" | "for" | "if")
}

impl Expander<'_> {
    /// Interpret a control element. `body` is called with each list of elements that it stands for.
    pub(super) fn control(
        &mut self,
        node: &Node,
        position: Position<'_>,
        body: &mut dyn FnMut(&mut Self, &[Node]),
    ) {
        if self.budget.controls == 0 {
            self.stop(
                node.place,
                "loops, conditions, variables and includes",
                self.options.limits.nodes as u64,
            );
            return;
        }
        self.budget.controls -= 1;
        // Includes could nest control elements deeper than any one file may.
        let deepest = 4 * self.options.limits.depth;
        if self.control_depth >= deepest {
            return self.stop(node.place, "loops, conditions and includes inside each other", deepest as u64);
        }
        self.control_depth += 1;
        self.check_control_attributes(node);
        match node.name.as_str() {
            "include" => self.include(node, position, body),
            "variable" => self.variable(node),
            "for" => self.for_loop(node, body),
            _ => self.condition(node, body),
        }
        self.control_depth -= 1;
    }

    /// Report attributes that a control element does not have. Those of an include are its parameters.
    fn check_control_attributes(&mut self, node: &Node) {
        let known: &[&str] = match node.name.as_str() {
            "variable" => &["name", "value"],
            "for" => &["var", "from", "to"],
            "if" => &["condition"],
            _ => return,
        };
        // `xmlns:vehicle` and the like belong to XML.
        let is_unknown = |it: &&Attribute| !known.contains(&it.name.as_str()) && !it.name.contains(':');
        for attribute in node.attributes.iter().filter(is_unknown) {
            if !self.is_first_time(attribute.place, &attribute.name) {
                continue;
            }
            let problem = ReadingProblem::UnknownAttribute {
                element: format!("<{}>", node.name),
                attribute: attribute.name.to_string(),
                nearest: nearest(&attribute.name, known.iter().copied()),
            };
            self.diagnostics.warning(attribute.place, problem.into());
        }
    }

    fn variable(&mut self, node: &Node) {
        let (Some(name), Some(value)) = (self.needed(node, "name"), self.needed(node, "value")) else {
            return;
        };
        let name = self.substitute(&name.value, name.value_place);
        if let Some(value) = self.options.variables.get(&name) {
            let problem = Problem::VariableOverridden { name, value: value.clone() };
            self.diagnostics.note(node.place, problem);
            return;
        }
        let value = self.substitute(&value.value, value.value_place);
        self.variables.set(&name, value);
    }

    /// The body once per value, from the first to the last, both included.
    fn for_loop(&mut self, node: &Node, body: &mut dyn FnMut(&mut Self, &[Node])) {
        let bounds = [self.needed(node, "var"), self.needed(node, "from"), self.needed(node, "to")];
        let [Some(variable), Some(from), Some(to)] = bounds else { return };
        let name = self.substitute(&variable.value, variable.value_place);
        let (Some(from), Some(to)) = (self.loop_bound(from), self.loop_bound(to)) else { return };
        if node.children.is_empty() {
            self.diagnostics.warning(node.place, Problem::EmptyBody { element: node.name.to_string() });
            return;
        }
        if from > to {
            self.diagnostics.note(node.place, Problem::LoopWithoutTurns { from, to });
        }
        for value in from..=to {
            if self.budget.loop_turns == 0 {
                self.stop(node.place, "turns of loops", self.options.limits.loop_iterations as u64);
            }
            if self.is_stopped {
                return;
            }
            self.budget.loop_turns -= 1;
            self.variables.set(&name, value.to_string());
            body(self, &node.children);
        }
    }

    fn loop_bound(&mut self, attribute: &Attribute) -> Option<i64> {
        let value = self.substitute(&attribute.value, attribute.value_place);
        let bound = loop_bound(&value);
        if let Some(used) = bound.filter(|_| has_fraction(&value)) {
            let problem =
                Problem::LoopBoundWithFraction { attribute: attribute.name.to_string(), value, used };
            self.diagnostics.warning(attribute.value_place, problem);
            return bound;
        }
        if bound.is_none() && !self.diagnostics.has_error_at(attribute.value_place) {
            let problem = Problem::LoopBoundNotANumber { attribute: attribute.name.to_string(), value };
            self.diagnostics.error(attribute.value_place, problem);
        }
        bound
    }

    fn condition(&mut self, node: &Node, body: &mut dyn FnMut(&mut Self, &[Node])) {
        let Some(condition) = self.needed(node, "condition") else { return };
        let value = self.substitute(&condition.value, condition.value_place);
        if node.children.is_empty() {
            self.diagnostics.warning(node.place, Problem::EmptyBody { element: node.name.to_string() });
        }
        match truth(&value) {
            Some(true) => body(self, &node.children),
            Some(false) => {}
            None => {
                if !self.diagnostics.has_error_at(condition.value_place) {
                    self.diagnostics.warning(condition.value_place, Problem::UnclearCondition { value });
                }
            }
        }
    }

    /// An attribute that the element cannot do without.
    pub(super) fn needed<'n>(&mut self, node: &'n Node, attribute: &str) -> Option<&'n Attribute> {
        let found = node.attribute(attribute);
        if found.is_none() {
            let problem =
                Problem::MissingAttribute { element: node.name.to_string(), attribute: attribute.to_owned() };
            self.diagnostics.error(node.place, problem);
        }
        found
    }
}

//! The reference page of the world format, written from the tables.

use std::fmt::Write;

use super::{Absent, Element, Family, Form, Group, Kind, Param, Status, WORLD};

const INTRODUCTION: &str = "\
# World file reference

This page is generated from the tables of `skidpad-world`; change those, not this page.

A world is an XML file with the root `<mvsim_world>`, read as MVSim reads it.
Every parameter but `name` and `class` may be written as an attribute or as a child element; the column *form* names the one that MVSim reads.
Parameters marked *ours* are unknown to MVSim.
Lengths are in metres, masses in kilograms, times in seconds, angles in degrees.
Of *pose* values, `X Y YAW` is a pose in the plane and `X Y Z YAW PITCH ROLL` one in space, with the rotation Rz(yaw)·Ry(pitch)·Rx(roll).
A colour is `#RRGGBB` or `#RRGGBBAA`.
Values may contain `${name}`, `${name|default}`, `$env{NAME}` and `$f{expression}`.

Besides the elements below, the world level knows `<include>`, `<variable>`, `<for>`, `<if>`, `<vehicle:class>`, `<block:class>` and `<actor:class>`.
A class has a `name` and the content of the element it is a class of.
";

/// The whole page, as Markdown.
pub fn reference() -> String {
    let mut page = Page { text: INTRODUCTION.to_owned(), done: Vec::new(), groups: Vec::new() };
    page.family(&WORLD, "");
    page.text.push_str("\n# Shared parameters\n");
    let mut next = 0;
    while let Some(&group) = page.groups.get(next) {
        page.group(group);
        next += 1;
    }
    page.text
}

/// The page so far.
struct Page {
    text: String,
    /// Elements already written, by address: several families share one.
    done: Vec<*const Element>,
    /// Shared groups met so far.
    groups: Vec<&'static Group>,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn family(&mut self, family: &'static Family, parent: &str) {
        for &element in family.variants {
            if self.done.contains(&std::ptr::from_ref(element)) {
                continue;
            }
            self.done.push(element);
            self.element(family, element, parent);
        }
        for child in family.variants.iter().flat_map(|element| element.all_children()) {
            self.family(child, &format!("`<{}>`", family.tag));
        }
    }

    fn element(&mut self, family: &'static Family, element: &'static Element, parent: &str) {
        self.line(&format!("\n## {}\n", title(family, element)));
        self.line(element.doc);
        if !parent.is_empty() {
            let times = if family.repeats { "any number of times" } else { "once" };
            self.line(&format!("Stands in {parent}, {times}."));
        }
        self.other_names(family, element);
        if let Some(text) = &element.text {
            self.line(&format!("Its text is {}: {}", text.kind.expected(), text.doc));
        }
        self.params(element.params);
        for &group in element.groups {
            let link = group.title.to_lowercase().replace(',', "").replace(' ', "-");
            self.line(&format!("\nShared: [{}](#{link}).", group.title));
            if !self.groups.iter().any(|known| std::ptr::eq(*known, group)) {
                self.groups.push(group);
            }
        }
        let children: Vec<String> =
            element.all_children().map(|child| format!("`<{}>`", child.tag)).collect();
        if !children.is_empty() {
            self.line(&format!("\nElements in it: {}.", children.join(", ")));
        }
    }

    fn other_names(&mut self, family: &Family, element: &Element) {
        if !family.aliases.is_empty() {
            let tags: Vec<String> = family.aliases.iter().map(|tag| format!("`<{tag}>`")).collect();
            self.line(&format!("Also written {}.", tags.join(", ")));
        }
        if let [_, others @ ..] = element.names
            && !others.is_empty()
        {
            let names: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
            self.line(&format!("Also called {}.", names.join(", ")));
        }
        if family.selector.is_some_and(|selector| selector.default == element.names.first().copied()) {
            self.line("Taken when no class is given.");
        }
    }

    fn group(&mut self, group: &'static Group) {
        self.line(&format!("\n## {}", group.title));
        self.params(group.params);
    }

    fn params(&mut self, params: &[Param]) {
        if params.is_empty() {
            return;
        }
        self.line("\n| parameter | form | value | default | allowed | meaning |");
        self.line("| --- | --- | --- | --- | --- | --- |");
        for param in params {
            self.line(&row(param));
        }
    }
}

fn title(family: &Family, element: &Element) -> String {
    match (family.selector, element.names.first()) {
        (Some(selector), Some(name)) => format!("`<{} {}=\"{name}\">`", family.tag, selector.attribute),
        _ => format!("`<{}>`", family.tag),
    }
}

fn row(param: &Param) -> String {
    let mut name = format!("`{}`", param.name);
    for alias in param.aliases {
        let _ = write!(name, ", `{alias}`");
    }
    let form = match (param.form, param.status) {
        (_, Status::Ours) => "ours",
        (Form::Attribute | Form::AttributeOnly, _) => "attribute",
        (Form::Child, _) => "child",
        (Form::Either, _) => "either",
    };
    let default = match param.absent {
        Absent::Means("") => "empty".to_owned(),
        Absent::Means(text) => format!("`{text}`"),
        Absent::Leaves(words) => words.to_owned(),
        Absent::IsAnError => "must be given".to_owned(),
    };
    let value = match param.kind {
        Kind::Choice(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        kind => kind.expected(),
    };
    let effect = match param.status {
        Status::Ignored(why) | Status::Spare(why) => format!(" No effect: {why}."),
        Status::Used | Status::Ours => String::new(),
    };
    format!("| {name} | {form} | {value} | {default} | {} | {}{effect} |", param.allowed.words(), param.doc)
}

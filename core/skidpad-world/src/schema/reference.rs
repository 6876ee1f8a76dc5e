//! The reference page of the world format, written from the tables.

use std::fmt::Write;

use super::{Absent, Class, Element, Family, Form, Group, Kind, Param, Status, WORLD};

const INTRODUCTION: &str = "\
# World file reference

This page is generated from the tables of `skidpad-world`; change those, not this page.

A world is an XML file with the root `<mvsim_world>`, read as MVSim reads it.
Every parameter but `name` and `class` may be written as an attribute or as a child element; the column *form* names the one that MVSim reads.
Parameters marked *ours* are unknown to MVSim.
Lengths are in metres, masses in kilograms, times in seconds, angles in degrees.
Of *pose* values, `X Y YAW` is a pose in the plane and `X Y Z YAW PITCH ROLL` one in space, with the rotation Rz(yaw)·Ry(pitch)·Rx(roll).
A colour is `#RRGGBB` or `#RRGGBBAA`.
Values may contain `${name}`, `${name|default}`, `$env{NAME}`, `$env{NAME|default}` and `$f{expression}`.

Besides the elements below, the world level knows `<include>`, `<variable>`, `<for>`, `<if>`, `<vehicle:class>`, `<block:class>` and `<actor:class>`.
A class has a `name` and the content of the element it is a class of.
";

/// The whole page, as Markdown.
pub fn reference() -> String {
    let mut page = Page { text: INTRODUCTION.to_owned(), groups: Vec::new() };
    for entry in entries() {
        page.element(&entry);
    }
    page.text.push_str("\n# Shared parameters\n");
    for group in page.groups.clone() {
        page.line(&format!("\n## {}", group.title));
        page.params(group.params);
    }
    page.text
}

/// The page of one class, as Markdown: what a program tells its users about a class of its own.
pub fn class_reference(class: &Class) -> String {
    let (tag, element) = (class.family, class.element);
    let mut page = Page { text: String::new(), groups: Vec::new() };
    page.line(&format!("## `<{tag} class=\"{}\">`\n", class.name()));
    page.line(element.doc);
    page.params(element.params);
    for group in element.groups {
        page.line(&format!("\n### {}", group.title));
        page.params(group.params);
    }
    let children: Vec<String> = element.all_children().map(|child| format!("`<{}>`", child.tag)).collect();
    if !children.is_empty() {
        page.line(&format!("\nElements in it: {}.", children.join(", ")));
    }
    page.text
}

/// An element, the tags it goes by, and the elements it stands in.
struct Entry {
    element: &'static Element,
    families: Vec<&'static Family>,
    parents: Vec<String>,
}

/// Every element once, each before the elements below it.
fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut open: Vec<(&'static Family, Option<String>)> = vec![(&WORLD, None)];
    while let Some((family, parent)) = open.pop() {
        let mut below = Vec::new();
        for &element in family.variants {
            let known = entries.iter().position(|entry| std::ptr::eq(entry.element, element));
            let index = known.unwrap_or_else(|| {
                let title = title(family, element);
                below.extend(element.all_children().map(|child| (child, Some(title.clone()))));
                entries.push(Entry { element, families: Vec::new(), parents: Vec::new() });
                entries.len() - 1
            });
            let entry = &mut entries[index];
            if !entry.families.iter().any(|known| known.tag == family.tag) {
                entry.families.push(family);
            }
            if let Some(parent) = parent.as_ref().filter(|parent| !entry.parents.contains(parent)) {
                entry.parents.push(parent.clone());
            }
        }
        open.extend(below.into_iter().rev());
    }
    entries
}

/// The page so far.
struct Page {
    text: String,
    /// Shared groups met so far.
    groups: Vec<&'static Group>,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn element(&mut self, entry: &Entry) {
        let Entry { element, families, parents } = entry;
        let titles: Vec<String> = families.iter().map(|family| title(family, element)).collect();
        self.line(&format!("\n## {}\n", titles.join(", ")));
        self.line(element.doc);
        if !parents.is_empty() {
            let times = if families[0].repeats { "any number of times" } else { "once" };
            self.line(&format!("Stands {times} in {}.", parents.join(", ")));
        }
        self.other_names(families[0], element);
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
        let default = family.selector.and_then(|selector| selector.default);
        if default.is_some() && default == element.names.first().copied() {
            self.line("Taken when no class is given.");
        }
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

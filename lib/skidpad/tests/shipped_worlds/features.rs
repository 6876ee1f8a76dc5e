//! The feature matrix: what the tables of the world format hold, against what our worlds use.

use std::collections::{BTreeMap, BTreeSet};

use skidpad_world::Node;
use skidpad_world::schema::{Element, Family, Kind, Param, Status, WORLD};

/// What no shipped world uses, with the reason. A name that a world does use must not be here.
const UNUSED: &[(&str, &str)] = &[
    ("mvsim_world save_to_rawlog", "opening a world should write no files"),
    ("mvsim_world rawlog_odometry_rate", "belongs to save_to_rawlog"),
    ("element[horizontal_plane] surface_vx", "no shipped world has a conveyor"),
    ("element[horizontal_plane] surface_vy", "no shipped world has a conveyor"),
    ("mvsim_world command_timeout", "it would stop every world that drives by itself"),
    ("Name and class class", "expansion puts the class in its place"),
    ("chassis shape_from_visual", "of a race car: ours are drawn as their outline"),
    ("sensor[rgbd_camera] k4", "of the fisheye lens: the camera of worlds/lenses has one"),
    ("element[property_region] value_string", "no property has text as its value"),
];

/// `tag[variant]`, or the tag alone. All wheels are one.
fn title(family: &Family, element: &Element) -> String {
    let tag = if family.tag.ends_with("_wheel") { "wheel" } else { family.tag };
    element.names.first().map_or(tag.to_owned(), |name| format!("{tag}[{name}]"))
}

/// A parameter of an element; one that several elements share counts once, under its group.
fn feature(title: &str, element: &Element, param: &Param) -> String {
    let group =
        element.groups.iter().find(|group| group.params.iter().any(|shared| shared.name == param.name));
    format!("{} {}", group.map_or(title, |group| group.title), param.name)
}

/// Every feature of the format: elements by title, and their parameters as `title parameter`.
fn offered(family: &Family, into: &mut BTreeSet<String>) {
    for element in family.variants {
        let title = title(family, element);
        into.insert(title.clone());
        let params = element
            .all_params()
            .filter(|param| !matches!(param.status, Status::Ignored(_) | Status::Spare(_)));
        into.extend(params.map(|param| feature(&title, element, param)));
        for child in element.all_children() {
            offered(child, into);
        }
    }
}

/// The features that a node and everything below it uses.
fn used(family: &'static Family, node: &Node, into: &mut BTreeSet<String>) {
    let Some(element) = variant(family, node) else { return };
    let title = title(family, element);
    into.insert(title.clone());
    for attribute in &node.attributes {
        into.extend(element.param(&attribute.name).map(|param| feature(&title, element, param)));
    }
    for child in &node.children {
        into.extend(element.param(&child.name).map(|param| feature(&title, element, param)));
        if let Some(below) = element.family(&child.name) {
            used(below, child, into);
        }
    }
}

fn variant(family: &'static Family, node: &Node) -> Option<&'static Element> {
    let Some(selector) = family.selector else { return family.variants.first().copied() };
    let chosen = node.attributes.iter().find(|attribute| selector.goes_by(&attribute.name));
    family.variant(chosen.map(|attribute| attribute.value.as_str()).or(selector.default)?)
}

/// The files and addresses that a tree names.
pub(crate) fn assets(tree: &Node) -> Vec<String> {
    let mut found = Vec::new();
    collect_assets(&WORLD, tree, &mut found);
    found
}

fn collect_assets(family: &'static Family, node: &Node, found: &mut Vec<String>) {
    let Some(element) = variant(family, node) else { return };
    for child in &node.children {
        if let Some(param) = element.param(&child.name)
            && matches!(param.kind, Kind::File | Kind::Uri)
        {
            found.push(child.text().to_owned());
        }
        if let Some(below) = element.family(&child.name) {
            collect_assets(below, child, found);
        }
    }
}

/// The files of an asset: six for a sky, one otherwise.
pub(crate) fn files_of(uri: &str) -> Vec<String> {
    match uri.split_once("%s") {
        None => vec![uri.to_owned()],
        Some((before, after)) => ["Front", "Back", "Down", "Up", "Left", "Right"]
            .map(|side| format!("{before}{side}{after}"))
            .to_vec(),
    }
}

#[test]
fn between_them_the_worlds_use_the_whole_format() {
    let mut offered_features = BTreeSet::new();
    offered(&WORLD, &mut offered_features);
    assert!(offered_features.len() > 300, "{} features", offered_features.len());

    let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, path) in super::worlds() {
        let mut features = BTreeSet::new();
        used(&WORLD, super::loaded(&path).tree.as_ref().expect("a tree"), &mut features);
        for feature in features {
            users.entry(feature).or_default().push(name.clone());
        }
    }

    let excused: BTreeSet<&str> = UNUSED.iter().map(|(feature, _)| *feature).collect();
    let unused: Vec<&String> = (offered_features.iter())
        .filter(|feature| !users.contains_key(*feature) && !excused.contains(feature.as_str()))
        .collect();
    assert!(unused.is_empty(), "{} features that no world uses: {unused:#?}", unused.len());

    for (feature, _) in UNUSED {
        assert!(offered_features.contains(*feature), "{feature} is no feature");
        assert!(!users.contains_key(*feature), "{feature} is used by {:?}", users[*feature]);
    }
}

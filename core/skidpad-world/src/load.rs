//! The front door of the crate: files in, description and findings out.

use std::collections::BTreeMap;

use crate::check::check;
use crate::describe::{describe, look_at_objects};
use crate::description::WorldDescription;
use crate::diagnostics::Diagnostics;
use crate::expand::{ExpandOptions, Expanded, expand};
use crate::files::Files;
use crate::place::{Place, Sources};
use crate::tree::Node;

/// A world as far as it could be read, with everything that was found on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// What the world describes. When `diagnostics` has errors, parts of it may be missing.
    pub description: WorldDescription,
    /// The world after includes, variables, loops, conditions and classes; `None` when the main file
    /// could not be read or holds no world.
    pub tree: Option<Node>,
    /// Everything that is wrong or worth knowing, ordered by place.
    pub diagnostics: Diagnostics,
    /// The files that were read, for the places in everything above.
    pub sources: Sources,
    /// Environment variables that the world asked for, with the value it got.
    pub environment_read: BTreeMap<String, Option<String>>,
    /// Logical paths of the files that were read, in order.
    pub files_read: Vec<String>,
    /// Where each included file was asked for first, by logical path.
    pub included_at: BTreeMap<String, Place>,
}

/// Read, expand, describe and check the world whose main file has the logical path `main`.
pub fn load(main: &str, files: &dyn Files, options: &ExpandOptions) -> Loaded {
    let Expanded {
        tree,
        mut diagnostics,
        sources,
        environment_read,
        files_read,
        included_at,
        mut idle_classes,
    } = expand(main, files, options);
    let mut description = WorldDescription::default();
    if let Some(root) = &tree {
        description = describe(root, &options.classes, &options.limits, &mut diagnostics);
        check(root, &description, &mut diagnostics);
    }
    if tree.is_some() {
        let (objects, found) = (&idle_classes.objects, &mut idle_classes.diagnostics);
        look_at_objects(objects, &options.classes, &options.limits, found);
        diagnostics.add_as_warnings(&idle_classes.diagnostics);
    }
    diagnostics.sort_by_place();
    Loaded { description, tree, diagnostics, sources, environment_read, files_read, included_at }
}

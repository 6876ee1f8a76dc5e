//! A world in SDF as a world file: boxes, cylinders, spheres, planes, meshes, lights, poses, includes on disk.
//!
//! Element names are those of the SDFormat specification.

mod include;
mod light;
mod model;
mod pose;

use crate::findings::{Imported, Report};
use crate::options::ImportOptions;
use crate::problem::ImportProblem;
use crate::values::{number_at, of_child, read};
use crate::xml_writer::{XmlWriter, plain_name};
use skidpad_math::Pose3;
use skidpad_world::files::folder_of;
use skidpad_world::{Node, Place};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

/// A world in SDF as a world file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SdfWorld {
    /// The text.
    pub xml: String,
    /// How many blocks it has.
    pub block_count: usize,
    /// How many floors and walls it has.
    pub plane_count: usize,
    /// How many lights it has.
    pub light_count: usize,
}

impl fmt::Display for SdfWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let (blocks, planes) = (counted(self.block_count, "block"), counted(self.plane_count, "plane"));
        write!(f, "{blocks}, {planes}, {}", counted(self.light_count, "light"))
    }
}

/// Turn a world into a world file. `file` is the logical path of the text, from which included files are found.
pub fn import_sdf(text: &str, file: &str, options: &ImportOptions) -> Imported<SdfWorld> {
    let mut import = SdfImport {
        report: Report::new(&options.limits),
        options,
        main_folder: folder_of(file).to_owned(),
        out: XmlWriter::default(),
        lights: XmlWriter::default(),
        names: BTreeSet::new(),
        included: BTreeMap::new(),
        models_left: options.limits.bodies,
        world: SdfWorld { xml: String::new(), block_count: 0, plane_count: 0, light_count: 0 },
        has_sun: false,
    };
    let world = import.read(text, file);
    import.report.finish(world)
}

/// An import while it goes on.
struct SdfImport<'a> {
    report: Report,
    options: &'a ImportOptions<'a>,
    main_folder: String,
    out: XmlWriter,
    lights: XmlWriter,
    /// Names of blocks that are in use.
    names: BTreeSet<String>,
    /// Files that were included, each read once.
    included: BTreeMap<String, Option<Rc<Node>>>,
    /// How many more models there may be.
    models_left: usize,
    world: SdfWorld,
    has_sun: bool,
}

/// What a model stands in.
#[derive(Clone)]
struct Context {
    /// Pose of the outer frame in the world.
    pose: Pose3,
    /// Whether something outside makes it static.
    is_static: bool,
    /// Names of what it is in, joined by `_`.
    prefix: String,
    /// Folder of its file.
    folder: String,
    /// How deep models and includes are nested.
    depth: usize,
}

impl SdfImport<'_> {
    fn read(&mut self, text: &str, file: &str) -> Option<SdfWorld> {
        let root = self.report.parse(text, file)?;
        if root.name != "sdf" {
            let (element, expected) = (root.name.to_string(), "a world in SDF starts with <sdf>");
            self.report.error(root.place, &ImportProblem::WrongRoot { element, expected });
            return None;
        }
        let folder = self.main_folder.clone();
        let context =
            Context { pose: Pose3::default(), is_static: false, prefix: String::new(), folder, depth: 0 };
        let source = file.rsplit('/').next().unwrap_or(file).replace("--", "__");
        self.out.line(&format!("<!-- Imported from {source}. -->"));
        self.out.open("mvsim_world version=\"1.0\"");
        let mut worlds = root.children_named("world");
        match worlds.next() {
            Some(world) => self.world(world, &context),
            None if root.child("model").is_some() => {
                root.children_named("model").for_each(|model| self.model(model, &context));
            }
            None => {
                let (element, what) = ("sdf".to_owned(), "a <world> or a <model>".to_owned());
                self.report.error(root.place, &ImportProblem::Missing { element, what });
            }
        }
        for world in worlds {
            self.report.not_taken(world.place, "a second <world>", "a file is one world");
        }
        self.write_lights();
        self.out.close("mvsim_world");
        let xml = std::mem::take(&mut self.out).finish();
        Some(SdfWorld { xml, ..self.world.clone() })
    }

    fn world(&mut self, world: &Node, context: &Context) {
        for node in &world.children {
            match node.name.as_str() {
                "model" => self.model(node, context),
                "include" => self.include(node, context),
                "light" => self.light(node, &context.pose),
                "gravity" => self.gravity(node),
                "spherical_coordinates" => self.georeference(node),
                "plugin" => {
                    let name = node.attribute("filename").map_or("?", |name| name.value.as_str());
                    self.report.not_taken(
                        node.place,
                        format!("the plug-in \"{name}\""),
                        "plug-ins are programs and are not run",
                    );
                }
                "physics" => {
                    self.report.taken_as(node.place, "<physics>", "skidpad's own step and solver");
                }
                "scene" | "gui" | "state" | "atmosphere" | "wind" | "magnetic_field" | "audio" => {
                    self.report.not_taken(node.place, format!("<{}>", node.name), "it has no counterpart");
                }
                name => self.report.not_taken(node.place, format!("<{name}>"), "it is not known here"),
            }
        }
    }

    fn gravity(&mut self, node: &Node) {
        let Some([x, y, z]) = read(&mut self.report, node.text(), node.text_place()) else { return };
        if x != 0.0 || y != 0.0 || z > 0.0 {
            self.report.not_taken(node.place, "a gravity that is not downwards", "gravity acts along −z");
            return;
        }
        self.out.number("gravity", -z);
    }

    fn georeference(&mut self, node: &Node) {
        let mut read = |name: &str| number_at(&mut self.report, node, name).unwrap_or(0.0);
        let (latitude, longitude) = (read("latitude_deg"), read("longitude_deg"));
        let (height, heading) = (read("elevation"), read("heading_deg"));
        self.out.open("georeference");
        for (tag, value) in [
            ("latitude", latitude),
            ("longitude", longitude),
            ("height", height),
            ("world_to_enu_rotation_deg", heading),
        ] {
            self.out.number(tag, value);
        }
        self.out.close("georeference");
    }

    /// A name that nothing else has.
    fn unique_name(&mut self, wanted: &str) -> String {
        let wanted = plain_name(wanted);
        let mut name = wanted.clone();
        let mut number = 1;
        while !self.names.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    }

    /// Counts a model or an include; false once there are too many, which is reported.
    fn may_go_on(&mut self, place: Place, depth: usize) -> bool {
        let limits = &self.options.limits;
        if depth > limits.include_depth {
            let (what, limit) = ("models inside each other", limits.include_depth);
            self.report.error(place, &ImportProblem::LimitReached { what, limit });
            return false;
        }
        if self.models_left == 0 {
            let (what, limit) = ("models", limits.bodies);
            self.report.error(place, &ImportProblem::LimitReached { what, limit });
            return false;
        }
        self.models_left -= 1;
        true
    }

    /// Three or four numbers of a colour.
    fn color(&mut self, node: &Node, name: &str) -> Option<[f64; 4]> {
        let text = node.child(name)?.text();
        match crate::values::numbers::<3>(text) {
            Some([red, green, blue]) => Some([red, green, blue, 1.0]),
            None => of_child(&mut self.report, node, name),
        }
    }
}

//! Models as blocks: one for every solid of a static link, one for every link that can move.

use super::include::is_true;
use super::pose::pose_of;
use super::{Context, SdfImport};
use crate::geometry::{Dialect, Part, Shape, is_upright, outline_of, shape, write_visual};
use crate::values::{number_at, read, vec3};
use crate::xml_writer::{color, number};
use skidpad_math::{Pose3, Vec3, atan2};
use skidpad_scene::Outline;
use skidpad_world::Node;

/// A moving link without a mass has this one [kg], as in Gazebo.
const MASS_KG: f64 = 1.0;
/// Edge of a floor without a size [m].
const FLOOR_M: f64 = 100.0;
/// How a collision is drawn whose link has a mesh: not at all.
const UNSEEN: [f64; 4] = [0.0; 4];
/// Colours of the materials that worlds of Gazebo name most.
const MATERIALS: [(&str, [f64; 3]); 10] = [
    ("Grey", [0.7, 0.7, 0.7]),
    ("DarkGrey", [0.175, 0.175, 0.175]),
    ("White", [1.0, 1.0, 1.0]),
    ("Black", [0.0, 0.0, 0.0]),
    ("Red", [1.0, 0.0, 0.0]),
    ("Green", [0.0, 1.0, 0.0]),
    ("Blue", [0.0, 0.0, 1.0]),
    ("Yellow", [1.0, 1.0, 0.0]),
    ("Orange", [1.0, 0.5, 0.0]),
    ("Wood", [0.6, 0.45, 0.3]),
];

/// A block in the making: where it stands, what it is, how it looks. Parts stand in the world.
struct NewBlock<'p> {
    name: &'p str,
    frame: Pose3,
    parts: Vec<&'p Part>,
    rgba: Option<[f64; 4]>,
    /// Mass of a block that can move [kg].
    mass_kg: Option<f64>,
    is_intangible: bool,
    visuals: Vec<&'p Part>,
}

impl SdfImport<'_> {
    pub(super) fn model(&mut self, node: &Node, context: &Context) {
        if self.may_go_on(node.place, context.depth) {
            self.named_model(node, context, None, None);
        }
    }

    /// A model under another name or at another pose than its own.
    pub(super) fn named_model(
        &mut self,
        node: &Node,
        context: &Context,
        name: Option<&str>,
        pose: Option<Pose3>,
    ) {
        let own_name = node.attribute("name").map_or("model", |name| name.value.as_str());
        let name = name.unwrap_or(own_name);
        if node.children_named("plugin").any(drives) {
            let why = "it is a robot; import its URDF as a vehicle";
            self.report.not_taken(node.place, format!("the model \"{name}\""), why);
            return;
        }
        let pose = pose.unwrap_or_else(|| pose_of(&mut self.report, node));
        let prefix =
            if context.prefix.is_empty() { name.to_owned() } else { format!("{}_{name}", context.prefix) };
        let is_static = context.is_static || node.child("static").is_some_and(|flag| is_true(flag.text()));
        let inner = Context {
            pose: context.pose * pose,
            is_static,
            prefix,
            depth: context.depth + 1,
            ..context.clone()
        };
        for child in &node.children {
            match child.name.as_str() {
                "link" => self.link(child, &inner, node.children_named("link").count() > 1),
                "model" => self.model(child, &inner),
                "include" => self.include(child, &inner),
                "static" | "pose" | "self_collide" | "allow_auto_disable" | "enable_wind" => {}
                "joint" if is_static => {}
                name => {
                    let why = if name == "joint" {
                        "links of a model are not joined here; each is a block of its own"
                    } else {
                        "it has no counterpart"
                    };
                    self.report.not_taken(child.place, format!("<{name}> of a model"), why);
                }
            }
        }
    }

    fn link(&mut self, link: &Node, context: &Context, is_one_of_many: bool) {
        let link_in_world = context.pose * pose_of(&mut self.report, link);
        let mut name = context.prefix.clone();
        if is_one_of_many {
            name = format!("{name}_{}", link.attribute("name").map_or("link", |name| name.value.as_str()));
        }
        let (collisions, has_floor) = self.parts(link, "collision", &link_in_world, context, true);
        let (visuals, _) = self.parts(link, "visual", &link_in_world, context, !has_floor);
        for child in &link.children {
            match child.name.as_str() {
                "light" => self.light(child, &link_in_world),
                "sensor" => self.report.not_taken(
                    child.place,
                    "a <sensor> of a model",
                    "sensors are imported with robots",
                ),
                _ => {}
            }
        }
        let mass_kg = (!context.is_static).then(|| self.mass(link)).flatten();
        let is_intangible = collisions.is_empty();
        let solids = if is_intangible { &visuals } else { &collisions };
        let meshes: Vec<&Part> =
            visuals.iter().filter(|part| matches!(part.shape, Shape::Mesh { .. })).collect();
        let colour_of = |index: usize| visuals.get(index).or(visuals.first()).and_then(|part| part.rgba);
        if mass_kg.is_some() {
            let frame = flat(&link_in_world);
            let (parts, rgba) = (solids.iter().collect(), colour_of(0));
            self.block(&NewBlock {
                name: &name,
                frame,
                parts,
                rgba,
                mass_kg,
                is_intangible,
                visuals: meshes,
            });
            return;
        }
        for (index, part) in solids.iter().enumerate() {
            let frame = flat(&part.pose_in_link);
            let visuals = if index == 0 { meshes.clone() } else { Vec::new() };
            let rgba =
                if index > 0 && !meshes.is_empty() { Some(UNSEEN) } else { part.rgba.or(colour_of(index)) };
            if is_intangible && index > 0 && matches!(part.shape, Shape::Mesh { .. }) {
                // The first block draws all meshes.
                continue;
            }
            self.block(&NewBlock {
                name: &name,
                frame,
                parts: vec![part],
                rgba,
                mass_kg: None,
                is_intangible,
                visuals,
            });
        }
    }

    /// Mass of a link that can move [kg].
    fn mass(&mut self, link: &Node) -> Option<f64> {
        let mass_kg = number_at(&mut self.report, link, "inertial/mass").filter(|mass| *mass > 0.0);
        if mass_kg.is_none() {
            self.report.taken_as(link.place, "a link without a mass", format!("{MASS_KG} kg"));
        }
        Some(mass_kg.unwrap_or(MASS_KG))
    }

    /// Solids of a link, in the world; floors and walls are written at once. True if there was one of these.
    fn parts(
        &mut self,
        link: &Node,
        tag: &str,
        link_in_world: &Pose3,
        context: &Context,
        with_planes: bool,
    ) -> (Vec<Part>, bool) {
        let mut parts = Vec::new();
        let mut has_plane = false;
        for node in link.children_named(tag) {
            let pose_in_link = *link_in_world * pose_of(&mut self.report, node);
            let rgba = self.material(node);
            let Some(geometry) = node.child("geometry") else { continue };
            if let Some(plane) = geometry.child("plane") {
                has_plane = true;
                if with_planes {
                    // The colour of a floor is that of its picture.
                    let seen = link.children_named("visual").find_map(|visual| self.material(visual));
                    self.plane(plane, &pose_in_link, rgba.or(seen));
                }
                continue;
            }
            if geometry.child("empty").is_some() {
                continue;
            }
            let Some(mut shape) = shape(&mut self.report, geometry, Dialect::Sdf) else { continue };
            if let Shape::Mesh { uri, .. } = &mut shape {
                *uri = self.asset_uri(uri, context);
            }
            parts.push(Part { place: node.place, pose_in_link, shape, rgba });
        }
        (parts, has_plane)
    }

    fn material(&mut self, node: &Node) -> Option<[f64; 4]> {
        let material = node.child("material")?;
        if let Some(rgba) = self.color(material, "diffuse").or_else(|| self.color(material, "ambient")) {
            return Some(rgba);
        }
        let name =
            material.child("script").and_then(|script| script.child("name")).map_or("", |name| name.text());
        let known = MATERIALS.iter().find(|(known, _)| name.strip_prefix("Gazebo/") == Some(known));
        known.map(|(_, [red, green, blue])| [*red, *green, *blue, 1.0])
    }

    fn block(&mut self, block: &NewBlock) {
        let back = block.frame.inverse();
        let placed: Vec<(&Part, Pose3)> =
            block.parts.iter().map(|part| (*part, back * part.pose_in_link)).collect();
        for (part, pose) in &placed {
            match part.shape {
                Shape::Mesh { ref uri, .. } => {
                    self.report.taken_as(
                        part.place,
                        format!("the mesh \"{uri}\""),
                        "a prism over its outline; it is drawn as it is",
                    );
                }
                Shape::Sphere { .. } => {}
                _ if !is_upright(&pose.rotation()) => {
                    self.report.taken_as(part.place, "a tilted solid", "an upright prism over its outline");
                }
                _ => {}
            }
        }
        if let Some(outline) = outline_of(&mut self.report, &placed, f64::NEG_INFINITY, self.options) {
            self.write_block(block, &back, &outline);
        }
    }

    fn write_block(&mut self, block: &NewBlock, back: &Pose3, outline: &Outline) {
        self.world.block_count += 1;
        let name = self.unique_name(block.name);
        let out = &mut self.out;
        out.open(&format!("block name=\"{name}\""));
        match block.mass_kg {
            Some(mass_kg) => out.number("mass", mass_kg),
            None if block.is_intangible => out.value("intangible", "true"),
            None => out.value("static", "true"),
        }
        out.shape(&outline.polygon);
        out.number("zmin", outline.z_min_m);
        out.number("zmax", outline.z_max_m);
        if let Some(rgba) = block.rgba {
            out.value("color", &color(rgba));
        }
        for part in &block.visuals {
            write_visual(&mut self.report, out, part, &(*back * part.pose_in_link), self.options);
        }
        let pose = [block.frame.x_m, block.frame.y_m, block.frame.yaw_rad.to_degrees()].map(number).join(" ");
        out.value("init_pose", &pose);
        out.close("block");
    }

    fn plane(&mut self, plane: &Node, pose: &Pose3, rgba: Option<[f64; 4]>) {
        let numbers =
            |name: &str| plane.child(name).map(|child| (child.text().to_owned(), child.text_place()));
        let (normal, size) = (numbers("normal"), numbers("size"));
        let normal =
            normal.and_then(|(text, place)| read(&mut self.report, &text, place)).unwrap_or([0.0, 0.0, 1.0]);
        let [length, width] =
            size.and_then(|(text, place)| read(&mut self.report, &text, place)).unwrap_or([FLOOR_M; 2]);
        let normal = pose.rotation().rotate(vec3(normal));
        if normal.z / normal.norm().max(1e-9) < 0.999 {
            self.report.not_taken(
                plane.place,
                "a <plane> that is not level",
                "floors are level; walls are boxes",
            );
            return;
        }
        self.floor([pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad.to_degrees()], [length, width], rgba);
    }

    fn floor(&mut self, [x, y, z, yaw_deg]: [f64; 4], [length, width]: [f64; 2], rgba: Option<[f64; 4]>) {
        self.world.plane_count += 1;
        let out = &mut self.out;
        out.open("element class=\"horizontal_plane\"");
        for (tag, value) in [
            ("x_min", -0.5 * length),
            ("x_max", 0.5 * length),
            ("y_min", -0.5 * width),
            ("y_max", 0.5 * width),
        ] {
            out.number(tag, value);
        }
        if let Some(rgba) = rgba {
            out.value("color", &color([rgba[0], rgba[1], rgba[2], 1.0]));
        }
        if [x, y, z, yaw_deg] != [0.0; 4] {
            out.value(
                "init_pose3d",
                &format!("{} {} {} {} 0 0", number(x), number(y), number(z), number(yaw_deg)),
            );
        }
        out.close("element");
    }

    /// Gazebo's `model://ground_plane`.
    pub(super) fn ground_plane(&mut self, node: &Node) {
        let pose = pose_of(&mut self.report, node);
        self.floor(
            [pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad.to_degrees()],
            [FLOOR_M; 2],
            Some([0.8, 0.8, 0.8, 1.0]),
        );
    }
}

/// Whether a plug-in drives wheels.
fn drives(plugin: &Node) -> bool {
    let names = ["filename", "name"]
        .map(|name| plugin.attribute(name).map_or(String::new(), |name| name.value.to_lowercase()));
    names.iter().any(|name| name.contains("drive") || name.contains("ackermann"))
}

/// A pose on the floor below: where it is, and where its x axis points, seen from above.
fn flat(pose: &Pose3) -> Pose3 {
    let forward = pose.rotation().rotate(Vec3::new(1.0, 0.0, 0.0));
    let yaw_rad = if forward.x.abs() + forward.y.abs() > 1e-6 { atan2(forward.y, forward.x) } else { 0.0 };
    Pose3 { x_m: pose.x_m, y_m: pose.y_m, yaw_rad, ..Pose3::default() }
}

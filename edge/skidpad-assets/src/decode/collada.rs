//! COLLADA (`.dae`): geometries, placed by the nodes of the scene, with their materials.
//!
//! The mesh comes out with y up and in metres, whatever the file prefers: so does the loader
//! that MVSim's worlds are written for.

use super::collada_geometry::{Geometry, decode_geometry};
use super::collada_material::Materials;
use super::mesh::check_count;
use super::xml_tree::{Node, XmlTree};
use crate::{AssetProblem, Limits};
use skidpad_math::sin_cos;
use skidpad_scene::{Affine, Mesh};
use std::collections::BTreeMap;

/// Deepest nesting of nodes, `<instance_node>` included.
const MAX_DEPTH: usize = 256;

/// A mesh from a COLLADA document.
pub fn decode_collada(bytes: &[u8], limits: &Limits) -> Result<Mesh, AssetProblem> {
    let tree = XmlTree::parse(bytes, limits)?;
    if tree.root().name() != "COLLADA" {
        return Err(AssetProblem::malformed("is not a COLLADA document"));
    }
    let ids = tree.nodes().filter_map(|node| Some((node.attribute("id")?, node)));
    let document = Document { ids: ids.collect(), root: tree.root() };
    let materials = Materials::new(&document);
    let mut scene = Scene {
        document: &document,
        materials: &materials,
        geometries: BTreeMap::new(),
        mesh: Mesh::default(),
        limits,
    };
    scene.place_all(upright(document.root))?;
    Ok(scene.mesh)
}

/// The elements of a document by their `id`.
pub(crate) struct Document<'a> {
    ids: BTreeMap<&'a str, Node<'a>>,
    pub(crate) root: Node<'a>,
}

impl<'a> Document<'a> {
    /// The element that a reference such as `#box` means, if it is of the kind wanted.
    pub(crate) fn find(&self, reference: &str, kind: &str) -> Option<Node<'a>> {
        let id = reference.rsplit('#').next()?;
        self.ids.get(id).copied().filter(|node| node.name() == kind)
    }
}

/// What turns the document's axes and unit to y up and metres.
fn upright(root: Node<'_>) -> Affine {
    let unit = root.at("asset/unit").and_then(|unit| unit.attribute("meter")?.parse().ok());
    let scale = unit.filter(|scale: &f64| *scale > 0.0 && scale.is_finite()).unwrap_or(1.0);
    let linear = match root.at("asset/up_axis").map(Node::text) {
        Some("Z_UP") => [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        Some("X_UP") => [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        _ => Affine::IDENTITY.linear,
    };
    Affine { linear, translation_m: [0.0; 3] }.after(&Affine::scale(scale))
}

/// A mesh that grows as nodes are visited.
struct Scene<'a> {
    document: &'a Document<'a>,
    materials: &'a Materials,
    /// Decoded geometries by the number of their element.
    geometries: BTreeMap<usize, Geometry>,
    mesh: Mesh,
    limits: &'a Limits,
}

impl<'a> Scene<'a> {
    /// Visit the nodes of the scene; a file without a scene shows all its geometries.
    fn place_all(&mut self, upright: Affine) -> Result<(), AssetProblem> {
        let root = self.document.root;
        let named = root.at("scene/instance_visual_scene").and_then(|instance| instance.attribute("url"));
        let scene = named
            .and_then(|url| self.document.find(url, "visual_scene"))
            .or_else(|| root.at("library_visual_scenes/visual_scene"));
        let Some(scene) = scene else {
            for geometry in root.children_named("library_geometries").flat_map(Node::children) {
                self.place_geometry(geometry, &upright, None)?;
            }
            return Ok(());
        };
        let mut visited = 0;
        let children = |node: Node<'a>, placement: Affine, depth: usize| {
            let inner = node.children_named("node").map(move |child| (child, placement, depth + 1));
            inner.collect::<Vec<_>>().into_iter().rev()
        };
        let mut waiting: Vec<_> = children(scene, upright, 0).collect();
        while let Some((node, outer, depth)) = waiting.pop() {
            visited += 1;
            if visited > self.limits.node_count || depth > MAX_DEPTH {
                let limit = self.limits.node_count as u64;
                return Err(AssetProblem::TooMany { what: "nodes", limit });
            }
            let placement = outer.after(&node_transform(node));
            self.place_instances(node, &placement)?;
            for instance in node.children_named("instance_node") {
                let target = instance.attribute("url").and_then(|url| self.document.find(url, "node"));
                waiting.extend(target.map(|target| (target, placement, depth + 1)));
            }
            waiting.extend(children(node, placement, depth));
        }
        Ok(())
    }

    fn place_instances(&mut self, node: Node<'a>, placement: &Affine) -> Result<(), AssetProblem> {
        for instance in node.children() {
            let Some(url) = instance.attribute("url") else { continue };
            let geometry = match instance.name() {
                "instance_geometry" => self.document.find(url, "geometry"),
                // A skinned figure, in the pose it was modelled in.
                "instance_controller" => (self.document.find(url, "controller"))
                    .and_then(|controller| controller.at("skin")?.attribute("source"))
                    .and_then(|source| self.document.find(source, "geometry")),
                _ => None,
            };
            if let Some(geometry) = geometry {
                self.place_geometry(geometry, placement, Some(instance))?;
            }
        }
        Ok(())
    }

    fn place_geometry(
        &mut self,
        node: Node<'a>,
        placement: &Affine,
        instance: Option<Node<'a>>,
    ) -> Result<(), AssetProblem> {
        let geometry = match self.geometries.entry(node.id_in_tree()) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(new) => {
                new.insert(decode_geometry(node, self.document, self.limits)?)
            }
        };
        for part in &geometry.parts {
            check_count(self.mesh.positions.len() + part.mesh.positions.len(), self.limits)?;
            check_count(self.mesh.triangles.len() + part.mesh.triangles.len(), self.limits)?;
            let material = self.materials.bound(part.material.as_deref(), instance, self.document);
            self.mesh.append_painted(&part.mesh, placement, material);
        }
        Ok(())
    }
}

/// The product of a node's transformations, in document order.
fn node_transform(node: Node<'_>) -> Affine {
    node.children().fold(Affine::IDENTITY, |so_far, child| {
        let values = numbers(child.text());
        let step = match (child.name(), &values[..]) {
            ("matrix", values) => values.try_into().ok().map(Affine::from_rows),
            ("translate", &[x, y, z]) => Some(Affine::translation(x, y, z)),
            ("scale", &[x, y, z]) => Some(Affine {
                linear: [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]],
                translation_m: [0.0; 3],
            }),
            ("rotate", &[x, y, z, degrees]) => rotation([x, y, z], degrees.to_radians()),
            _ => None,
        };
        step.map_or(so_far, |step| so_far.after(&step))
    })
}

/// A turn about an axis (Rodrigues); none if the axis has no direction.
fn rotation(axis: [f64; 3], angle_rad: f64) -> Option<Affine> {
    let length = axis.iter().map(|v| v * v).sum::<f64>().sqrt();
    if !(length > 0.0 && length.is_finite() && angle_rad.is_finite()) {
        return None;
    }
    let [x, y, z] = axis.map(|v| v / length);
    let (s, c) = sin_cos(angle_rad);
    let t = 1.0 - c;
    Some(Affine {
        linear: [
            [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
        ],
        translation_m: [0.0; 3],
    })
}

/// Numbers separated by blanks; what is not a number ends the list.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    text.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect()
}

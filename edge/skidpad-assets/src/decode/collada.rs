//! COLLADA (`.dae`): geometries, placed by the nodes of the scene, with their materials.
//!
//! The mesh comes out with y up and in metres, whatever the file prefers: so does the loader
//! that MVSim's worlds are written for.

use super::collada_geometry::{Geometry, decode_geometry};
use super::collada_material::{Materials, material_bindings};
use super::effort::{Effort, STEPS_PER_CORNER, STEPS_PER_ELEMENT, STEPS_PER_PART};
use super::face::FaceCutter;
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
    decode_counted(bytes, limits, &Effort::new(limits))
}

/// The same, with the work that it took.
pub(crate) fn decode_counted(bytes: &[u8], limits: &Limits, effort: &Effort) -> Result<Mesh, AssetProblem> {
    let tree = XmlTree::parse(bytes, limits)?;
    if tree.root().name() != "COLLADA" {
        return Err(AssetProblem::malformed("is not a COLLADA document"));
    }
    let ids = tree.nodes().filter_map(|node| Some((node.attribute("id")?, node)));
    let document = Document { ids: ids.collect(), root: tree.root() };
    let materials = Materials::new(&document, effort)?;
    let mut scene = Scene {
        document: &document,
        materials: &materials,
        geometries: BTreeMap::new(),
        mesh: Mesh::default(),
        cutter: FaceCutter::new(),
        limits,
        effort,
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
    cutter: FaceCutter,
    limits: &'a Limits,
    effort: &'a Effort,
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
            let text_steps = |child: Node<'_>| STEPS_PER_ELEMENT + STEPS_PER_CORNER * child.text().len();
            self.effort.take(STEPS_PER_ELEMENT + node.children().map(text_steps).sum::<usize>())?;
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
                "instance_controller" => {
                    let controller = self.document.find(url, "controller");
                    let children = controller.map_or(0, |node| node.children().count());
                    self.effort.take(STEPS_PER_ELEMENT * children)?;
                    controller
                        .and_then(|controller| controller.at("skin")?.attribute("source"))
                        .and_then(|source| self.document.find(source, "geometry"))
                }
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
                let cutter = &mut self.cutter;
                new.insert(decode_geometry(node, self.document, cutter, self.limits, self.effort)?)
            }
        };
        let bindings = instance.map_or(0, material_bindings);
        self.effort.take(STEPS_PER_ELEMENT * (1 + bindings))?;
        for part in &geometry.parts {
            // A material is looked for among the bindings, then among those before it.
            let steps = STEPS_PER_PART + STEPS_PER_ELEMENT * bindings;
            self.effort.take(steps + STEPS_PER_CORNER * part.mesh.positions.len())?;
            check_count(self.mesh.positions.len() + part.mesh.positions.len(), self.limits)?;
            check_count(self.mesh.segments.len() + part.mesh.segments.len(), self.limits)?;
            check_count(self.mesh.triangles.len() + part.mesh.triangles.len(), self.limits)?;
            let material = self.materials.bound(part.material.as_deref(), instance, self.document);
            self.effort.look_for(material.as_ref(), self.mesh.materials.len())?;
            self.mesh.append_painted(&part.mesh, placement, material.as_ref());
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

/// Numbers of a list at most: the longest that is used is a matrix.
const MOST_NUMBERS: usize = 20;

/// The first numbers of a list, separated by blanks; what is not a number ends it.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    text.split_ascii_whitespace().map_while(|word| word.parse().ok()).take(MOST_NUMBERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document with one geometry of two primitives, and what stands before and after it.
    fn document(asset: &str, primitives: &str, scene: &str) -> String {
        format!(
            r##"<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema">
            <asset>{asset}</asset>
            <library_images><image id="img"><init_from>paint.png</init_from></image></library_images>
            <library_effects><effect id="fx"><profile_COMMON>
              <newparam sid="surf"><surface type="2D"><init_from>img</init_from></surface></newparam>
              <newparam sid="samp"><sampler2D><source>surf</source></sampler2D></newparam>
              <technique><phong><diffuse><texture texture="samp" texcoord="UV"/></diffuse></phong></technique>
            </profile_COMMON></effect>
            <effect id="plain"><profile_COMMON><technique><lambert>
              <diffuse><color>1 0.5 0 1</color></diffuse>
              <transparent opaque="A_ONE"><color>1 1 1 1</color></transparent>
              <transparency><float>0.25</float></transparency>
            </lambert></technique></profile_COMMON></effect></library_effects>
            <library_materials><material id="m1" name="paint"><instance_effect url="#fx"/></material>
              <material id="m2"><instance_effect url="#plain"/></material></library_materials>
            <library_geometries><geometry id="g"><mesh>
              <source id="pos"><float_array id="a" count="12">0 0 0 1 0 0 1 0 1 0 0 1</float_array>
                <technique_common><accessor source="#a" count="4" stride="3"/></technique_common></source>
              <source id="uv"><float_array id="b" count="8">0 0 1 0 1 1 0 1</float_array>
                <technique_common><accessor source="#b" count="4" stride="2"/></technique_common></source>
              <vertices id="v"><input semantic="POSITION" source="#pos"/></vertices>
              {primitives}
            </mesh></geometry></library_geometries>
            {scene}</COLLADA>"##
        )
    }

    const QUAD: &str = r##"<polylist material="sym" count="1"><input semantic="VERTEX" source="#v" offset="0"/>
        <input semantic="TEXCOORD" source="#uv" offset="1" set="0"/><vcount>4</vcount><p>0 0 1 1 2 2 3 3</p></polylist>"##;

    const SCENE: &str = r##"<library_visual_scenes><visual_scene id="s"><node>
        <translate>10 0 0</translate><rotate>0 0 1 90</rotate>
        <node><scale>2 2 2</scale><instance_geometry url="#g"><bind_material><technique_common>
          <instance_material symbol="sym" target="#m1"/></technique_common></bind_material></instance_geometry></node>
        <node><matrix>1 0 0 0 0 1 0 0 0 0 1 5 0 0 0 1</matrix><instance_geometry url="#g"/></node>
        </node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>"##;

    fn decode(text: &str) -> Result<Mesh, AssetProblem> {
        decode_collada(text.as_bytes(), &Limits::default())
    }

    fn near(found: [f32; 3], expected: [f32; 3]) {
        let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 1e-5, "{found:?} is not {expected:?}");
    }

    #[test]
    fn nodes_place_each_instance_of_a_geometry() {
        let mesh = decode(&document("<up_axis>Y_UP</up_axis>", QUAD, SCENE)).unwrap();
        assert!(mesh.is_consistent());
        assert_eq!((mesh.positions.len(), mesh.triangles.len()), (8, 4));
        // First instance: scaled by two, turned by 90° about z, shifted by 10 along x.
        near(mesh.positions[1], [10.0, 2.0, 0.0]);
        near(mesh.positions[2], [10.0, 2.0, 2.0]);
        // Second instance: five further along z.
        near(mesh.positions[5], [10.0, 1.0, 5.0]);
        assert_eq!(mesh.uvs[2], [1.0, 1.0]);
        let material = |triangle: usize| &mesh.materials[mesh.triangle_materials[triangle] as usize];
        assert_eq!(material(0).texture_uri.as_deref(), Some("paint.png"));
        assert_eq!(material(0).name, "paint");
        assert_eq!(material(2).texture_uri, None, "the second instance binds nothing");
    }

    #[test]
    fn axes_and_units_become_y_up_and_metres() {
        let plain = SCENE
            .replace("<translate>10 0 0</translate><rotate>0 0 1 90</rotate>", "")
            .replace("2 2 2", "1 1 1");
        let corner = |asset: &str| decode(&document(asset, QUAD, &plain)).unwrap().positions[2];
        near(corner("<up_axis>Y_UP</up_axis>"), [1.0, 0.0, 1.0]);
        near(corner(""), [1.0, 0.0, 1.0]);
        near(corner("<unit meter='0.01'/><up_axis>Z_UP</up_axis>"), [0.01, 0.01, 0.0]);
        near(corner("<up_axis>X_UP</up_axis>"), [0.0, 1.0, 1.0]);
        near(corner("<unit meter='-3'/>"), [1.0, 0.0, 1.0]);
    }

    #[test]
    fn lines_strips_and_polygons() {
        let input = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
        let parts = format!(
            "<lines>{input}<p>0 1 1 2</p></lines><linestrips>{input}<p>0 1 2 3</p></linestrips>\
             <tristrips>{input}<p>0 1 2 3</p></tristrips><trifans>{input}<p>0 1 2 3</p></trifans>\
             <polygons>{input}<p>0 1 2</p><p>0 1 2 3</p></polygons>"
        );
        let mesh = decode(&document("", &parts, "")).unwrap();
        assert_eq!(mesh.segments.len(), 2 + 3, "without a scene every geometry is shown");
        assert_eq!(mesh.triangles.len(), 2 + 2 + 1 + 2);
    }

    #[test]
    fn a_notch_is_not_filled() {
        let input = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;
        let arrow = |primitive: &str| document("", primitive, "").replace("1 0 0 1 0 1", "1 0 0 0.2 0 0.2");
        for primitive in [
            format!("<polylist>{input}<vcount>4</vcount><p>1 2 3 0</p></polylist>"),
            format!("<polygons>{input}<p>1 2 3 0</p></polygons>"),
        ] {
            let mesh = decode(&arrow(&primitive)).unwrap();
            let area =
                |[a, b, c]: [[f32; 3]; 3]| (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0]);
            let areas: Vec<f32> = mesh.triangle_corners().map(area).collect();
            assert!(areas.iter().all(|&area| area > 0.0), "cut at the notch: {areas:?}");
        }
    }

    #[test]
    fn a_primitive_without_texture_coordinates_leaves_the_others_their_picture() {
        let bare = r##"<triangles material="sym"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>"##;
        let mesh = decode(&document("", &format!("{bare}{QUAD}{bare}"), SCENE)).unwrap();
        assert!(mesh.is_consistent());
        let texture = |triangle: usize| {
            mesh.materials[mesh.triangle_materials[triangle] as usize].texture_uri.as_deref()
        };
        let paint = Some("paint.png");
        assert_eq!([0, 1, 2, 3].map(texture), [None, paint, paint, None]);
        assert_eq!(mesh.uvs[mesh.triangles[1][2] as usize], [1.0, 1.0]);
    }

    #[test]
    fn colours_and_opacity() {
        let scene = SCENE.replace("#m1", "#m2");
        let mesh = decode(&document("", QUAD, &scene)).unwrap();
        assert_eq!(mesh.materials[mesh.triangle_materials[0] as usize].rgba, [1.0, 0.5, 0.0, 0.25]);
    }

    /// What one element holds may be looked through by each of those that name it.
    #[test]
    fn what_many_name_is_counted() {
        let limits = Limits { work: 2_000_000, ..Limits::default() };
        let check = |text: &str, is_fine: bool| {
            let found = decode_collada(text.as_bytes(), &limits);
            assert_eq!(found.is_ok(), is_fine, "{:?}", found.err());
        };
        let part =
            r##"<triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>"##;
        let inputs = |count: usize| {
            let text = document("", &part.repeat(100), SCENE);
            text.replace("<vertices id=\"v\">", &format!("<vertices id=\"v\">{}", "<input/>".repeat(count)))
        };
        check(&inputs(10), true);
        check(&inputs(1_000), false);
    }

    #[test]
    fn dangling_indices_and_endless_nodes_are_refused() {
        let problem =
            |primitives: &str, scene: &str| decode(&document("", primitives, scene)).unwrap_err().to_string();
        assert!(problem(&QUAD.replace("3 3<", "3 9<"), SCENE).contains("points at nothing"));
        assert!(problem(&QUAD.replace("3 3<", "9 3<"), SCENE).contains("points at nothing"));
        assert!(problem(&QUAD.replace("<vcount>4", "<vcount>4000000000"), SCENE).contains("end before"));
        assert!(problem(&QUAD.replace("offset=\"1\"", "offset=\"4000000000\""), SCENE).contains("64 inputs"));
        let endless = SCENE.replace("<node><scale>", "<node id='n'><instance_node url='#n'/><scale>");
        assert!(problem(QUAD, &endless).contains("nodes"));
        assert!(decode("<x/>").is_err());
    }
}

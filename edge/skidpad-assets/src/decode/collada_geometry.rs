//! The `<geometry>` of a COLLADA document: sources of numbers, and primitives that index them.

use super::collada::Document;
use super::effort::{Effort, STEPS_PER_ELEMENT};
use super::face::FaceCutter;
use super::mesh::check_count;
use super::xml_tree::Node;
use crate::{AssetProblem, Limits};
use skidpad_scene::Mesh;
use std::collections::BTreeMap;

/// A geometry: one mesh for each of its primitives.
pub(crate) struct Geometry {
    pub(crate) parts: Vec<Part>,
}

/// Triangles or lines that share a material.
pub(crate) struct Part {
    pub(crate) mesh: Mesh,
    /// The symbol that an instance binds to a material.
    pub(crate) material: Option<String>,
}

/// Numbers in groups.
struct Source {
    values: Vec<f32>,
    stride: usize,
    offset: usize,
}

impl Source {
    /// The first N numbers of a group; missing ones are zero, a missing group is none.
    fn group<const N: usize>(&self, index: usize) -> Option<[f32; N]> {
        let start = index.checked_mul(self.stride)?.checked_add(self.offset)?;
        let group = self.values.get(start..start.checked_add(self.stride)?.min(self.values.len()))?;
        let mut taken = [0.0; N];
        for (out, value) in taken.iter_mut().zip(group) {
            *out = *value;
        }
        (!group.is_empty()).then_some(taken)
    }
}

/// Decode all primitives of a geometry.
pub(crate) fn decode_geometry(
    geometry: Node<'_>,
    document: &Document<'_>,
    cutter: &mut FaceCutter,
    limits: &Limits,
    effort: &Effort,
) -> Result<Geometry, AssetProblem> {
    let mut parts = Vec::new();
    let Some(mesh) = geometry.at("mesh") else { return Ok(Geometry { parts }) };
    let mut sources = BTreeMap::new();
    let mut total = 0;
    for primitive in mesh.children() {
        let Some(kind) = Kind::of(primitive.name()) else { continue };
        let inputs = Inputs::of(primitive, document, &mut sources, limits, effort)?;
        let Some(inputs) = inputs else { continue };
        let mut builder = PartBuilder::new(inputs, &sources, limits);
        builder.read(primitive, kind, cutter)?;
        total += builder.mesh.triangles.len() + builder.mesh.segments.len();
        check_count(total, limits)?;
        let material = primitive.attribute("material").map(str::to_owned);
        parts.push(Part { mesh: builder.mesh, material });
    }
    Ok(Geometry { parts })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Triangles,
    Polylist,
    Polygons,
    TriangleStrips,
    TriangleFans,
    Lines,
    LineStrips,
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "triangles" => Kind::Triangles,
            "polylist" => Kind::Polylist,
            "polygons" => Kind::Polygons,
            "tristrips" => Kind::TriangleStrips,
            "trifans" => Kind::TriangleFans,
            "lines" => Kind::Lines,
            "linestrips" => Kind::LineStrips,
            _ => return None,
        })
    }
}

/// Where in each group of indices a primitive keeps what, and which source it points into.
struct Inputs {
    /// Indices per corner.
    stride: usize,
    position: (usize, usize),
    normal: Option<(usize, usize)>,
    uv: Option<(usize, usize)>,
}

impl Inputs {
    /// None for a primitive without positions.
    fn of(
        primitive: Node<'_>,
        document: &Document<'_>,
        sources: &mut BTreeMap<usize, Source>,
        limits: &Limits,
        effort: &Effort,
    ) -> Result<Option<Inputs>, AssetProblem> {
        let (mut position, mut normal, mut uv) = (None, None, None);
        let mut stride = 0;
        for input in primitive.children_named("input") {
            let offset =
                input.attribute("offset").and_then(|text| text.trim().parse().ok()).unwrap_or(0_usize);
            // A corner has a handful of indices; a huge offset is a mistake or worse.
            if offset > 64 {
                return Err(AssetProblem::malformed("has a primitive with more than 64 inputs"));
            }
            stride = stride.max(offset + 1);
            let reference = input.attribute("source").unwrap_or("");
            match input.attribute("semantic").unwrap_or("") {
                "VERTEX" => {
                    let vertices = document.find(reference, "vertices");
                    // Many primitives may name one, and look through all of it.
                    effort.take(STEPS_PER_ELEMENT * vertices.map_or(0, |node| node.children().count()))?;
                    for inner in vertices.into_iter().flat_map(|node| node.children_named("input")) {
                        let source = inner.attribute("source").unwrap_or("");
                        let slot = match inner.attribute("semantic").unwrap_or("") {
                            "POSITION" => &mut position,
                            "NORMAL" => &mut normal,
                            "TEXCOORD" => &mut uv,
                            _ => continue,
                        };
                        let id = read_source(source, document, sources, limits, effort)?;
                        *slot = slot.or(id.map(|id| (offset, id)));
                    }
                }
                "NORMAL" => {
                    normal =
                        read_source(reference, document, sources, limits, effort)?.map(|id| (offset, id));
                }
                "TEXCOORD" => {
                    let id = read_source(reference, document, sources, limits, effort)?;
                    uv = uv.or(id.map(|id| (offset, id)));
                }
                _ => {}
            }
        }
        Ok(position.map(|position| Inputs { stride, position, normal, uv }))
    }
}

/// Read a source once; its number in the document is its key.
fn read_source(
    reference: &str,
    document: &Document<'_>,
    sources: &mut BTreeMap<usize, Source>,
    limits: &Limits,
    effort: &Effort,
) -> Result<Option<usize>, AssetProblem> {
    let Some(node) = document.find(reference, "source") else { return Ok(None) };
    let id = node.id_in_tree();
    if sources.contains_key(&id) {
        return Ok(Some(id));
    }
    // A source without numbers is looked through by everyone who names it.
    effort.take(STEPS_PER_ELEMENT * node.children().count())?;
    let Some(array) = node.at("float_array") else { return Ok(None) };
    let accessor = node.at("technique_common/accessor");
    let number = |name: &str, default: usize| {
        accessor.and_then(|node| node.attribute(name)?.trim().parse().ok()).unwrap_or(default)
    };
    // As many numbers as triangles without shared corners have, three for each, in all sources together.
    let limit = 9 * limits.triangle_count;
    let most = limit.saturating_sub(sources.values().map(|source| source.values.len()).sum());
    let values = array.text().split_ascii_whitespace().map_while(|word| word.parse().ok());
    let values: Vec<f32> = values.take(most + 1).collect();
    if values.len() > most {
        return Err(AssetProblem::TooMany { what: "numbers", limit: limit as u64 });
    }
    sources.insert(id, Source { values, stride: number("stride", 3).max(1), offset: number("offset", 0) });
    Ok(Some(id))
}

/// A mesh that grows corner by corner; equal corners become one vertex.
struct PartBuilder<'a> {
    inputs: Inputs,
    sources: &'a BTreeMap<usize, Source>,
    limits: &'a Limits,
    known: BTreeMap<[u32; 3], u32>,
    mesh: Mesh,
}

impl<'a> PartBuilder<'a> {
    fn new(inputs: Inputs, sources: &'a BTreeMap<usize, Source>, limits: &'a Limits) -> Self {
        PartBuilder { inputs, sources, limits, known: BTreeMap::new(), mesh: Mesh::default() }
    }

    fn read(&mut self, primitive: Node<'_>, kind: Kind, cutter: &mut FaceCutter) -> Result<(), AssetProblem> {
        let mut counts = primitive
            .at("vcount")
            .map_or("", Node::text)
            .split_ascii_whitespace()
            .map_while(|word| word.parse::<usize>().ok());
        for p in primitive.children_named("p") {
            let indices: Vec<u32> =
                p.text().split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
            check_count(indices.len() / self.inputs.stride, self.limits)?;
            let corners = indices
                .chunks_exact(self.inputs.stride)
                .map(|group| self.corner(group))
                .collect::<Result<Vec<u32>, _>>()?;
            match kind {
                Kind::Triangles => {
                    let (triangles, _) = corners.as_chunks::<3>();
                    self.mesh.triangles.extend_from_slice(triangles);
                }
                Kind::Polylist => {
                    let mut rest = &corners[..];
                    for count in counts.by_ref() {
                        let (polygon, after) = (rest.split_at_checked(count)).ok_or_else(|| {
                            AssetProblem::malformed("has polygons that end before their data does")
                        })?;
                        cutter.push(&mut self.mesh, polygon);
                        rest = after;
                    }
                }
                Kind::Polygons => cutter.push(&mut self.mesh, &corners),
                Kind::TriangleFans => self.fan(&corners),
                Kind::TriangleStrips => {
                    for (index, strip) in corners.windows(3).enumerate() {
                        let [a, b, c] = [strip[0], strip[1], strip[2]];
                        self.mesh.triangles.push(if index % 2 == 0 { [a, b, c] } else { [b, a, c] });
                    }
                }
                Kind::Lines => {
                    let (lines, _) = corners.as_chunks::<2>();
                    self.mesh.segments.extend_from_slice(lines);
                }
                Kind::LineStrips => {
                    self.mesh.segments.extend(corners.windows(2).map(|line| [line[0], line[1]]));
                }
            }
            // Each list may be as long as is allowed, and there may be many.
            check_count(self.mesh.triangles.len(), self.limits)?;
            check_count(self.mesh.segments.len(), self.limits)?;
            check_count(self.mesh.positions.len() / 3, self.limits)?;
        }
        Ok(())
    }

    /// Triangles from the first corner to each edge.
    fn fan(&mut self, polygon: &[u32]) {
        let Some((&first, rest)) = polygon.split_first() else { return };
        self.mesh.triangles.extend(rest.windows(2).map(|edge| [first, edge[0], edge[1]]));
    }

    /// The vertex of a corner, made when it is new.
    fn corner(&mut self, group: &[u32]) -> Result<u32, AssetProblem> {
        let pick = |input: Option<(usize, usize)>| input.map_or(0, |(offset, _)| group[offset]);
        let key = [pick(Some(self.inputs.position)), pick(self.inputs.normal), pick(self.inputs.uv)];
        if let Some(&vertex) = self.known.get(&key) {
            return Ok(vertex);
        }
        let dangling = || AssetProblem::malformed("has a primitive that points at nothing");
        let position =
            self.sources[&self.inputs.position.1].group::<3>(key[0] as usize).ok_or_else(dangling)?;
        let vertex = self.mesh.positions.len() as u32;
        self.mesh.positions.push(position);
        if let Some((_, source)) = self.inputs.normal {
            self.mesh.normals.push(self.sources[&source].group(key[1] as usize).ok_or_else(dangling)?);
        }
        if let Some((_, source)) = self.inputs.uv {
            self.mesh.uvs.push(self.sources[&source].group(key[2] as usize).ok_or_else(dangling)?);
        }
        self.known.insert(key, vertex);
        Ok(vertex)
    }
}

//! PLY meshes, text and binary. Colours become materials: a face has its own, or its first corner's.

use super::bytes::without_mark;
use super::colours::paint;
use super::effort::Effort;
use super::face::FaceCutter;
use super::mesh::check_count;
use crate::{AssetProblem, Limits};
use ply_rs_bw::parser::{Parser, Reader};
use ply_rs_bw::ply::{ElementDef, Header, Property, PropertyAccess, PropertyAccessResult};
use skidpad_scene::{Material, Mesh};
use std::borrow::Cow;

/// Longest header; its lines are kept.
const MOST_HEADER_BYTES: usize = 4_000_000;
/// Steps of work for a byte of numbers that are text.
const STEPS_PER_BYTE_OF_TEXT: usize = 10;
/// Most corners of a face; the numbers of one are held three times while it is read.
const MOST_CORNERS: usize = 1_000_000;

/// A mesh from a PLY file.
pub fn decode_ply(bytes: &[u8], limits: &Limits) -> Result<Mesh, AssetProblem> {
    decode_counted(bytes, limits, &Effort::new(limits))
}

/// The same, with the work that it took.
pub(crate) fn decode_counted(bytes: &[u8], limits: &Limits, effort: &Effort) -> Result<Mesh, AssetProblem> {
    let bytes = without_mark(bytes);
    let header_bytes = header_end(bytes).unwrap_or(bytes.len());
    if header_bytes > MOST_HEADER_BYTES {
        return Err(AssetProblem::TooMany { what: "bytes before its data", limit: MOST_HEADER_BYTES as u64 });
    }
    if is_text(&bytes[..header_bytes]) {
        // The reader of the text takes its time for every number.
        effort.take(STEPS_PER_BYTE_OF_TEXT * bytes.len())?;
    }
    let bytes = spelt_out(bytes)?;
    let bytes = &*bytes;
    let mut reader = Reader::new(bytes);
    let header = Parser::<Skipped>::new().read_header(&mut reader).map_err(|error| not_ply(&error))?;
    let (mut vertices, mut faces) = (Vec::<Vertex>::new(), Vec::<Face>::new());
    for (name, element) in &header.elements {
        // Every element takes at least a byte, or it could be counted without end.
        if element.properties.is_empty() || element.count > bytes.len() {
            return Err(AssetProblem::malformed("ends before its data does"));
        }
        check_count(element.count, limits)?;
        match name.as_str() {
            "vertex" => vertices = read(&mut reader, element, &header)?,
            "face" => faces = read(&mut reader, element, &header)?,
            _ => drop(read::<Skipped>(&mut reader, element, &header)?),
        }
    }
    build(&vertices, &faces, limits)
}

fn read<E: PropertyAccess>(
    reader: &mut Reader<&[u8]>,
    element: &ElementDef,
    header: &Header,
) -> Result<Vec<E>, AssetProblem> {
    Parser::<E>::new().read_payload_for_element(reader, element, header).map_err(|error| not_ply(&error))
}

fn not_ply(error: &dyn std::fmt::Display) -> AssetProblem {
    // Messages of the reader quote the line; the first line of the message is enough.
    let text = error.to_string();
    let first: String = text.lines().next().unwrap_or("").chars().take(120).collect();
    AssetProblem::malformed(format!("is not a readable PLY file: {first}"))
}

fn build(vertices: &[Vertex], faces: &[Face], limits: &Limits) -> Result<Mesh, AssetProblem> {
    let mut mesh = Mesh { positions: vertices.iter().map(|v| v.position).collect(), ..Mesh::default() };
    if !vertices.is_empty() && vertices.iter().all(|v| v.has_normal) {
        mesh.normals = vertices.iter().map(|v| v.normal).collect();
    }
    if !vertices.is_empty() && vertices.iter().all(|v| v.has_uv) {
        mesh.uvs = vertices.iter().map(|v| v.uv).collect();
    }
    let is_coloured = faces.iter().any(|f| f.colour.is_some()) || vertices.iter().any(|v| v.colour.is_some());
    let colour_of = |face: &Face| {
        let corner = face.corners.first().and_then(|&first| vertices.get(first as usize));
        face.colour.or_else(|| corner?.colour).unwrap_or([255; 4])
    };
    let (mut colours, mut cutter) = (Vec::new(), FaceCutter::new());
    for face in faces {
        if face.corners.is_empty() {
            continue;
        }
        if face.corners.iter().any(|&corner| corner as usize >= vertices.len()) {
            return Err(AssetProblem::malformed("has a face that points at nothing"));
        }
        check_count(mesh.triangles.len() + face.corners.len() - 1, limits)?;
        cutter.push(&mut mesh, &face.corners);
        if is_coloured {
            colours.resize(mesh.triangles.len(), colour_of(face));
        }
    }
    if is_coloured {
        let white = Material { rgba: [1.0; 4], ..Material::default() };
        paint(&mut mesh, &white, &colours, &Effort::new(limits))?;
    }
    Ok(mesh)
}

/// What ends a header.
const END: &[u8] = b"end_header";

/// Where the header ends.
fn header_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(END.len()).position(|word| word == END).map(|at| at + END.len())
}

/// Whether a header says that its numbers are text.
fn is_text(header: &[u8]) -> bool {
    header.windows(12).any(|word| word == b"format ascii")
}

/// The numbers of a text, all with digits on both sides of their points, and without empty lines: the reader of the
/// text knows no other form.
fn spelt_out(bytes: &[u8]) -> Result<Cow<'_, [u8]>, AssetProblem> {
    let Some(end) = header_end(bytes).filter(|&end| is_text(&bytes[..end])) else {
        return Ok(Cow::Borrowed(bytes));
    };
    let (header, body) = bytes.split_at(end);
    let mut text = header.to_vec();
    for (number, line) in body.split(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() && number > 0 {
            continue;
        }
        for (place, &byte) in line.iter().enumerate() {
            let is_digit = |at: Option<usize>| at.and_then(|at| line.get(at)).is_some_and(u8::is_ascii_digit);
            if byte == b'.' && !is_digit(place.checked_sub(1)) {
                text.push(b'0');
            }
            text.push(byte);
            if byte == b'.' && !is_digit(Some(place + 1)) {
                text.push(b'0');
            }
            // A number of two bytes becomes one of three.
            if text.len() > bytes.len() + bytes.len() / 2 + END.len() {
                return Err(AssetProblem::malformed("has points that belong to no number"));
            }
        }
        text.push(b'\n');
    }
    Ok(Cow::Owned(text))
}

/// An element that is not used; takes no memory.
struct Skipped;

impl PropertyAccess for Skipped {
    fn new() -> Self {
        Skipped
    }
}

#[derive(Default)]
struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    uv: [f32; 2],
    colour: Option<[u8; 4]>,
    has_normal: bool,
    has_uv: bool,
}

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Vertex::default()
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        if let Some(channel) = channel(name) {
            set_channel(&mut self.colour, channel, &value);
            return PropertyAccessResult::Set;
        }
        let target = match name {
            "x" => &mut self.position[0],
            "y" => &mut self.position[1],
            "z" => &mut self.position[2],
            "nx" => &mut self.normal[0],
            "ny" => &mut self.normal[1],
            "nz" => &mut self.normal[2],
            "s" | "u" | "texture_u" => &mut self.uv[0],
            "t" | "v" | "texture_v" => &mut self.uv[1],
            _ => return PropertyAccessResult::Ignored,
        };
        *target = value.to_f32_lossy().unwrap_or(f32::NAN);
        self.has_normal |= name == "nz";
        self.has_uv |= matches!(name, "t" | "v" | "texture_v");
        PropertyAccessResult::Set
    }
}

#[derive(Default)]
struct Face {
    corners: Vec<u32>,
    colour: Option<[u8; 4]>,
}

impl PropertyAccess for Face {
    fn new() -> Self {
        Face::default()
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        if let Some(channel) = channel(name) {
            set_channel(&mut self.colour, channel, &value);
            return PropertyAccessResult::Set;
        }
        if !matches!(name, "vertex_indices" | "vertex_index") {
            return PropertyAccessResult::Ignored;
        }
        if list_length(&value) > MOST_CORNERS {
            return PropertyAccessResult::UnsupportedType;
        }
        match value.to_u32_list() {
            Some(corners) => {
                self.corners = corners;
                PropertyAccessResult::Set
            }
            None => PropertyAccessResult::UnsupportedType,
        }
    }
}

/// How many numbers a list has.
fn list_length(value: &Property) -> usize {
    match value {
        Property::ListChar(list) => list.len(),
        Property::ListUChar(list) => list.len(),
        Property::ListShort(list) => list.len(),
        Property::ListUShort(list) => list.len(),
        Property::ListInt(list) => list.len(),
        Property::ListUInt(list) => list.len(),
        Property::ListFloat(list) => list.len(),
        Property::ListDouble(list) => list.len(),
        _ => 0,
    }
}

fn channel(name: &str) -> Option<usize> {
    match name {
        "red" | "diffuse_red" => Some(0),
        "green" | "diffuse_green" => Some(1),
        "blue" | "diffuse_blue" => Some(2),
        "alpha" => Some(3),
        _ => None,
    }
}

fn set_channel(colour: &mut Option<[u8; 4]>, channel: usize, value: &Property) {
    colour.get_or_insert([255; 4])[channel] = value.to_u8_color_lossy().unwrap_or(255);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
                        property uchar red\nproperty uchar green\nproperty uchar blue\n\
                        element face 1\nproperty list uchar int vertex_indices\nend_header\n";

    fn text() -> String {
        format!(
            "ply\nformat ascii 1.0\n{HEAD}0 0 0 255 0 0\n1 0 0 255 0 0\n1 1 0 255 0 0\n0 1 0 255 0 0\n4 0 1 2 3\n"
        )
    }

    fn binary() -> Vec<u8> {
        let mut bytes = format!("ply\nformat binary_little_endian 1.0\n{HEAD}").into_bytes();
        for p in [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]] {
            bytes.extend(p.iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend([255, 0, 0]);
        }
        bytes.push(4);
        bytes.extend((0..4_i32).flat_map(i32::to_le_bytes));
        bytes
    }

    #[test]
    fn both_forms_give_the_same_mesh() {
        let mesh = decode_ply(text().as_bytes(), &Limits::default()).unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(mesh.materials.len(), 1);
        assert_eq!(mesh.materials[0].rgba, [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(decode_ply(&binary(), &Limits::default()).unwrap(), mesh);
        let marked = format!("\u{feff}{}", text());
        assert_eq!(decode_ply(marked.as_bytes(), &Limits::default()).unwrap(), mesh);
    }

    #[test]
    fn colours_are_those_of_the_file() {
        let first = |colour: &str| {
            let text = text().replacen("0 0 0 255 0 0", &format!("0 0 0 {colour}"), 1);
            decode_ply(text.as_bytes(), &Limits::default()).unwrap().materials[0].rgba
        };
        assert_eq!(first("0 255 0"), [0.0, 1.0, 0.0, 1.0]);
        assert_eq!(first("3 100 254"), [3, 100, 254, 255].map(|value: u8| f32::from(value) / 255.0));
    }

    #[test]
    fn numbers_may_begin_or_end_with_their_point() {
        let mesh = decode_ply(text().as_bytes(), &Limits::default()).unwrap();
        let (header, body) =
            text().split_once("end_header\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let pointed = body.replacen("0 0 0 255", "-.0 0. .0e0 255", 1).replace('\n', "\n\n");
        let spelt = format!("{header}end_header\n{pointed}");
        assert_eq!(decode_ply(spelt.as_bytes(), &Limits::default()).unwrap(), mesh);
    }

    #[test]
    fn a_notch_is_not_filled() {
        let arrow = text().replace("1 1 0 255", "0.2 0.2 0 255").replace("4 0 1 2 3", "4 1 2 3 0");
        let mesh = decode_ply(arrow.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2], [2, 3, 0]], "cut at the notch");
    }

    #[test]
    fn promises_are_checked_against_what_is_there() {
        let check = |from: &str, to: &str| {
            let bytes = text().replace(from, to);
            assert!(decode_ply(bytes.as_bytes(), &Limits::default()).is_err(), "{to}");
        };
        check("element vertex 4", "element vertex 4000000000");
        check("element face 1", "element face 99999999999999999999");
        check("4 0 1 2 3", "4 0 1 2 9");
        check("4 0 1 2 3", "200 0 1 2 3");
        check("element face 1", "element nothing 900000000\nelement face 1");
        let long = [&binary()[..binary().len() - 17], &[255]].concat();
        assert!(decode_ply(&long, &Limits::default()).is_err());
    }
}

//! Wavefront OBJ with its MTL materials.

use super::bytes::{readable, without_mark};
use super::face::FaceCutter;
use super::mesh::{Companions, check_count, file_name, shown_name};
use crate::{AssetProblem, Limits};
use skidpad_scene::{Material, Mesh};
use std::collections::{BTreeMap, BTreeSet};

/// Most libraries of materials that a file may name: each is looked for.
const MOST_LIBRARIES: usize = 1_000;

/// A mesh from an OBJ file. Materials that cannot be read are left out.
pub fn decode_obj(bytes: &[u8], companions: Companions<'_>, limits: &Limits) -> Result<Mesh, AssetProblem> {
    let mut reader = ObjReader::new(limits);
    // Lines that end in a backslash go on in the next one.
    let mut held = String::new();
    for line in readable(without_mark(bytes)).lines() {
        let is_comment = held.is_empty() && line.trim_start().starts_with('#');
        if let Some(start) = line.trim_end().strip_suffix('\\')
            && !is_comment
        {
            held.push_str(start);
            held.push(' ');
        } else if held.is_empty() {
            reader.line(line, companions)?;
        } else {
            held.push_str(line);
            reader.line(&held, companions)?;
            held.clear();
        }
    }
    reader.line(&held, companions)?;
    Ok(reader.finish())
}

/// What a corner names besides its position.
struct Given {
    has_uv: bool,
    has_normal: bool,
}

/// A material of a library.
struct Listed {
    material: Material,
    /// Its index into the mesh's materials, once it was used.
    index: Option<u32>,
}

/// What has been read so far.
struct ObjReader<'a> {
    limits: &'a Limits,
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    normals: Vec<[f32; 3]>,
    /// Vertices already made, by the numbers of their position, texture coordinate and normal.
    known: BTreeMap<[Option<u32>; 3], u32>,
    mesh: Mesh,
    cutter: FaceCutter,
    /// Whether each vertex of the mesh has a texture coordinate and a normal of its own.
    given: Vec<Given>,
    /// Materials of the libraries, by name.
    library: BTreeMap<String, Listed>,
    /// Libraries that have been read: a second time they would say the same.
    libraries: BTreeSet<String>,
    /// The index of the material of faces that name none, or an unknown one.
    default_material: Option<u32>,
    /// The material in use, as an index into the mesh's materials.
    material: Option<u32>,
    /// The same without its picture, once a face needed it.
    plain_material: Option<u32>,
    /// Indices of materials without their pictures, by those with them.
    plain: BTreeMap<u32, u32>,
}

impl<'a> ObjReader<'a> {
    fn new(limits: &'a Limits) -> Self {
        ObjReader {
            limits,
            positions: Vec::new(),
            uvs: Vec::new(),
            normals: Vec::new(),
            known: BTreeMap::new(),
            mesh: Mesh::default(),
            cutter: FaceCutter::new(),
            given: Vec::new(),
            library: BTreeMap::new(),
            libraries: BTreeSet::new(),
            default_material: None,
            material: None,
            plain_material: None,
            plain: BTreeMap::new(),
        }
    }

    fn line(&mut self, line: &str, companions: Companions<'_>) -> Result<(), AssetProblem> {
        let (word, rest) = first_word(line);
        match word {
            "v" => self.positions.push(numbers(rest)?),
            "vt" => self.uvs.push(numbers::<1>(rest).map(|[u]| [u, second_number(rest)])?),
            "vn" => self.normals.push(numbers(rest)?),
            "f" => {
                let corners = self.corners(rest)?;
                self.cutter.push(&mut self.mesh, &corners);
                check_count(self.mesh.triangles.len(), self.limits)?;
                self.paint(&corners);
            }
            "l" => {
                let corners = self.corners(rest)?;
                self.mesh.segments.extend(corners.windows(2).map(|pair| [pair[0], pair[1]]));
                check_count(self.mesh.segments.len(), self.limits)?;
            }
            "mtllib" => self.read_libraries(rest, companions)?,
            "usemtl" => self.use_material(rest),
            _ => {}
        }
        check_count(self.positions.len().max(self.uvs.len()).max(self.normals.len()), self.limits)
    }

    /// Files with materials: one whose name may have blanks, or else several.
    fn read_libraries(&mut self, names: &str, companions: Companions<'_>) -> Result<(), AssetProblem> {
        let mut read = |name: &str| -> Result<bool, AssetProblem> {
            if !self.libraries.insert(name.to_owned()) {
                return Ok(true);
            }
            if self.libraries.len() > MOST_LIBRARIES {
                let limit = MOST_LIBRARIES as u64;
                return Err(AssetProblem::TooMany { what: "libraries of materials", limit });
            }
            let bytes = companions(name).ok();
            let is_there = bytes.is_some();
            bytes.into_iter().for_each(|bytes| read_mtl(&bytes, &mut self.library));
            Ok(is_there)
        };
        if !read(names)? && names.contains(char::is_whitespace) {
            for name in names.split_ascii_whitespace() {
                read(name)?;
            }
        }
        Ok(())
    }

    fn use_material(&mut self, name: &str) {
        if self.mesh.materials.is_empty() && !self.mesh.triangles.is_empty() {
            // Faces before the first `usemtl`.
            self.default_material();
            self.mesh.triangle_materials.resize(self.mesh.triangles.len(), 0);
        }
        self.material = Some(match self.library.get_mut(name) {
            Some(Listed { material, index }) => {
                *index.get_or_insert_with(|| added(&mut self.mesh.materials, material.clone()))
            }
            None => self.default_material(),
        });
        self.plain_material = None;
    }

    /// The index of what is not in any library.
    fn default_material(&mut self) -> u32 {
        let materials = &mut self.mesh.materials;
        *self.default_material.get_or_insert_with(|| added(materials, Material::default()))
    }

    /// The index of a material of the mesh without its picture.
    fn without_picture(&mut self, index: u32) -> u32 {
        let materials = &mut self.mesh.materials;
        if materials[index as usize].texture_uri.is_none() {
            return index;
        }
        *self.plain.entry(index).or_insert_with(|| {
            let plain = Material { texture_uri: None, ..materials[index as usize].clone() };
            added(materials, plain)
        })
    }

    /// Give the triangles since the last face, which has these corners, the material in use:
    /// without its picture where a corner has no place on it.
    fn paint(&mut self, corners: &[u32]) {
        let Some(mut index) = self.material else { return };
        if !corners.iter().all(|&corner| self.given[corner as usize].has_uv) {
            index = self.plain_material.unwrap_or_else(|| self.without_picture(index));
            self.plain_material = Some(index);
        }
        self.mesh.triangle_materials.resize(self.mesh.triangles.len(), index);
    }

    /// The vertices of `1/2/3 4//5 …`: position, texture coordinate, normal.
    fn corners(&mut self, text: &str) -> Result<Vec<u32>, AssetProblem> {
        let mut corners = Vec::new();
        for word in text.split_ascii_whitespace() {
            corners.push(self.corner(word)?);
            check_count(corners.len(), self.limits)?;
            // Flat triangles may have corners of their own, three each.
            check_count(self.mesh.positions.len() / 3, self.limits)?;
        }
        Ok(corners)
    }

    fn corner(&mut self, word: &str) -> Result<u32, AssetProblem> {
        let dangling = || AssetProblem::malformed("has a face or line that points at nothing");
        let counts = [self.positions.len(), self.uvs.len(), self.normals.len()];
        let mut key = [None; 3];
        for ((part, count), number) in word.split('/').zip(counts).zip(&mut key) {
            if !part.is_empty() {
                *number = Some(index(part, count).ok_or_else(dangling)?);
            }
        }
        if let Some(&vertex) = self.known.get(&key) {
            return Ok(vertex);
        }
        let [position, uv, normal] = key.map(|number| number.map(|number| number as usize));
        let vertex = self.mesh.positions.len() as u32;
        self.mesh.positions.push(self.positions[position.ok_or_else(dangling)?]);
        self.given.push(Given { has_uv: uv.is_some(), has_normal: normal.is_some() });
        self.mesh.uvs.push(uv.map_or([0.0; 2], |uv| self.uvs[uv]));
        self.mesh.normals.push(normal.map_or([0.0; 3], |normal| self.normals[normal]));
        self.known.insert(key, vertex);
        Ok(vertex)
    }

    fn finish(mut self) -> Mesh {
        let given = &self.given;
        if !given.iter().any(|vertex| vertex.has_uv) {
            self.mesh.uvs.clear();
        }
        if !given.iter().any(|vertex| vertex.has_normal) {
            self.mesh.normals.clear();
        } else if !given.iter().all(|vertex| vertex.has_normal) {
            let lacks = |&corner: &u32| given.get(corner as usize).is_some_and(|vertex| !vertex.has_normal);
            self.mesh.make_flat(|triangle| triangle.iter().any(lacks));
        }
        // A `usemtl` without faces after it painted nothing.
        if self.mesh.triangle_materials.is_empty() {
            self.mesh.materials.clear();
        }
        self.mesh
    }
}

/// The index of a material that joins the others.
fn added(materials: &mut Vec<Material>, material: Material) -> u32 {
    materials.push(material);
    materials.len() as u32 - 1
}

/// The first word of a line, and the rest.
fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// The first N numbers of a line.
fn numbers<const N: usize>(text: &str) -> Result<[f32; N], AssetProblem> {
    let mut words = text.split_ascii_whitespace();
    let mut values = [0.0; N];
    for value in &mut values {
        let number = words.next().and_then(|word| word.parse().ok());
        *value =
            number.ok_or_else(|| AssetProblem::malformed(format!("has a vertex that is not {N} numbers")))?;
    }
    Ok(values)
}

/// The second number of a line; a texture along a line has none.
fn second_number(text: &str) -> f32 {
    text.split_ascii_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

/// A number of OBJ as an index: they count from one, or from the end when negative.
fn index(word: &str, count: usize) -> Option<u32> {
    let number: i64 = word.parse().ok()?;
    let count = count as i64;
    let index = if number < 0 { count.checked_add(number)? } else { number - 1 };
    (0..count).contains(&index).then_some(index as u32)
}

/// Colour, opacity and texture of each material.
fn read_mtl(bytes: &[u8], library: &mut BTreeMap<String, Listed>) {
    // It joins the library once it is complete: looking for a long name takes time.
    let mut open: Option<(String, Listed)> = None;
    for line in readable(without_mark(bytes)).lines() {
        let (word, rest) = first_word(line);
        if word == "newmtl" {
            let material = Material { name: shown_name(rest).to_owned(), ..Material::default() };
            library.extend(open.replace((rest.to_owned(), Listed { material, index: None })));
        }
        let Some((_, Listed { material, .. })) = &mut open else { continue };
        let opacity = |value: f32| if value.is_finite() { value.clamp(0.0, 1.0) } else { 1.0 };
        match word {
            "Kd" => {
                if let Ok(colour) = numbers::<3>(rest) {
                    let [r, g, b] = colour.map(opacity);
                    material.rgba = [r, g, b, material.rgba[3]];
                }
            }
            "d" | "Tr" => {
                if let Ok([value]) = numbers::<1>(rest) {
                    material.rgba[3] = opacity(if word == "d" { value } else { 1.0 - value });
                }
            }
            "map_Kd" => material.texture_uri = picture_name(rest).and_then(file_name).map(str::to_owned),
            _ => {}
        }
    }
    library.extend(open);
}

/// The file that a `map_Kd` line names, blanks included, after its options.
fn picture_name(text: &str) -> Option<&str> {
    let mut rest = text;
    while rest.starts_with('-') {
        let (option, mut after) = first_word(rest);
        let (least, most) = match option {
            "-o" | "-s" | "-t" => (1, 3),
            "-mm" => (2, 2),
            "-blendu" | "-blendv" | "-bm" | "-boost" | "-cc" | "-clamp" | "-imfchan" | "-texres" => (1, 1),
            // What takes who knows how many words leaves at least the last to the name.
            _ => return text.split_ascii_whitespace().last(),
        };
        for count in 0..most {
            let (value, behind) = first_word(after);
            let is_value = count < least || value.parse::<f32>().is_ok();
            if !is_value || behind.is_empty() {
                break;
            }
            after = behind;
        }
        rest = after;
    }
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_world::files::FileProblem;

    const SQUARE: &str = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
                          usemtl red\nf 1/1 2/2 3/3 4/4\n";
    const MATERIALS: &str = "newmtl red\nKd 1 0 0\nd 0.5\nmap_Kd paint.png\n";

    fn companions(name: &str) -> Result<Vec<u8>, AssetProblem> {
        match name {
            "a.mtl" => Ok(MATERIALS.into()),
            "the t.mtl" => Ok(format!("\u{feff}{}", MATERIALS.replace("paint", "the paint")).into()),
            _ => Err(FileProblem::Missing.into()),
        }
    }

    #[test]
    fn faces_materials_and_textures() {
        let mesh = decode_obj(SQUARE.as_bytes(), &companions, &Limits::default()).unwrap();
        assert_eq!(mesh.triangles.len(), 2);
        assert_eq!(mesh.uvs.len(), 4);
        let material = &mesh.materials[mesh.triangle_materials[1] as usize];
        assert_eq!((material.name.as_str(), material.rgba), ("red", [1.0, 0.0, 0.0, 0.5]));
        assert_eq!(material.texture_uri.as_deref(), Some("paint.png"));
    }

    #[test]
    fn a_material_used_again_is_the_same_and_its_library_is_read_once() {
        let asked = std::cell::Cell::new(0);
        let counted = |name: &str| {
            asked.set(asked.get() + 1);
            companions(name)
        };
        let face = "f 1/1 2/2 3/3\n";
        let plain = "usemtl none\nf 1 2 3\n";
        let text =
            format!("{SQUARE}mtllib a.mtl\n{plain}usemtl red\n{face}f 1 2 3\n{plain}usemtl red\nf 1 2 3\n");
        let mesh = decode_obj(text.as_bytes(), &counted, &Limits::default()).unwrap();
        assert_eq!(asked.get(), 1);
        // Red, the default one, red without its picture.
        assert_eq!(mesh.triangle_materials, [0, 0, 1, 0, 2, 1, 2]);
        assert_eq!(mesh.materials[2], Material { texture_uri: None, ..mesh.materials[0].clone() });
    }

    #[test]
    fn a_long_name_of_a_material_is_found_and_shown_in_part() {
        let long = "é".repeat(5_000);
        let library = |_: &str| Ok(MATERIALS.replace("red", &long).into_bytes());
        let text = SQUARE.replace("red", &long);
        let mesh = decode_obj(text.as_bytes(), &library, &Limits::default()).unwrap();
        assert_eq!((mesh.materials[0].name.len(), mesh.materials[0].rgba), (100, [1.0, 0.0, 0.0, 0.5]));
    }

    #[test]
    fn a_notch_is_not_filled() {
        let text = "v 0 2 0\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nf 3 4 5 6 1 2\n";
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        let area = |[a, b, c]: [[f32; 3]; 3]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let areas: Vec<f32> = mesh.triangle_corners().map(area).collect();
        assert!(areas.iter().all(|&area| area >= 0.0) && areas.iter().sum::<f32>() == 6.0, "{areas:?}");
    }

    #[test]
    fn faces_before_the_first_material_keep_the_default() {
        let text = SQUARE.replace("usemtl red\n", "f 1 2 3\nusemtl red\n");
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        let names: Vec<&str> = mesh
            .triangle_materials
            .iter()
            .map(|&index| mesh.materials[index as usize].name.as_str())
            .collect();
        assert_eq!(names, ["", "red", "red"]);
        assert!(mesh.is_consistent());
    }

    #[test]
    fn faces_without_texture_coordinates_leave_the_others_their_picture() {
        let text = format!("{SQUARE}f 1 2 3\nf 1/1 2/2 3\nf 1/1 2/2 3/3\n");
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        assert!(mesh.is_consistent());
        let look = |triangle: usize| {
            let material = &mesh.materials[mesh.triangle_materials[triangle] as usize];
            (material.rgba, material.texture_uri.as_deref())
        };
        let red = [1.0, 0.0, 0.0, 0.5];
        let (painted, plain) = ((red, Some("paint.png")), (red, None));
        assert_eq!([0, 1, 2, 3, 4].map(look), [painted, painted, plain, plain, painted]);
        assert_eq!(mesh.uvs[mesh.triangles[4][2] as usize], [1.0, 1.0]);
    }

    #[test]
    fn faces_without_normals_are_flat_and_the_others_stay_round() {
        let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 0 -1\nvn 0.6 0 0.8\nf 1//1 2//1 3//1\nf 1 2 3\nf 1 4 2\n";
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        assert!(mesh.is_consistent());
        let normals = |triangle: usize| mesh.triangles[triangle].map(|index| mesh.normals[index as usize]);
        assert_eq!(normals(0), [[0.6, 0.0, 0.8]; 3]);
        assert_eq!(normals(1), [[0.0, 0.0, 1.0]; 3]);
        assert_eq!(normals(2), [[0.0, -1.0, 0.0]; 3]);
    }

    #[test]
    fn lines_go_on_after_a_backslash_and_marks_are_skipped() {
        let expected = decode_obj(SQUARE.as_bytes(), &companions, &Limits::default()).unwrap();
        let broken = SQUARE.replace("f 1/1 2/2 ", "f 1/1 \\\r\n 2/2\\\n").replace("v 1 1 0", "v 1 \\\n1 0");
        let commented = format!("\u{feff}{}", broken.replace("usemtl", "# C:\\\nusemtl"));
        for text in [broken, commented, SQUARE.trim_end().to_owned() + " \\"] {
            let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
            assert_eq!(mesh, expected, "{text}");
        }
    }

    #[test]
    fn names_may_have_blanks() {
        let texture = |library: &str| {
            let text = SQUARE.replace("a.mtl", library);
            let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
            mesh.materials[0].texture_uri.clone()
        };
        assert_eq!(texture("the t.mtl").as_deref(), Some("the paint.png"));
        assert_eq!(texture("gone.mtl a.mtl").as_deref(), Some("paint.png"));
        let check = |line: &str, name: Option<&str>| assert_eq!(picture_name(line), name, "{line}");
        check("the quad.png", Some("the quad.png"));
        check("-s 1 2 3 -o 0.5 the quad.png", Some("the quad.png"));
        check("-clamp on -mm 0 1 -bm 2 a.png", Some("a.png"));
        check("-s 1 1 2 3.png", Some("3.png"));
        check("-o 1 7", Some("7"));
        check("-new 1 2 a.png", Some("a.png"));
        check("", None);
    }

    #[test]
    fn missing_materials_are_no_reason_to_fail() {
        let text = SQUARE.replace("a.mtl", "gone.mtl");
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        assert_eq!(mesh.triangles.len(), 2);
        assert!(mesh.is_consistent());
    }

    #[test]
    fn a_file_may_look_for_a_thousand_libraries() {
        let face = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let decode = |count: usize| {
            let names: String = (0..count).map(|number| format!(" {number}")).collect();
            decode_obj(format!("{face}mtllib{names}\n").as_bytes(), &companions, &Limits::default())
        };
        assert_eq!(decode(900).unwrap().triangles.len(), 1);
        assert!(decode(1_100).unwrap_err().to_string().contains("1000 libraries"));
    }

    #[test]
    fn no_file_has_a_name_of_five_thousand_letters() {
        let mtl = |name: &str| Ok(format!("newmtl red\nmap_Kd {name}\n").into_bytes());
        let texture = |length: usize| {
            let mesh = decode_obj(SQUARE.as_bytes(), &|_| mtl(&"x".repeat(length)), &Limits::default());
            mesh.unwrap().materials[0].texture_uri.clone()
        };
        assert_eq!(texture(4_000).map(|name| name.len()), Some(4_000));
        assert_eq!(texture(5_000), None);
    }

    #[test]
    fn lines_become_segments() {
        let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\nl -1 -3\n";
        let mesh = decode_obj(text.as_bytes(), &companions, &Limits::default()).unwrap();
        let ends: Vec<_> = mesh.wire_segments();
        let [a, b, c] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
        assert_eq!(ends, [[a, b], [b, c], [c, a]]);
        assert!(decode_obj(b"v 0 0 0\nl 1 2\n", &companions, &Limits::default()).is_err());
    }

    #[test]
    fn dangling_faces_are_refused() {
        for text in ["v 0 0 0\nf 1 2 3\n", "f -1 -2 -3\n", "v 0 0 0\nf 0 0 0\n"] {
            assert!(decode_obj(text.as_bytes(), &companions, &Limits::default()).is_err(), "{text}");
        }
        let few = Limits { triangle_count: 2, ..Limits::default() };
        assert!(matches!(
            decode_obj(SQUARE.as_bytes(), &companions, &few),
            Err(AssetProblem::TooMany { .. })
        ));
    }
}

//! STL, binary and text.

use super::bytes::{ByteReader, readable, without_mark};
use super::mesh::check_count;
use crate::{AssetProblem, Limits};
use skidpad_scene::Mesh;

/// Bytes before the triangles of a binary file: a comment and the count.
const HEADER_BYTES: usize = 84;
/// A normal, three corners, an attribute.
const TRIANGLE_BYTES: usize = 50;

/// A mesh from an STL file. Stored normals are left out: each triangle has its own corners.
pub fn decode_stl(bytes: &[u8], limits: &Limits) -> Result<Mesh, AssetProblem> {
    // Binary files may begin with "solid" too; their length gives them away.
    let promised =
        bytes.get(80..84).map(|count| u32::from_le_bytes([count[0], count[1], count[2], count[3]]));
    let is_binary = promised.is_some_and(|count| {
        bytes.len() as u64 >= HEADER_BYTES as u64 + u64::from(count) * TRIANGLE_BYTES as u64
    });
    let text = without_mark(bytes).trim_ascii_start();
    let looks_like_text = text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    if is_binary && !(looks_like_text && bytes.is_ascii()) {
        decode_binary(bytes, limits)
    } else if looks_like_text && !text.contains(&0) {
        decode_text(text, limits)
    } else {
        // A text has no zeros; a binary file that was cut has them in its count.
        Err(ends_early())
    }
}

fn ends_early() -> AssetProblem {
    AssetProblem::malformed("ends before its data does")
}

fn decode_binary(bytes: &[u8], limits: &Limits) -> Result<Mesh, AssetProblem> {
    let mut reader = ByteReader::new(bytes);
    reader.take(80)?;
    let count = reader.u32_le()? as usize;
    check_count(count, limits)?;
    let mut mesh = Mesh::default();
    for _ in 0..count {
        reader.take(12)?;
        let mut corners = [[0.0; 3]; 3];
        for value in corners.as_flattened_mut() {
            *value = reader.f32_le()?;
        }
        reader.take(2)?;
        push_triangle(&mut mesh, corners);
    }
    Ok(mesh)
}

fn decode_text(bytes: &[u8], limits: &Limits) -> Result<Mesh, AssetProblem> {
    let malformed = |what: &str| AssetProblem::malformed(what.to_owned());
    // Names may be in any encoding; all else is ASCII.
    let text = readable(bytes);
    let mut mesh = Mesh::default();
    let mut corners = Vec::with_capacity(3);
    let mut is_ended = false;
    let mut words = text.lines().flat_map(words_of);
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("endsolid") {
            is_ended = true;
        } else if word.eq_ignore_ascii_case("solid") || word.eq_ignore_ascii_case("facet") {
            // Several solids may follow one another.
            is_ended = false;
        } else if word.eq_ignore_ascii_case("vertex") {
            let mut corner = [0.0_f32; 3];
            for value in &mut corner {
                let word = words.next().ok_or_else(ends_early)?;
                *value = word.parse().map_err(|_| malformed("has a vertex that is not three numbers"))?;
            }
            corners.push(corner);
        } else if word.eq_ignore_ascii_case("endfacet") {
            let [a, b, c] = corners[..] else {
                return Err(malformed("has a facet that is not a triangle"));
            };
            check_count(mesh.triangles.len() + 1, limits)?;
            push_triangle(&mut mesh, [a, b, c]);
            corners.clear();
        }
        if corners.len() > 3 {
            return Err(malformed("has a facet that is not a triangle"));
        }
    }
    if is_ended && corners.is_empty() { Ok(mesh) } else { Err(ends_early()) }
}

/// The words of a line; of one that begins or ends a solid, the first: a name may hold any word.
fn words_of(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split_ascii_whitespace();
    let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
    let first = words.clone().next().unwrap_or("");
    let is_name = is(first, "endsolid") || is(first, "solid") && !words.clone().any(|word| is(word, "facet"));
    words.take(if is_name { 1 } else { usize::MAX })
}

fn push_triangle(mesh: &mut Mesh, corners: [[f32; 3]; 3]) {
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(corners);
    mesh.triangles.push([first, first + 1, first + 2]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binary(triangles: &[[[f32; 3]; 3]], promised: u32) -> Vec<u8> {
        let mut bytes = b"solid but binary \xff".to_vec();
        bytes.resize(80, 0);
        bytes.extend(promised.to_le_bytes());
        for corners in triangles {
            let values = [[0.0; 3]].iter().chain(corners).flatten();
            bytes.extend(values.flat_map(|value| value.to_le_bytes()));
            bytes.extend([0, 0]);
        }
        bytes
    }

    const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]];

    #[test]
    fn both_forms_give_the_same_mesh() {
        let text = b"solid x\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   \
                     vertex 0 1 0.5\n  endloop\n endfacet\nendsolid x\n";
        let from_text = decode_stl(text, &Limits::default()).unwrap();
        let from_binary = decode_stl(&binary(&[CORNERS], 1), &Limits::default()).unwrap();
        assert_eq!(from_text, from_binary);
        assert_eq!(from_text.positions, CORNERS);
        assert_eq!(from_text.triangles, [[0, 1, 2]]);
    }

    #[test]
    fn capitals_marks_and_names_of_any_encoding_are_read() {
        let check = |name: &[u8], is_loud: bool, mark: &[u8]| {
            let before = b" facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0.5 ";
            let mut text =
                [&b"solid "[..], name, b"\n", before, b"endloop endfacet\nendsolid ", name].concat();
            if is_loud {
                text.make_ascii_uppercase();
            }
            let mesh = decode_stl(&[mark, &text].concat(), &Limits::default()).unwrap();
            assert_eq!(mesh.positions, CORNERS);
        };
        check(b"plain", false, b"");
        check(b"plain", true, b"");
        check(b"plain", false, b"\xef\xbb\xbf");
        check(b"T\xfcr", false, b"");
        check(b"T\xfcr", true, b"\xef\xbb\xbf");
    }

    #[test]
    fn a_cut_text_ends_early() {
        let solid = "solid a vertex\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n\
                     vertex 0 1 0.5\nendloop\nendfacet\nendsolid a facet\n";
        let two = format!("{solid}{solid}");
        assert_eq!(decode_stl(two.as_bytes(), &Limits::default()).unwrap().triangles.len(), 2);
        let ends = two
            .match_indices('\n')
            .map(|(end, _)| end)
            .filter(|&end| ![solid.len(), two.len()].contains(&(end + 1)));
        for end in ends {
            let problem = decode_stl(&two.as_bytes()[..end], &Limits::default()).unwrap_err();
            assert_eq!(problem, ends_early(), "{}", &two[..end]);
        }
        let one_line = solid.replace("a vertex", "a").replace("a facet", "a").replace('\n', " ");
        assert_eq!(decode_stl(one_line.as_bytes(), &Limits::default()).unwrap().triangles.len(), 1);
        let in_a_number = solid.find("0.5").unwrap();
        let problem = decode_stl(&solid.as_bytes()[..in_a_number], &Limits::default()).unwrap_err();
        assert_eq!(problem, ends_early());
    }

    #[test]
    fn a_cut_binary_file_ends_early_whatever_its_header_says() {
        let whole = binary(&[CORNERS; 2], 2);
        for end in 84..whole.len() {
            let problem = decode_stl(&whole[..end], &Limits::default()).unwrap_err();
            assert_eq!(problem, ends_early(), "{end}");
        }
    }

    #[test]
    fn promises_are_checked_against_what_is_there() {
        for promised in [2, 1_000_000, u32::MAX] {
            assert!(decode_stl(&binary(&[CORNERS], promised), &Limits::default()).is_err());
        }
        let few = Limits { triangle_count: 1, ..Limits::default() };
        assert!(decode_stl(&binary(&[CORNERS; 2], 2), &few).is_err());
        for text in ["solid\nfacet vertex 1 2\nendsolid", "solid\nvertex 0 0 0 endfacet", "hello", ""] {
            assert!(decode_stl(text.as_bytes(), &Limits::default()).is_err(), "{text}");
        }
        let four = "solid vertex 0 0 0 vertex 0 0 0 vertex 0 0 0 vertex 0 0 0 endfacet";
        assert!(decode_stl(four.as_bytes(), &Limits::default()).is_err());
    }
}

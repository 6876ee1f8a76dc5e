//! Points as text: one per line, numbers separated by blanks, commas or tabs.

use crate::{AssetProblem, Limits};
use skidpad_scene::PointCloud;

/// A cloud from text with two or three columns; further columns are left out.
pub fn decode_point_text(bytes: &[u8], has_z: bool, limits: &Limits) -> Result<PointCloud, AssetProblem> {
    let given: Vec<[f64; 3]> = if has_z {
        parse_columns::<3>(bytes, limits)?
    } else {
        parse_columns::<2>(bytes, limits)?.into_iter().map(|[x, y]| [x, y, 0.0]).collect()
    };
    // Surveyed points may have coordinates of millions of metres: counted from a whole kilometre they stay exact.
    let origin_m = given.first().map_or([0.0; 3], |first| first.map(|value| (value / 1e3).trunc() * 1e3));
    let count_from_origin = |p: [f64; 3]| std::array::from_fn(|axis| (p[axis] - origin_m[axis]) as f32);
    Ok(PointCloud {
        origin_m,
        points: given.into_iter().map(count_from_origin).collect(),
        colours: Vec::new(),
    })
}

/// The first N numbers of every line. Empty lines and lines that start with `#`, `%` or `//`
/// hold nothing.
pub(crate) fn parse_columns<const N: usize>(
    bytes: &[u8],
    limits: &Limits,
) -> Result<Vec<[f64; N]>, AssetProblem> {
    let text = std::str::from_utf8(bytes).map_err(|_| AssetProblem::malformed("is not UTF-8 text"))?;
    let mut points = Vec::new();
    for (line, number) in text.lines().zip(1_usize..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) || line.starts_with("//") {
            continue;
        }
        if points.len() == limits.point_count {
            return Err(AssetProblem::TooMany { what: "points", limit: limits.point_count as u64 });
        }
        let mut values = line
            .split([' ', '\t', ',', ';'])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse::<f64>().ok().filter(|value| value.is_finite()));
        let mut point = [0.0; N];
        for value in &mut point {
            *value = (values.next().flatten())
                .ok_or_else(|| AssetProblem::malformed(format!("has no {N} numbers in line {number}")))?;
        }
        points.push(point);
    }
    if points.is_empty() {
        return Err(AssetProblem::malformed("has no points"));
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_separated_by_anything_usual() {
        let text = b"# x y z\n1 2 3\n\n4,5,6,7\n  -1e1\t0.5 ;2 \r\n";
        let cloud = decode_point_text(text, true, &Limits::default()).unwrap();
        assert_eq!(cloud.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [-10.0, 0.5, 2.0]]);
        assert_eq!(cloud.origin_m, [0.0; 3]);
        let far = decode_point_text(b"600000.1 4080000.25 1", true, &Limits::default()).unwrap();
        assert_eq!((far.origin_m, far.points[0]), ([600_000.0, 4_080_000.0, 0.0], [0.1, 0.25, 1.0]));
        let flat = decode_point_text(b"1 2\n3 4 9\n", false, &Limits::default()).unwrap();
        assert_eq!(flat.points, [[1.0, 2.0, 0.0], [3.0, 4.0, 0.0]]);
    }

    #[test]
    fn lines_that_are_no_points_are_named() {
        let problem =
            |text: &[u8]| decode_point_text(text, true, &Limits::default()).unwrap_err().to_string();
        assert_eq!(problem(b"1 2 3\n1 2\n"), "it has no 3 numbers in line 2");
        assert_eq!(problem(b"1 2 inf\n"), "it has no 3 numbers in line 1");
        assert_eq!(problem(b"\n"), "it has no points");
        assert_eq!(problem(b"\xff\xfe"), "it is not UTF-8 text");
        let few = Limits { point_count: 1, ..Limits::default() };
        assert!(decode_point_text(b"1 2 3\n4 5 6\n", true, &few).is_err());
    }
}

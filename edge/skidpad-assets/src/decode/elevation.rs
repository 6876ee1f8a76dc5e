//! Elevation maps from pictures, matrices and survey points.

use super::picture::{decode_brightness, picture_size};
use super::point_text::parse_columns;
use crate::{AssetProblem, Limits};
use skidpad_scene::Image;

/// Heights on a grid, before they have a size and a place: rows along +x, columns along +y.
#[derive(Clone, Debug, PartialEq)]
pub struct Heights {
    /// Points along x.
    pub rows: u32,
    /// Points along y.
    pub columns: u32,
    /// `rows · columns` heights [m], the columns of row 0 first.
    pub values_m: Vec<f64>,
}

/// Heights from the brightness of a picture: the darkest pixel at `z_min_m`, the brightest at
/// `z_max_m`. The first row of pixels has the smallest x, columns run along +y.
pub fn heights_from_picture(
    bytes: &[u8],
    z_min_m: f64,
    z_max_m: f64,
    limits: &Limits,
) -> Result<Heights, AssetProblem> {
    let (width, height) = picture_size(bytes, limits)?;
    check_size(height as usize, width as usize, limits)?;
    let brightness = decode_brightness(bytes, limits)?;
    let darkest = brightness.values.iter().copied().min().unwrap_or(0);
    let brightest = brightness.values.iter().copied().max().unwrap_or(0);
    let span = f64::from(brightest - darkest);
    let scale = if span > 0.0 { (z_max_m - z_min_m) / span } else { 0.0 };
    let height = |value: &u16| z_min_m + scale * f64::from(value - darkest);
    Ok(Heights {
        rows: brightness.height,
        columns: brightness.width,
        values_m: brightness.values.iter().map(height).collect(),
    })
}

/// Heights from a matrix; every row must be as long as the first.
pub fn heights_from_matrix(matrix: &[Vec<f64>], limits: &Limits) -> Result<Heights, AssetProblem> {
    let columns = matrix.first().map_or(0, Vec::len);
    check_size(matrix.len(), columns, limits)?;
    if matrix.iter().any(|row| row.len() != columns) {
        return Err(AssetProblem::malformed("has rows of different length"));
    }
    Ok(Heights { rows: matrix.len() as u32, columns: columns as u32, values_m: matrix.concat() })
}

/// A surveyed piece of ground: heights, the colour at each, and where its first point lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The heights.
    pub heights: Heights,
    /// Colours, one pixel per height: a row of pixels for each row of heights.
    pub colours: Image,
    /// x and y of the first point [m].
    pub corner_m: [f64; 2],
    /// Steps of work that the search for nearest points took.
    pub work: u64,
}

/// A grid of heights from text with six columns, x y z r g b, moved by an offset. Each grid
/// point takes height and colour of the survey point nearest to it in x and y.
pub fn survey_from_text(
    bytes: &[u8],
    offset_m: [f64; 3],
    resolution_m: f64,
    limits: &Limits,
) -> Result<Survey, AssetProblem> {
    if !(resolution_m > 0.0 && resolution_m.is_finite()) {
        return Err(AssetProblem::malformed("has cells without a size"));
    }
    let mut points = parse_columns::<6>(bytes, limits)?;
    for p in &mut points {
        for axis in 0..3 {
            p[axis] += offset_m[axis];
        }
    }
    let bound =
        |axis: usize, start: f64, pick: fn(f64, f64) -> f64| points.iter().map(|p| p[axis]).fold(start, pick);
    let low = [0, 1].map(|axis| bound(axis, f64::INFINITY, f64::min));
    let high = [0, 1].map(|axis| bound(axis, f64::NEG_INFINITY, f64::max));
    let count = |axis: usize| ((high[axis] - low[axis]) / resolution_m + 1e-9).floor() + 1.0;
    let (rows, columns) = (count(0), count(1));
    let is_allowed = rows * columns <= limits.cell_count as f64;
    if !is_allowed {
        return Err(AssetProblem::TooMany { what: "grid points", limit: limits.cell_count as u64 });
    }
    check_size(rows as usize, columns as usize, limits)?;
    let (rows, columns) = (rows as u32, columns as u32);
    let tree = PointTree::new(points);
    let mut work = 0;
    let mut values_m = Vec::with_capacity(rows as usize * columns as usize);
    let mut rgba = Vec::with_capacity(values_m.capacity() * 4);
    for row in 0..rows {
        for column in 0..columns {
            let x = low[0] + f64::from(row) * resolution_m;
            let y = low[1] + f64::from(column) * resolution_m;
            let [_, _, z, red, green, blue] = *tree.nearest([x, y], &mut work);
            if work > limits.work {
                return Err(AssetProblem::TooMany {
                    what: "steps of searching for points",
                    limit: limits.work,
                });
            }
            values_m.push(z);
            rgba.extend([red as u8, green as u8, blue as u8, 255]);
        }
    }
    Ok(Survey {
        heights: Heights { rows, columns, values_m },
        colours: Image { width: columns, height: rows, rgba },
        corner_m: low,
        work,
    })
}

fn check_size(rows: usize, columns: usize, limits: &Limits) -> Result<(), AssetProblem> {
    if rows < 2 || columns < 2 {
        return Err(AssetProblem::malformed("has fewer than two rows or columns of heights"));
    }
    match rows.checked_mul(columns) {
        Some(count) if count <= limits.cell_count => Ok(()),
        _ => Err(AssetProblem::TooMany { what: "heights", limit: limits.cell_count as u64 }),
    }
}

impl Heights {
    /// Convolution with a square kernel; beyond the border there is zero, as in MVSim.
    /// An empty kernel changes nothing.
    pub fn smoothed(self, kernel: &[Vec<f64>]) -> Heights {
        if kernel.is_empty() {
            return self;
        }
        let half = kernel.len() / 2;
        let height = |row: usize, column: usize| {
            let is_inside = row < self.rows as usize && column < self.columns as usize;
            if is_inside { self.values_m[row * self.columns as usize + column] } else { 0.0 }
        };
        let smooth = |row: usize, column: usize| {
            let mut sum = 0.0;
            for (i, weights) in kernel.iter().enumerate() {
                for (j, weight) in weights.iter().enumerate() {
                    // Left of or below the border wraps to a huge index, which is outside too.
                    sum += weight * height((row + i).wrapping_sub(half), (column + j).wrapping_sub(half));
                }
            }
            sum
        };
        let rows = 0..self.rows as usize;
        let cells = rows.flat_map(|row| (0..self.columns as usize).map(move |column| (row, column)));
        let values_m = cells.map(|(row, column)| smooth(row, column)).collect();
        Heights { values_m, ..self }
    }
}

/// Steps of work for looking at one point.
const STEPS_PER_POINT: u64 = 5;

/// Points in the plane, halved again and again by their median, for nearest-neighbour search.
struct PointTree {
    points: Vec<[f64; 6]>,
}

impl PointTree {
    fn new(mut points: Vec<[f64; 6]>) -> PointTree {
        // Of points in one place the first of the file is kept: the others could never be nearer.
        let mut order: Vec<usize> = (0..points.len()).collect();
        let place = |index: usize| [points[index][0], points[index][1]];
        order.sort_by(|&a, &b| {
            let ([ax, ay], [bx, by]) = (place(a), place(b));
            ax.total_cmp(&bx).then(ay.total_cmp(&by)).then(a.cmp(&b))
        });
        order.dedup_by_key(|index| place(*index));
        order.sort_unstable();
        if order.len() < points.len() {
            points = order.iter().map(|&index| points[index]).collect();
        }
        let mut waiting = vec![(0, points.len(), 0)];
        while let Some((start, end, axis)) = waiting.pop() {
            if end - start < 2 {
                continue;
            }
            let middle = (end - start) / 2;
            points[start..end].select_nth_unstable_by(middle, |a, b| a[axis].total_cmp(&b[axis]));
            waiting.push((start, start + middle, 1 - axis));
            waiting.push((start + middle + 1, end, 1 - axis));
        }
        PointTree { points }
    }

    /// The nearest point; there must be one.
    fn nearest(&self, at: [f64; 2], work: &mut u64) -> &[f64; 6] {
        let mut best = (f64::INFINITY, 0);
        // Ranges still to look at, with how far they are away along each axis at least.
        let mut waiting = vec![(0, self.points.len(), 0, [0.0_f64; 2])];
        while let Some((start, end, axis, away)) = waiting.pop() {
            if start >= end || away[0] * away[0] + away[1] * away[1] >= best.0 {
                continue;
            }
            *work += STEPS_PER_POINT;
            let middle = start + (end - start) / 2;
            let p = &self.points[middle];
            let (dx, dy) = (p[0] - at[0], p[1] - at[1]);
            let distance = dx * dx + dy * dy;
            if distance < best.0 {
                best = (distance, middle);
            }
            let across = at[axis] - p[axis];
            let (near, far) = if across < 0.0 {
                ((start, middle), (middle + 1, end))
            } else {
                ((middle + 1, end), (start, middle))
            };
            let mut farther = away;
            farther[axis] = farther[axis].max(across.abs());
            waiting.push((far.0, far.1, 1 - axis, farther));
            waiting.push((near.0, near.1, 1 - axis, away));
        }
        &self.points[best.1]
    }
}

#[cfg(test)]
mod tests {
    use super::super::picture::tests::grey;
    use super::*;
    use image::ImageFormat;

    #[test]
    fn pictures_are_stretched_between_the_heights() {
        let bytes = grey(3, &[10, 20, 30, 40, 50, 60], ImageFormat::Png);
        let heights = heights_from_picture(&bytes, -1.0, 4.0, &Limits::default()).unwrap();
        assert_eq!((heights.rows, heights.columns), (2, 3));
        assert_eq!(heights.values_m, [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
        let flat = heights_from_picture(&grey(2, &[7; 4], ImageFormat::Png), 1.0, 9.0, &Limits::default());
        assert_eq!(flat.unwrap().values_m, [1.0; 4]);
    }

    #[test]
    fn matrices_must_be_full() {
        let full = heights_from_matrix(&[vec![1.0, 2.0], vec![3.0, 4.0]], &Limits::default());
        assert_eq!(full.unwrap().values_m, [1.0, 2.0, 3.0, 4.0]);
        let ragged = heights_from_matrix(&[vec![1.0, 2.0], vec![3.0]], &Limits::default());
        assert!(ragged.unwrap_err().to_string().contains("different length"));
        assert!(heights_from_matrix(&[], &Limits::default()).is_err());
    }

    #[test]
    fn survey_points_fill_the_grid_by_the_nearest() {
        let text = "0 0 1 255 0 0\n2 0 2 0 255 0\n0 2 3 0 0 255\n2.2 2.1 4 9 9 9\n";
        let survey = survey_from_text(text.as_bytes(), [10.0, 0.0, 100.0], 1.0, &Limits::default()).unwrap();
        assert_eq!(survey.corner_m, [10.0, 0.0]);
        assert_eq!((survey.heights.rows, survey.heights.columns), (3, 3));
        assert_eq!(survey.heights.values_m[0], 101.0);
        assert_eq!(survey.heights.values_m[2], 103.0, "column along y");
        assert_eq!(survey.heights.values_m[6], 102.0, "row along x");
        assert_eq!(survey.heights.values_m[8], 104.0);
        assert_eq!(survey.colours.pixel(0, 2), [0, 255, 0, 255]);
    }

    #[test]
    fn the_tree_agrees_with_looking_at_every_point() {
        let mut sequence = skidpad_math::SplitMix64::new(9);
        let mut random = || sequence.between(0.0, 168.0);
        let points: Vec<[f64; 6]> =
            (0..500).map(|index| [random(), random(), f64::from(index), 0.0, 0.0, 0.0]).collect();
        let tree = PointTree::new(points.clone());
        let distance = |p: &[f64; 6], at: [f64; 2]| {
            let (dx, dy) = (p[0] - at[0], p[1] - at[1]);
            dx * dx + dy * dy
        };
        for _ in 0..500 {
            let at = [random(), random()];
            let brute = points.iter().map(|p| distance(p, at)).fold(f64::INFINITY, f64::min);
            assert_eq!(distance(tree.nearest(at, &mut 0), at), brute);
        }
    }

    #[test]
    fn two_far_points_on_a_fine_grid_are_refused() {
        let text = "0 0 0 0 0 0\n1e6 1e6 0 0 0 0\n";
        let problem = survey_from_text(text.as_bytes(), [0.0; 3], 1e-3, &Limits::default()).unwrap_err();
        assert!(matches!(problem, AssetProblem::TooMany { .. }));
        assert!(survey_from_text(b"", [0.0; 3], 1.0, &Limits::default()).is_err());
        assert!(survey_from_text(b"0 0 0 0 0 0\n", [0.0; 3], 0.0, &Limits::default()).is_err());
    }

    #[test]
    fn a_kernel_spreads_and_loses_at_the_border() {
        let peak =
            Heights { rows: 3, columns: 3, values_m: vec![0.0, 0.0, 0.0, 0.0, 9.0, 0.0, 0.0, 0.0, 0.0] };
        let mean = vec![vec![1.0 / 9.0; 3]; 3];
        let spread = peak.clone().smoothed(&mean);
        assert!(spread.values_m.iter().all(|height| (height - 1.0).abs() < 1e-12));
        let again = spread.smoothed(&mean);
        assert!((again.values_m[0] - 4.0 / 9.0).abs() < 1e-12, "four of nine neighbours at a corner");
        assert_eq!(peak.clone().smoothed(&[]), peak);
    }
}

//! Elevation maps of a description as height fields.

use skidpad_math::sin_cos;
use skidpad_scene::{Assets, HeightField, Placement};
use skidpad_world::description::{Elevation, ElevationSource};
use std::sync::Arc;

/// The heights of an element: those decoded from its file, or its own matrix. None if its file is missing.
pub(crate) fn height_field(
    element: usize,
    elevation: &Elevation,
    assets: &Assets,
) -> Option<Arc<HeightField>> {
    if let Some(decoded) = assets.height_fields.get(&element) {
        return Some(decoded.clone());
    }
    let ElevationSource::Matrix(rows) = &elevation.source else { return None };
    let column_count = rows.first().map_or(0, Vec::len);
    let rows = smoothed(rows, &elevation.kernel);
    let [row_count, column_count] = [rows.len(), column_count].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    let resolution_m = elevation.resolution_m;
    let centred = HeightField::centred_corner_m(row_count, column_count, resolution_m);
    let corner_m =
        [elevation.corner_min_x_m.unwrap_or(centred[0]), elevation.corner_min_y_m.unwrap_or(centred[1])];
    let pose = &elevation.pose_in_world;
    let (sin_yaw, cos_yaw) = sin_cos(pose.yaw_rad);
    Some(Arc::new(HeightField {
        rows: row_count,
        columns: column_count,
        heights_m: rows.iter().flatten().map(|&height| height as f32).collect(),
        resolution_m,
        corner_m,
        placement: Placement { origin_m: [pose.x_m, pose.y_m, pose.z_m], cos_yaw, sin_yaw },
    }))
}

/// Convolution with a square kernel; beyond the border there is zero.
fn smoothed(rows: &[Vec<f64>], kernel: &[Vec<f64>]) -> Vec<Vec<f64>> {
    if kernel.is_empty() {
        return rows.to_vec();
    }
    let half = kernel.len() / 2;
    let height = |i: usize, j: usize| rows.get(i).and_then(|row| row.get(j)).copied().unwrap_or(0.0);
    let at = |i: usize, j: usize| {
        let mut sum = 0.0;
        for (u, line) in kernel.iter().enumerate() {
            for (v, weight) in line.iter().enumerate() {
                if let (Some(row), Some(column)) = ((i + u).checked_sub(half), (j + v).checked_sub(half)) {
                    sum += weight * height(row, column);
                }
            }
        }
        sum
    };
    rows.iter().enumerate().map(|(i, row)| (0..row.len()).map(|j| at(i, j)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_spreads_a_peak() {
        let peak = vec![vec![0.0, 0.0, 0.0], vec![0.0, 9.0, 0.0], vec![0.0, 0.0, 0.0]];
        let mean = vec![vec![1.0 / 9.0; 3]; 3];
        let spread = smoothed(&peak, &mean);
        assert!(spread.iter().flatten().all(|height| (height - 1.0).abs() < 1e-12), "{spread:?}");
        assert_eq!(smoothed(&peak, &[]), peak);
    }
}

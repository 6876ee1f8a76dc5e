//! Colours and textures of what a world describes.

use crate::build::Doorway;
use skidpad_scene::{Faces, HeightField, Material};
use skidpad_world::description::{Color, CullFace, Elevation, VerticalPlane};

/// A colour of a world as a surface.
pub(super) fn paint(color: Color) -> Material {
    let share = |value: u8| f32::from(value) / 255.0;
    let rgba = [share(color.red), share(color.green), share(color.blue), share(color.alpha)];
    Material { rgba, ..Material::default() }
}

/// A texture if there is one, else a colour.
pub(super) fn surface(color: Color, texture: Option<&str>) -> Material {
    match texture {
        Some(uri) => Material { rgba: [1.0; 4], texture_uri: Some(uri.to_owned()), ..Material::default() },
        None => paint(color),
    }
}

/// The faces that are left when some are culled.
pub(super) fn faces(culled: CullFace) -> Faces {
    match culled {
        CullFace::None => Faces::Both,
        CullFace::Front => Faces::Back,
        CullFace::Back => Faces::Front,
    }
}

/// The openings of a plane that can be seen through: doors and windows.
pub(crate) fn openings(plane: &VerticalPlane) -> Vec<Doorway> {
    (plane.openings.iter())
        .map(|opening| Doorway {
            position: opening.position,
            width_m: opening.width_m,
            z_m: [opening.z_min_m, opening.z_max_m],
        })
        .collect()
}

/// Where the points of a terrain lie on its texture, in the order of its heights.
///
/// Seen from above, a texture lies as on a map, its right along +x and its top along +y, turned counter-clockwise
/// by `texture_image_rotate`. One repetition is as long as asked, or as the terrain.
pub(super) fn texture_uvs(field: &HeightField, elevation: &Elevation) -> Vec<[f32; 2]> {
    let [lx, ly] = field.extent_m();
    let size = |asked: f64, whole: f64| if asked > 0.0 { asked } else { whole.max(1e-9) };
    let (sx, sy) = (size(elevation.texture_extension_x_m, lx), size(elevation.texture_extension_y_m, ly));
    points(field)
        .map(|[x, y]| {
            let (u, v) = (x / sx, y / sy);
            let uv = match elevation.texture_rotation_deg {
                90 => [v, 1.0 - u],
                -90 => [1.0 - v, u],
                180 | -180 => [1.0 - u, 1.0 - v],
                _ => [u, v],
            };
            uv.map(|value| value as f32)
        })
        .collect()
}

/// The same for the colours that a survey brings: one pixel per point, rows along +x, columns along +y.
pub(super) fn survey_uvs(field: &HeightField) -> Vec<[f32; 2]> {
    let pixels = [field.rows, field.columns].map(f64::from);
    points(field)
        .map(|[x, y]| {
            let (row, column) = (x / field.resolution_m + 0.5, y / field.resolution_m + 0.5);
            [(column / pixels[1]) as f32, (1.0 - row / pixels[0]) as f32]
        })
        .collect()
}

/// Points of a terrain from its first corner [m].
fn points(field: &HeightField) -> impl Iterator<Item = [f64; 2]> + '_ {
    let along = |k: u32| f64::from(k) * field.resolution_m;
    (0..field.rows).flat_map(move |i| (0..field.columns).map(move |j| [along(i), along(j)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_world::description::ElevationSource;

    fn field() -> HeightField {
        HeightField {
            rows: 2,
            columns: 3,
            heights_m: vec![0.0; 6],
            resolution_m: 4.0,
            ..HeightField::default()
        }
    }

    fn turned(texture_rotation_deg: i32) -> Vec<[f32; 2]> {
        let elevation = Elevation {
            source: ElevationSource::Matrix(Vec::new()),
            resolution_m: 4.0,
            corner_min_x_m: None,
            corner_min_y_m: None,
            pose_in_world: skidpad_math::Pose3::default(),
            kernel: Vec::new(),
            texture: None,
            normal_map: None,
            texture_rotation_deg,
            texture_extension_x_m: 8.0,
            texture_extension_y_m: 0.0,
            color: Color::rgb(0, 0, 0),
            split_size_m: 0.0,
        };
        texture_uvs(&field(), &elevation)
    }

    #[test]
    fn a_texture_lies_as_on_a_map_and_turns() {
        let level = turned(0);
        // x grows from the first three points to the last three: half a repetition of 8 m.
        assert_eq!([level[0], level[2], level[3]], [[0.0, 0.0], [0.0, 1.0], [0.5, 0.0]]);
        // A quarter turn to the left brings the picture's lower right corner to the upper right.
        assert_eq!(turned(90)[2], [1.0, 1.0]);
        assert_eq!(turned(180)[0], [1.0, 1.0]);
        assert_eq!(turned(-90)[0], [1.0, 0.0]);
    }

    #[test]
    fn survey_points_lie_on_their_pixels() {
        let uvs = survey_uvs(&field());
        // Row 0 is the top of the picture; column 2 its right.
        assert!((uvs[2][0] - 2.5 / 3.0).abs() < 1e-6 && (uvs[2][1] - 0.75).abs() < 1e-6);
        assert!((uvs[3][0] - 0.5 / 3.0).abs() < 1e-6 && (uvs[3][1] - 0.25).abs() < 1e-6);
    }
}

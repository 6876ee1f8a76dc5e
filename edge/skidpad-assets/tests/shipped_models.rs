//! The models of the definitions have the sizes of what they show, in metres.

use skidpad_assets::decode::mesh::decode_mesh;
use skidpad_assets::{AssetProblem, Limits, embedded};
use skidpad_scene::{Affine, Mesh, OutlineOptions, outline, polygon};
use skidpad_world::FileProblem;

fn mesh(path: &str) -> Mesh {
    let bytes = embedded::file(path).expect("an embedded file");
    let none = |_: &str| Err(AssetProblem::File(FileProblem::Missing));
    decode_mesh(path, bytes, &none, &Limits::default()).unwrap()
}

/// Extent along x, y and z.
fn extent(mesh: &Mesh) -> [f32; 3] {
    let (low, high) = mesh.bounds_m().unwrap();
    [0, 1, 2].map(|axis| high[axis] - low[axis])
}

/// The Jackal is 0.51 m long and 0.43 m wide, and its body is about 0.2 m high.
/// It comes out with y up, and the definition's `model_roll` of 90° stands it.
#[test]
fn the_jackal_has_its_size_and_its_outline() {
    let jackal = mesh("models/jackal_description/jackal.dae");
    let [length, height, width] = extent(&jackal);
    assert!((0.41..0.52).contains(&length), "{length}");
    assert!((0.25..0.45).contains(&width), "{width}");
    assert!((0.15..0.25).contains(&height), "{height}");
    let rolled =
        Affine { linear: [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]], translation_m: [0.0; 3] };
    let found = outline(&[(&jackal, rolled)], &OutlineOptions::default()).unwrap();
    assert!((3..=12).contains(&found.polygon.len()));
    let area = polygon::area_m2(&found.polygon);
    let rectangle = f64::from(length) * f64::from(width);
    assert!((0.7 * rectangle..=1.02 * rectangle).contains(&area), "{area} of {rectangle}");
    assert!((found.z_max_m - found.z_min_m - f64::from(height)).abs() < 1e-6);
}

#[test]
fn sensors_and_wheels_are_as_large_as_a_hand() {
    for path in [
        "models/hokuyo_utm30.dae",
        "models/simple_camera.dae",
        "models/simple_imu.dae",
        "models/velodyne-vlp16.dae",
        "models/jackal_description/jackal-wheel.dae",
    ] {
        let mesh = mesh(path);
        let largest = extent(&mesh).into_iter().fold(0.0, f32::max);
        assert!((0.01..0.3).contains(&largest), "{path} is {largest} m large");
        assert!(!mesh.materials.is_empty(), "{path} has colours");
    }
}

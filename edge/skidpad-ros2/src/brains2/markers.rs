//! The car and the cones as markers.

use super::Brains2Track;
use crate::Parameters;
use skidpad_math::Pose3;
use skidpad_messages::{ConeColor, Observations};
use skidpad_rosmsg::msg::{ColorRGBA, Header, Marker, MarkerArray, Vector3};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Half of the wheelbase of the car that the meshes are made for [m].
const AXLE_M: f64 = 1.5706 / 2.0;

/// Places of its wheels [m]: front left, front right, rear left, rear right.
const WHEELS_M: [[f64; 2]; 4] = [[AXLE_M, 0.6291], [AXLE_M, -0.6291], [-AXLE_M, 0.6291], [-AXLE_M, -0.6291]];

/// Height of the wheels' centres [m].
const WHEEL_HEIGHT_M: f64 = 0.20809;

/// An orange cone is larger than the mesh, which is a small cone: width and height of both in millimetres.
const LARGE_CONE: [f64; 3] = [285.0 / 228.0, 285.0 / 228.0, 505.0 / 325.0];

const WHITE: [f32; 3] = [1.0, 1.0, 1.0];
const DARK_GRAY: [f32; 3] = [0.3, 0.3, 0.3];

/// Chassis and tyres in the frame of the car; the front ones are steered.
pub(super) fn car_markers(steer_rad: f64, stamp_ns: u64, parameters: &Parameters) -> MarkerArray {
    let header = || Header::new(stamp_ns, "car");
    let chassis = mesh(header(), "chassis", 0, parameters.brains2_mesh("ariane.stl"), WHITE);
    let tyre = |(number, [x_m, y_m]): (i32, [f64; 2])| {
        let is_front = x_m > 0.0;
        // The mesh is that of a right wheel.
        let side_rad = if y_m > 0.0 { PI } else { 0.0 };
        let yaw_rad = side_rad + if is_front { steer_rad } else { 0.0 };
        let pose = (&Pose3::new(x_m, y_m, WHEEL_HEIGHT_M, yaw_rad, 0.0, 0.0)).into();
        let file = parameters.brains2_mesh("ariane_wheel.stl");
        Marker { pose, ..mesh(header(), "tires", number, file, DARK_GRAY) }
    };
    let tyres = (1..).zip(WHEELS_M).map(tyre);
    MarkerArray { markers: std::iter::once(chassis).chain(tyres).collect() }
}

/// The cones where they are now.
pub(super) fn cone_markers(
    track: &Brains2Track,
    seen: &Observations,
    stamp_ns: u64,
    parameters: &Parameters,
) -> MarkerArray {
    let mut counts: BTreeMap<ConeColor, i32> = BTreeMap::new();
    let mut markers = Vec::new();
    for (index, cone) in track.cones.iter().enumerate() {
        let number = counts.entry(cone.color).or_default();
        let id = *number;
        *number += 1;
        let [x_m, y_m] = cone.place_m;
        let as_built = Pose3::new(x_m, y_m, 0.0, 0.0, 0.0, 0.0);
        let block = seen.blocks.get(index);
        if block.is_some_and(|block| !block.is_present) {
            continue;
        }
        let (ns, file) = (format!("{}_cones", cone.color), parameters.brains2_mesh("cone.stl"));
        let color = match cone.color {
            ConeColor::Blue => [0.0, 0.0, 1.0],
            ConeColor::Yellow => [1.0, 1.0, 0.0],
            ConeColor::Orange => [1.0, 0.5, 0.0],
        };
        let [x, y, z] = if cone.color == ConeColor::Orange { LARGE_CONE } else { [1.0; 3] };
        markers.push(Marker {
            pose: (&block.map_or(as_built, |block| block.pose_in_world)).into(),
            scale: Vector3 { x, y, z },
            ..mesh(Header::new(stamp_ns, "world"), &ns, id, file, color)
        });
    }
    MarkerArray { markers }
}

fn mesh(header: Header, ns: &str, id: i32, mesh_resource: String, [r, g, b]: [f32; 3]) -> Marker {
    Marker {
        header,
        ns: ns.to_string(),
        id,
        r#type: Marker::MESH_RESOURCE,
        action: Marker::ADD,
        pose: (&Pose3::default()).into(),
        scale: Vector3 { x: 1.0, y: 1.0, z: 1.0 },
        color: ColorRGBA { r, g, b, a: 1.0 },
        mesh_resource,
        ..Marker::default()
    }
}

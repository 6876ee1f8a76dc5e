//! A vehicle's outline, for viewers and planners.

use crate::VehicleNames;
use crate::msg::{ColorRGBA, Header, Marker, MarkerArray, Point, Point32, Polygon, Pose, Vector3};
use skidpad_math::{Pose3, Vec2};

/// The shape of a vehicle: seen from above, and how high it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VehicleShape {
    /// Corners of its chassis [m].
    pub outline_m: Vec<Vec2>,
    /// Lower and upper end of its chassis [m].
    pub z_m: [f64; 2],
    /// Diameter and width of every wheel [m].
    pub wheels_m: Vec<[f64; 2]>,
}

/// The outline of the chassis.
pub fn chassis_polygon(shape: &VehicleShape) -> Polygon {
    let corner = |corner: &Vec2| Point32 { x: corner.x as f32, y: corner.y as f32, z: 0.0 };
    Polygon { points: shape.outline_m.iter().map(corner).collect() }
}

/// The outline of the chassis and of every wheel as lines; `index` is the vehicle's place in its world.
pub fn chassis_markers(
    shape: &VehicleShape,
    vehicle: &skidpad_messages::VehicleObservation,
    index: i32,
    time_ns: u64,
    names: &VehicleNames,
) -> MarkerArray {
    let chassis = line_strip("mvsim.chassis_shape".to_string(), index, time_ns, names, &shape.outline_m);
    let wheels = (1..).zip(shape.wheels_m.iter().zip(&vehicle.wheels)).map(|(number, (&[d, w], wheel))| {
        let (x, y) = (d / 2.0, w / 2.0);
        let corners = [Vec2::new(x, y), Vec2::new(x, -y), Vec2::new(-x, -y), Vec2::new(-x, y)];
        let ns = format!("mvsim.chassis_shape.wheel{number}");
        let place = wheel.position_in_vehicle_m;
        let pose = Pose::from(&Pose3::new(place.x, place.y, 0.0, wheel.steer_rad, 0.0, 0.0));
        Marker { pose, ..line_strip(ns, index, time_ns, names, &corners) }
    });
    MarkerArray { markers: std::iter::once(chassis).chain(wheels).collect() }
}

/// A closed line through the corners.
fn line_strip(ns: String, id: i32, time_ns: u64, names: &VehicleNames, corners: &[Vec2]) -> Marker {
    let closed = corners.iter().chain(corners.first());
    Marker {
        header: Header::new(time_ns, &names.base_link()),
        ns,
        id,
        r#type: Marker::LINE_STRIP,
        action: Marker::ADD,
        pose: Pose::from(&Pose3::default()),
        scale: Vector3 { x: 0.05, y: 0.05, z: 0.02 },
        color: ColorRGBA { r: 0.9, g: 0.9, b: 0.9, a: 0.9 },
        frame_locked: true,
        points: closed.map(|corner| Point { x: corner.x, y: corner.y, z: 0.0 }).collect(),
        ..Marker::default()
    }
}

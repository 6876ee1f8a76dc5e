//! Objects that clients add with `spawn_objects`, from their messages.

use crate::messages::{RuntimeObject as Message, RuntimeShape};
use skidpad_math::{Pose3, Vec2, Vec3};
use skidpad_messages::{ObjectPoints, ObjectShape, RuntimeObject};

/// The address of the picture that an object shows.
pub(super) fn texture(message: &Message) -> Option<String> {
    message.texture.as_deref().map(str::trim).filter(|it| !it.is_empty()).map(str::to_string)
}

/// The object that a message describes, or why there is none.
pub(super) fn runtime_object(message: &Message) -> Result<RuntimeObject, String> {
    let failed = |reason: &str| Err(format!("{}: {reason}", message.name));
    let shape = match message.shape() {
        RuntimeShape::Box => ObjectShape::Box,
        RuntimeShape::Cylinder => ObjectShape::Cylinder,
        RuntimeShape::Sphere => ObjectShape::Sphere,
        RuntimeShape::Rectangle => ObjectShape::Rectangle,
        RuntimeShape::Disk => ObjectShape::Disk,
        RuntimeShape::Polygon => {
            let (corners, rest) = message.polygon_xy.as_chunks::<2>();
            if !rest.is_empty() {
                return failed("polygonXY needs two numbers for each corner");
            }
            ObjectShape::Polygon { corners_m: corners.iter().map(|[x, y]| Vec2::new(*x, *y)).collect() }
        }
        RuntimeShape::Triangles => ObjectShape::Triangles(points(message)?),
        RuntimeShape::Lines => ObjectShape::Lines(points(message)?),
    };
    Ok(RuntimeObject {
        name: message.name.clone(),
        shape,
        pose_in_world: message.pose.map_or_else(Pose3::default, Pose3::from),
        size_m: [message.size_x(), message.size_y(), message.size_z()],
        rgba: message.color().to_be_bytes(),
        texture: texture(message),
        is_seen_by_sensors: message.visible_to_sensors(),
        is_on_ground: message.on_ground(),
    })
}

fn points(message: &Message) -> Result<ObjectPoints, String> {
    let (points, rest) = message.points_xyz.as_chunks::<3>();
    if !rest.is_empty() {
        return Err(format!("{}: pointsXYZ needs three numbers for each point", message.name));
    }
    Ok(ObjectPoints {
        points_m: points.iter().map(|&[x, y, z]| Vec3 { x, y, z }).collect(),
        rgba: message.point_colors.iter().map(|color| color.to_be_bytes()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_messages() {
        let message = Message { name: "mark".to_string(), ..Message::default() };
        let expected = RuntimeObject { name: "mark".to_string(), ..RuntimeObject::default() };
        assert_eq!(runtime_object(&message), Ok(expected));
    }

    #[test]
    fn half_points_are_refused() {
        let message = Message {
            name: "mark".to_string(),
            shape: Some(RuntimeShape::Lines as i32),
            points_xyz: vec![0.0; 4],
            ..Message::default()
        };
        let reason = runtime_object(&message).expect_err("four numbers are no points");
        assert_eq!(reason, "mark: pointsXYZ needs three numbers for each point");
    }

    #[test]
    fn an_empty_texture_is_none() {
        let mut message = Message { name: "mark".to_string(), ..Message::default() };
        for (written, expected) in [("wood.png", Some("wood.png")), (" ", None)] {
            message.texture = Some(written.to_string());
            assert_eq!(runtime_object(&message).expect("an object").texture.as_deref(), expected);
        }
    }
}

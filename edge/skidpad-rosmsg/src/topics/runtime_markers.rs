//! Markers that other nodes send, as objects that are added to a run, moved and taken out of it.

use crate::msg::{ColorRGBA, Marker, MarkerArray, Point};
use skidpad_math::Vec3;
use skidpad_messages::{ObjectPoints, ObjectShape, Request, RuntimeObject};

/// Most objects of one request.
const MOST_AT_ONCE: usize = 1000;

/// A topic on which a run hears markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkerTopic {
    /// `runtime_objects`: sensors see them.
    Objects,
    /// `runtime_overlays`: only viewers see them.
    Overlays,
}

impl MarkerTopic {
    /// Both.
    pub const ALL: [MarkerTopic; 2] = [MarkerTopic::Objects, MarkerTopic::Overlays];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            MarkerTopic::Objects => "runtime_objects",
            MarkerTopic::Overlays => "runtime_overlays",
        }
    }

    /// The object that a marker becomes is called `<topic>/<ns>/<id>`.
    fn object(self, marker: &Marker) -> String {
        format!("{}/{}/{}", self.name(), marker.ns, marker.id)
    }

    /// What markers ask for, in their order, and what is wrong with those that are ignored.
    pub fn requests(self, message: &MarkerArray, world_frame: &str) -> (Vec<Request>, Vec<String>) {
        let (mut requests, mut problems) = (Vec::new(), Vec::new());
        for marker in &message.markers {
            let name = self.object(marker);
            match marker.action {
                // Its other name is MODIFY.
                Marker::ADD => match self.runtime_object(marker, world_frame) {
                    Ok(object) => add(&mut requests, object),
                    Err(reason) => problems.push(format!("{name}: {reason}")),
                },
                Marker::DELETE => {
                    requests.push(Request::RemoveObjects { names: vec![name], prefix: None });
                }
                Marker::DELETEALL => {
                    let prefix = Some(format!("{}/", self.name()));
                    requests.push(Request::RemoveObjects { names: Vec::new(), prefix });
                }
                action => problems.push(format!("{name}: there is no action {action}")),
            }
        }
        (requests, problems)
    }

    fn runtime_object(self, marker: &Marker, world_frame: &str) -> Result<RuntimeObject, String> {
        let frame = marker.header.frame_id.as_str();
        if !frame.is_empty() && frame != world_frame {
            return Err(format!("it is in the frame {frame:?}; only {world_frame:?} is possible"));
        }
        let has_lifetime = (marker.lifetime.sec, marker.lifetime.nanosec) != (0, 0);
        if has_lifetime {
            return Err("it has a lifetime, which is not supported; delete it when it is over".to_string());
        }
        let pose_in_world =
            marker.pose.to_pose3().ok_or("its pose has numbers that are not finite, or no orientation")?;
        let scale = &marker.scale;
        let is_flat = scale.z == 0.0;
        let shape = match marker.r#type {
            Marker::CUBE if is_flat => ObjectShape::Rectangle,
            Marker::CUBE => ObjectShape::Box,
            Marker::CYLINDER if is_flat => ObjectShape::Disk,
            Marker::CYLINDER => ObjectShape::Cylinder,
            Marker::SPHERE => ObjectShape::Sphere,
            Marker::TRIANGLE_LIST => ObjectShape::Triangles(triangles(marker)),
            Marker::LINE_LIST => ObjectShape::Lines(points(marker, 0..marker.points.len())),
            Marker::LINE_STRIP => {
                let ends = (1..marker.points.len()).flat_map(|end| [end - 1, end]);
                ObjectShape::Lines(points(marker, ends))
            }
            other => return Err(format!("markers of type {other} are not supported")),
        };
        Ok(RuntimeObject {
            name: self.object(marker),
            shape,
            pose_in_world,
            size_m: [scale.x, scale.y, scale.z],
            rgba: rgba(&marker.color),
            texture: None,
            is_seen_by_sensors: self == MarkerTopic::Objects,
            is_on_ground: false,
        })
    }
}

/// Add an object to the last request, or to a new one.
fn add(requests: &mut Vec<Request>, object: RuntimeObject) {
    match requests.last_mut() {
        Some(Request::SpawnObjects { objects, .. }) if objects.len() < MOST_AT_ONCE => objects.push(object),
        _ => requests.push(Request::SpawnObjects { objects: vec![object], replaces: true }),
    }
}

fn rgba(color: &ColorRGBA) -> [u8; 4] {
    [color.r, color.g, color.b, color.a].map(|share| (share.clamp(0.0, 1.0) * 255.0).round() as u8)
}

fn points(marker: &Marker, which: impl Iterator<Item = usize> + Clone) -> ObjectPoints {
    let point = |it: &Point| Vec3 { x: it.x, y: it.y, z: it.z };
    let has_colors = marker.colors.len() == marker.points.len();
    let colors = which.clone().filter(|_| has_colors);
    ObjectPoints {
        points_m: which.map(|index| point(&marker.points[index])).collect(),
        rgba: colors.map(|index| rgba(&marker.colors[index])).collect(),
    }
}

/// Triangles are scaled; they may have a colour for each corner or for each triangle.
fn triangles(marker: &Marker) -> ObjectPoints {
    let mut found = points(marker, 0..marker.points.len());
    for point in &mut found.points_m {
        *point =
            Vec3 { x: point.x * marker.scale.x, y: point.y * marker.scale.y, z: point.z * marker.scale.z };
    }
    if marker.colors.len() * 3 == marker.points.len() {
        found.rgba = marker.colors.iter().flat_map(|color| [rgba(color); 3]).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::msg::{Pose, Vector3};
    use skidpad_math::Pose3;

    fn marker(r#type: i32, id: i32) -> Marker {
        Marker {
            ns: "demo".to_string(),
            id,
            r#type,
            pose: Pose::from(&Pose3::new(1.0, 2.0, 0.5, 0.0, 0.0, 0.0)),
            scale: Vector3 { x: 1.0, y: 2.0, z: 3.0 },
            color: ColorRGBA { r: 1.0, g: 0.5, b: 0.0, a: 1.0 },
            ..Marker::default()
        }
    }

    fn object(marker: Marker) -> Result<RuntimeObject, String> {
        let message = MarkerArray { markers: vec![marker] };
        let (mut requests, mut problems) = MarkerTopic::Objects.requests(&message, "map");
        match requests.pop() {
            Some(Request::SpawnObjects { mut objects, replaces: true }) => Ok(objects.remove(0)),
            _ => Err(problems.remove(0)),
        }
    }

    #[test]
    fn markers_become_objects() {
        let made = object(marker(Marker::CUBE, 7)).expect("a box");
        assert_eq!((made.name.as_str(), made.shape), ("runtime_objects/demo/7", ObjectShape::Box));
        assert_eq!((made.size_m, made.rgba), ([1.0, 2.0, 3.0], [255, 128, 0, 255]));
        let flat = |kind| {
            let mut flat = marker(kind, 1);
            flat.scale.z = 0.0;
            object(flat).expect("a decal").shape
        };
        assert_eq!((flat(Marker::CUBE), flat(Marker::CYLINDER)), (ObjectShape::Rectangle, ObjectShape::Disk));
        let point = |x: f64| Point { x, y: 0.0, z: 1.0 };
        let strip =
            Marker { points: vec![point(0.0), point(1.0), point(2.0)], ..marker(Marker::LINE_STRIP, 2) };
        let ObjectShape::Lines(lines) = object(strip).expect("lines").shape else { panic!("lines") };
        assert_eq!(lines.points_m.iter().map(|it| it.x).collect::<Vec<_>>(), [0.0, 1.0, 1.0, 2.0]);
        let list = Marker {
            points: vec![point(0.0), point(1.0), point(2.0)],
            colors: vec![ColorRGBA { r: 1.0, ..ColorRGBA::default() }],
            ..marker(Marker::TRIANGLE_LIST, 3)
        };
        let ObjectShape::Triangles(list) = object(list).expect("triangles").shape else {
            panic!("triangles")
        };
        assert_eq!((list.points_m[2].x, list.points_m[2].z, list.rgba.len()), (2.0, 3.0, 3));
    }

    #[test]
    fn what_cannot_be_an_object_is_named() {
        let mut elsewhere = marker(Marker::CUBE, 1);
        elsewhere.header.frame_id = "odom".to_string();
        assert!(object(elsewhere).expect_err("another frame").contains("\"odom\""));
        let mut brief = marker(Marker::CUBE, 1);
        brief.lifetime.sec = 1;
        assert!(object(brief).expect_err("a lifetime").contains("lifetime"));
        let mut nowhere = marker(Marker::CUBE, 1);
        nowhere.pose.position.x = f64::NAN;
        assert!(object(nowhere).is_err());
        assert!(object(marker(Marker::TEXT_VIEW_FACING, 1)).expect_err("text").contains("type 9"));
    }

    #[test]
    fn actions_keep_their_order() {
        let delete = Marker { action: Marker::DELETE, ..marker(Marker::CUBE, 1) };
        let all = Marker { action: Marker::DELETEALL, ..Marker::default() };
        let markers =
            vec![marker(Marker::CUBE, 1), marker(Marker::CUBE, 2), delete, marker(Marker::CUBE, 3), all];
        let (requests, problems) = MarkerTopic::Overlays.requests(&MarkerArray { markers }, "map");
        assert!(problems.is_empty());
        let kinds: Vec<String> = requests
            .iter()
            .map(|request| match request {
                Request::SpawnObjects { objects, .. } => {
                    assert!(objects.iter().all(|it| !it.is_seen_by_sensors));
                    format!("+{}", objects.len())
                }
                Request::RemoveObjects { names, prefix } => format!("-{names:?}{prefix:?}"),
                _ => "?".to_string(),
            })
            .collect();
        let removed = "-[\"runtime_overlays/demo/1\"]None";
        assert_eq!(kinds, ["+2", removed, "+1", "-[]Some(\"runtime_overlays/\")"]);
    }
}

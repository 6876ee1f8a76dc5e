//! A message type as ROS 1 has it: its name, its definition as text, and the MD5 sum by which nodes compare types.

use crate::definition::SEPARATOR;
use crate::field::{Base, Description, FieldDescription, Shape};
use crate::md5::md5_hex;
use std::fmt::Write;

/// A service type of ROS 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceDescription {
    /// Its name, `package/Name`.
    pub type_name: &'static str,
    /// What a caller sends.
    pub request: &'static Description,
    /// What it gets back.
    pub response: &'static Description,
}

impl ServiceDescription {
    /// The MD5 sum by which ROS 1 compares service types.
    pub fn md5(&self) -> String {
        md5_hex(format!("{}{}", self.request.md5_text(), self.response.md5_text()).as_bytes())
    }
}

impl Description {
    /// Its name in ROS 1, `package/Name`.
    pub fn ros1_name(&self) -> String {
        self.short_name()
    }

    /// Whether it is the header, which has a sequence number in ROS 1.
    #[inline]
    pub(crate) fn is_header(&self) -> bool {
        self.type_name == "std_msgs/msg/Header"
    }

    /// Whether its messages begin with a header in ROS 1, whose sequence number a publisher fills in.
    pub fn begins_with_header(&self) -> bool {
        let first = self.fields.first().map(|field| field.kind);
        first.is_some_and(|kind| {
            kind.shape == Shape::One && matches!(kind.base, Base::Message(part) if part.is_header())
        })
    }

    /// The MD5 sum by which ROS 1 compares types: of the definition without comments, in which the sum of a message
    /// takes the place of its name.
    pub fn md5(&self) -> String {
        md5_hex(self.md5_text().as_bytes())
    }

    fn md5_text(&self) -> String {
        let mut text = self.ros1_constants();
        for (name, field) in self.ros1_fields() {
            let kind = match part(field.kind.base) {
                Some(part) => part.md5(),
                None => ros1_type(field),
            };
            let _ = writeln!(text, "{kind} {name}");
        }
        text.trim_end().to_string()
    }

    /// The definition as connections and bags of ROS 1 have it: this message, then each one it contains after a line
    /// of `=`.
    pub fn ros1_definition(&self) -> String {
        let mut text = self.ros1_lines();
        let mut parts = Vec::new();
        self.add_ros1_parts(&mut parts);
        for part in parts {
            let _ = write!(text, "{SEPARATOR}\nMSG: {}\n{}", part.ros1_name(), part.ros1_lines());
        }
        text
    }

    fn add_ros1_parts(&self, parts: &mut Vec<&'static Description>) {
        for part in self.ros1_fields().filter_map(|(_, field)| part(field.kind.base)) {
            if !parts.contains(&part) {
                parts.push(part);
                part.add_ros1_parts(parts);
            }
        }
    }

    fn ros1_lines(&self) -> String {
        let mut text = self.ros1_constants();
        for (name, field) in self.ros1_fields() {
            let _ = writeln!(text, "{} {name}", ros1_type(field));
        }
        text
    }

    fn ros1_constants(&self) -> String {
        let mut text = String::new();
        for constant in self.constants {
            let _ = writeln!(text, "{} {}={}", constant.ros1_base.text(), constant.name, constant.value);
        }
        text
    }

    /// Its fields with their names, the sequence number of a header first.
    fn ros1_fields(&self) -> impl Iterator<Item = (&'static str, &FieldDescription)> {
        let sequence_number = self.is_header().then_some(("seq", &SEQUENCE_NUMBER));
        sequence_number
            .into_iter()
            .chain(self.fields.iter().filter_map(|field| field.ros1_name.map(|name| (name, field))))
    }
}

const SEQUENCE_NUMBER: FieldDescription =
    FieldDescription { name: "seq", ros1_name: Some("seq"), kind: <u32 as crate::Field>::KIND };

/// A message inside another one; time and duration are plain types in ROS 1.
fn part(base: Base) -> Option<&'static Description> {
    match base {
        Base::Message(part) if plain_type(part).is_none() => Some(part),
        _ => None,
    }
}

fn plain_type(description: &Description) -> Option<&'static str> {
    match description.type_name {
        "builtin_interfaces/msg/Time" => Some("time"),
        "builtin_interfaces/msg/Duration" => Some("duration"),
        _ => None,
    }
}

fn ros1_type(field: &FieldDescription) -> String {
    let base = match field.kind.base {
        Base::Message(part) => plain_type(part).map_or_else(|| part.ros1_name(), str::to_string),
        base => base.text(),
    };
    match field.kind.shape {
        Shape::One => base,
        Shape::Array(count) => format!("{base}[{count}]"),
        Shape::Sequence | Shape::BoundedSequence(_) => format!("{base}[]"),
    }
}

#[cfg(test)]
mod tests {
    use crate::msg::*;
    use crate::{Description, Message, from_ros1, to_ros1};

    /// Every type that Debian has.
    const KNOWN: &[&Description] = &[
        Point::DESCRIPTION,
        Point32::DESCRIPTION,
        Vector3::DESCRIPTION,
        Quaternion::DESCRIPTION,
        Pose::DESCRIPTION,
        PoseStamped::DESCRIPTION,
        PoseWithCovariance::DESCRIPTION,
        PoseWithCovarianceStamped::DESCRIPTION,
        PoseArray::DESCRIPTION,
        Twist::DESCRIPTION,
        TwistStamped::DESCRIPTION,
        TwistWithCovariance::DESCRIPTION,
        Transform::DESCRIPTION,
        TransformStamped::DESCRIPTION,
        Polygon::DESCRIPTION,
        PolygonStamped::DESCRIPTION,
        TFMessage::DESCRIPTION,
        Odometry::DESCRIPTION,
        MapMetaData::DESCRIPTION,
        OccupancyGrid::DESCRIPTION,
        LaserScan::DESCRIPTION,
        PointField::DESCRIPTION,
        PointCloud2::DESCRIPTION,
        Image::DESCRIPTION,
        CompressedImage::DESCRIPTION,
        RegionOfInterest::DESCRIPTION,
        CameraInfo::DESCRIPTION,
        Imu::DESCRIPTION,
        NavSatStatus::DESCRIPTION,
        NavSatFix::DESCRIPTION,
        JointState::DESCRIPTION,
        Header::DESCRIPTION,
        Bool::DESCRIPTION,
        Float64::DESCRIPTION,
        Text::DESCRIPTION,
        ColorRGBA::DESCRIPTION,
        Clock::DESCRIPTION,
        Ros1Log::DESCRIPTION,
        Marker::DESCRIPTION,
        MarkerArray::DESCRIPTION,
        KeyValue::DESCRIPTION,
        DiagnosticStatus::DESCRIPTION,
        DiagnosticArray::DESCRIPTION,
    ];

    /// `scripts/check-ros1` compares the file with the packages themselves.
    #[test]
    fn md5_sums_are_those_of_debian() {
        let sums = include_str!("../../../testdata/ros1/md5.txt");
        let sums = sums.lines().filter(|line| !line.starts_with('#'));
        let expected: Vec<&str> = sums.collect();
        let messages = KNOWN.iter().map(|it| format!("{} {}", it.ros1_name(), it.md5()));
        let services = [&EMPTY, &TRIGGER, &SET_BOOL].map(|it| format!("{} {}", it.type_name, it.md5()));
        let ours: Vec<String> = messages.chain(services).collect();
        assert_eq!(ours, expected);
    }

    #[test]
    fn definitions_have_the_names_of_ros_1() {
        let text = Marker::DESCRIPTION.ros1_definition();
        assert!(text.starts_with("uint8 ARROW=0\n"), "{text}");
        assert!(text.contains("\nduration lifetime\n") && !text.contains("texture"), "{text}");
        assert!(text.contains("MSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n"), "{text}");
        assert!(CameraInfo::DESCRIPTION.ros1_definition().contains("\nfloat64[9] K\n"));
        assert!(Odometry::DESCRIPTION.begins_with_header() && !TFMessage::DESCRIPTION.begins_with_header());
    }

    #[test]
    fn numbers_are_not_aligned_and_a_header_has_a_sequence_number() {
        let state = JointState {
            header: Header { stamp: Time { sec: 1, nanosec: 2 }, frame_id: "ab".to_string() },
            name: vec!["w".to_string()],
            position: vec![1.0],
            ..JointState::default()
        };
        let bytes = to_ros1(&state);
        let expected = [
            &[0, 0, 0, 0][..],               // sequence number
            &[1, 0, 0, 0, 2, 0, 0, 0],       // stamp
            &[2, 0, 0, 0, b'a', b'b'],       // frame_id
            &[1, 0, 0, 0, 1, 0, 0, 0, b'w'], // one name
            &[1, 0, 0, 0],
            &1.0f64.to_le_bytes(),
            &[0, 0, 0, 0, 0, 0, 0, 0], // no velocities, no efforts
        ]
        .concat();
        assert_eq!(bytes, expected);
        assert_eq!(from_ros1(&bytes), Ok(state));
        let marker = Marker { text: "x".to_string(), ..Marker::default() };
        assert_eq!(from_ros1(&to_ros1(&marker)), Ok(marker));
    }

    #[test]
    fn bytes_that_are_cut_or_too_many_are_refused() {
        let bytes = to_ros1(&Odometry::default());
        for end in 0..bytes.len() {
            assert!(from_ros1::<Odometry>(&bytes[..end]).is_err(), "cut at {end}");
        }
        assert!(from_ros1::<Odometry>(&[&bytes[..], &[0]].concat()).is_err());
    }
}

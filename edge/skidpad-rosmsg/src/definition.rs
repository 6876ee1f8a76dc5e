//! A message type as text (`ros2msg`) and as a hash (`RIHS01`).

use crate::TextAtMost;
use crate::field::{Base, Description, FieldDescription, Kind, Shape};
use crate::msg::{FieldOfType, FieldType, IndividualTypeDescription, TypeDescription, TypeSource};
use skidpad_math::sha256::sha256_hex;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The line between the definitions of a message and of those it contains.
pub(crate) const SEPARATOR: &str =
    "================================================================================";

impl Base {
    /// The name in a definition; for a message, its package and name.
    pub(crate) fn text(self) -> String {
        match self {
            Base::Int8 => "int8".to_string(),
            Base::Uint8 => "uint8".to_string(),
            Base::Int16 => "int16".to_string(),
            Base::Uint16 => "uint16".to_string(),
            Base::Int32 => "int32".to_string(),
            Base::Uint32 => "uint32".to_string(),
            Base::Int64 => "int64".to_string(),
            Base::Uint64 => "uint64".to_string(),
            Base::Float32 => "float32".to_string(),
            Base::Float64 => "float64".to_string(),
            Base::Bool => "bool".to_string(),
            Base::Byte => "byte".to_string(),
            Base::String => "string".to_string(),
            Base::BoundedString(most) => format!("string<={most}"),
            Base::Message(description) => description.short_name(),
        }
    }

    /// The number of `type_description_interfaces/msg/FieldType`.
    fn id(self) -> u8 {
        match self {
            Base::Message(_) => 1,
            Base::Int8 => 2,
            Base::Uint8 => 3,
            Base::Int16 => 4,
            Base::Uint16 => 5,
            Base::Int32 => 6,
            Base::Uint32 => 7,
            Base::Int64 => 8,
            Base::Uint64 => 9,
            Base::Float32 => 10,
            Base::Float64 => 11,
            Base::Bool => 15,
            Base::Byte => 16,
            Base::String => 17,
            Base::BoundedString(_) => 21,
        }
    }
}

impl Kind {
    fn text(self) -> String {
        let base = self.base.text();
        match self.shape {
            Shape::One => base,
            Shape::Array(count) => format!("{base}[{count}]"),
            Shape::Sequence => format!("{base}[]"),
            Shape::BoundedSequence(most) => format!("{base}[<={most}]"),
        }
    }
}

impl Description {
    /// `package/Name`.
    pub(crate) fn short_name(&self) -> String {
        self.type_name.replacen("/msg/", "/", 1)
    }

    /// The messages it contains, directly or indirectly, in the order of their first use.
    fn parts(&self) -> Vec<&'static Description> {
        let mut parts: Vec<&'static Description> = Vec::new();
        self.add_parts(&mut parts);
        parts
    }

    fn add_parts(&self, parts: &mut Vec<&'static Description>) {
        for field in self.fields {
            if let Base::Message(part) = field.kind.base
                && !parts.contains(&part)
            {
                parts.push(part);
                part.add_parts(parts);
            }
        }
    }

    /// The definition as bags store it: this message, then each one it contains after a line of `=`.
    pub fn schema(&self) -> String {
        let mut text = String::new();
        self.write_lines(&mut text);
        for part in self.parts() {
            let _ = writeln!(text, "{SEPARATOR}\nMSG: {}", part.short_name());
            part.write_lines(&mut text);
        }
        text
    }

    fn write_lines(&self, text: &mut String) {
        for constant in self.constants {
            let _ = writeln!(text, "{} {}={}", constant.base.text(), constant.name, constant.value);
        }
        for field in self.fields {
            let _ = writeln!(text, "{} {}", field.kind.text(), field.name);
        }
    }

    /// The hash by which ROS 2 distinguishes types: SHA-256 of the type's description as JSON
    /// with a blank after every comma and colon, without default values. REP 2016.
    pub fn hash(&self) -> String {
        let parts: Vec<String> = self.sorted_parts().iter().map(|part| part.json()).collect();
        let json = format!(
            "{{\"type_description\": {}, \"referenced_type_descriptions\": [{}]}}",
            self.json(),
            parts.join(", ")
        );
        format!("RIHS01_{}", sha256_hex(json.as_bytes()))
    }

    /// The messages it contains, sorted by name.
    fn sorted_parts(&self) -> Vec<&'static Description> {
        let parts: BTreeMap<&str, &'static Description> =
            self.parts().into_iter().map(|part| (part.type_name, part)).collect();
        parts.into_values().collect()
    }

    /// The type and those it contains, as nodes tell them to others.
    pub fn type_description(&self) -> TypeDescription {
        TypeDescription {
            type_description: self.individual(),
            referenced_type_descriptions: self.sorted_parts().iter().map(|part| part.individual()).collect(),
        }
    }

    fn individual(&self) -> IndividualTypeDescription {
        let field = |it: &FieldDescription| FieldOfType {
            name: it.name.to_string(),
            r#type: it.kind.field_type(),
            default_value: String::new(),
        };
        IndividualTypeDescription {
            type_name: TextAtMost(self.type_name.to_string()),
            fields: self.fields.iter().map(field).collect(),
        }
    }

    /// The definitions of the type and of those it contains.
    pub fn type_sources(&self) -> Vec<TypeSource> {
        let source = |it: &Description| {
            let mut raw_file_contents = String::new();
            it.write_lines(&mut raw_file_contents);
            let (type_name, encoding) = (it.type_name.to_string(), "msg".to_string());
            TypeSource { type_name, encoding, raw_file_contents }
        };
        std::iter::once(source(self)).chain(self.sorted_parts().into_iter().map(source)).collect()
    }

    fn json(&self) -> String {
        let fields: Vec<String> =
            self.fields.iter().map(|field| field_json(field.name, field.kind)).collect();
        format!("{{\"type_name\": \"{}\", \"fields\": [{}]}}", self.type_name, fields.join(", "))
    }
}

impl Kind {
    /// The type as `type_description_interfaces` tells it.
    fn field_type(self) -> FieldType {
        let (offset, capacity) = match self.shape {
            Shape::One => (0, 0),
            Shape::Array(count) => (48, count),
            Shape::Sequence => (144, 0),
            Shape::BoundedSequence(most) => (96, most),
        };
        let (nested, string_capacity) = match self.base {
            Base::Message(part) => (part.type_name, 0),
            Base::BoundedString(most) => ("", most),
            _ => ("", 0),
        };
        FieldType {
            type_id: self.base.id() + offset,
            capacity,
            string_capacity,
            nested_type_name: TextAtMost(nested.to_string()),
        }
    }
}

fn field_json(name: &str, kind: Kind) -> String {
    let FieldType { type_id, capacity, string_capacity, nested_type_name: nested } = kind.field_type();
    format!(
        "{{\"name\": \"{name}\", \"type\": {{\"type_id\": {type_id}, \"capacity\": {capacity}, \
         \"string_capacity\": {string_capacity}, \"nested_type_name\": \"{}\"}}}}",
        nested.0
    )
}

#[cfg(test)]
mod tests {
    use crate::Message;
    use crate::msg::*;

    /// Hashes as ROS 2 Jazzy publishes them.
    #[test]
    fn hashes_are_those_of_ros() {
        let check = |description: &crate::Description, digits: &str| {
            assert_eq!(description.hash(), format!("RIHS01_{digits}"), "{}", description.type_name);
        };
        let known = [
            (Text::DESCRIPTION, "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"),
            (LaserScan::DESCRIPTION, "64c191398013af96509d518dac71d5164f9382553fce5c1f8cca5be7924bd828"),
            (PointCloud2::DESCRIPTION, "9198cabf7da3796ae6fe19c4cb3bdd3525492988c70522628af5daa124bae2b5"),
            (PointField::DESCRIPTION, "5c6a4750728c2bcfbbf7037225b20b02d4429634732146b742dee1726637ef01"),
            (Image::DESCRIPTION, "d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47"),
            (
                CompressedImage::DESCRIPTION,
                "15640771531571185e2efc8a100baf923961a4d15d5569652e6cb6691e8e371a",
            ),
            (CameraInfo::DESCRIPTION, "b3dfd68ff46c9d56c80fd3bd4ed22c7a4ddce8c8348f2f59c299e73118e7e275"),
            (
                RegionOfInterest::DESCRIPTION,
                "ad16bcba5f9131dcdba6fbded19f726f5440e3c513b4fb586dd3027eeed8abb1",
            ),
            (Imu::DESCRIPTION, "7d9a00ff131080897a5ec7e26e315954b8eae3353c3f995c55faf71574000b5b"),
            (NavSatFix::DESCRIPTION, "62223ab3fe210a15976021da7afddc9e200dc9ec75231c1b6a557fc598a65404"),
            (NavSatStatus::DESCRIPTION, "d1ed3befa628e09571bd273b888ba1c1fd187c9a5e0006b385d7e5e9095a3204"),
            (JointState::DESCRIPTION, "a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e"),
            (Odometry::DESCRIPTION, "3cc97dc7fb7502f8714462c526d369e35b603cfc34d946e3f2eda2766dfec6e0"),
            (PoseArray::DESCRIPTION, "af0cc36d190e104d546d168d6b39df04fa4b4ccecf59cb4c9ed328d3d5004aa0"),
            (PoseStamped::DESCRIPTION, "10f3786d7d40fd2b54367835614bff85d4ad3b5dab62bf8bca0cc232d73b4cd8"),
            (OccupancyGrid::DESCRIPTION, "8d348150c12913a31ee0ec170fbf25089e4745d17035792a1ba94d6f0bc0cfc7"),
            (MapMetaData::DESCRIPTION, "2772d4b2000ef2b35dbaeb80fd3946c1369f817fb4f75677d916d27c17d763c8"),
            (TFMessage::DESCRIPTION, "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087"),
            (Clock::DESCRIPTION, "692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564"),
            (Twist::DESCRIPTION, "9c45bf16fe0983d80e3cfe750d6835843d265a9a6c46bd2e609fcddde6fb8d2a"),
            (TwistStamped::DESCRIPTION, "5f0fcd4f81d5d06ad9b4c4c63e3ea51b82d6ae4d0558f1d475229b1121db6f64"),
            (Polygon::DESCRIPTION, "3782f9f0bf044964d692d6c017d705e37611afb1f0bf6a9dee248a7dda0f784a"),
            (PolygonStamped::DESCRIPTION, "b7cf07932f1523d4b4088075945c1a0141f7cd21da87cc940fc61652e9138b46"),
            (
                PoseWithCovarianceStamped::DESCRIPTION,
                "26432f9803e43727d3c8f668d1fdb3c630f548af631e2f4e31382371bfea3b6e",
            ),
            (Bool::DESCRIPTION, "feb91e995ff9ebd09c0cb3d2aed18b11077585839fb5db80193b62d74528f6c9"),
            (Float64::DESCRIPTION, "705ba9c3d1a09df43737eb67095534de36fd426c0587779bda2bc51fe790182a"),
            (MarkerArray::DESCRIPTION, "86cb8800b6fb05b5eff1abd7a56f62a5641d3ae9a1c29e78e67e704f1d067dcf"),
            (
                DiagnosticArray::DESCRIPTION,
                "5a8a36efb05fb25070fa0fb3810290c0e6cd4862b54a8fb975a1ee8dc55a333e",
            ),
            (ParameterEvent::DESCRIPTION, "043e627780fcad87a22d225bc2a037361dba713fca6a6b9f4b869a5aa0393204"),
            (
                ParameterDescriptor::DESCRIPTION,
                "52175dbfda6c51153101d33d2a9da05743f66f02d5ab2ca9ec4709b46b73d704",
            ),
            (Log::DESCRIPTION, "e28ce254ca8abc06abf92773b74602cdbf116ed34fbaf294fb9f81da9f318eac"),
            // Not part of ROS 2 itself: the hash of the published definition.
            (
                AckermannDriveStamped::DESCRIPTION,
                "48ca7612a08d3bb72744fd98b71b7cf2ea24c6ad50fa4e1aa0bbad963c90d8cf",
            ),
        ];
        for (description, digits) in known {
            check(description, digits);
        }
    }

    #[test]
    fn a_schema_holds_every_message_once() {
        let schema = Odometry::DESCRIPTION.schema();
        assert!(schema.starts_with("std_msgs/Header header\nstring child_frame_id\n"), "{schema}");
        for part in ["std_msgs/Header", "builtin_interfaces/Time", "geometry_msgs/Vector3"] {
            assert_eq!(schema.matches(&format!("MSG: {part}\n")).count(), 1, "{part}");
        }
        assert!(schema.contains("float64[36] covariance\n"));
        assert!(Marker::DESCRIPTION.schema().contains("\nint32 type\n"), "words of Rust are plain names");
    }
}

//! Names of topics and frames.
//!
//! One vehicle has plain names (`/odom`, frame `base_link`). With several, each has a namespace, and
//! its frames are distinguished in one of two ways: by a transform topic of its own, as in Nav2, or by a
//! prefix of every frame, so that one tree contains all vehicles.

use skidpad_messages::Roster;
use std::collections::BTreeMap;

/// How the frames of several vehicles are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FrameStyle {
    /// Every vehicle has its own `/<vehicle>/tf`; frames are plain.
    #[default]
    Namespaced,
    /// One `/tf` for all; frames are `<vehicle>/base_link`. The map is common.
    Prefixed,
}

/// How the topics of a depth camera are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DepthCameraNames {
    /// `<label>_rgb/image_raw`, `<label>_depth/image_raw`: as MVSim publishes them, and users remap them.
    #[default]
    Published,
    /// `<label>_image`, `<label>_depth`: as MVSim's documentation says.
    Documented,
}

impl DepthCameraNames {
    /// The style that options and parameters call `published` or `documented`.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "published" => Some(DepthCameraNames::Published),
            "documented" => Some(DepthCameraNames::Documented),
            _ => None,
        }
    }

    /// What options and parameters call it.
    pub fn word(self) -> &'static str {
        match self {
            DepthCameraNames::Published => "published",
            DepthCameraNames::Documented => "documented",
        }
    }
}

/// Rules for names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naming {
    /// How frames are distinguished.
    pub frames: FrameStyle,
    /// Whether a single vehicle gets a namespace too.
    pub always_namespaced: bool,
    /// Topics of depth cameras.
    pub depth_cameras: DepthCameraNames,
    /// The frame of the world.
    pub world_frame: String,
    /// Namespaces of vehicles that have another one than their name.
    pub namespaces: BTreeMap<String, String>,
}

impl Default for Naming {
    fn default() -> Self {
        Naming {
            frames: FrameStyle::default(),
            always_namespaced: false,
            depth_cameras: DepthCameraNames::default(),
            world_frame: "map".to_string(),
            namespaces: BTreeMap::new(),
        }
    }
}

/// The names of one vehicle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VehicleNames {
    /// Prefix of its topics: `/` or `/<vehicle>/`.
    topic_start: String,
    /// Prefix of its frames: empty or `<vehicle>/`.
    frame_start: String,
    /// Topic of its transforms: `/tf` or `/<vehicle>/tf`.
    pub tf: String,
    /// Topic of its static transforms.
    pub tf_static: String,
    /// Topics of its depth cameras.
    pub(crate) depth_cameras: DepthCameraNames,
    world_frame: String,
}

impl Naming {
    /// The names of every vehicle of a world.
    pub fn of(&self, roster: &Roster) -> Vec<VehicleNames> {
        let is_plain = roster.vehicles.len() == 1 && !self.always_namespaced;
        roster.vehicles.iter().map(|entry| self.names(&entry.name, is_plain)).collect()
    }

    /// The names of things that belong to no vehicle.
    pub fn of_world(&self) -> VehicleNames {
        self.names("", true)
    }

    fn names(&self, vehicle: &str, is_plain: bool) -> VehicleNames {
        let given =
            self.namespaces.get(vehicle).map(|given| given.split('/').filter(|part| !part.is_empty()));
        let given = given.map(|parts| parts.map(ros_name).collect::<Vec<_>>().join("/"));
        let namespace = given.filter(|given| !given.is_empty()).unwrap_or_else(|| ros_name(vehicle));
        let start = if is_plain { String::new() } else { format!("{namespace}/") };
        let (frame_start, tf_start) = match self.frames {
            FrameStyle::Namespaced => (String::new(), start.clone()),
            FrameStyle::Prefixed => (start.clone(), String::new()),
        };
        VehicleNames {
            topic_start: format!("/{start}"),
            frame_start,
            tf: format!("/{tf_start}tf"),
            tf_static: format!("/{tf_start}tf_static"),
            depth_cameras: self.depth_cameras,
            world_frame: self.world_frame.clone(),
        }
    }
}

impl VehicleNames {
    /// The full name of a topic.
    pub fn topic(&self, name: &str) -> String {
        format!("{}{}", self.topic_start, ros_name(name))
    }

    /// The full name of a frame.
    pub fn frame(&self, name: &str) -> String {
        format!("{}{}", self.frame_start, ros_name(name))
    }

    /// The frame of the world, common to all vehicles.
    pub fn map(&self) -> String {
        self.world_frame.clone()
    }

    /// The frame of the origin of odometry.
    pub fn odom(&self) -> String {
        self.frame("odom")
    }

    /// The frame of the vehicle.
    pub fn base_link(&self) -> String {
        self.frame("base_link")
    }
}

/// A name that ROS accepts, different for different names: letters, digits, `_` and `/`, no part beginning with a digit.
///
/// Most names stay as they are. Every other byte of UTF-8 becomes `_x`, two hexadecimal digits and `_`, so that `a b` is
/// `a_x20_b`; a part that begins with a digit gets a `_` before it. A `_` that could be taken for the beginning of
/// either is written as a byte too. A `/` stays where it stands between two parts.
pub fn ros_name(name: &str) -> String {
    if name.is_empty() {
        return escaped(0);
    }
    let mut text = String::with_capacity(name.len());
    let mut is_part_begin = true;
    for (place, byte) in name.bytes().enumerate() {
        let rest = &name.as_bytes()[place + 1..];
        let is_plain = match byte {
            b'_' => !(begins_escape(rest) || is_part_begin && rest.first().is_some_and(u8::is_ascii_digit)),
            b'/' => !is_part_begin && rest.first().is_some_and(|next| *next != b'/'),
            _ => byte.is_ascii_alphanumeric(),
        };
        if is_part_begin && byte.is_ascii_digit() {
            text.push('_');
        }
        is_part_begin = byte == b'/' && is_plain;
        if is_plain { text.push(char::from(byte)) } else { text.push_str(&escaped(byte)) }
    }
    text
}

fn escaped(byte: u8) -> String {
    format!("_x{byte:02X}_")
}

/// Whether what follows a `_` makes it look like an escaped byte.
fn begins_escape(rest: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(byte);
    matches!(rest, [b'x', high, low, ..] if is_digit(high) && is_digit(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_messages::VehicleEntry;

    fn roster(names: &[&str]) -> Roster {
        let entry = |name: &&str| VehicleEntry {
            name: (*name).to_string(),
            wheel_count: 4,
            log_path: String::new(),
            auto_start_recording: false,
        };
        Roster { vehicles: names.iter().map(entry).collect(), ..Roster::default() }
    }

    #[test]
    fn one_vehicle_has_plain_names() {
        let names = &Naming::default().of(&roster(&["r1"]))[0];
        assert_eq!((names.topic("odom"), names.base_link()), ("/odom".to_string(), "base_link".to_string()));
        assert_eq!((names.tf.as_str(), names.tf_static.as_str()), ("/tf", "/tf_static"));
        let forced = Naming { always_namespaced: true, ..Naming::default() }.of(&roster(&["r1"]));
        assert_eq!(forced[0].topic("odom"), "/r1/odom");
    }

    #[test]
    fn several_vehicles_are_kept_apart_in_either_style() {
        let both = roster(&["r1", "r2"]);
        let nav2 = &Naming::default().of(&both)[1];
        assert_eq!((nav2.topic("scan"), nav2.frame("scan")), ("/r2/scan".to_string(), "scan".to_string()));
        assert_eq!(nav2.tf, "/r2/tf");
        let prefixed = &Naming { frames: FrameStyle::Prefixed, ..Naming::default() }.of(&both)[1];
        assert_eq!((prefixed.tf.as_str(), prefixed.odom().as_str()), ("/tf", "r2/odom"));
        assert_eq!(prefixed.map(), "map");
    }

    #[test]
    fn any_name_becomes_one_that_ros_accepts() {
        for (name, expected) in [
            ("r1", "r1"),
            ("robot_x1/max_xyz", "robot_x1/max_xyz"),
            ("my robot", "my_x20_robot"),
            ("2d/laser-1", "_2d/laser_x2D_1"),
            ("_2d", "_x5F_2d"),
            ("a_x20_b", "a_x5F_x20_b"),
            ("/a//b/", "_x2F_a_x2F_/b_x2F_"),
            ("é", "_xC3__xA9_"),
            ("", "_x00_"),
        ] {
            assert_eq!(ros_name(name), expected);
        }
    }

    /// The inverse, which shows that no two names become one.
    fn world_name(name: &str) -> Vec<u8> {
        let (mut bytes, mut rest, mut is_part_begin) = (Vec::new(), name.as_bytes(), true);
        while let Some((&byte, after)) = rest.split_first() {
            let is_digit_next = after.first().is_some_and(u8::is_ascii_digit);
            if byte == b'_' && begins_escape(after) {
                let digits = std::str::from_utf8(&after[1..3]).expect("digits");
                bytes.push(u8::from_str_radix(digits, 16).expect("digits"));
                assert_eq!(after[3], b'_');
                (rest, is_part_begin) = (&after[4..], false);
                continue;
            }
            if !(byte == b'_' && is_part_begin && is_digit_next) {
                bytes.push(byte);
            }
            (rest, is_part_begin) = (after, byte == b'/');
        }
        if bytes == [0] { Vec::new() } else { bytes }
    }

    #[test]
    fn names_that_differ_stay_apart() {
        let mut random = skidpad_math::SplitMix64::new(3);
        let letters = ["a", "_", "x", "2", "0", "F", "/", " ", "-", "é", "."];
        for _ in 0..100_000 {
            let length = (8.0 * random.uniform()) as usize;
            let letter = |_| letters[(letters.len() as f64 * random.uniform()) as usize];
            let name: String = (0..length).map(letter).collect();
            let cleaned = ros_name(&name);
            assert_eq!(String::from_utf8_lossy(&world_name(&cleaned)), name, "{cleaned}");
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '/';
            assert!(cleaned.chars().all(is_allowed), "{cleaned}");
            let is_part = |part: &str| part.starts_with(|c: char| !c.is_ascii_digit());
            assert!(cleaned.split('/').all(is_part), "{cleaned}");
        }
    }
}

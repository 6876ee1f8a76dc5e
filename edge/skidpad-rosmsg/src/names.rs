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
    /// `<label>_image`, `<label>_depth`: as MVSim's documentation says.
    #[default]
    Documented,
    /// `<label>_rgb/image_raw`, `<label>_depth/image_raw`: as MVSim publishes them, and users remap them.
    Published,
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
        let namespace = self.namespaces.get(vehicle).map_or(vehicle, String::as_str);
        let start = if is_plain { String::new() } else { format!("{}/", ros_name(namespace)) };
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

/// A name that ROS accepts: letters, digits, `_` and `/`, no part beginning with a digit.
pub fn ros_name(name: &str) -> String {
    let part = |part: &str| {
        let plain: String =
            part.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
        if plain.starts_with(|c: char| c.is_ascii_digit()) { format!("_{plain}") } else { plain }
    };
    let parts: Vec<String> = name.split('/').filter(|part| !part.is_empty()).map(part).collect();
    if parts.is_empty() { "_".to_string() } else { parts.join("/") }
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
        for (name, expected) in
            [("r1", "r1"), ("my robot", "my_robot"), ("2d/laser-1", "_2d/laser_1"), ("//", "_"), ("é", "_")]
        {
            assert_eq!(ros_name(name), expected);
        }
    }
}

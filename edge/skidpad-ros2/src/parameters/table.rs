//! Every parameter of the node: its usual value, its range, when it can be set, and what it means.

use super::Value;
use skidpad_rosmsg::msg::{FloatingPointRange, IntegerRange, ParameterDescriptor};
use skidpad_rosmsg::{AtMost, DepthCameraNames};

/// When a parameter can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settable {
    /// At any time.
    Always,
    /// By arguments, before the node starts.
    AtStart,
}

/// What a parameter is.
pub(super) struct Description {
    pub(super) name: &'static str,
    pub(super) usual: Usual,
    pub(super) settable: Settable,
    pub(super) range: Option<[f64; 2]>,
    pub(super) about: &'static str,
}

/// The value of a parameter that is not set.
pub(super) enum Usual {
    Bool(bool),
    Integer(i64),
    Double(f64),
    Text(&'static str),
}

impl Usual {
    pub(super) fn value(&self) -> Value {
        match self {
            Usual::Bool(value) => Value::Bool(*value),
            Usual::Integer(value) => Value::Integer(*value),
            Usual::Double(value) => Value::Double(*value),
            Usual::Text(value) => Value::Text((*value).to_string()),
        }
    }
}

const RATE: Option<[f64; 2]> = Some([0.0, 10_000.0]);

/// Every parameter, sorted by name.
pub(super) const DESCRIPTIONS: &[Description] = &[
    Description {
        name: "base_watchdog_timeout",
        usual: Usual::Double(0.2),
        settable: Settable::Always,
        range: Some([0.0, 1e6]),
        about: "Accepted and unused, as in MVSim; cmd_vel_timeout is the one that stops vehicles [s]",
    },
    Description {
        name: "cmd_vel_timeout",
        usual: Usual::Double(1.0),
        settable: Settable::Always,
        range: Some([0.0, 1e6]),
        about: "A vehicle stops when no command has come for this much simulated time [s]; 0 for never",
    },
    Description {
        name: "depth_topics",
        usual: Usual::Text("published"),
        settable: Settable::AtStart,
        range: None,
        about: "Topics of depth cameras: published, as MVSim's node has them (<rgbd>_rgb/image_raw); documented, as its documentation has them (<rgbd>_image)",
    },
    Description {
        name: "diagnostics_rate",
        usual: Usual::Double(1.0),
        settable: Settable::AtStart,
        range: RATE,
        about: "Messages of /diagnostics per simulated second [Hz]; 0 for none",
    },
    Description {
        name: "disable_sim_time_clock",
        usual: Usual::Bool(false),
        settable: Settable::AtStart,
        range: None,
        about: "Do not publish /clock",
    },
    Description {
        name: "do_fake_localization",
        usual: Usual::Bool(true),
        settable: Settable::Always,
        range: None,
        about: "Publish map → odom, amcl_pose and particlecloud from the true pose",
    },
    Description {
        name: "force_publish_vehicle_namespace",
        usual: Usual::Bool(false),
        settable: Settable::AtStart,
        range: None,
        about: "Put the topics of a single vehicle into its namespace too",
    },
    Description {
        name: "frames",
        usual: Usual::Text("namespaced"),
        settable: Settable::AtStart,
        range: None,
        about: "namespaced: a tf topic per vehicle, as in Nav2; prefixed: one tree, frames named after vehicles",
    },
    Description {
        name: "gui_refresh_period",
        usual: Usual::Double(50.0),
        settable: Settable::Always,
        range: Some([0.0, 1e6]),
        about: "Accepted and unused: the viewer chooses its own rate [ms]",
    },
    Description {
        name: "headless",
        usual: Usual::Bool(false),
        settable: Settable::AtStart,
        range: None,
        about: "Run without the viewer",
    },
    Description {
        name: "max_simul_catchup_time",
        usual: Usual::Double(0.0),
        settable: Settable::Always,
        range: Some([0.0, 1e6]),
        about: "Accepted and unused: steps have a fixed length and are never skipped [s]",
    },
    Description {
        name: "objects_ground_truth_rate",
        usual: Usual::Double(0.0),
        settable: Settable::AtStart,
        range: RATE,
        about: "Messages of objects_ground_truth per simulated second [Hz]; 0 for none",
    },
    Description {
        name: "period_ms_publish_tf",
        usual: Usual::Double(20.0),
        settable: Settable::Always,
        range: Some([0.1, 1e6]),
        about: "Simulated time between two messages of odometry, tf and the like [ms]",
    },
    Description {
        name: "publish_log_topics",
        usual: Usual::Bool(false),
        settable: Settable::AtStart,
        range: None,
        about: "Publish every column of a vehicle's log as a topic, at every step",
    },
    Description {
        name: "publish_sensor_tf",
        usual: Usual::Bool(true),
        settable: Settable::AtStart,
        range: None,
        about: "Publish the frames of sensors on tf_static",
    },
    Description {
        name: "publish_tf_odom2baselink",
        usual: Usual::Bool(true),
        settable: Settable::Always,
        range: None,
        about: "Publish odom → base_link",
    },
    Description {
        name: "publisher_history_len",
        usual: Usual::Integer(50),
        settable: Settable::AtStart,
        range: Some([1.0, 10_000.0]),
        about: "Messages that a publisher of a vehicle's state keeps for slow subscribers",
    },
    Description {
        name: "realtime_factor",
        usual: Usual::Double(1.0),
        settable: Settable::Always,
        range: Some([0.0, 1e6]),
        about: "Simulated seconds per second; 0 for as fast as possible",
    },
    Description {
        name: "simul_rate",
        usual: Usual::Double(100.0),
        settable: Settable::Always,
        range: Some([0.1, 10_000.0]),
        about: "Messages of /clock per simulated second [Hz]; the step of the simulation is in the world file",
    },
    Description {
        name: "use_sim_time",
        usual: Usual::Bool(false),
        settable: Settable::Always,
        range: None,
        about: "Accepted and unused: stamps are simulated time, which this node publishes on /clock",
    },
    Description {
        name: "wall_clock_stamps",
        usual: Usual::Bool(false),
        settable: Settable::AtStart,
        range: None,
        about: "Count simulated time from the wall clock at the start, instead of from zero",
    },
    Description {
        name: "world_file",
        usual: Usual::Text(""),
        settable: Settable::AtStart,
        range: None,
        about: "The world that runs",
    },
    Description {
        name: "world_frame_id",
        usual: Usual::Text("map"),
        settable: Settable::AtStart,
        range: None,
        about: "The frame of the world",
    },
];

/// What the node of brains2 has besides.
pub(super) const BRAINS2_DESCRIPTIONS: &[Description] = &[
    Description {
        name: "dist_back",
        usual: Usual::Double(5.0),
        settable: Settable::Always,
        range: Some([0.0, 1000.0]),
        about: "How much of the centre line behind the car is on /brains2/track_estimate [m]",
    },
    Description {
        name: "dist_front",
        usual: Usual::Double(10.0),
        settable: Settable::Always,
        range: Some([0.0, 1000.0]),
        about: "How much of the centre line ahead of the car is on /brains2/track_estimate [m]",
    },
    Description {
        name: "freq",
        usual: Usual::Double(100.0),
        settable: Settable::AtStart,
        range: Some([1.0, 1000.0]),
        about: "Messages about the car per simulated second [Hz]",
    },
    Description {
        name: "remote_meshes_url",
        usual: Usual::Text("raw.githubusercontent.com/tudoroancea/brains2/main"),
        settable: Settable::Always,
        range: None,
        about: "Where markers find meshes, without https://",
    },
    Description {
        name: "track_name",
        usual: Usual::Text(""),
        settable: Settable::AtStart,
        range: None,
        about: "The track; the option --track sets it",
    },
    Description {
        name: "use_remote_meshes",
        usual: Usual::Bool(true),
        settable: Settable::Always,
        range: None,
        about: "Whether markers name meshes at remote_meshes_url, or those of an installed package brains2",
    },
];

/// The parameter of this name in one of the tables.
pub(super) fn description(name: &str) -> Option<&'static Description> {
    [DESCRIPTIONS, BRAINS2_DESCRIPTIONS]
        .into_iter()
        .find_map(|table| table.binary_search_by(|it| it.name.cmp(name)).ok().map(|place| &table[place]))
}

pub(super) fn check(about: &Description, value: Value) -> Result<Value, String> {
    let value = value.like(&about.usual.value())?;
    let number = match &value {
        Value::Double(value) => Some(*value),
        Value::Integer(value) => Some(*value as f64),
        _ => None,
    };
    if let (Some(number), Some([low, high])) = (number, about.range)
        && !(low..=high).contains(&number)
    {
        return Err(format!("{number} is out of range; it must be from {low} to {high}"));
    }
    match (about.name, &value) {
        ("frames", Value::Text(text)) if text != "namespaced" && text != "prefixed" => {
            Err("it must be namespaced or prefixed".to_string())
        }
        ("depth_topics", Value::Text(text)) if DepthCameraNames::from_word(text).is_none() => {
            Err("it must be published or documented".to_string())
        }
        ("world_frame_id", Value::Text(text)) if text.is_empty() => Err("it must not be empty".to_string()),
        _ => Ok(value),
    }
}

pub(super) fn descriptor(about: &Description) -> ParameterDescriptor {
    let mut floating_point_range = AtMost::default();
    let mut integer_range = AtMost::default();
    match (about.range, &about.usual) {
        (Some([from_value, to_value]), Usual::Double(_)) => {
            floating_point_range.0.push(FloatingPointRange { from_value, to_value, step: 0.0 });
        }
        (Some([low, high]), Usual::Integer(_)) => {
            integer_range.0.push(IntegerRange { from_value: low as i64, to_value: high as i64, step: 1 });
        }
        _ => {}
    }
    ParameterDescriptor {
        name: about.name.to_string(),
        r#type: about.usual.value().type_number(),
        description: about.about.to_string(),
        read_only: about.settable == Settable::AtStart,
        floating_point_range,
        integer_range,
        ..ParameterDescriptor::default()
    }
}

/// The parameters of every node as a table in Markdown, for the documentation.
pub fn parameter_table() -> String {
    table_of(DESCRIPTIONS)
}

/// The parameters that only the node of brains2 has, as such a table.
pub fn brains2_parameter_table() -> String {
    table_of(BRAINS2_DESCRIPTIONS)
}

fn table_of(descriptions: &[Description]) -> String {
    let mut text = String::from("| name | default | can be set | meaning |\n| --- | --- | --- | --- |\n");
    for it in descriptions {
        let when = if it.settable == Settable::Always { "at any time" } else { "at the start" };
        text.push_str(&format!("| `{}` | {} | {when} | {} |\n", it.name, it.usual.value(), it.about));
    }
    text
}

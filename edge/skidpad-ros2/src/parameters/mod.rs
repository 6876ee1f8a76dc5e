//! The parameters of the node: described once, checked, and answered for by the services that every node has.

mod table;
mod value;

pub use self::table::{brains2_parameter_table, parameter_table};
pub use self::value::Value;

use self::table::{
    BRAINS2_DESCRIPTIONS, DESCRIPTIONS, Description, Settable, check, description, descriptor,
};
use skidpad_rosmsg::msg::{
    ListParametersResult, Parameter, ParameterDescriptor, ParameterValue, SetParametersResult,
};
use skidpad_rosmsg::{DepthCameraNames, FrameStyle, Naming, TopicSettings};
use std::collections::BTreeMap;

/// The parameters of a node and their values.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    values: BTreeMap<&'static str, Value>,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters { values: DESCRIPTIONS.iter().map(|it| (it.name, it.usual.value())).collect() }
    }
}

/// Why a parameter cannot have a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("parameter {name}: {reason}")]
pub struct ParameterProblem {
    /// The parameter.
    pub name: String,
    /// Why.
    pub reason: String,
}

impl Parameters {
    /// Parameters with the values that arguments give. Returns the names that this node does not have, which ROS allows.
    pub fn with(given: BTreeMap<String, Value>) -> Result<(Parameters, Vec<String>), ParameterProblem> {
        Parameters::default().given(given)
    }

    /// The parameters of the node of brains2. Its stamps are wall time if arguments do not say otherwise.
    pub fn brains2(given: BTreeMap<String, Value>) -> Result<(Parameters, Vec<String>), ParameterProblem> {
        let mut parameters = Parameters::default();
        parameters.values.extend(BRAINS2_DESCRIPTIONS.iter().map(|it| (it.name, it.usual.value())));
        parameters.values.insert("wall_clock_stamps", Value::Bool(true));
        parameters.values.insert("world_frame_id", Value::Text("world".to_string()));
        parameters.given(given)
    }

    fn given(
        mut self,
        given: BTreeMap<String, Value>,
    ) -> Result<(Parameters, Vec<String>), ParameterProblem> {
        let mut unknown = Vec::new();
        for (name, value) in given {
            match self.about(&name) {
                Some(about) => {
                    let value = check(about, value)
                        .map_err(|reason| ParameterProblem { name: name.clone(), reason })?;
                    self.values.insert(about.name, value);
                }
                None => unknown.push(name),
            }
        }
        Ok((self, unknown))
    }

    /// What a parameter of this node is.
    fn about(&self, name: &str) -> Option<&'static Description> {
        description(name).filter(|about| self.values.contains_key(about.name))
    }

    /// Messages about the car of brains2 per simulated second [Hz].
    pub fn freq_hz(&self) -> f64 {
        self.double("freq")
    }

    /// How much of the centre line of brains2's track is published, behind the car and ahead [m].
    pub(crate) fn track_window_m(&self) -> [f64; 2] {
        [self.double("dist_back"), self.double("dist_front")]
    }

    /// The address of a mesh of brains2.
    pub(crate) fn brains2_mesh(&self, file: &str) -> String {
        if self.is_on("use_remote_meshes") {
            let url = self.text("remote_meshes_url").trim_end_matches('/');
            format!("https://{url}/src/brains2/meshes/{file}")
        } else {
            format!("package://brains2/meshes/{file}")
        }
    }

    fn double(&self, name: &str) -> f64 {
        match self.values.get(name) {
            Some(Value::Double(value)) => *value,
            _ => 0.0,
        }
    }

    fn is_on(&self, name: &str) -> bool {
        self.values.get(name) == Some(&Value::Bool(true))
    }

    fn text(&self, name: &str) -> &str {
        match self.values.get(name) {
            Some(Value::Text(value)) => value,
            _ => "",
        }
    }

    /// The pace asked for; 0 for as fast as possible.
    pub fn realtime_factor(&self) -> f64 {
        self.double("realtime_factor")
    }

    /// Whether there is no viewer.
    pub fn is_headless(&self) -> bool {
        self.is_on("headless")
    }

    /// The world file; empty for none.
    pub fn world_file(&self) -> &str {
        self.text("world_file")
    }

    /// The node has this world now.
    pub(crate) fn note_world(&mut self, file: &str) {
        self.values.insert("world_file", Value::Text(file.to_string()));
    }

    /// After how much simulated time without a command a vehicle stops [s].
    pub fn cmd_vel_timeout_s(&self) -> Option<f64> {
        Some(self.double("cmd_vel_timeout")).filter(|timeout_s| *timeout_s > 0.0)
    }

    /// Whether stamps count from the wall clock at the start.
    pub fn has_wall_clock_stamps(&self) -> bool {
        self.is_on("wall_clock_stamps")
    }

    /// Messages that a publisher of a vehicle's state keeps.
    pub fn history_depth(&self) -> u32 {
        match self.values.get("publisher_history_len") {
            Some(Value::Integer(depth)) => u32::try_from(*depth).unwrap_or(50),
            _ => 50,
        }
    }

    /// What these parameters say about topics. `stamp_offset_ns` is added to stamps if they count from the wall clock.
    pub fn topic_settings(&self, stamp_offset_ns: u64) -> TopicSettings {
        let period_ns = |rate_hz: f64| (rate_hz > 0.0).then(|| (1e9 / rate_hz).round() as u64);
        let usual = TopicSettings::default();
        TopicSettings {
            naming: Naming {
                frames: match self.text("frames") {
                    "prefixed" => FrameStyle::Prefixed,
                    _ => FrameStyle::Namespaced,
                },
                always_namespaced: self.is_on("force_publish_vehicle_namespace"),
                depth_cameras: DepthCameraNames::from_word(self.text("depth_topics")).unwrap_or_default(),
                world_frame: self.text("world_frame_id").to_string(),
                ..usual.naming
            },
            publish_period_ns: match self.freq_hz() {
                // Nodes of MVSim have no such parameter.
                0.0 => (self.double("period_ms_publish_tf") * 1e6).round() as u64,
                freq_hz => (1e9 / freq_hz).round() as u64,
            },
            // The node of brains2 has its own topics instead.
            has_vehicle_topics: self.freq_hz() == 0.0,
            has_ros2_control: true,
            clock_period_ns: period_ns(self.double("simul_rate"))
                .filter(|_| !self.is_on("disable_sim_time_clock")),
            has_fake_localization: self.is_on("do_fake_localization"),
            has_odom_to_base: self.is_on("publish_tf_odom2baselink"),
            has_sensor_frames: self.is_on("publish_sensor_tf"),
            has_log_topics: self.is_on("publish_log_topics"),
            objects_period_ns: period_ns(self.double("objects_ground_truth_rate")),
            diagnostics_period_ns: period_ns(self.double("diagnostics_rate")),
            stamp_offset_ns: if self.has_wall_clock_stamps() { stamp_offset_ns } else { 0 },
            variances: usual.variances,
        }
    }

    /// Answer for `get_parameters`: unknown names have no value.
    pub fn get(&self, names: &[String]) -> Vec<ParameterValue> {
        let value = |name: &String| self.values.get(name.as_str()).map(Value::to_message).unwrap_or_default();
        names.iter().map(value).collect()
    }

    /// Answer for `get_parameter_types`.
    pub fn types(&self, names: &[String]) -> Vec<u8> {
        self.get(names).into_iter().map(|value| value.r#type).collect()
    }

    /// Answer for `describe_parameters`.
    pub fn describe(&self, names: &[String]) -> Vec<ParameterDescriptor> {
        let descriptor = |name: &String| match self.about(name) {
            Some(about) => descriptor(about),
            None => ParameterDescriptor { name: name.clone(), ..ParameterDescriptor::default() },
        };
        names.iter().map(descriptor).collect()
    }

    /// Answer for `list_parameters`. No name has a dot, so prefixes match whole names only.
    pub fn list(&self, prefixes: &[String]) -> ListParametersResult {
        let is_listed = |name: &&&str| prefixes.is_empty() || prefixes.iter().any(|prefix| prefix == **name);
        let names = self.values.keys().filter(is_listed).map(ToString::to_string).collect();
        ListParametersResult { names, prefixes: Vec::new() }
    }

    /// Answer for `set_parameters`: each is set or refused by itself.
    pub fn set(&mut self, wanted: &[Parameter]) -> Vec<SetParametersResult> {
        wanted.iter().map(|parameter| result(self.set_one(parameter))).collect()
    }

    /// Answer for `set_parameters_atomically`: all are set, or none.
    pub fn set_all(&mut self, wanted: &[Parameter]) -> SetParametersResult {
        let mut changed = self.clone();
        let outcome = wanted.iter().try_for_each(|parameter| changed.set_one(parameter));
        if outcome.is_ok() {
            *self = changed;
        }
        result(outcome)
    }

    fn set_one(&mut self, wanted: &Parameter) -> Result<(), String> {
        let Some(about) = self.about(&wanted.name) else {
            return Err(format!("there is no parameter {:?}", wanted.name));
        };
        let Some(value) = Value::from_message(&wanted.value) else {
            return Err("it must be true or false, a number or a text".to_string());
        };
        if about.settable == Settable::AtStart {
            return Err("it can only be set when the node starts".to_string());
        }
        self.values.insert(about.name, check(about, value)?);
        Ok(())
    }

    /// The parameters whose values differ from those of another state.
    pub fn changed_since(&self, before: &Parameters) -> Vec<Parameter> {
        let differs = |(name, value): &(&&'static str, &Value)| before.values.get(**name) != Some(*value);
        let message = |(name, value): (&&'static str, &Value)| Parameter {
            name: (*name).to_string(),
            value: value.to_message(),
        };
        self.values.iter().filter(differs).map(message).collect()
    }
}

fn result(outcome: Result<(), String>) -> SetParametersResult {
    match outcome {
        Ok(()) => SetParametersResult { successful: true, reason: String::new() },
        Err(reason) => SetParametersResult { successful: false, reason },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, value: &Value) -> Parameter {
        Parameter { name: name.to_string(), value: value.to_message() }
    }

    #[test]
    fn descriptions_are_sorted_and_their_defaults_are_good() {
        assert!(DESCRIPTIONS.is_sorted_by_key(|it| it.name));
        for it in DESCRIPTIONS {
            assert!(check(it, it.usual.value()).is_ok(), "{}", it.name);
        }
        let settings = Parameters::default().topic_settings(7);
        assert_eq!(settings, TopicSettings::default(), "MVSim's defaults are those of the topics");
    }

    #[test]
    fn values_are_checked() {
        let mut parameters = Parameters::default();
        let mut set = |name: &str, value: Value| parameters.set(&[parameter(name, &value)]).remove(0).reason;
        assert_eq!(set("realtime_factor", Value::Double(2.0)), "");
        assert_eq!(set("realtime_factor", Value::Integer(3)), "");
        assert_eq!(
            set("realtime_factor", Value::Double(-1.0)),
            "-1 is out of range; it must be from 0 to 1000000"
        );
        assert_eq!(
            set("realtime_factor", Value::Double(f64::NAN)),
            "NaN is out of range; it must be from 0 to 1000000"
        );
        assert_eq!(set("realtime_factor", Value::Bool(true)), "it must be a number");
        assert_eq!(set("world_file", Value::Text("x".into())), "it can only be set when the node starts");
        assert_eq!(set("nothing", Value::Bool(true)), "there is no parameter \"nothing\"");
        assert_eq!(parameters.realtime_factor(), 3.0);
        let both =
            [parameter("simul_rate", &Value::Double(50.0)), parameter("simul_rate", &Value::Bool(true))];
        let before = parameters.clone();
        assert!(!parameters.set_all(&both).successful && parameters == before);
        assert!(parameters.set_all(&both[..1]).successful);
        assert_eq!(parameters.changed_since(&before), both[..1]);
        assert_eq!(parameters.topic_settings(0).clock_period_ns, Some(20_000_000));
    }

    #[test]
    fn arguments_give_values_before_the_start() {
        let given = [
            ("frames", Value::Text("prefixed".into())),
            ("depth_topics", Value::Text("documented".into())),
            ("publisher_history_len", Value::Integer(5)),
            ("objects_ground_truth_rate", Value::Integer(10)),
            ("robot_description", Value::Text("x".into())),
        ];
        let given = given.map(|(name, value)| (name.to_string(), value)).into();
        let (parameters, unknown) = Parameters::with(given).expect("good values");
        assert_eq!(unknown, ["robot_description"]);
        let settings = parameters.topic_settings(0);
        assert_eq!(
            (settings.naming.frames, settings.objects_period_ns),
            (FrameStyle::Prefixed, Some(100_000_000))
        );
        assert_eq!(settings.naming.depth_cameras, DepthCameraNames::Documented);
        assert_eq!(parameters.history_depth(), 5);
        let wrong = [("frames".to_string(), Value::Text("x".into()))].into();
        let problem = Parameters::with(wrong).expect_err("no such style").to_string();
        assert_eq!(problem, "parameter frames: it must be namespaced or prefixed");
        let wrong = [("depth_topics".to_string(), Value::Text("x".into()))].into();
        let problem = Parameters::with(wrong).expect_err("no such style").to_string();
        assert_eq!(problem, "parameter depth_topics: it must be published or documented");
    }

    #[test]
    fn everything_is_described() {
        let parameters = Parameters::default();
        let names = parameters.list(&[]).names;
        assert_eq!(names.len(), DESCRIPTIONS.len());
        let about = parameters.describe(&names);
        assert!(about.iter().all(|it| !it.description.is_empty() && it.r#type != 0));
        assert_eq!(parameters.types(&["headless".into(), "x".into()]), [1, 0]);
        assert_eq!(parameters.list(&["headless".into()]).names, ["headless"]);
    }
}

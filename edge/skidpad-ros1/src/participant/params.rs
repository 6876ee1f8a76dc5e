//! The private parameters of the node, as MVSim's node has them.

use crate::xmlrpc::Value;
use skidpad_rosmsg::{DepthCameraNames, Naming, TopicSettings};

/// Parameters of the node. Names and defaults are those of MVSim's node, except where they say otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeParams {
    /// The world to run; empty for the one on the command line.
    pub world_file: String,
    /// Run without a viewer.
    pub headless: bool,
    /// Simulated seconds per second.
    pub realtime_factor: f64,
    /// Time between two messages of odometry and transforms [ms].
    pub period_ms_publish_tf: f64,
    /// Whether the simulator localises: `map` → `odom`, `amcl_pose` and `particlecloud`.
    pub do_fake_localization: bool,
    /// Whether `odom` → `base_link` is published.
    pub publish_tf_odom2baselink: bool,
    /// Most messages that wait for a subscriber.
    pub publisher_history_len: i32,
    /// Whether a single vehicle has a namespace too.
    pub force_publish_vehicle_namespace: bool,
    /// Whether every column of a vehicle's log is a topic.
    pub publish_log_topics: bool,
    /// Whether `/clock` is left to someone else. Otherwise it is published and `/use_sim_time` is set.
    pub disable_sim_time_clock: bool,
    /// Simulated time after which a vehicle stops if no `cmd_vel` comes [s]; 0 for never. MVSim has a fixed second.
    pub cmd_vel_timeout: f64,
    /// How the topics of depth cameras are named.
    pub depth_topics: DepthCameraNames,
}

impl Default for NodeParams {
    fn default() -> Self {
        NodeParams {
            world_file: String::new(),
            headless: false,
            realtime_factor: 1.0,
            period_ms_publish_tf: 20.0,
            do_fake_localization: true,
            publish_tf_odom2baselink: true,
            publisher_history_len: 50,
            force_publish_vehicle_namespace: false,
            publish_log_topics: false,
            disable_sim_time_clock: false,
            cmd_vel_timeout: 1.0,
            depth_topics: DepthCameraNames::Published,
        }
    }
}

/// Parameters of MVSim's node that have nothing to do here.
const WITHOUT_EFFECT: [&str; 5] =
    ["simul_rate", "base_watchdog_timeout", "gui_refresh_period", "show_gui", "use_sim_time"];

impl NodeParams {
    /// Take over these values. Returns remarks on names that have no effect; the error says which value is wrong.
    pub fn set(&mut self, values: &[(String, Value)]) -> Result<Vec<String>, String> {
        let mut remarks = Vec::new();
        for (name, value) in values {
            match name.as_str() {
                "world_file" => self.world_file = text(name, value)?,
                "headless" => self.headless = truth(name, value)?,
                "realtime_factor" => self.realtime_factor = number(name, value, 1e-3..=1e6)?,
                "period_ms_publish_tf" => self.period_ms_publish_tf = number(name, value, 0.0..=1e6)?,
                "do_fake_localization" => self.do_fake_localization = truth(name, value)?,
                "publish_tf_odom2baselink" => self.publish_tf_odom2baselink = truth(name, value)?,
                "publisher_history_len" => {
                    self.publisher_history_len = number(name, value, 1.0..=10_000.0)? as i32;
                }
                "force_publish_vehicle_namespace" => {
                    self.force_publish_vehicle_namespace = truth(name, value)?;
                }
                "publish_log_topics" => self.publish_log_topics = truth(name, value)?,
                "disable_sim_time_clock" => self.disable_sim_time_clock = truth(name, value)?,
                "cmd_vel_timeout" => self.cmd_vel_timeout = number(name, value, 0.0..=1e6)?,
                "depth_topics" => {
                    self.depth_topics = DepthCameraNames::from_word(&text(name, value)?)
                        .ok_or("the parameter depth_topics must be published or documented")?;
                }
                // What the node itself sets.
                "robot_description" => {}
                known if WITHOUT_EFFECT.contains(&known) => {
                    remarks.push(format!("the parameter {known} has no effect"));
                }
                other => {
                    let short: String = other.chars().take(60).collect();
                    remarks.push(format!("there is no parameter {short:?}"));
                }
            }
        }
        Ok(remarks)
    }

    /// All of them, for the parameter server.
    pub fn values(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("world_file", self.world_file.as_str().into()),
            ("headless", self.headless.into()),
            ("realtime_factor", self.realtime_factor.into()),
            ("period_ms_publish_tf", self.period_ms_publish_tf.into()),
            ("do_fake_localization", self.do_fake_localization.into()),
            ("publish_tf_odom2baselink", self.publish_tf_odom2baselink.into()),
            ("publisher_history_len", self.publisher_history_len.into()),
            ("force_publish_vehicle_namespace", self.force_publish_vehicle_namespace.into()),
            ("publish_log_topics", self.publish_log_topics.into()),
            ("disable_sim_time_clock", self.disable_sim_time_clock.into()),
            ("cmd_vel_timeout", self.cmd_vel_timeout.into()),
            ("depth_topics", self.depth_topics.word().into()),
        ]
    }

    /// What they mean for the topics of a run.
    pub fn topics(&self) -> TopicSettings {
        let usual = TopicSettings::default();
        TopicSettings {
            naming: Naming {
                always_namespaced: self.force_publish_vehicle_namespace,
                depth_cameras: self.depth_topics,
                ..usual.naming
            },
            publish_period_ns: (self.period_ms_publish_tf * 1e6).round() as u64,
            clock_period_ns: usual.clock_period_ns.filter(|_| !self.disable_sim_time_clock),
            has_fake_localization: self.do_fake_localization,
            has_odom_to_base: self.publish_tf_odom2baselink,
            has_log_topics: self.publish_log_topics,
            has_ros2_control: false,
            ..usual
        }
    }
}

fn truth(name: &str, value: &Value) -> Result<bool, String> {
    match value {
        Value::Bool(is_true) => Ok(*is_true),
        Value::Int(0) => Ok(false),
        Value::Int(1) => Ok(true),
        _ => Err(format!("the parameter {name} must be true or false")),
    }
}

fn number(name: &str, value: &Value, allowed: std::ops::RangeInclusive<f64>) -> Result<f64, String> {
    let number = match value {
        Value::Int(number) => Some(f64::from(*number)),
        Value::Double(number) => Some(*number),
        _ => None,
    };
    let (min, max) = (allowed.start(), allowed.end());
    let number = number.filter(|number| allowed.contains(number));
    number.ok_or_else(|| format!("the parameter {name} must be a number from {min} to {max}"))
}

fn text(name: &str, value: &Value) -> Result<String, String> {
    let text = value.text().map(str::to_string);
    text.ok_or_else(|| format!("the parameter {name} must be a text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_unknown_names_are_reported() {
        let mut params = NodeParams::default();
        let pair = |name: &str, value: Value| (name.to_string(), value);
        let remarks = params.set(&[
            pair("do_fake_localization", false.into()),
            pair("period_ms_publish_tf", 50.into()),
            pair("simul_rate", 100.into()),
            pair("do_fake_localisation", true.into()),
        ]);
        assert_eq!(
            remarks.unwrap(),
            ["the parameter simul_rate has no effect", "there is no parameter \"do_fake_localisation\""]
        );
        assert!(!params.topics().has_fake_localization);
        assert_eq!(params.topics().publish_period_ns, 50_000_000);
        let bad = params.set(&[pair("realtime_factor", 0.into())]).unwrap_err();
        assert_eq!(bad, "the parameter realtime_factor must be a number from 0.001 to 1000000");
        assert!(params.set(&[pair("headless", "yes".into())]).unwrap_err().contains("true or false"));
    }

    #[test]
    fn what_is_stored_can_be_read_again() {
        let params = NodeParams { headless: true, cmd_vel_timeout: 0.5, ..NodeParams::default() };
        let mut read = NodeParams::default();
        let values: Vec<(String, Value)> =
            params.values().into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        assert_eq!(read.set(&values), Ok(Vec::new()));
        assert_eq!(read, params);
    }
}

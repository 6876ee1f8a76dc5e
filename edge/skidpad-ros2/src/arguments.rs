//! The arguments that every ROS 2 node takes: `--ros-args -r from:=to -p name:=value --params-file FILE …`.

use crate::names::BadName;
use crate::remap::{RemapRules, is_meant};
use crate::{NodeName, Value, yaml};
use std::collections::BTreeMap;
use yaml_rust2::Yaml;

/// Longest text of a parameter file [bytes].
const LONGEST_FILE: usize = 1 << 20;

/// Deepest nesting of a parameter file.
const DEEPEST: usize = 16;

/// What a node is told by its arguments.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RosArguments {
    /// Rules for names.
    pub remaps: RemapRules,
    /// Parameters, the later ones win.
    parameters: Vec<GivenParameter>,
    /// Parameter files, in the order in which they are named.
    pub parameter_files: Vec<String>,
    /// The least severe message that is logged.
    pub log_level: Option<LogLevel>,
    /// Whether messages are published on `/rosout`.
    pub has_rosout: Option<bool>,
}

/// How severe a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
#[allow(missing_docs, reason = "the names are those of ROS")]
pub enum LogLevel {
    Debug,
    #[default]
    Info,
    Warn,
    Error,
    Fatal,
}

#[derive(Debug, Clone, PartialEq)]
struct GivenParameter {
    /// The node it is for; `None` for every node.
    node: Option<String>,
    name: String,
    value: Value,
}

/// Why the arguments of a node cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentProblem {
    /// An argument without its value.
    #[error("{0} needs a value after it")]
    NoValue(String),
    /// A rule without `:=`.
    #[error("{0:?} is not a rule; write it as {1}")]
    NoRule(String, &'static str),
    /// A name that ROS does not accept.
    #[error(transparent)]
    Name(#[from] BadName),
    /// An argument that nodes do not take.
    #[error(
        "{0:?} is not an argument of ROS nodes; after --ros-args come -r, -p, --params-file, --log-level and -e"
    )]
    Unknown(String),
    /// A level that does not exist.
    #[error("{0:?} is not a level; use debug, info, warn, error or fatal")]
    Level(String),
    /// A parameter file that cannot be read as one.
    #[error("{file}: {what}")]
    File {
        /// Its name.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// A value that is neither a truth value, a number nor a text.
    #[error("the value of {0:?} must be true or false, a number or a text")]
    Value(String),
}

impl RosArguments {
    /// Parse what follows `--ros-args`.
    pub fn parse(arguments: &[String]) -> Result<RosArguments, ArgumentProblem> {
        let mut given = RosArguments::default();
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| ArgumentProblem::NoValue(argument.to_string()));
            match argument {
                "--ros-args" | "--" => {}
                "-r" | "--remap" => given.remaps.add(value()?)?,
                "-p" | "--param" => given.add_parameter(value()?)?,
                "--params-file" => {
                    let file = value()?.to_string();
                    given.parameter_files.push(file);
                }
                "--log-level" => given.log_level = Some(LogLevel::parse(value()?)?),
                "--enable-rosout-logs" => given.has_rosout = Some(true),
                "--disable-rosout-logs" => given.has_rosout = Some(false),
                "--enable-stdout-logs"
                | "--disable-stdout-logs"
                | "--enable-external-lib-logs"
                | "--disable-external-lib-logs" => {}
                // Enclaves belong to security, which is refused elsewhere; log files are ours.
                "-e" | "--enclave" | "--log-config-file" | "--log-file-name" => {
                    value()?;
                }
                other => return Err(ArgumentProblem::Unknown(other.to_string())),
            }
        }
        Ok(given)
    }

    fn add_parameter(&mut self, text: &str) -> Result<(), ArgumentProblem> {
        let wrong = || ArgumentProblem::NoRule(text.to_string(), "name:=value");
        let (name, value) = text.split_once(":=").ok_or_else(wrong)?;
        let (node, name) = match name.split_once(':') {
            Some((node, name)) => (Some(node.to_string()), name),
            None => (None, name),
        };
        // Values are written as in YAML.
        let yaml = yaml::load(value).ok().and_then(|mut all| all.pop());
        let value = match yaml {
            None => Value::Text(value.to_string()),
            Some(yaml) => scalar(&yaml).ok_or_else(|| ArgumentProblem::Value(name.to_string()))?,
        };
        self.parameters.push(GivenParameter { node, name: name.to_string(), value });
        Ok(())
    }

    /// Add the parameters of a file's text. Those on the command line win over those in files.
    pub fn add_file(&mut self, file: &str, text: &str) -> Result<(), ArgumentProblem> {
        let wrong = |what: String| ArgumentProblem::File { file: file.to_string(), what };
        if text.len() > LONGEST_FILE {
            return Err(wrong("it is larger than 1 MiB".to_string()));
        }
        let documents = yaml::load(text).map_err(&wrong)?;
        let mut found = Vec::new();
        for document in &documents {
            nodes(document, "", 0, &mut found).map_err(&wrong)?;
        }
        let of_command_line = std::mem::take(&mut self.parameters);
        self.parameters = found;
        self.parameters.extend(of_command_line);
        Ok(())
    }

    /// The node's name: `-r __node:=name` and `-r __ns:=/namespace` change it.
    pub fn node_name(&self, usual: &str) -> Result<NodeName, BadName> {
        let special = |from: &str| self.remaps.special(from);
        let name = special("__node").or(special("__name")).unwrap_or(usual);
        NodeName::new(special("__ns").unwrap_or("/"), name)
    }

    /// The parameters for a node, the last of each name.
    pub fn parameters_of(&self, node: &NodeName) -> BTreeMap<String, Value> {
        let given = self.parameters.iter().filter(|it| is_meant(it.node.as_deref(), node));
        given.map(|it| (it.name.clone(), it.value.clone())).collect()
    }

    /// Give a parameter a value, unless the arguments do.
    pub fn or_parameter(&mut self, name: &str, value: Value) {
        self.parameters.insert(0, GivenParameter { node: None, name: name.to_string(), value });
    }
}

impl LogLevel {
    fn parse(text: &str) -> Result<LogLevel, ArgumentProblem> {
        let level = text.rsplit_once(":=").map_or(text, |(_, level)| level);
        match level.to_ascii_lowercase().as_str() {
            "debug" => Ok(LogLevel::Debug),
            "info" => Ok(LogLevel::Info),
            "warn" | "warning" => Ok(LogLevel::Warn),
            "error" => Ok(LogLevel::Error),
            "fatal" => Ok(LogLevel::Fatal),
            _ => Err(ArgumentProblem::Level(level.to_string())),
        }
    }
}

/// The value of a YAML scalar.
fn scalar(yaml: &Yaml) -> Option<Value> {
    match yaml {
        Yaml::Boolean(value) => Some(Value::Bool(*value)),
        Yaml::Integer(value) => Some(Value::Integer(*value)),
        Yaml::Real(_) => yaml.as_f64().map(Value::Double),
        Yaml::String(text) => Some(match text.as_str() {
            // YAML 1.1, which ROS reads, has these words too.
            "True" | "TRUE" | "yes" | "Yes" | "on" | "On" => Value::Bool(true),
            "False" | "FALSE" | "no" | "No" | "off" | "Off" => Value::Bool(false),
            _ => Value::Text(text.clone()),
        }),
        Yaml::Null => Some(Value::Text(String::new())),
        _ => None,
    }
}

/// Find `ros__parameters` below names of nodes.
fn nodes(yaml: &Yaml, path: &str, depth: usize, found: &mut Vec<GivenParameter>) -> Result<(), String> {
    let Some(entries) = yaml.as_hash().filter(|_| depth < DEEPEST) else {
        return Err("a parameter file has names of nodes, and ros__parameters below each".to_string());
    };
    for (key, value) in entries {
        let Some(key) = key.as_str() else { return Err("the name of a node must be a text".to_string()) };
        if key == "ros__parameters" {
            let node = (!path.is_empty()).then(|| path.to_string());
            parameters(value, "", &node, depth, found)?;
        } else {
            let path = if path.is_empty() { key.to_string() } else { format!("{path}/{key}") };
            nodes(value, &path.replace("//", "/"), depth + 1, found)?;
        }
    }
    Ok(())
}

/// The parameters of a node; nested ones have dots in their names. Lists are for nodes of other kinds.
fn parameters(
    yaml: &Yaml,
    prefix: &str,
    node: &Option<String>,
    depth: usize,
    found: &mut Vec<GivenParameter>,
) -> Result<(), String> {
    let Some(entries) = yaml.as_hash().filter(|_| depth < DEEPEST) else {
        return Err("below ros__parameters there must be names and values".to_string());
    };
    for (key, value) in entries {
        let Some(key) = key.as_str() else {
            return Err("the name of a parameter must be a text".to_string());
        };
        let name = format!("{prefix}{key}");
        match scalar(value) {
            Some(value) => found.push(GivenParameter { node: node.clone(), name, value }),
            None if value.as_hash().is_some() => {
                parameters(value, &format!("{name}."), node, depth + 1, found)?;
            }
            None => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<RosArguments, ArgumentProblem> {
        RosArguments::parse(&text.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn names_are_remapped_as_ros_does() {
        let text = "--ros-args -r __node:=sim -r __ns:=/a -r /scan:=/front/scan -r odom:=wheels/odom \
                    -r other:tf:=/x -r sim:tf:=/tf --log-level debug";
        let given = parsed(text).expect("good arguments");
        let node = given.node_name("mvsim").expect("a good name");
        assert_eq!(node.full(), "/a/sim");
        for (name, expected) in [
            ("/scan", "/front/scan"),
            ("scan", "/a/scan"),
            ("odom", "/a/wheels/odom"),
            ("/a/odom", "/a/wheels/odom"),
            ("tf", "/tf"),
            ("/clock", "/clock"),
            ("~/get_parameters", "/a/sim/get_parameters"),
        ] {
            assert_eq!(given.remaps.resolve(&node, name), expected, "{name}");
        }
        assert_eq!(given.log_level, Some(LogLevel::Debug));
    }

    #[test]
    fn parameters_come_from_files_and_the_command_line_wins() {
        let mut given =
            parsed("-p simul_rate:=200.0 -p headless:=True -p other:headless:=false -p world_file:=a/b.xml")
                .expect("good arguments");
        let file = "/**:\n  ros__parameters:\n    simul_rate: 50.0\n    realtime_factor: 2\n    a: {b: x}\n\
                    mvsim:\n  ros__parameters:\n    period_ms_publish_tf: 5.0\n\
                    amcl:\n  ros__parameters:\n    realtime_factor: 9\n    list: [1, 2]\n";
        given.add_file("p.yaml", file).expect("a good file");
        let node = NodeName::new("/", "mvsim").expect("a good name");
        let values = given.parameters_of(&node);
        let expected = [
            ("a.b", Value::Text("x".to_string())),
            ("headless", Value::Bool(true)),
            ("period_ms_publish_tf", Value::Double(5.0)),
            ("realtime_factor", Value::Integer(2)),
            ("simul_rate", Value::Double(200.0)),
            ("world_file", Value::Text("a/b.xml".to_string())),
        ];
        assert_eq!(values, expected.map(|(name, value)| (name.to_string(), value)).into());
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (text, expected) in [
            ("-r", "-r needs a value after it"),
            ("-r a=b", "\"a=b\" is not a rule; write it as from:=to"),
            ("-p a", "\"a\" is not a rule; write it as name:=value"),
            ("-p a:=[1,2]", "the value of \"a\" must be true or false, a number or a text"),
            ("--log-level loud", "\"loud\" is not a level; use debug, info, warn, error or fatal"),
        ] {
            assert_eq!(parsed(text).expect_err(text).to_string(), expected);
        }
        assert!(parsed("-r a//b:=c").is_err() && parsed("--what").is_err());
        let mut given = RosArguments::default();
        for text in ["[1, 2]", "a: 1", "a:\n  ros__parameters: 3", ": : :", "{{{{"] {
            assert!(given.add_file("p.yaml", text).is_err(), "{text}");
        }
    }
}

//! Names as roscpp resolves them: relative, private, remapped; and the arguments that set them.

use crate::xmlrpc::Value;
use std::collections::BTreeMap;

/// The name of a node, its namespace and its remappings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    node: String,
    namespace: String,
    remaps: BTreeMap<String, String>,
}

impl Names {
    /// The names of a node in a namespace (`/` for none), with remappings from names to names.
    pub fn new(node: &str, namespace: &str, remaps: &[(String, String)]) -> Result<Self, String> {
        if !is_base_name(node) {
            return Err(format!(
                "{node:?} is no name for a node; it must be letters, digits and `_`, and begin with a letter"
            ));
        }
        let namespace = format!("/{}", namespace.trim_matches('/'));
        check(&namespace)?;
        let mut names = Names { node: join(&namespace, node), namespace, remaps: BTreeMap::new() };
        for (from, to) in remaps {
            let pair = (names.resolve_plain(from)?, names.resolve_plain(to)?);
            names.remaps.insert(pair.0, pair.1);
        }
        Ok(names)
    }

    /// The full name of the node.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// The full name that a name means, after remapping.
    pub fn resolve(&self, name: &str) -> Result<String, String> {
        let full = self.resolve_plain(name)?;
        Ok(self.remaps.get(&full).cloned().unwrap_or(full))
    }

    fn resolve_plain(&self, name: &str) -> Result<String, String> {
        check(name)?;
        Ok(match (name.strip_prefix('~'), name.strip_prefix('/')) {
            (Some(private), _) => join(&self.node, private),
            (None, Some(global)) => join("/", global),
            (None, None) => join(&self.namespace, name),
        })
    }
}

fn join(parent: &str, name: &str) -> String {
    let parts = parent.split('/').chain(name.split('/')).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    format!("/{}", parts.join("/"))
}

fn is_base_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A name begins with a letter, `~` or `/`; letters, digits, `_` and `/` follow. An underscore may stand first because
/// skidpad puts one before names that begin with a digit.
fn check(name: &str) -> Result<(), String> {
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '~' | '/' | '_'));
    let goes_on = name.chars().skip(1).all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '/'));
    if begins && goes_on { Ok(()) } else { Err(format!("{name:?} is no name of ROS 1")) }
}

/// Arguments of a node's command line, as `rosrun` and `roslaunch` write them: `name:=value`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NodeArguments {
    /// `__name:=`.
    pub name: Option<String>,
    /// `__ns:=`.
    pub namespace: Option<String>,
    /// `__master:=`.
    pub master_uri: Option<String>,
    /// `__ip:=` or `__hostname:=`.
    pub host: Option<String>,
    /// `_name:=value`: private parameters.
    pub params: Vec<(String, Value)>,
    /// Other pairs: remappings.
    pub remaps: Vec<(String, String)>,
}

impl NodeArguments {
    /// Read arguments of the form `name:=value`. `__log:=`, which roslaunch adds, is ignored.
    pub fn parse<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut all = NodeArguments::default();
        for argument in arguments {
            let Some((name, value)) = argument.split_once(":=").filter(|(name, _)| !name.is_empty()) else {
                return Err(format!("{argument:?} is not of the form name:=value"));
            };
            match name {
                "__name" => all.name = Some(value.to_string()),
                "__ns" => all.namespace = Some(value.to_string()),
                "__master" => all.master_uri = Some(value.to_string()),
                "__ip" | "__hostname" => all.host = Some(value.to_string()),
                "__log" => {}
                _ if name.starts_with("__") => {
                    return Err(format!(
                        "there is no argument {name}; ROS 1 has __name, __ns, __master, __ip, __hostname and __log"
                    ));
                }
                _ => match name.strip_prefix('_') {
                    Some(param) => all.params.push((param.to_string(), param_value(value))),
                    None => all.remaps.push((name.to_string(), value.to_string())),
                },
            }
        }
        Ok(all)
    }
}

/// A parameter's value on a command line: a truth value, a number, or else a text.
fn param_value(text: &str) -> Value {
    match text {
        "true" | "True" => true.into(),
        "false" | "False" => false.into(),
        _ => match (text.parse::<i32>(), text.parse::<f64>()) {
            (Ok(number), _) => number.into(),
            (_, Ok(number)) if number.is_finite() => number.into(),
            _ => text.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of roscpp's documentation.
    #[test]
    fn names_resolve_as_in_roscpp() {
        let names = Names::new("node1", "/", &[]).unwrap();
        let resolve = |names: &Names, name| names.resolve(name).unwrap();
        assert_eq!(resolve(&names, "bar"), "/bar");
        assert_eq!(resolve(&names, "/bar"), "/bar");
        assert_eq!(resolve(&names, "~bar"), "/node1/bar");
        let names = Names::new("node2", "/wg", &[("bar".to_string(), "/other".to_string())]).unwrap();
        assert_eq!(names.node(), "/wg/node2");
        assert_eq!(resolve(&names, "foo/bar"), "/wg/foo/bar");
        assert_eq!(resolve(&names, "bar"), "/other");
        assert_eq!(resolve(&names, "/wg/bar"), "/other");
        assert_eq!(resolve(&names, "/bar"), "/bar");
        assert!(names.resolve("1x").is_err() && names.resolve("a b").is_err() && names.resolve("").is_err());
        assert!(Names::new("a/b", "/", &[]).is_err());
    }

    #[test]
    fn arguments_are_those_of_roscpp() {
        let arguments = NodeArguments::parse([
            "__name:=sim",
            "__ns:=r",
            "_headless:=true",
            "_rate:=2.5",
            "scan:=/front",
            "__log:=x",
        ]);
        let arguments = arguments.unwrap();
        assert_eq!((arguments.name.as_deref(), arguments.namespace.as_deref()), (Some("sim"), Some("r")));
        assert_eq!(
            arguments.params,
            [("headless".to_string(), true.into()), ("rate".to_string(), 2.5.into())]
        );
        assert_eq!(arguments.remaps, [("scan".to_string(), "/front".to_string())]);
        assert!(NodeArguments::parse(["__nme:=x"]).unwrap_err().contains("__name"));
        assert!(NodeArguments::parse(["x=y"]).is_err());
    }
}

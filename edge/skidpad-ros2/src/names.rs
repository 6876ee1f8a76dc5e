//! Names: of nodes, topics and services as ROS has them, and of topics and types as DDS has them.

use std::fmt;

/// The full name of a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeName {
    /// Its namespace: `/` or `/sim`.
    pub namespace: String,
    /// Its own name.
    pub name: String,
}

impl NodeName {
    /// A node with this name in this namespace; a missing slash before the namespace is added.
    pub fn new(namespace: &str, name: &str) -> Result<NodeName, BadName> {
        let namespace = format!("/{}", namespace.trim_matches('/'));
        if namespace != "/" {
            check(&namespace)?;
        }
        if name.contains('/') {
            return Err(BadName(name.to_string()));
        }
        check(name)?;
        Ok(NodeName { namespace, name: name.to_string() })
    }

    /// Namespace and name.
    pub fn full(&self) -> String {
        format!("{}/{}", self.namespace.trim_end_matches('/'), self.name)
    }

    /// The full name of a topic or service that this node calls by a name: absolute (`/clock`), relative to its
    /// namespace (`odom`) or private (`~/set_parameters`).
    pub fn expand(&self, name: &str) -> String {
        if name.starts_with('/') {
            name.to_string()
        } else if let Some(rest) = name.strip_prefix('~') {
            format!("{}/{}", self.full(), rest.trim_start_matches('/'))
        } else {
            format!("{}/{name}", self.namespace.trim_end_matches('/'))
        }
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full())
    }
}

/// A name that ROS does not accept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a name in ROS; use letters, digits, _ and single slashes, no part beginning with a digit"
)]
pub struct BadName(pub String);

/// Refuse a name that ROS does not accept.
pub fn check(name: &str) -> Result<(), BadName> {
    let is_part = |part: &str| {
        !part.is_empty()
            && !part.starts_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let parts = name.strip_prefix("~/").or(name.strip_prefix('/')).unwrap_or(name);
    if name.len() <= 240 && parts.split('/').all(is_part) { Ok(()) } else { Err(BadName(name.to_string())) }
}

/// The DDS topic of a ROS topic with this full name.
pub fn dds_topic(name: &str) -> String {
    format!("rt{name}")
}

/// The DDS topic of the requests of a service.
pub fn dds_request(service: &str) -> String {
    format!("rq{service}Request")
}

/// The DDS topic of the replies of a service.
pub fn dds_reply(service: &str) -> String {
    format!("rr{service}Reply")
}

/// The DDS type of a ROS type: `pkg/msg/T` is `pkg::msg::dds_::T_`.
pub fn dds_type(type_name: &str) -> String {
    match type_name.rsplit_once('/') {
        Some((package, name)) => format!("{}::dds_::{name}_", package.replace('/', "::")),
        None => format!("{type_name}_"),
    }
}

/// The ROS type of a DDS type, where it is one.
pub fn ros_type(dds_type: &str) -> Option<String> {
    let (package, name) = dds_type.strip_suffix('_')?.split_once("::dds_::")?;
    Some(format!("{}/{name}", package.replace("::", "/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_mangled_as_ros_does() {
        assert_eq!(dds_topic("/ns/chatter"), "rt/ns/chatter");
        assert_eq!(dds_request("/ns/add"), "rq/ns/addRequest");
        assert_eq!(dds_reply("/ns/add"), "rr/ns/addReply");
        let pairs = [
            ("std_msgs/msg/String", "std_msgs::msg::dds_::String_"),
            (
                "example_interfaces/srv/AddTwoInts_Request",
                "example_interfaces::srv::dds_::AddTwoInts_Request_",
            ),
        ];
        for (ros, dds) in pairs {
            assert_eq!(dds_type(ros), dds);
            assert_eq!(ros_type(dds).as_deref(), Some(ros));
        }
        assert_eq!(ros_type("Foreign"), None);
    }

    #[test]
    fn names_are_relative_to_the_node() {
        let node = NodeName::new("sim/", "mvsim").expect("a name");
        assert_eq!(node.full(), "/sim/mvsim");
        assert_eq!(node.expand("odom"), "/sim/odom");
        assert_eq!(node.expand("/clock"), "/clock");
        assert_eq!(node.expand("~/get_parameters"), "/sim/mvsim/get_parameters");
        let root = NodeName::new("", "mvsim").expect("a name");
        assert_eq!((root.full().as_str(), root.expand("odom").as_str()), ("/mvsim", "/odom"));
        for bad in ["", "1a", "a//b", "a b", "é", "a/"] {
            assert!(check(bad).is_err(), "{bad:?}");
        }
        assert!(NodeName::new("/", "a/b").is_err());
    }
}

//! The service by which other nodes learn what this node's types are.

use crate::RosNode;
use crate::parameter_services::body;
use crate::service::ServiceServer;
use skidpad_rosmsg::msg::{GetTypeDescriptionRequest, GetTypeDescriptionResponse};
use skidpad_rosmsg::{Description, Message, from_cdr_body};
use skidpad_rtps::WireError;

/// Requests that wait at the service.
const DEPTH: u32 = 10;

/// `~/get_type_description`.
pub(crate) struct TypeDescriptions {
    server: ServiceServer,
}

impl TypeDescriptions {
    pub(crate) fn offer(node: &mut RosNode) -> Result<TypeDescriptions, WireError> {
        let types = [GetTypeDescriptionRequest::DESCRIPTION, GetTypeDescriptionResponse::DESCRIPTION];
        let server = node.service("~/get_type_description", types[0], types[1], DEPTH)?;
        Ok(TypeDescriptions { server })
    }

    /// Answer what was asked. What cannot be read cannot be answered.
    pub(crate) fn answer(&mut self, node: &RosNode) -> Result<(), WireError> {
        while let Some(request) = self.server.take(node.wire()) {
            if let Ok(asked) = from_cdr_body::<GetTypeDescriptionRequest>(&request.body) {
                let answer = answer(&asked, node.types());
                self.server.reply(node.wire(), request.caller, body(&answer))?;
            }
        }
        self.server.send_waiting(node.wire())
    }
}

fn answer<'a>(
    asked: &GetTypeDescriptionRequest,
    mut types: impl Iterator<Item = &'a Description>,
) -> GetTypeDescriptionResponse {
    let failed = |reason: String| GetTypeDescriptionResponse {
        failure_reason: reason,
        ..GetTypeDescriptionResponse::default()
    };
    let Some(found) = types.find(|it| it.type_name == asked.type_name) else {
        return failed(format!("this node has no endpoint of the type {:?}", asked.type_name));
    };
    let hash = found.hash();
    if asked.type_hash != hash {
        return failed(format!("the hash of {} is {hash}, not {:?}", asked.type_name, asked.type_hash));
    }
    GetTypeDescriptionResponse {
        successful: true,
        type_description: found.type_description(),
        type_sources: if asked.include_type_sources { found.type_sources() } else { Vec::new() },
        ..GetTypeDescriptionResponse::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_rosmsg::msg::{Odometry, Twist};

    #[test]
    fn a_type_is_described_if_the_node_has_it_and_the_hash_is_right() {
        let ask = |type_name: &str, type_hash: &str| {
            let asked = GetTypeDescriptionRequest {
                type_name: type_name.to_string(),
                type_hash: type_hash.to_string(),
                include_type_sources: true,
            };
            answer(&asked, [Odometry::DESCRIPTION, Twist::DESCRIPTION].into_iter())
        };
        let hash = Odometry::DESCRIPTION.hash();
        let found = ask("nav_msgs/msg/Odometry", &hash);
        assert!(found.successful, "{}", found.failure_reason);
        let described = &found.type_description;
        assert_eq!(described.type_description.type_name.0, "nav_msgs/msg/Odometry");
        let names: Vec<_> = described.type_description.fields.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["header", "child_frame_id", "pose", "twist"]);
        assert!(described.referenced_type_descriptions.is_sorted_by_key(|it| it.type_name.0.clone()));
        assert!(found.type_sources[0].raw_file_contents.contains("string child_frame_id\n"));
        assert_eq!(found.type_sources.len(), 1 + described.referenced_type_descriptions.len());
        assert!(ask("nav_msgs/msg/Odometry", "RIHS01_0").failure_reason.contains("hash"));
        assert!(!ask("nav_msgs/msg/Path", &hash).successful);
    }
}

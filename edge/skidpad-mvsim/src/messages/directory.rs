//! Requests that nodes send to the broker, and its answers.

use serde::{Deserialize, Serialize};

/// A node announces itself under a name.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterNodeRequest {
    /// Name of the node.
    #[prost(string, required, tag = "1")]
    pub node_name: String,
}

/// Answer to [`RegisterNodeRequest`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterNodeAnswer {
    /// Whether the node is registered.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
}

/// A node leaves.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnregisterNodeRequest {
    /// Name of the node.
    #[prost(string, required, tag = "1")]
    pub node_name: String,
}

/// Answer to every request that has no answer type of its own, and to requests that cannot be understood.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GenericAnswer {
    /// Whether the request was carried out.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
}

/// A node offers a topic.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AdvertiseTopicRequest {
    /// Name of the topic.
    #[prost(string, required, tag = "1")]
    pub topic_name: String,
    /// Full type name of its messages.
    #[prost(string, required, tag = "2")]
    pub topic_type_name: String,
    /// Where its PUB socket is bound.
    #[prost(string, required, tag = "3")]
    pub endpoint: String,
    /// Name of the node that publishes.
    #[prost(string, required, tag = "4")]
    pub node_name: String,
    /// Where programs of the same machine reach the socket too, `ipc://@name`. Not one of MVSim's fields, whose
    /// servers skip it; skidpad's nodes tell skidpad's servers.
    #[prost(string, optional, tag = "1000")]
    #[serde(default)]
    pub local_endpoint: Option<String>,
}

/// A node offers a service.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AdvertiseServiceRequest {
    /// Name of the service.
    #[prost(string, required, tag = "1")]
    pub service_name: String,
    /// Full type name of the request.
    #[prost(string, required, tag = "2")]
    pub input_type_name: String,
    /// Full type name of the answer.
    #[prost(string, required, tag = "3")]
    pub output_type_name: String,
    /// Where the REP socket of the node is bound.
    #[prost(string, required, tag = "4")]
    pub endpoint: String,
    /// Name of the node that serves.
    #[prost(string, required, tag = "5")]
    pub node_name: String,
}

/// A node wants to hear of the publishers of a topic, now and whenever they change.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubscribeRequest {
    /// Name of the topic.
    #[prost(string, required, tag = "1")]
    pub topic: String,
    /// Where the PAIR socket of the subscriber is bound; [`TopicInfo`] messages are pushed to it.
    #[prost(string, required, tag = "2")]
    pub updates_endpoint: String,
}

/// Answer to [`SubscribeRequest`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubscribeAnswer {
    /// Name of the topic.
    #[prost(string, required, tag = "1")]
    pub topic: String,
    /// Whether the subscription is registered.
    #[prost(bool, required, tag = "2")]
    pub success: bool,
}

/// Where is this service?
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetServiceInfoRequest {
    /// Name of the service.
    #[prost(string, required, tag = "1")]
    pub service_name: String,
}

/// Answer to [`GetServiceInfoRequest`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetServiceInfoAnswer {
    /// Whether the service is known.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// Where to call it.
    #[prost(string, optional, tag = "3")]
    pub service_endpoint: Option<String>,
    /// Name of the node that serves.
    #[prost(string, optional, tag = "4")]
    pub service_node_name: Option<String>,
}

/// Which nodes are there?
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListNodesRequest {
    /// Only nodes whose name starts with this.
    #[prost(string, optional, tag = "1")]
    pub node_starts_with: Option<String>,
}

/// Answer to [`ListNodesRequest`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListNodesAnswer {
    /// Names, sorted.
    #[prost(string, repeated, tag = "1")]
    #[serde(default)]
    pub nodes: Vec<String>,
}

/// Which topics are there?
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListTopicsRequest {
    /// Only topics whose name starts with this.
    #[prost(string, optional, tag = "1")]
    pub topic_starts_with: Option<String>,
}

/// Answer to [`ListTopicsRequest`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListTopicsAnswer {
    /// Topics, sorted by name; also those that only have subscribers, with an empty type.
    #[prost(message, repeated, tag = "1")]
    #[serde(default)]
    pub topics: Vec<TopicInfo>,
}

/// A topic and its publishers.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TopicInfo {
    /// Name of the topic.
    #[prost(string, required, tag = "1")]
    pub topic_name: String,
    /// Full type name of its messages; empty while nobody publishes.
    #[prost(string, required, tag = "2")]
    pub topic_type: String,
    /// Where the publishers' sockets are bound.
    #[prost(string, repeated, tag = "3")]
    #[serde(default)]
    pub publisher_endpoint: Vec<String>,
    /// Names of the publishers' nodes, in the order of the endpoints.
    #[prost(string, repeated, tag = "4")]
    #[serde(default)]
    pub publisher_name: Vec<String>,
}

/// A service call, as it goes from REQ to REP.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallService {
    /// Name of the service.
    #[prost(string, required, tag = "1")]
    pub service_name: String,
    /// The request, encoded.
    #[prost(bytes = "vec", required, tag = "2")]
    #[serde(with = "super::base64")]
    pub serialized_input: Vec<u8>,
}

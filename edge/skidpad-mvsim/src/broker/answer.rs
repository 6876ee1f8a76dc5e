//! One request, one answer, whatever the request is.

use super::directory::{Asker, Directory, Push};
use crate::messages::{
    AdvertiseServiceRequest, AdvertiseTopicRequest, FrameView, GenericAnswer, GetServiceInfoAnswer,
    GetServiceInfoRequest, ListNodesAnswer, ListNodesRequest, ListTopicsAnswer, ListTopicsRequest,
    MvsimMessage, RegisterNodeAnswer, RegisterNodeRequest, SubscribeAnswer, SubscribeRequest,
    UnregisterNodeRequest, encode_frame,
};
use crate::zmtp::{Endpoint, LocalName};
use bytes::Bytes;

/// The answer to a frame, and whom to tell before it is sent.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) answer: Bytes,
    pub(crate) pushes: Vec<Push>,
}

/// Carry out a request. What cannot be understood or done is answered with a reason.
pub(crate) fn answer_frame(directory: &mut Directory, asker: &Asker, frame: &[u8]) -> Answered {
    let mut pushes = Vec::new();
    let answer = understand(directory, asker, frame, &mut pushes)
        .unwrap_or_else(|reason| encode_frame(&GenericAnswer::refused(reason)));
    Answered { answer, pushes }
}

fn understand(
    directory: &mut Directory,
    asker: &Asker,
    frame: &[u8],
    pushes: &mut Vec<Push>,
) -> Result<Bytes, String> {
    let frame = FrameView::parse(frame).map_err(|error| error.to_string())?;
    match frame.type_name {
        RegisterNodeRequest::TYPE_NAME => {
            let request: RegisterNodeRequest = decode(&frame)?;
            let error_message = directory.register(asker, &request.node_name).err();
            Ok(encode_frame(&RegisterNodeAnswer { success: error_message.is_none(), error_message }))
        }
        UnregisterNodeRequest::TYPE_NAME => {
            let request: UnregisterNodeRequest = decode(&frame)?;
            directory.unregister(asker, &request.node_name);
            Ok(encode_frame(&GenericAnswer::done()))
        }
        AdvertiseTopicRequest::TYPE_NAME => {
            let request: AdvertiseTopicRequest = decode(&frame)?;
            let endpoint = Endpoint::parse(&request.endpoint).map_err(|error| error.to_string())?;
            let local_name = request.local_endpoint.as_deref().map(LocalName::parse).transpose();
            let local_name = local_name.map_err(|error| error.to_string())?;
            let topic = (&request.topic_name[..], &request.topic_type_name[..]);
            *pushes = directory.advertise_topic(asker, topic, (endpoint, local_name), &request.node_name)?;
            Ok(encode_frame(&GenericAnswer::done()))
        }
        AdvertiseServiceRequest::TYPE_NAME => {
            let request: AdvertiseServiceRequest = decode(&frame)?;
            let endpoint = Endpoint::parse(&request.endpoint).map_err(|error| error.to_string())?;
            let types = (&request.input_type_name[..], &request.output_type_name[..]);
            directory.advertise_service(asker, &request.service_name, types, endpoint, &request.node_name)?;
            Ok(encode_frame(&GenericAnswer::done()))
        }
        SubscribeRequest::TYPE_NAME => {
            let request: SubscribeRequest = decode(&frame)?;
            let endpoint = Endpoint::parse(&request.updates_endpoint).map_err(|error| error.to_string())?;
            pushes.push(directory.subscribe(asker, &request.topic, &endpoint)?);
            Ok(encode_frame(&SubscribeAnswer { topic: request.topic, success: true }))
        }
        GetServiceInfoRequest::TYPE_NAME => {
            let request: GetServiceInfoRequest = decode(&frame)?;
            Ok(encode_frame(&service_info(directory, asker, &request.service_name)))
        }
        ListNodesRequest::TYPE_NAME => {
            let request: ListNodesRequest = decode(&frame)?;
            let nodes = directory.nodes(request.node_starts_with());
            Ok(encode_frame(&ListNodesAnswer { nodes }))
        }
        ListTopicsRequest::TYPE_NAME => {
            let request: ListTopicsRequest = decode(&frame)?;
            let topics = directory.topics(asker, request.topic_starts_with());
            Ok(encode_frame(&ListTopicsAnswer { topics }))
        }
        other => Err(format!("there is no request of type \"{}\"", other.escape_debug())),
    }
}

fn decode<M: MvsimMessage>(frame: &FrameView<'_>) -> Result<M, String> {
    frame.decode().map_err(|error| error.to_string())
}

fn service_info(directory: &Directory, asker: &Asker, name: &str) -> GetServiceInfoAnswer {
    match directory.service(asker, name) {
        Some((endpoint, node)) => GetServiceInfoAnswer {
            success: true,
            error_message: None,
            service_endpoint: Some(endpoint.to_string()),
            service_node_name: Some(node.to_string()),
        },
        None => GetServiceInfoAnswer {
            success: false,
            error_message: Some(format!("Could not find service `{name}`")),
            ..GetServiceInfoAnswer::default()
        },
    }
}

#[cfg(test)]
mod tests;

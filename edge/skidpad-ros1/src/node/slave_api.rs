//! What a node answers to other nodes and to the master: the slave API.

use super::master::{texts, unregister};
use super::{NodeEvent, Shared, bracketed, locked};
use crate::tcpros::{Subscription, Topic};
use crate::xmlrpc::{Call, Value};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The answer to a call; the error is for methods that do not exist.
pub(super) fn answer(shared: &Arc<Shared>, call: &Call) -> Result<Value, String> {
    let text = |index: usize| call.params.get(index).and_then(Value::text);
    Ok(match call.method.as_str() {
        "getPid" => done(i32::try_from(std::process::id()).unwrap_or(i32::MAX)),
        "getMasterUri" => done(shared.master_uri.as_str()),
        "getPublications" => done(pairs(topics(shared).iter().map(|it| (&it.name, &it.kind.name)))),
        "getSubscriptions" => done(pairs(subscriptions(shared).iter().map(|it| (&it.topic, &it.kind.name)))),
        "getBusInfo" => done(bus_info(shared)),
        "getBusStats" => done(bus_stats(shared)),
        "requestTopic" => match (text(1), call.params.get(2)) {
            (Some(topic), Some(protocols)) => request_topic(shared, topic, protocols),
            _ => failed("requestTopic needs a caller, a topic and protocols"),
        },
        "publisherUpdate" => match (text(1), call.params.get(2)) {
            (Some(topic), Some(publishers)) => {
                let subscription = locked(&shared.subscriptions).get(topic).cloned();
                if let Some(subscription) = subscription {
                    subscription.follow(&texts(publishers), &shared.runtime);
                }
                done(0)
            }
            _ => failed("publisherUpdate needs a caller, a topic and publishers"),
        },
        // Parameters are read once, when the node starts.
        "paramUpdate" => done(0),
        "shutdown" => {
            if !shared.is_leaving.swap(true, Ordering::AcqRel) {
                let reason: String = text(1).unwrap_or("no reason given").chars().take(200).collect();
                (shared.on_event)(NodeEvent::Shutdown { reason });
                let shared = Arc::clone(shared);
                tokio::spawn(async move { unregister(&shared).await });
            }
            done(0)
        }
        other => {
            let name: String = other.chars().take(60).collect();
            return Err(format!("there is no method {name:?}"));
        }
    })
}

fn done(value: impl Into<Value>) -> Value {
    Value::Array(vec![1.into(), "".into(), value.into()])
}

fn failed(reason: &str) -> Value {
    Value::Array(vec![(-1).into(), reason.into(), 0.into()])
}

fn topics(shared: &Shared) -> Vec<Arc<Topic>> {
    locked(&shared.topics).values().cloned().collect()
}

fn subscriptions(shared: &Shared) -> Vec<Arc<Subscription>> {
    locked(&shared.subscriptions).values().cloned().collect()
}

fn pairs<'a>(names: impl Iterator<Item = (&'a String, &'a String)>) -> Vec<Value> {
    names.map(|(topic, kind)| Value::Array(vec![topic.as_str().into(), kind.as_str().into()])).collect()
}

fn request_topic(shared: &Shared, topic: &str, protocols: &Value) -> Value {
    let speaks_tcpros = |protocol: &Value| {
        protocol.array().and_then(|parts| parts.first()).and_then(Value::text) == Some("TCPROS")
    };
    if shared.topic(topic).is_none() {
        return failed("the node does not publish this topic");
    }
    if !protocols.array().unwrap_or_default().iter().any(speaks_tcpros) {
        return Value::Array(vec![0.into(), "the node speaks TCPROS only".into(), 0.into()]);
    }
    let protocol = vec!["TCPROS".into(), shared.host.as_str().into(), i32::from(shared.tcpros_port).into()];
    done(protocol)
}

/// Connections: number, peer, direction, transport, topic, whether it is connected, text.
fn bus_info(shared: &Shared) -> Vec<Value> {
    let line = |id: i32, peer: &str, direction: &str, topic: &str, text: String| {
        Value::Array(vec![
            id.into(),
            peer.into(),
            direction.into(),
            "TCPROS".into(),
            topic.into(),
            true.into(),
            text.into(),
        ])
    };
    let port = shared.tcpros_port;
    let mut lines = Vec::new();
    for topic in topics(shared) {
        for (id, peer, lost_count) in topic.subscribers() {
            let lost = if lost_count > 0 { format!(", {lost_count} messages lost") } else { String::new() };
            let text = format!("TCPROS connection on {}:{port}{lost}", bracketed(&shared.host));
            lines.push(line(id, &peer, "o", &topic.name, text));
        }
    }
    for it in subscriptions(shared) {
        for uri in it.publishers() {
            lines.push(line(0, &uri, "i", &it.topic, format!("TCPROS connection to {uri}")));
        }
    }
    lines
}

/// Publications with their bytes and connections; subscriptions and services have no figures.
fn bus_stats(shared: &Shared) -> Vec<Value> {
    let published = topics(shared).into_iter().map(|topic| {
        let bytes = i32::try_from(topic.sent_bytes()).unwrap_or(i32::MAX);
        let connections = topic
            .subscribers()
            .into_iter()
            .map(|(id, _, _)| Value::Array(vec![id.into(), bytes.into(), 0.into(), true.into()]));
        let connections: Vec<Value> = connections.collect();
        Value::Array(vec![topic.name.as_str().into(), bytes.into(), connections.into()])
    });
    let published: Vec<Value> = published.collect();
    vec![published.into(), Vec::new().into(), Vec::new().into()]
}

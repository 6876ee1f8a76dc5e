//! Calls to the master: registering, finding out that it has forgotten us, parameters, leaving.

use super::{NodeEvent, Shared, locked};
use crate::tcpros::{Subscription, Topic};
use crate::xmlrpc::{CallError, Value, call};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often the node asks whether the master still knows it.
const CHECK_TIME: Duration = Duration::from_secs(2);

/// What has been registered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    Param(String),
    Publisher(String),
    Subscriber(String),
    Service(String),
}

/// Register everything, and again whenever the master has forgotten it. Ends with the node.
pub(super) async fn stay_registered(shared: Arc<Shared>) {
    let mut done = BTreeSet::new();
    let mut was_there = None;
    while !shared.is_leaving.load(Ordering::Acquire) {
        let checked = check_in(&shared, &mut done).await;
        let is_there = checked.is_ok();
        shared.is_registered.store(is_there, Ordering::Release);
        if was_there != Some(is_there) {
            was_there = Some(is_there);
            let master_uri = shared.master_uri.clone();
            (shared.on_event)(match checked {
                Ok(()) => NodeEvent::Registered { master_uri },
                Err(error) => NodeEvent::MasterAbsent { master_uri, reason: error.to_string() },
            });
        }
        if !is_there {
            done.clear();
        }
        tokio::select! {
            () = shared.changed.notified() => {}
            () = tokio::time::sleep(CHECK_TIME) => {}
        }
    }
}

/// Ask whether the master knows the node, and register what it does not know yet.
async fn check_in(shared: &Arc<Shared>, done: &mut BTreeSet<Entry>) -> Result<(), CallError> {
    let node = shared.names.node();
    let known = ask(shared, "lookupNode", &[node.into()]).await?;
    if known != Ok(shared.uri().into()) {
        done.clear();
    }
    // Parameters first: nodes that see a topic may expect them.
    let params: Vec<(String, Value)> =
        locked(&shared.params).iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    for (name, value) in params {
        if done.insert(Entry::Param(name.clone())) {
            told(shared, ask(shared, "setParam", &[name.into(), value]).await?);
        }
    }
    let services: Vec<String> = locked(&shared.services).keys().cloned().collect();
    for name in services {
        if done.insert(Entry::Service(name.clone())) {
            let params = [name.into(), shared.service_uri().into(), shared.uri().into()];
            told(shared, ask(shared, "registerService", &params).await?);
        }
    }
    let subscriptions: Vec<Arc<Subscription>> = locked(&shared.subscriptions).values().cloned().collect();
    for it in subscriptions {
        if done.insert(Entry::Subscriber(it.topic.clone())) {
            let params = [it.topic.as_str().into(), it.kind.name.as_str().into(), shared.uri().into()];
            if let Some(publishers) = told(shared, ask(shared, "registerSubscriber", &params).await?) {
                it.follow(&texts(&publishers), &shared.runtime);
            }
        }
    }
    let topics: Vec<Arc<Topic>> = locked(&shared.topics).values().cloned().collect();
    for it in topics {
        if done.insert(Entry::Publisher(it.name.clone())) {
            let params = [it.name.as_str().into(), it.kind.name.as_str().into(), shared.uri().into()];
            told(shared, ask(shared, "registerPublisher", &params).await?);
        }
    }
    Ok(())
}

/// Call a method of the master. The outer error says that it did not answer, the inner one that it refused.
async fn ask(shared: &Shared, method: &str, params: &[Value]) -> Result<Result<Value, String>, CallError> {
    let mut all = vec![Value::from(shared.names.node())];
    all.extend_from_slice(params);
    let answer = call(&shared.master, method, &all).await?;
    let bad = || CallError::Answer(format!("the master's answer to {method} cannot be read"));
    match answer {
        Value::Array(parts) => match <[Value; 3]>::try_from(parts) {
            Ok([code, _, value]) if code.int() == Some(1) => Ok(Ok(value)),
            Ok([_, reason, _]) => Ok(Err(reason.text().unwrap_or("no reason").to_string())),
            Err(_) => Err(bad()),
        },
        _ => Err(bad()),
    }
}

/// The value; a refusal is reported.
fn told(shared: &Shared, answer: Result<Value, String>) -> Option<Value> {
    answer
        .map_err(|reason| {
            let reason = format!("the master refused: {}", reason.chars().take(300).collect::<String>());
            (shared.on_event)(NodeEvent::Refused { reason });
        })
        .ok()
}

/// The texts of an array.
pub(super) fn texts(value: &Value) -> Vec<String> {
    let values = value.array().unwrap_or_default();
    values.iter().filter_map(|value| value.text().map(str::to_string)).collect()
}

/// Unregister everything.
pub(super) async fn unregister(shared: &Shared) {
    if !shared.is_registered.load(Ordering::Acquire) {
        return;
    }
    let topics: Vec<String> = locked(&shared.topics).keys().cloned().collect();
    let subscriptions: Vec<String> = locked(&shared.subscriptions).keys().cloned().collect();
    let services: Vec<String> = locked(&shared.services).keys().cloned().collect();
    let calls = (topics.into_iter().map(|name| ("unregisterPublisher", name, shared.uri())))
        .chain(subscriptions.into_iter().map(|name| ("unregisterSubscriber", name, shared.uri())))
        .chain(services.into_iter().map(|name| ("unregisterService", name, shared.service_uri())));
    for (method, name, uri) in calls {
        if ask(shared, method, &[name.into(), uri.into()]).await.is_err() {
            return;
        }
    }
}

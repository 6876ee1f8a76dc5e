//! A node of MVSim's network. The package `mvsim_comms` gives it the names that MVSim's users know.

use crate::errors::{other_error, value_error};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use skidpad::mvsim::client::{Client, ClientError, ClientSettings, Subscription};
use skidpad::mvsim::messages::FrameView;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longest time without a look at signals.
const PATIENCE: Duration = Duration::from_millis(200);

/// A node of MVSim's network, connected to a run of skidpad or to MVSim itself.
///
/// ``connect_s`` is how long to wait for a server that is not there yet; ``None`` waits for ever. Messages are bytes of
/// Protocol Buffers, whose classes are in ``mvsim_msgs``.
#[pyclass(frozen, module = "skidpad")]
pub(crate) struct MvsimClient {
    client: Client,
}

#[pymethods]
impl MvsimClient {
    #[new]
    #[pyo3(signature = (name="anonymous", *, host="localhost", port=23700, connect_s=Some(5.0)))]
    fn new(py: Python<'_>, name: &str, host: &str, port: u16, connect_s: Option<f64>) -> PyResult<Self> {
        let began = Instant::now();
        let patience = connect_s.map(Duration::try_from_secs_f64).transpose();
        let patience = patience.map_err(|_| value_error(&"connect_s must not be negative"))?;
        let settings = ClientSettings {
            name: name.to_string(),
            host: host.to_string(),
            port,
            connect_time: PATIENCE,
            ..ClientSettings::default()
        };
        loop {
            match py.detach(|| Client::connect(settings.clone())) {
                Ok(client) => return Ok(MvsimClient { client }),
                Err(ClientError::NoServer { .. })
                    if patience.is_none_or(|patience| began.elapsed() < patience) =>
                {
                    py.check_signals()?;
                }
                Err(problem) => return Err(other_error(&problem)),
            }
        }
    }

    /// Name of the node.
    #[getter]
    fn name(&self) -> &str {
        self.client.name()
    }

    /// Names of all nodes.
    fn list_nodes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        py.detach(|| self.client.list_nodes("")).map_err(|problem| other_error(&problem))
    }

    /// Names of all topics and of their types.
    fn list_topics(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let topics = py.detach(|| self.client.list_topics("")).map_err(|problem| other_error(&problem))?;
        Ok(topics.into_iter().map(|topic| (topic.topic_name, topic.topic_type)).collect())
    }

    /// Call a service with an encoded request; returns the encoded answer.
    fn call<'py>(&self, py: Python<'py>, service: &str, request: Vec<u8>) -> PyResult<Bound<'py, PyBytes>> {
        let answer = py.detach(|| self.client.call_encoded(service, request));
        let answer = answer.map_err(|problem| other_error(&problem))?;
        let view = FrameView::parse(&answer).map_err(|problem| other_error(&problem))?;
        Ok(PyBytes::new(py, view.payload))
    }

    /// Listen to a topic, whether it is published yet or not.
    fn subscribe(&self, py: Python<'_>, topic: &str) -> PyResult<MvsimSubscription> {
        let subscribed = py.detach(|| self.client.subscribe(topic));
        let subscription = Mutex::new(subscribed.map_err(|problem| other_error(&problem))?);
        Ok(MvsimSubscription { subscription, topic: topic.to_string() })
    }

    fn __repr__(&self) -> String {
        format!("<MvsimClient {:?}>", self.client.name())
    }
}

/// A topic that a client listens to.
#[pyclass(frozen, module = "skidpad")]
pub(crate) struct MvsimSubscription {
    subscription: Mutex<Subscription>,
    /// Name of the topic.
    #[pyo3(get)]
    topic: String,
}

#[pymethods]
impl MvsimSubscription {
    /// The next message, as the name of its type and its bytes; ``None`` if none comes in this time [s].
    #[pyo3(signature = (timeout_s=1.0))]
    fn receive<'py>(
        &self,
        py: Python<'py>,
        timeout_s: f64,
    ) -> PyResult<Option<(String, Bound<'py, PyBytes>)>> {
        let time_limit = Duration::try_from_secs_f64(timeout_s);
        let time_limit = time_limit.map_err(|_| value_error(&"timeout_s must not be negative"))?;
        let received = py.detach(|| {
            let mut subscription = self.subscription.lock().unwrap_or_else(PoisonError::into_inner);
            subscription.receive(time_limit)
        });
        let received = received.map_err(|problem| other_error(&problem))?;
        Ok(received.map(|it| (it.type_name().to_string(), PyBytes::new(py, it.payload()))))
    }

    fn __repr__(&self) -> String {
        format!("<MvsimSubscription to {:?}>", self.topic)
    }
}

//! Services of a run: `~reset` and `~pause`. They go through a client of the run, so they also work while it is paused.

use crate::node::Node;
use crate::tcpros::{ServiceReply, ServiceType};
use skidpad_link::{Client, Control, Interest, LinkProblem, Outcome, RunHandle, SensorChoice, StepRate};
use skidpad_messages::Request;
use skidpad_rosmsg::msg::{EMPTY, SET_BOOL, SetBoolRequest, TriggerResponse};
use skidpad_rosmsg::{from_ros1, to_ros1};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::Notify;

/// Callers that wait for the run.
pub(super) struct ServiceDesk {
    client: Client,
    waiting: Mutex<BTreeMap<u64, Waiting>>,
}

struct Waiting {
    reply: ServiceReply,
    /// Sent when the run has done what was asked.
    response: Vec<u8>,
    /// Whether a refusal is a response too; otherwise the call fails.
    is_told_in_response: bool,
}

impl ServiceDesk {
    /// Connect to the run and offer the services.
    pub(super) fn open(node: &Node, run: &RunHandle) -> Result<Arc<Self>, LinkProblem> {
        let silent = Interest { rate: StepRate::Never, sensors: SensorChoice::None };
        let client = run.connect("ROS 1 services", silent)?;
        let desk = Arc::new(ServiceDesk { client, waiting: Mutex::default() });
        let (arrived, at_arrival) = (Arc::new(Notify::new()), Arc::downgrade(&desk));
        let wake = Arc::clone(&arrived);
        desk.client.on_arrival(move || wake.notify_one());
        node.spawn(async move {
            loop {
                arrived.notified().await;
                let Some(desk) = at_arrival.upgrade() else { return };
                desk.pass_on_answers();
            }
        });
        let named = |name: &str| node.names().resolve(name).ok();
        if let Some(name) = named("~reset") {
            let at_reset = Arc::downgrade(&desk);
            node.offer(&name, ServiceType::of(&EMPTY), move |_request, reply| {
                with(&at_reset, reply, |desk, reply| {
                    let waiting = Waiting { reply, response: Vec::new(), is_told_in_response: false };
                    desk.ask(waiting, |client| client.ask(Request::Reset));
                });
            });
        }
        if let Some(name) = named("~pause") {
            let at_pause = Arc::downgrade(&desk);
            node.offer(&name, ServiceType::of(&SET_BOOL), move |request, reply| {
                let control = match from_ros1::<SetBoolRequest>(request) {
                    Ok(SetBoolRequest { data: true }) => Control::Pause,
                    Ok(SetBoolRequest { data: false }) => Control::Resume,
                    Err(problem) => return reply.fail(&format!("the request cannot be read: {problem}")),
                };
                let message = if control == Control::Pause { "paused" } else { "running" };
                with(&at_pause, reply, |desk, reply| {
                    let response = to_ros1(&TriggerResponse { success: true, message: message.to_string() });
                    desk.ask(Waiting { reply, response, is_told_in_response: true }, |client| {
                        client.control(control)
                    });
                });
            });
        }
        Ok(desk)
    }

    /// Ask the run to end.
    pub(super) fn end_run(&self) {
        // If the run is over already, nothing is left to do.
        let _ = self.client.control(Control::End);
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<u64, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, waiting: Waiting, ask: impl FnOnce(&Client) -> Result<u64, LinkProblem>) {
        // The lock is held until the number is known, so the answer cannot come before it.
        let mut all = self.locked();
        match ask(&self.client) {
            Ok(number) => {
                all.insert(number, waiting);
            }
            Err(problem) => waiting.refuse(&problem.to_string()),
        }
    }

    fn pass_on_answers(&self) {
        let mut all = self.locked();
        let delivery = self.client.take();
        for answer in delivery.answers {
            let Some(waiting) = all.remove(&answer.number) else { continue };
            match answer.outcome {
                Outcome::Refused(reason) => waiting.refuse(&reason),
                Outcome::Done | Outcome::Text(_) | Outcome::Advanced(_) | Outcome::Snapshot { .. } => {
                    waiting.reply.send(waiting.response);
                }
            }
        }
        if delivery.is_last {
            std::mem::take(&mut *all).into_values().for_each(|waiting| waiting.refuse("the run has ended"));
        }
    }
}

impl Waiting {
    fn refuse(self, reason: &str) {
        if self.is_told_in_response {
            let response = TriggerResponse { success: false, message: reason.to_string() };
            self.reply.send(to_ros1(&response));
        } else {
            self.reply.fail(reason);
        }
    }
}

fn with(desk: &Weak<ServiceDesk>, reply: ServiceReply, work: impl FnOnce(&ServiceDesk, ServiceReply)) {
    match desk.upgrade() {
        Some(desk) => work(&desk, reply),
        None => reply.fail("the run has ended"),
    }
}

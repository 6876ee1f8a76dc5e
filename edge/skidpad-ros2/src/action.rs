//! An action server: three services and two topics around a list of goals.

use crate::RosNode;
use crate::parameter_services::body;
use crate::service::{Caller, ServiceServer};
use bytes::Bytes;
use skidpad_rosmsg::msg::simulation::SimulateStepsSendGoalResponse;
use skidpad_rosmsg::msg::{
    CancelGoalRequest, CancelGoalResponse, GoalInfo, GoalStatus, GoalStatusArray, Time, Uuid,
};
use skidpad_rosmsg::{Description, Message, from_cdr_body};
use skidpad_rtps::{Qos, Wire, WireError, WriterId};

/// Goals that are remembered after their end.
const MOST_ENDED: usize = 64;

/// Callers that may wait for the result of a goal.
const MOST_WAITING: usize = 64;

/// Number that identifies a goal, chosen by its client.
pub type GoalId = [u8; 16];

/// The types of an action.
#[derive(Debug, Clone, Copy)]
pub struct ActionTypes {
    /// Request and response of `send_goal`.
    pub send_goal: [&'static Description; 2],
    /// Request and response of `get_result`.
    pub get_result: [&'static Description; 2],
    /// Messages of `feedback`.
    pub feedback: &'static Description,
}

/// Something that a client of an action wants.
#[derive(Debug)]
pub enum ActionEvent {
    /// A goal, to be accepted or rejected.
    Goal(GoalOffer),
    /// This goal, which is active, is to be stopped.
    Cancel(GoalId),
}

/// A goal that was sent.
#[derive(Debug)]
pub struct GoalOffer {
    /// Its number.
    pub id: GoalId,
    /// The goal itself, as a CDR body.
    pub body: Bytes,
    caller: Caller,
}

struct Goal {
    id: GoalId,
    stamp: Time,
    status: i8,
    /// The whole answer of `get_result`, once the goal has ended.
    result: Option<Bytes>,
    waiting: Vec<Caller>,
}

/// The server's side of an action.
pub struct ActionServer {
    send_goal: ServiceServer,
    cancel_goal: ServiceServer,
    get_result: ServiceServer,
    feedback: WriterId,
    status: WriterId,
    goals: Vec<Goal>,
    /// The answer of `get_result` for a goal that is not known.
    unknown_result: Bytes,
}

impl ActionServer {
    /// Offer an action. `unknown_result` is the answer of `get_result` for a goal that is not known.
    pub fn offer(
        node: &mut RosNode,
        name: &str,
        types: ActionTypes,
        unknown_result: Bytes,
    ) -> Result<ActionServer, WireError> {
        let hidden = |part: &str| format!("{name}/_action/{part}");
        let [goal, accepted] = types.send_goal;
        let [asked, result] = types.get_result;
        let cancel = [CancelGoalRequest::DESCRIPTION, CancelGoalResponse::DESCRIPTION];
        Ok(ActionServer {
            send_goal: node.service(&hidden("send_goal"), goal, accepted, 10)?,
            cancel_goal: node.service(&hidden("cancel_goal"), cancel[0], cancel[1], 10)?,
            get_result: node.service(&hidden("get_result"), asked, result, 10)?,
            feedback: node.publisher(&hidden("feedback"), types.feedback, &Qos::reliable(10))?,
            status: node.publisher(&hidden("status"), GoalStatusArray::DESCRIPTION, &Qos::latched(1))?,
            goals: Vec::new(),
            unknown_result,
        })
    }

    /// Answer what can be answered, and hand on the rest.
    pub fn poll(&mut self, wire: &dyn Wire) -> Result<Vec<ActionEvent>, WireError> {
        for server in [&mut self.send_goal, &mut self.cancel_goal, &mut self.get_result] {
            server.send_waiting(wire)?;
        }
        let mut events = Vec::new();
        while let Some(request) = self.send_goal.take(wire) {
            let Some(id) = request.body.first_chunk::<16>().copied() else { continue };
            let body = request.body.slice(16..);
            events.push(ActionEvent::Goal(GoalOffer { id, body, caller: request.caller }));
        }
        while let Some(request) = self.cancel_goal.take(wire) {
            if let Ok(asked) = from_cdr_body::<CancelGoalRequest>(&request.body) {
                let reply = self.cancel(&asked.goal_info, &mut events);
                self.cancel_goal.reply(wire, request.caller, body(&reply))?;
                self.publish_status(wire)?;
            }
        }
        while let Some(request) = self.get_result.take(wire) {
            let id = request.body.first_chunk::<16>();
            match self.goals.iter_mut().find(|goal| Some(&goal.id) == id) {
                Some(Goal { result: Some(result), .. }) => {
                    let result = result.clone();
                    self.get_result.reply(wire, request.caller, result)?;
                }
                Some(goal) if goal.waiting.len() < MOST_WAITING => goal.waiting.push(request.caller),
                Some(_) => {}
                None => {
                    let unknown = self.unknown_result.clone();
                    self.get_result.reply(wire, request.caller, unknown)?;
                }
            }
        }
        Ok(events)
    }

    /// Which goals a request means: one by its number; all; all up to a time.
    fn cancel(&mut self, meant: &GoalInfo, events: &mut Vec<ActionEvent>) -> CancelGoalResponse {
        let (id, until) = (meant.goal_id.uuid, (meant.stamp.sec, meant.stamp.nanosec));
        let (has_id, has_time) = (id != [0; 16], until != (0, 0));
        let is_meant = |goal: &Goal| {
            goal.id == id || has_time && (goal.stamp.sec, goal.stamp.nanosec) <= until || !has_id && !has_time
        };
        let is_known = self.goals.iter().any(is_meant);
        let mut canceling = Vec::new();
        for goal in self.goals.iter_mut().filter(|goal| goal.result.is_none() && is_meant(goal)) {
            goal.status = GoalStatus::CANCELING;
            canceling.push(goal.info());
            events.push(ActionEvent::Cancel(goal.id));
        }
        let return_code = match (canceling.is_empty(), has_id, is_known) {
            (false, ..) | (true, false, _) => CancelGoalResponse::NONE,
            (true, true, true) => CancelGoalResponse::GOAL_TERMINATED,
            (true, true, false) => CancelGoalResponse::UNKNOWN_GOAL_ID,
        };
        CancelGoalResponse { return_code, goals_canceling: canceling }
    }

    /// Take on a goal; it is being executed from now on. False if a goal has this number already.
    pub fn accept(&mut self, wire: &dyn Wire, offer: GoalOffer, stamp: Time) -> Result<bool, WireError> {
        if self.goals.iter().any(|goal| goal.id == offer.id) {
            self.reject(wire, offer)?;
            return Ok(false);
        }
        let goal = Goal {
            id: offer.id,
            stamp: stamp.clone(),
            status: GoalStatus::EXECUTING,
            result: None,
            waiting: Vec::new(),
        };
        self.goals.push(goal);
        self.reply_to_goal(wire, offer.caller, true, stamp)?;
        self.publish_status(wire)?;
        Ok(true)
    }

    /// Refuse a goal.
    pub fn reject(&mut self, wire: &dyn Wire, offer: GoalOffer) -> Result<(), WireError> {
        self.reply_to_goal(wire, offer.caller, false, Time::default())
    }

    fn reply_to_goal(
        &mut self,
        wire: &dyn Wire,
        caller: Caller,
        accepted: bool,
        stamp: Time,
    ) -> Result<(), WireError> {
        // Every action has this response.
        let reply = SimulateStepsSendGoalResponse { accepted, stamp };
        self.send_goal.reply(wire, caller, body(&reply))
    }

    /// Publish feedback: the whole message, with the goal's number.
    pub fn feedback(&self, wire: &dyn Wire, message: &impl Message) -> Result<(), WireError> {
        wire.write(self.feedback, body(message), None, None).map(|_| ())
    }

    /// End a goal with one of the last statuses and the whole answer of `get_result`.
    pub fn finish(
        &mut self,
        wire: &dyn Wire,
        id: GoalId,
        status: i8,
        result: &Bytes,
    ) -> Result<(), WireError> {
        let Some(goal) = self.goals.iter_mut().find(|goal| goal.id == id) else { return Ok(()) };
        (goal.status, goal.result) = (status, Some(result.clone()));
        for caller in std::mem::take(&mut goal.waiting) {
            self.get_result.reply(wire, caller, result.clone())?;
        }
        let ended = self.goals.iter().filter(|goal| goal.result.is_some()).count();
        if ended > MOST_ENDED
            && let Some(oldest) = self.goals.iter().position(|goal| goal.result.is_some())
        {
            self.goals.remove(oldest);
        }
        self.publish_status(wire)
    }

    fn publish_status(&self, wire: &dyn Wire) -> Result<(), WireError> {
        let status = |goal: &Goal| GoalStatus { goal_info: goal.info(), status: goal.status };
        let list = GoalStatusArray { status_list: self.goals.iter().map(status).collect() };
        wire.write(self.status, body(&list), None, None).map(|_| ())
    }
}

impl Goal {
    fn info(&self) -> GoalInfo {
        GoalInfo { goal_id: Uuid { uuid: self.id }, stamp: self.stamp.clone() }
    }
}

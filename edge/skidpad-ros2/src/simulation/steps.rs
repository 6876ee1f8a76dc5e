//! The action `simulate_steps`: steps of a paused run, with feedback after each of them.

use crate::RosNode;
use crate::action::{ActionEvent, ActionServer, ActionTypes, GoalId};
use crate::parameter_services::body;
use bytes::Bytes;
use skidpad_link::{Answer, Client, Control, Outcome as LinkOutcome};
use skidpad_messages::Step;
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::msg::{GoalStatus, Time, Uuid};
use skidpad_rosmsg::{Message, from_cdr_body};
use skidpad_rtps::{Wire, WireError};

/// The action and the goal that is being followed, if any.
pub(super) struct SimulateSteps {
    server: ActionServer,
    goal: Option<Following>,
}

struct Following {
    id: GoalId,
    steps: u64,
    /// The request to the run, until it is answered.
    asked: Option<u64>,
    /// The tick before the first step.
    start_tick: Option<u64>,
    reported: u64,
}

fn result(status: i8, result: Outcome) -> Bytes {
    body(&SimulateStepsGetResultResponse { status, result: SimulateStepsResult { result } })
}

impl SimulateSteps {
    pub(super) fn offer(node: &mut RosNode) -> Result<SimulateSteps, WireError> {
        let types = ActionTypes {
            send_goal: [
                SimulateStepsSendGoalRequest::DESCRIPTION,
                SimulateStepsSendGoalResponse::DESCRIPTION,
            ],
            get_result: [
                SimulateStepsGetResultRequest::DESCRIPTION,
                SimulateStepsGetResultResponse::DESCRIPTION,
            ],
            feedback: SimulateStepsFeedbackMessage::DESCRIPTION,
        };
        let unknown = result(GoalStatus::UNKNOWN, Outcome::default());
        let server = ActionServer::offer(node, "simulate_steps", types, unknown)?;
        Ok(SimulateSteps { server, goal: None })
    }

    /// Whether a goal is being followed.
    pub(super) fn is_idle(&self) -> bool {
        self.goal.is_none()
    }

    /// Take new goals and stop old ones. True if a goal was begun.
    pub(super) fn answer(
        &mut self,
        wire: &dyn Wire,
        run: Option<&Client>,
        is_paused: bool,
        time_ns: u64,
    ) -> Result<bool, WireError> {
        let mut has_begun = false;
        for event in self.server.poll(wire)? {
            match event {
                ActionEvent::Cancel(id) => self.stop(wire, id, run)?,
                ActionEvent::Goal(offer) => {
                    let goal = from_cdr_body::<SimulateStepsGoal>(&offer.body);
                    let steps = goal.ok().and_then(|goal| u32::try_from(goal.steps).ok());
                    let (Some(steps), None) = (steps.filter(|steps| *steps > 0), &self.goal) else {
                        self.server.reject(wire, offer)?;
                        continue;
                    };
                    let id = offer.id;
                    if !self.server.accept(wire, offer, Time::from_ns(time_ns))? {
                        continue;
                    }
                    let asked = match run {
                        _ if !is_paused => Err("pause the simulation first".to_string()),
                        Some(run) => run.control(Control::Step(steps)).map_err(|it| it.to_string()),
                        None => Err("the run is over".to_string()),
                    };
                    match asked {
                        Ok(number) => {
                            let (asked, steps) = (Some(number), u64::from(steps));
                            self.goal = Some(Following { id, steps, asked, start_tick: None, reported: 0 });
                            has_begun = true;
                        }
                        Err(reason) => {
                            let failed = Outcome::failed(Outcome::OPERATION_FAILED, reason);
                            self.end(wire, id, GoalStatus::ABORTED, failed)?;
                        }
                    }
                }
            }
        }
        Ok(has_begun)
    }

    /// End the goal that is being followed, if any.
    pub(super) fn abort(&mut self, wire: &dyn Wire, reason: &str) -> Result<(), WireError> {
        let Some(id) = self.goal.as_ref().map(|goal| goal.id) else { return Ok(()) };
        self.end(wire, id, GoalStatus::ABORTED, Outcome::failed(Outcome::OPERATION_FAILED, reason))
    }

    fn stop(&mut self, wire: &dyn Wire, id: GoalId, run: Option<&Client>) -> Result<(), WireError> {
        if self.goal.as_ref().is_some_and(|goal| goal.id == id) {
            // A pause takes the steps back that are left. A run that is over makes none.
            let _ = run.map(|run| run.control(Control::Pause));
            let outcome = Outcome::failed(Outcome::OPERATION_FAILED, "the goal was cancelled");
            self.end(wire, id, GoalStatus::CANCELED, outcome)?;
        }
        Ok(())
    }

    fn end(&mut self, wire: &dyn Wire, id: GoalId, status: i8, outcome: Outcome) -> Result<(), WireError> {
        self.goal = None;
        self.server.finish(wire, id, status, &result(status, outcome))
    }

    /// The run has answered something.
    pub(super) fn hear(&mut self, wire: &dyn Wire, heard: &Answer) -> Result<(), WireError> {
        let Some(goal) = self.goal.as_mut().filter(|goal| goal.asked == Some(heard.number)) else {
            return Ok(());
        };
        goal.asked = None;
        goal.start_tick = Some(heard.tick);
        let id = goal.id;
        match &heard.outcome {
            LinkOutcome::Refused(reason) => {
                let failed = Outcome::failed(Outcome::OPERATION_FAILED, reason.clone());
                self.end(wire, id, GoalStatus::ABORTED, failed)
            }
            _ => Ok(()),
        }
    }

    /// A step was made.
    pub(super) fn note(&mut self, wire: &dyn Wire, step: &Step) -> Result<(), WireError> {
        let Some(goal) = &mut self.goal else { return Ok(()) };
        let Some(start_tick) = goal.start_tick else { return Ok(()) };
        let completed_steps = step.tick.saturating_sub(start_tick).min(goal.steps);
        if completed_steps <= goal.reported {
            return Ok(());
        }
        goal.reported = completed_steps;
        let (id, remaining_steps) = (goal.id, goal.steps - completed_steps);
        let feedback = SimulateStepsFeedback { completed_steps, remaining_steps };
        self.server.feedback(wire, &SimulateStepsFeedbackMessage { goal_id: Uuid { uuid: id }, feedback })?;
        if remaining_steps == 0 {
            self.end(wire, id, GoalStatus::SUCCEEDED, Outcome::ok())?;
        }
        Ok(())
    }
}

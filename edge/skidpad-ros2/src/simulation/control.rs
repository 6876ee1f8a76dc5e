//! Changes of the run: its state, steps, resets, and where entities are.

use super::service::Service;
use super::{Fate, MOST_STEPS, SimulationServices, ask, fate, not_found};
use skidpad_link::{Client, Control, LinkProblem};
use skidpad_messages::Request;
use skidpad_rosmsg::msg::simulation::*;

impl SimulationServices {
    pub(super) fn reset(&self, scope: u8, run: Option<&Client>) -> Fate {
        const WHOLE: u8 =
            ResetSimulationRequest::TIME | ResetSimulationRequest::STATE | ResetSimulationRequest::SPAWNED;
        let service = Service::Reset;
        match scope {
            ResetSimulationRequest::DEFAULT | ResetSimulationRequest::ALL | WHOLE => {
                ask(service, run, [Request::Reset])
            }
            ResetSimulationRequest::SPAWNED => {
                let spawned = self.latest.as_ref().map(|step| self.entities.spawned(step));
                let removals = spawned.into_iter().flatten().map(|body| Request::Remove { body });
                ask(service, run, removals)
            }
            _ => {
                let reason = "time and state can only be reset together with everything else";
                let result = Outcome::failed(Outcome::FEATURE_UNSUPPORTED, reason);
                Fate::Answered(service.outcome(result))
            }
        }
    }

    pub(super) fn run_state(&self) -> u8 {
        let says_so = self.latest.as_ref().is_some_and(|step| step.status.is_paused);
        let has_begun = self.latest.as_ref().is_some_and(|step| step.observations.step > 0);
        match self.is_paused || says_so {
            _ if self.is_loading_world() => SimulationState::LOADING_WORLD,
            _ if self.library.current_world().is_none() => SimulationState::NO_WORLD,
            true if self.is_stopped && !has_begun => SimulationState::STOPPED,
            true => SimulationState::PAUSED,
            false => SimulationState::PLAYING,
        }
    }

    pub(super) fn set_state(&mut self, wanted: u8, run: Option<&Client>) -> Fate {
        let service = Service::SetState;
        if wanted == self.run_state() {
            let code = SetSimulationStateResponse::ALREADY_IN_TARGET_STATE;
            return Fate::Answered(service.outcome(Outcome::failed(code, "it is already in that state")));
        }
        let asked = match (wanted, run) {
            (SimulationState::PLAYING, Some(run)) => run.control(Control::Resume),
            (SimulationState::PAUSED, Some(run)) => run.control(Control::Pause),
            (SimulationState::QUITTING, Some(run)) => run.control(Control::End),
            (SimulationState::STOPPED, _) => {
                let reason = "a run cannot be stopped and kept; pause it, or reset it";
                let code = SetSimulationStateResponse::INCORRECT_TRANSITION;
                return Fate::Answered(service.outcome(Outcome::failed(code, reason)));
            }
            (_, None) => Err(LinkProblem::Ended),
            _ => {
                let code = Outcome::OPERATION_FAILED;
                return Fate::Answered(service.outcome(Outcome::failed(code, "there is no such state")));
            }
        };
        if asked.is_ok() {
            (self.is_paused, self.is_stopped) = (wanted == SimulationState::PAUSED, false);
        }
        fate(service, asked.map(|number| vec![number]), 0)
    }

    pub(super) fn step(&self, steps: u64, run: Option<&Client>) -> Fate {
        let service = Service::Step;
        if !matches!(self.run_state(), SimulationState::PAUSED | SimulationState::STOPPED) {
            let result = Outcome::failed(Outcome::INCORRECT_STATE, "pause the simulation first");
            return Fate::Answered(service.outcome(result));
        }
        let Some(count) = u32::try_from(steps).ok().filter(|_| (1..=MOST_STEPS).contains(&steps)) else {
            let reason = format!("{steps} steps; it must be from 1 to {MOST_STEPS}");
            return Fate::Answered(service.outcome(Outcome::failed(Outcome::OPERATION_FAILED, reason)));
        };
        let asked = run.ok_or(LinkProblem::Ended).and_then(|run| run.control(Control::Step(count)));
        fate(service, asked.map(|number| vec![number]), steps)
    }

    pub(super) fn set_entity(
        &self,
        name: &str,
        state: &EntityState,
        [has_pose, has_twist]: [bool; 2],
        run: Option<&Client>,
    ) -> Fate {
        let service = Service::SetEntityState;
        let Some(body) = self.entity(name) else { return Fate::Answered(service.outcome(not_found(name))) };
        let mut requests = Vec::new();
        if has_pose {
            let Some(pose_in_world) = state.pose.to_pose3() else {
                let reason = "the pose has numbers that are not finite, or no orientation";
                let result = Outcome::failed(SetEntityStateResponse::INVALID_POSE, reason);
                return Fate::Answered(service.outcome(result));
            };
            requests.push(Request::Teleport { body, pose_in_world });
        }
        if has_twist {
            requests.push(Request::SetTwist { body, twist_in_body: state.twist.planar() });
        }
        ask(service, run, requests)
    }
}

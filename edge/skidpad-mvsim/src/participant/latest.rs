//! The latest step, for questions that need no step of their own.

use super::objects::Seen;
use crate::messages::{NamedPose, SrvGetAllPosesAnswer, SrvGetLightStateAnswer, SrvGetPoseAnswer};
use crate::world::ServiceRequest;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most questions that wait while a step is made.
const WAITING_QUESTIONS: usize = 1024;

/// The world after the latest step. The stepping thread takes it back while it makes a step, so that the step can use
/// its memory again; questions that arrive meanwhile are answered after the step.
#[derive(Debug, Default)]
pub(super) struct Latest {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    seen: Option<Seen>,
    questions: Vec<ServiceRequest>,
}

impl Latest {
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A step begins.
    pub(super) fn take(&self) -> Option<Seen> {
        self.locked().seen.take()
    }

    /// A step was made.
    pub(super) fn put(&self, seen: Seen) {
        let mut state = self.locked();
        if state.questions.is_empty() {
            state.seen = Some(seen);
            return;
        }
        let questions = std::mem::take(&mut state.questions);
        state.seen = Some(seen.clone());
        drop(state);
        questions.into_iter().for_each(|question| answer(question, &seen));
    }

    /// Answer now, or after the step that is being made.
    pub(super) fn answer(&self, question: ServiceRequest) {
        let mut state = self.locked();
        match state.seen.clone() {
            Some(seen) => {
                drop(state);
                answer(question, &seen);
            }
            None if state.questions.len() < WAITING_QUESTIONS => state.questions.push(question),
            None => question.refuse("too many requests wait already"),
        }
    }
}

fn answer(question: ServiceRequest, seen: &Seen) {
    match question {
        ServiceRequest::GetPose(asked, reply) => match seen.present(&asked.object_id) {
            Some(object) => reply.send(SrvGetPoseAnswer {
                success: true,
                error_message: None,
                pose: Some(object.pose_in_world.into()),
                object_is_in_collision: object.is_in_collision,
                twist: object.twist.map(Into::into),
            }),
            None => reply.fail("objectId not found"),
        },
        ServiceRequest::GetAllPoses(asked, reply) => {
            let meant = |name: &str| name.starts_with(asked.prefix());
            let objects = seen.objects().filter(|object| object.is_present && meant(object.name));
            let mut objects: Vec<NamedPose> = objects
                .map(|object| NamedPose {
                    name: object.name.to_string(),
                    pose: object.pose_in_world.into(),
                    twist: object.twist.map(Into::into),
                })
                .collect();
            objects.sort_by(|a, b| a.name.cmp(&b.name));
            let simul_time = Some(seen.observations.time_s());
            reply.send(SrvGetAllPosesAnswer { success: true, error_message: None, simul_time, objects });
        }
        ServiceRequest::GetLightState(asked, reply) => match seen.light(&asked.object_id, &asked.light_group)
        {
            Ok(is_on) => {
                reply.send(SrvGetLightStateAnswer { success: true, error_message: None, on: Some(is_on) });
            }
            Err(reason) => reply.fail(reason),
        },
        other => other.refuse("this is not a question about poses or lights"),
    }
}

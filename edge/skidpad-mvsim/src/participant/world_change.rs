//! Requests that change the world: checked, applied by the next step, answered after it.

use super::objects::Seen;
use crate::messages::{
    Pose, SrvRemoveEntities, SrvRemoveEntitiesAnswer, SrvSetControllerTwist, SrvSetControllerTwistAnswer,
    SrvSetPose, SrvSetPoseAnswer,
};
use crate::world::{Reply, ServiceRequest};
use skidpad_link::NextStep;
use skidpad_math::Pose3;
use skidpad_messages::{BodyId, Event, Request, Step};

/// Most entities that one request may remove.
const REMOVED_AT_ONCE: usize = 1000;

/// What the requests of one step boundary do to the next step.
pub(super) struct WorldChanges<'a, 'b> {
    seen: &'a Seen,
    next: &'a mut NextStep<'b>,
    /// Where earlier requests of this boundary have put objects.
    moved: Vec<(BodyId, Pose3)>,
}

/// A change that is part of the next step.
#[derive(Debug)]
pub(super) enum PendingChange {
    Pose { reply: Reply<SrvSetPoseAnswer>, command: usize, body: BodyId, object_global_pose: Option<Pose> },
    ControllerTwist { reply: Reply<SrvSetControllerTwistAnswer>, command: usize },
    Removal { reply: Reply<SrvRemoveEntitiesAnswer>, commands: Vec<(usize, String)>, failures: Vec<String> },
}

impl<'a, 'b> WorldChanges<'a, 'b> {
    pub(super) fn new(seen: &'a Seen, next: &'a mut NextStep<'b>) -> Self {
        WorldChanges { seen, next, moved: Vec::new() }
    }

    /// Add a request to the next step. Those that cannot be part of it are answered now.
    pub(super) fn begin(&mut self, request: ServiceRequest) -> Option<PendingChange> {
        match request {
            ServiceRequest::SetPose(asked, reply) => self.set_pose(&asked, reply),
            ServiceRequest::SetControllerTwist(asked, reply) => self.set_controller_twist(&asked, reply),
            ServiceRequest::RemoveEntities(asked, reply) => self.remove(asked, reply),
            other => {
                other.refuse("this does not change the world");
                None
            }
        }
    }

    /// Check a request and make it part of the step. Returns its place among the step's commands.
    fn add(&mut self, request: Request) -> Result<usize, String> {
        let command = self.next.commands.len();
        self.next.try_request(request).map(|()| command).map_err(|refusal| refusal.to_string())
    }

    fn set_pose(&mut self, asked: &SrvSetPose, reply: Reply<SrvSetPoseAnswer>) -> Option<PendingChange> {
        let Some(object) = self.seen.object(&asked.object_id) else {
            reply.fail("objectId not found");
            return None;
        };
        let body = object.body;
        let is_relative = asked.relative_increment();
        let pose_in_world = if is_relative {
            let moved = self.moved.iter().rev().find(|(moved, _)| *moved == body);
            moved.map_or(object.pose_in_world, |(_, pose)| *pose) * Pose3::from(asked.pose)
        } else {
            asked.pose.into()
        };
        match self.add(Request::Teleport { body, pose_in_world }) {
            Ok(command) => {
                self.moved.push((body, pose_in_world));
                let object_global_pose = is_relative.then_some(pose_in_world.into());
                Some(PendingChange::Pose { reply, command, body, object_global_pose })
            }
            Err(reason) => {
                reply.fail(reason);
                None
            }
        }
    }

    fn set_controller_twist(
        &mut self,
        asked: &SrvSetControllerTwist,
        reply: Reply<SrvSetControllerTwistAnswer>,
    ) -> Option<PendingChange> {
        let added = match self.seen.present(&asked.object_id).map(|object| object.body) {
            Some(BodyId::Vehicle(vehicle)) => self.add(vehicle.twist(asked.twist_set_point.into())),
            Some(_) => Err("objectId is not of VehicleBase type".to_string()),
            None => Err("objectId not found".to_string()),
        };
        match added {
            Ok(command) => Some(PendingChange::ControllerTwist { reply, command }),
            Err(reason) => {
                reply.fail(reason);
                None
            }
        }
    }

    fn remove(
        &mut self,
        asked: SrvRemoveEntities,
        reply: Reply<SrvRemoveEntitiesAnswer>,
    ) -> Option<PendingChange> {
        if asked.names.len() > REMOVED_AT_ONCE {
            reply.fail(format!("at most {REMOVED_AT_ONCE} entities can be removed at once"));
            return None;
        }
        let (mut commands, mut failures) = (Vec::new(), Vec::new());
        for name in asked.names {
            let added = match self.seen.object(&name) {
                Some(object) => self.add(Request::Remove { body: object.body }),
                None => Err("not found".to_string()),
            };
            match added {
                Ok(command) => commands.push((command, name)),
                Err(reason) => failures.push(format!("{name}: {reason}")),
            }
        }
        Some(PendingChange::Removal { reply, commands, failures })
    }
}

/// Why the step did not follow one of its commands, if it did not.
fn refusal(step: &Step, command: usize) -> Option<String> {
    step.observations.events.iter().find_map(|event| match event {
        Event::Refused { command: refused, because } if *refused as usize == command => {
            Some(because.to_string())
        }
        _ => None,
    })
}

/// Whether a body has touched another one since the start or the last reset.
fn had_collision(step: &Step, body: BodyId) -> bool {
    let seen = &step.observations;
    match body {
        BodyId::Vehicle(id) => seen.vehicles.get(id.index()).is_some_and(|it| it.had_collision),
        BodyId::Block(id) => seen.blocks.get(id.index()).is_some_and(|it| it.had_collision),
        _ => false,
    }
}

impl PendingChange {
    /// The step was made: say what became of the request.
    pub(super) fn answer(self, step: &Step) {
        match self {
            PendingChange::Pose { reply, command, body, object_global_pose } => {
                match refusal(step, command) {
                    Some(reason) => reply.fail(reason),
                    None => reply.send(SrvSetPoseAnswer {
                        success: true,
                        error_message: None,
                        object_is_in_collision: had_collision(step, body),
                        object_global_pose,
                    }),
                }
            }
            PendingChange::ControllerTwist { reply, command } => match refusal(step, command) {
                Some(reason) => reply.fail(reason),
                None => reply.send(SrvSetControllerTwistAnswer { success: true, error_message: None }),
            },
            PendingChange::Removal { reply, commands, mut failures } => {
                let mut num_removed = 0;
                for (command, name) in commands {
                    match refusal(step, command) {
                        Some(reason) => failures.push(format!("{name}: {reason}")),
                        None => num_removed += 1,
                    }
                }
                reply.send(SrvRemoveEntitiesAnswer {
                    success: failures.is_empty(),
                    error_message: (!failures.is_empty()).then(|| failures.join("; ")),
                    num_removed: Some(num_removed),
                });
            }
        }
    }
}

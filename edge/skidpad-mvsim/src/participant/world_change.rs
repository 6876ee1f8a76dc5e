//! Requests that change the world: checked, applied by the next step, answered after it.

use super::objects::{Object, Seen};
use super::runtime_object::runtime_object;
use crate::messages::{
    Pose, SrvInsertEntitiesAnswer, SrvRemoveEntities, SrvRemoveEntitiesAnswer, SrvRemoveObjects,
    SrvRemoveObjectsAnswer, SrvSetControllerTwist, SrvSetControllerTwistAnswer, SrvSetLightState,
    SrvSetLightStateAnswer, SrvSetPose, SrvSetPoseAnswer, SrvSpawnObjects, SrvSpawnObjectsAnswer,
};
use crate::world::{Reply, ServiceRequest};
use skidpad_link::NextStep;
use skidpad_math::Pose3;
use skidpad_messages::{BodyId, Event, Insertion, Request, RuntimeObject, Step};

/// Most entities that one request may remove.
const REMOVED_AT_ONCE: usize = 1000;

/// A request that changes the world.
#[derive(Debug)]
pub(super) enum ChangeRequest {
    /// As it came.
    Service(ServiceRequest),
    /// A text that was read.
    Insertion { insertion: Insertion, names: Vec<String>, reply: Reply<SrvInsertEntitiesAnswer> },
}

impl ChangeRequest {
    pub(super) fn refuse(self, reason: &str) {
        match self {
            ChangeRequest::Service(request) => request.refuse(reason),
            ChangeRequest::Insertion { reply, .. } => reply.fail(reason),
        }
    }

    /// Whether no one waits for its answer any more.
    pub(super) fn is_abandoned(&self) -> bool {
        match self {
            ChangeRequest::Service(request) => request.is_abandoned(),
            ChangeRequest::Insertion { reply, .. } => reply.is_abandoned(),
        }
    }
}

/// What the requests of one step boundary do to the next step.
pub(super) struct WorldChanges<'a, 'b> {
    seen: &'a Seen,
    next: &'a mut NextStep<'b>,
    /// Where earlier requests of this boundary have put objects.
    moved: Vec<(String, Pose3)>,
}

/// A change that is part of the next step.
#[derive(Debug)]
pub(super) enum PendingChange {
    Pose {
        reply: Reply<SrvSetPoseAnswer>,
        command: usize,
        body: Option<BodyId>,
        object_global_pose: Option<Pose>,
    },
    ControllerTwist {
        reply: Reply<SrvSetControllerTwistAnswer>,
        command: usize,
    },
    Removal {
        reply: Reply<SrvRemoveEntitiesAnswer>,
        commands: Vec<(usize, String)>,
        failures: Vec<String>,
    },
    Insertion {
        reply: Reply<SrvInsertEntitiesAnswer>,
        command: usize,
        names: Vec<String>,
    },
    Lights {
        reply: Reply<SrvSetLightStateAnswer>,
        command: usize,
    },
    Spawning {
        reply: Reply<SrvSpawnObjectsAnswer>,
        command: usize,
    },
    ObjectRemoval {
        reply: Reply<SrvRemoveObjectsAnswer>,
        num_removed: u32,
    },
}

impl<'a, 'b> WorldChanges<'a, 'b> {
    pub(super) fn new(seen: &'a Seen, next: &'a mut NextStep<'b>) -> Self {
        WorldChanges { seen, next, moved: Vec::new() }
    }

    /// Add a request to the next step. Those that cannot be part of it are answered now.
    pub(super) fn begin(&mut self, request: ChangeRequest) -> Option<PendingChange> {
        let request = match request {
            ChangeRequest::Service(request) => request,
            ChangeRequest::Insertion { insertion, names, reply } => {
                return match self.add(Request::Insert(insertion)) {
                    Ok(command) => Some(PendingChange::Insertion { reply, command, names }),
                    Err(reason) => {
                        reply.fail(reason);
                        None
                    }
                };
            }
        };
        match request {
            ServiceRequest::SetPose(asked, reply) => self.set_pose(&asked, reply),
            ServiceRequest::SetControllerTwist(asked, reply) => self.set_controller_twist(&asked, reply),
            ServiceRequest::RemoveEntities(asked, reply) => self.remove(asked, reply),
            ServiceRequest::SetLightState(asked, reply) => self.switch_lights(asked, reply),
            ServiceRequest::SpawnObjects(asked, reply) => self.spawn_objects(&asked, reply),
            ServiceRequest::RemoveObjects(asked, reply) => self.remove_objects(asked, reply),
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
            let moved = self.moved.iter().rev().find(|(moved, _)| *moved == asked.object_id);
            moved.map_or(object.pose_in_world, |(_, pose)| *pose) * Pose3::from(asked.pose)
        } else {
            asked.pose.into()
        };
        let request = match body {
            Some(body) => Request::Teleport { body, pose_in_world },
            None => Request::MoveObject { name: asked.object_id.clone(), pose_in_world },
        };
        match self.add(request) {
            Ok(command) => {
                self.moved.push((asked.object_id.clone(), pose_in_world));
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
            Some(Some(BodyId::Vehicle(vehicle))) => self.add(vehicle.twist(asked.twist_set_point.into())),
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
                Some(Object { body: Some(body), .. }) => self.add(Request::Remove { body }),
                Some(_) => self.add(Request::RemoveObjects { names: vec![name.clone()], prefix: None }),
                None => Err("not found".to_string()),
            };
            match added {
                Ok(command) => commands.push((command, name)),
                Err(reason) => failures.push(format!("{name}: {reason}")),
            }
        }
        Some(PendingChange::Removal { reply, commands, failures })
    }

    fn switch_lights(
        &mut self,
        asked: SrvSetLightState,
        reply: Reply<SrvSetLightStateAnswer>,
    ) -> Option<PendingChange> {
        let SrvSetLightState { object_id, light_group: group, on: is_on } = asked;
        let added = match self.seen.present(&object_id).map(|object| object.body) {
            Some(Some(body)) => self.add(Request::SwitchLights { body, group, is_on }),
            Some(None) => Err("objectId has no lights".to_string()),
            None => Err("objectId not found".to_string()),
        };
        match added {
            Ok(command) => Some(PendingChange::Lights { reply, command }),
            Err(reason) => {
                reply.fail(reason);
                None
            }
        }
    }

    fn spawn_objects(
        &mut self,
        asked: &SrvSpawnObjects,
        reply: Reply<SrvSpawnObjectsAnswer>,
    ) -> Option<PendingChange> {
        let objects: Result<Vec<RuntimeObject>, String> = asked.objects.iter().map(runtime_object).collect();
        match objects.and_then(|objects| self.add(Request::SpawnObjects { objects, replaces: false })) {
            Ok(command) => Some(PendingChange::Spawning { reply, command }),
            Err(reason) => {
                reply.fail(reason);
                None
            }
        }
    }

    fn remove_objects(
        &mut self,
        asked: SrvRemoveObjects,
        reply: Reply<SrvRemoveObjectsAnswer>,
    ) -> Option<PendingChange> {
        let SrvRemoveObjects { names, prefix } = asked;
        // Every name starts with the empty one; a client that leaves its prefix empty means none.
        let prefix = prefix.filter(|prefix| !prefix.is_empty());
        let is_meant = |name: &str| {
            names.iter().any(|it| it == name) || prefix.as_ref().is_some_and(|it| name.starts_with(it))
        };
        let here = self.seen.objects().filter(|object| object.body.is_none() && object.is_present);
        let num_removed = here.filter(|object| is_meant(object.name)).count();
        let num_removed = u32::try_from(num_removed).unwrap_or(u32::MAX);
        match self.add(Request::RemoveObjects { names, prefix }) {
            Ok(_) => Some(PendingChange::ObjectRemoval { reply, num_removed }),
            Err(reason) => {
                reply.fail(reason);
                None
            }
        }
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
fn had_collision(step: &Step, body: Option<BodyId>) -> bool {
    let seen = &step.observations;
    match body {
        Some(BodyId::Vehicle(id)) => seen.vehicles.get(id.index()).is_some_and(|it| it.had_collision),
        Some(BodyId::Block(id)) => seen.blocks.get(id.index()).is_some_and(|it| it.had_collision),
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
            PendingChange::Insertion { reply, command, names } => match refusal(step, command) {
                Some(reason) => reply.fail(reason),
                None => reply.send(SrvInsertEntitiesAnswer { success: true, error_message: None, names }),
            },
            PendingChange::Lights { reply, command } => match refusal(step, command) {
                Some(reason) => reply.fail(reason),
                None => reply.send(SrvSetLightStateAnswer { success: true, error_message: None }),
            },
            PendingChange::Spawning { reply, command } => match refusal(step, command) {
                Some(reason) => reply.fail(reason),
                None => reply.send(SrvSpawnObjectsAnswer { success: true, error_message: None }),
            },
            PendingChange::ObjectRemoval { reply, num_removed } => reply.send(SrvRemoveObjectsAnswer {
                success: true,
                error_message: None,
                num_removed: Some(num_removed),
            }),
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

//! Commands at a step boundary: what each of them changes.

use crate::build::{block_like, body_motion, count, spawned_block, spawned_vehicle};
use crate::observe::{in_body, reference_twist};
use crate::planar::Placement;
use crate::sensors::{forget_motion, fresh_memories};
use crate::settle::place_on_terrain;
use crate::simulation::Simulation;
use crate::stages::at_rest;
use crate::state::{BlockState, Presence, Spawned};
use skidpad_math::{Pose3, Twist2, sin_cos};
use skidpad_messages::{
    BlockId, BodyId, Brake, Commands, Drive, Event, NewBlock, RefusedBecause, Request, VehicleId,
    VehicleObservation,
};

/// Most vehicles and blocks that requests may add to a world; a piece of a world counts as many as it describes.
const MOST_ADDED: usize = 1000;

impl Simulation {
    /// Apply the commands in their order; those that cannot be applied become events.
    pub(crate) fn apply_commands(&mut self, commands: &Commands) {
        for (number, command) in (0u32..).zip(commands.iter()) {
            if let Err(because) = self.apply(command.request()) {
                self.seen.events.push(Event::Refused { command: number, because });
            }
        }
        let refusals = commands.refusals().iter().cloned();
        self.seen.events.extend(refusals.map(|refusal| Event::RequestRefused { refusal }));
    }

    fn apply(&mut self, request: &Request) -> Result<(), RefusedBecause> {
        match request {
            Request::Drive { vehicle, drive } => self.set_drive(*vehicle, drive),
            Request::Brake { vehicle, brake } => self.set_brake(*vehicle, *brake),
            Request::RollWheels { vehicle } => self.roll_wheels(*vehicle),
            Request::SetTimeout { vehicle, timeout_s } => {
                let steps = timeout_s.map(|timeout_s| timeout_steps(timeout_s, self.model.dt_s));
                let step = self.state.step;
                let it = self.vehicle_state(*vehicle)?;
                it.timeout_steps = steps;
                it.commanded_at_step = step;
                Ok(())
            }
            Request::Teleport { body, pose_in_world } => self.teleport(*body, pose_in_world),
            Request::SetTwist { body, twist_in_body } => self.set_twist(*body, *twist_in_body),
            Request::SpawnVehicle { like, name, pose_in_world } => {
                self.check_room_for(1)?;
                self.spawn_vehicle(*like, name, pose_in_world)
            }
            Request::SpawnBlock(block) => {
                self.check_room_for(1)?;
                if self.is_name_of_body(&block.name) {
                    return Err(RefusedBecause::NameTaken);
                }
                self.spawn_block(block)
            }
            Request::CopyBlock { like, name, pose_in_world } => {
                self.check_room_for(1)?;
                self.copy_block(*like, name, pose_in_world)
            }
            Request::Remove { body } => self.remove(*body),
            Request::Insert(insertion) => self.insert(insertion),
            Request::SwitchLights { body, group, is_on } => self.switch_lights(*body, group, *is_on),
            Request::SpawnObjects { objects, replaces } => self.spawn_objects(objects, *replaces),
            Request::MoveObject { name, pose_in_world } => self.move_object(name, pose_in_world),
            Request::RemoveObjects { names, prefix } => {
                self.remove_objects(names, prefix.as_deref());
                Ok(())
            }
            Request::Reset => {
                self.reset();
                self.seen.events.push(Event::Reset);
                Ok(())
            }
        }
    }

    /// Refuse more bodies than can be added. Those that were removed leave room for others.
    pub(crate) fn check_room_for(&self, more: usize) -> Result<(), RefusedBecause> {
        let (state, built) = (&self.state, &self.model.built);
        let vehicles = state.vehicles.iter().skip(built.vehicles).map(|it| it.presence);
        let blocks = state.blocks.iter().skip(built.blocks).map(|it| it.presence);
        let added = vehicles.chain(blocks).filter(|presence| *presence != Presence::Removed).count();
        if added + more > MOST_ADDED { Err(RefusedBecause::TooManyBodies) } else { Ok(()) }
    }

    /// The state of a vehicle that takes part.
    fn vehicle_state(&mut self, id: VehicleId) -> Result<&mut crate::state::VehicleState, RefusedBecause> {
        let state = self.state.vehicles.get_mut(id.index());
        state.filter(|it| it.presence == Presence::Present).ok_or(RefusedBecause::NoSuchBody)
    }

    fn set_drive(&mut self, id: VehicleId, drive: &Drive) -> Result<(), RefusedBecause> {
        let step = self.state.step;
        self.vehicle_state(id)?;
        let it = &mut self.state.vehicles[id.index()];
        if !self.model.vehicles[id.index()].take_set_point(it, drive) {
            return Err(RefusedBecause::WrongKindOfDrive);
        }
        it.commanded_at_step = step;
        Ok(())
    }

    fn set_brake(&mut self, id: VehicleId, brake: Brake) -> Result<(), RefusedBecause> {
        self.vehicle_state(id)?;
        let has_brakes = self.model.vehicles[id.index()].powertrain.brakes.is_some();
        let powertrain = self.state.vehicles[id.index()].powertrain.as_mut();
        powertrain.filter(|_| has_brakes).ok_or(RefusedBecause::NoBrake)?.take(brake);
        Ok(())
    }

    fn roll_wheels(&mut self, id: VehicleId) -> Result<(), RefusedBecause> {
        self.vehicle_state(id)?;
        let vehicle = &self.model.vehicles[id.index()];
        let motion = &self.state.bodies[vehicle.body.index()];
        vehicle.drive.roll_wheels(&mut self.state.vehicles[id.index()].drive, motion);
        Ok(())
    }

    fn teleport(&mut self, body: BodyId, pose: &Pose3) -> Result<(), RefusedBecause> {
        match body {
            BodyId::Vehicle(id) => {
                let it = self.state.vehicles.get_mut(id.index()).ok_or(RefusedBecause::NoSuchBody)?;
                let vehicle = &self.model.vehicles[id.index()];
                let motion = &mut self.state.bodies[vehicle.body.index()];
                match it.presence {
                    Presence::Removed => return Err(RefusedBecause::NoSuchBody),
                    Presence::Quarantined => {
                        it.presence = Presence::Present;
                        vehicle.switch(&mut self.planar, true);
                        *motion = at_rest(pose);
                    }
                    Presence::Present => {
                        // The velocity turns with the vehicle.
                        let heading = sin_cos(motion.yaw_rad);
                        let twist = in_body(it.velocity_in_world_mps, heading, motion.yaw_rate_radps);
                        *motion = vehicle.motion_at(pose, twist);
                        it.velocity_in_world_mps = pose.pose2().rotate(twist.velocity());
                    }
                }
                (it.pitch_rad, it.roll_rad) = (pose.pitch_rad, pose.roll_rad);
                place_on_terrain(
                    &self.model,
                    &mut self.state,
                    &mut self.scratch.settle,
                    id.index(),
                    &mut |_| true,
                );
                forget_motion(&self.model, &mut self.state, id);
                Ok(())
            }
            BodyId::Block(id) => {
                let it = self.state.blocks.get_mut(id.index()).ok_or(RefusedBecause::NoSuchBody)?;
                let block = &self.model.blocks[id.index()];
                if it.presence == Presence::Removed {
                    return Err(RefusedBecause::NoSuchBody);
                }
                it.pose_in_world = *pose;
                if let Some(body) = block.body {
                    let motion = &mut self.state.bodies[body.index()];
                    let twist = reference_twist(motion, block.com_m);
                    *motion = block.motion_at(pose, twist);
                    if it.presence == Presence::Quarantined {
                        *motion = at_rest(pose);
                        self.planar.place_shape(body, 0, Placement::default(), true);
                    }
                }
                it.presence = Presence::Present;
                self.scratch.settle.blocks = None;
                Ok(())
            }
            BodyId::Element(element) => self.move_element(element, pose),
            BodyId::Actor(_) | BodyId::Wall(_) | BodyId::Terrain => Err(RefusedBecause::CannotMove),
        }
    }

    fn set_twist(&mut self, body: BodyId, twist: Twist2) -> Result<(), RefusedBecause> {
        match body {
            BodyId::Vehicle(id) => {
                self.vehicle_state(id)?;
                let vehicle = &self.model.vehicles[id.index()];
                let motion = &mut self.state.bodies[vehicle.body.index()];
                let pose = pose_of(motion);
                *motion = vehicle.motion_at(&pose, twist);
                self.state.vehicles[id.index()].velocity_in_world_mps = pose.pose2().rotate(twist.velocity());
                Ok(())
            }
            BodyId::Block(id) => {
                let it = self.state.blocks.get(id.index()).filter(|it| it.presence == Presence::Present);
                it.ok_or(RefusedBecause::NoSuchBody)?;
                let block = &self.model.blocks[id.index()];
                let body = block.body.filter(|_| block.is_movable).ok_or(RefusedBecause::CannotMove)?;
                let motion = &mut self.state.bodies[body.index()];
                *motion = block.motion_at(&pose_of(motion), twist);
                Ok(())
            }
            BodyId::Actor(_) | BodyId::Wall(_) | BodyId::Element(_) | BodyId::Terrain => {
                Err(RefusedBecause::CannotMove)
            }
        }
    }

    fn spawn_vehicle(&mut self, like: VehicleId, name: &str, pose: &Pose3) -> Result<(), RefusedBecause> {
        if like.index() >= self.model.vehicles.len() {
            return Err(RefusedBecause::NoSuchBody);
        }
        if self.model.roster.vehicle(name).is_some() {
            return Err(RefusedBecause::NameTaken);
        }
        self.add_vehicle_like(like, name, pose)
    }

    pub(crate) fn add_vehicle_like(
        &mut self,
        like: VehicleId,
        name: &str,
        pose: &Pose3,
    ) -> Result<(), RefusedBecause> {
        let id = VehicleId(count(self.model.vehicles.len()));
        let (model, _) = spawned_vehicle(&self.model, like, name);
        let motion = model.motion_at(pose, Twist2::default());
        let body = self.planar.add_body(&model.body_description(), &motion);
        body.map_err(|_| RefusedBecause::BadOutline)?;
        self.state.bodies.push(motion);
        if model.terrain_body.is_some() {
            let motion = crate::planar::BodyMotion::default();
            let steps = self.planar.add_body(&model.terrain_steps(), &motion);
            steps.map_err(|_| RefusedBecause::BadOutline)?;
            self.state.bodies.push(motion);
        }
        let mut it = model.state_at_rest(pose);
        it.timeout_steps = self.state.vehicles[like.index()].timeout_steps;
        it.commanded_at_step = self.state.step;
        self.state.vehicles.push(it);
        let spawned = Spawned::Vehicle { like, name: name.to_string(), pose_in_world: *pose };
        self.state.spawned.push(spawned);
        self.model_spawned(self.state.spawned.len() - 1);
        place_on_terrain(&self.model, &mut self.state, &mut self.scratch.settle, id.index(), &mut |_| true);
        fresh_memories(&self.model, &mut self.state);
        self.note_lights();
        self.seen.vehicles.push(VehicleObservation::default());
        self.seen.events.push(Event::VehicleSpawned { vehicle: id });
        Ok(())
    }

    pub(crate) fn spawn_block(&mut self, block: &NewBlock) -> Result<(), RefusedBecause> {
        let id = BlockId(count(self.model.blocks.len()));
        let (_, description) = spawned_block(block).ok_or(RefusedBecause::BadOutline)?;
        let pose = block.pose_in_world;
        let motion = body_motion(&pose, Twist2::default());
        self.planar.add_body(&description, &motion).map_err(|_| RefusedBecause::BadOutline)?;
        self.state.bodies.push(motion);
        self.note_new_block(id, Spawned::Block(block.clone()), &pose);
        Ok(())
    }

    fn copy_block(&mut self, like: BlockId, name: &str, pose: &Pose3) -> Result<(), RefusedBecause> {
        let described = *self.model.described_blocks.get(like.index()).ok_or(RefusedBecause::NoSuchBody)?;
        if self.is_name_of_body(name) {
            return Err(RefusedBecause::NameTaken);
        }
        if described.is_some() {
            return self.add_block_like(like, name, pose);
        }
        // It was added as an outline, and so is the copy.
        let place = self.model.described_blocks[..like.index()].iter().filter(|it| it.is_none()).count();
        let mut outlines = self.state.spawned.iter().filter_map(|it| match it {
            Spawned::Block(block) => Some(block),
            _ => None,
        });
        let block = outlines.nth(place).ok_or(RefusedBecause::NoSuchBody)?;
        let block = NewBlock { name: name.to_string(), pose_in_world: *pose, ..block.clone() };
        self.spawn_block(&block)
    }

    pub(crate) fn add_block_like(
        &mut self,
        like: BlockId,
        name: &str,
        pose: &Pose3,
    ) -> Result<(), RefusedBecause> {
        let id = BlockId(count(self.model.blocks.len()));
        let (_, body) =
            block_like(&self.model, self.scene.description(), like).ok_or(RefusedBecause::BadOutline)?;
        if let Some(body) = body {
            let motion = body_motion(pose, Twist2::default());
            self.planar.add_body(&body, &motion).map_err(|_| RefusedBecause::BadOutline)?;
            self.state.bodies.push(motion);
        }
        let copy = Spawned::CopiedBlock { like, name: name.to_string(), pose_in_world: *pose };
        self.note_new_block(id, copy, pose);
        self.note_lights();
        Ok(())
    }

    fn note_new_block(&mut self, id: BlockId, spawned: Spawned, pose: &Pose3) {
        self.state.blocks.push(BlockState {
            presence: Presence::Present,
            pose_in_world: *pose,
            is_in_collision: false,
            had_collision: false,
        });
        self.state.spawned.push(spawned);
        self.model_spawned(self.state.spawned.len() - 1);
        self.scratch.settle.blocks = None;
        self.seen.blocks.push(skidpad_messages::BlockObservation::default());
        self.seen.events.push(Event::BlockSpawned { block: id });
    }

    fn remove(&mut self, body: BodyId) -> Result<(), RefusedBecause> {
        match body {
            BodyId::Vehicle(id) => {
                let it = self.state.vehicles.get_mut(id.index()).ok_or(RefusedBecause::NoSuchBody)?;
                if it.presence == Presence::Removed {
                    return Err(RefusedBecause::NoSuchBody);
                }
                it.presence = Presence::Removed;
                let vehicle = &self.model.vehicles[id.index()];
                self.planar.remove_body(vehicle.body);
                if let Some(steps) = vehicle.terrain_body {
                    self.planar.remove_body(steps);
                }
            }
            BodyId::Block(id) => {
                let it = self.state.blocks.get_mut(id.index()).ok_or(RefusedBecause::NoSuchBody)?;
                if it.presence == Presence::Removed {
                    return Err(RefusedBecause::NoSuchBody);
                }
                it.presence = Presence::Removed;
                if let Some(body) = self.model.blocks[id.index()].body {
                    self.planar.remove_body(body);
                }
                self.scratch.settle.blocks = None;
            }
            BodyId::Actor(_) | BodyId::Wall(_) | BodyId::Element(_) | BodyId::Terrain => {
                return Err(RefusedBecause::CannotMove);
            }
        }
        self.seen.events.push(Event::Removed { body });
        Ok(())
    }
}

/// How many steps a time lasts, at least one.
pub(crate) fn timeout_steps(timeout_s: f64, dt_s: f64) -> u64 {
    ((timeout_s / dt_s).ceil() as u64).max(1)
}

fn pose_of(motion: &crate::planar::BodyMotion) -> Pose3 {
    Pose3 { x_m: motion.x_m, y_m: motion.y_m, z_m: motion.z_m, yaw_rad: motion.yaw_rad, ..Pose3::default() }
}

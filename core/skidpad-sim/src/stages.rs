//! The stages of a step, one function each, in the order in which `Simulation::step` runs them.

use crate::drive::{StepContext, slope_of};
use crate::extension::guard::{Failure, take_failure};
use crate::observe::reference_velocity;
use crate::planar::{BodyMotion, Placement};
use crate::simulation::Simulation;
use crate::state::Presence;
use skidpad_math::{Pose3, Vec2, wrap_angle};
use skidpad_messages::{BlockId, BodyId, Commands, Event, Quarantine, VehicleId};

impl Simulation {
    /// Stop vehicles whose last set point is too old.
    pub(crate) fn stop_silent_vehicles(&mut self) {
        let step = self.state.step;
        for (index, (vehicle, it)) in (0u32..).zip(self.model.vehicles.iter().zip(&mut self.state.vehicles)) {
            let Some(timeout_steps) = it.timeout_steps else { continue };
            if it.presence == Presence::Present && step == it.commanded_at_step + timeout_steps {
                vehicle.stop(it);
                self.seen.events.push(Event::TimedOut { vehicle: VehicleId(index) });
            }
        }
    }

    /// Give actors and things on keyframes the velocity that brings them to their next place.
    pub(crate) fn move_along_paths(&mut self) {
        let dt_s = self.model.dt_s;
        let next_ns = self.model.time_ns(self.state.step + 1);
        let now_ns = self.model.time_ns(self.state.step);
        for (actor, it) in self.model.actors.iter().zip(&mut self.state.actors) {
            let from = it.pose_in_world;
            match &actor.animation {
                Some(animation) if actor.walk.path.is_empty() => {
                    it.pose_in_world = animation.pose_at(next_ns);
                }
                _ => it.advance(&actor.walk, dt_s),
            }
            if let Some(body) = actor.body {
                self.state.bodies[body.index()] = toward(&from, &it.pose_in_world, dt_s);
            }
        }
        for (block, it) in self.model.blocks.iter().zip(&mut self.state.blocks) {
            let Some(animation) = block.animation.as_ref().filter(|_| it.presence == Presence::Present)
            else {
                continue;
            };
            let (from, to) = (animation.pose_at(now_ns), animation.pose_at(next_ns));
            it.pose_in_world = to;
            if let Some(body) = block.body {
                self.state.bodies[body.index()] = toward(&from, &to, dt_s);
            }
        }
        for wall in &self.model.sliding_walls {
            let (from, to) = (wall.animation.pose_at(now_ns), wall.animation.pose_at(next_ns));
            self.state.bodies[wall.body.index()] = toward(&from, &to, dt_s);
        }
        for (vehicle, it) in self.model.vehicles.iter().zip(&self.state.vehicles) {
            let Some(animation) = vehicle.animation.as_ref().filter(|_| it.presence == Presence::Present)
            else {
                continue;
            };
            let (from, to) = (animation.pose_at(now_ns), animation.pose_at(next_ns));
            self.state.bodies[vehicle.body.index()] = toward(&from, &to, dt_s);
        }
    }

    /// Controllers, wheels, ground forces; then the velocity that follows from them.
    pub(crate) fn drive_vehicles(&mut self) {
        self.scratch.moving.look(&self.model, &self.state);
        let mut context = StepContext {
            dt_s: self.model.dt_s,
            time_s: self.model.time_ns(self.state.step) as f64 * 1e-9,
            gravity_mps2: self.model.gravity_mps2,
            compat: self.model.compat,
            regions: &self.model.regions,
            moving: &self.scratch.moving,
            model: &self.model,
            heading: (0.0, 1.0),
            attitude_rad: [0.0; 2],
            elements: &self.state.elements,
            step: self.state.step,
        };
        let vehicles = self.model.vehicles.iter().zip(&mut self.state.vehicles).zip(&mut self.seen.vehicles);
        for (number, ((vehicle, it), seen)) in (0u32..).zip(vehicles) {
            if it.presence == Presence::Present {
                vehicle.place_wheels(&it.drive, &mut self.planar);
                let motion = &mut self.state.bodies[vehicle.body.index()];
                context.heading = self.scratch.headings.of(number as usize, motion.yaw_rad);
                context.attitude_rad = [it.pitch_rad, it.roll_rad];
                let was_tipping = it.drive.is_tipping();
                vehicle.push(&context, it, motion, seen);
                if vehicle.has_own_model
                    && let Some(Failure { what, because }) = take_failure()
                {
                    let name = format!("{what} of {}", vehicle.name);
                    self.seen.events.push(Event::ExtensionFailed { name, because });
                }
                if vehicle.animation.is_none()
                    && let Some(slope) = slope_of([it.pitch_rad, it.roll_rad], context.compat)
                {
                    self.planar.tilt(vehicle.body, &slope, context.heading);
                }
                if it.drive.is_tipping() && !was_tipping {
                    self.seen.events.push(Event::Tipping { vehicle: VehicleId(number) });
                }
            }
        }
    }

    /// Damping of blocks that slide. The ground's friction is the plane's own business.
    pub(crate) fn slow_blocks(&mut self) {
        let dt_s = self.model.dt_s;
        for (block, it) in self.model.blocks.iter().zip(&self.state.blocks) {
            let Some(body) = block.body.filter(|_| block.is_movable && it.presence == Presence::Present)
            else {
                continue;
            };
            let motion = &mut self.state.bodies[body.index()];
            let (linear, angular) =
                (1.0 + dt_s * block.linear_damping_hz, 1.0 + dt_s * block.angular_damping_hz);
            motion.vx_mps /= linear;
            motion.vy_mps /= linear;
            motion.yaw_rate_radps /= angular;
        }
    }

    /// Contacts and joints; every body moves by one step.
    pub(crate) fn solve_planar_motion(&mut self) {
        self.scratch.sent.clone_from(&self.state.bodies);
        self.planar.solve(&mut self.state.bodies);
        self.record_contacts();
    }

    /// What follows from the new motions: reference velocities, odometry, collisions, poses of blocks.
    pub(crate) fn follow_bodies(&mut self) {
        let dt_s = self.model.dt_s;
        let step = self.state.step;
        let [begin_s, end_s] = [step - 1, step].map(|step| self.model.time_ns(step) as f64 * 1e-9);
        for (number, (vehicle, it)) in (0u32..).zip(self.model.vehicles.iter().zip(&mut self.state.vehicles))
        {
            if it.presence != Presence::Present {
                continue;
            }
            let index = vehicle.body.index();
            let before_mps = it.velocity_in_world_mps;
            let sent = &self.scratch.sent[index];
            vehicle.finish(it, sent, self.model.compat, &mut self.state.bodies[index], dt_s);
            let place = |motion: &BodyMotion| Vec2::new(motion.x_m, motion.y_m);
            let (from_m, to_m) = (place(sent), place(&self.state.bodies[index]));
            if let Some((lap, time_s)) =
                vehicle.drive.time_lap(&mut it.drive, (begin_s, from_m), (end_s, to_m))
            {
                self.seen.events.push(Event::Lap { vehicle: VehicleId(number), lap, time_s });
            }
            // Solvers move a body by its centre of mass, keyframes by its origin.
            let moved_by_m = if vehicle.animation.is_some() { [0.0; 2] } else { vehicle.com_m() };
            let motion = &self.state.bodies[index];
            let heading = self.scratch.headings.of(number as usize, motion.yaw_rad);
            it.velocity_in_world_mps = reference_velocity(motion, heading, moved_by_m);
            it.acceleration_in_world_mps2 = (it.velocity_in_world_mps - before_mps) * (1.0 / dt_s);
            vehicle.advance_odometry(it, sent, &self.state.bodies[index], [self.model.seed, step], dt_s);
            it.is_in_collision = self.planar.is_colliding(vehicle.body);
            it.had_collision |= it.is_in_collision;
        }
        for (block, it) in self.model.blocks.iter().zip(&mut self.state.blocks) {
            let Some(body) = block.body.filter(|_| it.presence == Presence::Present) else { continue };
            if block.animation.is_none() {
                let motion = &self.state.bodies[body.index()];
                (it.pose_in_world.x_m, it.pose_in_world.y_m) = (motion.x_m, motion.y_m);
                it.pose_in_world.yaw_rad = motion.yaw_rad;
            }
            it.is_in_collision = self.planar.is_colliding(body);
            it.had_collision |= it.is_in_collision;
        }
    }

    /// Turn contacts into events: one per pair of bodies, at its first point, with the impulse of all its points.
    fn record_contacts(&mut self) {
        std::mem::swap(&mut self.scratch.touched_before, &mut self.state.touching);
        self.state.touching.clear();
        for contact in self.planar.contacts() {
            let pair = [contact.a.0, contact.b.0];
            // Contacts come sorted by pair.
            if self.state.touching.last() != Some(&pair) {
                let (a, b) = (self.model.owners[contact.a.index()], self.model.owners[contact.b.index()]);
                let is_first = self.scratch.touched_before.binary_search(&pair).is_err();
                self.seen.events.push(Event::Contact {
                    a: a.min(b),
                    b: a.max(b),
                    point_in_world_m: Vec2::new(contact.point_m[0], contact.point_m[1]),
                    impulse_newton_s: 0.0,
                    is_first,
                });
                self.state.touching.push(pair);
            }
            if let Some(Event::Contact { impulse_newton_s, .. }) = self.seen.events.last_mut() {
                *impulse_newton_s += contact.impulse_newton_s;
            }
        }
    }

    /// Stop what is not finite before terrain sees it. Only commands and another state can bring such a number; the
    /// check before the solver finds one that the last stages of a step left.
    pub(crate) fn check_what_came(&mut self, commands: &Commands) {
        if !commands.is_empty() || !self.scratch.is_checked || self.model.has_ground() {
            self.quarantine(Quarantine::BeforeSolver);
        }
    }

    /// Stop every body that is not finite: back to where it was last seen, without a part in what follows.
    pub(crate) fn quarantine(&mut self, quarantine: Quarantine) {
        for index in 0..self.model.vehicles.len() {
            let vehicle = &self.model.vehicles[index];
            let it = &self.state.vehicles[index];
            let is_sound = self.state.bodies[vehicle.body.index()].is_finite() && it.is_finite();
            if it.presence == Presence::Present && !is_sound {
                self.stop_vehicle(index);
                let body = BodyId::Vehicle(VehicleId(crate::build::count(index)));
                self.seen.events.push(Event::Quarantined { body, quarantine });
            }
        }
        for index in 0..self.model.blocks.len() {
            let Some(body) = self.model.blocks[index].body else { continue };
            let it = &self.state.blocks[index];
            let is_sound = self.state.bodies[body.index()].is_finite() && is_finite(&it.pose_in_world);
            if it.presence == Presence::Present && !is_sound {
                let pose = self.seen.blocks[index].pose_in_world;
                self.planar.place_shape(body, 0, Placement::default(), false);
                self.state.bodies[body.index()] = at_rest(&pose);
                let it = &mut self.state.blocks[index];
                it.presence = Presence::Quarantined;
                it.pose_in_world = pose;
                let body = BodyId::Block(BlockId(crate::build::count(index)));
                self.seen.events.push(Event::Quarantined { body, quarantine });
            }
        }
    }

    fn stop_vehicle(&mut self, index: usize) {
        let vehicle = &self.model.vehicles[index];
        let pose = self.seen.vehicles[index].pose_in_world;
        vehicle.switch(&mut self.planar, false);
        self.state.bodies[vehicle.body.index()] = at_rest(&pose);
        let it = &mut self.state.vehicles[index];
        let timeout_steps = it.timeout_steps;
        *it = vehicle.state_at_rest(&pose);
        it.presence = Presence::Quarantined;
        it.timeout_steps = timeout_steps;
    }
}

/// A body that stands.
pub(crate) fn at_rest(pose: &Pose3) -> BodyMotion {
    BodyMotion { x_m: pose.x_m, y_m: pose.y_m, z_m: pose.z_m, yaw_rad: pose.yaw_rad, ..BodyMotion::default() }
}

pub(crate) fn is_finite(pose: &Pose3) -> bool {
    let sum = pose.x_m + pose.y_m + pose.z_m + pose.yaw_rad + pose.pitch_rad + pose.roll_rad;
    sum.is_finite()
}

/// A body at one pose, with the velocity that brings it to another within a step.
fn toward(from: &Pose3, to: &Pose3, dt_s: f64) -> BodyMotion {
    BodyMotion {
        x_m: from.x_m,
        y_m: from.y_m,
        z_m: from.z_m,
        yaw_rad: from.yaw_rad,
        vx_mps: (to.x_m - from.x_m) / dt_s,
        vy_mps: (to.y_m - from.y_m) / dt_s,
        yaw_rate_radps: wrap_angle(to.yaw_rad - from.yaw_rad) / dt_s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuildOptions;
    use crate::drive::DriveState;
    use crate::state::State;
    use skidpad_dynamics::controllers::Setpoint;
    use skidpad_scene::Assets;

    /// Two robots and a block, out of each other's reach.
    fn world() -> Simulation {
        let robot = |name: &str, y: f64| {
            format!(
                r#"<vehicle name="{name}"><dynamics class="differential"><chassis mass="15" zmin="0.05" zmax="0.6"/>
                <controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>1</KD><N>10</N><max_torque>20</max_torque>
                <enable_reference_filter>true</enable_reference_filter></controller></dynamics>
                <init_pose>0 {y} 0</init_pose></vehicle>"#
            )
        };
        let text = format!(
            "<mvsim_world>{}{}<block name='b'><mass>3</mass><zmin>0</zmin><zmax>1</zmax><init_pose>0 40 0</init_pose>
            <init_vel>1 0 0</init_vel></block></mvsim_world>",
            robot("r1", 0.0),
            robot("r2", 20.0)
        );
        let files = skidpad_world::MapFiles::from_texts([("worlds/q.world.xml", text.as_str())]);
        let options = skidpad_world::ExpandOptions::default();
        let loaded = skidpad_world::load("worlds/q.world.xml", &files, &options);
        Simulation::build(&loaded.description, &Assets::default(), &BuildOptions::default()).unwrap()
    }

    fn drive(simulation: &mut Simulation, step_count: u32) -> Vec<Event> {
        let commands = Commands::from([0, 1].map(|i| VehicleId(i).drive(1.0, 0.2)));
        (0..step_count).flat_map(|_| simulation.step(&commands).events.clone()).collect()
    }

    fn wheeled(state: &mut State) -> &mut skidpad_dynamics::vehicle::VehicleState {
        match &mut state.vehicles[0].drive {
            DriveState::Wheeled(it) => &mut it.wheeled,
            DriveState::RaceCar(_) | DriveState::Own(_) => {
                unreachable!("the robots of this test have wheels")
            }
        }
    }

    /// Promise 8: a number that is not one stops its body alone, whichever field it is born in.
    #[test]
    fn a_body_that_is_not_finite_is_stopped_alone() {
        type Inject = fn(&mut State);
        let fields: [(&str, Inject); 22] = [
            ("x", |s| s.bodies[0].x_m = f64::NAN),
            ("y", |s| s.bodies[0].y_m = f64::INFINITY),
            ("z", |s| s.bodies[0].z_m = f64::NAN),
            ("yaw", |s| s.bodies[0].yaw_rad = f64::NEG_INFINITY),
            ("vx", |s| s.bodies[0].vx_mps = f64::NAN),
            ("vy", |s| s.bodies[0].vy_mps = f64::INFINITY),
            ("yaw rate", |s| s.bodies[0].yaw_rate_radps = f64::NAN),
            ("pitch", |s| s.vehicles[0].pitch_rad = f64::NAN),
            ("roll", |s| s.vehicles[0].roll_rad = f64::NAN),
            ("reference velocity", |s| s.vehicles[0].velocity_in_world_mps.x = f64::NAN),
            ("acceleration", |s| s.vehicles[0].acceleration_in_world_mps2.y = f64::NAN),
            ("odometry", |s| s.vehicles[0].odometry.pose.yaw_rad = f64::NAN),
            ("spin", |s| wheeled(s).wheels[1].spin_radps = f64::INFINITY),
            ("wheel angle", |s| wheeled(s).wheels[0].angle_rad = f64::NAN),
            ("wheel direction", |s| wheeled(s).wheels[0].yaw_rad = f64::NAN),
            ("integral", |s| wheeled(s).channels[0].pid.integral = f64::NAN),
            ("derivative", |s| wheeled(s).channels[1].pid.derivative = f64::NAN),
            ("previous error", |s| wheeled(s).channels[0].pid.previous_error = f64::NAN),
            ("filter 1", |s| wheeled(s).channels[0].filter.first = f64::NAN),
            ("filter 2", |s| wheeled(s).channels[0].filter.second = f64::NAN),
            ("tyres", |s| wheeled(s).tyre_acceleration_mps2.0 = f64::NAN),
            ("set point", |s| wheeled(s).setpoint = Setpoint::twist(f64::NAN, 0.0)),
        ];
        let mut sound = world();
        drive(&mut sound, 60);
        for (name, inject) in fields {
            let mut simulation = world();
            drive(&mut simulation, 30);
            let pose = simulation.observations().vehicles[0].pose_in_world;
            inject(&mut simulation.state);
            let mut events = Vec::new();
            // The first set point of the next step would replace an injected one: step without commands first.
            events.extend(simulation.step(&Commands::NONE).events.clone());
            events.extend(drive(&mut simulation, 29));
            let body = BodyId::Vehicle(VehicleId(0));
            let stopped =
                |event: &&Event| matches!(event, Event::Quarantined { body: who, .. } if *who == body);
            assert_eq!(events.iter().filter(stopped).count(), 1, "{name}: {events:?}");
            let seen = simulation.observations();
            assert!(!seen.vehicles[0].is_present, "{name}");
            assert_eq!(seen.vehicles[0].pose_in_world, pose, "{name}: back where it was");
            let neighbours = |s: &Simulation| (s.state.vehicles[1].clone(), s.state.bodies[1..].to_vec());
            assert_eq!(neighbours(&simulation), neighbours(&sound), "{name}: neighbours go on");
        }
    }

    #[test]
    fn a_block_that_is_not_finite_is_stopped_and_a_teleport_revives() {
        let mut simulation = world();
        drive(&mut simulation, 10);
        let planar = simulation.model.blocks[0].body.unwrap();
        simulation.state.bodies[planar.index()].vx_mps = f64::NAN;
        let events = drive(&mut simulation, 5);
        let body = BodyId::Block(BlockId(0));
        assert!(
            events.iter().any(|event| matches!(event, Event::Quarantined { body: who, .. } if *who == body))
        );
        assert!(!simulation.observations().blocks[0].is_present);
        simulation.step(&Commands::from([BlockId(0).teleport(Pose3 { x_m: 7.0, ..Pose3::default() })]));
        let seen = &simulation.observations().blocks[0];
        assert!(seen.is_present && seen.pose_in_world.x_m == 7.0, "{seen:?}");
    }
}

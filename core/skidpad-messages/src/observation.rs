//! What can be seen of a world after a step: plain data, the same for recorders, bridges and programs.

use crate::{ActorId, BlockId, BodyId, Event, VehicleId};
use serde::{Deserialize, Serialize};
use skidpad_math::{Pose2, Pose3, Twist2, Vec2};

/// The world after a step. Lists are in the order of their ids; what was removed keeps its place.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Observations {
    /// Number of steps made.
    pub step: u64,
    /// Simulated time [ns]: steps times the length of a step.
    pub time_ns: u64,
    /// Vehicles.
    pub vehicles: Vec<VehicleObservation>,
    /// Blocks.
    pub blocks: Vec<BlockObservation>,
    /// People.
    pub actors: Vec<ActorObservation>,
    /// Planes that move along keyframes.
    pub planes: Vec<PlaneObservation>,
    /// Objects that are only seen. A world without any has the observations, and their hash, that it always had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<ObjectObservation>,
    /// What happened during the step.
    pub events: Vec<Event>,
}

impl Observations {
    /// Simulated time [s].
    pub fn time_s(&self) -> f64 {
        self.time_ns as f64 * 1e-9
    }

    /// Become equal to another, keeping the memory of the lists.
    pub fn copy_from(&mut self, other: &Observations) {
        let Observations { step, time_ns, vehicles, blocks, actors, planes, objects, events } = self;
        (*step, *time_ns) = (other.step, other.time_ns);
        vehicles.resize_with(other.vehicles.len(), VehicleObservation::default);
        for (to, from) in vehicles.iter_mut().zip(&other.vehicles) {
            to.copy_from(from);
        }
        blocks.clone_from(&other.blocks);
        actors.clone_from(&other.actors);
        planes.clone_from(&other.planes);
        objects.clone_from(&other.objects);
        events.clone_from(&other.events);
    }

    /// Where a vehicle, block or actor is; none of one that is not there, and of other bodies.
    pub fn pose_of(&self, body: BodyId) -> Option<Pose3> {
        match body {
            BodyId::Vehicle(id) => {
                self.vehicles.get(id.index()).filter(|it| it.is_present).map(|it| it.pose_in_world)
            }
            BodyId::Block(id) => {
                self.blocks.get(id.index()).filter(|it| it.is_present).map(|it| it.pose_in_world)
            }
            BodyId::Actor(id) => self.actors.get(id.index()).map(|it| it.pose_in_world),
            BodyId::Wall(_) | BodyId::Element(_) | BodyId::Terrain => None,
        }
    }

    /// One vehicle. Panics if the id is of another world.
    pub fn vehicle(&self, id: VehicleId) -> &VehicleObservation {
        &self.vehicles[id.index()]
    }

    /// One block. Panics if the id is of another world.
    pub fn block(&self, id: BlockId) -> &BlockObservation {
        &self.blocks[id.index()]
    }

    /// One person. Panics if the id is of another world.
    pub fn actor(&self, id: ActorId) -> &ActorObservation {
        &self.actors[id.index()]
    }
}

/// An object that is only seen, after a step.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ObjectObservation {
    /// False where one was removed and no other has taken its place.
    pub is_present: bool,
    /// Where it is.
    pub pose_in_world: Pose3,
}

/// A vehicle after a step.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct VehicleObservation {
    /// False once it is removed or stopped as non-finite.
    pub is_present: bool,
    /// True pose of its reference point.
    pub pose_in_world: Pose3,
    /// True velocity of its reference point, in its own frame.
    pub twist_in_vehicle: Twist2,
    /// Change of the reference point's velocity during the step, along the world's axes [m/s²].
    pub acceleration_in_world_mps2: Vec2,
    /// Something is closer than the world's collision threshold, or touches.
    pub is_in_collision: bool,
    /// There was a collision since the start or the last reset.
    pub had_collision: bool,
    /// Where its odometry believes it is, seen from its start.
    pub odometry_in_start: Pose2,
    /// Velocity estimated from wheel spin at the start of the step.
    pub odometry_twist: Twist2,
    /// Its speed controllers, where it has any.
    pub speed_loops: [SpeedLoop; 2],
    /// Energy left in its battery, where it has one: 0 is empty, 1 full.
    pub state_of_charge: Option<f64>,
    /// Its wheels.
    pub wheels: Vec<WheelObservation>,
}

impl VehicleObservation {
    /// Mean acceleration during the step, forward and to the left [m/s²]: a_x = v̇_x − v_y·ω, a_y = v̇_y + v_x·ω.
    pub fn acceleration_in_vehicle_mps2(&self) -> Vec2 {
        self.acceleration_in_world_mps2.rotated(-self.pose_in_world.yaw_rad)
    }

    /// Become equal to another, keeping the memory of the list of wheels. Naming every field makes the compiler ask
    /// about a new one.
    fn copy_from(&mut self, other: &VehicleObservation) {
        let VehicleObservation {
            is_present,
            pose_in_world,
            twist_in_vehicle,
            acceleration_in_world_mps2,
            is_in_collision,
            had_collision,
            odometry_in_start,
            odometry_twist,
            speed_loops,
            state_of_charge,
            wheels,
        } = self;
        *is_present = other.is_present;
        *pose_in_world = other.pose_in_world;
        *twist_in_vehicle = other.twist_in_vehicle;
        *acceleration_in_world_mps2 = other.acceleration_in_world_mps2;
        (*is_in_collision, *had_collision) = (other.is_in_collision, other.had_collision);
        (*odometry_in_start, *odometry_twist) = (other.odometry_in_start, other.odometry_twist);
        *speed_loops = other.speed_loops;
        *state_of_charge = other.state_of_charge;
        wheels.clone_from(&other.wheels);
    }
}

/// A speed controller during a step: one per side, or the first alone for one engine.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SpeedLoop {
    /// Speed asked for, after the reference filter [m/s].
    pub set_point_mps: f64,
    /// Speed measured from wheel spin [m/s].
    pub measured_mps: f64,
    /// Torque given [N·m]; positive drives forward.
    pub torque_nm: f64,
    /// Part of it fed forward against the slope [N·m].
    pub feedforward_nm: f64,
}

/// A wheel during and after a step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WheelObservation {
    /// Place on the vehicle [m].
    pub position_in_vehicle_m: Vec2,
    /// Spin after the step [rad/s].
    pub spin_radps: f64,
    /// Angle turned [rad], after the step.
    pub rotation_rad: f64,
    /// Direction of the wheel on the vehicle: its mounting plus steering [rad].
    pub steer_rad: f64,
    /// Motor torque [N·m]; positive drives forward. NaN before the first step, as the rest.
    pub torque_nm: f64,
    /// Ground force in the vehicle's frame [N]; without the slope's pull itself.
    pub force_in_vehicle_n: Vec2,
    /// Velocity of the wheel's centre used in the step, in the vehicle's frame [m/s].
    pub velocity_in_vehicle_mps: Vec2,
    /// Load on the ground [N].
    pub load_n: f64,
    /// Ground force in the wheel's own frame [N]: along and across.
    pub force_in_wheel_n: Vec2,
    /// Spin acceleration that would roll without slip [rad/s²].
    pub rolling_alpha_radps2: f64,
    /// Spin acceleration of the step [rad/s²].
    pub alpha_radps2: f64,
    /// Ward–Iagnemma rolling resistance [N].
    pub rolling_resistance_n: f64,
    /// Slip angle [rad], where the model has one.
    pub slip_angle_rad: f64,
    /// Slip ratio [-], where the model has one.
    pub slip_ratio: f64,
}

impl Default for WheelObservation {
    fn default() -> Self {
        let unknown = Vec2 { x: f64::NAN, y: f64::NAN };
        WheelObservation {
            position_in_vehicle_m: Vec2::default(),
            spin_radps: 0.0,
            rotation_rad: 0.0,
            steer_rad: 0.0,
            torque_nm: f64::NAN,
            force_in_vehicle_n: unknown,
            velocity_in_vehicle_mps: unknown,
            load_n: f64::NAN,
            force_in_wheel_n: unknown,
            rolling_alpha_radps2: f64::NAN,
            alpha_radps2: f64::NAN,
            rolling_resistance_n: f64::NAN,
            slip_angle_rad: f64::NAN,
            slip_ratio: f64::NAN,
        }
    }
}

/// A block after a step.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct BlockObservation {
    /// False once it is removed or stopped as non-finite.
    pub is_present: bool,
    /// Its pose.
    pub pose_in_world: Pose3,
    /// Its velocity, in its own frame.
    pub twist_in_block: Twist2,
    /// Something is closer than the world's collision threshold, or touches.
    pub is_in_collision: bool,
    /// There was a collision since the start or the last reset.
    pub had_collision: bool,
}

/// A person after a step.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ActorObservation {
    /// Where they are.
    pub pose_in_world: Pose3,
    /// Speed along the path [m/s].
    pub speed_mps: f64,
    /// How they move.
    pub gait: Gait,
    /// Time within the clip of that gait [s].
    pub clip_time_s: f64,
}

/// How a person moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Gait {
    /// Stands.
    #[default]
    Idle,
    /// Walks.
    Walk,
    /// Runs.
    Run,
}

/// A plane that moves along keyframes.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct PlaneObservation {
    /// Its place in the list of elements.
    pub element: u32,
    /// Its pose.
    pub pose_in_world: Pose3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_equal_whatever_was_there_before() {
        let vehicle = |x_m: f64, wheel_count: usize| VehicleObservation {
            is_present: true,
            pose_in_world: Pose3 { x_m, ..Pose3::default() },
            speed_loops: [SpeedLoop { torque_nm: x_m, ..SpeedLoop::default() }; 2],
            // NaN is not equal to itself, so every number of a wheel is set.
            wheels: vec![
                WheelObservation {
                    torque_nm: 0.0,
                    force_in_vehicle_n: Vec2::default(),
                    velocity_in_vehicle_mps: Vec2::default(),
                    load_n: 0.0,
                    force_in_wheel_n: Vec2::default(),
                    rolling_alpha_radps2: 0.0,
                    alpha_radps2: 0.0,
                    rolling_resistance_n: 0.0,
                    slip_angle_rad: 0.0,
                    slip_ratio: 0.0,
                    ..WheelObservation::default()
                };
                wheel_count
            ],
            ..VehicleObservation::default()
        };
        let of = |vehicles, block_count| Observations {
            step: 7,
            time_ns: 35,
            vehicles,
            blocks: vec![BlockObservation::default(); block_count],
            events: vec![Event::Reset],
            ..Observations::default()
        };
        let cases = [
            of(vec![vehicle(1.0, 4), vehicle(2.0, 2)], 3),
            of(vec![vehicle(3.0, 2)], 0),
            of(Vec::new(), 1),
            of(vec![vehicle(4.0, 0), vehicle(5.0, 3), vehicle(6.0, 4)], 2),
        ];
        let mut copy = Observations::default();
        for case in &cases {
            copy.copy_from(case);
            assert_eq!(copy, *case);
        }
    }
}

//! Values that several messages share.

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, Twist2};
use skidpad_messages::Pace;
use skidpad_messages::{BlockId, BodyId, Brake, Drive, VehicleId};

/// A pose in 32 bits: x, y, z [m], then a quaternion x, y, z, w. Poses in the world are relative to `origin_m`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Pose(pub [f32; 7]);

impl Pose {
    /// A pose as seen from a point without rotation.
    pub fn relative_to(origin_m: [f64; 3], pose: &Pose3) -> Pose {
        let [x, y, z] = origin_m;
        let turn = pose.quat();
        let numbers = [pose.x_m - x, pose.y_m - y, pose.z_m - z, turn.x, turn.y, turn.z, turn.w];
        Pose(numbers.map(|value| value as f32))
    }
}

/// A pose in the world in 64 bits: x, y, z [m], yaw, pitch, roll [rad].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WorldPose(pub [f64; 6]);

impl WorldPose {
    pub(crate) fn pose(self) -> Pose3 {
        let [x, y, z, yaw, pitch, roll] = self.0;
        Pose3::new(x, y, z, yaw, pitch, roll)
    }
}

impl From<&Pose3> for WorldPose {
    fn from(pose: &Pose3) -> WorldPose {
        WorldPose([pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad, pose.pitch_rad, pose.roll_rad])
    }
}

/// The kind of set point that a controller takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DriveKind {
    /// Velocity in the vehicle's frame.
    Twist,
    /// Forward speed and steering angle.
    SpeedAndSteer,
    /// Torques of the left and right motors.
    Torques,
    /// Torques of the left and right driven wheels, and a steering angle.
    TorquesAndSteer,
    /// Torque of the engine and a steering angle.
    EngineAndSteer,
    /// Torque of each of four wheels, and a steering angle.
    WheelTorquesAndSteer,
}

/// A set point of a vehicle's controller.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetPoint {
    /// Velocity in the vehicle's frame: vx, vy [m/s], yaw rate [rad/s].
    Twist([f64; 3]),
    /// Forward speed [m/s] and steering angle [rad].
    SpeedAndSteer([f64; 2]),
    /// Torques of the left and right motors [N·m]; negative drives forward, as in MVSim.
    Torques([f64; 2]),
    /// Torques of the left and right driven wheels [N·m], negative drives forward; steering angle [rad].
    TorquesAndSteer([f64; 3]),
    /// Torque of the engine [N·m], negative drives forward; steering angle [rad].
    EngineAndSteer([f64; 2]),
    /// Torques of the front left, front right, rear left and rear right wheel [N·m], positive drives forward;
    /// steering angle [rad].
    WheelTorquesAndSteer([f64; 5]),
}

impl SetPoint {
    /// The set point for the simulation. Raw torques have MVSim's sign on the wire: negative ones drive forward.
    pub(crate) fn drive(self) -> Drive {
        let written = match self {
            SetPoint::Twist([vx_mps, vy_mps, yaw_rate_radps]) => {
                Drive::Twist(Twist2 { vx_mps, vy_mps, yaw_rate_radps })
            }
            SetPoint::SpeedAndSteer([speed_mps, steer_rad]) => Drive::SpeedAndSteer { speed_mps, steer_rad },
            SetPoint::Torques([left_nm, right_nm]) => Drive::Torques { left_nm, right_nm },
            SetPoint::TorquesAndSteer([left_nm, right_nm, steer_rad]) => {
                Drive::TorquesAndSteer { left_nm, right_nm, steer_rad }
            }
            SetPoint::EngineAndSteer([torque_nm, steer_rad]) => {
                Drive::EngineAndSteer { torque_nm, steer_rad }
            }
            SetPoint::WheelTorquesAndSteer([a, b, c, d, steer_rad]) => {
                Drive::WheelTorquesAndSteer { torques_nm: [a, b, c, d], steer_rad }
            }
        };
        written.with_mvsim_sign()
    }
}

/// How far a brake is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BrakePress {
    /// The brake pedal, from 0 (released) to 1.
    Pedal(f64),
    /// The hand brake, from 0 to 1.
    Hand(f64),
}

impl BrakePress {
    pub(crate) fn brake(self) -> Brake {
        match self {
            BrakePress::Pedal(share) => Brake::Pedal(share),
            BrakePress::Hand(share) => Brake::Hand(share),
        }
    }
}

/// A body by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyRef {
    /// A vehicle.
    Vehicle(u32),
    /// A block.
    Block(u32),
    /// An element of the world: a floor or a wall.
    Element(u32),
}

impl BodyRef {
    pub(crate) fn id(self) -> BodyId {
        match self {
            BodyRef::Vehicle(index) => BodyId::Vehicle(VehicleId(index)),
            BodyRef::Block(index) => BodyId::Block(BlockId(index)),
            BodyRef::Element(index) => BodyId::Element(index),
        }
    }
}

/// Simulated seconds per second of wall-clock time, or as fast as possible.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Speed {
    /// This many.
    Factor(f64),
    /// As many as the machine can simulate.
    Max(MaxSpeed),
}

/// The word for as fast as possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MaxSpeed {
    /// As fast as possible.
    Max,
}

impl Speed {
    pub(crate) fn pace(self) -> Pace {
        match self {
            Speed::Factor(factor) => Pace::RealTime(factor),
            Speed::Max(MaxSpeed::Max) => Pace::Max,
        }
    }
}

impl From<Pace> for Speed {
    fn from(pace: Pace) -> Speed {
        match pace {
            Pace::RealTime(factor) => Speed::Factor(factor),
            Pace::Max => Speed::Max(MaxSpeed::Max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_torques_are_negative_forward_on_the_wire() {
        let drive = |text: &str| serde_json::from_str::<SetPoint>(text).unwrap().drive();
        assert_eq!(drive(r#"{"torques":[-2,-3]}"#), Drive::Torques { left_nm: 2.0, right_nm: 3.0 });
        let engine = Drive::EngineAndSteer { torque_nm: 5.0, steer_rad: 0.1 };
        assert_eq!(drive(r#"{"engine_and_steer":[-5,0.1]}"#), engine);
        let race_car = Drive::WheelTorquesAndSteer { torques_nm: [1.0, 2.0, 3.0, 4.0], steer_rad: 0.0 };
        assert_eq!(drive(r#"{"wheel_torques_and_steer":[1,2,3,4,0]}"#), race_car);
    }
}

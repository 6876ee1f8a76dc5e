//! What somebody asks of a simulation, and the door where its numbers are checked.

use crate::{BlockId, BodyId, Command, ObjectPoints, ObjectShape, RuntimeObject, VehicleId};
use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, Twist2, Vec2};
use std::fmt;
use std::ops::RangeBounds;

/// A wish of a client, a program or a recording. Its numbers may be anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// New set point of a vehicle's controller; it holds until replaced.
    Drive {
        /// Which vehicle.
        vehicle: VehicleId,
        /// The set point.
        drive: Drive,
    },
    /// Press or release a brake of a vehicle; it stays so until the next request.
    Brake {
        /// Which vehicle.
        vehicle: VehicleId,
        /// Which brake, and how far.
        brake: Brake,
    },
    /// Let every wheel spin as if the vehicle had been rolling.
    RollWheels {
        /// Which vehicle.
        vehicle: VehicleId,
    },
    /// Stop the vehicle when its last set point is older than this; `None` never stops it.
    SetTimeout {
        /// Which vehicle.
        vehicle: VehicleId,
        /// Age [s].
        timeout_s: Option<f64>,
    },
    /// Put a vehicle, a block, or a plane that does not move by itself somewhere else. A body that had been stopped as
    /// non-finite lives again.
    Teleport {
        /// Which body.
        body: BodyId,
        /// Where to.
        pose_in_world: Pose3,
    },
    /// Give a vehicle or a block a velocity.
    SetTwist {
        /// Which body.
        body: BodyId,
        /// Velocity in the body's own frame.
        twist_in_body: Twist2,
    },
    /// Add a vehicle of the same make as another one.
    SpawnVehicle {
        /// The vehicle it is like.
        like: VehicleId,
        /// Its name; no vehicle may have it yet.
        name: String,
        /// Where it stands.
        pose_in_world: Pose3,
    },
    /// Add a block.
    SpawnBlock(NewBlock),
    /// Take a vehicle or a block out of the world.
    Remove {
        /// Which body.
        body: BodyId,
    },
    /// Add the vehicles, blocks and other things of a piece of a world file: all of them or none.
    Insert(Insertion),
    /// Switch a group of lights.
    SwitchLights {
        /// What carries the lights.
        body: BodyId,
        /// Name of the group.
        group: String,
        /// Whether they shine.
        is_on: bool,
    },
    /// Add objects that are seen but not hit: all of them or none.
    SpawnObjects {
        /// The objects, 1000 at most.
        objects: Vec<RuntimeObject>,
        /// Whether an object takes the place of one of the same name; otherwise a name that is taken is refused.
        replaces: bool,
    },
    /// Put such an object somewhere else.
    MoveObject {
        /// Its name.
        name: String,
        /// Where to.
        pose_in_world: Pose3,
    },
    /// Take such objects out of the world. Names that no object has are ignored.
    RemoveObjects {
        /// Names of objects.
        names: Vec<String>,
        /// All objects whose name starts with this.
        prefix: Option<String>,
    },
    /// Back to the initial state; what was spawned goes, what was removed returns.
    Reset,
    /// Add a block of the same make as another one: its outline, mass, friction, meshes and lights.
    CopyBlock {
        /// The block it is like.
        like: BlockId,
        /// Its name; no body may have it yet.
        name: String,
        /// Where it stands.
        pose_in_world: Pose3,
    },
}

/// A set point of a vehicle's controller.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Drive {
    /// A velocity in the vehicle's frame.
    Twist(Twist2),
    /// Torques of a differential vehicle's motors [N·m]; positive drives forward.
    Torques {
        /// Left motor.
        left_nm: f64,
        /// Right motor.
        right_nm: f64,
    },
    /// Torques of the two driven wheels [N·m], positive drives forward, and a steering angle.
    TorquesAndSteer {
        /// Left driven wheel.
        left_nm: f64,
        /// Right driven wheel.
        right_nm: f64,
        /// Steering angle [rad], positive to the left.
        steer_rad: f64,
    },
    /// Torque of the engine [N·m], positive drives forward, and a steering angle.
    EngineAndSteer {
        /// Engine torque.
        torque_nm: f64,
        /// Steering angle [rad], positive to the left.
        steer_rad: f64,
    },
    /// Forward speed and steering angle.
    SpeedAndSteer {
        /// Speed [m/s].
        speed_mps: f64,
        /// Steering angle [rad], positive to the left.
        steer_rad: f64,
    },
    /// Torque of each of four wheels (front left, front right, rear left, rear right) [N·m],
    /// positive drives forward, and a steering angle: the controls of a race car.
    WheelTorquesAndSteer {
        /// Torques.
        torques_nm: [f64; 4],
        /// Steering angle [rad], positive to the left.
        steer_rad: f64,
    },
}

/// How far a brake is pressed, from 0 (released) to 1 (its largest torque).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Brake {
    /// The brake pedal.
    Pedal(f64),
    /// The hand brake.
    Hand(f64),
}

/// A block to be added: a prism.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewBlock {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub pose_in_world: Pose3,
    /// Corners of its outline [m], 3 to 64.
    pub outline_m: Vec<Vec2>,
    /// Lower end [m].
    pub z_min_m: f64,
    /// Upper end [m].
    pub z_max_m: f64,
    /// Mass [kg].
    pub mass_kg: f64,
    /// Whether it never moves.
    pub is_static: bool,
}

/// A piece of a world file, with everything expanded: no includes, variables, loops, conditions or classes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insertion {
    /// The logical path of the file that it would be; the paths in it count from there.
    pub path: String,
    /// The text, with the root `mvsim_world`; 4 MB at most.
    pub text: String,
}

/// Why a request was refused at the door.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// A number is NaN, infinite or beyond any vehicle.
    Number {
        /// Which number.
        what: String,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: String,
    },
    /// A name is empty, too long or has control characters.
    Name {
        /// The name.
        name: String,
    },
    /// An outline has too few or too many corners.
    Outline {
        /// How many it has.
        corner_count: u32,
    },
    /// A list is too long, or its length does not fit.
    Count {
        /// Of what.
        what: String,
        /// How many there are.
        count: u32,
        /// What is allowed.
        allowed: String,
    },
    /// This body cannot be moved or removed.
    Immovable {
        /// The body.
        body: BodyId,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Number { what, value, allowed } => write!(f, "{what} is {value}; it must be {allowed}"),
            Refusal::Name { name } => {
                write!(f, "the name {name:?} must have 1 to 255 characters, none of them a control character")
            }
            Refusal::Outline { corner_count } => {
                write!(f, "an outline of {corner_count} corners; it must have 3 to 64")
            }
            Refusal::Count { what, count, allowed } => write!(f, "{count} {what}; there must be {allowed}"),
            Refusal::Immovable { body } => {
                write!(f, "{body} is fixed; only vehicles and blocks can be moved or removed")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// One kind of number: its name, its limits, and how the limits read.
struct Limit {
    what: &'static str,
    min: f64,
    max: f64,
    allowed: &'static str,
}

const SPEED: Limit = Limit { what: "speed", min: -1e4, max: 1e4, allowed: "within ±10000 m/s" };
const YAW_RATE: Limit = Limit { what: "yaw rate", min: -1e4, max: 1e4, allowed: "within ±10000 rad/s" };
const TORQUE: Limit = Limit { what: "torque", min: -1e9, max: 1e9, allowed: "within ±1e9 N·m" };
const STEER: Limit = Limit { what: "steering angle", min: -6.3, max: 6.3, allowed: "within ±6.3 rad" };
const BRAKE: Limit = Limit { what: "brake", min: 0.0, max: 1.0, allowed: "from 0 to 1" };
const POSITION: Limit = Limit { what: "position", min: -1e8, max: 1e8, allowed: "within ±1e8 m" };
const ANGLE: Limit = Limit { what: "angle", min: -1e4, max: 1e4, allowed: "within ±10000 rad" };
const TIMEOUT: Limit = Limit { what: "timeout", min: 1e-3, max: 1e6, allowed: "from 0.001 to 1e6 s" };
const SIZE: Limit = Limit { what: "size", min: 0.0, max: 1e6, allowed: "from 0 to 1e6 m" };
const MASS: Limit = Limit { what: "mass", min: 1e-6, max: 1e9, allowed: "from 1e-6 to 1e9 kg" };

impl Limit {
    fn check(&self, value: f64) -> Result<(), Refusal> {
        // A NaN is in no range.
        if (self.min..=self.max).contains(&value) {
            return Ok(());
        }
        Err(Refusal::Number { what: self.what.to_string(), value, allowed: self.allowed.to_string() })
    }
}

impl Request {
    /// Turn the request into a trusted command, or say what is wrong with it.
    pub fn check(self) -> Result<Command, Refusal> {
        match &self {
            Request::Drive { drive, .. } => check_drive(drive)?,
            Request::Brake { brake: Brake::Pedal(share) | Brake::Hand(share), .. } => BRAKE.check(*share)?,
            Request::SetTimeout { timeout_s, .. } => timeout_s.map_or(Ok(()), |t| TIMEOUT.check(t))?,
            Request::Teleport { body, pose_in_world } => {
                check_placeable(*body)?;
                check_pose(pose_in_world)?;
            }
            Request::SetTwist { body, twist_in_body } => {
                check_movable(*body)?;
                check_twist(twist_in_body)?;
            }
            Request::SpawnVehicle { name, pose_in_world, .. }
            | Request::CopyBlock { name, pose_in_world, .. } => {
                check_name(name)?;
                check_pose(pose_in_world)?;
            }
            Request::SpawnBlock(block) => check_block(block)?,
            Request::Remove { body } => check_movable(*body)?,
            Request::Insert(Insertion { path, text }) => {
                check_name(path)?;
                check_count("bytes of text", text.len(), ..=4_000_000, "at most 4000000")?;
            }
            Request::SwitchLights { group, .. } => check_name(group)?,
            Request::SpawnObjects { objects, .. } => {
                check_count("objects", objects.len(), ..=1000, "at most 1000 at once")?;
                objects.iter().try_for_each(check_object)?;
            }
            Request::MoveObject { pose_in_world, .. } => check_pose(pose_in_world)?,
            Request::RemoveObjects { names, .. } => {
                check_count("names", names.len(), ..=10_000, "at most 10000 at once")?;
            }
            Request::RollWheels { .. } | Request::Reset => {}
        }
        Ok(Command::trusted(self))
    }
}

impl Drive {
    /// The same set point with the sign that MVSim gives to raw torques (negative drives forward), or back.
    ///
    /// World files, command files and the viewer's messages are written with MVSim's sign. Wheel torques of a
    /// race car are positive forward there too.
    #[must_use]
    pub fn with_mvsim_sign(self) -> Drive {
        match self {
            Drive::Torques { left_nm, right_nm } => Drive::Torques { left_nm: -left_nm, right_nm: -right_nm },
            Drive::TorquesAndSteer { left_nm, right_nm, steer_rad } => {
                Drive::TorquesAndSteer { left_nm: -left_nm, right_nm: -right_nm, steer_rad }
            }
            Drive::EngineAndSteer { torque_nm, steer_rad } => {
                Drive::EngineAndSteer { torque_nm: -torque_nm, steer_rad }
            }
            Drive::Twist(_) | Drive::SpeedAndSteer { .. } | Drive::WheelTorquesAndSteer { .. } => self,
        }
    }
}

fn check_drive(drive: &Drive) -> Result<(), Refusal> {
    match *drive {
        Drive::Twist(twist) => check_twist(&twist),
        Drive::Torques { left_nm, right_nm } => {
            [left_nm, right_nm].into_iter().try_for_each(|t| TORQUE.check(t))
        }
        Drive::TorquesAndSteer { left_nm, right_nm, steer_rad } => {
            TORQUE.check(left_nm)?;
            TORQUE.check(right_nm)?;
            STEER.check(steer_rad)
        }
        Drive::EngineAndSteer { torque_nm, steer_rad } => {
            TORQUE.check(torque_nm)?;
            STEER.check(steer_rad)
        }
        Drive::SpeedAndSteer { speed_mps, steer_rad } => {
            SPEED.check(speed_mps)?;
            STEER.check(steer_rad)
        }
        Drive::WheelTorquesAndSteer { torques_nm, steer_rad } => {
            torques_nm.into_iter().try_for_each(|t| TORQUE.check(t))?;
            STEER.check(steer_rad)
        }
    }
}

fn check_twist(twist: &Twist2) -> Result<(), Refusal> {
    SPEED.check(twist.vx_mps)?;
    SPEED.check(twist.vy_mps)?;
    YAW_RATE.check(twist.yaw_rate_radps)
}

fn check_pose(pose: &Pose3) -> Result<(), Refusal> {
    [pose.x_m, pose.y_m, pose.z_m].into_iter().try_for_each(|p| POSITION.check(p))?;
    [pose.yaw_rad, pose.pitch_rad, pose.roll_rad].into_iter().try_for_each(|a| ANGLE.check(a))
}

fn check_name(name: &str) -> Result<(), Refusal> {
    if name.is_empty() || name.chars().count() > 255 || name.chars().any(char::is_control) {
        return Err(Refusal::Name { name: name.to_string() });
    }
    Ok(())
}

fn check_block(block: &NewBlock) -> Result<(), Refusal> {
    check_name(&block.name)?;
    check_pose(&block.pose_in_world)?;
    if !(3..=64).contains(&block.outline_m.len()) {
        return Err(Refusal::Outline {
            corner_count: u32::try_from(block.outline_m.len()).unwrap_or(u32::MAX),
        });
    }
    block.outline_m.iter().flat_map(|p| [p.x, p.y]).try_for_each(|p| POSITION.check(p))?;
    POSITION.check(block.z_min_m)?;
    POSITION.check(block.z_max_m)?;
    MASS.check(block.mass_kg)
}

fn check_count(
    what: &str,
    count: usize,
    allowed_counts: impl RangeBounds<usize>,
    allowed: &str,
) -> Result<(), Refusal> {
    if allowed_counts.contains(&count) {
        return Ok(());
    }
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    Err(Refusal::Count { what: what.to_string(), count, allowed: allowed.to_string() })
}

fn check_object(object: &RuntimeObject) -> Result<(), Refusal> {
    check_name(&object.name)?;
    object.texture.as_deref().map_or(Ok(()), check_name)?;
    check_pose(&object.pose_in_world)?;
    object.size_m.into_iter().try_for_each(|size| SIZE.check(size))?;
    match &object.shape {
        ObjectShape::Polygon { corners_m } => {
            check_count("corners of a polygon", corners_m.len(), 3..=1024, "3 to 1024")?;
            corners_m.iter().flat_map(|p| [p.x, p.y]).try_for_each(|p| POSITION.check(p))
        }
        ObjectShape::Triangles(points) => check_points(points, 3),
        ObjectShape::Lines(points) => check_points(points, 2),
        _ => Ok(()),
    }
}

fn check_points(points: &ObjectPoints, corner_count: usize) -> Result<(), Refusal> {
    let ObjectPoints { points_m, rgba } = points;
    check_count("points", points_m.len(), ..=100_000, "at most 100000")?;
    if points_m.len() % corner_count != 0 {
        let allowed = if corner_count == 3 { "three for each triangle" } else { "two for each line" };
        return check_count("points", points_m.len(), ..0, allowed);
    }
    if !rgba.is_empty() && rgba.len() != points_m.len() {
        return check_count("colours of points", rgba.len(), ..0, "one for each point, or none");
    }
    points_m.iter().flat_map(|p| [p.x, p.y, p.z]).try_for_each(|p| POSITION.check(p))
}

/// Planes can be put elsewhere too; they are neither pushed nor removed.
fn check_placeable(body: BodyId) -> Result<(), Refusal> {
    if matches!(body, BodyId::Element(_)) { Ok(()) } else { check_movable(body) }
}

fn check_movable(body: BodyId) -> Result<(), Refusal> {
    match body {
        BodyId::Vehicle(_) | BodyId::Block(_) => Ok(()),
        BodyId::Actor(_) | BodyId::Wall(_) | BodyId::Element(_) | BodyId::Terrain => {
            Err(Refusal::Immovable { body })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BlockId;

    fn message(request: Request) -> String {
        request.check().expect_err("must be refused").to_string()
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let robot = VehicleId(0);
        assert_eq!(message(robot.drive(f64::INFINITY, 0.0)), "speed is inf; it must be within ±10000 m/s");
        assert_eq!(
            message(robot.torques(0.0, -1e300)).split(';').nth(1),
            Some(" it must be within ±1e9 N·m")
        );
        assert_eq!(message(robot.steer(1.0, 7.0)), "steering angle is 7; it must be within ±6.3 rad");
        assert_eq!(message(robot.brake(1.5)), "brake is 1.5; it must be from 0 to 1");
        assert_eq!(
            message(Request::Remove { body: BodyId::Wall(3) }),
            "wall 3 is fixed; only vehicles and blocks can be moved or removed"
        );
    }

    #[test]
    fn objects_are_checked_before_they_are_drawn() {
        let spawn = |change: fn(&mut RuntimeObject)| {
            let mut object = RuntimeObject { name: "cone".to_string(), ..RuntimeObject::default() };
            change(&mut object);
            Request::SpawnObjects { objects: vec![object], replaces: false }
        };
        assert!(spawn(|_| ()).check().is_ok());
        assert!(message(spawn(|it| it.name.clear())).starts_with("the name \"\" must have"));
        assert_eq!(message(spawn(|it| it.size_m[1] = -1.0)), "size is -1; it must be from 0 to 1e6 m");
        fn two() -> ObjectPoints {
            ObjectPoints { points_m: vec![skidpad_math::Vec3::default(); 2], rgba: vec![[0; 4]] }
        }
        assert_eq!(
            message(spawn(|it| it.shape = ObjectShape::Triangles(two()))),
            "2 points; there must be three for each triangle"
        );
        assert_eq!(
            message(spawn(|it| it.shape = ObjectShape::Lines(two()))),
            "1 colours of points; there must be one for each point, or none"
        );
        let nowhere = message(spawn(|it| {
            it.shape = ObjectShape::Polygon { corners_m: vec![Vec2::new(0.0, f64::NAN); 3] };
        }));
        assert!(nowhere.starts_with("position is NaN"), "{nowhere}");
    }

    #[test]
    fn sane_requests_pass_unchanged() {
        let request = BlockId(2).teleport(Pose3 { x_m: 5e6, ..Pose3::default() });
        assert_eq!(request.clone().check().map(|c| c.request().clone()), Ok(request));
    }

    /// Promise 7: whatever bits a client sends, what passes is finite.
    #[test]
    fn no_bit_pattern_passes_unless_it_is_finite() {
        let mut random = skidpad_math::SplitMix64::new(1);
        for _ in 0..100_000 {
            let value = f64::from_bits(random.bits());
            for request in [
                VehicleId(0).drive(value, 0.0),
                VehicleId(0).drive(0.0, value),
                VehicleId(0).torques(value, value),
                VehicleId(0).steer(0.0, value),
                VehicleId(0).brake(value),
                VehicleId(0).hand_brake(value),
                VehicleId(0).teleport(Pose3 { roll_rad: value, ..Pose3::default() }),
                Request::SetTimeout { vehicle: VehicleId(0), timeout_s: Some(value) },
            ] {
                if request.check().is_ok() {
                    assert!(value.is_finite() && value.abs() <= 1e9);
                }
            }
        }
    }
}

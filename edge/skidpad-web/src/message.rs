//! Text messages from clients: JSON that becomes a type, or is refused with a reason.

use serde::{Deserialize, Serialize};
use skidpad_link::{Control, LogControl, RecordControl};
use skidpad_math::{Pose3, Twist2, Vec2};
use skidpad_messages::{BlockId, BodyId, Drive, NewBlock, Pace, Request, VehicleId};

/// A message with the number its answer is to carry.
#[derive(Debug, Deserialize)]
pub(crate) struct Numbered {
    pub(crate) id: Option<u64>,
    #[serde(flatten)]
    pub(crate) message: Message,
}

/// What a client may say.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message {
    Hello { protocol: u32, subscribe: Option<Subscription> },
    Subscribe(Subscription),
    Play,
    Pause,
    Step { count: u32 },
    Speed { factor: Factor },
    Reset,
    Drive { vehicle: u32, drive: DriveWish },
    Teleport { body: BodyName, pose: [f64; 6] },
    Spawn(Newcomer),
    Remove { body: BodyName },
    Select { body: Option<BodyName> },
    Peek { step: u64 },
    Branch { step: u64 },
    Snapshot { name: String },
    Restore { name: String },
    Record { csv: Option<RecordWish>, mcap: Option<RecordWish> },
    Inspect,
}

/// What to send, how often.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Subscription {
    pub(crate) rate_hz: f64,
    pub(crate) poses: bool,
    pub(crate) vehicles: bool,
    pub(crate) contacts: bool,
    pub(crate) sensors: Vec<u32>,
}

impl Default for Subscription {
    fn default() -> Self {
        Subscription { rate_hz: 30.0, poses: true, vehicles: true, contacts: false, sensors: Vec::new() }
    }
}

/// Simulated seconds per second, or `"max"`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Factor {
    Times(f64),
    Word(Word),
}

/// The one word a factor may be.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Word {
    Max,
}

impl Factor {
    pub(crate) fn pace(&self) -> Pace {
        match self {
            Factor::Times(factor) => Pace::RealTime(*factor),
            Factor::Word(Word::Max) => Pace::Max,
        }
    }
}

/// A set point of a controller.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DriveWish {
    Twist([f64; 3]),
    SpeedAndSteer([f64; 2]),
    Torques([f64; 2]),
    TorquesAndSteer([f64; 3]),
    EngineAndSteer([f64; 2]),
    WheelTorquesAndSteer([f64; 5]),
}

impl DriveWish {
    /// The set point. Raw torques have MVSim's sign on the wire.
    pub(crate) fn drive(self) -> Drive {
        let written = match self {
            DriveWish::Twist([vx_mps, vy_mps, yaw_rate_radps]) => {
                Drive::Twist(Twist2 { vx_mps, vy_mps, yaw_rate_radps })
            }
            DriveWish::SpeedAndSteer([speed_mps, steer_rad]) => Drive::SpeedAndSteer { speed_mps, steer_rad },
            DriveWish::Torques([left_nm, right_nm]) => Drive::Torques { left_nm, right_nm },
            DriveWish::TorquesAndSteer([left_nm, right_nm, steer_rad]) => {
                Drive::TorquesAndSteer { left_nm, right_nm, steer_rad }
            }
            DriveWish::EngineAndSteer([torque_nm, steer_rad]) => {
                Drive::EngineAndSteer { torque_nm, steer_rad }
            }
            DriveWish::WheelTorquesAndSteer([a, b, c, d, steer_rad]) => {
                Drive::WheelTorquesAndSteer { torques_nm: [a, b, c, d], steer_rad }
            }
        };
        written.with_mvsim_sign()
    }
}

/// A body by its number.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BodyName {
    Vehicle(u32),
    Block(u32),
}

impl BodyName {
    pub(crate) fn id(self) -> BodyId {
        match self {
            BodyName::Vehicle(index) => BodyId::Vehicle(VehicleId(index)),
            BodyName::Block(index) => BodyId::Block(BlockId(index)),
        }
    }
}

/// Something to be added.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Newcomer {
    Vehicle { like: u32, name: String, pose: [f64; 6] },
    Block { name: String, pose: [f64; 6], outline_m: Vec<[f64; 2]>, z_m: [f64; 2], mass_kg: f64 },
}

impl Newcomer {
    pub(crate) fn request(self) -> Request {
        match self {
            Newcomer::Vehicle { like, name, pose } => {
                Request::SpawnVehicle { like: VehicleId(like), name, pose_in_world: pose_of(pose) }
            }
            Newcomer::Block { name, pose, outline_m, z_m: [z_min_m, z_max_m], mass_kg } => {
                Request::SpawnBlock(NewBlock {
                    name,
                    pose_in_world: pose_of(pose),
                    outline_m: outline_m.into_iter().map(|[x, y]| Vec2::new(x, y)).collect(),
                    z_min_m,
                    z_max_m,
                    mass_kg,
                    is_static: false,
                })
            }
        }
    }
}

/// What to do with recordings.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RecordWish {
    Start,
    Stop,
    Clear,
    New,
}

impl RecordWish {
    /// The same request for the recording; it is never begun anew in place.
    pub(crate) fn recording(self) -> Control {
        Control::Record(match self {
            RecordWish::Start => RecordControl::Start,
            RecordWish::Stop => RecordControl::Stop,
            RecordWish::Clear | RecordWish::New => RecordControl::New,
        })
    }

    pub(crate) fn logs(self) -> Control {
        Control::Log(match self {
            RecordWish::Start => LogControl::Start,
            RecordWish::Stop => LogControl::Stop,
            RecordWish::Clear => LogControl::Clear,
            RecordWish::New => LogControl::NewSession,
        })
    }
}

/// The request to put a body elsewhere.
pub(crate) fn teleport(body: BodyName, pose: [f64; 6]) -> Request {
    Request::Teleport { body: body.id(), pose_in_world: pose_of(pose) }
}

fn pose_of([x, y, z, yaw, pitch, roll]: [f64; 6]) -> Pose3 {
    Pose3::new(x, y, z, yaw, pitch, roll)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Numbered, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn messages_become_types() {
        let drive = read(r#"{"type":"drive","vehicle":2,"drive":{"twist":[1,0,0.5]},"id":9}"#).unwrap();
        assert_eq!(drive.id, Some(9));
        let request = DriveWish::Twist([1.0, 0.0, 0.5]);
        assert_eq!(drive.message, Message::Drive { vehicle: 2, drive: request });
        let max = read(r#"{"type":"speed","factor":"max"}"#).unwrap().message;
        assert!(matches!(max, Message::Speed { factor } if factor.pace() == Pace::Max));
        let add =
            read(r#"{"type":"spawn","vehicle":{"like":1,"name":"r9","pose":[1,2,0,0.5,0,0]}}"#).unwrap();
        let add = match add.message {
            Message::Spawn(newcomer) => newcomer.request(),
            other => panic!("{other:?}"),
        };
        let pose_in_world = Pose3::new(1.0, 2.0, 0.0, 0.5, 0.0, 0.0);
        assert_eq!(add, Request::SpawnVehicle { like: VehicleId(1), name: "r9".to_string(), pose_in_world });
        let select = read(r#"{"type":"select","body":null}"#).unwrap().message;
        assert_eq!(select, Message::Select { body: None });
        let hello = read(r#"{"type":"hello","protocol":1,"subscribe":{"rate_hz":10}}"#).unwrap().message;
        let asked = Subscription { rate_hz: 10.0, ..Subscription::default() };
        assert_eq!(hello, Message::Hello { protocol: 1, subscribe: Some(asked) });
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "[]",
            "7",
            "null",
            "{}",
            r#"{"type":"fly"}"#,
            r#"{"type":"step","count":-1}"#,
            r#"{"type":"drive","vehicle":0,"drive":{"twist":[1,0]}}"#,
            r#"{"type":"drive","vehicle":0,"drive":{"twist":[NaN,0,0]}}"#,
            r#"{"type":"spawn","vehicle":{"like":-1,"name":"a","pose":[0,0,0,0,0,0]}}"#,
            r#"{"type":"spawn","block":{"name":"a"}}"#,
            r#"{"type":"teleport","body":{"wall":1},"pose":[0,0,0,0,0,0]}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(read(&deep).is_err());
    }
}

//! Text messages from a client: JSON that becomes one of these types or is refused with a reason.

use super::{BodyRef, BrakePress, SetPoint, Speed, WorldPose};
use serde::{Deserialize, Serialize};
use skidpad_link::{Control, LogControl, RecordControl};
use skidpad_math::Vec2;
use skidpad_messages::{BlockId, NewBlock, Request as WorldRequest, VehicleId};

/// A text message from a client.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ClientMessage {
    /// Must be the first message; answered by `welcome`.
    Hello {
        /// Version of the protocol that the client speaks.
        protocol: u32,
        /// What to send from the start; the defaults of `subscribe` if missing.
        subscribe: Option<Subscription>,
    },
    /// Chooses what is sent and how often. A sensor without subscribers is not computed.
    Subscribe(Subscription),
    /// Continues the run.
    Play,
    /// Pauses the run.
    Pause,
    /// Makes a number of steps, then pauses.
    Step {
        /// From 1 to 10000.
        count: u32,
    },
    /// Changes the speed of simulated time.
    Speed {
        /// From 0.001 to 1000, or `"max"`.
        factor: Speed,
    },
    /// Resets the world to its initial state.
    Reset,
    /// Returns to the end of the time line that the last `reset`, `branch` or `restore` left, for every client.
    Undo,
    /// Ends the program.
    Quit,
    /// Gives a vehicle a new set point.
    Drive {
        /// Number of the vehicle.
        vehicle: u32,
        /// The set point, of the kind that the vehicle's controller takes.
        drive: SetPoint,
    },
    /// Presses or releases a brake of a vehicle that has one.
    Brake {
        /// Number of the vehicle.
        vehicle: u32,
        /// Which brake, and how far.
        brake: BrakePress,
    },
    /// Moves a body.
    Teleport {
        /// The body.
        body: BodyRef,
        /// Its new pose.
        pose: WorldPose,
    },
    /// Adds a vehicle or a block until the next reset. Refused where 1000 bodies have been added.
    Spawn(Spawn),
    /// Removes a body until the next reset.
    Remove {
        /// The body.
        body: BodyRef,
    },
    /// Asks for the parameters of a body and where they are written; answered by `selected`.
    Select {
        /// The body; null or missing for none, which is answered by `done`.
        body: Option<BodyRef>,
    },
    /// Shows the kept moment nearest to a step: `poses`, `vehicles` and `contacts` with the flag
    /// `past`, to this client alone, then `moments`.
    Peek {
        /// The step.
        step: u64,
    },
    /// Returns to the kept moment nearest to a step and continues from there, for every client.
    Branch {
        /// The step.
        step: u64,
    },
    /// Keeps the present moment under a name until the program ends.
    Snapshot {
        /// The name, 1 to 255 bytes.
        name: String,
    },
    /// Returns to the moment of that name, for every client.
    Restore {
        /// The name.
        name: String,
    },
    /// Controls CSV logs or the recording; exactly one of the two. The run chooses the names of the files.
    Record {
        /// What to do with the CSV logs.
        csv: Option<RecordAction>,
        /// What to do with the MCAP recording.
        mcap: Option<RecordAction>,
    },
    /// Shows what was changed in the world, or writes it into a world file; answered by `edits`. The run chooses the
    /// name of a new file.
    Edits {
        /// Whether the changes are written; false or missing only shows them.
        #[serde(default)]
        save: bool,
        /// Whether the world's own file is replaced, which a run with `--edit` allows.
        #[serde(default)]
        in_place: bool,
        /// Whether the file is the world after includes, loops and variables.
        #[serde(default)]
        expanded: bool,
    },
    /// Asks for the exact state; answered by `state`.
    Inspect,
    /// Makes steps in a run that is in lock-step, and waits at the end of them; answered by `advanced`. The first
    /// client that sends it has control for as long as it stays connected.
    Advance {
        /// How many steps, from 1 to 10000.
        steps: u32,
        /// Commands that the first of these steps applies, in this order; none by default.
        #[serde(default)]
        commands: Vec<AdvanceCommand>,
        /// Numbers of the sensors to read after the last step; none by default. Their readings come before the answer.
        #[serde(default)]
        sensors: Vec<u32>,
    },
}

/// A command of `advance`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum AdvanceCommand {
    /// Gives a vehicle a new set point, which holds until it is replaced.
    Drive {
        /// Number of the vehicle.
        vehicle: u32,
        /// The set point, of the kind that the vehicle's controller takes.
        drive: SetPoint,
    },
    /// Presses or releases a brake of a vehicle that has one.
    Brake {
        /// Number of the vehicle.
        vehicle: u32,
        /// Which brake, and how far.
        brake: BrakePress,
    },
    /// Moves a body.
    Teleport {
        /// The body.
        body: BodyRef,
        /// Its new pose.
        pose: WorldPose,
    },
    /// Adds a vehicle or a block until the next reset.
    Spawn(Spawn),
    /// Removes a body until the next reset.
    Remove {
        /// The body.
        body: BodyRef,
    },
    /// Resets the world to its initial state.
    Reset,
}

impl AdvanceCommand {
    pub(crate) fn request(self) -> WorldRequest {
        match self {
            AdvanceCommand::Drive { vehicle, drive } => {
                WorldRequest::Drive { vehicle: VehicleId(vehicle), drive: drive.drive() }
            }
            AdvanceCommand::Brake { vehicle, brake } => {
                WorldRequest::Brake { vehicle: VehicleId(vehicle), brake: brake.brake() }
            }
            AdvanceCommand::Teleport { body, pose } => {
                WorldRequest::Teleport { body: body.id(), pose_in_world: pose.pose() }
            }
            AdvanceCommand::Spawn(spawn) => spawn.request(),
            AdvanceCommand::Remove { body } => WorldRequest::Remove { body: body.id() },
            AdvanceCommand::Reset => WorldRequest::Reset,
        }
    }
}

/// What is sent to a client, and how often. A key that is missing has its default.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Subscription {
    /// Frames per second of wall-clock time, 0 to 120; 30 by default.
    pub(crate) rate_hz: f64,
    /// Whether to send `poses`; true by default.
    pub(crate) poses: bool,
    /// Whether to send `vehicles`; true by default.
    pub(crate) vehicles: bool,
    /// Whether to send `contacts`; false by default.
    pub(crate) contacts: bool,
    /// Numbers of the sensors whose readings to send; none by default.
    pub(crate) sensors: Vec<u32>,
    /// About how many points of a cloud to send, those far away thinned more; 0, the default, sends all.
    pub(crate) max_points: u32,
}

impl Default for Subscription {
    fn default() -> Self {
        Subscription {
            rate_hz: 30.0,
            poses: true,
            vehicles: true,
            contacts: false,
            sensors: Vec::new(),
            max_points: 0,
        }
    }
}

/// A body to add.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Spawn {
    /// A vehicle of the same make as another one.
    Vehicle(SpawnVehicle),
    /// A block.
    Block(SpawnBlock),
    /// A block of the same make as another one, with its meshes.
    BlockLike(SpawnBlockLike),
}

/// A vehicle to add.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct SpawnVehicle {
    /// Number of the vehicle to copy.
    like: u32,
    /// Its name; it must be new.
    name: String,
    /// Where it starts.
    pose: WorldPose,
}

/// A copy of a block to add.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct SpawnBlockLike {
    /// Number of the block to copy.
    like: u32,
    /// Its name; it must be new.
    name: String,
    /// Where it starts.
    pose: WorldPose,
}

/// A block to add.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct SpawnBlock {
    /// Its name.
    name: String,
    /// Where it starts.
    pose: WorldPose,
    /// Corners of its outline [m], 3 to 64.
    outline_m: Vec<[f64; 2]>,
    /// Lower and upper end [m].
    z_m: [f64; 2],
    /// Mass [kg].
    mass_kg: f64,
}

impl Spawn {
    pub(crate) fn request(self) -> WorldRequest {
        match self {
            Spawn::Vehicle(SpawnVehicle { like, name, pose }) => {
                WorldRequest::SpawnVehicle { like: VehicleId(like), name, pose_in_world: pose.pose() }
            }
            Spawn::BlockLike(SpawnBlockLike { like, name, pose }) => {
                WorldRequest::CopyBlock { like: BlockId(like), name, pose_in_world: pose.pose() }
            }
            Spawn::Block(SpawnBlock { name, pose, outline_m, z_m: [z_min_m, z_max_m], mass_kg }) => {
                WorldRequest::SpawnBlock(NewBlock {
                    name,
                    pose_in_world: pose.pose(),
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

/// What to do with files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RecordAction {
    /// Starts writing.
    Start,
    /// Stops writing.
    Stop,
    /// Starts the files again; a recording gets a new file instead.
    Clear,
    /// Closes the files and starts new ones.
    New,
}

impl RecordAction {
    pub(crate) fn for_recording(self) -> Control {
        Control::Record(match self {
            RecordAction::Start => RecordControl::Start,
            RecordAction::Stop => RecordControl::Stop,
            RecordAction::Clear | RecordAction::New => RecordControl::New,
        })
    }

    pub(crate) fn for_logs(self) -> Control {
        Control::Log(match self {
            RecordAction::Start => LogControl::Start,
            RecordAction::Stop => LogControl::Stop,
            RecordAction::Clear => LogControl::Clear,
            RecordAction::New => LogControl::NewSession,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Request;
    use skidpad_math::Pose3;
    use skidpad_messages::Pace;

    fn read(text: &str) -> Result<Request, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn messages_become_types() {
        let drive = read(r#"{"type":"drive","vehicle":2,"drive":{"twist":[1,0,0.5]},"id":9}"#).unwrap();
        assert_eq!(drive.id, Some(9));
        let set_point = SetPoint::Twist([1.0, 0.0, 0.5]);
        assert_eq!(drive.message, ClientMessage::Drive { vehicle: 2, drive: set_point });
        let brake = read(r#"{"type":"brake","vehicle":1,"brake":{"pedal":0.5}}"#).unwrap().message;
        assert_eq!(brake, ClientMessage::Brake { vehicle: 1, brake: BrakePress::Pedal(0.5) });
        let max = read(r#"{"type":"speed","factor":"max"}"#).unwrap().message;
        assert!(matches!(max, ClientMessage::Speed { factor } if factor.pace() == Pace::Max));
        let spawn =
            read(r#"{"type":"spawn","vehicle":{"like":1,"name":"r9","pose":[1,2,0,0.5,0,0]}}"#).unwrap();
        let spawn = match spawn.message {
            ClientMessage::Spawn(spawn) => spawn.request(),
            other => panic!("{other:?}"),
        };
        let pose_in_world = Pose3::new(1.0, 2.0, 0.0, 0.5, 0.0, 0.0);
        let expected =
            WorldRequest::SpawnVehicle { like: VehicleId(1), name: "r9".to_string(), pose_in_world };
        assert_eq!(spawn, expected);
        let select = read(r#"{"type":"select","body":null}"#).unwrap().message;
        assert_eq!(select, ClientMessage::Select { body: None });
        let hello = read(r#"{"type":"hello","protocol":1,"subscribe":{"rate_hz":10}}"#).unwrap().message;
        let asked = Subscription { rate_hz: 10.0, ..Subscription::default() };
        assert_eq!(hello, ClientMessage::Hello { protocol: 1, subscribe: Some(asked) });
    }

    #[test]
    fn malformed_messages_are_refused() {
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

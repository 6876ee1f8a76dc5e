//! Text messages to a client, as JSON.

use super::{SetPoint, Speed, WorldPose};
use serde::{Deserialize, Serialize};

/// A text message to a client.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ServerMessage {
    /// The answer to `hello`.
    Welcome(Welcome),
    /// How the run is doing; sent about four times a second.
    Status(Box<Status>),
    /// The kept moments; sent in answer to `peek`, and whenever they have changed.
    Moments {
        /// Steps of the kept moments.
        steps: Vec<u64>,
    },
    /// A client gave a vehicle a new set point; sent to all clients.
    Drive {
        /// Number of the vehicle.
        vehicle: u32,
        /// The set point.
        drive: SetPoint,
    },
    /// Something happened that a person should know.
    Event {
        /// What happened.
        kind: EventKind,
        /// The same in words.
        text: String,
    },
    /// A small reading, as text.
    Reading(Reading),
    /// The answer to `select`.
    Selected {
        /// The number of the request.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// Where the body is written: `file:line:column`; empty for what was added while running.
        place: String,
        /// What the world file says about it.
        parameters: Vec<Parameter>,
    },
    /// The answer to `inspect`.
    State(State),
    /// The answer to `edits`.
    Edits(Edits),
    /// The answer to `advance`: the steps are made. Readings that were asked for come before it.
    Advanced(Advanced),
    /// A request was carried out. Sent only to requests with an `id`.
    Done {
        /// The number of the request.
        id: u64,
    },
    /// A request was refused and changed nothing.
    Refused {
        /// The number of the request, if it had one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// Why.
        reason: String,
    },
    /// The scene has changed: fetch it again, then send `subscribe` to receive every pose.
    SceneChanged {
        /// The new revision.
        revision: u64,
    },
    /// The connection ends.
    #[cfg_attr(not(feature = "server"), allow(dead_code, reason = "only a server ends a connection"))]
    Goodbye {
        /// Why.
        reason: String,
    },
}

/// What was changed in the world, as the difference to its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Edits {
    /// The number of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u64>,
    /// How many places of the file change.
    pub(crate) count: usize,
    /// Name of the world's file.
    pub(crate) file: String,
    /// The difference, as `diff -u` shows it.
    pub(crate) diff: String,
    /// Objects whose changes cannot be written, and why.
    pub(crate) refused: Vec<[String; 2]>,
    /// Whether the world's own file may be replaced.
    pub(crate) may_replace: bool,
    /// The file that was written; null if the changes were only shown.
    pub(crate) saved: Option<String>,
}

/// The world after the steps of `advance`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Advanced {
    /// The number of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u64>,
    /// The step.
    pub(crate) step: u64,
    /// Simulated time [ns].
    pub(crate) time_ns: u64,
    /// Hash of the state, as 16 hexadecimal digits; `skidpad launch --hash` prints the same.
    pub(crate) hash: String,
    /// Vehicles, in the order of their numbers; removed ones keep their place.
    pub(crate) vehicles: Vec<VehicleState>,
    /// Why commands were not followed; empty if all were.
    pub(crate) refused: Vec<String>,
    /// How often the time limit has passed since the start, so that steps were made without the client.
    pub(crate) missed_count: u64,
}

/// The answer to `hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Welcome {
    /// Version of the protocol.
    pub(crate) protocol: u32,
    /// Number of this client.
    pub(crate) client: u64,
    /// Revision of the scene.
    pub(crate) revision: u64,
    /// Identity of the run. A client that connects again and finds another one must fetch the scene again.
    pub(crate) run: String,
    /// Name and version of the program.
    pub(crate) program: String,
    /// What this server offers.
    pub(crate) can: Vec<Capability>,
}

/// What a server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// `play`, `pause`, `step` and `speed`.
    Control,
    /// `peek`, `branch`, `snapshot` and `restore`.
    Rewind,
    /// `teleport`, `spawn` and `remove`.
    Edit,
    /// `drive` and `brake`.
    Drive,
    /// A recording is played: `branch` goes to any step of it.
    Seek,
    /// The run is in lock-step: `advance`.
    Lockstep,
}

/// How the run is doing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Status {
    /// The step.
    pub(crate) step: u64,
    /// Simulated time [ns].
    pub(crate) time_ns: u64,
    /// Whether the run is paused.
    pub(crate) is_paused: bool,
    /// The speed asked for.
    pub(crate) speed: Speed,
    /// The speed achieved lately.
    pub(crate) real_time_factor: f64,
    /// Steps that started more than one step late.
    pub(crate) missed_deadline_count: u64,
    /// Connected viewers.
    pub(crate) client_count: usize,
    /// Frames dropped because this client was too slow.
    pub(crate) dropped_count: u64,
    /// How often time was set back.
    pub(crate) branch: u64,
    /// First step, last step and number of the kept moments; null while there are none.
    pub(crate) moments: Option<[u64; 3]>,
    /// Names of the moments kept by `snapshot`.
    pub(crate) named: Vec<String>,
    /// The CSV logs being written; null for none.
    pub(crate) csv: Option<WrittenFiles>,
    /// The recording being written; null for none.
    pub(crate) mcap: Option<WrittenFiles>,
    /// The files that were closed last; null before any were.
    pub(crate) closed: Option<WrittenFiles>,
    /// Whether `undo` has a time line to return to.
    pub(crate) can_undo: bool,
    /// The set points that vehicles have from viewers; those that no viewer has driven are missing.
    pub(crate) driven: Vec<GivenSetPoint>,
    /// Where the playback is; missing unless a recording is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) recording: Option<PlaybackPosition>,
}

/// A set point that a viewer gave.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct GivenSetPoint {
    /// Number of the vehicle.
    pub(crate) vehicle: u32,
    /// The set point.
    pub(crate) drive: SetPoint,
}

/// Files being written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct WrittenFiles {
    /// Simulated time at their start [ns].
    pub(crate) since_ns: u64,
    /// Path of the first of them on the machine of the run.
    pub(crate) file: String,
    /// How many there are.
    pub(crate) file_count: usize,
    /// Size of the first [bytes]; missing where it cannot be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) size_bytes: Option<u64>,
}

/// Where the playback of a recording is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct PlaybackPosition {
    /// Steps played.
    pub(crate) tick: u64,
    /// Steps in the recording.
    pub(crate) end_tick: u64,
    /// The first step whose state differed from the recorded one; missing while all agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) differs_at: Option<u64>,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventKind {
    /// The state of a body became non-finite, and it was stopped.
    Quarantined,
    /// A vehicle stops because its last command is too old.
    TimedOut,
    /// Both wheels of a side or of an axle of a race car have left the ground.
    Tipping,
    /// A class that a program brought along failed.
    ExtensionFailed,
    /// A class that a program brought along says something.
    Note,
}

/// A small reading.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Reading {
    /// Number of the sensor.
    pub(crate) sensor: u32,
    /// Simulated time of the reading [ns].
    pub(crate) time_ns: u64,
    /// The reading of an inertial measurement unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) imu: Option<ImuReading>,
    /// The reading of a satellite receiver that has a fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gnss: Option<GnssReading>,
    /// The arrays of a sensor that a program brought along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) arrays: Option<Vec<ArrayReading>>,
}

/// An array of a sensor that a program brought along.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ArrayReading {
    /// Its name.
    pub(crate) name: String,
    /// The unit of its numbers; may be empty.
    pub(crate) unit: String,
    /// How many numbers it has.
    pub(crate) count: u64,
    /// The numbers, null for an infinite one; of a long array evenly spaced ones, 512 at most.
    pub(crate) values: Vec<Option<f64>>,
}

/// The reading of an inertial measurement unit, in its own frame.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct ImuReading {
    /// Specific force [m/s²].
    pub(crate) acceleration_mps2: [f64; 3],
    /// Angular velocity [rad/s].
    pub(crate) rate_radps: [f64; 3],
}

/// The reading of a satellite receiver.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct GnssReading {
    /// Latitude [°], WGS-84.
    pub(crate) latitude_deg: f64,
    /// Longitude [°], WGS-84.
    pub(crate) longitude_deg: f64,
    /// Height above the ellipsoid [m].
    pub(crate) height_m: f64,
}

/// A line of a body's description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Such as `mass`.
    pub name: String,
    /// Such as `30 kg`.
    pub value: String,
    /// `file:line:column`; empty when it is not written anywhere.
    pub place: String,
}

/// The exact state of the world.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct State {
    /// The number of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u64>,
    /// The step.
    pub(crate) step: u64,
    /// Simulated time [ns].
    pub(crate) time_ns: u64,
    /// Steps made since the run started; a reset does not set it back.
    pub(crate) tick: u64,
    /// Whether the run is paused.
    pub(crate) is_paused: bool,
    /// Vehicles, in the order of their numbers.
    pub(crate) vehicles: Vec<VehicleState>,
    /// Blocks, in the order of their numbers.
    pub(crate) blocks: Vec<BlockState>,
}

/// The state of a vehicle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct VehicleState {
    /// Its name.
    pub(crate) name: String,
    /// Its pose.
    pub(crate) pose: WorldPose,
    /// Its velocity in its own frame: vx, vy [m/s], yaw rate [rad/s].
    pub(crate) twist: [f64; 3],
}

/// The state of a block.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct BlockState {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is in the world.
    pub(crate) is_present: bool,
    /// Its pose.
    pub(crate) pose: WorldPose,
}

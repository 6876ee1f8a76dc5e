//! The contract with the page: every message and every file that it reads or sends, defined once.
//!
//! The TypeScript types in `viewer/src/net/contract.ts` and the tables of `docs/viewer-protocol.md` are generated from
//! these modules; doc comments become descriptions there. A test fails when they are out of date and names the command
//! that renews them. `generate/` lists what it understands and refuses everything else.

mod binary;
mod client;
#[cfg(test)]
mod generate;
mod scene;
mod server;
mod values;

#[cfg(test)]
pub(crate) use binary::{CONTACT, HEADER, POSE_RECORD, VEHICLE, WHEEL, byte_count, offset};
pub(crate) use binary::{Flag, MessageKind, PictureFormat};
pub(crate) use client::{AdvanceCommand, ClientMessage, Subscription};
#[cfg(test)]
pub(crate) use generate::sample;
pub use scene::{
    Body, BodyKind, Faces, Frame, FrameOwner, Gui, Joint, JointKind, Lamp, Light, Marker, Region, SceneFile,
    SceneObject, Sensor, SensorKind, Shadow, Shape, Sky, Vehicle, Wheel, WorldName,
};
pub(crate) use server::{
    Advanced, ArrayReading, BlockState, Edits, EventKind, GivenSetPoint, GnssReading, ImuReading,
    PlaybackPosition, Reading, ServerMessage, State, Status, VehicleState, Welcome, WrittenFiles,
};
pub use server::{Capability, Parameter};
#[cfg(test)]
pub(crate) use values::MaxSpeed;
pub(crate) use values::Speed;
pub use values::{BodyRef, BrakePress, DriveKind, Pose, SetPoint, WorldPose};

/// Version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A message from a client and the number that its answer repeats.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct Request {
    pub(crate) id: Option<u64>,
    #[serde(flatten)]
    pub(crate) message: ClientMessage,
}

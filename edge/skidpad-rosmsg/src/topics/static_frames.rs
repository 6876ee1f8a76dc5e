//! The frames that do not move, all of a topic in one message.

use crate::msg::TFMessage;
use crate::{VehicleNames, sensor_frames, static_transforms, world_transforms};
use skidpad_math::Pose3;
use skidpad_messages::{Reading, ReadingData, Roster, SensorId, VehicleId};
use std::collections::BTreeMap;

/// Where the colour cameras of depth cameras sit; known from their first readings.
#[derive(Debug, Clone, Default)]
pub(super) struct ColourPoses(BTreeMap<SensorId, Pose3>);

impl ColourPoses {
    /// Remember what a reading says. True if it is news.
    pub(super) fn learn(&mut self, reading: &Reading) -> bool {
        match &reading.data {
            ReadingData::Rgbd(rgbd) => {
                self.0.insert(reading.sensor, rgbd.colour_in_sensor) != Some(rgbd.colour_in_sensor)
            }
            _ => false,
        }
    }

    /// The frames of the sensors on a vehicle, or of those that stand in the world.
    fn frames(&self, roster: &Roster, vehicle: Option<VehicleId>) -> Vec<(String, Pose3)> {
        let sensors = (0..).map(SensorId).zip(&roster.sensors);
        let ours = sensors.filter(|(_, entry)| entry.vehicle == vehicle);
        ours.flat_map(|(id, entry)| sensor_frames(entry, self.0.get(&id).copied())).collect()
    }
}

/// The static frames of vehicles and, if wanted, of the world.
pub(super) fn static_frames(
    roster: &Roster,
    vehicles: &[(VehicleId, &VehicleNames)],
    world: Option<&VehicleNames>,
    has_sensors: bool,
    colours: &ColourPoses,
    stamp_ns: u64,
) -> TFMessage {
    let frames = |vehicle| if has_sensors { colours.frames(roster, vehicle) } else { Vec::new() };
    let mut all = TFMessage::default();
    for (id, names) in vehicles {
        all.transforms.extend(static_transforms(stamp_ns, names, &frames(Some(*id))).transforms);
    }
    if let Some(names) = world {
        all.transforms.extend(world_transforms(stamp_ns, names, &frames(None)).transforms);
    }
    all
}

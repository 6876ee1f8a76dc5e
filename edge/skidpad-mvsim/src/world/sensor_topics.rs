//! The topics of a world's sensors.

use super::World;
use crate::client::{ClientError, Publication};
use crate::messages::{GenericObservation, ObservationLidar2D};
use crate::mrpt::{CloudFormat, Timestamp};
use crate::reading::{self, SensorSource};
use skidpad_messages::{BodyId, Reading, Roster, SensorEntry, SensorId, SensorKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is added to the name of a planar lidar's topic for its second one.
const SCAN: &str = "_scan";

/// The topics of one sensor.
#[derive(Debug)]
struct SensorTopic {
    vehicle: String,
    label: String,
    observations: Arc<Publication<GenericObservation>>,
    /// Planar lidars have a second topic with a simpler message.
    scans: Option<Arc<Publication<ObservationLidar2D>>>,
}

/// The topics of all sensors whose world file names one.
#[derive(Debug, Default)]
pub struct SensorTopics {
    topics: BTreeMap<SensorId, SensorTopic>,
    cloud_format: CloudFormat,
}

impl SensorTopics {
    /// No topics yet.
    pub fn new(cloud_format: CloudFormat) -> Self {
        SensorTopics { topics: BTreeMap::new(), cloud_format }
    }

    /// Advertise the topics of sensors that have none yet: all at first, those of new vehicles later. Sensors of one
    /// topic share it; those whose readings MVSim's clients do not know have none. What cannot be advertised is left
    /// out, and the problems are returned.
    pub fn advertise(&mut self, world: &World, roster: &Roster) -> Vec<ClientError> {
        // After a reset, other sensors may have the numbers of those that were added before.
        self.topics.retain(|sensor, topic| {
            let entry = roster.sensors.get(sensor.index());
            entry.is_some_and(|it| it.publish_topic == topic.observations.topic() && it.name == topic.label)
        });
        let mut problems = Vec::new();
        for (sensor, entry) in (0..).map(SensorId).zip(&roster.sensors) {
            let has_topic = !entry.publish_topic.is_empty() && reading::is_known(entry.kind);
            if has_topic && !self.topics.contains_key(&sensor) {
                match self.advertised(world, roster, entry) {
                    Ok(topic) => {
                        self.topics.insert(sensor, topic);
                    }
                    Err(problem) => problems.push(problem),
                }
            }
        }
        problems
    }

    fn advertised(
        &self,
        world: &World,
        roster: &Roster,
        entry: &SensorEntry,
    ) -> Result<SensorTopic, ClientError> {
        let name = &entry.publish_topic;
        let shared = self.topics.values().find(|it| it.observations.topic() == name);
        let observations = match shared {
            Some(it) => Arc::clone(&it.observations),
            None => Arc::new(world.advertise(name)?),
        };
        let shared_scans = self.topics.values().filter_map(|it| it.scans.as_ref());
        let mut shared_scans = shared_scans.filter(|it| it.topic().strip_suffix(SCAN) == Some(name));
        let scans = match shared_scans.next() {
            _ if entry.kind != SensorKind::Laser => None,
            Some(scans) => Some(Arc::clone(scans)),
            None => Some(Arc::new(world.advertise(&format!("{name}{SCAN}"))?)),
        };
        let vehicle = entry.vehicle.map(|vehicle| roster.name_of(BodyId::Vehicle(vehicle)));
        let (vehicle, label) = (vehicle.unwrap_or_default(), entry.name.clone());
        Ok(SensorTopic { vehicle, label, observations, scans })
    }

    /// The sensors that someone listens to: only these need to be evaluated.
    pub fn wanted(&self) -> impl Iterator<Item = SensorId> {
        self.topics.iter().filter(|(_, topic)| topic.is_wanted()).map(|(sensor, _)| *sensor)
    }

    /// Publish a reading on the topics of its sensor, encoded once for each that someone listens to. `unix_start_ns` is
    /// the wall clock at the start of the simulation, in nanoseconds since 1970.
    pub fn publish(&self, reading: &Reading, unix_start_ns: u64) {
        let Some(topic) = self.topics.get(&reading.sensor).filter(|topic| topic.is_wanted()) else { return };
        let timestamp = Timestamp::from_unix_ns(unix_start_ns.saturating_add(reading.stamp_ns));
        let source = SensorSource { vehicle: &topic.vehicle, label: &topic.label, ..SensorSource::default() };
        if topic.observations.subscriber_count() > 0
            && let Some(message) = reading::observation(reading, &source, timestamp, self.cloud_format)
        {
            topic.observations.publish(&message);
        }
        if let Some(scans) = &topic.scans
            && scans.subscriber_count() > 0
            && let Some(message) = reading::lidar_2d(reading, &source, timestamp)
        {
            scans.publish(&message);
        }
    }
}

impl SensorTopic {
    fn is_wanted(&self) -> bool {
        let scans = self.scans.as_ref().map_or(0, |scans| scans.subscriber_count());
        self.observations.subscriber_count() + scans > 0
    }
}

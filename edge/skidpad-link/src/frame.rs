//! What clients are shown.

use crate::Pace;
use skidpad_messages::{Observations, Reading, ReadingData};
use std::sync::Arc;
use std::time::Duration;

/// The world after a step, as one client is shown it. Its parts are shared between clients.
#[derive(Debug, Clone)]
pub struct Frame {
    /// What was seen.
    pub observations: Arc<Observations>,
    /// The newest reading of each sensor that the client wants and that was due since its last frame.
    pub readings: Vec<Arc<Reading>>,
    /// How the run goes.
    pub status: RunStatus,
}

/// How a run goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunStatus {
    /// Steps made since the run began. Unlike the world's own step, a reset does not set it back.
    pub tick: u64,
    /// Time on the wall since the run began.
    pub wall: Duration,
    /// The pace asked for.
    pub pace: Pace,
    /// Whether the run stands still.
    pub is_paused: bool,
    /// Simulated seconds per second on the wall, lately.
    pub realtime_factor: f64,
    /// Steps that began more than one step late.
    pub missed_deadline_count: u64,
    /// Clients connected.
    pub client_count: u32,
}

impl Frame {
    /// About how much memory it takes.
    pub fn weight_bytes(&self) -> usize {
        let seen = &self.observations;
        let wheels: usize = seen.vehicles.iter().map(|vehicle| vehicle.wheels.len()).sum();
        let state = 400 * seen.vehicles.len() + 160 * wheels + 100 * seen.blocks.len();
        let rest = 100 * (seen.actors.len() + seen.planes.len() + seen.events.len());
        256 + state + rest + self.readings.iter().map(|reading| reading_bytes(reading)).sum::<usize>()
    }
}

fn reading_bytes(reading: &Reading) -> usize {
    let picture = |picture: &skidpad_messages::Picture| {
        picture.rgb.len() + picture.labels.len() + 4 * picture.instances.len()
    };
    let data = match &reading.data {
        ReadingData::Scan(scan) => 8 * scan.ranges_m.len(),
        ReadingData::Cloud(cloud) => 24 * (cloud.points.len() + cloud.last_returns.len()),
        ReadingData::Image(image) => picture(image),
        ReadingData::Rgbd(rgbd) => {
            rgbd.depth.as_ref().map_or(0, |depth| 2 * depth.depth.len())
                + rgbd.colour.as_ref().map_or(0, picture)
        }
        ReadingData::Imu(_) | ReadingData::Gnss(_) => 0,
    };
    256 + data
}

//! Writes a recording as one page that plays without the program: the run is repeated, and what a viewer would be sent is kept.

use super::{scene_page_of_recording, shown};
use crate::replay::build_recorded;
use crate::{Replay, ReplayProblem, World};
use skidpad_messages::{SensorId, SensorKind};
use skidpad_record::RunLog;
use skidpad_sim::{SensorTracer, Simulation};
use skidpad_viewer_scene::{PageKind, SceneChanges, scene_page};
use skidpad_web::RunExport;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// Time between two frames [ns].
const FRAME_NS: u64 = 33_333_333;
/// Least time between two readings of a sensor [ns].
const READING_NS: u64 = 100_000_000;
/// Most frames: ten minutes at thirty per second; a longer run has fewer per second.
const MOST_FRAMES: u64 = 18_000;

/// Why a recording cannot be written as a page.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportProblem {
    /// The run cannot be repeated.
    Replay(ReplayProblem),
    /// The page cannot be packed.
    Pack(io::Error),
}

impl std::fmt::Display for ExportProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExportProblem::Replay(problem) => problem.fmt(f),
            ExportProblem::Pack(problem) => write!(f, "the page cannot be packed: {problem}"),
        }
    }
}

impl std::error::Error for ExportProblem {}

/// A recording as one HTML page: the viewer, the scene, and everything that moves.
///
/// Planar scans, inertial units and receivers are in it; clouds and pictures, which are large, are not.
pub fn export_html(log: RunLog) -> Result<Vec<u8>, ExportProblem> {
    let (world, sim) = build_recorded(&log, true, &Arc::default()).map_err(ExportProblem::Replay)?;
    let end_tick = log.last_tick();
    let mut exporter = Exporter::new(&world, &sim, end_tick);
    exporter.add(0, &sim);
    let mut replay = Replay::of(log, sim);
    let run = replay.run(None, false, &mut |tick, _, sim| exporter.add(tick, sim));
    run.map_err(ExportProblem::Replay)?;
    exporter.export.into_html(end_tick).map_err(ExportProblem::Pack)
}

struct Exporter<'a> {
    world: &'a World,
    export: RunExport,
    tracer: SensorTracer,
    /// Steps between two frames, and between two readings of a sensor.
    frame_ticks: u64,
    reading_ticks: u64,
    end_tick: u64,
    last_frame: Option<u64>,
    last_readings: BTreeMap<SensorId, u64>,
    changes: SceneChanges,
    revision: u64,
}

impl<'a> Exporter<'a> {
    fn new(world: &'a World, sim: &Simulation, end_tick: u64) -> Self {
        let step_ns = sim.step_ns().max(1);
        Exporter {
            world,
            export: RunExport::new(scene_page_of_recording(world, sim)),
            tracer: SensorTracer::default(),
            frame_ticks: (FRAME_NS / step_ns).max(end_tick / MOST_FRAMES).max(1),
            reading_ticks: (READING_NS / step_ns).max(1),
            end_tick,
            last_frame: None,
            last_readings: BTreeMap::new(),
            changes: SceneChanges::since(sim),
            revision: 0,
        }
    }

    fn add(&mut self, tick: u64, sim: &Simulation) {
        let is_due = self.last_frame.is_none_or(|last| tick - last >= self.frame_ticks);
        if is_due || tick == self.end_tick {
            self.last_frame = Some(tick);
            self.update_scene(tick, sim);
            self.export.add_frame(tick, sim.observations());
        }
        let sensors: Vec<SensorId> = sim.due().collect();
        for sensor in sensors {
            self.add_reading(tick, sensor, sim);
        }
    }

    fn add_reading(&mut self, tick: u64, sensor: SensorId, sim: &Simulation) {
        let kind = sim.sensors().get(sensor.index()).map(|entry| entry.kind);
        let small = [
            SensorKind::Laser,
            SensorKind::Imu,
            SensorKind::Gnss,
            SensorKind::ConeDetector,
            SensorKind::Arrays,
        ];
        let is_small = kind.is_some_and(|kind| small.contains(&kind));
        let is_due = self.last_readings.get(&sensor).is_none_or(|last| tick - last >= self.reading_ticks);
        if is_small && is_due {
            self.last_readings.insert(sensor, tick);
            let reading = sim.sense(sensor, &mut self.tracer);
            self.export.add_reading(tick, sim.observations().step, &reading);
        }
    }

    /// Write the scene again if something was added or removed.
    fn update_scene(&mut self, tick: u64, sim: &Simulation) {
        // A recording may restore states, so nothing is taken for granted.
        self.changes.note_restored();
        if !self.changes.found(sim) {
            return;
        }
        self.changes.accept(sim);
        self.revision += 1;
        let build = scene_page(PageKind::Recording, &shown(self.world), sim, self.revision);
        self.export.change_scene(tick, build());
    }
}

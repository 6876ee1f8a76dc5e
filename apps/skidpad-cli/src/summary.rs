//! What a run came to: steps, speed, distances, collisions, laps, memory.

use skidpad::Simulation;
use skidpad::messages::{Event, Observations};
use skidpad::runner::Outcome;
use std::fmt::Write as _;

/// What is counted while a run goes on.
pub(crate) struct Summary {
    vehicles: Vec<Travelled>,
}

#[derive(Clone, Default)]
struct Travelled {
    x_m: f64,
    y_m: f64,
    distance_m: f64,
    collision_count: u64,
    is_in_collision: bool,
    laps: Laps,
}

/// Laps on the track of the world [s].
#[derive(Clone, Copy, Default)]
struct Laps {
    count: u32,
    last_s: f64,
    best_s: f64,
}

/// More vehicles than this are told in one line.
const LISTED_VEHICLES: usize = 12;

impl Summary {
    pub(crate) fn start(sim: &Simulation) -> Self {
        let at = |vehicle: &skidpad::messages::VehicleObservation| Travelled {
            x_m: vehicle.pose_in_world.x_m,
            y_m: vehicle.pose_in_world.y_m,
            ..Travelled::default()
        };
        Summary { vehicles: sim.observations().vehicles.iter().map(at).collect() }
    }

    /// Count what a step did.
    pub(crate) fn add(&mut self, seen: &Observations) {
        self.vehicles.resize(seen.vehicles.len(), Travelled::default());
        for (travelled, vehicle) in self.vehicles.iter_mut().zip(&seen.vehicles) {
            let pose = &vehicle.pose_in_world;
            travelled.distance_m += (pose.x_m - travelled.x_m).hypot(pose.y_m - travelled.y_m);
            (travelled.x_m, travelled.y_m) = (pose.x_m, pose.y_m);
            travelled.collision_count += u64::from(vehicle.is_in_collision && !travelled.is_in_collision);
            travelled.is_in_collision = vehicle.is_in_collision;
        }
        for event in &seen.events {
            if let Event::Lap { vehicle, lap, time_s } = *event {
                let laps = &mut self.vehicles[vehicle.index()].laps;
                let best_s = if lap == 1 { time_s } else { laps.best_s.min(time_s) };
                *laps = Laps { count: lap, last_s: time_s, best_s };
            }
        }
    }

    /// The closing lines.
    pub(crate) fn text(&self, sim: &Simulation, outcome: &Outcome) -> String {
        let simulated_s = outcome.step_count as f64 * sim.step_ns() as f64 * 1e-9;
        let wall_s = outcome.wall.as_secs_f64();
        let mut text = format!(
            "{simulated_s:.3} s in {} steps of {} ms, × {:.3} real time",
            outcome.step_count,
            sim.step_ns() as f64 * 1e-6,
            if wall_s > 0.0 { simulated_s / wall_s } else { 0.0 }
        );
        if outcome.missed_deadline_count > 0 {
            let _ = write!(text, ", {} steps late", outcome.missed_deadline_count);
        }
        text.push_str(if outcome.was_stopped { ", stopped\n" } else { "\n" });
        if self.vehicles.len() <= LISTED_VEHICLES {
            for (entry, travelled) in sim.roster().vehicles.iter().zip(&self.vehicles) {
                let _ = writeln!(
                    text,
                    "  {}: {:.3} m driven, {} collisions, now at ({:.3}, {:.3})",
                    entry.name, travelled.distance_m, travelled.collision_count, travelled.x_m, travelled.y_m
                );
                let Laps { count, last_s, best_s } = travelled.laps;
                if count > 0 {
                    let _ = writeln!(text, "    {count} laps, last {last_s:.3} s, best {best_s:.3} s");
                }
            }
        } else {
            let distance_m: f64 = self.vehicles.iter().map(|travelled| travelled.distance_m).sum();
            let collision_count: u64 = self.vehicles.iter().map(|travelled| travelled.collision_count).sum();
            let _ = writeln!(
                text,
                "  {} vehicles: {distance_m:.3} m driven, {collision_count} collisions",
                self.vehicles.len()
            );
        }
        if let Some(peak_mb) = peak_memory_mb() {
            let _ = writeln!(text, "  peak memory {peak_mb:.1} MB");
        }
        text
    }
}

/// The largest resident size of this process so far [MB], where the system tells.
pub(crate) fn peak_memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

//! How many bytes a second does a recording take? One line per kind of content and compression:
//! MB of messages per CPU second of the thread that writes, and per second of wall time, to a file in the temporary
//! folder that is saved as recordings are.
//!
//! `cargo bench -p skidpad-record --bench write`

#[path = "../../../core/skidpad-scene/benches/measure/mod.rs"]
#[allow(dead_code, reason = "one clock of several things")]
mod measure;

use measure::cpu_s;
use skidpad_messages::{
    Cloud, CloudPoint, Observations, Reading, ReadingData, Roster, SensorEntry, SensorId, SensorKind, Step,
    VehicleEntry, VehicleId, VehicleObservation, WheelObservation,
};
use skidpad_record::{Compression, DurableFile, McapWriter, Provenance, RecordingOptions, Scenery};
use std::sync::Arc;
use std::time::Instant;

fn roster() -> Roster {
    let vehicle = VehicleEntry {
        name: "r1".to_string(),
        wheel_count: 4,
        log_path: String::new(),
        auto_start_recording: false,
    };
    let sensor = SensorEntry {
        name: "lidar".to_string(),
        vehicle: Some(VehicleId(0)),
        kind: SensorKind::Lidar3d,
        period_ns: 100_000_000,
        phase_ns: 0,
        publish_topic: String::new(),
        sensor_in_vehicle: Default::default(),
        depth_topics: Default::default(),
    };
    Roster { vehicles: vec![vehicle], sensors: vec![sensor], ..Roster::default() }
}

/// A cloud of 60 000 points on walls of a room: neither noise nor a constant.
fn cloud(tick: u64) -> Arc<Reading> {
    let point = |index: u32| {
        let angle_rad = f64::from(index) * 0.003_49 + tick as f64 * 1e-3;
        let range_m =
            8.0 + 3.0 * (3.0 * angle_rad).sin() + 0.01 * f64::from(index.wrapping_mul(2_654_435_761) >> 24);
        CloudPoint {
            x_m: (range_m * angle_rad.cos()) as f32,
            y_m: (range_m * angle_rad.sin()) as f32,
            z_m: f64::from(index / 1800) as f32 * 0.1,
            intensity: 0.5,
            time_s: -1e-6 * index as f32,
            ring: (index / 1800) as u16,
        }
    };
    let data = Cloud { points: (0..60_000).map(point).collect(), ..Cloud::default() };
    Arc::new(Reading {
        sensor: SensorId(0),
        stamp_ns: tick * 5_000_000,
        sensor_in_vehicle: Default::default(),
        sensor_in_world: Default::default(),
        data: ReadingData::Cloud(data),
    })
}

fn seen(tick: u64) -> Observations {
    let wheel = WheelObservation {
        torque_nm: (tick as f64 * 0.01).sin(),
        load_n: 100.0,
        spin_radps: tick as f64 * 0.02,
        ..WheelObservation::default()
    };
    let vehicle = VehicleObservation { wheels: vec![wheel; 4], ..VehicleObservation::default() };
    Observations { step: tick, time_ns: tick * 5_000_000, vehicles: vec![vehicle], ..Observations::default() }
}

fn main() {
    let path = std::env::temp_dir().join("skidpad-bench.mcap");
    let clouds: Vec<Arc<Reading>> = (0..16).map(cloud).collect();
    for (what, with_clouds, step_count) in
        [("clouds of 60 000 points", true, 400), ("log columns", false, 20_000u64)]
    {
        for compression in [Compression::Lz4, Compression::Zstd, Compression::None] {
            let roster = Arc::new(roster());
            let scenery = Scenery { roster: Arc::clone(&roster), step_ns: 5_000_000, ..Scenery::default() };
            let options = RecordingOptions { compression, ..RecordingOptions::default() };
            let file = DurableFile::create(&path).expect("a temporary file");
            let mut writer =
                McapWriter::begin(file, &Provenance::default(), scenery, options).expect("begin");
            let (began, began_cpu_s) = (Instant::now(), cpu_s());
            for tick in 1..=step_count {
                let readings = if with_clouds {
                    [Arc::clone(&clouds[tick as usize % 16])].into()
                } else {
                    Arc::default()
                };
                let (observations, roster) = (Arc::new(seen(tick)), Arc::clone(&roster));
                writer
                    .write(tick, &Step { tick, observations, readings, roster, ..Step::default() })
                    .expect("write");
            }
            let bytes = writer.written_bytes();
            writer.finish().expect("finish");
            let (wall_s, busy_s) = (began.elapsed().as_secs_f64(), cpu_s() - began_cpu_s);
            let on_disk = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
            let goal =
                if with_clouds && compression == Compression::Lz4 { " (goal: at least 250)" } else { "" };
            let mb = bytes as f64 / 1e6;
            println!("{:.0} MB/s of CPU time{goal}: {what}, {compression:?}", mb / busy_s);
            println!("{:.0} MB/s of wall time: {what}, {compression:?}", mb / wall_s);
            println!("{:.2} of the size on disk: {what}, {compression:?}", on_disk as f64 / bytes as f64);
        }
    }
    let _ = std::fs::remove_file(path);
}

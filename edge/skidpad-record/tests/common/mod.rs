//! A made-up run of two vehicles.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use skidpad_math::{Pose3, Twist2};
use skidpad_messages::{
    Commands, Observations, Roster, Step, VehicleEntry, VehicleId, VehicleObservation, WheelObservation,
};
use skidpad_record::{Ending, Entry, Provenance, Scenery, read_run};
use std::sync::Arc;

pub const STEP_NS: u64 = 5_000_000;

pub fn roster() -> Roster {
    let entry = |name: &str| VehicleEntry {
        name: name.to_string(),
        wheel_count: 2,
        log_path: String::new(),
        auto_start_recording: false,
    };
    Roster { vehicles: vec![entry("r1"), entry("r2")], ..Roster::default() }
}

pub fn scenery() -> Scenery {
    Scenery { roster: Arc::new(roster()), step_ns: STEP_NS, ..Scenery::default() }
}

pub fn provenance() -> Provenance {
    let mut provenance = Provenance { snapshot: vec![7; 500], ..Provenance::default() };
    provenance.facts.world = "made-up".to_string();
    provenance.world_files.insert("worlds/w.xml".to_string(), b"<world/>".to_vec());
    provenance
}

/// What is seen after a step: numbers that differ from step to step.
pub fn seen(tick: u64) -> Observations {
    let t = tick as f64;
    let vehicle = |index: f64| VehicleObservation {
        is_present: true,
        pose_in_world: Pose3 { x_m: 0.1 * t + index, y_m: -t, yaw_rad: 0.01 * t, ..Pose3::default() },
        twist_in_vehicle: Twist2::new(1.0 / (t + 1.0), 0.0, index),
        wheels: vec![WheelObservation { torque_nm: t * 1e-3 + index, ..WheelObservation::default() }; 2],
        ..VehicleObservation::default()
    };
    Observations {
        step: tick,
        time_ns: tick * STEP_NS,
        vehicles: vec![vehicle(0.0), vehicle(1.0)],
        ..Observations::default()
    }
}

/// A step with a command now and then, and a hash every ten.
pub fn step(tick: u64) -> Step {
    let mut commands = Commands::NONE;
    if tick % 7 == 1 {
        commands.push(VehicleId(0).drive(tick as f64 * 0.1, -0.3)).expect("sane");
    }
    Step {
        tick,
        commands: Arc::new(commands),
        observations: Arc::new(seen(tick)),
        roster: Arc::new(roster()),
        hash: tick.is_multiple_of(10).then_some(tick * 1_000_003),
        ..Step::default()
    }
}

/// The last tick that a recording has a hash of, and how it ends. Every hash must be right and in order.
pub fn last_hash(bytes: &[u8]) -> Option<(u64, Ending)> {
    let mut last = 0;
    let ending = read_run(bytes, &mut |entry| {
        if let Entry::Message { channel, data, .. } = entry
            && channel.topic == "/skidpad/state_hash"
        {
            let hash: skidpad_rosmsg::msg::StateHash = skidpad_rosmsg::from_cdr(data).expect("a hash");
            assert_eq!((hash.tick, hash.hash), (last + 10, hash.tick * 1_000_003));
            last = hash.tick;
        }
    });
    ending.ok().map(|ending| (last, ending))
}

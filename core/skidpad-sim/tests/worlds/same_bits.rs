//! The same world, seed and commands give the same bits: repeated, restored, side by side.

use crate::common::{gallery, world};
use skidpad_math::NoiseAddress;
use skidpad_messages::{Commands, Drive, Request, VehicleId};
use skidpad_sim::{Batch, Simulation, Snapshot};
use std::fmt::Write;

/// Drive every vehicle somewhere else every 40 steps.
fn commands(seed: u64, step: u64, vehicle_count: usize) -> Commands {
    if !step.is_multiple_of(40) {
        return Commands::NONE;
    }
    let noise = NoiseAddress { seed, stream: 7, step };
    (0u32..)
        .take(vehicle_count)
        .flat_map(|i| {
            let [a, b] = [2 * u64::from(i), 2 * u64::from(i) + 1].map(|index| noise.normal(index));
            // One of the two suits the vehicle's controller; the other is refused.
            let torques = Drive::EngineAndSteer { torque_nm: 200.0 * a, steer_rad: 0.1 * b };
            [VehicleId(i).drive(1.5 * a, b), Request::Drive { vehicle: VehicleId(i), drive: torques }]
        })
        .collect()
}

fn drive(simulation: &mut Simulation, seed: u64, step_count: u64) {
    let count = simulation.roster().vehicles.len();
    for _ in 0..step_count {
        let step = simulation.observations().step;
        simulation.step(&commands(seed, step, count));
    }
}

fn hashes(simulation: &Simulation) -> [u64; 2] {
    [simulation.state_hash(), simulation.observation_hash()]
}

/// Repeated runs agree, and agree with `testdata/golden/long.hash`, which debug and release builds both hold.
#[test]
fn repeated_runs_agree() {
    let mut text = String::new();
    for (name, world_text) in gallery() {
        let run = || {
            let mut simulation = world(&world_text);
            drive(&mut simulation, 3, 10_000);
            hashes(&simulation)
        };
        let [state, observations] = run();
        assert_eq!([state, observations], run(), "{name}");
        writeln!(text, "{name} {state:016x}").unwrap();
    }
    assert_eq!(text, golden("long.hash", &text), "world, state hash after 10 000 steps");
}

/// Promise 5, at 1 000 random moments: restoring and stepping is stepping.
#[test]
fn a_restored_world_continues_with_the_same_bits() {
    let noise = NoiseAddress { seed: 11, stream: 1, step: 0 };
    let mut moment = 0;
    for (name, text) in gallery() {
        let mut simulation = world(&text);
        for _ in 0..80 {
            moment += 1;
            drive(&mut simulation, 5, 20 + (60.0 * noise.uniform(moment)) as u64);
            let bytes = simulation.snapshot().and_then(|snapshot| snapshot.to_bytes()).unwrap();
            // The snapshot brings its seed along.
            let mut restored = world(&text).with_seed(99);
            restored.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
            assert_eq!(simulation.state_hash(), restored.state_hash(), "{name}: the same moment");
            drive(&mut simulation, 5, 60);
            drive(&mut restored, 5, 60);
            assert_eq!(hashes(&simulation), hashes(&restored), "{name}: 60 steps later");
        }
    }
    assert!(moment >= 1_000);
}

#[test]
fn a_snapshot_of_another_world_is_refused() {
    let gallery = gallery();
    let snapshot = world(&gallery[1].1).snapshot().unwrap();
    let mut other = world(&gallery[2].1);
    let before = hashes(&other);
    assert!(other.restore(&snapshot).is_err());
    assert_eq!(hashes(&other), before);
    let bytes = snapshot.to_bytes().unwrap();
    assert!(Snapshot::from_bytes(&bytes[..bytes.len() / 2]).is_err());
}

/// Threads 1, 2, 3, 8 and batches of 1, 7, 64 change no bit of any world.
/// `SKIDPAD_NIGHTLY=1` shows it for every world and 10 000 steps.
#[test]
#[allow(clippy::disallowed_methods, reason = "the night asks for more by a variable")]
fn a_batch_gives_each_world_the_bits_it_has_alone() {
    let is_nightly = std::env::var_os("SKIDPAD_NIGHTLY").is_some();
    let (worlds, step_count) =
        if is_nightly { (gallery(), 10_000) } else { (vec![gallery().remove(2)], 120) };
    for (name, text) in worlds {
        let alone = world(&text);
        let vehicle_count = alone.roster().vehicles.len();
        let expected: Vec<[u64; 2]> = (0..64)
            .map(|seed| {
                let mut one = alone.with_seed(seed);
                drive(&mut one, seed, step_count);
                hashes(&one)
            })
            .collect();
        for (thread_count, world_count) in [(1, 7), (2, 64), (3, 7), (8, 64), (2, 1)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(thread_count).build().unwrap();
            let mut batch = Batch::new(&alone, 0..world_count);
            for step in 0..step_count {
                let told: Vec<Commands> =
                    (0..world_count).map(|seed| commands(seed, step, vehicle_count)).collect();
                batch.step(&told, &pool);
            }
            let got: Vec<[u64; 2]> = batch.worlds().iter().map(hashes).collect();
            assert_eq!(got, expected[..world_count as usize], "{name}: {thread_count} threads");
        }
    }
}

/// Promise 3: names and neighbours out of reach change nothing.
#[test]
fn a_name_or_a_far_stranger_changes_nothing_else() {
    let (_, text) = &gallery()[2];
    let state = |text: &str| {
        let mut simulation = world(text);
        let commands = Commands::from([VehicleId(0).drive(1.0, 0.1)]);
        for _ in 0..300 {
            simulation.step(&commands);
        }
        let robot = simulation.observations().vehicle(VehicleId(0));
        (robot.pose_in_world, robot.twist_in_vehicle, [0, 1].map(|wheel| robot.wheels[wheel].spin_radps))
    };
    let plain = state(text);
    assert_eq!(plain, state(&text.replace("\"r1\"", "\"zebra\"").replace("\"b1\"", "\"aaa\"")));
    let stranger = "<block name='far'><mass>3</mass><init_pose>90 90 0</init_pose></block></mvsim_world>";
    assert_eq!(plain, state(&text.replace("</mvsim_world>", stranger)));
}

/// What a golden file says; `UPDATE_EXPECT=1` writes it first.
#[allow(clippy::disallowed_methods, reason = "a test reads its golden hashes")]
fn golden(file: &str, found: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden").join(file);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    std::fs::read_to_string(&path).unwrap_or_default()
}

/// Golden hashes change only in a commit that says why the physics changed.
#[test]
fn golden_hashes_hold() {
    let mut text = String::new();
    for (name, world_text) in gallery() {
        let mut simulation = world(&world_text);
        drive(&mut simulation, 1, 1000);
        let snapshot_bytes = simulation.snapshot().and_then(|snapshot| snapshot.to_bytes()).unwrap().len();
        writeln!(text, "{name} {:016x} {snapshot_bytes}", simulation.state_hash()).unwrap();
    }
    assert_eq!(text, golden("worlds.hash", &text), "world, state hash after 1000 steps, bytes of a snapshot");
}

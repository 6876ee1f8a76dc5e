//! A recording replays exactly, or says where it stopped agreeing.

use skidpad::link::{Failure, NextStep, Participant};
use skidpad::messages::{Drive, Request, Step, VehicleId};
use skidpad::record::{LogEntry, RecordingOptions, RunLog, TopicChoice};
use skidpad::{Replay, Run, WorldOptions};
use skidpad_math::SplitMix64;
use skidpad_world::description::Compat;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Worlds with different things in them.
const WORLDS: [&str; 12] = [
    "controllers",
    "crossing",
    "drivetrains",
    "elevation_map",
    "friction_zones",
    "greenhouse",
    "gridmap",
    "multistorey",
    "road_circuit",
    "ropes",
    "skidpad",
    "truck_and_trailer",
];

/// A set point of any kind; vehicles refuse those that are not theirs.
fn any_drive(random: &mut SplitMix64, vehicle: VehicleId) -> Request {
    let steer_rad = random.between(-0.5, 0.5);
    let torque_nm = random.between(-5.0, 20.0);
    let drive = match (4.0 * random.uniform()) as u32 {
        0 => return vehicle.drive(random.between(-1.0, 3.0), random.between(-0.8, 0.8)),
        1 => Drive::Torques { left_nm: torque_nm, right_nm: random.between(-5.0, 20.0) },
        2 => Drive::EngineAndSteer { torque_nm, steer_rad },
        _ => Drive::SpeedAndSteer { speed_mps: random.between(-1.0, 5.0), steer_rad },
    };
    Request::Drive { vehicle, drive }
}

fn world_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../worlds/{name}.world.xml"))
}

/// Drives every vehicle at random, and resets the world once.
struct RandomDriver {
    random: SplitMix64,
    vehicle_count: u32,
    reset_tick: u64,
}

impl Participant for RandomDriver {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        for vehicle in 0..self.vehicle_count {
            if self.random.uniform() < 0.02 {
                next.try_request(any_drive(&mut self.random, VehicleId(vehicle))).expect("sane numbers");
            }
        }
        if next.tick + 1 == self.reset_tick {
            next.request(Request::Reset);
        }
    }

    fn after_step(&mut self, _step: &Step) -> Result<(), Failure> {
        Ok(())
    }
}

/// Drive randomly and record it. Gives the recording and the final hash.
fn record(name: &str, seed: u64, step_count: u64, thread_count: usize) -> (Vec<u8>, u64) {
    record_file(&world_file(name), name, WorldOptions::default(), seed, step_count, thread_count)
}

/// The same of any world file; `name` keeps the recordings of tests apart.
fn record_file(
    world: &Path,
    name: &str,
    options: WorldOptions,
    seed: u64,
    step_count: u64,
    thread_count: usize,
) -> (Vec<u8>, u64) {
    let path = std::env::temp_dir().join(format!("skidpad-replay-{}-{name}-{seed}.mcap", std::process::id()));
    let topics = TopicChoice::parse("/none");
    let recording = RecordingOptions { topics, log_period_ns: 1_000_000_000, ..RecordingOptions::default() };
    let run = Run::new(world).options(options).seed(seed);
    let run = run.record(&path).recording_options(recording).threads(NonZeroUsize::new(thread_count));
    let run = run.step_limit(step_count).prepare().expect("a shipped world");
    let vehicle_count = run.sim().roster().vehicles.len() as u32;
    let driver = RandomDriver { random: SplitMix64::new(seed), vehicle_count, reset_tick: step_count / 2 };
    let summary = run.with("driver", driver).go();
    assert!(summary.is_complete() && summary.step_count == step_count, "{name}: {summary}");
    let bytes = std::fs::read(&path).expect("a recording");
    std::fs::remove_file(&path).expect("the scratch file");
    (bytes, summary.state_hash)
}

#[test]
fn twelve_worlds_replay_to_the_bit_whatever_the_threads() {
    let step_count = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 10_000 } else { 1_050 };
    for (name, seed) in WORLDS.iter().zip(7..) {
        let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let (bytes, hash) = record(name, seed, step_count, 1);
        let log = RunLog::read(&bytes[..]).expect("a recording");
        assert_eq!(log.problems, Vec::<String>::new(), "{name}");
        three.install(|| {
            let mut replay = Replay::new(log).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            let verdict = replay.run(None, true, &mut |_, _, _| ()).expect("it runs");
            assert_eq!(verdict.difference, None, "{name}");
            assert_eq!(
                (verdict.tick_count, verdict.hash_count),
                (step_count, step_count / 100 + 1),
                "{name}"
            );
            assert_eq!(replay.sim().state_hash(), hash, "{name}");
        });
    }
}

/// The recording replays to the bit: every hash agrees, and the last one is that of the run.
fn assert_replays(bytes: &[u8], hash: u64, step_count: u64) {
    let mut replay = Replay::new(RunLog::read(bytes).expect("a recording")).expect("it builds");
    let verdict = replay.run(None, true, &mut |_, _, _| ()).expect("it runs");
    assert_eq!((verdict.difference, verdict.tick_count), (None, step_count));
    assert!(verdict.hash_count > 1);
    assert_eq!(replay.sim().state_hash(), hash);
}

/// The law of slopes is part of a recording, whether an option (`--compat mvsim`) or the world chose it.
#[test]
fn a_run_under_compat_replays_under_compat() {
    let (_, physical) = record("elevation_map", 5, 600, 1);
    let compat = WorldOptions { compat: Some(Compat::Mvsim), ..WorldOptions::default() };
    let (bytes, by_option) = record_file(&world_file("elevation_map"), "option", compat, 5, 600, 1);
    assert_ne!(by_option, physical, "the law of slopes matters in this world");
    assert_replays(&bytes, by_option, 600);

    let folder = std::env::temp_dir().join(format!("skidpad-replay-compat-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    let write = |name: &str, compat: &str| {
        let path = folder.join(format!("{name}.world.xml"));
        std::fs::write(&path, HILL.replace("COMPAT", compat)).expect("a scratch file");
        path
    };
    let run = |path: &Path, name: &str| record_file(path, name, WorldOptions::default(), 5, 600, 1);
    let (_, physical) = run(&write("ours", ""), "ours");
    let (bytes, by_world) = run(&write("theirs", "<compat>mvsim</compat>"), "theirs");
    std::fs::remove_dir_all(&folder).expect("the scratch folder");
    assert_ne!(by_world, physical, "the law of slopes matters in this world");
    assert_replays(&bytes, by_world, 600);
}

/// A robot on a hillside of 8.5°.
const HILL: &str = r#"<mvsim_world version="1.0">COMPAT
    <element class="elevation_map"><resolution>20</resolution><corner_min_x>-20</corner_min_x>
        <corner_min_y>-20</corner_min_y><elevation_data_matrix>[-3 -3 -3; 0 0 0; 3 3 3]</elevation_data_matrix></element>
    <vehicle name="r1"><dynamics class="differential"><controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>0</KD>
        <max_torque>20</max_torque></controller></dynamics><init_pose>0 0 30</init_pose></vehicle>
</mvsim_world>"#;

#[test]
fn a_changed_byte_in_a_command_is_found_at_the_next_hash() {
    let (bytes, _) = record("two_robots", 11, 1_000, 1);
    let log = RunLog::read(&bytes[..]).expect("a recording");
    let twists: Vec<usize> = (0..log.entries.len())
        .filter(|&index| match &log.entries[index] {
            LogEntry::Command { command, tick } => {
                *tick < 490
                    && matches!(command.request(), Request::Drive { drive: Drive::Twist(twist), .. } if twist.vx_mps > 0.1)
            }
            _ => false,
        })
        .collect();
    assert!(!twists.is_empty(), "somebody drove");
    for &changed in twists.iter().step_by(3) {
        let mut log = log.clone();
        let LogEntry::Command { tick, command } = &mut log.entries[changed] else { panic!("a command") };
        let Request::Drive { vehicle, drive: Drive::Twist(twist) } = command.request() else {
            panic!("a set point")
        };
        // One bit of the third byte of the number.
        let other_mps = f64::from_bits(twist.vx_mps.to_bits() ^ (1 << 42));
        let expected = (*tick / 100 + 1) * 100;
        *command = vehicle.drive(other_mps, twist.yaw_rate_radps).check().expect("still sane");
        let verdict =
            Replay::new(log).expect("it builds").run(None, true, &mut |_, _, _| ()).expect("it runs");
        let difference = verdict.difference.expect("it differs");
        assert_eq!((difference.tick, difference.agreed_tick), (expected, expected - 100));
    }
}

#[test]
fn a_replay_can_end_early_and_needs_nothing_of_the_disk() {
    let (bytes, _) = record("greenhouse", 3, 300, 1);
    let log = RunLog::read(&bytes[..]).expect("a recording");
    assert!(log.provenance.world_files.keys().any(|path| path.ends_with("greenhouse.world.xml")));
    let mut replay = Replay::new(log).expect("it builds");
    let mut steps = 0;
    let verdict = replay.run(Some(120), true, &mut |_, _, _| steps += 1).expect("it runs");
    assert_eq!((verdict.tick_count, steps, verdict.hash_count, verdict.difference), (120, 120, 1, None));
}

#[test]
fn a_recording_without_its_beginning_is_told() {
    let (mut bytes, _) = record("skidpad", 1, 100, 1);
    bytes.truncate(200);
    let problem = match RunLog::read(&bytes[..]) {
        Ok(log) => Replay::new(log).err().map(|problem| problem.to_string()).unwrap_or_default(),
        Err(problem) => problem.to_string(),
    };
    assert!(problem.contains("recording"), "{problem}");
}

//! A run whose every MVSim socket is attacked: it answers others, its memory stays bounded, its state is the same.
//!
//! Alone in its program, because it attacks whatever the program listens on. `SKIDPAD_NIGHTLY=1` sends 100 000 frames
//! to every socket.

#![cfg(target_os = "linux")]

mod attack;

use attack::Tally;
use skidpad::Run;
use skidpad::messages::Pace;
use skidpad::mvsim::messages::{SrvGetPose, SrvGetPoseAnswer};
use skidpad::mvsim::{Client, ClientSettings};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn run() -> Run {
    Run::new("../../worlds/two_robots.world.xml").seed(7)
}

#[test]
fn an_attacked_run_serves_others_and_stays_the_same() {
    let frame_count = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 100_000 } else { 2_000 };
    let prepared = run().pace(Pace::RealTime(1.0)).mvsim_port(0).prepare().expect("a world and a port");
    let (stop, port) = (prepared.stop_flag(), prepared.mvsim_endpoint().expect("an endpoint").port);
    let (is_over, tally) = (AtomicBool::new(false), Tally::default());
    let targets = attack::targets();
    let summary = std::thread::scope(|scope| {
        let running = scope.spawn(move || prepared.go());
        let count = |kind: &str| targets.iter().filter(|target| target.kind == kind).count();
        assert!(count("REP") == 2 && count("PAIR") == 1 && count("PUB") >= 5, "{targets:?}");
        let before_mb = attack::memory_mb();
        let silent = attack::half_open(&targets, 100);
        let sleepers = attack::sleepers(&targets);
        assert_eq!(sleepers.len(), count("PUB"));
        let flooding = |target| {
            let (is_over, tally) = (&is_over, &tally);
            scope.spawn(move || attack::flood(target, frame_count, is_over, tally))
        };
        let floods: Vec<_> = targets.iter().map(flooding).collect();
        attack::vanish(&targets, 100);
        floods.into_iter().for_each(|flood| flood.join().expect("an attacker does not fail"));
        let patience = Duration::from_secs(60);
        let settings = ClientSettings {
            port,
            connect_time: patience,
            request_time: patience,
            ..ClientSettings::default()
        };
        let client = Client::connect(settings).expect("the broker serves others");
        let asked = SrvGetPose { object_id: "r1".to_string() };
        let answer: SrvGetPoseAnswer = client.call("get_pose", &asked).expect("the world answers");
        assert!(answer.success);
        let grown_mb = attack::memory_mb().saturating_sub(before_mb);
        assert!(grown_mb < 150, "{grown_mb} MB more than before");
        stop.raise();
        drop((silent, sleepers));
        running.join().expect("the run ends")
    });
    let frames = tally.frames.load(Ordering::Relaxed);
    assert!(frames >= 8 * frame_count, "{frames} frames, {} connections", tally.connections.into_inner());
    let alone = run().step_limit(summary.step_count).go().expect("a run");
    assert_eq!((alone.state_hash, alone.observation_hash), (summary.state_hash, summary.observation_hash));
}

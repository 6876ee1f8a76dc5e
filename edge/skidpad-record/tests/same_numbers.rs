//! What a recording says is what was seen, to the bit.

mod common;

use common::{provenance, scenery, seen, step};
use skidpad_record::{Ending, Entry, LogEntry, McapWriter, RecordingOptions, RunLog, TopicChoice, read_run};
use skidpad_rosmsg::from_cdr;
use skidpad_rosmsg::msg::{Float64, Odometry, TFMessage, VehicleLog};
use std::collections::BTreeMap;
use std::io::Cursor;

fn record(options: RecordingOptions) -> Vec<u8> {
    let mut writer = McapWriter::begin(Cursor::new(Vec::new()), &provenance(), scenery(), options).unwrap();
    (1..=100).for_each(|tick| writer.write(tick, &step(tick)).unwrap());
    writer.finish().unwrap().into_inner()
}

fn count(bytes: &[u8]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    let ending = read_run(bytes, &mut |entry| {
        if let Entry::Message { channel, .. } = entry {
            *counts.entry(channel.topic.clone()).or_default() += 1;
        }
    });
    assert_eq!(ending.unwrap(), Ending::Whole);
    counts
}

#[test]
fn every_number_comes_back() {
    let bytes = record(RecordingOptions { has_log_topics: true, ..RecordingOptions::default() });
    let mut tick = 0;
    read_run(&bytes[..], &mut |entry| {
        let Entry::Message { channel, data, publish_time_ns, .. } = entry else { return };
        let step = seen(publish_time_ns / common::STEP_NS);
        match channel.topic.as_str() {
            "/r2/log/pose/q0x" => {
                let message: Float64 = from_cdr(data).unwrap();
                assert_eq!(message.data.to_bits(), step.vehicles[1].pose_in_world.x_m.to_bits());
                tick += 1;
            }
            "/r1/log/wheel_2/torque" => {
                let message: Float64 = from_cdr(data).unwrap();
                assert_eq!(message.data.to_bits(), step.vehicles[0].wheels[1].torque_nm.to_bits());
            }
            "/r1/log" => {
                let message: VehicleLog = from_cdr(data).unwrap();
                assert_eq!(message.stamp.as_ns(), publish_time_ns);
                assert_eq!(message.pose.q0x.to_bits(), step.vehicles[0].pose_in_world.x_m.to_bits());
                assert_eq!(
                    message.wheels[1].torque.to_bits(),
                    step.vehicles[0].wheels[1].torque_nm.to_bits()
                );
            }
            "/r1/base_pose_ground_truth" => {
                let message: Odometry = from_cdr(data).unwrap();
                assert_eq!(message.pose.pose.position.y, step.vehicles[0].pose_in_world.y_m);
                assert_eq!(message.header.stamp.as_ns(), publish_time_ns);
            }
            "/r1/tf" => assert_eq!(from_cdr::<TFMessage>(data).unwrap().transforms.len(), 4),
            _ => {}
        }
    })
    .unwrap();
    assert_eq!(tick, 100, "the log columns have a row per step");
}

#[test]
fn rates_are_as_asked_for() {
    let counts =
        count(&record(RecordingOptions { log_period_ns: 50_000_000, ..RecordingOptions::default() }));
    assert_eq!(counts["/r1/odom"], 25, "every 20 ms of 500");
    assert_eq!(counts["/r1/log"], 10);
    assert!(!counts.contains_key("/r1/log/pose/q0x"), "a topic for each column is only there when asked for");
    assert_eq!(counts["/skidpad/state_hash"], 10);
    assert_eq!(counts["/skidpad/commands"], 15);
    assert_eq!(counts["/r1/cmd_vel"], 15);
}

#[test]
fn topics_are_chosen_but_what_a_replay_needs_is_always_there() {
    let topics = TopicChoice::parse("/r1/odom");
    let counts = count(&record(RecordingOptions { topics, ..RecordingOptions::default() }));
    let others: Vec<&String> =
        counts.keys().filter(|topic| !topic.starts_with("/skidpad/") && !topic.ends_with("/log")).collect();
    assert_eq!(others, ["/r1/odom"]);
    assert_eq!(counts["/skidpad/commands"], 15);
    assert_eq!(counts["/r1/log"], 100);
    let without = RecordingOptions { topics: TopicChoice::parse("!**/log"), ..RecordingOptions::default() };
    let counts = count(&record(without));
    assert!(counts.contains_key("/r1/odom") && !counts.contains_key("/r1/log"));
}

#[test]
fn patterns_that_match_nothing_are_found() {
    let topics = TopicChoice::parse("/r1/odom,/r3/odom,!**/image_raw,/*/log");
    let options = RecordingOptions { topics, ..RecordingOptions::default() };
    assert_eq!(options.patterns_without_match(&common::roster()), ["/r3/odom", "!**/image_raw"]);
}

#[test]
fn a_replay_finds_all_it_needs() {
    let log = RunLog::read(&record(RecordingOptions::default())[..]).unwrap();
    assert_eq!(log.provenance, provenance());
    assert_eq!(log.entries.iter().filter(|entry| matches!(entry, LogEntry::Command { .. })).count(), 15);
    let LogEntry::Command { tick, command } = &log.entries[1] else { panic!("{:?}", log.entries[1]) };
    assert_eq!((*tick, command), (7, step(8).commands.iter().next().unwrap()));
    assert_eq!((log.last_tick(), log.problems.len()), (100, 0));
}

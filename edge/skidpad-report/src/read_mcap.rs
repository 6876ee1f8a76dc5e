//! A run from its recording.

use crate::data::ONE_COLLISION_S;
use crate::{Happening, RunData, SetPoint, VehicleData};
use skidpad_messages::{Drive, Request};
use skidpad_record::{Ending, Entry, ReadProblem, RunFacts, read_run};
use skidpad_rosmsg::from_cdr;
use skidpad_rosmsg::msg::{Command, Event, Float64, RunStatus, VehicleLog};
use std::collections::BTreeSet;
use std::io::Read;

/// Columns that plots use; others are not read.
const POSE: [&str; 10] = ["dqw", "dqx", "dqy", "odo_x", "odo_y", "odo_yaw", "q0x", "q1y", "q2z", "q3yaw"];
const WHEEL: [&str; 7] = [
    "force_z",
    "slip_angle",
    "slip_ratio",
    "torque",
    "velocity_x",
    "wheel_lateral_friction",
    "wheel_long_friction",
];

/// Read a recording.
pub fn read_mcap(name: &str, input: impl Read) -> Result<RunData, ReadProblem> {
    let mut run = RunData { name: name.to_string(), ..RunData::default() };
    let mut has_log = BTreeSet::new();
    // Recordings before 0.2 have contacts only.
    let mut has_collisions = false;
    let ending = read_run(input, &mut |entry| match entry {
        Entry::Header { .. } => {}
        Entry::Attachment { name: "skidpad/run.json", bytes } => match serde_json::from_slice(bytes) {
            Ok(facts) => take_facts(&mut run, facts, name),
            Err(problem) => run.notes.push(format!("run.json: {problem}")),
        },
        Entry::Attachment { .. } => {}
        Entry::Message { channel, log_time_ns, data, .. } => {
            let time_s = log_time_ns as f64 * 1e-9;
            run.duration_s = run.duration_s.max(time_s);
            let topic = channel.topic.as_str();
            if let Some(start) = topic.strip_suffix("/log") {
                has_log.insert(start.to_string());
                take_log(&mut run, start, time_s, data);
                return;
            }
            // Recordings of 0.1, and those with a topic for each column beside the log, whose numbers are the same.
            if let Some((start, rest)) = topic.split_once("/log/") {
                if has_log.contains(start) {
                    return;
                }
                take_column(&mut run, start, rest, time_s, data);
                return;
            }
            let facts = run.topics.entry(topic.to_string()).or_default();
            if facts.count == 0 {
                facts.type_name = channel.type_name.clone();
                facts.span_s[0] = time_s;
            }
            facts.count += 1;
            facts.span_s[1] = time_s;
            match topic {
                "/skidpad/commands" => take_command(&mut run, time_s, data),
                "/skidpad/events" => take_event(&mut run, &mut has_collisions, time_s, data),
                "/skidpad/run_status" => {
                    if let Ok(status) = from_cdr::<RunStatus>(data) {
                        if status.realtime_factor > 0.0 {
                            run.realtime_factor.push(time_s, status.realtime_factor);
                        }
                        run.missed_deadline_count = status.missed_deadlines;
                    }
                }
                _ => {}
            }
        }
    })?;
    if has_collisions {
        run.vehicles.iter_mut().for_each(VehicleData::trust_collisions);
    }
    match ending {
        Ending::Whole => {}
        Ending::CutShort => run.notes.push("The recording is cut short.".to_string()),
        Ending::Damaged(why) => run.notes.push(format!("The recording is damaged: {why}.")),
    }
    Ok(run)
}

fn take_facts(run: &mut RunData, facts: RunFacts, name: &str) {
    run.world = facts.world;
    run.seed = Some(facts.seed);
    run.version = facts.version;
    run.made_by = command(&facts.command_line);
    run.repeat = format!("skidpad replay {name} --check");
    run.outlines = facts.outlines;
    let vehicle = |name: String| VehicleData { name, ..VehicleData::default() };
    run.vehicles = facts.vehicles.into_iter().map(vehicle).collect();
}

/// A command line as one would type it: the program by its name, and words in quotes if a shell would split them.
fn command(words: &[String]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+%@".contains(c);
    let quoted = |word: &String| match word.chars().all(is_plain) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let program = words.first().and_then(|word| word.rsplit(['/', '\\']).next()).map(str::to_string);
    program.into_iter().chain(words.iter().skip(1).map(quoted)).collect::<Vec<_>>().join(" ")
}

/// The vehicle with this topic prefix, which is empty in a world with one vehicle.
fn vehicle_of<'a>(run: &'a mut RunData, start: &str) -> Option<&'a mut VehicleData> {
    let name = start.trim_matches('/');
    if name.is_empty() {
        return run.vehicles.first_mut();
    }
    let is_it = |vehicle: &VehicleData| skidpad_rosmsg::ros_name(&vehicle.name) == name;
    if !run.vehicles.iter().any(is_it) {
        run.vehicles.push(VehicleData { name: name.to_string(), ..VehicleData::default() });
    }
    run.vehicles.iter_mut().find(|vehicle| is_it(vehicle))
}

fn take_column(run: &mut RunData, start: &str, rest: &str, time_s: f64, data: &[u8]) {
    let Some((log, column)) = rest.split_once('/') else { return };
    let is_wanted = if log == "pose" { POSE.contains(&column) } else { WHEEL.contains(&column) };
    if !is_wanted {
        return;
    }
    let Ok(Float64 { data: value }) = from_cdr(data) else { return };
    let Some(vehicle) = vehicle_of(run, start) else { return };
    keep(vehicle, log, column, time_s, value);
}

/// The columns of a vehicle after one step.
fn take_log(run: &mut RunData, start: &str, time_s: f64, data: &[u8]) {
    let Ok(log) = from_cdr::<VehicleLog>(data) else { return };
    let Some(vehicle) = vehicle_of(run, start) else { return };
    for (column, value) in log.pose.columns().filter(|(column, _)| POSE.contains(column)) {
        keep(vehicle, "pose", column, time_s, value);
    }
    for (wheel, number) in log.wheels.iter().zip(1..) {
        for (column, value) in wheel.columns().filter(|(column, _)| WHEEL.contains(column)) {
            keep(vehicle, &format!("wheel_{number}"), column, time_s, value);
        }
    }
}

fn keep(vehicle: &mut VehicleData, log: &str, column: &str, time_s: f64, value: f64) {
    let columns = match log.strip_prefix("wheel_").and_then(|number| number.parse::<usize>().ok()) {
        None if log == "pose" => &mut vehicle.pose,
        // No vehicle has more wheels than this.
        Some(number @ 1..=64) => {
            if vehicle.wheels.len() < number {
                vehicle.wheels.resize_with(number, Default::default);
            }
            &mut vehicle.wheels[number - 1]
        }
        _ => return,
    };
    if !columns.contains_key(column) {
        columns.insert(column.to_string(), crate::Series::default());
    }
    if let Some(series) = columns.get_mut(column) {
        series.push(time_s, value);
    }
}

fn take_command(run: &mut RunData, time_s: f64, data: &[u8]) {
    let Ok(command) = from_cdr::<Command>(data) else { return };
    let Ok(Request::Drive { vehicle, drive }) = serde_json::from_str(&command.request) else { return };
    let Some(vehicle) = run.vehicles.get_mut(vehicle.index()) else { return };
    let (speed_mps, yaw_rate_radps, steer_rad) = match drive {
        Drive::Twist(twist) => (Some(twist.vx_mps), Some(twist.yaw_rate_radps), None),
        Drive::SpeedAndSteer { speed_mps, steer_rad } => (Some(speed_mps), None, Some(steer_rad)),
        Drive::EngineAndSteer { steer_rad, .. }
        | Drive::TorquesAndSteer { steer_rad, .. }
        | Drive::WheelTorquesAndSteer { steer_rad, .. } => (None, None, Some(steer_rad)),
        Drive::Torques { .. } => (None, None, None),
    };
    vehicle.set_points.push(SetPoint { time_s, speed_mps, yaw_rate_radps, steer_rad });
}

fn take_event(run: &mut RunData, has_collisions: &mut bool, time_s: f64, data: &[u8]) {
    let Ok(event) = from_cdr::<Event>(data) else { return };
    if event.what == "collision" {
        *has_collisions = true;
        for vehicle in run.vehicles.iter_mut().filter(|vehicle| event.bodies.contains(&vehicle.name)) {
            vehicle.counted_collisions_s.push(time_s);
        }
        return;
    }
    if event.what == "contact" {
        for vehicle in run.vehicles.iter_mut().filter(|vehicle| event.bodies.contains(&vehicle.name)) {
            vehicle.touch(time_s);
        }
    }
    let words = format!("{} {}", event.what, event.bodies.join(", "));
    // Intermittent contacts of the same bodies are one event.
    let said = run.events.iter_mut().rev().find(|said| said.words == words);
    match said.filter(|said| event.what == "contact" && time_s - said.last_s <= ONE_COLLISION_S) {
        Some(said) => said.last_s = time_s,
        None => run.events.push(Happening { time_s, last_s: time_s, words }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_typed_again() {
        let words = ["/opt/bin/skidpad", "launch", "a world.xml", "--topics", "!**/image*", "it's", ""];
        let words: Vec<String> = words.map(str::to_string).to_vec();
        assert_eq!(command(&words), r"skidpad launch 'a world.xml' --topics '!**/image*' 'it'\''s' ''");
    }

    #[test]
    fn bodies_that_rattle_collide_once() {
        let mut vehicle = VehicleData::default();
        [1.0, 1.1, 1.4, 1.8, 2.4, 2.5].into_iter().for_each(|time_s| vehicle.touch(time_s));
        assert_eq!(vehicle.collisions_s, [1.0, 2.4]);
    }
}

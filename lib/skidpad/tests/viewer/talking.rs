//! A well-behaved viewer: its requests are carried out and answered.

use crate::raw::Socket;
use crate::served_run::visit;
use serde_json::{Value, json};
use skidpad::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad::messages::{ArraysReading, NamedArray, ReadingData};
use skidpad::web::Listen;
use skidpad::{Extensions, Run, World, WorldOptions};
use std::sync::Arc;
use std::time::Duration;

fn inspect(socket: &mut Socket) -> Value {
    socket.say(r#"{"type":"inspect","id":1}"#).unwrap();
    socket.wait_for("state").unwrap()
}

fn until(socket: &mut Socket, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..500 {
        let now = inspect(socket);
        if holds(&now) {
            return now;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("never happened: {what}");
}

#[test]
fn what_is_asked_is_done() {
    visit(&Listen::loopback(), |address| {
        let mut it = Socket::greeted(address, "{}");
        it.wait_for("status").unwrap();
        it.say(r#"{"type":"pause","id":5}"#).unwrap();
        assert_eq!(it.wait_for("done").unwrap()["id"], 5);
        let paused = until(&mut it, "a pause", |now| now["is_paused"] == true);
        it.say(r#"{"type":"step","count":3}"#).unwrap();
        let step = paused["step"].as_u64().unwrap();
        until(&mut it, "three steps", |now| now["step"] == step + 3);
        it.say(r#"{"type":"teleport","body":{"vehicle":1},"pose":[7,8,0,0.5,0,0]}"#).unwrap();
        until(&mut it, "another place", |now| now["vehicles"][1]["pose"][0].as_f64() > Some(6.9));
        it.say(r#"{"type":"select","body":{"vehicle":1},"id":9}"#).unwrap();
        let about = it.wait_for("selected").unwrap();
        assert!(about["place"].as_str().unwrap().contains("given.world.xml:"), "{about}");
        assert!(about["parameters"].as_array().unwrap().len() > 3, "{about}");
    });
}

#[test]
fn a_named_moment_can_be_returned_to() {
    visit(&Listen::loopback(), |address| {
        let mut it = Socket::greeted(address, "{}");
        it.wait_for("status").unwrap();
        it.say(r#"{"type":"pause"}"#).unwrap();
        let then = until(&mut it, "a pause", |now| now["is_paused"] == true);
        // The time line takes snapshots too; one in a tenth of a second is the limit.
        let is_kept = (0..20).any(|_| {
            std::thread::sleep(Duration::from_millis(150));
            it.say(r#"{"type":"snapshot","name":"here","id":1}"#).unwrap();
            loop {
                let (opcode, payload) = it.next().unwrap();
                let value: Value =
                    if opcode == 1 { serde_json::from_slice(&payload).unwrap() } else { Value::Null };
                if value["id"] == 1 {
                    break value["type"] == "done";
                }
            }
        });
        assert!(is_kept);
        it.say(r#"{"type":"step","count":50}"#).unwrap();
        let step = then["step"].as_u64().unwrap();
        until(&mut it, "fifty steps", |now| now["step"] == step + 50);
        it.say(r#"{"type":"restore","name":"here"}"#).unwrap();
        let back = until(&mut it, "the named moment", |now| now["step"] == step);
        assert_eq!(back["vehicles"], then["vehicles"], "to the last bit");
    });
}

#[test]
fn poses_and_scans_arrive_as_bytes() {
    visit(&Listen::loopback(), |address| {
        let mut it = Socket::greeted(address, r#"{"rate_hz":60,"sensors":[0]}"#);
        let mut kinds = [false; 7];
        for _ in 0..400 {
            let (opcode, payload) = it.next().unwrap();
            if opcode == 2 {
                kinds[payload[0] as usize] = true;
                let count = u32::from_le_bytes(payload[4..8].try_into().unwrap()) as usize;
                match payload[0] {
                    1 => assert_eq!(payload.len(), 24 + 32 * count),
                    4 => assert_eq!((count, payload.len()), (100, 24 + 28 + 16 + 4 * count)),
                    _ => {}
                }
            }
            if kinds[1] && kinds[2] && kinds[4] {
                return;
            }
        }
        panic!("kinds that arrived: {kinds:?}");
    });
}

/// Two beams, of which one meets nothing.
struct Sonar;

impl SensorModel for Sonar {
    fn read(&self, _: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let ranges = NamedArray::new("range_m", "m", vec![2.5, f64::INFINITY]);
        let bearings = NamedArray::new("bearing_rad", "rad", vec![0.0, 1.0]);
        ReadingData::Arrays(ArraysReading { arrays: vec![ranges, bearings], ..ArraysReading::default() })
    }
}

#[test]
fn arrays_of_a_programs_own_sensor_arrive_as_numbers_and_as_points() {
    let sonar = SensorClass::new("Two beams.", &[], |_| Ok(Sonar));
    let extensions = Arc::new(Extensions::new().sensor("sonar", sonar));
    let text = "<mvsim_world><sensor class='sonar' name='s'/></mvsim_world>";
    let world = World::from_text(text, &WorldOptions { extensions, ..WorldOptions::default() });
    let run = Run::new(world.without_errors().unwrap()).serve(Listen::loopback()).prepare().unwrap();
    let (address, stop) = (run.viewer_socket().unwrap(), run.stop_flag());
    let run = std::thread::spawn(move || run.go());
    let mut it = Socket::greeted(address, r#"{"rate_hz":60,"sensors":[0]}"#);
    let (mut arrays, mut points) = (None, None);
    for _ in 0..400 {
        match it.next().unwrap() {
            (1, text) => {
                let message: Value = serde_json::from_slice(&text).unwrap();
                arrays = if message["type"] == "reading" { Some(message) } else { arrays };
            }
            (2, bytes) if bytes[0] == 5 => points = Some(bytes),
            _ => {}
        }
        if arrays.is_some() && points.is_some() {
            break;
        }
    }
    stop.raise();
    run.join().unwrap();
    let expected = json!([
        {"name": "range_m", "unit": "m", "count": 2, "values": [2.5, null]},
        {"name": "bearing_rad", "unit": "rad", "count": 2, "values": [0.0, 1.0]},
    ]);
    assert_eq!(arrays.expect("numbers")["arrays"], expected);
    let points = points.expect("points");
    assert_eq!(u32::from_le_bytes(points[4..8].try_into().unwrap()), 1, "what met nothing is no point");
    let x_m = f32::from_le_bytes(points[56..60].try_into().unwrap());
    assert_eq!(x_m, 2.5);
}

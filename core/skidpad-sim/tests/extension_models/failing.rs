//! A class that panics or gives a number that is none fails alone.

use super::{failures, robot, try_world, world};
use skidpad_messages::{ArraysReading, BodyId, Commands, Event, NamedArray, ReadingData, VehicleId};
use skidpad_sim::extension::{
    Control, ControllerClass, ControllerModel, DriveView, ElementClass, ElementModel, ElementView,
    FrictionClass, Grip, Push, PushedBody, Rays, SensorClass, SensorModel, SensorView, Slip, TyreModel,
};
use skidpad_sim::{Extensions, SensorTracer, Simulation};
use skidpad_world::Param;

/// Fails in a way of its own after a quarter of a second.
struct Fault(String);

impl SensorModel for Fault {
    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn advance(&self, at: &SensorView<'_>, memory: &mut [f64]) {
        match self.0.as_str() {
            "memory" if at.time_ns > 250_000_000 => memory[0] = f64::NAN,
            "step" if at.time_ns > 250_000_000 => panic!("no more steps"),
            _ => {}
        }
    }

    fn read(&self, _: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let values = if self.0 == "nan" { vec![f64::NAN] } else { Vec::new() };
        let arrays = vec![NamedArray::new("level", "", values)];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }
}

impl ElementModel for Fault {
    fn step(&self, at: &ElementView<'_>, _: &mut [f64]) -> Vec<String> {
        assert!(self.0 != "step" || at.time_ns < 250_000_000, "the motor broke");
        Vec::new()
    }

    fn push(&self, _: &PushedBody, _: &[f64]) -> Option<Push> {
        (self.0 == "nan").then(|| Push { moment_nm: f64::NAN, ..Push::default() })
    }
}

impl ControllerModel for Fault {
    fn control(&self, at: &DriveView<'_>, _: &mut [f64]) -> Control {
        assert!(at.time_s < 0.25, "lost");
        Control::default()
    }
}

impl TyreModel for Fault {
    fn grip(&self, _: &Slip) -> Grip {
        Grip::Limits { along_n: f64::NAN, across_n: 0.0 }
    }
}

const FAULT: &[Param] = &[Param::choice("fault", &["none", "memory", "step", "nan", "build"])
    .default("none")
    .doc("How it fails.")];

fn extensions() -> Extensions {
    let make = |values: &skidpad_world::description::Values| match values.text("fault") {
        "build" => Err("it is to fail at once".to_owned()),
        fault => Ok(Fault(fault.to_owned())),
    };
    Extensions::new()
        .sensor("faulty", SensorClass::new("Fails.", FAULT, make))
        .element("faulty", ElementClass::new("Fails.", FAULT, make))
        .controller("faulty", ControllerClass::new("Fails.", FAULT, make))
        .friction("faulty", FrictionClass::new("Fails.", FAULT, make))
}

/// Steps of half a second, and what failed in them.
fn run(sim: &mut Simulation) -> (Vec<String>, Vec<Event>) {
    let mut all = Vec::new();
    for _ in 0..100 {
        all.extend(sim.step(&Commands::default()).events.clone());
    }
    (failures(&all), all)
}

#[test]
fn a_sensor_that_fails_is_reported_once_and_the_rest_goes_on() {
    let sensor = |fault: &str| format!("<sensor class=\"faulty\" name=\"{fault}\" fault=\"{fault}\"/>");
    let mut sim = world(&robot(&["none", "memory", "step", "nan"].map(sensor).concat()), extensions());
    let expected = [
        "sensor r1/memory (faulty): its memory is NaN",
        "sensor r1/step (faulty): it panicked: no more steps",
    ];
    assert_eq!(run(&mut sim).0, expected);
    let read = |name: &str| {
        let reading = sim.sense(sim.roster().sensor_by_name(name).unwrap(), &mut SensorTracer::new());
        reading.data.failure().map(str::to_owned)
    };
    assert_eq!(read("r1/none"), None);
    assert_eq!(read("r1/step").as_deref(), Some("it panicked: no more steps"));
    assert_eq!(read("r1/nan").as_deref(), Some("its array \"level\" has a value that is not a number"));
    assert!(sim.observations().vehicles[0].is_present);
}

#[test]
fn an_element_that_fails_takes_no_further_part() {
    let element = |fault: &str| format!("<element class=\"faulty\" name=\"{fault}\" fault=\"{fault}\"/>");
    let mut sim = world(&(robot("") + &["none", "step", "nan"].map(element).concat()), extensions());
    let expected =
        ["element nan (faulty): its force is NaN", "element step (faulty): it panicked: the motor broke"];
    assert_eq!(run(&mut sim).0, expected);
    assert!(sim.observations().vehicles[0].is_present);
}

#[test]
fn a_vehicle_whose_model_fails_is_stopped_alone() {
    let vehicle = |name: &str, y_m: f64, inside: &str| {
        format!("<vehicle name=\"{name}\"><init_pose>0 {y_m} 0</init_pose>{inside}</vehicle>")
    };
    let lost = "<dynamics class=\"differential\"><controller class=\"faulty\"/></dynamics>";
    let bald = "<dynamics class=\"differential\"/><friction class=\"faulty\"/>";
    let sound = "<dynamics class=\"differential\"/>";
    let content = vehicle("lost", 0.0, lost) + &vehicle("bald", 5.0, bald) + &vehicle("sound", 10.0, sound);
    let mut sim = world(&content, extensions());
    let (failed, events) = run(&mut sim);
    assert_eq!(
        failed,
        ["friction faulty of bald: its force is NaN", "controller faulty of lost: it panicked: lost"]
    );
    let stopped = |number| {
        let body = BodyId::Vehicle(VehicleId(number));
        events.iter().any(|event| matches!(event, Event::Quarantined { body: who, .. } if *who == body))
    };
    assert_eq!([0, 1, 2].map(stopped), [true, true, false]);
    assert_eq!(
        sim.observations().vehicles.iter().map(|it| it.is_present).collect::<Vec<_>>(),
        [false, false, true]
    );
}

#[test]
fn a_class_that_cannot_be_made_is_an_error_of_the_world_with_its_place() {
    let said = |content: &str| try_world(content, extensions()).err().expect("an error");
    let sensor = said(&robot("<sensor class=\"faulty\" name=\"s\" fault=\"build\"/>"));
    assert!(sensor.contains("worlds/test.world.xml:3:1: error: s: it is to fail at once"), "{sensor}");
    let element = said("<element class=\"faulty\" name=\"e\" fault=\"build\"/>");
    assert!(element.contains("worlds/test.world.xml:2:1: error: e: it is to fail at once"), "{element}");
}

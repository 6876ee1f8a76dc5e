//! A class that panics or gives NaN fails alone, and is reported with its name.

use super::world;
use skidpad::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad::messages::{ArraysReading, Commands, Event, NamedArray, ReadingData};
use skidpad::{Extensions, Param, Run, Simulation};
use std::sync::{Arc, Mutex};

/// Fails in a way of its own after half a second.
struct Fault(String);

impl SensorModel for Fault {
    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn advance(&self, at: &SensorView<'_>, memory: &mut [f64]) {
        let is_late = at.time_ns > 500_000_000;
        match self.0.as_str() {
            "memory" if is_late => memory[0] = f64::NAN,
            "step" if is_late => panic!("no more steps"),
            _ => {}
        }
    }

    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let is_late = at.time_ns > 500_000_000;
        match self.0.as_str() {
            "read" if is_late => panic!("no more readings"),
            "nan" if is_late => {}
            _ => return ReadingData::Arrays(ArraysReading::default()),
        }
        let arrays = vec![NamedArray::new("level", "", vec![f64::NAN])];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }
}

const PARAMETERS: &[Param] = &[Param::choice("fault", &["none", "memory", "step", "read", "nan", "build"])
    .default("none")
    .doc("How it fails.")];

fn extensions() -> Extensions {
    let class = SensorClass::new("Fails.", PARAMETERS, |values| match values.text("fault") {
        "build" => Err("it is to fail at once".to_owned()),
        fault => Ok(Fault(fault.to_owned())),
    });
    Extensions::new().sensor("faulty", class)
}

fn sensors(faults: &[&str]) -> String {
    let sensor =
        |fault: &&str| format!("<sensor class=\"faulty\" name=\"{fault}\"><fault>{fault}</fault></sensor>\n");
    faults.iter().map(sensor).collect()
}

#[test]
fn a_failure_while_stepping_is_an_event_with_the_name_and_the_rest_goes_on() {
    let mut sim = Simulation::build(&world(&sensors(&["none", "memory", "step"]), extensions())).unwrap();
    let mut failed = Vec::new();
    for _ in 0..300 {
        for event in &sim.step(&Commands::default()).events {
            if let Event::ExtensionFailed { name, because } = event {
                failed.push(format!("{name}: {because}"));
            }
        }
    }
    let expected = [
        "sensor r1/memory (faulty): its memory is NaN",
        "sensor r1/step (faulty): it panicked: no more steps",
    ];
    assert_eq!(failed, expected);
    let failure = |sim: &mut Simulation, name: &str| {
        let sensor = sim.sensor(name).unwrap();
        sim.read(sensor).data.failure().map(str::to_owned)
    };
    assert_eq!(failure(&mut sim, "r1/none"), None);
    assert_eq!(failure(&mut sim, "r1/step").as_deref(), Some("it panicked: no more steps"));
}

#[test]
fn a_run_reports_a_failed_reading_once_and_stops_reading() {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&seen);
    let folder = std::env::temp_dir().join(format!("skidpad-failing-{}", std::process::id()));
    let watch = move |step: &skidpad::messages::Step| {
        let failed =
            step.observations.events.iter().filter(|event| matches!(event, Event::ExtensionFailed { .. }));
        told.lock().unwrap().extend(failed.map(|event| event.describe(&step.roster)));
    };
    struct Watch<F>(F);
    impl<F: FnMut(&skidpad::messages::Step) + Send> skidpad::link::Participant for Watch<F> {
        fn after_step(&mut self, step: &skidpad::messages::Step) -> Result<(), skidpad::link::Failure> {
            (self.0)(step);
            Ok(())
        }
    }
    let world = world(&sensors(&["read", "nan"]), extensions());
    Run::new(world).dump(&folder).with("watch", Watch(watch)).duration_s(1.0).go().unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [
            "sensor r1/read (faulty) failed: it panicked: no more readings",
            "sensor r1/nan (faulty) failed: its array \"level\" has a value that is not a number"
        ]
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_class_that_cannot_be_built_is_an_error_of_the_world_with_its_place() {
    let error =
        Simulation::build(&world(&sensors(&["build"]), extensions())).err().expect("an error").to_string();
    assert!(
        error.contains("worlds/given.world.xml:3:1") && error.contains("it is to fail at once"),
        "{error}"
    );
}

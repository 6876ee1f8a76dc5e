//! What `check_extension` finds: models that are not the same twice, that hide what they remember, that give no numbers.

use super::world;
use skidpad::extension::{
    Control, ControllerClass, ControllerModel, DriveView, ElementClass, ElementModel, ElementView, Push,
    PushedBody, Rays, SensorClass, SensorModel, SensorView, fail,
};
use skidpad::math::Vec2;
use skidpad::messages::{ArraysReading, Drive, NamedArray, ReadingData};
use skidpad::testing::check_extension;
use skidpad::{Extensions, World};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

fn findings(world: &World) -> Vec<String> {
    let checked = check_extension(world, 60).expect("it builds");
    assert_eq!(checked.is_sound(), checked.findings.is_empty());
    checked.findings
}

fn level(value: f64) -> ReadingData {
    let arrays = vec![NamedArray::new("level", "", vec![value])];
    ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
}

/// A sensor that measures what a function says.
struct Level<F>(F);

impl<F: Fn(&SensorView<'_>) -> f64 + Send + Sync + 'static> SensorModel for Level<F> {
    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        level((self.0)(at))
    }
}

/// A world with a sensor whose model is made by a function.
fn sensor_world<M: SensorModel>(make: impl Fn() -> M + Send + Sync + 'static) -> World {
    let class = SensorClass::new("Measures.", &[], move |_| Ok(make()));
    world("<sensor class=\"own\" name=\"s\"/>", Extensions::new().sensor("own", class))
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let sound = sensor_world(|| Level(|at: &SensorView<'_>| at.noise.normal(0)));
    let checked = check_extension(&sound, 60).expect("it builds");
    assert!(checked.is_sound() && checked.reading_count > 0, "{checked}");
}

#[test]
fn a_model_that_is_not_the_same_twice() {
    let count = |calls: &AtomicU64| calls.fetch_add(1, Ordering::Relaxed) as f64;
    let impure = sensor_world(move || {
        let calls = AtomicU64::new(0);
        Level(move |_: &SensorView<'_>| count(&calls))
    });
    let found = findings(&impure);
    for what in ["after a snapshot", "in a second run", "on 1 other threads", "on 3 other threads"] {
        let wanted = format!("its reading is another one {what}");
        assert!(found.iter().any(|finding| finding.contains(&wanted)), "{what}: {found:?}");
    }
}

/// Counts its steps beside its memory, so that a snapshot does not save them.
struct HiddenWind(Mutex<f64>);

impl ElementModel for HiddenWind {
    fn step(&self, _: &ElementView<'_>, _: &mut [f64]) -> Vec<String> {
        *self.0.lock().expect("no panic") += 1.0;
        Vec::new()
    }

    fn push(&self, _: &PushedBody, _: &[f64]) -> Option<Push> {
        Some(Push { force_n: Vec2::new(*self.0.lock().expect("no panic"), 0.0), moment_nm: 0.0 })
    }
}

#[test]
fn a_state_that_is_not_saved() {
    let class = ElementClass::new("A wind.", &[], |_| Ok(HiddenWind(Mutex::new(0.0))));
    let extensions = Extensions::new().element("wind", class);
    let text = "<mvsim_world><element class=\"wind\"/><vehicle name=\"r1\"><init_pose>0 0 0</init_pose>
        <dynamics class=\"differential\"/></vehicle></mvsim_world>";
    let found = findings(&World::from_text(text, &super::options(extensions)));
    let wanted = "the state is another one after a snapshot; a model uses more than it is given";
    assert!(
        found.iter().any(|finding| finding.starts_with("step 30: ") && finding.contains(wanted)),
        "{found:?}"
    );
}

#[test]
fn numbers_that_are_none_and_panics_by_the_name_of_their_model() {
    let late = |at: &SensorView<'_>| at.time_ns >= 200_000_000;
    let nan = sensor_world(move || Level(move |at: &SensorView<'_>| if late(at) { f64::NAN } else { 0.0 }));
    let found = findings(&nan);
    assert!(
        found[0].contains("r1/s failed: its array \"level\" has a value that is not a number"),
        "{found:?}"
    );
    let panics = sensor_world(move || {
        Level(move |at: &SensorView<'_>| if late(at) { fail("the antenna broke") } else { 0.0 })
    });
    let found = findings(&panics);
    assert!(found[0].contains("r1/s failed: the antenna broke"), "{found:?}");
}

/// Divides by the speed that is asked for, which random commands sometimes make 0.
struct Careless;

impl ControllerModel for Careless {
    fn control(&self, at: &DriveView<'_>, _: &mut [f64]) -> Control {
        let Drive::Twist(wanted) = at.command else { return Control::default() };
        let torque_nm = at.twist.vx_mps / wanted.vx_mps;
        Control { left_nm: torque_nm, right_nm: torque_nm, steer_rad: 0.0 }
    }
}

#[test]
fn what_fails_under_commands_that_nobody_thought_of() {
    let class = ControllerClass::new("Careless.", &[], |_| Ok(Careless));
    let text = "<mvsim_world><vehicle name=\"r1\"><init_pose>0 0 0</init_pose>
        <dynamics class=\"differential\"><controller class=\"careless\"/></dynamics></vehicle></mvsim_world>";
    let world = World::from_text(text, &super::options(Extensions::new().controller("careless", class)));
    let checked = check_extension(&world, 400).expect("it builds");
    let said = checked.to_string();
    assert!(said.contains("controller careless") && said.contains("its torque or steering is NaN"), "{said}");
}

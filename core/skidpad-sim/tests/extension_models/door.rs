//! Built-in classes and those of a program are in one list, and worlds are built from it alone.

use super::{load, robot, world};
use skidpad_dynamics::fleet::Fleet;
use skidpad_dynamics::friction::Friction;
use skidpad_dynamics::vehicle::{Surroundings, VehicleModel};
use skidpad_math::{Pose2, Twist2};
use skidpad_messages::ReadingData;
use skidpad_scene::Assets;
use skidpad_sim::drive::DriveModel;
use skidpad_sim::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad_sim::{BuildOptions, Extensions, Simulation};
use skidpad_world::ClassFamily;
use skidpad_world::description::{ExtensionUse, SensorKind, Values};

fn described(extensions: &Extensions, family: ClassFamily) -> Vec<&'static str> {
    let mut names = Vec::new();
    for class in extensions.classes().iter().filter(|class| class.family == family) {
        names.push(class.name());
    }
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn what_makes_the_built_in_models_is_in_the_list() {
    let built_in = Extensions::new();
    let expected: [(ClassFamily, &[&str]); 5] = [
        (ClassFamily::Sensor, &["camera", "cone_detector", "gnss", "imu", "laser", "lidar3d", "rgbd_camera"]),
        (
            ClassFamily::Dynamics,
            &[
                "ackermann",
                "ackermann_drivetrain",
                "differential",
                "differential_3_wheels",
                "differential_4_wheels",
                "race_car",
            ],
        ),
        (ClassFamily::Friction, &["default", "ellipse", "wardiagnemma"]),
        (
            ClassFamily::Controller,
            &[
                "front_steer_pid",
                "raw",
                "ros2_control",
                "trajectory",
                "twist_front_steer_pid",
                "twist_ideal",
                "twist_pid",
            ],
        ),
        (
            ClassFamily::Element,
            &[
                "cone_track",
                "elevation_map",
                "ground_grid",
                "horizontal_plane",
                "occupancy_grid",
                "pointcloud",
                "property_region",
                "skybox",
                "vertical_plane",
            ],
        ),
    ];
    for (family, names) in expected {
        assert_eq!(built_in.names(family), names, "what makes {family}");
        assert_eq!(described(&built_in, family), names, "the tables of {family}");
    }
}

struct Nothing;

impl SensorModel for Nothing {
    fn read(&self, _: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        ReadingData::Arrays(skidpad_messages::ArraysReading::default())
    }
}

#[test]
fn a_class_of_ones_own_stands_beside_them() {
    let nothing = SensorClass::new("Measures nothing.", &[], |_| Ok(Nothing));
    let extensions = Extensions::new().sensor("nothing", nothing);
    assert_eq!(extensions.names(ClassFamily::Sensor), described(&extensions, ClassFamily::Sensor));
    assert!(extensions.names(ClassFamily::Sensor).contains(&"nothing"));
    assert!(!Extensions::new().names(ClassFamily::Sensor).contains(&"nothing"));
}

/// A description names classes; one that the list does not have is refused, whoever wrote the description.
#[test]
fn a_description_that_names_no_class_of_the_list_is_refused() {
    let mut loaded = load(&robot("<sensor class=\"imu\"/>"), &Extensions::new());
    let refusal = |loaded: &skidpad_world::Loaded| {
        let built = Simulation::build(&loaded.description, &Assets::default(), &BuildOptions::default());
        built.err().map(|problems| problems.render(&loaded.sources))
    };
    assert_eq!(refusal(&loaded), None);
    for class in ["nothing", "laser"] {
        let used = ExtensionUse { class: class.to_owned(), values: Values::default() };
        loaded.description.vehicles[0].sensors[0].kind = SensorKind::Extension(used);
        let said = refusal(&loaded).unwrap_or_default();
        assert!(said.contains(&format!("this program has no sensor class \"{class}\"")), "{said}");
    }
}

/// What the model of the only vehicle of a world is like.
fn wheeled(content: &str) -> VehicleModel {
    let sim = world(content, Extensions::new());
    match &sim.model().vehicles[0].drive {
        DriveModel::Wheeled(drive) if drive.own_controller.is_none() => drive.wheeled.clone(),
        other => panic!("{content}: {other:?}"),
    }
}

/// Coming through the door, a built-in class is still the model that lanes know: nothing of it is called through a
/// pointer, and eight vehicles are stepped at once with the bits of one alone.
#[test]
fn built_in_classes_are_the_models_of_the_fast_paths() {
    let (dt_s, gravity_mps2) = (0.005, 9.81);
    let built_in = Extensions::new();
    for dynamics in built_in.names(ClassFamily::Dynamics) {
        let vehicle = |inside: &str| {
            format!(
                "<vehicle name='v'><init_pose>0 0 0</init_pose><dynamics class='{dynamics}'/>{inside}</vehicle>"
            )
        };
        if dynamics == "race_car" {
            let sim = world(&vehicle(""), Extensions::new());
            assert!(matches!(sim.model().vehicles[0].drive, DriveModel::RaceCar(_)));
            continue;
        }
        for friction in built_in.names(ClassFamily::Friction) {
            let model = wheeled(&vehicle(&format!("<friction class='{friction}'/>")));
            let is_known = match &model.parts().friction {
                Friction::Simple(_) => friction == "default",
                Friction::WardIagnemma(_) => friction == "wardiagnemma",
                Friction::Ellipse(_) => friction == "ellipse",
                Friction::Own(_) => false,
            };
            assert!(is_known, "{dynamics}, {friction}: {:?}", model.parts().friction);
            let start = model.state_at(Pose2::default(), Twist2::new(1.0, 0.1, 0.3));
            let (mut fleet, mut alone) = (Fleet::new(model.clone(), 8, &start), start);
            for _ in 0..40 {
                fleet.step(dt_s, gravity_mps2);
                model.step(&mut alone, &Surroundings::level(dt_s, gravity_mps2));
            }
            assert!(alone.body.x_m > 0.05, "{dynamics}, {friction}: it rolls");
            assert!((0..8).all(|lane| fleet.state(lane) == alone), "{dynamics}, {friction}");
        }
    }
}

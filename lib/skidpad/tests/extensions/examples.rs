//! The examples of `examples/extensions`: they run, and they stand the test for classes of one's own.

use super::{conveyor, mecanum, options, radar, sonar_ring};
use skidpad::math::Twist2;
use skidpad::messages::{Commands, Drive, Event, ReadingData, Request};
use skidpad::testing::check_extension;
use skidpad::{Extensions, Simulation, World};
use std::path::Path;

fn world(name: &str, extensions: Extensions) -> World {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/extensions");
    let world =
        World::read(folder.join(format!("{name}.world.xml")), &options(extensions)).expect("it is there");
    assert!(world.diagnostics().is_empty(), "{}", world.diagnostics().render(world.sources()));
    world
}

#[test]
fn every_example_repeats_to_the_bit_under_random_commands() {
    let examples = [
        ("radar", radar::extensions()),
        ("mecanum", mecanum::extensions()),
        ("conveyor", conveyor::extensions()),
        ("sonar_ring", sonar_ring::extensions()),
    ];
    for (name, extensions) in examples {
        let checked = check_extension(&world(name, extensions), 200).expect("it builds");
        assert!(checked.is_sound(), "{name}: {checked}");
    }
}

#[test]
fn the_mecanum_platform_goes_sideways() {
    let mut sim = Simulation::build(&world("mecanum", mecanum::extensions())).unwrap();
    let platform = sim.vehicle("platform").unwrap();
    let drive = Drive::Twist(Twist2::new(0.0, 0.5, 0.0));
    let commands = Commands::from([Request::Drive { vehicle: platform, drive }]);
    let pose = sim.run_for_s(4.0, &commands).vehicle(platform).pose_in_world;
    assert!((pose.y_m - 2.0).abs() < 0.3 && pose.x_m.abs() < 0.01 && pose.yaw_rad.abs() < 0.01, "{pose:?}");
}

#[test]
fn the_conveyor_carries_the_parcel_to_its_end_and_stops() {
    let mut sim = Simulation::build(&world("conveyor", conveyor::extensions())).unwrap();
    let (parcel, beside) = (sim.block("parcel").unwrap(), sim.block("beside").unwrap());
    let mut notes = Vec::new();
    for _ in 0..2400 {
        for event in &sim.step(&Commands::default()).events {
            if let Event::Note { text, .. } = event {
                notes.push(text.clone());
            }
        }
    }
    let x_of = |block: skidpad::messages::BlockId| sim.observations().blocks[block.index()].pose_in_world.x_m;
    assert!(x_of(parcel) > 1.9 && x_of(parcel) < 2.4, "{}", x_of(parcel));
    assert_eq!(x_of(beside), 0.0);
    assert_eq!(notes, ["the belt starts", "the belt stands"]);
}

#[test]
fn a_sonar_hears_the_nearest_surface_of_its_cone() {
    let mut sim = Simulation::build(&world("sonar_ring", sonar_ring::extensions())).unwrap();
    let ring = sim.sensor("robot/sonars").unwrap();
    let mut heard: Vec<Vec<f64>> = Vec::new();
    for _ in 0..200 {
        sim.step(&Commands::default());
        if let ReadingData::Arrays(reading) = sim.read(ring).data {
            heard.push(reading.array("range_m").unwrap().to_vec());
        }
    }
    // The wall at the left is 2 m away from the sonar that looks there (the fourth of twelve).
    let near = |value: f64, expected: f64| (value - expected).abs() < 0.1 * expected;
    let left = heard.iter().filter(|ranges_m| near(ranges_m[3], 2.0)).count();
    assert!(left > 150, "{left} of {}", heard.len());
    // Its neighbours hear it too: in their own cones, or as cross-talk.
    assert!(heard.iter().any(|ranges_m| near(ranges_m[2], 2.0)), "no cross-talk");
    assert!(heard.iter().all(|ranges_m| ranges_m[9].is_infinite()), "nothing is at the right");
}

/// The pictures of docs/extending.md. `UPDATE_EXPECT=1` writes them.
#[test]
fn every_example_has_a_picture() {
    use skidpad::picture::{Shot, Viewpoint, picture};
    let examples = [
        ("radar", "radar", radar::extensions()),
        ("mecanum", "mecanum", mecanum::extensions()),
        ("conveyor", "conveyor", conveyor::extensions()),
        ("sonar_ring", "sonar-ring", sonar_ring::extensions()),
    ];
    for (name, file, extensions) in examples {
        let world = world(name, extensions);
        let mut sim = Simulation::build(&world).unwrap();
        sim.run_for_s(2.0, &Commands::default());
        let shot = Shot {
            viewpoint: Viewpoint::World,
            width: 480,
            height: 270,
            field_of_view_rad: None,
            samples: 2,
        };
        let picture = picture(sim.core(), &world.description().gui, &shot, None);
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/images/extension-{file}.png"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            skidpad::record::write_picture(&path, &picture).unwrap();
        }
        let colours: std::collections::BTreeSet<&[u8]> = picture.rgb.chunks_exact(3).collect();
        assert!(colours.len() > 30, "{name}: {} colours", colours.len());
        assert!(path.is_file(), "run this test with UPDATE_EXPECT=1");
    }
}

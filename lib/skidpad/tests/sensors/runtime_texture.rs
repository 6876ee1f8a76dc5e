//! Pictures on objects that are added while a world runs.

use super::{read, world};
use skidpad::Simulation;
use skidpad::math::Pose3;
use skidpad::messages::{Commands, ReadingData, Request, RuntimeObject};
use std::collections::BTreeSet;

#[test]
fn a_camera_sees_the_texture_of_a_runtime_object_also_after_a_restore() {
    let mut simulation = world("testdata/mvsim/peer.world.xml");
    let colours = |simulation: &Simulation| {
        let ReadingData::Image(picture) = read(simulation, "camera1").data else { panic!("a picture") };
        // The rows in the middle show nothing but the object.
        let middle = picture.rgb.chunks(3).skip(12 * 64).take(24 * 64);
        middle.map(<[u8]>::to_vec).collect::<BTreeSet<_>>().len()
    };
    let sign = |texture: Option<&str>| {
        let object = RuntimeObject {
            name: "sign".to_string(),
            pose_in_world: Pose3 { x_m: 2.0, z_m: 0.6, ..Pose3::default() },
            size_m: [0.1, 2.0, 2.0],
            texture: texture.map(str::to_string),
            ..RuntimeObject::default()
        };
        Commands::from([Request::SpawnObjects { objects: vec![object], replaces: true }])
    };
    simulation.step(&sign(None));
    assert_eq!(colours(&simulation), 1, "one side of one colour");
    simulation.step(&sign(Some("../reference/sensors/grid_test.png")));
    let seen = colours(&simulation);
    assert!(seen > 1, "a black and white picture");
    let mut core = simulation.into_core();
    let snapshot = core.snapshot().expect("a snapshot");
    core.reset();
    core.restore(&snapshot).expect("restored");
    assert_eq!(colours(&Simulation::from(core)), seen);
}

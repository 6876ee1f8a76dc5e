//! What the page is told about a world: what its file says, and nothing that it does not say.

use crate::served_run::world_from;
use skidpad::web::contract::{DriveKind, SceneFile, Sensor, SensorKind};
use skidpad::{Simulation, viewer_scene};

fn scene_of(gui: &str, laser: &str) -> SceneFile {
    let text = format!(
        r#"<mvsim_world>
            <gui>{gui}</gui>
            <include file="../definitions/small_robot.vehicle.xml"/>
            <vehicle name="r1" class="small_robot"><init_pose>5 0 0</init_pose>
                <sensor class="laser" name="laser1">{laser}</sensor>
            </vehicle>
            <block name="box"><init_pose>1 1 0</init_pose></block>
        </mvsim_world>"#
    );
    let world = world_from(&text);
    let sim = Simulation::build(&world).unwrap();
    viewer_scene::scene_page(&world, sim.core()).file().clone()
}

fn laser(text: &str) -> Sensor {
    scene_of("", text).sensors.remove(0)
}

#[test]
fn a_camera_is_described_only_if_the_file_mentions_it() {
    let silent = scene_of("<show_forces>true</show_forces>", "").gui;
    assert!(silent.show_forces);
    assert_eq!(
        (silent.camera_distance_m, silent.camera_azimuth_rad, silent.camera_target_m),
        (None, None, None)
    );
    // The default, written out, is a statement; one value brings the defaults of the others.
    let given = scene_of("<cam_distance>80</cam_distance>", "").gui;
    assert_eq!((given.camera_distance_m, given.camera_target_m), (Some(80.0), Some([0.0; 3])));
    assert_eq!(given.camera_elevation_rad, Some(40_f64.to_radians()));
}

#[test]
fn colours_of_a_laser_are_sent_only_if_the_file_gives_them() {
    let silent = laser("");
    assert_eq!((silent.points_rgba, silent.plane_rgba), (None, None));
    assert!(silent.show_points && silent.show_plane);
    let written =
        laser("<viz_pointsColor>#FF000080</viz_pointsColor><viz_planeColor>#0000FF10</viz_planeColor>");
    assert_eq!(written.points_rgba.map(|color| [color[0], color[1]]), Some([1.0, 0.0]));
    assert_eq!(written.plane_rgba.map(|color| [color[1], color[2]]), Some([0.0, 1.0]));
    // A definition passes on that it was given none.
    assert_eq!(laser("<viz_pointsColor> </viz_pointsColor>").points_rgba, None);
    assert!(!laser("<viz_visiblePoints>false</viz_visiblePoints>").show_points);
    assert!(!laser("<viz_visibleLines>false</viz_visibleLines>").show_plane);
}

#[test]
fn things_refer_to_their_frames() {
    let scene = scene_of("", "");
    let [vehicle] = &scene.vehicles[..] else { panic!("one vehicle") };
    assert_eq!((vehicle.name.as_str(), vehicle.drive, vehicle.steers), ("r1", DriveKind::Twist, false));
    assert_eq!(scene.frames[vehicle.frame as usize].name, "r1");
    assert_eq!(scene.frames[vehicle.frame as usize].pose, vehicle.start);
    assert!(vehicle.wheels.iter().all(|wheel| scene.frames[wheel.frame as usize].name.starts_with("r1/")));
    assert_eq!((scene.sensors[0].frame, scene.sensors[0].kind), (vehicle.frame, SensorKind::Laser));
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["r1", "box"]);
    assert!(scene.bodies.iter().all(|body| scene.frames[body.frame as usize].name == body.name));
    assert!(scene.shapes.iter().all(|shape| shape.frame > 0), "nothing here collides by itself");
    assert_eq!(scene.origin_m, [0.0; 3]);
}

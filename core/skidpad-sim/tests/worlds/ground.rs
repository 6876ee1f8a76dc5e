//! Vehicles on hills, ramps, floors and storeys.

use crate::common::{GRIP, PID, ROBOT, differential, run, world, wrap};
use skidpad_messages::Commands;

fn four_wheels(pose: &str) -> String {
    format!(
        r#"<vehicle name="r1"><dynamics class="differential_4_wheels">
        <lr_wheel pos="-0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rr_wheel pos="-0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <lf_wheel pos="0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rf_wheel pos="0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <chassis mass="15" zmin="0.05" zmax="0.4"><shape><pt>-0.3 -0.25</pt><pt>-0.3 0.25</pt><pt>0.3 0.25</pt><pt>0.3 -0.25</pt></shape></chassis>
        {PID}</dynamics>{GRIP}{pose}</vehicle>"#
    )
}

#[test]
fn a_ramp_lifts_and_pitches_a_vehicle() {
    let ramp = "<block name='ramp'><static>true</static><intangible>true</intangible>
        <geometry type='ramp' lx='4' ly='4' lz='0.8'/><shape_from_visual/><init_pose>1 0 0</init_pose></block>";
    let mut robot = world(&wrap(&format!("{ramp}{}", four_wheels("<init_pose>0 0 0</init_pose>"))));
    run(&mut robot, [ROBOT.drive(1.0, 0.0)], 3.5);
    let pose = robot.observations().vehicle(ROBOT).pose_in_world;
    assert!(pose.x_m > 2.5 && pose.x_m < 4.5, "{pose:?}");
    assert!((pose.z_m - 0.2 * (pose.x_m - 1.0)).abs() < 0.01, "{pose:?}");
    // Nose up is negative pitch.
    assert!((pose.pitch_rad + skidpad_math::atan(0.2)).abs() < 1e-6, "{pose:?}");
}

/// A block that wheels do not stand on is only seen.
#[test]
fn a_ghost_lifts_nobody() {
    let ramp = "<block name='ramp'><static>true</static><intangible>true</intangible><drivable>false</drivable>
        <geometry type='ramp' lx='4' ly='4' lz='0.8'/><shape_from_visual/><init_pose>1 0 0</init_pose></block>";
    let mut robot = world(&wrap(&format!("{ramp}{}", four_wheels("<init_pose>0 0 0</init_pose>"))));
    run(&mut robot, [ROBOT.drive(1.0, 0.0)], 3.5);
    let seen = robot.observations().vehicle(ROBOT);
    assert!(seen.pose_in_world.x_m > 2.5 && seen.pose_in_world.z_m == 0.0, "{:?}", seen.pose_in_world);
    assert!(!seen.had_collision);
}

#[test]
fn a_buried_vehicle_is_lifted_with_a_note() {
    let hill = "<element class='elevation_map'><resolution>10</resolution><elevation_data_matrix>[3 3 3; 3 3 3; 3 3 3]</elevation_data_matrix></element>";
    let mut robot = world(&wrap(&format!("{hill}{}", four_wheels("<init_pose>0 0 0</init_pose>"))));
    let notes: Vec<String> = robot.diagnostics().iter().map(|warning| warning.problem.to_string()).collect();
    assert_eq!(
        notes,
        ["r1 stands at z = 0.000 m, below the ground or a block there; it is lifted to 3.000 m"]
    );
    let seen = robot.step(&Commands::NONE);
    assert_eq!(seen.vehicle(ROBOT).pose_in_world.z_m, 3.0);
}

#[test]
fn a_vehicle_below_a_bridge_stays_below() {
    let bridge = "<element class='horizontal_plane'><x_min>-5</x_min><x_max>5</x_max><y_min>-5</y_min><y_max>5</y_max><z>3</z></element>";
    let ground = "<element class='horizontal_plane'><x_min>-9</x_min><x_max>9</x_max><y_min>-9</y_min><y_max>9</y_max><z>0</z></element>";
    for (z, expected) in [("0", 0.0), ("3", 3.0)] {
        let pose = format!("<init_pose3d>0 0 {z} 0 0 0</init_pose3d>");
        let mut robot = world(&wrap(&format!("{ground}{bridge}{}", four_wheels(&pose))));
        run(&mut robot, [ROBOT.drive(0.5, 0.0)], 1.0);
        assert_eq!(robot.observations().vehicle(ROBOT).pose_in_world.z_m, expected);
    }
}

#[test]
fn a_step_that_is_too_high_stops_a_vehicle() {
    let step = |height: f64| {
        format!(
            "<element class='horizontal_plane'><x_min>-9</x_min><x_max>1</x_max><y_min>-9</y_min><y_max>9</y_max><z>0</z></element>
            <element class='horizontal_plane'><x_min>1</x_min><x_max>9</x_max><y_min>-9</y_min><y_max>9</y_max><z>{height}</z></element>"
        )
    };
    let reached = |height: f64| {
        let mut robot =
            world(&wrap(&format!("{}{}", step(height), four_wheels("<init_pose>0 0 0</init_pose>"))));
        run(&mut robot, [ROBOT.drive(0.5, 0.0)], 6.0);
        robot.observations().vehicle(ROBOT).pose_in_world.x_m
    };
    assert!(reached(0.2) < 1.0, "a step as high as the wheels: {}", reached(0.2));
    assert!(reached(0.05) > 2.0, "a quarter of the wheels: {}", reached(0.05));
}

#[test]
fn a_lift_carries_what_stands_on_it() {
    let lift = "<element class='horizontal_plane'><x_min>-3</x_min><x_max>3</x_max><y_min>-3</y_min><y_max>3</y_max>
        <init_pose>0 0 0</init_pose><animation type='keyframes'><time_pose3d>0 0 0 0 0 0 0</time_pose3d>
        <time_pose3d>2 0 0 0.1 0 0 0</time_pose3d><time_pose3d>4 0 0 0 0 0 0</time_pose3d></animation></element>";
    let mut robot = world(&wrap(&format!("{lift}{}", four_wheels("<init_pose>0 0 0</init_pose>"))));
    run(&mut robot, [], 1.0);
    let z_m = robot.observations().vehicle(ROBOT).pose_in_world.z_m;
    assert!((z_m - 0.05).abs() < 1e-3, "{z_m}");
    assert_eq!(robot.observations().planes.len(), 1);
}

#[test]
fn ice_at_another_height_does_not_matter() {
    let region = |z_min: f64| {
        format!(
            "<element class='property_region'><property_name>friction_mu</property_name><x_min>-9</x_min><x_max>9</x_max>
            <y_min>-9</y_min><y_max>9</y_max><z_min>{z_min}</z_min><z_max>9</z_max><value_double>0.0</value_double></element>"
        )
    };
    let moved = |z_min: f64| {
        let robot = differential("r1", PID, GRIP, "<init_pose>0 0 0</init_pose>");
        let mut robot = world(&wrap(&format!("{}{robot}", region(z_min))));
        run(&mut robot, [ROBOT.drive(1.0, 0.0)], 1.0);
        robot.observations().vehicle(ROBOT).pose_in_world.x_m
    };
    assert!(moved(2.0) > 0.5, "ice upstairs");
    assert!(moved(-1.0) < 1e-6, "ice here: {}", moved(-1.0));
}

/// A one-axle cart rests on its two wheels and its hitch.
#[test]
fn a_trailer_takes_its_pitch_from_its_hitch() {
    let ramp = "<element class='elevation_map'><resolution>20</resolution><corner_min_x>-20</corner_min_x><corner_min_y>-20</corner_min_y>
        <elevation_data_matrix>[-4 -4 -4; 0 0 0; 4 4 4]</elevation_data_matrix></element>";
    let cart = differential("cart", "<controller class='raw'/>", GRIP, "<init_pose>-2 0 0</init_pose>");
    let joint = "<joint type='revolute' body_a='r1' body_b='cart' anchor_a='-1 0' anchor_b='1 0'/>";
    let mut train =
        world(&wrap(&format!("{ramp}{}{cart}{joint}", four_wheels("<init_pose>0 0 0</init_pose>"))));
    run(&mut train, [], 0.1);
    for vehicle in &train.observations().vehicles {
        let pitch = vehicle.pose_in_world.pitch_rad;
        assert!((pitch + skidpad_math::atan(0.2)).abs() < 1e-6, "{pitch}");
    }
}

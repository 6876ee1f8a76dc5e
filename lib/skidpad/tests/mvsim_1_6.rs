//! What MVSim 1.3 to 1.6 added to world files: every tag is known, and each does something.

use skidpad::messages::{Commands, VehicleId};
use skidpad::{Simulation, World, WorldOptions};
use skidpad_world::description::{Controller, ElementKind, FixType, Lens, SensorKind, WorldDescription};

fn read(body: &str) -> World {
    let text = format!("<mvsim_world version=\"1.0\">{body}</mvsim_world>");
    World::from_text(&text, &WorldOptions::default())
}

#[track_caller]
fn described(body: &str) -> WorldDescription {
    let world = read(body);
    let said = world.diagnostics().render(world.sources());
    assert_eq!(said, "", "every tag is known");
    world.description().clone()
}

const WHEELS: &str = "<l_wheel pos=\"0 0.3\" mass=\"1\" width=\"0.05\" diameter=\"0.2\" joint_name=\"left\"/>
    <r_wheel pos=\"0 -0.3\" mass=\"1\" width=\"0.05\" diameter=\"0.2\"/>
    <chassis mass=\"15\" zmin=\"0.05\" zmax=\"0.4\"><shape><pt>-0.3 -0.25</pt><pt>-0.3 0.25</pt><pt>0.3 0.25</pt><pt>0.3 -0.25</pt></shape></chassis>";

fn vehicle(controller: &str, more: &str) -> String {
    format!(
        "<vehicle name=\"r\"><dynamics class=\"differential\">{WHEELS}{controller}</dynamics><init_pose>0 0 0</init_pose>{more}</vehicle>"
    )
}

const IDEAL: &str = "<controller class=\"twist_ideal\"/>";

#[test]
fn environment_variables_have_defaults() {
    let body = "<block name=\"b\"><mass>$env{SKIDPAD_NO_SUCH|7}</mass><init_pose>$env{SKIDPAD_NO_SUCH_EITHER|}1 2 0</init_pose></block>";
    let block = &described(body).blocks[0];
    assert_eq!((block.mass_kg, block.object.pose_in_world.x_m), (7.0, 1.0));
}

/// Equal points in a row are a pause; where the turn would be too quick the vehicle slows down.
#[test]
fn a_trajectory_is_followed_with_its_pauses() {
    let way = |speed: &str| {
        let controller = format!(
            "<controller class=\"trajectory\" loop=\"false\"><lookahead_distance>0.4</lookahead_distance>{speed}
             <viz_height>0.3</viz_height><waypoint t=\"0\" x=\"0\" y=\"0\"/><waypoint t=\"2\" x=\"2\" y=\"0\"/>
             <waypoint t=\"4\" x=\"2\" y=\"0\"/><waypoint t=\"6\" x=\"2\" y=\"2\"/></controller>"
        );
        vehicle(&controller, "")
    };
    let description = described(&way(""));
    let Some(Controller::Trajectory(it)) = description.vehicles[0].dynamics.controller() else {
        panic!("a trajectory")
    };
    assert_eq!((it.waypoints.len(), it.drawn_at_m), (4, 0.3));
    let at = |speed: &str, seconds: f64| {
        let mut sim = Simulation::build(&read(&way(speed))).expect("it builds");
        let mut fastest: f64 = 0.0;
        for _ in 0..(seconds / 0.005) as usize {
            let seen = sim.step(&Commands::NONE).vehicle(VehicleId(0)).clone();
            fastest = fastest.max(seen.twist_in_vehicle.yaw_rate_radps.abs());
        }
        (sim.observations().vehicle(VehicleId(0)).pose_in_world, fastest)
    };
    let (paused, _) = at("", 3.5);
    assert!((paused.x_m - 2.0).abs() < 0.45 && paused.y_m.abs() < 0.1, "{paused:?}");
    let (end, fastest) = at("", 12.0);
    assert!((end.y_m - 2.0).abs() < 0.45, "{end:?}");
    assert!(fastest <= 2.0 + 1e-9, "{fastest}: the default limit");
    assert!(at("<max_angular_speed>0.5</max_angular_speed>", 12.0).1 <= 0.5 + 1e-9);
}

#[test]
fn wheels_are_joints_of_ros2_control() {
    let controller = "<controller class=\"ros2_control\"><command_interface>velocity</command_interface><KP>1</KP><KI>0.1</KI>
        <KD>0</KD><max_torque>5</max_torque><controllers_yaml>c.yaml</controllers_yaml><robot_description>generated</robot_description></controller>";
    let world = read(&vehicle(controller, ""));
    let said = world.diagnostics().render(world.sources());
    assert!(said.contains("note: \"controllers_yaml\" has no effect") && said.lines().count() == 1, "{said}");
    let description = world.description();
    let names: Vec<&str> =
        description.vehicles[0].wheels.iter().map(|wheel| wheel.joint_name.as_str()).collect();
    assert_eq!(names, ["left", "r_wheel_joint"]);
}

#[test]
fn lights_have_all_their_words() {
    let common = "<position>1 2 3</position><color>#FF8000</color><diffuse>0.9</diffuse><specular>0.1</specular>
        <attenuation_constant>2</attenuation_constant><attenuation_linear>0.5</attenuation_linear>
        <attenuation_quadratic>0.25</attenuation_quadratic><range>9</range><cast_shadows>false</cast_shadows>";
    let cone = "<direction>0 0 -1</direction><inner_cutoff_deg>10</inner_cutoff_deg><outer_cutoff_deg>20</outer_cutoff_deg>";
    let body = format!(
        "<lights><light_diffuse>0.7</light_diffuse><light_specular>0.2</light_specular><ambient_sky_color>#102030</ambient_sky_color>
         <ambient_ground_color>#405060</ambient_ground_color><shadow_cascades>2</shadow_cascades><sensor_shadow_cascades>2</sensor_shadow_cascades>
         <point_light>{common}</point_light><spot_light>{common}{cone}</spot_light></lights>"
    );
    let lights = described(&body).lights;
    assert_eq!(lights.diffuse, Some(0.7));
    assert!(lights.hemisphere.is_some());
    let [point, spot] = &lights.lamps[..] else { panic!("two lamps: {:?}", lights.lamps) };
    assert_eq!(point.attenuation, [2.0, 0.5, 0.25]);
    assert!(
        point.beam.is_none() && !point.casts_shadows && point.range_m == Some(9.0) && point.diffuse == 0.9
    );
    let beam = spot.beam.as_ref().expect("a cone");
    assert!((beam.outer_rad - 20_f64.to_radians()).abs() < 1e-12);
}

#[test]
fn lights_in_groups_are_switched() {
    let group = "<light_group name=\"head\" initially_on=\"false\"><point_light><position>0.3 0 0.2</position><color>#FFFFFF</color></point_light></light_group>
        <visual light_group=\"head\"><model_uri>../models/crate.obj</model_uri><model_emissive>#FFFF00</model_emissive><cast_shadows>false</cast_shadows></visual>";
    let description = described(&vehicle(IDEAL, group));
    let object = &description.vehicles[0].object;
    assert_eq!((object.light_groups.len(), object.light_groups[0].initially_on), (1, false));
    assert!(object.visuals[0].glow.is_some() && !object.visuals[0].casts_shadows);
}

#[test]
fn pictures_lie_as_they_are_told() {
    let body = "<georeference><latitude>36.8</latitude><longitude>-2.4</longitude><height>10</height></georeference>
        <element class=\"horizontal_plane\"><texture>t.png</texture><normal_map>n.png</normal_map>
        <geo_corner_sw>36.8 -2.4</geo_corner_sw><geo_corner_ne>36.801 -2.399</geo_corner_ne></element>
        <element class=\"elevation_map\"><elevation_data_matrix>[1 0; 2 0; 3 0]</elevation_data_matrix><resolution>2.0</resolution>
        <texture_image>t.png</texture_image><normal_map_image>n.png</normal_map_image><texture_image_rotate>-90</texture_image_rotate></element>";
    let world = read(body);
    // The pictures are not there; everything else is known.
    let said = world.diagnostics().render(world.sources());
    assert!(said.lines().all(|line| line.contains(".png")), "{said}");
    let elements = &world.description().elements;
    let ElementKind::HorizontalPlane(plane) = &elements[0].kind else { panic!("a plane") };
    assert!(plane.normal_map.is_some() && plane.geo_corners.is_some());
    let ElementKind::ElevationMap(map) = &elements[1].kind else { panic!("a map") };
    assert!(map.normal_map.is_some());
}

#[test]
fn receivers_have_qualities_and_events() {
    let sensor = "<sensor class=\"gnss\" name=\"g\"><fix_type>rtk_fixed</fix_type><event start=\"1\" end=\"2\" outage=\"true\"/>
        <event start=\"3\" end=\"4\" fix_type=\"rtk_float\" horizontal_std_noise=\"0.5\" vertical_std_noise=\"1\" offset=\"1 2 3\"/></sensor>";
    let place =
        "<georeference><latitude>36</latitude><longitude>-2</longitude><height>0</height></georeference>";
    let description = described(&format!("{place}{}", vehicle(IDEAL, sensor)));
    let SensorKind::Gnss(gnss) = &description.vehicles[0].sensors[0].kind else { panic!("a receiver") };
    assert_eq!(gnss.fix_type, FixType::RtkFixed);
    assert!(gnss.events[0].is_outage);
    assert_eq!(
        (gnss.events[1].fix_type, gnss.events[1].offset_enu_m),
        (Some(FixType::RtkFloat), skidpad_math::Vec3::new(1.0, 2.0, 3.0))
    );
}

#[test]
fn cameras_have_lenses_and_depth_has_encodings() {
    let sensors = "<sensor class=\"camera\" name=\"c\"><distortion_model>kannala_brandt</distortion_model><k1>0.1</k1><k2>0.2</k2>
        <k3>0.3</k3><k4>0.4</k4><image_noise_std>3</image_noise_std></sensor>
        <sensor class=\"rgbd_camera\" name=\"d\"><distortion_model>plumb_bob</distortion_model><k1>0.1</k1><p1>0.01</p1><p2>0.02</p2>
        <ros_depth_image_encoding>32FC1</ros_depth_image_encoding><preview_depth>true</preview_depth></sensor>";
    let description = described(&vehicle(IDEAL, sensors));
    let SensorKind::Camera(camera) = &description.vehicles[0].sensors[0].kind else { panic!("a camera") };
    assert_eq!((camera.intrinsics.lens, camera.image_noise), (Lens::KannalaBrandt, 3.0));
    assert_eq!(camera.intrinsics.distortion, [0.1, 0.2, 0.3, 0.4, 0.0]);
    let SensorKind::Rgbd(rgbd) = &description.vehicles[0].sensors[1].kind else { panic!("a camera") };
    assert_eq!((rgbd.has_float_depth, rgbd.preview_depth), (Some(true), true));
    assert_eq!(rgbd.rgb.distortion, [0.1, 0.0, 0.01, 0.02, 0.0]);
}

#[test]
fn the_window_has_three_more_words() {
    let words =
        "<gui><show_trajectories>false</show_trajectories><show_sensor_previews>false</show_sensor_previews>
        <show_gui_panels>false</show_gui_panels></gui>";
    let gui = described(words).gui;
    assert!(!gui.show_trajectories && !gui.show_sensor_previews);
}

#[test]
fn lasers_of_the_definitions_can_be_tilted() {
    for file in ["lidar2d", "rplidar-a2"] {
        let include = format!(
            "<include file=\"../definitions/{file}.sensor.xml\" sensor_pitch=\"10\" sensor_roll=\"5\"/>"
        );
        let world = read(&vehicle(IDEAL, &include));
        let pose = world.description().vehicles[0].sensors[0].pose_in_vehicle;
        assert!((pose.pitch_rad - 10_f64.to_radians()).abs() < 1e-12, "{file}: {pose:?}");
        assert!((pose.roll_rad - 5_f64.to_radians()).abs() < 1e-12, "{file}: {pose:?}");
    }
}

/// The built-in Jackal has head lights that an include variable switches on.
#[test]
fn the_jackal_has_head_lights() {
    let include =
        "<include file=\"../definitions/jackal.vehicle.xml\" default_sensors=\"false\" headlights=\"true\"/>
        <vehicle name=\"j\" class=\"jackal\"><init_pose>0 0 0</init_pose></vehicle>";
    let world = read(include);
    let object = &world.description().vehicles[0].object;
    assert!(!object.light_groups.is_empty() && object.light_groups.iter().any(|group| group.initially_on));
}

#[test]
fn intangible_blocks_are_ground_or_not() {
    let block = |more: &str| {
        format!("<block name=\"b\"><intangible>true</intangible>{more}<init_pose>0 0 0</init_pose></block>")
    };
    assert!(described(&block("")).blocks[0].is_drivable);
    assert!(!described(&block("<drivable>false</drivable>")).blocks[0].is_drivable);
}

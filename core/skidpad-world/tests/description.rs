//! Facts about descriptions: the defaults and rules of MVSim's format, one world each.

use skidpad_math::{Pose3, Vec2};
use skidpad_world::description::*;
use skidpad_world::{ExpandOptions, Limits, Loaded, MapFiles, WorldDescription, load};

/// Load a world from the content of its root.
fn load_content(content: &str) -> Loaded {
    let text = format!("<mvsim_world>{content}</mvsim_world>");
    let files = MapFiles::from_texts([("w.world.xml", text.as_str())]);
    load("w.world.xml", &files, &ExpandOptions::default())
}

/// The description of a world without errors.
#[track_caller]
fn describe(content: &str) -> WorldDescription {
    let loaded = load_content(content);
    assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics.render(&loaded.sources));
    loaded.description
}

/// A vehicle with this inside, beside its pose.
#[track_caller]
fn vehicle(content: &str) -> Vehicle {
    let world = describe(&format!("<vehicle><init_pose>0 0 0</init_pose>{content}</vehicle>"));
    world.vehicles.into_iter().next().expect("a vehicle")
}

/// A sensor of this class with this inside.
#[track_caller]
fn sensor(class: &str, content: &str) -> Sensor {
    let on_vehicle = format!("<dynamics class='differential'/><sensor class='{class}'>{content}</sensor>");
    vehicle(&on_vehicle).sensors.into_iter().next().expect("a sensor")
}

fn wheel_places(vehicle: &Vehicle) -> Vec<(&str, f64, f64)> {
    let place = |wheel: &'_ Wheel| (wheel.pose_in_vehicle.x_m, wheel.pose_in_vehicle.y_m);
    vehicle.wheels.iter().map(|wheel| (wheel.name.as_str(), place(wheel).0, place(wheel).1)).collect()
}

#[test]
fn an_empty_world_has_the_defaults_of_the_description() {
    assert_eq!(describe(""), WorldDescription::default());
    assert_eq!(describe("<gui/><lights/>"), WorldDescription::default());
}

#[test]
fn wheels_stand_where_their_class_puts_them() {
    let differential = vehicle("<dynamics class='differential'/>");
    assert_eq!(wheel_places(&differential), [("l_wheel", 0.0, 0.5), ("r_wheel", 0.0, -0.5)]);
    let three = vehicle("<dynamics class='differential_3_wheels'/>");
    assert_eq!(wheel_places(&three)[2], ("caster_wheel", 0.5, 0.0));
    let four = vehicle("<dynamics class='differential_4_wheels'/>");
    let expected =
        [("lr_wheel", 0.0, 0.5), ("rr_wheel", 0.0, -0.5), ("lf_wheel", 0.5, 0.5), ("rf_wheel", 0.5, -0.5)];
    assert_eq!(wheel_places(&four), expected);
    let car = vehicle(
        "<dynamics class='ackermann'><fl_wheel pos='9 9'/><f_wheels_x>2</f_wheels_x><f_wheels_d>1.5</f_wheels_d></dynamics>",
    );
    let expected =
        [("rl_wheel", 0.0, 0.9), ("rr_wheel", 0.0, -0.9), ("fl_wheel", 2.0, 0.75), ("fr_wheel", 2.0, -0.75)];
    assert_eq!(wheel_places(&car), expected);
}

#[test]
fn chassis_defaults_follow_the_class() {
    let robot = vehicle("<dynamics class='differential'/>").chassis;
    assert_eq!((robot.mass_kg, robot.z_min_m, robot.z_max_m), (15.0, 0.05, 0.6));
    let car = vehicle("<dynamics class='ackermann'/>").chassis;
    assert_eq!((car.mass_kg, car.z_min_m, car.z_max_m), (500.0, 0.2, 1.4));
    assert_eq!(car.color, Color::rgb(0xE8, 0x30, 0x00));
    let ChassisShape::Polygon(outline) = car.shape else { panic!("a polygon") };
    assert_eq!((outline.len(), outline[0]), (6, Vec2::new(-0.8, -1.0)));
    assert_eq!((car.linear_damping_hz, car.angular_damping_hz), (0.1, 0.1));
}

#[test]
fn the_third_number_of_a_wheel_position_is_an_angle() {
    let robot = vehicle("<dynamics class='differential'><l_wheel pos='0 0.4 90'/></dynamics>");
    assert_eq!(robot.wheels[0].pose_in_vehicle.yaw_rad, 90f64.to_radians());
    assert_eq!(robot.wheels[0].inertia_kgm2, None);
    let robot = vehicle("<dynamics class='differential'><l_wheel pos='0 0.4' inertia='-1'/></dynamics>");
    assert_eq!(robot.wheels[0].inertia_kgm2, None, "-1 means not given");
}

#[test]
fn controllers_have_their_own_defaults() {
    let controlled = |dynamics: &str, controller: &str| {
        vehicle(&format!("<dynamics class='{dynamics}'><controller class='{controller}'/></dynamics>"))
            .dynamics
    };
    let Dynamics::Differential(Differential { controller: Controller::TwistPid { control, .. } }) =
        controlled("differential", "twist_pid")
    else {
        panic!("a differential vehicle")
    };
    assert_eq!((control.kp, control.max_torque_nm, control.integral_limit), (10.0, 100.0, None));
    let Dynamics::AckermannDrivetrain {
        controller: Controller::TwistPid { control, .. }, drivetrain, ..
    } = controlled("ackermann_drivetrain", "twist_front_steer_pid")
    else {
        panic!("a vehicle with a drivetrain")
    };
    assert_eq!((control.kp, control.max_torque_nm), (100.0, 400.0));
    assert_eq!(drivetrain.driven, Driven::Both, "torsen_4wd unless given");
    assert!(drivetrain.center.is_torsen && drivetrain.front.is_torsen && drivetrain.rear.is_torsen);
    let without = vehicle("<dynamics class='ackermann'/>").dynamics;
    let Dynamics::Ackermann { controller, drive, max_steer_rad } = without else { panic!("a car") };
    assert_eq!(max_steer_rad, 30f64.to_radians());
    assert_eq!(drive, Drive::Front);
    assert!(matches!(controller, Controller::Raw(RawTorques::Wheels { .. })), "raw unless given");
}

#[test]
fn wheels_are_joints_of_ros2_control() {
    let of = |parameters: &str| {
        vehicle(&format!(
            "<dynamics class='differential'><l_wheel pos='0 0.3' joint_name='left'/><r_wheel pos='0 -0.3'/>
             <controller class='ros2_control'>{parameters}</controller></dynamics>"
        ))
    };
    let robot = of("");
    let names: Vec<_> = robot.wheels.iter().map(|wheel| wheel.joint_name.as_str()).collect();
    assert_eq!(names, ["left", "r_wheel_joint"]);
    assert_eq!(robot.dynamics.controller_class(), Some("ros2_control"));
    let Some(Controller::Joints { interface, control, has_description }) = robot.dynamics.controller() else {
        panic!("joints")
    };
    assert_eq!((*interface, *has_description), (JointInterface::Velocity, true));
    assert_eq!((control.kp, control.max_torque_nm), (10.0, 100.0));
    let other =
        of("<command_interface>effort</command_interface><robot_description>topic</robot_description>
        <KP>3</KP><controllers_yaml>controllers.yaml</controllers_yaml>");
    let Some(Controller::Joints { interface, control, has_description }) = other.dynamics.controller() else {
        panic!("joints")
    };
    assert_eq!((*interface, control.kp, *has_description), (JointInterface::Effort, 3.0, false));
    let car = load_content(
        "<vehicle><dynamics class='ackermann'><controller class='ros2_control'/></dynamics></vehicle>",
    );
    assert!(car.diagnostics.has_errors(), "only differential vehicles have it");
}

#[test]
fn torques_are_positive_forward() {
    let raw = |class: &str, torques: &str| {
        let text =
            format!("<dynamics class='{class}'><controller class='raw'>{torques}</controller></dynamics>");
        match vehicle(&text).dynamics.controller() {
            Some(Controller::Raw(torques)) => *torques,
            other => panic!("{other:?}"),
        }
    };
    let sides = raw("differential", "<l_torque>-3</l_torque><r_torque>-4</r_torque>");
    assert_eq!(sides, RawTorques::Sides { left_nm: 3.0, right_nm: 4.0 });
    let wheels = raw("ackermann", "<fl_torque>-3</fl_torque><fr_torque>2</fr_torque>");
    assert_eq!(wheels, RawTorques::Wheels { left_nm: 3.0, right_nm: -2.0, steer_rad: 0.0 });
    let engine = raw("ackermann_drivetrain", "<torque>-9</torque>");
    assert_eq!(engine, RawTorques::Engine { torque_nm: 9.0, steer_rad: 0.0 });
}

#[test]
fn older_and_documented_names_mean_what_they_were_meant_to() {
    let same = |a: &str, b: &str| {
        let (a, b) = (describe(a), describe(b));
        assert!(a.equals_apart_from_places(&b), "{a:#?}\n{b:#?}");
    };
    let car = |class: &str, controller: &str| {
        format!(
            "<vehicle><init_pose>0 0 0</init_pose><dynamics class='{class}'>{controller}</dynamics></vehicle>"
        )
    };
    same(&car("car_ackermann", ""), &car("ackermann", ""));
    let raw = |class: &str| {
        car("ackermann", &format!("<controller class='{class}'><fl_torque>-3</fl_torque></controller>"))
    };
    same(&raw("front_steer"), &raw("raw"));
    let pid = |class: &str| car("ackermann", &format!("<controller class='{class}'><KP>7</KP></controller>"));
    same(&pid("twist_pid"), &pid("twist_front_steer_pid"));
    same(
        "<light><light_ambient>0.2</light_ambient></light>",
        "<lights><light_ambient>0.2</light_ambient></lights>",
    );
    same(
        "<element class='point_cloud'><file>a.txt</file><render_points_size>2</render_points_size></element>",
        "<element class='pointcloud'><file_txt_3d>a.txt</file_txt_3d><points_size>2</points_size></element>",
    );
    same("<sensor type='imu' name='a'/>", "<sensor class='imu' name='a'/>");
    same(
        "<element class='ground_grid'><float_center_at_vehicle_name>r1</float_center_at_vehicle_name></element>",
        "<element class='ground_grid'><floating_focus>r1</floating_focus></element>",
    );
}

#[test]
fn single_differentials_overrule_the_type_of_a_drivetrain() {
    let car = vehicle(
        "<dynamics class='ackermann_drivetrain'><drivetrain type='open_4wd' rear='torsen'>\
         <rear_left_right_bias>3</rear_left_right_bias></drivetrain></dynamics>",
    );
    let Dynamics::AckermannDrivetrain { drivetrain, .. } = car.dynamics else { panic!("a drivetrain") };
    assert!(!drivetrain.center.is_torsen && !drivetrain.front.is_torsen);
    assert_eq!(
        drivetrain.rear,
        TwoWayDifferential { is_torsen: true, has_bias_ratio: false, split: 0.5, bias: 3.0 }
    );
}

#[test]
fn of_pose_height_and_pose_3d_a_later_one_changes_what_an_earlier_one_said() {
    let pose = |content: &str| sensor("laser", content).pose_in_vehicle;
    let at = |x_m, z_m| Pose3 { x_m, z_m, ..Pose3::default() };
    assert_eq!(pose(""), at(0.0, 0.05));
    assert_eq!(pose("<height>0.3</height>"), at(0.0, 0.3));
    assert_eq!(pose("<height>0.3</height><pose>1 0 0</pose>"), at(1.0, 0.0));
    assert_eq!(pose("<pose>1 0 0</pose><height>0.3</height>"), at(1.0, 0.3));
    assert_eq!(pose("<pose>1 0 0</pose><pose_3d>2 0 4 0 0 0</pose_3d>"), at(2.0, 4.0));
}

#[test]
fn rings_are_spread_evenly_or_sorted_as_given() {
    let rings = |content: &str| match sensor("lidar3d", content).kind {
        SensorKind::Lidar3d(lidar) => {
            lidar.ring_elevations_rad.iter().map(|r| r.to_degrees().round()).collect()
        }
        _ => Vec::new(),
    };
    assert_eq!(
        rings("<vert_fov_degrees>40</vert_fov_degrees><vert_nrays>3</vert_nrays>"),
        [-20.0, 0.0, 20.0]
    );
    let given = "<vert_nrays>3</vert_nrays><vertical_ray_angles>10 -5 2</vertical_ray_angles>";
    assert_eq!(rings(given), [-5.0, 2.0, 10.0]);
}

#[test]
fn a_fraction_is_cut_to_a_whole_number_without_a_word() {
    let loaded = load_content("<sensor class='lidar3d'><horz_nrays>1808.45</horz_nrays></sensor>");
    assert!(loaded.diagnostics.is_empty(), "{}", loaded.diagnostics.render(&loaded.sources));
    let SensorKind::Lidar3d(lidar) = &loaded.description.sensors[0].kind else { panic!("a lidar") };
    assert_eq!(lidar.column_count, 1808);
}

#[test]
fn a_whole_number_with_an_exponent_is_not_cut_at_its_e() {
    let loaded = load_content("<sensor class='lidar3d'><horz_nrays>1.8e3</horz_nrays></sensor>");
    assert!(loaded.diagnostics.is_empty(), "{}", loaded.diagnostics.render(&loaded.sources));
    let SensorKind::Lidar3d(lidar) = &loaded.description.sensors[0].kind else { panic!("a lidar") };
    assert_eq!(lidar.column_count, 1800);
}

#[test]
fn presence_counts_unless_it_is_taken_back() {
    let skips = |text: &str| {
        let block = format!("<block><init_pose>0 0 0</init_pose>{text}</block>");
        describe(&block).blocks[0].object.skip_elevation_adjust
    };
    assert!(!skips(""));
    assert!(skips("<skip_elevation_adjust/>"));
    assert!(skips("<skip_elevation_adjust>true</skip_elevation_adjust>"));
    assert!(!skips("<skip_elevation_adjust>false</skip_elevation_adjust>"));
}

#[test]
fn block_heights_are_zero_and_one_unless_the_visuals_give_them() {
    let heights = |content: &str| {
        let block =
            describe(&format!("<block><init_pose>0 0 0</init_pose>{content}</block>")).blocks.remove(0);
        (block.z_min_m, block.z_max_m)
    };
    assert_eq!(heights(""), (Some(0.0), Some(1.0)));
    assert_eq!(heights("<zmax>0.3</zmax>"), (Some(0.0), Some(0.3)));
    assert_eq!(heights("<geometry type='sphere' radius='1'/><shape_from_visual/>"), (None, None));
}

#[test]
fn a_grid_file_is_read_by_its_ending() {
    let source = |file: &str, content: &str| {
        let element = format!("<element class='occupancy_grid'><file>{file}</file>{content}</element>");
        match describe(&element).elements.remove(0).kind {
            ElementKind::OccupancyGrid(grid) => grid.source,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(source("map.yaml", ""), GridSource::RosYaml);
    assert_eq!(source("map.gridmap.gz", ""), GridSource::Gridmap);
    assert_eq!(source("map.png", ""), GridSource::Image { resolution_m: 0.1, center_pixel: None });
    let centred = "<centerpixel_x>100</centerpixel_x><centerpixel_y>50</centerpixel_y>";
    assert_eq!(
        source("map.png", centred),
        GridSource::Image { resolution_m: 0.1, center_pixel: Some((100.0, 50.0)) }
    );
}

#[test]
fn a_disabled_publish_silences_the_absolute_pose_only() {
    let robot = vehicle(
        "<dynamics class='differential'/><publish enabled='false'><publish_pose_topic>/p</publish_pose_topic>\
         <publish_relative_pose_topic>/q</publish_relative_pose_topic>\
         <publish_relative_pose_objects>veh1</publish_relative_pose_objects></publish>",
    );
    assert_eq!(robot.object.publish.pose_topic, "");
    assert_eq!(robot.object.publish.relative_pose_topic, "/q");
}

/// A list with more names than are left is not read, but it is there.
#[test]
fn too_many_names_are_the_only_mistake() {
    let block = |name: &str| {
        format!(
            "<block name='{name}'><init_pose>0 0 0</init_pose><publish>\
             <publish_relative_pose_topic>/t</publish_relative_pose_topic>\
             <publish_relative_pose_objects>a b</publish_relative_pose_objects></publish></block>"
        )
    };
    let text = format!("<mvsim_world>{}{}</mvsim_world>", block("a"), block("b"));
    let files = MapFiles::from_texts([("w.world.xml", text.as_str())]);
    let limits = Limits { listed_names: 3, ..Limits::default() };
    let loaded = load("w.world.xml", &files, &ExpandOptions { limits, ..ExpandOptions::default() });
    let errors: Vec<String> = loaded.diagnostics.errors().map(|error| error.problem.to_string()).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("more than 3 names in lists"), "{errors:?}");
    let counts = loaded.description.blocks.iter().map(|it| it.object.publish.relative_pose_objects.len());
    assert_eq!(counts.collect::<Vec<_>>(), [2, 0]);
}

#[test]
fn a_visual_that_is_disabled_or_empty_is_left_out() {
    let robot = vehicle(
        "<dynamics class='differential'/><visual enabled='false'><model_uri>a.dae</model_uri></visual>\
         <visual/><visual><model_uri>b.dae</model_uri></visual>",
    );
    assert_eq!(robot.object.visuals.len(), 1);
    assert_eq!(robot.object.visuals[0].model.uri, "b.dae");
}

#[test]
fn document_order_goes_across_the_lists() {
    let world = describe(
        "<block><init_pose>0 0 0</init_pose></block><element class='ground_grid'/>\
         <vehicle><init_pose>0 0 0</init_pose><dynamics class='differential'/></vehicle>\
         <block><init_pose>1 0 0</init_pose></block>",
    );
    let order = [
        world.blocks[0].object.document_index,
        world.elements[0].document_index,
        world.vehicles[0].object.document_index,
        world.blocks[1].object.document_index,
    ];
    assert_eq!(order, [0, 1, 2, 3]);
}

#[test]
fn a_race_car_keeps_what_differs_from_its_preset() {
    let car = vehicle(
        "<dynamics class='race_car' preset='ariane_rear' tyre='load'><W>1.3</W><lateral.d>1.5</lateral.d></dynamics>",
    );
    let Dynamics::RaceCar(race_car) = &car.dynamics else { panic!("a race car") };
    assert_eq!((race_car.preset.as_str(), race_car.tyre.as_str()), ("ariane_rear", "load"));
    assert_eq!((race_car.integrator.as_str(), race_car.reverse), ("rk4", false));
    let given: Vec<(&str, f64)> =
        race_car.parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    assert_eq!(given, [("lateral.d", 1.5), ("track_m", 1.3)]);
    assert_eq!(wheel_places(&car)[0], ("fl_wheel", 0.55 * 1.5706, 0.65));
    assert_eq!(car.chassis.mass_kg, 230.0);
    assert_eq!(car.wheels[3].diameter_m, 2.0 * 0.20809);
}

#[test]
fn what_can_be_read_is_described_in_spite_of_errors() {
    let loaded = load_content(
        "<gravity>down</gravity><block name='a'><init_pose>1 2 3</init_pose><mass>-1</mass></block>\
         <vehicle name='r1'><init_pose>0 0 0</init_pose></vehicle><block name='b'><init_pose>4 5 6</init_pose></block>",
    );
    assert!(loaded.diagnostics.has_errors());
    assert_eq!(loaded.description.settings.gravity_mps2, 9.81);
    assert_eq!(loaded.description.blocks.len(), 2);
    assert_eq!(loaded.description.blocks[0].mass_kg, 30.0);
}

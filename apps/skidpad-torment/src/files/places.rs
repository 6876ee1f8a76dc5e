//! Worlds of many bodies, elements and sensors: what is looked at for each pair of them, and what one of them holds.

use super::encode::png;
use super::names::ROBOT;
use super::overlooked::{SMALL_OBJ, looped};
use super::{HostileWorld, MakeWorld};
use std::f64::consts::TAU;
use std::fmt::Write as _;

/// The cases.
pub(super) fn worlds() -> Vec<MakeWorld> {
    let makers: [fn() -> HostileWorld; 30] = [
        regions_of_grip_below_9000_vehicles,
        vehicles_beside_one_of_400000_corners,
        blocks_that_are_not_there_over_each_other,
        vehicles_on_blocks_that_are_not_there,
        lidars_of_65536_rings,
        planes_in_one_place_before_the_camera,
        cameras_480000,
        lasers_of_a_million_beams,
        shutters_100000,
        camera_of_900000_unknown_children,
        cones_100000_of_each_colour,
        race_cars_on_one_track,
        race_track_to_the_moon,
        race_cars_of_every_parameter,
        drivetrains_9999,
        motor_of_a_long_table,
        keyframes_in_space,
        vehicle_as_large_as_a_country,
        joints_of_one_pair,
        static_blocks_of_4000_squares_each,
        floors_in_one_place,
        hills_of_four_points_in_one_place,
        clouds_of_one_point,
        grids_of_one_cell,
        visuals_over_the_whole_view,
        ground_grids_of_2000_lines,
        windows_2000_in_a_wall,
        doors_2000_in_a_wall,
        marker_of_2_million_points,
        walls_100000_in_one_place,
    ];
    makers.into_iter().map(|make| Box::new(make) as MakeWorld).collect()
}

fn regions_of_grip_below_9000_vehicles() -> HostileWorld {
    let region = "<element class=\"property_region\" property_name=\"friction_mu\" value_double=\"0.5\"/>";
    let controller = "<controller class=\"twist_pid\"><KP>100</KP><max_torque>1</max_torque></controller>";
    let vehicle = format!(
        "<vehicle name=\"v${{i}}\"><init_pose>$f{{3*i}} 0 0</init_pose>{}</vehicle>",
        ROBOT.replace("</dynamics>", &format!("{controller}</dynamics>"))
    );
    HostileWorld::new(
        "regions_of_grip_below_9000_vehicles",
        &(looped(200_000, region) + &looped(9_000, &vehicle)),
    )
}

/// A comb whose every tooth is looked at for each vehicle beside it.
fn vehicles_beside_one_of_400000_corners() -> HostileWorld {
    let shape = "<chassis><shape><for var=\"k\" from=\"1\" to=\"400000\"><pt>$f{k*1e-5} $f{k%2}</pt></for><pt>4 5</pt></shape></chassis>";
    let comb = format!(
        "<vehicle name=\"comb\"><init_pose>0 0 0</init_pose>{}</vehicle>",
        ROBOT.replace("</dynamics>", &format!("{shape}</dynamics>"))
    );
    let others = looped(
        9_000,
        &format!("<vehicle name=\"v${{i}}\"><init_pose>$f{{4.05+i*1e-6}} 0.5 0</init_pose>{ROBOT}</vehicle>"),
    );
    HostileWorld::new("vehicles_beside_one_of_400000_corners", &(comb + &others))
}

/// An outline of so many corners around the origin.
fn ring(count: u32, radius: f64) -> String {
    let mut text = String::from("<shape>");
    for k in 0..count {
        let (sin, cos) = (TAU * f64::from(k) / f64::from(count)).sin_cos();
        let _ = write!(text, "<pt>{:.3} {:.3}</pt>", radius * cos, radius * sin);
    }
    text + "</shape>"
}

fn blocks_that_are_not_there_over_each_other() -> HostileWorld {
    let block = format!(
        "<block name=\"b${{i}}\"><init_pose>$f{{i*1e-4}} 0 0</init_pose><intangible>true</intangible>{}</block>",
        ring(48, 10.0)
    );
    HostileWorld::new("blocks_that_are_not_there_over_each_other", &looped(9_400, &block))
}

fn vehicles_on_blocks_that_are_not_there() -> HostileWorld {
    let block = format!(
        "<block name=\"b${{i}}\"><init_pose>0 0 0</init_pose><intangible>true</intangible>{}</block>",
        ring(80, 30_000.0)
    );
    let vehicle = format!("<vehicle name=\"v${{i}}\"><init_pose>$f{{3*i}} 0 0</init_pose>{ROBOT}</vehicle>");
    HostileWorld::new(
        "vehicles_on_blocks_that_are_not_there",
        &(looped(5_000, &block) + &looped(4_900, &vehicle)),
    )
}

fn lidars_of_65536_rings() -> HostileWorld {
    let lidar = "<sensor class=\"lidar3d\" vert_nrays=\"65536\" horz_nrays=\"2\"/>";
    HostileWorld::new("lidars_of_65536_rings", &looped(20_000, lidar))
}

/// A camera that looks at one place of a world that is much larger.
pub(super) const CAMERA: &str = "<gui><cam_distance>4</cam_distance><cam_azimuth>40</cam_azimuth><cam_elevation>30</cam_elevation>\
     <cam_point_to>1 1 1</cam_point_to></gui>";

fn planes_in_one_place_before_the_camera() -> HostileWorld {
    let plane = "<element class=\"vertical_plane\"><x0>0</x0><y0>0</y0><x1>3</x1><y1>2</y1></element>";
    let far = "<element class=\"vertical_plane\"><x0>1e6</x0><y0>1e6</y0><x1>1e6</x1><y1>2e6</y1></element>";
    let inside = format!("{CAMERA}{far}{}", looped(60_000, plane));
    HostileWorld::new("planes_in_one_place_before_the_camera", &inside)
}

fn cameras_480000() -> HostileWorld {
    HostileWorld::new("cameras_480000", &looped(480_000, "<sensor class=\"rgbd_camera\"/>"))
}

fn lasers_of_a_million_beams() -> HostileWorld {
    let laser = "<sensor class=\"laser\" nrays=\"1000000\"><raytrace_3d>true</raytrace_3d></sensor>";
    HostileWorld::new("lasers_of_a_million_beams", &looped(190_000, laser))
}

/// Every one remembers where it was.
fn shutters_100000() -> HostileWorld {
    let camera = "<sensor class=\"camera\" name=\"c${i}\" readout_time=\"1e9\" sensor_period=\"1e9\" \
                  distortion_model=\"kannala_brandt\" k1=\"1e300\" antialias=\"8\"/>";
    let inside = format!(
        "<vehicle name=\"r\"><init_pose>0 0 0</init_pose>{ROBOT}{}</vehicle>",
        looped(100_000, camera)
    );
    HostileWorld::new("shutters_100000", &inside)
}

/// Looked through for each of its parameters.
fn camera_of_900000_unknown_children() -> HostileWorld {
    let inside = format!("<sensor class=\"rgbd_camera\">{}</sensor>", looped(900_000, "<x/>"));
    HostileWorld::new("camera_of_900000_unknown_children", &inside)
}

/// A track with its cars.
fn race(name: &str, cones: [String; 3], car_count: u32) -> HostileWorld {
    let [blue, yellow, orange] = cones;
    let car = "<vehicle name=\"v${i}\"><init_pose>$f{9*i} 0 0</init_pose><dynamics class=\"race_car\">\
               <driver follow_track=\"true\" speed=\"10\"/></dynamics></vehicle>";
    let inside = format!(
        "<element class=\"cone_track\"><blue>{blue}</blue><yellow>{yellow}</yellow><orange>{orange}</orange></element>{}",
        looped(car_count, car)
    );
    HostileWorld::new(name, &inside)
}

fn cones_around(count: u32, radius: f64) -> String {
    (0..count)
        .map(|k| {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(count)).sin_cos();
            format!("{:.3} {:.3}\n", radius * cos, radius * sin)
        })
        .collect()
}

const FINISH: &str = "0 -98\n0 -102\n";

fn cones_100000_of_each_colour() -> HostileWorld {
    let cones = [cones_around(100_000, 98.0), cones_around(100_000, 102.0), FINISH.to_owned()];
    race("cones_100000_of_each_colour", cones, 1)
}

fn race_cars_on_one_track() -> HostileWorld {
    let cones = [cones_around(600, 98.0), cones_around(600, 102.0), FINISH.to_owned()];
    race("race_cars_on_one_track", cones, 9_900)
}

/// The line between the gates has a point every half metre.
fn race_track_to_the_moon() -> HostileWorld {
    let far = 3.8e8;
    let gates = [[0.0, 50.0], [far, 50.0], [far, far], [0.0, far]];
    let side = |x: f64| gates.map(|[gx, gy]| format!("{} {gy}\n", gx + x)).concat();
    race("race_track_to_the_moon", [side(-2.0), side(2.0), "-2 0\n2 0\n".to_owned()], 1)
}

fn race_cars_of_every_parameter() -> HostileWorld {
    let car = "<vehicle name=\"v${i}\"><init_pose>$f{9*i} 0 0</init_pose><dynamics class=\"race_car\" integrator=\"radau\" \
               mass_kg=\"1e300\" front_axle_m=\"1e-300\" rear_axle_m=\"1e300\" wheel_radius_m=\"1e-300\"><chassis mass=\"1e-300\"/>\
               </dynamics><aero drag_area=\"1e300\" downforce_area=\"1e300\"/></vehicle>";
    HostileWorld::new("race_cars_of_every_parameter", &looped(9_900, car))
}

fn drivetrains_9999() -> HostileWorld {
    let car = "<vehicle name=\"v${i}\"><init_pose>$f{9*i} 0 0</init_pose><dynamics class=\"ackermann_drivetrain\">\
               <drivetrain type=\"torsen_4wd\" front_rear_bias=\"1e300\"/><controller class=\"front_steer_pid\"><KP>1e300</KP>\
               <enable_reference_filter>true</enable_reference_filter><reference_filter_order>2</reference_filter_order></controller>\
               <chassis mass=\"1e-300\"/></dynamics><friction class=\"ellipse\"/><load_transfer dynamic=\"true\" com_height=\"1e300\"/>\
               </vehicle>";
    HostileWorld::new("drivetrains_9999", &looped(9_999, car))
}

fn motor_of_a_long_table() -> HostileWorld {
    let table: String = (0..1_600_000).map(|k| format!("{k} 1\n")).collect();
    let inside = format!(
        "<vehicle name=\"r\"><init_pose>0 0 0</init_pose>{ROBOT}<motor gear_ratio=\"1\"><table>{table}</table></motor></vehicle>"
    );
    HostileWorld::new("motor_of_a_long_table", &inside)
}

fn keyframes_in_space() -> HostileWorld {
    let inside = format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose><animation>{}</animation></block>",
        looped(480_000, "<time_pose3d>${i} 0 0 0 ${i} 0 0</time_pose3d>")
    );
    HostileWorld::new("keyframes_in_space", &inside)
}

fn vehicle_as_large_as_a_country() -> HostileWorld {
    let chassis = format!("<chassis>{}</chassis></dynamics>", ring(4, 400_000.0));
    let inside = format!(
        "<block name=\"b\"><init_pose>900000 0 0</init_pose><static>true</static></block>\
         <vehicle name=\"r\"><init_pose>0 0 0</init_pose>{}</vehicle>",
        ROBOT.replace("</dynamics>", &chassis)
    );
    HostileWorld::new("vehicle_as_large_as_a_country", &inside)
}

const TWO_BLOCKS: &str = "<block name=\"a\"><init_pose>0 0 0</init_pose></block><block name=\"b\"><init_pose>3 0 0</init_pose></block>";

fn joints_of_one_pair() -> HostileWorld {
    let joint = "<joint type=\"distance\" body_a=\"a\" body_b=\"b\" anchor_a=\"0 0\" anchor_b=\"0 0\" stiffness=\"1e300\"/>";
    HostileWorld::new("joints_of_one_pair", &(TWO_BLOCKS.to_owned() + &looped(140_000, joint)))
}

/// The ground is looked up in squares of four metres.
fn static_blocks_of_4000_squares_each() -> HostileWorld {
    let block = format!(
        "<block name=\"b${{i}}\"><init_pose>$f{{260*(i%100)}} $f{{260*(i-i%100)/100}} 0</init_pose><static>true</static>{}</block>",
        ring(4, 125.0)
    );
    let vehicle = format!("<vehicle name=\"r\"><init_pose>-300 0 0</init_pose>{ROBOT}</vehicle>");
    HostileWorld::new("static_blocks_of_4000_squares_each", &(looped(9_900, &block) + &vehicle))
}

fn floors_in_one_place() -> HostileWorld {
    HostileWorld::new("floors_in_one_place", &looped(480_000, "<element class=\"horizontal_plane\"/>"))
}

fn hills_of_four_points_in_one_place() -> HostileWorld {
    let hill = "<element class=\"elevation_map\" elevation_data_matrix=\"[0 1;1 0]\"/>";
    HostileWorld::new("hills_of_four_points_in_one_place", &looped(300_000, hill))
}

fn clouds_of_one_point() -> HostileWorld {
    let cloud = "<element class=\"pointcloud\" file_txt_3d=\"a.txt\" points_size=\"${i}\"/>";
    HostileWorld::new("clouds_of_one_point", &looped(240_000, cloud)).with("a.txt", b"1 2 3\n".to_vec())
}

fn grids_of_one_cell() -> HostileWorld {
    let grid = "<element class=\"occupancy_grid\" file=\"g.png\" resolution=\"9\"/>";
    HostileWorld::new("grids_of_one_cell", &looped(200_000, grid)).with("g.png", png(1, 1, |_, _| 0))
}

fn visuals_over_the_whole_view() -> HostileWorld {
    let inside = format!(
        "<block name=\"b\"><init_pose>0 0 0</init_pose>{}</block>",
        looped(320_000, "<visual model_uri=\"a.obj\" model_scale=\"1000\"/>")
    );
    HostileWorld::new("visuals_over_the_whole_view", &inside).with("a.obj", SMALL_OBJ.into())
}

fn ground_grids_of_2000_lines() -> HostileWorld {
    let grid = "<element class=\"ground_grid\" interval=\"0.025\"/>";
    HostileWorld::new("ground_grids_of_2000_lines", &looped(30_000, grid))
}

/// A wall of openings that share no edge.
fn openings_of(name: &str, tag: &str) -> HostileWorld {
    let openings: String = (0..2_000)
        .map(|k| {
            let at = f64::from(k);
            let (low, high) = (0.1 + at * 1e-4, 0.5 + at * 1e-3);
            format!("<{tag} position=\"{}\" width=\"0.3\" z_min=\"{low}\" z_max=\"{high}\"/>", at / 2_000.0)
        })
        .collect();
    let inside = format!(
        "<element class=\"vertical_plane\"><x0>0</x0><y0>0</y0><x1>1000</x1><y1>0</y1>{openings}</element>"
    );
    HostileWorld::new(name, &inside)
}

fn windows_2000_in_a_wall() -> HostileWorld {
    openings_of("windows_2000_in_a_wall", "window")
}

fn doors_2000_in_a_wall() -> HostileWorld {
    openings_of("doors_2000_in_a_wall", "door")
}

fn marker_of_2_million_points() -> HostileWorld {
    let inside = format!(
        "<marker type=\"line_strip\"><points>{}</points></marker>",
        "0 0 0\n1 1 1\n".repeat(1_200_000)
    );
    HostileWorld::new("marker_of_2_million_points", &inside)
}

fn walls_100000_in_one_place() -> HostileWorld {
    let inside = format!("<walls><shape>{}</shape></walls>", looped(100_000, "<pt>0 0</pt><pt>3 2</pt>"));
    HostileWorld::new("walls_100000_in_one_place", &inside)
}

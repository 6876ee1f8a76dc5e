//! Platforms, turntables and conveyors carry the vehicles and loose blocks that stand on them.

use crate::common::{PID, ROBOT, differential, run, world, wrap};
use skidpad_messages::{BlockId, Commands, VehicleId};

const G: f64 = 9.81;
const MU: f64 = 0.8;
const RAW: &str = r#"<controller class="raw"/>"#;

fn robot(controller: &str, hold: &str) -> String {
    let friction = format!(
        r#"<friction class="default" hold="{hold}"><mu>{MU}</mu><C_damping>0</C_damping></friction>"#
    );
    differential("r1", controller, &friction, "<init_pose>0 0 0</init_pose>")
}

/// A floor around the robot that moves by keyframes, or whose surface moves.
fn floor(more: &str) -> String {
    format!(
        "<element class='horizontal_plane'><x_min>-5</x_min><x_max>20</x_max><y_min>-5</y_min><y_max>5</y_max>
         <z>0.3</z>{more}</element>"
    )
}

const SLIDING: &str = "<animation type='keyframes'><time_pose3d>0 0 0 0 0 0 0</time_pose3d>
    <time_pose3d>10 5 0 1 0 0 0</time_pose3d></animation>";
const TURNING: &str = "<animation type='keyframes'><time_pose3d>0 0 0 0 0 0 0</time_pose3d>
    <time_pose3d>4 0 0 0 90 0 0</time_pose3d></animation>";

/// A floor that starts at 0.5 m/s drags a parked robot along: it slips by v²/(2·μ·g), then rides.
#[test]
fn a_platform_carries_what_is_parked_on_it() {
    for step in ["0.001", "0.005", "0.02"] {
        let text = wrap(&format!("{}{}", floor(SLIDING), robot(RAW, "standing")));
        let text = text.replace("<simul_timestep>0.005<", &format!("<simul_timestep>{step}<"));
        let mut simulation = world(&text);
        run(&mut simulation, [], 4.0);
        let seen = simulation.observations().vehicle(ROBOT);
        let expected_m = 0.5 * 4.0 - 0.5 * 0.5 / (2.0 * MU * G);
        let off_m = seen.pose_in_world.x_m - expected_m;
        let step_s: f64 = step.parse().unwrap();
        assert!(off_m.abs() < 1e-3 + 0.5 * step_s, "{step} s: {} {expected_m}", seen.pose_in_world.x_m);
        // It rises with the floor, which the next step sees.
        assert!((seen.pose_in_world.z_m - 0.7).abs() < 0.1 * step_s + 1e-6, "{:?}", seen.pose_in_world);
        assert!((seen.twist_in_vehicle.vx_mps - 0.5).abs() < 1e-6, "{:?}", seen.twist_in_vehicle);
        assert!(seen.wheels.iter().all(|wheel| wheel.spin_radps == 0.0));
    }
}

/// Wheels that nothing holds stay where they are, and turn under the robot.
#[test]
fn a_platform_slides_away_under_free_wheels() {
    let mut simulation = world(&wrap(&format!("{}{}", floor(SLIDING), robot(RAW, "never"))));
    run(&mut simulation, [], 2.0);
    let seen = simulation.observations().vehicle(ROBOT);
    // The wheels' own inertia is all that is dragged: ΣI/R² of 1 kg against 17 kg.
    assert!((seen.twist_in_vehicle.vx_mps - 0.5 / 18.0).abs() < 2e-3, "{:?}", seen.twist_in_vehicle);
}

/// The belt of a conveyor carries a parked robot at its own speed, and adds to that of a driving one.
#[test]
fn a_conveyor_carries_and_adds_its_speed() {
    let belt = floor("<surface_vx>0.3</surface_vx><surface_vy>-0.1</surface_vy>");
    let mut parked = world(&wrap(&format!("{belt}{}", robot(RAW, "standing"))));
    run(&mut parked, [], 3.0);
    let twist = parked.observations().vehicle(ROBOT).twist_in_vehicle;
    assert!((twist.vx_mps - 0.3).abs() < 1e-9 && (twist.vy_mps + 0.1).abs() < 1e-9, "{twist:?}");
    let mut driving = world(&wrap(&format!("{belt}{}", robot(PID, "standing"))));
    run(&mut driving, [ROBOT.drive(0.5, 0.0)], 6.0);
    let twist = driving.observations().vehicle(ROBOT).twist_in_vehicle;
    assert!((twist.vx_mps - 0.8).abs() < 0.01, "{twist:?}");
    run(&mut driving, [ROBOT.drive(0.0, 0.0)], 4.0);
    let twist = driving.observations().vehicle(ROBOT).twist_in_vehicle;
    assert!((twist.vx_mps - 0.3).abs() < 1e-3, "it stands on the belt: {twist:?}");
}

/// A turntable turns what stands on it: 90° in 4 s.
#[test]
fn a_turntable_turns_a_robot() {
    let mut simulation = world(&wrap(&format!("{}{}", floor(TURNING), robot(RAW, "standing"))));
    for _ in 0..600 {
        simulation.step(&Commands::NONE);
    }
    let seen = simulation.observations().vehicle(VehicleId(0));
    let expected_rad = 0.75 * std::f64::consts::FRAC_PI_2;
    assert!((seen.pose_in_world.yaw_rad - expected_rad).abs() < 0.02, "{:?}", seen.pose_in_world);
    assert!(seen.pose_in_world.position().norm() < 0.31, "{:?}", seen.pose_in_world);
}

/// A loose block of 3 kg on the floor, 0.4 m by 0.4 m.
fn block(x_m: f64) -> String {
    format!(
        "<block name='load'><mass>3</mass><zmin>0</zmin><zmax>0.5</zmax><ground_friction>{BLOCK_MU}</ground_friction>
         <shape><pt>-0.2 -0.2</pt><pt>-0.2 0.2</pt><pt>0.2 0.2</pt><pt>0.2 -0.2</pt></shape>
         <init_pose3d>{x_m} 0 0.3 0 0 0</init_pose3d></block>"
    )
}

const BLOCK_MU: f64 = 0.5;
const LOAD: BlockId = BlockId(0);

/// A platform that starts at 0.5 m/s and rises carries a loose block: it slips by v²/(2·μ·g), then rides.
#[test]
fn a_platform_carries_a_loose_block() {
    for step in ["0.001", "0.005", "0.02"] {
        let text = wrap(&format!("{}{}", floor(SLIDING), block(2.0)));
        let text = text.replace("<simul_timestep>0.005<", &format!("<simul_timestep>{step}<"));
        let mut simulation = world(&text);
        run(&mut simulation, [], 4.0);
        let seen = simulation.observations().block(LOAD);
        let step_s: f64 = step.parse().unwrap();
        let expected_m = 2.0 + 0.5 * 4.0 - 0.5 * 0.5 / (2.0 * BLOCK_MU * G);
        let off_m = seen.pose_in_world.x_m - expected_m;
        assert!(off_m.abs() < 1e-3 + 0.5 * step_s, "{step} s: {:?} {expected_m}", seen.pose_in_world);
        assert!((seen.pose_in_world.z_m - 0.7).abs() < 1e-9, "it rises: {:?}", seen.pose_in_world);
        assert!((seen.twist_in_block.vx_mps - 0.5).abs() < 1e-9, "{:?}", seen.twist_in_block);
    }
}

/// A turntable turns a block that stands a metre from its centre. It slips by v²/(2·μ·g) while it starts, and then
/// stays at its place on the table.
#[test]
fn a_turntable_turns_a_loose_block() {
    let mut simulation = world(&wrap(&format!("{}{}", floor(TURNING), block(1.0))));
    run(&mut simulation, [], 3.0);
    let pose = simulation.observations().block(LOAD).pose_in_world;
    let turned_rad = 0.75 * std::f64::consts::FRAC_PI_2;
    let speed_mps = turned_rad / 3.0;
    let slipped_rad = speed_mps * speed_mps / (2.0 * BLOCK_MU * G);
    let place_rad = skidpad_math::atan2(pose.y_m, pose.x_m);
    assert!((place_rad - (turned_rad - slipped_rad)).abs() < 2e-3, "{pose:?}");
    assert!((skidpad_math::hypot(pose.x_m, pose.y_m) - 1.0).abs() < 5e-3, "{pose:?}");
    assert!(pose.yaw_rad < turned_rad && pose.yaw_rad > turned_rad - 2.0 * slipped_rad, "{pose:?}");
}

/// A conveyor carries a block at its own speed up to a wall; there the belt runs on under it. Beside the belt a block
/// stays where it is.
#[test]
fn a_conveyor_carries_a_block_up_to_a_wall() {
    let belt = floor("<surface_vx>0.3</surface_vx>");
    let stop = "<block name='stop'><static>true</static><zmin>0</zmin><zmax>1</zmax>
        <shape><pt>-0.1 -2</pt><pt>-0.1 2</pt><pt>0.1 2</pt><pt>0.1 -2</pt></shape><init_pose>4 0 0</init_pose></block>";
    let beside = block(2.0).replace("load", "beside").replace("2 0 0.3", "2 9 0.3");
    let mut simulation = world(&wrap(&format!("{belt}{}{stop}{beside}", block(2.0))));
    run(&mut simulation, [], 2.0);
    let seen = simulation.observations().block(LOAD);
    assert!((seen.twist_in_block.vx_mps - 0.3).abs() < 1e-9, "{:?}", seen.twist_in_block);
    run(&mut simulation, [], 10.0);
    let seen = simulation.observations().block(LOAD);
    assert!((seen.pose_in_world.x_m - 3.7).abs() < 0.02, "{:?}", seen.pose_in_world);
    assert!(seen.twist_in_block.vx_mps.abs() < 1e-3, "{:?}", seen.twist_in_block);
    let beside = simulation.observations().block(BlockId(2)).pose_in_world;
    assert_eq!((beside.x_m, beside.y_m), (2.0, 9.0));
}

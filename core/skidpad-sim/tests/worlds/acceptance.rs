//! MVSim's own acceptance tests, with its tolerances.

use crate::common::{ROBOT, run, world};

/// Δt 1 ms, 1 s; where a twist leads, in m and rad.
fn check_trajectory(text: &str, twist: [f64; 2], expected: [f64; 3], tolerance: f64, feels_side_force: bool) {
    let mut robot = world(text);
    run(&mut robot, [ROBOT.drive(twist[0], twist[1])], 0.5);
    let side_n =
        robot.observations().vehicle(ROBOT).wheels.iter().map(|wheel| wheel.force_in_wheel_n.y.abs());
    let most_n = side_n.fold(0.0, f64::max);
    run(&mut robot, [], 0.5);
    let pose = robot.observations().vehicle(ROBOT).pose_in_world;
    for (got, expected) in [pose.x_m, pose.y_m, pose.yaw_rad].into_iter().zip(expected) {
        assert!((got - expected).abs() < tolerance, "{pose:?} for {twist:?}\n{text}");
    }
    assert!(!feels_side_force || most_n > 1.0, "side force {most_n} N in a curve");
}

fn differential(controller: &str) -> String {
    format!(
        r#"<mvsim_world><simul_timestep>0.001</simul_timestep><vehicle name="veh"><dynamics class="differential">
        <l_wheel pos="0 0.5" mass="1" width="0.1" diameter="0.2"/><r_wheel pos="0 -0.5" mass="1" width="0.1" diameter="0.2"/>
        <chassis mass="15" zmin="0.05" zmax="0.6" linear_damping="0" angular_damping="0"/>{controller}</dynamics>
        <friction class="default"><mu>0.8</mu><C_damping>0.0</C_damping></friction><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"#
    )
}

fn car(controller: &str) -> String {
    format!(
        r#"<mvsim_world><simul_timestep>0.001</simul_timestep><vehicle name="veh"><dynamics class="ackermann">
        <rl_wheel pos="0 1" mass="6" width="0.3" diameter="0.62"/><rr_wheel pos="0 -1" mass="6" width="0.3" diameter="0.62"/>
        <fl_wheel mass="6" width="0.15" diameter="0.62"/><fr_wheel mass="6" width="0.15" diameter="0.62"/>
        <f_wheels_x>1.3</f_wheels_x><f_wheels_d>2.0</f_wheels_d><max_steer_ang_deg>60</max_steer_ang_deg>
        <chassis mass="500" zmin="0.05" zmax="0.6" linear_damping="0" angular_damping="0"/>{controller}</dynamics>
        <friction class="default"><mu>0.8</mu><C_damping>0.0</C_damping></friction><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"#
    )
}

const IDEAL: &str = r#"<controller class="twist_ideal"/>"#;
const STRAIGHT: ([f64; 2], [f64; 3]) = ([1.0, 0.0], [1.0, 0.0, 0.0]);
const CURVE: ([f64; 2], [f64; 3]) = ([1.0, 1.0], [0.841, 0.459, 1.0]);

#[test]
fn twists_lead_where_they_should() {
    let pid = r#"<controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>0</KD><max_torque>20</max_torque></controller>"#;
    let car_pid = r#"<controller class="twist_front_steer_pid"><KP>1000</KP><KI>0</KI><KD>0</KD><max_torque>300</max_torque></controller>"#;
    for (text, tolerance, feels_side_force) in [
        (differential(IDEAL), 0.04, false),
        (differential(pid), 0.25, true),
        (car(IDEAL), 0.04, false),
        (car(car_pid), 0.25, true),
    ] {
        check_trajectory(&text, STRAIGHT.0, STRAIGHT.1, tolerance, false);
        check_trajectory(&text, CURVE.0, CURVE.1, tolerance, feels_side_force);
    }
}

#[test]
fn a_parked_vehicle_does_not_drift_on_a_slope() {
    let pid = r#"<controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>0</KD><max_torque>20</max_torque></controller>"#;
    for controller in [IDEAL, pid] {
        let text = format!(
            r#"<mvsim_world><simul_timestep>0.005</simul_timestep>
            <element class="elevation_map"><resolution>6</resolution><corner_min_x>-8</corner_min_x><corner_min_y>-8</corner_min_y>
              <elevation_data_matrix>[1 0 -1; 1.5 0 -1.5; 1 0 -1]</elevation_data_matrix></element>
            <vehicle name="veh"><dynamics class="differential_4_wheels">
            <lr_wheel pos="-0.3 0.6" mass="1" width="0.1" diameter="0.2"/><rr_wheel pos="-0.3 -0.6" mass="1" width="0.1" diameter="0.2"/>
            <lf_wheel pos="0.3 0.6" mass="1" width="0.1" diameter="0.2"/><rf_wheel pos="0.3 -0.6" mass="1" width="0.1" diameter="0.2"/>
            <chassis mass="10" zmin="0.05" zmax="0.6"/>{controller}</dynamics>
            <friction class="default"><mu>0.8</mu><C_damping>0.05</C_damping></friction>
            <init_pose>0 0 0</init_pose></vehicle></mvsim_world>"#
        );
        let mut robot = world(&text);
        run(&mut robot, [], 0.05);
        let start = robot.observations().vehicle(ROBOT).pose_in_world;
        assert!(start.roll_rad.abs() > 0.1, "it stands on a slope: {start:?}");
        run(&mut robot, [], 3.0);
        let end = robot.observations().vehicle(ROBOT).pose_in_world;
        let drift = [end.x_m - start.x_m, end.y_m - start.y_m];
        assert!(drift.iter().all(|d| d.abs() < 1e-3), "{drift:?}");
        assert!((end.yaw_rad - start.yaw_rad).abs() < 0.01);
    }
}

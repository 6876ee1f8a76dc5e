//! Every reference run of the real MVSim, through the real loader and the real simulation.
//!
//! Prints the worst errors per run; `cargo test -p skidpad-sim --test parity -- --nocapture` shows the table.
#![allow(clippy::disallowed_methods, reason = "a test reads its reference data")]

mod support;

use skidpad_messages::{CommandScript, Commands, VehicleId};
use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::description::Compat;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs that show defects of MVSim which we do not repeat (see the README beside the data).
const DEFECTIVE: [&str; 5] = [
    "f_wardiagnemma_coast",
    "f_wardiagnemma_coast_rollinit",
    "f2_wardiagnemma_coast_nodamp_rollinit",
    "j_ramp10_drive_up_ideal",
    "j_ramp10_parked_ideal",
];
/// Collisions may miss by outcome in this many runs.
const MISSES_ALLOWED: usize = 2;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reference/mvsim")
}

/// A reference run: column names and rows.
struct Run {
    columns: BTreeMap<String, usize>,
    rows: Vec<Vec<f64>>,
}

impl Run {
    fn read(name: &str) -> Run {
        let text = std::fs::read_to_string(data().join(format!("{name}.csv"))).expect("reference data");
        let mut lines = text.lines();
        let header = lines.next().expect("a header");
        let columns = header.split(',').enumerate().map(|(i, column)| (column.to_string(), i)).collect();
        let number = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
        Run { columns, rows: lines.map(|line| line.split(',').map(number).collect()).collect() }
    }

    fn at(&self, row: usize, column: &str) -> f64 {
        self.rows[row][self.columns[column]]
    }
}

fn simulation(name: &str, compat: Option<Compat>) -> Simulation {
    let text = std::fs::read_to_string(data().join(format!("{name}.world.xml"))).expect("reference world");
    let files = skidpad_world::MapFiles::from_texts([("worlds/reference.world.xml", text.as_str())]);
    let world = skidpad_world::load("worlds/reference.world.xml", &files, &Default::default());
    Simulation::build(
        &world.description,
        &Assets::default(),
        &BuildOptions { compat, ..BuildOptions::default() },
    )
    .unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

/// The largest differences of a run.
#[derive(Default, Clone, Copy)]
struct Errors {
    position_m: f64,
    /// Position error over what is allowed at that moment.
    position_share: f64,
    yaw_rad: f64,
    attitude_rad: f64,
    torque_nm: f64,
    torque_share: f64,
    /// At the end: position and yaw of the vehicle and of every block.
    end_m: f64,
    end_yaw_rad: f64,
    path_m: f64,
}

fn apart_rad(a: f64, b: f64) -> f64 {
    skidpad_math::wrap_angle(a - b).abs()
}

/// Runs on ramps and bumps show MVSim's law of slopes.
fn is_on_slopes(name: &str) -> bool {
    name.starts_with("j_") || name.starts_with("x_bumpy")
}

fn compare(name: &str, compat: Option<Compat>) -> Errors {
    let run = Run::read(name);
    let mut simulation = simulation(name, compat);
    let script = std::fs::read_to_string(data().join(format!("{name}.cmds"))).expect("reference commands");
    let script = CommandScript::parse(&script).expect("commands parse");
    let mut player = script.cast(simulation.roster()).expect("vehicles exist");
    let mut commands = Commands::NONE;
    let dt_s = simulation.step_ns() as f64 * 1e-9;
    let robot = VehicleId(0);
    let wheel_count = simulation.observations().vehicle(robot).wheels.len();
    let mut errors = Errors::default();
    // MVSim chatters where rolling resistance has stopped a vehicle.
    let ends_at_rest = name.starts_with("h_crr_coast");

    // MVSim's first row is level on a slope, where a vehicle of ours stands from the start.
    for row in usize::from(is_on_slopes(name))..run.rows.len() {
        let target = (run.at(row, "t") / dt_s).round() as u64;
        while simulation.observations().step < target {
            commands.clear();
            player.play(simulation.time_ns(), &mut commands);
            let before = simulation.observations().vehicle(robot).pose_in_world;
            let after = simulation.step(&commands).vehicle(robot).pose_in_world;
            let (dx, dy) = (after.x_m - before.x_m, after.y_m - before.y_m);
            errors.path_m += (dx * dx + dy * dy).sqrt();
        }
        let seen = simulation.observations();
        let it = seen.vehicle(robot);
        let is_at_rest = ends_at_rest && run.at(row, "vx").abs() < 0.02;
        let (dx, dy) = (it.pose_in_world.x_m - run.at(row, "x"), it.pose_in_world.y_m - run.at(row, "y"));
        let position_m = (dx * dx + dy * dy).sqrt();
        errors.position_m = errors.position_m.max(position_m);
        errors.position_share = errors.position_share.max(position_m / (0.001 + 0.0002 * errors.path_m));
        errors.yaw_rad = errors.yaw_rad.max(apart_rad(it.pose_in_world.yaw_rad, run.at(row, "yaw")));
        let pitch_rad = apart_rad(it.pose_in_world.pitch_rad, run.at(row, "pitch"));
        let roll_rad = apart_rad(it.pose_in_world.roll_rad, run.at(row, "roll"));
        errors.attitude_rad = errors.attitude_rad.max(pitch_rad).max(roll_rad);
        for wheel in (0..wheel_count).filter(|_| row > 0 && !is_at_rest) {
            let expected_nm = run.at(row, &format!("w{wheel}_torque"));
            let torque_nm = (it.wheels[wheel].torque_nm - expected_nm).abs();
            errors.torque_nm = errors.torque_nm.max(torque_nm);
            errors.torque_share = errors.torque_share.max(torque_nm / (0.1 + 0.001 * expected_nm.abs()));
        }
        if row + 1 == run.rows.len() {
            errors.end_m = position_m;
            errors.end_yaw_rad = apart_rad(it.pose_in_world.yaw_rad, run.at(row, "yaw"));
            for (block, block_name) in seen.blocks.iter().zip(&simulation.roster().blocks) {
                let pose = &block.pose_in_world;
                let dx = pose.x_m - run.at(row, &format!("{block_name}_x"));
                let dy = pose.y_m - run.at(row, &format!("{block_name}_y"));
                errors.end_m = errors.end_m.max((dx * dx + dy * dy).sqrt());
                let yaw_rad = apart_rad(pose.yaw_rad, run.at(row, &format!("{block_name}_yaw")));
                errors.end_yaw_rad = errors.end_yaw_rad.max(yaw_rad);
            }
        }
    }
    errors
}

fn run_names(is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(data())
        .expect("reference data")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|file| Some(file.strip_suffix(".csv")?.to_string()))
        .filter(|name| is_wanted(name))
        .collect();
    names.sort();
    names
}

#[test]
fn free_motion_agrees_with_mvsim() {
    println!("| run | path m | position mm | yaw mrad | pitch, roll mrad | torque N·m |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let mut misses = Vec::new();
    let names = run_names(|name| !name.starts_with("k_") && !DEFECTIVE.contains(&name));
    assert!(names.len() >= 30, "reference runs are missing: {}", names.len());
    for name in names {
        let errors = compare(&name, is_on_slopes(&name).then_some(Compat::Mvsim));
        println!(
            "| {name} | {:.2} | {:.4} | {:.4} | {:.4} | {:.4} |",
            errors.path_m,
            errors.position_m * 1e3,
            errors.yaw_rad * 1e3,
            errors.attitude_rad * 1e3,
            errors.torque_nm
        );
        let is_met = errors.position_share <= 1.0
            && errors.yaw_rad <= 0.5e-3
            && errors.attitude_rad <= 1e-4
            && errors.torque_share <= 1.0;
        if !is_met {
            misses.push(name);
        }
    }
    assert!(misses.is_empty(), "beyond the tolerances: {misses:?}");
}

/// A parked vehicle stays where it is by both laws. (35° with μ = 0.5 slides by both, but not equally fast.)
#[test]
fn parked_vehicles_agree_without_compat_too() {
    let names = run_names(|name| name.starts_with("j_ramp10_parked") && !DEFECTIVE.contains(&name));
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        let errors = compare(&name, None);
        assert!(errors.position_m < 1e-4 && errors.yaw_rad < 1e-4 && errors.attitude_rad < 1e-4, "{name}");
    }
}

#[test]
fn collisions_end_as_in_mvsim() {
    println!("| run | rest mm | rest yaw mrad |");
    println!("| --- | --- | --- |");
    let mut misses = Vec::new();
    let names = run_names(|name| name.starts_with("k_"));
    assert!(names.len() >= 18, "reference runs are missing: {}", names.len());
    for name in names {
        let errors = compare(&name, None);
        println!("| {name} | {:.2} | {:.2} |", errors.end_m * 1e3, errors.end_yaw_rad * 1e3);
        if errors.end_m > 0.02 || errors.end_yaw_rad > 0.05 {
            misses.push(name);
        }
    }
    assert!(misses.len() <= MISSES_ALLOWED, "other outcomes than MVSim's: {misses:?}");
}

//! Controllers, tyres and dynamics of a program's own.

use super::{allocations_of_steps, world};
use skidpad_math::Twist2;
use skidpad_messages::{Commands, Drive, Event, RefusedBecause, Request};
use skidpad_sim::extension::{
    Control, ControllerClass, ControllerModel, DriveMotion, DriveStep, DriveView, DynamicsClass,
    DynamicsModel, FrictionClass, Grip, Slip, TyreModel, WheelStep,
};
use skidpad_sim::{Extensions, Simulation, Snapshot};
use skidpad_world::Param;

/// Speed by an integrating controller.
struct Cruise {
    gain: f64,
}

impl ControllerModel for Cruise {
    fn control(&self, at: &DriveView<'_>, memory: &mut [f64]) -> Control {
        let Drive::Twist(wanted) = at.command else { return Control::default() };
        let error_mps = wanted.vx_mps - at.twist.vx_mps;
        memory[0] += error_mps * at.dt_s;
        let torque_nm = self.gain * (error_mps + memory[0]);
        Control { left_nm: torque_nm, right_nm: torque_nm, steer_rad: 0.0 }
    }

    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }
}

/// Coulomb's law.
struct Rubber {
    mu: f64,
}

impl TyreModel for Rubber {
    fn grip(&self, slip: &Slip) -> Grip {
        let limit_n = self.mu * slip.load_n;
        Grip::Limits { along_n: limit_n, across_n: limit_n }
    }
}

/// A platform that goes where it is told, with a lag.
struct Hover;

impl DynamicsModel for Hover {
    fn step(&self, at: &DriveView<'_>, _: &mut [f64]) -> DriveStep {
        let Drive::Twist(wanted) = at.command else { unreachable!("others are refused") };
        let lag_hz = 4.0;
        let force = |wanted_mps: f64, mps: f64| at.mass_kg * lag_hz * (wanted_mps - mps);
        let wheels = std::array::from_fn(|index| {
            let spin_radps = at.wheels.get(index).map_or(0.0, |it| at.twist.vx_mps / it.wheel.radius_m);
            WheelStep { spin_radps, ..WheelStep::default() }
        });
        let motion = DriveMotion::Forces {
            fx_n: force(wanted.vx_mps, at.twist.vx_mps),
            fy_n: force(wanted.vy_mps, at.twist.vy_mps),
            moment_nm: at.inertia_kgm2 * lag_hz * (wanted.yaw_rate_radps - at.twist.yaw_rate_radps),
        };
        DriveStep { motion, wheels, odometry: None }
    }
}

fn extensions() -> Extensions {
    let gain = [Param::number("gain", "N·m·s/m").default("20").positive()];
    let mu = [Param::number("grip", "").default("0.8").non_negative()];
    Extensions::new()
        .controller(
            "cruise",
            ControllerClass::new("Holds a speed.", &gain, |values| {
                Ok(Cruise { gain: values.number("gain") })
            }),
        )
        .friction(
            "rubber",
            FrictionClass::new("Rubber.", &mu, |values| Ok(Rubber { mu: values.number("grip") })),
        )
        .dynamics("hover", DynamicsClass::new("Goes where it is told.", &[], |_| Ok(Hover)))
}

fn vehicle(inside: &str) -> String {
    format!("<vehicle name=\"r1\"><init_pose>0 0 0</init_pose>{inside}</vehicle>")
}

fn drive(sim: &mut Simulation, twist: Twist2, steps: u32) {
    let id = sim.vehicle("r1").unwrap();
    let command = Request::Drive { vehicle: id, drive: Drive::Twist(twist) };
    let commands = Commands::from([command]);
    for _ in 0..steps {
        sim.step(&commands);
    }
}

#[test]
fn a_controller_of_ones_own_drives_a_built_in_vehicle() {
    let dynamics = "<dynamics class=\"differential\"><controller class=\"cruise\" gain=\"30\"/></dynamics>";
    let mut sim = world(&vehicle(dynamics), extensions());
    drive(&mut sim, Twist2::new(1.0, 0.0, 0.0), 1000);
    let speed = sim.observations().vehicles[0].twist_in_vehicle.vx_mps;
    assert!((speed - 1.0).abs() < 0.02, "{speed}");
    // Its integral is in the snapshot: both continue with the same bits.
    let bytes = sim.snapshot().unwrap().to_bytes().unwrap();
    drive(&mut sim, Twist2::new(0.5, 0.0, 0.0), 50);
    let hash = sim.state_hash();
    sim.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    drive(&mut sim, Twist2::new(0.5, 0.0, 0.0), 50);
    assert_eq!(sim.state_hash(), hash);
    // A command of a kind that it does not take is refused.
    let id = sim.vehicle("r1").unwrap();
    let torques = Drive::Torques { left_nm: 1.0, right_nm: 1.0 };
    let seen = sim.step(&Commands::from([Request::Drive { vehicle: id, drive: torques }]));
    let refused =
        |event: &Event| matches!(event, Event::Refused { because: RefusedBecause::WrongKindOfDrive, .. });
    assert!(seen.events.iter().any(refused), "{:?}", seen.events);
}

#[test]
fn a_tyre_of_ones_own_with_coulombs_law_moves_as_the_built_in_one() {
    let with = |friction: &str| {
        let dynamics = "<dynamics class=\"differential\"><controller class=\"twist_pid\"><KP>20</KP><KI>5</KI>\
            <max_torque>50</max_torque></controller></dynamics>";
        let mut sim = world(&vehicle(&format!("{dynamics}{friction}")), extensions());
        drive(&mut sim, Twist2::new(1.5, 0.0, 0.4), 600);
        sim.observations().vehicles[0].pose_in_world
    };
    let (own, built_in) =
        (with("<friction class=\"rubber\" grip=\"0.8\"/>"), with("<friction class=\"default\" mu=\"0.8\"/>"));
    assert!(
        (own.x_m - built_in.x_m).abs() < 0.02 && (own.y_m - built_in.y_m).abs() < 0.02,
        "{own:?} {built_in:?}"
    );
    let ice = with("<friction class=\"rubber\" grip=\"0.02\"/>");
    assert!(ice.x_m < 0.7 * built_in.x_m, "{ice:?}");
}

const HOVER: &str = "<dynamics class=\"hover\"><chassis mass=\"20\" zmin=\"0.05\" zmax=\"0.4\"/>\
    <wheel pos=\"0.3 0.2\"/><wheel pos=\"0.3 -0.2\"/><wheel pos=\"-0.3 0\"/></dynamics>";

#[test]
fn dynamics_of_ones_own_move_a_vehicle_sideways_and_collide() {
    let wall = "<block name=\"wall\"><init_pose>0 4 0</init_pose><static>true</static><zmin>0</zmin><zmax>1</zmax>\
        <geometry type=\"box\" lx=\"8\" ly=\"1\" lz=\"1\"/></block>";
    let mut sim = world(&(vehicle(HOVER) + wall), extensions());
    assert_eq!(sim.observations().vehicles[0].wheels.len(), 3);
    drive(&mut sim, Twist2::new(0.0, 1.0, 0.0), 300);
    let seen = &sim.observations().vehicles[0];
    assert!((seen.pose_in_world.y_m - 1.25).abs() < 0.05 && seen.pose_in_world.x_m.abs() < 1e-6, "{seen:?}");
    drive(&mut sim, Twist2::new(0.0, 1.0, 0.0), 600);
    let seen = &sim.observations().vehicles[0];
    assert!(seen.is_in_collision && seen.pose_in_world.y_m < 3.2, "{seen:?}");
    assert!((seen.wheels[2].position_in_vehicle_m.x + 0.3).abs() < 1e-12);
}

#[test]
fn a_run_with_models_of_ones_own_repeats_to_the_bit() {
    let run = || {
        let mut sim = world(&vehicle(HOVER), extensions());
        drive(&mut sim, Twist2::new(0.7, -0.2, 0.5), 400);
        sim.state_hash()
    };
    assert_eq!(run(), run());
}

#[test]
fn warm_steps_do_not_allocate() {
    let cruise = "<dynamics class=\"differential\"><controller class=\"cruise\"/></dynamics><friction class=\"rubber\"/>";
    for content in [vehicle(HOVER), vehicle(cruise)] {
        let mut sim = world(&content, extensions());
        drive(&mut sim, Twist2::new(0.5, 0.0, 0.2), 50);
        assert_eq!(allocations_of_steps(&mut sim, 100), 0, "{content}");
    }
}

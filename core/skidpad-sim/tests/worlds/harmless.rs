//! Nothing that a client sends, and no legal world, makes a number that is not one.

use crate::common::{GRIP, PID, ROBOT, differential, gallery, run, world, wrap};
use skidpad_math::{NoiseAddress, Pose3, Twist2};
use skidpad_messages::{BlockId, BodyId, Commands, Drive, Observations, Request, VehicleId};

fn is_finite(seen: &Observations) -> bool {
    let vehicles = seen.vehicles.iter().all(|it| {
        let (pose, twist) = (&it.pose_in_world, &it.twist_in_vehicle);
        let sum = pose.x_m + pose.y_m + pose.z_m + pose.yaw_rad + pose.pitch_rad + pose.roll_rad;
        let wheels: f64 =
            it.wheels.iter().map(|wheel| wheel.spin_radps + wheel.rotation_rad + wheel.steer_rad).sum();
        (sum + twist.vx_mps + twist.vy_mps + twist.yaw_rate_radps + wheels).is_finite()
    });
    let blocks = seen.blocks.iter().all(|it| {
        let pose = &it.pose_in_world;
        (pose.x_m + pose.y_m + pose.yaw_rad).is_finite()
    });
    vehicles && blocks
}

/// Promise 7: 10⁵ random bit patterns into every kind of request, into a running world.
#[test]
fn random_commands_are_refused_or_harmless() {
    let (_, text) = &gallery()[2];
    let mut simulation = world(text);
    let mut accepted = 0;
    for step in 0..4_000 {
        let noise = NoiseAddress { seed: 5, stream: 2, step };
        // Half of the numbers are any bits at all, half are of a size that may pass.
        let number = |index: u64| {
            if noise.uniform(1000 + index) < 0.5 {
                f64::from_bits(noise.bits(index))
            } else {
                3.0 * noise.normal(index)
            }
        };
        let mut requests = Vec::new();
        for k in 0..25 {
            let n = |i: u64| number(10 * k + i);
            let vehicle = VehicleId((noise.bits(900 + k) % 3) as u32);
            let drive = match noise.bits(800 + k) % 6 {
                0 => Drive::Twist(Twist2::new(n(0), n(1), n(2))),
                1 => Drive::Torques { left_nm: n(0), right_nm: n(1) },
                2 => Drive::TorquesAndSteer { left_nm: n(0), right_nm: n(1), steer_rad: n(2) },
                3 => Drive::EngineAndSteer { torque_nm: n(0), steer_rad: n(1) },
                4 => Drive::SpeedAndSteer { speed_mps: n(0), steer_rad: n(1) },
                _ => Drive::WheelTorquesAndSteer { torques_nm: [n(0), n(1), n(2), n(3)], steer_rad: n(4) },
            };
            requests.push(match noise.bits(700 + k) % 12 {
                0 => VehicleId(0).teleport(Pose3::new(n(0), n(1), n(2), n(3), n(4), n(5))),
                1 => BlockId(0).teleport(Pose3::new(n(0), n(1), n(2), n(3), n(4), n(5))),
                2 => Request::SetTwist {
                    body: BodyId::Vehicle(vehicle),
                    twist_in_body: Twist2::new(n(0), n(1), n(2)),
                },
                3 => Request::SetTimeout { vehicle, timeout_s: Some(n(0)) },
                4 => Request::Remove { body: BodyId::Wall(0) },
                _ => Request::Drive { vehicle, drive },
            });
        }
        let commands: Commands = requests.into_iter().collect();
        accepted += commands.len();
        let seen = simulation.step(&commands);
        assert!(is_finite(seen), "step {step}: {:?}", seen.vehicles[0].pose_in_world);
    }
    assert!(accepted > 10_000, "the test lets some commands pass: {accepted}");
}

#[test]
fn refused_commands_change_no_bit() {
    let (_, text) = &gallery()[2];
    let (mut plain, mut annoyed) = (world(text), world(text));
    let drive = Commands::from([ROBOT.drive(1.0, 0.1)]);
    let mut nonsense = Commands::from([ROBOT.drive(f64::NAN, 0.0), ROBOT.drive(1.0, 0.1)]);
    nonsense.push(VehicleId(77).drive(1.0, 0.0)).unwrap();
    nonsense.push(ROBOT.steer(1.0, 0.0)).unwrap();
    for _ in 0..200 {
        plain.step(&drive);
        let seen = annoyed.step(&nonsense);
        let refused =
            seen.events.iter().filter(|event| matches!(event, skidpad_messages::Event::Refused { .. }));
        assert_eq!(refused.count(), 2);
        assert_eq!(plain.state_hash(), annoyed.state_hash());
    }
}

/// Promise 9: masses 1e-3 to 1e6 kg, steps 1e-4 to 0.1 s, speeds to 200 m/s, in contact and free.
/// `SKIDPAD_NIGHTLY=1` looks at 10⁷ worlds.
#[test]
fn extreme_legal_worlds_stay_finite() {
    #[allow(clippy::disallowed_methods, reason = "a test asks whether there is time for many worlds")]
    let is_nightly = std::env::var_os("SKIDPAD_NIGHTLY").is_some();
    let case_count = if is_nightly { 10_000_000 } else { 10_000 };
    for case in 0..case_count {
        let noise = NoiseAddress { seed: 9, stream: 4, step: case };
        let between = |index: u64, low: f64, high: f64| low + (high - low) * noise.uniform(index);
        let power = |index: u64, low: f64, high: f64| {
            skidpad_math::exp(between(index, low, high) * std::f64::consts::LN_10)
        };
        let dt = power(0, -4.0, -1.0);
        let (mass, wheel_kg, block_kg) = (power(1, -3.0, 6.0), power(2, -3.0, 3.0), power(3, -3.0, 6.0));
        let diameter = power(4, -2.0, 0.5);
        let (vx, vy, rate) =
            (between(5, -200.0, 200.0), between(6, -200.0, 200.0), between(7, -3000.0, 3000.0));
        let friction = ["default", "wardiagnemma", "ellipse"][case as usize % 3];
        let text = format!(
            r#"<mvsim_world><simul_timestep>{dt}</simul_timestep>
            <block name="b"><mass>{block_kg}</mass><zmin>0</zmin><zmax>1</zmax><init_pose>1.6 0.1 20</init_pose></block>
            <block name="wall"><static>true</static><zmin>0</zmin><zmax>1</zmax><init_pose>-2 0 0</init_pose></block>
            <vehicle name="r1"><dynamics class="differential">
            <l_wheel pos="0 0.5" mass="{wheel_kg}" width="0.05" diameter="{diameter}"/>
            <r_wheel pos="0 -0.5" mass="{wheel_kg}" width="0.05" diameter="{diameter}"/>
            <chassis mass="{mass}" zmin="0.05" zmax="0.6"/>
            <controller class="twist_pid"><KP>{kp}</KP><KI>1</KI><max_torque>1000</max_torque></controller></dynamics>
            <friction class="{friction}"/><init_pose>0 0 0</init_pose><init_vel>{vx} {vy} {rate}</init_vel></vehicle></mvsim_world>"#,
            kp = power(8, -2.0, 3.0),
        );
        let mut simulation = world(&text);
        let commands = Commands::from([ROBOT.drive(between(9, -50.0, 50.0), between(10, -10.0, 10.0))]);
        for step in 0..60 {
            let seen = simulation.step(&commands);
            assert!(is_finite(seen), "case {case} step {step}\n{text}");
            let stopped =
                seen.events.iter().any(|event| matches!(event, skidpad_messages::Event::Quarantined { .. }));
            assert!(!stopped, "case {case} step {step} quarantined a body\n{text}");
        }
    }
}

/// A vehicle that is silenced stops; its neighbour does not.
#[test]
fn a_silent_commander_stops_his_vehicle_alone() {
    let both = format!(
        "{}{}",
        differential("r1", PID, GRIP, "<init_pose>0 0 0</init_pose>"),
        differential("r2", PID, GRIP, "<init_pose>0 5 0</init_pose>")
    );
    let mut simulation = world(&wrap(&both));
    let timeout = Request::SetTimeout { vehicle: ROBOT, timeout_s: Some(1.0) };
    run(&mut simulation, [timeout, ROBOT.drive(1.0, 0.0), VehicleId(1).drive(1.0, 0.0)], 1.0);
    assert!(simulation.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps > 0.8);
    run(&mut simulation, [], 2.0);
    let seen = simulation.observations();
    // Below 0.05 m/s the controller lets it roll out.
    assert!(seen.vehicle(ROBOT).twist_in_vehicle.vx_mps.abs() < 0.05);
    assert!(seen.vehicle(VehicleId(1)).twist_in_vehicle.vx_mps > 0.9);
}

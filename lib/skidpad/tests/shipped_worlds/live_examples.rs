//! The worlds that run inside the pages of the documentation do what their pages say.

use skidpad::messages::{Commands, Observations};
use skidpad::{Simulation, World, WorldOptions};

fn observed(example: &str, time_s: f64) -> Observations {
    let path = format!("{}/../../docs/examples/{example}.world.xml", env!("CARGO_MANIFEST_DIR"));
    let world = World::read(&path, &WorldOptions::default()).unwrap();
    assert_eq!(world.diagnostics().records(world.sources()), [], "{example}");
    Simulation::build(&world).unwrap().run_for_s(time_s, &Commands::NONE).clone()
}

/// Wheels of these cars: rear left, on ice; rear right, on asphalt; front left; front right.
const ON_ICE: usize = 0;
const ON_ASPHALT: usize = 1;
const RADIUS_M: f64 = 0.31;
const TORQUE_NM: f64 = 600.0;

#[test]
fn an_open_differential_spins_the_wheel_on_ice() {
    let seen = observed("wheel_on_ice", 3.0);
    let car = &seen.vehicles[0];
    let speed_mps = car.twist_in_vehicle.vx_mps;
    assert!(speed_mps > 1.0, "the car drives: {speed_mps} m/s");
    let rim_mps = |wheel: usize| car.wheels[wheel].spin_radps * RADIUS_M;
    assert!(rim_mps(ON_ICE) > 10.0 * speed_mps, "{} m/s at the rim on ice, {speed_mps} m/s", rim_mps(ON_ICE));
    assert!((rim_mps(ON_ASPHALT) / car.wheels[ON_ASPHALT].velocity_in_vehicle_mps.x - 1.0).abs() < 0.02);
    // Both get half of the torque, whatever they do with it.
    for wheel in [ON_ICE, ON_ASPHALT] {
        assert!((car.wheels[wheel].torque_nm - TORQUE_NM / 2.0).abs() < 1e-9);
    }
}

#[test]
fn a_torsen_gives_the_wheel_that_grips_three_times_the_torque() {
    let seen = observed("torsen", 3.0);
    let [open, torsen] = [&seen.vehicles[0], &seen.vehicles[1]];
    let torque_nm = |wheel: usize| torsen.wheels[wheel].torque_nm;
    assert!((torque_nm(ON_ASPHALT) / torque_nm(ON_ICE) - 3.0).abs() < 1e-9);
    // The force is that of the torque where the wheel grips, and that of friction on ice; wheels are light.
    let force_n = |share: f64| share * TORQUE_NM / RADIUS_M + 0.05 * open.wheels[ON_ICE].load_n;
    let ratio = torsen.twist_in_vehicle.vx_mps / open.twist_in_vehicle.vx_mps;
    let expected = force_n(0.75) / force_n(0.5);
    assert!((ratio / expected - 1.0).abs() < 0.02, "{ratio} instead of {expected}");
}

#[test]
fn a_step_steer_settles_at_the_yaw_rate_of_a_neutral_car() {
    // The tyres of both axles have the same stiffness per load, so that the car steers neutrally: ω = v·δ/L.
    let expected_radps = |speed_mps: f64| speed_mps * 2.0_f64.to_radians().tan() / 1.57;
    let yaw_radps = |time_s: f64| {
        let twist = observed("step_steer", time_s).vehicles[0].twist_in_vehicle;
        twist.yaw_rate_radps / expected_radps(twist.vx_mps)
    };
    let (early, settled) = (yaw_radps(0.03), yaw_radps(2.0));
    assert!(early > 0.0 && early < 0.7, "the car does not turn at once: {early}");
    assert!((settled - 1.0).abs() < 0.02, "{settled} of the yaw rate of a neutral car");
}

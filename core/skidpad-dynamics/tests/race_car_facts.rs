//! Facts that the race car must obey: the hand checks of its specification, symmetry, energy, sliding wheels.

use skidpad_dynamics::race_car::{
    Controls, Ground, Integrator, Parameters, RaceCar, Radau, State, Tyre, row_at,
};
use skidpad_math::{NoiseAddress, atan, sin};

const BCD: f64 = 37.817376553446;
const DT_S: f64 = 0.01;

fn car(parameters: Parameters) -> RaceCar {
    RaceCar::new(parameters).unwrap()
}

fn radau() -> Integrator {
    Integrator::Radau(Radau::default())
}

fn straight(car: &RaceCar, speed_mps: f64) -> State<f64> {
    let torque_nm = car.parameters().cruise_torque_nm(speed_mps);
    let state = State { v_x_mps: speed_mps, torque_nm: [torque_nm; 4], ..State::at_rest() };
    car.with_rolling_wheels(&state)
}

/// Steering beyond L/R per lateral acceleration on a wide circle: δ = L/R + K a_y.
fn understeer_gradient(car: &RaceCar, speed_mps: f64) -> f64 {
    let radius_m = 1e5;
    let turn = car.steady_turn(speed_mps, radius_m).unwrap();
    (turn.steer_rad - car.parameters().wheelbase_m() / radius_m) / (speed_mps * speed_mps / radius_m)
}

#[test]
fn check_1_without_drag_the_car_is_neutral_wherever_its_weight_is() {
    for base in [Parameters::ariane(), Parameters::ariane_rear()] {
        let bare = Parameters {
            resistance_n: 0.0,
            resistance_nspm: 0.0,
            resistance_ns2pm2: 0.0,
            downforce_ns2pm2: 0.0,
            ..base
        };
        for speed_mps in [10.0, 20.0] {
            let gradient = understeer_gradient(&car(bare.clone()), speed_mps);
            assert!(gradient.abs() < 1e-9, "{gradient:e}");
        }
    }
}

#[test]
fn check_2_driven_front_wheels_make_it_oversteer_a_little() {
    let cases = [(Parameters::ariane(), -1.425057e-4), (Parameters::ariane_rear(), -1.581802e-4)];
    for (parameters, expected) in cases {
        let car = car(parameters);
        let p = car.parameters();
        let down_n = 0.5 * p.downforce_ns2pm2 * 100.0;
        let front_n = (p.mass_kg * p.gravity_mps2 + down_n) * p.rear_axle_m / p.wheelbase_m();
        let q = 2.0 * p.drive_per_m * p.cruise_torque_nm(10.0) / (BCD * front_n);
        let theory = -p.wheelbase_m() / 100.0 * q / (1.0 + q);
        let got = understeer_gradient(&car, 10.0);
        assert!((got - theory).abs() < 2e-8, "{got:e} is not {theory:e}");
        assert!((got - expected).abs() < 2e-8, "{got:e} is not {expected:e}");
    }
}

#[test]
fn check_3_yaw_gain_of_an_undriven_car_is_speed_over_wheelbase() {
    for (speed_mps, expected) in [(10.0, 6.366994), (20.0, 12.733987)] {
        let bare = Parameters {
            resistance_n: 0.0,
            resistance_nspm: 0.0,
            resistance_ns2pm2: 0.0,
            ..Parameters::ariane()
        };
        let turn = car(bare).steady_turn(speed_mps, 1e5).unwrap();
        let gain = turn.state.yaw_rate_radps / turn.steer_rad;
        assert!((gain - expected).abs() < 1e-5, "{gain}");
    }
}

#[test]
fn check_4_torque_vectoring_turns_the_car() {
    let car = car(Parameters::ariane());
    let ground = car.level_ground();
    let mut state = straight(&car, 10.0);
    let cruise_nm = state.torque_nm[0];
    let torque_nm = [cruise_nm - 20.0, cruise_nm + 20.0, cruise_nm - 20.0, cruise_nm + 20.0];
    let twisted = State { torque_nm, is_dynamic: 1.0, ..state };
    let controls = Controls { steer_rad: 0.0, torque_nm };
    let turning = car.observe(&twisted, &controls, &ground).yaw_acceleration_radps2;
    assert!((turning - 1.2276).abs() < 1e-12, "{turning}");
    assert!((turning * 200.0 - 245.52).abs() < 1e-9);
    for _ in 0..300 {
        state = car.step(radau(), &state, &controls, &ground, DT_S).unwrap();
    }
    assert!((state.yaw_rate_radps - 0.04301).abs() < 2e-5, "{}", state.yaw_rate_radps);
}

#[test]
fn check_5_coast_down_and_terminal_speed_have_closed_forms() {
    let car = car(Parameters::ariane());
    let ground = car.level_ground();
    let q = (4.0_f64 * 3.0 * 350.0 - 20.0 * 20.0).sqrt();
    let primitive = |v: f64| 2.0 * 230.0 / q * atan((2.0 * 3.0 * v + 20.0) / q);
    let duration_s = primitive(17.0) - primitive(5.0);
    assert!((duration_s - 3.144988818).abs() < 1e-9, "{duration_s}");
    let mut state = State { v_x_mps: 17.0, ..State::at_rest() };
    let steps = 400;
    for _ in 0..steps {
        let dt_s = duration_s / f64::from(steps);
        state = car.step(radau(), &state, &Controls::released(), &ground, dt_s).unwrap();
    }
    assert!((state.v_x_mps - 5.0).abs() < 1e-9, "{}", state.v_x_mps);

    let mut state = State { v_x_mps: 20.0, torque_nm: [100.0; 4], ..State::at_rest() };
    for _ in 0..6_000 {
        state = car.step(Integrator::Rk4, &state, &Controls::even(0.0, 100.0), &ground, DT_S).unwrap();
    }
    assert!((state.v_x_mps - 20.213310683).abs() < 1e-8, "{}", state.v_x_mps);
}

#[test]
fn check_6_wheel_loads_carry_the_car_and_its_moments() {
    for parameters in [Parameters::ariane(), Parameters::ariane_rear()] {
        let car = car(parameters);
        let p = car.parameters();
        let mut random = Random::new(6);
        for _ in 0..1_000 {
            let state = State {
                v_x_mps: random.between(2.0, 25.0),
                v_y_mps: random.between(-0.5, 0.5),
                yaw_rate_radps: random.between(-0.5, 0.5),
                steer_rad: random.between(-0.05, 0.05),
                torque_nm: [random.between(-50.0, 80.0); 4],
                is_dynamic: 1.0,
                ..State::at_rest()
            };
            let forces = car.observe(&state, &Controls::released(), &car.level_ground());
            let [fl, fr, rl, rr] = forces.load_n;
            if [fl, fr, rl, rr].iter().any(|load| *load <= 0.0) {
                continue;
            }
            let down_n = 0.5 * p.downforce_ns2pm2 * state.v_x_mps * state.v_x_mps;
            let weight_n = p.mass_kg * p.gravity_mps2 + down_n;
            assert!((fl + fr + rl + rr - weight_n).abs() < 1e-9);
            let roll_nm = 0.5 * p.track_m * ((fr + rr) - (fl + rl));
            assert!((roll_nm - p.mass_kg * forces.a_y_mps2 * p.cg_height_m).abs() < 1e-8);
            let pitch_nm = p.rear_axle_m * (rl + rr) - p.front_axle_m * (fl + fr);
            assert!((pitch_nm - p.mass_kg * forces.a_x_mps2 * p.cg_height_m).abs() < 1e-8);
        }
    }
}

#[test]
fn check_7_the_mirrored_car_drives_the_mirrored_run_to_the_bit() {
    let fresh = Integrator::Radau(Radau { reuse_jacobian: false, ..Radau::default() });
    for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined] {
        let car = car(Parameters { tyre, ..Parameters::ariane_rear() });
        let ground = car.level_ground();
        for integrator in [Integrator::Rk4, Integrator::Euler, radau(), fresh] {
            let mut left = straight(&car, 14.0);
            let mut right = left.mirrored();
            for step in 0..300 {
                let time_s = f64::from(step) * DT_S;
                let controls = Controls {
                    steer_rad: 0.3 * sin(5.0 * time_s),
                    torque_nm: [40.0 + 100.0 * sin(3.0 * time_s), 60.0, -30.0 * time_s, 90.0],
                };
                left = car.step(integrator, &left, &controls, &ground, DT_S).unwrap();
                right = car.step(integrator, &right, &controls.mirrored(), &ground, DT_S).unwrap();
                assert_eq!(left.mirrored(), right, "{tyre:?} {integrator:?} at {time_s} s");
            }
        }
    }
}

#[test]
fn without_motors_no_step_adds_energy_and_none_gives_nonsense() {
    // 10⁵ in release (scripts run it so); a debug build takes a sample of the same sequence.
    let count = if cfg!(debug_assertions) { 2_000 } else { 100_000 };
    let dt_s = 0.02;
    let mut random = Random::new(1);
    for case in 0..count {
        let parameters = random_parameters(&mut random);
        let reverse = parameters.reverse;
        let car = car(parameters);
        let state = random_state(&mut random, &car);
        let most_nm = car.parameters().torque_max_nm;
        let may_drive = case % 2 == 0;
        let high_nm = if may_drive { most_nm } else { 0.0 };
        // Without a motor, negative torque is a brake; a car that may reverse would drive with it.
        let low_nm = if reverse && !may_drive { 0.0 } else { -most_nm };
        let mut torque = || random.between(low_nm, high_nm);
        let controls_nm = [torque(), torque(), torque(), torque()];
        let torque_nm = [torque(), torque(), torque(), torque()];
        let controls = Controls { steer_rad: random.between(-0.8, 0.8), torque_nm: controls_nm };
        let state = State { torque_nm, ..state };
        let ground = car.level_ground();
        // The change to the kinematic model keeps v_x and may add a little; energy is judged after it.
        let before = row_at(&car, 0.0, &state, &controls, &ground).state;
        let after = car.step(Integrator::Rk4, &before, &controls, &ground, dt_s).unwrap();
        if !may_drive {
            let (was_j, is_j) = (car.kinetic_energy_j(&before), car.kinetic_energy_j(&after));
            // Tyre forces end at the shortest step as noise below 1 mm/s.
            let noise_j = 1e-6 * (car.parameters().mass_kg + car.parameters().yaw_inertia_kgm2);
            assert!(
                is_j <= was_j * (1.0 + 1e-6) + noise_j,
                "case {case}: {was_j} J became {is_j} J\n{before:?}\n{after:?}\n{controls:?}\n{:?}",
                car.parameters()
            );
        }
    }
}

fn random_parameters(random: &mut Random) -> Parameters {
    let base = Parameters::ariane();
    let mut scale = |value: f64, by: f64| value * random.between(1.0 / by, by);
    let tyre = [Tyre::Constant, Tyre::Load, Tyre::Combined][(scale(1.0, 2.0) * 10.0) as usize % 3];
    Parameters {
        mass_kg: scale(base.mass_kg, 2.0),
        yaw_inertia_kgm2: scale(base.yaw_inertia_kgm2, 2.0),
        front_axle_m: scale(base.front_axle_m, 1.5),
        rear_axle_m: scale(base.rear_axle_m, 1.5),
        track_m: scale(base.track_m, 1.3),
        cg_height_m: scale(base.cg_height_m, 2.0),
        roll_front_share: scale(0.5, 1.6),
        downforce_ns2pm2: scale(base.downforce_ns2pm2, 2.0),
        reverse: scale(1.0, 2.0) > 1.2,
        tyre,
        ..base
    }
}

/// Anything from standstill to a spin in reverse at full lock.
fn random_state(random: &mut Random, car: &RaceCar) -> State<f64> {
    let size = [0.0, 0.02, 0.15, 1.0, 10.0, 30.0][(random.between(0.0, 6.0)) as usize];
    let state = State {
        yaw_rad: random.between(-3.0, 3.0),
        v_x_mps: size * random.between(-1.0, 1.0),
        v_y_mps: size * random.between(-0.5, 0.5),
        yaw_rate_radps: 0.3 * size * random.between(-1.0, 1.0),
        steer_rad: [-0.5, 0.5, random.between(-0.5, 0.5)][(random.between(0.0, 3.0)) as usize],
        ..State::at_rest()
    };
    let rolling = car.with_rolling_wheels(&state);
    if random.between(0.0, 1.0) < 0.7 {
        return rolling;
    }
    let spins = [(); 4].map(|()| random.between(-20.0, 120.0));
    State { spin_radps: spins, ..rolling }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let car = car(Parameters::ariane());
    let ground = car.level_ground();
    let broken = State { v_y_mps: f64::NAN, ..State::at_rest() };
    assert!(car.step(Integrator::Rk4, &broken, &Controls::released(), &ground, DT_S).is_err());
    let controls = Controls::even(f64::INFINITY, 0.0);
    assert!(car.step(Integrator::Rk4, &State::at_rest(), &controls, &ground, DT_S).is_err());
}

#[test]
fn a_car_that_would_tip_lifts_its_inner_wheels_and_stays_sound() {
    let tall = car(Parameters { cg_height_m: 0.9, ..Parameters::ariane() });
    let state =
        State { v_x_mps: 15.0, v_y_mps: -1.0, yaw_rate_radps: 1.0, is_dynamic: 1.0, ..State::at_rest() };
    let forces = tall.observe(&state, &Controls::released(), &tall.level_ground());
    assert!(forces.load_n.iter().all(|load| *load >= 0.0), "{forces:?}");
    assert!(forces.load_n.contains(&0.0), "a wheel should have lifted: {forces:?}");
    for (force, load) in forces.leftward_n.iter().zip(forces.load_n) {
        assert!(load > 0.0 || *force == 0.0, "a lifted wheel pushes: {forces:?}");
    }
}

#[test]
fn hysteresis_keeps_the_model_between_its_two_speeds() {
    let car = car(Parameters { switch_down_mps: Some(0.08), ..Parameters::ariane() });
    let at = |speed: f64, was: f64| {
        car.choose_model(&State { v_x_mps: speed, is_dynamic: was, ..State::at_rest() }).0.is_dynamic
    };
    assert_eq!([at(0.09, 0.0), at(0.09, 1.0), at(0.11, 0.0), at(0.079, 1.0)], [0.0, 1.0, 1.0, 0.0]);
}

#[test]
fn a_slope_pulls_and_grip_scales_the_tyre() {
    let car = car(Parameters::ariane());
    let level = car.level_ground();
    let state = State { v_x_mps: 10.0, v_y_mps: 0.2, is_dynamic: 1.0, ..State::at_rest() };
    let plain = car.observe(&state, &Controls::released(), &level);
    let slope = Ground { gravity_x_mps2: 1.0, ..level };
    let downhill = car.observe(&state, &Controls::released(), &slope);
    assert!((downhill.a_x_mps2 - plain.a_x_mps2 - 1.0).abs() < 1e-2);
    let wet = Ground { grip: [0.5; 4], ..level };
    let slippery = car.observe(&state, &Controls::released(), &wet);
    assert!((slippery.a_y_mps2 / plain.a_y_mps2 - 0.5).abs() < 0.01);
}

/// Locked wheels slide with μ_x(κ = −1): a closed form, as nothing else slows this car.
#[test]
fn locked_wheels_stop_in_the_distance_of_sliding_friction() {
    let slides = Parameters {
        tyre: Tyre::Combined,
        resistance_n: 0.0,
        resistance_nspm: 0.0,
        resistance_ns2pm2: 0.0,
        downforce_ns2pm2: 0.0,
        torque_max_nm: 2_000.0,
        ..Parameters::ariane()
    };
    let car = car(slides);
    let ground = car.level_ground();
    let controls = Controls::even(0.0, -2_000.0);
    let mut state = straight(&car, 20.0);
    // The wheels lock within the first tenth of a second.
    while state.spin_radps.iter().any(|spin| spin.abs() > 0.05) {
        state = car.step(Integrator::Rk4, &state, &controls, &ground, 1e-3).unwrap();
    }
    assert!(state.v_x_mps > 18.0, "locked only at {} m/s", state.v_x_mps);
    let (from_mps, from_m) = (state.v_x_mps, state.x_m);
    // Down to 2 m/s: below, the slip ratio leaves −1.
    while state.v_x_mps > 2.0 {
        state = car.step(Integrator::Rk4, &state, &controls, &ground, 1e-3).unwrap();
    }
    let sliding_mps2 = -car.parameters().longitudinal.force_per_load(-1.0) * 9.81;
    let expected_m = (from_mps * from_mps - state.v_x_mps * state.v_x_mps) / (2.0 * sliding_mps2);
    let got_m = state.x_m - from_m;
    assert!((got_m / expected_m - 1.0).abs() < 2e-3, "{got_m} m, closed form {expected_m} m");
    while state.v_x_mps > 1e-3 {
        state = car.step(Integrator::Rk4, &state, &controls, &ground, DT_S).unwrap();
    }
    assert!(state.v_x_mps.abs() < 1e-2);
}

#[test]
fn a_burn_out_spins_the_wheels_and_pushes_no_harder_than_the_tyres_can() {
    let car = car(Parameters { tyre: Tyre::Combined, ..Parameters::ariane() });
    let ground = car.level_ground();
    let controls = Controls::even(0.0, 276.75);
    let mut state = State::at_rest();
    for _ in 0..100 {
        state = car.step(Integrator::Rk4, &state, &controls, &ground, DT_S).unwrap();
        let row = row_at(&car, 0.0, &state, &controls, &ground);
        for (used, load) in car.ellipse_use(&row.forces).iter().zip(row.forces.load_n) {
            assert!(*used <= 1.0 + 1e-9 || load == 0.0 || !row.is_dynamic(), "{used}");
        }
        let down_mps2 = 0.5 * 3.96864 * state.v_x_mps * state.v_x_mps / 230.0;
        let most_mps2 = car.parameters().longitudinal.d * (9.81 + down_mps2);
        assert!(row.forces.a_x_mps2 <= most_mps2 + 1e-9, "{}", row.forces.a_x_mps2);
    }
    let slip = state.spin_radps[0] * 0.20809 / state.v_x_mps;
    assert!(slip > 2.0, "the wheels should spin: {slip}");
    assert!(state.v_x_mps > 8.0, "and still push: {}", state.v_x_mps);
}

#[test]
fn radau_agrees_with_rk4_on_spinning_wheels() {
    let car = car(Parameters { tyre: Tyre::Combined, ..Parameters::ariane_rear() });
    let ground = car.level_ground();
    let (mut a, mut b) = (straight(&car, 12.0), straight(&car, 12.0));
    for step in 0..200 {
        let controls = Controls::even(0.06 * sin(0.06 * f64::from(step)), 70.0);
        a = car.step(Integrator::Rk4, &a, &controls, &ground, DT_S).unwrap();
        b = car.step(radau(), &b, &controls, &ground, DT_S).unwrap();
    }
    for (a, b) in a.to_array().iter().zip(b.to_array()) {
        assert!((a - b).abs() < 1e-5, "{a} {b}");
    }
}

struct Random {
    address: NoiseAddress,
    index: u64,
}

impl Random {
    fn new(seed: u64) -> Self {
        Self { address: NoiseAddress { seed, stream: 4, step: 0 }, index: 0 }
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.index += 1;
        low + (high - low) * self.address.uniform(self.index)
    }
}

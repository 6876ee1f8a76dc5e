//! Facts about the race car at its limits: wheels that lift, brakes, rolling resistance, linear tyres, two axles.

use skidpad_dynamics::race_car::{
    Controls, Ground, Integrator, Parameters, RaceCar, State, Tyre, TyreChange,
};
use skidpad_math::NoiseAddress;

const TYRES: [Tyre; 4] = [Tyre::Constant, Tyre::Load, Tyre::Combined, Tyre::Linear];

fn car(change: impl FnOnce(&mut Parameters)) -> RaceCar {
    let mut parameters = Parameters::ariane();
    change(&mut parameters);
    RaceCar::new(parameters).unwrap()
}

/// Sum of loads is weight and downforce, whatever lifts; no load is negative.
#[test]
fn the_loads_carry_weight_and_downforce_always() {
    let mut lifted = 0;
    for k in 0..20_000 {
        let noise = NoiseAddress { seed: 12, stream: 3, step: k };
        let car = car(|p| {
            p.tyre = TYRES[(k % 4) as usize];
            p.cg_height_m = 1.5 * noise.uniform(1);
            p.roll_front_share = noise.uniform(2);
        });
        let state = State {
            v_x_mps: 3.0 + 25.0 * noise.uniform(3),
            v_y_mps: 3.0 * noise.normal(4),
            yaw_rate_radps: noise.normal(5),
            steer_rad: 0.3 * noise.normal(6).clamp(-1.5, 1.5),
            torque_nm: [100.0 * noise.normal(7); 4],
            spin_radps: [100.0 * noise.normal(8); 4],
            is_dynamic: 1.0,
            ..State::at_rest()
        };
        let forces = car.observe(&state, &Controls::released(), &car.level_ground());
        let p = car.parameters();
        let expected_n =
            p.mass_kg * p.gravity_mps2 + 0.5 * p.downforce_ns2pm2 * state.v_x_mps * state.v_x_mps;
        let sum_n: f64 = forces.load_n.iter().sum();
        assert!((sum_n / expected_n - 1.0).abs() < 1e-12, "{sum_n} {expected_n}");
        assert!(forces.load_n.iter().all(|load_n| *load_n >= 0.0), "{:?}", forces.load_n);
        lifted += usize::from(forces.load_n.contains(&0.0));
        // Tyres without a limit push harder than any car stands.
        if RaceCar::is_tipping(&forces.load_n) || matches!(p.tyre, Tyre::Load | Tyre::Linear) {
            continue;
        }
        // Three wheels still balance the moments of pitch and roll: m·a·z about the ground.
        let [fl, fr, rl, rr] = forces.load_n;
        let roll_nm = 0.5 * p.track_m * ((fr + rr) - (fl + rl));
        let pitch_nm = p.rear_axle_m * (rl + rr) - p.front_axle_m * (fl + fr);
        let (roll_needs, pitch_needs) =
            (p.mass_kg * p.cg_height_m * forces.a_y_mps2, p.mass_kg * p.cg_height_m * forces.a_x_mps2);
        assert!((roll_nm - roll_needs).abs() < 1e-3 * (1.0 + roll_needs.abs()), "{roll_nm} {roll_needs}");
        assert!(
            (pitch_nm - pitch_needs).abs() < 1e-3 * (1.0 + pitch_needs.abs()),
            "{pitch_nm} {pitch_needs}"
        );
    }
    assert!(lifted > 1_000, "{lifted} cars with a lifted wheel");
}

/// A car whose centre of gravity is higher than half its track over its grip tips, and says so.
#[test]
fn a_tall_car_tips() {
    let tall = car(|p| p.cg_height_m = 1.2);
    let state = State { v_x_mps: 15.0, v_y_mps: 3.0, is_dynamic: 1.0, ..State::at_rest() };
    let forces = tall.observe(&state, &Controls::released(), &tall.level_ground());
    assert!(RaceCar::is_tipping(&forces.load_n), "{:?}", forces.load_n);
    assert_eq!((forces.load_n[0] == 0.0, forces.load_n[2] == 0.0), (false, false), "it leans to the left");
    let low = car(|_| ()).observe(&state, &Controls::released(), &tall.level_ground());
    assert!(!RaceCar::is_tipping(&low.load_n));
}

/// A linear tyre gives BCD·α·F_z at any slip.
#[test]
fn a_linear_tyre_is_linear() {
    let car = car(|p| p.tyre = Tyre::Linear);
    let stiffness = car.parameters().lateral.stiffness();
    for v_y_mps in [0.01, 0.5, 3.0] {
        let state = State { v_x_mps: 10.0, v_y_mps, is_dynamic: 1.0, ..State::at_rest() };
        let forces = car.observe(&state, &Controls::released(), &car.level_ground());
        for i in 0..4 {
            let expected_n = stiffness * forces.slip_angle_rad[i] * forces.load_n[i];
            assert!((forces.leftward_n[i] - expected_n).abs() < 1e-9 * expected_n.abs().max(1.0));
        }
    }
}

/// δ = L/R + K·a_y with K = (1/BCD_front − 1/BCD_rear)/g: understeer where the rear axle is stiffer.
#[test]
fn axles_with_different_tyres_have_the_understeer_gradient_of_their_stiffnesses() {
    for (rear_b, tyre) in
        [(20.0, Tyre::Linear), (20.0, Tyre::Constant), (11.0, Tyre::Linear), (20.0, Tyre::Combined)]
    {
        let car = car(|p| {
            p.tyre = tyre;
            p.rear_lateral = TyreChange { b: Some(rear_b), ..TyreChange::default() };
            (p.resistance_n, p.resistance_nspm, p.resistance_ns2pm2) = (0.0, 0.0, 0.0);
            (p.downforce_ns2pm2, p.cg_height_m) = (0.0, 0.0);
        });
        let p = car.parameters();
        let (front, rear) = (p.lateral.stiffness(), p.rear_lateral().stiffness());
        let gradient = (1.0 / front - 1.0 / rear) / p.gravity_mps2;
        let mut state =
            car.with_rolling_wheels(&State { v_x_mps: 10.0, steer_rad: 0.01, ..State::at_rest() });
        let controls = Controls::even(0.01, 0.0);
        for _ in 0..200 {
            state = car.step(Integrator::Rk4, &state, &controls, &car.level_ground(), 0.01).unwrap();
        }
        let (speed, rate) = (state.v_x_mps, state.yaw_rate_radps);
        let measured = (0.01 - p.wheelbase_m() * rate / speed) / (speed * rate);
        assert!((measured / gradient - 1.0).abs() < 0.02, "{tyre:?}, {rear_b}: {measured} {gradient}");
    }
}

/// Brakes stop the car with C_m0·ΣT where wheels roll, and never turn it back; `reverse` changes nothing of it.
#[test]
fn brakes_stop_the_car() {
    for (tyre, reverse) in
        [(Tyre::Constant, false), (Tyre::Constant, true), (Tyre::Combined, false), (Tyre::Combined, true)]
    {
        let car = car(|p| {
            (p.tyre, p.reverse) = (tyre, reverse);
            (p.resistance_n, p.resistance_nspm, p.resistance_ns2pm2) = (0.0, 0.0, 0.0);
        });
        let p = car.parameters();
        let ground = Ground { brake_nm: Some([100.0; 4]), ..car.level_ground() };
        let mut state = car.with_rolling_wheels(&State { v_x_mps: 20.0, ..State::at_rest() });
        for _ in 0..1_000 {
            state = car.step(Integrator::Rk4, &state, &Controls::released(), &ground, 0.01).unwrap();
            assert!(state.v_x_mps > -1e-6, "{tyre:?}: {}", state.v_x_mps);
        }
        let (force_n, moved_kg) = match tyre {
            Tyre::Combined => {
                let r = p.wheel_radius_m;
                (4.0 * 100.0 / r, p.mass_kg + 4.0 * p.wheel_inertia_kgm2 / (r * r))
            }
            _ => (4.0 * 100.0 * p.drive_per_m, p.mass_kg),
        };
        let expected_m = 0.5 * 20.0 * 20.0 * moved_kg / force_n;
        assert!((state.x_m / expected_m - 1.0).abs() < 0.02, "{tyre:?}: {} {expected_m}", state.x_m);
        assert!(state.v_x_mps < 1e-3, "{tyre:?}: {}", state.v_x_mps);
    }
}

/// Sand of C_rr slows a coasting car by C_rr·g more.
#[test]
fn the_surface_resists_rolling() {
    for tyre in TYRES {
        let car = car(|p| {
            p.tyre = tyre;
            (p.resistance_n, p.resistance_nspm, p.resistance_ns2pm2) = (0.0, 0.0, 0.0);
            p.downforce_ns2pm2 = 0.0;
        });
        let ground = Ground { rolling_resistance: Some([0.1; 4]), ..car.level_ground() };
        let mut state = car.with_rolling_wheels(&State { v_x_mps: 10.0, ..State::at_rest() });
        for _ in 0..500 {
            state = car.step(Integrator::Rk4, &state, &Controls::released(), &ground, 0.01).unwrap();
        }
        let p = car.parameters();
        let spun_kg = match tyre {
            Tyre::Combined => 4.0 * p.wheel_inertia_kgm2 / (p.wheel_radius_m * p.wheel_radius_m),
            _ => 0.0,
        };
        let slowed_mps2 = 0.1 * p.gravity_mps2 * p.mass_kg / (p.mass_kg + spun_kg);
        let expected_mps = 10.0 - 5.0 * slowed_mps2;
        assert!((state.v_x_mps - expected_mps).abs() < 0.02, "{tyre:?}: {} {expected_mps}", state.v_x_mps);
    }
}

/// A very light car of 1e-3 kg·m² still steps.
#[test]
fn a_small_yaw_inertia_is_allowed() {
    let small = car(|p| {
        (p.mass_kg, p.yaw_inertia_kgm2) = (1.5, 1e-3);
        (p.front_axle_m, p.rear_axle_m, p.track_m) = (0.05, 0.05, 0.1);
    });
    let mut state = small.with_rolling_wheels(&State { v_x_mps: 2.0, ..State::at_rest() });
    for _ in 0..100 {
        let ground = small.level_ground();
        state = small.step(Integrator::Rk4, &state, &Controls::even(0.05, 0.0), &ground, 0.005).unwrap();
    }
    assert!(state.is_finite() && state.yaw_rate_radps >= 0.0, "{state:?}");
}

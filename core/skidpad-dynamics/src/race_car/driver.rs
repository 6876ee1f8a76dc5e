//! Who drives: from speed and steering, or from a twist, to a steering angle and four torques.

use skidpad_math::atan;
use skidpad_math::sin;

use super::parameters::{Parameters, Tyre};
use super::state::{Controls, Ground, PerWheel, State};

/// Torque vectoring: a torque difference that turns the car as the steering asks.
///
/// Δτ = K (v sin β/l_R − ω) with β = δ l_R/L; wheel target = (τ ∓ Δτ) F_z/(m g + F_down), minus on the left,
/// limited to ±τ_max. As in the controller of brains2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorqueVectoring {
    /// K \[N m s/rad\].
    pub gain_nmsprad: f64,
}

impl Default for TorqueVectoring {
    /// K = 300, as brains2 has it.
    fn default() -> Self {
        Self { gain_nmsprad: 300.0 }
    }
}

impl TorqueVectoring {
    /// Splits a total torque over the wheels in proportion to their loads \[N m\].
    pub fn split(
        &self,
        car: &Parameters,
        state: &State<f64>,
        total_nm: f64,
        load_n: &PerWheel<f64>,
    ) -> PerWheel<f64> {
        let sideslip_rad = state.steer_rad * car.rear_axle_m / car.wheelbase_m();
        let wanted_radps = state.speed_mps() * sin(sideslip_rad) / car.rear_axle_m;
        let difference_nm = self.gain_nmsprad * (wanted_radps - state.yaw_rate_radps);
        let down_n = 0.5 * car.downforce_ns2pm2 * state.v_x_mps * state.v_x_mps;
        let weight_n = car.mass_kg * car.gravity_mps2 + down_n;
        std::array::from_fn(|i| {
            let is_left = i % 2 == 0;
            let share_nm = if is_left { total_nm - difference_nm } else { total_nm + difference_nm };
            (share_nm * load_n[i] / weight_n).clamp(-car.torque_max_nm, car.torque_max_nm)
        })
    }
}

/// Share of the tyres' grip that a driver accelerates with, so that no wheel spins when the load moves back.
const GRIP_USED: f64 = 0.55;

/// A driver who holds a speed with a proportional gain on top of the cruise torque, and steers as told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Driver {
    /// Total torque per speed error \[N m s/m\].
    pub speed_gain_nmspm: f64,
    /// How the torque is split; evenly where not given.
    pub vectoring: Option<TorqueVectoring>,
}

impl Default for Driver {
    /// 400 N m per m/s closes a speed error of the Ariane car with a time constant of 0.12 s.
    fn default() -> Self {
        Self { speed_gain_nmspm: 400.0, vectoring: None }
    }
}

impl Driver {
    /// Controls that bring the car to a speed while it steers; `load_n` are the wheel loads now. The pull of
    /// a slope is fed forward.
    ///
    /// Where wheels can spin (`combined` tyre) the driver accelerates with 55 % of their grip at most.
    /// Standing still and told to stand it brakes with all it has, unless negative torque would reverse.
    pub fn hold(
        &self,
        car: &Parameters,
        state: &State<f64>,
        load_n: &PerWheel<f64>,
        ground: &Ground<f64>,
        speed_mps: f64,
        steer_rad: f64,
    ) -> Controls<f64> {
        let cruise_nm = 4.0 * car.cruise_torque_nm(speed_mps);
        let slope_nm = -car.mass_kg * ground.gravity_x_mps2 / car.drive_per_m.max(1e-3);
        let total_nm = cruise_nm + slope_nm + self.speed_gain_nmspm * (speed_mps - state.v_x_mps);
        let stands = speed_mps == 0.0 && !car.reverse && state.speed_mps() < car.switch_speed_mps;
        let torque_nm = match self.vectoring {
            _ if stands => [-car.torque_max_nm; 4],
            Some(vectoring) => vectoring.split(car, state, total_nm, load_n),
            None => [(0.25 * total_nm).clamp(-car.torque_max_nm, car.torque_max_nm); 4],
        };
        let mut controls =
            Controls { steer_rad: steer_rad.clamp(-car.steer_max_rad, car.steer_max_rad), torque_nm };
        if car.tyre == Tyre::Combined {
            let quarter_n = 0.25 * car.mass_kg * ground.gravity_into_ground_mps2;
            let most_nm = GRIP_USED * car.longitudinal.d * quarter_n * car.wheel_radius_m;
            for (torque_nm, grip) in controls.torque_nm.iter_mut().zip(ground.grip) {
                *torque_nm = torque_nm.min(most_nm * grip);
            }
        }
        controls
    }

    /// The steering angle that turns a car without slip at a yaw rate: δ = atan(ω L/v) \[rad\].
    pub fn steer_for_twist(car: &Parameters, speed_mps: f64, yaw_rate_radps: f64) -> f64 {
        // Below walking pace the wanted path, not the wanted rate, decides: it is the sign that is kept.
        let speed = if speed_mps.abs() < 0.1 { 0.1_f64.copysign(speed_mps) } else { speed_mps };
        atan(yaw_rate_radps * car.wheelbase_m() / speed).clamp(-car.steer_max_rad, car.steer_max_rad)
    }
}

#[cfg(test)]
mod tests {
    use super::super::car::{Integrator, RaceCar};
    use super::super::replay::row_at;
    use super::*;

    fn drive(driver: &Driver, start: State<f64>, speed_mps: f64, steer_rad: f64, seconds: f64) -> State<f64> {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let ground = car.level_ground();
        let mut state = start;
        for _ in 0..(seconds * 100.0) as u32 {
            let row = row_at(&car, 0.0, &state, &Controls::released(), &ground);
            let controls =
                driver.hold(car.parameters(), &row.state, &row.forces.load_n, &ground, speed_mps, steer_rad);
            state = car.step(Integrator::Rk4, &state, &controls, &ground, 0.01).unwrap();
        }
        state
    }

    #[test]
    fn the_driver_reaches_and_leaves_a_speed() {
        let fast = drive(&Driver::default(), State::at_rest(), 12.0, 0.0, 6.0);
        assert!((fast.v_x_mps - 12.0).abs() < 1e-6, "{}", fast.v_x_mps);
        let stopped = drive(&Driver::default(), fast, 0.0, 0.0, 6.0);
        assert!(stopped.v_x_mps.abs() < 1e-6, "{}", stopped.v_x_mps);
    }

    #[test]
    fn vectoring_turns_towards_the_wanted_yaw_rate() {
        let car = Parameters::ariane();
        let state = State { v_x_mps: 10.0, steer_rad: 0.1, ..State::at_rest() };
        let split = TorqueVectoring::default().split(&car, &state, 200.0, &[564.0; 4]);
        assert!(split[1] > split[0] && split[3] > split[2], "a left turn drives the right side: {split:?}");
        let mirrored = TorqueVectoring::default().split(&car, &state.mirrored(), 200.0, &[564.0; 4]);
        assert_eq!([split[1], split[0]], [mirrored[0], mirrored[1]]);
        let mild = TorqueVectoring { gain_nmsprad: 0.0 }.split(&car, &state, 200.0, &[564.0; 4]);
        let weight_n = 230.0 * 9.81 + 0.5 * 3.96864 * 100.0;
        assert!((mild[0] - 200.0 * 564.0 / weight_n).abs() < 1e-12);
    }

    #[test]
    fn a_twist_becomes_the_angle_of_its_circle() {
        let car = Parameters::ariane();
        let steer_rad = Driver::steer_for_twist(&car, 5.0, 0.5);
        assert!((5.0 * skidpad_math::tan(steer_rad) / car.wheelbase_m() - 0.5).abs() < 1e-12);
        assert_eq!(Driver::steer_for_twist(&car, 0.0, 9.0), car.steer_max_rad);
    }

    /// Δτ = K·(v·sin β/l_R − ω) of a car that turns already, handed out by the loads.
    #[test]
    fn vectoring_gives_each_wheel_by_its_load() {
        let car = Parameters::ariane();
        let state =
            State { v_x_mps: 9.0, v_y_mps: 1.0, yaw_rate_radps: 0.3, steer_rad: 0.1, ..State::at_rest() };
        let loads_n = [400.0, 600.0, 500.0, 700.0];
        let split = TorqueVectoring::default().split(&car, &state, 200.0, &loads_n);
        let beta = 0.1 * car.rear_axle_m / car.wheelbase_m();
        let difference = 300.0 * (82f64.sqrt() * sin(beta) / car.rear_axle_m - 0.3);
        let weight_n = car.mass_kg * car.gravity_mps2 + 0.5 * car.downforce_ns2pm2 * 81.0;
        for (i, side) in [-1.0, 1.0, -1.0, 1.0].into_iter().enumerate() {
            let expected = (200.0 + side * difference) * loads_n[i] / weight_n;
            assert!((split[i] - expected).abs() < 1e-10, "{i}: {split:?} {expected}");
        }
        let most = TorqueVectoring { gain_nmsprad: 1e6 }.split(&car, &state, 0.0, &loads_n);
        assert_eq!(most, [-car.torque_max_nm, car.torque_max_nm, -car.torque_max_nm, car.torque_max_nm]);
    }

    /// Cruise, slope and error: C_m0·Στ carries the car and its weight uphill.
    #[test]
    fn a_driver_asks_for_cruise_slope_and_error() {
        let car = Parameters::ariane();
        let ground = Ground { gravity_x_mps2: -1.5, ..Ground::level(9.81) };
        let state = State { v_x_mps: 9.9, ..State::at_rest() };
        let hold = |car: &Parameters, speed: f64, steer: f64| {
            Driver::default().hold(car, &state, &[564.0; 4], &ground, speed, steer)
        };
        let total_nm = 4.0 * car.cruise_torque_nm(10.0) + 1.5 * car.mass_kg / car.drive_per_m + 400.0 * 0.1;
        let controls = hold(&car, 10.0, 0.1);
        assert_eq!(controls.steer_rad, 0.1);
        for torque_nm in controls.torque_nm {
            assert!((torque_nm - 0.25 * total_nm).abs() < 1e-9, "{controls:?} {total_nm}");
        }
        assert_eq!(hold(&car, 100.0, 9.0), Controls::even(car.steer_max_rad, car.torque_max_nm));
        assert_eq!(hold(&car, -100.0, -9.0), Controls::even(-car.steer_max_rad, -car.torque_max_nm));
        // Wheels that can spin get 55 % of the grip of a quarter of the weight.
        let spinning = Parameters { tyre: Tyre::Combined, torque_max_nm: 1e4, ..car };
        let most_nm =
            0.55 * spinning.longitudinal.d * 0.25 * spinning.mass_kg * 9.81 * spinning.wheel_radius_m;
        let icy = Ground { grip: [1.0, 0.5, 1.0, 0.2], ..ground };
        let given = Driver::default().hold(&spinning, &state, &[564.0; 4], &icy, 100.0, 0.0).torque_nm;
        for (torque_nm, grip) in given.iter().zip(icy.grip) {
            assert!((torque_nm - most_nm * grip).abs() < 1e-9, "{given:?} {most_nm}");
        }
    }

    /// Told to stand, a car that hardly moves is braked; one that may reverse, or still rolls, is controlled.
    #[test]
    fn standing_is_braked_with_all_there_is() {
        let car = Parameters::ariane();
        let hold = |car: &Parameters, v_x_mps: f64| {
            let state = State { v_x_mps, ..State::at_rest() };
            Driver::default().hold(car, &state, &[564.0; 4], &Ground::level(9.81), 0.0, 0.0).torque_nm[0]
        };
        assert_eq!(hold(&car, 0.5 * car.switch_speed_mps), -car.torque_max_nm);
        let slow = 1.5 * car.switch_speed_mps;
        let controlled = |v: f64| car.cruise_torque_nm(0.0) - 0.25 * 400.0 * v;
        assert!((hold(&car, slow) - controlled(slow)).abs() < 1e-9);
        let reversing = Parameters { reverse: true, ..car.clone() };
        let slower = 0.5 * reversing.switch_speed_mps;
        assert!((hold(&reversing, slower) - controlled(slower)).abs() < 1e-9);
    }

    #[test]
    fn at_walking_pace_the_sign_of_the_speed_decides() {
        let car = Parameters::ariane();
        let expected = atan(0.02 * car.wheelbase_m() / 0.1);
        assert!((Driver::steer_for_twist(&car, 0.05, 0.02) - expected).abs() < 1e-15);
        assert!((Driver::steer_for_twist(&car, -0.05, 0.02) + expected).abs() < 1e-15);
        assert_eq!(Driver::steer_for_twist(&car, -0.05, 9.0), -car.steer_max_rad);
        assert!((Driver::steer_for_twist(&car, -0.2, 0.02) + atan(0.1 * car.wheelbase_m())).abs() < 1e-15);
    }
}

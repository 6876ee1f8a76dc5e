//! Eight race cars at once, each with the bits it would have alone.

use skidpad_lanes::{LANE_COUNT, Lane64Work, Lanes, Lanes64, dispatch64};
use skidpad_math::{Real, Register8};

use super::car::RaceCar;
use super::parameters::Tyre;
use super::state::{Controls, Ground, State};

/// One `rk4` step of those of eight cars with the constant tyre that go by the dynamic model.
struct StepOfEight<'a> {
    car: &'a RaceCar,
    states: &'a State<Lanes>,
    controls: &'a Controls<Lanes>,
    ground: &'a Ground<Lanes>,
    dt_s: f64,
}

impl Lane64Work for StepOfEight<'_> {
    /// The next states; `is_dynamic` is 0 where the car is still to be stepped.
    type Output = State<Lanes>;

    #[inline(always)]
    fn run<V: Lanes64>(self) -> State<Lanes> {
        type W<V> = Register8<V>;
        let states = self.states.map(W::<V>::load);
        let goes = self.car.goes_dynamic(&states);
        let is_dynamic = W::select(goes, W::from(1.0), W::from(0.0));
        let states = State { is_dynamic, ..states };
        if !W::<V>::any(goes) {
            return states.map(|wide| wide.store());
        }
        let (controls, ground) = (self.controls.map(W::load), self.ground.map(W::load));
        let dt_s = W::select(goes, W::from(self.dt_s), W::from(0.0));
        let next = self.car.step_sliding(&states, &controls, &ground, dt_s);
        next.map(|wide| wide.store())
    }
}

impl RaceCar {
    /// Advances eight cars by `dt_s` with `rk4`.
    ///
    /// With AVX2, cars that slide on the constant tyre go together; those at walking pace or on another
    /// tyre go one by one, and all do so on other processors. Each has the bits it would have alone.
    /// Checks nothing: a car that is not finite stays so, and leaves the others alone.
    pub fn step_eight(
        &self,
        states: &State<Lanes>,
        controls: &Controls<Lanes>,
        ground: &Ground<Lanes>,
        dt_s: f64,
    ) -> State<Lanes> {
        let mut next = State { is_dynamic: Lanes::splat(0.0), ..*states };
        if self.parameters().tyre == Tyre::Constant {
            let together = dispatch64(StepOfEight { car: self, states, controls, ground, dt_s });
            next = together.unwrap_or(next);
        }
        for lane in 0..LANE_COUNT {
            if next.is_dynamic.lane(lane) < 0.5 {
                let (state, controls) = (states.lane(lane), controls.lane(lane));
                next.set_lane(lane, &self.step_rk4(&state, &controls, &ground.lane(lane), dt_s));
            }
        }
        next
    }
}

impl State<Lanes> {
    /// The car in one lane.
    pub fn lane(&self, index: usize) -> State<f64> {
        let alone = State::from_array(&self.to_array().map(|lanes| lanes.lane(index)));
        State { is_dynamic: self.is_dynamic.lane(index), ..alone }
    }

    /// Puts a car into one lane.
    pub fn set_lane(&mut self, index: usize, car: &State<f64>) {
        let mut all = self.to_array();
        for (lanes, value) in all.iter_mut().zip(car.to_array()) {
            lanes.set_lane(index, value);
        }
        let mut is_dynamic = self.is_dynamic;
        is_dynamic.set_lane(index, car.is_dynamic);
        *self = State { is_dynamic, ..State::from_array(&all) };
    }
}

impl Controls<Lanes> {
    /// The controls of the car in one lane.
    pub fn lane(&self, index: usize) -> Controls<f64> {
        Controls::from_array(&self.to_array().map(|lanes| lanes.lane(index)))
    }
}

impl Ground<Lanes> {
    /// The ground under the car in one lane.
    pub fn lane(&self, index: usize) -> Ground<f64> {
        Ground {
            grip: self.grip.map(|lanes| lanes.lane(index)),
            gravity_x_mps2: self.gravity_x_mps2.lane(index),
            gravity_y_mps2: self.gravity_y_mps2.lane(index),
            gravity_into_ground_mps2: self.gravity_into_ground_mps2.lane(index),
            rolling_resistance: self.rolling_resistance.map(|wheels| wheels.map(|lanes| lanes.lane(index))),
            brake_nm: self.brake_nm.map(|wheels| wheels.map(|lanes| lanes.lane(index))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::car::Integrator;
    use super::super::parameters::Parameters;
    use super::super::state::{CONTROL_COUNT, STATE_COUNT};
    use super::super::test_numbers::Numbers;
    use super::*;

    fn gather<const N: usize>(rows: &[[f64; N]; 8]) -> [Lanes; N] {
        std::array::from_fn(|i| Lanes::from_fn(|lane| rows[lane][i]))
    }

    /// Eight different cars, some at rest, some sliding: kinematic and dynamic lanes, lifted wheels, kinks.
    fn random_states(numbers: &mut Numbers) -> [[f64; STATE_COUNT]; 8] {
        std::array::from_fn(|lane| {
            let fast = if lane % 3 == 0 { 0.12 } else { 15.0 };
            let mut state = [0.0; STATE_COUNT];
            state[2] = numbers.between(-3.0, 3.0);
            state[3] = fast * numbers.between(-0.3, 1.0);
            state[4] = 0.2 * fast * numbers.between(-1.0, 1.0);
            state[5] = 0.2 * fast * numbers.between(-1.0, 1.0);
            state[6] = numbers.between(-0.5, 0.5);
            state[7..11].fill_with(|| numbers.between(-200.0, 200.0));
            state[11..15].fill_with(|| numbers.between(-5.0, 60.0));
            state
        })
    }

    #[test]
    fn every_lane_has_the_bits_of_the_car_alone() {
        let mut numbers = Numbers::new(5);
        for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined, Tyre::Linear] {
            let car = RaceCar::new(Parameters { tyre, ..Parameters::ariane_rear() }).unwrap();
            let ground = car.level_ground();
            for _ in 0..2 {
                let rows = random_states(&mut numbers);
                let targets: [[f64; CONTROL_COUNT]; 8] = std::array::from_fn(|_| {
                    let torque = numbers.between(-250.0, 250.0);
                    [numbers.between(-0.5, 0.5), torque, torque, torque, numbers.between(-250.0, 250.0)]
                });
                let states = State::from_array(&gather(&rows));
                let controls = Controls::from_array(&gather(&targets));
                let together = car.step_eight(&states, &controls, &ground.lift(), 0.01).to_array();
                for lane in 0..8 {
                    let state = State::from_array(&rows[lane]);
                    let target = Controls::from_array(&targets[lane]);
                    let alone = car.step(Integrator::Rk4, &state, &target, &ground, 0.01).unwrap().to_array();
                    for (entry, value) in alone.iter().enumerate() {
                        let got = together[entry].lane(lane);
                        assert_eq!(
                            got.to_bits(),
                            value.to_bits(),
                            "{tyre:?} lane {lane} entry {entry}: {got} {value}"
                        );
                    }
                }
            }
        }
    }
}

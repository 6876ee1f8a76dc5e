//! Eight race cars at once, each with the bits it would have alone.

use skidpad_lanes::{LANE_COUNT, LaneWork, Lanes, dispatch};

use super::car::RaceCar;
use super::parameters::Tyre;
use super::state::{Controls, Ground, State};

/// One `rk4` step of eight cars with the constant tyre, all in the dynamic model.
struct StepOfEight<'a> {
    car: &'a RaceCar,
    states: &'a State<Lanes>,
    controls: &'a Controls<Lanes>,
    ground: &'a Ground<Lanes>,
    dt_s: f64,
}

impl LaneWork for StepOfEight<'_> {
    type Output = State<Lanes>;

    #[inline(always)]
    fn run(self) -> State<Lanes> {
        self.car.step_sliding(self.states, self.controls, self.ground, Lanes::splat(self.dt_s))
    }
}

impl RaceCar {
    /// Advances eight cars by `dt_s` with `rk4`, with the widest instructions of this processor.
    ///
    /// Cars that slide on the constant tyre go together; those at walking pace or on another tyre one by
    /// one. Checks nothing: a car that is not finite stays so, and leaves the others alone.
    pub fn step_eight(
        &self,
        states: &State<Lanes>,
        controls: &Controls<Lanes>,
        ground: &Ground<Lanes>,
        dt_s: f64,
    ) -> State<Lanes> {
        let (chosen, _) = self.choose_model(states);
        let goes_together: [bool; LANE_COUNT] = std::array::from_fn(|lane| {
            self.parameters().tyre == Tyre::Constant && chosen.is_dynamic.lane(lane) > 0.5
        });
        let mut next = chosen;
        if goes_together.contains(&true) {
            next = dispatch(StepOfEight { car: self, states: &chosen, controls, ground, dt_s });
        }
        for lane in (0..LANE_COUNT).filter(|&lane| !goes_together[lane]) {
            let (state, controls) = (states.lane(lane), controls.lane(lane));
            next.set_lane(lane, &self.step_rk4(&state, &controls, &ground.lane(lane), dt_s));
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
        for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined] {
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

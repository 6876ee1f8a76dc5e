//! Eight race cars at once, each with the bits it would have alone.

use skidpad_lanes::{LaneWork, Lanes, dispatch};

use super::car::RaceCar;
use super::state::{Controls, Ground, State};

/// One `rk4` step of eight cars of the same make.
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
        self.car.step_rk4(self.states, self.controls, self.ground, Lanes::splat(self.dt_s))
    }
}

impl RaceCar {
    /// Advances eight cars by `dt_s` with `rk4`, with the widest instructions of this processor.
    /// Checks nothing: a lane that is not finite stays so, and leaves the others alone.
    pub fn step_eight(
        &self,
        states: &State<Lanes>,
        controls: &Controls<Lanes>,
        ground: &Ground<Lanes>,
        dt_s: f64,
    ) -> State<Lanes> {
        dispatch(StepOfEight { car: self, states, controls, ground, dt_s })
    }
}

#[cfg(test)]
mod tests {
    use super::super::car::Integrator;
    use super::super::parameters::{Parameters, Tyre};
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
            for _ in 0..20 {
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

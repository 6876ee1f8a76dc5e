//! A motion at all stages of an implicit step at once: nearly all the work of such a step.
//!
//! With AVX2 the stages go side by side, elsewhere one after the other, with the same bits.

use skidpad_lanes::{FourLanes, Lane64Work, Lanes64, dispatch64};
use skidpad_math::Register4;

use super::actuators::Inputs;
use super::explicit::{RK4, advance_apart};
use super::motion::{Differentiable, Motion, Moving};

/// A number at every stage. With fewer stages than lanes the last stage fills the rest.
pub(super) type AtStages = FourLanes;

/// A motion as the implicit integrator sees it, so that the integrator is compiled once for each number of
/// speeds and stages, not again for each tyre.
pub(super) trait StagedMotion<const N: usize> {
    /// Where the actuators are at a time \[s\].
    fn inputs(&self, time_s: f64) -> Inputs<f64>;
    /// The same at all stages.
    fn inputs_at(&self, times_s: AtStages) -> Inputs<AtStages>;
    /// Rates of the speeds at all stages.
    fn rates_at(&self, inputs: &Inputs<AtStages>, speeds: &[AtStages; N]) -> [AtStages; N];
    /// Body twist at all stages.
    fn twist_at(&self, inputs: &Inputs<AtStages>, speeds: &[AtStages; N]) -> [AtStages; 3];
    /// ∂rate_i/∂speed_j.
    fn jacobian(&self, inputs: &Inputs<f64>, speeds: &[f64; N]) -> [[f64; N]; N];
    /// The one time at which the motion is not smooth \[s\].
    fn kink_s(&self) -> f64;
    /// A step of `rk4` that begins at a time.
    fn explicit_step(&self, from: &Moving<f64, N>, time_s: f64, step_s: f64) -> Moving<f64, N>;
}

impl<M: Differentiable<N>, const N: usize> StagedMotion<N> for M {
    fn inputs(&self, time_s: f64) -> Inputs<f64> {
        Motion::inputs(self, time_s)
    }

    fn inputs_at(&self, times_s: AtStages) -> Inputs<AtStages> {
        inputs_at(self, times_s)
    }

    fn rates_at(&self, inputs: &Inputs<AtStages>, speeds: &[AtStages; N]) -> [AtStages; N] {
        rates_at(self, inputs, speeds)
    }

    fn twist_at(&self, inputs: &Inputs<AtStages>, speeds: &[AtStages; N]) -> [AtStages; 3] {
        self.lift().twist(inputs, speeds)
    }

    fn jacobian(&self, inputs: &Inputs<f64>, speeds: &[f64; N]) -> [[f64; N]; N] {
        Differentiable::jacobian(self, inputs, speeds)
    }

    fn kink_s(&self) -> f64 {
        Motion::kink_s(self)
    }

    fn explicit_step(&self, from: &Moving<f64, N>, time_s: f64, step_s: f64) -> Moving<f64, N> {
        advance_apart(&RK4, &self.later(time_s), from, step_s).0
    }
}

/// The actuators at several times.
fn inputs_at<M: Differentiable<N>, const N: usize>(motion: &M, times_s: AtStages) -> Inputs<AtStages> {
    dispatch64(InputsAt { motion, times_s }).unwrap_or_else(InputsAt::one_by_one)
}

/// The rates of the speeds at all stages.
fn rates_at<M: Differentiable<N>, const N: usize>(
    motion: &M,
    inputs: &Inputs<AtStages>,
    speeds: &[AtStages; N],
) -> [AtStages; N] {
    dispatch64(RatesAt { motion, inputs, speeds }).unwrap_or_else(RatesAt::one_by_one)
}

struct InputsAt<'s, M, const N: usize> {
    motion: &'s M,
    times_s: AtStages,
}

impl<M: Differentiable<N>, const N: usize> InputsAt<'_, M, N> {
    fn one_by_one(self) -> Inputs<AtStages> {
        let mut all = self.motion.inputs(self.times_s.lane(0)).lift();
        for lane in 1..4 {
            all.set_lane(lane, &self.motion.inputs(self.times_s.lane(lane)));
        }
        all
    }
}

impl<M: Differentiable<N>, const N: usize> Lane64Work for InputsAt<'_, M, N> {
    type Output = Inputs<AtStages>;

    #[inline(always)]
    fn run<V: Lanes64>(self) -> Inputs<AtStages> {
        let motion = self.motion.lift::<Register4<V>>();
        motion.inputs(Register4::load(&self.times_s)).map(|wide| wide.store())
    }
}

struct RatesAt<'s, M, const N: usize> {
    motion: &'s M,
    inputs: &'s Inputs<AtStages>,
    speeds: &'s [AtStages; N],
}

impl<M: Differentiable<N>, const N: usize> RatesAt<'_, M, N> {
    fn one_by_one(self) -> [AtStages; N] {
        let mut all = *self.speeds;
        for lane in 0..4 {
            let inputs = self.inputs.map(|lanes| lanes.lane(lane));
            let rates = self.motion.rates(&inputs, &self.speeds.map(|lanes| lanes.lane(lane)));
            for (lanes, rate) in all.iter_mut().zip(rates) {
                lanes.set_lane(lane, rate);
            }
        }
        all
    }
}

impl<M: Differentiable<N>, const N: usize> Lane64Work for RatesAt<'_, M, N> {
    type Output = [AtStages; N];

    #[inline(always)]
    fn run<V: Lanes64>(self) -> [AtStages; N] {
        let mut speeds = [Register4::<V>::from(0.0); N];
        for (wide, lanes) in speeds.iter_mut().zip(self.speeds) {
            *wide = Register4::load(lanes);
        }
        let wide = self.motion.lift().rates(&self.inputs.map(Register4::load), &speeds);
        let mut rates = *self.speeds;
        for (lanes, wide) in rates.iter_mut().zip(wide) {
            *lanes = wide.store();
        }
        rates
    }
}

#[cfg(test)]
mod tests {
    use super::super::car::RaceCar;
    use super::super::forces::{ConstantLaw, LoadLaw};
    use super::super::motion::{Kinematic, Rolling, Spinning};
    use super::super::parameters::Parameters;
    use super::super::state::{Controls, State};
    use super::super::test_numbers::Numbers;
    use super::*;

    fn check<M: Differentiable<N>, const N: usize>(motion: &M, numbers: &mut Numbers) {
        let times_s = AtStages::from_fn(|_| numbers.between(0.0, 0.03));
        let inputs = inputs_at(motion, times_s);
        let alone = InputsAt { motion, times_s }.one_by_one();
        let bits = |inputs: Inputs<AtStages>| {
            let Inputs { steer_rad, sin, cos, steer_rate_radps, torque_nm: [a, b, c, d], torque_gap_nm } =
                inputs;
            [steer_rad, sin, cos, steer_rate_radps, a, b, c, d, torque_gap_nm]
                .map(|it| it.to_array().map(f64::to_bits))
        };
        assert_eq!(bits(inputs), bits(alone));
        let speeds = [(); N].map(|()| AtStages::from_fn(|_| numbers.between(-2.0, 12.0)));
        let together = rates_at(motion, &inputs, &speeds);
        let alone = RatesAt { motion, inputs: &inputs, speeds: &speeds }.one_by_one();
        let bits = |rates: [AtStages; N]| rates.map(|it| it.to_array().map(f64::to_bits));
        assert_eq!(bits(together), bits(alone));
    }

    #[test]
    fn stages_side_by_side_have_the_bits_of_one_after_the_other() {
        let car = RaceCar::new(Parameters::ariane_rear()).unwrap();
        let mut numbers = Numbers::new(8);
        for _ in 0..50 {
            let state = State { steer_rad: numbers.between(-0.5, 0.5), ..State::at_rest() };
            let controls = Controls::even(numbers.between(-0.5, 0.5), numbers.between(-200.0, 200.0));
            let drive = car.drive(&state, &controls, &car.level_ground());
            check(&Rolling(drive, ConstantLaw), &mut numbers);
            check(&Rolling(drive, LoadLaw), &mut numbers);
            check(&Spinning(drive), &mut numbers);
            check(&Kinematic(drive), &mut numbers);
        }
    }
}

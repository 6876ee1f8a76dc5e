//! Several vehicles at once: `Real` for the lane type.

use skidpad_lanes::{LaneMaskOf, LanesOf};

use crate::elementary::{self, PowerOfTwo};
use crate::real::Real;

impl<const N: usize> Real for LanesOf<N> {
    type Mask = LaneMaskOf<N>;
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn mask(truth: bool) -> LaneMaskOf<N> {
        LaneMaskOf::splat(truth)
    }
    #[inline(always)]
    fn any(mask: LaneMaskOf<N>) -> bool {
        mask.any()
    }
    #[inline(always)]
    fn lt(self, other: Self) -> LaneMaskOf<N> {
        LanesOf::lt(self, other)
    }
    #[inline(always)]
    fn le(self, other: Self) -> LaneMaskOf<N> {
        LanesOf::le(self, other)
    }
    #[inline(always)]
    fn select(mask: LaneMaskOf<N>, if_true: Self, if_false: Self) -> Self {
        LanesOf::select(mask, if_true, if_false)
    }
    fn each<const I: usize, const M: usize>(
        x: [Self; I],
        function: &dyn Fn([f64; I]) -> [f64; M],
    ) -> [Self; M] {
        let lanes = x.map(LanesOf::to_array);
        let found: [[f64; M]; N] = std::array::from_fn(|lane| function(lanes.map(|it| it[lane])));
        std::array::from_fn(|k| LanesOf::from_array(found.map(|values| values[k])))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        LanesOf::abs(self)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        LanesOf::sqrt(self)
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        LanesOf::copysign(self, sign)
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        elementary::sin_cos_of(self)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        elementary::atan2_of(self, x)
    }
    #[inline(always)]
    fn exp(self) -> Self {
        elementary::exp_of(self)
    }
    #[inline(always)]
    fn tanh(self) -> Self {
        elementary::tanh_of(self)
    }
}

impl<const N: usize> PowerOfTwo for LanesOf<N> {
    #[inline(always)]
    fn power_of_two(self) -> Self {
        self.map(PowerOfTwo::power_of_two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoiseAddress;
    use skidpad_lanes::Lanes;

    fn same_bits(name: &str, inputs: Lanes, lanes: Lanes, scalar: impl Fn(f64) -> f64) {
        for (x, got) in inputs.to_array().into_iter().zip(lanes.to_array()) {
            let expected = scalar(x);
            let equal = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
            assert!(equal, "{name}({x:e}): {got:e} in lanes, {expected:e} alone");
        }
    }

    #[test]
    fn lanes_and_scalars_give_the_same_bits() {
        let noise = NoiseAddress { seed: 1, stream: 2, step: 3 };
        for k in 0..4_000 {
            let scale = [1e-9, 1.0, 40.0, 1e4, 1e7, 1e200][k % 6];
            let x = Lanes::from_fn(|lane| scale * noise.normal((8 * k + lane) as u64));
            same_bits("sin", x, Real::sin(x), Real::sin);
            same_bits("cos", x, Real::cos(x), Real::cos);
            same_bits("tan", x, Real::tan(x), Real::tan);
            same_bits("atan", x, Real::atan(x), Real::atan);
            same_bits("exp", x, Real::exp(x), Real::exp);
            same_bits("tanh", x, Real::tanh(x), Real::tanh);
        }
    }

    #[test]
    fn odd_values_are_the_same_too() {
        let x =
            Lanes::from_array([0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, 1e308, -745.2]);
        same_bits("sin", x, Real::sin(x), Real::sin);
        same_bits("atan", x, Real::atan(x), Real::atan);
        same_bits("exp", x, Real::exp(x), Real::exp);
        same_bits("tanh", x, Real::tanh(x), Real::tanh);
        same_bits("atan2", x, Real::atan2(x, -x), |x| Real::atan2(x, -x));
    }
}

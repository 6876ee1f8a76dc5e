//! Values that carry their derivatives: exact Jacobians without a second copy of any formula.

use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::elementary;
use crate::real::Real;

/// A value and its partial derivatives by `N` variables (forward-mode automatic differentiation).
///
/// Computing `f` on duals gives f(x) and ∂f/∂xᵢ, exact to rounding. Comparisons look at the value only:
/// at a kink (clamp, abs) the derivative is that of the side taken.
///
/// ```
/// use skidpad_math::{Dual, Real};
/// let x = Dual::<2>::variable(3.0, 0);
/// let y = Dual::<2>::variable(0.5, 1);
/// let f = x * x * y.exp();
/// assert!((f.partials[0] - 6.0 * 0.5f64.exp()).abs() < 1e-14);
/// assert!((f.partials[1] - 9.0 * 0.5f64.exp()).abs() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<const N: usize> {
    /// The value itself.
    pub value: f64,
    /// Its derivative by each variable.
    pub partials: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// A number that depends on nothing.
    #[inline]
    pub const fn constant(value: f64) -> Self {
        Self { value, partials: [0.0; N] }
    }

    /// The variable number `index`.
    ///
    /// # Panics
    /// If `index` is not below `N`.
    #[inline]
    pub const fn variable(value: f64, index: usize) -> Self {
        let mut partials = [0.0; N];
        partials[index] = 1.0;
        Self { value, partials }
    }

    /// f(self) by the chain rule, given f and f′ at the value.
    #[inline]
    pub fn chain(self, value: f64, slope: f64) -> Self {
        Self { value, partials: self.partials.map(|p| slope * p) }
    }

    /// f(self, other) by the chain rule, given f and its two partial derivatives.
    #[inline]
    fn chain2(self, other: Self, value: f64, slope: f64, other_slope: f64) -> Self {
        let partials = std::array::from_fn(|i| slope * self.partials[i] + other_slope * other.partials[i]);
        Self { value, partials }
    }
}

impl<const N: usize> From<f64> for Dual<N> {
    #[inline]
    fn from(value: f64) -> Self {
        Self::constant(value)
    }
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.chain(-self.value, -1.0)
    }
}

impl<const N: usize> Add for Dual<N> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.chain2(other, self.value + other.value, 1.0, 1.0)
    }
}

impl<const N: usize> Sub for Dual<N> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.chain2(other, self.value - other.value, 1.0, -1.0)
    }
}

impl<const N: usize> Mul for Dual<N> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        self.chain2(other, self.value * other.value, other.value, self.value)
    }
}

impl<const N: usize> Div for Dual<N> {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        self.chain2(other, value, 1.0 / other.value, -value / other.value)
    }
}

impl<const N: usize> AddAssign for Dual<N> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const N: usize> SubAssign for Dual<N> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const N: usize> MulAssign for Dual<N> {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl<const N: usize> DivAssign for Dual<N> {
    #[inline]
    fn div_assign(&mut self, other: Self) {
        *self = *self / other;
    }
}

impl<const N: usize> Real for Dual<N> {
    type Mask = bool;
    const IS_PLAIN: bool = false;

    #[inline]
    fn mask(truth: bool) -> bool {
        truth
    }
    #[inline]
    fn any(mask: bool) -> bool {
        mask
    }
    #[inline]
    fn lt(self, other: Self) -> bool {
        self.value < other.value
    }
    #[inline]
    fn le(self, other: Self) -> bool {
        self.value <= other.value
    }
    #[inline]
    fn select(mask: bool, if_true: Self, if_false: Self) -> Self {
        if mask { if_true } else { if_false }
    }
    #[inline]
    fn abs(self) -> Self {
        self.chain(self.value.abs(), 1f64.copysign(self.value))
    }
    /// The derivative at 0 is taken as 0, so that a resting state stays finite.
    #[inline]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        self.chain(root, if root > 0.0 { 0.5 / root } else { 0.0 })
    }
    #[inline]
    fn copysign(self, sign: Self) -> Self {
        let value = self.value.copysign(sign.value);
        let flipped = value.is_sign_negative() != self.value.is_sign_negative();
        self.chain(value, if flipped { -1.0 } else { 1.0 })
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = elementary::sin_cos(self.value);
        (self.chain(sin, cos), self.chain(cos, -sin))
    }
    /// The derivative at the origin is taken as 0.
    #[inline]
    fn atan2(self, x: Self) -> Self {
        let square = self.value * self.value + x.value * x.value;
        let inverse = if square > 0.0 { 1.0 / square } else { 0.0 };
        self.chain2(x, elementary::atan2(self.value, x.value), x.value * inverse, -self.value * inverse)
    }
    #[inline]
    fn exp(self) -> Self {
        let value = elementary::exp(self.value);
        self.chain(value, value)
    }
    #[inline]
    fn tanh(self) -> Self {
        let value = elementary::tanh(self.value);
        self.chain(value, (1.0 - value) * (1.0 + value))
    }
    fn each<const I: usize, const M: usize>(
        x: [Self; I],
        function: &dyn Fn([f64; I]) -> [f64; M],
    ) -> [Self; M] {
        const H: f64 = 1e-6;
        let values = function(x.map(|x| x.value));
        let by_partial: [[f64; M]; N] = std::array::from_fn(|partial| {
            let moved = |h: f64| function(x.map(|x| x.value + h * x.partials[partial]));
            let (ahead, behind) = (moved(H), moved(-H));
            std::array::from_fn(|k| (ahead[k] - behind[k]) / (2.0 * H))
        });
        std::array::from_fn(|k| Dual { value: values[k], partials: by_partial.map(|partial| partial[k]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoiseAddress;

    /// Uses every operation of the trait.
    fn tangle<R: Real>(x: R, y: R) -> R {
        let (sin, cos) = (x * y).sin_cos();
        let mut sum = sin / (R::from(2.0) + cos) - x.atan2(y) + (x * R::from(0.3)).exp() * y.tanh();
        sum += (x * x + y * y + R::from(1.0)).sqrt();
        sum -= x.abs().copysign(y) * R::from(0.5);
        sum *= R::from(1.0) + (x - y).atan() * R::from(0.1);
        sum /= (x * R::from(0.1)).tan() + R::from(3.0);
        R::select(x.lt(y), sum, -sum).clamp(R::from(-1e3), R::from(1e3))
    }

    #[test]
    fn partials_match_central_differences() {
        let noise = NoiseAddress { seed: 4, stream: 5, step: 6 };
        let h = 1e-6;
        let mut checked = 0;
        for k in 0..2_000 {
            let (x, y) = (2.0 * noise.normal(2 * k), 2.0 * noise.normal(2 * k + 1));
            let near_a_kink = x.abs() < 1e-3 || y.abs() < 1e-3 || (x - y).abs() < 1e-3;
            if near_a_kink {
                continue;
            }
            let f = tangle(Dual::<2>::variable(x, 0), Dual::variable(y, 1));
            let by_x = (tangle(x + h, y) - tangle(x - h, y)) / (2.0 * h);
            let by_y = (tangle(x, y + h) - tangle(x, y - h)) / (2.0 * h);
            assert_eq!(f.value.to_bits(), tangle(x, y).to_bits());
            assert!((f.partials[0] - by_x).abs() < 1e-6 * (1.0 + by_x.abs()), "x {x} y {y}: {f:?} {by_x}");
            assert!((f.partials[1] - by_y).abs() < 1e-6 * (1.0 + by_y.abs()), "x {x} y {y}: {f:?} {by_y}");
            checked += 1;
        }
        assert!(checked > 1_900);
    }
}

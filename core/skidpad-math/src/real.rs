//! The number that formulas are written in: one trait for one vehicle, eight vehicles, or a value with
//! its derivatives.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

use crate::elementary;

/// A real number, or several in lock step.
///
/// Formulas generic over `Real` run one vehicle (`f64`), eight at once ([`crate::Lanes`]) or carry exact
/// derivatives ([`crate::Dual`]). They choose with [`Real::select`] instead of `if`, so that all lanes
/// take the same path; the value of each lane has the bits that `f64` gives alone.
pub trait Real:
    Copy
    + Debug
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + 'static
{
    /// The answer of a comparison: `bool`, or one truth per lane.
    type Mask: Copy
        + Debug
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// Must a formula be inlined into its caller, to be compiled for the instruction set chosen there?
    /// Long ones of other numbers are functions of their own, which keeps compilation short.
    const IS_WIDE: bool = false;
    /// Is the value all there is, so that a zero is nothing? A dual zero may have a slope.
    const IS_PLAIN: bool = true;

    /// The mask that says the same everywhere.
    fn mask(truth: bool) -> Self::Mask;
    /// Does the mask hold in any lane? Skips work that no lane needs; never changes a result.
    fn any(mask: Self::Mask) -> bool;
    /// `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`.
    fn le(self, other: Self) -> Self::Mask;
    /// `if_true` where the mask holds, else `if_false`.
    fn select(mask: Self::Mask, if_true: Self, if_false: Self) -> Self;

    /// |x|.
    fn abs(self) -> Self;
    /// √x, correctly rounded.
    fn sqrt(self) -> Self;
    /// |x| with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// (sin x, cos x), see [`crate::sin_cos`].
    fn sin_cos(self) -> (Self, Self);
    /// Angle of the point (`x`, `self`) seen from the origin, in [−π, π], see [`crate::atan2`].
    fn atan2(self, x: Self) -> Self;
    /// eˣ, see [`crate::exp`].
    fn exp(self) -> Self;
    /// Hyperbolic tangent, see [`crate::tanh`].
    fn tanh(self) -> Self;

    /// A function of plain numbers, for each lane. Derivatives are central differences.
    fn each<const N: usize, const M: usize>(
        x: [Self; N],
        function: &dyn Fn([f64; N]) -> [f64; M],
    ) -> [Self; M];

    /// `self > other`.
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        other.lt(self)
    }
    /// `self >= other`.
    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        other.le(self)
    }
    /// Neither infinite nor NaN.
    #[inline(always)]
    fn is_finite(self) -> Self::Mask {
        self.abs().le(Self::from(f64::MAX))
    }
    /// The smaller of two; the second where they do not compare (NaN).
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }
    /// The larger of two; the second where they do not compare (NaN).
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(other.lt(self), self, other)
    }
    /// Into [`lo`, `hi`]; `lo` wins where the interval is empty, NaN stays NaN.
    #[inline(always)]
    fn clamp(self, lo: Self, hi: Self) -> Self {
        let capped = Self::select(hi.lt(self), hi, self);
        Self::select(capped.lt(lo), lo, capped)
    }
    /// sin x, see [`crate::sin_cos`].
    #[inline(always)]
    fn sin(self) -> Self {
        self.sin_cos().0
    }
    /// The sines of four numbers: the bits of one after the other, in less time.
    #[inline(always)]
    fn sin_each([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        [a.sin(), b.sin(), c.sin(), d.sin()]
    }
    /// The angles of four points: the bits of one after the other, in less time.
    #[inline(always)]
    fn atan2_each(y: [Self; 4], x: [Self; 4]) -> [Self; 4] {
        [y[0].atan2(x[0]), y[1].atan2(x[1]), y[2].atan2(x[2]), y[3].atan2(x[3])]
    }
    /// cos x, see [`crate::sin_cos`].
    #[inline(always)]
    fn cos(self) -> Self {
        self.sin_cos().1
    }
    /// tan x = sin x / cos x.
    #[inline(always)]
    fn tan(self) -> Self {
        let (sin, cos) = self.sin_cos();
        sin / cos
    }
    /// The angle in [−π/2, π/2] whose tangent is x.
    #[inline(always)]
    fn atan(self) -> Self {
        self.atan2(Self::from(1.0))
    }
}

impl Real for f64 {
    type Mask = bool;

    #[inline(always)]
    fn mask(truth: bool) -> bool {
        truth
    }
    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn le(self, other: Self) -> bool {
        self <= other
    }
    #[inline(always)]
    fn select(mask: bool, if_true: Self, if_false: Self) -> Self {
        if mask { if_true } else { if_false }
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        f64::copysign(self, sign)
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        elementary::sin_cos(self)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        elementary::atan2(self, x)
    }
    #[inline(always)]
    fn exp(self) -> Self {
        elementary::exp(self)
    }
    #[inline(always)]
    fn tanh(self) -> Self {
        elementary::tanh(self)
    }
    fn each<const N: usize, const M: usize>(
        x: [f64; N],
        function: &dyn Fn([f64; N]) -> [f64; M],
    ) -> [f64; M] {
        function(x)
    }
    #[inline(always)]
    fn sin_each(x: [Self; 4]) -> [Self; 4] {
        elementary::sin_each(x)
    }
    #[inline(always)]
    fn atan2_each(y: [Self; 4], x: [Self; 4]) -> [Self; 4] {
        elementary::atan2_each(y, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit<R: Real>(x: R) -> R {
        Real::clamp(x, R::from(-1.0), R::from(2.0))
    }

    #[test]
    fn clamp_limits_and_keeps_nan() {
        assert_eq!([limit(-5.0), limit(0.5), limit(9.0)], [-1.0, 0.5, 2.0]);
        assert!(limit(f64::NAN).is_nan());
        assert_eq!(Real::clamp(0.0, 3.0, 1.0), 3.0);
    }

    #[test]
    fn only_numbers_are_finite() {
        assert!(Real::is_finite(-f64::MAX));
        assert!(!Real::is_finite(f64::INFINITY) && !Real::is_finite(f64::NAN));
    }
}

//! The lane type: a few `f64` with lane-wise arithmetic, comparison and choice.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

/// How many values a [`Lanes`] holds.
pub const LANE_COUNT: usize = 8;

/// Eight `f64`: as many vehicles at once.
pub type Lanes = LanesOf<LANE_COUNT>;
/// Eight truths, one per lane.
pub type LaneMask = LaneMaskOf<LANE_COUNT>;
/// Four `f64`: the stages of an implicit step, or the wheels of a car.
pub type FourLanes = LanesOf<4>;

/// `N` numbers. Every operation works lane by lane and rounds as the scalar operation does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub struct LanesOf<const N: usize>([f64; N]);

/// `N` truths, one per lane. Each is all ones or all zeros, as vector comparisons give them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct LaneMaskOf<const N: usize>([u64; N]);

/// Does something for each lane, of which there are at most eight. Written out, not a loop: a long formula
/// has thousands of these, and a compiler that unrolls thousands of loops takes minutes.
macro_rules! each_lane {
    ($index:ident => $body:expr) => {{
        each_lane!(0, $index, $body);
        each_lane!(1, $index, $body);
        each_lane!(2, $index, $body);
        each_lane!(3, $index, $body);
        each_lane!(4, $index, $body);
        each_lane!(5, $index, $body);
        each_lane!(6, $index, $body);
        each_lane!(7, $index, $body);
    }};
    ($number:literal, $index:ident, $body:expr) => {
        if $number < N {
            let $index = $number;
            $body;
        }
    };
}

impl<const N: usize> LanesOf<N> {
    const AT_MOST_EIGHT: () = assert!(N <= 8);

    /// The same value in every lane.
    #[inline(always)]
    pub const fn splat(value: f64) -> Self {
        Self([value; N])
    }

    /// Lane `i` takes `array[i]`.
    #[inline(always)]
    pub const fn from_array(array: [f64; N]) -> Self {
        Self(array)
    }

    /// Lane `i` takes `value_of(i)`.
    #[inline(always)]
    pub fn from_fn(value_of: impl FnMut(usize) -> f64) -> Self {
        Self(std::array::from_fn(value_of))
    }

    /// The lanes as a plain array.
    #[inline(always)]
    pub const fn to_array(self) -> [f64; N] {
        self.0
    }

    /// The value of one lane.
    #[inline(always)]
    pub const fn lane(self, index: usize) -> f64 {
        self.0[index]
    }

    /// Replaces the value of one lane.
    #[inline(always)]
    pub const fn set_lane(&mut self, index: usize, value: f64) {
        self.0[index] = value;
    }

    /// Applies a function to each lane.
    #[inline(always)]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let () = Self::AT_MOST_EIGHT;
        let mut out = self.0;
        each_lane!(i => out[i] = f(self.0[i]));
        Self(out)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let () = Self::AT_MOST_EIGHT;
        let mut out = self.0;
        each_lane!(i => out[i] = f(self.0[i], other.0[i]));
        Self(out)
    }

    #[inline(always)]
    fn compare(self, other: Self, f: impl Fn(f64, f64) -> bool) -> LaneMaskOf<N> {
        let () = Self::AT_MOST_EIGHT;
        let mut out = [0; N];
        each_lane!(i => out[i] = if f(self.0[i], other.0[i]) { u64::MAX } else { 0 });
        LaneMaskOf(out)
    }

    /// Where is `self < other`?
    #[inline(always)]
    pub fn lt(self, other: Self) -> LaneMaskOf<N> {
        self.compare(other, |a, b| a < b)
    }

    /// Where is `self <= other`?
    #[inline(always)]
    pub fn le(self, other: Self) -> LaneMaskOf<N> {
        self.compare(other, |a, b| a <= b)
    }

    /// Takes `if_true` in the lanes where `mask` holds, `if_false` elsewhere.
    #[inline(always)]
    pub fn select(mask: LaneMaskOf<N>, if_true: Self, if_false: Self) -> Self {
        let mut out = if_false.0;
        let pick = |mask: u64, if_true: f64, if_false: f64| {
            f64::from_bits((mask & if_true.to_bits()) | (!mask & if_false.to_bits()))
        };
        each_lane!(i => out[i] = pick(mask.0[i], if_true.0[i], if_false.0[i]));
        Self(out)
    }

    /// Absolute values.
    #[inline(always)]
    pub fn abs(self) -> Self {
        self.map(f64::abs)
    }

    /// Square roots, correctly rounded.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        self.map(f64::sqrt)
    }

    /// The magnitudes of `self` with the signs of `sign`.
    #[inline(always)]
    pub fn copysign(self, sign: Self) -> Self {
        self.zip(sign, f64::copysign)
    }
}

impl<const N: usize> From<f64> for LanesOf<N> {
    #[inline(always)]
    fn from(value: f64) -> Self {
        Self::splat(value)
    }
}

impl<const N: usize> Default for LanesOf<N> {
    #[inline(always)]
    fn default() -> Self {
        Self::splat(0.0)
    }
}

impl<const N: usize> Neg for LanesOf<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|value| -value)
    }
}

macro_rules! lane_wise {
    ($($operation:ident::$method:ident, $assign:ident::$assign_method:ident, $symbol:tt;)*) => {$(
        impl<const N: usize> $operation for LanesOf<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $symbol b)
            }
        }
        impl<const N: usize> $assign for LanesOf<N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $symbol other;
            }
        }
    )*};
}

lane_wise! {
    Add::add, AddAssign::add_assign, +;
    Sub::sub, SubAssign::sub_assign, -;
    Mul::mul, MulAssign::mul_assign, *;
    Div::div, DivAssign::div_assign, /;
}

impl<const N: usize> LaneMaskOf<N> {
    /// The same truth in every lane.
    #[inline(always)]
    pub const fn splat(truth: bool) -> Self {
        Self([if truth { u64::MAX } else { 0 }; N])
    }

    /// Does it hold in any lane?
    #[inline(always)]
    pub fn any(self) -> bool {
        let mut seen = 0;
        each_lane!(i => seen |= self.0[i]);
        seen != 0
    }

    /// The truth of one lane.
    #[inline(always)]
    pub const fn lane(self, index: usize) -> bool {
        self.0[index] != 0
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = self.0;
        each_lane!(i => out[i] = f(self.0[i], other.0[i]));
        Self(out)
    }
}

impl<const N: usize> BitAnd for LaneMaskOf<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for LaneMaskOf<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> Not for LaneMaskOf<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.zip(self, |a, _| !a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Lanes = Lanes::from_array([1.0, -2.0, 0.0, -0.0, 5.5, 1e300, f64::INFINITY, f64::NAN]);
    const B: Lanes = Lanes::from_array([2.0, -2.0, 1.0, 3.0, -0.5, 1e300, 1.0, 1.0]);

    fn check(lanes: Lanes, scalar: impl Fn(f64, f64) -> f64) {
        for lane in 0..LANE_COUNT {
            let expected = scalar(A.lane(lane), B.lane(lane));
            let got = lanes.lane(lane);
            assert!(
                got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan()),
                "lane {lane}"
            );
        }
    }

    #[test]
    fn each_lane_is_the_scalar_operation() {
        check(A + B, |a, b| a + b);
        check(A - B, |a, b| a - b);
        check(A * B, |a, b| a * b);
        check(A / B, |a, b| a / b);
        check(-A, |a, _| -a);
        check(A.abs(), |a, _| a.abs());
        check(A.abs().sqrt(), |a, _| a.abs().sqrt());
        check(A.copysign(-B), |a, b| a.copysign(-b));
        check(Lanes::select(A.lt(B), A, B), |a, b| if a < b { a } else { b });
        check(Lanes::select(!A.le(B), A, B), |a, b| if a <= b { b } else { a });
    }

    #[test]
    fn masks_combine_lane_by_lane() {
        let below = A.lt(B);
        let equal = A.le(B) & !below;
        assert!(below.lane(0) && !below.lane(1) && equal.lane(1));
        assert!((below | equal).lane(5) && !(below | equal).lane(7));
        assert!(below.any() && !LaneMask::splat(false).any());
    }
}

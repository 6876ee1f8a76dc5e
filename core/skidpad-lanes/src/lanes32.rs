//! Eight `f32` side by side, for rays: one trait, a plain version of it and one by AVX2.
//!
//! Written against [`Lanes32`], a piece of work gives the same bits by either version: each operation
//! rounds as the scalar one does, and choices are those of the vector instructions.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Mul, Neg, Not, Sub};

use crate::LANE_COUNT;

/// Eight `f32` with lane-wise arithmetic, comparison and choice.
pub trait Lanes32:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// Eight truths, one per lane.
    type Mask: Mask32;

    /// The same value in every lane.
    fn splat(value: f32) -> Self;
    /// Lane `i` takes `array[i]`.
    fn from_array(array: &[f32; LANE_COUNT]) -> Self;
    /// The lanes as a plain array.
    fn to_array(self) -> [f32; LANE_COUNT];
    /// Where is `self < other`?
    fn lt(self, other: Self) -> Self::Mask;
    /// Where is `self <= other`?
    fn le(self, other: Self) -> Self::Mask;
    /// Where is `self == other`?
    fn eq_lanes(self, other: Self) -> Self::Mask;
    /// `a > b ? a : b`: the second where one is no number.
    fn larger(self, other: Self) -> Self;
    /// `a < b ? a : b`: the second where one is no number.
    fn smaller(self, other: Self) -> Self;
    /// Takes `if_true` in the lanes where `mask` holds, `if_false` elsewhere.
    fn select(mask: Self::Mask, if_true: Self, if_false: Self) -> Self;
    /// Absolute values.
    fn abs(self) -> Self;
    /// Quotients.
    fn over(self, other: Self) -> Self;
    /// The magnitudes of `self` with the signs of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// The largest lane, of numbers.
    fn max_lane(self) -> f32;
    /// The smallest lane, of numbers.
    fn min_lane(self) -> f32;
}

/// Eight truths.
pub trait Mask32: Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Lane `i` takes bit `i`.
    fn from_bits(bits: u32) -> Self;
    /// Bit `i` is the truth of lane `i`.
    fn bits(self) -> u32;
    /// Does it hold in any lane?
    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }
}

/// A piece of work that should be compiled once per version.
///
/// Mark `run`, and everything hot that it calls, `#[inline(always)]`.
pub trait Lane32Work {
    /// What the work returns.
    type Output;
    /// Does the work.
    fn run<V: Lanes32>(self) -> Self::Output;
}

/// Runs `work` with AVX2 where the processor has it, else as [`dispatch32_baseline`] does.
#[inline]
#[allow(unsafe_code)]
pub fn dispatch32<W: Lane32Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: `run_avx2` needs only that the processor has AVX2, which was just checked.
        return unsafe { run_avx2(work) };
    }
    dispatch32_baseline(work)
}

/// Runs `work` by the plain version: the scalar twin of [`dispatch32`], with the same bits.
#[inline(never)]
pub fn dispatch32_baseline<W: Lane32Work>(work: W) -> W::Output {
    work.run::<Plain32>()
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1")]
fn run_avx2<W: Lane32Work>(work: W) -> W::Output {
    work.run::<crate::avx32::Avx32>()
}

/// The plain version: an array.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub struct Plain32([f32; LANE_COUNT]);

/// The truths of the plain version: bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainMask32(u32);

impl Plain32 {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        let mut out = self.0;
        let mut i = 0;
        while i < LANE_COUNT {
            out[i] = f(self.0[i], other.0[i]);
            i += 1;
        }
        Self(out)
    }

    #[inline(always)]
    fn compare(self, other: Self, f: impl Fn(f32, f32) -> bool) -> PlainMask32 {
        let mut bits = 0;
        let mut i = 0;
        while i < LANE_COUNT {
            bits |= u32::from(f(self.0[i], other.0[i])) << i;
            i += 1;
        }
        PlainMask32(bits)
    }
}

impl Lanes32 for Plain32 {
    type Mask = PlainMask32;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; LANE_COUNT])
    }
    #[inline(always)]
    fn from_array(array: &[f32; LANE_COUNT]) -> Self {
        Self(*array)
    }
    #[inline(always)]
    fn to_array(self) -> [f32; LANE_COUNT] {
        self.0
    }
    #[inline(always)]
    fn lt(self, other: Self) -> PlainMask32 {
        self.compare(other, |a, b| a < b)
    }
    #[inline(always)]
    fn le(self, other: Self) -> PlainMask32 {
        self.compare(other, |a, b| a <= b)
    }
    #[inline(always)]
    fn eq_lanes(self, other: Self) -> PlainMask32 {
        self.compare(other, |a, b| a == b)
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.zip(other, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    fn select(mask: PlainMask32, if_true: Self, if_false: Self) -> Self {
        let mut out = if_false.0;
        let mut i = 0;
        while i < LANE_COUNT {
            if mask.0 >> i & 1 == 1 {
                out[i] = if_true.0[i];
            }
            i += 1;
        }
        Self(out)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.zip(self, |a, _| a.abs())
    }
    #[inline(always)]
    fn over(self, other: Self) -> Self {
        self.zip(other, |a, b| a / b)
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        self.zip(sign, f32::copysign)
    }
    #[inline(always)]
    fn max_lane(self) -> f32 {
        self.0.into_iter().fold(f32::NEG_INFINITY, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn min_lane(self) -> f32 {
        self.0.into_iter().fold(f32::INFINITY, |a, b| if a < b { a } else { b })
    }
}

impl Neg for Plain32 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.zip(self, |a, _| -a)
    }
}

macro_rules! lane_wise {
    ($($operation:ident::$method:ident, $symbol:tt;)*) => {$(
        impl $operation for Plain32 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $symbol b)
            }
        }
    )*};
}

lane_wise! {
    Add::add, +;
    Sub::sub, -;
    Mul::mul, *;
}

impl Mask32 for PlainMask32 {
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        Self(bits & 0xff)
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0
    }
}

impl BitAnd for PlainMask32 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PlainMask32 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for PlainMask32 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & 0xff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f32; 8] = [1.0, -2.0, 0.0, -0.0, 5.5, 1e30, f32::INFINITY, f32::NAN];
    const B: [f32; 8] = [2.0, -2.0, 1.0, 3.0, -0.5, 1e30, 1.0, 1.0];

    fn check<V: Lanes32>(lanes: V, scalar: impl Fn(f32, f32) -> f32) {
        for (lane, got) in lanes.to_array().into_iter().enumerate() {
            let expected = scalar(A[lane], B[lane]);
            let is_same = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
            assert!(is_same, "lane {lane}: {got} is not {expected}");
        }
    }

    struct Check;
    impl Lane32Work for Check {
        type Output = ();
        #[inline(always)]
        fn run<V: Lanes32>(self) {
            let (a, b) = (V::from_array(&A), V::from_array(&B));
            check(a + b, |a, b| a + b);
            check(a - b, |a, b| a - b);
            check(a * b, |a, b| a * b);
            check(a.over(b), |a, b| a / b);
            check(-a, |a, _| -a);
            check(a.abs(), |a, _| a.abs());
            check(a.copysign(-b), |a, b| a.copysign(-b));
            check(a.larger(b), |a, b| if a > b { a } else { b });
            check(a.smaller(b), |a, b| if a < b { a } else { b });
            check(V::select(a.lt(b), a, b), |a, b| if a < b { a } else { b });
            check(V::select(!a.le(b), a, b), |a, b| if a <= b { b } else { a });
            check(V::select(a.eq_lanes(b), a, -b), |a, b| if a == b { a } else { -b });
            check(V::splat(3.0), |_, _| 3.0);
            assert_eq!((b.max_lane(), b.min_lane()), (1e30, -2.0));
            let below = a.lt(b);
            assert_eq!(below.bits(), 0b0000_1101);
            assert_eq!((!below).bits(), 0b1111_0010);
            assert_eq!((a.le(b) & !below).bits(), 0b0010_0010);
            assert_eq!((below | a.eq_lanes(b)).bits(), 0b0010_1111);
            assert!(below.any() && !(below & !below).any());
            for bits in 0..256 {
                assert_eq!(V::Mask::from_bits(bits).bits(), bits);
            }
        }
    }

    #[test]
    fn each_lane_is_the_scalar_operation() {
        dispatch32_baseline(Check);
        dispatch32(Check);
    }
}

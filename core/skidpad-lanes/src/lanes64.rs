//! Four `f64` in one register of the processor, for work that is compiled for AVX2 alone.
//!
//! [`crate::Lanes`] leaves it to the compiler to find the vectors; in a long formula it loses them. Work
//! written against [`Lanes64`] names them. There is no plain version: where the processor has no AVX2 the
//! caller does the same work one number at a time, which gives the same bits.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Four `f64` with lane-wise arithmetic, comparison and choice. Each operation rounds as the scalar one does.
pub trait Lanes64:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// Four truths, one per lane.
    type Mask: Mask64;

    /// The same value in every lane.
    fn splat(value: f64) -> Self;
    /// Lane `i` takes `array[i]`.
    fn from_array(array: &[f64; 4]) -> Self;
    /// The lanes as a plain array.
    fn to_array(self) -> [f64; 4];
    /// Where is `self < other`?
    fn lt(self, other: Self) -> Self::Mask;
    /// Where is `self <= other`?
    fn le(self, other: Self) -> Self::Mask;
    /// Takes `if_true` in the lanes where `mask` holds, `if_false` elsewhere.
    fn select(mask: Self::Mask, if_true: Self, if_false: Self) -> Self;
    /// `a < b ? a : b`: the second where one is no number.
    fn smaller(self, other: Self) -> Self;
    /// `a > b ? a : b`: the second where one is no number.
    fn larger(self, other: Self) -> Self;
    /// Absolute values.
    fn abs(self) -> Self;
    /// Square roots, correctly rounded.
    fn sqrt(self) -> Self;
    /// The magnitudes of `self` with the signs of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// The whole numbers below.
    fn floor(self) -> Self;
    /// Whole numbers within the range of `i32`.
    fn from_whole(whole: [i32; 4]) -> Self;
    /// The whole numbers towards zero; what is beyond the range of `i32`, or no number, gives the lowest one.
    fn to_whole(self) -> [i32; 4];
    /// Shifts the bits of each lane 52 to the left: what was counted in the lowest place of the
    /// significand becomes the exponent.
    fn significand_to_exponent(self) -> Self;
}

/// Four truths.
pub trait Mask64:
    Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// The same truth in every lane.
    fn splat(truth: bool) -> Self;
    /// Does it hold in any lane?
    fn any(self) -> bool;
}

/// A piece of work for [`dispatch64`].
///
/// Mark `run`, and everything hot that it calls, `#[inline(always)]`.
pub trait Lane64Work {
    /// What the work returns.
    type Output;
    /// Does the work.
    fn run<V: Lanes64>(self) -> Self::Output;
}

/// Runs `work` where the processor has AVX2; elsewhere gives it back undone.
///
/// # Errors
/// The work itself, if this processor cannot do it.
#[inline(always)]
#[allow(unsafe_code)]
pub fn dispatch64<W: Lane64Work>(work: W) -> Result<W::Output, W> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: `run_avx2` needs only that the processor has AVX2, which was just checked.
        return Ok(unsafe { run_avx2(work) });
    }
    Err(work)
}

#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2")]
fn run_avx2<W: Lane64Work>(work: W) -> W::Output {
    work.run::<crate::avx64::Avx64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f64; 8] = [1.0, -2.0, 0.0, -0.0, 5.5, 1e300, f64::INFINITY, f64::NAN];
    const B: [f64; 8] = [2.0, -2.0, 1.0, 3.0, -0.5, 1e300, 1.0, 1.0];

    /// Every operation on four pairs of numbers.
    struct Everything([f64; 4], [f64; 4]);

    const COUNT: usize = 17;

    impl Lane64Work for Everything {
        type Output = [[f64; 4]; COUNT];

        #[inline(always)]
        fn run<V: Lanes64>(self) -> [[f64; 4]; COUNT] {
            let (a, b) = (V::from_array(&self.0), V::from_array(&self.1));
            let (below, equal) = (a.lt(b), a.le(b) & !a.lt(b));
            let one = V::splat(1.0);
            let truth = |mask: V::Mask| V::select(mask, one, V::splat(0.0));
            [
                a + b,
                a - b,
                a * b,
                a / b,
                -a,
                a.abs(),
                a.abs().sqrt(),
                a.copysign(-b),
                V::select(below, a, b),
                truth(equal),
                truth(below | equal),
                a.smaller(b),
                a.larger(b),
                truth(V::Mask::splat((below & !below).any())),
                (V::splat(4_503_599_627_370_496.0) + V::splat(1030.0)).significand_to_exponent(),
                a.floor(),
                V::from_whole(b.smaller(V::splat(7.5)).to_whole()),
            ]
            .map(V::to_array)
        }
    }

    fn alone(a: f64, b: f64) -> [f64; COUNT] {
        let truth = |truth: bool| f64::from(u8::from(truth));
        [
            a + b,
            a - b,
            a * b,
            a / b,
            -a,
            a.abs(),
            a.abs().sqrt(),
            a.copysign(-b),
            if a < b { a } else { b },
            truth(a == b),
            truth(a <= b),
            if a < b { a } else { b },
            if a > b { a } else { b },
            0.0,
            128.0,
            a.floor(),
            f64::from(b.min(7.5) as i32),
        ]
    }

    #[test]
    fn each_lane_is_the_scalar_operation() {
        for half in 0..2 {
            let pick = |all: [f64; 8]| std::array::from_fn(|i| all[4 * half + i]);
            let Ok(wide) = dispatch64(Everything(pick(A), pick(B))) else { return };
            for lane in 0..4 {
                let expected = alone(A[4 * half + lane], B[4 * half + lane]);
                for (operation, (got, expected)) in wide.iter().zip(expected).enumerate() {
                    let got = got[lane];
                    let equal = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
                    assert!(equal, "operation {operation}, lane {lane}: {got} {expected}");
                }
            }
        }
    }
}

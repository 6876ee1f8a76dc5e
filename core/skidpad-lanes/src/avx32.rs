//! Eight `f32` in one AVX register.
//!
//! Private to the crate: values exist only inside `dispatch32`'s AVX2 branch, behind its check of
//! the processor, which is what makes every call here sound.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, Mul, Neg, Not, Sub};

use crate::LANE_COUNT;
use crate::lanes32::{Lanes32, Mask32};

/// The lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx32(__m256);

/// All ones or all zeros per lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvxMask32(__m256);

// SAFETY, for all that follow: the processor has AVX2 (see above); loads and stores go through
// references to arrays of eight.
macro_rules! avx {
    ($call:expr) => {
        unsafe { $call }
    };
}

impl Lanes32 for Avx32 {
    type Mask = AvxMask32;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(avx!(_mm256_set1_ps(value)))
    }
    #[inline(always)]
    fn from_array(array: &[f32; LANE_COUNT]) -> Self {
        Self(avx!(_mm256_loadu_ps(array.as_ptr())))
    }
    #[inline(always)]
    fn to_array(self) -> [f32; LANE_COUNT] {
        let mut out = [0.0; LANE_COUNT];
        avx!(_mm256_storeu_ps(out.as_mut_ptr(), self.0));
        out
    }
    #[inline(always)]
    fn lt(self, other: Self) -> AvxMask32 {
        AvxMask32(avx!(_mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn le(self, other: Self) -> AvxMask32 {
        AvxMask32(avx!(_mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn eq_lanes(self, other: Self) -> AvxMask32 {
        AvxMask32(avx!(_mm256_cmp_ps::<_CMP_EQ_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self(avx!(_mm256_max_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self(avx!(_mm256_min_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn select(mask: AvxMask32, if_true: Self, if_false: Self) -> Self {
        Self(avx!(_mm256_blendv_ps(if_false.0, if_true.0, mask.0)))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(avx!(_mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0)))
    }
    #[inline(always)]
    fn over(self, other: Self) -> Self {
        Self(avx!(_mm256_div_ps(self.0, other.0)))
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        avx!({
            let minus = _mm256_set1_ps(-0.0);
            Self(_mm256_or_ps(_mm256_andnot_ps(minus, self.0), _mm256_and_ps(minus, sign.0)))
        })
    }
    #[inline(always)]
    fn max_lane(self) -> f32 {
        avx!({
            let four = _mm_max_ps(_mm256_castps256_ps128(self.0), _mm256_extractf128_ps::<1>(self.0));
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps::<1>(two, two)))
        })
    }
    #[inline(always)]
    fn min_lane(self) -> f32 {
        avx!({
            let four = _mm_min_ps(_mm256_castps256_ps128(self.0), _mm256_extractf128_ps::<1>(self.0));
            let two = _mm_min_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps::<1>(two, two)))
        })
    }
}

impl Add for Avx32 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(avx!(_mm256_add_ps(self.0, other.0)))
    }
}

impl Sub for Avx32 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(avx!(_mm256_sub_ps(self.0, other.0)))
    }
}

impl Mul for Avx32 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(avx!(_mm256_mul_ps(self.0, other.0)))
    }
}

impl Neg for Avx32 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(avx!(_mm256_xor_ps(_mm256_set1_ps(-0.0), self.0)))
    }
}

impl Mask32 for AvxMask32 {
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        avx!({
            let each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let set = _mm256_and_si256(_mm256_set1_epi32(bits as i32), each);
            Self(_mm256_castsi256_ps(_mm256_cmpeq_epi32(set, each)))
        })
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        avx!(_mm256_movemask_ps(self.0)) as u32
    }
}

impl BitAnd for AvxMask32 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(avx!(_mm256_and_ps(self.0, other.0)))
    }
}

impl BitOr for AvxMask32 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(avx!(_mm256_or_ps(self.0, other.0)))
    }
}

impl Not for AvxMask32 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(avx!(_mm256_xor_ps(self.0, _mm256_castsi256_ps(_mm256_set1_epi32(-1)))))
    }
}

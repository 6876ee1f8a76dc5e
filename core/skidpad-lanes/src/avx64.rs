//! Four `f64` in one AVX register.
//!
//! Private to the crate: values exist only inside `dispatch64`, behind its check of the processor, which is
//! what makes every call here sound.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use crate::lanes64::{Lanes64, Mask64};

/// The lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx64(__m256d);

/// All ones or all zeros per lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvxMask64(__m256d);

// SAFETY, for all that follow: the processor has AVX2 (see above); loads and stores go through
// references to arrays of four.
macro_rules! avx {
    ($call:expr) => {
        unsafe { $call }
    };
}

impl Lanes64 for Avx64 {
    type Mask = AvxMask64;

    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self(avx!(_mm256_set1_pd(value)))
    }
    #[inline(always)]
    fn from_array(array: &[f64; 4]) -> Self {
        Self(avx!(_mm256_loadu_pd(array.as_ptr())))
    }
    #[inline(always)]
    fn to_array(self) -> [f64; 4] {
        let mut out = [0.0; 4];
        avx!(_mm256_storeu_pd(out.as_mut_ptr(), self.0));
        out
    }
    #[inline(always)]
    fn lt(self, other: Self) -> AvxMask64 {
        AvxMask64(avx!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn le(self, other: Self) -> AvxMask64 {
        AvxMask64(avx!(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn select(mask: AvxMask64, if_true: Self, if_false: Self) -> Self {
        Self(avx!(_mm256_blendv_pd(if_false.0, if_true.0, mask.0)))
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self(avx!(_mm256_min_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self(avx!(_mm256_max_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(avx!(_mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0)))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(avx!(_mm256_sqrt_pd(self.0)))
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        avx!({
            let minus = _mm256_set1_pd(-0.0);
            Self(_mm256_or_pd(_mm256_andnot_pd(minus, self.0), _mm256_and_pd(minus, sign.0)))
        })
    }
    #[inline(always)]
    fn floor(self) -> Self {
        Self(avx!(_mm256_floor_pd(self.0)))
    }
    #[inline(always)]
    fn from_whole(whole: [i32; 4]) -> Self {
        Self(avx!(_mm256_cvtepi32_pd(_mm_setr_epi32(whole[0], whole[1], whole[2], whole[3]))))
    }
    #[inline(always)]
    fn to_whole(self) -> [i32; 4] {
        avx!({
            let whole = _mm256_cvttpd_epi32(self.0);
            let [low, high] = [_mm_cvtsi128_si64(whole), _mm_extract_epi64::<1>(whole)];
            [low as i32, (low >> 32) as i32, high as i32, (high >> 32) as i32]
        })
    }
    #[inline(always)]
    fn significand_to_exponent(self) -> Self {
        Self(avx!(_mm256_castsi256_pd(_mm256_slli_epi64::<52>(_mm256_castpd_si256(self.0)))))
    }
}

macro_rules! lane_wise {
    ($($operation:ident::$method:ident, $instruction:ident;)*) => {$(
        impl $operation for Avx64 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(avx!($instruction(self.0, other.0)))
            }
        }
    )*};
}

lane_wise! {
    Add::add, _mm256_add_pd;
    Sub::sub, _mm256_sub_pd;
    Mul::mul, _mm256_mul_pd;
    Div::div, _mm256_div_pd;
}

impl Neg for Avx64 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(avx!(_mm256_xor_pd(_mm256_set1_pd(-0.0), self.0)))
    }
}

impl Mask64 for AvxMask64 {
    #[inline(always)]
    fn splat(truth: bool) -> Self {
        Self(avx!(_mm256_castsi256_pd(_mm256_set1_epi64x(-i64::from(truth)))))
    }
    #[inline(always)]
    fn any(self) -> bool {
        avx!(_mm256_movemask_pd(self.0)) != 0
    }
}

impl BitAnd for AvxMask64 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(avx!(_mm256_and_pd(self.0, other.0)))
    }
}

impl BitOr for AvxMask64 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(avx!(_mm256_or_pd(self.0, other.0)))
    }
}

impl Not for AvxMask64 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(avx!(_mm256_xor_pd(self.0, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)))))
    }
}

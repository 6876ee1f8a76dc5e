//! Elementary functions of our own: the same bits on every machine, alone and in lanes.
//!
//! Each is a range reduction and a polynomial in plain IEEE operations, without branches and without
//! fused arithmetic (method: J.-M. Muller, *Elementary Functions*, 3rd ed., ch. 3 and 11). Polynomials
//! are Taylor series cut where the next term no longer matters; the arctangent alone uses a Chebyshev
//! fit, because its series converges slowly. `tests/elementary_accuracy.rs` measures the errors stated
//! here against double-double arithmetic.

use std::f64::consts::{FRAC_1_PI, FRAC_PI_2, FRAC_PI_4, LOG2_E, PI};

use crate::quad::Quad;
use crate::real::Real;
use skidpad_lanes::{LANE_COUNT, Lanes};

/// Adding and subtracting 1.5·2⁵² rounds to the nearest whole number (ties to even) below 2⁵¹.
const ROUND: f64 = 6_755_399_441_055_744.0;

// π/2 in three parts of 33, 33 and 53 bits: k·PART is exact for |k| ≤ 2²⁰.
const PI_2_A: f64 = 1.570_796_326_734_125_6;
const PI_2_B: f64 = 6.077_100_506_303_966e-11;
const PI_2_C: f64 = 2.022_266_248_795_950_6e-21;
// What the nearest f64 lacks of π/2.
const PI_2_REST: f64 = 6.123_233_995_736_766e-17;
// ln 2 in two parts, the first of 32 bits.
const LN_2_A: f64 = 0.693_147_180_369_123_8;
const LN_2_B: f64 = 1.908_214_929_270_587_7e-10;

/// A little less than π/4: up to here the quarter turn nearest to an angle is none.
const NOT_REDUCED: f64 = 0.785;
/// tan(π/8), where the arctangent turns to the diagonal.
const TAN_PI_8: f64 = 0.414_213_562_373_095_03;

/// −1/3!, 1/5!, −1/7! … of the sine; |r| ≤ π/4 leaves 1e-19.
const SIN: [f64; 8] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5_040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
    1.0 / 355_687_428_096_000.0,
];
/// 1/4!, −1/6!, 1/8! … of the cosine; |r| ≤ π/4 leaves 2e-18.
const COS: [f64; 7] = [
    1.0 / 24.0,
    -1.0 / 720.0,
    1.0 / 40_320.0,
    -1.0 / 3_628_800.0,
    1.0 / 479_001_600.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 20_922_789_888_000.0,
];
/// 1/2!, 1/3! … of the exponential; |r| ≤ ln2/2 leaves 4e-18.
const EXP: [f64; 12] = [
    0.5,
    1.0 / 6.0,
    1.0 / 24.0,
    1.0 / 120.0,
    1.0 / 720.0,
    1.0 / 5_040.0,
    1.0 / 40_320.0,
    1.0 / 362_880.0,
    1.0 / 3_628_800.0,
    1.0 / 39_916_800.0,
    1.0 / 479_001_600.0,
    1.0 / 6_227_020_800.0,
];
/// (atan(t)/t − 1)/t² as a polynomial in t², Chebyshev fit on t² ∈ [0, 0.17158], error 3.2e-17.
const ATAN: [f64; 11] = [
    -0.333_333_333_333_333_3,
    0.199_999_999_999_955_19,
    -0.142_857_142_846_661_84,
    0.111_111_110_152_275_72,
    -0.090_909_045_769_541_17,
    0.076_921_831_636_508_94,
    -0.066_645_110_645_993_71,
    0.058_581_455_876_282_02,
    -0.050_854_323_376_990_765,
    0.039_231_155_619_872_3,
    -0.019_176_271_517_526_34,
];

/// 2⁵² + 1023. The low bits of 2⁵² + n are n, and n = k + 1023 is the exponent field of 2ᵏ.
pub(crate) const EXPONENT_COUNT: f64 = 4_503_599_627_370_496.0 + 1023.0;

/// 2ᵏ for whole k in [−1022, 1023], the one place where the kernels look at bits.
pub(crate) trait PowerOfTwo: Real {
    fn power_of_two(self) -> Self;
}

impl PowerOfTwo for f64 {
    #[inline(always)]
    fn power_of_two(self) -> Self {
        f64::from_bits((self + EXPONENT_COUNT).to_bits() << 52)
    }
}

/// The arctangents of four points, in step.
#[inline(always)]
pub(crate) fn atan2_each_of<R: Real>(y: [R; 4], x: [R; 4]) -> [R; 4] {
    atan2_of(Quad(y), Quad(x)).0
}

/// The sines of four numbers, in step.
#[inline(always)]
pub(crate) fn sin_each_of<R: Real>(x: [R; 4]) -> [R; 4] {
    sin_cos_of(Quad(x)).0.0
}

#[inline(always)]
fn round<R: Real>(x: R) -> R {
    (x + R::from(ROUND)) - R::from(ROUND)
}

/// c₀ + c₁x + c₂x² + …
#[inline(always)]
fn polynomial<R: Real, const N: usize>(x: R, coefficients: &[f64; N]) -> R {
    let mut sum = R::from(coefficients[N - 1]);
    for &coefficient in coefficients[..N - 1].iter().rev() {
        sum = sum * x + R::from(coefficient);
    }
    sum
}

#[inline(always)]
pub(crate) fn sin_cos_of<R: Real>(x: R) -> (R, R) {
    if !R::any(x.abs().gt(R::from(NOT_REDUCED))) {
        // As below with k = 0 and no tail; the sum takes the sign from a negative zero, as it does there.
        let r = x + R::from(0.0);
        let z = r * r;
        let half_z = z * R::from(0.5);
        let w = R::from(1.0) - half_z;
        let sin = r + r * z * polynomial(z, &SIN);
        return (sin, w + (((R::from(1.0) - w) - half_z) + z * z * polynomial(z, &COS)));
    }
    // Beyond 2³¹ neighbouring arguments are a good part of a turn apart: take 0, and NaN for infinity.
    let x = R::select(x.abs().le(R::from(2_147_483_648.0)), x, x * R::from(0.0));
    // x = k·π/2 + r + tail, |r| ≤ π/4.
    let k = round(x * R::from(2.0 * FRAC_1_PI));
    let a = x - k * R::from(PI_2_A);
    let b = k * R::from(PI_2_B);
    let c = a - b;
    let b_used = a - c;
    let c_error = (a - (c + b_used)) - (b - b_used);
    let rest = c_error - k * R::from(PI_2_C);
    let r = c + rest;
    let tail = (c - r) + rest;

    let z = r * r;
    let half_z = z * R::from(0.5);
    let w = R::from(1.0) - half_z;
    let sin_r = r + (r * z * polynomial(z, &SIN) + tail * w);
    let cos_r = w + (((R::from(1.0) - w) - half_z) + (z * z * polynomial(z, &COS) - r * tail));

    // Quarter turn k mod 4, as −2 … 2.
    let quarter = k - round(k * R::from(0.25)) * R::from(4.0);
    let odd = quarter.abs().gt(R::from(0.5)) & quarter.abs().lt(R::from(1.5));
    let sin_negative = quarter.lt(R::from(-0.5)) | quarter.gt(R::from(1.5));
    let cos_negative = quarter.gt(R::from(0.5)) | quarter.lt(R::from(-1.5));
    let sin = R::select(odd, cos_r, sin_r);
    let cos = R::select(odd, sin_r, cos_r);
    (R::select(sin_negative, -sin, sin), R::select(cos_negative, -cos, cos))
}

#[inline(always)]
pub(crate) fn atan2_of<R: Real>(y: R, x: R) -> R {
    let (x_size, y_size) = (x.abs(), y.abs());
    // Where every point is close to the positive x axis none of the choices below is needed.
    if !R::any(!y_size.lt(x * R::from(TAN_PI_8))) {
        let t = y_size / x;
        let u = t * t;
        return (t + t * u * polynomial(u, &ATAN)).copysign(y);
    }
    let steep = x_size.lt(y_size);
    let small = R::select(steep, x_size, y_size);
    let large = R::select(steep, y_size, x_size);
    // Above π/8 measure from the diagonal: atan(s/l) = π/4 + atan((s − l)/(s + l)).
    let diagonal = small.gt(large * R::from(TAN_PI_8));
    let numerator = R::select(diagonal, small - large, small);
    let denominator = R::select(diagonal, small + large, large);
    let origin = denominator.le(R::from(0.0));
    let t = numerator / R::select(origin, R::from(1.0), denominator);
    let u = t * t;
    let from_axis = t + t * u * polynomial(u, &ATAN);
    let first_octant =
        R::select(diagonal, R::from(FRAC_PI_4) + (from_axis + R::from(0.5 * PI_2_REST)), from_axis);
    let first_quadrant =
        R::select(steep, R::from(FRAC_PI_2) - (first_octant - R::from(PI_2_REST)), first_octant);
    let backward = R::from(1.0).copysign(x).lt(R::from(0.0));
    let half_turn =
        R::select(backward, R::from(PI) - (first_quadrant - R::from(2.0 * PI_2_REST)), first_quadrant);
    half_turn.copysign(y)
}

/// x = k·ln 2 + r; returns (k, eʳ − 1).
#[inline(always)]
fn exp_parts<R: Real>(x: R) -> (R, R) {
    let k = round(x * R::from(LOG2_E));
    let r = (x - k * R::from(LN_2_A)) - k * R::from(LN_2_B);
    (k, r + r * r * polynomial(r, &EXP))
}

#[inline(always)]
pub(crate) fn exp_of<R: PowerOfTwo>(x: R) -> R {
    // The clamp keeps both exponents of the scaling in range; beyond it the result is 0 or ∞ anyway.
    let (k, rest) = exp_parts(x.clamp(R::from(-746.0), R::from(710.0)));
    let half = round(k * R::from(0.5));
    (R::from(1.0) + rest) * half.power_of_two() * (k - half).power_of_two()
}

#[inline(always)]
pub(crate) fn tanh_of<R: PowerOfTwo>(x: R) -> R {
    // tanh|x| = e/(e + 2) with e = e^(2|x|) − 1; from 20 on it rounds to 1.
    let doubled = x.abs().clamp(R::from(0.0), R::from(20.0)) * R::from(2.0);
    let (k, rest) = exp_parts(doubled);
    let scale = k.power_of_two();
    let e = scale * rest + (scale - R::from(1.0));
    (e / (e + R::from(2.0))).copysign(x)
}

/// (sin x, cos x). Error below 0.8 ulp for |x| ≤ 10⁶ (beyond 10³, of values above 10⁻⁶). Larger
/// arguments lose accuracy; those beyond 2³¹ count as 0, an infinite one gives NaN.
pub fn sin_cos(x: f64) -> (f64, f64) {
    sin_cos_of(x)
}

/// The sines of four numbers.
pub(crate) fn sin_each(x: [f64; 4]) -> [f64; 4] {
    sin_each_of(x)
}

/// The angles of four points.
pub(crate) fn atan2_each(y: [f64; 4], x: [f64; 4]) -> [f64; 4] {
    atan2_each_of(y, x)
}

/// sin x, see [`sin_cos`].
pub fn sin(x: f64) -> f64 {
    sin_cos_of(x).0
}

/// cos x, see [`sin_cos`].
pub fn cos(x: f64) -> f64 {
    sin_cos_of(x).1
}

/// tan x. Error below 2.5 ulp for |x| ≤ 10⁶.
pub fn tan(x: f64) -> f64 {
    Real::tan(x)
}

/// The angle in [−π/2, π/2] whose tangent is x. Error below 2.5 ulp.
pub fn atan(x: f64) -> f64 {
    Real::atan(x)
}

/// Angle of the point (x, y) in [−π, π], signs of zeros as in IEEE 754. Error below 2.5 ulp for
/// coordinates up to 10³⁰⁷; NaN if both are infinite.
pub fn atan2(y: f64, x: f64) -> f64 {
    atan2_of(y, x)
}

/// The angle in [−π/2, π/2] whose sine is x. Error below 3 ulp; NaN outside [−1, 1].
pub fn asin(x: f64) -> f64 {
    atan2_of(x, ((1.0 - x) * (1.0 + x)).sqrt())
}

/// The angle in [0, π] whose cosine is x. Error below 3 ulp; NaN outside [−1, 1].
pub fn acos(x: f64) -> f64 {
    atan2_of(((1.0 - x) * (1.0 + x)).sqrt(), x)
}

/// eˣ. Error below 1 ulp; 0 below −745.2, ∞ above 709.8.
pub fn exp(x: f64) -> f64 {
    exp_of(x)
}

/// Hyperbolic tangent. Error below 2.5 ulp.
pub fn tanh(x: f64) -> f64 {
    tanh_of(x)
}

/// Natural logarithm. Error below 1 ulp; −∞ at 0, NaN below.
pub fn ln(x: f64) -> f64 {
    const TWO_54: f64 = 18_014_398_509_481_984.0;
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    // x = m·2ᵏ with m in [√½, √2).
    let (scaled, subnormal_shift) = if x < f64::MIN_POSITIVE { (x * TWO_54, 54) } else { (x, 0) };
    let bits = scaled.to_bits();
    let above_root_half = bits.wrapping_sub(std::f64::consts::FRAC_1_SQRT_2.to_bits());
    let k = ((above_root_half as i64) >> 52) as i32;
    let m = f64::from_bits(bits.wrapping_sub((i64::from(k) << 52) as u64));
    // ln(1 + f) = 2·artanh(s), s = f/(2 + f), |s| ≤ 0.172.
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let mut series = 0.0;
    for n in (1..=11).rev() {
        series = (series + 2.0 / f64::from(2 * n + 1)) * z;
    }
    let k = f64::from(k - subnormal_shift);
    k * LN_2_A + (f - (s * (f - series) - k * LN_2_B))
}

/// The natural logarithms of eight ordinary positive numbers, as [`ln`] gives them one by one.
#[inline(always)]
pub(crate) fn ln_of_eight(x: Lanes) -> Lanes {
    let x = x.to_array();
    let (mut k, mut m) = ([0.0; LANE_COUNT], [0.0; LANE_COUNT]);
    for lane in 0..LANE_COUNT {
        let bits = x[lane].to_bits();
        let above_root_half = bits.wrapping_sub(std::f64::consts::FRAC_1_SQRT_2.to_bits());
        let exponent = (above_root_half as i64) >> 52;
        k[lane] = f64::from(exponent as i32);
        m[lane] = f64::from_bits(bits.wrapping_sub((exponent << 52) as u64));
    }
    let (k, m) = (Lanes::from_array(k), Lanes::from_array(m));
    let f = m - Lanes::splat(1.0);
    let s = f / (Lanes::splat(2.0) + f);
    let z = s * s;
    let mut series = Lanes::splat(0.0);
    for n in (1..=11).rev() {
        series = (series + Lanes::splat(2.0 / f64::from(2 * n + 1))) * z;
    }
    k * Lanes::splat(LN_2_A) + (f - (s * (f - series) - k * Lanes::splat(LN_2_B)))
}

/// √(x² + y²), for magnitudes between 10⁻¹⁵⁰ and 10¹⁵⁰.
pub fn hypot(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

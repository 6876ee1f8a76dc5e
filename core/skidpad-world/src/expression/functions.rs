//! The functions and constants of `$f{…}`, one line each. What skidpad-math has comes from there;
//! the rest from libm, which is the same on every machine too.

use std::f64::consts;

use libm as m;
use skidpad_math as math;

use super::random::Random;

/// A function: its name, how many arguments it takes, and what it does.
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) body: Body,
}

pub(super) enum Body {
    Pure(fn(&[f64]) -> f64),
    Random(fn(&mut Random, &[f64]) -> f64),
}

pub(super) fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

pub(super) fn constant(name: &str) -> Option<f64> {
    CONSTANTS.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

pub(super) const CONSTANTS: [(&str, f64); 7] = [
    ("m_pi", consts::PI),
    ("pi", consts::PI),
    ("m_e", consts::E),
    ("epsilon", 1e-10),
    ("inf", f64::INFINITY),
    ("true", 1.0),
    ("false", 0.0),
];

const fn pure(name: &'static str, count: usize, body: fn(&[f64]) -> f64) -> Function {
    Function { name, least: count, most: count, body: Body::Pure(body) }
}

const fn many(name: &'static str, body: fn(&[f64]) -> f64) -> Function {
    Function { name, least: 1, most: usize::MAX, body: Body::Pure(body) }
}

const fn random(name: &'static str, count: usize, body: fn(&mut Random, &[f64]) -> f64) -> Function {
    Function { name, least: count, most: count, body: Body::Random(body) }
}

pub(super) const FUNCTIONS: &[Function] = &[
    many("min", |a| a.iter().copied().fold(f64::INFINITY, f64::min)),
    many("max", |a| a.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
    many("avg", |a| a.iter().sum::<f64>() / a.len() as f64),
    many("sum", |a| a.iter().sum()),
    many("mul", |a| a.iter().product()),
    many("mand", |a| truth(a.iter().all(|x| *x != 0.0))),
    many("mor", |a| truth(a.iter().any(|x| *x != 0.0))),
    pure("clamp", 3, |a| {
        if a[1] < a[0] {
            a[0]
        } else if a[1] > a[2] {
            a[2]
        } else {
            a[1]
        }
    }),
    pure("iclamp", 3, |a| inverse_clamp(a[0], a[1], a[2])),
    pure("inrange", 3, |a| truth(a[0] <= a[1] && a[1] <= a[2])),
    pure("abs", 1, |a| a[0].abs()),
    pure("ceil", 1, |a| a[0].ceil()),
    pure("floor", 1, |a| a[0].floor()),
    pure("round", 1, |a| a[0].round()),
    pure("roundn", 2, |a| round_to(a[0], a[1])),
    pure("trunc", 1, |a| a[0].trunc()),
    pure("int", 1, |a| a[0].trunc()),
    pure("frac", 1, |a| a[0] - a[0].trunc()),
    pure("sgn", 1, |a| truth(a[0] > 0.0) - truth(a[0] < 0.0)),
    pure("sqrt", 1, |a| a[0].sqrt()),
    pure("root", 2, |a| m::pow(a[0], 1.0 / a[1])),
    pure("exp", 1, |a| math::exp(a[0])),
    pure("expm1", 1, |a| m::expm1(a[0])),
    pure("log", 1, |a| math::ln(a[0])),
    pure("log10", 1, |a| m::log10(a[0])),
    pure("log2", 1, |a| m::log2(a[0])),
    pure("logn", 2, |a| math::ln(a[0]) / math::ln(a[1])),
    pure("log1p", 1, |a| m::log1p(a[0])),
    pure("pow", 2, |a| m::pow(a[0], a[1])),
    pure("hypot", 2, |a| math::hypot(a[0], a[1])),
    pure("sin", 1, |a| math::sin(a[0])),
    pure("cos", 1, |a| math::cos(a[0])),
    pure("tan", 1, |a| math::tan(a[0])),
    pure("sec", 1, |a| 1.0 / math::cos(a[0])),
    pure("csc", 1, |a| 1.0 / math::sin(a[0])),
    pure("cot", 1, |a| 1.0 / math::tan(a[0])),
    pure("asin", 1, |a| math::asin(a[0])),
    pure("acos", 1, |a| math::acos(a[0])),
    pure("atan", 1, |a| math::atan(a[0])),
    pure("atan2", 2, |a| math::atan2(a[0], a[1])),
    pure("sinh", 1, |a| m::sinh(a[0])),
    pure("cosh", 1, |a| m::cosh(a[0])),
    pure("tanh", 1, |a| math::tanh(a[0])),
    pure("asinh", 1, |a| m::asinh(a[0])),
    pure("acosh", 1, |a| m::acosh(a[0])),
    pure("atanh", 1, |a| m::atanh(a[0])),
    pure("sinc", 1, |a| if a[0] == 0.0 { 1.0 } else { math::sin(a[0]) / a[0] }),
    pure("deg2rad", 1, |a| a[0] * consts::PI / 180.0),
    pure("rad2deg", 1, |a| a[0] * 180.0 / consts::PI),
    pure("deg2grad", 1, |a| a[0] * 10.0 / 9.0),
    pure("grad2deg", 1, |a| a[0] * 9.0 / 10.0),
    pure("erf", 1, |a| m::erf(a[0])),
    pure("erfc", 1, |a| m::erfc(a[0])),
    pure("ncdf", 1, |a| 0.5 * m::erfc(-a[0] / consts::SQRT_2)),
    pure("mod", 2, |a| a[0] % a[1]),
    pure("equal", 2, |a| truth(is_near(a[0], a[1]))),
    pure("not_equal", 2, |a| truth(!is_near(a[0], a[1]))),
    random("rand", 0, |random, _| random.uniform()),
    random("randn", 0, |random, _| random.normal()),
    random("unifrnd", 2, |random, a| a[0] + (a[1] - a[0]) * random.uniform()),
    random("randomize", 1, |random, a| {
        random.reseed(a[0]);
        0.0
    }),
];

pub(super) fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}

/// Outside of `low..high` the value itself, inside the nearer end.
fn inverse_clamp(low: f64, value: f64, high: f64) -> f64 {
    if value <= low || value >= high {
        value
    } else if 2.0 * value <= low + high {
        low
    } else {
        high
    }
}

/// Rounded to `digits` behind the point.
fn round_to(value: f64, digits: f64) -> f64 {
    let scale = m::pow(10.0, digits.trunc());
    (value * scale).round() / scale
}

/// ExprTk's `equal`: relative to the larger of the two, but never finer than `epsilon` itself.
fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-10 * 1f64.max(a.abs()).max(b.abs())
}

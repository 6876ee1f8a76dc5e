//! Measures the elementary functions against double-double arithmetic (about 31 digits), and holds them
//! to the errors that their documentation states.

use skidpad_math::{NoiseAddress, acos, asin, atan, atan2, cos, exp, ln, sin, tan, tanh};

/// An unevaluated sum hi + lo with |lo| ≤ ulp(hi)/2 (Dekker, 1971).
#[derive(Clone, Copy, Debug)]
struct Double2 {
    hi: f64,
    lo: f64,
}

const PI: Double2 = Double2 { hi: std::f64::consts::PI, lo: 1.224_646_799_147_353_2e-16 };
/// What `PI` lacks of π.
const PI_REST: f64 = -2.994_769_809_718_339_7e-33;
const LN_2: Double2 = Double2 { hi: std::f64::consts::LN_2, lo: 2.319_046_813_846_299_6e-17 };
const ONE: Double2 = Double2 { hi: 1.0, lo: 0.0 };

fn two_sum(a: f64, b: f64) -> Double2 {
    let hi = a + b;
    let b_used = hi - a;
    Double2 { hi, lo: (a - (hi - b_used)) + (b - b_used) }
}

fn two_product(a: f64, b: f64) -> Double2 {
    let split = |x: f64| {
        let c = 134_217_729.0 * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    let hi = a * b;
    Double2 { hi, lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl }
}

impl Double2 {
    fn from(x: f64) -> Self {
        Self { hi: x, lo: 0.0 }
    }
    fn add(self, o: Self) -> Self {
        let s = two_sum(self.hi, o.hi);
        let t = two_sum(self.lo, o.lo);
        let u = two_sum(s.hi, s.lo + t.hi);
        two_sum(u.hi, u.lo + t.lo)
    }
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
    fn sub(self, o: Self) -> Self {
        self.add(o.neg())
    }
    fn mul(self, o: Self) -> Self {
        let p = two_product(self.hi, o.hi);
        two_sum(p.hi, p.lo + (self.hi * o.lo + self.lo * o.hi))
    }
    fn div(self, o: Self) -> Self {
        let q1 = self.hi / o.hi;
        let r = self.sub(o.mul(Self::from(q1)));
        let q2 = r.hi / o.hi;
        let r2 = r.sub(o.mul(Self::from(q2)));
        two_sum(q1, q2).add(Self::from(r2.hi / o.hi))
    }
    fn scale(self, factor: f64) -> Self {
        self.mul(Self::from(factor))
    }
}

/// (sin, cos) by Taylor series after subtracting whole quarter turns.
fn sin_cos2(x: Double2) -> (Double2, Double2) {
    let quarter = PI.scale(0.5);
    let k = (x.hi / quarter.hi).round();
    let r = x
        .sub(two_product(quarter.hi, k))
        .sub(two_product(quarter.lo, k))
        .sub(Double2::from(0.5 * PI_REST * k));
    let z = r.mul(r).neg();
    let (mut sin, mut cos) = (r, ONE);
    let (mut sin_term, mut cos_term) = (r, ONE);
    for n in 1..16 {
        let n = f64::from(n);
        sin_term = sin_term.mul(z).div(Double2::from(2.0 * n * (2.0 * n + 1.0)));
        cos_term = cos_term.mul(z).div(Double2::from(2.0 * n * (2.0 * n - 1.0)));
        sin = sin.add(sin_term);
        cos = cos.add(cos_term);
    }
    match k.rem_euclid(4.0) as u8 {
        0 => (sin, cos),
        1 => (cos, sin.neg()),
        2 => (sin.neg(), cos.neg()),
        _ => (cos.neg(), sin),
    }
}

fn exp2(x: Double2) -> Double2 {
    let k = (x.hi / LN_2.hi).round();
    let r = x.sub(LN_2.scale(k)).scale(1.0 / 64.0);
    let (mut sum, mut term) = (ONE, ONE);
    for n in 1..16 {
        term = term.mul(r).div(Double2::from(f64::from(n)));
        sum = sum.add(term);
    }
    for _ in 0..6 {
        sum = sum.mul(sum);
    }
    let mut factor = 1.0;
    for _ in 0..(k.abs() as i32) {
        factor *= 2.0;
    }
    if k < 0.0 { sum.scale(1.0 / factor) } else { sum.scale(factor) }
}

/// One Newton step from an f64 guess; the guess is good to 1e-15, so one step gives 30 digits.
fn atan2_2(y: f64, x: f64) -> Double2 {
    let guess = atan2(y, x);
    let (s, c) = sin_cos2(Double2::from(guess));
    let (y, x) = (Double2::from(y), Double2::from(x));
    let across = y.mul(c).sub(x.mul(s));
    let along = x.mul(c).add(y.mul(s));
    Double2::from(guess).add(across.div(along))
}

fn ln2(x: f64) -> Double2 {
    let guess = ln(x);
    let rest = Double2::from(x).mul(exp2(Double2::from(-guess))).sub(ONE);
    // ln(1 + d) = d − d²/2 for d near 1e-16.
    Double2::from(guess).add(rest.sub(rest.mul(rest).scale(0.5)))
}

fn tanh2(x: f64) -> Double2 {
    let e = exp2(Double2::from(2.0 * x));
    e.sub(ONE).div(e.add(ONE))
}

/// Distance in units of the last place of the true value, or of `floor` where that is larger.
fn error_ulp(got: f64, truth: Double2, floor: f64) -> f64 {
    let size = truth.hi.abs().max(floor);
    let ulp = f64::from_bits(size.to_bits() + 1) - size;
    ((got - truth.hi) - truth.lo).abs() / ulp
}

/// Largest error over points spread evenly and logarithmically through the range.
fn worst(lo: f64, hi: f64, error: impl Fn(f64) -> f64) -> f64 {
    let noise = NoiseAddress { seed: 11, stream: 12, step: 13 };
    let mut worst: f64 = 0.0;
    for k in 0..30_000u64 {
        let even = lo + (hi - lo) * noise.uniform(2 * k);
        let shrink = exp(-20.0 * noise.uniform(2 * k + 1));
        for x in [even, even * shrink] {
            if x >= lo && x <= hi {
                worst = worst.max(error(x));
            }
        }
    }
    worst
}

fn check(name: &str, worst: f64, stated: f64) {
    println!("{name:<24} {worst:.3} ulp (stated {stated})");
    assert!(worst < stated, "{name}: {worst} ulp, stated {stated}");
}

#[test]
fn sine_and_cosine() {
    for (name, range, floor) in [("one turn", 7.0, 0.0), ("thousand", 1e3, 0.0), ("million", 1e6, 1e-6)] {
        let s = worst(-range, range, |x| error_ulp(sin(x), sin_cos2(Double2::from(x)).0, floor));
        let c = worst(-range, range, |x| error_ulp(cos(x), sin_cos2(Double2::from(x)).1, floor));
        check(&format!("sin, {name}"), s, 0.8);
        check(&format!("cos, {name}"), c, 0.8);
    }
    let t = worst(-1e3, 1e3, |x| {
        let (s, c) = sin_cos2(Double2::from(x));
        error_ulp(tan(x), s.div(c), 0.0)
    });
    check("tan", t, 2.5);
}

#[test]
fn zeros_of_the_sine_are_accurate() {
    for k in 1..2_000 {
        let x = f64::from(k) * std::f64::consts::PI;
        assert!(error_ulp(sin(x), sin_cos2(Double2::from(x)).0, 0.0) < 1.0, "{x}");
    }
}

#[test]
fn arctangents() {
    check("atan", worst(-50.0, 50.0, |x| error_ulp(atan(x), atan2_2(x, 1.0), 0.0)), 2.5);
    check("atan, large", worst(-1e9, 1e9, |x| error_ulp(atan(x), atan2_2(x, 1.0), 0.0)), 2.5);
    let around = worst(-3.1, 3.1, |a| {
        let (x, y) = (3.7 * cos(a), 3.7 * sin(a));
        error_ulp(atan2(y, x), atan2_2(y, x), 0.0)
    });
    check("atan2", around, 2.5);
    // asin x = atan2(x, √(1−x²)) with the root to 31 digits.
    let root = |x: f64| {
        let square = ONE.sub(two_product(x, x));
        let guess = square.hi.sqrt();
        Double2::from(guess).add(square.sub(two_product(guess, guess)).div(Double2::from(2.0 * guess)))
    };
    let asin2 = |x: f64| {
        let (s, c) = sin_cos2(Double2::from(asin(x)));
        Double2::from(asin(x)).add(Double2::from(x).mul(c).sub(root(x).mul(s)))
    };
    let acos2 = |x: f64| {
        let (s, c) = sin_cos2(Double2::from(acos(x)));
        Double2::from(acos(x)).add(root(x).mul(c).sub(Double2::from(x).mul(s)))
    };
    check("asin", worst(-0.999_999, 0.999_999, |x| error_ulp(asin(x), asin2(x), 0.0)), 3.0);
    check("acos", worst(-0.999_999, 0.999_999, |x| error_ulp(acos(x), acos2(x), 0.0)), 3.0);
}

#[test]
fn exponentials() {
    check("exp", worst(-700.0, 700.0, |x| error_ulp(exp(x), exp2(Double2::from(x)), 0.0)), 1.0);
    check("exp, near 0", worst(-2.0, 2.0, |x| error_ulp(exp(x), exp2(Double2::from(x)), 0.0)), 1.0);
    check("tanh", worst(-25.0, 25.0, |x| error_ulp(tanh(x), tanh2(x), 0.0)), 2.5);
    check("ln", worst(1e-9, 1e9, |x| error_ulp(ln(x), ln2(x), 0.0)), 1.0);
    check("ln, near 1", worst(0.5, 2.0, |x| error_ulp(ln(x), ln2(x), 0.0)), 1.0);
}

#[test]
fn ends_of_the_ranges() {
    assert_eq!([exp(0.0), exp(-800.0), exp(800.0)], [1.0, 0.0, f64::INFINITY]);
    assert!(exp(-745.0) > 0.0 && exp(f64::NAN).is_nan());
    assert_eq!([exp(f64::INFINITY), exp(f64::NEG_INFINITY)], [f64::INFINITY, 0.0]);
    assert_eq!([tanh(50.0), tanh(-1e300), tanh(f64::INFINITY)], [1.0, -1.0, 1.0]);
    assert!(tanh(f64::NAN).is_nan() && sin(f64::NAN).is_nan() && sin(f64::INFINITY).is_nan());
    assert_eq!([ln(1.0), ln(0.0), ln(f64::INFINITY)], [0.0, f64::NEG_INFINITY, f64::INFINITY]);
    assert!(ln(-1.0).is_nan() && (ln(5e-324) + 744.440_071_921_381_3).abs() < 1e-12);
    let half_pi = std::f64::consts::FRAC_PI_2;
    assert_eq!([atan(f64::INFINITY), atan(f64::NEG_INFINITY)], [half_pi, -half_pi]);
    assert_eq!([atan2(0.0, 1.0), atan2(0.0, -1.0)], [0.0, std::f64::consts::PI]);
    assert_eq!([atan2(-0.0, -1.0), atan2(0.0, 0.0)], [-std::f64::consts::PI, 0.0]);
    assert_eq!([asin(1.0), acos(-1.0)], [half_pi, std::f64::consts::PI]);
    assert!(asin(1.1).is_nan());
}

#[test]
fn huge_arguments_stay_on_the_circle() {
    for k in 0..300 {
        let x = exp(f64::from(k) * 2.3);
        assert!(sin(x).abs() <= 1.0 && cos(x).abs() <= 1.0, "{x}");
    }
}

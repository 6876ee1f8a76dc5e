//! The magic formula, with constant coefficients and with coefficients that follow the wheel load.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use super::state::PerWheel;

/// Force per unit load by the magic formula.
///
/// μ(s) = D sin(C atan(Bs − E (Bs − atan Bs)))
///
/// Pacejka, *Tire and Vehicle Dynamics*, 3rd ed., §4.3.1.
/// Leaves out: camber, shifts S_H and S_V, combined slip (see `combined_slip`).
/// With 0 < C < 2 and E ≤ 1 the force never points against the slip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MagicFormula<R> {
    /// B, stiffness factor \[-\].
    pub b: R,
    /// C, shape factor \[-\].
    pub c: R,
    /// D, peak force per unit load \[-\].
    pub d: R,
    /// E, curvature factor \[-\].
    pub e: R,
}

impl<R: Real> MagicFormula<R> {
    /// Force per unit load \[-\] at `slip` \[rad or -\]; it has the sign of the slip.
    #[inline(always)]
    pub fn force_per_load(&self, slip: R) -> R {
        let bs = self.b * slip;
        let bent = bs - self.e * (bs - bs.atan());
        self.d * (self.c * bent.atan()).sin()
    }

    /// [`MagicFormula::force_per_load`] of four wheels: the same bits, in less time.
    #[inline(always)]
    pub(super) fn force_per_load_each(&self, slip: PerWheel<R>) -> PerWheel<R> {
        let one = [R::from(1.0); 4];
        let bs = slip.map(|slip| self.b * slip);
        let mut bent = R::atan2_each(bs, one);
        for (bent, bs) in bent.iter_mut().zip(bs) {
            *bent = bs - self.e * (bs - *bent);
        }
        let mut angle = R::atan2_each(bent, one);
        for angle in &mut angle {
            *angle = self.c * *angle;
        }
        let mut force = R::sin_each(angle);
        for force in &mut force {
            *force = self.d * *force;
        }
        force
    }

    /// BCD, slope of the force per unit load at zero slip \[1/rad or -\].
    pub fn stiffness(&self) -> R {
        self.b * self.c * self.d
    }
}

impl MagicFormula<f64> {
    /// The formula in numbers of another kind.
    #[inline(always)]
    pub(super) fn lift<R: Real>(&self) -> MagicFormula<R> {
        MagicFormula { b: R::from(self.b), c: R::from(self.c), d: R::from(self.d), e: R::from(self.e) }
    }

    /// The slip at which the force peaks, by bisection on the condition C atan(bent) = π/2;
    /// `None` where the curve rises for ever.
    pub fn slip_at_peak(&self) -> Option<f64> {
        let angle_at_peak = std::f64::consts::FRAC_PI_2;
        let rises_at = |slip: f64| {
            let bs = self.b * slip;
            let bent = bs - self.e * (bs - Real::atan(bs));
            self.c * Real::atan(bent) < angle_at_peak
        };
        let (mut low, mut high) = (0.0, 100.0 / self.b);
        if rises_at(high) {
            return None;
        }
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if rises_at(middle) { low = middle } else { high = middle }
        }
        Some(0.5 * (low + high))
    }
}

/// Lateral coefficients that follow the wheel load F.
///
/// D = d1 F + d2, BCD = b1 sin(2 atan(F/b2)), C = c1, E = e1 F + e2.
/// At F = m g/4 of the Ariane car they give its constant coefficients to the last digit.
/// A light wheel has E > 1, where the bracket of the formula falls again at large slip and would in the end
/// change its sign: the car holds it at its largest value, reached at |Bα| = 1/√(E − 1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateralLoadSet {
    /// Slope of the peak \[1/N\].
    pub d1: f64,
    /// Peak at no load \[-\].
    pub d2: f64,
    /// Largest stiffness \[1/rad\].
    pub b1: f64,
    /// Load of the largest stiffness \[N\].
    pub b2_n: f64,
    /// Shape \[-\].
    pub c1: f64,
    /// Slope of the curvature \[1/N\].
    pub e1: f64,
    /// Curvature at no load \[-\].
    pub e2: f64,
}

/// Longitudinal coefficients that follow the wheel load F.
///
/// D = d1 F + d2, BCD = (b1 F² + b2 F) exp(−b3 F), C = c1, E = e1 F² + e2 F + e3.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LongitudinalLoadSet {
    /// Slope of the peak \[1/N\].
    pub d1: f64,
    /// Peak at no load \[-\].
    pub d2: f64,
    /// Quadratic part of the stiffness \[1/N²\].
    pub b1: f64,
    /// Linear part of the stiffness \[1/N\].
    pub b2: f64,
    /// Decay of the stiffness \[1/N\].
    pub b3: f64,
    /// Shape \[-\].
    pub c1: f64,
    /// Quadratic part of the curvature \[1/N²\].
    pub e1: f64,
    /// Linear part of the curvature \[1/N\].
    pub e2: f64,
    /// Curvature at no load \[-\].
    pub e3: f64,
}

/// A force per unit load and how the force itself grows with load.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadedForce<R> {
    /// μ = F_y / F_z \[-\].
    pub(super) force_per_load: R,
    /// dF_y / dF_z \[-\].
    pub(super) force_by_load: R,
}

impl LateralLoadSet {
    /// The magic formula at one load \[N\].
    pub fn at_load<R: Real>(&self, load_n: R) -> MagicFormula<R> {
        let d = load_n * R::from(self.d1) + R::from(self.d2);
        let c = R::from(self.c1);
        let stiffness = R::from(self.b1) * (R::from(2.0) * (load_n / R::from(self.b2_n)).atan()).sin();
        MagicFormula { b: stiffness / (c * d), c, d, e: load_n * R::from(self.e1) + R::from(self.e2) }
    }

    /// Force per unit load at a slip angle, with its derivative by the load.
    ///
    /// With x = Bα and g = x − E(x − atan x): dg = B′α (1 − E + E/(1 + x²)) − E′ (x − atan x), and
    /// dμ = D′ sin(C atan g) + D cos(C atan g) C dg/(1 + g²).
    #[inline(always)]
    pub(super) fn loaded_force<R: Real>(&self, slip_rad: R, load_n: R) -> LoadedForce<R> {
        let one = R::from(1.0);
        let q = load_n / R::from(self.b2_n);
        // sin(2 atan q) = 2q/(1 + q²), and its derivative by q.
        let round = one + q * q;
        let stiffness = R::from(2.0 * self.b1) * q / round;
        let stiffness_by_load = R::from(2.0 * self.b1 / self.b2_n) * (one - q * q) / (round * round);
        let c = R::from(self.c1);
        let d = load_n * R::from(self.d1) + R::from(self.d2);
        let e = load_n * R::from(self.e1) + R::from(self.e2);
        let b = stiffness / (c * d);
        let b_by_load = (stiffness_by_load / c - b * R::from(self.d1)) / d;

        let x_turn = (one / (e - one).max(R::from(1e-12))).sqrt();
        let x = (b * slip_rad).clamp(-x_turn, x_turn);
        let x_bend = x - x.atan();
        let g = x - e * x_bend;
        let (sin, cos) = (c * g.atan()).sin_cos();
        let g_by_load = b_by_load * slip_rad * (one - e + e / (one + x * x)) - R::from(self.e1) * x_bend;
        let mu = d * sin;
        let mu_by_load = R::from(self.d1) * sin + d * cos * c * g_by_load / (one + g * g);
        LoadedForce { force_per_load: mu, force_by_load: mu + load_n * mu_by_load }
    }
}

impl LongitudinalLoadSet {
    /// The magic formula at one load \[N\].
    pub fn at_load<R: Real>(&self, load_n: R) -> MagicFormula<R> {
        let d = load_n * R::from(self.d1) + R::from(self.d2);
        let c = R::from(self.c1);
        let rise = (load_n * R::from(self.b1) + R::from(self.b2)) * load_n;
        let stiffness = rise * (load_n * R::from(-self.b3)).exp();
        let e = (load_n * R::from(self.e1) + R::from(self.e2)) * load_n + R::from(self.e3);
        MagicFormula { b: stiffness / (c * d), c, d, e }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::*;

    const STATIC_LOAD_N: f64 = 230.0 * 9.81 / 4.0;

    #[test]
    fn slope_at_zero_slip_is_bcd() {
        let tyre = Parameters::ariane().lateral;
        assert!((tyre.force_per_load(1e-7) / 1e-7 - 37.817376553446).abs() < 1e-6);
        assert!((tyre.stiffness() - 37.817376553446).abs() < 1e-10);
    }

    #[test]
    fn the_peak_is_d_at_the_angle_of_the_specification() {
        let tyre = Parameters::ariane().lateral;
        let peak_rad = tyre.slip_at_peak().unwrap();
        assert!((peak_rad - 0.1432).abs() < 5e-5);
        assert!((tyre.force_per_load(peak_rad) - tyre.d).abs() < 1e-14);
        let rising = MagicFormula { c: 0.9, ..tyre };
        assert_eq!(rising.slip_at_peak(), None);
    }

    fn check_close(got: MagicFormula<f64>, expected: MagicFormula<f64>) {
        for (got, expected) in
            [(got.b, expected.b), (got.c, expected.c), (got.d, expected.d), (got.e, expected.e)]
        {
            assert!((got - expected).abs() < 1e-12, "{got} is not {expected}");
        }
    }

    #[test]
    fn load_sets_give_the_constant_sets_at_the_static_load() {
        let car = Parameters::ariane();
        check_close(car.lateral_by_load.at_load(STATIC_LOAD_N), car.lateral);
        check_close(car.longitudinal_by_load.at_load(STATIC_LOAD_N), car.longitudinal);
    }

    #[test]
    fn loaded_force_agrees_with_the_formula_and_with_differences() {
        let set = Parameters::ariane().lateral_by_load;
        for load_n in [60.0, 300.0, 564.0, 1500.0] {
            for slip_rad in [-0.3, -0.05, 0.001, 0.08] {
                let force = |load: f64| load * set.loaded_force(slip_rad, load).force_per_load;
                let got = set.loaded_force(slip_rad, load_n);
                let turned = set.at_load(load_n).e > 1.0 && (set.at_load(load_n).b * slip_rad).abs() > 1.5;
                if !turned {
                    let plain = set.at_load(load_n).force_per_load(slip_rad);
                    assert!((got.force_per_load - plain).abs() < 1e-13, "{load_n} {slip_rad}");
                }
                let by_difference = (force(load_n + 1e-3) - force(load_n - 1e-3)) / 2e-3;
                assert!((got.force_by_load - by_difference).abs() < 1e-6, "{load_n} {slip_rad}");
            }
        }
    }

    #[test]
    fn a_light_wheel_never_pushes_along_its_slip() {
        let set = Parameters::ariane().lateral_by_load;
        for step in 0..2_000 {
            let load_n = f64::from(step % 50) * 8.0 + 1.0;
            let slip_rad = f64::from(step) / 2_000.0 * 1.57;
            assert!(set.loaded_force(slip_rad, load_n).force_per_load >= 0.0);
        }
    }

    #[test]
    fn a_peak_beyond_a_hundred_stiffnesses_is_none() {
        // C·atan(B·s) = π/2 at B·s = tan(π/2C): 64 for C = 1.01, 128 for C = 1.005.
        let tyre = |c: f64| MagicFormula { b: 10.0, c, d: 1.0, e: 0.0 };
        let expected = skidpad_math::tan(std::f64::consts::FRAC_PI_2 / 1.01) / 10.0;
        assert!((tyre(1.01).slip_at_peak().unwrap() - expected).abs() < 1e-9);
        assert_eq!(tyre(1.005).slip_at_peak(), None);
    }
}

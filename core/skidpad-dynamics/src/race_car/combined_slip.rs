//! Longitudinal and lateral slip at once: one law that keeps the force inside the friction ellipse.

use skidpad_math::Real;

use super::magic_formula::MagicFormula;

/// Combined slip by normalised slips.
///
/// k = κ/κ_peak, a = α/α_peak, ρ = √(k² + a²);
/// F_x/F_z = (k/ρ) μ_x(ρ κ_peak), F_y/F_z = (a/ρ) μ_y(ρ α_peak).
///
/// Bakker, Pacejka, Lidner, *A new tire model with an application in vehicle dynamics studies*, SAE 890087
/// (1989); Pacejka, *Tire and Vehicle Dynamics*, 3rd ed., §4.2 on similarity.
/// With one slip zero it is the pure formula of the other. As |μ_x| ≤ D_x and |μ_y| ≤ D_y,
/// (F_x/D_x)² + (F_y/D_y)² ≤ F_z²: the force never leaves the ellipse.
/// Leaves out: the turn of the force towards the sliding direction at very large slips (the paper's η),
/// camber, and the load dependence of either set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CombinedSlip {
    longitudinal: MagicFormula<f64>,
    lateral: MagicFormula<f64>,
    longitudinal_peak: f64,
    lateral_peak_rad: f64,
}

impl CombinedSlip {
    /// The law for two pure formulas; `None` where one of them has no peak.
    pub fn new(longitudinal: MagicFormula<f64>, lateral: MagicFormula<f64>) -> Option<Self> {
        let longitudinal_peak = longitudinal.slip_at_peak()?;
        let lateral_peak_rad = lateral.slip_at_peak()?;
        Some(Self { longitudinal, lateral, longitudinal_peak, lateral_peak_rad })
    }

    /// Force per unit load (forward, leftward) \[-\] at slip ratio κ \[-\] and slip angle α \[rad\].
    #[inline(always)]
    pub fn force_per_load<R: Real>(&self, slip_ratio: R, slip_angle_rad: R) -> (R, R) {
        let k = slip_ratio / R::from(self.longitudinal_peak);
        let a = slip_angle_rad / R::from(self.lateral_peak_rad);
        // The floor keeps 0/0 away; below it both pure formulas are straight lines through zero.
        let rho = (k * k + a * a + R::from(1e-30)).sqrt();
        let forward = self.longitudinal.lift::<R>().force_per_load(rho * R::from(self.longitudinal_peak));
        let leftward = self.lateral.lift::<R>().force_per_load(rho * R::from(self.lateral_peak_rad));
        (k / rho * forward, a / rho * leftward)
    }

    /// The largest longitudinal force per unit load \[-\].
    pub(super) fn longitudinal_peak_force(&self) -> f64 {
        self.longitudinal.d
    }

    /// Share of the ellipse that a force per unit load uses: 1 on its edge.
    pub fn ellipse_use(&self, force_per_load: (f64, f64)) -> f64 {
        let forward = force_per_load.0 / self.longitudinal.d;
        let leftward = force_per_load.1 / self.lateral.d;
        (forward * forward + leftward * leftward).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::super::test_numbers::Numbers;
    use super::*;

    fn ariane() -> (CombinedSlip, Parameters) {
        let car = Parameters::ariane();
        (CombinedSlip::new(car.longitudinal, car.lateral).unwrap(), car)
    }

    #[test]
    fn pure_slip_gives_the_pure_formulas() {
        let (law, car) = ariane();
        for step in 1..400 {
            let slip = f64::from(step - 200) * 0.005;
            let (forward, none) = law.force_per_load(slip, 0.0);
            assert!((forward - car.longitudinal.force_per_load(slip)).abs() < 1e-12, "κ {slip}");
            assert_eq!(none, 0.0);
            let (none, leftward) = law.force_per_load(0.0, slip);
            assert!((leftward - car.lateral.force_per_load(slip)).abs() < 1e-12, "α {slip}");
            assert_eq!(none, 0.0);
        }
    }

    #[test]
    fn a_million_random_slips_stay_inside_the_ellipse_and_oppose_the_slip() {
        let (law, _) = ariane();
        let mut numbers = Numbers::new(11);
        for _ in 0..1_000_000 {
            let scale = numbers.power_of_ten(-6.0, 3.0);
            let (ratio, angle_rad) = (scale * numbers.between(-1.0, 1.0), numbers.between(-1.57, 1.57));
            let force = law.force_per_load(ratio, angle_rad);
            assert!(law.ellipse_use(force) <= 1.0 + 1e-12, "κ {ratio} α {angle_rad}");
            assert!(force.0 * ratio >= 0.0 && force.1 * angle_rad >= 0.0, "κ {ratio} α {angle_rad}");
        }
    }
}

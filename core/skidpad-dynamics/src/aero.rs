//! What still air does to a vehicle: drag, and load on the wheels.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

/// Areas of a vehicle in still air.
///
/// F_drag = ½·ρ·C_d·A·v², against the motion of the centre of mass; F_down = ½·ρ·C_l·A·v², on the wheels.
///
/// Leaves out: wind, the side force and the moments of a vehicle that drifts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aero {
    /// C_d·A \[m²\].
    pub drag_area_m2: f64,
    /// C_l·A \[m²\].
    pub downforce_area_m2: f64,
    /// Density of the air ρ \[kg/m³\].
    pub air_density_kgpm3: f64,
}

impl Aero {
    /// Drag on a body of some mass that moves at (x, y), over a step \[N\].
    ///
    /// Taken implicitly, ½·ρ·C_d·A·|v|·v′ with the speed v′ at the end of the step, so that no step reverses the
    /// motion.
    #[inline(always)]
    pub fn drag<R: Real>(&self, (vx_mps, vy_mps): (R, R), mass_kg: f64, dt_s: f64) -> (R, R) {
        let speed = (vx_mps * vx_mps + vy_mps * vy_mps).sqrt();
        let per_speed = speed * R::from(0.5 * self.air_density_kgpm3 * self.drag_area_m2);
        let per_speed = per_speed / (R::from(1.0) + per_speed * R::from(dt_s / mass_kg));
        (-(vx_mps * per_speed), -(vy_mps * per_speed))
    }

    /// Load on all wheels together \[N\].
    #[inline(always)]
    pub fn downforce<R: Real>(&self, (vx_mps, vy_mps): (R, R)) -> R {
        (vx_mps * vx_mps + vy_mps * vy_mps) * R::from(0.5 * self.air_density_kgpm3 * self.downforce_area_m2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAR: Aero = Aero { drag_area_m2: 0.7, downforce_area_m2: 0.4, air_density_kgpm3: 1.2 };

    #[test]
    fn drag_is_half_rho_area_v_squared() {
        let (x, y) = CAR.drag((30.0, 40.0), 1000.0, 1e-9);
        let size = 0.5 * 1.2 * 0.7 * 2500.0;
        assert!((x + 0.6 * size).abs() < 1e-3 && (y + 0.8 * size).abs() < 1e-3);
        assert!((CAR.downforce((30.0, 40.0)) - 0.5 * 1.2 * 0.4 * 2500.0f64).abs() < 1e-9);
    }

    #[test]
    fn no_step_reverses_the_motion() {
        for dt_s in [0.001, 0.02, 10.0] {
            let left = 80.0 + CAR.drag((80.0, 0.0), 0.1, dt_s).0 * dt_s / 0.1;
            assert!((0.0..80.0).contains(&left), "{left}");
        }
    }
}

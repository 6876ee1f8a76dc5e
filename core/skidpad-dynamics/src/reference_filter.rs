//! A filter that lets a set point arrive smoothly instead of in a jump.

use serde::{Deserialize, Serialize};
use skidpad_math::{Real, exp};

/// One or two first-order lags in a row.
///
/// y₁ ← a·y₁ + (1 − a)·r, y₂ ← a·y₂ + (1 − a)·y₁, a = e^(−Δt/τ)
///
/// MVSim, `enable_reference_filter`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceFilter {
    /// Time constant τ \[s\].
    pub time_constant_s: f64,
    /// Whether a second lag follows the first.
    pub is_second_order: bool,
}

/// What a reference filter remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReferenceFilterState<R = f64> {
    /// Output y₁ of the first lag.
    pub first: R,
    /// Output y₂ of the second lag.
    pub second: R,
}

impl ReferenceFilter {
    /// One step: the smoothed set point.
    #[inline(always)]
    pub fn step<R: Real>(&self, state: &mut ReferenceFilterState<R>, set_point: R, dt_s: f64) -> R {
        let keep = exp(-dt_s / self.time_constant_s.max(1e-6));
        let (keep, take) = (R::from(keep), R::from(1.0 - keep));
        state.first = keep * state.first + take * set_point;
        if !self.is_second_order {
            return state.first;
        }
        state.second = keep * state.second + take * state.first;
        state.second
    }
}

impl<R: Real> ReferenceFilterState<R> {
    /// A filter at rest at zero.
    #[inline(always)]
    pub fn new() -> Self {
        Self { first: R::from(0.0), second: R::from(0.0) }
    }

    /// Back to zero where the mask holds.
    #[inline(always)]
    pub fn reset_where(&mut self, mask: R::Mask) {
        self.first = R::select(mask, R::from(0.0), self.first);
        self.second = R::select(mask, R::from(0.0), self.second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(filter: &ReferenceFilter, seconds: f64) -> f64 {
        let mut state = ReferenceFilterState::new();
        let steps = (seconds / 0.001) as u32;
        (0..steps).fold(0.0, |_, _| filter.step(&mut state, 1.0, 0.001))
    }

    #[test]
    fn one_time_constant_reaches_63_percent() {
        let filter = ReferenceFilter { time_constant_s: 0.1, is_second_order: false };
        assert!((after(&filter, 0.1) - (1.0 - exp(-1.0))).abs() < 1e-12);
    }

    #[test]
    fn two_lags_start_flat_and_arrive() {
        let filter = ReferenceFilter { time_constant_s: 0.1, is_second_order: true };
        assert!((after(&filter, 0.1) - (1.0 - 2.0 * exp(-1.0))).abs() < 5e-3);
        assert!((after(&filter, 2.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_zero_time_constant_passes_everything() {
        let filter = ReferenceFilter { time_constant_s: 0.0, is_second_order: true };
        assert_eq!(after(&filter, 0.001), 1.0);
    }

    #[test]
    fn a_reset_filter_is_a_new_one() {
        let filter = ReferenceFilter { time_constant_s: 0.1, is_second_order: true };
        let mut state = ReferenceFilterState::new();
        filter.step(&mut state, 1.0, 0.01);
        let before = state;
        state.reset_where(false);
        assert_eq!(state, before);
        assert!(state.first != 0.0 && state.second != 0.0);
        state.reset_where(true);
        assert_eq!(state, ReferenceFilterState::new());
    }
}

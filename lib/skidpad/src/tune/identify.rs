//! From step responses to gains: first-order identification, internal model control, figures of a response.

/// A first-order plant K / (1 + τ s) from torque to speed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plant {
    /// K, steady speed per torque [m/s per N·m].
    pub gain_mps_per_nm: f64,
    /// τ, time constant [s].
    pub time_constant_s: f64,
}

/// Gains of a PI controller.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gains {
    /// Proportional gain [N·m·s/m].
    pub kp: f64,
    /// Integral gain [N·m/m].
    pub ki: f64,
    /// Largest torque [N·m].
    pub max_torque_nm: f64,
}

/// The response of a closed loop to 1 m/s, then 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Time to 90 % of the set point [s]; `None` if never reached.
    pub rise_s: Option<f64>,
    /// Time after which the speed stays within 2 % [s]; `None` if it does not.
    pub settling_s: Option<f64>,
    /// Largest speed beyond the set point, as a fraction of it [-].
    pub overshoot: f64,
    /// Mean error over the last fifth [m/s].
    pub steady_error_mps: f64,
    /// Time from the stop command until the speed stays below 2 cm/s [s]; `None` if it does not.
    pub stop_settling_s: Option<f64>,
    /// Largest speed backwards after the stop command [m/s].
    pub rebound_mps: f64,
}

/// Identify a plant from its speed under a constant torque, sampled every `step_s`.
///
/// v_ss is the mean of the last fifth, K = v_ss / T, τ the first time with v ≥ 63.2 % of v_ss.
/// If τ is shorter than two samples, the time to 95 % gives it: τ = −t / ln 0.05.
/// Leaves out: dead time, and a response that has not settled by the end (K and τ then come out small by the same factor).
pub fn identify(speeds_mps: &[f64], torque_nm: f64, step_s: f64) -> Option<Plant> {
    let steady_mps = mean(&speeds_mps[speeds_mps.len() * 4 / 5..])?;
    let reach = |fraction: f64| {
        let index =
            speeds_mps.iter().position(|&v| v * steady_mps.signum() >= fraction * steady_mps.abs())?;
        Some((index + 1) as f64 * step_s)
    };
    let direct_s = reach(0.632)?;
    let time_constant_s = if direct_s < 2.0 * step_s { -reach(0.95)? / f64::ln(0.05) } else { direct_s };
    let gain = steady_mps / torque_nm;
    (gain > 0.0 && gain.is_finite() && time_constant_s > 0.0)
        .then_some(Plant { gain_mps_per_nm: gain, time_constant_s })
}

/// PI gains by internal model control: the closed loop becomes first order with time constant a·τ.
///
/// KP = τ / (K·a·τ), KI = KP / τ. Rivera, Morari, Skogestad, *Internal model control: PID controller design*, 1986.
pub fn internal_model_control(plant: Plant, aggressiveness: f64, max_torque_nm: f64) -> Gains {
    let closed_loop_s = aggressiveness * plant.time_constant_s;
    let kp = plant.time_constant_s / (plant.gain_mps_per_nm * closed_loop_s);
    Gains { kp, ki: kp / plant.time_constant_s, max_torque_nm }
}

/// The figures of a response: `drive` at a set point of 1 m/s, `stop` at a set point of 0.
pub fn measure(drive_mps: &[f64], stop_mps: &[f64], step_s: f64) -> Response {
    let time_at = |index: usize| (index + 1) as f64 * step_s;
    // The sample after the last one outside the band.
    let settled = |speeds: &[f64], target: f64, band: f64| {
        let outside = speeds.iter().rposition(|&v| (v - target).abs() > band);
        match outside {
            None => Some(0.0),
            Some(last) if last + 1 < speeds.len() => Some(time_at(last)),
            Some(_) => None,
        }
    };
    let last_fifth = &drive_mps[drive_mps.len() * 4 / 5..];
    Response {
        rise_s: drive_mps.iter().position(|&v| v >= 0.9).map(time_at),
        settling_s: settled(drive_mps, 1.0, 0.02),
        overshoot: (drive_mps.iter().copied().fold(0.0, f64::max) - 1.0).max(0.0),
        steady_error_mps: mean(last_fifth).map_or(f64::NAN, |v| 1.0 - v),
        stop_settling_s: settled(stop_mps, 0.0, 0.02),
        rebound_mps: stop_mps.iter().copied().fold(0.0, |worst, v| if -v > worst { -v } else { worst }),
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_order(plant: Plant, torque_nm: f64, step_s: f64, count: usize) -> Vec<f64> {
        let steady = plant.gain_mps_per_nm * torque_nm;
        (1..=count).map(|k| steady * (1.0 - (-(k as f64) * step_s / plant.time_constant_s).exp())).collect()
    }

    #[test]
    fn a_first_order_plant_is_found_again() {
        let plant = Plant { gain_mps_per_nm: 0.25, time_constant_s: 0.4 };
        let found = identify(&first_order(plant, 8.0, 1e-3, 5000), 8.0, 1e-3).unwrap();
        assert!((found.gain_mps_per_nm / 0.25 - 1.0).abs() < 1e-4);
        assert!((found.time_constant_s / 0.4 - 1.0).abs() < 5e-3);
    }

    #[test]
    fn a_plant_faster_than_two_samples_is_found_by_its_95_percent() {
        let plant = Plant { gain_mps_per_nm: 1.0, time_constant_s: 0.9e-3 };
        let found = identify(&first_order(plant, 1.0, 1e-3, 1000), 1.0, 1e-3).unwrap();
        assert!((found.time_constant_s / 0.9e-3 - 1.0).abs() < 0.15, "{found:?}");
    }

    #[test]
    fn a_plant_that_does_not_move_is_not_identified() {
        assert_eq!(identify(&[0.0; 100], 1.0, 1e-3), None);
        assert_eq!(identify(&[], 1.0, 1e-3), None);
    }

    #[test]
    fn the_closed_loop_has_the_time_constant_that_was_asked_for() {
        // With PI gains that cancel the pole, the open loop is an integrator KP·K/τ: the loop's time constant is its inverse.
        let plant = Plant { gain_mps_per_nm: 0.3, time_constant_s: 0.8 };
        let gains = internal_model_control(plant, 0.25, 20.0);
        let closed_s = plant.time_constant_s / (gains.kp * plant.gain_mps_per_nm);
        assert!((closed_s - 0.25 * 0.8).abs() < 1e-12);
        assert!((gains.kp / gains.ki - plant.time_constant_s).abs() < 1e-12);
    }

    #[test]
    fn figures_of_an_exponential_response() {
        let drive: Vec<f64> = (1..=3000).map(|k| 1.0 - (-(f64::from(k)) * 1e-3 / 0.1).exp()).collect();
        let stop: Vec<f64> = (1..=3000).map(|k| (-(f64::from(k)) * 1e-3 / 0.1).exp() - 0.001).collect();
        let response = measure(&drive, &stop, 1e-3);
        assert!((response.rise_s.unwrap() - 0.1 * 10f64.ln()).abs() < 2e-3);
        assert!((response.settling_s.unwrap() - 0.1 * 50f64.ln()).abs() < 2e-3);
        assert_eq!(response.overshoot, 0.0);
        assert!(response.steady_error_mps.abs() < 1e-6);
        assert!((response.rebound_mps - 0.001).abs() < 1e-6);
    }

    #[test]
    fn a_response_that_never_settles_says_so() {
        let swinging: Vec<f64> = (0..1000).map(|k| if k % 2 == 0 { 1.5 } else { 0.5 }).collect();
        let response = measure(&swinging, &swinging, 1e-3);
        assert_eq!((response.settling_s, response.stop_settling_s), (None, None));
        assert!((response.overshoot - 0.5).abs() < 1e-12);
    }
}

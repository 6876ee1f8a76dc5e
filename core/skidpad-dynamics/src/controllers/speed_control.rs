//! PID control of speeds with the rules that bring a vehicle to rest and keep it there.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use crate::pid::{Pid, PidState};
use crate::reference_filter::{ReferenceFilter, ReferenceFilterState};

/// Gains and options of a speed controller; its channels (wheels, or one engine) share them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpeedControl {
    /// The PID, from speed error \[m/s\] to torque \[N·m\].
    pub pid: Pid,
    /// Smooths the set points, if given.
    pub reference_filter: Option<ReferenceFilter>,
    /// Share of the slope's pull that feed-forward cancels, if given \[-\].
    pub slope_feedforward: Option<f64>,
    /// Set points below this are zero \[m/s\].
    pub zero_threshold_mps: f64,
    /// A vehicle that is told to stand stands once it is slower than this \[m/s\].
    pub stop_threshold_mps: f64,
}

impl Default for SpeedControl {
    fn default() -> Self {
        Self {
            pid: Pid::default(),
            reference_filter: None,
            slope_feedforward: None,
            zero_threshold_mps: 0.001,
            stop_threshold_mps: 0.05,
        }
    }
}

/// What one channel of a speed controller remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpeedChannel<R = f64> {
    /// The PID's memory.
    pub pid: PidState<R>,
    /// The reference filter's memory.
    pub filter: ReferenceFilterState<R>,
}

impl<R: Real> SpeedChannel<R> {
    /// A channel that has seen nothing.
    #[inline(always)]
    pub fn new() -> Self {
        Self { pid: PidState::new(), filter: ReferenceFilterState::new() }
    }
}

impl SpeedControl {
    /// Torques \[N·m\], positive forward, that bring the measured speeds to the commanded ones.
    ///
    /// In this order (MVSim): filter the set points; if all are zero and all measured speeds small, give
    /// no torque and forget everything; else run the PIDs, and if all set points are zero let each torque
    /// only brake. Known difference: a set point counts as zero only if both the command and its filtered
    /// value are, so that a filtered start always starts.
    #[inline(always)]
    pub fn step<R: Real, const N: usize>(
        &self,
        channels: &mut [SpeedChannel<R>; N],
        commanded_mps: [R; N],
        measured_mps: [R; N],
        feedforward_nm: R,
        dt_s: f64,
    ) -> [R; N] {
        let zero = R::from(0.0);
        let mut set_mps = commanded_mps;
        if let Some(filter) = &self.reference_filter {
            for (set, channel) in set_mps.iter_mut().zip(channels.iter_mut()) {
                *set = filter.step(&mut channel.filter, *set, dt_s);
            }
        }
        let mut told_to_stand = R::mask(true);
        let mut is_slow = R::mask(true);
        for i in 0..N {
            let size = commanded_mps[i].abs().max(set_mps[i].abs());
            told_to_stand = told_to_stand & size.lt(R::from(self.zero_threshold_mps));
            is_slow = is_slow & measured_mps[i].abs().lt(R::from(self.stop_threshold_mps));
        }
        let stands = told_to_stand & is_slow;
        let mut torques_nm = [zero; N];
        for i in 0..N {
            let channel = &mut channels[i];
            let error = set_mps[i] - measured_mps[i];
            let torque = self.pid.step(&mut channel.pid, error, feedforward_nm, dt_s);
            let forward = measured_mps[i].gt(zero);
            let backward = measured_mps[i].lt(zero);
            let braking = R::select(forward, torque.min(zero), R::select(backward, torque.max(zero), torque));
            let torque = R::select(told_to_stand, braking, torque);
            torques_nm[i] = R::select(stands, zero, torque);
            if R::any(stands) {
                channel.pid.reset_where(stands);
                channel.filter.reset_where(stands);
            }
        }
        torques_nm
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: SpeedControl = SpeedControl {
        pid: Pid {
            kp: 4.0,
            ki: 3.0,
            kd: 0.0,
            derivative_filter_hz: 0.0,
            max_output: 20.0,
            max_integral: None,
            has_anti_windup: false,
        },
        reference_filter: None,
        slope_feedforward: None,
        zero_threshold_mps: 0.001,
        stop_threshold_mps: 0.05,
    };

    #[test]
    fn a_start_gets_kp_times_the_error() {
        let mut channels = [SpeedChannel::new()];
        let [torque] = CONTROL.step(&mut channels, [1.0], [0.0], 0.0, 0.005);
        assert!((torque - 4.015).abs() < 1e-15);
    }

    #[test]
    fn standing_forgets_and_gives_nothing() {
        let mut channels = [SpeedChannel::new(); 2];
        CONTROL.step(&mut channels, [1.0, 1.0], [0.5, 0.5], 0.0, 0.005);
        assert_ne!(channels[0], SpeedChannel::new());
        let torques = CONTROL.step(&mut channels, [0.0, 0.0], [0.04, -0.04], 1.0, 0.005);
        assert_eq!(torques, [0.0, 0.0]);
        assert_eq!(channels, [SpeedChannel::new(); 2]);
    }

    #[test]
    fn one_moving_wheel_keeps_both_controlled() {
        let mut channels = [SpeedChannel::new(); 2];
        let torques = CONTROL.step(&mut channels, [0.0, 0.0], [0.04, 0.06], 0.0, 0.005);
        assert!(torques[0] < 0.0 && torques[1] < 0.0);
    }

    #[test]
    fn told_to_stand_it_only_brakes() {
        let mut channels = [SpeedChannel::new()];
        for _ in 0..1_000 {
            CONTROL.step(&mut channels, [1.0], [0.0], 0.0, 0.005);
        }
        let [torque] = CONTROL.step(&mut channels, [0.0], [0.5], 0.0, 0.005);
        assert_eq!(torque, 0.0, "a wound-up integrator may not push on");
        let [torque] = CONTROL.step(&mut channels, [0.0], [-0.5], 0.0, 0.005);
        assert!(torque > 0.0);
    }

    #[test]
    fn a_filtered_start_starts() {
        let filter = ReferenceFilter { time_constant_s: 0.1, is_second_order: true };
        let control = SpeedControl { reference_filter: Some(filter), ..CONTROL };
        let mut channels = [SpeedChannel::new()];
        let mut torque = 0.0;
        for _ in 0..200 {
            [torque] = control.step(&mut channels, [0.4], [0.0], 0.0, 0.005);
        }
        assert!(torque > 1.5, "{torque}");
    }

    /// A filter lets a set point of either sign begin, and end, when its own value is no longer zero, or zero.
    #[test]
    fn a_filtered_command_to_back_up_starts_and_fades() {
        let filter = ReferenceFilter { time_constant_s: 0.1, is_second_order: true };
        let control = SpeedControl { reference_filter: Some(filter), ..CONTROL };
        for side in [1.0, -1.0] {
            let mut channels = [SpeedChannel::new()];
            let [mut torque] = control.step(&mut channels, [side * 0.4], [0.0], 0.0, 0.005);
            assert!(side * torque > 0.0, "{torque}");
            for _ in 0..200 {
                [torque] = control.step(&mut channels, [side * 0.4], [0.0], 0.0, 0.005);
            }
            assert!(side * torque > 1.5, "{torque}");
            [torque] = control.step(&mut channels, [0.0], [0.0], 0.0, 0.005);
            assert!(side * torque > 1.5, "the filter still asks for a speed: {torque}");
        }
    }

    /// Below the thresholds means below: what is as large as them counts.
    #[test]
    fn the_thresholds_themselves_are_speeds() {
        let [torque] = CONTROL.step(&mut [SpeedChannel::new()], [0.001], [0.0], 0.0, 0.005);
        assert!((torque - 0.004_015).abs() < 1e-15, "{torque}");
        let [torque] = CONTROL.step(&mut [SpeedChannel::new()], [0.0], [-0.05], 0.0, 0.005);
        assert!((torque - 0.200_75).abs() < 1e-15, "{torque}");
    }

    /// A wheel that stands exactly while another one moves is not known to be braked by either sign: it gets its torque.
    #[test]
    fn a_wheel_that_stands_while_another_moves_keeps_its_torque() {
        for side in [1.0, -1.0] {
            let mut channels = [SpeedChannel::new(); 2];
            channels[0].pid.integral = side;
            let torques = CONTROL.step(&mut channels, [0.0, 0.0], [0.0, 0.06], 0.0, 0.005);
            assert_eq!(torques[0], side);
        }
    }
}

//! Motors: how much torque there is at which speed, and what a battery pays for it.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

/// One motor with its gear: the torque it can give at a wheel, by the speed of the wheel.
///
/// The motor turns G times as fast as the wheel. At its speed ω_m it gives at most
///
/// T(ω_m) = min(T_max, P/ω_m, table(ω_m)), and nothing beyond its top speed,
///
/// and the wheel gets G·η of it while the motor drives. While it brakes, the wheel feels up to G·T/η.
/// Leaves out: inertia of the rotor (part of the wheel's), temperature, ripple, losses without load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Motor {
    /// Largest torque T_max \[N·m\].
    pub torque_nm: Option<f64>,
    /// Largest mechanical power P \[W\].
    pub power_w: Option<f64>,
    /// Top speed \[rad/s\].
    pub speed_radps: Option<f64>,
    /// Largest torque \[N·m\] at speeds \[rad/s\] that rise from 0, straight lines between; empty for none.
    pub table: Vec<[f64; 2]>,
    /// Turns of the motor per turn of the wheel, G \[-\].
    pub gear_ratio: f64,
    /// Share of the power that passes the gear, η \[-\].
    pub efficiency: f64,
}

impl Motor {
    /// Whether its numbers make a motor.
    pub fn is_sound(&self) -> bool {
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let given = [self.power_w, self.speed_radps].into_iter().flatten().all(positive);
        let torque = self.torque_nm.is_none_or(|torque_nm| torque_nm >= 0.0 && torque_nm.is_finite());
        let rises = self.table.windows(2).all(|pair| pair[0][0] < pair[1][0]);
        let points =
            self.table.iter().all(|[speed, torque]| speed.is_finite() && (0.0..1e9).contains(torque));
        let starts = self.table.first().is_none_or(|point| point[0] == 0.0 && self.table.len() >= 2);
        let gear = positive(self.gear_ratio) && self.efficiency > 0.0 && self.efficiency <= 1.0;
        given && torque && rises && points && starts && gear
    }

    /// Speed of the wheel beyond which it does not drive \[rad/s\]; infinite where there is no limit.
    pub fn wheel_speed_radps(&self) -> f64 {
        let table = self.table.last().map_or(f64::INFINITY, |point| point[0]);
        self.speed_radps.unwrap_or(f64::INFINITY).min(table) / self.gear_ratio
    }

    /// Largest torque of the motor at a speed of its own \[N·m\].
    #[inline(always)]
    pub fn torque_at<R: Real>(&self, motor_radps: R) -> R {
        let speed = motor_radps.abs();
        let mut most = R::from(self.torque_nm.unwrap_or(f64::MAX));
        if let Some(power_w) = self.power_w {
            most = most.min(R::from(power_w) / speed.max(R::from(1e-9)));
        }
        if let [first, ..] = self.table.as_slice() {
            let mut line = R::from(first[1]);
            for pair in self.table.windows(2) {
                let [[from, low], [to, high]] = [pair[0], pair[1]];
                let share = (speed - R::from(from)) * R::from(1.0 / (to - from));
                line += share.clamp(R::from(0.0), R::from(1.0)) * R::from(high - low);
            }
            most = most.min(line);
        }
        let top = R::from(self.wheel_speed_radps() * self.gear_ratio);
        R::select(speed.lt(top), most, R::from(0.0))
    }

    /// The part of a torque asked for at the wheel that the motor gives at this speed of the wheel \[N·m\].
    ///
    /// `may_drive` is false with an empty battery: then the motor only brakes.
    #[inline(always)]
    pub fn limited<R: Real>(&self, wanted_nm: R, wheel_radps: R, may_drive: bool) -> R {
        let most = self.torque_at(wheel_radps * R::from(self.gear_ratio));
        let brakes = (wanted_nm * wheel_radps).lt(R::from(0.0));
        let driving =
            if may_drive { most * R::from(self.gear_ratio * self.efficiency) } else { R::from(0.0) };
        let limit = R::select(brakes, most * R::from(self.gear_ratio / self.efficiency), driving);
        wanted_nm.clamp(-limit, limit)
    }

    /// Power that the battery gives for a torque at the wheel \[W\]; negative while the motor charges it.
    pub fn battery_power_w(&self, wheel_nm: f64, wheel_radps: f64) -> f64 {
        let power_w = wheel_nm * wheel_radps;
        if power_w > 0.0 { power_w / self.efficiency } else { power_w * self.efficiency }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motor() -> Motor {
        Motor {
            torque_nm: Some(2.0),
            power_w: Some(400.0),
            speed_radps: Some(500.0),
            table: Vec::new(),
            gear_ratio: 10.0,
            efficiency: 0.8,
        }
    }

    #[test]
    fn torque_is_constant_then_power_is_then_there_is_none() {
        let motor = motor();
        assert_eq!(motor.torque_at(0.0), 2.0);
        assert_eq!(motor.torque_at(199.0), 2.0);
        assert!((motor.torque_at(400.0) - 1.0).abs() < 1e-12, "P/ω");
        assert_eq!(motor.torque_at(500.0), 0.0);
        assert_eq!(motor.torque_at(-400.0), motor.torque_at(400.0));
    }

    #[test]
    fn the_gear_multiplies_torque_and_loses_its_share() {
        let motor = motor();
        assert_eq!(motor.limited(1e6, 0.0, true), 2.0 * 10.0 * 0.8);
        assert_eq!(motor.limited(-1e6, 5.0, true), -2.0 * 10.0 / 0.8, "losses help to brake");
        assert_eq!(motor.limited(3.0, 5.0, true), 3.0);
        assert_eq!(motor.limited(3.0, 5.0, false), 0.0, "an empty battery");
        assert_eq!(motor.limited(-3.0, 5.0, false), -3.0, "brakes all the same");
        assert_eq!(motor.wheel_speed_radps(), 50.0);
    }

    #[test]
    fn a_table_is_joined_by_straight_lines() {
        let table = vec![[0.0, 4.0], [100.0, 4.0], [300.0, 0.0]];
        let motor = Motor { torque_nm: None, power_w: None, speed_radps: None, table, ..motor() };
        for (speed, torque) in [(0.0, 4.0), (50.0, 4.0), (200.0, 2.0), (299.0, 0.02), (301.0, 0.0)] {
            assert!((motor.torque_at(speed) - torque).abs() < 1e-12, "{speed}");
        }
        assert!(motor.is_sound());
        assert!(!Motor { table: vec![[0.0, 1.0], [0.0, 2.0]], ..motor.clone() }.is_sound());
        assert!(!Motor { gear_ratio: 0.0, ..motor }.is_sound());
    }

    #[test]
    fn what_a_battery_pays() {
        assert_eq!(motor().battery_power_w(4.0, 10.0), 50.0);
        assert_eq!(motor().battery_power_w(-4.0, 10.0), -32.0);
    }

    /// Every limit must be a number that a motor can have, and a table begins at rest and rises.
    #[test]
    fn what_makes_no_motor() {
        assert!(motor().is_sound());
        for torque_nm in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(!Motor { torque_nm: Some(torque_nm), ..motor() }.is_sound(), "{torque_nm}");
        }
        assert!(Motor { torque_nm: Some(0.0), ..motor() }.is_sound(), "one that is switched off");
        for limit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(!Motor { power_w: Some(limit), ..motor() }.is_sound(), "{limit}");
            assert!(!Motor { speed_radps: Some(limit), ..motor() }.is_sound(), "{limit}");
            assert!(!Motor { gear_ratio: limit, ..motor() }.is_sound(), "{limit}");
        }
        for efficiency in [0.0, -0.5, 1.01, f64::NAN] {
            assert!(!Motor { efficiency, ..motor() }.is_sound(), "{efficiency}");
        }
        assert!(Motor { efficiency: 1.0, ..motor() }.is_sound());
        let with = |table: &[[f64; 2]]| Motor { table: table.to_vec(), ..motor() };
        assert!(with(&[[0.0, 1.0], [1.0, 0.5]]).is_sound());
        for table in [
            &[[0.0, 1.0]][..],
            &[[1.0, 1.0], [2.0, 0.5]],
            &[[0.0, 1.0], [2.0, 0.5], [2.0, 0.4]],
            &[[0.0, 1.0], [2.0, 0.5], [1.0, 0.4]],
            &[[0.0, 1.0], [2.0, -0.5]],
            &[[0.0, 1.0], [2.0, 1e9]],
            &[[0.0, 1.0], [f64::INFINITY, 0.5]],
            &[[0.0, f64::NAN], [1.0, 0.5]],
        ] {
            assert!(!with(table).is_sound(), "{table:?}");
        }
    }

    #[test]
    fn a_start_backward_is_a_start() {
        assert_eq!(motor().limited(-1e6, 0.0, true), -motor().limited(1e6, 0.0, true));
        assert_eq!(motor().limited(-1e6, 0.0, false), 0.0, "an empty battery");
    }

    /// At 30 rad/s of the wheel the motor turns at 300 rad/s, where 400 W are 4/3 N·m.
    #[test]
    fn the_motor_turns_as_fast_as_its_gear_says() {
        assert!((motor().limited(1e6, 30.0, true) - 400.0 / 300.0 * 10.0 * 0.8).abs() < 1e-12);
        assert!((motor().limited(1e6, -30.0, true) - 400.0 / 300.0 * 10.0 / 0.8).abs() < 1e-12);
    }
}

//! Checks whether a run meets its expectations.

use super::file::{Drift, Expectations, Lap, Reach, Speed, StaysInside, YawRate};
use serde::Serialize;
use skidpad_link::{Failure, Participant};
use skidpad_math::{Pose2, angle_between};
use skidpad_messages::{CollisionWatch, Observations, Roster, Step, VehicleId, VehicleObservation};

impl Participant for Checks {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        self.see(&step.observations, &step.roster);
        Ok(())
    }
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// The expectation.
    pub name: String,
    /// Whether it was met.
    pub is_met: bool,
    /// What happened instead, or how well it was met.
    pub detail: String,
    /// A number for comparing runs: larger is worse. It has the unit of the check.
    pub badness: f64,
}

/// Checks of one run.
pub struct Checks {
    checks: Vec<Check>,
    final_hash: Option<String>,
    collisions: CollisionWatch,
}

struct Check {
    vehicle: Option<VehicleId>,
    name: String,
    rule: Rule,
}

enum Rule {
    Reach {
        it: Reach,
        nearest_m: f64,
        reached_s: Option<f64>,
        is_there: bool,
    },
    NeverCollides {
        first: Option<(f64, String)>,
        count: u64,
    },
    Speed {
        it: Speed,
        fastest_mps: f64,
        slowest_mps: f64,
    },
    YawRate {
        it: YawRate,
        fastest_radps: f64,
    },
    Lap {
        it: Lap,
        before: Option<Pose2>,
        crossed_s: Option<f64>,
        laps_s: Vec<f64>,
    },
    Drift {
        it: Drift,
        start: Option<Pose2>,
        before: Pose2,
        driven_m: f64,
        most_m: f64,
        most_rad: f64,
        most_per_m: f64,
    },
    StaysInside {
        it: StaysInside,
        left_s: Option<f64>,
    },
}

impl Checks {
    /// Create the checks and find the vehicles that they name.
    pub fn new(expectations: &Expectations, roster: &Roster) -> Result<Checks, String> {
        let mut checks = Vec::new();
        let add = |checks: &mut Vec<Check>, vehicle: &Option<String>, what: String, rule: Rule| {
            let id = match vehicle {
                Some(name) => {
                    roster.vehicle(name).ok_or_else(|| format!("the world has no vehicle named {name:?}"))?
                }
                None if roster.vehicles.is_empty() => return Err("the world has no vehicle".to_string()),
                None => VehicleId(0),
            };
            let name = format!("{} {what}", roster.vehicles[id.index()].name);
            checks.push(Check { vehicle: Some(id), name, rule });
            Ok::<(), String>(())
        };
        for it in expectations.reach.iter().cloned() {
            let what = format!("reaches ({}, {}) within {} m", it.x_m, it.y_m, it.within_m);
            let vehicle = it.vehicle.clone();
            let rule = Rule::Reach { it, nearest_m: f64::INFINITY, reached_s: None, is_there: false };
            add(&mut checks, &vehicle, what, rule)?;
        }
        for it in expectations.speed.iter().cloned() {
            let what = match (it.min_mps, it.max_mps) {
                (Some(min), Some(max)) => format!("drives at {min} to {max} m/s"),
                (Some(min), None) => format!("drives at {min} m/s or faster"),
                (None, Some(max)) => format!("drives at {max} m/s or slower"),
                (None, None) => return Err("[[speed]] needs max_mps or min_mps".to_string()),
            };
            let vehicle = it.vehicle.clone();
            add(
                &mut checks,
                &vehicle,
                what,
                Rule::Speed { it, fastest_mps: 0.0, slowest_mps: f64::INFINITY },
            )?;
        }
        for it in expectations.yaw_rate.iter().cloned() {
            let (vehicle, what) = (it.vehicle.clone(), format!("turns at {} rad/s or slower", it.max_radps));
            add(&mut checks, &vehicle, what, Rule::YawRate { it, fastest_radps: 0.0 })?;
        }
        for it in expectations.lap.iter().cloned() {
            let (vehicle, what) =
                (it.vehicle.clone(), format!("makes {} laps of at most {} s", it.laps, it.max_s));
            add(
                &mut checks,
                &vehicle,
                what,
                Rule::Lap { it, before: None, crossed_s: None, laps_s: Vec::new() },
            )?;
        }
        for it in expectations.drift.iter().cloned() {
            let vehicle = it.vehicle.clone();
            let rule = Rule::Drift {
                it,
                start: None,
                before: Pose2::default(),
                driven_m: 0.0,
                most_m: 0.0,
                most_rad: 0.0,
                most_per_m: 0.0,
            };
            add(&mut checks, &vehicle, "has little odometry drift".to_string(), rule)?;
        }
        for it in expectations.stays_inside.iter().cloned() {
            let (vehicle, what) = (it.vehicle.clone(), "stays inside its area".to_string());
            add(&mut checks, &vehicle, what, Rule::StaysInside { it, left_s: None })?;
        }
        for it in &expectations.never_collides {
            let rule = || Rule::NeverCollides { first: None, count: 0 };
            match &it.vehicle {
                Some(_) => add(&mut checks, &it.vehicle, "never collides".to_string(), rule())?,
                None => checks.push(Check {
                    vehicle: None,
                    name: "no vehicle collides".to_string(),
                    rule: rule(),
                }),
            }
        }
        let final_hash = expectations.final_hash.clone();
        Ok(Checks { checks, final_hash, collisions: CollisionWatch::default() })
    }

    /// Update the checks after a step, or before the first one.
    pub fn see(&mut self, seen: &Observations, roster: &Roster) {
        let time_s = seen.time_s();
        let begun = self.collisions.begun(seen);
        for check in &mut self.checks {
            match (check.vehicle, &mut check.rule) {
                (Some(id), rule @ Rule::NeverCollides { .. }) => {
                    if begun.contains(&id.index()) {
                        rule.touch(time_s, &roster.vehicles[id.index()].name);
                    }
                }
                (Some(id), rule) => {
                    if let Some(vehicle) = seen.vehicles.get(id.index()) {
                        rule.see(time_s, vehicle);
                    }
                }
                (None, rule) => {
                    for &index in &begun {
                        let name = roster.vehicles.get(index).map(|it| it.name.as_str());
                        rule.touch(time_s, name.unwrap_or("a vehicle"));
                    }
                }
            }
        }
    }

    /// The result of every check. `hash` is that of the state after the last step.
    pub fn findings(&self, hash: u64) -> Vec<Finding> {
        let mut findings: Vec<Finding> = self
            .checks
            .iter()
            .map(|check| {
                let (is_met, detail, badness) = check.rule.verdict();
                Finding { name: check.name.clone(), is_met, detail, badness }
            })
            .collect();
        if let Some(expected) = &self.final_hash {
            let found = format!("{hash:016x}");
            findings.push(Finding {
                name: format!("the final state has hash {expected}"),
                is_met: expected.eq_ignore_ascii_case(&found),
                detail: format!("it has {found}"),
                badness: 0.0,
            });
        }
        findings
    }
}

impl Rule {
    fn touch(&mut self, time_s: f64, name: &str) {
        let Rule::NeverCollides { first, count } = self else { return };
        *count += 1;
        first.get_or_insert_with(|| (time_s, name.to_string()));
    }

    fn see(&mut self, time_s: f64, vehicle: &VehicleObservation) {
        let pose = vehicle.pose_in_world.pose2();
        let twist = vehicle.twist_in_vehicle;
        match self {
            Rule::Reach { it, nearest_m, reached_s, is_there } => {
                let distance_m = (pose.x_m - it.x_m).hypot(pose.y_m - it.y_m);
                let is_in_time = it.before_s.is_none_or(|before_s| time_s <= before_s);
                let points_there = it
                    .yaw_rad
                    .is_none_or(|yaw_rad| angle_between(pose.yaw_rad, yaw_rad).abs() <= it.within_rad);
                if is_in_time {
                    *nearest_m = nearest_m.min(distance_m);
                }
                *is_there = distance_m <= it.within_m && points_there;
                if *is_there && is_in_time {
                    reached_s.get_or_insert(time_s);
                }
            }
            Rule::NeverCollides { .. } => {}
            Rule::Speed { it, fastest_mps, slowest_mps } => {
                if time_s >= it.after_s && it.before_s.is_none_or(|before_s| time_s <= before_s) {
                    let speed_mps = twist.vx_mps.hypot(twist.vy_mps);
                    *fastest_mps = fastest_mps.max(speed_mps);
                    *slowest_mps = slowest_mps.min(speed_mps);
                }
            }
            Rule::YawRate { fastest_radps, .. } => {
                *fastest_radps = fastest_radps.max(twist.yaw_rate_radps.abs());
            }
            Rule::Lap { it, before, crossed_s, laps_s } => {
                if let Some(before) = before
                    && crosses([[before.x_m, before.y_m], [pose.x_m, pose.y_m]], it.line_m)
                {
                    laps_s.extend(crossed_s.map(|crossed_s| time_s - crossed_s));
                    *crossed_s = Some(time_s);
                }
                *before = Some(pose);
            }
            Rule::Drift { start, before, driven_m, most_m, most_rad, most_per_m, .. } => {
                // The origin of odometry, so that both start at the same pose.
                let odometry = vehicle.odometry_in_start;
                let start = start.get_or_insert_with(|| {
                    *before = pose;
                    pose * odometry.inverse()
                });
                let believed = *start * odometry;
                *driven_m += (pose.x_m - before.x_m).hypot(pose.y_m - before.y_m);
                *before = pose;
                let error_m = (believed.x_m - pose.x_m).hypot(believed.y_m - pose.y_m);
                *most_m = most_m.max(error_m);
                *most_rad = most_rad.max(angle_between(believed.yaw_rad, pose.yaw_rad).abs());
                if *driven_m >= 1.0 {
                    *most_per_m = most_per_m.max(error_m / *driven_m);
                }
            }
            Rule::StaysInside { it, left_s } => {
                if !skidpad_scene::polygon::contains(&it.corners_m, [pose.x_m, pose.y_m]) {
                    left_s.get_or_insert(time_s);
                }
            }
        }
    }

    /// Whether it is met, what happened, and the badness.
    fn verdict(&self) -> (bool, String, f64) {
        match self {
            Rule::Reach { it, nearest_m, reached_s, is_there } => {
                let is_met = if it.at_end { *is_there } else { reached_s.is_some() };
                let detail = match reached_s {
                    Some(reached_s) if it.at_end && !is_there => {
                        format!("reached after {reached_s:.3} s, but not there at the end")
                    }
                    Some(reached_s) => format!("reached after {reached_s:.3} s"),
                    None => format!("came no closer than {nearest_m:.3} m"),
                };
                (is_met, detail, reached_s.map_or(nearest_m + 1e6, |reached_s| reached_s))
            }
            Rule::NeverCollides { first: None, .. } => (true, "touched nothing".to_string(), 0.0),
            Rule::NeverCollides { first: Some((time_s, name)), count, .. } => (
                false,
                format!("{name} touched something after {time_s:.3} s; {count} collisions"),
                *count as f64,
            ),
            Rule::Speed { it, fastest_mps, slowest_mps } => {
                let too_fast_mps = it.max_mps.map_or(f64::NEG_INFINITY, |max| fastest_mps - max);
                let too_slow_mps = it.min_mps.map_or(f64::NEG_INFINITY, |min| min - slowest_mps);
                let is_met = too_fast_mps <= 0.0 && too_slow_mps <= 0.0;
                let detail = format!("{slowest_mps:.3} to {fastest_mps:.3} m/s");
                (is_met, detail, too_fast_mps.max(too_slow_mps))
            }
            Rule::YawRate { it, fastest_radps } => {
                (*fastest_radps <= it.max_radps, format!("up to {fastest_radps:.3} rad/s"), *fastest_radps)
            }
            Rule::Lap { it, laps_s, .. } => {
                let longest_s = laps_s.iter().copied().fold(0.0, f64::max);
                let is_met = laps_s.len() >= it.laps as usize && longest_s <= it.max_s;
                let detail = match laps_s.is_empty() {
                    true => "no lap was completed".to_string(),
                    false => format!("{} laps, the longest of {longest_s:.3} s", laps_s.len()),
                };
                let missing = f64::from(it.laps) - laps_s.len() as f64;
                (is_met, detail, if missing > 0.0 { 1e6 * missing } else { longest_s })
            }
            Rule::Drift { it, most_m, most_rad, most_per_m, driven_m, .. } => {
                let is_met = it.max_m.is_none_or(|max| *most_m <= max)
                    && it.max_rad.is_none_or(|max| *most_rad <= max)
                    && it.max_per_m.is_none_or(|max| *most_per_m <= max);
                let detail = format!("off by up to {most_m:.3} m and {most_rad:.4} rad over {driven_m:.1} m");
                (is_met, detail, *most_m)
            }
            Rule::StaysInside { left_s, .. } => match left_s {
                None => (true, "it did".to_string(), 0.0),
                Some(left_s) => (false, format!("left the area after {left_s:.3} s"), 1.0),
            },
        }
    }
}

/// Whether two segments cross.
fn crosses([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
    let side = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0.0
    };
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::{Pose3, Twist2};
    use skidpad_messages::VehicleEntry;

    fn roster() -> Roster {
        let entry = VehicleEntry {
            name: "r1".to_string(),
            wheel_count: 0,
            log_path: String::new(),
            auto_start_recording: false,
        };
        Roster { vehicles: vec![entry], ..Roster::default() }
    }

    /// Drive around a circle of 1 m radius once in 10 s, odometry 1 % long.
    fn circle(text: &str) -> Vec<Finding> {
        let mut checks = Checks::new(&Expectations::parse(text).unwrap(), &roster()).unwrap();
        for step in 0..=2500u64 {
            let angle_rad = std::f64::consts::TAU * step as f64 / 1000.0;
            let at = |radius_m: f64| {
                let (sin, cos) = angle_rad.sin_cos();
                (radius_m * sin, radius_m * (1.0 - cos))
            };
            let (x_m, y_m) = at(1.0);
            let (odo_x_m, odo_y_m) = at(1.01);
            let vehicle = VehicleObservation {
                pose_in_world: Pose3 { x_m, y_m, yaw_rad: angle_rad, ..Pose3::default() },
                odometry_in_start: Pose2::new(odo_x_m, odo_y_m, angle_rad),
                twist_in_vehicle: Twist2::new(0.628, 0.0, 0.628),
                is_in_collision: (100..110).contains(&step),
                ..VehicleObservation::default()
            };
            let seen = Observations {
                step,
                time_ns: step * 10_000_000,
                vehicles: vec![vehicle],
                ..Observations::default()
            };
            checks.see(&seen, &roster());
        }
        checks.findings(0xabc)
    }

    fn is_met(text: &str) -> bool {
        let findings = circle(text);
        assert_eq!(findings.len(), 1, "{findings:?}");
        println!("{findings:?}");
        findings[0].is_met
    }

    #[test]
    fn each_check_can_pass_and_fail() {
        for (good, bad) in [
            (
                "[[reach]]\nx_m = 0.0\ny_m = 2.0\nwithin_m = 0.1\nbefore_s = 6.0",
                "[[reach]]\nx_m = 0.0\ny_m = 2.0\nwithin_m = 0.1\nbefore_s = 4.0",
            ),
            (
                "[[reach]]\nx_m = 0.0\ny_m = 2.0\nwithin_m = 0.1\nyaw_rad = 3.14",
                "[[reach]]\nx_m = 0.0\ny_m = 2.0\nwithin_m = 0.1\nyaw_rad = 0.0",
            ),
            ("[[speed]]\nmax_mps = 0.7\nmin_mps = 0.6", "[[speed]]\nmax_mps = 0.6"),
            ("[[yaw_rate]]\nmax_radps = 0.7", "[[yaw_rate]]\nmax_radps = 0.6"),
            (
                "[[lap]]\nline_m = [[0.5, 2.0], [1.5, 0.5]]\nlaps = 1\nmax_s = 10.1",
                "[[lap]]\nline_m = [[0.5, 2.0], [1.5, 0.5]]\nlaps = 1\nmax_s = 9.0",
            ),
            ("[[drift]]\nmax_m = 0.03", "[[drift]]\nmax_m = 0.01"),
            (
                "[[stays_inside]]\ncorners_m = [[-2, -1], [2, -1], [2, 3], [-2, 3]]",
                "[[stays_inside]]\ncorners_m = [[-2, -1], [2, -1], [2, 1], [-2, 1]]",
            ),
            ("final_hash = \"0000000000000abc\"", "final_hash = \"0\""),
            ("[[reach]]\nx_m = 0.0\ny_m = 0.0\nwithin_m = 0.1", "[[never_collides]]\nvehicle = \"r1\""),
        ] {
            assert!(is_met(good), "{good}");
            assert!(!is_met(bad), "{bad}");
        }
    }

    #[test]
    fn wrong_files_are_told() {
        assert!(Expectations::parse("[[reech]]").unwrap_err().contains("reech"));
        assert!(Expectations::parse("").is_err());
        let unknown = Expectations::parse("[[never_collides]]\nvehicle = \"x\"").unwrap();
        assert_eq!(
            Checks::new(&unknown, &roster()).err(),
            Some("the world has no vehicle named \"x\"".to_string())
        );
    }
}

//! People who walk: from waypoint to waypoint, with pauses, turning on the way.

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, atan2, wrap_angle};
use skidpad_messages::Gait;

/// An actor's path and speeds; stepping never changes them.
#[derive(Debug, Clone, PartialEq)]
pub struct ActorModel {
    /// Walking speed [m/s].
    pub walking_speed_mps: f64,
    /// Running speed [m/s].
    pub running_speed_mps: f64,
    /// Where they are at time zero.
    pub start_in_world: Pose3,
    /// Corners of the path; empty for an actor who stands.
    pub path: Vec<Waypoint>,
    /// Whether the path starts again at its end.
    pub path_loops: bool,
}

/// One corner of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waypoint {
    /// Pose to reach.
    pub pose_in_world: Pose3,
    /// Rest there [s].
    pub pause_s: f64,
    /// How they move towards it.
    pub gait: Gait,
}

/// Where an actor is on the path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActorState {
    /// Where they are.
    pub pose_in_world: Pose3,
    /// The waypoint they go to.
    pub target: u32,
    /// Where the present leg began.
    pub leg_start_in_world: Pose3,
    /// Share of the leg behind them, 0 to 1.
    pub progress: f64,
    /// Rest still to come [s].
    pub pause_s: f64,
    /// Speed during the last step [m/s].
    pub speed_mps: f64,
    /// Time within the clip of the present gait [s].
    pub clip_time_s: f64,
}

/// On the first part of a leg an actor turns from the old direction.
const TURN_AWAY: f64 = 0.1;
/// On the last part of a leg an actor turns to the direction of the waypoint.
const TURN_INTO: f64 = 0.2;
/// Shorter legs take the direction of the waypoint [m].
const SHORT_LEG_M: f64 = 0.1;

impl ActorState {
    /// At the start of the path.
    pub fn new(model: &ActorModel) -> Self {
        ActorState {
            pose_in_world: model.start_in_world,
            target: 0,
            leg_start_in_world: model.start_in_world,
            progress: 0.0,
            pause_s: 0.0,
            speed_mps: 0.0,
            clip_time_s: 0.0,
        }
    }

    /// Walk for one step.
    ///
    /// After MVSim: progress along a leg is v·Δt/length; a waypoint with `pause` holds; an `idle` leg never ends.
    pub fn advance(&mut self, model: &ActorModel, dt_s: f64) {
        let Some(target) = model.path.get(self.target as usize) else {
            self.speed_mps = 0.0;
            return;
        };
        if self.pause_s > 0.0 {
            self.pause_s -= dt_s;
            self.speed_mps = 0.0;
            if self.pause_s <= 0.0 {
                self.next_leg(model);
            }
            return;
        }
        self.speed_mps = match target.gait {
            Gait::Walk => model.walking_speed_mps,
            Gait::Run => model.running_speed_mps,
            Gait::Idle => 0.0,
        };
        let length_m = self.leg_length_m(target);
        self.progress = if length_m < 1e-3 { 1.0 } else { self.progress + self.speed_mps * dt_s / length_m };
        self.pose_in_world = self.pose_on_leg(target, length_m);
        let nominal_mps = match self.gait(model) {
            Gait::Run => model.running_speed_mps,
            Gait::Walk => model.walking_speed_mps,
            Gait::Idle => 0.0,
        };
        let pace = if nominal_mps > 0.0 { self.speed_mps / nominal_mps } else { 1.0 };
        self.clip_time_s += dt_s * pace;
        if self.progress >= 1.0 {
            if target.pause_s > 0.0 {
                self.pause_s = target.pause_s;
            } else {
                self.next_leg(model);
            }
        }
    }

    /// How the actor moves, judged by speed as MVSim does.
    pub fn gait(&self, model: &ActorModel) -> Gait {
        if self.speed_mps > 0.8 * model.running_speed_mps {
            Gait::Run
        } else if self.speed_mps > 0.1 {
            Gait::Walk
        } else {
            Gait::Idle
        }
    }

    fn next_leg(&mut self, model: &ActorModel) {
        let next = self.target as usize + 1;
        let is_last = next >= model.path.len();
        if is_last && !model.path_loops {
            self.progress = 1.0;
            return;
        }
        self.target = if is_last { 0 } else { self.target + 1 };
        self.leg_start_in_world = self.pose_in_world;
        self.progress = 0.0;
        self.pause_s = 0.0;
    }

    fn leg_length_m(&self, target: &Waypoint) -> f64 {
        let (a, b) = (&self.leg_start_in_world, &target.pose_in_world);
        let (dx, dy, dz) = (b.x_m - a.x_m, b.y_m - a.y_m, b.z_m - a.z_m);
        (dx * dx + dy * dy + dz * dz).sqrt()
    }

    fn pose_on_leg(&self, target: &Waypoint, length_m: f64) -> Pose3 {
        let (a, b) = (&self.leg_start_in_world, &target.pose_in_world);
        let p = self.progress.clamp(0.0, 1.0);
        let mix = |from: f64, to: f64, share: f64| from + share * (to - from);
        let turn = |from: f64, to: f64, share: f64| wrap_angle(from + share * wrap_angle(to - from));
        let travel_rad = if length_m > SHORT_LEG_M { atan2(b.y_m - a.y_m, b.x_m - a.x_m) } else { b.yaw_rad };
        let yaw_rad = if p < TURN_AWAY {
            turn(a.yaw_rad, travel_rad, p / TURN_AWAY)
        } else if p > 1.0 - TURN_INTO {
            turn(travel_rad, b.yaw_rad, (p - (1.0 - TURN_INTO)) / TURN_INTO)
        } else {
            travel_rad
        };
        Pose3 {
            x_m: mix(a.x_m, b.x_m, p),
            y_m: mix(a.y_m, b.y_m, p),
            z_m: mix(a.z_m, b.z_m, p),
            yaw_rad,
            pitch_rad: 0.0,
            roll_rad: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x_m: f64, y_m: f64) -> Pose3 {
        Pose3 { x_m, y_m, ..Pose3::default() }
    }

    fn walker(pause_s: f64, path_loops: bool) -> ActorModel {
        let waypoint = |pose_in_world, gait| Waypoint { pose_in_world, pause_s, gait };
        ActorModel {
            walking_speed_mps: 1.0,
            running_speed_mps: 4.0,
            start_in_world: at(0.0, 0.0),
            path: vec![waypoint(at(2.0, 0.0), Gait::Walk), waypoint(at(2.0, 4.0), Gait::Run)],
            path_loops,
        }
    }

    fn after(model: &ActorModel, seconds: f64) -> ActorState {
        let mut state = ActorState::new(model);
        for _ in 0..(seconds / 0.01).round() as u32 {
            state.advance(model, 0.01);
        }
        state
    }

    #[test]
    fn walks_then_runs_then_stays() {
        let model = walker(0.0, false);
        let midway = after(&model, 1.0);
        assert!((midway.pose_in_world.x_m - 1.0).abs() < 1e-9);
        assert_eq!(midway.gait(&model), Gait::Walk);
        let running = after(&model, 2.5);
        assert!((running.pose_in_world.y_m - 2.0).abs() < 0.05, "{running:?}");
        assert_eq!(running.gait(&model), Gait::Run);
        let end = after(&model, 10.0);
        assert!((end.pose_in_world.y_m - 4.0).abs() < 1e-9);
    }

    #[test]
    fn a_pause_holds_and_a_loop_returns() {
        let paused = after(&walker(1.0, false), 2.5);
        assert_eq!((paused.pose_in_world.x_m, paused.speed_mps), (2.0, 0.0));
        let model = walker(0.0, true);
        // 2 s to the first corner, 1 s to the second, then back to the first at a walk.
        let back = after(&model, 5.0);
        assert!((back.pose_in_world.y_m - 2.0).abs() < 0.1, "{back:?}");
    }

    #[test]
    fn looks_where_it_goes() {
        let model = walker(0.0, false);
        let yaw_rad = after(&model, 2.4).pose_in_world.yaw_rad;
        assert!((yaw_rad - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
    }
}

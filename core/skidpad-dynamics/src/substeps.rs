//! Into how many parts a step is divided: where a speed controller would swing, and where wheels are dragged
//! sideways by each other.

use crate::MAX_WHEELS;
use crate::controllers::Controller;
use crate::friction::Friction;
use crate::pid::Pid;
use crate::vehicle::{Drive, Surroundings, VehicleParts};
use crate::wheel::WheelModel;
use skidpad_math::Real;

/// How many parts a step has at most.
const MOST: u32 = 64;
/// Share of its error that a controller may make good per step while its wheels grip. It swings up from 1 on,
/// because a gripping wheel tells the speed of the step before; a tenth is left for what the loop leaves out.
const GRIPPING_STABLE: f64 = 0.9;
/// The same where a wheel slips: beyond 1 it overshoots, from 2 on it swings up.
const SLIPPING_STABLE: f64 = 1.8;
/// What is left per part once a step is divided: then neither overshoots much.
const GRIPPING_PER_PART: f64 = 0.5;
const SLIPPING_PER_PART: f64 = 1.0;
/// A wheel whose largest torque takes less than this share of its grip does not slip, whatever the loads do.
const SAFE_GRIP: f64 = 0.7;
/// Without a slip velocity of its own, a wheel that is dragged sideways loses its side speed within this time,
/// as in MVSim at its usual step \[s\].
const SCRUB_S: f64 = 0.005;
/// Longer steps do not follow the slip of `ellipse`: free wheels chatter, and a car is some percent too fast \[s\].
const FOLLOW_SLIP_S: f64 = 0.005;

/// What decides how a step is divided; none of it changes while stepping.
///
/// A proportional controller with torque KP·(v_set − R·ω) closes a loop through what moves with the wheels. An
/// explicit step follows it below
///
/// Δt·ΣKP/R / (m + ΣI/R²) = 1 while the wheels grip (turning: the same about the vertical axis), and
/// Δt·KP·R/I = 2 while one slips, which is far less.
///
/// From nine tenths of that on the step of the whole vehicle is divided: controller, wheels and velocities advance in
/// equal parts while the pose waits. Below, the loop is MVSim's. The integral counts with what it adds per step,
/// KP + KI·Δt. Leaves out: the derivative, whose loop no step makes stable where KD·R > I.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StepDivision {
    pid: Option<Pid>,
    /// Rate of the gripping loop per gain, forward or turning, whichever is faster.
    gripping_hz_per_gain: f64,
    /// Rate of the loop of the fastest wheel that slips, per gain.
    slipping_hz_per_gain: f64,
    /// Friction coefficient of the wheels; 0 for a model whose force is made of slip.
    own_mu: f64,
    /// Ground that gives less than this acceleration, μ·g, lets a driven wheel slip \[m/s²\].
    gripping_mps2: f64,
    /// Whether wheels drag each other sideways when the vehicle turns.
    scrubs: bool,
    /// The longest step that follows the slip of a model whose force is made of it \[s\].
    slip_s: Option<f64>,
}

impl StepDivision {
    pub(crate) fn new(parts: &VehicleParts, carried_kg: &[f64; MAX_WHEELS]) -> Self {
        let pid = match &parts.controller {
            Controller::TwistPid(control) | Controller::SteerPid(control) => Some(control.pid),
            Controller::Raw | Controller::TwistIdeal => None,
        };
        let shares = torque_shares(&parts.drive, parts.wheels.len());
        let (gripping_hz_per_gain, slipping_hz_per_gain) = loop_rates(parts, &shares);
        let gripping_mps2 = pid.map_or(0.0, |pid| acceleration_of_torque(&pid, parts, &shares, carried_kg));
        let own_mu = match &parts.friction {
            Friction::Simple(model) => model.mu,
            Friction::WardIagnemma(model) => model.simple.mu,
            // Limits that the slip decides.
            Friction::Ellipse(_) | Friction::Own(_) => 0.0,
        };
        let scrubs = matches!(parts.drive, Drive::Differential)
            && drag_each_other(
                &parts.wheels[..if parts.caster_trail_m.is_some() { 2 } else { parts.wheels.len() }],
            );
        let slip_s =
            matches!(parts.friction, Friction::Ellipse(_) | Friction::Own(_)).then_some(FOLLOW_SLIP_S);
        Self { pid, gripping_hz_per_gain, slipping_hz_per_gain, own_mu, gripping_mps2, scrubs, slip_s }
    }

    /// How many equal parts a step has, if wheels that drag each other lose their side speed within `scrub_s`.
    #[inline(always)]
    pub(crate) fn count<R: Real>(&self, around: &Surroundings<R>, scrub_s: Option<f64>) -> u32 {
        let dt_s = around.dt_s;
        let mut parts = match (scrub_s, self.slip_s) {
            (None, None) => 1.0,
            (Some(longest_s), None) | (None, Some(longest_s)) => dt_s / longest_s,
            (Some(scrub_s), Some(slip_s)) => dt_s / scrub_s.min(slip_s),
        };
        if let Some(pid) = &self.pid {
            let gain = dt_s * (pid.kp + pid.ki * dt_s);
            let gripping = gain * self.gripping_hz_per_gain;
            if gripping > GRIPPING_STABLE {
                parts = parts.max(gripping / GRIPPING_PER_PART);
            }
            let slipping = gain * self.slipping_hz_per_gain;
            if slipping > SLIPPING_STABLE && self.may_slip(around) {
                parts = parts.max(slipping / SLIPPING_PER_PART);
            }
        }
        if parts <= 1.0 { 1 } else { whole(parts) }
    }

    /// Whether the controller's largest torque exceeds the grip of a wheel.
    #[cold]
    fn may_slip<R: Real>(&self, around: &Surroundings<R>) -> bool {
        let least_mu = around.ground.iter().filter_map(|patch| patch.mu).fold(self.own_mu, f64::min);
        least_mu * around.gravity_mps2 < self.gripping_mps2
    }

    /// The time within which a wheel that others drag sideways loses its side speed, v_s/(μ·g) with the slip
    /// velocity v_s of its friction; none where all wheels can roll \[s\].
    #[inline(always)]
    pub(crate) fn scrub_s(&self, friction: &Friction, gravity_mps2: f64) -> Option<f64> {
        if !self.scrubs {
            return None;
        }
        let Some(slip_velocity_mps) = friction.axle().slip_velocity_mps else { return Some(SCRUB_S) };
        let mu = match friction {
            Friction::Simple(_) | Friction::WardIagnemma(_) => self.own_mu,
            Friction::Ellipse(model) => model.c_alpha * model.slip_angle_saturation_rad,
            Friction::Own(_) => return Some(SCRUB_S),
        };
        let deceleration = mu * gravity_mps2;
        Some(if deceleration > 0.0 { slip_velocity_mps / deceleration } else { SCRUB_S })
    }
}

/// A number of parts, rounded up; what rounding made of a whole number stays that number.
#[cold]
fn whole(parts: f64) -> u32 {
    let up = (parts * (1.0 - 1e-9)).ceil();
    if up < f64::from(MOST) { up as u32 } else { MOST }
}

/// Torque of each wheel per torque of the controller, where all grip.
fn torque_shares(drive: &Drive, wheel_count: usize) -> [f64; MAX_WHEELS] {
    match drive {
        Drive::Differential if wheel_count == 4 => [1.0; 4],
        Drive::Differential => [1.0, 1.0, 0.0, 0.0],
        Drive::Ackermann { drive, .. } => drive.wheel_torques((1.0, 1.0)),
        Drive::Drivetrain { axles, .. } => axles.wheel_torques(1.0, &[1.0; 4]),
    }
}

/// Rates of the gripping and of the slipping loop per gain of the controller \[1/s per N·m·s/m\].
fn loop_rates(parts: &VehicleParts, shares: &[f64; MAX_WHEELS]) -> (f64, f64) {
    let (mut pushed, mut rolling_kg) = (0.0, parts.body.mass_kg);
    let (mut turned, mut turning_kgm2) = (0.0, parts.body.inertia_kgm2);
    let mut slipping: f64 = 0.0;
    for (i, wheel) in parts.wheels.iter().enumerate() {
        let rim_kg = wheel.inertia_kgm2 / (wheel.radius_m * wheel.radius_m);
        let y_m = wheel.position_m.y - parts.body.centre_of_mass_m.y;
        rolling_kg += rim_kg;
        turning_kgm2 += rim_kg * y_m * y_m;
        pushed += shares[i] / wheel.radius_m;
        turned += shares[i] / wheel.radius_m * y_m * y_m;
        // Speeds are measured at the first two wheels.
        if i < 2 {
            slipping = slipping.max(shares[i] * wheel.radius_m / wheel.inertia_kgm2);
        }
    }
    let forward = pushed / rolling_kg;
    match parts.drive {
        Drive::Differential => (forward.max(turned / turning_kgm2), slipping),
        Drive::Ackermann { .. } | Drive::Drivetrain { .. } => (forward, slipping),
    }
}

/// μ·g that the controller's largest torque needs; infinite where the torque has no limit \[m/s²\].
fn acceleration_of_torque(
    pid: &Pid,
    parts: &VehicleParts,
    shares: &[f64; MAX_WHEELS],
    carried_kg: &[f64; MAX_WHEELS],
) -> f64 {
    if pid.max_output <= 0.0 {
        return f64::INFINITY;
    }
    let needed = parts.wheels.iter().zip(shares).zip(carried_kg).map(|((wheel, share), mass_kg)| {
        let moved = wheel.radius_m * mass_kg.max(f64::MIN_POSITIVE);
        share * pid.max_output / moved
    });
    needed.fold(0.0, f64::max) / SAFE_GRIP
}

/// Whether wheels that do not steer stand on different axles, so that no turn lets all of them roll.
fn drag_each_other(wheels: &[WheelModel]) -> bool {
    let along = wheels.iter().map(|wheel| wheel.position_m.x);
    let (least, most) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    most > least
}

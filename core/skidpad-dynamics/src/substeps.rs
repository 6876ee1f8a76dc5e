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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::BodyModel;
    use crate::controllers::SpeedControl;
    use crate::friction::{Axle, EllipseFriction, SimpleFriction};
    use crate::loads::Loads;
    use skidpad_math::Vec2;

    const G: f64 = 9.81;
    const CARRIED_KG: [f64; MAX_WHEELS] = [8.0, 9.0, 7.0, 6.0];

    fn wheel(x: f64, y: f64) -> WheelModel {
        WheelModel {
            position_m: Vec2::new(x, y),
            yaw_rad: 0.0,
            radius_m: 0.1,
            width_m: 0.05,
            mass_kg: 1.0,
            inertia_kgm2: 0.005,
        }
    }

    fn robot(wheels: Vec<WheelModel>, pid: Pid) -> VehicleParts {
        let body = BodyModel {
            mass_kg: 17.0,
            centre_of_mass_m: Vec2::new(0.02, 0.05),
            inertia_kgm2: 0.5,
            linear_damping_hz: 0.0,
            angular_damping_hz: 0.0,
        };
        VehicleParts {
            body,
            chassis_mass_kg: 15.0,
            chassis_centre_m: Vec2::default(),
            wheels,
            friction: Friction::Simple(SimpleFriction { mu: 0.8, ..SimpleFriction::default() }),
            loads: Loads::Uniform,
            drive: Drive::Differential,
            controller: Controller::TwistPid(SpeedControl { pid, ..SpeedControl::default() }),
            aero: None,
            caster_trail_m: None,
            brakes: None,
            motor: None,
        }
    }

    fn pair() -> Vec<WheelModel> {
        vec![wheel(0.0, 0.3), WheelModel { radius_m: 0.12, ..wheel(0.0, -0.3) }]
    }

    fn count(parts: &VehicleParts, dt_s: f64) -> u32 {
        StepDivision::new(parts, &CARRIED_KG).count(&Surroundings::level(dt_s, G), None)
    }

    /// Δt·(KP + KI·Δt)·ΣR⁻¹/(m + ΣI/R²) ahead, and the same with y² about the vertical axis: what is faster counts.
    #[test]
    fn a_gripping_loop_is_divided_from_nine_tenths_on() {
        let (dt_s, ki) = (0.005, 4_000.0);
        let rims = [0.005 / 0.01, 0.005 / 0.0144];
        let levers = [0.25, -0.35];
        let forward = (1.0 / 0.1 + 1.0 / 0.12) / (17.0 + rims[0] + rims[1]);
        let square = |i: usize| levers[i] * levers[i];
        let turning =
            (square(0) / 0.1 + square(1) / 0.12) / (0.5 + rims[0] * square(0) + rims[1] * square(1));
        for (inertia_kgm2, rate) in [(0.5, turning), (1e3, forward)] {
            for (wanted, parts) in [(0.89, 1), (0.91, 2), (1.04, 3), (5.1, 11), (1e3, MOST)] {
                // No torque limit would let wheels slip: they do not with so much grip.
                let kp = wanted / (dt_s * rate) - ki * dt_s;
                let mut robot = robot(pair(), Pid { kp, ki, max_output: 1.0, ..Pid::default() });
                robot.body.inertia_kgm2 = inertia_kgm2;
                assert_eq!(count(&robot, dt_s), parts, "{wanted} of {inertia_kgm2}");
            }
        }
    }

    /// Δt·KP·R/I of the faster wheel, where the largest torque takes 0.7 of the grip or more.
    #[test]
    fn a_slipping_loop_is_divided_where_a_wheel_may_slip() {
        let dt_s = 0.005;
        let rate = 0.12 / 0.005;
        // The first wheel slips first: 0.7·μ·g·R·M.
        let slips_nm = 0.7 * 0.8 * G * 0.1 * 8.0;
        let with = |wanted: f64, max_output: f64| {
            robot(pair(), Pid { kp: wanted / (dt_s * rate), max_output, ..Pid::default() })
        };
        assert_eq!(count(&with(1.79, 1.01 * slips_nm), dt_s), 1);
        assert_eq!(count(&with(1.81, 1.01 * slips_nm), dt_s), 2);
        assert_eq!(count(&with(2.9, 1.01 * slips_nm), dt_s), 3);
        assert_eq!(count(&with(2.9, 0.99 * slips_nm), dt_s), 1);
        assert_eq!(count(&with(2.9, 0.0), dt_s), 3, "without a limit every wheel slips");
        let division = StepDivision::new(&with(2.9, 0.5 * slips_nm), &CARRIED_KG);
        let mut ice = Surroundings::level(dt_s, G);
        ice.ground[1].mu = Some(0.39);
        assert_eq!(division.count(&ice, None), 3);
        ice.ground[1].mu = Some(0.41);
        assert_eq!(division.count(&ice, None), 1);
    }

    /// Wheels behind each other drag each other sideways when they turn; those on one axle and casters do not.
    #[test]
    fn wheels_on_two_axles_drag_each_other() {
        let four = vec![wheel(-0.2, 0.3), wheel(-0.2, -0.3), wheel(0.2, 0.3), wheel(0.2, -0.3)];
        let three = vec![wheel(-0.2, 0.3), wheel(-0.2, -0.3), wheel(0.2, 0.0)];
        let scrub_s =
            |parts: &VehicleParts| StepDivision::new(parts, &CARRIED_KG).scrub_s(&parts.friction, G);
        let pid = Pid::default();
        assert_eq!(scrub_s(&robot(pair(), pid)), None);
        assert_eq!(scrub_s(&robot(three.clone(), pid)), Some(0.005));
        assert_eq!(scrub_s(&VehicleParts { caster_trail_m: Some(0.03), ..robot(three, pid) }), None);
        let axle = Axle { slip_velocity_mps: Some(0.06), ..Axle::default() };
        let mut robot = robot(four, pid);
        assert_eq!(scrub_s(&robot), Some(0.005));
        robot.friction = Friction::Simple(SimpleFriction { mu: 0.4, axle, ..SimpleFriction::default() });
        assert_eq!(scrub_s(&robot), Some(0.06 / (0.4 * G)));
        robot.friction = Friction::Ellipse(EllipseFriction { axle, ..EllipseFriction::default() });
        let saturated =
            EllipseFriction::default().c_alpha * EllipseFriction::default().slip_angle_saturation_rad;
        assert_eq!(scrub_s(&robot), Some(0.06 / (saturated * G)));
        assert_eq!(StepDivision::new(&robot, &CARRIED_KG).scrub_s(&robot.friction, 0.0), Some(0.005));
        // The shorter of two times decides.
        let division = StepDivision::new(&VehicleParts { controller: Controller::Raw, ..robot }, &CARRIED_KG);
        let around = Surroundings::level(0.02, G);
        assert_eq!(
            [None, Some(0.01), Some(0.002)].map(|scrub_s| division.count(&around, scrub_s)),
            [4, 4, 10]
        );
        assert_eq!(division.count(&Surroundings::level(0.005, G), None), 1);
    }

    /// Four wheels push twice as hard as two; a third one rolls along.
    #[test]
    fn every_driven_wheel_speeds_up_the_loop() {
        let four = vec![wheel(-0.2, 0.3), wheel(-0.2, -0.3), wheel(0.2, 0.3), wheel(0.2, -0.3)];
        let three = vec![wheel(-0.2, 0.3), wheel(-0.2, -0.3), wheel(-0.2, 0.0)];
        let dt_s = 0.005;
        for (wheels, driven) in [(four, 4.0), (three, 2.0)] {
            let rims_kg = 0.5 * wheels.len() as f64;
            let rate = driven / 0.1 / (17.0 + rims_kg);
            for (wanted, parts) in [(0.89, 1), (0.91, 2)] {
                let kp = wanted / (dt_s * rate);
                let mut robot = robot(wheels.clone(), Pid { kp, max_output: 1.0, ..Pid::default() });
                // So heavy to turn that the way ahead is faster.
                robot.body.inertia_kgm2 = 1e3;
                assert_eq!(count(&robot, dt_s), parts, "{wanted} of {driven}");
            }
        }
    }
}

//! The race car in a world: its own equations move it, the plane stops it.

use crate::drive::{Pedals, StepContext, Turned, body_state, is_touched, slope_of};
use crate::planar::BodyMotion;
use crate::race_car_driver::{RaceCarDriver, RaceCarSetpoint};
use serde::{Deserialize, Serialize};
use skidpad_dynamics::body::BodyModel;
use skidpad_dynamics::brake::Brakes;
use skidpad_dynamics::motor::Motor;
use skidpad_dynamics::odometry::WheelTwist;
use skidpad_dynamics::race_car::{Controls, Ground, Integrator, LapTimer, RaceCar, State, Tyre};
use skidpad_dynamics::slope::Slope;
use skidpad_math::{Pose2, Rotation3, Twist2, Vec2, Vec3, sin_cos, wrap_angle};
use skidpad_messages::{Drive, VehicleObservation, WheelObservation};

/// A released car slower than this may come to rest on a slope [m/s].
const STANDING_MPS: f64 = 0.05;
/// A car whose brakes are pressed may come to rest below this speed [m/s].
const BRAKED_MPS: f64 = 0.1;

/// A race car, as far as stepping does not change it. Its reference point is its centre of gravity.
#[derive(Debug, Clone)]
pub struct RaceCarModel {
    /// The car.
    pub car: RaceCar,
    /// How its equations are integrated.
    pub integrator: Integrator,
    /// Mass and inertia for contacts.
    pub body: BodyModel,
    /// Its wheels: front left, front right, rear left, rear right [m].
    pub wheels_m: [Vec2; 4],
    /// Who drives it.
    pub driver: RaceCarDriver,
    /// What limits its motors, one for each wheel.
    pub motor: Option<Motor>,
    /// Its brakes, if it has any.
    pub brakes: Option<Brakes>,
}

/// What a race car remembers between steps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RaceCarState {
    /// Pose, velocity, steering, torques, spins. Pose and velocity follow the body in the plane.
    pub car: State<f64>,
    /// What it is told to do.
    pub setpoint: RaceCarSetpoint,
    /// Controls in force.
    pub controls: Controls<f64>,
    /// Rolling angles of the wheels [rad].
    pub angles_rad: [f64; 4],
    /// Its laps on the track of the world.
    pub laps: LapTimer,
    /// Whether both wheels of a side or of an axle were off the ground in the last step.
    pub is_tipping: bool,
}

impl RaceCarModel {
    pub(crate) fn body(&self) -> &BodyModel {
        &self.body
    }

    pub(crate) fn at_rest(&self, pose: Pose2) -> RaceCarState {
        let car = State { x_m: pose.x_m, y_m: pose.y_m, yaw_rad: pose.yaw_rad, ..State::at_rest() };
        RaceCarState {
            car,
            setpoint: self.driver.initial,
            controls: Controls::released(),
            angles_rad: [0.0; 4],
            laps: LapTimer::default(),
            is_tipping: false,
        }
    }

    /// Take a new set point: torques, a speed and a steering angle, or a twist.
    pub(crate) fn take(&self, state: &mut RaceCarState, drive: &Drive) -> bool {
        let understood = self.driver.understand(&self.car, drive);
        state.setpoint = understood.unwrap_or(state.setpoint);
        understood.is_some()
    }

    pub(crate) fn stop(&self, state: &mut RaceCarState) {
        state.setpoint = state.setpoint.stopped();
    }

    pub(crate) fn roll_wheels(&self, state: &mut RaceCarState, motion: &BodyMotion) {
        adopt(&mut state.car, None, motion);
        state.car = self.car.with_rolling_wheels(&state.car);
    }

    /// One step of the car's equations; the body gets the velocity that leads to where they end.
    pub(crate) fn push(
        &self,
        context: &StepContext,
        state: &mut RaceCarState,
        pedals: &Pedals,
        motion: &mut BodyMotion,
        seen: &mut VehicleObservation,
    ) {
        let (dt_s, attitude_rad) = (context.dt_s, context.attitude_rad);
        let slope = slope_of(attitude_rad, context.compat);
        let slope = slope.as_ref();
        if is_touched(&told(&state.car, slope, motion), motion) {
            adopt(&mut state.car, slope, motion);
        }
        (state.car.x_m, state.car.y_m, state.car.yaw_rad) = (motion.x_m, motion.y_m, motion.yaw_rad);
        let mut ground = self.ground(context, attitude_rad, motion);
        ground.brake_nm = pedals.brake_nm;
        let before = state.car;
        state.controls = self.driver.controls(&self.car, &before, &state.setpoint, &ground);
        self.limit_torques(&mut state.controls, &before, &ground, pedals.may_drive, dt_s);
        match self.car.step(self.integrator, &before, &state.controls, &ground, dt_s) {
            Ok(next) => state.car = next,
            // The quarantine finds it and stops the car.
            Err(_) => state.car.x_m = f64::NAN,
        }
        let may_rest = slope.is_some() || ground.brake_nm.is_some();
        if may_rest && self.stands_on(&before, &state.controls, &ground) {
            state.car = self.at_rest_after(&before, &state.car);
        }
        if let Some(slope) = slope {
            seen_from_above(&before, &mut state.car, slope);
        }
        let after = &state.car;
        motion.vx_mps = (after.x_m - before.x_m) / dt_s;
        motion.vy_mps = (after.y_m - before.y_m) / dt_s;
        motion.yaw_rate_radps = wrap_angle(after.yaw_rad - before.yaw_rad) / dt_s;
        for (angle_rad, spin_radps) in state.angles_rad.iter_mut().zip(after.spin_radps) {
            *angle_rad = (*angle_rad + spin_radps * dt_s) % std::f64::consts::TAU;
        }
        state.is_tipping = self.observe_forces(&before, state, &ground, dt_s, seen);
    }

    /// What the motors give of the torques asked for: their curve, and no wheel driven beyond their speed.
    fn limit_torques(
        &self,
        controls: &mut Controls<f64>,
        car: &State<f64>,
        ground: &Ground<f64>,
        may_drive: bool,
        dt_s: f64,
    ) {
        let Some(motor) = &self.motor else { return };
        let parameters = self.car.parameters();
        let top_radps = motor.wheel_speed_radps();
        for (torque_nm, spin_radps) in controls.torque_nm.iter_mut().zip(car.spin_radps) {
            *torque_nm = motor.limited(*torque_nm, spin_radps, may_drive);
        }
        let gains = controls.torque_nm.map(|torque_nm| torque_nm * dt_s / parameters.wheel_inertia_kgm2);
        let is_over = |i: usize| (car.spin_radps[i] + gains[i]).abs() > top_radps;
        if !(0..4).any(is_over) {
            return;
        }
        // The ground takes its part of a torque; the rest may bring the wheel to the top speed within the step.
        let forward_n = self.car.observe(car, controls, ground).forward_n;
        for (i, torque_nm) in controls.torque_nm.iter_mut().enumerate().filter(|(i, _)| is_over(*i)) {
            let left_radps = (top_radps - car.spin_radps[i].abs()).max(0.0);
            let on_ground_nm = parameters.wheel_radius_m * forward_n[i].abs();
            let most_nm = left_radps * parameters.wheel_inertia_kgm2 / dt_s + on_ground_nm;
            if *torque_nm * car.spin_radps[i] >= 0.0 {
                *torque_nm = torque_nm.clamp(-most_nm, most_nm);
            }
        }
    }

    /// Whether a car that hardly moves stays where it is: slope and motors pull along the wheels with less than
    /// the resistance at rest: C_r0, what the surface resists, and the brakes as far as the tyres grip. A released
    /// car is held by its parking brake.
    fn stands_on(&self, car: &State<f64>, controls: &Controls<f64>, ground: &Ground<f64>) -> bool {
        let slow_mps = if ground.brake_nm.is_some() { BRAKED_MPS } else { STANDING_MPS };
        if car.v_x_mps.abs() >= slow_mps {
            return false;
        }
        let parameters = self.car.parameters();
        let is_released = controls.torque_nm == [0.0; 4] && car.torque_nm.iter().all(|nm| nm.abs() < 1e-6);
        if !is_released && ground.brake_nm.is_none() {
            return false;
        }
        let parking_nm = self.brakes.filter(|_| is_released).map(|brakes| brakes.parking_nm);
        let quarter_n = 0.25 * parameters.mass_kg * ground.gravity_into_ground_mps2;
        let mut holds_n = parameters.resistance_n;
        let mut drives_n = 0.0;
        for i in 0..4 {
            let of = |wheels: Option<[f64; 4]>| wheels.map_or(0.0, |wheels| wheels[i]);
            let brake_n = parameters.drive_per_m * of(ground.brake_nm).max(of(parking_nm));
            let grip_n = match parameters.tyre {
                Tyre::Combined if i < 2 => parameters.longitudinal.d * ground.grip[i] * quarter_n,
                Tyre::Combined => parameters.rear_longitudinal().d * ground.grip[i] * quarter_n,
                Tyre::Constant | Tyre::Load | Tyre::Linear => f64::INFINITY,
            };
            holds_n += brake_n.min(grip_n) + of(ground.rolling_resistance) * quarter_n;
            drives_n += parameters.drive_per_m * controls.torque_nm[i];
        }
        (parameters.mass_kg * ground.gravity_x_mps2 + drives_n).abs() <= holds_n
    }

    /// A car that has not moved since `before`; its steering and its motors are those of `after`.
    fn at_rest_after(&self, before: &State<f64>, after: &State<f64>) -> State<f64> {
        let (steer_rad, torque_nm) = (after.steer_rad, after.torque_nm);
        let still = State { v_x_mps: 0.0, v_y_mps: 0.0, yaw_rate_radps: 0.0, ..*before };
        self.car.with_rolling_wheels(&State { steer_rad, torque_nm, ..still })
    }

    /// A car that nothing touched is where its equations say; else it is where the plane left it.
    pub(crate) fn finish(
        &self,
        state: &mut RaceCarState,
        sent: &BodyMotion,
        turned: Option<&Turned>,
        motion: &mut BodyMotion,
        _dt_s: f64,
    ) {
        if is_touched(sent, motion) {
            motion.yaw_rate_radps *= turned.map_or(1.0, |turned| turned.yaw_rate_factor);
            adopt(&mut state.car, turned.map(|turned| &turned.slope), motion);
        } else {
            let (x_m, y_m) = (state.car.x_m, state.car.y_m);
            let yaw_rad = state.heading_after_rad(sent, motion);
            let place = BodyMotion { x_m, y_m, yaw_rad, ..*motion };
            *motion = told(&state.car, turned.map(|turned| &turned.slope), &place);
            state.car.yaw_rad = yaw_rad;
        }
    }

    /// The lap that ended during a step from `before` to `after`, if one did: its number and its time [s].
    pub(crate) fn time_lap(
        &self,
        state: &mut RaceCarState,
        before: (f64, Vec2),
        after: (f64, Vec2),
    ) -> Option<(u32, f64)> {
        let track = self.driver.track.as_deref()?;
        let point = |(time_s, at): (f64, Vec2)| (time_s, (at.x, at.y));
        let time_s = state.laps.observe(track, point(before), point(after), state.car.v_x_mps)?;
        Some((state.laps.lap_count(), time_s))
    }

    pub(crate) fn kinetic_energy_j(
        &self,
        state: &RaceCarState,
        motion: &BodyMotion,
        slope: Option<&Slope>,
    ) -> f64 {
        let mut car = state.car;
        adopt(&mut car, slope, motion);
        self.car.kinetic_energy_j(&car)
    }

    /// From the rear wheels.
    pub(crate) fn wheel_twist(&self, state: &RaceCarState) -> WheelTwist {
        let parameters = self.car.parameters();
        let [_, _, left_mps, right_mps] = state.car.spin_radps.map(|spin| spin * parameters.wheel_radius_m);
        WheelTwist {
            vx_mps: 0.5 * (left_mps + right_mps),
            yaw_rate_radps: (right_mps - left_mps) / parameters.track_m,
        }
    }

    pub(crate) fn observe_still(&self, state: &RaceCarState, seen: &mut VehicleObservation) {
        seen.wheels.resize_with(4, WheelObservation::default);
        for (index, seen) in seen.wheels.iter_mut().enumerate() {
            seen.position_in_vehicle_m = self.wheels_m[index];
            seen.spin_radps = state.car.spin_radps[index];
            seen.rotation_rad = state.angles_rad[index];
            seen.steer_rad = state.wheel_yaw_rad(index);
        }
    }

    /// Slope, grip and rolling resistance under the wheels. A region's `friction_mu` scales the tyres' own grip, its
    /// `friction_C_rr` adds to the car's own resistance.
    fn ground(
        &self,
        context: &StepContext,
        [pitch_rad, roll_rad]: [f64; 2],
        motion: &BodyMotion,
    ) -> Ground<f64> {
        let mut ground = Ground::level(context.gravity_mps2);
        let is_level = pitch_rad == 0.0 && roll_rad == 0.0;
        if is_level && !context.regions.has_friction() {
            return ground;
        }
        let rotation = Rotation3::from_yaw_pitch_roll(motion.yaw_rad, pitch_rad, roll_rad);
        if !is_level {
            let [x, y, z] = rotation.rows[2];
            ground.gravity_x_mps2 = -x * context.gravity_mps2;
            ground.gravity_y_mps2 = -y * context.gravity_mps2;
            ground.gravity_into_ground_mps2 = z * context.gravity_mps2;
        }
        let mut resistance = [0.0; 4];
        for (i, wheel_m) in self.wheels_m.into_iter().enumerate() {
            let arm = rotation.rotate(Vec3::new(wheel_m.x, wheel_m.y, 0.0));
            let point_m = [motion.x_m + arm.x, motion.y_m + arm.y, motion.z_m + arm.z];
            ground.grip[i] = context.regions.friction_mu(point_m).unwrap_or(1.0);
            resistance[i] = context.regions.friction_c_rr(point_m).unwrap_or(0.0);
        }
        ground.rolling_resistance = (resistance != [0.0; 4]).then_some(resistance);
        ground
    }

    /// Writes what the wheels do; returns whether the car tips.
    fn observe_forces(
        &self,
        before: &State<f64>,
        state: &RaceCarState,
        ground: &Ground<f64>,
        dt_s: f64,
        seen: &mut VehicleObservation,
    ) -> bool {
        let forces = self.car.observe(before, &state.controls, ground);
        let twist = Twist2::new(before.v_x_mps, before.v_y_mps, before.yaw_rate_radps);
        for (index, seen) in seen.wheels.iter_mut().enumerate() {
            let steer_rad = if index < 2 { before.steer_rad } else { 0.0 };
            let in_wheel = Vec2::new(forces.forward_n[index], forces.leftward_n[index]);
            seen.torque_nm = before.torque_nm[index];
            seen.force_in_wheel_n = in_wheel;
            seen.force_in_vehicle_n = in_wheel.rotated(steer_rad);
            seen.velocity_in_vehicle_mps = twist.velocity_at(self.wheels_m[index]);
            seen.load_n = forces.load_n[index];
            seen.alpha_radps2 = (state.car.spin_radps[index] - before.spin_radps[index]) / dt_s;
            seen.slip_angle_rad = forces.slip_angle_rad[index];
            seen.slip_ratio = forces.slip_ratio[index];
        }
        RaceCar::is_tipping(&forces.load_n)
    }
}

impl RaceCarState {
    /// The heading that its equations gave, on the turn of the plane's; where the plane touched it, that of the plane.
    pub(crate) fn heading_after_rad(&self, sent: &BodyMotion, motion: &BodyMotion) -> f64 {
        if is_touched(sent, motion) {
            motion.yaw_rad
        } else {
            sent.yaw_rad + wrap_angle(self.car.yaw_rad - sent.yaw_rad)
        }
    }

    pub(crate) fn wheel_yaw_rad(&self, wheel: usize) -> f64 {
        if wheel < 2 { self.car.steer_rad } else { 0.0 }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.car.is_finite() && self.controls.is_finite() && self.angles_rad.iter().sum::<f64>().is_finite()
    }
}

/// Take over pose and velocity of the body.
fn adopt(car: &mut State<f64>, slope: Option<&Slope>, motion: &BodyMotion) {
    let body = body_state(motion);
    let velocity = body.pose().inverse_rotate(Vec2::new(body.vx_mps, body.vy_mps));
    (car.x_m, car.y_m, car.yaw_rad) = (motion.x_m, motion.y_m, motion.yaw_rad);
    (car.v_x_mps, car.v_y_mps, car.yaw_rate_radps) = (velocity.x, velocity.y, motion.yaw_rate_radps);
    if let Some(slope) = slope {
        (car.v_x_mps, car.v_y_mps) = slope.along_ground((velocity.x, velocity.y));
        car.yaw_rate_radps = motion.yaw_rate_radps / slope.turn();
    }
}

/// The way along the ground that a step's equations made, seen from above.
fn seen_from_above(before: &State<f64>, after: &mut State<f64>, slope: &Slope) {
    let (sin, cos) = sin_cos(before.yaw_rad);
    let (dx, dy) = (after.x_m - before.x_m, after.y_m - before.y_m);
    let (x, y) = slope.from_above((cos * dx + sin * dy, cos * dy - sin * dx));
    after.x_m = before.x_m + (cos * x - sin * y);
    after.y_m = before.y_m + (sin * x + cos * y);
    after.yaw_rad = before.yaw_rad + slope.turn() * wrap_angle(after.yaw_rad - before.yaw_rad);
}

/// The body as a car's velocity moves it, at the body's own place.
fn told(car: &State<f64>, slope: Option<&Slope>, motion: &BodyMotion) -> BodyMotion {
    let (sin, cos) = sin_cos(motion.yaw_rad);
    let (mut x, mut y, mut rate) = (car.v_x_mps, car.v_y_mps, car.yaw_rate_radps);
    if let Some(slope) = slope {
        (x, y) = slope.from_above((x, y));
        rate *= slope.turn();
    }
    BodyMotion { vx_mps: cos * x - sin * y, vy_mps: sin * x + cos * y, yaw_rate_radps: rate, ..*motion }
}

//! Vehicles whose dynamics a program brought along.

use crate::drive::{Pedals, StepContext, Turned, body_state, is_touched, slope_of};
use crate::extension::{DriveMotion, DriveView, OwnDynamics, OwnState, WheelView};
use crate::planar::BodyMotion;
use serde::{Deserialize, Serialize};
use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::body::{BodyForce, BodyModel, LocalTwist};
use skidpad_dynamics::controllers::ideal;
use skidpad_dynamics::odometry::WheelTwist;
use skidpad_dynamics::slope::Slope;
use skidpad_dynamics::vehicle::GroundPatch;
use skidpad_dynamics::wheel::WheelModel;
use skidpad_math::{NoiseAddress, Pose2, Rotation3, Twist2, Vec2, Vec3, wrap_angle};
use skidpad_messages::{VehicleObservation, WheelObservation};

/// Body, wheels and model, as far as stepping does not change them.
#[derive(Debug, Clone)]
pub struct OwnDriveModel {
    /// Mass, centre of mass and damping.
    pub body: BodyModel,
    /// Its wheels, four at most.
    pub wheels: Vec<WheelModel>,
    /// What moves it.
    pub dynamics: OwnDynamics,
    /// Where its random numbers come from.
    pub(crate) stream: u64,
}

/// What the wheels of such a vehicle remember; the model's own memory is the vehicle's.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OwnDriveState {
    /// Spins [rad/s].
    pub spin_radps: [f64; MAX_WHEELS],
    /// Angles [rad].
    pub angle_rad: [f64; MAX_WHEELS],
    /// Directions in the vehicle [rad].
    pub steer_rad: [f64; MAX_WHEELS],
    /// Forward speed that its encoders tell [m/s].
    pub encoder_mps: f64,
    /// Yaw rate that its encoders tell [rad/s].
    pub encoder_radps: f64,
    /// The velocity that the model wants exactly, if it does.
    pub wanted: Option<Twist2>,
}

/// Ground under the wheels of a vehicle, in a world where it is not the same everywhere.
#[inline(never)]
pub(crate) fn ground_under(
    context: &StepContext,
    wheels: &[WheelModel],
    motion: &BodyMotion,
) -> [GroundPatch; MAX_WHEELS] {
    let mut ground = [GroundPatch::default(); MAX_WHEELS];
    let [pitch_rad, roll_rad] = context.attitude_rad;
    let rotation = Rotation3::from_yaw_pitch_roll(motion.yaw_rad, pitch_rad, roll_rad);
    let heading = Pose2::new(0.0, 0.0, motion.yaw_rad);
    for (patch, wheel) in ground.iter_mut().zip(wheels) {
        let arm = rotation.rotate(Vec3::new(wheel.position_m.x, wheel.position_m.y, 0.0));
        let point_m = [motion.x_m + arm.x, motion.y_m + arm.y, motion.z_m + arm.z];
        let surface_mps = context.moving.velocity_at(context.model, context.elements, point_m);
        *patch = GroundPatch {
            mu: context.regions.friction_mu(point_m),
            rolling_resistance: context.regions.friction_c_rr(point_m),
            surface_mps: surface_mps.map(|in_world| heading.inverse_rotate(in_world)),
        };
    }
    ground
}

/// The wheels as a model of a program's own sees them, with the spin and direction of each.
pub(crate) fn wheel_views(
    wheels: &[WheelModel],
    moving: impl Fn(usize) -> (f64, f64),
) -> [WheelView; MAX_WHEELS] {
    const NONE: WheelModel = WheelModel {
        position_m: Vec2::new(0.0, 0.0),
        yaw_rad: 0.0,
        radius_m: 0.0,
        width_m: 0.0,
        mass_kg: 0.0,
        inertia_kgm2: 0.0,
    };
    std::array::from_fn(|index| {
        let (spin_radps, steer_rad) = moving(index);
        WheelView { wheel: wheels.get(index).copied().unwrap_or(NONE), spin_radps, steer_rad }
    })
}

impl OwnDriveModel {
    pub(crate) fn at_rest(&self) -> OwnDriveState {
        let mut steer_rad = [0.0; MAX_WHEELS];
        steer_rad.iter_mut().zip(&self.wheels).for_each(|(steer_rad, wheel)| *steer_rad = wheel.yaw_rad);
        OwnDriveState {
            spin_radps: [0.0; MAX_WHEELS],
            angle_rad: [0.0; MAX_WHEELS],
            steer_rad,
            encoder_mps: 0.0,
            encoder_radps: 0.0,
            wanted: None,
        }
    }

    /// The model's step: the body's velocity after it.
    pub(crate) fn push(
        &self,
        context: &StepContext,
        state: &mut OwnDriveState,
        own: &mut OwnState,
        pedals: &Pedals,
        motion: &mut BodyMotion,
        seen: &mut VehicleObservation,
    ) {
        let mut body = body_state(motion);
        let twist = self.body.local_twist(&body, context.heading);
        let wheels = wheel_views(&self.wheels, |index| (state.spin_radps[index], state.steer_rad[index]));
        let at = DriveView {
            time_s: context.time_s,
            dt_s: context.dt_s,
            gravity_mps2: context.gravity_mps2,
            command: own.command,
            pose_in_world: Pose2::new(motion.x_m, motion.y_m, wrap_angle(motion.yaw_rad)),
            twist: Twist2::new(twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps),
            attitude_rad: context.attitude_rad,
            mass_kg: self.body.mass_kg,
            inertia_kgm2: self.body.inertia_kgm2,
            centre_of_mass_m: self.body.centre_of_mass_m,
            wheels: &wheels[..self.wheels.len()],
            ground: ground_under(context, &self.wheels, motion),
            brake_nm: pedals.brake_nm,
            may_drive: pedals.may_drive,
            noise: NoiseAddress { seed: context.model.seed, stream: self.stream, step: context.step },
        };
        let step = self.dynamics.step(&at, &mut own.numbers);
        state.wanted = None;
        match step.motion {
            DriveMotion::Forces { fx_n, fy_n, moment_nm } => {
                let pull = slope_of(context.attitude_rad, context.compat).map_or((0.0, 0.0), |slope| {
                    let weight_n = self.body.mass_kg * context.gravity_mps2;
                    (weight_n * slope.down.0, weight_n * slope.down.1)
                });
                let force = BodyForce { fx_n: fx_n + pull.0, fy_n: fy_n + pull.1, moment_nm };
                self.body.push_turned(&mut body, &force, context.heading, context.dt_s);
            }
            DriveMotion::Twist(twist) => {
                let (vx_mps, vy_mps, yaw_rate_radps) = (twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps);
                let local = LocalTwist { vx_mps, vy_mps, yaw_rate_radps };
                ideal::impose_twist(&self.body, &mut body, &local, context.dt_s);
                state.wanted = Some(twist);
            }
        }
        (motion.vx_mps, motion.vy_mps) = (body.vx_mps, body.vy_mps);
        motion.yaw_rate_radps = body.yaw_rate_radps;
        let told = step.odometry.unwrap_or(at.twist);
        (state.encoder_mps, state.encoder_radps) = (told.vx_mps, told.yaw_rate_radps);
        for (index, (wheel, seen)) in step.wheels.iter().zip(&mut seen.wheels).enumerate() {
            seen.alpha_radps2 = (wheel.spin_radps - state.spin_radps[index]) / context.dt_s;
            (state.spin_radps[index], state.steer_rad[index]) = (wheel.spin_radps, wheel.steer_rad);
            (seen.torque_nm, seen.force_in_vehicle_n) = (wheel.torque_nm, wheel.force_n);
            seen.load_n = wheel.load_n;
            let (sin, cos) = skidpad_math::sin_cos(wheel.steer_rad);
            let Vec2 { x, y } = wheel.force_n;
            seen.force_in_wheel_n = Vec2::new(cos * x + sin * y, cos * y - sin * x);
        }
    }

    /// After the plane has moved the body: wheel angles, and the velocity that the model wants exactly.
    pub(crate) fn finish(
        &self,
        state: &mut OwnDriveState,
        sent: &BodyMotion,
        turned: Option<&Turned>,
        motion: &mut BodyMotion,
        dt_s: f64,
    ) {
        let is_touched = is_touched(sent, motion);
        if let Some(turned) = turned {
            motion.yaw_rate_radps *= turned.yaw_rate_factor;
        }
        for index in 0..self.wheels.len() {
            state.angle_rad[index] = wrap_angle(state.angle_rad[index] + state.spin_radps[index] * dt_s);
        }
        if let Some(twist) = state.wanted.filter(|_| !is_touched) {
            let (vx_mps, vy_mps, yaw_rate_radps) = (twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps);
            let mut body = body_state(motion);
            ideal::set_velocity(&self.body, &mut body, &LocalTwist { vx_mps, vy_mps, yaw_rate_radps });
            (motion.vx_mps, motion.vy_mps) = (body.vx_mps, body.vy_mps);
            motion.yaw_rate_radps = body.yaw_rate_radps;
        }
    }

    /// Let every wheel spin as the ground under it moves.
    pub(crate) fn roll_wheels(&self, state: &mut OwnDriveState, motion: &BodyMotion) {
        let twist = self.body.twist(&body_state(motion));
        for (index, wheel) in self.wheels.iter().enumerate() {
            let velocity = twist.velocity_at(wheel.position_m);
            let (sin, cos) = skidpad_math::sin_cos(state.steer_rad[index]);
            state.spin_radps[index] = (cos * velocity.x + sin * velocity.y) / wheel.radius_m;
        }
    }

    pub(crate) fn kinetic_energy_j(
        &self,
        state: &OwnDriveState,
        motion: &BodyMotion,
        slope: Option<&Slope>,
    ) -> f64 {
        let body = body_state(motion);
        let spins = self.wheels.iter().zip(state.spin_radps);
        let spinning: f64 = spins.map(|(wheel, spin)| 0.5 * wheel.inertia_kgm2 * spin * spin).sum();
        let moving = match slope {
            None => self.body.kinetic_energy_j(&body),
            Some(slope) => self.body.kinetic_energy_on_slope_j(&body, slope),
        };
        moving + spinning
    }

    pub(crate) fn observe_still(&self, state: &OwnDriveState, seen: &mut VehicleObservation) {
        seen.wheels.resize_with(self.wheels.len(), WheelObservation::default);
        for (index, (wheel, seen)) in self.wheels.iter().zip(&mut seen.wheels).enumerate() {
            seen.position_in_vehicle_m = wheel.position_m;
            seen.spin_radps = state.spin_radps[index];
            seen.rotation_rad = state.angle_rad[index];
            seen.steer_rad = state.steer_rad[index];
        }
    }
}

impl OwnDriveState {
    pub(crate) fn wheel_twist(&self) -> WheelTwist {
        WheelTwist { vx_mps: self.encoder_mps, yaw_rate_radps: self.encoder_radps }
    }

    /// Whether every number is one.
    pub(crate) fn is_finite(&self) -> bool {
        let numbers = self.spin_radps.iter().chain(&self.angle_rad).chain(&self.steer_rad);
        let sum: f64 = numbers.sum();
        (sum + self.encoder_mps + self.encoder_radps).is_finite()
    }
}

//! A vehicle in a world: its body in the plane, its wheels on the ground, its drive.

use crate::animation::Animation;
use crate::apply_commands::timeout_steps;
use crate::build::body_moving;
use crate::drive::{DriveModel, DriveState, Pedals, StepContext, Turned, slope_of};
use crate::planar::{
    BodyDescription, BodyId, BodyKind, BodyMotion, Outline, Placement, Planar, Shape, border,
};
use crate::powertrain::PowertrainModel;
use crate::state::{Presence, VehicleState};
use skidpad_dynamics::attitude::turned_on_plane;
use skidpad_dynamics::odometry::{Odometry, OdometrySource, OdometryState};
use skidpad_dynamics::slope::Slope;
use skidpad_math::{NoiseAddress, Pose2, Pose3, Rotation3, Twist2, Vec2, stream_of};
use skidpad_messages::{Drive, OdometryNoise, VehicleObservation};
use skidpad_world::description;

/// A vehicle, as far as stepping does not change it.
#[derive(Debug, Clone)]
pub struct VehicleModel {
    /// Its name.
    pub name: String,
    /// Its body.
    pub body: BodyId,
    /// The body of the steps of the ground that it cannot climb, in worlds with ground.
    pub terrain_body: Option<BodyId>,
    /// Nothing of it is farther from the reference point [m].
    pub radius_m: f64,
    /// Its chassis.
    pub chassis: ChassisModel,
    /// Its wheels.
    pub wheels: Vec<WheelPlace>,
    /// Where its first joint is [m]; a two-wheeled vehicle rests on it.
    pub hitch_m: Option<[f64; 2]>,
    /// What drives it.
    pub drive: DriveModel,
    /// Its brakes, motor and battery.
    pub powertrain: PowertrainModel,
    /// How its odometry errs.
    pub odometry: OdometryModel,
    /// Motion along keyframes instead of by its wheels.
    pub animation: Option<Animation>,
    /// Whether a part of it is a class of a program's own, which may fail.
    pub has_own_model: bool,
}

/// The outline of a chassis.
#[derive(Debug, Clone, PartialEq)]
pub struct ChassisModel {
    /// Corners [m].
    pub corners_m: Vec<[f64; 2]>,
    /// Lower and upper end [m].
    pub z_m: [f64; 2],
}

/// Where a wheel is and how large.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WheelPlace {
    /// Centre [m].
    pub position_m: [f64; 2],
    /// Direction when not steered [rad].
    pub yaw_rad: f64,
    /// Diameter [m].
    pub diameter_m: f64,
    /// Width [m].
    pub width_m: f64,
}

/// Friction and restitution of a chassis (MVSim's fixtures).
const CHASSIS_SURFACE: [f64; 2] = [0.0, 0.01];
/// Friction and restitution of a wheel.
const WHEEL_SURFACE: [f64; 2] = [0.5, 0.05];
/// Friction and restitution of a step of the ground.
const TERRAIN_SURFACE: [f64; 2] = [0.5, 0.1];
/// A step of the ground reaches this far below the wheels, so that wheels cannot pass under it [m].
pub(crate) const TERRAIN_FOOT_M: f64 = 0.05;
/// Size of a step's obstacle before it is first needed [m].
const TERRAIN_SIDE_M: f64 = 0.02;

impl VehicleModel {
    /// Its body: the chassis first, then one rectangle per wheel.
    pub(crate) fn body_description(&self) -> BodyDescription {
        let kind = if self.animation.is_some() {
            BodyKind::Kinematic
        } else {
            let body = self.drive.body();
            BodyKind::Dynamic {
                mass_kg: body.mass_kg,
                centre_of_mass_m: [body.centre_of_mass_m.x, body.centre_of_mass_m.y],
                inertia_kgm2: body.inertia_kgm2,
            }
        };
        let chassis = Shape {
            outline: Outline::Polygon(self.chassis.corners_m.clone()),
            placement_in_body: Placement::default(),
            border_radius_m: border::BODY_M,
            friction: CHASSIS_SURFACE[0],
            restitution: CHASSIS_SURFACE[1],
            z_interval_m: self.chassis.z_m,
            is_on: true,
        };
        let wheels = self.wheels.iter().map(|wheel| Shape {
            outline: Outline::Rectangle { length_m: wheel.diameter_m, width_m: wheel.width_m },
            placement_in_body: wheel.placement(wheel.yaw_rad),
            border_radius_m: border::DEFAULT_M,
            friction: WHEEL_SURFACE[0],
            restitution: WHEEL_SURFACE[1],
            z_interval_m: [0.0, wheel.diameter_m],
            is_on: true,
        });
        BodyDescription {
            kind,
            shapes: std::iter::once(chassis).chain(wheels).collect(),
            ground_friction: None,
        }
    }

    /// The body of the steps it cannot climb: one square per corner of the chassis, none raised yet.
    pub(crate) fn terrain_steps(&self) -> BodyDescription {
        let step = Shape {
            outline: Outline::Rectangle { length_m: TERRAIN_SIDE_M, width_m: TERRAIN_SIDE_M },
            placement_in_body: Placement::default(),
            border_radius_m: border::CELL_M,
            friction: TERRAIN_SURFACE[0],
            restitution: TERRAIN_SURFACE[1],
            z_interval_m: [0.0, TERRAIN_FOOT_M + self.chassis.z_m[1].max(0.0)],
            is_on: false,
        };
        BodyDescription {
            kind: BodyKind::Fixed,
            shapes: vec![step; self.chassis.corners_m.len()],
            ground_friction: None,
        }
    }

    /// Its body at a pose, its reference point moving with a twist in the vehicle's frame.
    pub(crate) fn motion_at(&self, pose: &Pose3, twist: Twist2) -> BodyMotion {
        let com = self.drive.body().centre_of_mass_m;
        let velocity = pose.pose2().rotate(twist.velocity_at(com));
        body_moving(pose, velocity, twist.yaw_rate_radps)
    }

    /// Its state at a pose, nothing moving.
    pub(crate) fn state_at_rest(&self, pose: &Pose3) -> VehicleState {
        VehicleState {
            presence: Presence::Present,
            pitch_rad: pose.pitch_rad,
            roll_rad: pose.roll_rad,
            velocity_in_world_mps: Vec2::default(),
            acceleration_in_world_mps2: Vec2::default(),
            drive: self.drive.at_rest(pose.pose2()),
            odometry: OdometryState::default(),
            is_in_collision: false,
            had_collision: false,
            commanded_at_step: 0,
            timeout_steps: None,
            powertrain: self.powertrain.at_start(),
            own: self.drive.own_at_rest(),
        }
    }

    /// Its state at the start of a run.
    pub(crate) fn initial_state(
        &self,
        pose: &Pose3,
        twist: Twist2,
        timeout_s: Option<f64>,
        dt_s: f64,
    ) -> VehicleState {
        let mut state = self.state_at_rest(pose);
        state.drive = self.drive.at_start(pose.pose2(), &self.motion_at(pose, twist));
        state.velocity_in_world_mps = pose.pose2().rotate(twist.velocity());
        state.timeout_steps = timeout_s.map(|timeout_s| timeout_steps(timeout_s, dt_s));
        state
    }

    /// Centre of mass in the vehicle's frame [m].
    pub(crate) fn com_m(&self) -> [f64; 2] {
        let com = self.drive.body().centre_of_mass_m;
        [com.x, com.y]
    }

    /// Take a new set point; false if the controller takes another kind.
    pub(crate) fn take_set_point(&self, it: &mut VehicleState, drive: &Drive) -> bool {
        match &mut it.own {
            None => self.drive.take(&mut it.drive, drive),
            Some(own) => {
                let is_understood = self.drive.own_accepts(drive);
                if is_understood {
                    own.command = *drive;
                }
                is_understood
            }
        }
    }

    /// Tell the controller to stop.
    pub(crate) fn stop(&self, it: &mut VehicleState) {
        match &mut it.own {
            None => self.drive.stop(&mut it.drive),
            Some(own) => own.stop(),
        }
    }

    /// Turn the wheels' outlines to where the last step left them. Contacts lag by that step, as in MVSim.
    pub(crate) fn place_wheels(&self, state: &DriveState, planar: &mut Planar) {
        if !self.drive.is_steered() {
            return;
        }
        for (index, wheel) in self.wheels.iter().enumerate() {
            let yaw_rad = state.wheel_yaw_rad(index);
            planar.place_shape(self.body, index + 1, wheel.placement(yaw_rad), true);
        }
    }

    /// Controller, wheels and ground: the body's velocity after the forces of a step.
    pub(crate) fn push(
        &self,
        context: &StepContext,
        it: &mut VehicleState,
        motion: &mut BodyMotion,
        seen: &mut VehicleObservation,
    ) {
        if self.animation.is_some() {
            return;
        }
        let pedals = Pedals {
            brake_nm: self.powertrain.brake_nm(it.powertrain.as_ref()),
            may_drive: self.powertrain.may_drive(it.powertrain.as_ref()),
        };
        let before_radps = self.powertrain.capacity_j.map(|_| it.drive.spins_radps());
        let own = it.own.as_deref_mut();
        self.drive.push(context, &mut it.drive, own, &pedals, motion, seen);
        if let Some(before_radps) = before_radps {
            let spins = before_radps.into_iter().zip(it.drive.spins_radps());
            let wheels = seen.wheels.iter().zip(spins);
            let used = wheels.map(|(wheel, (before, after))| (wheel.torque_nm, 0.5 * (before + after)));
            self.powertrain.discharge(it.powertrain.as_mut(), used, context.dt_s);
        }
    }

    /// After the plane has moved the body.
    pub(crate) fn finish(
        &self,
        it: &mut VehicleState,
        sent: &BodyMotion,
        compat: description::Compat,
        motion: &mut BodyMotion,
        dt_s: f64,
    ) {
        if self.animation.is_some() {
            return;
        }
        let attitude_rad = [it.pitch_rad, it.roll_rad];
        if attitude_rad == [0.0; 2] {
            self.drive.finish(&mut it.drive, sent, None, motion, dt_s);
        } else if compat == description::Compat::None {
            let turned = self.turn_on_slope(it, sent, motion);
            self.drive.finish(&mut it.drive, sent, Some(&turned), motion, dt_s);
            motion.z_m += climbed_m(sent, motion, attitude_rad);
        } else {
            let turned = slope_of(attitude_rad, compat).map(|slope| Turned { slope, yaw_rate_factor: 1.0 });
            self.drive.finish(&mut it.drive, sent, turned.as_ref(), motion, dt_s);
        }
    }

    /// The plane under the vehicle stays while its heading turns.
    fn turn_on_slope(&self, it: &mut VehicleState, sent: &BodyMotion, motion: &BodyMotion) -> Turned {
        let before = Slope::new(it.pitch_rad, it.roll_rad);
        let turn_rad = self.drive.heading_after_rad(&it.drive, sent, motion) - sent.yaw_rad;
        if turn_rad == 0.0 {
            return Turned { slope: before, yaw_rate_factor: 1.0 };
        }
        [it.pitch_rad, it.roll_rad] = turned_on_plane([it.pitch_rad, it.roll_rad], turn_rad);
        let slope = Slope::new(it.pitch_rad, it.roll_rad);
        Turned { slope, yaw_rate_factor: slope.turn() / before.turn() }
    }

    /// Draw what the description left to chance.
    pub(crate) fn draw_odometry(&mut self, seed: u64) {
        self.odometry.stream = stream_of(&[&self.name, "odometry"]);
        self.odometry.draw(seed);
    }

    /// Odometry of one step, from wheel spins and the true motion.
    pub(crate) fn advance_odometry(
        &self,
        it: &mut VehicleState,
        before: &BodyMotion,
        after: &BodyMotion,
        noise: [u64; 2],
        dt_s: f64,
    ) {
        let [seed, step] = noise;
        let noise = NoiseAddress { seed, stream: self.odometry.stream, step };
        let pose = |motion: &BodyMotion| Pose2::new(motion.x_m, motion.y_m, motion.yaw_rad);
        let increment = match self.odometry.errors.source {
            OdometrySource::Truth => pose(before).inverse() * pose(after),
            OdometrySource::Encoders => Pose2::default(),
        };
        let encoders = self.drive.wheel_twist(&it.drive);
        self.odometry.errors.step(&mut it.odometry, encoders, increment, dt_s, noise);
    }

    /// Let its shapes be touched, or not.
    pub(crate) fn switch(&self, planar: &mut Planar, is_on: bool) {
        planar.place_shape(self.body, 0, Placement::default(), is_on);
        for (index, wheel) in self.wheels.iter().enumerate() {
            planar.place_shape(self.body, index + 1, wheel.placement(wheel.yaw_rad), is_on);
        }
    }
}

/// How much a vehicle rose with the plane it stands on: −(n·Δ)/n_z for the way Δ seen from above [m].
fn climbed_m(from: &BodyMotion, to: &BodyMotion, [pitch_rad, roll_rad]: [f64; 2]) -> f64 {
    let rows = Rotation3::from_yaw_pitch_roll(from.yaw_rad, pitch_rad, roll_rad).rows;
    let [nx, ny, nz] = [rows[0][2], rows[1][2], rows[2][2]];
    -(nx * (to.x_m - from.x_m) + ny * (to.y_m - from.y_m)) / nz
}

/// How a vehicle's odometry errs, and where its randomness comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct OdometryModel {
    /// The errors, drawn where the world leaves them open.
    pub errors: Odometry,
    given: description::Odometry,
    pub(crate) stream: u64,
}

impl OdometryModel {
    /// As a world describes it, for the vehicle of this name.
    pub(crate) fn new(given: &description::Odometry, vehicle: &str) -> Self {
        let source = match given.source {
            description::OdometrySource::Encoders => OdometrySource::Encoders,
            description::OdometrySource::Truth => OdometrySource::Truth,
        };
        let errors = Odometry {
            source,
            noise_m_per_sqrt_m: given.linear_noise,
            noise_rad_per_sqrt_rad: given.angular_noise,
            ..Odometry::default()
        };
        OdometryModel { errors, given: given.clone(), stream: stream_of(&[vehicle, "odometry"]) }
    }

    /// What is known of its errors before they are drawn.
    pub(crate) fn deviations(&self) -> OdometryNoise {
        let scale = |given: Option<f64>| if given.is_some() { 0.0 } else { Odometry::MULTIPLIER_DEVIATION };
        OdometryNoise {
            distance_scale: scale(self.given.x_multiplier),
            turn_scale: scale(self.given.yaw_multiplier),
            per_sqrt_m: self.given.linear_noise,
            per_sqrt_rad: self.given.angular_noise,
        }
    }

    fn draw(&mut self, seed: u64) {
        let noise = NoiseAddress { seed, stream: self.stream, step: u64::MAX };
        let drawn =
            |given: Option<f64>, axis| given.unwrap_or_else(|| Odometry::drawn_multiplier(noise, axis));
        self.errors.x_multiplier = drawn(self.given.x_multiplier, 0);
        self.errors.y_multiplier = drawn(self.given.y_multiplier, 1);
        self.errors.yaw_multiplier = drawn(self.given.yaw_multiplier, 2);
    }
}

impl WheelPlace {
    /// The wheel turned into a direction.
    pub(crate) fn placement(&self, yaw_rad: f64) -> Placement {
        Placement { x_m: self.position_m[0], y_m: self.position_m[1], yaw_rad }
    }
}

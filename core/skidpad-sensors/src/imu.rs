//! The inertial measurement unit: what a rigid body's motion is at the place where the sensor is mounted.

use serde::{Deserialize, Serialize};
use skidpad_math::{NoiseAddress, Pose3, Quat, Vec2, Vec3, sin_cos, wrap_angle};
use skidpad_messages::ImuReading;

/// Where it is mounted and how it errs.
#[derive(Debug, Clone, PartialEq)]
pub struct ImuModel {
    /// Mounting on the vehicle.
    pub sensor_in_vehicle: Pose3,
    /// Time between two readings [s]; the biases walk by it.
    pub period_s: f64,
    /// White noise of the gyroscope [rad/s].
    pub gyro_noise_radps: f64,
    /// White noise of the accelerometer [m/s²].
    pub accel_noise_mps2: f64,
    /// Random walk of the gyroscope's bias [rad/s/√s].
    pub gyro_random_walk: f64,
    /// Random walk of the accelerometer's bias [m/s²/√s].
    pub accel_random_walk: f64,
    /// Largest rate it can report [rad/s].
    pub gyro_saturation_radps: f64,
    /// Largest acceleration it can report [m/s²].
    pub accel_saturation_mps2: f64,
    /// Deviation of the orientation [rad]; none where it reports no orientation.
    pub orientation_noise_rad: Option<f64>,
}

/// What it remembers: its biases, and how its vehicle moved.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ImuState {
    /// Bias of the gyroscope [rad/s].
    pub gyro_bias_radps: Vec3,
    /// Bias of the accelerometer [m/s²].
    pub accel_bias_mps2: Vec3,
    /// The vehicle one step ago; none at the start and after a jump.
    pub before: Option<BodyMemory>,
    /// Turn rate of the vehicle, in its axes [rad/s].
    pub rate_radps: Vec3,
    /// Change of that rate [rad/s²].
    pub angular_acceleration_radps2: Vec3,
    /// Acceleration of the vehicle's reference point, in its axes, without gravity [m/s²].
    pub acceleration_mps2: Vec3,
}

/// A vehicle at the end of a step, as the next step needs it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct BodyMemory {
    /// Height [m].
    pub z_m: f64,
    /// Attitude [rad].
    pub pitch_rad: f64,
    /// Attitude [rad].
    pub roll_rad: f64,
    /// Velocity of the reference point, in the vehicle's axes [m/s].
    pub velocity_mps: Vec3,
    /// Turn rate, in the vehicle's axes [rad/s].
    pub rate_radps: Vec3,
}

/// How a vehicle moves at the end of a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct VehicleMotion {
    /// Where it is.
    pub pose_in_world: Pose3,
    /// Velocity of its reference point over the plane, along the world's axes [m/s].
    pub velocity_in_world_mps: Vec2,
    /// Turn rate about the world's z axis [rad/s].
    pub yaw_rate_radps: f64,
}

impl ImuState {
    /// Take in one step of the vehicle's motion.
    ///
    /// Rates: ω = (φ' − ψ' sin θ, θ' cos φ + ψ' sin φ cos θ, −θ' sin φ + ψ' cos φ cos θ) with yaw ψ, pitch θ,
    /// roll φ; acceleration: a = dv/dt + ω × v in the vehicle's axes. Goldstein, *Classical Mechanics*,
    /// 3rd ed., §4.9–4.10. Yaw rate and horizontal velocity come from the solver; θ', φ', the climb rate and
    /// dv/dt are differences over the step.
    /// Leaves out: suspension; a vehicle that meets a ramp turns within one step.
    pub fn advance(&mut self, motion: &VehicleMotion, dt_s: f64) {
        let pose = &motion.pose_in_world;
        let before = self.before.unwrap_or(BodyMemory {
            z_m: pose.z_m,
            pitch_rad: pose.pitch_rad,
            roll_rad: pose.roll_rad,
            ..BodyMemory::default()
        });
        let pitch_rate = wrap_angle(pose.pitch_rad - before.pitch_rad) / dt_s;
        let roll_rate = wrap_angle(pose.roll_rad - before.roll_rad) / dt_s;
        let rate = body_rate(pose, motion.yaw_rate_radps, pitch_rate, roll_rate);
        let velocity_in_world = Vec3::new(
            motion.velocity_in_world_mps.x,
            motion.velocity_in_world_mps.y,
            (pose.z_m - before.z_m) / dt_s,
        );
        let velocity = pose.rotation().transpose().rotate(velocity_in_world);
        let (velocity_change, rate_change) = match &self.before {
            Some(before) => (velocity - before.velocity_mps, rate - before.rate_radps),
            None => (Vec3::default(), Vec3::default()),
        };
        self.rate_radps = rate;
        self.angular_acceleration_radps2 = rate_change * (1.0 / dt_s);
        self.acceleration_mps2 = velocity_change * (1.0 / dt_s) + rate.cross(velocity);
        self.before = Some(BodyMemory {
            z_m: pose.z_m,
            pitch_rad: pose.pitch_rad,
            roll_rad: pose.roll_rad,
            velocity_mps: velocity,
            rate_radps: rate,
        });
    }

    /// Let the biases walk by one period: b += σ·√T·n.
    pub fn walk(&mut self, model: &ImuModel, noise: NoiseAddress) {
        let root = model.period_s.sqrt();
        let step = |sigma: f64, first: u64| normals(noise, first) * (sigma * root);
        self.gyro_bias_radps += step(model.gyro_random_walk, WALK);
        self.accel_bias_mps2 += step(model.accel_random_walk, WALK + 3);
    }

    /// The vehicle jumped: what came before says nothing about its motion.
    pub fn forget_motion(&mut self) {
        self.before = None;
    }
}

/// Places of random numbers within a reading.
const WHITE: u64 = 0;
const WALK: u64 = 6;
const ORIENTATION: u64 = 12;

impl ImuModel {
    /// The reading at the present state.
    ///
    /// Specific force at the mounting r, in the vehicle's axes: f = a + α × r + ω × (ω × r) + Rᵀ·(0, 0, g);
    /// both it and ω then turn into the sensor's axes, gain bias and white noise, and saturate.
    /// `world_to_enu_rad` turns the world's axes to east–north–up.
    pub fn sense(
        &self,
        state: &ImuState,
        vehicle_in_world: &Pose3,
        gravity_mps2: f64,
        world_to_enu_rad: f64,
        noise: NoiseAddress,
    ) -> ImuReading {
        let vehicle = vehicle_in_world.rotation();
        let mounting = self.sensor_in_vehicle.rotation();
        let arm = self.sensor_in_vehicle.position();
        let rate = state.rate_radps;
        let force = state.acceleration_mps2
            + state.angular_acceleration_radps2.cross(arm)
            + rate.cross(rate.cross(arm))
            + vehicle.transpose().rotate(Vec3::new(0.0, 0.0, gravity_mps2));
        let into_sensor = mounting.transpose();
        let gyro =
            into_sensor.rotate(rate) + state.gyro_bias_radps + normals(noise, WHITE) * self.gyro_noise_radps;
        let accel = into_sensor.rotate(force)
            + state.accel_bias_mps2
            + normals(noise, WHITE + 3) * self.accel_noise_mps2;
        let orientation = self.orientation_noise_rad.map(|sigma_rad| {
            let enu = Quat::from_yaw_pitch_roll(world_to_enu_rad, 0.0, 0.0);
            let error = small_turn(normals(noise, ORIENTATION) * sigma_rad);
            (enu * vehicle_in_world.quat() * self.sensor_in_vehicle.quat() * error).normalized()
        });
        let square = |sigma: f64| sigma * sigma;
        ImuReading {
            angular_velocity_radps: saturated(gyro, self.gyro_saturation_radps),
            linear_acceleration_mps2: saturated(accel, self.accel_saturation_mps2),
            orientation_in_enu: orientation,
            angular_velocity_variance: square(self.gyro_noise_radps),
            linear_acceleration_variance: square(self.accel_noise_mps2),
            orientation_variance: self.orientation_noise_rad.map_or(0.0, square),
        }
    }
}

fn body_rate(pose: &Pose3, yaw_rate: f64, pitch_rate: f64, roll_rate: f64) -> Vec3 {
    let (sin_pitch, cos_pitch) = sin_cos(pose.pitch_rad);
    let (sin_roll, cos_roll) = sin_cos(pose.roll_rad);
    Vec3::new(
        roll_rate - yaw_rate * sin_pitch,
        pitch_rate * cos_roll + yaw_rate * sin_roll * cos_pitch,
        yaw_rate * cos_roll * cos_pitch - pitch_rate * sin_roll,
    )
}

/// Three random numbers.
fn normals(noise: NoiseAddress, first: u64) -> Vec3 {
    Vec3::new(noise.normal(first), noise.normal(first + 1), noise.normal(first + 2))
}

/// The rotation of a rotation vector.
fn small_turn(turn_rad: Vec3) -> Quat {
    let angle_rad = turn_rad.norm();
    let (sin, cos) = sin_cos(0.5 * angle_rad);
    let share = if angle_rad > 1e-12 { sin / angle_rad } else { 0.5 };
    Quat { w: cos, x: share * turn_rad.x, y: share * turn_rad.y, z: share * turn_rad.z }
}

fn saturated(v: Vec3, limit: f64) -> Vec3 {
    let within = |value: f64| value.clamp(-limit, limit);
    Vec3::new(within(v.x), within(v.y), within(v.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT_S: f64 = 1e-3;
    const QUIET: NoiseAddress = NoiseAddress { seed: 0, stream: 0, step: 0 };

    fn perfect(sensor_in_vehicle: Pose3) -> ImuModel {
        ImuModel {
            sensor_in_vehicle,
            period_s: 0.01,
            gyro_noise_radps: 0.0,
            accel_noise_mps2: 0.0,
            gyro_random_walk: 0.0,
            accel_random_walk: 0.0,
            gyro_saturation_radps: f64::INFINITY,
            accel_saturation_mps2: f64::INFINITY,
            orientation_noise_rad: None,
        }
    }

    /// Feed a motion, sampled at the ends of steps; the reading at `until_s`.
    fn reading(model: &ImuModel, until_s: f64, motion: impl Fn(f64) -> VehicleMotion) -> ImuReading {
        let mut state = ImuState::default();
        let steps = (until_s / DT_S).round() as u32;
        for step in 0..=steps {
            state.advance(&motion(f64::from(step) * DT_S), DT_S);
        }
        model.sense(&state, &motion(until_s).pose_in_world, 9.81, 0.0, QUIET)
    }

    fn assert_near(a: Vec3, b: [f64; 3], tolerance: f64) {
        assert!((a - Vec3::new(b[0], b[1], b[2])).norm() < tolerance, "{a:?} is not {b:?}");
    }

    /// Uniform circle of speed v and rate ω: v·ω inward, at a mounting r outward ω²·r less.
    #[test]
    fn on_a_circle_it_feels_the_centripetal_acceleration() {
        let (v, w) = (3.0, 0.8);
        let circle = |t: f64| {
            let (sin, cos) = sin_cos(w * t);
            VehicleMotion {
                pose_in_world: Pose3 { x_m: v / w * sin, yaw_rad: w * t, ..Pose3::default() },
                velocity_in_world_mps: Vec2::new(v * cos, v * sin),
                yaw_rate_radps: w,
            }
        };
        let at_centre = reading(&perfect(Pose3::default()), 2.0, circle);
        assert_near(at_centre.linear_acceleration_mps2, [0.0, v * w, 9.81], 1e-9);
        assert_near(at_centre.angular_velocity_radps, [0.0, 0.0, w], 1e-12);
        // A lever of 0.5 m forward and 0.2 m to the right, the sensor turned by a quarter to the left.
        let quarter = std::f64::consts::FRAC_PI_2;
        let mounted = perfect(Pose3 { x_m: 0.5, y_m: -0.2, yaw_rad: quarter, ..Pose3::default() });
        let force = [-w * w * 0.5, v * w + w * w * 0.2];
        let seen = reading(&mounted, 2.0, circle);
        assert_near(seen.linear_acceleration_mps2, [force[1], -force[0], 9.81], 1e-9);
    }

    /// Spinning up with α: the lever adds α × r.
    #[test]
    fn a_lever_feels_angular_acceleration() {
        let (alpha, arm) = (0.7, 0.4);
        let spin_up = |t: f64| VehicleMotion {
            pose_in_world: Pose3 { yaw_rad: 0.5 * alpha * t * t, ..Pose3::default() },
            yaw_rate_radps: alpha * t,
            ..VehicleMotion::default()
        };
        let mounted = perfect(Pose3 { x_m: arm, ..Pose3::default() });
        let rate = alpha * 1.5;
        assert_near(
            reading(&mounted, 1.5, spin_up).linear_acceleration_mps2,
            [-rate * rate * arm, alpha * arm, 9.81],
            1e-9,
        );
    }

    /// At rest on a slope the specific force is gravity's, seen in tilted axes.
    #[test]
    fn a_slope_shares_gravity_between_the_axes() {
        let (pitch_rad, roll_rad) = (-0.2, 0.1);
        let parked = |_| VehicleMotion {
            pose_in_world: Pose3 { pitch_rad, roll_rad, yaw_rad: 1.0, ..Pose3::default() },
            ..VehicleMotion::default()
        };
        let seen = reading(&perfect(Pose3::default()), 0.1, parked);
        let (sin_p, cos_p) = sin_cos(pitch_rad);
        let (sin_r, cos_r) = sin_cos(roll_rad);
        let expected = [-sin_p * 9.81, cos_p * sin_r * 9.81, cos_p * cos_r * 9.81];
        assert_near(seen.linear_acceleration_mps2, expected, 1e-12);
        assert_near(seen.angular_velocity_radps, [0.0; 3], 1e-12);
        // Mounted on its side, with z to the left of the vehicle, gravity changes axes with it.
        let on_its_side = perfect(Pose3 { roll_rad: -std::f64::consts::FRAC_PI_2, ..Pose3::default() });
        let seen = reading(&on_its_side, 0.1, parked);
        assert_near(seen.linear_acceleration_mps2, [expected[0], -expected[2], expected[1]], 1e-12);
    }

    /// A vehicle that turns on an inclined plane turns about the plane's normal: its axes see (0, 0, ω).
    #[test]
    fn turning_on_a_slope_is_a_turn_about_the_normal() {
        let (slope, w) = (0.3, 0.5);
        let tilt = skidpad_math::Rotation3::from_yaw_pitch_roll(0.0, slope, 0.0);
        let pose = |t: f64| {
            let spin = skidpad_math::Rotation3::from_yaw_pitch_roll(w * t, 0.0, 0.0);
            Pose3::from_parts(Vec3::default(), &(tilt * spin))
        };
        let turning = |t: f64| VehicleMotion {
            pose_in_world: pose(t),
            yaw_rate_radps: (pose(t + 1e-6).yaw_rad - pose(t - 1e-6).yaw_rad) / 2e-6,
            ..VehicleMotion::default()
        };
        let seen = reading(&perfect(Pose3::default()), 1.0, turning);
        // Pitch and roll rates are differences over a step: half a step late.
        assert_near(seen.angular_velocity_radps, [0.0, 0.0, w], w * w * DT_S);
    }

    /// Climbing with growing steepness: dv_z/dt shows.
    #[test]
    fn a_lift_adds_to_gravity() {
        let lift = |t: f64| VehicleMotion {
            pose_in_world: Pose3 { z_m: 0.5 * 1.2 * t * t, ..Pose3::default() },
            ..VehicleMotion::default()
        };
        let seen = reading(&perfect(Pose3::default()), 1.0, lift);
        assert_near(seen.linear_acceleration_mps2, [0.0, 0.0, 9.81 + 1.2], 1e-6);
    }

    #[test]
    fn it_saturates_and_reports_its_orientation() {
        let mut model = perfect(Pose3 { yaw_rad: 0.3, ..Pose3::default() });
        model.gyro_saturation_radps = 1.0;
        model.accel_saturation_mps2 = 5.0;
        model.orientation_noise_rad = Some(0.0);
        let spin = |t: f64| VehicleMotion {
            pose_in_world: Pose3 { yaw_rad: -4.0 * t, ..Pose3::default() },
            yaw_rate_radps: -4.0,
            ..VehicleMotion::default()
        };
        let seen = reading(&model, 0.5, spin);
        assert_eq!(seen.angular_velocity_radps.z, -1.0);
        assert_eq!(seen.linear_acceleration_mps2.z, 5.0);
        let expected = Quat::from_yaw_pitch_roll(-2.0 + 0.3, 0.0, 0.0);
        let found = seen.orientation_in_enu.unwrap();
        let dot = expected.w * found.w + expected.z * found.z;
        assert!((dot.abs() - 1.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn a_jump_is_not_an_acceleration() {
        let mut state = ImuState::default();
        let at = |z_m: f64, roll_rad: f64| VehicleMotion {
            pose_in_world: Pose3 { z_m, roll_rad, ..Pose3::default() },
            ..VehicleMotion::default()
        };
        state.advance(&at(0.0, 0.0), DT_S);
        state.forget_motion();
        state.advance(&at(5.0, 0.4), DT_S);
        assert_eq!((state.acceleration_mps2, state.rate_radps), (Vec3::default(), Vec3::default()));
    }

    /// Noise over 20 seeds: mean, deviation, autocorrelation of the white part; growth of the walk.
    /// Bounds are five standard errors of each statistic.
    #[test]
    fn noise_has_the_statistics_it_is_given() {
        let mut model = perfect(Pose3::default());
        (model.gyro_noise_radps, model.accel_noise_mps2) = (2e-4, 0.017);
        (model.gyro_random_walk, model.accel_random_walk) = (1e-3, 0.02);
        let count = 2_000_u32;
        let n = f64::from(count);
        let mut ends = Vec::new();
        for seed in 0..20 {
            let mut state = ImuState::default();
            let mut white = Vec::new();
            for step in 0..count {
                let noise = NoiseAddress { seed, stream: 77, step: u64::from(step) };
                state.walk(&model, noise);
                let seen = model.sense(&state, &Pose3::default(), 0.0, 0.0, noise);
                white.push(
                    (seen.linear_acceleration_mps2.x - state.accel_bias_mps2.x) / model.accel_noise_mps2,
                );
            }
            let mean = white.iter().sum::<f64>() / n;
            let variance = white.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
            assert!(mean.abs() < 5.0 / n.sqrt(), "seed {seed}: mean {mean}");
            assert!((variance.sqrt() - 1.0).abs() < 5.0 / (2.0 * n).sqrt(), "seed {seed}: {variance}");
            for lag in [1, 2, 10] {
                let product: f64 = white.iter().zip(&white[lag..]).map(|(a, b)| a * b).sum();
                assert!((product / n).abs() < 5.0 / n.sqrt(), "seed {seed}: lag {lag} {product}");
            }
            // After N periods of T the walk's deviation is σ·√(N·T), whatever the physics step.
            let deviation = (n * model.period_s).sqrt();
            for axis in [
                state.gyro_bias_radps.x / model.gyro_random_walk,
                state.gyro_bias_radps.z / model.gyro_random_walk,
                state.accel_bias_mps2.y / model.accel_random_walk,
            ] {
                ends.push(axis / deviation);
            }
        }
        let variance = ends.iter().map(|x| x * x).sum::<f64>() / ends.len() as f64;
        assert!((variance - 1.0).abs() < 5.0 * (2.0 / ends.len() as f64).sqrt(), "walk {variance}");
    }
}

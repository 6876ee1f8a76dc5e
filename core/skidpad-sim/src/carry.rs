//! Vehicles that are carried along a given trajectory, whatever their wheels and the ground would do.

use crate::Simulation;
use crate::drive::DriveState;
use crate::planar::BodyMotion;
use crate::sensors::{SensorState, forget_motion};
use crate::trajectory::{SpatialMotion, Trajectory};
use skidpad_dynamics::odometry::{Odometry, OdometrySource, OdometryState, WheelTwist};
use skidpad_math::{NoiseAddress, Pose2, Twist2, Vec2, cos, sin_cos};
use skidpad_messages::VehicleId;
use std::sync::Arc;

/// A vehicle and the trajectory along which it is carried.
#[derive(Debug, Clone)]
pub(crate) struct Carried {
    vehicle: VehicleId,
    trajectory: Arc<Trajectory>,
}

impl Simulation {
    /// Carry a vehicle along a trajectory from now on, whose time 0 is the start of the world: its pose, velocity and
    /// acceleration are those of the trajectory, its wheels roll along, its odometry follows the true motion with the
    /// errors of the vehicle, and it touches nothing. Inertial sensors feel the trajectory.
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn carry(&mut self, vehicle: VehicleId, trajectory: Arc<Trajectory>) {
        self.carried.retain(|carried| carried.vehicle != vehicle);
        let motion = trajectory.motion_at(self.time_ns() as f64 * 1e-9);
        self.place(vehicle, &motion);
        forget_motion(&self.model, &mut self.state, vehicle);
        self.carried.push(Carried { vehicle, trajectory });
        self.reset_observations();
    }

    /// What the odometry of carried vehicles believed before the step.
    pub(crate) fn odometry_of_carried(&self) -> Vec<(OdometryState, Pose2)> {
        let of = |carried: &Carried| {
            let index = carried.vehicle.index();
            let motion = &self.state.bodies[self.model.vehicles[index].body.index()];
            (self.state.vehicles[index].odometry, plane_pose(motion))
        };
        self.carried.iter().map(of).collect()
    }

    /// Put carried vehicles where their trajectories are at the end of the step.
    pub(crate) fn carry_along(&mut self, before: &[(OdometryState, Pose2)]) {
        let time_s = self.time_ns() as f64 * 1e-9;
        let carried = self.carried.clone();
        for (Carried { vehicle, trajectory }, (believed, from)) in carried.iter().zip(before) {
            self.place(*vehicle, &trajectory.motion_at(time_s));
            self.follow_with_odometry(*vehicle, *believed, *from);
        }
    }

    fn place(&mut self, id: VehicleId, motion: &SpatialMotion) {
        let vehicle = &self.model.vehicles[id.index()];
        let pose = &motion.pose_in_world;
        let velocity = Vec2::new(motion.velocity_in_world_mps.x, motion.velocity_in_world_mps.y);
        // ψ' of yaw, pitch and roll: the turn about the world's z axis as the plane knows it.
        let (sin_roll, cos_roll) = sin_cos(pose.roll_rad);
        let rate = motion.rate_in_body_radps;
        let yaw_rate_radps = (rate.y * sin_roll + rate.z * cos_roll) / cos(pose.pitch_rad).abs().max(1e-6);
        let along = velocity.rotated(-pose.yaw_rad);
        let twist = Twist2::new(along.x, along.y, yaw_rate_radps);
        self.state.bodies[vehicle.body.index()] = vehicle.motion_at(pose, twist);
        vehicle.switch(&mut self.planar, false);
        let it = &mut self.state.vehicles[id.index()];
        (it.pitch_rad, it.roll_rad) = (pose.pitch_rad, pose.roll_rad);
        it.velocity_in_world_mps = velocity;
        let acceleration = motion.acceleration_in_world_mps2;
        it.acceleration_in_world_mps2 = Vec2::new(acceleration.x, acceleration.y);
        (it.is_in_collision, it.had_collision) = (false, false);
        if let DriveState::Wheeled(state) = &mut it.drive {
            // Wheels roll without slip.
            for (wheel, state) in vehicle.wheels.iter().zip(&mut state.wheeled.wheels) {
                let at_wheel = twist
                    .velocity_at(Vec2::new(wheel.position_m[0], wheel.position_m[1]))
                    .rotated(-wheel.yaw_rad);
                state.spin_radps = 2.0 * at_wheel.x / wheel.diameter_m;
            }
        }
    }

    /// Odometry from the true motion, with the vehicle's errors: encoders know nothing of a motion that wheels do not
    /// make.
    fn follow_with_odometry(&mut self, id: VehicleId, believed: OdometryState, from: Pose2) {
        let vehicle = &self.model.vehicles[id.index()];
        let to = plane_pose(&self.state.bodies[vehicle.body.index()]);
        let errors = Odometry { source: OdometrySource::Truth, ..vehicle.odometry.errors };
        let noise =
            NoiseAddress { seed: self.model.seed, stream: vehicle.odometry.stream, step: self.state.step };
        let unused = WheelTwist { vx_mps: 0.0, yaw_rate_radps: 0.0 };
        let mut state = believed;
        errors.step(&mut state, unused, from.inverse() * to, self.model.dt_s, noise);
        self.state.vehicles[id.index()].odometry = state;
    }

    /// Let inertial sensors of carried vehicles feel the trajectory itself, not differences of its poses.
    pub(crate) fn feel_trajectories(&mut self) {
        let time_s = self.time_ns() as f64 * 1e-9;
        for Carried { vehicle, trajectory } in &self.carried {
            let motion = trajectory.motion_at(time_s);
            let into_body = motion.pose_in_world.rotation().transpose();
            for sensor in self.model.sensors.iter().filter(|sensor| sensor.vehicle == Some(*vehicle)) {
                let memory = sensor.memory.and_then(|memory| self.state.sensors.get_mut(memory));
                if let Some(SensorState::Imu(imu)) = memory {
                    imu.rate_radps = motion.rate_in_body_radps;
                    imu.angular_acceleration_radps2 = motion.angular_acceleration_in_body_radps2;
                    imu.acceleration_mps2 = into_body.rotate(motion.acceleration_in_world_mps2);
                }
            }
        }
    }
}

fn plane_pose(motion: &BodyMotion) -> Pose2 {
    Pose2::new(motion.x_m, motion.y_m, motion.yaw_rad)
}

//! The vehicle and the blocks of MVSim's contact runs: what tests and benchmarks of the planar world push around.

#![allow(dead_code)]

use skidpad_math::Pose2;
use skidpad_sim::planar::*;

const GRAVITY_MPS2: f64 = 9.81;

/// Free motion of a body without forces: MVSim's damping of 0.1 1/s.
pub(crate) fn damp(motion: &mut BodyMotion, dt_s: f64) {
    let damping = 1.0 + 0.1 * dt_s;
    motion.vx_mps /= damping;
    motion.vy_mps /= damping;
    motion.yaw_rate_radps /= damping;
}

pub(crate) fn shape(
    outline: Outline,
    at: [f64; 2],
    border_radius_m: f64,
    friction: f64,
    restitution: f64,
) -> Shape {
    Shape {
        outline,
        placement_in_body: Pose2 { x_m: at[0], y_m: at[1], yaw_rad: 0.0 },
        border_radius_m,
        friction,
        restitution,
        z_interval_m: [0.0, 1.0],
        is_on: true,
    }
}

/// A square block of 1 m, as all the runs have.
pub(crate) fn block(mass_kg: f64, is_static: bool) -> BodyDescription {
    let corners = vec![[-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [0.5, -0.5]];
    BodyDescription {
        kind: if is_static {
            BodyKind::Fixed
        } else {
            BodyKind::Dynamic { mass_kg, centre_of_mass_m: [0.0, 0.0], inertia_kgm2: mass_kg / 6.0 }
        },
        shapes: vec![shape(Outline::Polygon(corners), [0.0, 0.0], border::BODY_M, 0.5, 0.01)],
        ground_friction: Some(GroundFriction { mu: 0.5, anchor_distance_m: 0.5_f64.sqrt() }),
    }
}

pub(crate) const WHEELS_M: [[f64; 2]; 4] = [[-0.2, 0.3], [-0.2, -0.3], [0.2, 0.3], [0.2, -0.3]];

pub(crate) fn vehicle() -> BodyDescription {
    let chassis = vec![[-0.3, -0.25], [-0.3, 0.25], [0.3, 0.25], [0.3, -0.25]];
    let mut shapes = vec![shape(Outline::Polygon(chassis), [0.0, 0.0], border::BODY_M, 0.0, 0.01)];
    for at in WHEELS_M {
        let wheel = Outline::Rectangle { length_m: 0.2, width_m: 0.05 };
        shapes.push(shape(wheel, at, border::DEFAULT_M, 0.5, 0.05));
    }
    BodyDescription {
        kind: BodyKind::Dynamic { mass_kg: 19.0, centre_of_mass_m: [0.0, 0.0], inertia_kgm2: 1.296_666_67 },
        shapes,
        ground_friction: None,
    }
}

/// Wheel spins and speed controllers of the runs' vehicle (spec: `default` friction, `twist_pid`).
#[derive(Clone, Default)]
pub(crate) struct Drive {
    spins_radps: [f64; 4],
    integrals_nm: [f64; 2],
}

impl Drive {
    /// Update the vehicle's velocity for one step.
    pub(crate) fn step(&mut self, motion: &mut BodyMotion, [speed_mps, yaw_rate_radps]: [f64; 2], dt_s: f64) {
        const RADIUS_M: f64 = 0.1;
        const INERTIA: f64 = 0.005;
        const TRACK_M: f64 = 0.6;
        let mass_share_kg = 15.0 / 4.0 + 1.0;
        let limit_n = 0.8 * mass_share_kg * GRAVITY_MPS2;
        // Controller.
        let turning = (self.spins_radps[1] - self.spins_radps[0]) * RADIUS_M / TRACK_M;
        let forward = self.spins_radps[0] * RADIUS_M + turning * TRACK_M / 2.0;
        let wanted = [-0.5, 0.5].map(|side| speed_mps + side * yaw_rate_radps * TRACK_M);
        let measured = [-0.5, 0.5].map(|side| forward + side * turning * TRACK_M);
        let is_stop = wanted.iter().all(|v: &f64| v.abs() < 0.001);
        let mut torques_nm = [0.0_f64; 2];
        if is_stop && measured.iter().all(|v: &f64| v.abs() < 0.05) {
            self.integrals_nm = [0.0; 2];
        } else {
            for side in 0..2 {
                let error = wanted[side] - measured[side];
                self.integrals_nm[side] += 3.0 * error * dt_s;
                torques_nm[side] = (4.0 * error + self.integrals_nm[side]).clamp(-20.0, 20.0);
                if is_stop && measured[side] > 0.0 {
                    torques_nm[side] = torques_nm[side].min(0.0);
                } else if is_stop && measured[side] < 0.0 {
                    torques_nm[side] = torques_nm[side].max(0.0);
                }
            }
        }
        // Wheels.
        let (sin, cos) = motion.yaw_rad.sin_cos();
        let local = [cos * motion.vx_mps + sin * motion.vy_mps, cos * motion.vy_mps - sin * motion.vx_mps];
        let omega = motion.yaw_rate_radps;
        let (mut force, mut torque) = ([0.0; 2], 0.0);
        for (wheel, [x, y]) in WHEELS_M.into_iter().enumerate() {
            let spin = &mut self.spins_radps[wheel];
            let (vx, vy) = (local[0] - omega * y, local[1] + omega * x);
            let fy = (-vy * mass_share_kg / dt_s).clamp(-limit_n, limit_n);
            let wanted_spin_up = (vx / RADIUS_M - *spin) / dt_s;
            let effective_nm = torques_nm[wheel % 2] - 0.05 * *spin;
            let fx = ((effective_nm - INERTIA * wanted_spin_up) / RADIUS_M).clamp(-limit_n, limit_n);
            *spin += (effective_nm - RADIUS_M * fx) / INERTIA * dt_s;
            force = [force[0] + fx, force[1] + fy];
            torque += x * fy - y * fx;
        }
        motion.vx_mps += dt_s * (cos * force[0] - sin * force[1]) / 19.0;
        motion.vy_mps += dt_s * (sin * force[0] + cos * force[1]) / 19.0;
        motion.yaw_rate_radps += dt_s * torque / 1.296_666_67;
        damp(motion, dt_s);
    }
}

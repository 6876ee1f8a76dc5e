//! Friction between a block and the ground: two anchors that the ground holds back.
//!
//! MVSim holds a block by two Box2D friction joints at (±R, 0) of its frame, R the largest vertex distance;
//! each gives at most μ·m·g/2. The same limits are kept here, but the impulse is our own (sequential impulses over
//! both anchors), because the solver has no friction joint and its motors clamp each axis alone.
//!
//! A block that nothing pushes obeys Coulomb's law at each anchor: the ground pushes against the way the anchor
//! goes, so a sliding block stops after v²/(2μg) whichever way it faces.
//! While something pushes it, an anchor at its limit pushes along K⁻¹·v (K its effective mass), as Box2D's joints do:
//! how a block turns under a push decides where it ends, and MVSim is the measure of that.

use serde::{Deserialize, Serialize};

/// Ground friction of a block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroundFriction {
    /// Coulomb coefficient against the ground [-].
    pub mu: f64,
    /// Distance of both anchors from the block's reference point, along its ±x [m].
    pub anchor_distance_m: f64,
}

/// Velocity of a body's centre of mass, and its yaw rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Velocity {
    pub(super) x_mps: f64,
    pub(super) y_mps: f64,
    pub(super) yaw_radps: f64,
}

impl Velocity {
    /// Velocity of the point at `arm` from the centre of mass.
    pub(super) fn at(self, arm: [f64; 2]) -> [f64; 2] {
        [self.x_mps - self.yaw_radps * arm[1], self.y_mps + self.yaw_radps * arm[0]]
    }

    pub(super) fn plus(self, other: Velocity) -> Velocity {
        Velocity {
            x_mps: self.x_mps + other.x_mps,
            y_mps: self.y_mps + other.y_mps,
            yaw_radps: self.yaw_radps + other.yaw_radps,
        }
    }

    pub(super) fn minus(self, other: Velocity) -> Velocity {
        Velocity {
            x_mps: self.x_mps - other.x_mps,
            y_mps: self.y_mps - other.y_mps,
            yaw_radps: self.yaw_radps - other.yaw_radps,
        }
    }

    pub(super) fn times(self, factor: f64) -> Velocity {
        Velocity {
            x_mps: self.x_mps * factor,
            y_mps: self.y_mps * factor,
            yaw_radps: self.yaw_radps * factor,
        }
    }

    /// The fastest a point within `radius_m` of the centre of mass can move.
    pub(super) fn reach_mps(self, radius_m: f64) -> f64 {
        (self.x_mps * self.x_mps + self.y_mps * self.y_mps).sqrt() + self.yaw_radps.abs() * radius_m
    }
}

/// What the ground sees of a block at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing {
    /// 1/m [1/kg].
    pub(super) inverse_mass: f64,
    /// 1/I about the centre of mass [1/(kg·m²)].
    pub(super) inverse_inertia: f64,
    /// Arms from the centre of mass to the anchors, world axes [m].
    pub(super) arms: [[f64; 2]; 2],
    /// The largest impulse of one anchor in this step, μ·m·g/2·Δt [N·s].
    pub(super) limit_ns: f64,
}

/// The impulse of both anchors in one step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hold {
    pub(super) impulses_ns: [[f64; 2]; 2],
}

impl Footing {
    /// The impulses that bring both anchors to rest, as far as the ground can give them.
    ///
    /// `iterations` sweeps over both anchors; each solves its 2×2 effective mass exactly,
    /// adds to what it gave before and clamps the sum to the friction circle.
    pub(super) fn hold(&self, velocity: Velocity, iterations: usize) -> Hold {
        let mut hold = Hold::default();
        if velocity == Velocity::default() {
            return hold;
        }
        let mut moved = velocity;
        for _ in 0..iterations {
            for anchor in 0..2 {
                let given = hold.impulses_ns[anchor];
                let wanted = self.stopping_impulse(moved, anchor);
                let total = clamp_to_circle([given[0] + wanted[0], given[1] + wanted[1]], self.limit_ns);
                let change = [total[0] - given[0], total[1] - given[1]];
                moved = moved.plus(self.push(change, anchor));
                hold.impulses_ns[anchor] = total;
            }
        }
        hold
    }

    /// The impulses on a block that slides freely: each anchor comes to rest, or is pushed with all the ground has,
    /// straight against its velocity at the end of the step.
    ///
    /// P = −P_max·v/|v|, by P ← clamp(P − ρ·v(P)) with ρ = 1/(1/m + r²/I); of one that can stop, P = −K⁻¹·v.
    pub(super) fn slide(&self, velocity: Velocity, iterations: usize) -> Hold {
        let stopping = self.hold(velocity, iterations);
        let is_at_limit = |[x, y]: [f64; 2]| x * x + y * y >= 0.999_999 * self.limit_ns * self.limit_ns;
        if !stopping.impulses_ns.into_iter().any(is_at_limit) {
            return stopping;
        }
        // Both anchors start from the velocity of the block, which is the answer if it does not turn.
        let mut hold = Hold::default();
        for anchor in 0..2 {
            let [vx, vy] = velocity.at(self.arms[anchor]);
            let speed = (vx * vx + vy * vy).sqrt();
            if speed > 0.0 {
                hold.impulses_ns[anchor] = [-self.limit_ns * vx / speed, -self.limit_ns * vy / speed];
            }
        }
        let mut moved = velocity.plus(self.change(&hold));
        for _ in 0..iterations {
            for anchor in 0..2 {
                let given = hold.impulses_ns[anchor];
                let [sx, sy] = self.stopping_impulse(moved, anchor);
                let mut total = [given[0] + sx, given[1] + sy];
                if total[0] * total[0] + total[1] * total[1] > self.limit_ns * self.limit_ns {
                    let [rx, ry] = self.arms[anchor];
                    let stiffness = self.inverse_mass + self.inverse_inertia * (rx * rx + ry * ry);
                    let [vx, vy] = moved.at(self.arms[anchor]);
                    total = clamp_to_circle(
                        [given[0] - vx / stiffness, given[1] - vy / stiffness],
                        self.limit_ns,
                    );
                }
                moved = moved.plus(self.push([total[0] - given[0], total[1] - given[1]], anchor));
                hold.impulses_ns[anchor] = total;
            }
        }
        hold
    }

    /// The velocity change of the block under a hold.
    pub(super) fn change(&self, hold: &Hold) -> Velocity {
        self.push(hold.impulses_ns[0], 0).plus(self.push(hold.impulses_ns[1], 1))
    }

    /// True if the ground could have done better: an anchor still moves although friction is not at its limit,
    /// or friction pushes it along.
    pub(super) fn is_unsettled(&self, hold: &Hold, velocity: Velocity) -> bool {
        /// Slower anchors are at rest.
        const REST_MPS: f64 = 1e-4;
        (0..2).any(|anchor| {
            let [vx, vy] = velocity.at(self.arms[anchor]);
            let [px, py] = hold.impulses_ns[anchor];
            let is_moving = vx * vx + vy * vy > REST_MPS * REST_MPS;
            let is_below_limit = px * px + py * py < 0.99 * 0.99 * self.limit_ns * self.limit_ns;
            is_moving && (px * vx + py * vy > 0.0 || is_below_limit)
        })
    }

    /// P = −K⁻¹·v with K = (1/m)·1 + (1/I)·r⊥r⊥ᵀ.
    fn stopping_impulse(&self, velocity: Velocity, anchor: usize) -> [f64; 2] {
        let [rx, ry] = self.arms[anchor];
        let (m, i) = (self.inverse_mass, self.inverse_inertia);
        let (k11, k12, k22) = (m + i * ry * ry, -i * rx * ry, m + i * rx * rx);
        let [vx, vy] = velocity.at([rx, ry]);
        let determinant = k11 * k22 - k12 * k12;
        [(k12 * vy - k22 * vx) / determinant, (k12 * vx - k11 * vy) / determinant]
    }

    fn push(&self, impulse_newton_s: [f64; 2], anchor: usize) -> Velocity {
        let [rx, ry] = self.arms[anchor];
        Velocity {
            x_mps: impulse_newton_s[0] * self.inverse_mass,
            y_mps: impulse_newton_s[1] * self.inverse_mass,
            yaw_radps: (rx * impulse_newton_s[1] - ry * impulse_newton_s[0]) * self.inverse_inertia,
        }
    }
}

fn clamp_to_circle(vector: [f64; 2], radius: f64) -> [f64; 2] {
    let squared = vector[0] * vector[0] + vector[1] * vector[1];
    if squared <= radius * radius {
        return vector;
    }
    let scale = radius / squared.sqrt();
    [vector[0] * scale, vector[1] * scale]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 5 kg block of 1 m × 1 m, μ = 0.5, one step of 5 ms.
    fn footing() -> Footing {
        let r = 0.5_f64.sqrt();
        Footing {
            inverse_mass: 1.0 / 5.0,
            inverse_inertia: 6.0 / 5.0,
            arms: [[r, 0.0], [-r, 0.0]],
            limit_ns: 0.5 * 5.0 * 9.81 / 2.0 * 0.005,
        }
    }

    #[test]
    fn a_sliding_block_loses_mu_g_dt() {
        let footing = footing();
        let sliding = Velocity { x_mps: 2.0, ..Velocity::default() };
        let change = footing.change(&footing.hold(sliding, 8));
        assert!((change.x_mps + 0.5 * 9.81 * 0.005).abs() < 1e-15);
        assert_eq!((change.y_mps, change.yaw_radps), (0.0, 0.0));
    }

    #[test]
    fn a_slow_block_stops_and_stays() {
        let footing = footing();
        let slow = Velocity { x_mps: 0.001, y_mps: -0.002, yaw_radps: 0.003 };
        let hold = footing.hold(slow, 8);
        let rest = slow.plus(footing.change(&hold));
        assert!(rest.reach_mps(1.0) < 1e-6, "{rest:?}");
        assert!(!footing.is_unsettled(&hold, rest));
    }

    #[test]
    fn friction_takes_energy_and_never_gives() {
        let footing = footing();
        let energy = |v: Velocity| {
            (v.x_mps * v.x_mps + v.y_mps * v.y_mps) / footing.inverse_mass
                + v.yaw_radps * v.yaw_radps / footing.inverse_inertia
        };
        for case in 0..1000 {
            let part = |k: i32| f64::from((case * k) % 41 - 20) * 0.05;
            let before = Velocity { x_mps: part(7), y_mps: part(11), yaw_radps: part(13) };
            let after = before.plus(footing.change(&footing.hold(before, 8)));
            assert!(energy(after) <= energy(before) * (1.0 + 1e-12), "{before:?} {after:?}");
        }
    }
}

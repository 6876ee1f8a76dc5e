//! Bodies on tilted ground: what an impulse seen from above does to them.
//!
//! A body that must follow a slope is heavier along it than across it, seen from above: of a level impulse only the
//! part along the ground moves it, and of that motion only the level part is seen. Its inverse mass is the matrix
//! A·Aᵀ/m, A the map from velocities along the ground to those seen from above. The solver knows one mass per body.
//!
//! Its impulses P, one per touched body, change the energy of round masses by ΔE = P·v + ½·P·M⁻¹·P. The same
//! impulses, all larger by one factor per island, act on the tilted bodies:
//!
//! Δv = s·W·P,  s = P·M⁻¹·P / P·W·P  (W the true inverse masses)
//!
//! so that two bodies still push each other equally and the energy changes by s·ΔE: it never grows where the solver's
//! does not. For one contact this is the exact answer; for several, one that keeps energy and reaction.

use super::ground_friction::Velocity;
use super::islands::Scratch;
use super::{BodyId, BodyMotion, Planar};
use skidpad_dynamics::slope::Slope;

/// How much easier or harder a body moves on tilted ground, seen from above: W·M, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tilt {
    xx: f64,
    xy: f64,
    yy: f64,
    yaw: f64,
}

impl Tilt {
    fn new(slope: &Slope, (sin, cos): (f64, f64)) -> Self {
        // A in the heading: (forward, aslant; 0, leftward).
        let (f, a, l) = (slope.forward, slope.aslant, slope.leftward);
        let (ahead, mixed, aside) = (f * f + a * a, a * l, l * l);
        Tilt {
            xx: cos * cos * ahead - 2.0 * cos * sin * mixed + sin * sin * aside,
            xy: cos * sin * (ahead - aside) + (cos * cos - sin * sin) * mixed,
            yy: sin * sin * ahead + 2.0 * cos * sin * mixed + cos * cos * aside,
            yaw: slope.turn() * slope.turn(),
        }
    }

    /// What the solver's change of velocity becomes.
    fn apply(&self, change: Velocity) -> Velocity {
        Velocity {
            x_mps: self.xx * change.x_mps + self.xy * change.y_mps,
            y_mps: self.xy * change.x_mps + self.yy * change.y_mps,
            yaw_radps: self.yaw * change.yaw_radps,
        }
    }
}

impl Planar {
    /// A body stands on tilted ground during the next step, with this heading (sine and cosine).
    pub(crate) fn tilt(&mut self, id: BodyId, slope: &Slope, heading: (f64, f64)) {
        self.bodies[id.index()].tilt = Some(Tilt::new(slope, heading));
        self.tilted.push(id.0);
    }

    /// Let the solver's impulses act on bodies as heavy as tilted ground makes them.
    pub(super) fn follow_tilt(&self, motions: &mut [BodyMotion], scratch: &mut Scratch) {
        if self.tilted.is_empty() {
            return;
        }
        let change_of = |id: u32, motion: &BodyMotion| motion.velocity().minus(scratch.own[id as usize]);
        // P·M⁻¹·P and P·W·P of each island.
        let mut works = std::mem::take(&mut scratch.energies_j);
        for &id in &scratch.participants {
            works[scratch.island[id as usize] as usize] = [0.0; 2];
        }
        for &id in &scratch.participants {
            let body = &self.bodies[id as usize];
            if !body.is_dynamic() {
                continue;
            }
            let change = change_of(id, &motions[id as usize]);
            let felt = body.tilt.map_or(change, |tilt| tilt.apply(change));
            let (inverse_mass, inverse_inertia) = body.inverse_masses();
            let product = |other: Velocity| {
                (change.x_mps * other.x_mps + change.y_mps * other.y_mps) / inverse_mass
                    + change.yaw_radps * other.yaw_radps / inverse_inertia
            };
            let work = &mut works[scratch.island[id as usize] as usize];
            *work = [work[0] + product(change), work[1] + product(felt)];
        }
        for &id in &scratch.participants {
            let body = &self.bodies[id as usize];
            let [round, tilted] = works[scratch.island[id as usize] as usize];
            if !body.is_dynamic() || round == tilted || tilted <= 0.0 {
                continue;
            }
            let motion = &mut motions[id as usize];
            let change = change_of(id, motion);
            let felt = body.tilt.map_or(change, |tilt| tilt.apply(change));
            motion.set_velocity(scratch.own[id as usize].plus(felt.times(round / tilted)));
        }
        scratch.energies_j = works;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::{BodyDescription, BodyKind, Outline, PlanarSettings, Shape, border};
    use skidpad_math::{Pose2, cos, sin_cos};

    fn body(mass_kg: f64, side_m: f64) -> BodyDescription {
        BodyDescription {
            kind: BodyKind::Dynamic { mass_kg, centre_of_mass_m: [0.0; 2], inertia_kgm2: mass_kg / 6.0 },
            shapes: vec![Shape {
                outline: Outline::Rectangle { length_m: side_m, width_m: side_m },
                placement_in_body: Pose2::default(),
                border_radius_m: border::BODY_M,
                friction: 0.0,
                restitution: 0.0,
                z_interval_m: [0.0, 1.0],
                is_on: true,
            }],
            ground_friction: None,
        }
    }

    /// A body of 10 kg on level ground runs into one of 5 kg on a slope that rises at θ along the way, or against it:
    /// seen from above that one weighs 5 kg/cos²θ. Both go on together with what is left of the momentum.
    #[test]
    fn a_body_on_a_slope_is_pushed_as_its_weight_says() {
        for (angle_deg, yaw_deg) in
            [(10.0_f64, 0.0_f64), (30.0, 0.0), (30.0, 180.0), (45.0, 0.0), (30.0, 90.0)]
        {
            let mut planar = Planar::new(PlanarSettings::default());
            let fast = BodyMotion { vx_mps: 2.0, ..BodyMotion::default() };
            let still = BodyMotion { x_m: 0.82, yaw_rad: yaw_deg.to_radians(), ..BodyMotion::default() };
            let mut motions = vec![fast, still];
            planar.add_body(&body(10.0, 1.0), &fast).expect("a body");
            let tilted = planar.add_body(&body(5.0, 0.6), &still).expect("a body");
            for _ in 0..10 {
                let slope = Slope::new(angle_deg.to_radians(), 0.0);
                planar.tilt(tilted, &slope, sin_cos(motions[1].yaw_rad));
                planar.solve(&mut motions);
            }
            // Across the slope it is as heavy as on level ground.
            let level = if yaw_deg == 90.0 { 1.0 } else { cos(angle_deg.to_radians()) };
            let expected = 2.0 * 10.0 / (10.0 + 5.0 / (level * level));
            for motion in &motions {
                let off = (motion.vx_mps - expected).abs() + motion.vy_mps.abs();
                assert!(off < 1e-9, "{angle_deg}°, heading {yaw_deg}°: {motion:?}, not {expected}");
            }
        }
    }
}

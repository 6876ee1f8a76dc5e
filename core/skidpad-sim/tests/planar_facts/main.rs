//! Facts about planar motion that must hold whatever the solver does inside.

#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod bodies;
mod collisions;
mod free_motion;
mod friction;
#[path = "../planar_scene/mod.rs"]
mod planar_scene;
mod shapes;

use planar_scene::{Drive, block, damp, shape, vehicle};
use skidpad_math::Pose2;
use skidpad_sim::planar::*;

const STEPS_S: [f64; 5] = [0.001, 0.002, 0.005, 0.01, 0.02];

fn plane(dt_s: f64) -> Planar {
    Planar::new(PlanarSettings { dt_s, ..PlanarSettings::default() })
}

fn at(x_m: f64, y_m: f64, yaw_rad: f64) -> BodyMotion {
    BodyMotion { x_m, y_m, yaw_rad, ..BodyMotion::default() }
}

fn moving(motion: BodyMotion, vx_mps: f64, vy_mps: f64, yaw_rate_radps: f64) -> BodyMotion {
    BodyMotion { vx_mps, vy_mps, yaw_rate_radps, ..motion }
}

/// A rectangle on ice, with its reference point `offset_m` away from its centre of mass.
fn slab(
    size_m: [f64; 2],
    mass_kg: f64,
    friction: f64,
    restitution: f64,
    offset_m: [f64; 2],
) -> BodyDescription {
    let [length_m, width_m] = size_m;
    let outline = Outline::Rectangle { length_m, width_m };
    BodyDescription {
        kind: BodyKind::Dynamic {
            mass_kg,
            centre_of_mass_m: offset_m,
            inertia_kgm2: mass_kg * (length_m * length_m + width_m * width_m) / 12.0,
        },
        shapes: vec![shape(outline, offset_m, border::BODY_M, friction, restitution)],
        ground_friction: None,
    }
}

fn wall(size_m: [f64; 2]) -> BodyDescription {
    let outline = Outline::Rectangle { length_m: size_m[0], width_m: size_m[1] };
    BodyDescription {
        kind: BodyKind::Fixed,
        shapes: vec![shape(outline, [0.0, 0.0], border::CELL_M, 0.5, 0.0)],
        ground_friction: None,
    }
}

struct World {
    planar: Planar,
    motions: Vec<BodyMotion>,
}

impl World {
    fn new(dt_s: f64, bodies: &[(BodyDescription, BodyMotion)]) -> Self {
        let mut world = World { planar: plane(dt_s), motions: Vec::new() };
        for (description, motion) in bodies {
            world.add(description, *motion);
        }
        world
    }

    fn add(&mut self, description: &BodyDescription, motion: BodyMotion) -> BodyId {
        self.motions.push(motion);
        self.planar.add_body(description, &motion).unwrap()
    }

    fn run(&mut self, steps: usize) {
        (0..steps).for_each(|_| self.planar.solve(&mut self.motions));
    }
}

/// Kinetic energy of slabs, given their masses and moments of inertia.
fn energy_j(motions: &[BodyMotion], bodies: &[BodyDescription]) -> f64 {
    motions
        .iter()
        .zip(bodies)
        .map(|(m, body)| match body.kind {
            BodyKind::Dynamic { mass_kg, inertia_kgm2, .. } => {
                (mass_kg * (m.vx_mps * m.vx_mps + m.vy_mps * m.vy_mps)
                    + inertia_kgm2 * m.yaw_rate_radps * m.yaw_rate_radps)
                    / 2.0
            }
            BodyKind::Fixed | BodyKind::Kinematic => 0.0,
        })
        .sum()
}

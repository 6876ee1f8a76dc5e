//! The solver's world: rapier's sets and pipelines, and the settings that were measured against Box2D.

use rapier2d_f64::prelude::*;
use serde::{Deserialize, Serialize};
use skidpad_math::{Pose2, sin_cos};

use super::PlanarSettings;
use super::shapes::{Piece, Shape};

/// Everything the solver remembers between steps. Its workspaces are rebuilt, not saved.
#[derive(Serialize, Deserialize)]
pub(super) struct Solver {
    parameters: IntegrationParameters,
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    pub(super) bodies: RigidBodySet,
    pub(super) colliders: ColliderSet,
    pub(super) joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    #[serde(skip)]
    pipeline: PhysicsPipeline,
    #[serde(skip)]
    ccd: CCDSolver,
}

impl Clone for Solver {
    fn clone(&self) -> Self {
        Solver {
            parameters: self.parameters,
            islands: self.islands.clone(),
            broad_phase: self.broad_phase.clone(),
            narrow_phase: self.narrow_phase.clone(),
            bodies: self.bodies.clone(),
            colliders: self.colliders.clone(),
            joints: self.joints.clone(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            pipeline: PhysicsPipeline::new(),
            ccd: CCDSolver::new(),
        }
    }
}

/// Height intervals of all parts, world frame: the solver asks before it lets two parts touch.
struct HeightFilter<'a> {
    part_z_m: &'a [[f64; 2]],
}

impl PhysicsHooks for HeightFilter<'_> {
    fn filter_contact_pair(&self, pair: &PairFilterContext) -> Option<SolverFlags> {
        let z_m = |collider: ColliderHandle| self.part_z_m[pair.colliders[collider].user_data as usize];
        let (a, b) = (z_m(pair.collider1), z_m(pair.collider2));
        (a[0] < b[1] && b[0] < a[1]).then_some(SolverFlags::COMPUTE_RIGID_IMPULSES)
    }
}

/// Contacts farther apart than this are not looked at [m].
pub(super) const PREDICTION_M: f64 = 0.0005;

impl Solver {
    pub(super) fn new(settings: &PlanarSettings) -> Self {
        let parameters = IntegrationParameters {
            dt: settings.dt_s,
            min_ccd_dt: settings.dt_s / 100.0,
            // One substep with many sweeps, as Box2D works; more substeps would integrate our velocities twice.
            num_solver_iterations: 1,
            num_internal_pgs_iterations: settings.velocity_iterations.max(1),
            // MVSim's default of three position sweeps corresponds to one of the solver's.
            num_internal_stabilization_iterations: settings.position_iterations.div_ceil(3).max(1),
            // Recycled contacts keep old lever arms; a pushed block then turns wrongly.
            contact_recycling: false,
            normalized_prediction_distance: PREDICTION_M,
            friction_in_bias_pass: true,
            warmstart_joints: true,
            ..IntegrationParameters::default()
        };
        Solver {
            parameters,
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            pipeline: PhysicsPipeline::new(),
            ccd: CCDSolver::new(),
        }
    }

    /// Resolve contacts and joints for the bodies that are switched on, over one step.
    pub(super) fn step(&mut self, part_z_m: &[[f64; 2]]) {
        self.pipeline.step(
            Vector::ZERO,
            &self.parameters,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            &HeightFilter { part_z_m },
            &(),
        );
    }

    /// The pairs of colliders that the last step looked at.
    pub(super) fn contact_pairs(&self) -> impl Iterator<Item = &ContactPair> {
        self.narrow_phase.contact_pairs()
    }

    pub(super) fn remove_body(&mut self, handle: RigidBodyHandle) {
        self.bodies.remove(
            handle,
            &mut self.islands,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            true,
        );
    }

    /// Add a convex piece of a shape to a body. `None` if the solver cannot make a convex polygon of it.
    pub(super) fn add_collider(
        &mut self,
        body: RigidBodyHandle,
        shape: &Shape,
        piece: &Piece,
        part: u32,
    ) -> Option<ColliderHandle> {
        let border_m = shape.border_radius_m;
        let builder = match piece {
            Piece::Rectangle([x, y]) => ColliderBuilder::round_cuboid(*x, *y, border_m),
            Piece::Polygon(corners) => {
                let points = corners.iter().map(|&[x, y]| Vector::new(x, y)).collect();
                ColliderBuilder::round_convex_polyline(points, border_m)?
            }
        };
        let collider = builder
            .position(pose(&shape.placement_in_body))
            .density(0.0)
            .friction(shape.friction)
            .friction_combine_rule(CoefficientCombineRule::GeometricMean)
            // Restitution is ours: see `contacts.rs`.
            .restitution(0.0)
            .active_hooks(ActiveHooks::FILTER_CONTACT_PAIRS)
            .user_data(u128::from(part))
            .enabled(shape.is_on)
            .build();
        Some(self.colliders.insert_with_parent(collider, body, &mut self.bodies))
    }
}

/// A placement as the solver writes it.
pub(super) fn pose(placement: &Pose2) -> Pose {
    Pose::from_parts(Vector::new(placement.x_m, placement.y_m), rotation(placement.yaw_rad))
}

/// A heading as the solver writes it.
pub(super) fn rotation(yaw_rad: f64) -> Rotation {
    let (sin, cos) = sin_cos(yaw_rad);
    Rotation::from_cos_sin_unchecked(cos, sin)
}

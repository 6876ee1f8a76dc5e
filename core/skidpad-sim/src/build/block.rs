//! Blocks: outline, mass, top.

use super::Builder;
use super::budget::primitive_triangles;
use super::outline::{Prism, affine, corners_of, from_geometry};
use crate::animation::Animation;
use crate::ground::{Footprint, Top};
use crate::model::{BlockModel, Model};
use crate::planar::{self, BodyDescription, BodyKind, GroundFriction, Outline, Placement, Shape, border};
use skidpad_dynamics::mass::MassProperties;
use skidpad_math::{Primitive, Vec2};
use skidpad_messages::{BlockId, ConeColor, NewBlock};
use skidpad_scene::{Assets, Layers};
use skidpad_world::description::{self, Block, WorldDescription};
use skidpad_world::{BuildProblem, Implausible};

/// A block before it is placed.
pub(super) struct BlockPlan {
    pub(super) model: BlockModel,
    pub(super) prism: Prism,
    pub(super) body: Option<BodyDescription>,
}

/// Longer outlines are cut once, when their body is added: that body is refused where they have no area.
const LONGEST_TRIED: usize = 100;

/// The square that a block without outline has [m].
const DEFAULT_CORNERS_M: [[f64; 2]; 4] = [[-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [0.5, -0.5]];

impl Builder<'_> {
    /// Outline, mass and top of a described block; none if it is impossible.
    pub(super) fn plan_block(&mut self, block: &Block) -> Option<BlockPlan> {
        let prism = self.block_prism(block);
        let object = &block.object;
        if !self.charge_outline(&object.name, object.place, prism.corners_m.len()) {
            return None;
        }
        let solid = block.geometry.as_ref().map_or(4 * prism.corners_m.len() as u64, primitive_triangles);
        self.charge_seen(object, solid);
        let top = match block.geometry {
            Some(Primitive::Ramp { lx_m, lz_m, .. }) => Top::Ramp { length_m: lx_m, height_m: lz_m },
            Some(Primitive::SemiCylinderBump { ly_m, lz_m, .. }) => {
                Top::Bump { width_m: ly_m, height_m: lz_m }
            }
            _ => Top::Flat { z_m: prism.z_m[1] },
        };
        let animation = block.object.animation.as_ref();
        let animation = animation.and_then(|it| Animation::new(object.pose_in_world, &it.keyframes));
        let sort = match (block.is_intangible, block.is_static, animation.is_some()) {
            (true, _, _) => BlockSort::Intangible,
            (false, _, true) => BlockSort::Kinematic,
            (false, true, false) => BlockSort::Fixed,
            (false, false, false) => BlockSort::Movable { ground_friction: block.ground_friction },
        };
        let surface = [block.lateral_friction, block.restitution];
        let damping_hz = [block.linear_damping_hz, block.angular_damping_hz];
        let Some(mut plan) = prism_block(prism, top, block.mass_kg, sort, surface, damping_hz, animation)
        else {
            self.refuse(&object.name, object.place, &Implausible::NoArea);
            return None;
        };
        plan.model.is_drivable = block.is_drivable;
        plan.model.cone_color = block.cone_color.map(|color| match color {
            description::ConeColor::Blue => ConeColor::Blue,
            description::ConeColor::Yellow => ConeColor::Yellow,
            description::ConeColor::Orange => ConeColor::Orange,
        });
        Some(plan)
    }

    fn block_prism(&mut self, block: &Block) -> Prism {
        let given_z_m = block.z_min_m.zip(block.z_max_m);
        let corners_m = block.shape.as_ref().map(corners_of);
        if block.shape_from_visual {
            // MVSim widens a given window by a millimetre, so that a mesh as tall as it says is inside.
            let window =
                given_z_m.map_or([f64::NEG_INFINITY, f64::INFINITY], |(low, high)| [low - 1e-3, high + 1e-3]);
            let found = self.outline_of(&block.object, block.visual_scale, block.geometry.as_ref(), window);
            if let Some(prism) = found {
                return Prism { corners_m: corners_m.unwrap_or(prism.corners_m), z_m: prism.z_m };
            }
            if let Some(geometry) = &block.geometry {
                let own = from_geometry(geometry);
                let z_m = given_z_m.map_or(own.z_m, |(low, high)| [low, high]);
                return Prism { corners_m: corners_m.unwrap_or(own.corners_m), z_m };
            }
            let with = if corners_m.is_some() { "its <shape>" } else { "a square of one metre" };
            self.warning(block.object.place, BuildProblem::OutlineReplaced { what: "block", with });
        }
        let is_a_stand_in = corners_m.is_none() && !block.shape_from_visual && !block.is_intangible;
        if is_a_stand_in && block.geometry.is_none() && !block.object.visuals.is_empty() {
            self.compare_with_visuals(block);
        }
        let z_m = given_z_m.map_or([0.0, 1.0], |(low, high)| [low, high]);
        Prism { corners_m: corners_m.unwrap_or_else(|| DEFAULT_CORNERS_M.to_vec()), z_m }
    }
}

impl Builder<'_> {
    /// A warning where the square of one metre that stands in for an outline is not what the visuals show.
    fn compare_with_visuals(&mut self, block: &Block) {
        const ALIKE_M: f64 = 0.05;
        let assets: &Assets = self.assets;
        let mut seen = Layers::default();
        for visual in &block.object.visuals {
            let Some(mesh) = assets.meshes.get(&visual.model.uri) else { continue };
            let layers = self.account.layers_of(&visual.model.uri, mesh);
            let Some((low, high)) = layers.bounds_m() else { continue };
            let placed = affine(&visual.pose_in_object, block.visual_scale.unwrap_or(visual.scale));
            let corner =
                |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { low[axis] } else { high[axis] });
            seen.add((0..8).map(|k| placed.apply(corner(k))));
        }
        let size_m = seen.bounds_m().map(|(low, high)| [high[0] - low[0], high[1] - low[1]]);
        if size_m.is_some_and(|size_m| size_m.iter().all(|side_m| (side_m - 1.0).abs() < ALIKE_M)) {
            return;
        }
        let drawn = match size_m {
            Some([x_m, y_m]) => format!("{} m by {} m", two_decimals(x_m), two_decimals(y_m)),
            None => "by its <visual>".to_owned(),
        };
        self.warning(block.object.place, Implausible::DrawnUnlikeItCollides { drawn });
    }
}

fn two_decimals(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// How a block takes part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum BlockSort {
    /// Seen and driven on, never hit.
    Intangible,
    /// Never moves.
    Fixed,
    /// Moves along keyframes.
    Kinematic,
    /// Can be pushed.
    Movable {
        /// Coulomb coefficient against the floor [-].
        ground_friction: f64,
    },
}

/// A block of even density. `surface` is friction and restitution of its sides. None if it has no area.
fn prism_block(
    prism: Prism,
    top: Top,
    mass_kg: f64,
    sort: BlockSort,
    [friction, restitution]: [f64; 2],
    [linear_damping_hz, angular_damping_hz]: [f64; 2],
    animation: Option<Animation>,
) -> Option<BlockPlan> {
    if prism.corners_m.len() <= LONGEST_TRIED {
        planar::convex_pieces(&prism.corners_m)?;
    }
    let corners: Vec<Vec2> = prism.corners_m.iter().map(|&[x, y]| Vec2::new(x, y)).collect();
    let mass = MassProperties::of_outline(&corners, mass_kg);
    let com_m = [mass.centre_m.x, mass.centre_m.y];
    let footprint = Footprint::new(prism.corners_m.clone(), top);
    let kind = match sort {
        BlockSort::Intangible => None,
        BlockSort::Fixed => Some(BodyKind::Fixed),
        BlockSort::Kinematic => Some(BodyKind::Kinematic),
        BlockSort::Movable { .. } => Some(BodyKind::Dynamic {
            mass_kg,
            centre_of_mass_m: com_m,
            inertia_kgm2: mass.inertia_about_centre_kgm2(),
        }),
    };
    let ground_friction = match sort {
        BlockSort::Movable { ground_friction: mu } => {
            Some(GroundFriction { mu, anchor_distance_m: footprint.radius_m })
        }
        _ => None,
    };
    let body = kind.map(|kind| BodyDescription {
        kind,
        shapes: vec![Shape {
            outline: Outline::Polygon(prism.corners_m.clone()),
            placement_in_body: Placement::default(),
            border_radius_m: border::BODY_M,
            friction,
            restitution,
            z_interval_m: prism.z_m,
            is_on: true,
        }],
        ground_friction,
    });
    let model = BlockModel {
        body: None,
        footprint,
        z_m: prism.z_m,
        is_drivable: true,
        is_movable: matches!(sort, BlockSort::Movable { .. }),
        linear_damping_hz,
        angular_damping_hz,
        com_m,
        animation,
        cone_color: None,
    };
    Some(BlockPlan { model, prism, body })
}

/// A block like another one of a description, standing still; none if that one was added as a bare outline.
pub(crate) fn block_like(
    model: &Model,
    world: &WorldDescription,
    like: BlockId,
) -> Option<(BlockModel, Option<BodyDescription>)> {
    let block = world.blocks.get((*model.described_blocks.get(like.index())?)?)?;
    let like = &model.blocks[like.index()];
    let prism = Prism { corners_m: like.footprint.corners_m.clone(), z_m: like.z_m };
    let sort = match (block.is_intangible, block.is_static) {
        (true, _) => BlockSort::Intangible,
        (false, true) => BlockSort::Fixed,
        (false, false) => BlockSort::Movable { ground_friction: block.ground_friction },
    };
    let surface = [block.lateral_friction, block.restitution];
    let damping_hz = [block.linear_damping_hz, block.angular_damping_hz];
    let plan = prism_block(prism, like.footprint.top, block.mass_kg, sort, surface, damping_hz, None)?;
    let (is_drivable, cone_color) = (like.is_drivable, like.cone_color);
    Some((BlockModel { is_drivable, cone_color, ..plan.model }, plan.body))
}

/// A block added while running, with the coefficients that a block of a world file has by default.
pub(crate) fn spawned_block(block: &NewBlock) -> Option<(BlockModel, BodyDescription)> {
    let corners_m: Vec<[f64; 2]> = block.outline_m.iter().map(|corner| [corner.x, corner.y]).collect();
    let prism = Prism { corners_m, z_m: [block.z_min_m, block.z_max_m] };
    let sort = if block.is_static { BlockSort::Fixed } else { BlockSort::Movable { ground_friction: 0.5 } };
    let top = Top::Flat { z_m: block.z_max_m };
    let plan = prism_block(prism, top, block.mass_kg, sort, [0.5, 0.01], [0.1, 0.1], None)?;
    Some((plan.model, plan.body?))
}

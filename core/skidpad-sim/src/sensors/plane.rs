//! What a planar laser sees: grids, and the outlines of bodies at the laser's height.

use crate::Simulation;
use crate::animation::Animation;
use crate::build::{circle, plane_boxes, wall_boxes, wall_segments};
use crate::ground::Top;
use crate::model::BlockModel;
use crate::scene::{SceneHolder, openings, section_of};
use skidpad_math::{Pose2, Pose3, Vec2};
use skidpad_messages::{Observations, VehicleId};
use skidpad_scene::{Assets, PlanarBody, PlanarCaster, PlanarGrid, PlanarTarget, Solid};
use skidpad_sensors::range::brightness;
use skidpad_world::description::{Block, Color, ElementKind, Keyframe, WorldDescription};
use std::sync::{Arc, OnceLock};

/// What of a world a planar laser can see and never changes; made on first ask, shared by copies.
#[derive(Default)]
pub(crate) struct PlanePlan {
    grids: Vec<GridPlan>,
    walls: Vec<WallPlan>,
}

/// The maps that planar lasers of a world will see, as they were read. To prepare large ones takes a while, which the
/// first scan does, unless it was done before.
pub struct RawMaps {
    pub(crate) scene: SceneHolder,
    pub(crate) plan: Arc<OnceLock<PlanePlan>>,
}

impl RawMaps {
    /// Prepare them, on any thread.
    pub fn prepare(&self) {
        self.plan.get_or_init(|| PlanePlan::new(self.scene.description(), self.scene.assets()));
    }
}

struct GridPlan {
    grid: Arc<PlanarGrid>,
    z_m: [f64; 2],
}

/// Outlines that stand, or slide along keyframes.
struct WallPlan {
    pose_in_world: Pose3,
    animation: Option<Animation>,
    outlines: Vec<PlaneSection>,
    brightness: f32,
}

struct PlaneSection {
    corners_m: Vec<[f64; 2]>,
    z_m: [f64; 2],
}

impl PlanePlan {
    pub(crate) fn new(description: &WorldDescription, assets: &Assets) -> PlanePlan {
        let mut plan = PlanePlan::default();
        for (index, element) in description.elements.iter().enumerate() {
            match &element.kind {
                ElementKind::OccupancyGrid(grid) => {
                    if let Some(cells) = assets.grids.get(&index) {
                        let z_m = [grid.z_min_m, grid.z_max_m];
                        plan.grids.push(GridPlan { grid: Arc::new(PlanarGrid::new(cells)), z_m });
                    }
                }
                ElementKind::VerticalPlane(plane) => {
                    let ends = [[plane.x0_m, plane.y0_m], [plane.x1_m, plane.y1_m]];
                    let z_m = [plane.z_m, plane.z_m + plane.height_m];
                    let boxes =
                        plane_boxes(ends, plane.thickness_m, z_m, &openings(plane)).unwrap_or_default();
                    let keyframes: Option<&[Keyframe]> =
                        plane.animation.as_ref().map(|it| it.keyframes.as_slice());
                    plan.walls.push(WallPlan {
                        pose_in_world: plane.pose_in_world,
                        animation: keyframes.and_then(|it| Animation::new(plane.pose_in_world, it)),
                        outlines: boxes
                            .iter()
                            .map(|it| outline(&it.corners_m, [it.z_min_m, it.z_max_m]))
                            .collect(),
                        brightness: brightness_of(plane.color),
                    });
                }
                _ => {}
            }
        }
        for walls in &description.walls {
            let Some(segments) = wall_segments(walls, assets) else { continue };
            let (boxes, _) = wall_boxes(&segments, walls.thickness_m, walls.height_m);
            plan.walls.push(WallPlan {
                pose_in_world: Pose3::default(),
                animation: None,
                outlines: boxes.iter().map(|it| outline(&it.corners_m, [it.z_min_m, it.z_max_m])).collect(),
                brightness: brightness_of(walls.color),
            });
        }
        plan
    }
}

fn outline(corners_m: &[[f64; 2]; 4], z_m: [f64; 2]) -> PlaneSection {
    PlaneSection { corners_m: corners_m.to_vec(), z_m }
}

fn brightness_of(color: Color) -> f32 {
    brightness([color.red, color.green, color.blue].map(|value| f32::from(value) / 255.0))
}

/// Scratch memory of a planar scan.
#[derive(Default)]
pub(super) struct PlaneView {
    pub(super) caster: PlanarCaster,
    /// The grids that the caster has.
    grids: Vec<Arc<PlanarGrid>>,
    corners_m: Vec<[f64; 2]>,
    bodies: Vec<Seen>,
}

/// A body in the memory above.
struct Seen {
    corners: std::ops::Range<usize>,
    z_m: [f64; 2],
    brightness: f32,
}

impl PlaneView {
    /// Take the outlines and grids that a laser at this pose can meet; its own vehicle is left out.
    pub(super) fn place(
        &mut self,
        world: &Simulation,
        from: &Pose3,
        own: Option<VehicleId>,
        sees_bodies: bool,
    ) {
        let plan = world.plane_plan();
        let z_m = from.z_m;
        let at_height = plan.grids.iter().filter(|it| it.z_m[0] <= z_m && z_m <= it.z_m[1]);
        let is_same = at_height.clone().count() == self.grids.len()
            && at_height.clone().zip(&self.grids).all(|(it, known)| Arc::ptr_eq(&it.grid, known));
        if !is_same {
            self.grids = at_height.map(|it| it.grid.clone()).collect();
            self.caster = PlanarCaster::new(self.grids.clone());
        }
        self.corners_m.clear();
        self.bodies.clear();
        if sees_bodies {
            self.collect(world, plan, z_m, own);
        }
        let corners_m = &self.corners_m;
        let bodies = (0..).zip(&self.bodies).map(|(number, body)| PlanarBody {
            number,
            corners_m: &corners_m[body.corners.clone()],
            is_closed: true,
            z_min_m: body.z_m[0],
            z_max_m: body.z_m[1],
        });
        self.caster.place([from.x_m, from.y_m], Some(z_m), bodies);
    }

    /// How bright a target is, 0 to 1.
    pub(super) fn brightness(&self, target: PlanarTarget) -> f32 {
        match target {
            PlanarTarget::Grid(_) => GRID_BRIGHTNESS,
            PlanarTarget::Body(number) => {
                self.bodies.get(number as usize).map_or(0.0, |body| body.brightness)
            }
        }
    }

    fn collect(&mut self, world: &Simulation, plan: &PlanePlan, z_m: f64, own: Option<VehicleId>) {
        let seen = world.observations();
        for wall in &plan.walls {
            let pose = match &wall.animation {
                Some(animation) => animation.pose_at(seen.time_ns),
                None => wall.pose_in_world,
            };
            for it in &wall.outlines {
                self.add(&pose, &it.corners_m, it.z_m, wall.brightness);
            }
        }
        self.collect_vehicles(world, seen, own);
        let description = world.description();
        for (index, (block, seen)) in world.model().blocks.iter().zip(&seen.blocks).enumerate() {
            if !seen.is_present {
                continue;
            }
            let described = world.model().described_blocks[index];
            let described = described.and_then(|described| description.blocks.get(described));
            let color = described.map_or(Color::rgb(0, 0, 255), |block| block.color);
            let pose = seen.pose_in_world;
            let cut = cut(block, described, z_m - pose.z_m);
            let corners_m = cut.as_ref().unwrap_or(&block.footprint.corners_m);
            self.add(&pose, corners_m, block.z_m, brightness_of(color));
        }
        for (actor, seen) in description.actors.iter().zip(&seen.actors) {
            if actor.collision_radius_m > 0.0 {
                let around = circle(actor.collision_radius_m);
                self.add(&seen.pose_in_world, &around, [0.0, actor.collision_height_m], ACTOR_BRIGHTNESS);
            }
        }
        for object in world.state().objects.iter().flatten().filter(|object| object.is_seen_by_sensors) {
            let pose = object.pose_in_world;
            if let Some(corners_m) = section_of(object, z_m - pose.z_m) {
                let [red, green, blue, _] = object.rgba;
                let half_m = 0.5 * object.size_m[2];
                self.add(&pose, &corners_m, [-half_m, half_m], brightness_of(Color::rgb(red, green, blue)));
            }
        }
    }

    fn collect_vehicles(&mut self, world: &Simulation, seen: &Observations, own: Option<VehicleId>) {
        let vehicles = world.model().vehicles.iter().zip(&seen.vehicles).enumerate();
        for (index, (vehicle, seen)) in vehicles {
            if !seen.is_present || own.is_some_and(|own| own.index() == index) {
                continue;
            }
            let pose = seen.pose_in_world;
            self.add(&pose, &vehicle.chassis.corners_m, vehicle.chassis.z_m, VEHICLE_BRIGHTNESS);
            for (wheel, seen) in vehicle.wheels.iter().zip(&seen.wheels) {
                let (x, y) = (0.5 * wheel.diameter_m, 0.5 * wheel.width_m);
                let at = Pose2::new(wheel.position_m[0], wheel.position_m[1], seen.steer_rad);
                let corners = [[-x, -y], [x, -y], [x, y], [-x, y]].map(|[x, y]| {
                    let corner = at.transform(Vec2::new(x, y));
                    [corner.x, corner.y]
                });
                self.add(&pose, &corners, [0.0, wheel.diameter_m], WHEEL_BRIGHTNESS);
            }
        }
    }

    /// Add an outline of a thing at a pose. Of the pose, place and yaw count.
    fn add(&mut self, pose: &Pose3, corners_m: &[[f64; 2]], [low, high]: [f64; 2], brightness: f32) {
        let start = self.corners_m.len();
        let (sin, cos) = skidpad_math::sin_cos(pose.yaw_rad);
        self.corners_m.extend(
            corners_m.iter().map(|[x, y]| [pose.x_m + cos * x - sin * y, pose.y_m + sin * x + cos * y]),
        );
        let corners = start..self.corners_m.len();
        self.bodies.push(Seen { corners, z_m: [pose.z_m + low, pose.z_m + high], brightness });
    }
}

/// Brightness of things that have no one colour.
const GRID_BRIGHTNESS: f32 = 0.45;
const ACTOR_BRIGHTNESS: f32 = 0.4;
const VEHICLE_BRIGHTNESS: f32 = 0.4;
const WHEEL_BRIGHTNESS: f32 = 0.2;

/// What a horizontal plane at a height over its origin cuts out of a block whose outline is that of its geometry.
/// None of others, which look the same at every height: something else may stand beside the geometry, or around it.
fn cut(block: &BlockModel, described: Option<&Block>, z_m: f64) -> Option<Vec<[f64; 2]>> {
    let described = described?;
    let geometry = described.geometry.as_ref()?;
    let is_level = matches!(block.footprint.top, Top::Flat { .. });
    let is_alone =
        described.shape_from_visual && described.shape.is_none() && described.object.visuals.is_empty();
    (is_alone || !is_level).then(|| geometry.section(z_m).unwrap_or_default())
}

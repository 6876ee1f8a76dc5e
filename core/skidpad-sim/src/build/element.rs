//! World elements that can be stood on or hit: terrain, floors, vertical planes, grids; and rows of walls.

use super::terrain::height_field;
use super::walls::{Doorway, Segment, StandingBox, plane_boxes, wall_boxes};
use super::{Builder, count};
use crate::animation::Animation;
use crate::extension::ElementClass;
use crate::ground::Floor;
use crate::model::{FloorModel, SlidingWall};
use crate::planar::{BodyDescription, BodyKind, BodyMotion, Outline, Placement, Shape, border};
use crate::scene::POINT_M_PER_PX;
use skidpad_math::{Twist2, stream_of};
use skidpad_messages::BodyId;
use skidpad_scene::{Affine, Assets};
use skidpad_world::description::{
    Element, ElementKind, Elevation, ElevationSource, ExtensionUse, OpeningKind, WallSource, Walls,
};
use skidpad_world::{BuildProblem, Implausible, Place, Resource};
use std::sync::Arc;

/// Friction of vertical planes: Box2D's default, which MVSim leaves as it is.
const PLANE_FRICTION: f64 = 0.2;
/// Restitution of walls and planes.
const WALL_RESTITUTION: f64 = 0.01;
/// Friction of walls, which are blocks to MVSim.
const WALL_FRICTION: f64 = 0.5;

/// Adds an element of one class to a world.
pub(crate) type MakeElement = dyn Fn(&mut Builder<'_>, usize, &Element) + Send + Sync;

/// The built-in classes, by name.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a path to a method fixes the builder's lifetime"
)]
pub(crate) fn built_in_elements() -> Vec<(&'static str, Arc<MakeElement>)> {
    vec![
        ("elevation_map", made(|builder, index, element| builder.add_elevation_map(index, element))),
        ("horizontal_plane", made(|builder, index, element| builder.add_floor(index, element))),
        ("vertical_plane", made(|builder, index, element| builder.add_vertical_plane(index, element))),
        ("occupancy_grid", made(|builder, index, element| builder.add_grid(index, element))),
        ("pointcloud", made(|builder, index, element| builder.add_point_cloud(index, element))),
        ("ground_grid", made(|builder, _, element| builder.charge_lines(element))),
        ("skybox", Arc::new(add_nothing)),
        // Gathered before anything stands or drives on them: `PropertyRegions`, `track_of`.
        ("property_region", Arc::new(add_nothing)),
        ("cone_track", Arc::new(add_nothing)),
    ]
}

fn made(make: impl Fn(&mut Builder<'_>, usize, &Element) + Send + Sync + 'static) -> Arc<MakeElement> {
    Arc::new(make)
}

/// It is only looked at.
fn add_nothing(_: &mut Builder<'_>, _: usize, _: &Element) {}

impl Builder<'_> {
    /// Add an element by what makes those of its class.
    pub(super) fn add_element(&mut self, index: usize, element: &Element) {
        match self.model.extensions.element_maker(&element.kind) {
            Ok(make) => make(self, index, element),
            Err(reason) => self.refuse(&element.name, element.place, &reason),
        }
    }

    /// Add an element of a program's own.
    pub(crate) fn add_own_element(
        &mut self,
        class: &ElementClass,
        index: usize,
        element: &Element,
        used: &ExtensionUse,
    ) {
        let name =
            if element.name.is_empty() { format!("{}_{index}", used.class) } else { element.name.clone() };
        let stream = stream_of(&["element", &name]);
        match class.build(used, name.clone(), stream) {
            Ok(own) => {
                self.state.elements.push(own.fresh_memory());
                self.model.own_elements.push(own);
            }
            Err(reason) => self.refuse(&name, element.place, &reason),
        }
    }

    fn add_elevation_map(&mut self, index: usize, element: &Element) {
        let ElementKind::ElevationMap(elevation) = &element.kind else { return };
        if !self.charge_kernel(index, element, elevation) {
            return;
        }
        match height_field(index, elevation, self.assets) {
            Some(map) => {
                if self.charge_terrain(element.place, map.heights_m.len()) {
                    let [lx_m, ly_m] = map.extent_m();
                    let at = &map.placement;
                    let corner = |x_m: f64, y_m: f64| {
                        let (x, y) = (map.corner_m[0] + x_m, map.corner_m[1] + y_m);
                        let turned = [at.cos_yaw * x - at.sin_yaw * y, at.sin_yaw * x + at.cos_yaw * y];
                        [at.origin_m[0] + turned[0], at.origin_m[1] + turned[1], at.origin_m[2]]
                    };
                    let corners =
                        [corner(0.0, 0.0), corner(lx_m, 0.0), corner(0.0, ly_m), corner(lx_m, ly_m)];
                    self.note_seen(element.place, corners);
                    self.model.maps.push(map);
                }
            }
            None => self.leave_out(element.place, "the file of the elevation map"),
        }
    }

    fn add_point_cloud(&mut self, index: usize, element: &Element) {
        let ElementKind::PointCloud(described) = &element.kind else { return };
        let assets: &Assets = self.assets;
        if let Some(cloud) = assets.point_clouds.get(&index) {
            self.charge_cloud(element.place, cloud, POINT_M_PER_PX * described.point_size_px);
        }
    }

    /// A missing file was reported when it was read; the rest of the world runs without it.
    fn leave_out(&mut self, place: Place, uri: &str) {
        self.warning(place, BuildProblem::LeftOut { uri: uri.to_owned() });
    }

    /// The work of smoothing a matrix of heights that no loader has decoded.
    fn charge_kernel(&mut self, index: usize, element: &Element, elevation: &Elevation) -> bool {
        let ElevationSource::Matrix(rows) = &elevation.source else { return true };
        if self.assets.height_fields.contains_key(&index) {
            return true;
        }
        let weights: usize = elevation.kernel.iter().map(Vec::len).sum();
        let heights: usize = rows.iter().map(Vec::len).sum();
        let work = (weights as u64).saturating_mul(heights as u64);
        self.charge("elevation_map", element.place, Resource::Work, work)
    }

    fn add_floor(&mut self, index: usize, element: &Element) {
        let ElementKind::HorizontalPlane(plane) = &element.kind else { return };
        let placed = Affine::from_pose(&plane.pose_in_world, 1.0);
        let corners = [plane.x_min_m, plane.x_max_m]
            .into_iter()
            .flat_map(|x| [plane.y_min_m, plane.y_max_m].map(|y| [x, y]));
        self.note_seen(element.place, corners.map(|[x, y]| placed.apply([x, y, plane.z_m])));
        let keyframes = plane.animation.as_ref().map(|animation| animation.keyframes.as_slice());
        self.model.floors.push(FloorModel {
            element: count(index),
            floor: Floor {
                x_m: [plane.x_min_m, plane.x_max_m],
                y_m: [plane.y_min_m, plane.y_max_m],
                z_m: plane.z_m,
                pose_in_world: plane.pose_in_world,
                surface_velocity_mps: plane.surface_velocity_mps,
            },
            animation: keyframes.and_then(|keyframes| Animation::new(plane.pose_in_world, keyframes)),
        });
    }

    fn add_vertical_plane(&mut self, index: usize, element: &Element) {
        let ElementKind::VerticalPlane(plane) = &element.kind else { return };
        let doors: Vec<Doorway> = plane
            .openings
            .iter()
            .filter(|opening| opening.kind == OpeningKind::Door)
            .map(|door| Doorway {
                position: door.position,
                width_m: door.width_m,
                z_m: [door.z_min_m, door.z_max_m],
            })
            .collect();
        let ends = [[plane.x0_m, plane.y0_m], [plane.x1_m, plane.y1_m]];
        let z_m = [plane.z_m, plane.z_m + plane.height_m];
        let Some(boxes) = plane_boxes(ends, plane.thickness_m, z_m, &doors) else {
            self.error(element.place, Implausible::PlaneWithoutLength);
            return;
        };
        if !self.charge_panels(element.place, plane) || boxes.is_empty() {
            return;
        }
        if !self.charge_boxes("vertical_plane", element.place, boxes.len()) {
            return;
        }
        self.note_standing(element.place, &boxes);
        let keyframes = plane.animation.as_ref().map(|animation| animation.keyframes.as_slice());
        let animation = keyframes.and_then(|keyframes| Animation::new(plane.pose_in_world, keyframes));
        let body = BodyDescription {
            kind: if animation.is_some() { BodyKind::Kinematic } else { BodyKind::Fixed },
            shapes: boxes.iter().map(|it| standing_shape(it, PLANE_FRICTION)).collect(),
            ground_friction: None,
        };
        let motion = super::body_motion(&plane.pose_in_world, Twist2::default());
        let owner = BodyId::Element(count(index));
        let body = self.add_body(owner, "vertical_plane", element.place, &body, motion);
        if let (Some(body), Some(animation)) = (body, animation) {
            self.model.sliding_walls.push(SlidingWall { element: count(index), body, animation });
        }
    }

    fn add_grid(&mut self, index: usize, element: &Element) {
        let ElementKind::OccupancyGrid(grid) = &element.kind else { return };
        let Some(cells) = self.assets.grids.get(&index).cloned() else {
            self.leave_out(element.place, &grid.file.uri);
            return;
        };
        let most = usize::try_from(self.account.spending.left(Resource::Rectangles)).unwrap_or(usize::MAX);
        let Some(rectangles) = cells.merged_rectangles_within(most) else {
            self.charge_rectangles(element.place, usize::MAX);
            return;
        };
        if !self.charge_rectangles(element.place, rectangles.len()) {
            return;
        }
        let shapes: Vec<Shape> = rectangles
            .iter()
            .map(|rectangle| {
                let [low, high] = cells.corners_m(rectangle);
                Shape {
                    outline: Outline::Rectangle { length_m: high[0] - low[0], width_m: high[1] - low[1] },
                    placement_in_body: Placement {
                        x_m: (low[0] + high[0]) / 2.0,
                        y_m: (low[1] + high[1]) / 2.0,
                        yaw_rad: 0.0,
                    },
                    border_radius_m: border::CELL_M,
                    friction: grid.lateral_friction,
                    restitution: grid.restitution,
                    z_interval_m: [grid.z_min_m, grid.z_max_m],
                    is_on: true,
                }
            })
            .collect();
        if shapes.is_empty() {
            return;
        }
        let size_m = [cells.width, cells.height].map(|count| f64::from(count) * cells.resolution_m);
        let low = [cells.x_min_m, cells.y_min_m, 0.0];
        self.note_seen(element.place, [low, [low[0] + size_m[0], low[1] + size_m[1], 2.0]]);
        let body = BodyDescription { kind: BodyKind::Fixed, shapes, ground_friction: None };
        let owner = BodyId::Element(count(index));
        self.add_body(owner, "occupancy_grid", element.place, &body, BodyMotion::default());
    }

    pub(super) fn add_walls(&mut self, walls: &Walls) {
        if !self.charge_edges(walls) {
            return;
        }
        let Some(segments) = wall_segments(walls, self.assets) else {
            if let WallSource::Model(uri) = &walls.source {
                self.leave_out(walls.place, &uri.uri);
            }
            return;
        };
        if !self.charge_boxes("walls", walls.place, segments.len()) {
            return;
        }
        let (boxes, without_length) = wall_boxes(&segments, walls.thickness_m, walls.height_m);
        for index in without_length {
            self.error(walls.place, BuildProblem::WallWithoutLength { number: index + 1 });
        }
        self.note_standing(walls.place, &boxes);
        for it in &boxes {
            let body = BodyDescription {
                kind: BodyKind::Fixed,
                shapes: vec![standing_shape(it, WALL_FRICTION)],
                ground_friction: None,
            };
            let owner = BodyId::Wall(self.wall_count);
            self.wall_count += 1;
            self.add_body(owner, "wall", walls.place, &body, BodyMotion::default());
        }
    }
}

/// The lines along which a row of walls stands; none if the mesh that gives them is missing.
pub(crate) fn wall_segments(walls: &Walls, assets: &Assets) -> Option<Vec<Segment>> {
    let points: Vec<[f64; 3]> = match &walls.source {
        WallSource::Points(points) => points.iter().map(|point| [point.x, point.y, 0.0]).collect(),
        WallSource::Model(uri) => {
            let mesh = assets.meshes.get(&uri.uri)?;
            mesh.wire_segments().iter().flatten().map(|point| point.map(f64::from)).collect()
        }
    };
    let t = &walls.transformation;
    let transformation = Affine {
        linear: [0, 1, 2].map(|row| [t[row][0], t[row][1], t[row][2]]),
        translation_m: [0, 1, 2].map(|row| t[row][3]),
    };
    let moved: Vec<[f64; 2]> = points
        .iter()
        .map(|point| transformation.apply(point.map(|coordinate| walls.scale * coordinate)))
        .map(|[x, y, _]| [x, y])
        .collect();
    Some(moved.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

fn standing_shape(it: &StandingBox, friction: f64) -> Shape {
    Shape {
        outline: Outline::Polygon(it.corners_m.to_vec()),
        placement_in_body: Placement::default(),
        border_radius_m: border::DEFAULT_M,
        friction,
        restitution: WALL_RESTITUTION,
        z_interval_m: [it.z_min_m, it.z_max_m],
        is_on: true,
    }
}

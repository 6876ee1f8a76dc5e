//! World elements in the scene: floors, walls with openings, terrain, grids, clouds, rows of walls, lines.

use super::frames::FramePlace;
use super::lines::ground_grid;
use super::objects::{Placed, SceneBuilder, Thing};
use super::surfaces::{faces, paint, surface, survey_uvs, texture_uvs};
use crate::animation::Animation;
use crate::build::{count, height_field, wall_boxes, wall_segments};
use skidpad_math::{Pose3, atan2, hypot};
use skidpad_scene::bodies::{self, Opening, painted};
use skidpad_scene::{Affine, FrameOwner, Material, Mesh, ObjectClass, Visibility};
use skidpad_world::description::{
    self, Element, ElementKind, Elevation, ElevationSource, HorizontalPlane, Marker, OccupancyGridElement,
    PointCloudElement, VerticalPlane, Walls,
};

/// How high walls of a grid are drawn that have no end [m].
const ENDLESS_WALL_M: f64 = 2.0;
/// Width of a point of a cloud per pixel that it is drawn wide [m].
pub(crate) const POINT_M_PER_PX: f64 = 0.01;
/// Walls of a grid.
const GRID_RGBA: [f32; 4] = [0.45, 0.45, 0.48, 1.0];

/// How long a vertical plane is [m].
pub(crate) fn plane_length_m(plane: &VerticalPlane) -> f64 {
    hypot(plane.x1_m - plane.x0_m, plane.y1_m - plane.y0_m)
}

/// The holes of a vertical plane.
pub(crate) fn plane_openings(plane: &VerticalPlane) -> Vec<Opening> {
    let length_m = plane_length_m(plane);
    let hole = |opening: &description::Opening| {
        let middle_m = opening.position.clamp(0.0, 1.0) * length_m;
        Opening {
            from_m: middle_m - 0.5 * opening.width_m,
            to_m: middle_m + 0.5 * opening.width_m,
            z_min_m: opening.z_min_m - plane.z_m,
            z_max_m: opening.z_max_m - plane.z_m,
        }
    };
    plane.openings.iter().filter(|opening| opening.width_m > 0.0).map(hole).collect()
}

impl SceneBuilder<'_> {
    pub(super) fn add_element(&mut self, index: usize, element: &Element) {
        let name = if element.name.is_empty() { format!("element_{index}") } else { element.name.clone() };
        match &element.kind {
            ElementKind::GroundGrid(grid) => self.lines(&name, ground_grid(grid), Affine::IDENTITY),
            ElementKind::OccupancyGrid(grid) => self.add_grid(index, &name, grid),
            ElementKind::HorizontalPlane(plane) => self.add_floor(index, &name, plane),
            ElementKind::VerticalPlane(plane) => self.add_vertical_plane(index, &name, plane),
            ElementKind::ElevationMap(elevation) => self.add_terrain(index, &name, elevation),
            ElementKind::PointCloud(cloud) => self.add_cloud(index, &name, cloud),
            ElementKind::Skybox(_)
            | ElementKind::PropertyRegion(_)
            | ElementKind::ConeTrack(_)
            | ElementKind::Extension(_) => {}
        }
    }

    pub(super) fn add_walls(&mut self, walls: &Walls) {
        let Some(segments) = wall_segments(walls, self.assets) else { return };
        let Some([[x0, y0], _]) = segments.first().copied() else { return };
        let (boxes, _) = wall_boxes(&segments, walls.thickness_m, walls.height_m);
        let mut mesh = Mesh::default();
        for it in &boxes {
            let corners = it.corners_m.map(|[x, y]| [x - x0, y - y0]);
            mesh.append(&bodies::prism(&corners, it.z_min_m, it.z_max_m), &Affine::IDENTITY);
        }
        let placed =
            Placed { mesh: painted(&mesh, &paint(walls.color)), in_frame: Affine::translation(x0, y0, 0.0) };
        self.still("walls", ObjectClass::Wall, placed);
    }

    pub(super) fn add_marker(&mut self, marker: &Marker) {
        let positions: Vec<[f32; 3]> =
            marker.points.iter().map(|p| [p.x as f32, p.y as f32, p.z as f32]).collect();
        let last = count(positions.len()).saturating_sub(1);
        let segments = (0..last).map(|k| [k, k + 1]).collect();
        let mesh = Mesh { positions, segments, materials: vec![paint(marker.color)], ..Mesh::default() };
        let [x, y, z] = [marker.translation.x, marker.translation.y, marker.translation.z];
        self.lines("marker", mesh, Affine::translation(x, y, z));
    }

    /// Something that never moves.
    fn still(&mut self, name: &str, class: ObjectClass, placed: Placed) {
        let thing = Thing { name, frame: 0, instance: self.instance(), class };
        self.placed(thing, placed, Visibility::ALL);
    }

    /// Something to look at that is not there.
    fn lines(&mut self, name: &str, mesh: Mesh, in_frame: Affine) {
        let thing = Thing { name, frame: 0, instance: 0, class: ObjectClass::Marker };
        self.placed(thing, Placed { mesh, in_frame }, Visibility::VIEWER_ONLY);
    }

    /// The name of a texture whose picture is there.
    fn texture<'t>(&self, texture: Option<&'t description::AssetUri>) -> Option<&'t str> {
        texture.map(|texture| texture.uri.as_str()).filter(|uri| self.assets.images.contains_key(*uri))
    }

    fn add_grid(&mut self, index: usize, name: &str, grid: &OccupancyGridElement) {
        let Some(cells) = self.assets.grids.get(&index) else { return };
        // On the floor where no lower end is given, or as far below it as the upper end makes them.
        let low = if grid.z_min_m.is_finite() {
            grid.z_min_m
        } else if grid.z_max_m > 0.0 {
            0.0
        } else {
            grid.z_max_m - ENDLESS_WALL_M
        };
        let height_m = if grid.z_max_m.is_finite() { grid.z_max_m - low } else { ENDLESS_WALL_M };
        let mesh = painted(&bodies::grid_walls(cells, height_m), &bodies::colour(GRID_RGBA));
        let in_frame = Affine::translation(cells.x_min_m, cells.y_min_m, low);
        self.still(name, ObjectClass::Wall, Placed { mesh, in_frame });
    }

    fn add_floor(&mut self, index: usize, name: &str, plane: &HorizontalPlane) {
        let (lx, ly) = (plane.x_max_m - plane.x_min_m, plane.y_max_m - plane.y_min_m);
        let mesh = bodies::plane([0.0, lx], [0.0, ly], [plane.texture_size_x_m, plane.texture_size_y_m]);
        let material = surface(plane.color, self.texture(plane.texture.as_ref()));
        let normal_map_uri = self.texture(plane.normal_map.as_ref()).map(str::to_owned);
        let material = Material { is_lit: plane.enable_shadows, normal_map_uri, ..material };
        let placed = Placed {
            mesh: painted(&mesh, &material),
            in_frame: Affine::translation(plane.x_min_m, plane.y_min_m, plane.z_m),
        };
        let frame = self.plane_frame(index, name, plane.pose_in_world, plane.animation.as_ref());
        let thing = Thing { name, frame, instance: self.instance(), class: ObjectClass::Ground };
        self.placed_faces(thing, placed, Visibility::ALL, faces(plane.cull_face));
    }

    fn add_vertical_plane(&mut self, index: usize, name: &str, plane: &VerticalPlane) {
        let (dx, dy) = (plane.x1_m - plane.x0_m, plane.y1_m - plane.y0_m);
        let (length_m, holes) = (plane_length_m(plane), plane_openings(plane));
        let size_m = [plane.texture_size_x_m, plane.texture_size_y_m];
        let mesh = bodies::wall(length_m, plane.height_m, plane.thickness_m, &holes, size_m);
        let material = surface(plane.color, self.texture(plane.texture.as_ref()));
        let normal_map_uri = self.texture(plane.normal_map.as_ref()).map(str::to_owned);
        let material = Material { is_lit: plane.enable_shadows, normal_map_uri, ..material };
        let along = Pose3::new(plane.x0_m, plane.y0_m, plane.z_m, atan2(dy, dx), 0.0, 0.0);
        let placed = Placed { mesh: painted(&mesh, &material), in_frame: Affine::from_pose(&along, 1.0) };
        let frame = self.plane_frame(index, name, plane.pose_in_world, plane.animation.as_ref());
        let thing = Thing { name, frame, instance: self.instance(), class: ObjectClass::Wall };
        self.placed_faces(thing, placed, Visibility::ALL, faces(plane.cull_face));
    }

    fn plane_frame(
        &mut self,
        index: usize,
        name: &str,
        pose: Pose3,
        animation: Option<&description::Animation>,
    ) -> u32 {
        let animation = animation.and_then(|animation| Animation::new(pose, &animation.keyframes));
        let place = animation.map_or(FramePlace::Still(pose), FramePlace::Animated);
        self.frame(name.to_owned(), FrameOwner::Plane(count(index)), place)
    }

    fn add_terrain(&mut self, index: usize, name: &str, elevation: &Elevation) {
        let Some(field) = height_field(index, elevation, self.assets) else { return };
        let mut mesh = bodies::terrain(&field, [1.0; 2]);
        // A survey brings its own colours, under the name of its file.
        let own = match &elevation.source {
            ElevationSource::DemText { file, .. } => self.texture(Some(file)),
            _ => None,
        };
        let texture = self.texture(elevation.texture.as_ref());
        let normal_map_uri = self.texture(elevation.normal_map.as_ref()).map(str::to_owned);
        if !mesh.uvs.is_empty() {
            let is_laid_out = texture.is_some() || normal_map_uri.is_some();
            mesh.uvs = if is_laid_out { texture_uvs(&field, elevation) } else { survey_uvs(&field) };
        }
        let placement = &field.placement;
        let turn = Affine {
            linear: [
                [placement.cos_yaw, -placement.sin_yaw, 0.0],
                [placement.sin_yaw, placement.cos_yaw, 0.0],
                [0.0, 0.0, 1.0],
            ],
            translation_m: placement.origin_m,
        };
        let placed = Placed {
            mesh: painted(&mesh, &Material { normal_map_uri, ..surface(elevation.color, texture.or(own)) }),
            in_frame: turn.after(&Affine::translation(field.corner_m[0], field.corner_m[1], 0.0)),
        };
        self.still(name, ObjectClass::Terrain, placed);
    }

    fn add_cloud(&mut self, index: usize, name: &str, cloud: &PointCloudElement) {
        let Some(points) = self.assets.point_clouds.get(&index) else { return };
        let mesh = bodies::cloud(points, POINT_M_PER_PX * cloud.point_size_px);
        let [x, y, z] = points.origin_m;
        let in_frame = Affine::from_pose(&cloud.pose_in_world, 1.0).after(&Affine::translation(x, y, z));
        self.still(name, ObjectClass::PointCloud, Placed { mesh, in_frame });
    }
}

//! Renders pictures of a world.

use crate::floor::{floor_height_m, with_floor};
use rayon::ThreadPool;
use skidpad_math::{Pose3, Vec3};
use skidpad_messages::{CameraModel, LensModel, Picture, VehicleId};
use skidpad_scene::{Affine, Excluded, ObjectClass, Observer, SceneDescription, SceneObject, Tracer, View};
use skidpad_sensors::Workers;
use skidpad_sensors::camera::CameraOptics;
use skidpad_sim::Simulation;
use skidpad_world::description::Gui;
use std::f64::consts::FRAC_PI_2;

/// The viewpoint of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Viewpoint {
    /// The whole world, from the viewpoint of its `<gui>`, or else from above a corner.
    World,
    /// The whole world from straight above, x to the right, with a narrow field of view.
    Top,
    /// A vehicle, from behind and above.
    Follow(VehicleId),
    /// A pose of the camera: x points into the picture, z up.
    At(Pose3),
}

/// Settings of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// Viewpoint.
    pub viewpoint: Viewpoint,
    /// Width [px].
    pub width: u32,
    /// Height [px].
    pub height: u32,
    /// Vertical field of view [rad]; by default that of the world.
    pub field_of_view_rad: Option<f64>,
    /// Rays per pixel along each side.
    pub samples: u32,
}

/// The optical frame (z forward, y down) in a frame with x forward and z up.
const OPTICAL: Pose3 =
    Pose3 { x_m: 0.0, y_m: 0.0, z_m: 0.0, yaw_rad: -FRAC_PI_2, pitch_rad: 0.0, roll_rad: -FRAC_PI_2 };
/// The field of view from above [rad].
const LONG_LENS_RAD: f64 = 0.1;

/// What a shot shows of a world in its current state.
struct Framing {
    frames_in_world: Vec<Pose3>,
    /// Everything to show.
    seen: Extent,
    eye_in_world: Pose3,
    /// Vertical field of view.
    field_of_view_rad: f64,
}

impl Framing {
    fn of(sim: &Simulation, scene: &SceneDescription, gui: &Gui, shot: &Shot) -> Framing {
        let mut frames_in_world = Vec::new();
        sim.frames_in_world(&mut frames_in_world);
        let seen = Extent::of(scene, &frames_in_world);
        let field_of_view_rad = match shot.viewpoint {
            Viewpoint::Top => LONG_LENS_RAD,
            _ => shot.field_of_view_rad.unwrap_or(gui.field_of_view_rad).clamp(0.01, 3.0),
        };
        let aspect = f64::from(shot.width) / f64::from(shot.height);
        let eye_in_world = match shot.viewpoint {
            Viewpoint::At(pose) => pose,
            Viewpoint::Follow(id) => {
                let is_part =
                    |it: &SceneObject| scene.frames[it.frame as usize].owner.vehicle() == Some(id.0);
                let size_m =
                    Extent::around(scene, &frames_in_world, is_part).map_or(0.0, |it| it.diagonal_m());
                behind(&sim.observations().vehicle(id).pose_in_world, size_m)
            }
            Viewpoint::Top => {
                let [width, depth, _] = seen.size_m();
                let half = 0.525 * depth.max(width / aspect).max(1.0);
                let distance = half / half_tangent(field_of_view_rad);
                // The highest parts appear largest. The left of the picture is −x: the camera's up direction is +y.
                let top = Vec3 { z: seen.high_m[2], ..seen.middle() };
                orbit(top, distance, -FRAC_PI_2, FRAC_PI_2)
            }
            Viewpoint::World => match &gui.camera {
                Some(it) => orbit(it.target, it.distance_m, it.azimuth_rad, it.elevation_rad),
                None => {
                    let up = half_tangent(field_of_view_rad);
                    let from = orbit(Vec3::default(), 1.0, 225_f64.to_radians(), 35_f64.to_radians());
                    let distance = seen.distance_m(&from, [up * aspect, up]).max(2.0);
                    orbit(seen.middle(), distance, 225_f64.to_radians(), 35_f64.to_radians())
                }
            },
        };
        Framing { frames_in_world, seen, eye_in_world, field_of_view_rad }
    }
}

impl Shot {
    /// The shot with its camera fixed where it stands now; one that follows a vehicle goes on following it.
    /// The camera of a film must not move because the world that it shows becomes larger.
    pub fn from_here(&self, sim: &Simulation, gui: &Gui) -> Shot {
        if matches!(self.viewpoint, Viewpoint::Follow(_)) {
            return *self;
        }
        let framing = Framing::of(sim, &sim.scene(), gui, self);
        let field_of_view_rad = Some(framing.field_of_view_rad);
        Shot { viewpoint: Viewpoint::At(framing.eye_in_world), field_of_view_rad, ..*self }
    }
}

/// Render a picture of a world in its current state. The result does not depend on the threads.
pub fn picture(sim: &Simulation, gui: &Gui, shot: &Shot, threads: Option<&ThreadPool>) -> Picture {
    let scene = sim.scene();
    let Framing { frames_in_world, seen, eye_in_world, field_of_view_rad } =
        Framing::of(sim, &scene, gui, shot);
    let focal_px = 0.5 * f64::from(shot.height) / half_tangent(field_of_view_rad);
    let camera = CameraModel {
        width: shot.width,
        height: shot.height,
        fx_px: focal_px,
        fy_px: focal_px,
        cx_px: 0.5 * (f64::from(shot.width) - 1.0),
        cy_px: 0.5 * (f64::from(shot.height) - 1.0),
        lens: LensModel::BrownConrady,
        distortion: [0.0; 5],
    };
    let (near_m, far_m) = (gui.clip_near_m, f64::INFINITY);
    let lens = CameraOptics { camera, near_m, far_m, samples: shot.samples, readout_s: 0.0 };
    let origin_in_world_m = [eye_in_world.x_m, eye_in_world.y_m, eye_in_world.z_m];
    let middle = seen.middle();
    let away_m =
        [origin_in_world_m[0] - middle.x, origin_in_world_m[1] - middle.y, origin_in_world_m[2] - middle.z]
            .iter()
            .map(|value| value * value)
            .sum::<f64>()
            .sqrt();
    // As wide as one and a half pixels in the middle of the world, with an upper limit.
    let line_width_m = (1.5 * away_m / focal_px).clamp(0.005, 0.25);
    let is_ground = |it: &SceneObject| matches!(it.class, ObjectClass::Ground | ObjectClass::Terrain);
    let ground_z_min_m = Extent::around(&scene, &frames_in_world, is_ground).map(|it| it.low_m[2]);
    let floor_z_m = floor_height_m(&scene, ground_z_min_m, seen.low_m[2]);
    let scene = with_floor(&scene, floor_z_m, [middle.x, middle.y], line_width_m);
    let tracer = Tracer::new(&scene);
    let excluded = Excluded { switches_off: sim.switches_off(), ..Excluded::default() };
    let view = View { origin_in_world_m, observer: Observer::Viewer, excluded };
    let moment = tracer.posed(&frames_in_world, &view);
    let workers = Workers { pool: threads, called_off: None };
    lens.picture(&(eye_in_world * OPTICAL), &moment, &scene.light, &scene.sky, workers)
}

/// tan(angle / 2).
fn half_tangent(angle_rad: f64) -> f64 {
    let (sin, cos) = skidpad_math::sin_cos(0.5 * angle_rad);
    sin / cos
}

/// A camera at this distance, azimuth and elevation from a target, looking at it.
fn orbit(target: Vec3, distance_m: f64, azimuth_rad: f64, elevation_rad: f64) -> Pose3 {
    let (sin_az, cos_az) = skidpad_math::sin_cos(azimuth_rad);
    let (sin_el, cos_el) = skidpad_math::sin_cos(elevation_rad);
    Pose3 {
        x_m: target.x + distance_m * cos_az * cos_el,
        y_m: target.y + distance_m * sin_az * cos_el,
        z_m: target.z + distance_m * sin_el,
        yaw_rad: azimuth_rad + 2.0 * FRAC_PI_2,
        pitch_rad: elevation_rad,
        roll_rad: 0.0,
    }
}

/// Behind and above a vehicle, along its heading; further away if it is larger than 3 m.
fn behind(vehicle: &Pose3, size_m: f64) -> Pose3 {
    let far = (size_m / 3.0).max(1.0);
    let target = Vec3::new(vehicle.x_m, vehicle.y_m, vehicle.z_m + 0.3 * far);
    orbit(target, 5.0 * far, vehicle.yaw_rad + 2.0 * FRAC_PI_2 + 0.35, 0.38)
}

/// The bounding box of everything to show.
#[derive(Debug, Clone, Copy)]
struct Extent {
    low_m: [f64; 3],
    high_m: [f64; 3],
}

impl Extent {
    /// Floors and ground grids may be very large, so they are used only if there is nothing else.
    fn of(scene: &SceneDescription, frames_in_world: &[Pose3]) -> Extent {
        let things = Extent::around(scene, frames_in_world, |it| {
            !matches!(it.class, ObjectClass::Ground | ObjectClass::Marker)
        });
        let all = || Extent::around(scene, frames_in_world, |_| true);
        things.or_else(all).unwrap_or(Extent { low_m: [-1.0; 3], high_m: [1.0; 3] })
    }

    fn around(
        scene: &SceneDescription,
        frames_in_world: &[Pose3],
        counts: impl Fn(&SceneObject) -> bool,
    ) -> Option<Extent> {
        let mut around: Option<Extent> = None;
        for object in scene.objects.iter().filter(|object| counts(object)) {
            let Some(frame) = frames_in_world.get(object.frame as usize) else { continue };
            let mesh_in_world = Affine::from_pose(frame, 1.0).after(&object.mesh_in_frame);
            for position in &scene.meshes[object.mesh as usize].positions {
                let p = mesh_in_world.apply(position.map(f64::from));
                if p.iter().any(|value| !value.is_finite()) {
                    continue;
                }
                let box_m = around.get_or_insert(Extent { low_m: p, high_m: p });
                for (axis, &value) in p.iter().enumerate() {
                    box_m.low_m[axis] = box_m.low_m[axis].min(value);
                    box_m.high_m[axis] = box_m.high_m[axis].max(value);
                }
            }
        }
        around
    }

    fn size_m(&self) -> [f64; 3] {
        [0, 1, 2].map(|axis| self.high_m[axis] - self.low_m[axis])
    }

    fn diagonal_m(&self) -> f64 {
        self.size_m().iter().map(|side| side * side).sum::<f64>().sqrt()
    }

    fn middle(&self) -> Vec3 {
        let [x, y, z] = [0, 1, 2].map(|axis| 0.5 * (self.low_m[axis] + self.high_m[axis]));
        Vec3::new(x, y, z)
    }

    /// The distance from its middle at which a camera with this rotation sees all of it with a margin. `lens` has the
    /// tangents of half the fields of view, horizontal and vertical.
    fn distance_m(&self, camera: &Pose3, lens: [f64; 2]) -> f64 {
        const MARGIN: f64 = 1.1;
        let turn = Pose3 { x_m: 0.0, y_m: 0.0, z_m: 0.0, ..*camera };
        let size = self.size_m();
        (0..8)
            .map(|corner| {
                let at = |axis: usize| (f64::from(corner >> axis & 1) - 0.5) * size[axis];
                let seen = turn.inverse_transform(Vec3::new(at(0), at(1), at(2)));
                MARGIN * (seen.y.abs() / lens[0]).max(seen.z.abs() / lens[1]) - seen.x
            })
            .fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_orbiting_camera_looks_at_its_target() {
        let target = Vec3::new(3.0, -2.0, 0.5);
        for (azimuth_rad, elevation_rad) in [(0.0, 0.1), (2.0, 0.7), (-1.5, 1.5)] {
            let eye = orbit(target, 10.0, azimuth_rad, elevation_rad);
            let seen = eye.inverse_transform(target);
            assert!((seen.x - 10.0).abs() < 1e-9 && seen.y.abs() < 1e-9 && seen.z.abs() < 1e-9, "{seen:?}");
        }
    }

    #[test]
    fn everything_is_in_a_picture_of_all() {
        let box_m = Extent { low_m: [-3.0, 2.0, 0.0], high_m: [9.0, 5.0, 1.0] };
        let lens = [0.8, 0.45];
        let turn = orbit(Vec3::default(), 1.0, 3.9, 0.6);
        let distance_m = box_m.distance_m(&turn, lens);
        let eye = orbit(box_m.middle(), distance_m, 3.9, 0.6);
        let mut most = 0.0_f64;
        for corner in 0..8 {
            let at =
                |axis: usize| if corner >> axis & 1 == 0 { box_m.low_m[axis] } else { box_m.high_m[axis] };
            let seen = eye.inverse_transform(Vec3::new(at(0), at(1), at(2)));
            most = most.max(seen.y.abs() / (seen.x * lens[0])).max(seen.z.abs() / (seen.x * lens[1]));
        }
        assert!(most < 1.0 && most > 0.8, "{most}");
    }

    #[test]
    fn from_above_x_points_right_and_y_up() {
        let eye = orbit(Vec3::default(), 10.0, -FRAC_PI_2, FRAC_PI_2);
        let optical_in_world = eye * OPTICAL;
        let along_x = optical_in_world.inverse_transform(Vec3::new(1.0, 0.0, 0.0));
        let along_y = optical_in_world.inverse_transform(Vec3::new(0.0, 1.0, 0.0));
        assert!((along_x.x - 1.0).abs() < 1e-9, "{along_x:?}");
        assert!((along_y.y + 1.0).abs() < 1e-9, "{along_y:?}");
    }
}

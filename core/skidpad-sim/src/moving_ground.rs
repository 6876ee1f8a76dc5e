//! Ground that moves under what stands on it: lifts, turntables, platforms, conveyors.

use crate::animation::Animation;
use crate::extension::ExtensionMemory;
use crate::ground::{BlockPlacement, Floor, Footprint};
use crate::model::Model;
use crate::own_elements::ground_motion;
use crate::simulation::Simulation;
use crate::state::{Presence, State};
use skidpad_math::{Pose2, Pose3, Vec2, wrap_angle};

/// A wheel stands on a surface that is at most this far from it [m].
const ON_SURFACE_M: f64 = 0.02;

/// A surface during one step: where it is, and how it moves.
#[derive(Debug, Clone)]
struct MovingSurface {
    shape: Shape,
    origin_m: Vec2,
    velocity_mps: Vec2,
    yaw_rate_radps: f64,
    /// How far its origin goes up [m].
    rise_m: f64,
}

#[derive(Debug, Clone)]
enum Shape {
    /// A floor, at its pose.
    Floor(u32, Pose3),
    /// The top of a block.
    Block(u32, BlockPlacement),
}

impl MovingSurface {
    /// Its velocity at a point, in the world.
    fn velocity_at(&self, at_m: Vec2) -> Vec2 {
        let arm = at_m - self.origin_m;
        self.velocity_mps + Vec2::new(-arm.y, arm.x) * self.yaw_rate_radps
    }
}

/// The surfaces that move during a step.
#[derive(Debug, Clone, Default)]
pub(crate) struct MovingGround {
    surfaces: Vec<MovingSurface>,
    /// Whether elements of a program's own may move the ground.
    has_own: bool,
}

impl MovingGround {
    /// Look where the moving surfaces of a world are at the start of a step, and where they go.
    #[inline]
    pub(crate) fn look(&mut self, model: &Model, state: &State) {
        self.surfaces.clear();
        self.has_own = !model.own_elements.is_empty();
        let [now_ns, next_ns] = [state.step, state.step + 1].map(|step| model.time_ns(step));
        for (index, it) in (0..).zip(&model.floors) {
            let belt_mps = it.floor.surface_velocity_mps;
            if it.animation.is_none() && belt_mps == Vec2::default() {
                continue;
            }
            let pose_at =
                |time_ns| it.animation.as_ref().map_or(it.floor.pose_in_world, |a| a.pose_at(time_ns));
            let (from, to) = (pose_at(now_ns), pose_at(next_ns));
            let belt_in_world = from.pose2().rotate(belt_mps);
            self.add(Shape::Floor(index, from), &from, &to, belt_in_world, model.dt_s);
        }
        for (index, (block, it)) in (0..).zip(model.blocks.iter().zip(&state.blocks)) {
            let Some(animation) = block.animation.as_ref().filter(|_| it.presence == Presence::Present)
            else {
                continue;
            };
            let [from, to] = [now_ns, next_ns].map(|time_ns| Animation::pose_at(animation, time_ns));
            let shape = Shape::Block(index, BlockPlacement::from(&from));
            self.add(shape, &from, &to, Vec2::default(), model.dt_s);
        }
    }

    fn add(&mut self, shape: Shape, from: &Pose3, to: &Pose3, belt_mps: Vec2, dt_s: f64) {
        let origin_m = Vec2::new(from.x_m, from.y_m);
        let moved_m = Vec2::new(to.x_m, to.y_m) - origin_m;
        self.surfaces.push(MovingSurface {
            shape,
            origin_m,
            velocity_mps: moved_m * (1.0 / dt_s) + belt_mps,
            yaw_rate_radps: wrap_angle(to.yaw_rad - from.yaw_rad) / dt_s,
            rise_m: to.z_m - from.z_m,
        });
    }

    /// Whether nothing moves.
    pub(crate) fn is_still(&self) -> bool {
        self.surfaces.is_empty() && !self.has_own
    }

    /// Velocity of the ground at a point on it, in the world; none where the ground does not move.
    pub(crate) fn velocity_at(
        &self,
        model: &Model,
        elements: &[ExtensionMemory],
        point_m: [f64; 3],
    ) -> Option<Vec2> {
        match self.surface_under(model, point_m) {
            Some(surface) => Some(surface.velocity_at(Vec2::new(point_m[0], point_m[1]))),
            None if self.has_own => ground_motion(model, elements, point_m).map(|it| it.velocity_mps),
            None => None,
        }
    }

    /// The moving surface on which a point lies.
    fn surface_under(&self, model: &Model, [x_m, y_m, z_m]: [f64; 3]) -> Option<&MovingSurface> {
        let is_under = |surface: &&MovingSurface| {
            let height_m = match &surface.shape {
                Shape::Floor(index, pose) => {
                    let floor: &Floor = &model.floors[*index as usize].floor;
                    floor.height_at(pose, x_m, y_m)
                }
                Shape::Block(index, place) => {
                    let footprint: &Footprint = &model.blocks[*index as usize].footprint;
                    footprint.height_at(place, x_m, y_m)
                }
            };
            height_m.is_some_and(|height_m| (height_m - z_m).abs() < ON_SURFACE_M)
        };
        self.surfaces.iter().find(is_under)
    }
}

impl Simulation {
    /// Tell the plane how the ground under loose blocks moves, and let them go up and down with it.
    ///
    /// A block stands on what is under its centre of mass. Leaves out: tilting, and falling off an edge.
    pub(crate) fn carry_blocks(&mut self) {
        if self.scratch.moving.is_still() {
            return;
        }
        for (block, it) in self.model.blocks.iter().zip(&mut self.state.blocks) {
            let is_loose = block.is_movable && block.animation.is_none() && it.presence == Presence::Present;
            let Some(body) = block.body.filter(|_| is_loose) else { continue };
            let motion = &mut self.state.bodies[body.index()];
            let place = Pose2::new(motion.x_m, motion.y_m, motion.yaw_rad);
            let centre_m = place.position() + place.rotate(Vec2::new(block.com_m[0], block.com_m[1]));
            let foot_m = [centre_m.x, centre_m.y, motion.z_m + block.z_m[0]];
            let (velocity, yaw_rate_radps, rise_m) =
                match self.scratch.moving.surface_under(&self.model, foot_m) {
                    Some(surface) => (surface.velocity_at(centre_m), surface.yaw_rate_radps, surface.rise_m),
                    None => match ground_motion(&self.model, &self.state.elements, foot_m) {
                        Some(ground) => (ground.velocity_mps, ground.yaw_rate_radps, 0.0),
                        None => continue,
                    },
                };
            self.planar.carry(body, [velocity.x, velocity.y], yaw_rate_radps);
            motion.z_m += rise_m;
            it.pose_in_world.z_m = motion.z_m;
        }
    }
}

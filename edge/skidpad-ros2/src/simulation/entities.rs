//! The entities of a run, by name: what they are, where they are, and which of them a filter chooses.

use crate::world_library::BoundingBox;
use skidpad_math::Pose3;
use skidpad_messages::{ActorId, BlockId, BodyId, Roster, Step, VehicleId};
use skidpad_rosmsg::msg::simulation::*;
use skidpad_rosmsg::msg::{Header, Pose, Twist, Vector3};
use std::collections::BTreeMap;

/// What is known of entities besides their state.
pub(super) struct EntityBook {
    /// What clients have said about entities.
    infos: BTreeMap<String, EntityInfo>,
    /// How large they are.
    boxes: BTreeMap<String, BoundingBox>,
    /// How many vehicles, blocks and people the world has from the start.
    built: [usize; 3],
    world_frame: String,
}

impl EntityBook {
    pub(super) fn new(roster: &Roster, boxes: BTreeMap<String, BoundingBox>, world_frame: &str) -> Self {
        let built = [roster.vehicles.len(), roster.blocks.len(), roster.actors.len()];
        EntityBook { infos: BTreeMap::new(), boxes, built, world_frame: world_frame.to_string() }
    }

    /// Every vehicle, block and person that is there, by name.
    pub(super) fn all(&self, step: &Step) -> BTreeMap<String, BodyId> {
        let seen = &step.observations;
        let vehicles = (0..).zip(&seen.vehicles).filter(|(_, it)| it.is_present);
        let blocks = (0..).zip(&seen.blocks).filter(|(_, it)| it.is_present);
        let actors = (0..).zip(&seen.actors);
        let bodies = vehicles.map(|(id, _)| BodyId::Vehicle(VehicleId(id)));
        let bodies = bodies.chain(blocks.map(|(id, _)| BodyId::Block(BlockId(id))));
        let bodies = bodies.chain(actors.map(|(id, _)| BodyId::Actor(ActorId(id))));
        bodies.map(|body| (step.roster.name_of(body), body)).collect()
    }

    /// Entities that were added while the world ran.
    pub(super) fn spawned(&self, step: &Step) -> Vec<BodyId> {
        let [vehicles, blocks, _] = self.built;
        let is_new = |body: &BodyId| match body {
            BodyId::Vehicle(id) => id.index() >= vehicles,
            BodyId::Block(id) => id.index() >= blocks,
            // People cannot be removed.
            _ => false,
        };
        self.all(step).into_values().filter(is_new).collect()
    }

    /// A new entity has this size; what was said of an earlier one of this name is forgotten.
    pub(super) fn add(&mut self, name: &str, bounds: BoundingBox) {
        self.infos.remove(name);
        self.boxes.insert(name.to_string(), bounds);
    }

    pub(super) fn info(&self, name: &str, body: BodyId) -> EntityInfo {
        self.infos.get(name).cloned().unwrap_or_else(|| EntityInfo {
            category: EntityCategory { category: category(body) },
            ..EntityInfo::default()
        })
    }

    pub(super) fn set_info(&mut self, name: &str, info: EntityInfo) {
        self.infos.insert(name.to_string(), info);
    }

    /// The box around an entity, in its own frame.
    pub(super) fn bounds(&self, name: &str) -> Option<Bounds> {
        let corner = |[x, y, z]: [f64; 3]| Vector3 { x, y, z };
        let of = |it: &BoundingBox| Bounds {
            r#type: Bounds::BOX,
            points: vec![corner(it.high_m), corner(it.low_m)],
        };
        self.boxes.get(name).map(of)
    }

    pub(super) fn state(&self, step: &Step, body: BodyId) -> Option<EntityState> {
        let seen = &step.observations;
        let (pose, twist, acceleration) = match body {
            BodyId::Vehicle(id) => {
                let it = seen.vehicles.get(id.index())?;
                let (twist, acceleration) = (it.twist_in_vehicle, it.acceleration_in_vehicle_mps2());
                let twist = [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps];
                (it.pose_in_world, twist, [acceleration.x, acceleration.y])
            }
            BodyId::Block(id) => {
                let it = seen.blocks.get(id.index())?;
                let twist = it.twist_in_block;
                (it.pose_in_world, [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps], [0.0; 2])
            }
            BodyId::Actor(id) => {
                let it = seen.actors.get(id.index())?;
                (it.pose_in_world, [it.speed_mps, 0.0, 0.0], [0.0; 2])
            }
            _ => return None,
        };
        let [x, y, turn] = twist;
        let linear = |x, y| Vector3 { x, y, z: 0.0 };
        Some(EntityState {
            header: Header::new(seen.time_ns, &self.world_frame),
            pose: Pose::from(&pose),
            twist: Twist { linear: linear(x, y), angular: Vector3 { x: 0.0, y: 0.0, z: turn } },
            acceleration: Accel {
                linear: linear(acceleration[0], acceleration[1]),
                angular: Vector3::default(),
            },
        })
    }

    /// A pose in a frame that the world knows: its own, or that of an entity.
    pub(super) fn pose_in_world(&self, step: &Step, frame: &str, pose: &Pose) -> Result<Pose3, Outcome> {
        let failed = |reason: String| Outcome::failed(SpawnResult::INVALID_POSE, reason);
        let pose = pose.to_pose3().ok_or_else(|| {
            failed("the pose has numbers that are not finite, or no orientation".to_string())
        })?;
        if frame.is_empty() || frame == "world" || frame == self.world_frame {
            return Ok(pose);
        }
        let entity = self.all(step).get(frame).and_then(|body| step.observations.pose_of(*body));
        entity.map(|entity| entity * pose).ok_or_else(|| {
            failed(format!("there is no frame {frame:?}; use that of the world or of an entity"))
        })
    }

    /// The entities that filters choose.
    pub(super) fn matching(
        &self,
        step: &Step,
        filters: &EntityFilters,
    ) -> Result<Vec<(String, BodyId)>, Outcome> {
        let pattern = regex_lite::Regex::new(&filters.filter).map_err(|problem| {
            Outcome::failed(Outcome::OPERATION_FAILED, format!("the filter is no pattern: {problem}"))
        })?;
        let area = Area::of(&filters.bounds)?;
        let categories: Vec<u8> = filters.categories.iter().map(|it| it.category).collect();
        let is_meant = |(name, body): &(String, BodyId)| {
            let info = self.info(name, *body);
            pattern.is_match(name)
                && (categories.is_empty() || categories.contains(&info.category.category))
                && has_tags(&filters.tags, &info.tags)
                && area.as_ref().is_none_or(|area| self.is_within(step, area, name, *body))
        };
        Ok(self.all(step).into_iter().filter(is_meant).collect())
    }

    fn is_within(&self, step: &Step, area: &Area, name: &str, body: BodyId) -> bool {
        let Some(pose) = step.observations.pose_of(body) else { return false };
        let size = self.boxes.get(name).copied().unwrap_or_default();
        match area {
            Area::Box { low_m, high_m } => size.overlaps_box(&pose, *low_m, *high_m),
            Area::Ball { centre_m, radius_m } => size.overlaps_ball(&pose, *centre_m, *radius_m),
        }
    }
}

/// A part of the world.
enum Area {
    Box { low_m: [f64; 3], high_m: [f64; 3] },
    Ball { centre_m: [f64; 3], radius_m: f64 },
}

impl Area {
    fn of(bounds: &Bounds) -> Result<Option<Area>, Outcome> {
        let point = |it: &Vector3| [it.x, it.y, it.z];
        match (bounds.r#type, &bounds.points[..]) {
            (Bounds::EMPTY, _) => Ok(None),
            (Bounds::BOX, [a, b]) => {
                let (a, b) = (point(a), point(b));
                let low_m = std::array::from_fn(|axis| a[axis].min(b[axis]));
                let high_m = std::array::from_fn(|axis| a[axis].max(b[axis]));
                Ok(Some(Area::Box { low_m, high_m }))
            }
            (Bounds::SPHERE, [centre, radius]) => {
                Ok(Some(Area::Ball { centre_m: point(centre), radius_m: radius.x }))
            }
            (Bounds::BOX | Bounds::SPHERE, _) => {
                let reason = "boxes and spheres have two points";
                Err(Outcome::failed(Outcome::OPERATION_FAILED, reason))
            }
            _ => {
                let reason = "bounds can be a box or a sphere only";
                Err(Outcome::failed(Outcome::FEATURE_UNSUPPORTED, reason))
            }
        }
    }
}

/// Whether these are tags that a filter asks for. A filter without tags lets everything pass.
pub(super) fn has_tags(filter: &TagsFilter, tags: &[String]) -> bool {
    let mut wanted = filter.tags.iter();
    match filter.filter_mode {
        TagsFilter::ALL => wanted.all(|tag| tags.contains(tag)),
        _ => filter.tags.is_empty() || wanted.any(|tag| tags.contains(tag)),
    }
}

fn category(body: BodyId) -> u8 {
    match body {
        BodyId::Vehicle(_) => EntityCategory::ROBOT,
        BodyId::Actor(_) => EntityCategory::HUMAN,
        _ => EntityCategory::OBJECT,
    }
}

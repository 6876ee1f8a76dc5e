//! World elements of a program's own: what moves or pushes the bodies of a world.

use super::guard::{guarded, refuse_non_finite};
use super::memory::ExtensionMemory;
use super::vehicle::class;
use crate::build::MakeElement;
use skidpad_math::{NoiseAddress, Pose3, Twist2, Vec2};
use skidpad_messages::{BodyId, Observations};
use skidpad_world::Param;
use skidpad_world::description::{ElementKind, ExtensionUse, Values};
use std::fmt;
use std::sync::Arc;

/// What an element may know when a step begins.
#[derive(Debug, Clone, Copy)]
pub struct ElementView<'a> {
    /// Simulated time [ns].
    pub time_ns: u64,
    /// Length of the step [s].
    pub dt_s: f64,
    /// Poses and motions of everything in the world after the last step.
    pub seen: &'a Observations,
    /// Its random numbers of this step.
    pub noise: NoiseAddress,
}

/// A body that an element may push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushedBody {
    /// Which one: a vehicle or a block.
    pub body: BodyId,
    /// Where it is.
    pub pose_in_world: Pose3,
    /// How its reference point moves, in its own axes.
    pub twist: Twist2,
    /// Its mass [kg].
    pub mass_kg: f64,
}

/// A force on a body along the world's axes, at its centre of mass, and a moment.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Push {
    /// Force [N].
    pub force_n: Vec2,
    /// Moment about the vertical [N·m].
    pub moment_nm: f64,
}

/// How ground moves that an element is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GroundMotion {
    /// Velocity at the point, along the world's axes [m/s].
    pub velocity_mps: Vec2,
    /// Turning rate [rad/s].
    pub yaw_rate_radps: f64,
}

/// What an element does to a world.
///
/// In every step, [`step`](ElementModel::step) is called once, then the others for the bodies and wheels of the world.
pub trait ElementModel: Send + Sync + 'static {
    /// What it remembers at the start.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }

    /// A step begins: move on. What it returns is reported as notes.
    fn step(&self, at: &ElementView<'_>, memory: &mut [f64]) -> Vec<String> {
        let _ = (at, memory);
        Vec::new()
    }

    /// How the ground moves at a point under a wheel or a block; none where this element is not. Whether the point is
    /// on the ground is for the element to say.
    fn ground_motion(&self, point_in_world_m: [f64; 3], memory: &[f64]) -> Option<GroundMotion> {
        let _ = (point_in_world_m, memory);
        None
    }

    /// A force on a body, in every step. None leaves it alone.
    fn push(&self, body: &PushedBody, memory: &[f64]) -> Option<Push> {
        let _ = (body, memory);
        None
    }
}

class!(
    /// A class of elements.
    ElementClass, MakeElementModel, ElementModel
);

/// An element of a program's own, as far as stepping does not change it.
#[derive(Clone)]
pub struct OwnElement {
    /// Its class.
    pub class: String,
    /// Its name in messages.
    pub name: String,
    /// Where its random numbers come from.
    pub(crate) stream: u64,
    model: Arc<dyn ElementModel>,
    memory: Vec<f64>,
}

impl fmt::Debug for OwnElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnElement").field("class", &self.class).field("name", &self.name).finish()
    }
}

impl ElementClass {
    /// An element with these values.
    pub(crate) fn build(&self, used: &ExtensionUse, name: String, stream: u64) -> Result<OwnElement, String> {
        let model = self.model(&used.values)?;
        let memory = guarded(|| model.memory())?;
        refuse_non_finite("memory", &memory)?;
        Ok(OwnElement { class: used.class.clone(), name, stream, model, memory })
    }

    /// What adds elements of this class to a world.
    pub(super) fn maker(self) -> Arc<MakeElement> {
        Arc::new(move |builder, index, element| {
            if let ElementKind::Extension(used) = &element.kind {
                builder.add_own_element(&self, index, element, used);
            }
        })
    }
}

impl OwnElement {
    pub(crate) fn fresh_memory(&self) -> ExtensionMemory {
        ExtensionMemory::new(self.memory.clone())
    }

    /// A step begins. Returns its notes, or why it failed.
    pub(crate) fn step(
        &self,
        at: &ElementView<'_>,
        memory: &mut ExtensionMemory,
    ) -> Result<Vec<String>, String> {
        let notes = guarded(|| self.model.step(at, &mut memory.numbers))?;
        refuse_non_finite("memory", &memory.numbers)?;
        Ok(notes)
    }

    pub(crate) fn ground_motion(
        &self,
        point_m: [f64; 3],
        memory: &ExtensionMemory,
    ) -> Result<Option<GroundMotion>, String> {
        let motion = guarded(|| self.model.ground_motion(point_m, &memory.numbers))?;
        if let Some(GroundMotion { velocity_mps: Vec2 { x, y }, yaw_rate_radps }) = motion {
            refuse_non_finite("motion", &[x, y, yaw_rate_radps])?;
        }
        Ok(motion)
    }

    pub(crate) fn push(&self, body: &PushedBody, memory: &ExtensionMemory) -> Result<Option<Push>, String> {
        let push = guarded(|| self.model.push(body, &memory.numbers))?;
        if let Some(Push { force_n: Vec2 { x, y }, moment_nm }) = push {
            refuse_non_finite("force", &[x, y, moment_nm])?;
        }
        Ok(push)
    }
}

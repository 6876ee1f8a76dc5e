//! People in the scene while it is being built.

use super::frames::{ClipPose, FramePlace};
use super::objects::{SceneBuilder, Thing};
use crate::build::count;
use skidpad_messages::Gait;
use skidpad_scene::bodies::figure;
use skidpad_scene::{Affine, Clip, FrameOwner, ObjectClass};
use skidpad_world::description::{Actor, Visual};
use std::sync::Arc;

impl SceneBuilder<'_> {
    /// A person: the meshes of the file, in the poses of their clips where they have any, or a figure that swings its
    /// limbs. The first frame is that of the person and never goes away.
    pub(super) fn add_actor(&mut self, index: usize, actor: &Actor) {
        let number = count(index);
        let name = actor.object.name.as_str();
        let instance = self.instance();
        let height_m = actor.height_m;
        let speeds_mps = [actor.walking_speed_mps, actor.running_speed_mps];
        for (limb_number, mut limb) in (0..).zip(figure(height_m)) {
            let mesh = std::mem::take(&mut limb.mesh);
            let frame_name = format!("{name}/{}", limb.name);
            let place = FramePlace::Limb { actor: number, limb, height_m, speeds_mps };
            let owner = FrameOwner::Actor { actor: number, limb: limb_number };
            let frame = self.frame(frame_name, owner, place);
            let thing = Thing { name, frame, instance, class: ObjectClass::Actor };
            if limb_number == 0 && self.actor_visuals(thing, number, actor) {
                break;
            }
            self.body(thing, mesh);
        }
    }

    /// The meshes of a person; false if none of them could be read.
    fn actor_visuals(&mut self, thing: Thing, number: u32, actor: &Actor) -> bool {
        let mut is_any = false;
        let mut pose_count = 0;
        for visual in &actor.object.visuals {
            let Some(rest) = self.file_mesh(&visual.model.uri, visual.color) else { continue };
            is_any = true;
            let clips = clips_of(actor, self.assets.clips.get(&visual.model.uri).map_or(&[], Vec::as_slice));
            let placement = Affine::from_pose(&visual.pose_in_object, visual.scale);
            if clips.iter().all(|(_, clip)| clip.is_none()) {
                self.visual_object(thing, rest, placement, visual);
                continue;
            }
            for (gait, clip) in clips {
                for (mesh, clip_pose) in self.poses(visual, rest, clip.as_deref()) {
                    pose_count += 1;
                    let owner = FrameOwner::Actor { actor: number, limb: pose_count };
                    let name = format!("{}/pose_{pose_count}", thing.name);
                    let frame = self.frame(name, owner, FramePlace::Pose { actor: number, gait, clip_pose });
                    self.visual_object(Thing { frame, ..thing }, mesh, placement, visual);
                }
            }
        }
        is_any
    }

    /// The meshes of a clip with their poses; without a clip, the mesh as it is at rest.
    fn poses(&mut self, visual: &Visual, rest: u32, clip: Option<&Clip>) -> Vec<(u32, Option<ClipPose>)> {
        let Some(clip) = clip else { return vec![(rest, None)] };
        let uri = visual.model.uri.as_str();
        let pose_count = count(clip.poses.len());
        let poses = (0..).zip(&clip.poses).map(|(pose, mesh)| {
            let key = format!("{uri}#{}#{pose}", clip.name);
            let mesh = self.shared_mesh(&key, uri, mesh, visual.color);
            (mesh, Some(ClipPose { pose, pose_count, duration_s: clip.duration_s }))
        });
        poses.collect()
    }
}

/// The clip of every gait, as far as the mesh has it.
fn clips_of(actor: &Actor, clips: &[Arc<Clip>]) -> [(Gait, Option<Arc<Clip>>); 3] {
    let names = [
        (Gait::Idle, &actor.animation_idle),
        (Gait::Walk, &actor.animation_walk),
        (Gait::Run, &actor.animation_run),
    ];
    names.map(|(gait, wanted)| (gait, Clip::named(clips, wanted).cloned()))
}

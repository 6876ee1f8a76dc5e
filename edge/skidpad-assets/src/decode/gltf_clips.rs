//! Clips of glTF files: the mesh in poses at even times.
//!
//! Leaves out: morph targets.

use super::effort::Effort;
use super::gltf_json::{Animation, Channel, Node, Sampler};
use super::gltf_mesh::{File, assembled, dangling, node_transform};
use super::mesh::Companions;
use crate::{AssetProblem, Limits};
use skidpad_math::Quat;
use skidpad_scene::{Affine, Clip, Mesh};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Poses for each second of a clip.
const POSES_PER_S: f64 = 20.0;
/// Most poses of a clip.
const MAX_POSES: usize = 32;
/// Steps for comparing the name of a clip with a wanted one, in three ways.
const STEPS_PER_NAME: usize = 12;
/// Most triangles of all poses of a file; one with more gets fewer poses.
const MAX_POSED_TRIANGLES: usize = 600_000;

/// The clips of a file that were wanted, and the names of all that it has.
#[derive(Debug, Default)]
pub struct FoundClips {
    /// Each once, in the order of the file.
    pub clips: Vec<Arc<Clip>>,
    /// Names of all clips of the file.
    pub names: Vec<String>,
}

/// The clips of these names, as far as the file has them. `spend` is told of every pose.
pub fn decode_gltf_clips(
    bytes: &[u8],
    wanted: &[&str],
    companions: Companions<'_>,
    limits: &Limits,
    spend: &dyn Fn(&Mesh) -> Result<(), AssetProblem>,
) -> Result<FoundClips, AssetProblem> {
    decode_counted(bytes, wanted, companions, limits, spend, &Effort::new(limits))
}

/// The same, with the work that it took.
pub(crate) fn decode_counted(
    bytes: &[u8],
    wanted: &[&str],
    companions: Companions<'_>,
    limits: &Limits,
    spend: &dyn Fn(&Mesh) -> Result<(), AssetProblem>,
    effort: &Effort,
) -> Result<FoundClips, AssetProblem> {
    let file = File::read(bytes, companions, limits, effort)?;
    let names: Vec<&str> = file.root.animations.iter().map(|it| it.name.as_str()).collect();
    effort.take((STEPS_PER_NAME * wanted.len()).saturating_mul(names.len()))?;
    let mut chosen: Vec<usize> = wanted.iter().filter_map(|it| Clip::best_name(&names, it)).collect();
    chosen.sort_unstable();
    chosen.dedup();
    let mut found =
        FoundClips { clips: Vec::new(), names: names.iter().map(|&name| name.to_owned()).collect() };
    if chosen.is_empty() {
        return Ok(found);
    }
    let triangle_count = assembled(&file, &|_, node| node_transform(node), limits)?.triangles.len();
    let most = (MAX_POSED_TRIANGLES / triangle_count.max(1) / chosen.len()).clamp(1, MAX_POSES);
    for index in chosen {
        let tracks = Tracks::read(&file, &file.root.animations[index], limits)?;
        let pose_count = ((tracks.duration_s * POSES_PER_S).round() as usize).clamp(1, most);
        let mut poses = Vec::with_capacity(pose_count);
        for pose in 0..pose_count {
            let time_s = tracks.duration_s * pose as f64 / pose_count as f64;
            let mesh = assembled(&file, &|index, node| tracks.transform(index, node, time_s), limits)?;
            if !mesh.is_consistent() {
                return Err(AssetProblem::malformed("has clips that are not numbers"));
            }
            spend(&mesh)?;
            poses.push(Arc::new(mesh));
        }
        effort.release(tracks.held_bytes);
        let (name, duration_s) = (names[index].to_owned(), tracks.duration_s);
        found.clips.push(Arc::new(Clip { name, duration_s, poses }));
    }
    Ok(found)
}

/// What a clip does to its nodes.
struct Tracks {
    duration_s: f64,
    nodes: BTreeMap<usize, NodeTracks>,
    /// What all of them take: many channels may name one sampler of many keys.
    held_bytes: usize,
}

#[derive(Default)]
struct NodeTracks {
    translation: Option<Track<3>>,
    rotation: Option<Track<4>>,
    scale: Option<Track<3>>,
}

impl Tracks {
    fn read(file: &File<'_>, animation: &Animation, limits: &Limits) -> Result<Tracks, AssetProblem> {
        let mut tracks = Tracks { duration_s: 0.0, nodes: BTreeMap::new(), held_bytes: 0 };
        for Channel { sampler, target } in &animation.channels {
            let sampler = animation.samplers.get(*sampler).ok_or_else(dangling)?;
            let Some(node) = target.node else { continue };
            let of_node = tracks.nodes.entry(node).or_default();
            let held_bytes = &mut tracks.held_bytes;
            let last_s = match target.path.as_str() {
                "translation" => {
                    of_node.translation.insert(Track::read(file, sampler, limits, held_bytes)?).last_s()
                }
                "rotation" => {
                    of_node.rotation.insert(Track::read(file, sampler, limits, held_bytes)?).last_s()
                }
                "scale" => of_node.scale.insert(Track::read(file, sampler, limits, held_bytes)?).last_s(),
                _ => continue,
            };
            tracks.duration_s = tracks.duration_s.max(last_s);
        }
        if !(tracks.duration_s > 0.0 && tracks.duration_s < 1e6) {
            // One key is a pose, which lasts.
            tracks.duration_s = 1.0;
        }
        Ok(tracks)
    }

    /// The place of a node in its parent at a time.
    fn transform(&self, index: usize, node: &Node, time_s: f64) -> Affine {
        let Some(tracks) = self.nodes.get(&index) else { return node_transform(node) };
        let turned = |track: &Track<4>| {
            let unit = |[x, y, z, w]: [f64; 4]| Quat { w, x, y, z }.normalized();
            let q = match track.around(time_s) {
                Around::One(q) => unit(q),
                Around::Between(a, b, share) => unit(a).slerp(unit(b), share),
            };
            [q.x, q.y, q.z, q.w]
        };
        let moved = |track: &Track<3>| match track.around(time_s) {
            Around::One(value) => value,
            Around::Between(a, b, share) => std::array::from_fn(|k| a[k] + share * (b[k] - a[k])),
        };
        node_transform(&Node {
            children: Vec::new(),
            mesh: None,
            skin: None,
            matrix: None,
            translation: tracks.translation.as_ref().map(moved).or(node.translation),
            rotation: tracks.rotation.as_ref().map(turned).or(node.rotation),
            scale: tracks.scale.as_ref().map(moved).or(node.scale),
        })
    }
}

/// One of the three parts of a node's place over time.
struct Track<const N: usize> {
    times_s: Vec<f32>,
    /// One for each time; three for cubic splines: tangent, value, tangent.
    values: Vec<[f64; N]>,
    interpolation: Interpolation,
}

#[derive(Clone, Copy, PartialEq)]
enum Interpolation {
    Step,
    Linear,
    Cubic,
}

/// What a track says about a time.
enum Around<const N: usize> {
    One([f64; N]),
    /// Between two keys, and the share of the way to the second.
    Between([f64; N], [f64; N], f64),
}

impl<const N: usize> Track<N> {
    fn read(
        file: &File<'_>,
        sampler: &Sampler,
        limits: &Limits,
        held_bytes: &mut usize,
    ) -> Result<Self, AssetProblem> {
        let interpolation = match sampler.interpolation.as_deref() {
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::Cubic,
            _ => Interpolation::Linear,
        };
        let times_s = file.elements(sampler.input, limits)?;
        let values = file.elements(sampler.output, limits)?;
        let bytes = size_of::<f32>() * times_s.count + size_of::<[f64; N]>() * values.count;
        file.effort.hold(bytes)?;
        *held_bytes += bytes;
        let times_s = times_s.collect(|e| e.float(0));
        let values = values.collect(|e| std::array::from_fn(|k| f64::from(e.float(k))));
        let per_key = if interpolation == Interpolation::Cubic { 3 } else { 1 };
        let is_ordered = times_s.windows(2).all(|pair| pair[0] <= pair[1]);
        if times_s.is_empty() || !is_ordered || values.len() < per_key * times_s.len() {
            return Err(AssetProblem::malformed("has a clip whose keys are not in order"));
        }
        Ok(Track { times_s, values, interpolation })
    }

    fn last_s(&self) -> f64 {
        f64::from(self.times_s[self.times_s.len() - 1])
    }

    fn around(&self, time_s: f64) -> Around<N> {
        let next = self.times_s.partition_point(|&key_s| f64::from(key_s) <= time_s);
        let last = self.times_s.len() - 1;
        if next == 0 || next > last {
            return Around::One(self.value(if next == 0 { 0 } else { last }));
        }
        let (from_s, to_s) = (f64::from(self.times_s[next - 1]), f64::from(self.times_s[next]));
        let share = (time_s - from_s) / (to_s - from_s);
        match self.interpolation {
            Interpolation::Step => Around::One(self.value(next - 1)),
            Interpolation::Linear => Around::Between(self.value(next - 1), self.value(next), share),
            Interpolation::Cubic => Around::One(self.hermite(next - 1, share, to_s - from_s)),
        }
    }

    fn value(&self, key: usize) -> [f64; N] {
        if self.interpolation == Interpolation::Cubic { self.values[3 * key + 1] } else { self.values[key] }
    }

    /// The cubic Hermite spline of glTF 2.0, appendix C.
    fn hermite(&self, key: usize, t: f64, span_s: f64) -> [f64; N] {
        let (from, to) = (self.value(key), self.value(key + 1));
        let (leaving, arriving) = (self.values[3 * key + 2], self.values[3 * key + 3]);
        let (t2, t3) = (t * t, t * t * t);
        std::array::from_fn(|k| {
            (2.0 * t3 - 3.0 * t2 + 1.0) * from[k]
                + span_s * (t3 - 2.0 * t2 + t) * leaving[k]
                + (3.0 * t2 - 2.0 * t3) * to[k]
                + span_s * (t3 - t2) * arriving[k]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decode a triangle with clips whose channels have these targets and share one sampler of a hundred keys.
    fn decode(clips: &[(&str, &[&str])], decoded_bytes: u64) -> Result<FoundClips, AssetProblem> {
        let channel =
            |path: &&str| format!("{{\"sampler\": 0, \"target\": {{\"node\": 0, \"path\": \"{path}\"}}}}");
        let animation = |(name, paths): &(&str, &[&str])| {
            let channels: Vec<String> = paths.iter().map(channel).collect();
            format!(
                "{{\"name\": \"{name}\", \"samplers\": [{{\"input\": 1, \"output\": 2}}], \"channels\": [{}]}}",
                channels.join(",")
            )
        };
        let animations: Vec<String> = clips.iter().map(animation).collect();
        let text = format!(
            r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": [0]}}], "nodes": [{{"mesh": 0}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
            "accessors": [
              {{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}},
              {{"bufferView": 0, "componentType": 5121, "count": 100, "type": "SCALAR"}},
              {{"bufferView": 0, "componentType": 5121, "count": 100, "type": "VEC3"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 300}}],
            "buffers": [{{"uri": "zeros", "byteLength": 300}}], "animations": [{}]}}"#,
            animations.join(",")
        );
        let wanted: Vec<&str> = clips.iter().map(|(name, _)| *name).collect();
        let limits = Limits { decoded_bytes, ..Limits::default() };
        decode_gltf_clips(text.as_bytes(), &wanted, &|_| Ok(vec![0; 300]), &limits, &|_| Ok(()))
    }

    #[test]
    fn tracks_of_a_clip_are_counted_and_given_back() {
        // A hundred times and as many vectors.
        let of_a_track = 100 * (4 + 24);
        let (one, two): (&[&str], &[&str]) = (&["translation"], &["translation", "scale"]);
        let count = |clips: &[(&str, &[&str])]| decode(clips, of_a_track).map(|found| found.clips.len());
        assert_eq!(count(&[("run", one)]), Ok(1));
        assert_eq!(count(&[("run", one), ("walk", one)]), Ok(2), "one after the other");
        assert!(matches!(count(&[("run", two)]), Err(AssetProblem::TooMany { .. })));
    }
}

//! A mesh that moves: the poses of a walk, a run, of someone who stands.

use crate::Mesh;
use std::sync::Arc;

/// A clip of a mesh as poses at even times, which begin again at its end.
///
/// A pose is a mesh of its own with a tree of its own, so that rays and pages treat it like any other.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// As the file calls it.
    pub name: String,
    /// Length [s], greater than 0.
    pub duration_s: f64,
    /// At least one; the k-th of n is that of the time k/n of the length.
    pub poses: Vec<Arc<Mesh>>,
}

impl Clip {
    /// The clip of a name: as it is written, else in other letters, else behind the `|` with which Blender separates it
    /// from the name of its skeleton.
    pub fn named<'a>(clips: &'a [Arc<Clip>], wanted: &str) -> Option<&'a Arc<Clip>> {
        let names: Vec<&str> = clips.iter().map(|clip| clip.name.as_str()).collect();
        Clip::best_name(&names, wanted).map(|index| &clips[index])
    }

    /// The same among names.
    pub fn best_name(names: &[&str], wanted: &str) -> Option<usize> {
        let wanted = wanted.trim();
        let find = |is_it: &dyn Fn(&str) -> bool| names.iter().position(|name| is_it(name));
        find(&|name| name == wanted).or_else(|| find(&|name| name.eq_ignore_ascii_case(wanted))).or_else(
            || find(&|name| name.rsplit('|').next().is_some_and(|last| last.eq_ignore_ascii_case(wanted))),
        )
    }

    /// The number of the pose at a time since the clip began first [s].
    pub fn pose_at(time_s: f64, duration_s: f64, pose_count: u32) -> u32 {
        let cycles = time_s / duration_s;
        let share = cycles - cycles.floor();
        // A share that rounds to one begins again.
        ((share * f64::from(pose_count)) as u32).min(pose_count.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_files_write_them() {
        let names = ["Armature|Walk", "WALK", "walk", "idle_long"];
        let find = |wanted| Clip::best_name(&names, wanted);
        assert_eq!([find("walk"), find("Walk"), find("idle")], [Some(2), Some(1), None]);
        assert_eq!(Clip::best_name(&names[..1], " walk "), Some(0));
    }

    #[test]
    fn poses_follow_each_other_and_begin_again() {
        let at = |time_s| Clip::pose_at(time_s, 2.0, 4);
        assert_eq!([0.0, 0.49, 0.5, 1.2, 1.99, 2.0, 7.6].map(at), [0, 0, 1, 2, 3, 0, 3]);
        assert_eq!(at(-1e-18), 3, "rounds to the end");
        assert_eq!(at(f64::NAN), 0);
    }
}

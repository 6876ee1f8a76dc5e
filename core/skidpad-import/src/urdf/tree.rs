//! Links and joints as a tree, with the place of every link while all joints are at zero.

use super::robot::{Joint, JointKind, Robot};
use crate::findings::Report;
use crate::problem::ImportProblem;
use skidpad_math::{Pose3, Vec3};
use skidpad_world::nearest;
use std::collections::BTreeMap;

/// The tree of a robot. Indices are those of `Robot::links` and `Robot::joints`.
pub(super) struct LinkTree {
    /// The link without a parent.
    pub(super) root: usize,
    /// The joint above each link.
    pub(super) joint_above: Vec<Option<usize>>,
    /// The link above each link.
    pub(super) parent: Vec<Option<usize>>,
    /// Pose of each link in the root; none where it is not connected with it.
    pub(super) link_in_root: Vec<Option<Pose3>>,
}

impl LinkTree {
    /// The tree of a robot; none where it is not one, which is reported.
    pub(super) fn build(robot: &Robot, report: &mut Report) -> Option<LinkTree> {
        let index: BTreeMap<&str, usize> =
            robot.links.iter().enumerate().map(|(index, link)| (link.name.as_str(), index)).collect();
        let count = robot.links.len();
        let mut joint_above = vec![None; count];
        let mut parent = vec![None; count];
        for (number, joint) in robot.joints.iter().enumerate() {
            let mut find = |name: &str| {
                let found = index.get(name).copied();
                if found.is_none() {
                    let nearest = nearest(name, robot.links.iter().map(|link| link.name.as_str()));
                    let (joint_name, link) = (joint.name.clone(), name.to_owned());
                    let problem = ImportProblem::UnknownLink { joint: joint_name, link, nearest };
                    report.error(joint.place, &problem);
                }
                found
            };
            let (Some(above), Some(below)) = (find(&joint.parent), find(&joint.child)) else { continue };
            if joint_above[below].is_some() {
                report.error(joint.place, &ImportProblem::TwoParents { link: joint.child.clone() });
                continue;
            }
            joint_above[below] = Some(number);
            parent[below] = Some(above);
        }
        let Some(root) = (0..count).find(|&link| joint_above[link].is_none()) else {
            let problem = if count == 0 {
                ImportProblem::Missing { element: "robot".to_owned(), what: "a <link>".to_owned() }
            } else {
                ImportProblem::NoRoot
            };
            report.error(robot.place, &problem);
            return None;
        };
        let mut tree = LinkTree { root, joint_above, parent, link_in_root: vec![None; count] };
        tree.place_links(robot);
        for (link, pose) in robot.links.iter().zip(&tree.link_in_root) {
            if pose.is_none() {
                let (link_name, root) = (link.name.clone(), robot.links[root].name.clone());
                report.warning(link.place, &ImportProblem::Unconnected { link: link_name, root });
            }
        }
        Some(tree)
    }

    /// From the root outwards, each link once; those of a circle are never reached.
    fn place_links(&mut self, robot: &Robot) {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.parent.len()];
        for (link, parent) in self.parent.iter().enumerate() {
            if let Some(parent) = parent {
                children[*parent].push(link);
            }
        }
        let mut open = vec![(self.root, Pose3::default())];
        while let Some((link, pose)) = open.pop() {
            self.link_in_root[link] = Some(pose);
            for &child in &children[link] {
                if let Some(joint) = self.joint_above[child] {
                    open.push((child, pose * robot.joints[joint].child_in_parent));
                }
            }
        }
    }

    /// The joints from a link to the root, nearest first.
    pub(super) fn joints_above<'a>(
        &'a self,
        robot: &'a Robot,
        link: usize,
    ) -> impl Iterator<Item = (usize, &'a Joint)> + 'a {
        let mut at = Some(link);
        std::iter::from_fn(move || {
            let link = at?;
            at = self.parent[link];
            self.joint_above[link].map(|number| (link, &robot.joints[number]))
        })
        .take(self.parent.len())
    }

    /// The axis of the joint above a link, in the root.
    pub(super) fn axis_in_root(&self, link: usize, joint: &Joint) -> Vec3 {
        self.link_in_root[link].map_or(joint.axis, |pose| pose.rotation().rotate(joint.axis))
    }

    /// The nearest link above, or the link itself, that a joint can move against its parent; the root if none is.
    pub(super) fn moving_link(&self, robot: &Robot, link: usize) -> usize {
        let moving = self.joints_above(robot, link).find(|(_, joint)| joint.kind != JointKind::Fixed);
        moving.map_or(self.root, |(link, _)| link)
    }
}

//! One vehicle, block or person from a file or a text, under a name and at a place of its own.

use super::{FILE_NAME, Inserter, InsertionProblem, bounding_boxes, elements};
use skidpad_math::Pose3;
use skidpad_messages::Insertion;
use skidpad_ros2::world_library::{EntityRequest, EntitySource, PreparedEntity, SpawnProblem};
use skidpad_world::files::{FileProblem, folder_of, join};
use skidpad_world::write::write;
use skidpad_world::{Attribute, Node, Place, Text};
use std::collections::BTreeSet;
use std::path::Path;

/// What can be spawned.
const ENTITIES: [&str; 3] = ["vehicle", "block", "actor"];

impl Inserter {
    /// Make one entity ready to be added.
    pub(crate) fn read_entity(&self, asked: &EntityRequest) -> Result<PreparedEntity, SpawnProblem> {
        let (path, nodes, shared) = match &asked.source {
            EntitySource::Text(text) => {
                let path = join(folder_of(&self.main), FILE_NAME);
                (path, self.entity_elements(text)?, self.shared_elements())
            }
            EntitySource::Uri(uri) => {
                let file = self.logical_file(uri)?;
                let text =
                    self.files.read(&file, self.options.limits.all_files_bytes).map_err(|problem| {
                        let reason = file_problem(&problem);
                        SpawnProblem::NotFound(format!("{uri}: {reason}"))
                    })?;
                let nodes = self.entity_elements(&String::from_utf8_lossy(&text))?;
                (join(folder_of(&file), FILE_NAME), with_entity_of_class(nodes, &file), Vec::new())
            }
        };
        let mut tree = self.expanded(&path, shared, nodes).map_err(SpawnProblem::Unreadable)?;
        let [entity] = &mut tree.children[..] else {
            let reason =
                format!("there must be one vehicle, block or actor; there are {}", tree.children.len());
            return Err(SpawnProblem::Unreadable(reason));
        };
        if !ENTITIES.contains(&entity.name.as_str()) {
            let reason = format!("<{}> is no vehicle, block or actor", entity.name);
            return Err(SpawnProblem::Unreadable(reason));
        }
        let own_name = entity.attribute("name").map(|it| it.value.clone()).unwrap_or_default();
        let own_name = if own_name.is_empty() { entity.name.to_string() } else { own_name };
        let name = choose_name(asked, &own_name)?;
        place(entity, &name, &asked.pose_in_world);
        let insertion = Insertion { path, text: write(&tree) };
        let (description, sim) = self.checked(&insertion).map_err(|problem| match problem {
            InsertionProblem::Unreadable(reason) => SpawnProblem::Unreadable(reason),
            InsertionProblem::MissingAsset(reason) => SpawnProblem::MissingAsset(reason),
        })?;
        let bounds = bounding_boxes(&description, &sim).remove(&name).unwrap_or_default();
        Ok(PreparedEntity { insertion, name, bounds })
    }

    fn entity_elements(&self, text: &str) -> Result<Vec<Node>, SpawnProblem> {
        let nodes = elements(text, &self.options.limits).map_err(SpawnProblem::Unreadable)?;
        let foreign = nodes.iter().find(|node| matches!(node.name.as_str(), "robot" | "sdf" | "mujoco"));
        match foreign {
            Some(node) if node.name.as_str() == "robot" => {
                let name = node.attribute("name").map_or("robot", |it| it.value.as_str());
                let text =
                    self.urdf_entity(text, name, &Pose3::default()).map_err(SpawnProblem::Unreadable)?;
                elements(&text, &self.options.limits).map_err(SpawnProblem::Unreadable)
            }
            Some(node) => {
                let reason = format!("<{}> cannot be spawned; mvsim_xml and urdf can", node.name);
                Err(SpawnProblem::Format(reason))
            }
            None => Ok(nodes),
        }
    }

    /// The logical path of a file: a path below the world's root, or relative to the world's folder.
    fn logical_file(&self, uri: &str) -> Result<String, SpawnProblem> {
        let path = uri.strip_prefix("file://").unwrap_or(uri);
        if path.contains("://") {
            let reason = format!("{uri}: only files can be spawned");
            return Err(SpawnProblem::Format(reason));
        }
        if !Path::new(path).is_absolute() {
            return Ok(join(folder_of(&self.main), path));
        }
        let real = Path::new(path).canonicalize();
        let below = real.as_deref().ok().and_then(|real| real.strip_prefix(&self.root).ok());
        let parts: Option<Vec<&str>> =
            below.and_then(|below| below.iter().map(|part| part.to_str()).collect());
        let outside = || {
            SpawnProblem::NotFound(format!("{uri}: it is not there, or not below {}", self.root.display()))
        };
        parts.map(|parts| parts.join("/")).ok_or_else(outside)
    }
}

fn file_problem(problem: &FileProblem) -> &'static str {
    match problem {
        FileProblem::Missing => "there is no such file",
        FileProblem::OutsideRoot => "it is outside the world's root folder",
        _ => "it cannot be read",
    }
}

/// A file that only defines a class stands for an entity of that class.
fn with_entity_of_class(mut nodes: Vec<Node>, file: &str) -> Vec<Node> {
    if nodes.iter().any(|node| ENTITIES.contains(&node.name.as_str())) {
        return nodes;
    }
    let stem = file.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    // A file has one outermost element; a condition may hold several classes together.
    let inside = nodes.iter().filter(|node| node.name.as_str() == "if").flat_map(|node| &node.children);
    let classes = nodes.iter().chain(inside).filter_map(|node| {
        let kind =
            ENTITIES.into_iter().find(|kind| node.name.as_str().strip_suffix(":class") == Some(kind))?;
        Some((kind, node.attribute("name")?.value.clone()))
    });
    let classes: Vec<(&str, String)> = classes.collect();
    let named_so = classes.iter().find(|(_, name)| name == stem);
    if let Some((kind, class)) = named_so.or(classes.first()) {
        let attributes = vec![attribute("name", class), attribute("class", class)];
        nodes.push(Node { attributes, ..Node::new(*kind, Place::default()) });
    }
    nodes
}

fn attribute(name: &str, value: &str) -> Attribute {
    let (place, value_place) = (Place::default(), Place::default());
    Attribute { name: name.into(), value: value.to_string(), place, value_place }
}

/// The name that an entity gets.
fn choose_name(asked: &EntityRequest, own_name: &str) -> Result<String, SpawnProblem> {
    let wanted = if asked.name.is_empty() { own_name } else { &asked.name };
    let is_usable = wanted.len() <= 240 && !wanted.chars().any(char::is_control);
    if !is_usable {
        return Err(SpawnProblem::BadName(format!("{wanted:?} cannot be a name")));
    }
    if !asked.taken.contains(wanted) {
        return Ok(wanted.to_string());
    }
    if !asked.may_be_renamed {
        return Err(SpawnProblem::NameTaken(format!("the name {wanted:?} is taken")));
    }
    Ok(free_name(wanted, &asked.taken))
}

/// The name with the lowest number that is free.
fn free_name(wanted: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (1u64..).map(|number| format!("{wanted}_{number}"));
    let mut free = numbered.filter(|name| !taken.contains(name));
    free.next().unwrap_or_default()
}

/// Give an entity its name and its pose.
fn place(entity: &mut Node, name: &str, pose: &Pose3) {
    entity.attributes.retain(|it| it.name.as_str() != "name");
    entity.attributes.push(attribute("name", name));
    entity.children.retain(|it| !matches!(it.name.as_str(), "init_pose" | "init_pose3d"));
    let degrees = [pose.yaw_rad, pose.pitch_rad, pose.roll_rad].map(f64::to_degrees);
    let [yaw, pitch, roll] = degrees;
    let value = format!("{} {} {} {yaw} {pitch} {roll}", pose.x_m, pose.y_m, pose.z_m);
    let text = Some(Box::new(Text { value, place: Place::default() }));
    entity.children.push(Node { text, ..Node::new("init_pose3d", Place::default()) });
}

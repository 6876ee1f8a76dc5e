//! What services of a ROS 2 node ask about files: definitions, worlds, named poses, sizes.

use super::world_reader::{WORLD, WorldReader};
use crate::inserter::bounding_boxes;
use crate::{Inserter, World};
use skidpad_assets::embedded;
use skidpad_ros2::world_library::{
    BoundingBox, EntityRequest, NamedPlace, PreparedEntity, ResourceEntry, SpawnProblem, WorldLibrary,
    WorldProblem, WorldRequest,
};
use skidpad_sim::Simulation;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Most files of one folder that are listed.
const MOST_FILES: usize = 10_000;

/// How much of a file is read for its description [bytes].
const BEGINNING: u64 = 64 << 10;

/// How the names of files end that define something to spawn.
const SPAWNABLE: [&str; 4] = [".vehicle.xml", ".block.xml", ".actor.xml", ".urdf"];

/// The files around the world of a run.
pub(super) struct Ros2Library {
    inserter: Inserter,
    /// The file of the world, or of the last one that was in a file.
    file: PathBuf,
    /// The world; `None` if it was unloaded.
    current: Option<ResourceEntry>,
    reader: Arc<WorldReader>,
    named_poses: Vec<NamedPlace>,
    boxes: BTreeMap<String, BoundingBox>,
}

impl Ros2Library {
    pub(super) fn new(
        world: &World,
        sim: &Simulation,
        file: PathBuf,
        is_nothing: bool,
        reader: Arc<WorldReader>,
    ) -> Ros2Library {
        let opened = Path::new(&world.opened_as);
        let current = if opened.is_file() {
            file_entry(opened)
        } else {
            entry(&world.opened_as, String::new(), String::new())
        };
        let description = &world.loaded.description;
        let named_poses = description.named_poses.iter().map(|it| NamedPlace {
            name: it.name.clone(),
            description: it.description.clone(),
            tags: it.tags.clone(),
            pose_in_world: it.pose_in_world,
            radius_m: it.radius_m,
        });
        Ros2Library {
            inserter: world.inserter(),
            file,
            current: (!is_nothing).then_some(current),
            reader,
            named_poses: named_poses.collect(),
            boxes: bounding_boxes(description, sim),
        }
    }
}

impl WorldLibrary for Ros2Library {
    fn prepare(&self, asked: &EntityRequest) -> Result<PreparedEntity, SpawnProblem> {
        self.inserter.read_entity(asked)
    }

    fn spawnables(&self, sources: &[String]) -> Result<Vec<ResourceEntry>, String> {
        let own = embedded::files().into_iter().map(|(path, _)| path);
        let own = own.filter(|path| path.starts_with("definitions/") && ends_with_any(path, &SPAWNABLE));
        let mut found: Vec<ResourceEntry> = own
            .map(|path| {
                let text = embedded::file(&path).map(String::from_utf8_lossy).unwrap_or_default();
                entry(&path, path.clone(), first_comment(&text))
            })
            .collect();
        for folder in sources {
            found.extend(files_in(folder, &SPAWNABLE)?.iter().map(|path| file_entry(path)));
        }
        Ok(found)
    }

    fn worlds(&self, sources: &[String]) -> (Vec<ResourceEntry>, Vec<String>) {
        let (mut found, mut problems) = (Vec::new(), Vec::new());
        let own = self.file.parent().filter(|_| self.file.is_file());
        let own =
            own.map(
                |folder| {
                    if folder.as_os_str().is_empty() { ".".into() } else { folder.display().to_string() }
                },
            );
        for folder in own.iter().chain(sources) {
            match files_in(folder, &[WORLD]) {
                Ok(files) => found.extend(files.iter().map(|path| file_entry(path))),
                Err(problem) => problems.push(problem),
            }
        }
        (found, problems)
    }

    fn current_world(&self) -> Option<ResourceEntry> {
        self.current.clone()
    }

    fn keeps_world(&self) -> Option<String> {
        self.reader.keeps_world()
    }

    fn read_world(&self, asked: &WorldRequest) -> Result<u64, WorldProblem> {
        self.reader.read(asked, &self.file)
    }

    fn named_poses(&self) -> Vec<NamedPlace> {
        self.named_poses.clone()
    }

    fn boxes(&self) -> BTreeMap<String, BoundingBox> {
        self.boxes.clone()
    }
}

fn ends_with_any(name: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| name.ends_with(ending))
}

/// The files of a folder whose names end so, in alphabetical order.
fn files_in(folder: &str, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let path = folder.strip_prefix("file://").unwrap_or(folder);
    let entries = std::fs::read_dir(path).map_err(|problem| format!("{folder}: {problem}"))?;
    let paths = entries.take(MOST_FILES).filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.to_str().is_some_and(|name| ends_with_any(name, endings))).collect();
    found.sort();
    Ok(found)
}

fn entry(path: &str, uri: String, description: String) -> ResourceEntry {
    let file = path.rsplit('/').next().unwrap_or(path);
    ResourceEntry { name: file.split('.').next().unwrap_or(file).to_string(), uri, description }
}

/// A file on disk, under its absolute path.
fn file_entry(path: &Path) -> ResourceEntry {
    let absolute = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let text = beginning(path).unwrap_or_default();
    entry(&path.display().to_string(), absolute.display().to_string(), first_comment(&text))
}

/// The first bytes of a file, if it is an ordinary one.
fn beginning(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if std::fs::metadata(path)?.is_file() {
        std::fs::File::open(path)?.take(BEGINNING).read_to_end(&mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The first sentence of the comment at the top of a file.
fn first_comment(text: &str) -> String {
    let begins = text.find("<!--").filter(|at| {
        // A comment after the first element is about something else.
        let before = text.get(..*at).unwrap_or_default();
        before.matches('<').count() == before.matches("<?").count()
    });
    let inside = begins.and_then(|at| text.get(at + 4..)).and_then(|rest| rest.split("-->").next());
    let words: Vec<&str> = inside.unwrap_or_default().split_whitespace().collect();
    let whole = words.join(" ");
    match whole.find(". ") {
        Some(end) => whole[..=end].to_string(),
        None => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WorldOptions;
    use skidpad_math::Pose3;
    use skidpad_ros2::world_library::EntitySource;

    fn library() -> Ros2Library {
        let world = World::read("../../worlds/two_robots.world.xml", &WorldOptions::default());
        let world = world.expect("a shipped world");
        let sim = crate::simulation::build_core(&world).expect("it can be built");
        let reader = Arc::new(WorldReader::new(WorldOptions::default(), false, None));
        Ros2Library::new(&world, &sim, PathBuf::from(&world.opened_as), false, reader)
    }

    fn asked(source: EntitySource, name: &str) -> EntityRequest {
        EntityRequest {
            source,
            name: name.to_string(),
            may_be_renamed: false,
            taken: ["r1".to_string()].into(),
            pose_in_world: Pose3::new(3.0, -1.0, 0.0, 0.5, 0.0, 0.0),
        }
    }

    #[test]
    fn every_spawnable_definition_can_be_spawned() {
        let library = library();
        let spawnables = library.spawnables(&[]).expect("definitions");
        assert!(spawnables.len() > 10, "{spawnables:?}");
        for ResourceEntry { name, uri, description } in spawnables {
            assert!(!description.is_empty(), "{uri} has no description");
            let prepared = library.prepare(&asked(EntitySource::Uri(uri.clone()), ""));
            let prepared = prepared.unwrap_or_else(|problem| panic!("{uri}: {problem:?}"));
            assert!(!prepared.name.is_empty(), "{name}");
            let size = prepared.bounds;
            assert!(size.high_m[0] > size.low_m[0] && size.high_m[2] > 0.0, "{uri}: {size:?}");
        }
    }

    #[test]
    fn names_are_given_kept_and_refused() {
        let library = library();
        let text = || EntitySource::Text(r#"<vehicle name="r1" class="small_robot"/>"#.to_string());
        let taken = library.prepare(&asked(text(), ""));
        assert!(matches!(taken, Err(SpawnProblem::NameTaken(_))), "{taken:?}");
        let renamed = library.prepare(&EntityRequest { may_be_renamed: true, ..asked(text(), "") });
        assert_eq!(renamed.expect("another name").name, "r1_1");
        let named = library.prepare(&asked(text(), "scout")).expect("a free name");
        assert_eq!(named.name, "scout");
        assert!(named.insertion.text.contains("3 -1 0 28.64"), "{}", named.insertion.text);
    }

    #[test]
    fn what_cannot_be_spawned_says_why() {
        let library = library();
        let problem = |source| library.prepare(&asked(source, "x")).expect_err("it cannot be spawned");
        let text = |text: &str| EntitySource::Text(text.to_string());
        let uri = |uri: &str| EntitySource::Uri(uri.to_string());
        assert!(matches!(problem(text("<sdf version='1.9'/>")), SpawnProblem::Format(_)));
        assert!(matches!(problem(text("<robot name='a'/>")), SpawnProblem::Unreadable(_)));
        assert!(matches!(problem(text("<vehicle class='nothing'/>")), SpawnProblem::Unreadable(_)));
        assert!(matches!(problem(text("<block/><block/>")), SpawnProblem::Unreadable(_)));
        assert!(matches!(problem(uri("nowhere.vehicle.xml")), SpawnProblem::NotFound(_)));
        assert!(matches!(problem(uri("/etc/passwd")), SpawnProblem::NotFound(_)));
        assert!(matches!(problem(uri("https://example.org/robot.xml")), SpawnProblem::Format(_)));
    }

    #[test]
    fn places_of_the_world_have_names() {
        let library = library();
        let [corner] = &library.named_poses()[..] else { panic!("one place") };
        assert_eq!((corner.name.as_str(), corner.tags.as_slice()), ("corner", &["free".to_string()][..]));
        assert!(!corner.description.is_empty() && corner.radius_m == 1.0);
        assert!((corner.pose_in_world.yaw_rad - std::f64::consts::FRAC_PI_4).abs() < 1e-12);
        assert!(library.boxes().contains_key("r1"));
        let (worlds, problems) = library.worlds(&["/nowhere".to_string()]);
        assert!(worlds.iter().any(|it| it.name == "warehouse" && it.description.starts_with("A warehouse")));
        assert!(problems[0].contains("/nowhere"), "{problems:?}");
    }
}

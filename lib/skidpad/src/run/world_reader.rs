//! Other worlds for a run: read and built beside its steps, and kept ready until the run takes one over.

use crate::simulation::build_core;
use crate::{Error, World, WorldOptions};
use skidpad_ros2::world_library::{WorldProblem, WorldRequest, WorldSource};
use skidpad_sim::Simulation;
use skidpad_world::{Problem, ReadingProblem};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How a world file's name ends.
pub(super) const WORLD: &str = ".world.xml";

/// The world of a run after its world was unloaded.
const NO_WORLD: &str = r#"<mvsim_world version="1.0"></mvsim_world>"#;

/// Reads worlds for a run, as its first world was read.
pub(super) struct WorldReader {
    options: WorldOptions,
    /// Whether viewers will want the scene.
    is_seen: bool,
    /// Why the run cannot get another world.
    keeps_world: Option<String>,
    ready: Mutex<Ready>,
}

/// The world that waits for the run.
#[derive(Default)]
struct Ready {
    count: u64,
    world: Option<NextWorld>,
}

/// A world that a run can go on with.
pub(super) struct NextWorld {
    pub(super) world: World,
    pub(super) sim: Simulation,
    /// The file of the last world that was in one.
    pub(super) file: PathBuf,
    /// Whether it stands for no world.
    pub(super) is_nothing: bool,
}

impl WorldReader {
    pub(super) fn new(options: WorldOptions, is_seen: bool, keeps_world: Option<String>) -> WorldReader {
        WorldReader { options, is_seen, keeps_world, ready: Mutex::default() }
    }

    /// Why the run cannot get another world.
    pub(super) fn keeps_world(&self) -> Option<String> {
        self.keeps_world.clone()
    }

    /// Read and build a world, and keep it ready; one that has not been taken gives way. Relative addresses begin at
    /// the folder of `file`, the last world.
    pub(super) fn read(&self, asked: &WorldRequest, file: &Path) -> Result<u64, WorldProblem> {
        let (world, file) = match &asked.source {
            WorldSource::Uri(uri) => {
                let path = path_of(uri, file)?;
                (World::read(&path, &self.options).map_err(unreadable)?, path)
            }
            WorldSource::Text(text) if file.is_file() => {
                (World::read_text(file, text, &self.options).map_err(unreadable)?, file.to_path_buf())
            }
            WorldSource::Text(text) => (World::from_text(text, &self.options), file.to_path_buf()),
            WorldSource::Nothing => (World::from_text(NO_WORLD, &self.options), file.to_path_buf()),
        };
        let world = world.without_errors().map_err(unreadable)?;
        refuse(asked, &world)?;
        let sim = build_core(&world).map_err(unreadable)?;
        if self.is_seen {
            // The scene takes long, so it is built here.
            let _ = sim.scene();
        }
        let is_nothing = asked.source == WorldSource::Nothing;
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        ready.world = Some(NextWorld { world, sim, file, is_nothing });
        ready.count += 1;
        Ok(ready.count)
    }

    /// The world that was kept ready under this number.
    pub(super) fn take(&self, number: u64) -> Option<NextWorld> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if ready.count == number { ready.world.take() } else { None }
    }
}

/// The file that an address names.
fn path_of(uri: &str, last: &Path) -> Result<PathBuf, WorldProblem> {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    if path.contains("://") {
        let reason = format!("{uri}: only files of this machine can be loaded");
        return Err(WorldProblem::Format(reason));
    }
    if !path.ends_with(WORLD) {
        return Err(WorldProblem::Format(format!("{uri}: the name of a world ends in {WORLD}")));
    }
    let folder = last.parent().unwrap_or(Path::new(""));
    let beside = folder.join(path);
    Ok(if beside.is_file() { beside } else { PathBuf::from(path) })
}

fn unreadable(error: Error) -> WorldProblem {
    let text = error.to_string();
    match error {
        Error::Unopened { reason, .. }
            if matches!(reason.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) =>
        {
            WorldProblem::NotFound(text)
        }
        Error::Build(_) => WorldProblem::Unbuildable(text),
        _ => WorldProblem::Unreadable(text),
    }
}

/// What a request does not accept, where a run from the command line would go on with a warning.
fn refuse(asked: &WorldRequest, world: &World) -> Result<(), WorldProblem> {
    if asked.refuses_missing_assets && !world.assets.missing.is_empty() {
        let lines = world.assets.missing.iter().map(|it| format!("{}: {}", it.uri, it.reason));
        return Err(WorldProblem::MissingAsset(lines.collect::<Vec<_>>().join("\n")));
    }
    if asked.refuses_unknown_elements {
        let unknown = world.diagnostics().iter().filter(|it| is_unknown_element(&it.problem));
        let lines: Vec<String> = unknown.map(|it| it.record(world.sources()).to_string()).collect();
        if !lines.is_empty() {
            return Err(WorldProblem::UnknownElement(lines.join("\n")));
        }
    }
    Ok(())
}

fn is_unknown_element(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::Reading(
            ReadingProblem::UnknownAttribute { .. }
                | ReadingProblem::UnknownChild { .. }
                | ReadingProblem::MisplacedChild { .. }
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_ROBOTS: &str = "../../worlds/two_robots.world.xml";

    fn reader() -> WorldReader {
        WorldReader::new(WorldOptions::default(), false, None)
    }

    fn asked(source: WorldSource) -> WorldRequest {
        WorldRequest { source, refuses_unknown_elements: true, refuses_missing_assets: true }
    }

    fn text(text: &str) -> WorldRequest {
        asked(WorldSource::Text(text.to_string()))
    }

    #[test]
    fn worlds_are_kept_until_they_are_taken() {
        let (reader, file) = (reader(), Path::new(TWO_ROBOTS));
        let empty = reader.read(&asked(WorldSource::Nothing), file).expect("nothing can be read");
        let uri = "gridmap.world.xml".to_string();
        let slam = reader.read(&asked(WorldSource::Uri(uri)), file).expect("a world beside the first");
        assert!(reader.take(empty).is_none(), "it has given way");
        let next = reader.take(slam).expect("it is ready");
        assert!(next.file.ends_with("gridmap.world.xml") && !next.is_nothing);
        assert!(!next.sim.roster().vehicles.is_empty());
        assert!(reader.take(slam).is_none(), "it is taken once");
        let nothing = reader.read(&asked(WorldSource::Nothing), &next.file).expect("nothing can be read");
        let nothing = reader.take(nothing).expect("it is ready");
        assert!(nothing.is_nothing && nothing.world.diagnostics().iter().next().is_none());
        assert_eq!((nothing.file, nothing.sim.roster().vehicles.len()), (next.file, 0));
    }

    #[test]
    fn a_text_is_read_beside_the_last_world() {
        let reader = reader();
        let robot = r#"<mvsim_world><include file="../definitions/small_robot.vehicle.xml"/>
            <vehicle name="a" class="small_robot"><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"#;
        for file in [TWO_ROBOTS, "nowhere.world.xml"] {
            let number = reader.read(&text(robot), Path::new(file)).expect("a world");
            assert_eq!(reader.take(number).expect("it is ready").sim.roster().vehicles[0].name, "a");
        }
    }

    #[test]
    fn what_cannot_be_loaded_says_why() {
        let (reader, file) = (reader(), Path::new(TWO_ROBOTS));
        let problem = |asked: &WorldRequest| reader.read(asked, file).expect_err("it cannot be loaded");
        let uri = |uri: &str| problem(&asked(WorldSource::Uri(uri.to_string())));
        assert!(matches!(uri("nowhere.world.xml"), WorldProblem::NotFound(_)));
        assert!(matches!(uri("/etc/passwd"), WorldProblem::Format(_)));
        assert!(matches!(uri("https://example.org/a.world.xml"), WorldProblem::Format(_)));
        let broken = problem(&text("<mvsim_world><vehicle class='nothing'/></mvsim_world>"));
        assert!(
            matches!(&broken, WorldProblem::Unreadable(why) if why.contains("given.world.xml:1:")),
            "{broken:?}"
        );
        let unknown = text("<mvsim_world><wall_of_sound/></mvsim_world>");
        assert!(matches!(problem(&unknown), WorldProblem::UnknownElement(_)));
        assert!(reader.read(&WorldRequest { refuses_unknown_elements: false, ..unknown }, file).is_ok());
        let mesh = r#"<mvsim_world><block><init_pose>0 0 0</init_pose><visual><model_uri>no.dae</model_uri></visual></block></mvsim_world>"#;
        assert!(matches!(problem(&text(mesh)), WorldProblem::MissingAsset(_)));
        assert!(reader.read(&WorldRequest { refuses_missing_assets: false, ..text(mesh) }, file).is_ok());
    }
}

//! What clients change in a running world, and how it is written back into the world's file.

use crate::World;
use crate::world::GivenText;
use serde::Serialize;
use skidpad_assets::Origin;
use skidpad_link::{EditControl, Failure, Participant};
use skidpad_math::{Pose3, wrap_angle};
use skidpad_messages::{BodyId, Commands, Event, NewBlock, Request, Step};
use skidpad_world::description::{Element, Object, WorldDescription};
use skidpad_world::edit::{Edit, EditRefusal, EditedBody, EditedText, RefusedEdit, difference, edit_world};
use skidpad_world::write::write;
use skidpad_world::{FileId, load};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The changes of a run so far, in order.
#[derive(Debug, Default)]
pub(crate) struct WorldEdits {
    /// Each with the step that applied it; going back in time forgets later ones.
    changes: Vec<(u64, Change)>,
    last_step: u64,
}

#[derive(Debug, Clone)]
enum Change {
    Moved(BodyId, Pose3),
    Removed(BodyId),
    AddedVehicle { like: usize, name: String, pose: Pose3 },
    AddedBlock(NewBlock),
    CopiedBlock { like: usize, name: String, pose: Pose3 },
    Inserted(String),
}

impl Participant for WorldEdits {
    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        let now = step.observations.step;
        if now <= self.last_step {
            self.changes.retain(|(at, _)| *at <= now);
        }
        self.last_step = now;
        self.note(now, &step.commands, &step.observations.events);
        Ok(())
    }
}

impl WorldEdits {
    /// Keep what the commands of a step changed. What the step refused changed nothing.
    fn note(&mut self, now: u64, commands: &Commands, events: &[Event]) {
        let is_refused = |index: usize| {
            let is_it =
                |event: &Event| matches!(event, Event::Refused { command, .. } if *command as usize == index);
            events.iter().any(is_it)
        };
        for (_, command) in commands.iter().enumerate().filter(|(index, _)| !is_refused(*index)) {
            let change = match command.request() {
                Request::Teleport { body, pose_in_world } => Change::Moved(*body, *pose_in_world),
                Request::Remove { body } => Change::Removed(*body),
                Request::SpawnVehicle { like, name, pose_in_world } => {
                    Change::AddedVehicle { like: like.index(), name: name.clone(), pose: *pose_in_world }
                }
                Request::SpawnBlock(block) => Change::AddedBlock(block.clone()),
                Request::CopyBlock { like, name, pose_in_world } => {
                    Change::CopiedBlock { like: like.index(), name: name.clone(), pose: *pose_in_world }
                }
                Request::Insert(_) => Change::Inserted("what a program inserted".to_owned()),
                Request::Reset => {
                    self.changes.clear();
                    continue;
                }
                _ => continue,
            };
            self.changes.push((now, change));
        }
    }
}

/// The answer to a client: the changes, and what was written.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct EditsReport {
    /// How many objects differ from the file.
    pub(crate) count: usize,
    /// The world's file.
    pub(crate) file: String,
    /// The difference to it, as `diff -u` shows it.
    pub(crate) diff: String,
    /// Objects whose changes cannot be written, and why.
    pub(crate) refused: Vec<[String; 2]>,
    /// Whether the world's own file may be replaced.
    pub(crate) may_replace: bool,
    /// The file that was written.
    pub(crate) saved: Option<String>,
}

/// An object of a run: of the file, or added later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Which {
    Vehicle(usize),
    Block(usize),
    Element(usize),
}

/// What was added to a world.
enum Added {
    /// A vehicle or a block like another one.
    Copy { like: usize, name: String, pose: Pose3 },
    /// A block of its own outline.
    Outline(NewBlock),
}

impl WorldEdits {
    /// Show the changes, and write them if they are to be kept. The error is a text for users.
    pub(crate) fn control(
        &self,
        control: EditControl,
        world: &World,
        may_replace: bool,
    ) -> Result<EditsReport, String> {
        let main = &world.files.world;
        let Some(Origin::Disk(path)) = world.files.files.origin(main) else {
            return Err("this world was not read from a file".to_string());
        };
        if control.in_place && !may_replace {
            return Err("the world's own file is replaced only in a run with --edit".to_string());
        }
        let (base, edited) = self.edited(control.is_expanded, world)?;
        let target = if control.in_place { path.clone() } else { free_name(&path) };
        let name = |path: &Path| {
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        let original = world.sources().text(FileId(0));
        let diff = if control.is_expanded {
            let head = format!("--- {} (expanded)\n+++ {}\n", name(&path), name(&target));
            let body = difference(&base, &edited.replaced, "", "");
            head + body.split_once("\n+++ \n").map_or("", |(_, rest)| rest)
        } else {
            difference(&base, &edited.replaced, &name(&path), &name(&target))
        };
        let mut saved = None;
        if control.is_saved {
            let on_disk =
                std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            if on_disk != original {
                return Err(format!(
                    "{} has changed since the run began; start again to edit it",
                    name(&path)
                ));
            }
            replace_file(&target, &edited.text).map_err(|error| format!("{}: {error}", target.display()))?;
            saved = Some(target.display().to_string());
        }
        Ok(EditsReport {
            count: edited.replaced.len(),
            file: name(&path),
            diff,
            refused: edited.refused.iter().map(|it| [it.name.clone(), it.reason.to_string()]).collect(),
            may_replace,
            saved,
        })
    }

    /// The text that is changed, and the changes that say what is shown when they are read.
    fn edited(&self, is_expanded: bool, world: &World) -> Result<(String, EditedText), String> {
        let reload = |text: &str| {
            let main = &world.files.world;
            load(main, &GivenText { path: main, text, others: &world.files.files }, &world.options.expand())
        };
        let untidy = |problem: skidpad_world::edit::UntidyFile| problem.to_string();
        let (base, description) = if is_expanded {
            let tree = world.loaded.tree.as_ref().ok_or("the world has no elements")?;
            let text = write(tree);
            let description = reload(&text).description;
            (text, description)
        } else {
            (world.sources().text(FileId(0)).to_owned(), world.loaded.description.clone())
        };
        let (mut edits, inserted) = self.edits(&description);
        let mut refused: Vec<RefusedEdit> = inserted;
        loop {
            let mut edited = edit_world(&base, &description, &edits).map_err(untidy)?;
            let again = reload(&edited.text).description;
            let is_written = |edit: &&Edit| {
                let name = name_of(edit, &description);
                !edited.refused.iter().any(|it| it.name == name)
            };
            let written: Vec<&Edit> = edits.iter().filter(is_written).collect();
            let wrong = edits
                .iter()
                .position(|edit| is_written(&edit) && !is_as_shown(edit, &written, &description, &again));
            let Some(wrong) = wrong else {
                edited.refused.append(&mut refused);
                return Ok((base, edited));
            };
            let name = name_of(&edits.remove(wrong), &description);
            refused.push(RefusedEdit { name, reason: EditRefusal::NotAsShown });
        }
    }

    /// The changes as edits of a file, each object once.
    fn edits(&self, world: &WorldDescription) -> (Vec<Edit>, Vec<RefusedEdit>) {
        let mut moved: BTreeMap<Which, Pose3> = BTreeMap::new();
        let mut removed: Vec<Which> = Vec::new();
        let (mut vehicles, mut blocks): (Vec<Added>, Vec<Added>) = (Vec::new(), Vec::new());
        let mut inserted = Vec::new();
        for (_, change) in &self.changes {
            let which = |body: &BodyId| match body {
                BodyId::Vehicle(id) => Some(Which::Vehicle(id.index())),
                BodyId::Block(id) => Some(Which::Block(id.index())),
                BodyId::Element(index) => Some(Which::Element(*index as usize)),
                _ => None,
            };
            match change {
                Change::Moved(body, pose) => {
                    moved.extend(which(body).map(|which| (which, *pose)));
                }
                Change::Removed(body) => removed.extend(which(body)),
                Change::AddedVehicle { like, name, pose } => {
                    vehicles.push(Added::Copy { like: *like, name: name.clone(), pose: *pose });
                }
                Change::CopiedBlock { like, name, pose } => {
                    blocks.push(Added::Copy { like: *like, name: name.clone(), pose: *pose });
                }
                Change::AddedBlock(block) => blocks.push(Added::Outline(block.clone())),
                Change::Inserted(name) => {
                    inserted.push(RefusedEdit { name: name.clone(), reason: EditRefusal::NoText });
                }
            }
        }
        let written = |which: &Which| match *which {
            Which::Vehicle(index) => (index < world.vehicles.len()).then_some(EditedBody::Vehicle(index)),
            Which::Block(index) => (index < world.blocks.len()).then_some(EditedBody::Block(index)),
            Which::Element(index) => Some(EditedBody::Element(index)),
        };
        let stays = moved.iter().filter(|(which, _)| !removed.contains(which));
        let moves = stays
            .filter_map(|(which, pose)| Some(Edit::Move { body: written(which)?, pose_in_world: *pose }));
        let mut edits: Vec<Edit> = moves.collect();
        edits.extend(removed.iter().filter_map(|which| Some(Edit::Remove { body: written(which)? })));
        for (first, added, which, body) in [
            (
                world.vehicles.len(),
                &vehicles,
                Which::Vehicle as fn(usize) -> Which,
                EditedBody::Vehicle as fn(usize) -> EditedBody,
            ),
            (world.blocks.len(), &blocks, Which::Block, EditedBody::Block),
        ] {
            for (number, it) in added.iter().enumerate() {
                let which = which(first + number);
                if !removed.contains(&which) {
                    edits.push(addition(it, moved.get(&which), added, first, body));
                }
            }
        }
        (edits, inserted)
    }
}

/// The edit that adds something, where it was moved to. A copy of a copy is written as a copy of what the file has.
fn addition(
    it: &Added,
    moved_to: Option<&Pose3>,
    all: &[Added],
    first: usize,
    body: fn(usize) -> EditedBody,
) -> Edit {
    match it {
        Added::Copy { like, name, pose } => {
            let mut like = *like;
            while let Some(Added::Copy { like: earlier, .. }) =
                like.checked_sub(first).and_then(|at| all.get(at))
            {
                like = *earlier;
            }
            Edit::Copy { like: body(like), name: name.clone(), pose_in_world: *moved_to.unwrap_or(pose) }
        }
        Added::Outline(block) => {
            let pose_in_world = *moved_to.unwrap_or(&block.pose_in_world);
            let block = NewBlock { pose_in_world, ..block.clone() };
            Edit::Add { name: block.name.clone(), xml: block_xml(&block) }
        }
    }
}

fn name_of(edit: &Edit, world: &WorldDescription) -> String {
    match edit {
        Edit::Move { body, .. } | Edit::Remove { body } => {
            let name = match *body {
                EditedBody::Element(index) => world.elements.get(index).map(|it| &it.name),
                _ => object(*body, world).map(|it| &it.name),
            };
            name.filter(|name| !name.is_empty()).map_or_else(|| body.to_string(), String::clone)
        }
        Edit::Copy { name, .. } | Edit::Add { name, .. } => name.clone(),
    }
}

fn object(body: EditedBody, world: &WorldDescription) -> Option<&Object> {
    match body {
        EditedBody::Vehicle(index) => world.vehicles.get(index).map(|it| &it.object),
        EditedBody::Block(index) => world.blocks.get(index).map(|it| &it.object),
        EditedBody::Element(_) => None,
    }
}

/// Whether a file that was read again, after all of the `written` edits, has an object where it is shown.
fn is_as_shown(edit: &Edit, written: &[&Edit], before: &WorldDescription, after: &WorldDescription) -> bool {
    let find = |is_vehicle: bool, name: &str| {
        let vehicles = after.vehicles.iter().map(|it| &it.object).filter(|_| is_vehicle);
        let blocks = after.blocks.iter().map(|it| &it.object).filter(|_| !is_vehicle);
        vehicles.chain(blocks).filter(|it| it.name == name).map(|it| it.pose_in_world).collect::<Vec<_>>()
    };
    let is_at = |poses: Vec<Pose3>, shown: &Pose3| {
        poses.iter().any(|is| {
            let off = (is.x_m - shown.x_m).abs() + (is.y_m - shown.y_m).abs();
            off + wrap_angle(is.yaw_rad - shown.yaw_rad).abs() < 1e-5
        })
    };
    match edit {
        Edit::Move { body: EditedBody::Element(index), pose_in_world: shown } => {
            let is = after.elements.get(*index).and_then(Element::placeable_pose);
            is.is_some_and(|is| {
                let off = (is.z_m - shown.z_m).abs() + wrap_angle(is.pitch_rad - shown.pitch_rad).abs();
                off + wrap_angle(is.roll_rad - shown.roll_rad).abs() < 1e-5 && is_at(vec![is], shown)
            })
        }
        Edit::Move { body, pose_in_world } => {
            let is_vehicle = matches!(body, EditedBody::Vehicle(_));
            object(*body, before).is_some_and(|it| is_at(find(is_vehicle, &it.name), pose_in_world))
        }
        Edit::Copy { like, name, pose_in_world } => {
            is_at(find(matches!(like, EditedBody::Vehicle(_)), name), pose_in_world)
        }
        Edit::Remove { body } => {
            let is_vehicle = matches!(body, EditedBody::Vehicle(_));
            let is_of_kind = |body: &EditedBody| matches!(body, EditedBody::Vehicle(_)) == is_vehicle;
            let count =
                |world: &WorldDescription| if is_vehicle { world.vehicles.len() } else { world.blocks.len() };
            let count_where = |is: &dyn Fn(&Edit) -> bool| written.iter().filter(|edit| is(edit)).count();
            let removed = count_where(&|edit| matches!(edit, Edit::Remove { body } if is_of_kind(body)));
            let added = count_where(&|edit| match edit {
                Edit::Copy { like, .. } => is_of_kind(like),
                Edit::Add { .. } => !is_vehicle,
                Edit::Move { .. } | Edit::Remove { .. } => false,
            });
            count(after) + removed <= count(before) + added
        }
        Edit::Add { name, .. } => !find(false, name).is_empty(),
    }
}

/// A block that was added, as a world writes it.
fn block_xml(block: &NewBlock) -> String {
    let name = block.name.replace('&', "&amp;").replace('"', "&quot;").replace(['<', '$'], "_");
    let number = |value: f64| format!("{}", (value * 1e6).round() / 1e6);
    let corners: String =
        block.outline_m.iter().map(|at| format!("<pt>{} {}</pt>", number(at.x), number(at.y))).collect();
    let pose = &block.pose_in_world;
    let (x, y, yaw) = (number(pose.x_m), number(pose.y_m), number(pose.yaw_rad.to_degrees()));
    let (low, high, mass) = (number(block.z_min_m), number(block.z_max_m), number(block.mass_kg));
    let is_static = if block.is_static { "<static>true</static> " } else { "" };
    format!(
        "<block name=\"{name}\">\n    <init_pose>{x} {y} {yaw}</init_pose>\n    {is_static}<mass>{mass}</mass> \
         <zmin>{low}</zmin> <zmax>{high}</zmax>\n    <shape>{corners}</shape>\n</block>"
    )
}

/// `yard.edited.world.xml` beside `yard.world.xml`, with a number where that is taken.
fn free_name(world: &Path) -> PathBuf {
    let name = world.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let stem = name.strip_suffix(".world.xml").or(name.strip_suffix(".xml")).unwrap_or(&name).to_owned();
    let names = std::iter::once(String::new()).chain((2..10_000).map(|number| format!("-{number}")));
    let paths = names.map(|number| world.with_file_name(format!("{stem}.edited{number}.world.xml")));
    let mut paths = paths.into_iter();
    paths
        .find(|path| !path.exists())
        .unwrap_or_else(|| world.with_file_name(format!("{stem}.edited.world.xml")))
}

/// Write a file beside the target, then put it in its place, so that no half of it is ever there.
fn replace_file(target: &Path, text: &str) -> std::io::Result<()> {
    let name = target.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let beside = target.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = std::fs::File::create_new(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let result = written.and_then(|()| std::fs::rename(&beside, target));
    if result.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Simulation, WorldOptions};
    use skidpad_math::Vec2;
    use skidpad_messages::{BlockId, RefusedBecause};

    const WORLD: &str = "<mvsim_world version=\"1.0\">
  <block name=\"a\"><init_pose>1 0 0</init_pose></block>  <!-- kept -->
  <block name=\"b\"><init_pose>5 0 0</init_pose></block>
</mvsim_world>
";

    fn world(name: &str) -> World {
        let folder = std::env::temp_dir().join(format!("skidpad-edits-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("yard.world.xml");
        std::fs::write(&file, WORLD).unwrap();
        World::read(&file, &WorldOptions::default()).unwrap()
    }

    fn new_block(name: &str) -> NewBlock {
        let outline_m = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
        let pose_in_world = Pose3::new(9.0, 9.0, 0.0, 0.0, 0.0, 0.0);
        let name = name.to_owned();
        NewBlock { name, pose_in_world, outline_m, z_min_m: 0.0, z_max_m: 1.0, mass_kg: 3.0, is_static: true }
    }

    #[test]
    fn an_object_can_be_removed_while_another_is_added() {
        let world = world("both");
        let mut edits = WorldEdits::default();
        let requests =
            [Request::Remove { body: BodyId::Block(BlockId(0)) }, Request::SpawnBlock(new_block("c"))];
        edits.note(1, &Commands::from(requests), &[]);
        let report = edits.control(EditControl::default(), &world, false).unwrap();
        assert_eq!(report.refused, Vec::<[String; 2]>::new(), "{}", report.diff);
        assert!(
            report.diff.contains("-  <block name=\"a\">") && report.diff.contains("+  <block name=\"c\">")
        );
        assert!(report.diff.contains("<!-- kept -->"), "{}", report.diff);
        assert!(report.diff.contains("<static>true</static>"), "a fixed block stays fixed: {}", report.diff);
    }

    #[test]
    fn what_a_run_refuses_is_no_change() {
        let world = world("refused");
        let mut sim = Simulation::build(&world).unwrap();
        let commands = Commands::from([
            Request::SpawnBlock(new_block("b")),
            Request::Teleport { body: BodyId::Block(BlockId(1)), pose_in_world: Pose3::default() },
        ]);
        let events = sim.step(&commands).events.clone();
        let is_refused = |event: &Event| {
            matches!(event, Event::Refused { command: 0, because: RefusedBecause::NameTaken })
        };
        assert!(events.iter().any(is_refused), "the name is taken: {events:?}");
        let mut edits = WorldEdits::default();
        edits.note(1, &commands, &events);
        let report = edits.control(EditControl::default(), &world, false).unwrap();
        assert_eq!((report.count, report.refused.len()), (1, 0), "{}", report.diff);
        assert!(report.diff.contains("+  <block name=\"b\"><init_pose>0 0 0</init_pose></block>"));
    }
}

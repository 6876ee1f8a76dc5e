//! Whether a described world makes sense: names that must exist, shapes that must have an area,
//! steps that must be short enough. What the tables of [`crate::schema`] can say is checked while reading.

mod headings;
mod names;
mod polygon;
mod problem;
mod property;
mod timestep;
mod values;
mod vehicle;

pub use polygon::polygon;
pub use problem::Implausible;

pub(crate) use property::property;

use crate::description::{ElementKind, Object, SensorKind, WorldDescription};
use crate::diagnostics::{Diagnostics, Severity};
use crate::tree::Node;

/// Check a description against itself. `root` is the tree it was read from, for places.
pub fn check(root: &Node, description: &WorldDescription, diagnostics: &mut Diagnostics) {
    names::check(root, description, diagnostics);
    vehicle::check(description, diagnostics);
    timestep::check(description, description.step_s(description.settings.timestep_s), diagnostics);
    headings::check(root, diagnostics);
    vehicle::check_places(root, description, diagnostics);
    check_georeference(description, diagnostics);
    check_lamps(root, description, diagnostics);
}

/// Check a description that a program may have made, for a run with this step: the rules of [`check()`], and
/// those by which text is read. A description that was read without errors passes.
pub fn check_description(description: &WorldDescription, step_s: f64, diagnostics: &mut Diagnostics) {
    values::check(description, diagnostics);
    names::check_joints(None, description, diagnostics);
    vehicle::check(description, diagnostics);
    timestep::check(description, step_s, diagnostics);
}

/// Lamps that MVSim shows.
const MVSIM_LAMPS: usize = 8;

/// Lamps that a world may have: each of them is looked at for every pixel of a picture.
const MOST_LAMPS: usize = 256;

/// Worlds for both programs should not rely on lamps that one of them leaves out.
fn check_lamps(root: &Node, description: &WorldDescription, diagnostics: &mut Diagnostics) {
    let objects = (description.vehicles.iter().map(|it| &it.object))
        .chain(description.blocks.iter().map(|it| &it.object))
        .chain(description.actors.iter().map(|it| &it.object));
    let lights = root.children.iter().find(|child| matches!(child.name.as_str(), "lights" | "light"));
    let in_world = lights.map(|lights| (lights.place, description.lights.lamps.len()));
    let in_groups = |object: &Object| object.light_groups.iter().map(|group| group.lamps.len()).sum();
    let (mut count, mut many, mut too_many) = (0, None, None);
    for (place, lamps) in in_world.into_iter().chain(objects.map(|object| (object.place, in_groups(object))))
    {
        count += lamps;
        many = many.or((count > MVSIM_LAMPS).then_some(place));
        too_many = too_many.or((count > MOST_LAMPS).then_some(place));
    }
    if let Some(place) = too_many {
        diagnostics.error(place, Implausible::TooManyLamps { count, most: MOST_LAMPS }.into());
    } else if many.is_some() {
        let problem = Implausible::ManyLamps { count, most: MVSIM_LAMPS };
        diagnostics.push(Severity::Note, many, problem.into());
    }
}

/// A receiver and a plane with geodetic corners need to know where on Earth they are.
fn check_georeference(description: &WorldDescription, diagnostics: &mut Diagnostics) {
    let has_reference = description
        .georeference
        .as_ref()
        .is_some_and(|earth| earth.latitude_rad != 0.0 || earth.longitude_rad != 0.0);
    if has_reference {
        return;
    }
    for element in &description.elements {
        if matches!(&element.kind, ElementKind::HorizontalPlane(plane) if plane.geo_corners.is_some()) {
            diagnostics.error(element.place, Implausible::CornersWithoutGeoreference.into());
        }
    }
    let mounted = description.vehicles.iter().flat_map(|vehicle| &vehicle.sensors);
    for sensor in mounted.chain(&description.sensors) {
        if matches!(sensor.kind, SensorKind::Gnss(_)) {
            let problem = Implausible::GnssWithoutGeoreference { sensor: sensor.name.clone() };
            diagnostics.warning(sensor.place, problem.into());
        }
    }
}

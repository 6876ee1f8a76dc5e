//! Whether a described world makes sense: names that must exist, shapes that must have an area,
//! steps that must be short enough. What the tables of [`crate::schema`] can say is checked while reading.

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

use crate::description::{SensorKind, WorldDescription};
use crate::diagnostics::Diagnostics;
use crate::tree::Node;

/// Check a description against itself. `root` is the tree it was read from, for places.
pub fn check(root: &Node, description: &WorldDescription, diagnostics: &mut Diagnostics) {
    names::check(root, description, diagnostics);
    vehicle::check(description, diagnostics);
    timestep::check(description, description.step_s(description.settings.timestep_s), diagnostics);
    vehicle::check_places(description, diagnostics);
    check_gnss(description, diagnostics);
}

/// Check a description that a program may have made, for a run with this step: the rules of [`check()`], and
/// those by which text is read. A description that was read without errors passes.
pub fn check_description(description: &WorldDescription, step_s: f64, diagnostics: &mut Diagnostics) {
    values::check(description, diagnostics);
    names::check_joints(None, description, diagnostics);
    vehicle::check(description, diagnostics);
    timestep::check(description, step_s, diagnostics);
}

/// A receiver needs to know where on Earth it is.
fn check_gnss(description: &WorldDescription, diagnostics: &mut Diagnostics) {
    let has_reference = description
        .georeference
        .as_ref()
        .is_some_and(|earth| earth.latitude_rad != 0.0 || earth.longitude_rad != 0.0);
    if has_reference {
        return;
    }
    let mounted = description.vehicles.iter().flat_map(|vehicle| &vehicle.sensors);
    for sensor in mounted.chain(&description.sensors) {
        if matches!(sensor.kind, SensorKind::Gnss(_)) {
            let problem = Implausible::GnssWithoutGeoreference { sensor: sensor.name.clone() };
            diagnostics.warning(sensor.place, problem.into());
        }
    }
}

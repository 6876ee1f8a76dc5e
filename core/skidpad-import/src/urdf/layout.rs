//! Which class of vehicle some wheels make, and which wheel is which.

use super::wheels::{FoundWheel, Mount};
use crate::findings::Report;
use crate::mapping::MappingValues;
use crate::problem::ImportProblem;
use skidpad_world::Place;

/// A class of dynamics with its wheels by tag.
pub(super) struct Layout {
    pub(super) class: &'static str,
    pub(super) wheels: Vec<(&'static str, FoundWheel)>,
    /// Wheels that are not simulated but belong to no other body either.
    pub(super) spare: Vec<FoundWheel>,
}

impl Layout {
    /// The wheels that carry the drive.
    pub(super) fn driven(&self) -> impl Iterator<Item = &FoundWheel> {
        self.wheels.iter().filter(|(tag, _)| *tag != "caster_wheel").map(|(_, wheel)| wheel)
    }

    pub(super) fn wheel(&self, tag: &str) -> Option<&FoundWheel> {
        self.wheels.iter().find(|(known, _)| *known == tag).map(|(_, wheel)| wheel)
    }

    /// Height of the ground in the root link's frame [m].
    pub(super) fn ground_z_m(&self) -> f64 {
        self.driven().map(|wheel| wheel.centre.z - wheel.radius_m).fold(f64::INFINITY, f64::min)
    }
}

/// What a plug-in of Gazebo says about the joints that it drives.
#[derive(Default)]
pub(super) struct DrivenJoints(pub(super) Vec<String>);

/// The layout of the wheels that were found; none where they make no vehicle, which is reported.
pub(super) fn layout(
    mut found: Vec<FoundWheel>,
    driven: &DrivenJoints,
    mapping: &MappingValues,
    place: Place,
    report: &mut Report,
) -> Option<Layout> {
    if !mapping.wheels.is_empty() {
        return mapped(&found, mapping, place, report);
    }
    if found.is_empty() {
        report.error(place, &ImportProblem::NoWheels);
        return None;
    }
    let is_swivel = |wheel: &FoundWheel| matches!(wheel.mount, Mount::Swivel { .. });
    let (swivels, mut rolling): (Vec<_>, Vec<_>) = found.drain(..).partition(is_swivel);
    let (steered, straight): (Vec<_>, Vec<_>) =
        rolling.iter().cloned().partition(|wheel| matches!(wheel.mount, Mount::Steered(_)));
    if !steered.is_empty() {
        return ackermann(steered, straight, swivels, place, report);
    }
    // Where a plug-in names the driven wheels, others that roll along are casters.
    let named: Vec<FoundWheel> =
        rolling.iter().filter(|wheel| driven.0.contains(&wheel.joint)).cloned().collect();
    let mut spare = Vec::new();
    if named.len() == 2 && rolling.len() == 3 {
        spare = rolling.iter().filter(|wheel| !driven.0.contains(&wheel.joint)).cloned().collect();
        rolling = named;
    }
    // Left to right, for each axle from the rear to the front.
    rolling.sort_by(|a, b| a.centre.x.total_cmp(&b.centre.x));
    match rolling.len() {
        2 | 3 => Some(two_wheels(rolling, spare, swivels, report)),
        4.. if rolling.len().is_multiple_of(2) => {
            let front = rolling.split_off(rolling.len() - 2);
            let middle = rolling.split_off(2);
            for wheel in &middle {
                report.not_taken(
                    wheel.place,
                    format!("the wheel of joint \"{}\"", wheel.joint),
                    "a vehicle has two axles here; the outer ones are taken",
                );
            }
            let ([lr, rr], [lf, rf]) = (left_and_right(rolling)?, left_and_right(front)?);
            let wheels = vec![("lr_wheel", lr), ("rr_wheel", rr), ("lf_wheel", lf), ("rf_wheel", rf)];
            let spare = middle.into_iter().chain(swivels).collect();
            Some(Layout { class: "differential_4_wheels", wheels, spare })
        }
        count => {
            let found = format!(
                "{count} wheel{} without steering",
                if count == 1 { " was found" } else { "s were found" }
            );
            let advice = "vehicles have two, three or four wheels; --mapping says which is which";
            report.error(place, &ImportProblem::UnknownLayout { found, advice });
            None
        }
    }
}

fn left_and_right(mut pair: Vec<FoundWheel>) -> Option<[FoundWheel; 2]> {
    pair.sort_by(|a, b| b.centre.y.total_cmp(&a.centre.y));
    pair.try_into().ok()
}

fn two_wheels(
    mut rolling: Vec<FoundWheel>,
    mut spare: Vec<FoundWheel>,
    swivels: Vec<FoundWheel>,
    report: &mut Report,
) -> Layout {
    if rolling.len() == 3 {
        // The third wheel is the one in the middle.
        let middle = (0..3)
            .min_by(|&a, &b| rolling[a].centre.y.abs().total_cmp(&rolling[b].centre.y.abs()))
            .unwrap_or(0);
        spare.push(rolling.remove(middle));
    }
    rolling.sort_by(|a, b| b.centre.y.total_cmp(&a.centre.y));
    let tags = ["l_wheel", "r_wheel"];
    let mut wheels: Vec<_> = tags.into_iter().zip(rolling).collect();
    let mut casters: Vec<FoundWheel> = spare.into_iter().chain(swivels).collect();
    if casters.len() == 1 {
        wheels.extend(casters.pop().map(|caster| ("caster_wheel", caster)));
        return Layout { class: "differential_3_wheels", wheels, spare: Vec::new() };
    }
    for caster in &casters {
        report.not_taken(caster.place, format!("the caster of joint \"{}\"", caster.joint), "with several casters the driven wheels carry the vehicle alone, and casters slide without friction");
    }
    Layout { class: "differential", wheels, spare: casters }
}

fn ackermann(
    mut steered: Vec<FoundWheel>,
    mut straight: Vec<FoundWheel>,
    spare: Vec<FoundWheel>,
    place: Place,
    report: &mut Report,
) -> Option<Layout> {
    steered.sort_by(|a, b| b.centre.x.total_cmp(&a.centre.x));
    if steered.len() == 4 && straight.is_empty() {
        straight = steered.split_off(2);
        report.taken_as(
            straight[0].place,
            "the steering of the rear wheels",
            "straight wheels: only the front is steered here",
        );
    }
    if steered.len() == 1 && straight.len() == 2 {
        let one = steered[0].clone();
        report.taken_as(one.place, "a single steered wheel", "two steered wheels close to each other");
        let half = 0.5 * one.width_m;
        let beside = |side: f64| FoundWheel {
            centre: one.centre + skidpad_math::Vec3::new(0.0, side * half, 0.0),
            mass_kg: one.mass_kg.map(|mass| 0.5 * mass),
            ..one.clone()
        };
        steered = vec![beside(1.0), beside(-1.0)];
    }
    if steered.len() != 2 || straight.len() != 2 {
        let found = format!("{} steered and {} straight wheels were found", steered.len(), straight.len());
        let advice = "a car has two of each; --mapping says which is which";
        report.error(place, &ImportProblem::UnknownLayout { found, advice });
        return None;
    }
    let ([rl, rr], [fl, fr]) = (left_and_right(straight)?, left_and_right(steered)?);
    if fl.centre.x - rr.centre.x < 1e-3 {
        let (found, advice) =
            ("the steered wheels are behind the straight ones".to_owned(), "rear steering is not simulated");
        report.error(fl.place, &ImportProblem::UnknownLayout { found, advice });
        return None;
    }
    let wheels = vec![("rl_wheel", rl), ("rr_wheel", rr), ("fl_wheel", fl), ("fr_wheel", fr)];
    Some(Layout { class: "ackermann", wheels, spare })
}

/// Classes and the tags of their wheels.
const TAGS: [(&str, &[&str]); 4] = [
    ("differential", &["l_wheel", "r_wheel"]),
    ("differential_3_wheels", &["l_wheel", "r_wheel", "caster_wheel"]),
    ("differential_4_wheels", &["lr_wheel", "rr_wheel", "lf_wheel", "rf_wheel"]),
    ("ackermann", &["rl_wheel", "rr_wheel", "fl_wheel", "fr_wheel"]),
];

/// The layout that a mapping names wheel by wheel.
fn mapped(
    found: &[FoundWheel],
    mapping: &MappingValues,
    place: Place,
    report: &mut Report,
) -> Option<Layout> {
    let said = |tags: &[&str]| {
        tags.len() == mapping.wheels.len() && tags.iter().all(|&tag| mapping.wheels.contains_key(tag))
    };
    let class = mapping.class.as_ref().map(|class| class.value.as_str());
    let fitting = TAGS.iter().find(|(name, tags)| class.is_none_or(|class| class == *name) && said(tags));
    let Some(&(class, tags)) = fitting else {
        let found = "the wheels of the mapping are not those of one class".to_owned();
        let advice = "write l_wheel and r_wheel; or these and caster_wheel; or lf_, rf_, lr_ and rr_wheel; or fl_, fr_, rl_ and rr_wheel with class: ackermann";
        report.error(
            mapping.wheels.values().next().map_or(place, |said| said.place),
            &ImportProblem::UnknownLayout { found, advice },
        );
        return None;
    };
    let wheels = tags.iter().filter_map(|&tag| {
        let joint = &mapping.wheels[tag].value;
        found.iter().find(|wheel| wheel.joint == *joint).map(|wheel| (tag, wheel.clone()))
    });
    let wheels: Vec<_> = wheels.collect();
    let is_used = |wheel: &FoundWheel| wheels.iter().any(|(_, used)| used.joint == wheel.joint);
    let spare = found.iter().filter(|wheel| !is_used(wheel)).cloned().collect();
    // Wheels without a size were reported.
    (wheels.len() == tags.len()).then_some(Layout { class, wheels, spare })
}

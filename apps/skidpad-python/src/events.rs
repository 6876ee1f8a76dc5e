//! What happened during steps.

use pyo3::prelude::*;
use skidpad::messages::{self, BodyId, Roster};

/// Something that happened during a step.
#[pyclass(frozen, get_all, eq, module = "skidpad")]
#[derive(Clone, PartialEq)]
pub(crate) struct Event {
    /// ``"contact"``, ``"refused"``, ``"quarantined"``, ``"timed_out"``, ``"vehicle_spawned"``, ``"block_spawned"``,
    /// ``"removed"``, ``"inserted"``, ``"lights_switched"``, ``"objects_changed"``, ``"reset"``,
    /// ``"lap"``, ``"tipping"``, ``"extension_failed"`` or ``"note"``.
    kind: &'static str,
    /// Simulated time at the end of the step [s].
    time_s: f64,
    /// Names of the bodies that are concerned.
    bodies: Vec<String>,
    /// Number of the lap, from 1; ``None`` for other events.
    lap: Option<u32>,
    /// How long the lap took [s]; ``None`` for other events.
    lap_time_s: Option<f64>,
    /// The event in words.
    text: String,
}

#[pymethods]
impl Event {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Event {} at {:.3} s: {}>", self.kind, self.time_s, self.text)
    }
}

/// Two bodies that pushed each other during the last step.
#[pyclass(frozen, get_all, eq, module = "skidpad")]
#[derive(Clone, PartialEq)]
pub(crate) struct Contact {
    /// Name of one body.
    a: String,
    /// Name of the other.
    b: String,
    /// Where, in the world [m].
    point_in_world_m: (f64, f64),
    /// Impulse along the normal during the step [N·s].
    impulse_newton_s: f64,
    /// Whether they did not touch in the step before.
    is_first: bool,
}

#[pymethods]
impl Contact {
    fn __repr__(&self) -> String {
        format!("<Contact of {:?} and {:?}, {:.3} N·s>", self.a, self.b, self.impulse_newton_s)
    }
}

/// Events with their times [ns], for Python.
pub(crate) fn events(events: &[(u64, messages::Event)], roster: &Roster) -> Vec<Event> {
    events.iter().map(|(time_ns, event)| of(*time_ns, event, roster)).collect()
}

fn of(time_ns: u64, event: &messages::Event, roster: &Roster) -> Event {
    use messages::Event as E;
    let (kind, bodies) = match event {
        E::Contact { a, b, .. } => ("contact", vec![*a, *b]),
        E::Refused { .. } | E::RequestRefused { .. } => ("refused", Vec::new()),
        E::Quarantined { body, .. } => ("quarantined", vec![*body]),
        E::TimedOut { vehicle } => ("timed_out", vec![BodyId::Vehicle(*vehicle)]),
        E::VehicleSpawned { vehicle } => ("vehicle_spawned", vec![BodyId::Vehicle(*vehicle)]),
        E::BlockSpawned { block } => ("block_spawned", vec![BodyId::Block(*block)]),
        E::Removed { body } => ("removed", vec![*body]),
        E::Inserted => ("inserted", Vec::new()),
        E::LightsSwitched => ("lights_switched", Vec::new()),
        E::ObjectsChanged => ("objects_changed", Vec::new()),
        E::Reset => ("reset", Vec::new()),
        E::Lap { vehicle, .. } => ("lap", vec![BodyId::Vehicle(*vehicle)]),
        E::Tipping { vehicle } => ("tipping", vec![BodyId::Vehicle(*vehicle)]),
        E::ExtensionFailed { .. } => ("extension_failed", Vec::new()),
        E::Note { .. } => ("note", Vec::new()),
    };
    let (lap, lap_time_s) = match event {
        E::Lap { lap, time_s, .. } => (Some(*lap), Some(*time_s)),
        _ => (None, None),
    };
    Event {
        kind,
        time_s: time_ns as f64 * 1e-9,
        bodies: bodies.into_iter().map(|body| roster.name_of(body)).collect(),
        lap,
        lap_time_s,
        text: event.describe(roster),
    }
}

/// The contacts among the events of a step.
pub(crate) fn contacts(events: &[messages::Event], roster: &Roster) -> Vec<Contact> {
    let contact = |event: &messages::Event| match event {
        messages::Event::Contact { a, b, point_in_world_m, impulse_newton_s, is_first } => Some(Contact {
            a: roster.name_of(*a),
            b: roster.name_of(*b),
            point_in_world_m: (point_in_world_m.x, point_in_world_m.y),
            impulse_newton_s: *impulse_newton_s,
            is_first: *is_first,
        }),
        _ => None,
    };
    events.iter().filter_map(contact).collect()
}

//! Adding what a piece of a world file describes to a world that runs.

use super::budget::Account;
use super::{Builder, Item, items_in_document_order, race_car};
use crate::model::Model;
use crate::planar::Planar;
use crate::property_region::PropertyRegions;
use crate::sensors::{RefusedSensor, add_sensors};
use crate::state::State;
use skidpad_messages::{BodyId, VehicleId};
use skidpad_scene::{Assets, OutlineCache};
use skidpad_world::description::{ElementKind, WorldDescription};
use skidpad_world::{Budget, BuildProblem, Diagnostics, Place, Spending, check_description};
use std::collections::BTreeMap;

/// A world with more in it.
pub(crate) struct Extended {
    pub(crate) model: Model,
    pub(crate) state: State,
    pub(crate) planar: Planar,
}

/// Add `added` to a world, which `whole` describes together with it; `assets` are those of both.
pub(crate) fn insert(
    world: Extended,
    added: &WorldDescription,
    whole: &WorldDescription,
    assets: &Assets,
) -> Result<Extended, Diagnostics> {
    let Extended { model, state, planar } = world;
    let mut found = Diagnostics::default();
    check_description(added, model.dt_s, &mut found);
    if found.has_errors() {
        return Err(found);
    }
    let step = state.step;
    let first_vehicle = model.vehicles.len();
    let places = vec![Place::default(); state.bodies.len()];
    let is_wall = |owner: &&BodyId| matches!(owner, BodyId::Wall(_));
    let mut builder = Builder {
        assets,
        outlines: OutlineCache::default(),
        has_ground: model.has_ground() || !whole.blocks.is_empty(),
        wall_count: super::count(model.owners.iter().filter(is_wall).count()),
        track: race_car::track_of(whole),
        racing_lines: BTreeMap::new(),
        model,
        state,
        planar,
        diagnostics: Diagnostics::default(),
        account: Account::new(Spending::new(Budget::default()), whole),
        places,
    };
    let before = |all: usize, more: usize| all - more;
    let elements = before(whole.elements.len(), added.elements.len());
    let vehicles = before(whole.vehicles.len(), added.vehicles.len());
    let blocks = before(whole.blocks.len(), added.blocks.len());
    for item in items_in_document_order(added) {
        match item {
            Item::Element(index, element) => builder.add_element(elements + index, element),
            Item::Vehicle(index, vehicle) => {
                builder.add_vehicle(vehicles + index, vehicle, whole.settings.command_timeout_s);
            }
            Item::Block(index, block) => builder.add_block(blocks + index, block),
            Item::Walls(walls) => builder.add_walls(walls),
            Item::Actor(actor) => builder.add_actor(actor),
        }
    }
    let regions = whole.elements.iter().filter_map(|element| match &element.kind {
        ElementKind::PropertyRegion(region) => Some(region.clone()),
        _ => None,
    });
    builder.model.regions = PropertyRegions::new(regions.collect());
    builder.charge_pairs();
    if builder.diagnostics.has_errors() {
        return Err(builder.diagnostics);
    }
    builder.lift_buried_vehicles(first_vehicle);
    builder.place_vehicles(first_vehicle);
    if builder.diagnostics.has_errors() {
        return Err(builder.diagnostics);
    }
    let Builder { mut model, mut state, planar, .. } = builder;
    for it in &mut state.vehicles[first_vehicle..] {
        it.commanded_at_step = step;
    }
    for index in first_vehicle..model.vehicles.len() {
        let described = model.described_vehicles[index];
        let sensors = &whole.vehicles[described].sensors;
        let id = VehicleId(super::count(index));
        let refused = add_sensors(&mut model, &mut state, sensors, Some(described), Some(id));
        for RefusedSensor { sensor, place, reason } in refused {
            found.error(place, BuildProblem::Refused { object: sensor, reason }.into());
        }
    }
    if found.has_errors() {
        return Err(found);
    }
    Ok(Extended { model, state, planar })
}

//! The rules that values are read by, for a description that a program made or changed.

use std::collections::BTreeSet;

use super::{Implausible, polygon};
use crate::description::{Block, ChassisShape, Object, Polygon, Vehicle, Wheel, WorldDescription};
use crate::diagnostics::Diagnostics;
use crate::place::Place;
use crate::problem::Problem;
use crate::schema::{Param, parameter};

pub(super) fn check(description: &WorldDescription, diagnostics: &mut Diagnostics) {
    if let Some(problem) = parameter(&["gravity"]).refusal(description.settings.gravity_mps2) {
        diagnostics.error(Place::default(), problem.into());
    }
    let mut names = BTreeSet::new();
    for vehicle in &description.vehicles {
        let mut object = ObjectCheck { object: &vehicle.object, diagnostics };
        if !names.insert(vehicle.object.name.as_str()) {
            let name = vehicle.object.name.clone();
            object.error(Problem::DuplicateName { kind: "vehicle".to_owned(), name });
        }
        check_vehicle(vehicle, &mut object);
    }
    for block in &description.blocks {
        check_block(block, &mut ObjectCheck { object: &block.object, diagnostics });
    }
}

/// Reports problems of one object. Each message names it: a description that no text was read for has no places.
struct ObjectCheck<'a> {
    object: &'a Object,
    diagnostics: &'a mut Diagnostics,
}

impl ObjectCheck<'_> {
    fn error(&mut self, problem: impl Into<Problem>) {
        let (object, problem) = (self.object.name.clone(), Box::new(problem.into()));
        self.diagnostics.error(self.object.place, Problem::OfObject { object, problem });
    }

    fn number(&mut self, param: &Param, value: f64) {
        if let Some(problem) = param.refusal(value) {
            self.error(problem);
        }
    }

    fn outline(&mut self, shape: Option<&Polygon>) {
        if let Some(Err(problem)) = shape.map(|shape| polygon(shape)) {
            self.error(problem);
        }
    }
}

fn check_vehicle(vehicle: &Vehicle, object: &mut ObjectCheck<'_>) {
    let chassis = &vehicle.chassis;
    for (name, value) in [
        ("mass", chassis.mass_kg),
        ("linear_damping", chassis.linear_damping_hz),
        ("angular_damping", chassis.angular_damping_hz),
    ] {
        object.number(parameter(&["vehicle", "dynamics", "chassis", name]), value);
    }
    for wheel in &vehicle.wheels {
        let numbers = [("diameter", wheel.diameter_m), ("width", wheel.width_m), ("mass", wheel.mass_kg)];
        for (name, value) in numbers {
            object.number(parameter(&["vehicle", "dynamics", "l_wheel", name]), value);
        }
        if let Err(problem) = Wheel::check_inertia(wheel.inertia_kgm2) {
            object.error(problem);
        }
    }
    match &chassis.shape {
        ChassisShape::Polygon(corners) => object.outline(Some(corners)),
        ChassisShape::FromVisual(given) => {
            object.outline(given.as_ref());
            if vehicle.object.visuals.is_empty() {
                object.error(Implausible::VehicleWithoutVisual);
            }
        }
    }
}

fn check_block(block: &Block, object: &mut ObjectCheck<'_>) {
    for (name, value) in [
        ("mass", block.mass_kg),
        ("ground_friction", block.ground_friction),
        ("lateral_friction", block.lateral_friction),
        ("restitution", block.restitution),
        ("linear_damping", block.linear_damping_hz),
        ("angular_damping", block.angular_damping_hz),
    ] {
        object.number(parameter(&["block", name]), value);
    }
    object.outline(block.shape.as_ref());
    if block.shape_from_visual && block.object.visuals.is_empty() && block.geometry.is_none() {
        object.error(Implausible::BlockWithoutVisual);
    }
}

//! Vehicles.

use super::extension::extension_use;
use super::problem::ReadingProblem;
use super::reader::Reader;
use super::{dynamics, object, powertrain, sensor, wheel};
use crate::check::Implausible;
use crate::description::{
    Aero, ChassisShape, Friction, FrictionLimit, FrictionModel, Hold, LoadTransfer, Odometry, OdometrySource,
    Vehicle,
};
use crate::tree::Node;

pub(super) fn vehicle(reader: &Reader<'_>, document_index: u32) -> Option<Vehicle> {
    let object = object::object(reader, document_index);
    let sensors = reader.all("sensor").iter().filter_map(sensor::sensor).collect();
    let friction = friction(reader);
    let aero = reader.one("aero").map(|reader| Aero {
        drag_area_m2: reader.number("drag_area"),
        downforce_area_m2: reader.number("downforce_area"),
        air_density_kgpm3: reader.number("air_density"),
        place: reader.place(),
    });
    let load_transfer = reader.one("load_transfer").map(|reader| load_transfer(&reader));
    let odometry = reader.one("odometry").map(|reader| odometry(&reader)).unwrap_or_default();
    if !reader.has_child("dynamics") {
        let (element, child) = (reader.label(), "dynamics");
        reader.sink().error(reader.place(), ReadingProblem::MissingChild { element, child });
    }
    let dynamics = reader.one("dynamics")?;
    let (chassis, wheels) = (wheel::chassis(&dynamics), wheel::wheels(&dynamics));
    if matches!(chassis.shape, ChassisShape::FromVisual(_)) && object.visuals.is_empty() {
        reader.sink().error(chassis.place, Implausible::VehicleWithoutVisual);
    }
    for wheel in wheels.iter().filter(|wheel| !wheel.linked_yaw.is_empty()) {
        if !object.visuals.iter().any(|visual| visual.name == wheel.linked_yaw) {
            let name = wheel.linked_yaw.clone();
            let names = object.visuals.iter().map(|visual| visual.name.as_str());
            let nearest = if reader.sink().is_full() { None } else { crate::nearest(&name, names) };
            reader.sink().warning(wheel.place, Implausible::NoSuchVisual { name, nearest });
        }
    }
    let described = Vehicle {
        dynamics: dynamics::dynamics(&dynamics, reader.controller_beside_dynamics()),
        chassis,
        wheels,
        friction,
        brake: reader.one("brake").map(|reader| powertrain::brake(&reader)),
        motor: reader.one("motor").map(|reader| powertrain::motor(&reader)),
        load_transfer,
        aero,
        odometry,
        sensors,
        log_path: reader.text("log_path"),
        auto_start_recording: reader.lenient_flag("auto_start_recording"),
        command_timeout_s: reader.optional_number("command_timeout"),
        object,
    };
    powertrain::note_without_effect(reader, &described);
    Some(described)
}

fn friction(vehicle: &Reader<'_>) -> Friction {
    let stand_in = Node::new("friction", vehicle.place());
    let reader = vehicle.one("friction").unwrap_or_else(|| {
        Reader::of_missing(&stand_in, vehicle.family_below("friction"), "default", vehicle.sink())
    });
    let own = extension_use(&reader);
    let model = match reader.variant() {
        _ if let Some(own) = own => FrictionModel::Extension(own),
        "wardiagnemma" => FrictionModel::WardIagnemma {
            mu: reader.number("mu"),
            a_roll: reader.number("A_roll"),
            r1: reader.number("R1"),
            r2: reader.number("R2"),
        },
        "ellipse" => FrictionModel::Ellipse {
            c_alpha: reader.number("C_alpha"),
            c_s: reader.number("C_s"),
            slip_angle_saturation_rad: reader.number("slip_angle_saturation"),
            slip_ratio_saturation: reader.number("slip_ratio_saturation"),
            c_alpha_s: reader.number("C_alpha_s"),
            c_s_alpha: reader.number("C_s_alpha"),
        },
        _ => FrictionModel::Coulomb { mu: reader.number("mu") },
    };
    let is_circle = reader.choice("friction_limit") == "circle";
    let hold = match reader.optional_choice("hold") {
        Some("never") => Some(Hold::Never),
        Some("always") => Some(Hold::Always),
        Some(_) => Some(Hold::Standing),
        None => reader.flag("free_rolling").then_some(Hold::Never),
    };
    Friction {
        model,
        damping_nmspr: reader.number("C_damping"),
        rolling_resistance: reader.number("C_rr"),
        limit: if is_circle { FrictionLimit::Circle } else { FrictionLimit::Square },
        hold,
        slip_velocity_mps: reader.optional_number("slip_velocity"),
        place: reader.place(),
    }
}

fn load_transfer(reader: &Reader<'_>) -> LoadTransfer {
    LoadTransfer {
        com_height_m: reader.number("com_height"),
        track_m: reader.optional_number("track"),
        wheelbase_m: reader.optional_number("wheelbase"),
        is_dynamic: reader.flag("dynamic"),
    }
}

fn odometry(reader: &Reader<'_>) -> Odometry {
    let is_truth = reader.choice("source") == "truth";
    Odometry {
        x_multiplier: reader.optional_number("x_multiplier"),
        y_multiplier: reader.optional_number("y_multiplier"),
        yaw_multiplier: reader.optional_number("yaw_multiplier"),
        linear_noise: reader.number("linear_noise"),
        angular_noise: reader.number("angular_noise"),
        source: if is_truth { OdometrySource::Truth } else { OdometrySource::Encoders },
    }
}

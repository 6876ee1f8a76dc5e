//! Race cars: a preset, the parameters that the world overrides, the track, and the driver.

use super::Builder;
use super::vehicle::DrivePlan;
use crate::drive::DriveModel;
use crate::race_car::RaceCarModel;
use crate::race_car_driver::{RaceCarDriver, RaceCarSetpoint};
use skidpad_dynamics::body::BodyModel;
use skidpad_dynamics::race_car::{
    Cone, ConeColor, Driver, Integrator, Pace, ParameterProblem, Parameters, RaceCar, RacingLine, Radau,
    TorqueVectoring, Track, Value,
};
use skidpad_dynamics::vehicle as wheeled;
use skidpad_math::Vec2;
use skidpad_world::Resource;
use skidpad_world::description::{self, ConeTrack, ElementKind, RaceDriver, Vehicle, WorldDescription};
use std::sync::Arc;

/// Steps of work for a distance between two cones of a track.
const WORK_PER_COMPARISON: u64 = 5;
/// Steps of work for a point of the line of a track, which is kept.
const WORK_PER_POINT: u64 = 200;

/// The track of a world, if it has one.
pub(super) fn track_of(world: &WorldDescription) -> Option<Arc<Track>> {
    let track = world.elements.iter().find_map(|element| match &element.kind {
        ElementKind::ConeTrack(track) => Some(track),
        _ => None,
    })?;
    let ConeTrack { blue_m, yellow_m, orange_m } = track;
    let of = |color: ConeColor, places_m: &[[f64; 2]]| -> Vec<Cone> {
        places_m.iter().map(|&[x_m, y_m]| Cone { color, x_m, y_m }).collect()
    };
    let cones =
        [of(ConeColor::Blue, blue_m), of(ConeColor::Yellow, yellow_m), of(ConeColor::Orange, orange_m)];
    Track::of_cones(cones.concat()).ok().map(Arc::new)
}

impl Builder<'_> {
    pub(super) fn plan_race_car(&mut self, plan: &DrivePlan<'_>) -> Option<DriveModel> {
        let DrivePlan { vehicle, powertrain, .. } = *plan;
        let description::Dynamics::RaceCar(described) = &vehicle.dynamics else { return None };
        let driver = self.race_driver(vehicle, &described.driver)?;
        let lacks_line = described.driver.follows_track && driver.line.is_none();
        let model = race_car(described, vehicle, driver);
        let mut reasons: Vec<String> = match &model {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(ToString::to_string).collect(),
        };
        if powertrain.motor.as_ref().is_some_and(|motor| !motor.is_sound()) {
            reasons.push(wheeled::VehicleProblem::Motor.to_string());
        }
        if lacks_line {
            let reason =
                "its driver is to follow a track, but the world has no cone_track with a round of gates";
            reasons.push(reason.to_string());
        }
        if reasons.is_empty() {
            return model.ok().map(|model| {
                let (motor, brakes) = (powertrain.motor.clone(), powertrain.brakes);
                DriveModel::RaceCar(Box::new(RaceCarModel { motor, brakes, ..model }))
            });
        }
        for reason in reasons {
            self.refuse(&vehicle.object.name, vehicle.object.place, &reason);
        }
        None
    }

    /// None, with an error, where the work of finding its line is not left.
    fn race_driver(&mut self, vehicle: &Vehicle, described: &RaceDriver) -> Option<RaceCarDriver> {
        let pace = Pace {
            speed_mps: described.speed_mps,
            lateral_mps2: described.lateral_mps2,
            braking_mps2: described.braking_mps2,
        };
        let track = self.track.clone().filter(|_| described.follows_track);
        let line = match &track {
            Some(track) => self.racing_line(vehicle, track, &pace)?,
            None => None,
        };
        let initial = if described.follows_track {
            RaceCarSetpoint::Follow
        } else if described.speed_mps != 0.0 || described.steer_rad != 0.0 {
            RaceCarSetpoint::Hold { speed_mps: described.speed_mps, steer_rad: described.steer_rad }
        } else {
            RaceCarSetpoint::RELEASED
        };
        let vectoring = described.has_torque_vectoring.then(TorqueVectoring::default);
        Some(RaceCarDriver {
            driver: Driver { vectoring, ..Driver::default() },
            initial,
            line,
            track: self.track.clone(),
        })
    }

    /// The line of the track at a pace, which cars of the same pace share; none if the track has none.
    fn racing_line(
        &mut self,
        vehicle: &Vehicle,
        track: &Track,
        pace: &Pace,
    ) -> Option<Option<Arc<RacingLine>>> {
        let key = [pace.speed_mps, pace.lateral_mps2, pace.braking_mps2].map(f64::to_bits);
        if let Some(known) = self.racing_lines.get(&key) {
            return Some(known.clone());
        }
        let object = &vehicle.object;
        let work = WORK_PER_COMPARISON.saturating_mul(RacingLine::comparisons(track));
        if !self.charge(&object.name, object.place, Resource::Work, work) {
            return None;
        }
        let line = RacingLine::new(track, pace).map(Arc::new);
        let points = line.as_ref().map_or(0, |line| line.points_m().len()) as u64;
        if !self.charge(&object.name, object.place, Resource::Work, WORK_PER_POINT * points) {
            return None;
        }
        self.racing_lines.insert(key, line.clone());
        Some(line)
    }
}

/// A race car: a preset, and what the world changes of it.
fn race_car(
    described: &description::RaceCar,
    vehicle: &Vehicle,
    driver: RaceCarDriver,
) -> Result<RaceCarModel, Vec<ParameterProblem>> {
    let mut parameters = Parameters::preset(&described.preset).map_err(|problem| vec![problem])?;
    let words = [("tyre", Value::Word(described.tyre.clone())), ("reverse", Value::Flag(described.reverse))];
    let numbers = described.parameters.iter().map(|(name, value)| (name.as_str(), Value::Number(*value)));
    let set = |(name, value): (&str, Value)| parameters.set(name, &value).err();
    let problems: Vec<ParameterProblem> = words.into_iter().chain(numbers).filter_map(set).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    // The parameter `m`, unless the chassis has a mass of its own.
    parameters.mass_kg = vehicle.chassis.mass_kg;
    if let Some(aero) = &vehicle.aero {
        // The car's drag is C v², its downforce ½ C v².
        parameters.resistance_ns2pm2 = 0.5 * aero.air_density_kgpm3 * aero.drag_area_m2;
        parameters.downforce_ns2pm2 = aero.air_density_kgpm3 * aero.downforce_area_m2;
    }
    let body = BodyModel {
        mass_kg: parameters.mass_kg,
        centre_of_mass_m: Vec2::default(),
        inertia_kgm2: parameters.yaw_inertia_kgm2,
        linear_damping_hz: 0.0,
        angular_damping_hz: 0.0,
    };
    let integrator = match described.integrator.as_str() {
        "radau" => Integrator::Radau(Radau::default()),
        "euler" => Integrator::Euler,
        _ => Integrator::Rk4,
    };
    let at = |index: usize| {
        vehicle.wheels.get(index).map_or_else(Vec2::default, |wheel| wheel.pose_in_vehicle.position())
    };
    let car = RaceCar::new(parameters)?;
    Ok(RaceCarModel {
        car,
        integrator,
        body,
        wheels_m: [at(0), at(1), at(2), at(3)],
        driver,
        motor: None,
        brakes: None,
    })
}

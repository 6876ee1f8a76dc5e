//! Vehicles: chassis, wheels, and what moves them by class.

use super::controller::PlannedController;
use super::friction::FrictionPlan;
use super::outline::{Prism, corners_of};
use super::{Builder, count};
use crate::animation::Animation;
use crate::drive::DriveModel;
use crate::extension::DynamicsClass;
use crate::model::Model;
use crate::own_drive::OwnDriveModel;
use crate::planar::BodyId as PlanarId;
use crate::powertrain::PowertrainModel;
use crate::vehicle::{ChassisModel, OdometryModel, VehicleModel, WheelPlace};
use crate::wheeled::WheeledModel;
use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::aero::Aero;
use skidpad_dynamics::controllers::ackermann::AckermannDrive;
use skidpad_dynamics::drivetrain::{Differential, DifferentialKind, DrivenAxles};
use skidpad_dynamics::loads::{LoadTransfer, Loads};
use skidpad_dynamics::mass::{MassProperties, convex_hull};
use skidpad_dynamics::steering::Steering;
use skidpad_dynamics::vehicle::{self as wheeled, VehicleParts};
use skidpad_dynamics::wheel::WheelModel;
use skidpad_math::{Vec2, stream_of};
use skidpad_messages::{VehicleEntry, VehicleId};
use skidpad_world::BuildProblem;
use skidpad_world::description::{
    self, ChassisShape, Driven, Drivetrain, Dynamics, ExtensionUse, FrictionModel, TwoWayDifferential,
    Vehicle,
};
use std::sync::Arc;

/// What a vehicle is to be driven by, and what carries it.
#[derive(Clone, Copy)]
pub(crate) struct DrivePlan<'a> {
    /// What the world says about it.
    pub(crate) vehicle: &'a Vehicle,
    /// Its outline.
    pub(super) prism: &'a Prism,
    /// Its wheels.
    pub(crate) wheels: &'a [WheelModel],
    /// Its brakes and motor.
    pub(crate) powertrain: &'a PowertrainModel,
}

/// Makes what moves a vehicle of one class. Reports why there can be none.
pub(crate) type MakeDynamics = dyn Fn(&mut Builder<'_>, &DrivePlan<'_>) -> Option<DriveModel> + Send + Sync;

/// The built-in classes of vehicles, by name.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a path to a method fixes the builder's lifetime"
)]
pub(crate) fn built_in_dynamics() -> Vec<(&'static str, Arc<MakeDynamics>)> {
    vec![
        ("differential", made(|builder, plan| builder.plan_differential(plan))),
        ("differential_3_wheels", made(|builder, plan| builder.plan_differential(plan))),
        ("differential_4_wheels", made(|builder, plan| builder.plan_differential(plan))),
        ("ackermann", made(|builder, plan| builder.plan_ackermann(plan))),
        ("ackermann_drivetrain", made(|builder, plan| builder.plan_drivetrain(plan))),
        ("race_car", made(|builder, plan| builder.plan_race_car(plan))),
    ]
}

fn made(
    make: impl Fn(&mut Builder<'_>, &DrivePlan<'_>) -> Option<DriveModel> + Send + Sync + 'static,
) -> Arc<MakeDynamics> {
    Arc::new(make)
}

impl Builder<'_> {
    /// Everything about a described vehicle but where it stands; none if it is impossible.
    pub(super) fn plan_vehicle(&mut self, vehicle: &Vehicle) -> Option<VehicleModel> {
        let prism = self.chassis_prism(vehicle);
        if !self.charge_outline(&vehicle.object.name, vehicle.object.place, prism.corners_m.len()) {
            return None;
        }
        let wheels: Vec<WheelModel> = vehicle.wheels.iter().map(wheel_model).collect();
        let powertrain = PowertrainModel::new(vehicle);
        let plan = DrivePlan { vehicle, prism: &prism, wheels: &wheels, powertrain: &powertrain };
        let drive = self.plan_drive(&plan)?;
        let pose = vehicle.object.pose_in_world;
        let keyframes = vehicle.object.animation.as_ref().map(|animation| animation.keyframes.as_slice());
        let chassis = ChassisModel { corners_m: prism.corners_m, z_m: prism.z_m };
        let places: Vec<WheelPlace> = vehicle
            .wheels
            .iter()
            .map(|wheel| WheelPlace {
                position_m: [wheel.pose_in_vehicle.x_m, wheel.pose_in_vehicle.y_m],
                yaw_rad: wheel.pose_in_vehicle.yaw_rad,
                diameter_m: wheel.diameter_m,
                width_m: wheel.width_m,
            })
            .collect();
        let mut model = VehicleModel {
            name: vehicle.object.name.clone(),
            body: PlanarId(0),
            terrain_body: None,
            radius_m: radius_m(&chassis, &places),
            chassis,
            wheels: places,
            hitch_m: None,
            drive,
            powertrain,
            odometry: OdometryModel::new(&vehicle.odometry, &vehicle.object.name),
            animation: keyframes.and_then(|keyframes| Animation::new(pose, keyframes)),
            has_own_model: has_own_model(vehicle),
        };
        model.draw_odometry(self.model.seed);
        Some(model)
    }

    /// What moves a vehicle, by what makes that of its class.
    fn plan_drive(&mut self, plan: &DrivePlan<'_>) -> Option<DriveModel> {
        match self.model.extensions.dynamics_maker(plan) {
            Ok(make) => make(self, plan),
            Err(reason) => self.refuse_drive(plan, &reason),
        }
    }

    /// Report why a vehicle cannot be made of its parts.
    fn refuse_drive(&mut self, plan: &DrivePlan<'_>, reason: &dyn std::fmt::Display) -> Option<DriveModel> {
        self.refuse(&plan.vehicle.object.name, plan.vehicle.object.place, reason);
        None
    }

    fn plan_differential(&mut self, plan: &DrivePlan<'_>) -> Option<DriveModel> {
        self.plan_wheeled(plan, wheeled::Drive::Differential)
    }

    fn plan_ackermann(&mut self, plan: &DrivePlan<'_>) -> Option<DriveModel> {
        let Dynamics::Ackermann { max_steer_rad, drive, .. } = plan.vehicle.dynamics else { return None };
        let steering = steering(plan.wheels, max_steer_rad);
        self.plan_wheeled(plan, wheeled::Drive::Ackermann { steering, drive: driven_wheels(drive) })
    }

    fn plan_drivetrain(&mut self, plan: &DrivePlan<'_>) -> Option<DriveModel> {
        let Dynamics::AckermannDrivetrain { max_steer_rad, drivetrain, .. } = &plan.vehicle.dynamics else {
            return None;
        };
        let steering = steering(plan.wheels, *max_steer_rad);
        self.plan_wheeled(plan, wheeled::Drive::Drivetrain { steering, axles: driven_axles(drivetrain) })
    }

    /// Mass, wheels, grip and controller put together.
    fn plan_wheeled(&mut self, plan: &DrivePlan<'_>, drive: wheeled::Drive) -> Option<DriveModel> {
        let DrivePlan { vehicle, prism, wheels, powertrain } = *plan;
        let (chassis, total) = masses(vehicle, prism);
        let grip = FrictionPlan::new(&vehicle.friction, self.model.compat);
        let friction = match self.model.extensions.build_friction(&grip) {
            Ok(friction) => friction,
            Err(reason) => {
                self.refuse(&vehicle.object.name, vehicle.friction.place, &reason);
                return None;
            }
        };
        let PlannedController { controller, initial, trajectory, own } =
            match self.model.extensions.build_controller(&vehicle.dynamics) {
                Ok(planned) => planned,
                Err(reason) => return self.refuse_drive(plan, &reason),
            };
        let parts = VehicleParts {
            body: total.body(vehicle.chassis.linear_damping_hz, vehicle.chassis.angular_damping_hz),
            chassis_mass_kg: vehicle.chassis.mass_kg,
            chassis_centre_m: chassis.centre_m,
            wheels: wheels.to_vec(),
            friction,
            loads: loads(vehicle.load_transfer.as_ref(), wheels),
            drive,
            controller,
            aero: vehicle.aero.map(|aero| Aero {
                drag_area_m2: aero.drag_area_m2,
                downforce_area_m2: aero.downforce_area_m2,
                air_density_kgpm3: aero.air_density_kgpm3,
            }),
            caster_trail_m: vehicle.wheels.get(2).and_then(|wheel| wheel.swivel_trail_m),
            brakes: powertrain.brakes,
            motor: powertrain.motor.clone(),
        };
        match wheeled::VehicleModel::build(parts) {
            Ok(wheeled) => {
                // An own controller begins with what does nothing.
                let initial = if own.is_some() { wheeled.idle_setpoint() } else { initial };
                let stream = stream_of(&[&vehicle.object.name, "controller"]);
                let model = WheeledModel { wheeled, initial, trajectory, own_controller: own, stream };
                Some(DriveModel::Wheeled(Box::new(model)))
            }
            Err(problem) => self.refuse_drive(plan, &problem),
        }
    }

    /// Dynamics of a program's own on a body of the described mass.
    pub(crate) fn plan_own_drive(
        &mut self,
        class: &DynamicsClass,
        plan: &DrivePlan<'_>,
        used: &ExtensionUse,
    ) -> Option<DriveModel> {
        let DrivePlan { vehicle, prism, wheels, .. } = *plan;
        let built = match wheels.len() {
            1..=MAX_WHEELS => class.build(used),
            count => Err(format!("a vehicle has one to {MAX_WHEELS} wheels, this one {count}")),
        };
        match built {
            Ok(dynamics) => {
                let (_, total) = masses(vehicle, prism);
                let body = total.body(vehicle.chassis.linear_damping_hz, vehicle.chassis.angular_damping_hz);
                let stream = stream_of(&[&vehicle.object.name, "dynamics"]);
                let wheels = wheels.to_vec();
                Some(DriveModel::Own(Box::new(OwnDriveModel { body, wheels, dynamics, stream })))
            }
            Err(reason) => self.refuse_drive(plan, &reason),
        }
    }

    /// The chassis: its corners, or what its visuals cover; where those are missing its `<shape>`, or else
    /// the hull of its wheels.
    fn chassis_prism(&mut self, vehicle: &Vehicle) -> Prism {
        let chassis = &vehicle.chassis;
        let z_m = [chassis.z_min_m, chassis.z_max_m];
        let given = match &chassis.shape {
            ChassisShape::Polygon(polygon) => return Prism { corners_m: corners_of(polygon), z_m },
            ChassisShape::FromVisual(given) => given,
        };
        let everywhere = [f64::NEG_INFINITY, f64::INFINITY];
        let found = self.outline_of(&vehicle.object, None, None, everywhere);
        if let Some(prism) = found {
            return prism;
        }
        let (corners_m, with) = match given {
            Some(polygon) => (corners_of(polygon), "its <shape>"),
            None => (wheel_hull(vehicle), "the hull of its wheels"),
        };
        self.warning(chassis.place, BuildProblem::OutlineReplaced { what: "vehicle", with });
        Prism { corners_m, z_m }
    }
}

/// Whether a part of a vehicle is a class of a program's own.
fn has_own_model(vehicle: &Vehicle) -> bool {
    matches!(vehicle.dynamics, Dynamics::Extension(_))
        || matches!(vehicle.dynamics.controller(), Some(description::Controller::Extension(_)))
        || matches!(vehicle.friction.model, FrictionModel::Extension(_))
}

/// Mass, centre and inertia of the chassis alone and of the whole vehicle.
fn masses(vehicle: &Vehicle, prism: &Prism) -> (MassProperties, MassProperties) {
    let corners: Vec<Vec2> = prism.corners_m.iter().map(|&[x, y]| Vec2::new(x, y)).collect();
    let chassis = MassProperties::of_outline(&corners, vehicle.chassis.mass_kg);
    let rectangles = vehicle.wheels.iter().map(|wheel| {
        MassProperties::of_rectangle(wheel.pose_in_vehicle, wheel.diameter_m, wheel.width_m, wheel.mass_kg)
    });
    (chassis, MassProperties::sum(std::iter::once(chassis).chain(rectangles)))
}

fn wheel_model(wheel: &description::Wheel) -> WheelModel {
    WheelModel {
        position_m: wheel.pose_in_vehicle.position(),
        yaw_rad: wheel.pose_in_vehicle.yaw_rad,
        radius_m: 0.5 * wheel.diameter_m,
        width_m: wheel.width_m,
        mass_kg: wheel.mass_kg,
        inertia_kgm2: wheel.axle_inertia_kgm2(),
    }
}

fn wheel_hull(vehicle: &Vehicle) -> Vec<[f64; 2]> {
    let corners: Vec<Vec2> = vehicle
        .wheels
        .iter()
        .flat_map(|wheel| {
            let (x, y) = (0.5 * wheel.diameter_m, 0.5 * wheel.width_m);
            [[-x, -y], [x, -y], [x, y], [-x, y]]
                .map(|[x, y]| wheel.pose_in_vehicle.transform(Vec2::new(x, y)))
        })
        .collect();
    convex_hull(&corners).iter().map(|corner| [corner.x, corner.y]).collect()
}

/// The farthest that chassis or wheels reach from the reference point [m].
fn radius_m(chassis: &ChassisModel, wheels: &[WheelPlace]) -> f64 {
    let norm = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
    let corners = chassis.corners_m.iter().map(|&corner| norm(corner));
    let wheels = wheels.iter().map(|wheel| norm(wheel.position_m) + wheel.diameter_m + wheel.width_m);
    // On a slope the outline reaches a little farther at the height of the roof.
    corners.chain(wheels).fold(0.0, f64::max) + 1.05 * chassis.z_m[1].abs()
}

/// Steering geometry of four wheels: rear left, rear right, front left, front right.
fn steering(wheels: &[WheelModel], max_steer_rad: f64) -> Steering {
    let at = |index: usize| wheels.get(index).map_or_else(Vec2::default, |wheel| wheel.position_m);
    Steering { wheelbase_m: at(2).x - at(0).x, front_track_m: at(2).y - at(3).y, max_steer_rad }
}

fn driven_wheels(drive: description::Drive) -> AckermannDrive {
    match drive {
        description::Drive::Front => AckermannDrive::Front,
        description::Drive::Rear => AckermannDrive::Rear,
        description::Drive::All => AckermannDrive::All,
    }
}

fn loads(described: Option<&description::LoadTransfer>, wheels: &[WheelModel]) -> Loads {
    let Some(described) = described else { return Loads::Uniform };
    if !described.is_dynamic {
        return Loads::Static;
    }
    let extent = |of: fn(&WheelModel) -> f64| {
        let values = wheels.iter().map(of);
        values.clone().fold(f64::NEG_INFINITY, f64::max) - values.fold(f64::INFINITY, f64::min)
    };
    Loads::Transfer(LoadTransfer {
        centre_of_mass_height_m: described.com_height_m,
        wheelbase_m: described.wheelbase_m.unwrap_or_else(|| extent(|wheel| wheel.position_m.x)),
        track_m: described.track_m.unwrap_or_else(|| extent(|wheel| wheel.position_m.y)),
    })
}

fn driven_axles(drivetrain: &Drivetrain) -> DrivenAxles {
    let differential = |it: &TwoWayDifferential| Differential {
        kind: match (it.is_torsen, it.has_bias_ratio) {
            (false, _) => DifferentialKind::Open,
            (true, false) => DifferentialKind::Torsen,
            (true, true) => DifferentialKind::BiasRatio,
        },
        split: it.split,
        bias: it.bias,
    };
    match drivetrain.driven {
        Driven::Front => DrivenAxles::Front(differential(&drivetrain.front)),
        Driven::Rear => DrivenAxles::Rear(differential(&drivetrain.rear)),
        Driven::Both => DrivenAxles::All {
            center: differential(&drivetrain.center),
            front: differential(&drivetrain.front),
            rear: differential(&drivetrain.rear),
        },
    }
}

/// A vehicle of the same make as another, before it has a body.
pub(crate) fn spawned_vehicle(model: &Model, like: VehicleId, name: &str) -> (VehicleModel, VehicleEntry) {
    let mut vehicle = model.vehicles[like.index()].clone();
    let body = count(model.owners.len());
    vehicle.name = name.to_string();
    vehicle.body = PlanarId(body);
    vehicle.terrain_body = vehicle.terrain_body.map(|_| PlanarId(body + 1));
    vehicle.hitch_m = None;
    vehicle.animation = None;
    vehicle.draw_odometry(model.seed);
    let entry = VehicleEntry {
        name: name.to_string(),
        auto_start_recording: false,
        ..model.roster.vehicles[like.index()].clone()
    };
    (vehicle, entry)
}

//! What a vehicle is made of, and which parts make none.

use serde::{Deserialize, Serialize};
use skidpad_math::Vec2;

use crate::MAX_WHEELS;
use crate::aero::Aero;
use crate::body::BodyModel;
use crate::brake::Brakes;
use crate::controllers::Controller;
use crate::controllers::ackermann::AckermannDrive;
use crate::drivetrain::DrivenAxles;
use crate::friction::Friction;
use crate::loads::Loads;
use crate::motor::Motor;
use crate::steering::Steering;
use crate::wheel::WheelModel;

/// How torque and steering reach the wheels. The order of wheels is that of MVSim's families.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Drive {
    /// Left, right; with three wheels a caster; with four left rear, right rear, left front, right front.
    Differential,
    /// Rear left, rear right, front left, front right; torque by side.
    Ackermann {
        /// Steering geometry.
        steering: Steering,
        /// Which wheels are driven.
        drive: AckermannDrive,
    },
    /// The same wheels, driven by one engine through differentials.
    Drivetrain {
        /// Steering geometry.
        steering: Steering,
        /// Which axles are driven, and how.
        axles: DrivenAxles,
    },
}

impl Drive {
    /// Steering geometry, where the vehicle steers.
    pub const fn steering(&self) -> Option<&Steering> {
        match self {
            Self::Differential => None,
            Self::Ackermann { steering, .. } | Self::Drivetrain { steering, .. } => Some(steering),
        }
    }
}

/// What a vehicle is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VehicleParts {
    /// Mass, inertia and damping of the whole vehicle.
    pub body: BodyModel,
    /// Mass of the chassis alone \[kg\].
    pub chassis_mass_kg: f64,
    /// Centre of mass of the chassis alone, for loads that depend on it \[m\].
    pub chassis_centre_m: Vec2,
    /// Two to four wheels.
    pub wheels: Vec<WheelModel>,
    /// Friction of every wheel.
    pub friction: Friction,
    /// How the chassis rests on the wheels.
    pub loads: Loads,
    /// How torque and steering reach the wheels.
    pub drive: Drive,
    /// What turns commands into torques.
    pub controller: Controller,
    /// What the air does to it, if anything.
    pub aero: Option<Aero>,
    /// Trail of the third wheel of a differential vehicle, where it is a caster that swivels \[m\].
    pub caster_trail_m: Option<f64>,
    /// Its brakes; without, a vehicle that stands on a slope is held by friction alone.
    pub brakes: Option<Brakes>,
    /// What limits its motors: one for each driven wheel, or one engine.
    pub motor: Option<Motor>,
}

/// Why parts do not make a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VehicleProblem {
    /// A vehicle has two to four wheels; steered ones have four.
    WheelCount,
    /// Mass and inertia of the body must be finite and greater than 0.
    Body,
    /// Every wheel needs a finite position and a radius, mass and inertia greater than 0.
    Wheel,
    /// The first two wheels must stand apart across the vehicle; under speed control of a differential
    /// vehicle the first must be to the left.
    Track,
    /// Wheelbase and front track must be finite, the wheelbase greater than 0, and the largest steering
    /// angle in [0, π/2).
    Steering,
    /// A differential-drive vehicle has no steering, so it takes no steering controller.
    Controller,
    /// A caster is the third of three wheels, and its trail is greater than 0.
    Caster,
    /// Torques of brakes must be finite and not negative.
    Brakes,
    /// A motor needs limits that are finite and greater than 0, and a table whose speeds rise from 0.
    Motor,
}

impl std::fmt::Display for VehicleProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::WheelCount => "a vehicle has two to four wheels, a steered one four",
            Self::Body => "mass and inertia of the vehicle must be finite and greater than 0",
            Self::Wheel => "each wheel needs a finite position and a radius, mass and inertia greater than 0",
            Self::Track => {
                "the first two wheels must stand apart across the vehicle, under twist_pid the first to the left"
            }
            Self::Steering => {
                "the wheelbase must be greater than 0 and the largest steering angle below 90 degrees"
            }
            Self::Caster => "a caster that swivels is the third of three wheels, with a trail greater than 0",
            Self::Controller => "a vehicle without steering cannot take a steering controller",
            Self::Brakes => "the torques of its brakes must be finite and not negative",
            Self::Motor => "its motor needs finite limits greater than 0 and a table whose speeds rise from 0",
        })
    }
}

impl std::error::Error for VehicleProblem {}

/// Finds the first reason why parts make no vehicle.
pub(crate) fn check(parts: &VehicleParts) -> Result<(), VehicleProblem> {
    let positive = |value: f64| value > 0.0 && value.is_finite();
    let count = parts.wheels.len();
    if !(2..=MAX_WHEELS).contains(&count) {
        return Err(VehicleProblem::WheelCount);
    }
    if !positive(parts.body.mass_kg) || !positive(parts.body.inertia_kgm2) {
        return Err(VehicleProblem::Body);
    }
    let is_sound = |wheel: &WheelModel| {
        let placed =
            wheel.position_m.x.is_finite() && wheel.position_m.y.is_finite() && wheel.yaw_rad.is_finite();
        placed && positive(wheel.radius_m) && positive(wheel.mass_kg) && positive(wheel.inertia_kgm2)
    };
    if !parts.wheels.iter().all(is_sound) {
        return Err(VehicleProblem::Wheel);
    }
    if let Some(Brakes { pedal_nm, hand_nm, parking_nm }) = &parts.brakes {
        let mut torques_nm = pedal_nm.iter().chain(hand_nm).chain(parking_nm);
        if !torques_nm.all(|&torque_nm| torque_nm >= 0.0 && torque_nm.is_finite()) {
            return Err(VehicleProblem::Brakes);
        }
    }
    if parts.motor.as_ref().is_some_and(|motor| !motor.is_sound()) {
        return Err(VehicleProblem::Motor);
    }
    // Odometry divides by the track, whatever its sign; speed control of a differential vehicle needs its sign.
    let track_m = parts.wheels[0].position_m.y - parts.wheels[1].position_m.y;
    let needs_sign =
        matches!((&parts.drive, &parts.controller), (Drive::Differential, Controller::TwistPid(_)));
    if track_m == 0.0 || (needs_sign && track_m < 0.0) {
        return Err(VehicleProblem::Track);
    }
    match &parts.drive {
        _ if parts.caster_trail_m.is_some_and(|trail_m| !positive(trail_m) || count != 3) => {
            Err(VehicleProblem::Caster)
        }
        Drive::Differential if matches!(parts.controller, Controller::SteerPid(_)) => {
            Err(VehicleProblem::Controller)
        }
        Drive::Differential => Ok(()),
        Drive::Ackermann { steering, .. } | Drive::Drivetrain { steering, .. } => {
            let limit = std::f64::consts::FRAC_PI_2;
            if count != 4 {
                Err(VehicleProblem::WheelCount)
            } else if !positive(steering.wheelbase_m)
                || !steering.front_track_m.is_finite()
                || !(0.0..limit).contains(&steering.max_steer_rad)
            {
                Err(VehicleProblem::Steering)
            } else {
                Ok(())
            }
        }
    }
}

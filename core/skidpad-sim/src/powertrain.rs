//! Brakes that stay pressed and batteries that run empty: what they remember, and what they do in a step.

use serde::{Deserialize, Serialize};
use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::brake::Brakes;
use skidpad_dynamics::motor::Motor;
use skidpad_messages::Brake;
use skidpad_world::description;

/// Joules in a watt-hour.
const JOULES_PER_WH: f64 = 3600.0;

/// Brakes, motor and battery of a vehicle, as far as stepping does not change them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PowertrainModel {
    /// Its brakes, if it has any.
    pub brakes: Option<Brakes>,
    /// What limits its motors, if anything does.
    pub motor: Option<Motor>,
    /// Energy of its full battery, if it has one [J].
    pub capacity_j: Option<f64>,
    /// State of charge at the start, 0 to 1 [-].
    pub charge: f64,
}

/// How far brakes are pressed, and what is left in the battery.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct PowertrainState {
    /// The brake pedal, from 0 to 1.
    pub pedal: f64,
    /// The hand brake, from 0 to 1.
    pub hand: f64,
    /// Energy left in the battery [J]; 0 where there is none.
    pub charge_j: f64,
}

impl PowertrainModel {
    /// As a world describes it.
    pub(crate) fn new(vehicle: &description::Vehicle) -> Self {
        let battery = vehicle.motor.as_ref().and_then(|motor| motor.battery.as_ref());
        PowertrainModel {
            brakes: vehicle.brake.as_ref().map(|brake| brakes(brake, vehicle)),
            motor: vehicle.motor.as_ref().map(motor),
            capacity_j: battery.map(|battery| battery.capacity_wh * JOULES_PER_WH),
            charge: battery.map_or(0.0, |battery| battery.charge),
        }
    }

    /// What it remembers at the start; none of a vehicle without brakes and battery.
    pub(crate) fn at_start(&self) -> Option<PowertrainState> {
        let remembers = self.brakes.is_some() || self.capacity_j.is_some();
        let charge_j = self.charge * self.capacity_j.unwrap_or(0.0);
        remembers.then_some(PowertrainState { charge_j, ..PowertrainState::default() })
    }

    /// Torques of the brakes in a step, where any is pressed [N·m].
    pub(crate) fn brake_nm(&self, state: Option<&PowertrainState>) -> Option<[f64; MAX_WHEELS]> {
        let state = state.filter(|state| state.pedal > 0.0 || state.hand > 0.0)?;
        self.brakes.as_ref().map(|brakes| brakes.torques_nm(state.pedal, state.hand))
    }

    /// Whether there is energy for the motors.
    pub(crate) fn may_drive(&self, state: Option<&PowertrainState>) -> bool {
        self.capacity_j.is_none() || state.is_some_and(|state| state.charge_j > 0.0)
    }

    /// Take from the battery what the motors used in a step, torques and mean spins of their wheels given.
    pub(crate) fn discharge(
        &self,
        state: Option<&mut PowertrainState>,
        wheels: impl Iterator<Item = (f64, f64)>,
        dt_s: f64,
    ) {
        let (Some(capacity_j), Some(motor), Some(state)) = (self.capacity_j, &self.motor, state) else {
            return;
        };
        let power_w: f64 = wheels.map(|(torque_nm, spin)| motor.battery_power_w(torque_nm, spin)).sum();
        state.charge_j = (state.charge_j - power_w * dt_s).clamp(0.0, capacity_j);
    }

    /// State of charge, from 0 to 1; none without a battery.
    pub fn state_of_charge(&self, state: Option<&PowertrainState>) -> Option<f64> {
        Some(state?.charge_j / self.capacity_j?)
    }
}

impl PowertrainState {
    /// Press or release a brake.
    pub(crate) fn take(&mut self, brake: Brake) {
        match brake {
            Brake::Pedal(share) => self.pedal = share,
            Brake::Hand(share) => self.hand = share,
        }
    }

    /// Whether every number is one.
    pub(crate) fn is_finite(&self) -> bool {
        (self.pedal + self.hand + self.charge_j).is_finite()
    }
}

/// Torques of each wheel's brake.
fn brakes(brake: &description::Brake, vehicle: &description::Vehicle) -> Brakes {
    let mut brakes = Brakes::default();
    for (i, (wheel, is_front)) in
        vehicle.wheels.iter().zip(vehicle.front_wheels()).enumerate().take(MAX_WHEELS)
    {
        let of_axle = if is_front { brake.front_torque_nm } else { brake.rear_torque_nm };
        let pedal_nm = wheel.brake_torque_nm.or(of_axle).unwrap_or(brake.torque_nm);
        brakes.pedal_nm[i] = pedal_nm;
        brakes.hand_nm[i] = if is_front { 0.0 } else { brake.hand_torque_nm.unwrap_or(pedal_nm) };
        brakes.parking_nm[i] = brake.parking_torque_nm.unwrap_or(pedal_nm);
    }
    brakes
}

fn motor(described: &description::Motor) -> Motor {
    Motor {
        torque_nm: described.torque_nm,
        power_w: described.power_w,
        speed_radps: described.speed_radps,
        table: described.table.clone(),
        gear_ratio: described.gear_ratio,
        efficiency: described.efficiency,
    }
}

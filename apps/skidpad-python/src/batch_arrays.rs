//! What the arrays of a batch show of its worlds.

use crate::pose::numbers_of;
use skidpad::math::Twist2;
use skidpad::messages::{Observations, VehicleObservation};

/// What an array shows of every vehicle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    Pose,
    Twist,
    Odometry,
    OdometryTwist,
    Acceleration,
    InCollision,
    HadCollision,
    Present,
    Time,
}

/// Every quantity and its name.
pub(crate) const QUANTITIES: [(&str, Quantity); 9] = [
    ("pose", Quantity::Pose),
    ("twist", Quantity::Twist),
    ("odometry", Quantity::Odometry),
    ("odometry_twist", Quantity::OdometryTwist),
    ("acceleration", Quantity::Acceleration),
    ("is_in_collision", Quantity::InCollision),
    ("had_collision", Quantity::HadCollision),
    ("is_present", Quantity::Present),
    ("time_s", Quantity::Time),
];

impl Quantity {
    /// Numbers per vehicle, or per world for those of the world.
    pub(crate) fn width(self) -> usize {
        match self {
            Quantity::Pose => 6,
            Quantity::Twist | Quantity::Odometry | Quantity::OdometryTwist => 3,
            Quantity::Acceleration => 2,
            Quantity::InCollision | Quantity::HadCollision | Quantity::Present | Quantity::Time => 1,
        }
    }

    pub(crate) fn shape(self, world_count: usize, vehicle_count: usize) -> Vec<usize> {
        match self {
            Quantity::Time => vec![world_count],
            Quantity::InCollision | Quantity::HadCollision | Quantity::Present => {
                vec![world_count, vehicle_count]
            }
            _ => vec![world_count, vehicle_count, self.width()],
        }
    }

    /// Writes what a world shows into its part of an array. What a world does not have stays as it is.
    pub(crate) fn write(self, seen: &Observations, numbers: &mut [f64]) {
        if self == Quantity::Time {
            numbers.iter_mut().for_each(|number| *number = seen.time_s());
            return;
        }
        for (slots, vehicle) in numbers.chunks_exact_mut(self.width()).zip(&seen.vehicles) {
            self.write_vehicle(vehicle, slots);
        }
    }

    fn write_vehicle(self, seen: &VehicleObservation, slots: &mut [f64]) {
        let twist = |it: Twist2| [it.vx_mps, it.vy_mps, it.yaw_rate_radps];
        match self {
            Quantity::Pose => slots.copy_from_slice(&numbers_of(&seen.pose_in_world)),
            Quantity::Twist => slots.copy_from_slice(&twist(seen.twist_in_vehicle)),
            Quantity::Odometry => {
                let pose = seen.odometry_in_start;
                slots.copy_from_slice(&[pose.x_m, pose.y_m, pose.yaw_rad]);
            }
            Quantity::OdometryTwist => slots.copy_from_slice(&twist(seen.odometry_twist)),
            Quantity::Acceleration => {
                let it = seen.acceleration_in_world_mps2;
                slots.copy_from_slice(&[it.x, it.y]);
            }
            Quantity::InCollision => slots[0] = f64::from(u8::from(seen.is_in_collision)),
            Quantity::HadCollision => slots[0] = f64::from(u8::from(seen.had_collision)),
            Quantity::Present => slots[0] = f64::from(u8::from(seen.is_present)),
            Quantity::Time => {}
        }
    }
}

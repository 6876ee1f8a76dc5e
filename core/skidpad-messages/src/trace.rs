//! A vehicle's trace as text: one row per step, with the columns of MVSim's reference runs and accelerations.
//!
//! Numbers are written with as many digits as it takes to read the same bits back.

use crate::{Observations, Roster, VehicleId};
use std::fmt::{self, Write};

const COLUMNS: &str =
    "t,x,y,z,yaw,pitch,roll,vx,vy,omega,odo_x,odo_y,odo_yaw,odoest_vx,odoest_omega,collision";
const WHEEL_COLUMNS: [&str; 7] = ["omega", "steer", "torque", "fx", "fy", "velx", "vely"];

/// Write the header of a vehicle's trace: pose, twist, odometry, collision, wheels, acceleration, then the blocks of
/// the world.
pub fn trace_header(roster: &Roster, vehicle: VehicleId, out: &mut impl Write) -> fmt::Result {
    out.write_str(COLUMNS)?;
    let wheel_count = roster.vehicles.get(vehicle.index()).map_or(0, |entry| entry.wheel_count);
    for wheel in 0..wheel_count {
        for column in WHEEL_COLUMNS {
            write!(out, ",w{wheel}_{column}")?;
        }
    }
    out.write_str(",a_x,a_y")?;
    for block in &roster.blocks {
        // A comma in a name would shift the columns.
        let name = block.replace([',', '\n', '\r'], "_");
        write!(out, ",{name}_x,{name}_y,{name}_yaw")?;
    }
    out.write_char('\n')
}

/// Write one row: the state after a step.
pub fn trace_row(seen: &Observations, vehicle: VehicleId, out: &mut impl Write) -> fmt::Result {
    write!(out, "{}.{:09}", seen.time_ns / 1_000_000_000, seen.time_ns % 1_000_000_000)?;
    let Some(it) = seen.vehicles.get(vehicle.index()) else { return out.write_char('\n') };
    let (pose, twist, odometry) = (&it.pose_in_world, &it.twist_in_vehicle, &it.odometry_in_start);
    let numbers = [
        pose.x_m,
        pose.y_m,
        pose.z_m,
        pose.yaw_rad,
        pose.pitch_rad,
        pose.roll_rad,
        twist.vx_mps,
        twist.vy_mps,
        twist.yaw_rate_radps,
        odometry.x_m,
        odometry.y_m,
        odometry.yaw_rad,
        it.odometry_twist.vx_mps,
        it.odometry_twist.yaw_rate_radps,
    ];
    numbers.into_iter().try_for_each(|number| write_number(number, out))?;
    out.write_str(if it.is_in_collision { ",1" } else { ",0" })?;
    for wheel in &it.wheels {
        let (force, velocity) = (wheel.force_in_vehicle_n, wheel.velocity_in_vehicle_mps);
        let numbers =
            [wheel.spin_radps, wheel.steer_rad, wheel.torque_nm, force.x, force.y, velocity.x, velocity.y];
        numbers.into_iter().try_for_each(|number| write_number(number, out))?;
    }
    let acceleration = it.acceleration_in_vehicle_mps2();
    [acceleration.x, acceleration.y].into_iter().try_for_each(|number| write_number(number, out))?;
    for block in &seen.blocks {
        let pose = &block.pose_in_world;
        [pose.x_m, pose.y_m, pose.yaw_rad].into_iter().try_for_each(|number| write_number(number, out))?;
    }
    out.write_char('\n')
}

/// A comma and the shortest text that reads back as the same number.
fn write_number(number: f64, out: &mut impl Write) -> fmt::Result {
    let size = number.abs();
    if number.is_nan() {
        out.write_str(",nan")
    } else if size == 0.0 {
        out.write_str(",0")
    } else if (1e-5..1e15).contains(&size) {
        write!(out, ",{number}")
    } else {
        write!(out, ",{number:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BlockObservation, VehicleEntry, VehicleObservation, WheelObservation};

    #[test]
    fn a_row_has_a_value_for_each_column_and_reads_back() {
        let roster = Roster {
            vehicles: vec![VehicleEntry {
                name: "r1".to_string(),
                wheel_count: 2,
                log_path: String::new(),
                auto_start_recording: false,
            }],
            blocks: vec!["b1".to_string(), "a,b".to_string()],
            actors: Vec::new(),
            ..Roster::default()
        };
        let mut seen = Observations { step: 1, time_ns: 5_000_000, ..Observations::default() };
        let mut vehicle =
            VehicleObservation { wheels: vec![WheelObservation::default(); 2], ..Default::default() };
        vehicle.pose_in_world.x_m = 0.1 + 0.2;
        vehicle.pose_in_world.y_m = -1.5e-9;
        seen.vehicles.push(vehicle);
        seen.blocks = vec![BlockObservation::default(); 2];
        let (mut header, mut row) = (String::new(), String::new());
        trace_header(&roster, VehicleId(0), &mut header).unwrap();
        trace_row(&seen, VehicleId(0), &mut row).unwrap();
        assert!(header.ends_with(",b1_x,b1_y,b1_yaw,a_b_x,a_b_y,a_b_yaw\n"), "{header}");
        let names: Vec<&str> = header.trim_end().split(',').collect();
        let values: Vec<&str> = row.trim_end().split(',').collect();
        assert_eq!(names.len(), values.len());
        assert_eq!((values[0], names[16], values[18]), ("0.005000000", "w0_omega", "nan"));
        assert_eq!(values[1].parse::<f64>().unwrap().to_bits(), (0.1f64 + 0.2).to_bits());
        assert_eq!(values[2].parse::<f64>(), Ok(-1.5e-9));
    }
}
